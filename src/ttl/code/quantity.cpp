#include "ttl/code/quantity.hpp"

#include <algorithm>
#include <array>

namespace idem {

static constexpr std::int64_t kMost = 1'000'000'000'000'000;  // 10^12 in thousandths

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<Quantity> number_quantity(std::string_view spelled) {
  std::int64_t whole = 0, part = 0, scale = 1000;
  std::size_t at = 0;
  if (spelled.empty() || !is_digit(spelled.front())) return std::nullopt;
  for (; at < spelled.size() && (is_digit(spelled[at]) || spelled[at] == '_'); ++at) {
    if (spelled[at] != '_') whole = whole * 10 + (spelled[at] - '0');
    if (whole > kMost) return std::nullopt;
  }
  if (at < spelled.size() && spelled[at] == '.')
    for (++at; at < spelled.size() && is_digit(spelled[at]); ++at) {
      scale /= 10;
      part += scale * (spelled[at] - '0');
    }
  Int128 amount = static_cast<Int128>(whole) * 1000 + part;
  if (at < spelled.size() && (spelled[at] == 'e' || spelled[at] == 'E')) {
    int exponent = 0;
    if (++at == spelled.size()) return std::nullopt;
    for (; at < spelled.size() && is_digit(spelled[at]) && exponent < 100; ++at)
      exponent = exponent * 10 + (spelled[at] - '0');
    for (int i = 0; i < exponent && amount <= kMost; ++i) amount *= 10;
  }
  if (at < spelled.size() && spelled[at] == 'n') ++at;  // 60n of JavaScript
  if (at != spelled.size() || amount > kMost) return std::nullopt;
  return Quantity{static_cast<std::int64_t>(amount), std::nullopt};
}

std::optional<Quantity> text_quantity(std::string_view text) {
  constexpr std::size_t kMostLetters = 32;
  if (text.empty() || text.size() > kMostLetters || !(is_digit(text.front()) || text.front() == 'P'))
    return std::nullopt;
  if (text.find_first_not_of("0123456789._") == std::string_view::npos) return number_quantity(text);
  const Result<Duration> parsed = parse_duration(text);
  if (!parsed || parsed->ms > kMost / 1000) return std::nullopt;
  return Quantity{parsed->ms * 1000, 1};
}

std::optional<Quantity> combine(const Quantity& a, std::string_view op, const Quantity& b) {
  Int128 amount = 0;
  std::optional<std::int64_t> unit = a.unit_ms ? a.unit_ms : b.unit_ms;
  if (op == "*") {
    if (a.unit_ms && b.unit_ms) return std::nullopt;
    amount = static_cast<Int128>(a.amount) * b.amount / 1000;
  } else if (op == "/") {
    if (b.unit_ms || b.amount == 0) return std::nullopt;
    amount = static_cast<Int128>(a.amount) * 1000 / b.amount;
  } else if (op == "+" || op == "-") {
    if (a.unit_ms.has_value() != b.unit_ms.has_value()) return std::nullopt;
    Int128 left = a.amount, right = b.amount;
    if (unit) {
      left *= *a.unit_ms;
      right *= *b.unit_ms;
      unit = 1;
    }
    amount = op == "+" ? left + right : left - right;
  } else {
    return std::nullopt;
  }
  if (amount < 0 || amount > kMost) return std::nullopt;
  return Quantity{static_cast<std::int64_t>(amount), unit};
}

std::optional<std::int64_t> unit_of(std::string_view word) {
  struct Unit {
    std::string_view word;
    std::int64_t ms;
  };
  static constexpr std::array<Unit, 6> kUnits{
      {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}, {"w", 604'800'000}}};
  for (const Unit& unit : kUnits)
    if (unit.word == word) return unit.ms;
  return std::nullopt;
}

std::int64_t plausible_unit(CodeSetting::Kind kind, const Quantity& quantity, std::int64_t customary) {
  if (kind != CodeSetting::client_timeout && kind != CodeSetting::job_timeout && kind != CodeSetting::lease)
    return customary;
  const bool client = kind == CodeSetting::client_timeout;
  const std::int64_t longest_seconds = client ? 3'600 : 7 * 86'400, shortest_millis = client ? 100 : 1'000;
  if (customary == 1000 && quantity.amount > longest_seconds * 1000) return 1;
  if (customary == 1 && quantity.amount >= 1000 && quantity.amount < shortest_millis * 1000) return 1000;
  return customary;
}

bool set_quantity(CodeSetting& setting, const Quantity& quantity, std::optional<std::int64_t> unit_ms) {
  if (setting.kind == CodeSetting::retries) {
    constexpr std::int64_t kMostTries = 1'000'000;
    if (quantity.unit_ms || quantity.amount % 1000 != 0 || quantity.amount / 1000 > kMostTries) return false;
    setting.count = quantity.amount / 1000;
    return true;
  }
  const std::optional<std::int64_t> unit = quantity.unit_ms ? quantity.unit_ms : unit_ms;
  if (!unit) return false;
  const Int128 ms = static_cast<Int128>(quantity.amount) * *unit / 1000;
  if (ms <= 0 || ms > days(36'500).ms) return false;
  setting.duration = milliseconds(static_cast<std::int64_t>(ms));
  return true;
}

}  // namespace idem
