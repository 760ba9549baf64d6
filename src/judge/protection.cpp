#include "judge/unique_of.hpp"

#include "meaning/origin.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace idem {

// `likely`: the write takes what the request brings, and that is declared to hold the column.
enum class Filled : std::uint8_t { no, assumed, likely, yes };

struct CaseMemo {
  std::unordered_map<int, Protection> protections;
  std::unordered_map<int, bool> about_key, leaves_when_seen, found_ends, consumed;
  std::unordered_map<int, Filled> unique;
  std::map<std::pair<int, std::string>, bool> changes;
};

std::shared_ptr<CaseMemo> new_case_memo() { return std::make_shared<CaseMemo>(); }

// The known answer, or the one that `work` gives.
template <typename Map, typename Key, typename Work>
static auto once(Map& known, const Key& key, Work work) {
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const auto answer = work();
  known.emplace(key, answer);
  return answer;
}

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
      for (const Origin& origin : origins_of(subject.interpreter, value)) all.push_back(origin);
  return all;
}

// The parameter that stands for a column of SQL text: "$2", "?", "%s".
static V parameter_of(const Operation& op, std::size_t column) {
  if (op.written.size() != op.columns.size()) return nullptr;
  const std::string& text = op.written[column];
  std::size_t at = 0;
  if (text.size() > 1 && text.size() < 6 && text[0] == '$' && text[1] >= '1' && text[1] <= '9') {
    at = std::stoul(text.substr(1)) - 1;
  } else if (text == "?" || text == "%s") {
    for (std::size_t i = 0; i < column; ++i) at += op.written[i] == text ? 1 : 0;
  } else {
    return nullptr;
  }
  return at < op.data.size() ? op.data[at] : nullptr;
}

V kept_key(const Operation& op) {
  if (op.key_value) return op.key.empty() ? nullptr : op.key.front();
  for (std::size_t i = 0; i < op.columns.size(); ++i) {
    if (!names_a_key(op.columns[i])) continue;
    if (V value = parameter_of(op, i); value != nullptr) return value;
    return op.written.empty() && op.data.size() == op.columns.size() ? op.data[i] : nullptr;
  }
  return nullptr;
}

