#include "base/version.hpp"
#include "ttl/render.hpp"

#include <nlohmann/json.hpp>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSteps = 100;

Json ms(std::optional<Duration> duration) { return duration ? Json(duration->ms) : Json(nullptr); }
Json text(const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); }
Json ratio(std::int64_t ppm) { return static_cast<double>(ppm) / kPpm; }
Json per_second(std::int64_t mps) { return static_cast<double>(mps) / 1000; }

Json layer_json(const RetryLayer& layer, const LayerWindow& window) {
  Json steps = Json::array();
  for (const RetryStep& step : steps_of(layer, window, kMostSteps))
    steps.push_back({{"try", step.number},
                     {"starts_ms", step.starts.ms},
                     {"lasts_ms", step.lasts.ms},
                     {"sleeps_ms", ms(step.sleeps)}});
  const TryTime& timeout = layer.timeout;
  return {{"name", layer.name},
          {"preset", text(layer.preset)},
          {"tries", layer.tries ? Json(*layer.tries) : Json(nullptr)},
          {"timeout_ms", timeout.kind == TryTime::limited ? Json(timeout.limit.ms) : Json(nullptr)},
          {"timeout", timeout.kind == TryTime::limited     ? "limited"
                      : timeout.kind == TryTime::unlimited ? "none"
                                                           : "unknown"},
          {"backoff", to_word(layer.backoff)},
          {"jitter", to_word(layer.jitter)},
          {"deadline_ms", ms(layer.deadline)},
          {"cancels", layer.cancels},
          {"inner_ms", ms(window.inner)},
          {"waits_ms", layer.tries ? Json(window.waits.ms) : Json(nullptr)},
          {"window_ms", ms(window.window)},
          {"by_deadline", window.by_deadline},
          {"sum", sum_in_words(layer, window)},
          {"steps", steps}};
}

Json retry_json(const TtlReport& report) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < report.question.layers.size(); ++i)
    layers.push_back(layer_json(report.question.layers[i], report.retry.layers[i]));
  return {{"window_ms", ms(report.retry.window)},
          {"unbounded", !report.retry.window.has_value()},
          {"reason", text(report.retry.unbounded_reason)},
          {"try_time_known", report.retry.try_time_known},
          {"layers", layers}};
}

Json need_json(const TtlReport& report) {
  const Budget& budget = report.budget;
  Json horizons = Json::array();
  if (!report.retry.window) horizons.push_back({{"id", "retry_window"}, {"ms", nullptr}, {"dominates", true}});
  for (const Horizon& horizon : budget.horizons)
    horizons.push_back({{"id", horizon.id}, {"ms", horizon.reach.ms}, {"dominates", horizon.dominates}});
  return {{"need_ms", ms(budget.need)},
          {"horizons", horizons},
          {"work_ms", budget.work.ms},
          {"clock_skew_ms", budget.clock_skew.ms},
          {"margin", ratio(report.question.terms.margin_ppm)},
          {"from", report.question.terms.from_claim ? "claim" : "completion"}};
}

Json windows_json(const TtlReport& report) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < report.windows.size(); ++i) {
    const ProtectionWindow& window = report.windows[i];
    const char* state = window.unpublished ? "unpublished" : window.absent ? "none" : window.ends ? "ends" : "forever";
    rows.push_back({{"kind", to_word(window.kind)},
                    {"name", window.name},
                    {"state", state},
                    {"window_ms", window.absent ? Json(nullptr) : ms(window.ends)},
                    {"redelivers_ms", ms(window.redelivers)},
                    {"first_to_end", report.first_to_end == i},
                    {"note", text(window.note)},
                    {"source", text(window.source)},
                    {"as_of", text(window.as_of)}});
  }
  return rows;
}

Json stored_json(const StoredBytes& stored) {
  return {{"keys", stored.keys}, {"bytes", stored.raw}, {"bytes_in_all", stored.total}};
}

