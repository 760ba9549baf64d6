#pragma once

#include "engine/interpreter.hpp"
#include "ttl/code/settings.hpp"

#include <vector>

namespace idem {

// What calls into libraries set, by rows with role = "setting" (src/catalog/settings/). Walks the functions
// of the files that `wanted` marks that hold such a call by its name, or lead to one, and looks at decorators and at
// initial values of fields.
std::vector<CodeSetting> library_settings(Interpreter& interpreter, const Catalog& catalog,
                                          const std::vector<bool>& wanted);

}  // namespace idem
