#include "frontends/typescript/lowering.hpp"

#include <fmt/core.h>

namespace idem::typescript {

// ---- the tree

std::string_view Lowering::text(Span where) const { return m_text.substr(where.begin, where.end - where.begin); }

std::string_view Lowering::text(Index at) const { return at == kNone ? std::string_view{} : text(span(at)); }

Index Lowering::child(Index at, Role wanted) const {
  Index part = first(at);
  while (part != kNone && role(part) != wanted) part = next(part);
  return part;
}

Index Lowering::child_of_kind(Index at, Kind wanted) const {
  Index part = first(at);
  while (part != kNone && kind(part) != wanted) part = next(part);
  return part;
}

static bool counts(const SyntaxNode& part, Kind kind) { return part.named && kind != Kind::comment; }

Index Lowering::first_named(Index at) const {
  const Index part = first(at);
  return part == kNone || counts(node(part), kind(part)) ? part : next_named(part);
}

Index Lowering::next_named(Index at) const {
  Index part = at == kNone ? kNone : next(at);
  while (part != kNone && !counts(node(part), kind(part))) part = next(part);
  return part;
}

Index Lowering::without_parentheses(Index at) const {
  while (kind(at) == Kind::parenthesized_expression || kind(at) == Kind::non_null_expression ||
         kind(at) == Kind::as_expression || kind(at) == Kind::satisfies_expression)
    at = first_named(at);
  return at;
}

bool Lowering::too_deep(Index at) {
  if (m_depth <= kMaxNesting) return false;
  cut("nested too deeply", span(at));
  return true;
}

void Lowering::cut(std::string_view why, Span where) {
  constexpr unsigned kMaxCuts = 100;
  if (m_cuts++ < kMaxCuts) m_builder.cut(why, where);
}

// ---- statements

void Lowering::statements(Index first_statement) {
  hoist(first_statement);
  for (Index at = first_statement; at != kNone; at = next(at)) statement(at);
}

static bool is_function(Kind of) {
  return of == Kind::function_declaration || of == Kind::generator_function_declaration;
}
static bool is_type(Kind of) {
  return of == Kind::class_declaration || of == Kind::abstract_class_declaration || of == Kind::enum_declaration;
}

// Functions are there before the first statement of their block runs. Classes are not quite, but they may be named by
// anything that runs later, and their bodies depend on nothing that runs before.
void Lowering::hoist(Index first_statement) {
  bool any_type = false;
  for (Index at = first_statement; at != kNone; at = next(at)) {
    const Index declared = kind(at) == Kind::export_statement ? child(at, Role::declaration) : at;
    if (is_function(kind(declared)) || kind(declared) == Kind::function_signature) declare_function(declared, at);
    any_type = any_type || is_type(kind(declared));
  }
  if (!any_type) return;
  for (Index at = first_statement; at != kNone; at = next(at)) {
    const Index declared = kind(at) == Kind::export_statement ? child(at, Role::declaration) : at;
    if (!is_type(kind(declared))) continue;
    const Index name = child(declared, Role::name);
    m_hoisted.insert(m_builder.name(text(name)));
    const TypeId type = kind(declared) == Kind::enum_declaration
                            ? enumeration(declared)
                            : class_type(declared, text(name), decorators(declared != at ? at : declared));
    m_builder.set(place_of(text(name), span(name)), m_builder.type_expr(type, span(declared)), SetHow::constant,
                  span(declared));
  }
}

void Lowering::statement(Index at) {
  const NestingGuard guard(m_depth);
  if (too_deep(at)) return;
  switch (kind(at)) {
    case Kind::expression_statement:
      expression_statement(at);
      return;
    case Kind::lexical_declaration:
    case Kind::variable_declaration:
      declaration(at);
      return;
    case Kind::return_statement:
      leave_statement(at, LeaveHow::return_);
      return;
    case Kind::throw_statement:
      leave_statement(at, LeaveHow::throw_);
      return;
    case Kind::break_statement:
      leave_statement(at, LeaveHow::break_);
      return;
    case Kind::continue_statement:
      leave_statement(at, LeaveHow::continue_);
      return;
    case Kind::if_statement:
      if_statement(at);
      return;
    case Kind::for_statement:
      for_statement(at);
      return;
    case Kind::for_in_statement:
      for_in_statement(at);
      return;
    case Kind::while_statement:
      while_statement(at);
      return;
    case Kind::do_statement:
      do_statement(at);
      return;
    case Kind::switch_statement:
      switch_statement(at);
      return;
    case Kind::try_statement:
      try_statement(at);
      return;
    case Kind::labeled_statement:
      labeled(at);
      return;
    case Kind::statement_block:
      m_builder.event({.kind = EventKind::scope,
                       .how = static_cast<std::uint8_t>(ScopeHow::block),
                       .body = block_of(at),
                       .span = span(at)});
      return;
    case Kind::with_statement:
      body_of(child(at, Role::body));
      return;
    case Kind::import_statement:
      import_statement(at);
      return;
    case Kind::import_alias:
      import_alias(at);
      return;
    case Kind::export_statement:
      export_statement(at);
      return;
    case Kind::interface_declaration:
      interface(at);
      return;
    case Kind::type_alias_declaration:
      type_alias(at);
      return;
    case Kind::ambient_declaration:
      ambient(at);
      return;
    case Kind::internal_module:
    case Kind::module:
      name_space(at, false);
      return;
    case Kind::error:
      error_statement(at);
      return;
    default:
      return;  // hoisted declarations, empty and debugger statements, comments
  }
}

// What the parser could not read may still hold whole statements.
void Lowering::error_statement(Index at) {
  for (Index part = first(at); part != kNone; part = next(part)) {
    if (kind(part) == Kind::call_expression || kind(part) == Kind::await_expression) {
      const ExprId value = expr(part);
      m_builder.eval(value, span(part));
    }
  }
  statements(first(at));
}

void Lowering::expression_statement(Index at) {
  const Index inner = first_named(at);
  if (inner == kNone) return;
  if (kind(inner) == Kind::internal_module) return name_space(inner, false);
  run(inner);
}

void Lowering::run(Index inner) {
  if (!node(inner).named || kind(inner) == Kind::empty_statement) return;
  if (kind(inner) == Kind::expression_statement) return expression_statement(inner);
  const ExprId value = expr(inner);
  const Kind of = kind(without_parentheses(inner));
  const bool done = of == Kind::assignment_expression || of == Kind::augmented_assignment_expression ||
                    of == Kind::update_expression;  // an event already
  if (done || is_plain(value)) return;
  m_builder.eval(value, span(inner));
  const Expr& run = facts().exprs[value];
  if (run.kind != ExprKind::call) return;
  const Expr& callee = facts().exprs[run.a];
  if (callee.kind != ExprKind::member || facts().name(callee.name) != "exit") return;
  const Expr& object = facts().exprs[callee.a];
  if (object.kind == ExprKind::name && facts().name(object.name) == "process")
    m_builder.leave(LeaveHow::abort, kNone, span(inner));
}

void Lowering::declaration(Index at) {
  const SetHow how = text(first(at)) == "const" ? SetHow::constant : SetHow::declare;
  for (Index part = first_named(at); part != kNone; part = next_named(part))
    if (kind(part) == Kind::variable_declarator) declarator(part, how);
}

void Lowering::declarator(Index at, SetHow how) {
  const Index name = child(at, Role::name);
  const Index value = child(at, Role::value);
  if (name == kNone) return;
  if (value != kNone && require_import(name, value)) return;
  const TypeRefId type = annotation_type(child(at, Role::type));
  if (is_pattern(name)) {
    bind(name, expr_or_null(value, span(at)), how, type);
    return;
  }
  const ExprId given = value == kNone ? expr_or_null(kNone, span(at)) : named_expr(value, text(name));
  m_builder.set(expr(name), given, how, span(at), type);
}

ExprId Lowering::condition(Index at) {
  return at == kNone ? m_builder.unknown("missing", {}) : expr(without_parentheses(at));
}

BlockId Lowering::block_of(Index at) {
  m_builder.open_block();
  if (at != kNone) body_of(at);
  return m_builder.close_block();
}

void Lowering::body_of(Index at) {
  if (kind(at) == Kind::statement_block) {
    statements(first(at));
  } else if (kind(at) == Kind::else_clause) {
    for (Index part = first_named(at); part != kNone; part = next_named(part)) body_of(part);
  } else {
    statement(at);
  }
}

void Lowering::if_statement(Index at) {
  const ExprId test = condition(child(at, Role::condition));
  const BlockId body = block_of(child(at, Role::consequence));
  const Index alternative = child(at, Role::alternative);
  const BlockId other = alternative == kNone ? kNone : block_of(alternative);
  m_builder.event({.kind = EventKind::branch, .expr = test, .body = body, .other = other, .span = span(at)});
}

void Lowering::try_statement(Index at) {
  const BlockId body = block_of(child(at, Role::body));
  std::vector<Catch> catches;
  const Index handler = child(at, Role::handler);
  if (handler != kNone) {
    const Index parameter = child(handler, Role::parameter);
    Catch caught{.span = span(handler)};
    m_builder.open_block();
    if (is_pattern(parameter)) {
      const std::string name = m_builder.fresh_name();
      caught.bind = m_builder.name(name);
      bind(parameter, place_of(name, span(parameter)), SetHow::declare);
    } else if (parameter != kNone) {
      caught.bind = m_builder.name(text(parameter));
    }
    const Index handler_body = child(handler, Role::body);
    if (handler_body != kNone) body_of(handler_body);
    caught.body = m_builder.close_block();
    catches.push_back(caught);
  }
  const Index finalizer = child(at, Role::finalizer);
  const BlockId last = finalizer == kNone ? kNone : block_of(child(finalizer, Role::body));
  const Range caught = m_builder.catches(catches);
  m_builder.event({.kind = EventKind::try_, .body = body, .other = last, .catches = caught, .span = span(at)});
}

// A labelled break or continue carries its label in `key`; the statement it leaves is a scope block with that key.
void Lowering::leave_statement(Index at, LeaveHow how) {
  if (!m_dropped_breaks.empty() && m_dropped_breaks.back() == at) return;
  Event event{.kind = EventKind::leave, .how = static_cast<std::uint8_t>(how), .span = span(at)};
  const bool carries_value = how == LeaveHow::return_ || how == LeaveHow::throw_;
  const Index value = first_named(at);
  if (carries_value && value != kNone) event.expr = expr(value);
  const Index label = child(at, Role::label);
  if (label != kNone) event.key = m_builder.name(text(label));
  m_builder.event(event);
}

void Lowering::labeled(Index at) {
  const BlockId body = block_of(child(at, Role::body));
  m_builder.event({.kind = EventKind::scope,
                   .how = static_cast<std::uint8_t>(ScopeHow::block),
                   .key = m_builder.name(text(child(at, Role::label))),
                   .body = body,
                   .span = span(at)});
}

}  // namespace idem::typescript
