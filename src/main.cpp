// The program: builds the command line from the table of commands, parses, runs, and holds the only catch ladder.
#include "base/exit_code.hpp"
#include "commands/command.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <vector>

#include <csignal>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The command that the arguments name: setting up the options of the others would cost every start a millisecond.
static std::string_view command_word(int argc, char** argv) {
  const std::vector<idem::Command> commands = idem::all_commands();
  for (int i = 1; i < argc; ++i)
    for (const idem::Command& command : commands)
      if (std::string_view(argv[i]) == command.name) return command.name;
  return {};
}

static int run(int argc, char** argv) {
  idem::CommandLine line(command_word(argc, argv));
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    const int code = line.app.exit(error);
    return asked_for_help ? code : idem::kExitUsage;
  }
  const std::vector<idem::Command> commands = idem::all_commands();
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (line.app.get_subcommand(commands[i].name)->parsed()) return line.runners[i]();
  fmt::print("{}", line.app.help());
  return idem::kExitClean;
}

// Facts and values live to the end of a run: memory is taken from the system in large steps and not given back
// before. In small ones, taking it costs a quarter of a run.
static void take_memory_in_large_steps() {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

int main(int argc, char** argv) {
  take_memory_in_large_steps();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe (`idem scan | head`) ends in a short write, not in death
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("idem: out of memory\n", stderr);
  } catch (const std::exception& error) {
    fmt::print(stderr, "idem: internal error: {}\n", error.what());
  }
  return idem::kExitUsage;
}
