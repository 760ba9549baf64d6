#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/command.hpp"
#include "frontends/frontend.hpp"

#include <fmt/core.h>

#include <memory>

namespace idem {

namespace {

constexpr std::size_t kMaxFileBytes = 16u << 20;

struct FactsOptions {
  std::string file;
  std::string stdin_filename;
  bool places = false;
};

std::string known_extensions() {
  std::string list;
  for (const Frontend* frontend : all_frontends())
    for (const std::string_view extension : frontend->extensions) list += fmt::format(" {}", extension);
  return list;
}

Result<std::string> facts_of(const FactsOptions& options) {
  const std::string& path = options.file == "-" ? options.stdin_filename : options.file;
  if (path.empty())
    return Error{
        ErrorKind::usage,
        "standard input has no name to tell its language by: add --stdin-filename, such as --stdin-filename app.py"};
  const Frontend* frontend = frontend_for(path);
  if (frontend == nullptr)
    return Error{ErrorKind::usage, fmt::format("{}: no language is known for this name; extensions that are:{}", path,
                                               known_extensions())};
  const Result<std::string> text = read_input(options.file, kMaxFileBytes);
  if (!text) return text.error();
  return print_facts(frontend->lower(path, *text), options.places);
}

int run(const FactsOptions& options) {
  const Result<std::string> text = facts_of(options);
  const Result<void> written = text ? write_stdout(*text) : Result<void>(text.error());
  if (written) return kExitClean;
  fmt::print(stderr, "idem: {}\n", written.error().message);
  return exit_code_of(written.error());
}

}  // namespace

static Runner setup(CLI::App& app) {
  const auto options = std::make_shared<FactsOptions>();
  app.add_option("file", options->file, "Source file, or - for standard input")->required()->type_name("FILE");
  app.add_option("--stdin-filename", options->stdin_filename,
                 "Name of the text on standard input; its extension tells the language")
      ->type_name("NAME");
  app.add_flag("--places", options->places, "Put line numbers in front");
  return [options] { return run(*options); };
}

extern const Command facts_command{
    "facts", "Print what is read from one source file: imports, types, functions and their events",
    "  idem facts app/orders.py --places\n"
    "  git show HEAD~1:app/orders.py | idem facts - --stdin-filename orders.py",
    setup};

}  // namespace idem
