// Rules about what is kept under a key and for how long, about fingerprints, and about hints and compensations.
#include "judge/judge.hpp"

#include "meaning/durations.hpp"
#include "meaning/origin.hpp"
#include "meaning/settings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace idem {

namespace {

// Where nothing says otherwise, a caller may come back within a day.
constexpr double kDefaultRetryBudget = 24.0 * 3600;

struct RecordRules {
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

  Tier tier() const { return subject.endpoint != nullptr ? subject.endpoint->tier : Tier::standard; }

  // The key of a request, which a caller made.
  bool keyed_by_request(const Operation& op) const {
    for (const Origin& origin : key_origins(subject, op))
      if ((origin.kind == OriginKind::header || origin.kind == OriginKind::body) && names_a_key(origin.name))
        return true;
    return false;
  }

  // The longest that anything about the key is kept; negative when something is kept for a time that is not known.
  void short_ttl() {
    double longest = -1;
    const Operation* kept = nullptr;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      if (op.kind != OpKind::claim && op.kind != OpKind::put && op.kind != OpKind::insert && op.kind != OpKind::upsert)
        continue;
      if (!about_key(subject, static_cast<int>(i))) continue;
      if (!op.key_value || !op.has_expiry || op.in_process) return;
      const double lasts = seconds_of(subject.interpreter, op.expiry, op.expiry_in_milliseconds ? 0.001 : 1);
      if (lasts <= 0) return;
      if (lasts > longest) {
        longest = lasts;
        kept = &op;
      }
    }
    const std::optional<double> budget = settings().retry_seconds;
    if (kept == nullptr || longest >= budget.value_or(kDefaultRetryBudget) || !keyed_by_request(*kept)) return;
    const std::string late = budget ? fmt::format("{:g} s (the budget of idem.toml)", *budget)
                                    : "24 h (the default budget: set [retry] budget where yours is known)";
    add("short-ttl", kept->site, tier(), Confidence::medium,
        fmt::format("{} remembers a key for {:g} s; a retry may come within {}", subject_name(subject), longest, late),
        {{kept->site, call_text(subject, *kept)}});
  }

