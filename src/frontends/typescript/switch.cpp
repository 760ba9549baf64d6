// A switch becomes chained branches on a temporary: the common form, where every arm ends.
//
// Where an arm may break in its middle, the chain stands in a loop that runs once, so that `break` has something to
// leave. Where an arm runs into the next one, the arms stand one after the other in such a loop, each under its own
// labels and those of the arms that run into it, and each arm that ends leaves the loop.
#include "frontends/typescript/lowering.hpp"

#include <algorithm>

namespace idem::typescript {

// Longer chains would nest deeper than later stages can walk; they are laid out in sequence.
static constexpr std::size_t kMaxChain = 128;

std::vector<Lowering::Arm> Lowering::arms_of(Index body) {
  std::vector<Arm> arms;
  bool open = false;  // the last arm has no statements yet
  for (Index part = first_named(body); part != kNone; part = next_named(part)) {
    const bool is_default = kind(part) == Kind::switch_default;
    if (!is_default && kind(part) != Kind::switch_case) continue;
    if (!open) arms.push_back({.labels = {}, .span = span(part)});
    Arm& arm = arms.back();
    arm.is_default = arm.is_default || is_default;
    arm.span.end = span(part).end;
    if (!is_default) arm.labels.push_back(child(part, Role::value));
    arm.first = child(part, Role::body);
    open = arm.first == kNone;
  }
  for (std::size_t i = 0; i + 1 < arms.size(); ++i) arms[i].falls = !leaves_at_end(arms[i].first);
  return arms;
}

Index Lowering::last_statement(Index first_statement) const {
  Index last = kNone;
  for (Index at = first_statement; at != kNone; at = next(at))
    if (node(at).named && kind(at) != Kind::comment) last = at;
  return last;
}

// The `break` without label that ends an arm, also inside a block; kNone when there is none.
Index Lowering::trailing_break(Index first_statement) const {
  Index last = last_statement(first_statement);
  while (kind(last) == Kind::statement_block) last = last_statement(first(last));
  const bool ends = kind(last) == Kind::break_statement && child(last, Role::label) == kNone;
  return ends ? last : kNone;
}

bool Lowering::leaves_at_end(Index first_statement) const {
  const Index last = last_statement(first_statement);
  switch (kind(last)) {
    case Kind::break_statement:
    case Kind::return_statement:
    case Kind::throw_statement:
    case Kind::continue_statement:
      return true;
    case Kind::statement_block:
      return leaves_at_end(first(last));
    case Kind::else_clause:
      return leaves_at_end(first_named(last));
    case Kind::if_statement: {
      const Index yes = child(last, Role::consequence);
      const Index no = child(last, Role::alternative);
      return yes != kNone && no != kNone && leaves_alone(yes) && leaves_alone(no);
    }
    case Kind::try_statement: {
      const Index handler = child(last, Role::handler);
      const Index body = child(last, Role::body);
      return body != kNone && leaves_alone(body) && (handler == kNone || leaves_alone(child(handler, Role::body)));
    }
    case Kind::expression_statement:
      return text(last).starts_with("process.exit(");
    default:
      return false;
  }
}

// Like leaves_at_end, of one statement without what follows it.
bool Lowering::leaves_alone(Index at) const {
  switch (kind(at)) {
    case Kind::statement_block:
      return leaves_at_end(first(at));
    case Kind::else_clause:
      return leaves_alone(first_named(at));
    case Kind::break_statement:
    case Kind::return_statement:
    case Kind::throw_statement:
    case Kind::continue_statement:
      return true;
    case Kind::if_statement: {
      const Index no = child(at, Role::alternative);
      return no != kNone && leaves_alone(child(at, Role::consequence)) && leaves_alone(no);
    }
    default:
      return false;
  }
}

// Whether a `break` in there, other than `except`, leaves the switch around it.
bool Lowering::breaks_inside(Index at, Index except) const {
  switch (kind(at)) {
    case Kind::break_statement:
      return at != except && child(at, Role::label) == kNone;
    case Kind::switch_statement:
    case Kind::for_statement:
    case Kind::for_in_statement:
    case Kind::while_statement:
    case Kind::do_statement:
      return false;
    case Kind::statement_block:
    case Kind::if_statement:
    case Kind::else_clause:
    case Kind::try_statement:
    case Kind::labeled_statement:
    case Kind::with_statement:
    case Kind::error:
      break;
    default:
      if (role(at) != Role::handler && role(at) != Role::finalizer) return false;
  }
  for (Index part = first_named(at); part != kNone; part = next_named(part))
    if (breaks_inside(part, except)) return true;
  return false;
}

// Labels joined by ||, as a balanced tree: a thousand labels nest ten deep.
ExprId Lowering::any_of(const std::vector<ExprId>& tests, std::size_t from, std::size_t to, Span where) {
  if (to - from == 1) return tests[from];
  const std::size_t middle = from + (to - from) / 2;
  const ExprId left = any_of(tests, from, middle, where);
  const ExprId right = any_of(tests, middle, to, where);
  return m_builder.op("||", left, right, where);
}

// `subject` is kNone for switch (true), whose labels are conditions.
ExprId Lowering::arm_test(const std::vector<Index>& labels, ExprId subject, Span where) {
  std::vector<ExprId> tests;
  for (const Index label : labels) {
    const ExprId value = label == kNone ? m_builder.unknown("missing", where) : expr(label);
    tests.push_back(subject == kNone ? value : m_builder.op("==", subject, value, facts().exprs[value].span));
  }
  return any_of(tests, 0, tests.size(), where);
}

void Lowering::switch_statement(Index at) {
  const Index subject_node = without_parentheses(child(at, Role::value));
  const std::vector<Arm> arms = arms_of(child(at, Role::body));
  ExprId subject = kNone;
  if (kind(subject_node) != Kind::true_) subject = kept(condition(subject_node), span(at));
  if (arms.empty()) return;
  bool breaks = false;
  bool falls = arms.size() > kMaxChain;
  for (const Arm& arm : arms) {
    const Index last = trailing_break(arm.first);
    for (Index part = arm.first; part != kNone && !breaks; part = next(part)) breaks = breaks_inside(part, last);
    falls = falls || arm.falls;
  }
  if (!breaks && !falls) return chained(arms, subject);
  m_builder.open_block();
  if (falls) {
    in_sequence(arms, subject);
  } else {
    chained(arms, subject);
  }
  loop(LoopHow::once, kNone, m_builder.close_block(), span(at));
}

void Lowering::arm_body(const Arm& arm, bool drop_break) {
  m_dropped_breaks.push_back(drop_break ? trailing_break(arm.first) : kNone);
  Index first_statement = arm.first;
  // case 'a': { … } is no scope of interest.
  if (kind(first_statement) == Kind::statement_block && next_named(first_statement) == kNone)
    first_statement = first(first_statement);
  statements(first_statement);
  m_dropped_breaks.pop_back();
}

void Lowering::chained(const std::vector<Arm>& arms, ExprId subject) {
  struct Branch {
    ExprId test;
    BlockId body;
    Span span;
  };
  std::vector<Branch> branches;
  const Arm* otherwise = nullptr;
  for (const Arm& arm : arms) {
    if (arm.is_default) {
      otherwise = &arm;
      continue;
    }
    const ExprId test = arm_test(arm.labels, subject, arm.span);
    m_builder.open_block();
    arm_body(arm, true);
    branches.push_back({test, m_builder.close_block(), arm.span});
    m_builder.open_block();
  }
  if (otherwise != nullptr) arm_body(*otherwise, true);
  while (!branches.empty()) {
    const Branch branch = branches.back();
    branches.pop_back();
    BlockId other = kNone;
    if (m_builder.block_is_empty()) {
      m_builder.drop_block();
    } else {
      other = m_builder.close_block();
    }
    m_builder.event(
        {.kind = EventKind::branch, .expr = branch.test, .body = branch.body, .other = other, .span = branch.span});
  }
}

void Lowering::in_sequence(const std::vector<Arm>& arms, ExprId subject) {
  constexpr unsigned kMaxFalls = 100;
  std::vector<Index> all_labels;
  for (const Arm& arm : arms)
    if (!arm.is_default) all_labels.insert(all_labels.end(), arm.labels.begin(), arm.labels.end());
  ExprId before = kNone;  // test of the arms that run into this one
  unsigned fallen = 0;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Arm& arm = arms[i];
    const bool last = i + 1 == arms.size();
    ExprId test = kNone;
    if (!arm.is_default) {
      test = arm_test(arm.labels, subject, arm.span);
    } else if (!last && !all_labels.empty()) {
      test = m_builder.op("!", arm_test(all_labels, subject, arm.span), kNone, arm.span);
    }
    if (arm.is_default && last) {  // all others have left
      arm_body(arm, false);
      return;
    }
    if (test != kNone && before != kNone) test = m_builder.op("||", before, test, arm.span);
    m_builder.open_block();
    arm_body(arm, false);
    if (!arm.falls && !last && !leaves_at_end(arm.first)) m_builder.leave(LeaveHow::break_, kNone, arm.span);
    const BlockId body = m_builder.close_block();
    if (test == kNone)
      test = m_builder.add({.kind = ExprKind::boolean, .name = m_builder.name("true"), .span = arm.span});
    m_builder.event({.kind = EventKind::branch, .expr = test, .body = body, .span = arm.span});
    before = arm.falls ? test : kNone;
    fallen = arm.falls ? fallen + 1 : 0;
    if (fallen > kMaxFalls) {
      cut("too many arms that run into the next", arm.span);
      before = kNone;
      fallen = 0;
    }
  }
}

}  // namespace idem::typescript
