#include "judge/judge.hpp"

#include "meaning/origin.hpp"

#include <algorithm>

namespace idem {

Tier tier_of_operation(const Operation& op) {
  for (const EffectKind kind : op.kinds)
    if (kind == EffectKind::payment || kind == EffectKind::notification || kind == EffectKind::process ||
        kind == EffectKind::external_http)
      return Tier::strong;
  return Tier::standard;
}

std::vector<Origin> key_origins(const Case& subject, const Operation& op) {
  std::vector<Origin> all;
  for (const std::vector<V>* values : {&op.key, &op.data})
    for (V value : *values)
      for (Origin& origin : origins_of(subject.interpreter, value)) all.push_back(std::move(origin));
  return all;
}

bool about_key(const Case& subject, int id) {
  const Operation& op = subject.states.ops[static_cast<std::size_t>(id)];
  for (const Origin& origin : key_origins(subject, op))
    if ((origin.kind == OriginKind::header || origin.kind == OriginKind::body || origin.kind == OriginKind::query) &&
        names_a_key(origin.name))
      return true;
  const auto named = [](const std::vector<std::string>& columns) {
    return std::any_of(columns.begin(), columns.end(),
                       [](const std::string& column) { return names_a_key(column) || names_a_fingerprint(column); });
  };
  return names_a_key(op.table) || named(op.columns) || named(op.filter_columns);
}

static bool seen_before(const Tracked& tracked, OpKind kind) {
  return kind == OpKind::lookup ? tracked.known == Known::yes : tracked.known == Known::no;
}

bool leaves_when_seen(const Case& subject, int id) {
  const OpKind kind = subject.states.ops[static_cast<std::size_t>(id)].kind;
  for (const Observation& seen : subject.states.seen) {
    if (seen.what != Seen::leave) continue;
    const Tracked* tracked = seen.state.find(id);
    if (tracked != nullptr && seen_before(*tracked, kind)) return true;
  }
  for (const PathState& end : subject.states.ends) {
    const Tracked* tracked = end.find(id);
    if (tracked != nullptr && seen_before(*tracked, kind)) return true;
  }
  return false;
}

// A unique set of the table whose columns the insert fills with values that a repeat would bring again.
static bool has_unique(const Case& subject, const Operation& op) {
  for (const UniqueSet& set : subject.uniques.of(op.table)) {
    if (set.columns.empty()) continue;
    bool filled = true;
    for (const std::string& column : set.columns) {
      bool found = (op.columns.empty() || op.open_columns) && !set.primary;
      for (std::size_t i = 0; i < op.columns.size(); ++i) {
        const std::string plain = plain_name(op.columns[i]);
        if (plain != column && plain + "id" != column && plain != column + "id") continue;
        found = true;
        // A column made anew by every request never clashes.
        if (i < op.data.size() && op.data.size() == op.columns.size()) {
          const std::vector<Origin> origins = origins_of(subject.interpreter, op.data[i]);
          if (has_origin(origins, OriginKind::random) || has_origin(origins, OriginKind::clock)) found = false;
        }
      }
      filled &= found;
    }
    if (filled) return true;
  }
  return false;
}

Protection protection_of(const Case& subject, int id) {
  const std::vector<Operation>& ops = subject.states.ops;
  const Operation& op = ops[static_cast<std::size_t>(id)];
  Protection out;
  out.unique = op.kind == OpKind::insert && has_unique(subject, op);
  out.upsert = op.kind == OpKind::upsert && !op.relative;
  out.absolute = (op.kind == OpKind::update || op.kind == OpKind::remove) && !op.relative;
  if (op.provider_key != nullptr) {
    const std::vector<Origin> origins = origins_of(subject.interpreter, op.provider_key);
    out.provider_key = !has_origin(origins, OriginKind::random) && !has_origin(origins, OriginKind::clock) &&
                       !has_origin(origins, OriginKind::attempt_id) && !origins.empty();
  }
  bool seen_any = false, claimed = true, raced = true, guarded = true, locked = true;
  for (const Observation& seen : subject.states.seen) {
    if (seen.what != Seen::operation || seen.op != id) continue;
    seen_any = true;
    bool won = false, absent = false, state = false;
    for (const Tracked& tracked : seen.state.tracked) {
      const Operation& before = ops[static_cast<std::size_t>(tracked.op)];
      if (tracked.op == id) continue;
      if (before.kind == OpKind::claim && tracked.known == Known::yes) won = true;
      // An insert under a unique constraint raises for the second: going on means it was the first.
      if (before.kind == OpKind::insert && tracked.known != Known::failed && has_unique(subject, before)) won = true;
      if (before.kind == OpKind::lookup && tracked.known == Known::no && leaves_when_seen(subject, tracked.op))
        absent = true;
      if (before.kind == OpKind::lookup && tracked.state_tested) state = true;
      if (won && out.by < 0) out.by = tracked.op;
    }
    bool lock = false;
    for (const OpenScope& scope : seen.state.scopes) lock |= scope.kind == OpenScope::Kind::lock;
    claimed &= won;
    raced &= absent;
    guarded &= state;
    locked &= lock;
  }
  out.claimed = seen_any && claimed;
  out.raced = seen_any && raced;
  out.guarded = seen_any && guarded;
  out.locked = seen_any && locked;
  return out;
}

bool counts(const Case& subject, int id) {
  const Operation& op = subject.states.ops[static_cast<std::size_t>(id)];
  switch (op.kind) {
    case OpKind::effect:
      return op.confidence != Confidence::low;
    case OpKind::insert:
      return !about_key(subject, id) || subject.endpoint != nullptr;
    case OpKind::upsert:
      return true;
    case OpKind::update:
      return true;
    case OpKind::remove:
      return true;
    default:
      return false;
  }
}

}  // namespace idem
