#include "render/json.hpp"

#include "base/version.hpp"
#include "providers/providers.hpp"
#include "report/summary.hpp"

#include <cmath>
#include <utility>

namespace idem {

namespace {

std::string text(std::string_view view) { return std::string(view); }

Json or_null(const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); }

Json place(const Handler& handler) {
  Json json{{"name", handler.name}, {"file", handler.file}, {"line", handler.line}};
  if (handler.end_line != 0) json["end_line"] = handler.end_line;
  return json;
}

// `answers_too`: what the provider promises about repeats stands beside the call.
Json to_json(const Effect& effect, bool answers_too) {
  Json json{{"kind", text(word(effect.kind))},
            {"tier", text(word(effect.tier))},
            {"confidence", text(word(effect.confidence))}};
  if (!effect.ambient.empty()) json["ambient"] = effect.ambient;
  if (!effect.target.empty()) json["target"] = effect.target;
  if (!effect.provider.empty()) json["provider"] = effect.provider;
  if (const Provider* provider = find_provider(effect.provider); answers_too && provider != nullptr) {
    Json answers{{"takes_key", text(word_of(provider->takes_key))},
                 {"key", provider->key},
                 {"retention", provider->retention},
                 {"mismatch", provider->mismatch},
                 {"validation_errors_stored", provider->validation_errors},
                 {"server_errors_stored", provider->server_errors},
                 {"in_flight", provider->in_flight},
                 {"lookup", text(word_of(provider->lookup))},
                 {"absence_final", text(word_of(provider->absence_final))},
                 {"source", provider->source},
                 {"as_of", provider->as_of}};
    for (const auto& [language, how] : provider->sdk) answers["sdk"][language] = how;
    json["provider_answers"] = std::move(answers);
  }
  json["evidence"] = to_json(effect.evidence);
  json["protected_by"] = effect.protected_by;
  return json;
}

Json to_json(const Coverage& coverage) {
  Json json = Json::object();
  json["verdict"] = text(word(coverage.verdict));
  if (!coverage.reason.empty()) json["reason"] = coverage.reason;
  Json decisions = Json::object();
  for (std::size_t i = 0; i < kDecisionCount; ++i) {
    const DecisionState& state = coverage.decisions[i];
    Json decision{{"status", text(word(state.status))}, {"evidence", to_json(state.evidence)}};
    if (!state.note.empty()) decision["note"] = state.note;
    decisions[text(word(static_cast<Decision>(i)))] = std::move(decision);
  }
  json["decisions"] = std::move(decisions);
  Json alternatives = Json::array();
  for (const Alternative& each : coverage.alternatives)
    alternatives.push_back(
        {{"kind", each.kind}, {"sound", each.sound}, {"limits", each.limits}, {"evidence", to_json(each.evidence)}});
  json["alternatives"] = std::move(alternatives);
  return json;
}

Json tally_json(const Tally& tally) {
  Json json = Json::object();
  for (std::size_t i = 0; i < tally.by_verdict.size(); ++i)
    json[text(word(static_cast<Verdict>(i)))] = tally.by_verdict[i];
  json["percent"] = std::floor(tally.percent() * 10) / 10;
  return json;
}

}  // namespace

Json to_json(const Step& step) { return {{"file", step.file}, {"line", step.line}, {"text", step.text}}; }

Json to_json(const Evidence& evidence) {
  Json json = Json::array();
  for (const Step& step : evidence) json.push_back(to_json(step));
  return json;
}

Json to_json(const Endpoint& endpoint) {
  Json json{{"id", endpoint.id},
            {"kind", text(word(endpoint.kind))},
            {"method", or_null(endpoint.method)},
            {"path", or_null(endpoint.path)},
            {"operation", or_null(endpoint.operation)},
            {"dynamic", endpoint.dynamic}};
  if (!endpoint.reason.empty()) json["reason"] = endpoint.reason;
  json["file"] = endpoint.file;
  json["line"] = endpoint.line;
  json["column"] = endpoint.column;
  json["language"] = endpoint.language;
  json["framework"] = endpoint.framework;
  if (!endpoint.app.empty()) json["app"] = endpoint.app;
  json["handler"] = endpoint.handler ? place(*endpoint.handler) : Json(nullptr);
  Json middleware = Json::array();
  for (const Handler& each : endpoint.middleware) middleware.push_back(place(each));
  json["middleware"] = std::move(middleware);
  json["tier"] = text(word(endpoint.tier));
  Json effects = Json::array();
  for (const Effect& effect : endpoint.effects) effects.push_back(to_json(effect, endpoint.coverage.has_value()));
  json["effects"] = std::move(effects);
  if (endpoint.coverage) json["coverage"] = to_json(*endpoint.coverage);
  return json;
}

