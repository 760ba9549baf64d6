#include "base/version.hpp"
#include "reconcile/render.hpp"

#include <nlohmann/json.hpp>

namespace idem::books {

using Json = nlohmann::ordered_json;

static Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
static Json time_or_null(const std::optional<Micros>& time) { return time ? Json(format_time(*time)) : Json(nullptr); }

static Json finding_json(const Finding& finding, const RenderOptions& options) {
  const DiscrepancyClass& about = discrepancy_classes()[finding.primary];
  Json tags = Json::array();
  for (const std::size_t tag : finding.tags) tags.push_back(discrepancy_classes()[tag].id);
  return {{"class", about.id},
          {"severity", name_of(about.weight)},
          {"tags", tags},
          {"tenant", text_or_null(finding.tenant)},
          {"operation", text_or_null(finding.operation)},
          {"key", text_or_null(shown_key(finding.key, options.show_keys))},
          {"state", text_or_null(finding.state)},
          {"resource", text_or_null(finding.resource)},
          {"records", finding.record_ids},
          {"business", text_or_null(finding.business)},
          {"amount", text_or_null(finding.amount)},
          {"currency", text_or_null(finding.currency)},
          {"created", time_or_null(finding.created)},
          {"record_created", time_or_null(finding.record_created)},
          {"expires", time_or_null(finding.expires)},
          {"key_rows", finding.keys},
          {"record_rows", finding.records},
          {"provider_rows", finding.provider},
          {"provider_ref", text_or_null(finding.provider_ref)},
          {"other", text_or_null(finding.other)},
          {"unreadable", text_or_null(finding.bad)},
          {"source", finding.source}};
}

static Json count_json(const Count& count) {
  return {{"groups", count.groups}, {"keys", count.keys}, {"records", count.records}, {"provider", count.provider}};
}

static std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string ndjson_line(const Finding& finding, const RenderOptions& options) {
  return dumped(finding_json(finding, options), -1) + "\n";
}

std::string render_reconcile_json(const Report& report, const RenderOptions& options) {
  const Settings& settings = report.plan.settings;
  Json json;
  json["schema"] = "idem.reconcile/1";
  json["tool"] = {{"name", "idem"}, {"version", version()}};
  Json sources = Json::object();
  for (const Side side : kAllSides) {
    const auto at = static_cast<std::size_t>(side);
    if (report.sources[at].empty()) continue;
    Json maps = Json::array();
    for (const Mapping& mapping : report.plan.mappings[at]) {
      Json columns = Json::object();
      for (std::size_t slot = 0; slot < kRoles; ++slot)
        if (mapping.column[slot] >= 0)
          columns[std::string(name_of(static_cast<Role>(slot)))] = mapping.name(static_cast<Role>(slot));
      maps.push_back({{"layout", text_or_null(mapping.layout)},
                      {"columns", columns},
                      {"minor_units", mapping.amount_in_minor_units}});
    }
    sources[std::string(name_of(side))] = {
        {"names", report.sources[at]}, {"rows", report.rows[at]}, {"mappings", maps}};
  }
  json["sources"] = sources;
  const auto seconds = [](std::optional<Micros> span) { return span ? Json(*span / kMicrosPerSecond) : Json(nullptr); };
  json["settings"] = {{"as_of", format_time(settings.as_of)},
                      {"settle_seconds", settings.settle_span() / kMicrosPerSecond},
                      {"since", time_or_null(settings.since)},
                      {"until", time_or_null(settings.until)},
                      {"repeat_window_seconds", settings.repeat_window / kMicrosPerSecond},
                      {"retention_seconds", seconds(report.plan.retention())},
                      {"provider_window_seconds", seconds(settings.provider_window)},
                      {"link", name_of(report.plan.link)},
                      {"scope", Json::array()},
                      {"shards", settings.shards},
                      {"shard", settings.shard}};
  if (report.plan.tenant_shared) json["settings"]["scope"].push_back("tenant");
  if (report.plan.operation_shared) json["settings"]["scope"].push_back("operation");
  json["engine"] = report.engine;
  Json summary = {{"findings", report.findings()},
                  {"adds_up", report.adds_up()},
                  {"total", count_json(report.total())},
                  {"bad_rows", report.bad_rows}};
  for (std::size_t i = 0; i < kNeutrals; ++i)
    summary["agreeing"][std::string(name_of(static_cast<Neutral>(i)))] = count_json(report.neutrals[i]);
  json["summary"] = summary;
  json["classes"] = Json::array();
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    const ClassSummary& found = report.classes[i];
    const DiscrepancyClass& about = discrepancy_classes()[i];
    if (found.count.groups == 0 && found.tagged == 0) continue;
    Json money = Json::object();
    for (const auto& [currency, sum] : found.money) money[currency.empty() ? "none" : currency] = sum;
    Json samples = Json::array();
    for (const Finding& sample : found.samples) samples.push_back(finding_json(sample, options));
    json["classes"].push_back({{"class", about.id},
                               {"severity", name_of(about.weight)},
                               {"count", count_json(found.count)},
                               {"tagged", found.tagged},
                               {"money", money},
                               {"oldest", time_or_null(found.oldest)},
                               {"newest", time_or_null(found.newest)},
                               {"text", about.text},
                               {"remedy", about.remedy},
                               {"samples", samples}});
  }
  json["not_judged"] = Json::array();
  for (const auto& [name, need] : report.not_judged) json["not_judged"].push_back({{"class", name}, {"needs", need}});
  if (report.measured_ghosts) {
    Json rows = Json::array();
    for (const GhostMeasure& measure : report.ghosts)
      rows.push_back({{"tool", text_or_null(measure.tool)},
                      {"session", text_or_null(measure.session)},
                      {"executions", measure.executions},
                      {"invocations", measure.invocations},
                      {"repeats", measure.repeats()}});
    Json gaps = Json::array();
    for (const auto& [label, count] : report.repeat_gaps) gaps.push_back({{"within", label}, {"repeats", count}});
    json["ghosts"] = {{"by_tool", rows}, {"gaps", gaps}};
  } else {
    json["ghosts"] = nullptr;
  }
  json["bad_examples"] = report.bad_examples;
  json["notes"] = report.notes;
  return dumped(json, 2) + "\n";
}

}  // namespace idem::books
