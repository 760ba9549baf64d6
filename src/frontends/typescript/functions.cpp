#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

Annotation Lowering::decorator(Index at) {
  const ExprId value = expr(first_named(at));
  return {.expr = value, .on = AnnotationOn::decorator, .span = span(at)};
}

std::vector<Annotation> Lowering::decorators(Index at) {
  std::vector<Annotation> list;
  for (Index part = first(at); part != kNone; part = next(part))
    if (kind(part) == Kind::decorator) list.push_back(decorator(part));
  return list;
}

// "use server" and its like at the head of a module or function. Not "use strict": it tells nothing.
void Lowering::directives(Index first_statement, std::vector<Annotation>& list) {
  for (Index at = first_statement; at != kNone; at = next(at)) {
    if (!node(at).named || kind(at) == Kind::comment) continue;
    const Index value = kind(at) == Kind::expression_statement ? first_named(at) : kNone;
    if (kind(value) != Kind::string) return;
    if (string_value(value) == "use strict") continue;
    list.push_back({.expr = string_expr(value), .on = AnnotationOn::directive, .span = span(value)});
  }
}

FnId Lowering::function(Index at, FnSpec spec) {
  const FnId id = m_builder.reserve_fn();
  Fn fn{.name = m_builder.name(spec.name), .kind = spec.kind, .flags = spec.flags, .owner = spec.owner, .outer = m_fn};
  fn.span = spec.span;
  fn.name_at = spec.name_node == kNone ? spec.span.begin : span(spec.name_node).begin;
  if (has_token(at, Kind::tok_async)) fn.flags |= kAsync;
  const Kind of = kind(at);
  if (of == Kind::generator_function || of == Kind::generator_function_declaration || has_token(at, Kind::tok_star))
    fn.flags |= kGenerator;
  fn.returns = annotation_type(child(at, Role::return_type));

  m_fn = id;
  m_builder.open_block();
  std::vector<Param> params;
  const Index only = child(at, Role::parameter);  // x => …
  if (only != kNone) params.push_back({.name = m_builder.name(text(only)), .span = span(only)});
  parameters(child(at, Role::parameters), spec, params);
  const Index body = child(at, Role::body);
  if (kind(body) == Kind::statement_block) {
    directives(first(body), spec.annotations);
    statements(first(body));
  } else if (body != kNone) {
    const ExprId value = expr(body);
    m_builder.leave(LeaveHow::return_, value, span(body));
  }
  if (body != kNone) {
    fn.body = m_builder.close_block();
  } else {
    m_builder.drop_block();
  }
  m_fn = fn.outer;

  fn.params = m_builder.params(params);
  fn.annotations = m_builder.annotations(spec.annotations);
  facts().fns[id] = fn;
  return id;
}

ExprId Lowering::function_expr(Index at, std::string_view name) {
  ++m_actions;
  const Index own = child(at, Role::name);
  const FnId fn = function(at, {.kind = FnKind::lambda,
                                .name = own == kNone ? name : text(own),
                                .name_node = own,
                                .annotations = {},
                                .span = span(at)});
  return m_builder.fn_expr(fn, span(at));
}

// `statement` is the export statement around it, or the declaration itself. A signature before its implementation
// says nothing that the implementation does not.
void Lowering::declare_function(Index at, Index statement) {
  const Index name = child(at, Role::name);
  if (kind(at) == Kind::function_signature) {
    Index following = next_named(statement);
    if (kind(following) == Kind::export_statement) following = child(following, Role::declaration);
    const Kind of = kind(following);
    if ((of == Kind::function_signature || of == Kind::function_declaration) &&
        text(child(following, Role::name)) == text(name))
      return;
  }
  ++m_actions;
  const FnId fn = function(at, {.kind = FnKind::function,
                                .name = text(name),
                                .name_node = name,
                                .flags = static_cast<std::uint8_t>(at != statement ? kExported : 0),
                                .annotations = {},
                                .span = span(statement)});
  if (name == kNone) return;
  m_hoisted.insert(m_builder.name(text(name)));
  m_builder.set(place_of(text(name), span(name)), m_builder.fn_expr(fn, span(at)), SetHow::constant, span(at));
}

void Lowering::parameters(Index at, const FnSpec& spec, std::vector<Param>& list) {
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    if (kind(part) != Kind::required_parameter && kind(part) != Kind::optional_parameter) continue;
    Index pattern = child(part, Role::pattern);
    if (pattern == kNone) pattern = child(part, Role::name);
    if (kind(pattern) == Kind::this_) continue;  // types the receiver, is not passed
    Param param{.span = span(part)};
    param.annotations = m_builder.annotations(decorators(part));
    param.type = annotation_type(child(part, Role::type));
    const Index init = child(part, Role::value);
    if (init != kNone) param.init = named_expr(init, text(pattern));
    if (kind(pattern) == Kind::rest_pattern) {
      param.kind = ParamKind::rest;
      pattern = first_named(pattern);
    }
    if (is_pattern(pattern)) {
      const std::string name = m_builder.fresh_name();
      param.name = m_builder.name(name);
      bind(pattern, place_of(name, span(pattern)), SetHow::declare);
    } else {
      param.name = m_builder.name(text(pattern));
    }
    if (spec.kind == FnKind::constructor && spec.owner != kNone) parameter_property(part, param, spec.owner);
    list.push_back(param);
  }
}

// constructor(private readonly x: T) declares a field and sets it.
void Lowering::parameter_property(Index at, const Param& param, TypeId owner) {
  const bool read_only = has_token(at, Kind::tok_readonly);
  if (!read_only && !has_token(at, Kind::accessibility_modifier)) return;
  const Span where = param.span;
  const std::string name(facts().name(param.name));
  facts().fields.push_back({.owner = owner,
                            .name = param.name,
                            .type = param.type,
                            .flags = static_cast<std::uint8_t>(read_only ? kFieldConst : 0),
                            .annotations = param.annotations,
                            .span = where});
  const ExprId place = m_builder.member(place_of("this", where), name, where);
  m_builder.set(place, place_of(name, where), SetHow::assign, where);
}

}  // namespace idem::typescript
