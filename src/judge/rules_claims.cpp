// Rules about claims and look-ups: races, ignored outcomes, locks, stores, fingerprints.
#include "judge/judge.hpp"

#include "meaning/origin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

struct ClaimRules {
  const Case& subject;
  std::vector<Finding>& findings;

  const std::vector<Operation>& ops() const { return subject.states.ops; }
  const Operation& op(int id) const { return ops()[static_cast<std::size_t>(id)]; }
  bool is_write(int id) const { return op(id).kind == OpKind::effect || op(id).kind == OpKind::insert; }

  void add(std::string_view rule, const Site& site, Tier tier, Confidence confidence, std::string message,
           std::vector<std::pair<Site, std::string>> steps = {}) {
    Finding finding = finding_at(subject, rule, site, tier, confidence, std::move(message));
    for (const auto& [at, text] : steps)
      if (at.file != kNone) finding.evidence.push_back(step_of(subject, at, text));
    findings.push_back(std::move(finding));
  }

  // A look-up that found nothing is all that stands before an insert or effect.
  void check_then_act() {
    std::set<int> told;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !is_write(seen.op) || subject.states.overflow) continue;
      const Operation& effect = op(seen.op);
      if (effect.confidence == Confidence::low) continue;
      const Protection held = protection_of(subject, seen.op);
      if (!held.raced || held.claimed || held.unique || held.provider_key || held.locked) continue;
      for (const Tracked& tracked : seen.state.tracked) {
        const Operation& lookup = op(tracked.op);
        if (lookup.kind != OpKind::lookup || tracked.known != Known::no || !leaves_when_seen(subject, tracked.op))
          continue;
        // It must be about the same thing: the table inserted into, or a stored key.
        const bool same_table = !lookup.table.empty() && plain_table(lookup.table) == plain_table(effect.table);
        const bool keyed = about_key(subject, tracked.op);
        if (!same_table && !keyed) continue;
        if (!told.insert(tracked.op).second) continue;
        add("check-then-act", lookup.site, tier_of_operation(effect),
            same_table ? Confidence::high : Confidence::medium,
            fmt::format("{} looks up {} and acts when it is absent ({}): two requests at once both find nothing",
                        subject_name(subject), lookup.table.empty() ? "the key" : lookup.table,
                        where(subject, effect.site)),
            {{lookup.site, "looks up"}, {effect.site, call_text(subject, effect)}});
      }
    }
  }

  // A claim whose outcome is not looked at before the effect.
  void claim_ignored() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& claim = ops()[i];
      const bool promised = !claim.awaited && claim.kind == OpKind::lookup && about_key(subject, static_cast<int>(i));
      if (promised || runs_beside(static_cast<int>(i))) {
        unawaited(static_cast<int>(i));
        continue;
      }
      if (claim.kind != OpKind::claim || (claim.shape == Shape::object_created && claim.awaited)) continue;
      if (!claim.key_value && claim.columns.empty() && claim.filter_literals.empty()) continue;
      int after = -1;
      bool tested = false;
      for (const Observation& seen : subject.states.seen) {
        const Tracked* tracked = seen.state.find(static_cast<int>(i));
        if (tracked == nullptr) continue;
        tested |= tracked->known == Known::yes || tracked->known == Known::no;
        if (seen.what == Seen::operation && tracked->known == Known::tried && op(seen.op).kind == OpKind::effect &&
            after < 0)
          after = seen.op;
      }
      for (const PathState& end : subject.states.ends)
        if (const Tracked* tracked = end.find(static_cast<int>(i)); tracked != nullptr)
          tested |= tracked->known == Known::yes || tracked->known == Known::no;
      if (after < 0 || tested || subject.states.overflow) continue;
      if (!claim.awaited) {
        not_waited_for(static_cast<int>(i), after);
        continue;
      }
      add("claim-ignored", claim.site, tier_of_operation(op(after)),
          claim.dropped ? Confidence::high : Confidence::medium,
          fmt::format("{} claims {} but never looks at the outcome; {} ({}) runs for every repeat",
                      subject_name(subject), claim.table.empty() ? "the key" : claim.table,
                      call_text(subject, op(after)), where(subject, op(after).site)),
          {{claim.site, "claims"}, {op(after).site, call_text(subject, op(after))}});
    }
  }

  bool runs_beside(int id) const {
    return std::find(subject.states.beside.begin(), subject.states.beside.end(), id) != subject.states.beside.end();
  }

  // The effect that the request goes on to while its claim or look-up is still under way.
  void unawaited(int id) {
    if (subject.states.overflow) return;
    for (const Observation& seen : subject.states.seen)
      if (seen.what == Seen::operation && seen.op > id && !seen.state.beside && op(seen.op).kind == OpKind::effect &&
          op(seen.op).confidence != Confidence::low)
        return not_waited_for(id, seen.op);
  }

  void not_waited_for(int id, int after) {
    const Operation& claim = op(id);
    const bool looks = claim.kind == OpKind::lookup;
    add("claim-ignored", claim.site, tier_of_operation(op(after)), Confidence::high,
        fmt::format("{} {} {} ({}) and does not wait for the outcome: {} ({}) runs for every repeat",
                    subject_name(subject), looks ? "looks up" : "claims", claim.table.empty() ? "the key" : claim.table,
                    where(subject, claim.site), call_text(subject, op(after)), where(subject, op(after).site)),
        {{claim.site, looks ? "looks up" : "claims"}, {op(after).site, call_text(subject, op(after))}});
  }

  void lock_only() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      if (!is_write(static_cast<int>(i))) continue;
      const Protection held = protection_of(subject, static_cast<int>(i));
      if (!held.locked || held.any()) continue;
      for (const Observation& seen : subject.states.seen) {
        if (seen.op != static_cast<int>(i)) continue;
        Site lock;
        for (const OpenScope& scope : seen.state.scopes)
          if (scope.kind == OpenScope::Kind::lock && scope.op >= 0) lock = op(scope.op).site;
        if (lock.file == kNone) continue;
        add("lock-only", lock, tier_of_operation(ops()[i]), Confidence::medium,
            fmt::format("{} holds a lock around {} ({}), but nothing remembers that it ran: a repeat after the lock "
                        "ends runs it again",
                        subject_name(subject), call_text(subject, ops()[i]), where(subject, ops()[i].site)),
            {{lock, "locks"}, {ops()[i].site, call_text(subject, ops()[i])}});
        return;
      }
    }
  }

  void stores() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& store = ops()[i];
      if (!store.in_process || (store.kind != OpKind::lookup && store.kind != OpKind::claim) ||
          !about_key(subject, static_cast<int>(i)))
        continue;
      add("in-process-store", store.site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::standard,
          Confidence::high,
          fmt::format("{} keeps its keys in the memory of one process: another instance or a restart forgets them",
                      subject_name(subject)),
          {{store.site, "looks up"}});
      return;
    }
  }

  // The store's failure was caught and the request went on unguarded.
  void fail_open() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || op(seen.op).kind == OpKind::lookup || !counts(subject, seen.op)) continue;
      for (const int failed : seen.state.survived) {
        const Operation& store = op(failed);
        if (store.kind != OpKind::claim && store.kind != OpKind::lookup) continue;
        const bool first_effect =
            seen.state.fired.empty() || std::all_of(seen.state.fired.begin(), seen.state.fired.end(),
                                                    [&](int fired) { return op(fired).kind == OpKind::claim; });
        if (!about_key(subject, failed) || failed == seen.op || !first_effect) continue;
        add("fail-open", store.site, tier_of_operation(op(seen.op)), Confidence::high,
            fmt::format("{} goes on when its key store fails ({}): {} then runs unguarded", subject_name(subject),
                        where(subject, store.site), call_text(subject, op(seen.op))),
            {{store.site, "the store may fail here"}, {op(seen.op).site, call_text(subject, op(seen.op))}});
        return;
      }
      // The catch itself hands on to the effect.
      if (!seen.state.in_catch) continue;
      for (const int failed : seen.state.failing) {
        const Operation& store = op(failed);
        if ((store.kind != OpKind::claim && store.kind != OpKind::lookup) || !about_key(subject, failed)) continue;
        add("fail-open", store.site, tier_of_operation(op(seen.op)), Confidence::high,
            fmt::format("{} catches the failure of its key store ({}) and runs {} all the same", subject_name(subject),
                        where(subject, store.site), call_text(subject, op(seen.op))),
            {{store.site, "the store may fail here"}, {op(seen.op).site, call_text(subject, op(seen.op))}});
        return;
      }
    }
  }

  // Whoever lost the claim finds the row of the one that won: no need to ask whether it is there.
  bool lost_a_claim(const PathState& state) const {
    return std::any_of(state.tracked.begin(), state.tracked.end(), [&](const Tracked& tracked) {
      // A change of state that was made already is judged by what is stored, not by what the request says.
      const Operation& claim = op(tracked.op);
      return claim.kind == OpKind::claim && claim.filter_literals.empty() && tracked.known == Known::no;
    });
  }

  // A stored answer goes out without the request having been compared with the first one.
  void no_fingerprint() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& store = ops()[i];
      const int id = static_cast<int>(i);
      if ((store.kind != OpKind::lookup && store.kind != OpKind::claim) || !about_key(subject, id)) continue;
      bool compared = false, replayed = false;
      for (const Observation& seen : subject.states.seen)
        for (const Tracked& tracked : seen.state.tracked) {
          compared |= tracked.print_tested;
          if (tracked.op == id && seen.what == Seen::leave && seen.how == LeaveHow::return_ && !seen.state.in_catch)
            replayed |= store.kind == OpKind::lookup &&
                        (tracked.known == Known::yes || (tracked.known == Known::tried && lost_a_claim(seen.state)));
        }
      if (compared || !replayed || !has_key_column(store)) continue;
      add("no-fingerprint", store.site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::strong,
          Confidence::medium,
          fmt::format("{} answers a repeat from what is stored under its key without comparing the request: the same "
                      "key with another body gets the wrong answer",
                      subject_name(subject)),
          {{store.site, call_text(subject, store)}});
      return;
    }
  }

  bool has_key_column(const Operation& store) const {
    for (const Origin& origin : key_origins(subject, store))
      if ((origin.kind == OriginKind::header || origin.kind == OriginKind::body) && names_a_key(origin.name))
        return true;
    return false;
  }

  void global_scope() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& store = ops()[i];
      if ((store.kind != OpKind::claim && store.kind != OpKind::lookup) || !has_key_column(store)) continue;
      for (V key : store.key) {
        if (!key->is(ValueKind::text)) continue;
        for (V part : key->items) {
          if (!part->is(ValueKind::any_of)) continue;
          bool constant = false, other = false;
          for (V one : part->items)
            (one->is(ValueKind::text) && one->items.empty() && one->name != 0 ? constant : other) = true;
          if (!constant || !other) continue;
          add("global-scope", key->site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::strong,
              Confidence::high,
              fmt::format("The stored key of {} names a caller that is the same constant for a whole group of callers: "
                          "they share each other's answers",
                          subject_name(subject)),
              {{key->site, "the key"}, {store.site, call_text(subject, store)}});
          return;
        }
      }
      // A key alone, in a table or under a prefix, while the request does know its caller.
      if (store.kind != OpKind::claim) continue;
      const std::vector<Origin> origins = key_origins(subject, store);
      const bool scoped = has_origin(origins, OriginKind::caller) || has_origin(origins, OriginKind::unknown) ||
                          has_origin(origins, OriginKind::result) ||
                          std::any_of(store.columns.begin(), store.columns.end(),
                                      [](const std::string& c) { return names_a_caller(c); });
      if (scoped || !knows_caller(static_cast<int>(i))) continue;
      add("global-scope", store.site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::strong,
          Confidence::medium,
          fmt::format("{} stores its key without the caller it belongs to: two tenants that choose the same key meet",
                      subject_name(subject)),
          {{store.site, call_text(subject, store)}});
      return;
    }
  }

  bool knows_caller(int except) const {
    for (std::size_t i = 0; i < ops().size(); ++i)
      if (static_cast<int>(i) != except && (ops()[i].kind == OpKind::insert || ops()[i].kind == OpKind::lookup) &&
          has_origin(key_origins(subject, ops()[i]), OriginKind::caller))
        return true;
    return false;
  }

  void in_flight() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& claim = ops()[i];
      // A state transition is its own record.
      if (claim.kind != OpKind::claim || !claim.filter_literals.empty() || !has_key_column(claim)) continue;
      bool tested = false, answers = false, waits = false;
      for (const Observation& seen : subject.states.seen) {
        const Tracked* tracked = seen.state.find(static_cast<int>(i));
        if (tracked == nullptr || tracked->known != Known::no) continue;
        for (const Tracked& any : seen.state.tracked) tested |= any.state_tested;
        if (seen.what == Seen::leave && seen.how == LeaveHow::throw_ && !refuses_request(seen.value)) waits = true;
        if (seen.what == Seen::leave && seen.how == LeaveHow::return_) answers = true;
        if (seen.what == Seen::operation && op(seen.op).kind == OpKind::answer && conflict_answer(op(seen.op)))
          waits = true;
      }
      bool looked = false;
      for (const Observation& seen : subject.states.seen)
        if (seen.what == Seen::operation && op(seen.op).kind == OpKind::lookup &&
            seen.state.find(static_cast<int>(i)) != nullptr && seen.state.find(static_cast<int>(i))->known == Known::no)
          looked = true;
      if (!answers || tested || waits || !looked) continue;
      add("in-flight-undefined", claim.site, subject.endpoint != nullptr ? subject.endpoint->tier : Tier::standard,
          Confidence::low,
          fmt::format("{} does not tell a repeat that arrives while the first still runs from a finished one",
                      subject_name(subject)),
          {{claim.site, call_text(subject, claim)}});
      return;
    }
  }

  // HTTPException(422), UnprocessableEntityException(): says that the request is wrong, and not that it is early.
  bool refuses_request(V thrown) const {
    if (thrown == nullptr || thrown->args == nullptr) return false;
    if (plain_name(words_of(subject.interpreter, thrown).method).find("unprocessable") != std::string::npos)
      return true;
    std::vector<V> values = thrown->args->positional;
    for (const auto& [name, value] : thrown->args->named) values.push_back(value);
    return std::any_of(values.begin(), values.end(), [&](V value) {
      if (value->lib != nullptr) return plain_name(value->lib->step).find("422") != std::string::npos;
      const std::string_view status =
          value->is(ValueKind::number) ? subject.interpreter.text(value->name) : std::string_view{};
      return status == "400" || status == "403" || status == "404" || status == "422";
    });
  }

  bool conflict_answer(const Operation& answer) const {
    if (answer.row == nullptr) return false;
    const std::string status = [&] {
      V value = subject.interpreter.slot_value(*answer.row, "status", answer.call);
      return value != nullptr && value->is(ValueKind::number) ? std::string(subject.interpreter.text(value->name))
                                                              : std::string();
    }();
    return status == "409" || status == "202" || status == "425" || status == "423" || status == "429";
  }
};

}  // namespace

void rules_of_claims(const Case& subject, std::vector<Finding>& findings) {
  ClaimRules rules{subject, findings};
  rules.check_then_act();
  rules.claim_ignored();
  rules.lock_only();
  rules.stores();
  rules.fail_open();
  rules.no_fingerprint();
  rules.global_scope();
  rules.in_flight();
}

}  // namespace idem
