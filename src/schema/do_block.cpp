#include "schema/do_block.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace idem {

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static std::string lower(std::string_view text) {
  std::string out{text};
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// The body between the first dollar quotes, empty where there are none.
static std::string_view body_of(std::string_view text) {
  const std::size_t open = text.find('$');
  const std::size_t tag_end = open == std::string_view::npos ? open : text.find('$', open + 1);
  if (tag_end == std::string_view::npos) return {};
  const std::string_view mark = text.substr(open, tag_end + 1 - open);
  const std::size_t close = text.find(mark, tag_end + 1);
  return text.substr(tag_end + 1, close == std::string_view::npos ? close : close - tag_end - 1);
}

// Where the SQL begins behind words of the block: "BEGIN", "IF ... THEN", "ELSE", "LOOP". npos where none begins.
static std::size_t sql_begin(std::string_view chunk) {
  static constexpr std::array<std::string_view, 3> kVerbs{"create", "alter", "drop"};
  static constexpr std::array<std::string_view, 4> kOpens{"begin", "then", "else", "loop"};
  bool at_start = true;
  for (std::size_t at = 0; at < chunk.size();) {
    const char c = chunk[at];
    if (c == '\'' || c == '"') {
      const std::size_t close = chunk.find(c, at + 1);
      at = close == std::string_view::npos ? chunk.size() : close + 1;
      at_start = false;
    } else if (c == '-' && at + 1 < chunk.size() && chunk[at + 1] == '-') {
      at = std::min(chunk.find('\n', at), chunk.size());
    } else if (is_letter(c)) {
      std::size_t end = at;
      while (end < chunk.size() && is_letter(chunk[end])) ++end;
      const std::string word = lower(chunk.substr(at, end - at));
      if (at_start && std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end()) return at;
      at_start = std::find(kOpens.begin(), kOpens.end(), word) != kOpens.end();
      at = end;
    } else {
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') at_start = false;
      ++at;
    }
  }
  return std::string_view::npos;
}

std::vector<ScriptStatement> statements_in_do(const ScriptStatement& statement) {
  std::vector<ScriptStatement> found;
  const std::string_view text = statement.text;
  if (text.size() < 2 || lower(text.substr(0, 2)) != "do" || (text.size() > 2 && is_letter(text[2]))) return found;
  const std::string_view body = body_of(text);
  for (const ScriptStatement& chunk : split_sql(body)) {
    const std::size_t begin = sql_begin(chunk.text);
    if (begin == std::string_view::npos) continue;
    const std::string_view sql = chunk.text.substr(begin);
    const auto offset = static_cast<std::size_t>(sql.data() - text.data());
    found.push_back({sql, statement.offset + offset, statement.line + line_of(text, offset) - 1});
  }
  return found;
}

}  // namespace idem
