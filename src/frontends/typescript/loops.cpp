#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

void Lowering::loop(LoopHow how, ExprId test, BlockId body, Span where) {
  m_builder.event(
      {.kind = EventKind::loop, .how = static_cast<std::uint8_t>(how), .expr = test, .body = body, .span = where});
}

// `if (!test) break`, written as a branch whose other arm leaves.
void Lowering::leave_unless(ExprId test, Span where) {
  m_builder.open_block();
  const BlockId go_on = m_builder.close_block();
  m_builder.open_block();
  m_builder.leave(LeaveHow::break_, kNone, where);
  const BlockId stop = m_builder.close_block();
  m_builder.event({.kind = EventKind::branch, .expr = test, .body = go_on, .other = stop, .span = where});
}

void Lowering::while_statement(Index at) {
  const Index test_node = without_parentheses(child(at, Role::condition));
  const Index body = child(at, Role::body);
  if (kind(test_node) == Kind::true_) return loop(LoopHow::forever, kNone, block_of(body), span(at));
  m_builder.open_block();
  const ExprId test = condition(test_node);
  if (m_builder.block_is_empty()) {
    m_builder.drop_block();
    return loop(LoopHow::while_, test, block_of(body), span(at));
  }
  // while ((x = next())): the test sets something, so it is part of the body.
  leave_unless(test, span(test_node));
  if (body != kNone) body_of(body);
  loop(LoopHow::forever, kNone, m_builder.close_block(), span(at));
}

// The body runs at least once, which a `while` would not say. `continue` would skip the test; nobody asks for that.
void Lowering::do_statement(Index at) {
  const Index test_node = without_parentheses(child(at, Role::condition));
  m_builder.open_block();
  const Index body = child(at, Role::body);
  if (body != kNone) body_of(body);
  if (kind(test_node) != Kind::true_ && test_node != kNone) leave_unless(condition(test_node), span(test_node));
  loop(LoopHow::forever, kNone, m_builder.close_block(), span(at));
}

void Lowering::for_statement(Index at) {
  const Index start = child(at, Role::initializer);
  if (start != kNone) {
    const bool is_expression = kind(start) != Kind::lexical_declaration && kind(start) != Kind::variable_declaration;
    is_expression ? run(start) : statement(start);
  }
  Index test_node = child(at, Role::condition);
  if (kind(test_node) == Kind::expression_statement) test_node = first_named(test_node);
  const bool has_test = test_node != kNone && node(test_node).named && kind(test_node) != Kind::empty_statement;
  m_builder.open_block();
  const ExprId test = has_test ? condition(test_node) : kNone;
  const bool test_acts = !m_builder.block_is_empty();
  if (test_acts) leave_unless(test, span(test_node));
  const Index body = child(at, Role::body);
  if (body != kNone) body_of(body);
  const Index step = child(at, Role::increment);
  if (step != kNone) run(step);
  const BlockId block = m_builder.close_block();
  if (!has_test || test_acts) return loop(LoopHow::forever, kNone, block, span(at));
  loop(LoopHow::count, test, block, span(at));
}

// for (const x of xs), for (const key in object): the key of the latter is bound by Event::key.
void Lowering::for_in_statement(Index at) {
  const ExprId over = expr(child(at, Role::right));
  const Index target = child(at, Role::left);
  const Index declared = child(at, Role::kind);
  const bool by_key = text(child(at, Role::operator_)) == "in";
  SetHow how = SetHow::assign;
  if (declared != kNone) how = text(declared) == "const" ? SetHow::constant : SetHow::declare;
  Event event{.kind = EventKind::loop, .how = static_cast<std::uint8_t>(LoopHow::each), .expr = over, .span = span(at)};
  m_builder.open_block();
  std::string name(text(target));
  if (kind(target) != Kind::identifier && target != kNone) {
    name = m_builder.fresh_name();
    bind(target, place_of(name, span(target)), how);
  }
  if (by_key) {
    event.key = m_builder.name(name);
  } else if (target != kNone) {
    event.place = place_of(name, span(target));
  }
  const Index body = child(at, Role::body);
  if (body != kNone) body_of(body);
  event.body = m_builder.close_block();
  m_builder.event(event);
}

}  // namespace idem::typescript
