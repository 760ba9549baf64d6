#include "ttl/delays.hpp"

#include <algorithm>

namespace idem {

namespace {

// Exponential waits are carried in nanoseconds, so that rounding up to milliseconds does not add up from retry to
// retry.
constexpr std::int64_t kNanos = 1'000'000;
constexpr Int128 kMostNanos = static_cast<Int128>(kInt64Max) * kNanos;

// The waits of a layer one after the other, before immediate retries, jitter amounts and Retry-After.
class Waits {
 public:
  explicit Waits(const RetryLayer& layer) : m_layer(layer), m_nanos(static_cast<Int128>(layer.initial.ms) * kNanos) {
    m_ppm = layer.multiplier_ppm.value_or(layer.jitter == Jitter::decorrelated ? 3 * kPpm : 2 * kPpm);
    if (exponential() && layer.jitter == Jitter::decorrelated) grow();  // the first wait may already be multiplied
  }

  // The wait before the next retry; capped.
  Duration next() {
    ++m_n;
    Duration wait;
    switch (m_layer.backoff) {
      case Backoff::none:
        break;
      case Backoff::fixed:
        wait = m_layer.initial;
        break;
      case Backoff::linear:
        wait = m_layer.initial * m_n;
        break;
      case Backoff::polynomial:
        wait = polynomial();
        break;
      case Backoff::listed:
        wait = listed();
        break;
      case Backoff::exponential:
        wait = {saturate((m_nanos + (kNanos - 1)) / kNanos)};
        grow();
        break;
    }
    return m_layer.cap ? std::min(wait, *m_layer.cap) : wait;
  }

  // Whether every wait from here on equals `last`.
  bool settled(Duration last) const {
    if (m_layer.backoff == Backoff::none || m_layer.backoff == Backoff::fixed) return true;
    if (m_layer.backoff == Backoff::listed) return false;
    if (exponential() && m_ppm == kPpm) return true;
    return last.overflowed() || (m_layer.cap && last >= *m_layer.cap) || m_layer.initial.ms == 0;
  }

 private:
  bool exponential() const { return m_layer.backoff == Backoff::exponential; }
  void grow() { m_nanos = std::min(kMostNanos, (std::min(m_nanos, kMostNanos) * m_ppm + (kPpm - 1)) / kPpm); }

  Duration polynomial() const {
    Duration wait = m_layer.initial;
    for (std::int64_t i = 0; i < m_layer.power; ++i) wait = wait * (m_layer.from_zero ? m_n - 1 : m_n);
    return m_layer.offset + wait;
  }

  Duration listed() {
    while (m_run < m_layer.listed.size() && m_in_run == m_layer.listed[m_run].count) {
      ++m_run;
      m_in_run = 0;
    }
    if (m_run == m_layer.listed.size()) return m_layer.listed.empty() ? Duration{} : m_layer.listed.back().delay;
    ++m_in_run;
    return m_layer.listed[m_run].delay;
  }

  const RetryLayer& m_layer;
  Int128 m_nanos;
  std::int64_t m_ppm = 0, m_n = 0, m_in_run = 0;
  std::size_t m_run = 0;
};

// Adds what jitter and the server's hint may add to the wait before retry n.
Duration at_worst(const RetryLayer& layer, Duration wait, std::int64_t n) {
  if (layer.jitter == Jitter::additive) {
    const Duration share{multiply_divide_up(wait.ms, layer.jitter_ppm, kPpm)};
    wait = wait + layer.jitter_amount + layer.jitter_step * (n - 1) + share;
  }
  return layer.retry_after_max ? std::max(wait, *layer.retry_after_max) : wait;
}

void append(std::vector<DelayRun>& runs, Duration delay, std::int64_t count) {
  if (count <= 0) return;
  if (!runs.empty() && runs.back().delay == delay) {
    runs.back().count += count;
  } else {
    runs.push_back({delay, count});
  }
}

}  // namespace

std::vector<DelayRun> longest_delays(const RetryLayer& layer, std::int64_t count) {
  std::vector<DelayRun> runs;
  const std::int64_t at_once = std::min(layer.immediate, count);
  append(runs, at_worst(layer, Duration{}, 1), at_once);
  if (layer.jitter == Jitter::additive && layer.jitter_step.ms > 0) {
    runs.clear();
    for (std::int64_t n = 1; n <= at_once; ++n) append(runs, at_worst(layer, Duration{}, n), 1);
  }
  Waits waits(layer);
  Duration sum;
  for (std::int64_t n = at_once + 1; n <= count; ++n) {
    const Duration wait = waits.next();
    const Duration delay = at_worst(layer, wait, n);
    const bool constant = waits.settled(wait) && (layer.jitter_step.ms == 0 || layer.jitter != Jitter::additive);
    append(runs, delay, constant ? count - n + 1 : 1);
    sum = sum + delay;
    if (constant || sum.overflowed()) break;  // past the end of counting nothing changes any more
  }
  return runs;
}

Duration sum_of(const std::vector<DelayRun>& runs) {
  Duration sum;
  for (const DelayRun& run : runs) sum = sum + run.delay * run.count;
  return sum;
}

}  // namespace idem
