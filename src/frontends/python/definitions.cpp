#include "frontends/python/lowering.hpp"

#include <algorithm>
#include <array>

namespace idem::python {

void Lowering::decorated_definition(Index n) {
  Decorators decorators;
  std::vector<Annotation> list;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) != Kind::decorator) continue;
    const Index what = first_named(c);
    if (what == kNone) continue;
    if (decorators.begin == kNone) decorators.begin = span(c).begin;
    list.push_back({.expr = expr(what), .on = AnnotationOn::decorator, .span = span(c)});
    const Index callee = kind(what) == Kind::call ? child(what, m_grammar.field.function) : what;
    decorators.names.push_back(callee == kNone ? "" : dotted(callee));
  }
  decorators.annotations = m_build.annotations(list);
  const Index definition = child(n, m_grammar.field.definition);
  if (definition == kNone) return;
  if (kind(definition) == Kind::class_definition) return class_definition(definition, decorators);
  if (kind(definition) == Kind::function_definition) return function_definition(definition, decorators);
  statement(definition);
}

FnKind Lowering::fn_kind(std::string_view name, const Decorators& decorators, bool is_method) const {
  if (!is_method) return FnKind::function;
  return name == "__init__" && !decorators.has("staticmethod") ? FnKind::constructor : FnKind::method;
}

std::uint8_t Lowering::fn_flags(Index n, const Decorators& decorators) const {
  unsigned flags = starts_with_token(n, "async") ? kAsync : 0;
  if (decorators.has("staticmethod")) flags |= kStatic;
  if (decorators.has("classmethod")) flags |= kClassMethod;
  if (decorators.has("abstractmethod") || decorators.has("abstractproperty")) flags |= kAbstract;
  static constexpr std::array kGetters{"property", "cached_property", "abstractproperty", "hybrid_property"};
  if (std::any_of(kGetters.begin(), kGetters.end(), [&](const char* name) { return decorators.has(name); }))
    flags |= kGetter;
  return static_cast<std::uint8_t>(flags);
}

// A stub: an overload, or an abstract or interface method whose body says nothing.
bool Lowering::is_declared_only(Index n, const Decorators& decorators, TypeId owner) const {
  if (decorators.has("overload")) return true;
  const bool interface = owner != kNone && m_facts.types[owner].kind == TypeKind::interface;
  if (!interface && !decorators.has("abstractmethod") && !decorators.has("abstractproperty")) return false;
  const Index body = child(n, m_grammar.field.body);
  if (body == kNone) return true;
  for (Index c = first_named(body); c != kNone; c = next_named(c)) {
    const Kind what = kind(c);
    if (what == Kind::pass_statement) continue;
    if (what == Kind::raise_statement && text(c).find("NotImplementedError") != std::string_view::npos) continue;
    const Index inner = what == Kind::expression_statement ? first_named(c) : kNone;
    if (inner == kNone || (kind(inner) != Kind::ellipsis && kind(inner) != Kind::string)) return false;
  }
  return true;
}

// "total.setter" for @total.setter: its name would hide the getter's.
static std::string accessor_name(std::string_view name, const Decorators& decorators) {
  for (const std::string_view part : {"setter", "deleter", "expression", "inplace", "update_expression"}) {
    std::string whole = std::string(name) + "." + std::string(part);
    if (std::find(decorators.names.begin(), decorators.names.end(), whole) != decorators.names.end()) return whole;
  }
  return std::string(name);
}

