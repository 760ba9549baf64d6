// Facts as source-like text: for print_facts and for messages.
#pragma once

#include "facts/facts.hpp"

#include <string>
#include <string_view>

namespace idem {

// An expression on one line, in a notation of no language in particular; functions and types are named by their index
// (`fn#3 create`). What lies deeper than some hundred levels is shortened to "…".
std::string expr_text(const FileFacts& facts, ExprId expr);

// A type as written; "_" when absent.
std::string type_text(const FileFacts& facts, TypeRefId type);

// Text in double quotes, control characters escaped.
std::string quoted(std::string_view text);

}  // namespace idem
