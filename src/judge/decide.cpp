// The seven decisions and the verdict of one entry point.
#include "judge/unique_of.hpp"

#include "judge/libraries.hpp"
#include "meaning/origin.hpp"
#include "providers/providers.hpp"

#include <algorithm>
#include <map>

namespace idem {

namespace {

struct Decider {
  const Case& subject;
  Coverage out;

  const std::vector<Operation>& ops() const { return subject.states.ops; }

  void set(Decision decision, Status status, const Site& site, const std::string& text, std::string note = "") {
    DecisionState& state = out[decision];
    state.status = status;
    state.note = std::move(note);
    if (site.file != kNone) state.evidence.push_back(step_of(subject, site, text));
  }

  // The operation that keeps the request's key, where there is one: a claim before all else.
  int key_store() const {
    int found = -1;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const OpKind kind = ops()[i].kind;
      if (kind != OpKind::claim && kind != OpKind::lookup && kind != OpKind::insert && kind != OpKind::put) continue;
      if (!about_key(subject, static_cast<int>(i))) continue;
      if (found < 0 || (kind == OpKind::claim && ops()[static_cast<std::size_t>(found)].kind != OpKind::claim))
        found = static_cast<int>(i);
    }
    return found;
  }

  void keyed(int store) {
    const Operation& op = ops()[static_cast<std::size_t>(store)];
    const std::vector<Origin> origins = key_origins(subject, op);
    const Origin* key = nullptr;
    for (const Origin& origin : origins)
      if ((origin.kind == OriginKind::header || origin.kind == OriginKind::body || origin.kind == OriginKind::query) &&
          names_a_key(origin.name))
        key = key == nullptr ? &origin : key;
    bool absent_runs = false;
    for (const Observation& seen : subject.states.seen)
      if (seen.what == Seen::operation && seen.state.key_absent && counts(subject, seen.op)) absent_runs = true;
    const auto no_caller = [&](const std::vector<Origin>& in) {
      return std::none_of(in.begin(), in.end(), [](const Origin& origin) {
        return origin.kind == OriginKind::result || origin.kind == OriginKind::unknown;
      });
    };
    V kept = kept_key(op);
    const std::vector<Origin> named = kept == nullptr ? origins : origins_of(subject.interpreter, kept);
    const bool made =
        kept != nullptr && (has_origin(named, OriginKind::random) || has_origin(named, OriginKind::clock));
    const bool attempt = has_origin(named, OriginKind::attempt_id);
    if (key == nullptr && (made || attempt))
      set(Decision::accept, Status::no, op.site, call_text(subject, op),
          "the key names one attempt: no caller can send it again");
    else if (key == nullptr && has_origin(named, OriginKind::digest) && kept != nullptr && no_caller(named))
      set(Decision::accept, Status::no, op.site, call_text(subject, op),
          "the key is a hash of what is sent: two equal intentions are one");
    else if (key == nullptr)
      set(Decision::accept, Status::unknown, op.site, call_text(subject, op), "the key's origin could not be followed");
    else
      set(Decision::accept, absent_runs || made ? Status::no : Status::yes, key->site, "reads " + key->name,
          made ? "a request without the key gets one made here"
               : (absent_runs ? "a request without the key runs unguarded" : ""));

    const bool scoped =
        has_origin(origins, OriginKind::caller) || op.filter_columns.size() + op.columns.size() > 1 ||
        std::any_of(op.columns.begin(), op.columns.end(), [](const std::string& c) { return names_a_caller(c); });
    set(Decision::scope, scoped ? Status::yes : Status::no, op.site, call_text(subject, op),
        scoped ? "" : "the stored key names no caller");
    bool compared = false, state_tested = false;
    for (const Observation& seen : subject.states.seen)
      for (const Tracked& tracked : seen.state.tracked) {
        compared |= tracked.print_tested;
        state_tested |= tracked.state_tested;
      }
    set(Decision::fingerprint, compared ? Status::yes : Status::no, {}, "",
        compared ? "" : "a repeat is not compared with the first request");
    bool claimed = true, any_effect = false;
    for (std::size_t i = 0; i < ops().size(); ++i)
      if (counts(subject, static_cast<int>(i)) && static_cast<int>(i) != store) {
        any_effect = true;
        claimed &= protection_of(subject, static_cast<int>(i)).claimed;
      }
    if (!any_effect) claimed = op.kind == OpKind::claim && op.awaited;
    const std::vector<int>& beside = subject.states.beside;
    const bool waited = op.awaited && std::find(beside.begin(), beside.end(), store) == beside.end();
    set(Decision::claim, claimed ? Status::yes : Status::no, op.site, call_text(subject, op),
        claimed ? "" : (waited ? "the key is not claimed atomically before the effect" : "nobody waits for the claim"));
    const bool replays = leaves_when_seen(subject, store) || state_tested;
    set(Decision::replay, replays ? Status::yes : Status::no, {}, "",
        replays ? "" : "a repeat does not get the first answer");
    set(Decision::expiry, op.has_expiry ? Status::yes : Status::unknown, op.has_expiry ? op.site : Site{},
        call_text(subject, op), op.has_expiry ? "" : "no expiry was seen");
  }

