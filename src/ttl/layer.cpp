#include "ttl/layer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace idem {

namespace {

constexpr std::array<std::string_view, 6> kBackoffWords{"none",        "fixed",      "linear",
                                                        "exponential", "polynomial", "listed"};
constexpr std::array<std::string_view, 5> kJitterWords{"none", "full", "equal", "decorrelated", "additive"};
constexpr std::string_view kFields =
    "tries, retries, timeout, backoff, initial, multiplier, power, offset, cap, immediate, delays, jitter, "
    "jitter-amount, "
    "jitter-step, jitter-percent, retry-after-max, deadline, cancels";
// Beyond this a growing wait is summed up retry by retry; nobody waits for more in earnest.
constexpr std::int64_t kMostTries = 1'000'000;
constexpr std::int64_t kMostEqualTries = 1LL << 31;

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <std::size_t N>
Result<std::size_t> pick(const std::array<std::string_view, N>& words, std::string_view value, std::string_view what) {
  const auto* found = std::find(words.begin(), words.end(), value);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string list;
  for (std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return usage(fmt::format("{} is one of {}, not '{}'", what, list, value.substr(0, 60)));
}

bool means_unbounded(std::string_view value) {
  return value == "unbounded" || value == "infinite" || value == "forever" || value == "unlimited";
}

Result<void> set_tries(RetryLayer& layer, std::string_view value, bool counts_first) {
  if (means_unbounded(value)) {
    layer.tries.reset();
    return {};
  }
  const Result<std::int64_t> count = parse_count(value, counts_first ? "the number of tries" : "the number of retries");
  if (!count) return count.error();
  if (counts_first && *count == 0)
    return usage("tries counts the first one too, so it is at least 1; retries=0 says the same as tries=1");
  if (*count >= kMostEqualTries)
    return usage(fmt::format("{} tries are without end in practice: say unbounded, or give a deadline", *count));
  layer.tries = counts_first ? *count : *count + 1;
  return {};
}

Result<void> set_timeout(RetryLayer& layer, std::string_view value) {
  if (value == "none" || means_unbounded(value)) {
    layer.timeout = {TryTime::unlimited, {}};
    return {};
  }
  if (value == "unknown") {
    layer.timeout = {TryTime::unknown, {}};
    return {};
  }
  const Result<Duration> limit = parse_duration(value);
  if (!limit) return limit.error();
  layer.timeout = {TryTime::limited, *limit};
  return {};
}

// "20s*5;1m": waits in order, separated by ; or by + (a comma already separates fields).
Result<void> set_delays(RetryLayer& layer, std::string_view value) {
  layer.listed.clear();
  for (std::string_view part : split(value, value.find('+') != std::string_view::npos ? '+' : ';')) {
    const std::size_t star = part.find('*');
    const Result<Duration> delay = parse_duration(part.substr(0, star));
    if (!delay) return delay.error();
    DelayRun run{*delay, 1};
    if (star != std::string_view::npos) {
      const Result<std::int64_t> count = parse_count(part.substr(star + 1), "the count after * in delays");
      if (!count) return count.error();
      run.count = std::min(*count, kMostEqualTries);
    }
    layer.listed.push_back(run);
  }
  layer.backoff = Backoff::listed;
  return {};
}

Result<void> set_duration(Duration& field, std::string_view value) {
  const Result<Duration> parsed = parse_duration(value);
  if (!parsed) return parsed.error();
  field = *parsed;
  return {};
}

Result<void> set_duration(std::optional<Duration>& field, std::string_view value) {
  Duration parsed;
  Result<void> done = set_duration(parsed, value);
  if (done) field = parsed;
  return done;
}

Result<bool> parse_bool(std::string_view key, std::string_view value) {
  if (value == "true" || value == "yes" || value.empty()) return true;
  if (value == "false" || value == "no") return false;
  return usage(fmt::format("{} is true or false, not '{}'", key, value.substr(0, 60)));
}

Result<void> set_growth(RetryLayer& layer, std::string_view key, std::string_view value) {
  if (key == "multiplier") {
    const Result<std::int64_t> ppm = parse_ppm(value, "multiplier");
    if (!ppm) return ppm.error();
    if (*ppm < kPpm || *ppm > 1000 * kPpm) return usage("multiplier is between 1 and 1000");
    layer.multiplier_ppm = *ppm;
    return {};
  }
  if (key == "jitter_percent") {
    if (!value.empty() && value.back() == '%') value.remove_suffix(1);
    const Result<std::int64_t> ppm = parse_ppm(value, "jitter-percent");
    if (!ppm) return ppm.error();
    if (*ppm > 1000 * kPpm) return usage("jitter-percent is at most 1000");
    layer.jitter_ppm = *ppm / 100;
    return {};
  }
  const Result<std::int64_t> count = parse_count(value, key);
  if (!count) return count.error();
  if (key == "power" && *count > 10) return usage("power is at most 10");
  (key == "power" ? layer.power : layer.immediate) = *count;
  return {};
}

template <typename Enum, std::size_t N>
Result<void> set_word(Enum& field, const std::array<std::string_view, N>& words, std::string_view key,
                      std::string_view value) {
  const Result<std::size_t> index = pick(words, value, key);
  if (!index) return index.error();
  field = static_cast<Enum>(*index);
  return {};
}

Result<void> set_flag(bool& field, std::string_view key, std::string_view value) {
  const Result<bool> flag = parse_bool(key, value);
  if (!flag) return flag.error();
  field = *flag;
  return {};
}

}  // namespace

std::string_view to_word(Backoff backoff) { return kBackoffWords[static_cast<std::size_t>(backoff)]; }
std::string_view to_word(Jitter jitter) { return kJitterWords[static_cast<std::size_t>(jitter)]; }

Result<std::int64_t> parse_count(std::string_view text, std::string_view what) {
  std::int64_t n = 0;
  const std::from_chars_result parsed = std::from_chars(text.data(), text.data() + text.size(), n);
  if (parsed.ec == std::errc::result_out_of_range)
    return usage(fmt::format("{} is too large: {}", what, text.substr(0, 60)));
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || n < 0)
    return usage(fmt::format("{} is a whole number from 0, not '{}'", what, text.substr(0, 60)));
  return n;
}

