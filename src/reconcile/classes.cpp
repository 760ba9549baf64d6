#include "reconcile/classes.hpp"

namespace idem::books {

namespace {

using enum Weight;
using enum Repair;

constexpr DiscrepancyClass kClasses[] = {
    {"unmapped", low,
     "a row that cannot be judged: no key, a word for the state that is not known, a value that cannot be read, or one "
     "key under several operations while the records name none",
     "map the word under [keys.states], correct the value, or name the column with --column", none, ""},
    {"clock-anomaly", low,
     "times that contradict each other: completed before created, expired before completed, or in the future",
     "compare the clocks of the writers; take times from the database", none, "keys.created"},
    {"scope-leak", critical, "a key of one tenant tied to the record of another",
     "stop replaying these keys, put the tenant into the key's scope, and tell whoever answers for security", none,
     "keys.tenant,records.tenant|keys.resource"},
    {"fencing-breach", critical,
     "a result written by an attempt that no longer held the claim, or two attempts at once",
     "make completion compare the claim's token, and hard-kill handlers before the lease ends", none,
     "keys.owner,keys.completed_by|executions"},
    {"executed-unapproved", critical, "carried out without an approval",
     "look at who released it; bind execution to the approval in one conditional update", none,
     "keys.approved_at|keys.approved_fingerprint"},
    {"executed-differs-from-approved", critical, "what was carried out is not what was approved",
     "compare the fingerprints in the update that claims the action", none,
     "keys.approved_fingerprint,keys.fingerprint"},
    {"executed-after-approval-expiry", high, "carried out after the approval had ended",
     "compare the approval's end in the update that claims the action", none, "keys.approval_expires"},
    {"reexecuted-after-expiry", critical, "carried out again after the key had expired",
     "refund or void by hand; keep keys longer (idem ttl) or a tombstone", none, "keys.expires,records.created"},
    {"duplicate-effect", critical, "several live effects under one key",
     "refund or void the surplus by hand, then let the key name the one that stays", none, "records"},
    {"ghost-duplicate", critical, "the same intention carried out again under another key",
     "refund or void by hand; a UNIQUE on the business key prevents it", none,
     "records.business|keys.business,records.created"},
    {"fingerprint-conflict", high, "one key with different requests",
     "keep the first; compare fingerprints before replaying (422)", none, "keys.fingerprint"},
    {"value-mismatch", critical, "amount, currency, party or resource of key and record differ",
     "find out which side is right; correct by hand", none, "keys.amount|keys.currency|keys.party|keys.resource"},
    {"provider-drift", high, "the provider tells another amount, currency or outcome", "converge to the provider", none,
     "provider,provider.state|provider.amount"},
    {"unknown-resolvable", high, "outcome unknown, yet the effect is there", "complete the key from the evidence",
     set_succeeded, "keys.state"},
    {"unknown-past-provider-window", critical, "outcome unknown for longer than the provider honours the key",
     "ask the provider; sending the old key again would carry it out again", none, "keys.state,keys.created"},
    {"outcome-unknown", critical, "no answer and no effect found here, but the operation may have reached outside",
     "look it up at the provider before anything is sent again", set_unknown, "keys.state"},
    {"stuck-effect-done", high, "in flight past its lease, while the effect is there",
     "complete the key; never run it again", set_succeeded, "keys.state,keys.locked|keys.created|keys.updated"},
    {"stuck-no-effect", high, "in flight past its lease, and nothing has happened", "release the key for a new attempt",
     set_retryable, "keys.state,keys.locked|keys.created|keys.updated"},
    {"lost-effect", critical, "the key says done, the record is not there",
     "look in archives and soft deletes; if it is lost, do it again under a new key", none, "keys.state"},
    {"failed-with-record", high, "the key says failed, the record is there",
     "a person decides: complete the key or undo the record", none, "keys.state"},
    {"orphan-key", low, "a key that names no record and that none names",
     "fill in the resource where exactly one record fits", none, "keys"},
    {"outage-record", high, "a record made while the store of keys was down",
     "insert tombstones for these keys; look for repeats", none, "records.created"},
    {"tombstone-gap", high,
     "the record carries a key that is still due, and the key's row is gone or was never written",
     "insert a tombstone; let the reaper respect expires_at", none, "records.key,records.created"},
    {"unkeyed-record", high, "a record without a key",
     "find the route or client that writes without one (idem coverage)", none, "records"},
    {"expiry-anomaly", low, "a key without an end, or one that ended while in flight",
     "set expires_at; resolve what is in flight first", set_expiry, "keys.expires"},
    {"provider-only", critical, "the provider did it, and there is neither key nor record",
     "replay the provider's event to make the record; never send again", none, "provider"},
    {"local-only", critical, "done here, unknown to the provider",
     "look it up; collect or cancel, never send again blindly", none, "provider"},
    {"record-without-event", high, "the record was made, its event was not", "publish it under the event's own id",
     none, "events"},
    {"event-without-processing", high, "an event nobody has finished with", "deliver it again under the same id", none,
     "events.completed"},
    {"consumed-twice", critical, "one event processed twice by one consumer",
     "give the consumer a processed record; undo the second", none, "events.consumer"},
};

bool known(const Plan& plan, std::string_view term) {
  const std::size_t dot = term.find('.');
  const Side side = side_named(term.substr(0, dot)).value();
  return dot == std::string_view::npos ? plan.has(side) : plan.has(side, role_named(term.substr(dot + 1)).value());
}

}  // namespace

std::string_view name_of(Weight weight) {
  switch (weight) {
    case low:
      return "low";
    case high:
      return "high";
    case critical:
      return "critical";
  }
  return "";
}

std::optional<Weight> weight_named(std::string_view name) {
  for (const Weight weight : {low, high, critical})
    if (name_of(weight) == name) return weight;
  return std::nullopt;
}

std::span<const DiscrepancyClass> discrepancy_classes() { return kClasses; }

std::optional<std::size_t> class_named(std::string_view id) {
  const auto classes = discrepancy_classes();
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i].id == id) return i;
  return std::nullopt;
}

std::string lacking(const Plan& plan, const DiscrepancyClass& discrepancy) {
  if (discrepancy.id == "outage-record" && !plan.settings.outage_from) return "--outage";
  if (discrepancy.id == "unknown-past-provider-window" && !plan.settings.provider_window) return "--provider-window";
  if (discrepancy.id == "tombstone-gap" && !plan.retention()) return "--retention";
  if (discrepancy.id == "scope-leak" &&
      !(plan.has(Side::keys, Role::tenant) && plan.has(Side::records, Role::tenant)) &&
      !(plan.has(Side::keys, Role::tenant) && plan.has(Side::keys, Role::resource)))
    return plan.has(Side::keys, Role::tenant) ? "records.tenant" : "keys.tenant";
  std::string_view needs = discrepancy.needs;
  while (!needs.empty()) {
    const std::size_t comma = needs.find(',');
    std::string_view all = needs.substr(0, comma);
    bool any = false;
    std::string words;
    while (!all.empty()) {
      const std::size_t bar = all.find('|');
      const std::string_view term = all.substr(0, bar);
      any = any || known(plan, term);
      words += (words.empty() ? "" : " or ") + std::string(term);
      all = bar == std::string_view::npos ? std::string_view() : all.substr(bar + 1);
    }
    if (!any) return words;
    needs = comma == std::string_view::npos ? std::string_view() : needs.substr(comma + 1);
  }
  return "";
}

}  // namespace idem::books
