#include "config/apply.hpp"

#include "base/glob.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace idem {

namespace {

bool path_selected(const std::string& glob, const Endpoint& endpoint) {
  const std::string& text = endpoint.path.empty() ? endpoint.operation : endpoint.path;
  if (glob_match(glob, text)) return true;
  return glob.ends_with("/**") && glob_match(glob.substr(0, glob.size() - 3), text);
}

// "charge" and "Billing.charge" as the end of a handler's name or of what a step of the evidence calls.
bool names(const std::string& function, std::string_view text) {
  while (text.ends_with(')')) text.remove_suffix(text.ends_with("()") ? 2 : 1);
  if (!text.ends_with(function)) return false;
  text.remove_suffix(function.size());
  return text.empty() || text.back() == '.' || text.back() == ' ';
}

bool through(const std::string& function, const Endpoint& endpoint, const Effect& effect) {
  if (endpoint.handler && names(function, endpoint.handler->name)) return true;
  return std::ranges::any_of(effect.evidence, [&](const Step& step) { return names(function, step.text); });
}

// Whether a tier of the configuration changed anything.
bool apply_tiers(Endpoint& endpoint, const std::vector<ConfiguredTier>& tiers) {
  bool changed = false;
  for (const ConfiguredTier& entry : tiers)
    for (Effect& effect : endpoint.effects) {
      const bool named = (!entry.path.empty() && path_selected(entry.path, endpoint)) ||
                         (!entry.table.empty() && !effect.target.empty() && glob_match(entry.table, effect.target)) ||
                         (!entry.function.name.empty() && through(entry.function.name, endpoint, effect));
      if (!named) continue;
      effect.tier = entry.tier;
      changed = true;
    }
  if (!changed) return false;
  endpoint.tier = Tier::none;
  for (const Effect* effect : counting_effects(endpoint)) endpoint.tier = std::max(endpoint.tier, effect->tier);
  return true;
}

bool holds(const Coverage& coverage, Decision decision) {
  return coverage[decision].status == Status::yes || coverage[decision].status == Status::not_applicable;
}

bool in_front_of(const ConfiguredGateway& gateway, const Endpoint& endpoint) {
  if (!path_selected(gateway.path, endpoint)) return false;
  return gateway.methods.empty() || std::ranges::find(gateway.methods, endpoint.method) != gateway.methods.end();
}

}  // namespace

void provide(Coverage& coverage, Tier tier, const std::vector<Decision>& decisions, const std::string& note) {
  for (const Decision decision : decisions) {
    coverage[decision].status = Status::yes;
    coverage[decision].note = note;
  }
  if (coverage.verdict == Verdict::covered || coverage.verdict == Verdict::exempt) return;
  bool all = coverage[Decision::expiry].status != Status::no;
  for (const Decision decision :
       {Decision::accept, Decision::scope, Decision::fingerprint, Decision::claim, Decision::replay})
    all = all && holds(coverage, decision);
  if (tier == Tier::strong) all = all && holds(coverage, Decision::downstream);
  coverage.verdict = all ? Verdict::covered : Verdict::partial;
  coverage.reason.clear();
}

bool answered(std::string_view rule, const std::vector<Decision>& decisions) {
  static const std::map<std::string_view, Decision> kAsks = {
      {"unprotected", Decision::claim},        {"check-then-act", Decision::claim},
      {"lock-only", Decision::claim},          {"optional-key", Decision::accept},
      {"global-scope", Decision::scope},       {"no-fingerprint", Decision::fingerprint},
      {"no-replay", Decision::replay},         {"short-ttl", Decision::expiry},
      {"consumer-no-dedupe", Decision::claim}, {"provider-call-without-key", Decision::downstream}};
  const auto asked = kAsks.find(rule);
  return asked != kAsks.end() && std::ranges::find(decisions, asked->second) != decisions.end();
}

void apply_config(Report& report, const Config& config) {
  std::set<std::string> exempt;
  std::map<std::string, std::vector<Decision>> provided;
  for (Endpoint& endpoint : report.endpoints) {
    if (apply_tiers(endpoint, config.tiers) && endpoint.tier == Tier::none) {
      exempt.insert(endpoint.id);
      if (endpoint.coverage) {
        endpoint.coverage->verdict = Verdict::exempt;
        endpoint.coverage->reason = "its tier is none by idem.toml";
      }
    }
    for (const ConfiguredGateway& gateway : config.gateways) {
      if (!endpoint.coverage || !in_front_of(gateway, endpoint)) continue;
      provide(*endpoint.coverage, endpoint.tier, gateway.decisions, "gateway: " + gateway.reason);
      std::vector<Decision>& all = provided[endpoint.id];
      all.insert(all.end(), gateway.decisions.begin(), gateway.decisions.end());
    }
  }
  std::erase_if(report.findings, [&](const Finding& finding) {
    const auto given = provided.find(finding.endpoint);
    return exempt.contains(finding.endpoint) || (given != provided.end() && answered(finding.rule, given->second));
  });
}

}  // namespace idem
