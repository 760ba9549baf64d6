#pragma once

#include <string_view>

namespace idem {

std::string_view version();  // such as "0.1.0"

// Put before a rule's id gives the address of its page: where -DIDEM_HELP_URI= says, else a name ("urn:idem:rule:").
std::string_view help_base();

}  // namespace idem