  // The only memory of a strong effect is a cache that may evict it.
  void volatile_store() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& effect = ops()[i];
      if (effect.kind != OpKind::effect || tier_of_operation(effect) != Tier::strong ||
          effect.confidence == Confidence::low)
        continue;
      const Protection held = protection_of(subject, static_cast<int>(i));
      if (!held.claimed || held.by < 0 || held.provider_key) continue;
      const Operation& claim = ops()[static_cast<std::size_t>(held.by)];
      if (!claim.key_value || claim.in_process) continue;
      // Anything written to a data base on the way outlives the cache.
      const bool durable = std::any_of(ops().begin(), ops().end(), [](const Operation& op) {
        return !op.key_value && (op.kind == OpKind::claim || op.kind == OpKind::insert || op.kind == OpKind::upsert ||
                                 op.kind == OpKind::update);
      });
      if (durable) continue;
      add("volatile-store", claim.site, Tier::strong, Confidence::medium,
          fmt::format("{} remembers {} ({}) in a cache alone: an eviction or a failover forgets that it ran",
                      subject_name(subject), call_text(subject, effect), where(subject, effect.site)),
          {{claim.site, call_text(subject, claim)}, {effect.site, call_text(subject, effect)}});
      return;
    }
  }

  // The tenant in the key is whatever a header says.
  void untrusted_scope() {
    for (const Operation& store : ops()) {
      if ((store.kind != OpKind::claim && store.kind != OpKind::lookup) || !keyed_by_request(store)) continue;
      const std::vector<Origin> origins = key_origins(subject, store);
      if (has_origin(origins, OriginKind::caller)) continue;
      for (const Origin& origin : origins) {
        if (origin.kind != OriginKind::header || !names_a_caller(origin.name) || names_a_key(origin.name)) continue;
        add("untrusted-scope", store.site, tier(), Confidence::medium,
            fmt::format("{} takes the caller in its stored key from the header {}, which anybody can set",
                        subject_name(subject), origin.name),
            {{origin.site, origin.name}, {store.site, call_text(subject, store)}});
        return;
      }
    }
  }

  // A lost claim ends in an error; the first answer is never looked up.
  void no_replay() {
    if (subject.endpoint == nullptr || subject.consumer || subject.tool || subject.states.overflow) return;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& claim = ops()[i];
      if (claim.kind != OpKind::claim || !claim.filter_literals.empty() || !keyed_by_request(claim)) continue;
      bool lost = false, looked = false;
      for (const Observation& seen : subject.states.seen) {
        for (const Tracked& tracked : seen.state.tracked)
          looked |=
              ops()[static_cast<std::size_t>(tracked.op)].kind == OpKind::lookup && tracked.op != static_cast<int>(i);
        const Tracked* tracked = seen.state.find(static_cast<int>(i));
        lost |= tracked != nullptr && tracked->known == Known::no && seen.what == Seen::leave;
      }
      if (!lost || looked) continue;
      add("no-replay", claim.site, tier(), Confidence::medium,
          fmt::format("{} turns a repeat away and never gives it the first answer", subject_name(subject)),
          {{claim.site, call_text(subject, claim)}});
      return;
    }
  }

  static const Origin* digest_of(const std::vector<Origin>& origins) {
    return find_origin(origins, OriginKind::digest);
  }

  // A call below a digest that matches.
  template <typename Test>
  V call_below(V value, const Test& test, std::set<V>& seen) const {
    if (value == nullptr || seen.size() > 200 || !seen.insert(value).second) return nullptr;
    if (value->args != nullptr) {
      if (test(value)) return value;
      for (V one : value->args->positional)
        if (V found = call_below(one, test, seen); found != nullptr) return found;
    }
    for (V one : value->items)
      if (V found = call_below(one, test, seen); found != nullptr) return found;
    return call_below(value->receiver, test, seen);
  }

  // A list of names handed to JSON.stringify is a filter at every level: what is nested falls out.
  bool filters_fields(V call) const {
    if (call->lib == nullptr || call->lib->path != "JSON.stringify()" || call->args->positional.size() < 2)
      return false;
    std::set<V> seen;
    return call_below(
               call->args->positional[1],
               [&](V inner) { return plain_name(words_of(subject.interpreter, inner).method) == "keys"; },
               seen) != nullptr;
  }

  // A fingerprint of nothing but where the request goes and who sends it, while its body says what is done.
  bool leaves_out_body(const Operation& store, const Origin& digest) const {
    if (!keyed_by_request(store) || std::none_of(store.columns.begin(), store.columns.end(), names_a_fingerprint))
      return false;
    bool goes = false;
    for (const Origin& origin : digest.of) {
      if (names_a_key(origin.name)) return false;
      if (origin.kind == OriginKind::path || origin.kind == OriginKind::query)
        goes = true;
      else if (origin.kind != OriginKind::constant && origin.kind != OriginKind::caller)
        return false;
    }
    const auto says = [&](const Operation& op) {
      return op.kind == OpKind::effect && op.call->args != nullptr &&
             std::any_of(op.call->args->positional.begin(), op.call->args->positional.end(),
                         [&](V value) { return has_origin(origins_of(subject.interpreter, value), OriginKind::body); });
    };
    return goes && std::any_of(ops().begin(), ops().end(), says);
  }

  void fingerprints() {
    static const std::set<std::string> kSecrets = {"password",    "cardnumber", "cvc", "cvv", "ssn",
                                                   "accesstoken", "secret",     "pan", "pin", "iban"};
    std::set<V> told;
    for (const Operation& op : ops()) {
      const bool kept = op.kind == OpKind::claim || op.kind == OpKind::insert || op.kind == OpKind::put ||
                        op.kind == OpKind::upsert || op.kind == OpKind::lookup;
      if (!kept) continue;
      const std::vector<Origin> origins = key_origins(subject, op);
      const Origin* digest = digest_of(origins);
      if (digest == nullptr || digest->value == nullptr) continue;
      std::set<V> seen;
      if (V call = call_below(
              digest->value, [&](V inner) { return filters_fields(inner); }, seen);
          call != nullptr)
        add("weak-fingerprint", call->site, tier(), Confidence::high,
            fmt::format("{} hashes JSON.stringify with a list of top-level names: it filters every level, so that what "
                        "is nested is left out and two requests that differ there look the same",
                        subject_name(subject)),
            {{call->site, "serialises"}, {op.site, call_text(subject, op)}});
      if (leaves_out_body(op, *digest) && told.insert(digest->value).second)
        add("weak-fingerprint", digest->site, tier(), Confidence::medium,
            fmt::format("{} fingerprints where the request goes and not what it says: the same key with another body "
                        "looks like the same request",
                        subject_name(subject)),
            {{digest->site, "hashes"}, {op.site, call_text(subject, op)}});
      for (const OriginKind kind : {OriginKind::clock, OriginKind::random, OriginKind::attempt_id})
        if (const Origin* fresh = find_origin(digest->of, kind);
            fresh != nullptr && has_origin(digest->of, OriginKind::body)) {
          add("unstable-fingerprint", digest->site, tier(), Confidence::high,
              fmt::format(
                  "{} hashes something that differs in every attempt ({}) into its fingerprint: an honest retry "
                  "looks like another request",
                  subject_name(subject), fresh->name.empty() ? "a clock or random value" : fresh->name),
              {{fresh->site, fresh->name}, {digest->site, "hashes"}});
          break;
        }
      for (const Origin& origin : digest->of)
        if (origin.kind == OriginKind::body && kSecrets.contains(plain_name(origin.name))) {
          add("sensitive-fingerprint", digest->site, tier(), Confidence::medium,
              fmt::format("{} hashes {} into what it stores: a short secret is found again by trying",
                          subject_name(subject), origin.name),
              {{origin.site, origin.name}, {digest->site, "hashes"}});
          break;
        }
    }
  }

  // Money sent back in an error path, with no key to say which wish it takes back.
  void compensation() {
    static const std::set<std::string> kBack = {"refund", "void", "reverse", "reversal", "refunds", "cancel"};
    std::set<int> told;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !seen.state.in_catch) continue;
      const Operation& effect = ops()[static_cast<std::size_t>(seen.op)];
      if (effect.kind != OpKind::effect || effect.provider_key != nullptr || effect.confidence == Confidence::low ||
          std::find(effect.kinds.begin(), effect.kinds.end(), EffectKind::payment) == effect.kinds.end())
        continue;
      const CallWords& words = words_of(subject.interpreter, effect.call);
      std::vector<std::string> all = split_words(words.method);
      if (!words.receiver.empty()) all.push_back(words.receiver.back());
      if (std::none_of(all.begin(), all.end(), [](const std::string& word) { return kBack.contains(word); })) continue;
      if (!told.insert(seen.op).second) continue;
      add("compensation-without-key", effect.site, Tier::strong, Confidence::medium,
          fmt::format("{} takes an effect back by {} in an error path without a key of its own: a retry of the error "
                      "path pays back twice",
                      subject_name(subject), call_text(subject, effect)),
          {{effect.site, call_text(subject, effect)}});
    }
  }

  // Whether something in a registration speaks of hints: a field or an option named so.
  bool hinted(V value, std::set<V>& seen) const {
    if (value == nullptr || seen.size() > 300 || !seen.insert(value).second) return false;
    const auto speaks = [](std::string_view name) { return plain_name(name).find("hint") != std::string::npos; };
    if (value->is(ValueKind::map) || value->is(ValueKind::list)) {
      for (const auto& [name, field] : value->object->fields)
        if (speaks(subject.interpreter.text(name)) || hinted(field, seen)) return true;
      for (V item : value->object->items)
        if (hinted(item, seen)) return true;
    }
    if (value->args != nullptr) {
      if (speaks(words_of(subject.interpreter, value).method)) return true;
      for (V one : value->args->positional)
        if (hinted(one, seen)) return true;
      for (const auto& [name, one] : value->args->named)
        if (speaks(subject.interpreter.text(name)) || hinted(one, seen)) return true;
    }
    return value->receiver != nullptr && hinted(value->receiver, seen);
  }

  void tool_hints() {
    if (!subject.tool || subject.registration == nullptr || tier() == Tier::none) return;
    bool effect = false, key = false;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      effect |= counts(subject, static_cast<int>(i));
      key |= ops()[i].provider_key != nullptr || keyed_by_request(ops()[i]);
    }
    std::set<V> seen;
    if (!effect || key || hinted(subject.registration, seen)) return;
    add("tool-without-hint", subject.place, tier(), Confidence::medium,
        fmt::format("{} has side effects and declares neither a key nor whether it may be repeated "
                    "(idempotentHint, destructiveHint)",
                    subject_name(subject)),
        {{subject.place, subject_name(subject)}});
  }
};

}  // namespace

void rules_of_records(const Case& subject, std::vector<Finding>& findings) {
  RecordRules rules{subject, findings};
  rules.short_ttl();
  rules.volatile_store();
  rules.untrusted_scope();
  rules.no_replay();
  rules.fingerprints();
  rules.compensation();
  rules.tool_hints();
}

}  // namespace idem
