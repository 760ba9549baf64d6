#include "catch.hpp"
#include "property/retry_simulation.hpp"
#include "ttl/delays.hpp"
#include "ttl/window.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <random>

using namespace idem;

namespace {

// Random layers and draws from a fixed seed: a failure names the case and comes again.
struct Random {
  std::mt19937 engine{20260101};
  std::int64_t up_to(std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(0, most)(engine); }
  bool coin() { return up_to(1) == 1; }
};

RetryLayer random_layer(Random& random) {
  RetryLayer layer;
  layer.name = "random";
  layer.tries = 1 + random.up_to(4);
  layer.timeout = {TryTime::limited, milliseconds(random.up_to(5000))};
  layer.backoff = static_cast<Backoff>(random.up_to(4));
  layer.initial = milliseconds(random.up_to(2000));
  layer.multiplier_ppm = kPpm + random.up_to(2) * kPpm / 2;
  layer.power = random.up_to(3);
  if (random.coin()) layer.cap = milliseconds(random.up_to(4000));
  layer.jitter = static_cast<Jitter>(random.up_to(4));
  layer.jitter_amount = milliseconds(random.up_to(500));
  layer.jitter_step = milliseconds(random.up_to(50));
  layer.jitter_ppm = random.up_to(kPpm / 2);
  if (random.up_to(3) == 0) layer.retry_after_max = milliseconds(random.up_to(6000));
  if (random.up_to(3) == 0) layer.deadline = milliseconds(random.up_to(20000));
  layer.cancels = random.up_to(2) == 0;
  return layer;
}

std::vector<RetryLayer> random_layers(Random& random) {
  std::vector<RetryLayer> layers;
  for (std::int64_t n = 1 + random.up_to(2); n > 0; --n) layers.push_back(random_layer(random));
  return layers;
}

std::string describe(const std::vector<RetryLayer>& layers) {
  std::string text;
  for (const RetryLayer& layer : layers)
    text += fmt::format("[tries={} timeout={} {} initial={} x{} cap={} {} deadline={} cancels={}] ", *layer.tries,
                        layer.timeout.limit.ms, to_word(layer.backoff), layer.initial.ms,
                        layer.multiplier_ppm.value_or(0), layer.cap ? layer.cap->ms : -1, to_word(layer.jitter),
                        layer.deadline ? layer.deadline->ms : -1, layer.cancels);
  return text;
}

std::int64_t window_ms(const std::vector<RetryLayer>& layers) {
  const RetryWindow found = retry_window(layers);
  return found.window ? found.window->ms : kInt64Max;
}

}  // namespace

TEST_CASE("no simulated run outlasts the window") {
  Random random;
  const Draw worst = [](std::int64_t most) { return most; };
  const Draw any = [&](std::int64_t most) { return random.up_to(most); };
  for (int i = 0; i < 1500; ++i) {
    const std::vector<RetryLayer> layers = random_layers(random);
    const std::int64_t window = window_ms(layers);
    INFO(i << ": " << describe(layers));
    CHECK(simulate_retries(layers, worst) <= window);
    CHECK(simulate_retries(layers, any) <= window);
  }
}

// The formula counts what is given up on as still busy for its whole window, so it is exact where only the outermost
// layer gives up on something that goes on; elsewhere it stays on the safe side.
TEST_CASE("the window is reached, up to rounding, where only the outermost layer gives up early") {
  Random random;
  const Draw worst = [](std::int64_t most) { return most; };
  for (int i = 0; i < 1500; ++i) {
    std::vector<RetryLayer> layers = random_layers(random);
    std::int64_t tries = 1;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      layers[k].deadline.reset();
      layers[k].cancels = false;
      if (k > 0 && k + 1 < layers.size()) layers[k].timeout.kind = TryTime::unlimited;
      tries *= *layers[k].tries;
    }
    INFO(i << ": " << describe(layers));
    CHECK(simulate_retries(layers, worst) >= window_ms(layers) - 2 * tries);
  }
}

