// Rates, sizes and factors as people write them, and back.
#include "ttl/layer.hpp"
#include "ttl/storage.hpp"

#include <fmt/core.h>

#include <array>

namespace idem {

namespace {

struct Named {
  std::string_view name;
  std::int64_t value;
};

constexpr std::array<Named, 12> kPeriods{{{"s", 1},
                                          {"sec", 1},
                                          {"second", 1},
                                          {"m", 60},
                                          {"min", 60},
                                          {"minute", 60},
                                          {"h", 3600},
                                          {"hr", 3600},
                                          {"hour", 3600},
                                          {"d", 86400},
                                          {"day", 86400},
                                          {"week", 604800}}};
constexpr std::array<Named, 8> kCounts{{{"", 1},
                                        {"k", 1000},
                                        {"K", 1000},
                                        {"M", 1'000'000},
                                        {"G", 1'000'000'000},
                                        {"B", 1'000'000'000},
                                        {"bn", 1'000'000'000},
                                        {"T", 1'000'000'000'000}}};
constexpr std::array<Named, 17> kSizes{{{"", 1},
                                        {"B", 1},
                                        {"byte", 1},
                                        {"bytes", 1},
                                        {"kB", 1000},
                                        {"KB", 1000},
                                        {"k", 1000},
                                        {"MB", 1'000'000},
                                        {"M", 1'000'000},
                                        {"GB", 1'000'000'000},
                                        {"G", 1'000'000'000},
                                        {"TB", 1'000'000'000'000},
                                        {"KiB", 1 << 10},
                                        {"kiB", 1 << 10},
                                        {"MiB", 1 << 20},
                                        {"GiB", 1 << 30},
                                        {"TiB", 1LL << 40}}};

template <std::size_t N>
const Named* find(const std::array<Named, N>& names, std::string_view name) {
  for (const Named& named : names)
    if (named.name == name) return &named;
  return nullptr;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct Split {
  std::int64_t ppm;
  std::string_view word;
};

// "2.5 kB" → 2.5 in millionths and "kB".
Result<Split> split_number(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = text.find_first_not_of("0123456789.");
  const Result<std::int64_t> ppm = parse_ppm(text.substr(0, end), "the number");
  if (!ppm) return ppm.error();
  return Split{*ppm, end == std::string_view::npos ? std::string_view{} : trimmed(text.substr(end))};
}

bool too_large(const Result<Split>& split) {
  return !split && split.error().message.find("too large") != std::string::npos;
}

Error refuse(std::string_view text, std::string_view what, std::string_view forms) {
  return {ErrorKind::usage, fmt::format("'{}' is no {}; write it {}", text.substr(0, 60), what, forms)};
}

}  // namespace

Result<Rate> parse_rate(std::string_view text) {
  constexpr std::string_view kForms = "such as 10M/day, 100/s or 2.5k/min (periods s, min, h, day, week)";
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return refuse(text, "rate", kForms);
  const Result<Split> split = split_number(text.substr(0, slash));
  if (too_large(split)) return split.error();
  const Named* period = find(kPeriods, trimmed(text.substr(slash + 1)));
  const Named* unit = split ? find(kCounts, split->word) : nullptr;
  if (unit == nullptr || period == nullptr) return refuse(text, "rate", kForms);
  const Int128 millis = static_cast<Int128>(split->ppm) * unit->value / 1000;
  if (millis > kInt64Max / 1000)
    return Error{ErrorKind::usage, fmt::format("the rate '{}' is too large to be counted", text.substr(0, 60))};
  if (millis == 0 && split->ppm > 0) return refuse(text, "rate", "with at least a thousandth of a request a period");
  return Rate{static_cast<std::int64_t>(millis), seconds(period->value)};
}

Result<std::int64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view kForms = "such as 500, 2kB (1000 bytes), 2KiB (1024) or 1.5MB";
  const Result<Split> split = split_number(text);
  if (too_large(split)) return split.error();
  const Named* unit = split ? find(kSizes, split->word) : nullptr;
  if (unit == nullptr) return refuse(text, "size", kForms);
  const Int128 exact = static_cast<Int128>(split->ppm) * unit->value;
  if (exact % kPpm != 0) return refuse(text, "whole number of bytes", kForms);
  const std::int64_t bytes = saturate(exact / kPpm);
  if (bytes == kInt64Max)
    return Error{ErrorKind::usage, fmt::format("the size '{}' is too large to be counted", text.substr(0, 60))};
  return bytes;
}

Result<std::int64_t> parse_factor(std::string_view text, std::string_view what) {
  const Result<Split> split = split_number(text);
  if (too_large(split)) return split.error();
  if (split && (split->word.empty() || split->word == "x" || split->word == "X" || split->word == "×"))
    return split->ppm;
  if (split && split->word == "%") return split->ppm / 100;
  return refuse(text, what, "such as 20, 20x, 1.5 or 5%");
}

std::string human_bytes(std::int64_t bytes) {
  constexpr std::array<std::string_view, 7> kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::int64_t scale = 1;
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && bytes / scale >= 1000) {
    scale *= 1000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} B", bytes);
  const std::int64_t whole = bytes / scale, decimals = whole >= 100 ? 1 : whole >= 10 ? 10 : 100;
  const Int128 rounded = (static_cast<Int128>(bytes) * decimals + scale / 2) / scale;
  if (rounded / decimals == 1000 && unit + 1 < kUnits.size()) return fmt::format("1 {}", kUnits[unit + 1]);
  std::string text = fmt::format("{}", static_cast<std::int64_t>(rounded / decimals));
  if (decimals > 1) {
    std::string fraction = fmt::format("{:0{}}", static_cast<std::int64_t>(rounded % decimals), decimals == 10 ? 1 : 2);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    if (!fraction.empty()) text += "." + fraction;
  }
  return fmt::format("{} {}", text, kUnits[unit]);
}

std::string grouped(std::int64_t n) {
  std::string text = fmt::format("{}", n);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string per_second(std::int64_t mps) {
  if (mps >= 10'000) return grouped((mps + 500) / 1000) + "/s";
  const bool small = mps < 1000;
  const std::int64_t rounded = small ? mps : (mps + 5) / 10 * 10;
  std::string text = fmt::format("{}.{:03}", rounded / 1000, rounded % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + "/s";
}

}  // namespace idem
