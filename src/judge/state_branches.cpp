// Where ways part: tests and what they tell, branches, and the handling of failures.
#include "judge/conflicts.hpp"
#include "judge/state_walker.hpp"
#include "meaning/origin.hpp"

#include <algorithm>
#include <utility>

namespace idem {

static constexpr std::size_t kMaxTests = 12;

namespace {

// The last name of a type: "CardError" of stripe.error.CardError.
std::string type_name(Interpreter& interpreter, V type) {
  if (type->lib != nullptr && type->lib->step.starts_with(".")) return type->lib->step.substr(1);
  if (type->is(ValueKind::type)) {
    const FileFacts& facts = interpreter.program().file(type->file).facts;
    return std::string(facts.name(facts.types[type->decl].name));
  }
  return type->name != 0 ? std::string(interpreter.text(type->name)) : std::string();
}

// "CardDeclined", "ValidationError": the other side looked at the request and said no.
bool names_a_refusal(Interpreter& interpreter, V type) {
  static const std::set<std::string> kWords = {"refused",  "declined", "invalid",   "validation",  "card",
                                               "rejected", "denied",   "forbidden", "insufficient"};
  const std::vector<std::string> words = split_words(type_name(interpreter, type));
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return kWords.contains(word); });
}

}  // namespace

static void remember(PathState& when_true, PathState& when_false, V condition) {
  if (when_true.tests.size() >= kMaxTests) return;
  when_true.tests.push_back({-1, condition, true, ""});
  when_false.tests.push_back({-1, condition, false, ""});
}

void StateWalker::split(V condition, PathState state, States& yes, States& no, int depth) {
  condition = resolved(interpreter, state, condition);
  if (depth < 8 && condition->is(ValueKind::op)) {
    const std::string_view op = interpreter.text(condition->name);
    if (op == "!" && condition->items.size() == 1)
      return split(condition->items[0], std::move(state), no, yes, depth + 1);
    if ((op == "&&" || op == "||") && condition->items.size() == 2) {
      States first_yes, first_no;
      split(condition->items[0], std::move(state), first_yes, first_no, depth + 1);
      States& decided = op == "&&" ? first_no : first_yes;
      States& open = op == "&&" ? first_yes : first_no;
      add_all(op == "&&" ? no : yes, std::move(decided));
      for (PathState& one : open) split(condition->items[1], std::move(one), yes, no, depth + 1);
      return;
    }
  }
  if (condition->is(ValueKind::null)) return add(no, std::move(state));
  if (condition->is(ValueKind::boolean) && !condition->weak)
    return add(interpreter.text(condition->name) == "true" ? yes : no, std::move(state));
  // A literal that a call returned (`:busy`, an enum member) picks its paths.
  if (condition->is(ValueKind::op) && condition->items.size() == 2) {
    V a = resolved(interpreter, state, condition->items[0]), b = resolved(interpreter, state, condition->items[1]);
    const std::string_view op = interpreter.text(condition->name);
    const auto literal = [](V v) {
      return (v->is(ValueKind::text) || v->is(ValueKind::number) || v->is(ValueKind::boolean) ||
              v->is(ValueKind::null)) &&
             v->items.empty();
    };
    if ((op == "==" || op == "!=") && literal(a) && literal(b)) {
      const bool equal = a->kind == b->kind && a->name == b->name;
      return add(equal == (op == "==") ? yes : no, std::move(state));
    }
    if ((op == "==" || op == "!=") && b->is(ValueKind::null) && !a->is(ValueKind::any_of) &&
        (a->is(ValueKind::map) || a->is(ValueKind::list) || a->is(ValueKind::instance)))
      return add(op == "==" ? no : yes, std::move(state));
  }
  if (bool equal = true; says_conflict(interpreter, state, condition, equal)) {
    PathState met = state;
    met.conflicted = true;
    add(equal ? yes : no, std::move(met));
    add(equal ? no : yes, std::move(state));
    return;
  }
  // The same value tested again comes out as before: `if (a || f(b))` asks for `a` twice.
  for (const StateTest& test : state.tests)
    if (test.op < 0 && test.condition == condition) return add(test.outcome ? yes : no, std::move(state));
  const TestLabel label = label_of(interpreter, state, index, out.ops, condition);
  PathState when_true = state, when_false = std::move(state);
  switch (label.about) {
    case TestLabel::About::outcome:
      remember(when_true, when_false, condition);
      settle(when_true, label.op, label.truthy_means_yes);
      settle(when_false, label.op, !label.truthy_means_yes);
      break;
    case TestLabel::About::stored_column:
      when_true.find(label.op)->state_tested = when_false.find(label.op)->state_tested = true;
      if (when_true.tests.size() < kMaxTests) {
        when_true.tests.push_back({label.op, condition, true, label.column});
        when_false.tests.push_back({label.op, condition, false, label.column});
      }
      break;
    case TestLabel::About::fingerprint:
      when_true.find(label.op)->print_tested = when_false.find(label.op)->print_tested = true;
      break;
    case TestLabel::About::key:
      remember(when_true, when_false, condition);
      (label.truthy_means_yes ? when_true : when_false).key_present = true;
      (label.truthy_means_yes ? when_false : when_true).key_absent = true;
      break;
    case TestLabel::About::error: {
      States& fails = label.truthy_means_yes ? no : yes;
      States& works = label.truthy_means_yes ? yes : no;
      PathState& failed = label.truthy_means_yes ? when_false : when_true;
      PathState& worked = label.truthy_means_yes ? when_true : when_false;
      // Told by an earlier test of the same result.
      const bool told = failed.find(label.op) != nullptr;
      const Known before = told ? failed.find(label.op)->known : Known::tried;
      if (before == Known::tried || before == Known::failed) {
        fail(failed, label.op);
        add(fails, std::move(failed));
      }
      if (before != Known::failed) {
        if (!told && tracks(out.ops[static_cast<std::size_t>(label.op)]))
          worked.tracked.push_back({.op = label.op, .known = Known::yes});
        add(works, std::move(worked));
      }
      return;
    }
    case TestLabel::About::nothing:
      break;
  }
  add(yes, std::move(when_true));
  add(no, std::move(when_false));
}