TEST_CASE("a window never shrinks when a parameter grows") {
  Random random;
  using Change = void (*)(RetryLayer&, std::int64_t);
  const std::vector<std::pair<const char*, Change>> changes{
      {"tries", [](RetryLayer& l, std::int64_t by) { *l.tries += by % 4; }},
      {"timeout", [](RetryLayer& l, std::int64_t by) { l.timeout.limit = l.timeout.limit + milliseconds(by); }},
      {"initial", [](RetryLayer& l, std::int64_t by) { l.initial = l.initial + milliseconds(by); }},
      {"multiplier", [](RetryLayer& l, std::int64_t by) { *l.multiplier_ppm += by * 1000; }},
      {"power", [](RetryLayer& l, std::int64_t) { ++l.power; }},
      {"offset", [](RetryLayer& l, std::int64_t by) { l.offset = l.offset + milliseconds(by); }},
      {"cap",
       [](RetryLayer& l, std::int64_t by) {
         if (l.cap) *l.cap = *l.cap + milliseconds(by);
       }},
      {"no cap", [](RetryLayer& l, std::int64_t) { l.cap.reset(); }},
      {"jitter amount", [](RetryLayer& l, std::int64_t by) { l.jitter_amount = l.jitter_amount + milliseconds(by); }},
      {"jitter step", [](RetryLayer& l, std::int64_t by) { l.jitter_step = l.jitter_step + milliseconds(by); }},
      {"jitter share", [](RetryLayer& l, std::int64_t by) { l.jitter_ppm += by; }},
      {"retry-after",
       [](RetryLayer& l, std::int64_t by) {
         l.retry_after_max = l.retry_after_max.value_or(Duration{}) + milliseconds(by);
       }},
      {"deadline",
       [](RetryLayer& l, std::int64_t by) {
         if (l.deadline) *l.deadline = *l.deadline + milliseconds(by);
       }},
      {"no deadline", [](RetryLayer& l, std::int64_t) { l.deadline.reset(); }},
      {"no cancelling", [](RetryLayer& l, std::int64_t) { l.cancels = false; }},
      {"no end of tries", [](RetryLayer& l, std::int64_t) { l.tries.reset(); }},
      {"no timeout", [](RetryLayer& l, std::int64_t) { l.timeout.kind = TryTime::unlimited; }},
  };
  for (const auto& [what, change] : changes)
    for (int i = 0; i < 400; ++i) {
      const std::vector<RetryLayer> before = random_layers(random);
      std::vector<RetryLayer> after = before;
      change(after[static_cast<std::size_t>(random.up_to(static_cast<std::int64_t>(after.size()) - 1))],
             1 + random.up_to(3000));
      INFO(what << " " << i << ": " << describe(before));
      CHECK(window_ms(after) >= window_ms(before));
    }
}

TEST_CASE("nesting composes: inner layers may be replaced by one try of their window") {
  Random random;
  for (int i = 0; i < 500; ++i) {
    std::vector<RetryLayer> layers{random_layer(random), random_layer(random), random_layer(random)};
    for (std::size_t from = 1; from < layers.size(); ++from) {
      const std::vector<RetryLayer> inner(layers.begin() + static_cast<std::ptrdiff_t>(from), layers.end());
      std::vector<RetryLayer> replaced(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(from));
      RetryLayer one;
      one.tries = 1;
      one.timeout = {TryTime::limited, milliseconds(window_ms(inner))};
      replaced.push_back(one);
      INFO(i << ": " << describe(layers));
      // A single try can always be cancelled; layers that do not pass cancellation on cannot.
      const bool passes_on = std::all_of(inner.begin(), inner.end() - 1, [](const RetryLayer& l) { return l.cancels; });
      const bool asks = std::any_of(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(from),
                                    [](const RetryLayer& l) { return l.cancels; });
      if (passes_on || !asks) {
        CHECK(window_ms(replaced) == window_ms(layers));
      } else {
        CHECK(window_ms(replaced) <= window_ms(layers));
      }
    }
    // A layer of a single try that neither cancels nor ends anything early changes nothing.
    RetryLayer through;
    through.tries = 1;
    std::vector<RetryLayer> wrapped = layers;
    wrapped.insert(wrapped.begin(), through);
    CHECK(window_ms(wrapped) == window_ms(layers));
  }
}