Result<std::int64_t> parse_ppm(std::string_view text, std::string_view what) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  std::string_view fraction = point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  const bool digits = std::all_of(fraction.begin(), fraction.end(), [](char c) { return c >= '0' && c <= '9'; });
  const Result<std::int64_t> n = parse_count(whole, what);
  if (!n && n.error().message.find("too large") != std::string::npos) return n.error();
  if (!n || !digits) return usage(fmt::format("{} is a number such as 2 or 1.5, not '{}'", what, text.substr(0, 60)));
  if (fraction.size() > 6) return usage(fmt::format("{} has more than six decimals: {}", what, text.substr(0, 60)));
  if (*n > 9'000'000'000'000) return usage(fmt::format("{} is too large: {}", what, text.substr(0, 60)));
  std::int64_t part = 0;
  for (std::size_t i = 0; i < 6; ++i) part = part * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
  return *n * kPpm + part;
}

Result<void> set_layer_field(RetryLayer& layer, std::string_view raw_key, std::string_view value) {
  std::string key(raw_key);
  std::replace(key.begin(), key.end(), '-', '_');
  if (key == "tries" || key == "attempts") return set_tries(layer, value, true);
  if (key == "retries") return set_tries(layer, value, false);
  if (key == "timeout") return set_timeout(layer, value);
  if (key == "backoff") return set_word(layer.backoff, kBackoffWords, key, value);
  if (key == "jitter") return set_word(layer.jitter, kJitterWords, key, value);
  if (key == "delays") return set_delays(layer, value);
  if (key == "initial") return set_duration(layer.initial, value);
  if (key == "offset") return set_duration(layer.offset, value);
  if (key == "cap") return set_duration(layer.cap, value);
  if (key == "jitter_amount") return set_duration(layer.jitter_amount, value);
  if (key == "jitter_step") return set_duration(layer.jitter_step, value);
  if (key == "retry_after_max") return set_duration(layer.retry_after_max, value);
  if (key == "deadline") {
    layer.deadline_reason = "deadline";
    return set_duration(layer.deadline, value);
  }
  if (key == "cancels") return set_flag(layer.cancels, key, value);
  if (key == "multiplier" || key == "power" || key == "immediate" || key == "jitter_percent")
    return set_growth(layer, key, value);
  return usage(fmt::format("'{}' is no field of a layer; the fields are {}", raw_key.substr(0, 60), kFields));
}

