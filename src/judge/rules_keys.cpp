// Rules about where keys come from.
#include "judge/judge.hpp"

#include "meaning/origin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

struct KeyRules {
  const Case& subject;
  std::vector<Finding>& findings;

  const std::vector<Operation>& ops() const { return subject.states.ops; }

  void add(std::string_view rule, const Site& site, Tier tier, Confidence confidence, std::string message,
           std::vector<std::pair<Site, std::string>> steps = {}) {
    Finding finding = finding_at(subject, rule, site, tier, confidence, std::move(message));
    for (const auto& [at, text] : steps)
      if (at.file != kNone) finding.evidence.push_back(step_of(subject, at, text));
    findings.push_back(std::move(finding));
  }

  // Whether a call is made inside a block, functions called from there included.
  static bool made_inside(const TraceBlock* block, V call, std::set<const TraceBlock*>& seen) {
    if (block == nullptr || !seen.insert(block).second) return false;
    for (const TraceNode& node : block->nodes) {
      if (node.value == call) return true;
      if (made_inside(node.body, call, seen) || made_inside(node.other, call, seen)) return true;
      for (const TraceCatch& caught : node.catches)
        if (made_inside(caught.body, call, seen)) return true;
    }
    return false;
  }

  static const Origin* made_anew(const std::vector<Origin>& origins) {
    const Origin* random = find_origin(origins, OriginKind::random);
    return random != nullptr ? random : find_origin(origins, OriginKind::clock);
  }

