#include "frontends/go/lowering.hpp"

namespace idem::go {
namespace {

// An argument list; types among the arguments (`make(chan T)`, `new(T)`) stand as names and are listed in `types`.
std::vector<Arg> lower_args(Lowering& low, Index list, std::vector<TypeRefId>& types) {
  std::vector<Arg> args;
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at)) {
    const Kind kind = low.syntax.kind(at);
    if (is_type(kind)) types.push_back(lower_type(low, at));
    args.push_back({.value = lower_expr(low, at), .spread = kind == Kind::variadic_argument});
  }
  return args;
}

ExprId add_call(Lowering& low, ExprId callee, const std::vector<Arg>& args, const std::vector<TypeRefId>& types,
                Span span, std::uint8_t flags = 0) {
  const ExprId call = low.b.call(callee, args, span, flags);
  if (!types.empty()) {
    const Range range = low.b.type_list(types);
    low.b.facts().exprs[call].types = range;
  }
  return call;
}

// The identifier a callee starts with: `a` of `a.b.c`.
Index root_of(const Lowering& low, Index callee) {
  while (low.syntax.kind(callee) == Kind::selector_expression) callee = low.syntax.child(callee, FieldName::operand);
  if (low.syntax.kind(callee) == Kind::qualified_type) return low.syntax.child(callee, FieldName::package);
  return callee;
}

// What stands alone between the brackets of `f[x](y)`, kNone when there is more.
Index only_argument(const Lowering& low, Index type_arguments) {
  const Index only = low.syntax.first(type_arguments);
  if (only == kNone || low.syntax.next(only) != kNone) return kNone;
  return low.syntax.kind(only) == Kind::type_elem ? low.syntax.first(only) : only;
}

// The grammar cannot tell the index `f[x](y)` from the generic call `F[T](y)`. It is an index when f is (a member of) a
// variable, for methods take no type arguments, or when x is one or is no name at all.
bool is_index(Lowering& low, Index callee, Index argument) {
  const auto is_variable = [&](Index node) { return node != kNone && low.scopes.visible(low.name_of(node)); };
  if (argument == kNone) return false;
  if (is_variable(root_of(low, callee))) return true;
  const Kind kind = low.syntax.kind(argument);
  if (kind == Kind::identifier || kind == Kind::type_identifier) return is_variable(argument);
  if (kind == Kind::selector_expression || kind == Kind::qualified_type) return is_variable(root_of(low, argument));
  return !is_type(kind);
}

ExprId lower_indexed_callee(Lowering& low, Index callee, Index argument) {
  const ExprId object = is_type(low.syntax.kind(callee)) ? type_as_expr(low, callee) : lower_expr(low, callee);
  const ExprId key = lower_expr(low, argument);
  return low.b.index(object, key, {low.syntax.span(callee).begin, low.syntax.span(argument).end});
}

ExprId lower_new(Lowering& low, Index node, Index arguments) {
  const Index type = low.syntax.first(arguments);
  const Span span = low.syntax.span(node);
  const Index type_arguments = low.syntax.child(type, FieldName::type_arguments);
  return add_call(low, type_as_expr(low, type), {}, lower_type_arguments(low, type_arguments), span, kNew);
}

}  // namespace

ExprId lower_call(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  Index callee = strip_parentheses(low, syntax.child(node, FieldName::function));
  const Index arguments = syntax.child(node, FieldName::arguments);
  Index type_arguments = syntax.child(node, FieldName::type_arguments);
  const Kind callee_kind = syntax.kind(callee);
  if (callee_kind == Kind::identifier && syntax.text(callee) == "new" && is_type(syntax.kind(syntax.first(arguments))))
    return lower_new(low, node, arguments);
  // An empty map, as the literal is.
  if (callee_kind == Kind::identifier && syntax.text(callee) == "make" &&
      syntax.kind(syntax.first(arguments)) == Kind::map_type)
    return low.b.list(ExprKind::map, {}, syntax.span(node));

  std::vector<TypeRefId> types;
  ExprId function = kNone;
  if (const Index key = only_argument(low, type_arguments); is_index(low, callee, key)) {
    function = lower_indexed_callee(low, callee, key);
  } else if (const Index type = callee_kind == Kind::index_expression ? syntax.child(callee, FieldName::index) : kNone;
             type != kNone && !is_index(low, syntax.child(callee, FieldName::operand), type)) {
    types.push_back(low.b.named_type(syntax.text(type), syntax.span(type)));
    function = lower_expr(low, syntax.child(callee, FieldName::operand));
  } else if (callee_kind == Kind::type_instantiation_expression) {  // f[A, B](x)
    const Index generic = syntax.child(callee, FieldName::type);
    for (Index at = syntax.next(generic); at != kNone; at = syntax.next(at)) types.push_back(lower_type(low, at));
    function = type_as_expr(low, generic);
  } else {
    if (type_arguments != kNone) types = lower_type_arguments(low, type_arguments);
    function = lower_expr(low, callee);
  }
  const std::vector<Arg> args = lower_args(low, arguments, types);
  return add_call(low, function, args, types, syntax.span(node));
}

ExprId lower_conversion(Lowering& low, Index node) {
  const Index type = low.syntax.child(node, FieldName::type);
  const Index operand = low.syntax.child(node, FieldName::operand);
  const Span span = low.syntax.span(node);
  if (low.syntax.kind(type) == Kind::generic_type) {  // f[x](y), too
    const Index generic = low.syntax.child(type, FieldName::type);
    const Index type_arguments = low.syntax.child(type, FieldName::type_arguments);
    const Index key = only_argument(low, type_arguments);
    const bool index = is_index(low, generic, key);
    const ExprId callee = index ? lower_indexed_callee(low, generic, key) : type_as_expr(low, generic);
    const std::vector<TypeRefId> types = index ? std::vector<TypeRefId>{} : lower_type_arguments(low, type_arguments);
    return add_call(low, callee, {{.value = lower_expr(low, operand)}}, types, span);
  }
  const ExprId callee = type_as_expr(low, type);
  const ExprId value = lower_expr(low, operand);
  return low.b.call(callee, {{.value = value}}, span);
}

}  // namespace idem::go
