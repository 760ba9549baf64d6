#include "frontends/go/lowering.hpp"

#include <algorithm>

namespace idem::go {
namespace {

constexpr std::size_t kMaxSpelling = 120;  // bytes of a type's spelling where it stands as a name

// A type's source with runs of blanks collapsed; comments are rare enough to stay.
std::string spelling(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMaxSpelling)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      out.push_back(c);
    else if (!out.empty() && out.back() != ' ')
      out.push_back(' ');
  }
  return out;
}

TypeRefId named(Lowering& low, std::string_view name, const std::vector<TypeRefId>& args, Span span) {
  return low.b.type_ref(
      {.kind = TypeRefKind::named, .name = low.b.name(name), .args = low.b.type_list(args), .span = span});
}

TypeRefId with_args(Lowering& low, TypeRefKind kind, const std::vector<TypeRefId>& args, Span span) {
  return low.b.type_ref({.kind = kind, .args = low.b.type_list(args), .span = span});
}

// A type inside another: never absent, broken text gives the nameless one.
TypeRefId part(Lowering& low, Index node, Span around) {
  const TypeRefId ref = lower_type(low, node);
  return ref != kNone ? ref : low.b.named_type("", around);
}

// The types of a parameter list, one for each name.
std::vector<TypeRefId> parameter_types(Lowering& low, Index list) {
  std::vector<TypeRefId> types;
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at)) {
    const Index type = low.syntax.child(at, FieldName::type);
    if (type == kNone) continue;
    TypeRefId ref = lower_type(low, type);
    if (low.syntax.kind(at) == Kind::variadic_parameter)
      ref = with_args(low, TypeRefKind::array, {ref}, low.syntax.span(type));
    const std::size_t names = low.syntax.children(at, FieldName::name).size();
    types.insert(types.end(), std::max<std::size_t>(names, 1), ref);
  }
  return types;
}

TypeRefId function_ref(Lowering& low, Index node) {
  std::vector<TypeRefId> types = parameter_types(low, low.syntax.child(node, FieldName::parameters));
  const TypeRefId result = lower_results(low, low.syntax.child(node, FieldName::result));
  types.push_back(result != kNone ? result : low.b.named_type("", low.syntax.span(node)));
  return with_args(low, TypeRefKind::function, types, low.syntax.span(node));
}

// A struct or interface without a name of its own; the elements of a list of them ask for it again and again.
TypeId anonymous_type(Lowering& low, Index node) {
  if (const auto known = low.anonymous.find(node); known != low.anonymous.end()) return known->second;
  const TypeId id = low.b.reserve_type();
  low.anonymous.emplace(node, id);
  Type type{.kind = TypeKind::object, .outer = low.fn.id, .span = low.syntax.span(node)};
  type.name_at = type.span.begin;
  low.b.facts().types[id] = type;
  lower_type_body(low, id, node);
  return id;
}

bool is_empty_body(const Lowering& low, Index node) {
  const Index first = low.syntax.first(node);
  return first == kNone || (low.syntax.kind(first) == Kind::field_declaration_list && low.syntax.first(first) == kNone);
}

TypeRefId generic_ref(Lowering& low, Index node) {
  const TypeRefId ref = lower_type(low, low.syntax.child(node, FieldName::type));
  const auto args = lower_type_arguments(low, low.syntax.child(node, FieldName::type_arguments));
  if (ref == kNone) return kNone;
  const Range range = low.b.type_list(args);
  low.b.facts().type_refs[ref].args = range;
  return ref;
}

void lower_field(Lowering& low, TypeId owner, Index node, std::vector<TypeRefId>& bases) {
  const Index type = low.syntax.child(node, FieldName::type);
  const TypeRefId ref = lower_type(low, type);
  Field field{.owner = owner, .type = ref, .span = low.syntax.span(node)};
  if (const Index tag = low.syntax.child(node, FieldName::tag); tag != kNone)
    field.tag = low.b.name(decode_string(low.syntax.text(tag)));
  const std::vector<Index> names = low.syntax.children(node, FieldName::name);
  for (const Index name : names) {
    field.name = low.name_of(name);
    low.b.facts().fields.push_back(field);
  }
  if (!names.empty() || ref == kNone) return;
  if (low.syntax.has_token(node, "*")) low.b.facts().type_refs[ref].nullable = true;
  field.name = low.b.name(base_name(low, type));
  field.flags = kFieldEmbedded;
  low.b.facts().fields.push_back(field);
  bases.push_back(ref);
}

}  // namespace

