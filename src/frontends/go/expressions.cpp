#include "frontends/go/lowering.hpp"

#include <algorithm>

namespace idem::go {
namespace {

// `a + b + c + …` leans left as deep as it is long, so its spine is walked in a loop.
ExprId lower_binary(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  std::vector<Index> spine;
  Index leftmost = node;
  for (; syntax.kind(leftmost) == Kind::binary_expression; leftmost = syntax.child(leftmost, FieldName::left))
    spine.push_back(leftmost);
  ExprId value = lower_expr(low, leftmost);
  for (auto at = spine.rbegin(); at != spine.rend(); ++at) {
    const std::string_view op = syntax.text(syntax.child(*at, FieldName::operator_));
    ExprId right = lower_expr(low, syntax.child(*at, FieldName::right));
    const Span span = syntax.span(*at);
    if (op == "&^") right = low.b.op("~", right, kNone, span);
    value = low.b.op(op == "&^" ? "&" : op, value, right, span);
  }
  return value;
}

ExprId lower_unary(Lowering& low, Index node) {
  const std::string_view op = low.syntax.text(low.syntax.child(node, FieldName::operator_));
  const Index operand = low.syntax.child(node, FieldName::operand);
  const ExprId value = lower_expr(low, operand);
  const Span span = low.syntax.span(node);
  if (op == "*") return value;
  if (op == "<-") return low.b.op("receive", value, kNone, span);
  if (op == "^") return low.b.op("~", value, kNone, span);
  // &T{…} is the new T; &x may be written through, so it stays.
  if (op == "&" && low.syntax.kind(strip_parentheses(low, operand)) == Kind::composite_literal) return value;
  return low.b.op(op, value, kNone, span);
}

ExprId lower_number(Lowering& low, Index node) {
  return low.b.add({.kind = ExprKind::number,
                    .name = low.b.name(without_underscores(low.syntax.text(node))),
                    .span = low.syntax.span(node)});
}

ExprId plain_number(Lowering& low, long long value, Span span) {
  return low.b.add({.kind = ExprKind::number, .name = low.b.name(std::to_string(value)), .span = span});
}

ExprId lower_slice(Lowering& low, Index node) {
  const ExprId object = lower_expr(low, low.syntax.child(node, FieldName::operand));
  const Index start = low.syntax.child(node, FieldName::start);
  const Index end = low.syntax.child(node, FieldName::end);
  const Span span = low.syntax.span(node);
  // b = the bounds as a list of two; an absent bound is null.
  const auto bound = [&](Index at) {
    return at != kNone ? lower_expr(low, at) : low.b.add({.kind = ExprKind::null, .span = {span.end, span.end}});
  };
  if (start == kNone && end == kNone) return low.b.op("slice", object, kNone, span);
  const ExprId from = bound(start);
  const ExprId to = bound(end);
  return low.b.op("slice", object, low.b.list(ExprKind::list, {{.value = from}, {.value = to}}, span), span);
}

ExprId lower_assertion(Lowering& low, Index node) {
  const ExprId operand = lower_expr(low, low.syntax.child(node, FieldName::operand));
  const TypeRefId type = lower_type(low, low.syntax.child(node, FieldName::type));
  if (type == kNone) return operand;
  const Range types = low.b.type_list({type});
  return low.b.add(
      {.kind = ExprKind::op, .name = low.b.name("cast"), .a = operand, .types = types, .span = low.syntax.span(node)});
}

ExprId lower_selector(Lowering& low, Index node) {
  const ExprId object = lower_expr(low, low.syntax.child(node, FieldName::operand));
  return low.b.member(object, low.syntax.text(low.syntax.child(node, FieldName::field)), low.syntax.span(node));
}

ExprId lower_leaf(Lowering& low, Index node, Kind kind) {
  const Span span = low.syntax.span(node);
  switch (kind) {
    case Kind::identifier:
    case Kind::blank_identifier:
      if (span.begin == span.end) break;  // MISSING
      return low.b.name_expr(low.syntax.text(node), span);
    case Kind::interpreted_string_literal:
    case Kind::raw_string_literal:
      return low.b.string(decode_string(low.syntax.text(node)), span);
    case Kind::int_literal:
    case Kind::float_literal:
    case Kind::imaginary_literal:
      return lower_number(low, node);
    case Kind::rune_literal:
      return plain_number(low, decode_rune(low.syntax.text(node)), span);
    case Kind::iota:
      return low.iota ? plain_number(low, *low.iota, span) : low.b.name_expr("iota", span);
    case Kind::nil:
      return low.b.add({.kind = ExprKind::null, .span = span});
    case Kind::true_:
    case Kind::false_:
      return low.b.add({.kind = ExprKind::boolean, .name = low.name_of(node), .span = span});
    default:
      break;
  }
  return low.b.unknown("syntax error", span);
}

}  // namespace

Index strip_parentheses(const Lowering& low, Index node) {
  while (low.syntax.kind(node) == Kind::parenthesized_expression) node = low.syntax.first(node);
  return node;
}

ExprId lower_expr(Lowering& low, Index node) {
  node = strip_parentheses(low, node);
  const Syntax& syntax = low.syntax;
  const Kind kind = syntax.kind(node);
  if (node == kNone) return low.b.unknown("syntax error", {});
  switch (kind) {
    case Kind::binary_expression:
      return lower_binary(low, node);
    case Kind::unary_expression:
      return lower_unary(low, node);
    case Kind::selector_expression:
      return lower_selector(low, node);
    case Kind::call_expression:
      return lower_call(low, node);
    case Kind::index_expression: {
      const ExprId object = lower_expr(low, syntax.child(node, FieldName::operand));
      return low.b.index(object, lower_expr(low, syntax.child(node, FieldName::index)), syntax.span(node));
    }
    case Kind::slice_expression:
      return lower_slice(low, node);
    case Kind::type_assertion_expression:
      return lower_assertion(low, node);
    case Kind::type_conversion_expression:
      return lower_conversion(low, node);
    case Kind::type_instantiation_expression:
      return type_as_expr(low, syntax.child(node, FieldName::type));
    case Kind::composite_literal:
      return lower_composite(low, node);
    case Kind::func_literal:
      return low.b.fn_expr(lower_function(low, node, FnKind::lambda), syntax.span(node));
    case Kind::variadic_argument:
      return lower_expr(low, syntax.first(node));
    default:
      return is_type(kind) ? type_as_expr(low, node) : lower_leaf(low, node, kind);
  }
}

Shape shape_of_expr(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  node = strip_parentheses(low, node);
  switch (syntax.kind(node)) {
    case Kind::identifier:
      return low.scopes.shape(low.name_of(node));
    case Kind::int_literal:
    case Kind::rune_literal:
      return Shape::integer;
    case Kind::interpreted_string_literal:
    case Kind::raw_string_literal:
    case Kind::slice_expression:
      return Shape::collection;
    case Kind::composite_literal:
    case Kind::type_conversion_expression:
      return shape_of_type(low, syntax.child(node, FieldName::type));
    case Kind::call_expression: {
      const std::string_view callee = syntax.text(syntax.child(node, FieldName::function));
      if (callee == "make") return shape_of_type(low, syntax.first(syntax.child(node, FieldName::arguments)));
      if (callee == "append") return Shape::collection;
      return callee == "len" || callee == "cap" || callee == "int" || callee == "int64" ? Shape::integer
                                                                                        : Shape::unknown;
    }
    default:
      return Shape::unknown;
  }
}

}  // namespace idem::go