static bool deals_with_key(const Case& subject, int id) {
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

bool about_key(const Case& subject, int id) {
  return once(subject.memo->about_key, id, [&] { return deals_with_key(subject, id); });
}

static bool seen_before(const Tracked& tracked, OpKind kind) {
  return kind == OpKind::lookup ? tracked.known == Known::yes : tracked.known == Known::no;
}

static bool some_way_leaves(const Case& subject, int id) {
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

bool leaves_when_seen(const Case& subject, int id) {
  return once(subject.memo->leaves_when_seen, id, [&] { return some_way_leaves(subject, id); });
}

namespace {

bool names_column(const std::vector<std::string>& columns, const std::string& column) {
  return std::any_of(columns.begin(), columns.end(), [&](const std::string& one) {
    const std::string plain = plain_name(one);
    return plain == column || plain + "id" == column || plain == column + "id";
  });
}

// Of the clock, of chance, or the id of a row that this request has just made.
bool made_anew(const Case& subject, V value) {
  const std::vector<Origin>& origins = origins_of(subject.interpreter, value);
  if (has_origin(origins, OriginKind::random) || has_origin(origins, OriginKind::clock)) return true;
  return std::any_of(origins.begin(), origins.end(), [&](const Origin& origin) {
    return origin.kind == OriginKind::result && origin.value != nullptr && origin.value->args != nullptr &&
           std::any_of(subject.states.ops.begin(), subject.states.ops.end(), [&](const Operation& op) {
             return op.kind == OpKind::insert && op.call->args == origin.value->args;
           });
  });
}

// Of a column that a write is not seen to fill, where further ones may be written.
Filled brought(const Case& subject, const std::string& column) {
  if (!subject.body) return Filled::assumed;
  return names_column(*subject.body, column) ? Filled::likely : Filled::no;
}

// Whether the insert fills the columns of a unique set with values that a repeat would bring again.
Filled fills(const Case& subject, const Operation& op, const UniqueSet& set) {
  Filled all = Filled::yes;
  for (const std::string& column : set.columns) {
    Filled one = Filled::no;
    if ((op.columns.empty() || op.open_columns) && !set.primary && !set.generated) one = brought(subject, column);
    for (std::size_t i = 0; i < op.columns.size(); ++i) {
      if (!names_column({op.columns[i]}, column)) continue;
      one = Filled::yes;
      if (i < op.data.size() && op.data.size() == op.columns.size() && made_anew(subject, op.data[i]))
        return Filled::no;
    }
    all = std::min(all, one);
  }
  if (all >= Filled::likely && set.partial) return Filled::assumed;
  return all;
}

Filled has_unique(const Case& subject, int id) {
  return once(subject.memo->unique, id, [&] {
    const Operation& op = subject.states.ops[static_cast<std::size_t>(id)];
    Filled best = Filled::no;
    for (const std::string& table : op.tables)
      for (const UniqueSet& set : subject.uniques.of(table))
        if (!set.columns.empty()) best = std::max(best, fills(subject, op, set));
    return best;
  });
}

bool writes(const Operation& op) {
  return op.kind == OpKind::insert || op.kind == OpKind::upsert || op.kind == OpKind::update ||
         op.kind == OpKind::claim || op.kind == OpKind::remove;
}

// Whether this request changes what a look-up read: only then does the look-up see the first request's work.
bool changes(const Case& subject, int lookup, const std::string& column) {
  const std::vector<Operation>& ops = subject.states.ops;
  const Operation& read = ops[static_cast<std::size_t>(lookup)];
  return once(subject.memo->changes, std::make_pair(lookup, column), [&] {
    // Operations stand in the order of the walk: what it has just written itself tells a request nothing.
    return std::any_of(ops.begin() + lookup + 1, ops.end(), [&](const Operation& op) {
      if (op.kind == OpKind::put && read.key_value) return true;
      if (!writes(op) || !same_table(read, op)) return false;
      return column.empty() || op.kind == OpKind::remove || op.columns.empty() || op.open_columns ||
             names_column(op.columns, plain_name(column));
    });
  });
}

bool is_literal(V value) {
  return (value->is(ValueKind::text) || value->is(ValueKind::number) || value->is(ValueKind::boolean) ||
          value->is(ValueKind::null)) &&
         value->items.empty();
}

bool is_truthy(const Interpreter& interpreter, V literal) {
  const std::string_view text = literal->is(ValueKind::null) ? "" : interpreter.text(literal->name);
  return !text.empty() && text != "false" && text != "0";
}

// Whether a test of a column comes out otherwise once `written` stands in it.
bool turns(const Interpreter& interpreter, const StateTest& test, V written) {
  if (written->is(ValueKind::any_of))
    return std::any_of(written->items.begin(), written->items.end(),
                       [&](V one) { return turns(interpreter, test, one); });
  const bool known = is_literal(written);
  const bool something = written->is(ValueKind::library) && written->lib->called();  // a time, an id: not null
  if (!known && !something) return true;
  V condition = test.condition;
  if (!condition->is(ValueKind::op) || condition->items.size() != 2)
    return (known ? is_truthy(interpreter, written) : true) != test.outcome;
  const std::string_view op = interpreter.text(condition->name);
  V against = is_literal(condition->items[1]) ? condition->items[1] : condition->items[0];
  if ((op != "==" && op != "!=") || !is_literal(against)) return true;
  if (!known && !against->is(ValueKind::null)) return true;
  const bool equal = written->kind == against->kind && written->name == against->name;
  return (equal == (op == "==")) != test.outcome;
}

// "revoked" of revoked_at and of is_revoked, which a model works out from it.
std::string state_of(const std::string& column) {
  static const std::set<std::string> kForm = {"is", "has", "was", "at", "on", "date", "time"};
  std::string state;
  for (const std::string& word : split_words(column))
    if (!kForm.contains(word)) state += word;
  return state;
}

// deleted_at, is_active, archived: the end of a record's life.
bool names_end(const std::string& column) {
  static const std::set<std::string> kWords = {"deleted", "archived", "disabled", "active",
                                               "enabled", "locked",   "banned"};
  const std::vector<std::string> words = split_words(column);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return kWords.contains(word); });
}

// A password compared is who asks, not how far things have come.
bool names_a_secret(const std::string& column) {
  const std::vector<std::string> words = split_words(column);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "password" || word == "passwd" || word == "salt"; });
}

