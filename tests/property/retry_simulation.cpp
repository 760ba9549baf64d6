#include "property/retry_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace idem {

namespace {

// A run is one layer's life inside one try of the layer around it.
struct Run {
  std::size_t layer;
  int parent = -1;     // run that waits for this one, or -1
  int parent_try = 0;  // and in which of its tries
  std::int64_t started = 0;
  int tries_begun = 0;
  bool waiting = false;  // inside a try
  bool over = false;
  double previous_wait = 0;
  std::vector<int> children;
};

enum class What { begin_try, give_up_try, deadline };

struct Simulation {
  const std::vector<RetryLayer>& layers;
  const Draw& draw;
  std::vector<Run> runs;
  std::multimap<std::int64_t, std::function<void()>> events;
  std::int64_t now = 0, last_send_ended = 0;

  void at(std::int64_t time, std::function<void()> action) { events.emplace(time, std::move(action)); }

  void start_run(std::size_t layer, int parent, int parent_try) {
    const int id = static_cast<int>(runs.size());
    runs.push_back({.layer = layer, .parent = parent, .parent_try = parent_try, .started = now});
    if (parent >= 0) runs[static_cast<std::size_t>(parent)].children.push_back(id);
    if (layers[layer].deadline) at(now + layers[layer].deadline->ms, [this, id] { reach_deadline(id); });
    begin_try(id);
  }

  Run& run(int id) { return runs[static_cast<std::size_t>(id)]; }
  const RetryLayer& layer_of(int id) { return layers[run(id).layer]; }
  bool innermost(int id) { return run(id).layer + 1 == layers.size(); }

  void begin_try(int id) {
    if (run(id).over) return;
    const int number = ++run(id).tries_begun;
    run(id).waiting = true;
    const TryTime& timeout = layer_of(id).timeout;
    if (timeout.kind == TryTime::limited) {
      const std::int64_t takes = innermost(id) ? draw(timeout.limit.ms) : timeout.limit.ms;
      at(now + takes, [this, id, number] { end_try(id, number, true); });
    }
    if (!innermost(id)) start_run(run(id).layer + 1, id, number);
    if (innermost(id) && timeout.kind != TryTime::limited) end_try(id, number, false);
  }

  // The try failed: by its own timeout (what is inside may go on) or because what is inside gave up.
  void end_try(int id, int number, bool timed_out) {
    if (run(id).over || !run(id).waiting || run(id).tries_begun != number) return;
    run(id).waiting = false;
    if (innermost(id)) last_send_ended = std::max(last_send_ended, now);
    if (timed_out && !innermost(id) && layer_of(id).cancels) stop_children(id);
    if (layer_of(id).tries && run(id).tries_begun >= *layer_of(id).tries) return finish(id);
    at(now + wait_before(id), [this, id] { begin_try(id); });
  }

  void finish(int id) {
    run(id).over = true;
    const int parent = run(id).parent;
    if (parent >= 0) end_try(parent, run(id).parent_try, false);
  }

  void reach_deadline(int id) {
    if (run(id).over) return;
    if (innermost(id) && run(id).waiting) last_send_ended = std::max(last_send_ended, now);
    if (layer_of(id).cancels) stop_children(id);
    finish(id);
  }

  void stop_children(int id) {
    for (const int child : run(id).children) {
      if (!run(child).over && innermost(child) && run(child).waiting) last_send_ended = std::max(last_send_ended, now);
      run(child).over = true;
      stop_children(child);
    }
  }

  // A wait as the layer itself would draw it, written afresh from the definitions of the shapes.
  std::int64_t wait_before(int id) {
    const RetryLayer& layer = layer_of(id);
    const int n = run(id).tries_begun;  // this many tries failed: the wait before retry n
    const double initial = static_cast<double>(layer.initial.ms);
    const double factor =
        static_cast<double>(layer.multiplier_ppm.value_or(layer.jitter == Jitter::decorrelated ? 3 * kPpm : 2 * kPpm)) /
        kPpm;
    double wait = 0;
    switch (layer.backoff) {
      case Backoff::none:
        break;
      case Backoff::fixed:
        wait = initial;
        break;
      case Backoff::linear:
        wait = initial * n;
        break;
      case Backoff::exponential:
        wait = initial * std::pow(factor, n - 1);
        break;
      case Backoff::polynomial:
        wait = static_cast<double>(layer.offset.ms) + initial * std::pow(n, static_cast<double>(layer.power));
        break;
      case Backoff::listed:
        wait = 0;
        break;
    }
    const auto cap = layer.cap ? static_cast<double>(layer.cap->ms) : 1e15;
    if (layer.jitter == Jitter::decorrelated && layer.backoff == Backoff::exponential) {
      const double before = n == 1 ? initial : run(id).previous_wait;
      wait = std::min(cap, initial + static_cast<double>(
                                         draw(static_cast<std::int64_t>(std::max(0.0, before * factor - initial)))));
      run(id).previous_wait = wait;
    } else {
      wait = std::min(cap, wait);
    }
    auto rounded = static_cast<std::int64_t>(wait);
    if (layer.jitter == Jitter::full) rounded = draw(rounded);
    if (layer.jitter == Jitter::equal) rounded = rounded / 2 + draw(rounded - rounded / 2);
    if (layer.jitter == Jitter::additive)
      rounded += draw(layer.jitter_amount.ms + layer.jitter_step.ms * (n - 1) +
                      static_cast<std::int64_t>(wait * static_cast<double>(layer.jitter_ppm) / kPpm));
    return layer.retry_after_max ? std::max(rounded, draw(layer.retry_after_max->ms)) : rounded;
  }
};

}  // namespace

std::int64_t simulate_retries(const std::vector<RetryLayer>& layers, const Draw& draw) {
  Simulation simulation{.layers = layers, .draw = draw, .runs = {}, .events = {}};
  simulation.runs.reserve(1 << 16);
  simulation.start_run(0, -1, 0);
  while (!simulation.events.empty()) {
    const auto first = simulation.events.begin();
    simulation.now = first->first;
    const std::function<void()> action = std::move(first->second);
    simulation.events.erase(first);
    action();
  }
  return simulation.last_send_ended;
}

}  // namespace idem
