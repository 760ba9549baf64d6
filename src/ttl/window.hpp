#pragma once

#include "ttl/layer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// How long one layer, with everything inside it, can go on sending: from its first send to the end of its last.
struct LayerWindow {
  std::optional<Duration> inner;      // window of what is inside a try; nullopt = without end
  std::optional<Duration> per_try;    // what a try that is given up takes: min(timeout, inner); nullopt = without end
  std::vector<DelayRun> delays;       // empty when there is no end of tries
  Duration waits;                     // their sum
  std::optional<Duration> window;     // nullopt = without end
  bool by_deadline = false;           // the deadline, not the sum, decided
  bool outer_gives_up_first = false;  // its timeout is shorter than the inner window
  std::string unbounded_reason;       // when window is nullopt
};

struct RetryWindow {
  std::vector<LayerWindow> layers;  // as given: outermost first
  std::optional<Duration> window;   // of the outermost; zero without layers
  bool try_time_known = true;       // false: a try's own time is not in the sum, only waits
  std::string unbounded_reason;     // names the layer
  std::size_t unbounded_layer = 0;
};

// Windows of nested layers, outermost first. For a layer of A tries around something that takes at most I:
//   window = (A - 1) × min(T, I) + sum of waits + I      (min(T, I) instead of the last I when the layer cancels)
// because what was given up on may still be running and sending. The innermost I is its own timeout T. A deadline D
// that spans all tries bounds it by D, or by D + I when what runs inside is not cancelled.
RetryWindow retry_window(const std::vector<RetryLayer>& layers);

}  // namespace idem
