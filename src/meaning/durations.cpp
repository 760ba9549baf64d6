#include "meaning/durations.hpp"

#include "meaning/origin.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

namespace idem {

namespace {

constexpr double kMilliseconds = 0.001;

double unit_of(std::string_view word) {
  if (word.starts_with("millisecond") || word == "ms") return kMilliseconds;
  if (word.starts_with("second") || word == "sec" || word == "secs" || word == "s") return 1;
  if (word.starts_with("minute") || word == "min" || word == "mins" || word == "m") return 60;
  if (word.starts_with("hour") || word == "h") return 3600;
  if (word.starts_with("day") || word == "d") return 86400;
  return -1;
}

double seconds_at(Interpreter& interpreter, V value, double unit, int depth) {
  if (value == nullptr || depth > 6) return -1;
  if (value->is(ValueKind::number)) {
    std::string digits(interpreter.text(value->name));
    std::erase(digits, '_');  // 86_400
    return std::strtod(digits.c_str(), nullptr) * unit;
  }
  // A factor that carries its own unit: 30 * time.Second.
  if (value->lib != nullptr && value->lib->module == "time" && !value->lib->called()) {
    std::string name(value->lib->path);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return unit_of(name);
  }
  if (value->is(ValueKind::op) && value->items.size() == 2 && interpreter.text(value->name) == "*") {
    for (const auto& [first, second] :
         {std::pair{value->items[0], value->items[1]}, std::pair{value->items[1], value->items[0]}})
      if (second->lib != nullptr) {
        const double a = seconds_at(interpreter, first, 1, depth + 1);
        const double b = seconds_at(interpreter, second, 1, depth + 1);
        return a < 0 || b < 0 ? -1 : a * b;
      }
    const double a = seconds_at(interpreter, value->items[0], 1, depth + 1);
    const double b = seconds_at(interpreter, value->items[1], unit, depth + 1);
    return a < 0 || b < 0 ? -1 : a * b;
  }
  if (value->args != nullptr) {
    // timedelta(minutes=5)
    double sum = -1;
    for (const auto& [name, part] : value->args->named)
      if (const double one = unit_of(interpreter.text(name)); one > 0)
        if (const double many = seconds_at(interpreter, part, one, depth + 1); many >= 0)
          sum = std::max(sum, 0.0) + many;
    if (sum >= 0) return sum;
    // AbortSignal.timeout(3000), timedelta(...).total_seconds()
    if (!value->args->positional.empty() && plain_name(words_of(interpreter, value).method) == "timeout")
      return seconds_at(interpreter, value->args->positional.front(), unit, depth + 1);
    if (plain_name(words_of(interpreter, value).method) == "totalseconds" && value->receiver != nullptr)
      return seconds_at(interpreter, value->receiver->receiver, unit, depth + 1);
  }
  return -1;
}

bool among(Interpreter& interpreter, Symbol name, std::initializer_list<std::string_view> words) {
  const std::string plain = plain_name(interpreter.text(name));
  return std::find(words.begin(), words.end(), plain) != words.end();
}

// A named duration among the arguments of the call or of what it was made from. Keyword arguments count seconds,
// options in a map milliseconds, as is the custom of the languages that have them.
double named_duration(Interpreter& interpreter, V call, std::initializer_list<std::string_view> words) {
  for (V at = call; at != nullptr; at = at->receiver) {
    if (at->args == nullptr) continue;
    for (const auto& [name, value] : at->args->named)
      if (among(interpreter, name, words))
        if (const double s = seconds_at(interpreter, value, 1, 0); s >= 0) return s;
    for (V value : at->args->positional)
      if (value->is(ValueKind::map))
        for (const auto& [name, field] : value->object->fields)
          if (among(interpreter, name, words) || among(interpreter, name, {"signal"}))
            if (const double s = seconds_at(interpreter, field, kMilliseconds, 0); s >= 0) return s;
  }
  return -1;
}

}  // namespace

double seconds_of(Interpreter& interpreter, V value, double unit) { return seconds_at(interpreter, value, unit, 0); }

double lease_of(Interpreter& interpreter, const Operation& op) {
  if (op.lease >= 0) return op.lease;
  if (op.expiry != nullptr) return seconds_of(interpreter, op.expiry, op.expiry_in_milliseconds ? kMilliseconds : 1);
  if (op.kind != OpKind::lock || op.call == nullptr) return -1;
  const double named = named_duration(interpreter, op.call, {"ttl", "expire", "ex", "timeout", "lease", "leasetime"});
  if (named >= 0 && plain_name(words_of(interpreter, op.call).method) != "using") return named;
  for (V at = op.call; at != nullptr; at = at->receiver) {
    if (at->args == nullptr) continue;
    for (V value : at->args->positional) {
      // redsync.WithExpiry(8 * time.Second); redlock.acquire(["name"], 5000)
      if (value->args != nullptr && value->args->positional.size() == 1 &&
          plain_name(words_of(interpreter, value).method) == "withexpiry")
        return seconds_of(interpreter, value->args->positional.front());
      if (value->is(ValueKind::number) && at == op.call &&
          plain_name(words_of(interpreter, op.call).method) == "acquire")
        return seconds_of(interpreter, value, kMilliseconds);
    }
  }
  return -1;
}

double timeout_of(Interpreter& interpreter, const Operation& op) {
  if (op.call == nullptr) return -1;
  if (const double own = named_duration(interpreter, op.call, {"timeout", "timeoutms", "requesttimeout"}); own >= 0)
    return own;
  if (op.call->args == nullptr) return -1;
  // context.WithTimeout(ctx, 30 * time.Second)
  for (V value : op.call->args->positional)
    for (V at = value; at != nullptr; at = at->receiver)
      if (at->args != nullptr && at->args->positional.size() == 2 &&
          plain_name(words_of(interpreter, at).method) == "withtimeout")
        return seconds_of(interpreter, at->args->positional[1]);
  return -1;
}

double interval_in(std::string_view text) {
  const std::size_t at = text.find("interval");
  if (at == std::string_view::npos) return -1;
  const std::size_t digit = text.find_first_of("0123456789", at);
  if (digit == std::string_view::npos || digit > at + 14) return -1;
  std::size_t end = digit;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  const double many = std::strtod(std::string(text.substr(digit, end - digit)).c_str(), nullptr);
  while (end < text.size() && (text[end] == ' ' || text[end] == '\'')) ++end;
  std::size_t last = end;
  while (last < text.size() && text[last] >= 'a' && text[last] <= 'z') ++last;
  const double one = unit_of(text.substr(end, last - end));
  return one < 0 ? -1 : many * one;
}

}  // namespace idem