void Lowering::function_definition(Index n, const Decorators& decorators) {
  const Index name_node = child(n, m_grammar.field.name);
  const std::string_view plain = name_node == kNone ? std::string_view() : text(name_node);
  const std::string name = accessor_name(plain, decorators);
  const bool is_method = scope().kind == FnKind::type_body;
  const TypeId owner = is_method ? scope().owner : kNone;
  const FnId id = m_build.reserve_fn();
  Fn made;
  made.name = m_build.name(name);
  made.kind = fn_kind(plain, decorators, is_method);
  made.flags = fn_flags(n, decorators);
  made.owner = owner;
  made.outer = function_scope();
  made.annotations = decorators.annotations;
  made.span = {decorators.begin == kNone ? span(n).begin : decorators.begin, span(n).end};
  made.name_at = name_node == kNone ? span(n).begin : span(name_node).begin;
  const Index list = child(n, m_grammar.field.parameters);
  if (list != kNone) made.params = parameters(list, is_method && (made.flags & kStatic) == 0);
  const Index returns = child(n, m_grammar.field.return_type);
  if (returns != kNone) made.returns = type_of(returns);
  if (!is_declared_only(n, decorators, owner)) {
    Scope inner{.fn = id, .kind = made.kind, .owner = owner, .receiver = {}, .outside = {}, .loop_flags = {}};
    if (made.kind == FnKind::constructor && made.params.count != 0) {
      const Index first = list == kNone ? kNone : first_named(list);
      if (first != kNone && kind(first) == Kind::identifier) inner.receiver = text(first);
    }
    m_scopes.push_back(std::move(inner));
    made.body = block_of(child(n, m_grammar.field.body));
    if (scope().generator) made.flags |= kGenerator;
    m_scopes.pop_back();
  }
  m_facts.fns[id] = made;
  if (decorators.has("overload") || name != plain) return;
  m_build.set(m_build.name_expr(plain, name_node == kNone ? span(n) : span(name_node)), m_build.fn_expr(id, made.span),
              SetHow::constant, made.span);
}

Range Lowering::parameters(Index list, bool has_receiver) {
  std::vector<Param> params;
  bool keyword_only = false;
  for (Index c = first_named(list); c != kNone; c = next_named(c)) {
    const Kind what = kind(c);
    if (what == Kind::keyword_separator) keyword_only = true;
    if (what == Kind::keyword_separator || what == Kind::positional_separator || what == Kind::error) continue;
    params.push_back(parameter(c, keyword_only));
    if (params.size() == 1 && has_receiver && params[0].kind == ParamKind::plain) params[0].kind = ParamKind::receiver;
  }
  return m_build.params(params);
}

Param Lowering::parameter(Index n, bool& keyword_only) {
  Param made{.kind = keyword_only ? ParamKind::keyword : ParamKind::plain, .annotations = {}, .span = span(n)};
  Metadata metadata;
  Index name = n;
  if (kind(n) == Kind::typed_parameter) name = first_named(n);
  if (kind(n) == Kind::default_parameter || kind(n) == Kind::typed_default_parameter) {
    name = child(n, m_grammar.field.name);
    const Index init = child(n, m_grammar.field.value);
    if (init != kNone) made.init = expr(init);
  }
  const Index type = child(n, m_grammar.field.type);
  if (type != kNone) made.type = type_of(type, &metadata);
  if (name != kNone && (kind(name) == Kind::list_splat_pattern || kind(name) == Kind::dictionary_splat_pattern)) {
    made.kind = kind(name) == Kind::list_splat_pattern ? ParamKind::rest : ParamKind::rest_keywords;
    keyword_only = true;
    name = first_named(name);
  }
  made.name =
      name != kNone && kind(name) == Kind::identifier ? m_build.name(text(name)) : m_build.name(m_build.fresh_name());
  made.annotations = metadata_annotations(metadata);
  return made;
}

ExprId Lowering::lambda(Index n) {
  const FnId id = m_build.reserve_fn();
  Fn made;
  made.kind = FnKind::lambda;
  made.outer = scope().fn;
  made.span = span(n);
  made.name_at = span(n).begin;
  const Index list = child(n, m_grammar.field.parameters);
  if (list != kNone) made.params = parameters(list, false);
  const Index body = child(n, m_grammar.field.body);
  m_scopes.push_back({.fn = id, .kind = FnKind::lambda});
  m_build.open_block();
  if (body != kNone) m_build.leave(LeaveHow::return_, expr(body), span(body));
  made.body = m_build.close_block();
  if (scope().generator) made.flags |= kGenerator;
  m_scopes.pop_back();
  m_facts.fns[id] = made;
  return m_build.fn_expr(id, span(n));
}

static TypeKind kind_of_base(std::string_view name) {
  static constexpr std::array kEnums{"Enum",    "IntEnum",     "StrEnum",        "Flag",
                                     "IntFlag", "TextChoices", "IntegerChoices", "Choices"};
  const std::string_view last = name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
  if (last == "Protocol") return TypeKind::interface;
  return std::find(kEnums.begin(), kEnums.end(), last) != kEnums.end() ? TypeKind::enum_ : TypeKind::class_;
}

