#include "migrate/tool_text.hpp"

#include "base/resources.hpp"
#include "migrate/render_sql.hpp"
#include "schema/sql_split.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

std::string head_comment(const Script& script, const std::string& mark) {
  std::string out = mark + script.title + "\n";
  for (const std::string& note : script.notes) out += fmt::format("{}  {}\n", mark, note);
  return out;
}

std::string down_comment(const Script& script) {
  if (script.down.empty()) return "";
  std::string out = "-- Takes back: " + script.title + "\n";
  for (const std::string& note : script.down_notes) out += fmt::format("--   {}\n", note);
  return out + "\n";
}

const std::string& side_of(const Script& script, Direction direction) {
  return direction == Direction::up ? script.up : script.down;
}

static std::string frame_text(const Script& script, const char* file) {
  if (script.transactional) return "";
  SqlValues with;
  with.values["lock_timeout"] = fmt::format("'{}ms'", script.lock_timeout_ms);
  return render_sql(resource(file), with);
}

std::string settings_before(const Script& script) { return frame_text(script, "sql/frame/no_transaction_before.sql"); }
std::string settings_after(const Script& script) { return frame_text(script, "sql/frame/no_transaction_after.sql"); }

std::string with_frame(const Script& script, Direction direction, SqlDialect dialect) {
  const bool safer = direction == Direction::up && !script.psql_up.empty();
  const std::string& sql = safer ? script.psql_up : side_of(script, direction);
  if (!script.transactional) return settings_before(script) + "\n" + sql + "\n" + settings_after(script);
  if (dialect == SqlDialect::mysql) return sql;  // every DDL statement commits by itself there
  return "BEGIN;\n\n" + sql + "\nCOMMIT;\n";
}

bool goes_as_a_whole(const Script& script, SqlDialect dialect) {
  return script.transactional && dialect == SqlDialect::postgres;
}

std::vector<std::string> statements_of(const std::string& sql) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  bool in_body = false;  // of an SQLite trigger, whose statements stand between BEGIN and END
  for (const ScriptStatement& statement : split_sql(sql)) {
    in_body = statement.text != "END" && (in_body || statement.text.starts_with("CREATE TRIGGER IF NOT EXISTS"));
    if (in_body) continue;
    const std::size_t end = std::min(statement.offset + statement.text.size() + 1, sql.size());
    const std::size_t first = sql.find_first_not_of('\n', begin);
    out.push_back(sql.substr(first, end - first));
    begin = end;
  }
  return out;
}

std::string camel_case(const std::string& slug) {
  std::string out;
  bool upper = true;
  for (const char c : slug) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

std::string indented(const std::string& text, std::size_t spaces) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out += std::string(spaces, ' ') + text.substr(at, end - at);
    out += "\n";
    at = end + 1;
  }
  return out;
}

std::string following(const std::string& number) {
  std::string next = number;
  for (std::size_t i = next.size(); i-- > 0;) {
    if (next[i] != '9') {
      ++next[i];
      return next;
    }
    next[i] = '0';
  }
  return "1" + next;
}

std::string next_number(const std::vector<ExistingFile>& existing, const std::string& prefix, std::size_t width,
                        const std::string& first) {
  std::string largest;  // without leading zeros
  std::size_t widest = width;
  for (const ExistingFile& file : existing) {
    if (!file.path.starts_with(prefix)) continue;
    const std::string_view rest = std::string_view{file.path}.substr(prefix.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0 || digits > 30) continue;
    const std::size_t zeros = std::min(rest.find_first_not_of('0'), digits - 1);
    const std::string number{rest.substr(zeros, digits - zeros)};
    widest = std::max(widest, digits);
    if (number.size() > largest.size() || (number.size() == largest.size() && number > largest)) largest = number;
  }
  if (largest.empty()) return first;
  const std::string next = following(largest);
  return next.size() < widest ? std::string(widest - next.size(), '0') + next : next;
}

}  // namespace idem
