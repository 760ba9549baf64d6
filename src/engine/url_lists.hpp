// Routes as values in a list that a module defines under a conventional name, each with its handler or with the list of
// another module (rows of role url.list; the items are calls of rows of roles route and mount).
#pragma once

#include "engine/interpreter.hpp"

#include <vector>

namespace idem {

// Makes a router of every such list and registers what it holds. Run after the module bodies.
void register_url_lists(Interpreter& interpreter, const Catalog& catalog, const std::vector<bool>& interesting);

}  // namespace idem
