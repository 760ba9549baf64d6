#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/near_miss.hpp"
#include "base/terminal.hpp"
#include "commands/command.hpp"
#include "commands/report_command.hpp"
#include "render/layout.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>

namespace idem {

namespace {

struct Options {
  std::string word;
  bool list = false;
  std::string color = "auto";
};

std::string severity_text(const std::optional<Severity>& severity) {
  return severity ? std::string(word(*severity)) : "does not apply";
}

// Paragraphs and list lines stay; lines of one paragraph are joined and wrapped anew.
void prose(std::string& out, std::string text, std::size_t width) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  for (const std::string& line : wrap(text, width - 2)) out += "  " + line + "\n";
}

void code(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += "    " + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

std::string page(const Rule& rule, bool color, std::size_t width) {
  std::string out = paint(color, Style::bold, rule.id) + "\n" + rule.title + "\n\n";
  out += fmt::format("Severity: {} where the effect is strong, {} where it is standard.\n", severity_text(rule.strong),
                     severity_text(rule.standard));
  const auto head = [&](const char* text) { out += "\n" + paint(color, Style::bold, text) + "\n"; };
  head("What goes wrong");
  prose(out, rule.wrong, width);
  head("Example");
  code(out, rule.example);
  head("Remedy");
  prose(out, rule.remedy, width);
  head("When it is fine");
  prose(out, rule.fine, width);
  return out;
}

std::string table(bool color, std::size_t width) {
  std::size_t widest = 0;
  for (const Rule& rule : all_rules()) widest = std::max(widest, rule.id.size());
  std::string out;
  for (const Rule& rule : all_rules()) {
    const std::string levels =
        fmt::format("{}/{}", rule.strong ? word(*rule.strong) : "-", rule.standard ? word(*rule.standard) : "-");
    out += paint(color, Style::bold, pad_right(rule.id, widest)) + "  " + pad_right(levels, 15);
    const std::size_t indent = widest + 2 + 15 + 1;
    const std::vector<std::string> lines = wrap(rule.title, width > indent + 20 ? width - indent : 60);
    for (std::size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? " " : std::string(indent, ' ')) + lines[i] + "\n";
  }
  return out;
}

int run(const Options& options) {
  const bool color = use_color(options.color == "always"  ? ColorMode::always
                               : options.color == "never" ? ColorMode::never
                                                          : ColorMode::automatic);
  const auto width = static_cast<std::size_t>(std::max(40, std::min(terminal_width(), 100)));
  std::string out;
  if (options.list) {
    out = table(color, width);
  } else {
    const Rule* const rule = find_rule(options.word);
    if (rule == nullptr)
      return fail({ErrorKind::usage, fmt::format("'{}' is no rule{}; idem explain --list-rules shows them all",
                                                 options.word, did_you_mean(options.word, rule_ids()))});
    out = page(*rule, color, width);
  }
  const Result<void> written = write_stdout(out);
  return written ? kExitClean : fail(written.error());
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("RULE", options->word, "The rule's id, as findings name it");
  app.add_flag("--list-rules", options->list, "Name every rule, with its severity for strong and standard effects");
  app.add_option("--color", options->color, "When to colour: auto, always or never; NO_COLOR is honoured")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  return [options] {
    if (options->word.empty() && !options->list)
      return fail({ErrorKind::usage, "which rule? idem explain --list-rules shows them all"});
    return run(*options);
  };
}

}  // namespace

extern const Command explain_command{"explain",
                                     "Explain a rule: what goes wrong, an example, the remedy, when it is fine",
                                     "  idem explain check-then-act\n  idem explain --list-rules", setup};

}  // namespace idem
