// Entry points that no call with a handler registers: told by a base class, by the name of an exported function, by a
// deployment's manifest, or by a call in a loop that fetches messages.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/compose.hpp"

#include <vector>

namespace idem {

// By rows of role `entry`:
//   class_methods  methods of classes whose base the row names: a management command's handle()
//   export_names   functions of these names at the top of a file: AWS Lambda's lambda_handler(); with `marks`, only in
//                  files that import one of these modules
//   filenames      manifests whose lines "handler: path/file.name" or "Handler: …" name functions
std::vector<FoundRoute> conventional_entries(Interpreter& interpreter, const Catalog& catalog);

// The named function around a place, as a value; nullptr for the body of a module.
V function_around(Interpreter& interpreter, const Site& site);

// What a handler is: where the row names the method (`handler_method`), that of the object that was handed over; where
// several were handed over under names (`expand = "each"`), all of them, with their names.
std::vector<std::pair<std::string, V>> entry_handlers(Interpreter& interpreter, const Row& row, V handler);

}  // namespace idem
