#include "schema/sql_split.hpp"

#include <algorithm>
#include <string>

namespace idem {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool same_word(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() && std::equal(word.begin(), word.end(), lower.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

class Splitter {
 public:
  explicit Splitter(std::string_view script) : m_script(script) {
    if (script.starts_with("\xef\xbb\xbf")) m_at = 3;  // the mark of a Windows editor
  }

  std::vector<ScriptStatement> run() {
    while (m_at < m_script.size()) step();
    finish(m_script.size());
    return std::move(m_statements);
  }

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_script.size() ? m_script[m_at + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (is_space(c)) return void(++m_at);
    if (c == '-' && peek(1) == '-') return skip_line();
    if (c == '/' && peek(1) == '*') return skip_comment();
    if (c == '\\' && !m_open) return skip_line();
    if (c == '\\' && peek(1) == 'g') return end_by_command();
    if (c == ';') return end_statement();
    open();
    if (c == '\'') return skip_quoted('\'', escapes_here());
    if (c == '"') return skip_quoted('"', false);
    if (c == '$') return skip_dollar();
    if (is_word(c)) return take_word();
    ++m_at;
  }

  void open() {
    if (m_open) return;
    m_open = true;
    m_begin = m_at;
    m_words = 0;
    m_atomic = 0;
    m_copy = m_from_stdin = m_saw_from = m_routine = false;
  }

  void finish(std::size_t end) {
    if (!m_open) return;
    m_line += static_cast<int>(std::count(m_script.begin() + static_cast<std::ptrdiff_t>(m_counted),
                                          m_script.begin() + static_cast<std::ptrdiff_t>(m_begin), '\n'));
    m_counted = m_begin;
    m_statements.push_back({m_script.substr(m_begin, end - m_begin), m_begin, m_line});
    m_open = false;
  }

  void end_statement() {
    if (m_open && m_atomic > 0) return void(++m_at);
    const bool data_follows = m_open && m_from_stdin;
    finish(m_at);
    ++m_at;
    if (data_follows) skip_copy_data();
  }

  // \g, \gexec, \gset: psql sends what stands before them, as a semicolon would.
  void end_by_command() {
    finish(m_at);
    skip_line();
  }

  void skip_line() { m_at = std::min(m_script.find('\n', m_at), m_script.size()); }

  void skip_comment() {
    int depth = 0;
    while (m_at < m_script.size()) {
      if (peek() == '/' && peek(1) == '*') {
        ++depth;
        m_at += 2;
      } else if (peek() == '*' && peek(1) == '/') {
        m_at += 2;
        if (--depth == 0) return;
      } else {
        ++m_at;
      }
    }
  }

  // E'...' takes backslash escapes; the E stands right before the quote.
  bool escapes_here() const {
    return m_at > m_begin && (m_script[m_at - 1] == 'E' || m_script[m_at - 1] == 'e') &&
           (m_at - 1 == m_begin || !is_word(m_script[m_at - 2]));
  }

  void skip_quoted(char quote, bool escapes) {
    ++m_at;
    while (m_at < m_script.size()) {
      if (escapes && peek() == '\\') {
        m_at += 2;
      } else if (m_script[m_at++] == quote) {
        if (peek() != quote) return;
        ++m_at;
      }
    }
    m_at = std::min(m_at, m_script.size());
  }

  void skip_dollar() {
    std::size_t end = m_at + 1;
    while (end < m_script.size() && is_word(m_script[end])) ++end;
    const bool tag =
        end < m_script.size() && m_script[end] == '$' && !(m_script[m_at + 1] >= '0' && m_script[m_at + 1] <= '9');
    if (!tag) return void(++m_at);
    const std::string_view mark = m_script.substr(m_at, end + 1 - m_at);
    const std::size_t close = m_script.find(mark, end + 1);
    m_at = close == std::string_view::npos ? m_script.size() : close + mark.size();
  }

  void take_word() {
    const std::size_t begin = m_at;
    while (m_at < m_script.size() && (is_word(m_script[m_at]) || m_script[m_at] == '$')) ++m_at;
    const std::string_view word = m_script.substr(begin, m_at - begin);
    ++m_words;
    if (m_words == 1 && same_word(word, "copy")) m_copy = true;
    if (m_words <= 4 && (same_word(word, "function") || same_word(word, "procedure"))) m_routine = true;
    if (m_copy && m_saw_from && same_word(word, "stdin")) m_from_stdin = true;
    m_saw_from = same_word(word, "from");
    if (!m_routine) return;
    if (same_word(word, "atomic") && same_word(m_last, "begin")) m_atomic = 1;
    if (m_atomic > 0 && same_word(word, "case")) ++m_atomic;
    if (m_atomic > 0 && same_word(word, "end")) --m_atomic;
    m_last = word;
  }

  void skip_copy_data() {
    skip_line();
    while (m_at < m_script.size()) {
      const std::size_t begin = m_at + 1;
      m_at = begin;
      skip_line();
      const std::string_view line = m_script.substr(std::min(begin, m_script.size()), m_at - std::min(begin, m_at));
      if (line == "\\." || line == "\\.\r") return;
    }
    m_at = m_script.size();
  }

  std::string_view m_script;
  std::vector<ScriptStatement> m_statements;
  std::size_t m_at = 0;
  std::size_t m_begin = 0;    // of the open statement
  std::size_t m_counted = 0;  // line breaks before this offset are in m_line
  int m_line = 1;
  int m_words = 0;
  int m_atomic = 0;  // open BEGIN ATOMIC and CASE
  bool m_open = false;
  bool m_copy = false;
  bool m_saw_from = false;
  bool m_from_stdin = false;
  bool m_routine = false;
  std::string_view m_last;
};

}  // namespace

std::vector<ScriptStatement> split_sql(std::string_view script) { return Splitter{script}.run(); }

std::string why_no_script(std::string_view text) {
  constexpr std::size_t kLookedAt = std::size_t{64} << 10U;
  if (text.starts_with("PGDMP"))
    return "a dump in pg_dump's custom format; make a script of it: pg_restore --schema-only -f schema.sql FILE";
  if (text.starts_with("\x1f\x8b")) return "compressed by gzip; unpack it first";
  if (text.starts_with("SQLite format 3")) return "an SQLite database, no SQL script";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return "UTF-16; save it as UTF-8";
  if (text.substr(0, kLookedAt).find('\0') != std::string_view::npos) return "no SQL script: it holds NUL bytes";
  return "";
}

int line_of(std::string_view script, std::size_t offset) {
  const auto end = script.begin() + static_cast<std::ptrdiff_t>(std::min(offset, script.size()));
  return 1 + static_cast<int>(std::count(script.begin(), end, '\n'));
}

}  // namespace idem