TypeRefId lower_type(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const Span span = syntax.span(node);
  switch (syntax.kind(node)) {
    case Kind::type_identifier:
      return low.b.named_type(syntax.text(node), span);
    case Kind::qualified_type: {
      const std::string dotted = std::string(syntax.text(syntax.child(node, FieldName::package))) + "." +
                                 std::string(syntax.text(syntax.child(node, FieldName::name)));
      return low.b.named_type(dotted, span);
    }
    case Kind::generic_type:
      return generic_ref(low, node);
    case Kind::pointer_type: {
      const TypeRefId ref = lower_type(low, syntax.first(node));
      if (ref != kNone) low.b.facts().type_refs[ref].nullable = true;
      return ref;
    }
    case Kind::negated_type:
    case Kind::parenthesized_type:
      return lower_type(low, syntax.first(node));
    case Kind::slice_type:
    case Kind::array_type:
    case Kind::implicit_length_array_type:
      return with_args(low, TypeRefKind::array, {part(low, syntax.child(node, FieldName::element), span)}, span);
    case Kind::map_type: {
      const TypeRefId key = part(low, syntax.child(node, FieldName::key), span);
      return named(low, "map", {key, part(low, syntax.child(node, FieldName::value), span)}, span);
    }
    case Kind::channel_type:
      return named(low, "chan", {part(low, syntax.child(node, FieldName::value), span)}, span);
    case Kind::function_type:
      return function_ref(low, node);
    case Kind::interface_type:
      if (is_empty_body(low, node)) return low.b.named_type("any", span);
      return low.b.type_ref({.kind = TypeRefKind::object, .target = anonymous_type(low, node), .span = span});
    case Kind::struct_type:
      if (is_empty_body(low, node)) return low.b.named_type("struct{}", span);
      return low.b.type_ref({.kind = TypeRefKind::object, .target = anonymous_type(low, node), .span = span});
    case Kind::type_elem: {
      std::vector<TypeRefId> parts;
      for (Index at = syntax.first(node); at != kNone; at = syntax.next(at)) parts.push_back(lower_type(low, at));
      return parts.size() == 1 ? parts[0] : with_args(low, TypeRefKind::union_, parts, span);
    }
    default:
      return node == kNone ? kNone : low.b.named_type("", span);
  }
}

TypeRefId lower_results(Lowering& low, Index result) {
  if (result == kNone) return kNone;
  if (low.syntax.kind(result) != Kind::parameter_list) return lower_type(low, result);
  const std::vector<TypeRefId> types = parameter_types(low, result);
  if (types.size() < 2) return types.empty() ? kNone : types[0];
  return with_args(low, TypeRefKind::tuple, types, low.syntax.span(result));
}

std::vector<TypeRefId> lower_type_arguments(Lowering& low, Index type_arguments) {
  std::vector<TypeRefId> refs;
  for (Index at = low.syntax.first(type_arguments); at != kNone; at = low.syntax.next(at))
    refs.push_back(lower_type(low, at));
  return refs;
}

ExprId type_as_expr(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  const Span span = syntax.span(node);
  switch (syntax.kind(node)) {
    case Kind::qualified_type: {
      const Index package = syntax.child(node, FieldName::package);
      const ExprId object = low.b.name_expr(syntax.text(package), syntax.span(package));
      return low.b.member(object, syntax.text(syntax.child(node, FieldName::name)), span);
    }
    case Kind::generic_type:
      return type_as_expr(low, syntax.child(node, FieldName::type));
    case Kind::pointer_type:
    case Kind::parenthesized_type:
      return type_as_expr(low, syntax.first(node));
    case Kind::struct_type:
    case Kind::interface_type:
      if (!is_empty_body(low, node)) return low.b.type_expr(anonymous_type(low, node), span);
      [[fallthrough]];
    default:
      return low.b.name_expr(spelling(syntax.text(node)), span);
  }
}

std::string_view base_name(const Lowering& low, Index type) {
  switch (low.syntax.kind(type)) {
    case Kind::qualified_type:
      return low.syntax.text(low.syntax.child(type, FieldName::name));
    case Kind::generic_type:
      return base_name(low, low.syntax.child(type, FieldName::type));
    case Kind::pointer_type:
    case Kind::parenthesized_type:
      return base_name(low, low.syntax.first(type));
    default:
      return low.syntax.text(type);
  }
}

Shape shape_of_type(const Lowering& low, Index type) {
  switch (low.syntax.kind(type)) {
    case Kind::channel_type:
      return Shape::channel;
    case Kind::slice_type:
    case Kind::array_type:
    case Kind::implicit_length_array_type:
    case Kind::map_type:
      return Shape::collection;
    case Kind::pointer_type:
    case Kind::parenthesized_type:
      return shape_of_type(low, low.syntax.first(type));
    case Kind::type_identifier: {
      const std::string_view name = low.syntax.text(type);
      if (name == "string") return Shape::collection;
      static constexpr std::string_view kIntegers[] = {"int",  "int8",   "int16",  "int32",  "int64",   "uint",
                                                       "byte", "uint16", "uint32", "uint64", "uintptr", "uint8"};
      return std::ranges::find(kIntegers, name) != std::end(kIntegers) ? Shape::integer : Shape::unknown;
    }
    default:
      return Shape::unknown;
  }
}

void lower_type_body(Lowering& low, TypeId id, Index type) {
  std::vector<TypeRefId> bases;
  Index list = type;
  if (low.syntax.kind(type) == Kind::struct_type) list = low.syntax.first(type);
  for (Index at = low.syntax.first(list); at != kNone; at = low.syntax.next(at)) {
    const Kind kind = low.syntax.kind(at);
    if (kind == Kind::field_declaration) lower_field(low, id, at, bases);
    if (kind == Kind::method_elem) lower_signature(low, at, id);
    // A union of types constrains type parameters and offers no member; an embedded interface does.
    if (kind == Kind::type_elem && low.syntax.children(at).size() == 1) bases.push_back(lower_type(low, at));
  }
  const Range range = low.b.type_list(bases);
  low.b.facts().types[id].bases = range;
}

}  // namespace idem::go