Json to_json(const Finding& finding) {
  Json json{{"rule", finding.rule},
            {"severity", text(word(finding.severity))},
            {"confidence", text(word(finding.confidence))},
            {"message", finding.message},
            {"remedy", finding.remedy},
            {"file", finding.file},
            {"line", finding.line},
            {"end_line", finding.end_line == 0 ? finding.line : finding.end_line},
            {"endpoint", or_null(finding.endpoint)},
            {"evidence", to_json(finding.evidence)},
            {"fingerprint", finding.fingerprint}};
  if (finding.suppressed) {
    Json suppressed{{"kind", finding.suppressed->kind}, {"reason", finding.suppressed->reason}};
    if (!finding.suppressed->until.empty()) suppressed["until"] = finding.suppressed->until;
    json["suppressed"] = std::move(suppressed);
  }
  return json;
}

Json to_json(const Diagnostic& diagnostic) {
  Json json{{"kind", diagnostic.kind}, {"file", diagnostic.file}};
  if (diagnostic.line != 0) json["line"] = diagnostic.line;
  json["message"] = diagnostic.message;
  json["incomplete"] = diagnostic.incomplete;
  return json;
}

Json summary_json(const Report& report) {
  const Summary summary = summarise(report);
  Json kinds = Json::object(), tiers = Json::object(), effects = Json::object(), findings = Json::object();
  for (std::size_t i = 0; i < summary.by_kind.size(); ++i)
    kinds[text(word(static_cast<EntryKind>(i)))] = summary.by_kind[i];
  for (std::size_t i = 0; i < summary.by_tier.size(); ++i) tiers[text(word(static_cast<Tier>(i)))] = summary.by_tier[i];
  for (const auto& [kind, n] : summary.by_effect) effects[kind] = n;
  for (std::size_t i = 0; i < summary.findings.size(); ++i)
    findings[text(word(static_cast<Severity>(i)))] = summary.findings[i];
  Json json{
      {"entry_points", summary.entry_points}, {"kinds", std::move(kinds)},       {"tiers", std::move(tiers)},
      {"effects", std::move(effects)},        {"findings", std::move(findings)}, {"suppressed", summary.suppressed}};
  if (report.coverage)
    json["coverage"] = {{"all", tally_json(summary.all)},
                        {"strong", tally_json(summary.strong)},
                        {"standard", tally_json(summary.standard)}};
  return json;
}

Json stats_json(const Report& report, const RenderOptions& options) {
  Json skipped = Json::object();
  for (const Skipped& each : report.stats.skipped) skipped[each.reason] = each.count;
  Json json{{"files", report.stats.files},
            {"bytes", report.stats.bytes},
            {"used", report.stats.used},
            {"skipped", std::move(skipped)}};
  if (options.timing) {
    Json seconds = Json::object();
    for (const Timing& each : report.stats.timings) seconds[each.stage] = each.seconds;
    json["seconds"] = std::move(seconds);
  }
  return json;
}

Json tool_json() { return {{"name", "idem"}, {"version", text(version())}}; }

std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

std::string render_json(const Report& report, const RenderOptions& options) {
  Json json{{"schema", "idem.report/1"}, {"tool", tool_json()}, {"root", report.root}};
  Json endpoints = Json::array(), findings = Json::array(), diagnostics = Json::array();
  for (const Endpoint& each : report.endpoints) endpoints.push_back(to_json(each));
  for (const Finding& each : report.findings) findings.push_back(to_json(each));
  for (const Diagnostic& each : report.diagnostics) diagnostics.push_back(to_json(each));
  json["endpoints"] = std::move(endpoints);
  json["findings"] = std::move(findings);
  json["diagnostics"] = std::move(diagnostics);
  json["summary"] = summary_json(report);
  json["stats"] = stats_json(report, options);
  return dump(json, 2) + "\n";
}

std::string render_ndjson(const Report& report, const RenderOptions& options) {
  std::string out;
  const auto line = [&](const char* type, const Json& fields) {
    Json json = Json::object();
    json["type"] = type;
    json.update(fields);
    out += dump(json, -1) + "\n";
  };
  line("report", {{"schema", "idem.report/1"}, {"tool", tool_json()}, {"root", report.root}});
  for (const Endpoint& each : report.endpoints) line("endpoint", to_json(each));
  for (const Finding& each : report.findings) line("finding", to_json(each));
  for (const Diagnostic& each : report.diagnostics) line("diagnostic", to_json(each));
  line("summary", {{"summary", summary_json(report)}, {"stats", stats_json(report, options)}});
  return out;
}

}  // namespace idem
