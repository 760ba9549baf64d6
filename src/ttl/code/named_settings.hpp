#pragma once

#include "engine/interpreter.hpp"
#include "ttl/code/settings.hpp"

#include <vector>

namespace idem {

// Values beside telling names: constants, fields, defaults of parameters, keys of maps, keyword arguments. `file` is an
// index of the program; `catalog` says what a bare number counts by custom.
std::vector<CodeSetting> named_settings(Interpreter& interpreter, const Catalog& catalog, Index file);

}  // namespace idem
