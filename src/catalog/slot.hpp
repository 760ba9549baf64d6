#pragma once

#include "catalog/catalog.hpp"

namespace idem {

// A slot from the text of a selector (see Slot); ":name" is the keyword argument of that name, where the bare word
// means something else.
Slot parse_slot(std::string_view text);

}  // namespace idem
