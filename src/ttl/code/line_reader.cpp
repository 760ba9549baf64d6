#include "ttl/code/line_reader.hpp"

#include <array>
#include <cctype>

namespace idem {

namespace {

struct UnitWord {
  std::string_view word;
  std::int64_t ms;
};
constexpr std::array<UnitWord, 16> kUnitWords{{{"time.Millisecond", 1},
                                               {"time.Second", 1000},
                                               {"time.Minute", 60'000},
                                               {"time.Hour", 3'600'000},
                                               {"milliseconds", 1},
                                               {"seconds", 1000},
                                               {"minutes", 60'000},
                                               {"hours", 3'600'000},
                                               {"days", 86'400'000},
                                               {"weeks", 604'800'000},
                                               {"ofMillis", 1},
                                               {"ofSeconds", 1000},
                                               {"ofMinutes", 60'000},
                                               {"ofHours", 3'600'000},
                                               {"ofDays", 86'400'000},
                                               {"Duration.days", 86'400'000}}};

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.' || c == '-';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::int64_t> unit_of(std::string_view word) {
  for (const UnitWord& known : kUnitWords)
    if (known.word == word) return known.ms;
  return std::nullopt;
}

struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  void spaces() {
    while (peek() == ' ' || peek() == '\t') ++at;
  }
  std::string_view name() {
    const std::size_t start = at;
    while (is_name(peek())) ++at;
    return text.substr(start, at - start);
  }
  std::string_view quoted() {
    const char quote = peek();
    const std::size_t start = ++at;
    while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
    at = std::min(at, text.size());
    const std::string_view inside = text.substr(start, at - start);
    if (at < text.size()) ++at;
    return inside;
  }
  // digits[_digits][.digits] in thousandths; finer or larger is no literal for us.
  std::optional<std::int64_t> number() {
    std::int64_t whole = 0, part = 0, scale = 1000;
    if (!is_digit(peek())) return std::nullopt;
    while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) {
      if (peek() != '_') whole = whole * 10 + (peek() - '0');
      if (whole > 1'000'000'000'000) return std::nullopt;
      ++at;
    }
    if (peek() == '.' && is_digit(peek(1))) {
      ++at;
      while (is_digit(peek())) {
        scale /= 10;
        part += scale * (peek() - '0');
        ++at;
      }
    }
    return whole * 1000 + part;
  }
};

struct Value {
  std::int64_t amount = 0;
  std::optional<std::int64_t> unit_ms;
};

// A duration in quotes or bare with its unit: "30s", 24h. A bare number in quotes has no unit.
std::optional<Value> duration_text(std::string_view text) {
  if (text.empty() || text.size() > 32 || !(is_digit(text.front()) || text.front() == 'P')) return std::nullopt;
  const Result<Duration> parsed = parse_duration(text);
  if (!parsed || parsed->ms > 1'000'000'000'000) return std::nullopt;
  const bool bare = text.find_first_not_of("0123456789.") == std::string_view::npos;
  return bare ? Value{parsed->ms, std::nullopt} : Value{parsed->ms * 1000, 1};
}

// timedelta(hours=24, minutes=5)
std::optional<Value> keyword_sum(Cursor& cursor) {
  Value sum{0, 1};
  ++cursor.at;  // (
  for (;;) {
    cursor.spaces();
    const std::optional<std::int64_t> unit = unit_of(cursor.name());
    cursor.spaces();
    if (!unit || cursor.peek() != '=') return std::nullopt;
    ++cursor.at;
    cursor.spaces();
    const std::optional<std::int64_t> number = cursor.number();
    if (!number || *number > 1'000'000'000) return std::nullopt;
    sum.amount += *number * *unit;
    cursor.spaces();
    if (cursor.peek() == ',')
      ++cursor.at;
    else
      break;
  }
  return cursor.peek() == ')' ? std::optional<Value>(sum) : std::nullopt;
}

// A literal: text, number, product of numbers and unit names, timedelta(...), Duration.ofSeconds(30).
std::optional<Value> value_at(Cursor cursor, std::size_t* end) {
  if (cursor.peek() == '"' || cursor.peek() == '\'') {
    const std::optional<Value> found = duration_text(cursor.quoted());
    *end = cursor.at;
    return found;
  }
  Value value{1000, std::nullopt};
  bool any = false;
  for (;;) {
    cursor.spaces();
    if (is_digit(cursor.peek())) {
      const std::size_t start = cursor.at;
      const std::optional<std::int64_t> number = cursor.number();
      if (!number) return std::nullopt;
      if (std::isalpha(static_cast<unsigned char>(cursor.peek())) != 0) {  // 30s, 24h
        while (is_name(cursor.peek())) ++cursor.at;
        *end = cursor.at;
        return any ? std::nullopt : duration_text(cursor.text.substr(start, cursor.at - start));
      }
      const Int128 product = static_cast<Int128>(value.amount) * *number / 1000;
      if (product > 1'000'000'000'000'000) return std::nullopt;
      value.amount = static_cast<std::int64_t>(product);
      any = true;
    } else {
      const std::string_view word = cursor.name();
      const std::string_view last = word.substr(word.rfind('.') == std::string_view::npos ? 0 : word.rfind('.') + 1);
      if (last == "timedelta" && cursor.peek() == '(') {
        const std::optional<Value> sum = keyword_sum(cursor);
        *end = cursor.at;
        return any ? std::nullopt : sum;
      }
      if (last.starts_with("of") && cursor.peek() == '(' && unit_of(last)) {
        ++cursor.at;
        const std::optional<std::int64_t> number = cursor.number();
        *end = cursor.at;
        return number ? std::optional<Value>(Value{*number, unit_of(last)}) : std::nullopt;
      }
      const std::optional<std::int64_t> unit = unit_of(word);
      if (!unit || value.unit_ms) return std::nullopt;
      value.unit_ms = unit;
      any = true;
    }
    cursor.spaces();
    if (cursor.peek() != '*') break;
    ++cursor.at;
  }
  *end = cursor.at;
  // A sum, a comparison or a member access goes on: the literal is only part of what is meant.
  constexpr std::string_view kGoesOn = "+-/%<>?|&.[(";
  if (!any || kGoesOn.find(cursor.peek()) != std::string_view::npos) {
    if (cursor.peek() != '\0') return std::nullopt;
  }
  return value;
}

struct OpenCall {
  std::string name;
  std::size_t argument = 0;
};

}  // namespace

std::string_view without_comment(std::string_view line, bool hash) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != '\0') {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = '\0';
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (hash ? c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')
                    : c == '/' && i + 1 < line.size() && (line[i + 1] == '/' || line[i + 1] == '*')) {
      return line.substr(0, i);
    }
  }
  const std::size_t first = line.find_first_not_of(" \t");
  if (!hash && first != std::string_view::npos && line[first] == '*') return {};
  return line;
}

std::vector<NamedLiteral> read_line(std::string_view line) {
  constexpr std::size_t kLongestLine = 2000;  // minified text holds nothing that a person would look at
  std::vector<NamedLiteral> found;
  if (line.size() > kLongestLine) return found;
  std::vector<OpenCall> calls;
  Cursor cursor{line, 0};
  std::string name;       // the last name seen
  bool expects = false;   // a value for `name` may follow
  bool argument = false;  // a positional argument may follow
  while (cursor.at < line.size()) {
    cursor.spaces();
    const char c = cursor.peek();
    if (c == '\0') break;
    std::size_t end = cursor.at;
    const bool literal = is_digit(c) || c == '"' || c == '\'' || std::isalpha(static_cast<unsigned char>(c)) != 0;
    if ((expects || argument) && literal) {
      if (const std::optional<Value> value = value_at(cursor, &end)) {
        if (expects)
          found.push_back({name, value->amount, value->unit_ms, false, 0});
        else if (!calls.empty())
          found.push_back({calls.back().name, value->amount, value->unit_ms, true, calls.back().argument});
        expects = argument = false;
        cursor.at = std::max(end, cursor.at + 1);
        continue;
      }
    }
    if (c == '"' || c == '\'' || c == '`') {
      name = std::string(cursor.quoted());
      // 'EX', 60: the word names the argument after it.
      cursor.spaces();
      const bool names_next = (name == "EX" || name == "PX" || name == "ex" || name == "px") && cursor.peek() == ',';
      expects = names_next;
      argument = false;
      if (names_next) {
        ++cursor.at;
        if (!calls.empty()) ++calls.back().argument;
      }
    } else if (is_name(c) && !is_digit(c)) {
      name = std::string(cursor.name());
      expects = argument = false;
    } else {
      ++cursor.at;
      expects = (c == ':' || c == '=') && cursor.peek() != '=' && !name.empty();
      if (c == ':' && cursor.peek() == '=') {
        ++cursor.at;  // := of Go
        expects = true;
      }
      argument = c == '(' || c == ',';
      if (c == '=' && cursor.peek() == '>') expects = false;
      if (c == '(') calls.push_back({name, 0});
      if (c == ',' && !calls.empty()) ++calls.back().argument;
      if (c == ')' && !calls.empty()) calls.pop_back();
    }
  }
  return found;
}

}  // namespace idem