TEST_CASE("windows known by hand") {
  const auto window = [](std::initializer_list<const char*> texts) -> std::string {
    std::vector<RetryLayer> layers;
    for (const char* text : texts) {
      const Result<RetryLayer> layer = parse_layer(text);
      if (!layer) return layer.error().message;
      layers.push_back(*layer);
    }
    const RetryWindow found = retry_window(layers);
    return found.window ? to_seconds(*found.window) : "unbounded: " + found.unbounded_reason;
  };
  CHECK(window({"timeout=60,retries=5"}) == "391s");
  CHECK(window({"timeout=60,tries=6"}) == "391s");
  CHECK(window({"timeout=60,retries=5,backoff=none"}) == "360s");
  CHECK(window({"timeout=60,retries=5,backoff=fixed"}) == "365s");
  CHECK(window({"timeout=60,retries=5,backoff=linear"}) == "375s");
  CHECK(window({"timeout=60,retries=5,backoff=polynomial,power=2"}) == "415s");
  CHECK(window({"timeout=60,retries=5,cap=4"}) == "375s");
  CHECK(window({"timeout=60,retries=5,jitter=full"}) == "391s");
  CHECK(window({"timeout=60,retries=3,jitter=decorrelated"}) == "279s");
  CHECK(window({"timeout=60,retries=5,jitter=additive,jitter-amount=1s"}) == "396s");
  CHECK(window({"timeout=60,retries=5,jitter=additive,jitter-percent=10"}) == "394.1s");
  CHECK(window({"timeout=60,retries=5,retry-after-max=10s"}) == "416s");
  CHECK(window({"timeout=60,retries=5,deadline=90s"}) == "90s");
  CHECK(window({"timeout=60,retries=unbounded,deadline=90s"}) == "90s");
  CHECK(window({"timeout=60,retries=3,delays=1s+2s*2"}) == "245s");
  CHECK(window({"agent:timeout=60,retries=2", "sdk:timeout=10,retries=2"}) == "102s");
  // The agent gives up after 5 s; the SDK inside goes on for its 33 s.
  CHECK(window({"agent:timeout=5,retries=1", "sdk:timeout=10,retries=2"}) == "39s");
  CHECK(window({"agent:timeout=5,retries=1,cancels", "sdk:timeout=10,retries=2"}) == "11s");
  CHECK(window({"agent:timeout=5,retries=1", "sdk:timeout=10,retries=unbounded"}) ==
        "unbounded: sdk: it tries again without end and has no deadline");
  CHECK(window({"agent:timeout=5,retries=1,cancels", "sdk:timeout=10,retries=unbounded"}) == "11s");
  // The middle layer lets go of the SDK when it gives up, so the agent's cancelling never reaches it.
  CHECK(window({"agent:timeout=5,retries=0,cancels", "proxy:timeout=2,retries=0", "sdk:timeout=10,retries=0"}) ==
        "10s");
  CHECK(window({"timeout=none,retries=1"}) == "unbounded: layer: a try has no timeout");
  // Overflow saturates and is told as such by whoever prints it.
  CHECK(window({"timeout=60,retries=500"}) == to_seconds(kLongest));
}

TEST_CASE("layers that make no sense are refused") {
  for (const char* text : {"",
                           ":",
                           "agent:",
                           "timeout",
                           "x:timeout=",
                           "retries=-1",
                           "tries=0",
                           "retries=1.5",
                           "backoff=cubic",
                           "jitter=some",
                           "multiplier=0.5",
                           "multiplier=2000",
                           "colour=red",
                           "retries=99999999999999999999",
                           "retries=9999999999",
                           "retries=2000000,backoff=linear",
                           "retries=2,delays=1s",
                           "power=99",
                           "cancels=maybe",
                           "timeout=60;retries=2"}) {
    INFO(text);
    const Result<RetryLayer> layer = parse_layer(text);
    REQUIRE_FALSE(layer.has_value());
    CHECK_FALSE(layer.error().message.empty());
  }
}
