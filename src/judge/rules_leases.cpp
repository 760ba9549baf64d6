// Rules about leases and transactions: too short, taken over unseen, split where one would do.
#include "judge/rule_set.hpp"

#include "meaning/durations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

// A lease this short does not outlast a slow answer, whatever the provider.
constexpr double kShortLease = 5;

struct LeaseRules : RuleSet {
  // Something renews leases here: a heartbeat, an extension.
  bool renews() const {
    static const std::set<std::string> kRenews = {"extend",    "renew",     "heartbeat", "refresh",
                                                  "reacquire", "keepalive", "touch",     "prolong"};
    return std::any_of(subject.states.calls.begin(), subject.states.calls.end(), [&](V call) {
      for (const std::string& word : split_words(words_of(subject.interpreter, call).method))
        if (kRenews.contains(word)) return true;
      return false;
    });
  }

  void too_short() {
    if (renews()) return;
    std::set<int> told;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !strong(seen.op)) continue;
      const double works = timeout_of(subject.interpreter, op(seen.op));
      std::vector<int> holders;
      for (const OpenScope& scope : seen.state.scopes)
        if (scope.kind == OpenScope::Kind::lock && scope.op >= 0) holders.push_back(scope.op);
      for (const Tracked& tracked : seen.state.tracked)
        if (op(tracked.op).kind == OpKind::claim && tracked.known == Known::yes) holders.push_back(tracked.op);
      for (const int holder : holders) {
        const double lasts = lease_of(subject.interpreter, op(holder));
        if (lasts <= 0 || (works > 0 ? works < lasts : lasts > kShortLease) || !told.insert(holder).second) continue;
        add("lease-too-short", op(holder).site, Tier::strong, works > 0 ? Confidence::high : Confidence::medium,
            fmt::format("{} holds its {} for {:g} s, but {} ({}) may take {}: a second one then starts the same work",
                        subject_name(subject), op(holder).kind == OpKind::lock ? "lock" : "claim", lasts,
                        call_text(subject, op(seen.op)), where(subject, op(seen.op).site),
                        works > 0 ? fmt::format("{:g} s", works) : std::string("longer, it has no shorter timeout")),
            {{op(holder).site, fmt::format("ends after {:g} s", lasts)},
             {op(seen.op).site, call_text(subject, op(seen.op))}});
      }
    }
  }

  // An expired lease is taken over and the effect runs again, without a look at what the first run did.
  void takeover() {
    std::set<int> told;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !strong(seen.op)) continue;
      int taken = -1;
      bool asked = false;
      for (const Tracked& tracked : seen.state.tracked) {
        if (op(tracked.op).takes_over) taken = tracked.op;
        asked |= taken >= 0 && op(tracked.op).kind == OpKind::inquiry;
      }
      if (taken < 0 || asked || protection_of(subject, seen.op).provider_key || !told.insert(taken).second) continue;
      add("blind-takeover", op(taken).site, Tier::strong, Confidence::medium,
          fmt::format(
              "{} takes over work whose lease has ended and runs {} ({}) again without asking whether the first "
              "run got that far",
              subject_name(subject), call_text(subject, op(seen.op)), where(subject, op(seen.op).site)),
          {{op(taken).site, "takes over"}, {op(seen.op).site, call_text(subject, op(seen.op))}});
    }
  }

  static std::vector<int> transactions(const PathState& state) {
    std::vector<int> open;
    for (const OpenScope& scope : state.scopes)
      if (scope.kind == OpenScope::Kind::transaction) open.push_back(scope.op);
    return open;
  }

  bool writes_rows(const Operation& operation) const {
    return !operation.key_value && !operation.by_words &&
           (operation.kind == OpKind::insert || operation.kind == OpKind::upsert || operation.kind == OpKind::update);
  }

  // The claim commits on its own before rows of the same data base are written.
  void split() {
    std::set<int> told;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || !writes_rows(op(seen.op)) || seen.state.in_catch > 0) continue;
      if (about_key(subject, seen.op)) continue;
      // Something outside the data base, before or after: then two transactions are right.
      if (leaves_process()) return;
      for (const Tracked& tracked : seen.state.tracked) {
        const Operation& claim = op(tracked.op);
        const bool claims = (claim.kind == OpKind::claim && tracked.known == Known::yes) ||
                            (claim.kind == OpKind::insert && tracked.known != Known::failed);
        if (!claims || claim.key_value || claim.takes_over || !about_key(subject, tracked.op) ||
            !keyed_by_request(claim) || claim.table.empty() ||
            plain_table(claim.table) == plain_table(op(seen.op).table))
          continue;
        const std::vector<int> now = transactions(seen.state);
        std::vector<int> then;
        for (const Observation& at : subject.states.seen)
          if (at.what == Seen::operation && at.op == tracked.op) then = transactions(at.state);
        if (!then.empty() && std::find(now.begin(), now.end(), then.back()) != now.end()) continue;
        if (!told.insert(tracked.op).second) continue;
        add("split-transaction", claim.site, tier(), Confidence::medium,
            fmt::format("{} commits its claim on {} before {} ({}) is written in {}: a crash in between leaves the one "
                        "without the other",
                        subject_name(subject), claim.table, call_text(subject, op(seen.op)),
                        where(subject, op(seen.op).site),
                        now.empty() ? "a statement of its own" : "another transaction"),
            {{claim.site, "claims"}, {op(seen.op).site, call_text(subject, op(seen.op))}});
      }
    }
  }

  bool leaves_process() const {
    return std::any_of(ops().begin(), ops().end(),
                       [](const Operation& one) { return one.kind == OpKind::effect && !one.kinds.empty(); });
  }
};

}  // namespace

void rules_of_leases(const Case& subject, std::vector<Finding>& findings) {
  LeaseRules rules{{subject, findings}};
  rules.too_short();
  rules.takeover();
  rules.split();
}

}  // namespace idem
