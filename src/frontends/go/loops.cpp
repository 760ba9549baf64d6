#include "frontends/go/lowering.hpp"

#include <utility>

namespace idem::go {
namespace {

constexpr std::size_t kMaxUseScan = 2000;  // nodes of a loop's body read to tell an item from a key

BlockId lower_loop_body(Lowering& low, Index node, Index update) {
  low.fn.targets.push_back({.label = std::exchange(low.fn.label, 0), .is_loop = true});
  low.b.open_block();
  low.scopes.open();
  lower_statements(low, low.syntax.child(node, FieldName::body));
  if (update != kNone) lower_statement(low, update);
  low.scopes.close();
  low.fn.targets.pop_back();
  return low.b.close_block();
}

void loop_event(Lowering& low, LoopHow how, ExprId over, BlockId body, Span span, ExprId place = kNone,
                NameId key = 0) {
  low.b.event({.kind = EventKind::loop,
               .how = static_cast<std::uint8_t>(how),
               .expr = over,
               .place = place,
               .key = key,
               .body = body,
               .span = span});
}

void lower_counted(Lowering& low, Index node, Index clause) {
  const Syntax& syntax = low.syntax;
  const Index initializer = syntax.child(clause, FieldName::initializer);
  const Index condition = syntax.child(clause, FieldName::condition);
  const Span span = syntax.span(node);
  low.scopes.open();
  const bool own_scope = hides_a_name(low, initializer);
  if (own_scope) low.b.open_block();
  if (initializer != kNone) lower_statement(low, initializer);
  const ExprId test = condition == kNone ? kNone : lower_expr(low, condition);
  const BlockId body = lower_loop_body(low, node, syntax.child(clause, FieldName::update));
  loop_event(low, condition == kNone ? LoopHow::forever : LoopHow::count, test, body, span);
  if (own_scope) scope_event(low, ScopeHow::block, low.b.close_block(), span);
  low.scopes.close();
}

// Whether the one variable of `for x := range v` is an element (a channel's, an iterator's) and no key: by the shape of
// v where it is known, else by use: a thing with members is an element.
bool binds_item(Lowering& low, Shape shape, Index name, Index body) {
  if (shape != Shape::unknown) return shape == Shape::channel;
  const Syntax& syntax = low.syntax;
  const std::string_view wanted = syntax.text(name);
  const auto& nodes = syntax.nodes();
  const std::uint32_t end = syntax.span(body).end;
  for (Index at = body; at < nodes.size() && at - body < kMaxUseScan && nodes[at].span.begin < end; ++at) {
    if (syntax.kind(at) != Kind::identifier || syntax.text(at) != wanted) continue;
    const FieldName field = syntax.field(at);
    const Kind parent = syntax.kind(nodes[at].parent);
    if (field == FieldName::index && parent == Kind::index_expression) return false;
    if (field == FieldName::operand && parent == Kind::selector_expression) return true;
  }
  return false;
}

// for i := range n: a counted loop over a name (a fresh one when there is none).
void lower_range_count(Lowering& low, Index node, Index name, Index right) {
  const Span span = low.syntax.span(node);
  const bool named = name != kNone && low.syntax.text(name) != "_";
  const std::string counter = named ? std::string(low.syntax.text(name)) : low.b.fresh_name();
  const NameId id = low.b.name(counter);
  const auto number = [&](std::string_view digit) {
    return low.b.add({.kind = ExprKind::number, .name = low.b.name(digit), .span = span});
  };
  low.scopes.open();
  const bool own_scope = low.scopes.hidden_by_new(id, low.fn.scope_depth);
  if (own_scope) low.b.open_block();
  const ExprId limit = lower_expr(low, right);
  low.scopes.declare(id, Shape::integer);
  low.b.set(low.b.name_expr(counter, span), number("0"), SetHow::declare, span);
  const ExprId test = low.b.op("<", low.b.name_expr(counter, span), limit, span);
  low.fn.targets.push_back({.label = std::exchange(low.fn.label, 0), .is_loop = true});
  low.b.open_block();
  lower_statements(low, low.syntax.child(node, FieldName::body));
  low.b.event({.kind = EventKind::set,
               .how = static_cast<std::uint8_t>(SetHow::augment),
               .expr = number("1"),
               .place = low.b.name_expr(counter, span),
               .op = low.b.name("+"),
               .span = span});
  const BlockId body = low.b.close_block();
  low.fn.targets.pop_back();
  loop_event(low, LoopHow::count, test, body, span);
  if (own_scope) scope_event(low, ScopeHow::block, low.b.close_block(), span);
  low.scopes.close();
}

struct RangeBinds {
  ExprId item = kNone;
  NameId key = 0;
  Index key_place = kNone;  // a key stored in a member or element, at the start of the body
};

RangeBinds range_binds(Lowering& low, const std::vector<Index>& left, Shape shape, Index body) {
  RangeBinds binds;
  const Syntax& syntax = low.syntax;
  const bool single_item = left.size() == 1 && binds_item(low, shape, left[0], body);
  for (std::size_t i = 0; i < left.size() && i < 2; ++i) {
    if (syntax.text(left[i]) == "_") continue;
    if (i == 1 || single_item)
      binds.item = lower_expr(low, left[i]);
    else if (syntax.kind(left[i]) == Kind::identifier)
      binds.key = low.name_of(left[i]);
    else
      binds.key_place = left[i];
  }
  return binds;
}

void lower_range(Lowering& low, Index node, Index clause) {
  const Syntax& syntax = low.syntax;
  const Index right = syntax.child(clause, FieldName::right);
  const Index body_node = syntax.child(node, FieldName::body);
  const std::vector<Index> left = syntax.children(syntax.child(clause, FieldName::left));
  const bool declares = syntax.has_token(clause, ":=");
  const Shape shape = shape_of_expr(low, right);
  const bool simple = left.empty() || (left.size() == 1 && syntax.kind(left[0]) == Kind::identifier);
  if (shape == Shape::integer && simple) return lower_range_count(low, node, left.empty() ? kNone : left[0], right);

  const Span span = syntax.span(node);
  const ExprId over = lower_expr(low, right);
  RangeBinds binds = range_binds(low, left, shape, body_node);
  low.scopes.open();
  bool hides = false;
  for (const Index name : left) {
    if (!declares || syntax.text(name) == "_") continue;
    hides = hides || low.scopes.hidden_by_new(low.name_of(name), low.fn.scope_depth);
    low.scopes.declare(low.name_of(name));
  }
  if (hides) low.b.open_block();
  low.fn.targets.push_back({.label = std::exchange(low.fn.label, 0), .is_loop = true});
  low.b.open_block();
  low.scopes.open();
  if (binds.key_place != kNone) {
    binds.key = low.b.name(low.b.fresh_name());
    const Span at = syntax.span(binds.key_place);
    low.b.set(lower_expr(low, binds.key_place), low.b.add({.kind = ExprKind::name, .name = binds.key, .span = at}),
              SetHow::assign, at);
  }
  lower_statements(low, body_node);
  low.scopes.close();
  const BlockId body = low.b.close_block();
  low.fn.targets.pop_back();
  loop_event(low, LoopHow::each, over, body, span, binds.item, binds.key);
  if (hides) scope_event(low, ScopeHow::block, low.b.close_block(), span);
  low.scopes.close();
}

}  // namespace

void lower_for(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const Index head = syntax.first(node);
  switch (syntax.kind(head)) {
    case Kind::for_clause:
      return lower_counted(low, node, head);
    case Kind::range_clause:
      return lower_range(low, node, head);
    default:
      break;
  }
  const bool endless = head == kNone || head == syntax.child(node, FieldName::body);
  const ExprId condition = endless ? kNone : lower_expr(low, head);
  const BlockId body = lower_loop_body(low, node, kNone);
  loop_event(low, endless ? LoopHow::forever : LoopHow::while_, condition, body, syntax.span(node));
}

}  // namespace idem::go
