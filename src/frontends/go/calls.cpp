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

// In `f[x](y)` the grammar sees type arguments wherever x could be one. It is an index when f or x names a variable.
bool is_index(Lowering& low, Index callee, Index type_arguments) {
  const Syntax& syntax = low.syntax;
  const Index only = syntax.first(type_arguments);
  if (only == kNone || syntax.next(only) != kNone) return false;
  const auto is_variable = [&](Index node) { return low.scopes.visible(low.name_of(node)); };
  if (syntax.kind(callee) == Kind::identifier && is_variable(callee)) return true;
  const Index argument = syntax.kind(only) == Kind::type_elem ? syntax.first(only) : only;
  if (syntax.kind(argument) == Kind::type_identifier) return is_variable(argument);
  return syntax.kind(argument) == Kind::qualified_type && is_variable(syntax.child(argument, FieldName::package));
}

ExprId lower_indexed_callee(Lowering& low, Index callee, Index type_arguments) {
  const ExprId object = lower_expr(low, callee);
  Index argument = low.syntax.first(type_arguments);
  if (low.syntax.kind(argument) == Kind::type_elem) argument = low.syntax.first(argument);
  const Span span{low.syntax.span(callee).begin, low.syntax.span(type_arguments).end};
  return low.b.index(object, type_as_expr(low, argument), span);
}

ExprId lower_new(Lowering& low, Index node, Index arguments) {
  const Index type = low.syntax.first(arguments);
  const Span span = low.syntax.span(node);
  const TypeRefId ref = lower_type(low, type);
  if (ref == kNone) return low.b.call(low.b.name_expr("new", span), {}, span);
  return add_call(low, type_as_expr(low, type), {}, {ref}, span, kNew);
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

  std::vector<TypeRefId> types;
  ExprId function = kNone;
  if (type_arguments != kNone && is_index(low, callee, type_arguments)) {
    function = lower_indexed_callee(low, callee, type_arguments);
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
  const ExprId callee = type_as_expr(low, type);
  const ExprId operand = lower_expr(low, low.syntax.child(node, FieldName::operand));
  const TypeRefId ref = lower_type(low, type);
  return add_call(low, callee, {{.value = operand}}, {ref}, low.syntax.span(node));
}

}  // namespace idem::go
