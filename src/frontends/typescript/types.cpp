// Type expressions. Only what leads from a name to a declaration is kept: wrappers, unions, members, functions.
#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

TypeRefId Lowering::make_type(TypeRefKind ref_kind, std::string_view name, const std::vector<TypeRefId>& args,
                              Span where, bool nullable) {
  const Range list = m_builder.type_list(args);
  return m_builder.type_ref(
      {.kind = ref_kind, .nullable = nullable, .name = m_builder.name(name), .args = list, .span = where});
}

std::vector<TypeRefId> Lowering::type_args(Index at) {
  std::vector<TypeRefId> args;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) args.push_back(type_ref(part));
  return args;
}

Range Lowering::type_params(Index at) {
  std::vector<NameId> names;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    const Index name = child(part, Role::name);
    if (name != kNone) names.push_back(m_builder.name(text(name)));
  }
  return m_builder.name_list(names);
}

// `: T`, and `: x is T` and `: asserts x`, which are answers of the function and no types.
TypeRefId Lowering::annotation_type(Index at) {
  if (at == kNone) return kNone;
  switch (kind(at)) {
    case Kind::type_predicate_annotation:
      return m_builder.named_type("boolean", span(at));
    case Kind::asserts_annotation:
      return m_builder.named_type("void", span(at));
    default: {
      const Index type = first_named(at);
      return type == kNone ? kNone : type_ref(type);
    }
  }
}

TypeRefId Lowering::type_ref(Index at) {
  if (at == kNone) return m_builder.named_type("unknown", {});
  const NestingGuard guard(m_depth);
  if (too_deep(at)) return m_builder.named_type("unknown", span(at));
  switch (kind(at)) {
    case Kind::generic_type: {
      const TypeRefId named = type_ref(child(at, Role::name));
      const Range args = m_builder.type_list(type_args(child(at, Role::type_arguments)));
      facts().type_refs[named].args = args;
      return named;
    }
    case Kind::union_type:
    case Kind::intersection_type:
    case Kind::conditional_type:
      return composite(at, kind(at));
    case Kind::array_type:
      return make_type(TypeRefKind::array, "", {type_ref(first_named(at))}, span(at));
    case Kind::rest_type:
      return type_ref(first_named(at));
    case Kind::tuple_type: {
      std::vector<TypeRefId> items;
      for (Index part = first_named(at); part != kNone; part = next_named(part)) {
        const bool labelled = kind(part) == Kind::required_parameter || kind(part) == Kind::optional_parameter;
        items.push_back(labelled ? annotation_type(child(part, Role::type)) : type_ref(part));
        if (items.back() == kNone) items.back() = m_builder.named_type("unknown", span(part));
      }
      return make_type(TypeRefKind::tuple, "", items, span(at));
    }
    case Kind::parenthesized_type:
    case Kind::readonly_type:
      return type_ref(first_named(at));
    case Kind::flow_maybe_type:
    case Kind::optional_type: {
      const TypeRefId inner = type_ref(first_named(at));
      facts().type_refs[inner].nullable = true;
      return inner;
    }
    case Kind::function_type:
    case Kind::constructor_type:
      return function_type(at);
    case Kind::object_type:
      return object_type_ref(at);
    case Kind::literal_type:
      return literal_type(at);
    case Kind::type_query: {
      const Index of = first_named(at);
      if (kind(of) == Kind::call_expression) return import_type(of);
      return make_type(TypeRefKind::typeof_, text(of), {}, span(at));
    }
    case Kind::lookup_type: {
      const Index object = first_named(at);
      const Index key = next_named(object);
      const bool literal = kind(key) == Kind::literal_type && kind(first_named(key)) == Kind::string;
      const std::string name = literal ? string_value(first_named(key)) : std::string(text(key));
      return make_type(TypeRefKind::indexed, name, {type_ref(object)}, span(at));
    }
    case Kind::index_type_query:
      return make_type(TypeRefKind::named, "keyof", {type_ref(first_named(at))}, span(at));
    case Kind::member_expression:
    case Kind::call_expression:
      return import_type(at);
    case Kind::template_literal_type:
      return m_builder.named_type("string", span(at));
    case Kind::infer_type:
      return m_builder.named_type(text(first_named(at)), span(at));
    case Kind::type_predicate:
      return m_builder.named_type("boolean", span(at));
    case Kind::asserts:
      return m_builder.named_type("void", span(at));
    case Kind::type_annotation:
      return type_ref(first_named(at));
    case Kind::error:
      return m_builder.named_type("unknown", span(at));
    default:
      return m_builder.named_type(text(at), span(at));  // identifiers, predefined types, this
  }
}