// Whether a write makes a test that this request passed refuse the next one.
bool refuses_next(const Case& subject, const StateTest& test, const Operation& op) {
  const Operation& read = subject.states.ops[static_cast<std::size_t>(test.op)];
  if (op.kind == OpKind::put && read.key_value) return true;
  if (!writes(op) || !same_table(read, op)) return false;
  if (op.kind == OpKind::remove) return true;
  // What is not seen may be any state that business goes through; that a row is gone or shut is set on its own.
  if (op.columns.empty() || op.open_columns) return !names_end(test.column);
  for (std::size_t i = 0; i < op.columns.size(); ++i) {
    if (names_column({op.columns[i]}, plain_name(test.column)))
      return op.data.size() != op.columns.size() || turns(subject.interpreter, test, op.data[i]);
    if (state_of(op.columns[i]) == state_of(test.column)) return true;
  }
  return false;
}

// Whether every way that does `id` also writes what makes the test refuse the next request.
bool shuts(const Case& subject, const StateTest& test, int id) {
  const std::vector<Operation>& ops = subject.states.ops;
  if (names_a_secret(test.column)) return false;
  std::vector<int> refusing;
  for (int write = test.op + 1; write < static_cast<int>(ops.size()); ++write)
    if (refuses_next(subject, test, ops[static_cast<std::size_t>(write)])) refusing.push_back(write);
  if (refusing.empty()) return false;
  return std::all_of(subject.states.ends.begin(), subject.states.ends.end(), [&](const PathState& end) {
    const auto fired = [&](int op) { return std::find(end.fired.begin(), end.fired.end(), op) != end.fired.end(); };
    return !fired(id) || std::any_of(refusing.begin(), refusing.end(), fired);
  });
}

// A row that must be there and that this request takes away: a one-time token, a cart that becomes an order.
bool taken_away(const Case& subject, int lookup) {
  const std::vector<Operation>& ops = subject.states.ops;
  const Operation& read = ops[static_cast<std::size_t>(lookup)];
  const bool taken = std::any_of(ops.begin(), ops.end(), [&](const Operation& op) {
    return (op.kind == OpKind::remove && same_table(read, op)) || (op.kind == OpKind::forget && read.key_value);
  });
  if (!taken) return false;
  return std::any_of(subject.states.seen.begin(), subject.states.seen.end(), [&](const Observation& seen) {
    const Tracked* other = seen.what == Seen::leave ? seen.state.find(lookup) : nullptr;
    return other != nullptr && other->known == Known::no && seen.state.fired.empty();
  });
}

bool consumes(const Case& subject, const Tracked& tracked) {
  const Operation& read = subject.states.ops[static_cast<std::size_t>(tracked.op)];
  if (read.kind != OpKind::lookup || tracked.known != Known::yes) return false;
  return once(subject.memo->consumed, tracked.op, [&] { return taken_away(subject, tracked.op); });
}

// Finding something ends the request without another effect.
bool some_found_ends(const Case& subject, int lookup) {
  const auto ends = [&](const PathState& state) {
    const Tracked* tracked = state.find(lookup);
    if (tracked == nullptr || tracked->known != Known::yes) return false;
    return std::none_of(state.fired.begin(), state.fired.end(), [&](int fired) {
      const Operation& op = subject.states.ops[static_cast<std::size_t>(fired)];
      return op.relative || op.kind == OpKind::insert || op.kind == OpKind::effect;
    });
  };
  for (const Observation& seen : subject.states.seen)
    if (seen.what == Seen::leave && ends(seen.state)) return true;
  return std::any_of(subject.states.ends.begin(), subject.states.ends.end(), ends);
}

bool found_ends(const Case& subject, int lookup) {
  return once(subject.memo->found_ends, lookup, [&] { return some_found_ends(subject, lookup); });
}

bool removed_before(const Case& subject, int id) {
  const std::vector<Operation>& ops = subject.states.ops;
  return std::any_of(subject.states.seen.begin(), subject.states.seen.end(), [&](const Observation& seen) {
    return seen.what == Seen::operation && seen.op == id &&
           std::any_of(seen.state.fired.begin(), seen.state.fired.end(), [&](int fired) {
             const Operation& before = ops[static_cast<std::size_t>(fired)];
             return before.kind == OpKind::remove && same_table(before, ops[static_cast<std::size_t>(id)]);
           });
  });
}

