// Routes by convention of place: a file below a conventional folder of an application answers the path of that place.
//
// A row with role file.routes says which: `marks` (files, or `manifest` = a file with a dependency of the row's first
// module, that make a folder an application), `roots` (folders below it), `filenames` (globs of file stems), `hidden`
// (globs of segments that are no part of the path), `index_name` (stem that stands for its folder), `prefix` of all
// paths, and `export_names` (exports that answer: a verb each, or "default" for any method).
// With `directive` instead, functions marked by it (and the exports of files that begin with it) are called by
// clients by name: they have no path, only an operation.
#pragma once

#include "engine/compose.hpp"

#include <vector>

namespace idem {

std::vector<FoundRoute> file_routes(Interpreter& interpreter, const Catalog& catalog);

}  // namespace idem
