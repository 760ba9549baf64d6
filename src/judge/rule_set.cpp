#include "judge/rule_set.hpp"

#include <algorithm>

namespace idem {

bool RuleSet::strong(int id) const {
  return op(id).kind == OpKind::effect && tier_of_operation(op(id)) == Tier::strong &&
         op(id).confidence != Confidence::low;
}

Tier RuleSet::tier() const { return subject.endpoint != nullptr ? subject.endpoint->tier : Tier::standard; }

bool RuleSet::keyed_by_request(const Operation& operation) const {
  const std::vector<Origin> origins = key_origins(subject, operation);
  return std::any_of(origins.begin(), origins.end(), [](const Origin& origin) {
    return (origin.kind == OriginKind::header || origin.kind == OriginKind::body) && names_a_key(origin.name);
  });
}

void RuleSet::add(std::string_view rule, const Site& site, Tier tier, Confidence confidence, std::string message,
                  const std::vector<std::pair<Site, std::string>>& steps) const {
  Finding finding = finding_at(subject, rule, site, tier, confidence, std::move(message));
  for (const auto& [at, text] : steps)
    if (at.file != kNone) finding.evidence.push_back(step_of(subject, at, text));
  findings.push_back(std::move(finding));
}

const Origin* made_anew(const std::vector<Origin>& origins) {
  const Origin* random = find_origin(origins, OriginKind::random);
  return random != nullptr ? random : find_origin(origins, OriginKind::clock);
}

}  // namespace idem
