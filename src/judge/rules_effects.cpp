// Rules about effects: unprotected ones, their order against the record, what happens when they fail.
#include "judge/rule_set.hpp"

#include "meaning/origin.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

struct EffectRules {
  const Case& subject;
  std::vector<Finding>& findings;

  const std::vector<Operation>& ops() const { return subject.states.ops; }
  const Operation& op(int id) const { return ops()[static_cast<std::size_t>(id)]; }
  bool strong(int id) const {
    return op(id).kind == OpKind::effect && tier_of_operation(op(id)) == Tier::strong &&
           op(id).confidence != Confidence::low;
  }

  void add(std::string_view rule, const Site& site, Tier tier, Confidence confidence, std::string message,
           std::vector<std::pair<Site, std::string>> steps = {}) {
    Finding finding = finding_at(subject, rule, site, tier, confidence, std::move(message));
    for (const auto& [at, text] : steps)
      if (at.file != kNone) finding.evidence.push_back(step_of(subject, at, text));
    findings.push_back(std::move(finding));
  }

  static const char* verb_of(const Operation& effect) {
    if (effect.kinds.empty()) return "writes to";
    switch (effect.kinds.front()) {
      case EffectKind::payment:
        return "moves money through";
      case EffectKind::notification:
        return "sends through";
      case EffectKind::queue:
        return "enqueues through";
      default:
        return "calls";
    }
  }

  // "moves money through stripe.charges.create", "writes to orders through db.insert"
  std::string deed(const Operation& effect) const {
    std::string call = call_text(subject, effect);
    const std::string on = " on " + effect.table;
    if (!effect.kinds.empty() || effect.table.empty() || !call.ends_with(on))
      return fmt::format("{} {}", verb_of(effect), call);
    call.resize(call.size() - on.size());
    return fmt::format("writes to {} through {}", effect.table, call);
  }