Result<void> set_layer_fields(RetryLayer& layer, std::string_view fields) {
  for (std::string_view field : split(fields, ',')) {
    if (field.empty()) continue;
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos && field != "cancels")
      return usage(fmt::format("'{}' has no value; write it as in 'agent:timeout=60,retries=2'", field.substr(0, 60)));
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : trimmed(field.substr(equals + 1));
    const std::string_view key = trimmed(field.substr(0, equals));
    const Result<void> done = set_layer_field(layer, key, value);
    if (!done) return done.error().with_context(std::string(key.substr(0, 60)));
  }
  return {};
}

Result<RetryLayer> parse_layer(std::string_view text) {
  RetryLayer layer;
  layer.tries = 1;
  const std::size_t colon = text.find(':');
  const bool named = colon != std::string_view::npos && text.substr(0, colon).find('=') == std::string_view::npos;
  layer.name = named ? std::string(trimmed(text.substr(0, colon))) : "layer";
  const std::string_view fields = named ? text.substr(colon + 1) : text;
  if (trimmed(fields).empty() || layer.name.empty())
    return usage(
        fmt::format("'{}' describes no layer; write it as in 'agent:timeout=60,retries=2'", text.substr(0, 60)));
  const Result<void> done = set_layer_fields(layer, fields);
  if (!done) return done.error().with_context("layer '" + layer.name + "'");
  const Result<void> fits = check_layer(layer);
  if (!fits) return fits.error();
  return layer;
}

Result<void> check_layer(const RetryLayer& layer) {
  const std::string context = "layer '" + layer.name + "'";
  if (layer.backoff == Backoff::listed) {
    std::int64_t listed = 0;
    for (const DelayRun& run : layer.listed) listed += run.count;
    if (!layer.tries) return usage("listed delays need a number of tries").with_context(context);
    if (listed + layer.immediate < *layer.tries - 1)
      return usage(fmt::format("{} delays are listed for {} retries", listed, *layer.tries - 1)).with_context(context);
  }
  const bool adds = layer.jitter_amount.ms > 0 || layer.jitter_step.ms > 0 || layer.jitter_ppm > 0;
  if (layer.jitter == Jitter::additive && !adds)
    return usage("additive jitter adds nothing unless jitter-amount, jitter-step or jitter-percent says how much")
        .with_context(context);
  if (layer.jitter != Jitter::additive && adds)
    return usage(
               fmt::format("jitter-amount, jitter-step and jitter-percent belong to additive jitter, but jitter is {}",
                           to_word(layer.jitter)))
        .with_context(context);
  const bool grows =
      layer.backoff != Backoff::none && layer.backoff != Backoff::fixed && layer.backoff != Backoff::listed;
  if (layer.tries && *layer.tries > kMostTries && (grows || layer.jitter_step.ms > 0) && !layer.deadline)
    return usage(fmt::format("more than {} tries with growing waits are without end in practice: say unbounded, or "
                             "give a deadline",
                             kMostTries))
        .with_context(context);
  return {};
}

}  // namespace idem
