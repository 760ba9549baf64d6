#pragma once

#include "engine/interpreter.hpp"
#include "ttl/code/quantity.hpp"

#include <optional>

namespace idem {

// The number or duration that a value is, as far as it is the same on every run: literals, arithmetic on them, what
// rows with setting = "duration" say of a library's values, and the default of what an environment may change.
std::optional<Quantity> quantity_of(Interpreter& interpreter, V value);

// The literal texts inside a value (the fixed parts of a template, the items of a list) and the names it is made from,
// in plain form: what a key is about.
std::string words_of_value(Interpreter& interpreter, V value);

}  // namespace idem