bool StateWalker::any_conflicted(const States& states) {
  return std::any_of(states.begin(), states.end(), [](const PathState& state) { return state.conflicted; });
}

void StateWalker::fail(PathState& state, int op) {
  if (std::find(state.failing.begin(), state.failing.end(), op) == state.failing.end()) {
    state.failing.push_back(op);
    ++state.in_catch;
  }
  if (Tracked* tracked = state.find(op); tracked != nullptr)
    tracked->known = Known::failed;
  else if (tracks(out.ops[static_cast<std::size_t>(op)]))
    state.tracked.push_back({.op = op, .known = Known::failed});
  tested_errors.insert(op);
  function_errors.insert(op);
}

void StateWalker::survive(PathState& state, const std::set<int>& ops) {
  std::erase_if(state.failing, [&](int op) {
    if (!ops.contains(op)) return false;
    const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
    if (kind == OpKind::claim || kind == OpKind::lookup || kind == OpKind::put) state.survived.push_back(op);
    if (state.in_catch > 0) --state.in_catch;
    return true;
  });
}

void StateWalker::settle(PathState& state, int op, bool yes) {
  if (Tracked* tracked = state.find(op); tracked != nullptr && tracked->known == Known::tried)
    tracked->known = yes ? Known::yes : Known::no;
}

