#include "judge/test_label.hpp"

#include "meaning/origin.hpp"

#include <algorithm>
#include <set>

namespace idem {

// The part of what this path's call gave: `fresh` of `fresh, err := claim()`.
static V part_of_result(Interpreter& interpreter, const PathState& state, V part) {
  if (!part->is(ValueKind::any_of) || part->receiver == nullptr || part->name == 0) return nullptr;
  for (const auto& [joined, own] : state.binds) {
    if (joined != part->receiver || !own->is(ValueKind::list)) continue;
    const std::string_view at = interpreter.text(part->name);
    if (at.size() != 1 || at[0] < '0' || at[0] > '9') return nullptr;
    const auto index = static_cast<std::size_t>(at[0] - '0');
    return index < own->object->items.size() ? own->object->items[index] : nullptr;
  }
  return nullptr;
}

V resolved(Interpreter& interpreter, const PathState& state, V value) {
  for (int i = 0; i < 6; ++i) {
    bool changed = false;
    if (V part = part_of_result(interpreter, state, value); part != nullptr && part != value) {
      value = part;
      continue;
    }
    for (const auto& [joined, own] : state.binds)
      if (joined == value && own != value) {
        value = own;
        changed = true;
        break;
      }
    if (!changed) break;
  }
  return value;
}

static std::string step_name(Interpreter& interpreter, V value) {
  if (value->lib != nullptr && !value->lib->step.empty())
    return value->lib->step.starts_with(".") ? value->lib->step.substr(1) : value->lib->step;
  return value->name != 0 ? std::string(interpreter.text(value->name)) : std::string();
}

// Results that sit on the receiver: `cursor.rowcount` and `cursor.fetchone()` speak of what the cursor ran last.
static int behind_cursor(const PathState& state, const OpIndex& index, V cursor, std::vector<std::string>& accessors) {
  if (accessors.empty() || (accessors.back() != "rowcount" && accessors.back() != "[0]")) return -1;
  int last = -1;
  for (const auto& [call, op] : index.in_order())
    if (op > last && call->receiver != nullptr && call->receiver->receiver == cursor && state.find(op) != nullptr)
      last = op;
  if (last >= 0) std::reverse(accessors.begin(), accessors.end());
  return last;
}

static bool passed(const PathState& state, int op) {
  return state.find(op) != nullptr || std::find(state.fired.begin(), state.fired.end(), op) != state.fired.end();
}

// The accessor of a result that is set when there was no row to read.
static constexpr const char* kNoRow = "no row";

int operation_behind(Interpreter& interpreter, const PathState& state, const OpIndex& index, V value,
                     std::vector<std::string>& accessors, unsigned depth) {
  static const std::set<std::string> kDecodes = {
      "parse", "loads",    "jsonparse", "modeldump", "json",         "decode",       "string",
      "str",   "dict",     "bool",      "int",       "list",         "boolean",      "number",
      "trim",  "tostring", "scan",      "fetchone",  "fetchall",     "scalar",       "scalaroneornone",
      "first", "one",      "oneornone", "unmarshal", "rowsaffected", "lastinsertid", "result",
      "val",   "bool",     "err"};
  for (int i = 0; i < 16 && value != nullptr; ++i) {
    value = resolved(interpreter, state, value);
    if (const int known = index.result(value); known >= 0 && passed(state, known)) {
      // `UPDATE … RETURNING` is run by Scan, which says whether there was a row.
      if (accessors.empty() && value->args != nullptr && words_of(interpreter, value).plain_method == "scan")
        accessors.emplace_back(kNoRow);
      std::reverse(accessors.begin(), accessors.end());
      return known;
    }
    if (value->is(ValueKind::any_of)) {
      // Either alternative may be the result; a null beside it is its absence.
      V only = nullptr;
      for (V one : value->items)
        if (!one->is(ValueKind::null)) only = only == nullptr ? one : nullptr;
      value = only;
      continue;
    }
    if (const int cursor = behind_cursor(state, index, value, accessors); cursor >= 0) return cursor;
    // An element of a result keeps the call's arguments.
    const bool element = value->lib != nullptr && value->lib->step.starts_with("[");
    if (value->args != nullptr && !element && (value->is(ValueKind::library) || value->is(ValueKind::unknown))) {
      const CallWords& words = words_of(interpreter, value);
      const std::string& plain = words.plain_method;
      if (kDecodes.contains(plain)) {
        // json.loads(x) looks at its argument, cursor.fetchone() at its receiver.
        std::vector<std::string> before = accessors;
        // What Scan is handed it fills.
        if (!value->args->positional.empty() && depth < 4 && plain != "scan") {
          const int through =
              operation_behind(interpreter, state, index, value->args->positional.front(), accessors, depth + 1);
          if (through >= 0) return through;
          accessors = std::move(before);
        }
        if (plain == "rowsaffected") accessors.emplace_back("rowsAffected");
        if (plain == "err") accessors.emplace_back("Error");
        // What Scan itself gives is whether there was a row.
        if (plain == "scan" && accessors.empty()) accessors.emplace_back(kNoRow);
        if (plain == "fetchone" || plain == "first" || plain == "one" || plain == "oneornone")
          accessors.emplace_back("[0]");
        value =
            value->receiver != nullptr && value->receiver->receiver != nullptr ? value->receiver->receiver : nullptr;
        continue;
      }
      if (plain == "get" && !value->args->positional.empty() && value->args->positional.front()->is(ValueKind::text)) {
        accessors.emplace_back(interpreter.text(value->args->positional.front()->name));
        value = value->receiver != nullptr ? value->receiver->receiver : nullptr;
        continue;
      }
      return -1;
    }
    if (value->is(ValueKind::library) || value->is(ValueKind::unknown) || value->is(ValueKind::builtin)) {
      accessors.push_back(step_name(interpreter, value));
      value = value->receiver;
      continue;
    }
    return -1;
  }
  return -1;
}

namespace {

bool is_count(const std::string& name) {
  static const std::set<std::string> kCounts = {"rowcount",    "rowsaffected",  "affectedrows",  "count",  "changes",
                                                "numaffected", "matchedcount",  "modifiedcount", "length", "size",
                                                "nmodified",   "upsertedcount", "affected"};
  return kCounts.contains(plain_name(name));
}

bool is_row(const std::string& name) {
  return name == "[0]" || name == "rows" || name == "[]" || name == "element" || name == "row" || name == "first";
}

// Whether a call tells its failure by what it gives, last. Of the languages lowered so far these are the ones in which
// a call of a type converts.
bool errors_are_results(const Traits& traits) { return traits.type_call_converts; }

// Does truth of this part of a result say yes or no, or is it a column of what was stored?
TestLabel outcome(const Operation& op, int index, const std::vector<std::string>& accessors, const Traits& traits) {
  TestLabel label{TestLabel::About::outcome, index, true};
  if (op.gives_error && accessors.empty()) {
    label.truthy_means_yes = false;
    return label;
  }
  // The result of a call that only says whether it worked.
  if (accessors.empty() && errors_are_results(traits) && op.kind == OpKind::effect)
    return {TestLabel::About::error, index, false};
  std::vector<std::string> rest = accessors;
  bool counted = false;
  while (!rest.empty() && (is_row(rest.front()) || is_count(rest.front()))) {
    counted |= is_count(rest.front());
    if (rest.front() == "[1]") break;
    rest.erase(rest.begin());
  }
  if (rest.empty()) {
    if (accessors.empty() && (op.shape == Shape::rows || op.shape == Shape::object_created) && traits.lists_are_truthy)
      label.about = TestLabel::About::nothing;
    if (accessors.empty() && op.shape == Shape::none && op.kind != OpKind::lookup && op.kind != OpKind::claim)
      label.about = TestLabel::About::nothing;
    return label;
  }
  // `value, found := m.Load(key)`
  if (rest.front() == "[1]" && (op.shape == Shape::object_created || op.in_process)) return label;
  if (rest.front() == "[1]" || rest.front() == "error" || rest.front() == "err" || rest.front() == "Error" ||
      rest.front() == kNoRow) {
    // Reading one row fails where there is none.
    const bool no_row = rest.front() == kNoRow || (op.kind == OpKind::lookup && op.shape == Shape::row);
    if (!no_row) label.about = TestLabel::About::error;
    label.truthy_means_yes = false;
    return label;
  }
  // `SELECT EXISTS (…)`, `SELECT count(*) …`: the one column is the outcome.
  if (op.kind == OpKind::lookup && (op.shape == Shape::boolean || op.shape == Shape::count)) return label;
  label.about = TestLabel::About::stored_column;
  label.column = rest.back();
  return label;
}

// sql.ErrNoRows, gorm.ErrRecordNotFound, redis.Nil
bool names_absence(Interpreter& interpreter, V value) {
  const std::string name = plain_name(step_name(interpreter, value));
  return name == "nil" || name.find("norows") != std::string::npos || name.find("notfound") != std::string::npos ||
         name.find("nodocuments") != std::string::npos;
}

bool is_absence(V value) {
  return value->is(ValueKind::null) || (value->lib != nullptr && value->lib->module == "global" &&
                                        (value->lib->path == "nil" || value->lib->path == "undefined"));
}

}  // namespace

static TestLabel label_within(Interpreter& interpreter, const PathState& state, const OpIndex& index,
                              const std::vector<Operation>& ops, V condition) {
  condition = resolved(interpreter, state, condition);
  const Traits traits =
      condition->site.file == kNone ? Traits{} : interpreter.program().file(condition->site.file).facts.traits;
  if (condition->is(ValueKind::op) && condition->items.size() == 2) {
    V a = resolved(interpreter, state, condition->items[0]), b = resolved(interpreter, state, condition->items[1]);
    const std::string_view op = interpreter.text(condition->name);
    const bool equality = op == "==" || op == "!=";
    std::vector<std::string> of_a, of_b;
    int behind = operation_behind(interpreter, state, index, a, of_a);
    int other = operation_behind(interpreter, state, index, b, of_b);
    if (behind < 0 && other >= 0) {
      std::swap(a, b);
      std::swap(behind, other);
      std::swap(of_a, of_b);
    }
    if (behind < 0) {
      // A test of the key itself against nothing.
      if (equality && (is_absence(b) || (b->is(ValueKind::text) && b->name == 0 && b->items.empty()))) {
        TestLabel label = label_within(interpreter, state, index, ops, a);
        if (op == "==") label.truthy_means_yes = !label.truthy_means_yes;
        return label;
      }
      // Tuples compared field by field: (seen.a, seen.b) != (a, b).
      if (equality && a->is(ValueKind::list))
        for (V item : a->object->items) {
          std::vector<std::string> names;
          if (const int part = operation_behind(interpreter, state, index, item, names); part >= 0)
            return {TestLabel::About::fingerprint, part, op == "=="};
        }
      return {};
    }
    TestLabel label = outcome(ops[static_cast<std::size_t>(behind)], behind, of_a, traits);
    // A provider's 404 says that it knows of nothing.
    if (label.about == TestLabel::About::stored_column && equality && b->is(ValueKind::number) &&
        interpreter.text(b->name) == "404" && ops[static_cast<std::size_t>(behind)].kind == OpKind::inquiry)
      return {TestLabel::About::outcome, behind, op != "=="};
    if (label.about == TestLabel::About::stored_column) {
      // A stored column against something of the request is a comparison of meaning; against a literal, of state.
      if (equality && !b->is(ValueKind::text) && !b->is(ValueKind::null) && !b->is(ValueKind::number) &&
          !b->is(ValueKind::boolean)) {
        const std::vector<Origin>& origins = origins_of(interpreter, b);
        const bool from_request = has_origin(origins, OriginKind::digest) || has_origin(origins, OriginKind::body);
        if (from_request) return {TestLabel::About::fingerprint, behind, op == "=="};
      }
      return label;
    }
    if (label.about == TestLabel::About::nothing && !of_a.empty()) return label;
    if (label.about == TestLabel::About::nothing) label.about = TestLabel::About::outcome;
    if (b->lib != nullptr && !b->lib->called() && names_absence(interpreter, b)) {
      if (op == "!=") label.truthy_means_yes = !label.truthy_means_yes;
      return label;
    }
    if (is_absence(b)) {
      if (op == "==") label.truthy_means_yes = !label.truthy_means_yes;
      return label;
    }
    if (b->is(ValueKind::number)) {
      const std::string_view n = interpreter.text(b->name);
      const bool zero = n == "0";
      bool yes = true;
      if (op == "==")
        yes = !zero;
      else if (op == "!=")
        yes = zero;
      else if (op == ">" || op == ">=")
        yes = true;
      else if (op == "<" || op == "<=")
        yes = false;
      if (!yes) label.truthy_means_yes = !label.truthy_means_yes;
      return label;
    }
    if (b->is(ValueKind::text) || b->is(ValueKind::boolean)) {
      const bool falsy = b->is(ValueKind::boolean) && interpreter.text(b->name) == "false";
      if ((op == "!=") != falsy) label.truthy_means_yes = !label.truthy_means_yes;
      return label;
    }
    if (label.about == TestLabel::About::error) return label;
    return {};
  }
  // errors.Is(err, sql.ErrNoRows)
  if (condition->args != nullptr && condition->args->positional.size() == 2 &&
      plain_name(words_of(interpreter, condition).method) == "is" &&
      names_absence(interpreter, condition->args->positional[1])) {
    std::vector<std::string> names;
    const int failed = operation_behind(interpreter, state, index, condition->args->positional[0], names);
    if (failed >= 0) return {TestLabel::About::outcome, failed, false};
  }
  std::vector<std::string> accessors;
  const int behind = operation_behind(interpreter, state, index, condition, accessors);
  if (behind >= 0) return outcome(ops[static_cast<std::size_t>(behind)], behind, accessors, traits);
  // The key, read from the request.
  if (condition->is(ValueKind::library) || condition->is(ValueKind::unknown)) {
    const std::vector<Origin>& origins = origins_of(interpreter, condition);
    if (origins.size() == 1 &&
        (origins[0].kind == OriginKind::header || origins[0].kind == OriginKind::body ||
         origins[0].kind == OriginKind::query) &&
        names_a_key(origins[0].name))
      return {TestLabel::About::key, -1, true};
  }
  return {};
}

TestLabel label_of(Interpreter& interpreter, const PathState& state, const OpIndex& index,
                   const std::vector<Operation>& ops, V condition) {
  const TestLabel label = label_within(interpreter, state, index, ops, condition);
  // A promise tells nothing of what it will bring.
  if (label.op >= 0 && !ops[static_cast<std::size_t>(label.op)].awaited) return {};
  // Of what is not tracked only a failure is known.
  if (label.op >= 0 && label.about != TestLabel::About::error && state.find(label.op) == nullptr) return {};
  return label;
}

}  // namespace idem
