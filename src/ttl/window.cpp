#include "ttl/window.hpp"

#include "ttl/delays.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

// The smaller of two bounds of which either may be missing.
std::optional<Duration> earlier(std::optional<Duration> a, std::optional<Duration> b) {
  if (!a) return b;
  return b ? std::min(*a, *b) : a;
}

// What a single try of the innermost layer takes: nothing is inside it but the server's work.
std::optional<Duration> innermost_try(const TryTime& timeout) {
  if (timeout.kind == TryTime::unlimited) return std::nullopt;
  return timeout.kind == TryTime::limited ? timeout.limit : Duration{};
}

std::string why_unbounded(const RetryLayer& layer, const LayerWindow& found, bool innermost) {
  if (!layer.unbounded_reason.empty()) return layer.unbounded_reason;
  if (!layer.tries) return "it tries again without end and has no deadline";
  if (!found.inner) return innermost ? "a try has no timeout" : "what runs inside it has no end";
  return "its tries can be held back without end";
}

// `cuts`: what is given up on stops at once, all the way in.
LayerWindow layer_window(const RetryLayer& layer, std::optional<Duration> inner, bool innermost, bool cuts) {
  LayerWindow found;
  found.inner = inner;
  const bool limited = layer.timeout.kind == TryTime::limited;
  found.per_try = earlier(limited ? std::optional<Duration>(layer.timeout.limit) : std::nullopt, inner);
  found.outer_gives_up_first = !innermost && limited && !cuts && (!inner || layer.timeout.limit < *inner);
  const std::optional<Duration> last = cuts ? found.per_try : inner;
  std::optional<Duration> sum;
  if (layer.tries) {
    found.delays = longest_delays(layer, *layer.tries - 1);
    found.waits = sum_of(found.delays);
    const bool ends = last && (found.per_try || *layer.tries == 1) && !layer.unbounded_delays;
    if (ends) sum = found.per_try.value_or(Duration{}) * (*layer.tries - 1) + found.waits + *last;
  }
  std::optional<Duration> limit;
  if (layer.deadline) {
    if (innermost || cuts || inner) limit = *layer.deadline + (innermost || cuts ? Duration{} : *inner);
  }
  // A sum of waits alone is no bound to hold a deadline against: the tries themselves take time that nobody told.
  if (limit && innermost && layer.timeout.kind == TryTime::unknown) sum.reset();
  found.window = earlier(sum, limit);
  found.by_deadline = limit && found.window && (!sum || *limit <= *sum);
  if (!found.window) found.unbounded_reason = why_unbounded(layer, found, innermost);
  return found;
}

}  // namespace

RetryWindow retry_window(const std::vector<RetryLayer>& layers) {
  RetryWindow result;
  result.window = Duration{};
  result.layers.resize(layers.size());
  bool cuts = true;  // every layer from here inwards cancels
  for (std::size_t i = layers.size(); i-- > 0;) {
    const bool innermost = i + 1 == layers.size();
    const std::optional<Duration> inner = innermost ? innermost_try(layers[i].timeout) : result.layers[i + 1].window;
    // Cancellation reaches the innermost try only through layers that pass it on; one that gives up without cancelling
    // has let go of what it started.
    cuts = cuts && (innermost || layers[i].cancels);
    result.layers[i] = layer_window(layers[i], inner, innermost, cuts && !innermost);
    if (innermost) result.try_time_known = layers[i].timeout.kind != TryTime::unknown || result.layers[i].by_deadline;
    if (!innermost && result.layers[i].by_deadline && cuts) result.try_time_known = true;
    result.window = result.layers[i].window;
    // The innermost layer without an end is the cause; those around it only inherit it.
    if (!result.window && result.unbounded_reason.empty()) {
      result.unbounded_layer = i;
      result.unbounded_reason = fmt::format("{}: {}", layers[i].name, result.layers[i].unbounded_reason);
    }
  }
  if (result.window) result.unbounded_reason.clear();
  return result;
}

}  // namespace idem
