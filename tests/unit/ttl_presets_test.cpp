// Every catalogue row is recomputed from its parameters alone; the published window must come out.
#include "catch.hpp"
#include "ttl/presets.hpp"
#include "ttl/window.hpp"

#include <map>
#include <set>

using namespace idem;

static const std::vector<Preset>& presets() {
  static const Result<std::vector<Preset>> rows = built_in_presets();
  if (!rows) FAIL(rows.error().message);
  return *rows;
}

TEST_CASE("every preset gives back its window") {
  std::map<std::string, int> seen;
  for (const Preset& row : presets()) {
    INFO(row.id << " (" << row.basis << ")");
    ++seen[row.basis];
    if (row.formula_only) {
      CHECK_FALSE(layers_of_preset(presets(), row.id).has_value());
      continue;
    }
    const Result<std::vector<RetryLayer>> layers = layers_of_preset(presets(), row.id);
    REQUIRE(layers.has_value());
    const RetryWindow found = retry_window(*layers);
    CHECK(found.window.has_value() == (row.basis != "unbounded"));
    if (row.basis == "unbounded") {
      CHECK_FALSE(found.unbounded_reason.empty());
      CHECK_FALSE(row.window.has_value());
    } else if (found.window) {
      REQUIRE(row.window.has_value());
      CHECK(to_seconds(*found.window) == to_seconds(*row.window));
    }
    // Where only waits are counted, the answer must say so.
    if (row.basis == "waits-only" || row.basis == "phases") CHECK_FALSE(found.try_time_known);
    if (row.basis == "attempts*timeout+delays") CHECK(found.try_time_known);
  }
  CHECK(presets().size() == 76);
  CHECK(seen["attempts*timeout+delays"] == 17);
  CHECK(seen["waits-only"] == 23);
  CHECK(seen["unbounded"] == 10);
}

TEST_CASE("rows have a source, a date, and names of their own") {
  std::set<std::string> names;
  for (const Preset& row : presets()) {
    INFO(row.id);
    CHECK_FALSE(row.name.empty());
    CHECK_FALSE(row.source.empty());
    CHECK(row.as_of.size() == 10);
    CHECK(names.insert(row.id).second);
    for (const std::string& alias : row.aliases) CHECK(names.insert(alias).second);
  }
  const Result<std::vector<KnownWindow>> windows = built_in_windows();
  REQUIRE(windows.has_value());
  for (const KnownWindow& row : *windows) {
    INFO(row.id);
    CHECK_FALSE(row.source.empty());
    CHECK(row.as_of.size() == 10);
  }
}

static RetryWindow of(std::string_view text) {
  const Result<std::vector<RetryLayer>> layers = layers_of_preset(presets(), text);
  INFO(text);
  REQUIRE(layers.has_value());
  return retry_window(*layers);
}

TEST_CASE("fields change a preset, and may give it an end") {
  CHECK(of("stripe-python:retries=5").window == seconds(6 * 80) + milliseconds(500 + 1000 + 2000 + 4000 + 5000));
  CHECK(of("requests:timeout=30").window == seconds(30));
  CHECK(of("temporal:deadline=10m").window == minutes(10));
  CHECK(of("openai-agents:retries=2").window.has_value());
  CHECK_FALSE(of("aws-sdk-adaptive:timeout=1s").window.has_value());
  CHECK(of("openai:retry-after-max=120s").window == seconds(2040));
  CHECK(of("anthropic:retry-after-max=60s").window == seconds(1920));
}

TEST_CASE("an unknown preset names its neighbours") {
  const Result<std::vector<RetryLayer>> none = layers_of_preset(presets(), "sidekik");
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error().message == "no preset 'sidekik', did you mean sidekiq?; idem ttl presets lists them");
  CHECK_FALSE(layers_of_preset(presets(), "sidekiq-over-stripe-sdk:retries=1").has_value());
}

TEST_CASE("a user's own rows are read as the built-in ones are, and broken ones are told with their line") {
  const Result<std::vector<Preset>> own = parse_presets(
      "[[preset]]\nid = \"ours\"\ntries = 3\ntimeout = \"10s\"\nbackoff = \"fixed\"\ninitial = \"1s\"\n", "own.toml");
  REQUIRE(own.has_value());
  CHECK(retry_window({(*own)[0].layer}).window == seconds(32));
  const auto message = [](std::string_view text) { return parse_presets(text, "own.toml").error().message; };
  CHECK(message("[[preset]]\nid = \"x\"\ntrys = 3\n").starts_with("own.toml:3: 'trys' is no field of a layer"));
  CHECK(message("[[preset]]\ntries = 3\n") == "own.toml:1: the row has no id");
  CHECK(message("[[preset]]\nid = \"x\"\ntimeout = \"soon\"\n").starts_with("own.toml:3: 'soon' is not a duration"));
  CHECK(message("[[presets]]\nid = \"x\"\n").starts_with("own.toml:1: 'presets' is not expected here"));
  CHECK(message("[[preset\n").starts_with("own.toml:1: "));
  CHECK(message("preset = 3\n").starts_with("own.toml:1: "));
}
