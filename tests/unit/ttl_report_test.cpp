#include "base/file_output.hpp"
#include "catch.hpp"
#include "json_schema.hpp"
#include "ttl/options.hpp"
#include "ttl/render.hpp"
#include "ttl/timeline.hpp"

#include <algorithm>

using namespace idem;

namespace {

void set(TtlOptions& options, const std::string& key, const std::string& value) {
  for (auto& field : options.fields)
    if (field.first == key) field.second = value;
}

TtlOptions six_tries() {
  TtlOptions options;
  set(options, "timeout", "60");
  set(options, "retries", "5");
  return options;
}

TtlReport ask(const TtlOptions& options) {
  const Result<TtlQuestion> question = read_question(options);
  if (!question) FAIL(question.error().message);
  const Result<TtlReport> report = answer(*question);
  if (!report) FAIL(report.error().message);
  return *report;
}

bool has(const TtlReport& report, std::string_view rule, TtlFinding::Level level) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const TtlFinding& f) { return f.rule == rule && f.level == level; });
}

}  // namespace

TEST_CASE("sixty seconds and five retries are 391 seconds") {
  const TtlReport report = ask(six_tries());
  CHECK(report.retry.window == seconds(391));
  CHECK(report.budget.need == seconds(391));
  CHECK(report.budget.ttl == hours(24));
  CHECK(report.budget.floor_decides);
  const std::vector<RetryStep> steps = steps_of(report.question.layers[0], report.retry.layers[0], 12);
  REQUIRE(steps.size() == 6);
  CHECK(steps[1].starts == seconds(61));
  CHECK(steps[4].sleeps == seconds(16));
  CHECK(steps[5].starts == seconds(331));
  CHECK_FALSE(steps[5].sleeps.has_value());
}

