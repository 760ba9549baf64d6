#include "records/money.hpp"

#include <algorithm>
#include <iterator>

namespace idem::books {

namespace {

// ISO 4217, list of 2024: the currencies that do not have two digits.
constexpr std::string_view kNone[] = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW",
                                      "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"};
constexpr std::string_view kThree[] = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"};
constexpr std::string_view kFour[] = {"CLF", "UYW"};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x >= 'a' && x <= 'z' ? x - 32 : x) == y; });
}

struct Parts {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
};

Parts split(std::string_view decimal) {
  Parts parts;
  if (!decimal.empty() && decimal.front() == '-') {
    parts.negative = true;
    decimal.remove_prefix(1);
  }
  const std::size_t point = decimal.find('.');
  parts.whole = decimal.substr(0, point);
  if (point != std::string_view::npos) parts.fraction = decimal.substr(point + 1);
  return parts;
}

int compare_magnitudes(const Parts& a, const Parts& b) {
  if (a.whole.size() != b.whole.size()) return a.whole.size() < b.whole.size() ? -1 : 1;
  if (const int order = a.whole.compare(b.whole); order != 0) return order < 0 ? -1 : 1;
  const int order = a.fraction.compare(b.fraction);
  return order == 0 ? 0 : order < 0 ? -1 : 1;
}

std::string padded(const Parts& parts, std::size_t whole, std::size_t fraction) {
  std::string digits(whole - parts.whole.size(), '0');
  digits += parts.whole;
  digits += parts.fraction;
  digits.append(fraction - parts.fraction.size(), '0');
  return digits;
}

}  // namespace

int minor_digits(std::string_view currency) {
  const auto is = [&](std::string_view one) { return same_word(currency, one); };
  if (std::any_of(std::begin(kNone), std::end(kNone), is)) return 0;
  if (std::any_of(std::begin(kThree), std::end(kThree), is)) return 3;
  if (std::any_of(std::begin(kFour), std::end(kFour), is)) return 4;
  return 2;
}

const std::string_view* currencies_with(int digits, std::size_t& count) {
  if (digits == 0) {
    count = std::size(kNone);
    return kNone;
  }
  count = digits == 3 ? std::size(kThree) : std::size(kFour);
  return digits == 3 ? kThree : kFour;
}

bool canonical_decimal(std::string_view text, int shift, std::string& out) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text.empty() || text.size() > 60) return false;
  char digits[64];
  std::size_t count = 0;
  std::size_t after_point = 0;
  bool point = false;
  for (const char c : text) {
    if (c == '.') {
      if (point) return false;
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits[count++] = c;
      if (point) ++after_point;
    } else {
      return false;
    }
  }
  if (count == 0) return false;
  after_point += static_cast<std::size_t>(shift);
  out.clear();
  if (negative) out += '-';
  const std::size_t before = count > after_point ? count - after_point : 0;
  std::size_t first = 0;
  while (first < before && digits[first] == '0') ++first;
  if (first == before)
    out += '0';
  else
    out.append(digits + first, before - first);
  if (after_point > 0) {
    out += '.';
    if (after_point > count) out.append(after_point - count, '0');
    out.append(digits + before, count - before);
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
  }
  if (out == "-0") out = "0";
  return true;
}

int compare_decimals(std::string_view a, std::string_view b) {
  const Parts x = split(a);
  const Parts y = split(b);
  if (x.negative != y.negative) return x.negative ? -1 : 1;
  const int order = compare_magnitudes(x, y);
  return x.negative ? -order : order;
}

std::string add_decimals(std::string_view a, std::string_view b) {
  Parts x = split(a);
  Parts y = split(b);
  if (compare_magnitudes(x, y) < 0) std::swap(x, y);
  const std::size_t whole = std::max(x.whole.size(), y.whole.size()) + 1;
  const std::size_t fraction = std::max(x.fraction.size(), y.fraction.size());
  std::string sum = padded(x, whole, fraction);
  const std::string other = padded(y, whole, fraction);
  const bool subtract = x.negative != y.negative;
  int carry = 0;
  for (std::size_t i = sum.size(); i-- > 0;) {
    int digit = (sum[i] - '0') + (subtract ? -(other[i] - '0') : other[i] - '0') + carry;
    carry = digit < 0 ? -1 : digit > 9 ? 1 : 0;
    digit -= carry * 10;
    sum[i] = static_cast<char>('0' + digit);
  }
  if (fraction > 0) sum.insert(whole, 1, '.');
  std::size_t first = 0;
  while (first + 1 < whole && sum[first] == '0') ++first;
  sum.erase(0, first);
  if (fraction > 0) {
    while (sum.back() == '0') sum.pop_back();
    if (sum.back() == '.') sum.pop_back();
  }
  if (x.negative && sum != "0") sum.insert(0, 1, '-');
  return sum;
}

std::string_view magnitude(std::string_view decimal) {
  return !decimal.empty() && decimal.front() == '-' ? decimal.substr(1) : decimal;
}

std::string times(std::string_view decimal, std::int64_t count) {
  std::string sum = "0";
  std::string power(decimal);
  for (; count > 0; count /= 2) {
    if (count % 2 == 1) sum = add_decimals(sum, power);
    power = add_decimals(power, power);
  }
  return sum;
}

std::string format_money(std::string_view decimal, std::string_view currency) {
  std::string text(decimal);
  const auto digits = static_cast<std::size_t>(minor_digits(currency));
  if (!currency.empty() && digits > 0) {
    const std::size_t point = text.find('.');
    const std::size_t have = point == std::string::npos ? 0 : text.size() - point - 1;
    if (point == std::string::npos) text += '.';
    if (have < digits) text.append(digits - have, '0');
  }
  if (!currency.empty()) text += " " + std::string(currency);
  return text;
}

void add_money(MoneyByCurrency& sums, std::string_view currency, std::string_view decimal) {
  const auto found = sums.find(currency);
  if (found == sums.end())
    sums.emplace(currency, decimal);
  else
    found->second = add_decimals(found->second, decimal);
}

}  // namespace idem::books
