#include "frontends/go/lowering.hpp"

#include <algorithm>
#include <utility>

namespace idem::go {
namespace {

constexpr std::uint32_t kMaxRepeated = 256;  // bytes of a constant's value that later names of its group repeat

// The zero value where Go's own types tell it; a declared type's is the business of whoever knows that type.
ExprId zero_value(Lowering& low, Index type, Span span) {
  const Syntax& syntax = low.syntax;
  const auto literal = [&](ExprKind kind, std::string_view value) {
    return low.b.add({.kind = kind, .name = low.b.name(value), .span = span});
  };
  switch (syntax.kind(type)) {
    case Kind::pointer_type:
    case Kind::slice_type:
    case Kind::map_type:
    case Kind::channel_type:
    case Kind::function_type:
    case Kind::interface_type:
      return low.b.add({.kind = ExprKind::null, .span = span});
    case Kind::parenthesized_type:
      return zero_value(low, syntax.first(type), span);
    case Kind::type_identifier: {
      const std::string_view name = syntax.text(type);
      if (name == "string") return literal(ExprKind::string, "");
      if (name == "bool") return literal(ExprKind::boolean, "false");
      if (name == "error" || name == "any") return low.b.add({.kind = ExprKind::null, .span = span});
      if (shape_of_type(low, type) == Shape::integer || name == "float64" || name == "float32" || name == "rune")
        return literal(ExprKind::number, "0");
      break;
    }
    default:
      break;
  }
  return low.b.unknown("zero value", span);
}

void lower_var_spec(Lowering& low, Index spec) {
  const Syntax& syntax = low.syntax;
  Assignment assignment;
  assignment.left = syntax.children(spec, FieldName::name);
  assignment.right = syntax.children(syntax.child(spec, FieldName::value));
  assignment.type = syntax.child(spec, FieldName::type);
  assignment.how = SetHow::declare;
  assignment.span = syntax.span(spec);
  if (!assignment.right.empty()) return lower_assignment(low, assignment);
  const TypeRefId type = lower_type(low, assignment.type);
  const Shape shape = shape_of_type(low, assignment.type);
  for (const Index name : assignment.left)
    store(low, assignment, name, zero_value(low, assignment.type, syntax.span(name)), type, shape);
}

// The value list and type that a constant without its own repeats.
struct Repeated {
  Index values = kNone;
  Index type = kNone;
};

void lower_const_spec(Lowering& low, Index spec, Repeated& repeated) {
  const Syntax& syntax = low.syntax;
  const Index own = syntax.child(spec, FieldName::value);
  if (own != kNone) repeated = {own, syntax.child(spec, FieldName::type)};
  const std::vector<Index> names = syntax.children(spec, FieldName::name);
  const std::vector<Index> values = syntax.children(repeated.values);
  const Span whole = syntax.span(repeated.values);
  const bool too_long = own == kNone && whole.end - whole.begin > kMaxRepeated;
  const Assignment assignment{.how = SetHow::constant, .span = syntax.span(spec)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Span at = syntax.span(names[i]);
    ExprId value = kNone;
    if (i >= values.size() || too_long) {
      value = low.b.unknown("constant", at);
    } else if (const auto folded = fold_integer(low, values[i])) {
      value = low.b.add(
          {.kind = ExprKind::number, .name = low.b.name(std::to_string(*folded)), .span = syntax.span(values[i])});
    } else {
      value = lower_expr(low, values[i]);
    }
    if (syntax.text(names[i]) == "_") continue;
    store(low, assignment, names[i], value, lower_type(low, repeated.type), Shape::unknown);
  }
}

std::vector<NameId> type_parameters(Lowering& low, Index list) {
  std::vector<NameId> names;
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at))
    for (const Index name : low.syntax.children(at, FieldName::name)) names.push_back(low.name_of(name));
  return names;
}

void lower_type_spec(Lowering& low, Index spec, TypeId id) {
  const Syntax& syntax = low.syntax;
  const Index name = syntax.child(spec, FieldName::name);
  const Index defined = syntax.child(spec, FieldName::type);
  const Kind kind = syntax.kind(defined);
  Type type{.name = low.name_of(name), .kind = TypeKind::alias, .span = syntax.span(spec)};
  type.name_at = syntax.span(name).begin;
  type.outer = low.fn.id == 0 ? kNone : low.fn.id;
  type.type_params = low.b.name_list(type_parameters(low, syntax.child(spec, FieldName::type_parameters)));
  if (kind == Kind::struct_type) type.kind = TypeKind::struct_;
  if (kind == Kind::interface_type) type.kind = TypeKind::interface;
  if (type.kind == TypeKind::alias) type.aliased = lower_type(low, defined);
  low.b.facts().types[id] = type;
  if (type.kind != TypeKind::alias) lower_type_body(low, id, defined);
  low.b.set(low.b.name_expr(syntax.text(name), syntax.span(name)), low.b.type_expr(id, type.span), SetHow::constant,
            type.span);
}

