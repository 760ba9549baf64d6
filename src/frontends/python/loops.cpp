#include "frontends/python/lowering.hpp"

namespace idem::python {

// Whether a loop's body leaves that loop by break; looked for only where the loop has an else. The nodes of a body are
// one run of the tree, in which loops and functions inside are passed over.
bool Lowering::has_break(Index block) const {
  std::uint32_t passed = kNone;  // depth of the inner loop or function being passed over
  for (Index n = block + 1; n < m_tree.nodes.size() && node(n).depth > node(block).depth; ++n) {
    const Kind what = kind(n);
    const bool inner_else = what == Kind::else_clause && passed != kNone && node(n).depth == passed + 1;
    if (passed != kNone && node(n).depth > passed && !inner_else) continue;
    passed = kNone;  // a break in the else of an inner loop leaves this one
    if (what == Kind::break_statement) return true;
    if (what == Kind::for_statement || what == Kind::while_statement || what == Kind::function_definition ||
        what == Kind::class_definition)
      passed = node(n).depth;
  }
  return false;
}

// The flag that tells an else clause whether the loop ended by itself: set here, cleared at every break.
NameId Lowering::open_loop(Index n) {
  NameId flag = 0;
  const Index body = child(n, m_grammar.field.body);
  if (body != kNone && child(n, m_grammar.field.alternative) != kNone && has_break(body)) {
    const std::string name = m_build.fresh_name();
    flag = m_build.name(name);
    m_build.set(m_build.name_expr(name, span(n)), boolean(true, span(n)), SetHow::declare, span(n));
  }
  scope().loop_flags.push_back(flag);
  return flag;
}

void Lowering::loop_else(Index n, NameId flag) {
  scope().loop_flags.pop_back();
  const Index clause = child(n, m_grammar.field.alternative);
  if (clause == kNone) return;
  const Index body = child(clause, m_grammar.field.body);
  if (flag == 0) return body_of(body);
  const ExprId ended = m_build.name_expr(m_facts.names[flag], span(clause));
  m_build.event({.kind = EventKind::branch, .expr = ended, .body = block_of(body), .span = span(clause)});
}

void Lowering::break_statement(Index n) {
  const NameId flag = scope().loop_flags.empty() ? 0 : scope().loop_flags.back();
  if (flag != 0)
    m_build.set(m_build.name_expr(m_facts.names[flag], span(n)), boolean(false, span(n)), SetHow::assign, span(n));
  m_build.leave(LeaveHow::break_, kNone, span(n));
}

void Lowering::for_statement(Index n) {
  Index left = child(n, m_grammar.field.left);
  Index over = child(n, m_grammar.field.right);
  NameId key = 0;
  if (left != kNone && over != kNone && kind(left) == Kind::pattern_list && count_named(left) == 2 &&
      kind(first_named(left)) == Kind::identifier && kind(over) == Kind::call) {
    // for i, x in enumerate(xs) · for k, v in xs.items(): the key is a part of the event
    const Index callee = child(over, m_grammar.field.function);
    const Index args = child(over, m_grammar.field.arguments);
    const bool is_call = callee != kNone && args != kNone && kind(args) == Kind::argument_list;
    const bool enumerate = is_call && text(callee) == "enumerate" && count_named(args) == 1;
    const bool items = is_call && kind(callee) == Kind::attribute && count_named(args) == 0 &&
                       child(callee, m_grammar.field.attribute) != kNone &&
                       text(child(callee, m_grammar.field.attribute)) == "items";
    if (enumerate || items) {
      key = m_build.name(text(first_named(left)));
      left = next_named(first_named(left));
      over = enumerate ? first_named(args) : child(callee, m_grammar.field.object);
    }
  }
  const ExprId source = over == kNone ? unlowered(n) : expr(over);
  const NameId flag = open_loop(n);
  NameId temporary = 0;
  const ExprId place = left == kNone ? unlowered(n) : place_for(left, temporary);
  m_build.open_block();
  if (temporary != 0) unpack_from(left, temporary, span(left));
  body_of(child(n, m_grammar.field.body));
  const BlockId body = m_build.close_block();
  // for attempt in range(3): a count, whatever it counts for.
  const bool counted = over != kNone && kind(over) == Kind::call && child(over, m_grammar.field.function) != kNone &&
                       text(child(over, m_grammar.field.function)) == "range";
  m_build.event({.kind = EventKind::loop,
                 .how = static_cast<std::uint8_t>(counted ? LoopHow::count : LoopHow::each),
                 .expr = source,
                 .place = place,
                 .key = key,
                 .body = body,
                 .span = span(n)});
  loop_else(n, flag);
}

void Lowering::while_statement(Index n) {
  const Index condition = child(n, m_grammar.field.condition);
  const NameId flag = open_loop(n);
  m_build.open_block();
  ExprId cond = condition == kNone ? kNone : expr(condition);
  const bool endless =
      condition == kNone || kind(without_parentheses(condition)) == Kind::true_ || text(condition) == "1";
  LoopHow how = endless ? LoopHow::forever : LoopHow::while_;
  if (!endless && !m_build.block_is_empty()) {  // the condition sets something, every time round
    m_build.open_block();
    m_build.leave(LeaveHow::break_, kNone, span(condition));
    const BlockId leave = m_build.close_block();
    m_build.event(
        {.kind = EventKind::branch, .expr = not_of(cond, span(condition)), .body = leave, .span = span(condition)});
    how = LoopHow::forever;
  }
  if (how == LoopHow::forever) cond = kNone;
  body_of(child(n, m_grammar.field.body));
  const BlockId body = m_build.close_block();
  m_build.event(
      {.kind = EventKind::loop, .how = static_cast<std::uint8_t>(how), .expr = cond, .body = body, .span = span(n)});
  loop_else(n, flag);
}

}  // namespace idem::python
