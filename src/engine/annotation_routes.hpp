// Routes declared by annotations on types and their methods (controllers), with what the application's start sets for
// all of them; consumers and jobs declared the same way.
#pragma once

#include "engine/compose.hpp"

#include <vector>

namespace idem {

std::vector<FoundRoute> annotation_routes(Interpreter& interpreter, const std::vector<bool>& interesting);

}  // namespace idem