  void per_attempt() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation) continue;
      const Operation& effect = ops()[static_cast<std::size_t>(seen.op)];
      if (effect.kind != OpKind::effect || effect.provider_key == nullptr) continue;
      const std::vector<Origin>& origins = origins_of(subject.interpreter, effect.provider_key);
      const Origin* fresh = made_anew(origins);
      if (fresh == nullptr) continue;
      for (const OpenScope& scope : seen.state.scopes) {
        std::set<const TraceBlock*> visited;
        if (scope.kind != OpenScope::Kind::retry || !made_inside(scope.body, fresh->value, visited)) continue;
        add("key-per-attempt", fresh->site.file != kNone ? fresh->site : effect.site, Tier::strong, Confidence::high,
            fmt::format(
                "{} makes its key anew in every attempt ({}): the receiver cannot tell a retry from a new request",
                subject_name(subject), where(subject, fresh->site)),
            {{fresh->site, "the key is made here"}, {effect.site, call_text(subject, effect)}});
      }
    }
  }

  // A key that is another one in every attempt: an id of the request, or a value made while it is served.
  void attempt_id() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      std::vector<Origin> origins;
      const bool keeps =
          (op.kind == OpKind::claim || op.kind == OpKind::lookup) && about_or_claims(static_cast<int>(i));
      if (op.kind == OpKind::effect && op.provider_key != nullptr)
        origins = origins_of(subject.interpreter, op.provider_key);
      else if (keeps)
        origins = key_origins(subject, op);
      const Origin* attempt = find_origin(origins, OriginKind::attempt_id);
      if (attempt == nullptr && keeps) attempt = made_here(op);
      if (attempt == nullptr) continue;
      const bool better = std::any_of(origins.begin(), origins.end(), [](const Origin& o) {
        return (o.kind == OriginKind::header || o.kind == OriginKind::body) && names_a_key(o.name);
      });
      if (better) continue;
      const bool id = attempt->kind == OriginKind::attempt_id;
      add("request-id-as-key", attempt->site.file != kNone ? attempt->site : op.site, Tier::strong, Confidence::high,
          id ? fmt::format("{} tells repeats apart by {}, which names one attempt and not one intention: a retry "
                           "brings a new one",
                           subject_name(subject), attempt->name)
             : fmt::format("{} makes its key itself ({}): it names one attempt and not one intention, and a retry "
                           "gets a new one",
                           subject_name(subject), where(subject, attempt->site)),
          {{attempt->site, id ? attempt->name : "the key is made here"}, {op.site, call_text(subject, op)}});
      return;
    }
  }

  // The random value or time that is all that tells a stored key from others.
  const Origin* made_here(const Operation& op) const {
    V key = kept_key(op);
    if (key == nullptr || op.in_process) return nullptr;
    const std::vector<Origin>& origins = origins_of(subject.interpreter, key);
    const bool others = std::any_of(origins.begin(), origins.end(), [](const Origin& origin) {
      return origin.kind != OriginKind::random && origin.kind != OriginKind::clock &&
             origin.kind != OriginKind::constant && origin.kind != OriginKind::caller;
    });
    return others ? nullptr : made_anew(origins);
  }

  bool about_or_claims(int id) const {
    return ops()[static_cast<std::size_t>(id)].kind == OpKind::claim || about_key(subject, id);
  }

  static bool holds_a_key(const std::vector<Origin>& origins) {
    return std::any_of(origins.begin(), origins.end(),
                       [](const Origin& origin) { return names_a_key(origin.name) || holds_a_key(origin.of); });
  }

  void content() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      V key = op.kind == OpKind::claim ? kept_key(op) : nullptr;
      if (key == nullptr) continue;
      const std::vector<Origin>& origins = origins_of(subject.interpreter, key);
      bool digest = false, other = false;
      for (const Origin& origin : origins) {
        if (origin.kind == OriginKind::digest)
          digest = has_origin(origin.of, OriginKind::body) && !holds_a_key(origin.of);
        else if (origin.kind != OriginKind::constant && origin.kind != OriginKind::caller &&
                 origin.kind != OriginKind::path)
          other = true;
      }
      if (!digest || other) continue;
      add("content-as-key", op.site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::standard,
          Confidence::medium,
          fmt::format("{} uses a hash of the payload alone as its key: two honest equal requests become one",
                      subject_name(subject)),
          {{op.site, call_text(subject, op)}});
    }
  }

  void optional_key() {
    for (const Operation& op : ops()) {
      V key = op.kind == OpKind::claim ? kept_key(op) : nullptr;
      const Origin* made = key == nullptr ? nullptr : made_anew(origins_of(subject.interpreter, key));
      if (made == nullptr || subject.endpoint == nullptr || subject.endpoint->tier != Tier::strong ||
          !holds_a_key(origins_of(subject.interpreter, key)))
        continue;
      add("optional-key", made->site.file != kNone ? made->site : op.site, Tier::strong, Confidence::medium,
          fmt::format("{} makes a key of its own where none was sent ({}): every repeat without one is new",
                      subject_name(subject), where(subject, made->site)),
          {{made->site, "the key is made here"}, {op.site, call_text(subject, op)}});
      return;
    }
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !seen.state.key_absent) continue;
      const Operation& effect = ops()[static_cast<std::size_t>(seen.op)];
      if (effect.kind != OpKind::effect || tier_of_operation(effect) != Tier::strong ||
          effect.confidence == Confidence::low)
        continue;
      bool guarded = false;
      for (std::size_t i = 0; i < ops().size(); ++i)
        guarded |= ops()[i].kind == OpKind::claim || ops()[i].kind == OpKind::lookup;
      if (!guarded) continue;
      add("optional-key", effect.site, Tier::strong, Confidence::medium,
          fmt::format("{} runs {} ({}) also when no key was sent", subject_name(subject), call_text(subject, effect),
                      where(subject, effect.site)),
          {{effect.site, call_text(subject, effect)}});
      return;
    }
  }

  void retried_effect() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation) continue;
      const Operation& effect = ops()[static_cast<std::size_t>(seen.op)];
      if (effect.kind != OpKind::effect || tier_of_operation(effect) != Tier::strong ||
          effect.provider_key != nullptr || effect.confidence != Confidence::high)
        continue;
      const bool retried = std::any_of(seen.state.scopes.begin(), seen.state.scopes.end(),
                                       [](const OpenScope& scope) { return scope.kind == OpenScope::Kind::retry; });
      if (!retried || protection_of(subject, seen.op).claimed) continue;
      add("retry-around-effect", effect.site, Tier::strong, Confidence::medium,
          fmt::format("{} retries {} ({}) without a key made outside the retry", subject_name(subject),
                      call_text(subject, effect), where(subject, effect.site)),
          {{effect.site, call_text(subject, effect)}});
      return;
    }
  }

  // A tool asks the model for the key and hands it on as it came.
  void model_made() {
    if (!subject.tool) return;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation) continue;
      const Operation& op = ops()[static_cast<std::size_t>(seen.op)];
      V key = op.kind == OpKind::effect
                  ? op.provider_key
                  : (op.kind == OpKind::claim && !op.filter_literals.empty()
                         ? nullptr
                         : (op.kind == OpKind::claim && !op.key.empty() ? op.key.front() : nullptr));
      if (key == nullptr) continue;
      const bool minted_before =
          std::any_of(seen.state.tracked.begin(), seen.state.tracked.end(), [&](const Tracked& tracked) {
            const Operation& before = ops()[static_cast<std::size_t>(tracked.op)];
            return tracked.known == Known::yes && (before.kind == OpKind::claim || before.kind == OpKind::lookup) &&
                   (!before.filter_literals.empty() || before.kind == OpKind::lookup);
          });
      if (minted_before) continue;
      for (const Origin& origin : origins_of(subject.interpreter, key)) {
        if (origin.kind != OriginKind::body || !names_a_key(origin.name)) continue;
        add("model-made-key", origin.site.file != kNone ? origin.site : op.site, Tier::strong, Confidence::high,
            fmt::format("{} asks the model to make up its key ({}): the second try of one wish brings another",
                        subject_name(subject), origin.name),
            {{origin.site, origin.name}, {op.site, call_text(subject, op)}});
        return;
      }
    }
  }
};

}  // namespace

void rules_of_keys(const Case& subject, std::vector<Finding>& findings) {
  KeyRules rules{subject, findings};
  rules.per_attempt();
  rules.attempt_id();
  rules.content();
  rules.optional_key();
  rules.retried_effect();
  rules.model_made();
}

}  // namespace idem