// Members of a | b | null, in order; of a conditional type, its two results.
void Lowering::composite_parts(Index at, Kind of, std::vector<TypeRefId>& parts, bool& nullable) {
  const NestingGuard guard(m_depth);
  if (too_deep(at)) return;
  const bool conditional = of == Kind::conditional_type;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    if (conditional && role(part) != Role::consequence && role(part) != Role::alternative) continue;
    const Kind inner = kind(part);
    if (inner == of) {
      composite_parts(part, of, parts, nullable);
      continue;
    }
    const Kind literal = inner == Kind::literal_type ? kind(first_named(part)) : inner;
    if (of == Kind::union_type && (literal == Kind::null || literal == Kind::undefined)) {
      nullable = true;
    } else {
      parts.push_back(type_ref(part));
    }
  }
}

TypeRefId Lowering::composite(Index at, Kind of) {
  std::vector<TypeRefId> parts;
  bool nullable = false;
  composite_parts(at, of, parts, nullable);
  if (parts.size() == 1) {
    facts().type_refs[parts[0]].nullable = facts().type_refs[parts[0]].nullable || nullable;
    return parts[0];
  }
  if (parts.empty()) return make_type(TypeRefKind::literal, "null", {}, span(at), true);
  const TypeRefKind ref_kind = of == Kind::intersection_type ? TypeRefKind::intersection : TypeRefKind::union_;
  return make_type(ref_kind, "", parts, span(at), nullable);
}

TypeRefId Lowering::function_type(Index at) {
  std::vector<TypeRefId> args;
  for (Index part = first_named(child(at, Role::parameters)); part != kNone; part = next_named(part)) {
    if (kind(part) != Kind::required_parameter && kind(part) != Kind::optional_parameter) continue;
    const TypeRefId type = annotation_type(child(part, Role::type));
    args.push_back(type == kNone ? m_builder.named_type("unknown", span(part)) : type);
  }
  Index result = child(at, Role::return_type);
  if (result == kNone) result = child(at, Role::type);
  args.push_back(result == kNone ? m_builder.named_type("unknown", span(at)) : type_ref(result));
  return make_type(TypeRefKind::function, "", args, span(at));
}

// {a: T} is an anonymous type. A mapped type, or one of nothing but an index, is a Record<key, value>.
TypeRefId Lowering::object_type_ref(Index at) {
  const Index only = first_named(at);
  if (kind(only) == Kind::index_signature && next_named(only) == kNone) {
    const Index mapped = child_of_kind(only, Kind::mapped_type_clause);
    const Index key = mapped == kNone ? child(only, Role::index_type) : child(mapped, Role::type);
    const TypeRefId key_type = key == kNone ? m_builder.named_type("string", span(only)) : type_ref(key);
    const TypeRefId value = annotation_type(child(only, Role::type));
    return make_type(TypeRefKind::named, "Record",
                     {key_type, value == kNone ? m_builder.named_type("unknown", span(only)) : value}, span(at));
  }
  const TypeId type = object_type(at, span(at));
  return m_builder.type_ref({.kind = TypeRefKind::object, .target = type, .span = span(at)});
}

TypeRefId Lowering::literal_type(Index at) {
  const Index value = first_named(at);
  const bool null = kind(value) == Kind::null || kind(value) == Kind::undefined;
  const std::string name = kind(value) == Kind::string ? string_value(value) : std::string(text(value));
  return make_type(TypeRefKind::literal, name, {}, span(at), null);
}

// import('m').A.B
TypeRefId Lowering::import_type(Index at) {
  Index head = at;
  while (kind(head) == Kind::member_expression) head = child(head, Role::object);
  if (kind(head) != Kind::call_expression) return m_builder.named_type(text(at), span(at));
  const Index specifier = first_named(child(head, Role::arguments));
  std::string_view name = text(Span{span(head).end, span(at).end});
  if (name.starts_with('.')) name.remove_prefix(1);
  const std::string module = kind(specifier) == Kind::string ? string_value(specifier) : "";
  return m_builder.type_ref(
      {.kind = TypeRefKind::named, .name = m_builder.name(name), .module = m_builder.name(module), .span = span(at)});
}

}  // namespace idem::typescript
