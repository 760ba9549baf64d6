#include "base/version.hpp"
#include "base/exit_code.hpp"
#include "commands/command.hpp"

#include <fmt/core.h>

namespace idem {

static Runner setup(CLI::App&) {
  return [] {
    fmt::print("idem {}\n", version());
    return kExitClean;
  };
}

extern const Command version_command{"version", "Print the version", "", setup};

}  // namespace idem
