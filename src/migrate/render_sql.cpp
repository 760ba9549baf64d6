#include "migrate/render_sql.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace idem {

[[noreturn]] static void template_bug(std::string_view what, std::string_view where) {
  fmt::print(stderr, "idem: internal error: SQL template: {}: {}\n", what, where);
  std::abort();
}

std::string derived_name(const SqlValues& with, std::string_view suffix) {
  return derive_identifier(with.base, suffix, with.dialect);
}

static std::string value_of(std::string_view word, const SqlValues& with) {
  if (word.starts_with("id:")) return quote_identifier(derived_name(with, word.substr(3)), with.dialect);
  if (word.starts_with("at:") || word.starts_with("fn:"))
    return quote_qualified(with.schema, derived_name(with, word.substr(3)), with.dialect);
  const auto found = with.values.find(word);
  if (found == with.values.end()) template_bug("unknown value", word);
  return found->second;
}

static bool is_word(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_:") == std::string_view::npos;
}

static std::string filled_line(std::string_view line, const SqlValues& with) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t open = line.find('@', at);
    const std::size_t close = open == std::string_view::npos ? open : line.find('@', open + 1);
    if (close == std::string_view::npos) break;
    const std::string_view word = line.substr(open + 1, close - open - 1);
    out += line.substr(at, open - at);
    if (is_word(word)) {
      out += value_of(word, with);
      at = close + 1;
    } else {
      out += '@';
      at = open + 1;
    }
  }
  return out += line.substr(at);
}

std::string render_sql(std::string_view text, const SqlValues& with) {
  std::string out;
  std::vector<bool> kept;  // of the open @if blocks, outermost first
  const auto all_kept = [&] {
    for (const bool keep : kept)
      if (!keep) return false;
    return true;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("--@if ")) {
      kept.push_back(with.flags.contains(line.substr(6)));
    } else if (line == "--@else" || line == "--@end") {
      if (kept.empty()) template_bug("no open @if", line);
      if (line == "--@end")
        kept.pop_back();
      else
        kept.back() = !kept.back();
    } else if (all_kept()) {
      out += filled_line(line, with) + "\n";
    }
  }
  if (!kept.empty()) template_bug("an @if stays open", text.substr(0, 60));
  return out;
}

}  // namespace idem
