#pragma once

#include "engine/interpreter.hpp"

#include <string>

namespace idem {

// The text of a value as far as the source fixes it, " ? " for each part that it does not: how SQL and addresses are
// read. Bounded: a text put together from itself many times over is cut off.
std::string flat_text(const Interpreter& interpreter, V value);

}  // namespace idem
