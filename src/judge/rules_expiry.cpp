// Rules about the end of a record: none at all, by deletion only, nothing left after it.
#include "judge/rule_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

namespace {

bool names_answer(const std::string& column) {
  static const std::set<std::string> kWords = {"response", "answer", "body", "result", "reply", "output", "payload"};
  for (const std::string& word : split_words(column))
    if (kWords.contains(word)) return true;
  return false;
}

bool names_time(const std::string& column) {
  const std::string plain = plain_name(column);
  for (const std::string_view part : {"expir", "ttl", "valid", "created", "inserted", "at", "time", "date", "until"})
    if (plain.ends_with(part) || (part.size() > 3 && plain.find(part) != std::string::npos)) return true;
  return false;
}

struct ExpiryRules : RuleSet {
  // A response store in which nothing ever ends.
  void no_expiry() {
    bool expires = std::any_of(subject.states.calls.begin(), subject.states.calls.end(), [&](V call) {
      const std::string method = plain_name(words_of(subject.interpreter, call).method);
      return method == "expire" || method == "pexpire" || method == "expireat" || method == "touch";
    });
    for (std::size_t i = 0; i < ops().size() && !expires; ++i)
      expires = ops()[i].has_expiry && about_key(subject, static_cast<int>(i));
    if (expires) return;
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& store = ops()[i];
      const bool keeps = store.kind == OpKind::claim || store.kind == OpKind::put || store.kind == OpKind::insert ||
                         store.kind == OpKind::upsert;
      if (!keeps || store.in_process || !keyed_by_request(store)) continue;
      if (!store.key_value) {
        // The business row itself is meant to stay; a table of keys and answers is not.
        const bool answers = std::any_of(store.columns.begin(), store.columns.end(), names_answer);
        const bool times = std::any_of(store.columns.begin(), store.columns.end(), names_time);
        if (!answers || times || !keys_alone(store.table)) continue;
      }
      add("no-expiry", store.site, tier(), store.key_value ? Confidence::high : Confidence::medium,
          fmt::format("{} keeps its keys{} and never lets one end", subject_name(subject),
                      store.table.empty() || store.key_value ? std::string() : " in " + store.table),
          {{store.site, call_text(subject, store)}});
      return;
    }
  }

  static bool keys_alone(const std::string& table) {
    const std::string plain = plain_name(table);
    return names_a_key(table) || plain == "key" || plain == "keys" || plain.find("requestkey") != std::string::npos;
  }

  // Records carry the time of their end, and the look-up does not compare it.
  void by_deletion() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& lookup = ops()[i];
      if (lookup.kind != OpKind::lookup || lookup.key_value || lookup.judges_expiry || lookup.table.empty() ||
          !about_key(subject, static_cast<int>(i)) || !keyed_by_request(lookup))
        continue;
      const Operation* record = nullptr;
      for (const Operation& other : ops())
        if ((other.kind == OpKind::insert || other.kind == OpKind::claim || other.kind == OpKind::upsert) &&
            plain_table(other.table) == plain_table(lookup.table) &&
            std::any_of(other.columns.begin(), other.columns.end(), ends))
          record = &other;
      const bool compared = std::any_of(lookup.filter_columns.begin(), lookup.filter_columns.end(), ends);
      if (record == nullptr || compared || after_claim(static_cast<int>(i)) || tested_in_code()) continue;
      add("expiry-by-deletion", lookup.site, tier(), Confidence::medium,
          fmt::format("{} writes when a record of {} ends ({}) and takes it for valid until somebody deletes it: the "
                      "look-up never compares the time",
                      subject_name(subject), lookup.table, where(subject, record->site)),
          {{lookup.site, "looks up"}, {record->site, call_text(subject, *record)}});
      return;
    }
  }

  // Only whoever lost the claim looks up what the winner stored: the claim decided, not the look-up.
  bool after_claim(int lookup) const {
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation || seen.op != lookup) continue;
      const bool lost = std::any_of(seen.state.tracked.begin(), seen.state.tracked.end(), [&](const Tracked& before) {
        return before.op != lookup && before.known != Known::tried &&
               plain_table(op(before.op).table) == plain_table(op(lookup).table);
      });
      if (!lost) return false;
    }
    return true;
  }

  static bool ends(const std::string& column) {
    const std::string plain = plain_name(column);
    return plain.find("expir") != std::string::npos || plain.find("validuntil") != std::string::npos;
  }

  bool tested_in_code() const {
    const auto names_end = [&](V value) {
      return (value->lib != nullptr && ends(value->lib->step)) ||
             (value->name != 0 && (value->is(ValueKind::unknown) || value->is(ValueKind::builtin)) &&
              ends(std::string(subject.interpreter.text(value->name))));
    };
    return std::any_of(subject.states.conditions.begin(), subject.states.conditions.end(),
                       [&](V condition) { return any_part(condition, names_end); });
  }

  // The key ends, and nothing that stays would stop the same payment.
  void nothing_left() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& effect = ops()[i];
      if (!strong(static_cast<int>(i)) ||
          std::find(effect.kinds.begin(), effect.kinds.end(), EffectKind::payment) == effect.kinds.end())
        continue;
      const Protection held = protection_of(subject, static_cast<int>(i));
      if (!held.claimed || held.by < 0 || held.provider_key) continue;
      const Operation& claim = op(held.by);
      if (!claim.has_expiry || claim.in_process || !keyed_by_request(claim)) continue;
      const Operation* business = nullptr;
      bool stays = false, known = false;
      for (std::size_t k = 0; k < ops().size(); ++k) {
        const Operation& row = ops()[k];
        const bool writes = row.kind == OpKind::insert || row.kind == OpKind::claim || row.kind == OpKind::upsert ||
                            row.kind == OpKind::update;
        if (!writes || row.key_value || plain_table(row.table) == plain_table(claim.table)) continue;
        // A guarded change of state, an upsert or a unique row is what outlives the key.
        if (row.kind != OpKind::insert || protection_of(subject, static_cast<int>(k)).unique) stays = true;
        business = &row;
        known |= !subject.uniques.of(row.table).empty();
      }
      // Without rows of its own the cache is all there is, which volatile-store tells.
      if (stays || (claim.key_value && business == nullptr) || (business != nullptr && !known)) continue;
      add("nothing-after-expiry", claim.site, Tier::strong, Confidence::medium,
          business != nullptr
              ? fmt::format("{} forgets its key some time after {} ({}), and no UNIQUE constraint on {} stops a later "
                            "repeat",
                            subject_name(subject), call_text(subject, effect), where(subject, effect.site),
                            business->table)
              : fmt::format("{} forgets its key some time after {} ({}) and keeps nothing that outlives it",
                            subject_name(subject), call_text(subject, effect), where(subject, effect.site)),
          {{claim.site, "the key ends"}, {effect.site, call_text(subject, effect)}});
      return;
    }
  }
};

}  // namespace

void rules_of_expiry(const Case& subject, std::vector<Finding>& findings) {
  ExpiryRules rules{{subject, findings}};
  rules.no_expiry();
  rules.by_deletion();
  rules.nothing_left();
}

}  // namespace idem
