#pragma once

#include "engine/interpreter.hpp"
#include "judge/uniques.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// The plain names of what `handler`'s typed parameters can bring; nothing where none of them declares a message, so
// that anything may come.
std::optional<std::vector<std::string>> declared_body(Interpreter& interpreter, const Uniques& uniques, V handler);

}  // namespace idem
