#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/cli_tree.hpp"
#include "commands/command.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>

namespace idem {

static Runner setup(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish; man for the manual page")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
  return [shell] {
    const CommandLine line;
    const CliCommand root = cli_tree(line.app);
    const std::string text = *shell == "bash"   ? bash_completion(root)
                             : *shell == "zsh"  ? zsh_completion(root)
                             : *shell == "fish" ? fish_completion(root)
                                                : man_page(root);
    const Result<void> written = write_stdout(text);
    if (written) return static_cast<int>(kExitClean);
    fmt::print(stderr, "idem: {}\n", written.error().message);
    return exit_code_of(written.error());
  };
}

extern const Command completions_command{"completions", "Print the completion of a shell, or the manual page",
                                         "  idem completions bash >~/.local/share/bash-completion/completions/idem\n"
                                         "  idem completions fish >~/.config/fish/completions/idem.fish\n"
                                         "  idem completions man | man -l -",
                                         setup};

}  // namespace idem
