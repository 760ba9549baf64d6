#include "frontends/typescript/grammar_gaps.hpp"

#include <cctype>

namespace idem::typescript {

static constexpr std::size_t kMaxTypeBytes = 1000;  // longer arguments of a tag are left alone

static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// Where the `<` stands that belongs to the `>` at `close`; npos when what precedes it is no name.
static std::size_t opening(std::string_view text, std::size_t close) {
  const std::size_t stop = close > kMaxTypeBytes ? close - kMaxTypeBytes : 0;
  std::size_t depth = 1;
  for (std::size_t at = close; at-- > stop;) {
    const char c = text[at];
    if (c == '`') return std::string_view::npos;
    if (c == '>' && at > 0 && text[at - 1] != '=') ++depth;  // not the arrow of a function type
    if (c != '<' || --depth != 0) continue;
    return at > 0 && is_word(text[at - 1]) && close > at + 1 ? at : std::string_view::npos;
  }
  return std::string_view::npos;
}

static void blank(std::string& out, std::string_view text, std::size_t begin, std::size_t end) {
  if (out.empty()) out = text;
  for (std::size_t at = begin; at < end; ++at)
    if (out[at] != '\n') out[at] = ' ';
}

std::string without_grammar_gaps(std::string_view text, bool tag_types) {
  constexpr std::string_view kExportTypes = "export type *";
  std::string out;
  for (std::size_t at = text.find(kExportTypes); at != std::string_view::npos; at = text.find(kExportTypes, at + 1))
    blank(out, text, at + 7, at + 11);
  if (!tag_types) return out;
  for (std::size_t at = text.find(">`"); at != std::string_view::npos; at = text.find(">`", at + 1)) {
    if (at == 0 || text[at - 1] == '=') continue;
    const std::size_t open = opening(text, at);
    if (open != std::string_view::npos) blank(out, text, open, at + 1);
  }
  return out;
}

}  // namespace idem::typescript
