// Assignments and declarations with one or several places.
#include "frontends/go/lowering.hpp"

#include <algorithm>
#include <unordered_set>

namespace idem::go {
namespace {

bool is_blank(const Lowering& low, Index place) { return low.syntax.text(place) == "_"; }

// A fresh name holding a value, to be read once for each place.
std::string hold(Lowering& low, ExprId value, Span span) {
  std::string name = low.b.fresh_name();
  low.b.set(low.b.name_expr(name, span), value, SetHow::declare, span);
  return name;
}

// `v, ok := …` of a map, an assertion or a channel: the second value says whether there was one.
bool has_ok_form(const Lowering& low, Index value) {
  const Syntax& syntax = low.syntax;
  value = strip_parentheses(low, value);
  switch (syntax.kind(value)) {
    case Kind::index_expression:
    case Kind::type_assertion_expression:
      return true;
    case Kind::unary_expression:
      return syntax.text(syntax.child(value, FieldName::operator_)) == "<-";
    default:
      return false;
  }
}

// a, b := f(): $1 = f(); a = $1[0]; b = $1[1].  v, ok := m[k]: $1 = m[k]; v = $1; ok = ok($1).
void unpack(Lowering& low, const Assignment& assignment) {
  const Index right = assignment.right[0];
  const Span span = assignment.span;
  const ExprId value = lower_expr(low, right);
  if (std::ranges::all_of(assignment.left, [&](Index place) { return is_blank(low, place); })) {
    low.b.eval(value, span);
    return;
  }
  const TypeRefId type = lower_type(low, assignment.type);
  const std::string whole = hold(low, value, span);
  const bool ok_form = assignment.left.size() == 2 && has_ok_form(low, right);
  for (std::size_t i = 0; i < assignment.left.size(); ++i) {
    const Index place = assignment.left[i];
    if (is_blank(low, place)) continue;
    const Span at = low.syntax.span(place);
    ExprId part = low.b.name_expr(whole, at);
    if (ok_form && i == 1) part = low.b.op("ok", part, kNone, at);
    if (!ok_form) {
      const ExprId key = low.b.add({.kind = ExprKind::number, .name = low.b.name(std::to_string(i)), .span = at});
      part = low.b.index(part, key, at);
    }
    store(low, assignment, place, part, type, Shape::unknown);
  }
}

// Whether a value reads a place that an earlier part of the same assignment has written by then. Text is compared, so
// `a[i], a[j] = a[j], a[i]` and fields count by their first name.
bool needs_temporaries(const Lowering& low, const Assignment& assignment) {
  std::unordered_set<std::string_view> written;
  for (const Index place : assignment.left) {
    Index root = strip_parentheses(low, place);
    for (Index at = root; at != kNone; at = low.syntax.first(at)) root = at;
    written.insert(low.syntax.text(root));
  }
  for (std::size_t i = 1; i < assignment.right.size(); ++i) {
    const Index value = assignment.right[i];
    const std::uint32_t end = low.syntax.span(value).end;
    const auto& nodes = low.syntax.nodes();
    for (Index at = value; at < nodes.size() && nodes[at].span.begin < end; ++at)
      if (low.syntax.kind(at) == Kind::identifier && written.contains(low.syntax.text(at))) return true;
  }
  return false;
}

void pairwise(Lowering& low, const Assignment& assignment) {
  const std::size_t count = std::min(assignment.left.size(), assignment.right.size());
  const TypeRefId type = lower_type(low, assignment.type);
  const Shape declared = shape_of_type(low, assignment.type);
  const auto shape_of = [&](Index right) { return declared != Shape::unknown ? declared : shape_of_expr(low, right); };
  if (count < 2 || !needs_temporaries(low, assignment)) {
    for (std::size_t i = 0; i < count; ++i) {
      const Shape shape = shape_of(assignment.right[i]);
      store(low, assignment, assignment.left[i], lower_expr(low, assignment.right[i]), type, shape);
    }
    return;
  }
  std::vector<std::string> held;
  for (std::size_t i = 0; i < count; ++i)
    held.push_back(hold(low, lower_expr(low, assignment.right[i]), low.syntax.span(assignment.right[i])));
  for (std::size_t i = 0; i < count; ++i) {
    const ExprId value = low.b.name_expr(held[i], low.syntax.span(assignment.right[i]));
    store(low, assignment, assignment.left[i], value, type, shape_of(assignment.right[i]));
  }
}

}  // namespace

void store(Lowering& low, const Assignment& assignment, Index left, ExprId value, TypeRefId type, Shape shape) {
  if (is_blank(low, left)) {
    // var _ Iface = (*T)(nil) says that T is an Iface.
    if (type == kNone) return low.b.eval(value, assignment.span);
    const ExprId unnamed = low.b.name_expr(low.b.fresh_name(), low.syntax.span(left));
    return low.b.set(unnamed, value, assignment.how, assignment.span, type);
  }
  SetHow how = assignment.how;
  const Index place = strip_parentheses(low, left);
  const ExprId target = lower_expr(low, place);
  if (low.syntax.kind(place) == Kind::identifier && how != SetHow::assign) {
    const bool is_new = low.scopes.declare(low.name_of(place), shape);
    if (assignment.redeclares && !is_new) how = SetHow::assign;
  }
  low.b.set(target, value, how, assignment.span, type);
}

void lower_assignment(Lowering& low, const Assignment& assignment) {
  if (assignment.left.empty() || assignment.right.empty()) return;
  if (assignment.right.size() == 1 && assignment.left.size() > 1)
    unpack(low, assignment);
  else
    pairwise(low, assignment);
}

}  // namespace idem::go
