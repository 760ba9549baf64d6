#include "commands/arguments.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace idem {

// Takes no value, or stands for itself alone: then there is a value that it means (default_str).
static bool is_flag(const CLI::Option& option) {
  return option.get_items_expected_min() == 0 && option.get_default_str().empty();
}

Result<void> refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || is_flag(*option)) continue;
    for (const std::string& value : option->results())
      if (value.empty())
        return Error{ErrorKind::usage,
                     fmt::format("{} has an empty value (an unset variable?): give one, or leave the option out",
                                 option->get_name())};
  }
  return {};
}

Result<void> refuse_second_stdin(std::initializer_list<std::string> paths) {
  if (std::count(paths.begin(), paths.end(), "-") < 2) return {};
  return Error{ErrorKind::usage, "- is standard input, which can be read only once: give a file for the other"};
}

}  // namespace idem
