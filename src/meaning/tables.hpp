// Which table a call on a data library is about, by every name that the code gives it.
#pragma once

#include "engine/interpreter.hpp"

#include <string>
#include <vector>

namespace idem {

// Plain names, the surest first: the model that a row's `model_fields` of the project's class name (serializer_class →
// Meta.model), the entity of a repository, the record that is handed over, the member the method is called on
// (`client.orders.create()`). Empty when nothing tells.
std::vector<std::string> tables_of(Interpreter& interpreter, V called);

}  // namespace idem
