#pragma once

#include "base/duration.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// How the wait before retry n (n = 1 for the first retry) grows, before jitter and cap.
enum class Backoff {
  none,         // 0
  fixed,        // initial
  linear,       // initial × n
  exponential,  // initial × multiplier^(n-1)
  polynomial,   // offset + initial × n^power, or (n-1)^power with from_zero
  listed,       // the n-th of a list
};

// Randomness in a wait. Only its upper end matters here: none, full and equal never exceed the wait itself.
enum class Jitter {
  none,
  full,          // between 0 and the wait
  equal,         // between half of the wait and the wait
  decorrelated,  // between initial and multiplier × the wait before: at worst initial × multiplier^n
  additive,      // the wait plus up to jitter_amount + (n-1) × jitter_step + jitter_ppm of the wait
};

// Fractions and factors are counted in millionths, so that no floating point enters a window.
inline constexpr std::int64_t kPpm = 1'000'000;

// What ends a single try.
struct TryTime {
  enum Kind {
    unknown,    // the layer sets no limit, but its caller or its callee may: only waits can be counted
    unlimited,  // it waits for ever
    limited,
  } kind = unknown;
  Duration limit;  // when limited
};

struct DelayRun {
  Duration delay;
  std::int64_t count = 1;
};

// One party that tries again: an SDK, a job queue, a broker, a proxy, an agent.
struct RetryLayer {
  std::string name;
  std::string preset;                 // id of the row it came from, or empty
  std::optional<std::int64_t> tries;  // the first try counts; nullopt = without end
  TryTime timeout;
  Backoff backoff = Backoff::exponential;
  Duration initial = seconds(1);
  std::optional<std::int64_t> multiplier_ppm;  // default 2, for decorrelated jitter 3
  std::int64_t power = 2;
  bool from_zero = false;
  Duration offset;
  std::optional<Duration> cap;
  std::int64_t immediate = 0;  // so many retries come at once before back-off begins
  std::vector<DelayRun> listed;
  Jitter jitter = Jitter::none;
  Duration jitter_amount, jitter_step;
  std::int64_t jitter_ppm = 0;
  std::optional<Duration> retry_after_max;  // longest Retry-After a server sends and this layer obeys
  std::optional<Duration> server_hint_max;  // longest Retry-After that this layer would obey, if sent
  std::optional<Duration> deadline;         // spans all tries
  std::string deadline_reason;              // "deadline", "retention of the broker", "stated by the vendor"
  bool cancels = false;                     // giving up on a try also stops what runs inside it
  bool unbounded_delays = false;            // something else may hold back a try for ever
  std::string unbounded_reason;             // why there is no end, for people
  std::string sends_key;                    // "no", where the key goes, or empty when not known
};

// Sets one field from text, as in 'agent:timeout=60,retries=2'. Keys: tries or attempts, retries, timeout, backoff,
// initial, multiplier, power, offset, cap, immediate, delays, jitter, jitter_amount, jitter_step, jitter_percent,
// retry_after_max, deadline, cancels. Dashes and underscores are the same.
Result<void> set_layer_field(RetryLayer& layer, std::string_view key, std::string_view value);

// Applies "key=value,key=value" to a layer.
Result<void> set_layer_fields(RetryLayer& layer, std::string_view fields);

// Reads 'name:key=value,...' or 'key=value,...'.
Result<RetryLayer> parse_layer(std::string_view text);

// What does not fit together in a finished layer: an initial wait above its cap, a list shorter than the retries.
Result<void> check_layer(const RetryLayer& layer);

// A number with up to six decimals, in millionths: "1.5" → 1500000.
Result<std::int64_t> parse_ppm(std::string_view text, std::string_view what);
// A whole number that is not negative.
Result<std::int64_t> parse_count(std::string_view text, std::string_view what);

std::string_view to_word(Backoff backoff);
std::string_view to_word(Jitter jitter);

}  // namespace idem
