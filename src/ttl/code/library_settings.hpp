#pragma once

#include "engine/interpreter.hpp"
#include "ttl/code/settings.hpp"

#include <vector>

namespace idem {

// What calls into libraries set, by rows with role = "setting" (src/catalog/settings/). Walks every function of the
// files that `wanted` marks, and looks at decorators and at initial values of fields.
std::vector<CodeSetting> library_settings(Interpreter& interpreter, const std::vector<bool>& wanted);

}  // namespace idem
