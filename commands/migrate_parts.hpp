#pragma once

#include "commands/command.hpp"

namespace idem {

// `idem migrate check` and `idem migrate lint`: each adds its options to its own subcommand.
Runner setup_migrate_check(CLI::App& app);
Runner setup_migrate_lint(CLI::App& app);

}  // namespace idem
