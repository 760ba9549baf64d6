#pragma once

#include "base/result.hpp"

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace idem {

// Refuses (usage) an option that is given an empty value, as an unset variable of a shell gives it: taken for "not
// given" it would quietly check nothing, or hash without the key.
Result<void> refuse_empty_values(const CLI::App& app);

// Refuses (usage) a second "-" among paths: standard input is read to its end by the first.
Result<void> refuse_second_stdin(std::initializer_list<std::string> paths);

}  // namespace idem