bool is_exported(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

// Parameters of a list, one for each name. With a body each gets a name, made up where the source has none.
void add_params(Lowering& low, Index list, ParamKind plain, bool has_body, std::vector<Param>& params) {
  const Syntax& syntax = low.syntax;
  for (Index at = syntax.first(list); at != kNone; at = syntax.next(at)) {
    const Index type = syntax.child(at, FieldName::type);
    if (type == kNone) continue;
    const bool rest = syntax.kind(at) == Kind::variadic_parameter;
    TypeRefId ref = lower_type(low, type);
    if (rest) {
      const Range element = low.b.type_list({ref});
      ref = low.b.type_ref({.kind = TypeRefKind::array, .args = element, .span = syntax.span(type)});
    }
    const Shape shape = rest ? Shape::collection : shape_of_type(low, type);
    std::vector<Index> names = syntax.children(at, FieldName::name);
    if (names.empty()) names.push_back(kNone);
    for (const Index name : names) {
      const bool nameless = name == kNone || syntax.text(name) == "_";
      Param param{.type = ref, .kind = rest ? ParamKind::rest : plain, .span = syntax.span(name == kNone ? at : name)};
      if (!nameless) param.name = low.name_of(name);
      if (nameless && has_body) param.name = low.b.name(low.b.fresh_name());
      if (has_body && !nameless) low.scopes.declare(param.name, shape);
      params.push_back(param);
    }
  }
}

// Named results are variables of the body that start at zero.
void declare_results(Lowering& low, Index result) {
  const Syntax& syntax = low.syntax;
  if (syntax.kind(result) != Kind::parameter_list) return;
  for (Index at = syntax.first(result); at != kNone; at = syntax.next(at)) {
    const Index type = syntax.child(at, FieldName::type);
    for (const Index name : syntax.children(at, FieldName::name)) {
      const Span span = syntax.span(name);
      const bool blank = syntax.text(name) == "_";
      const std::string text = blank ? low.b.fresh_name() : std::string(syntax.text(name));
      const NameId id = low.b.name(text);
      low.fn.results.push_back(id);
      low.scopes.declare(id, shape_of_type(low, type));
      const ExprId zero = zero_value(low, type, span);
      low.b.set(low.b.name_expr(text, span), zero, SetHow::declare, span, lower_type(low, type));
    }
  }
}

}  // namespace

void lower_var(Lowering& low, Index declaration) {
  for (Index at = low.syntax.first(declaration); at != kNone; at = low.syntax.next(at)) {
    if (low.syntax.kind(at) == Kind::var_spec) lower_var_spec(low, at);
    if (low.syntax.kind(at) == Kind::var_spec_list) lower_var(low, at);
  }
}

void lower_const(Lowering& low, Index declaration) {
  const auto outer = low.iota;
  Repeated repeated;
  low.iota = 0;
  for (Index at = low.syntax.first(declaration); at != kNone; at = low.syntax.next(at)) {
    if (low.syntax.kind(at) != Kind::const_spec) continue;
    lower_const_spec(low, at, repeated);
    ++*low.iota;
  }
  low.iota = outer;
}

void lower_local_types(Lowering& low, Index declaration) {
  const Syntax& syntax = low.syntax;
  for (Index at = syntax.first(declaration); at != kNone; at = syntax.next(at)) {
    if (syntax.kind(at) != Kind::type_spec && syntax.kind(at) != Kind::type_alias) continue;
    const auto known = low.types.find(syntax.text(syntax.child(at, FieldName::name)));
    const bool reserved = low.fn.id == 0 && known != low.types.end() && low.b.facts().types[known->second].name == 0;
    lower_type_spec(low, at, reserved ? known->second : low.b.reserve_type());
  }
}

void lower_signature(Lowering& low, Index node, TypeId owner) {
  const Syntax& syntax = low.syntax;
  const Index name = syntax.child(node, FieldName::name);
  const FnId id = low.b.reserve_fn();
  Fn fn{.name = low.name_of(name), .kind = FnKind::method, .flags = kAbstract, .owner = owner, .outer = low.fn.id};
  if (is_exported(syntax.text(name))) fn.flags |= kExported;
  fn.owner_name = low.b.facts().types[owner].name;
  std::vector<Param> params;
  add_params(low, syntax.child(node, FieldName::parameters), ParamKind::plain, false, params);
  fn.params = low.b.params(params);
  fn.returns = lower_results(low, syntax.child(node, FieldName::result));
  fn.span = syntax.span(node);
  fn.name_at = syntax.span(name).begin;
  low.b.facts().fns[id] = fn;
}

FnId lower_function(Lowering& low, Index node, FnKind kind) {
  const Syntax& syntax = low.syntax;
  const Index name = syntax.child(node, FieldName::name);
  const Index body = syntax.child(node, FieldName::body);
  const bool has_body = body != kNone;
  const FnId id = low.b.reserve_fn();
  Fn fn{.name = name == kNone ? 0 : low.name_of(name), .kind = kind, .outer = low.fn.id, .span = syntax.span(node)};
  fn.name_at = name == kNone ? fn.span.begin : syntax.span(name).begin;
  if (kind != FnKind::lambda && is_exported(syntax.text(name))) fn.flags |= kExported;

  const auto outer_iota = std::exchange(low.iota, std::nullopt);
  FnState outer = std::exchange(low.fn, FnState{.id = id});
  low.scopes.open();
  low.fn.scope_depth = low.scopes.depth();
  std::vector<Param> params;
  if (kind == FnKind::method) {
    const Index receiver = syntax.child(node, FieldName::receiver);
    add_params(low, receiver, ParamKind::receiver, true, params);
    const std::string_view type = base_name(low, syntax.child(syntax.first(receiver), FieldName::type));
    fn.owner_name = low.b.name(type);
    if (const auto known = low.types.find(type); known != low.types.end()) fn.owner = known->second;
  }
  add_params(low, syntax.child(node, FieldName::parameters), ParamKind::plain, has_body, params);
  fn.params = low.b.params(params);
  const Index result = syntax.child(node, FieldName::result);
  fn.returns = lower_results(low, result);
  if (has_body) {
    low.b.open_block();
    declare_results(low, result);
    lower_statements(low, body);
    fn.body = low.b.close_block();
  }
  low.scopes.close();
  low.fn = std::move(outer);
  low.iota = outer_iota;
  low.b.facts().fns[id] = fn;
  return id;
}

}  // namespace idem::go
