#include "config/apply.hpp"

#include "base/glob.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

bool path_selected(const std::string& glob, const Endpoint& endpoint) {
  const std::string& text = endpoint.path.empty() ? endpoint.operation : endpoint.path;
  if (glob_match(glob, text)) return true;
  return glob.ends_with("/**") && glob_match(glob.substr(0, glob.size() - 3), text);
}

// Whether a tier of the configuration changed anything.
bool apply_tiers(Endpoint& endpoint, const std::vector<ConfiguredTier>& tiers) {
  bool changed = false;
  for (const ConfiguredTier& entry : tiers)
    for (Effect& effect : endpoint.effects) {
      const bool named = (!entry.path.empty() && path_selected(entry.path, endpoint)) ||
                         (!entry.table.empty() && !effect.target.empty() && glob_match(entry.table, effect.target));
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

void apply_gateway(Endpoint& endpoint, const ConfiguredGateway& gateway) {
  Coverage& coverage = *endpoint.coverage;
  for (const Decision decision : gateway.decisions) {
    coverage[decision].status = Status::yes;
    coverage[decision].note = "gateway: " + gateway.reason;
  }
  if (coverage.verdict == Verdict::covered || coverage.verdict == Verdict::exempt) return;
  bool all = coverage[Decision::expiry].status != Status::no;
  for (const Decision decision :
       {Decision::accept, Decision::scope, Decision::fingerprint, Decision::claim, Decision::replay})
    all = all && holds(coverage, decision);
  if (endpoint.tier == Tier::strong) all = all && holds(coverage, Decision::downstream);
  coverage.verdict = all ? Verdict::covered : Verdict::partial;
}

bool in_front_of(const ConfiguredGateway& gateway, const Endpoint& endpoint) {
  if (!path_selected(gateway.path, endpoint)) return false;
  return gateway.methods.empty() || std::ranges::find(gateway.methods, endpoint.method) != gateway.methods.end();
}

}  // namespace

void apply_config(Report& report, const Config& config) {
  std::set<std::string> exempt, claimed;
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
      apply_gateway(endpoint, gateway);
      if (std::ranges::find(gateway.decisions, Decision::claim) != gateway.decisions.end()) claimed.insert(endpoint.id);
    }
  }
  std::erase_if(report.findings, [&](const Finding& finding) {
    return exempt.contains(finding.endpoint) || (finding.rule == "unprotected" && claimed.contains(finding.endpoint));
  });
}

std::vector<std::string> unheeded_settings(const Config& config) {
  std::vector<std::string> names;
  if (!config.key_headers.empty() || !config.key_fields.empty()) names.emplace_back("[keys]");
  if (config.retry_budget) names.emplace_back("[retry]");
  if (!config.agent_paths.empty()) names.emplace_back("[agents]");
  if (!config.effects.empty()) names.emplace_back("[[effect]]");
  if (!config.protections.empty()) names.emplace_back("[[protect]]");
  if (!config.routes.empty()) names.emplace_back("[[route]]");
  const auto by_function = [](const ConfiguredTier& tier) { return !tier.function.name.empty(); };
  if (std::ranges::any_of(config.tiers, by_function)) names.emplace_back("[[tier]] by function");
  return names;
}

}  // namespace idem