  void downstream() {
    bool strong = false, all = true;
    Site site;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      if (op.kind != OpKind::effect || tier_of_operation(op) != Tier::strong) continue;
      strong = true;
      site = op.site;
      all &= protection_of(subject, static_cast<int>(i)).provider_key;
    }
    if (!strong)
      set(Decision::downstream, Status::not_applicable, {}, "");
    else
      set(Decision::downstream, all ? Status::yes : Status::no, site, "calls out",
          all ? "" : "a call that leaves the process carries no stable key");
  }

  void alternatives() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      if (!counts(subject, static_cast<int>(i))) continue;
      const Protection held = protection_of(subject, static_cast<int>(i));
      const auto add = [&](const char* kind, bool sound, const char* limits) {
        Alternative alternative{kind, sound, limits, {step_of(subject, op.site, call_text(subject, op))}};
        out.alternatives.push_back(std::move(alternative));
      };
      if (held.unique) {
        add("unique", true, "as long as the key columns are NOT NULL and name this one intention");
        out.alternatives.back().evidence.push_back(unique_step(op));
      } else if (op.kind == OpKind::insert) {
        for (const UniqueSet& set : subject.uniques.of(op.table))
          if (!held.unique_assumed) unfilled(op, set);
      }
      if (held.upsert) add("upsert", true, "sets absolute values");
      if (held.absolute) add("absolute-write", true, "no counter, no new row");
      if (held.claimed && held.by >= 0 && ops()[static_cast<std::size_t>(held.by)].kind == OpKind::claim &&
          !about_key(subject, held.by))
        add("state-guard", true, "");
      if (held.unique_assumed) add("unique", false, "whether the code fills the key columns was not seen");
      if (held.checked && !held.claimed && !held.unique)
        add("check-then-act", false, "two requests at once both pass the look-up");
      if (held.guarded && !held.claimed)
        add("state-read-first", false, "the state may change between the read and the effect");
      if (op.kind == OpKind::effect && held.provider_key)
        add("provider-key", true, "within the provider's retention window");
    }
  }

  // Where the constraint is declared, and that the code fills its columns.
  Step unique_step(const Operation& op) const {
    const UniqueSet* const set = unique_of(subject, op);
    if (set == nullptr) return step_of(subject, op.site, "unique");
    const std::string name = set->name.empty() ? "" : " (" + set->name + ")";
    return {set->file, set->line, "unique: " + set->shown + name + ", filled by this insert"};
  }

  // A constraint that would protect if the insert gave it the key.
  void unfilled(const Operation& op, const UniqueSet& set) {
    if (set.primary || set.columns.empty() || op.columns.empty()) return;
    if (!std::any_of(set.columns.begin(), set.columns.end(), [](const std::string& c) { return names_a_key(c); }))
      return;
    out.alternatives.push_back(
        {"unique",
         false,
         "the insert does not fill " + set.shown + " with a value that a repeat brings again",
         {step_of(subject, op.site, call_text(subject, op)), {set.file, set.line, "unique: " + set.shown}}});
  }

  // A call that leaves the process without the key that its provider would take: what was lost there is not found
  // again.
  static bool lacks_key(const Operation& op, const Protection& held) {
    if (op.kind != OpKind::effect || tier_of_operation(op) != Tier::strong || held.provider_key) return false;
    const Provider* provider = op.row == nullptr ? nullptr : find_provider(op.row->text("provider"));
    if (provider == nullptr && op.call->lib != nullptr) provider = provider_of_module(op.call->lib->module);
    return provider != nullptr && provider->takes_key == Answer::yes;
  }

  void verdict(int store) {
    if (subject.endpoint != nullptr && subject.endpoint->tier == Tier::none) {
      out.verdict = Verdict::exempt;
      out.reason = "no side effect was found";
      return;
    }
    bool any = store >= 0, all = true, only_absolute = true, some_effect = false;
    bool upserts = false, rows_hold = true, guards_rows = false;
    // Where money moves or a message leaves, what guards a row beside it says nothing of that.
    bool strong = false, guards_strong = false;
    bool guards_absolute = false, all_absolute = true, payments_guarded = true;
    // Rows of one table are guarded when every way of writing them is.
    std::map<std::string, bool> tables_guarded;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& op = ops()[i];
      // A row that is only inserted where it is not there yet.
      if (op.kind == OpKind::claim && !op.key_value && static_cast<int>(i) != store && !op.tables.empty() &&
          !about_key(subject, static_cast<int>(i))) {
        some_effect = any = true;
        only_absolute = false;
        continue;
      }
      if (!counts(subject, static_cast<int>(i)) || static_cast<int>(i) == store) continue;
      some_effect = true;
      const Protection held = protection_of(subject, static_cast<int>(i));
      if (op.kind == OpKind::effect && tier_of_operation(op) == Tier::strong) {
        strong = true;
        guards_strong |= held.any();
        const bool pays = std::find(op.kinds.begin(), op.kinds.end(), EffectKind::payment) != op.kinds.end();
        payments_guarded &= held.any() || !pays;
      }
      // What guards a write that needs no guard says nothing of the others.
      if (held.absolute) {
        guards_absolute |= held.any() && op.kind != OpKind::remove;
      } else {
        all_absolute = false;
        if (op.kind == OpKind::effect)
          any |= held.any();
        else
          tables_guarded.emplace(op.table, true).first->second &= held.any() || held.upsert;
        guards_rows |= held.any();
      }
      const bool keyed =
          store >= 0 && out[Decision::accept].status == Status::yes && out[Decision::scope].status == Status::yes &&
          out[Decision::fingerprint].status == Status::yes && out[Decision::replay].status == Status::yes;
      const bool sound =
          held.unique || held.upsert || (held.claimed && (keyed || (held.by >= 0 && !about_key(subject, held.by))));
      all &= (sound || held.absolute) && !lacks_key(op, held);
      upserts |= held.upsert;
      rows_hold &= sound || held.absolute || ops()[i].kind == OpKind::effect;
      only_absolute &= held.absolute && (!held.any() || op.kind == OpKind::remove);
    }
    if (some_effect && only_absolute && store < 0) {
      out.verdict = Verdict::exempt;
      out.reason = "writes absolute values by id: a repeat changes nothing";
      return;
    }
    if (guards_rows)
      any |= std::any_of(tables_guarded.begin(), tables_guarded.end(), [](const auto& one) { return one.second; });
    if (strong) any = store >= 0 || (guards_strong && payments_guarded);
    any |= upserts && rows_hold && !strong;
    any |= all_absolute && guards_absolute;
    if (some_effect && all && any && (subject.states.cut || subject.states.overflow)) {
      // What protects was seen, but not every way to the effect.
      out.verdict = Verdict::partial;
      out.reason = subject.states.cut ? "something on the way to the effect could not be followed"
                                      : "there are more ways to the effect than are told apart";
    } else if (some_effect && all && any)
      out.verdict = Verdict::covered;
    else if (any)
      out.verdict = Verdict::partial;
    else if (!some_effect) {
      out.verdict = Verdict::unknown;
      out.reason = "the effect could not be followed";
    } else
      out.verdict = Verdict::uncovered;
  }
};

}  // namespace

Coverage decide(const Case& subject) {
  Decider decider{subject, {}};
  const int store = decider.key_store();
  if (store >= 0) decider.keyed(store);
  decider.downstream();
  decider.alternatives();
  decider.verdict(store);
  decide_by_library(subject, decider.out);
  // Where another way protects, the decisions about a key were not this entry point's to take.
  if (store < 0 && subject.protectors.empty() &&
      (decider.out.verdict == Verdict::covered || decider.out.verdict == Verdict::exempt))
    for (const Decision decision : {Decision::accept, Decision::scope, Decision::fingerprint, Decision::claim,
                                    Decision::replay, Decision::expiry})
      decider.out[decision].status = Status::not_applicable;
  return std::move(decider.out);
}

}  // namespace idem