TEST_CASE("ten million requests a day at 2 kB kept for a day are about 20 GB") {
  TtlOptions options = six_tries();
  options.rate = "10M/day";
  options.record = "2kB";
  const TtlReport report = ask(options);
  CHECK(report.storage->live.keys == 10'000'000);
  CHECK(report.storage->live.raw == 20'000'000'000);
  CHECK(human_bytes(report.storage->live.raw) == "20 GB");
}

TEST_CASE("ten million a day, peak 20 times, 5 % duplicates, 48 h, 1 kB, 4 times overhead") {
  TtlOptions options = six_tries();
  options.rate = "10M/day";
  options.record = "1kB";
  options.peak = "20x";
  options.duplicates = "5%";
  options.planned = "48h";
  for (const auto& [factor, replicas] : {std::pair("4x", ""), std::pair("2", "2"), std::pair("", "4")}) {
    options.index_factor = factor;
    options.replicas = replicas;
    const TtlReport report = ask(options);
    const Storage& storage = *report.storage;
    CHECK(per_second(storage.average_mps) == "116/s");
    CHECK(per_second(storage.peak_mps) == "2,315/s");
    CHECK(per_second(storage.duplicates_mps) == "116/s");
    CHECK(storage.live.keys == 20'000'000);
    CHECK(storage.live.raw == 20'000'000'000);
    CHECK(storage.live.total == 80'000'000'000);
    const auto week = std::find_if(storage.compared.begin(), storage.compared.end(),
                                   [](const Storage::Compared& c) { return c.ttl == days(7); });
    REQUIRE(week != storage.compared.end());
    CHECK(week->ratio_ppm == 3'500'000);
    CHECK(week->stored.raw == 70'000'000'000);
  }
}

TEST_CASE("the floor raises, the ceiling never lowers") {
  TtlOptions options = six_tries();
  options.ceiling = "1h";
  CHECK(ask(options).budget.ttl == hours(1));
  options.ceiling = "1m";
  const TtlReport above = ask(options);
  CHECK(above.budget.ttl == seconds(391));
  CHECK(has(above, "above-ceiling", TtlFinding::warning));
  options = six_tries();
  options.floor = "30d";
  CHECK(ask(options).budget.ttl == days(30));
}

TEST_CASE("what else is said adds up") {
  TtlOptions options = six_tries();
  options.work = "5m";
  options.clock_skew = "2s";
  options.margin = "50%";
  CHECK(ask(options).budget.need == milliseconds((391 + 300 + 2) * 1500));
  options.from = "claim";
  CHECK(ask(options).budget.need == milliseconds((391 + 600 + 2) * 1500));
  options.replay = "3d";
  const TtlReport report = ask(options);
  CHECK(report.budget.reach == days(3));
  CHECK(report.budget.horizons[3].dominates);
  CHECK(report.budget.lease == seconds(300 + 2 + 30));
  CHECK_FALSE(report.budget.lease_assumed);
}

TEST_CASE("the need never shrinks when a term grows") {
  const auto need = [](auto change) {
    TtlOptions options = six_tries();
    options.work = "1m";
    change(options);
    return ask(options).budget.need->ms;
  };
  const std::int64_t before = need([](TtlOptions&) {});
  CHECK(need([](TtlOptions& o) { o.work = "2m"; }) > before);
  CHECK(need([](TtlOptions& o) { o.clock_skew = "1s"; }) > before);
  CHECK(need([](TtlOptions& o) { o.margin = "1.01"; }) > before);
  CHECK(need([](TtlOptions& o) { o.offline = "7m"; }) > before);
  CHECK(need([](TtlOptions& o) { o.redelivery = "7m"; }) > before);
  CHECK(need([](TtlOptions& o) { o.replay = "7m"; }) > before);
  CHECK(need([](TtlOptions& o) { o.from = "claim"; }) > before);
  CHECK(need([](TtlOptions& o) { o.offline = "1m"; }) == before);
}

TEST_CASE("a check looks at the need, not at the floor") {
  TtlOptions options = six_tries();
  options.check = "391s";
  const TtlReport enough = ask(options);
  CHECK(has(enough, "ttl-below-floor", TtlFinding::warning));
  CHECK_FALSE(has(enough, "short-ttl", TtlFinding::failure));
  options.check = "390.999s";
  const TtlReport short_one = ask(options);
  REQUIRE(has(short_one, "short-ttl", TtlFinding::failure));
  CHECK(short_one.findings[0].message.find("retry window") != std::string::npos);
}

TEST_CASE("consumer records must outlive redelivery and the key") {
  TtlOptions options = six_tries();
  options.consumers = {"7d"};
  CHECK_FALSE(has(ask(options), "consumer-window-before-key", TtlFinding::failure));
  options.consumers = {"billing=23h"};
  CHECK(has(ask(options), "consumer-window-before-key", TtlFinding::failure));
  options.consumers = {"3d"};
  options.redelivery = "4d";
  CHECK(has(ask(options), "consumer-window-short", TtlFinding::failure));
}

TEST_CASE("the first window to end is the real one") {
  TtlOptions options = six_tries();
  options.providers = {"stripe", "acme=2h", "square"};
  options.business_unique = {"forever"};
  const TtlReport report = ask(options);
  CHECK(report.windows[*report.first_to_end].name == "acme");
  CHECK(has(report, "provider-window-unpublished", TtlFinding::note));
  options.replay = "3h";
  CHECK(has(ask(options), "provider-window-short", TtlFinding::warning));
}

TEST_CASE("without an end there is no number") {
  TtlOptions options;
  options.layers = {{true, "temporal"}};
  const TtlReport report = ask(options);
  CHECK_FALSE(report.budget.ttl.has_value());
  CHECK(has(report, "unbounded-window", TtlFinding::failure));
  options.deadline = "10m";
  CHECK(ask(options).budget.need == minutes(10));
}

TEST_CASE("a try of unknown length takes the time of the work") {
  TtlOptions options;
  options.layers = {{true, "airflow-retries3"}};
  CHECK(has(ask(options), "try-time-unknown", TtlFinding::warning));
  options.work = "10m";
  const TtlReport report = ask(options);
  CHECK_FALSE(has(report, "try-time-unknown", TtlFinding::warning));
  CHECK(report.retry.window == minutes(4 * 10 + 3 * 5));
}

TEST_CASE("a server's Retry-After counts where it is obeyed") {
  TtlOptions options;
  options.layers = {{true, "openai"}};
  CHECK(has(ask(options), "retry-after-obeyed", TtlFinding::note));
  options.retry_after_max = "10m";  // more than the SDK obeys
  CHECK(ask(options).retry.window == seconds(2040));
}

TEST_CASE("the JSON keeps to its schema") {
  const Result<std::string> text = read_input(IDEM_SOURCE_DIR "/schemas/ttl.json", 1 << 20);
  REQUIRE(text.has_value());
  const nlohmann::json schema = nlohmann::json::parse(*text);
  std::vector<TtlOptions> cases(3, six_tries());
  cases[1].layers = {{true, "temporal"}, {false, "agent:timeout=1,retries=2"}};
  cases[1].check = "1h";
  cases[2].providers = {"stripe", "square"};
  cases[2].queues = {"sqs"};
  cases[2].rate = "10M/day";
  cases[2].record = "2kB";
  cases[2].consumers = {"a\xff\"<b>=7d"};
  for (const TtlOptions& options : cases) {
    const nlohmann::json document = nlohmann::json::parse(render_ttl_json(ask(options)));
    for (const std::string& violation : schema_violations(schema, document)) FAIL_CHECK(violation);
    nlohmann::json broken = document;
    broken["ttl"].erase("floor_ms");
    CHECK(schema_violations(schema, broken).size() == 1);
  }
}

TEST_CASE("names from outside stay text in every document") {
  TtlOptions options = six_tries();
  options.consumers = {"<script>alert(1)</script>|\x1b[31m=7d"};
  const TtlReport report = ask(options);
  CHECK(render_ttl_html(report).find("<script>") == std::string::npos);
  CHECK(render_ttl_svg(report).find("<script>") == std::string::npos);
  CHECK(render_ttl_text(report, false, 100).find('\x1b') == std::string::npos);
  CHECK(render_ttl_markdown(report).find("<script>") == std::string::npos);
  CHECK(render_ttl_html(report).find("http://") == render_ttl_html(report).find("http://www.w3.org/2000/svg"));
}

TEST_CASE("rates, sizes and factors as people write them") {
  CHECK(parse_rate("10M/day")->millis == 10'000'000'000);
  CHECK(parse_rate("0.5/s")->millis == 500);
  CHECK(parse_rate("2.5k/min")->period == minutes(1));
  CHECK(*parse_bytes("2kB") == 2000);
  CHECK(*parse_bytes("2 KiB") == 2048);
  CHECK(*parse_bytes("1.5MB") == 1'500'000);
  CHECK(*parse_factor("20x", "peak") == 20'000'000);
  CHECK(*parse_factor("5%", "share") == 50'000);
  for (const char* text : {"", "10M", "10M/", "/day", "M/day", "10Q/day", "10M/month", "-1/s", "1e6/s", "0.0000001/s"})
    CHECK_FALSE(parse_rate(text).has_value());
  for (const char* text : {"", "2XB", "-1", "0.5B", "1.5", "99999999999TB"}) CHECK_FALSE(parse_bytes(text).has_value());
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(human_bytes(999) == "999 B");
  CHECK(human_bytes(1500) == "1.5 kB");
  CHECK(human_bytes(999'999) == "1 MB");
  CHECK(human_bytes(kInt64Max) == "9.22 EB");
  CHECK(per_second(1157) == "1.16/s");
  CHECK(per_second(12) == "0.012/s");
}

TEST_CASE("the timeline keeps order and bounds for any window") {
  TtlOptions options = six_tries();
  options.providers = {"a=1ms", "b=290000000d", "c=1d"};
  options.business_unique = {"forever"};
  const Timeline timeline = make_timeline(ask(options));
  int before = 0;
  for (const Duration at : {milliseconds(1), seconds(1), hours(1), days(1), days(290'000'000)}) {
    const int position = timeline.position(at, 500);
    CHECK(position >= before);
    CHECK(position <= 500);
    before = position;
  }
  CHECK(timeline.position(std::nullopt, 500) == 500);
}
