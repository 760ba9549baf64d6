#include "render/layout.hpp"

#include "base/terminal.hpp"

#include <fmt/core.h>

namespace idem {

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t columns = display_width(word);
    if (used > 0 && used + 1 + columns > width) {
      lines.push_back(line);
      line.clear();
      used = 0;
    }
    if (used > 0) {
      line += ' ';
      ++used;
    }
    line += word;
    used += columns;
  }
  if (used > 0 || lines.empty()) lines.push_back(line);
  return lines;
}

std::string place_text(std::string_view file, std::uint32_t line) {
  return line == 0 ? printable(file) : fmt::format("{}:{}", printable(file), line);
}

std::vector<std::string> effect_words(const Endpoint& endpoint) {
  std::vector<std::string> words;
  for (const EffectKind kind : all_effect_kinds())
    for (const Effect* effect : counting_effects(endpoint))
      if (effect->kind == kind) {
        words.emplace_back(word(kind));
        break;
      }
  return words;
}

std::vector<const Finding*> findings_of(const Report& report, std::string_view endpoint) {
  std::vector<const Finding*> found;
  for (const Finding& finding : report.findings)
    if (finding.endpoint == endpoint) found.push_back(&finding);
  return found;
}

}  // namespace idem