// What holds on every way to an operation.
struct Ways {
  bool any = false, claimed = true, raced = true, checked = true, guarded = true, locked = true;
  std::vector<StateTest> tests;

  void meet(const Case& subject, const Observation& seen, Protection& out) {
    const std::vector<Operation>& ops = subject.states.ops;
    bool won = false, absent = false, related = false, taken = false;
    for (const Tracked& tracked : seen.state.tracked) {
      const Operation& before = ops[static_cast<std::size_t>(tracked.op)];
      if (tracked.op == seen.op) continue;
      if (before.kind == OpKind::claim && tracked.known == Known::yes) won = true;
      // An insert under a unique constraint raises for the second: going on means it was the first.
      if (before.kind == OpKind::insert && before.awaited && tracked.known != Known::failed &&
          has_unique(subject, tracked.op) >= Filled::likely)
        won = true;
      if (before.kind == OpKind::lookup && tracked.known == Known::no && leaves_when_seen(subject, tracked.op)) {
        absent = true;
        related |= changes(subject, tracked.op, "") && found_ends(subject, tracked.op);
      }
      taken |= consumes(subject, tracked);
      if (won && out.by < 0) out.by = tracked.op;
    }
    bool lock = false;
    for (const OpenScope& scope : seen.state.scopes) lock |= scope.kind == OpenScope::Kind::lock;
    claimed &= won;
    raced &= absent;
    checked &= related;
    guarded &= taken;
    locked &= lock;
    if (!any)
      tests = seen.state.tests;
    else
      std::erase_if(tests, [&](const StateTest& test) {
        return std::none_of(seen.state.tests.begin(), seen.state.tests.end(),
                            [&](const StateTest& one) { return one.same(test); });
      });
    any = true;
  }
};

}  // namespace

static Protection work_out(const Case& subject, int id) {
  const Operation& op = subject.states.ops[static_cast<std::size_t>(id)];
  Protection out;
  if (op.kind == OpKind::insert) {
    const Filled unique = has_unique(subject, id);
    out.unique = unique == Filled::yes;
    out.unique_assumed = unique == Filled::assumed || unique == Filled::likely;
  }
  const auto anew = [&](V value) { return made_anew(subject, value); };
  out.upsert = op.kind == OpKind::upsert && !op.relative &&
               (op.filter_columns.empty() || std::none_of(op.key.begin(), op.key.end(), anew));
  out.absolute = (op.kind == OpKind::update || op.kind == OpKind::remove) && !op.relative;
  // A secret made anew overwrites the one that the first answer told.
  if (op.kind == OpKind::update)
    for (V value : op.data) out.absolute &= !has_origin(origins_of(subject.interpreter, value), OriginKind::random);
  if (op.provider_key != nullptr) {
    const std::vector<Origin>& origins = origins_of(subject.interpreter, op.provider_key);
    out.provider_key = !has_origin(origins, OriginKind::random) && !has_origin(origins, OriginKind::clock) &&
                       !has_origin(origins, OriginKind::attempt_id) && !origins.empty();
  }
  // What this request has just taken out of the table cannot clash.
  if (removed_before(subject, id)) out.unique = out.unique_assumed = false;
  Ways ways;
  for (const Observation& seen : subject.states.seen)
    if (seen.what == Seen::operation && seen.op == id) ways.meet(subject, seen, out);
  const bool tested = std::any_of(ways.tests.begin(), ways.tests.end(),
                                  [&](const StateTest& test) { return test.op >= 0 && shuts(subject, test, id); });
  out.claimed = ways.any && ways.claimed;
  out.raced = ways.any && ways.raced;
  out.checked = ways.any && ways.checked;
  out.guarded = ways.any && (ways.guarded || tested);
  out.locked = ways.any && ways.locked;
  return out;
}

Protection protection_of(const Case& subject, int id) {
  return once(subject.memo->protections, id, [&] { return work_out(subject, id); });
}

const UniqueSet* unique_of(const Case& subject, const Operation& op) {
  const UniqueSet* best = nullptr;
  Filled most = Filled::no;
  for (const std::string& table : op.tables)
    for (const UniqueSet& set : subject.uniques.of(table)) {
      const Filled filled = set.columns.empty() ? Filled::no : fills(subject, op, set);
      if (filled <= most) continue;
      most = filled;
      best = &set;
    }
  return best;
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
