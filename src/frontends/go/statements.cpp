#include "frontends/go/lowering.hpp"

#include <algorithm>

namespace idem::go {
namespace {

void lower_op_assignment(Lowering& low, Index left, std::string_view op, ExprId value, Span span) {
  if (op == "&^") {
    value = low.b.op("~", value, kNone, span);
    op = "&";
  }
  const ExprId place = lower_expr(low, left);
  low.b.event({.kind = EventKind::set,
               .how = static_cast<std::uint8_t>(SetHow::augment),
               .expr = value,
               .place = place,
               .op = low.b.name(op),
               .span = span});
}

void lower_assign(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  Assignment assignment;
  assignment.left = syntax.children(syntax.child(node, FieldName::left));
  assignment.right = syntax.children(syntax.child(node, FieldName::right));
  assignment.span = syntax.span(node);
  const std::string_view op = syntax.text(syntax.child(node, FieldName::operator_));
  if (op.size() > 1 && !assignment.left.empty() && !assignment.right.empty()) {
    const ExprId value = lower_expr(low, assignment.right[0]);
    lower_op_assignment(low, assignment.left[0], op.substr(0, op.size() - 1), value, assignment.span);
    return;
  }
  lower_assignment(low, assignment);
}

void lower_short_var(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  lower_assignment(low, {.left = syntax.children(syntax.child(node, FieldName::left)),
                         .right = syntax.children(syntax.child(node, FieldName::right)),
                         .how = SetHow::declare,
                         .redeclares = true,
                         .span = syntax.span(node)});
}

void lower_step(Lowering& low, Index node, std::string_view op) {
  const Span span = low.syntax.span(node);
  const ExprId one = low.b.add({.kind = ExprKind::number, .name = low.b.name("1"), .span = span});
  lower_op_assignment(low, low.syntax.first(node), op, one, span);
}

bool is_fatal_name(std::string_view name) {
  return name == "Fatal" || name == "Fatalf" || name == "Fatalln" || name == "Fatalw";
}

// log.Fatal(…) of any logger, and log.Fatal().Err(err).Msg(…) of those whose chain ends in a message.
bool is_fatal_call(const Lowering& low, Index call) {
  const Syntax& syntax = low.syntax;
  Index function = syntax.child(call, FieldName::function);
  if (is_fatal_name(syntax.text(syntax.child(function, FieldName::field)))) return true;
  while (syntax.kind(function) == Kind::selector_expression) {
    const Index operand = syntax.child(function, FieldName::operand);
    if (syntax.kind(operand) != Kind::call_expression) return false;
    function = syntax.child(operand, FieldName::function);
    if (syntax.text(syntax.child(function, FieldName::field)) == "Fatal" &&
        syntax.first(syntax.child(operand, FieldName::arguments)) == kNone)
      return true;
  }
  return false;
}

std::optional<LeaveHow> leave_of_call(const Lowering& low, Index call) {
  const Syntax& syntax = low.syntax;
  if (syntax.kind(call) != Kind::call_expression) return std::nullopt;
  const Index function = syntax.child(call, FieldName::function);
  if (syntax.kind(function) == Kind::identifier)
    return syntax.text(function) == "panic" ? std::optional(LeaveHow::throw_) : std::nullopt;
  if (syntax.kind(function) != Kind::selector_expression) return std::nullopt;
  const std::string_view package = syntax.text(syntax.child(function, FieldName::operand));
  const std::string_view name = syntax.text(syntax.child(function, FieldName::field));
  if (package == "log" && (name == "Panic" || name == "Panicf" || name == "Panicln")) return LeaveHow::throw_;
  const bool ends = (package == "os" && name == "Exit") || (package == "runtime" && name == "Goexit") ||
                    (package == "syscall" && name == "Exit");
  return ends || is_fatal_call(low, call) ? std::optional(LeaveHow::abort) : std::nullopt;
}

void lower_expression_statement(Lowering& low, Index node) {
  const Index inner = strip_parentheses(low, low.syntax.first(node));
  const Span span = low.syntax.span(node);
  low.b.eval(lower_expr(low, inner), span);
  if (const auto how = leave_of_call(low, inner)) low.b.leave(*how, kNone, span);
}

// A bare return hands back the named results.
ExprId return_value(Lowering& low, Index node) {
  const Span span = low.syntax.span(node);
  std::vector<Arg> values;
  const Index list = low.syntax.first(node);
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at))
    values.push_back({.value = lower_expr(low, at)});
  if (list == kNone)
    for (const NameId result : low.fn.results)
      values.push_back({.value = low.b.add({.kind = ExprKind::name, .name = result, .span = span})});
  if (values.size() < 2) return values.empty() ? kNone : values[0].value;
  return low.b.list(ExprKind::list, values, span, kTuple);
}

// A plain break or continue, or one that names the statement it would leave anyway, has no label. Any other carries the
// label in Event::key and leaves the `scope block` of that label (Event::key of the scope).
void lower_jump(Lowering& low, Index node, LeaveHow how) {
  const Index label_node = low.syntax.first(node);
  NameId label = label_node == kNone ? 0 : low.name_of(label_node);
  const bool to_loop = how == LeaveHow::continue_;
  auto& targets = low.fn.targets;
  const auto nearest =
      std::find_if(targets.rbegin(), targets.rend(), [&](const Target& target) { return target.is_loop || !to_loop; });
  if (nearest != targets.rend() && (label == 0 || nearest->label == label)) {
    if (!to_loop) nearest->broken = true;
    label = 0;
  }
  low.b.event(
      {.kind = EventKind::leave, .how = static_cast<std::uint8_t>(how), .key = label, .span = low.syntax.span(node)});
}

