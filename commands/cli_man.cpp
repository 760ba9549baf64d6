#include "commands/cli_tree.hpp"

#include "base/version.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace idem {

namespace {

// Text as troff takes it literally.
std::string roff(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (i == 0 || text[i - 1] == '\n'))
      out += std::string("\\&") + c;
    else
      out += c;
  }
  return out;
}

void options_of(std::string& out, const std::vector<CliOption>& options) {
  for (const CliOption& option : options) {
    std::string names;
    for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + roff(name);
    out += fmt::format(".TP\n.B {}{}\n{}\n", names,
                       option.value.empty() || option.names[0][0] != '-' ? "" : " \\fI" + roff(option.value) + "\\fR",
                       roff(option.description));
  }
}

void examples_of(std::string& out, const std::string& footer) {
  constexpr std::string_view kHead = "Examples:\n";
  if (!footer.starts_with(kHead)) return;
  out += ".PP\nExamples:\n.PP\n.nf\n" + roff(footer.substr(kHead.size())) + "\n.fi\n";
}

}  // namespace

std::string man_page(const CliCommand& root) {
  std::string out = fmt::format(
      ".\\\" Written by `idem completions man`.\n.TH IDEM 1 \"\" \"idem {}\" \"User Commands\"\n.SH NAME\nidem \\- "
      "{}\n",
      version(), roff("find endpoints that are not safe to repeat, and mend them"));
  out += ".SH SYNOPSIS\n.B idem\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n" + roff(root.description) +
         "\nHTTP delivers at least once: a client that times out sends its request again. idem lists the entry points "
         "of a program that have side "
         "effects, judges how each is protected against a repeat, writes the tables that are missing, computes how "
         "long keys must be kept, and "
         "compares stored keys with what really happened.\n.SH COMMANDS\n";
  for (const CliCommand* command : all_in(root)) {
    if (command->path.empty()) continue;
    out += fmt::format(".SS idem {}\n{}\n", roff(fmt::format("{}", fmt::join(command->path, " "))),
                       roff(command->description));
    options_of(out, command->positionals);
    options_of(out, command->options);
    examples_of(out, command->footer);
  }
  out +=
      ".SH EXIT STATUS\n.TP\n.B 0\nclean, or below the threshold\n.TP\n.B 1\nfindings at or above the threshold, a "
      "check not met, discrepancies\n"
      ".TP\n.B 2\nusage, configuration or internal error\n.TP\n.B 3\nincomplete: something could not be read, followed "
      "or reached\n"
      ".SH FILES\n.TP\n.I idem.toml\nthe project's configuration, found upward from what is named\n.TP\n.I "
      ".idem/*.toml\ncatalogue rows of the project's own\n"
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nturns colour off when set and not empty\n.TP\n.B COLUMNS\nwidth of the text "
      "report\n"
      ".TP\n.B SOURCE_DATE_EPOCH\nstands for the clock when suppressions are judged by their dates\n";
  return out;
}

}  // namespace idem
