#include "base/terminal.hpp"
#include "base/version.hpp"
#include "commands/command.hpp"

#include <fmt/core.h>

namespace idem {

CommandLine::CommandLine(std::optional<std::string_view> only)
    : app{"Finds endpoints with side effects, says how each is protected against a repeat, and mends what is missing.",
          "idem"} {
  app.set_version_flag("--version", fmt::format("idem {}", version()), "Print the version");
  app.require_subcommand(0, 1);
  app.footer(
      "idem COMMAND --help shows a command's options and examples.\n"
      "Exit codes: 0 clean, 1 findings, 2 usage or configuration, 3 incomplete.");
  app.failure_message([](const CLI::App*, const CLI::Error& error) {
    return fmt::format("idem: {}\nRun with --help for more information.\n", printable(error.what()));
  });
  for (const Command& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    if (command.examples[0] != '\0') sub->footer(fmt::format("Examples:\n{}", command.examples));
    runners.push_back(!only || *only == command.name ? command.setup(*sub) : Runner{});
  }
}

}  // namespace idem