void lower_goto(Lowering& low, Index node) {
  const Span span = low.syntax.span(node);
  low.b.cut("goto", span);
  low.b.eval(low.b.unknown("goto", span), span);
}

void lower_labeled(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const NameId label = low.name_of(syntax.child(node, FieldName::label));
  Index inner = kNone;
  for (Index at = syntax.first(node); at != kNone; at = syntax.next(at))
    if (syntax.kind(at) != Kind::label_name) inner = at;
  if (inner == kNone) return;
  low.b.open_block();
  const Kind kind = syntax.kind(inner);
  const bool leavable = kind == Kind::for_statement || kind == Kind::expression_switch_statement ||
                        kind == Kind::type_switch_statement || kind == Kind::select_statement;
  if (leavable) low.fn.label = label;
  lower_statement(low, inner);
  low.fn.label = 0;
  scope_event(low, ScopeHow::block, low.b.close_block(), syntax.span(node), label);
}

void lower_later(Lowering& low, Index node, ScopeHow how) {
  low.b.open_block();
  low.b.eval(lower_expr(low, low.syntax.first(node)), low.syntax.span(node));
  scope_event(low, how, low.b.close_block(), low.syntax.span(node));
}

void lower_if(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const Span span = syntax.span(node);
  const Index initializer = syntax.child(node, FieldName::initializer);
  low.scopes.open();
  const bool own_scope = hides_a_name(low, initializer);
  if (own_scope) low.b.open_block();
  if (initializer != kNone) lower_statement(low, initializer);
  const ExprId condition = lower_expr(low, syntax.child(node, FieldName::condition));
  const BlockId then = lower_block(low, syntax.child(node, FieldName::consequence));
  const Index alternative = syntax.child(node, FieldName::alternative);
  BlockId other = kNone;
  if (alternative != kNone) {
    if (syntax.kind(alternative) == Kind::if_statement) {
      low.b.open_block();
      lower_if(low, alternative);
      other = low.b.close_block();
    } else {
      other = lower_block(low, alternative);
    }
  }
  low.b.event({.kind = EventKind::branch, .expr = condition, .body = then, .other = other, .span = span});
  if (own_scope) scope_event(low, ScopeHow::block, low.b.close_block(), span);
  low.scopes.close();
}

void lower_send(Lowering& low, Index node) {
  const ExprId channel = lower_expr(low, low.syntax.child(node, FieldName::channel));
  const ExprId value = lower_expr(low, low.syntax.child(node, FieldName::value));
  low.b.eval(low.b.op("send", channel, value, low.syntax.span(node)), low.syntax.span(node));
}

}  // namespace

void scope_event(Lowering& low, ScopeHow how, BlockId body, Span span, NameId label) {
  low.b.event(
      {.kind = EventKind::scope, .how = static_cast<std::uint8_t>(how), .key = label, .body = body, .span = span});
}

bool hides_a_name(Lowering& low, Index statement) {
  if (low.syntax.kind(statement) != Kind::short_var_declaration) return false;
  const Index left = low.syntax.child(statement, FieldName::left);
  for (Index at = low.syntax.first(left); at != kNone; at = low.syntax.next(at))
    if (low.scopes.hidden_by_new(low.name_of(at), low.fn.scope_depth)) return true;
  return false;
}

BlockId lower_block(Lowering& low, Index node) {
  low.b.open_block();
  low.scopes.open();
  lower_statements(low, node);
  low.scopes.close();
  return low.b.close_block();
}

void lower_statements(Lowering& low, Index list) {
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at)) {
    const Kind kind = low.syntax.kind(at);
    if (kind == Kind::statement_list || kind == Kind::error)
      lower_statements(low, at);
    else
      lower_statement(low, at);
  }
}

void lower_statement(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const Span span = syntax.span(node);
  const Kind kind = syntax.kind(node);
  switch (kind) {
    case Kind::expression_statement:
      return lower_expression_statement(low, node);
    case Kind::short_var_declaration:
      return lower_short_var(low, node);
    case Kind::assignment_statement:
      return lower_assign(low, node);
    case Kind::inc_statement:
      return lower_step(low, node, "+");
    case Kind::dec_statement:
      return lower_step(low, node, "-");
    case Kind::var_declaration:
      return lower_var(low, node);
    case Kind::const_declaration:
      return lower_const(low, node);
    case Kind::type_declaration:
      return lower_local_types(low, node);
    case Kind::if_statement:
      return lower_if(low, node);
    case Kind::for_statement:
      return lower_for(low, node);
    case Kind::expression_switch_statement:
      return lower_switch(low, node);
    case Kind::type_switch_statement:
      return lower_type_switch(low, node);
    case Kind::select_statement:
      return lower_select(low, node);
    case Kind::return_statement:
      return low.b.leave(LeaveHow::return_, return_value(low, node), span);
    case Kind::break_statement:
      return lower_jump(low, node, LeaveHow::break_);
    case Kind::continue_statement:
      return lower_jump(low, node, LeaveHow::continue_);
    case Kind::goto_statement:
      return lower_goto(low, node);
    case Kind::labeled_statement:
      return lower_labeled(low, node);
    case Kind::go_statement:
      return lower_later(low, node, ScopeHow::spawn);
    case Kind::defer_statement:
      return lower_later(low, node, ScopeHow::defer);
    case Kind::send_statement:
      return lower_send(low, node);
    case Kind::block:
      return scope_event(low, ScopeHow::block, lower_block(low, node), span);
    case Kind::fallthrough_statement:
      if (low.fn.fall_to != kNone) scope_event(low, ScopeHow::block, low.fn.fall_to, span);
      return;
    default:
      return;
  }
}

}  // namespace idem::go
