#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Does the work of a parsed command line and returns the exit code (base/exit_code.hpp).
using Runner = std::function<int()>;

// One subcommand of idem: a row of the table that CMake writes from IDEM_COMMANDS.
struct Command {
  const char* name;      // the word on the command line
  const char* summary;   // one line for `idem --help`
  const char* examples;  // shown at the end of `idem NAME --help`, one indented command a line; may be empty
  // Adds options to `app` and returns what runs after parsing. Opens no file and prints nothing.
  Runner (*setup)(CLI::App& app);
};

std::vector<Command> all_commands();

// The command line; `runners[i]` belongs to `all_commands()[i]`. Completions and the man page are generated from the
// whole of it. With `only`, options are added to that command alone: the others have name and summary, and no runner.
struct CommandLine {
  explicit CommandLine(std::optional<std::string_view> only = std::nullopt);
  CLI::App app;
  std::vector<Runner> runners;
};

}  // namespace idem