Json storage_json(const TtlReport& report) {
  if (!report.storage) return nullptr;
  const Storage& s = *report.storage;
  Json compared = Json::array();
  for (const Storage::Compared& row : s.compared) {
    Json one = stored_json(row.stored);
    one["ttl_ms"] = row.ttl.ms;
    one["ratio"] = ratio(row.ratio_ppm);
    compared.push_back(one);
  }
  Json pointer = stored_json(s.pointer), partitions = stored_json(s.partitioned),
       tombstones = stored_json(s.tombstones);
  pointer["record_bytes"] = s.pointer_record_bytes;
  partitions["partitions"] = s.partitions;
  partitions["deletes_saved_per_second"] = per_second(s.deletes_mps);
  tombstones["record_bytes"] = s.tombstone_bytes;
  tombstones["until_ms"] = s.tombstone.ms;
  return {{"ttl_ms", s.ttl.ms},
          {"live", stored_json(s.live)},
          {"record_bytes", report.question.storage->record_bytes},
          {"replicas", report.question.storage->replicas},
          {"index_factor", ratio(report.question.storage->index_factor_ppm)},
          {"average_per_second", per_second(s.average_mps)},
          {"peak_per_second", per_second(s.peak_mps)},
          {"duplicates_at_peak_per_second", per_second(s.duplicates_mps)},
          {"compared", compared},
          {"hash_and_pointer", pointer},
          {"daily_partitions", partitions},
          {"tombstones", tombstones}};
}

Json code_json(const TtlReport& report) {
  if (!report.question.code) return nullptr;
  Json rows = Json::array();
  for (const CodeSetting& setting : report.question.code->settings)
    rows.push_back({{"kind", to_word(setting.kind)},
                    {"name", setting.name},
                    {"file", setting.file},
                    {"line", setting.line},
                    {"ms", setting.kind == CodeSetting::retries ? Json(nullptr) : Json(setting.duration.ms)},
                    {"count", setting.kind == CodeSetting::retries ? Json(setting.count) : Json(nullptr)},
                    {"unit_assumed", setting.unit_assumed}});
  return {{"files", report.question.code->files}, {"literals", rows}, {"unread", report.question.code->unread}};
}

Json check_json(const TtlReport& report) {
  if (!report.question.check) return nullptr;
  const bool enough = report.budget.need && *report.question.check >= *report.budget.need;
  return {{"ttl_ms", report.question.check->ms}, {"required_ms", ms(report.budget.need)}, {"enough", enough}};
}

}  // namespace

std::string render_ttl_json(const TtlReport& report) {
  const Budget& budget = report.budget;
  Json findings = Json::array();
  for (const TtlFinding& finding : report.findings)
    findings.push_back({{"level", to_word(finding.level)},
                        {"rule", finding.rule},
                        {"message", finding.message},
                        {"remedy", text(finding.remedy)}});
  const char* decided_by = !budget.ttl ? "none" : budget.floor_decides ? "floor" : "need";
  const Json document{
      {"schema", "idem.ttl/1"},
      {"tool", {{"name", "idem"}, {"version", version()}}},
      {"retry", retry_json(report)},
      {"need", need_json(report)},
      {"ttl",
       {{"ttl_ms", ms(budget.ttl)},
        {"iso8601", budget.ttl ? Json(to_iso8601(*budget.ttl)) : Json(nullptr)},
        {"decided_by", decided_by},
        {"floor_ms", budget.floor.ms},
        {"ceiling_ms", budget.ceiling.ms},
        {"above_ceiling", budget.above_ceiling}}},
      {"lease",
       {{"lease_ms", budget.lease.ms}, {"assumed", budget.lease_assumed}, {"heartbeat_ms", budget.heartbeat.ms}}},
      {"reaper_interval_ms", budget.reaper.ms},
      {"tombstone_ms", ms(budget.tombstone)},
      {"windows", windows_json(report)},
      {"storage", storage_json(report)},
      {"check", check_json(report)},
      {"code", code_json(report)},
      {"findings", findings}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace idem
