#pragma once

#include "facts/facts.hpp"

#include <string>
#include <string_view>

// Not in namespace idem: its Catch would hide the test library's.
namespace typescript_test {

// The facts of a source text that is called `path`; fails the test when they are unsound.
idem::FileFacts lowered(std::string_view text, std::string_view path = "a.ts");
// All of print_facts but the line that names the file.
std::string printed(std::string_view text, std::string_view path = "a.ts");
// What the module does: the events of fn#0, without its line and one step of indentation.
std::string events_of(std::string_view text, std::string_view path = "a.ts");
// Everything that is printed before the functions: imports, exports, types.
std::string head_of(std::string_view text, std::string_view path = "a.ts");

}  // namespace typescript_test
