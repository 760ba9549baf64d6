// Composite literals: T{…} constructs, []T{…} is a list, map[K]V{…} a map. Elements without a type take the element
// type of what holds them.
#include "frontends/go/lowering.hpp"

namespace idem::go {
namespace {

ExprId lower_value(Lowering& low, Index body, Index type, Span span);

// An element: an expression, or `{…}` of the element type (pointers to it are written alike).
ExprId lower_element(Lowering& low, Index element, Index type) {
  const Index inner = low.syntax.kind(element) == Kind::literal_element ? low.syntax.first(element) : element;
  if (low.syntax.kind(inner) == Kind::literal_value) return lower_value(low, inner, type, low.syntax.span(inner));
  return lower_expr(low, inner);
}

Index key_of(const Lowering& low, Index entry) {
  const Index key = low.syntax.child(entry, FieldName::key);
  return low.syntax.kind(key) == Kind::literal_element ? low.syntax.first(key) : key;
}

bool is_string(Kind kind) { return kind == Kind::interpreted_string_literal || kind == Kind::raw_string_literal; }

// Behind pointers and parentheses, and behind names of this file that stand for a list or a map.
Index underlying(const Lowering& low, Index type) {
  for (int hops = 0; hops < 16; ++hops) {
    const Kind kind = low.syntax.kind(type);
    if (kind == Kind::pointer_type || kind == Kind::parenthesized_type) {
      type = low.syntax.first(type);
      continue;
    }
    if (kind != Kind::type_identifier) return type;
    const auto known = low.type_nodes.find(low.syntax.text(type));
    if (known == low.type_nodes.end()) return type;
    const Kind target = low.syntax.kind(known->second);
    if (target == Kind::struct_type || target == Kind::interface_type) return type;
    type = known->second;
  }
  return type;
}

ExprId lower_list(Lowering& low, Index body, Index element_type, Span span) {
  std::vector<Arg> items;
  for (Index at = low.syntax.first(body); at != kNone; at = low.syntax.next(at)) {
    const bool keyed = low.syntax.kind(at) == Kind::keyed_element;  // [...]T{2: x}: the position is not kept
    items.push_back({.value = lower_element(low, keyed ? low.syntax.child(at, FieldName::value) : at, element_type)});
  }
  return low.b.list(ExprKind::list, items, span);
}

ExprId lower_map(Lowering& low, Index body, Index key_type, Index value_type, Span span) {
  std::vector<Arg> entries;
  for (Index at = low.syntax.first(body); at != kNone; at = low.syntax.next(at)) {
    if (low.syntax.kind(at) != Kind::keyed_element) continue;
    Arg entry;
    const Index key = key_of(low, at);
    if (is_string(low.syntax.kind(key))) entry.label = low.b.name(decode_string(low.syntax.text(key)));
    if (entry.label == 0) entry.key = lower_element(low, key, key_type);
    entry.value = lower_element(low, low.syntax.child(at, FieldName::value), value_type);
    entries.push_back(entry);
  }
  return low.b.list(ExprKind::map, entries, span);
}

// T{…}: a struct, or a type declared elsewhere that may be a map (its keys are then strings) or a list.
ExprId lower_construction(Lowering& low, Index body, Index type, Span span) {
  const Index first = low.syntax.first(body);
  if (low.syntax.kind(first) == Kind::keyed_element && is_string(low.syntax.kind(key_of(low, first))))
    return lower_map(low, body, kNone, kNone, span);
  const ExprId callee = type_as_expr(low, type);
  std::vector<Arg> args;
  for (Index at = first; at != kNone; at = low.syntax.next(at)) {
    Arg arg;
    Index value = at;
    if (low.syntax.kind(at) == Kind::keyed_element) {
      const Index key = key_of(low, at);
      if (low.syntax.kind(key) == Kind::identifier)
        arg.label = low.name_of(key);
      else
        arg.key = lower_element(low, key, kNone);
      value = low.syntax.child(at, FieldName::value);
    }
    arg.value = lower_element(low, value, kNone);
    args.push_back(arg);
  }
  const ExprId call = low.b.call(callee, args, span, kNew);
  if (low.syntax.kind(type) == Kind::generic_type) {
    const Range types = low.b.type_list(lower_type_arguments(low, low.syntax.child(type, FieldName::type_arguments)));
    low.b.facts().exprs[call].types = types;
  }
  return call;
}

ExprId lower_value(Lowering& low, Index body, Index type, Span span) {
  const Index shape = underlying(low, type);
  switch (low.syntax.kind(shape)) {
    case Kind::slice_type:
    case Kind::array_type:
    case Kind::implicit_length_array_type:
      return lower_list(low, body, low.syntax.child(shape, FieldName::element), span);
    case Kind::map_type:
      return lower_map(low, body, low.syntax.child(shape, FieldName::key), low.syntax.child(shape, FieldName::value),
                       span);
    case Kind::other:  // an element of a type declared elsewhere
      return lower_list(low, body, kNone, span);
    default:
      return lower_construction(low, body, shape, span);
  }
}

}  // namespace

ExprId lower_composite(Lowering& low, Index node) {
  return lower_value(low, low.syntax.child(node, FieldName::body), low.syntax.child(node, FieldName::type),
                     low.syntax.span(node));
}

}  // namespace idem::go