void Lowering::bases(Index list, TypeId type, std::vector<Annotation>& annotations) {
  std::vector<TypeRefId> refs;
  std::vector<Arg> keywords;
  for (Index c = first_named(list); c != kNone; c = next_named(c)) {
    const Index base = without_parentheses(c);
    const Kind what = base == kNone ? Kind::error : kind(base);
    if (what == Kind::identifier || what == Kind::attribute || what == Kind::subscript) {
      refs.push_back(type_of(base));
      const std::string name = dotted(what == Kind::subscript ? child(base, m_grammar.field.value) : base);
      if (kind_of_base(name) != TypeKind::class_) m_facts.types[type].kind = kind_of_base(name);
    } else if (what == Kind::keyword_argument) {
      const Index name = child(base, m_grammar.field.name);
      const Index value = child(base, m_grammar.field.value);
      if (name != kNone && value != kNone)
        keywords.push_back({.label = m_build.name(text(name)), .value = expr(value)});
    } else if (what != Kind::error && m_facts.types[type].base_expr == kNone) {
      const ExprId made = expr(base);
      m_facts.types[type].base_expr = made;
    }
  }
  m_facts.types[type].bases = m_build.type_list(refs);
  if (keywords.empty()) return;
  const ExprId call = m_build.call(m_build.name_expr("class", span(list)), keywords, span(list));
  annotations.push_back({.expr = call, .on = AnnotationOn::attribute, .span = span(list)});
}

Range Lowering::type_parameters(Index list) {
  std::vector<NameId> names;
  for (Index c = list == kNone ? kNone : first_named(list); c != kNone; c = next_named(c)) {
    const std::string_view said = text(c);
    const std::string_view name = said.substr(0, said.find_first_of(":=[ "));
    if (!name.empty()) names.push_back(m_build.name(name));
  }
  return m_build.name_list(names);
}

void Lowering::class_definition(Index n, const Decorators& decorators) {
  const Index name_node = child(n, m_grammar.field.name);
  const std::string_view name = name_node == kNone ? std::string_view() : text(name_node);
  const TypeId id = m_build.reserve_type();
  const FnId body = m_build.reserve_fn();
  const bool nested = scope().kind == FnKind::type_body;
  const Span at{decorators.begin == kNone ? span(n).begin : decorators.begin, span(n).end};
  const Range type_params = type_parameters(child(n, m_grammar.field.type_parameters));
  std::vector<Annotation> annotations;
  for (Index i = 0; i < decorators.annotations.count; ++i)
    annotations.push_back(m_facts.annotations[decorators.annotations.first + i]);
  const Index list = child(n, m_grammar.field.superclasses);
  if (list != kNone) bases(list, id, annotations);
  Type& type = m_facts.types[id];
  type.name = m_build.name(name);
  type.type_params = type_params;
  type.annotations =
      annotations.size() == decorators.annotations.count ? decorators.annotations : m_build.annotations(annotations);
  type.body = body;
  type.outer = function_scope();
  type.outer_type = nested ? scope().owner : kNone;
  type.span = at;
  type.name_at = name_node == kNone ? span(n).begin : span(name_node).begin;

  Fn made;
  made.name = type.name;
  made.kind = FnKind::type_body;
  made.owner = id;
  made.outer = type.outer;
  made.span = span(n);
  made.name_at = type.name_at;
  m_scopes.push_back({.fn = body, .kind = FnKind::type_body, .owner = id});
  made.body = block_of(child(n, m_grammar.field.body));
  m_scopes.pop_back();
  m_facts.fns[body] = made;
  m_build.set(m_build.name_expr(name, name_node == kNone ? span(n) : span(name_node)), m_build.type_expr(id, at),
              SetHow::constant, at);
}

void Lowering::type_alias_statement(Index n) {
  const Index left = child(n, m_grammar.field.left);
  const Index right = child(n, m_grammar.field.right);
  if (left == kNone || right == kNone) return;
  const TypeId id = m_build.reserve_type();
  const std::string_view said = text(left);
  const std::string_view name = said.substr(0, said.find_first_of("[ "));
  Metadata metadata;
  const TypeRefId aliased = type_of(right, &metadata);
  const Range annotations = metadata_annotations(metadata);
  Type& type = m_facts.types[id];
  type.name = m_build.name(name);
  type.kind = TypeKind::alias;
  type.annotations = annotations;
  type.outer = function_scope();
  type.outer_type = scope().kind == FnKind::type_body ? scope().owner : kNone;
  type.aliased = aliased;
  type.span = span(n);
  type.name_at = span(left).begin;
  m_build.set(m_build.name_expr(name, span(left)), m_build.type_expr(id, span(n)), SetHow::constant, span(n));
}

}  // namespace idem::python