States StateWalker::branch(const TraceNode& node, States states) {
  States yes, no;
  if (out.conditions.size() < 4000 && conditions_seen.insert(node.value).second) out.conditions.push_back(node.value);
  const bool conflicted = any_conflicted(states);
  const std::set<int> outer_errors = std::exchange(tested_errors, {});
  for (PathState& state : states) split(node.value, std::move(state), yes, no);
  const std::set<int> own_errors = std::exchange(tested_errors, outer_errors);
  States after_yes = run(node.body, std::move(yes)), after_no = run(node.other, std::move(no));
  // The handling of a failure ends with its arm; where the other arm leaves, the rest of the block handles it.
  if (!own_errors.empty() && !after_yes.empty() && !after_no.empty())
    for (States* arm : {&after_yes, &after_no})
      for (PathState& state : *arm) survive(state, own_errors);
  if (!conflicted && !after_yes.empty() && !after_no.empty())
    for (States* arm : {&after_yes, &after_no})
      for (PathState& state : *arm) state.conflicted = false;
  for (const TracePhi& phi : node.phis) {
    for (PathState& state : after_yes) bind(state, phi.joined, phi.first);
    for (PathState& state : after_no) bind(state, phi.joined, phi.second);
  }
  add_all(after_yes, std::move(after_no));
  return after_yes;
}

void StateWalker::bind(PathState& state, V joined, V own) {
  for (auto& [known, value] : state.binds)
    if (known == joined) {
      value = own;
      return;
    }
  if (state.binds.size() < 12) state.binds.emplace_back(joined, own);
}

bool StateWalker::catches_all(const TraceCatch& caught) const {
  static const std::set<std::string> kAll = {"Exception", "BaseException", "Error", "Throwable"};
  return std::any_of(caught.types.begin(), caught.types.end(),
                     [&](V type) { return kAll.contains(type_name(interpreter, type)); });
}

bool StateWalker::names_all(const TraceCatch& caught, std::initializer_list<std::string_view> parts) const {
  return !caught.types.empty() && std::all_of(caught.types.begin(), caught.types.end(), [&](V type) {
    const std::string name = plain_name(type_name(interpreter, type));
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return name.find(part) != std::string::npos; });
  });
}

void StateWalker::told_absent(PathState& state) {
  std::erase_if(state.failing, [&](int op) {
    const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
    if (kind != OpKind::lookup && kind != OpKind::inquiry) return false;
    if (Tracked* tracked = state.find(op); tracked != nullptr) tracked->known = Known::no;
    return true;
  });
}

States StateWalker::attempt(const TraceNode& node, States states) {
  States thrown;
  States* outer = std::exchange(throws, &thrown);
  States after = run(node.body, std::move(states));
  throws = outer;
  for (const TraceCatch& caught : node.catches) {
    States entering;
    const bool refusal = !caught.types.empty() && std::all_of(caught.types.begin(), caught.types.end(), [&](V type) {
      return names_a_refusal(interpreter, type);
    });
    const bool absence = names_all(caught, {"notfound", "doesnotexist", "noresultfound", "norows"});
    const bool conflict = names_all(caught, {"conflict", "idempotency"});
    // What a call that is not known throws is seldom of a class of its own, unless nothing else could be caught.
    const bool known = std::any_of(thrown.begin(), thrown.end(), [](const PathState& s) { return !s.by_unknown; });
    for (PathState state : thrown) {
      if (std::exchange(state.by_unknown, false) && known && !caught.types.empty() && !catches_all(caught)) continue;
      ++state.in_catch;
      if (absence) told_absent(state);
      if (conflict) state.conflicted = true;
      // A refusal is a definite answer: what threw it did not happen.
      if (refusal)
        for (const int op : std::exchange(state.failing, {}))
          if (!state.fired.empty() && state.fired.back() == op) state.fired.pop_back();
      add(entering, std::move(state));
    }
    for (PathState state : run(caught.body, std::move(entering))) {
      // The path goes on after the failure.
      for (const int op : state.failing) {
        const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
        if (kind == OpKind::claim || kind == OpKind::lookup || kind == OpKind::put) state.survived.push_back(op);
      }
      state.failing.clear();
      if (state.in_catch > 0) --state.in_catch;
      add(after, std::move(state));
    }
  }
  if (node.catches.empty() && throws != nullptr) add_all(*throws, thrown);
  if (node.other != nullptr) after = run(node.other, std::move(after));
  return after;
}

}  // namespace idem