  // The entry point, not the sink: that is where the protection is missing.
  void unprotected() {
    if (subject.endpoint == nullptr || subject.endpoint->tier == Tier::none || subject.states.overflow) return;
    if (!subject.protectors.empty()) return;  // what a library lacks is told of the library
    if (subject.consumer) return;             // consumer-no-dedupe says so in the words of queues
    const Operation* worst = nullptr;
    bool keyed = false;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const int id = static_cast<int>(i);
      const Operation& effect = ops()[i];
      const bool doubles = effect.kind == OpKind::effect || effect.kind == OpKind::insert ||
                           (effect.kind == OpKind::update && effect.relative);
      if (!doubles || effect.confidence == Confidence::low) continue;
      const Protection held = protection_of(subject, id);
      const bool guarded = held.claimed || held.checked || held.guarded || held.unique || held.unique_assumed;
      if (guarded || held.locked) return;  // something is there: other rules say what it lacks
      // A key at the provider guards the call there, and nothing beside it.
      keyed |= held.provider_key;
      if (held.provider_key) continue;
      if (worst == nullptr || tier_of_operation(effect) > tier_of_operation(*worst)) worst = &effect;
    }
    if (worst == nullptr) return;
    // A key that is read and goes nowhere is told as such.
    add("unprotected", subject.place, tier_of_operation(*worst),
        subject.states.cut || keyed ? Confidence::medium : Confidence::high,
        fmt::format("{} {} ({}) {}", subject_name(subject), deed(*worst), where(subject, worst->site),
                    keyed ? "unguarded: the key goes to the provider alone" : "but never reads a key"),
        {{subject.place, subject_name(subject)}, {worst->site, call_text(subject, *worst)}});
  }

  // The record of the key is written only after the effect.
  void execute_then_record() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation) continue;
      const Operation& record = op(seen.op);
      if ((record.kind != OpKind::insert && record.kind != OpKind::claim && record.kind != OpKind::put) ||
          !about_key(subject, seen.op))
        continue;
      bool before = false;
      int fired = -1;
      for (const Tracked& tracked : seen.state.tracked)
        before |= tracked.op != seen.op && (op(tracked.op).kind == OpKind::claim ||
                                            (op(tracked.op).kind == OpKind::insert && about_key(subject, tracked.op)));
      for (const int id : seen.state.fired) {
        if (op(id).kind == OpKind::put && about_key(subject, id)) before = true;
        if (fired < 0 && strong(id)) fired = id;
      }
      if (before || fired < 0) continue;
      add("execute-then-record", op(fired).site, Tier::strong, Confidence::medium,
          fmt::format("{} runs {} ({}) before anything is recorded under its key ({}): a crash in between forgets it",
                      subject_name(subject), call_text(subject, op(fired)), where(subject, op(fired).site),
                      where(subject, record.site)),
          {{op(fired).site, call_text(subject, op(fired))}, {record.site, call_text(subject, record)}});
      return;
    }
  }

  void effect_in_transaction() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !strong(seen.op) || op(seen.op).by_words) continue;
      bool open = false, claimed = false;
      for (const OpenScope& scope : seen.state.scopes) open |= scope.kind == OpenScope::Kind::transaction;
      for (const Tracked& tracked : seen.state.tracked)
        claimed |= (op(tracked.op).kind == OpKind::claim || op(tracked.op).kind == OpKind::insert) &&
                   !op(tracked.op).key_value;
      if (!open || !claimed) continue;
      add("effect-in-transaction", op(seen.op).site, Tier::strong, Confidence::medium,
          fmt::format("{} calls {} ({}) while the transaction that holds the claim is open: a rollback forgets what "
                      "already happened",
                      subject_name(subject), call_text(subject, op(seen.op)), where(subject, op(seen.op).site)),
          {{op(seen.op).site, call_text(subject, op(seen.op))}});
      return;
    }
  }

  // In a catch over a strong effect: the record goes, or says failed.
  void after_failure() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !seen.state.in_catch) continue;
      const Operation& now = op(seen.op);
      int failed = -1;
      for (const int id : seen.state.failing)
        if (strong(id)) failed = id;
      const bool gives_back = now.kind == OpKind::remove || now.kind == OpKind::forget;
      int may_have_run = failed;
      for (const int id : seen.state.fired)
        if (may_have_run < 0 && strong(id)) may_have_run = id;
      if (gives_back && may_have_run >= 0 && (about_key(subject, seen.op) || same_key(now))) {
        add("release-after-effect", now.site, Tier::strong, Confidence::medium,
            fmt::format("{} frees its key ({}) after {} ({}) may have happened: the next try runs it again",
                        subject_name(subject), where(subject, now.site), call_text(subject, op(may_have_run)),
                        where(subject, op(may_have_run).site)),
            {{op(may_have_run).site, call_text(subject, op(may_have_run))}, {now.site, call_text(subject, now)}});
      } else if (failed >= 0 && now.kind == OpKind::update && writes_failed(now)) {
        add("timeout-treated-as-failed", now.site, Tier::strong, Confidence::medium,
            fmt::format("{} marks the action failed whenever {} ({}) throws, a timeout included: it may have happened",
                        subject_name(subject), call_text(subject, op(failed)), where(subject, op(failed).site)),
            {{op(failed).site, call_text(subject, op(failed))}, {now.site, call_text(subject, now)}});
      }
    }
  }

  bool same_key(const Operation& forget) const {
    for (const Operation& claim : ops())
      if (claim.kind == OpKind::claim && ((!claim.table.empty() && claim.table == forget.table) ||
                                          (claim.key_value && forget.key_value && !claim.key.empty() &&
                                           !forget.key.empty() && claim.key.front() == forget.key.front())))
        return true;
    return false;
  }

  bool writes_failed(const Operation& update) const {
    for (const std::string& value : update.written)
      if (const std::string plain = plain_name(value); plain == "failed" || plain == "error" || plain == "declined")
        return true;
    for (V value : update.data)
      for (const Origin& origin : origins_of(subject.interpreter, value))
        if (origin.kind == OriginKind::constant &&
            (plain_name(origin.name) == "failed" || plain_name(origin.name) == "error" ||
             plain_name(origin.name) == "declined"))
          return true;
    return false;
  }

  void acknowledgement() {
    bool told = false;
    for (const Observation& seen : subject.states.seen) {
      if (told) break;
      if (seen.what != Seen::operation || seen.state.in_catch) continue;
      const Operation& now = op(seen.op);
      if (now.kind != OpKind::insert && now.kind != OpKind::effect && now.kind != OpKind::update &&
          now.kind != OpKind::upsert && now.kind != OpKind::claim)
        continue;
      for (const int id : seen.state.fired) {
        if (op(id).kind != OpKind::ack) continue;
        add("ack-before-save", op(id).site, tier_of_operation(now), Confidence::high,
            fmt::format("{} acknowledges the message before its result is stored ({}): a crash in between loses it",
                        subject_name(subject), where(subject, now.site)),
            {{op(id).site, "acknowledges"}, {now.site, call_text(subject, now)}});
        told = true;
        break;
      }
    }
    if (!subject.consumer || !subject.protectors.empty()) return;
    const bool job = subject.endpoint != nullptr && subject.endpoint->kind == EntryKind::job;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& effect = ops()[i];
      const bool doubles =
          (effect.kind == OpKind::effect && effect.confidence != Confidence::low && !hands_on(effect)) ||
          effect.kind == OpKind::insert || (effect.kind == OpKind::update && effect.relative);
      Protection held = protection_of(subject, static_cast<int>(i));
      // What a key is worth is known of providers, and not of whatever takes something by that name.
      if (effect.by_words) held.provider_key = false;
      if (!doubles || held.any() || subject.states.overflow) continue;
      add("consumer-no-dedupe", subject.place, tier_of_operation(effect), Confidence::medium,
          fmt::format("{} {} ({}) and keeps no record of the {} it has {}", subject_name(subject), deed(effect),
                      where(subject, effect.site), job ? "work" : "messages", job ? "done" : "processed"),
          {{subject.place, subject_name(subject)}, {effect.site, call_text(subject, effect)}});
      return;
    }
  }

  static bool hands_on(const Operation& effect) {
    return effect.kinds.size() == 1 && effect.kinds.front() == EffectKind::queue;
  }

  // What was approved is what must run: arguments come from the stored proposal, not from the approver's request.
  void approval() {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || op(seen.op).kind != OpKind::effect) continue;
      for (const Tracked& tracked : seen.state.tracked) {
        const Operation& decision = op(tracked.op);
        const bool approves = decision.kind == OpKind::claim && tracked.known == Known::yes &&
                              !decision.filter_literals.empty() && approval_words(decision);
        if (!approves || op(seen.op).call->args == nullptr) continue;
        std::vector<V> values = op(seen.op).call->args->positional;
        for (const auto& [name, value] : op(seen.op).call->args->named)
          if (!names_a_key(subject.interpreter.text(name))) values.push_back(value);
        for (V value : values)
          if (const std::vector<Origin>& origins = origins_of(subject.interpreter, value);
              has_origin(origins, OriginKind::body) && !has_origin(origins, OriginKind::result) &&
              !any_part(value, [&](V part) { return part == decision.call; })) {
            const Site site = call_leading_to(seen, tracked.op);
            add("approval-not-bound", site, Tier::strong, Confidence::medium,
                fmt::format("{} runs {} with arguments from the approver's request instead of the stored proposal",
                            subject_name(subject), call_text(subject, op(seen.op))),
                {{decision.site, "approves"}, {op(seen.op).site, call_text(subject, op(seen.op))}});
            return;
          }
      }
    }
  }

  // The call, in the function where an earlier operation stands, that leads to this one.
  Site call_leading_to(const Observation& seen, int earlier) const {
    for (const Observation& before : subject.states.seen)
      if (before.what == Seen::operation && before.op == earlier)
        return seen.chain.size() > before.chain.size() ? seen.chain[before.chain.size()] : op(seen.op).site;
    return op(seen.op).site;
  }

  bool approval_words(const Operation& decision) const {
    for (const std::string& written : decision.written)
      if (plain_name(written).starts_with("approv")) return true;
    for (V value : decision.data)
      for (const Origin& origin : origins_of(subject.interpreter, value))
        if (origin.kind == OriginKind::constant && plain_name(origin.name).starts_with("approv")) return true;
    return false;
  }
};

}  // namespace

void rules_of_effects(const Case& subject, std::vector<Finding>& findings) {
  EffectRules rules{subject, findings};
  rules.unprotected();
  rules.execute_then_record();
  rules.effect_in_transaction();
  rules.after_failure();
  rules.acknowledgement();
  rules.approval();
}

}  // namespace idem
