// Interfaces, aliases, enums, ambient modules and namespaces.
//
// A namespace that holds code is lowered in place: its statements run in the block around it, and its exports are set
// as `ns = {a: a, b: b}` (as `ns.a = a` where a class, function or earlier namespace has that name). Its types are
// called "ns.T".
#include "frontends/typescript/lowering.hpp"

#include <charconv>

namespace idem::typescript {

TypeId Lowering::object_type(Index body, Span where) {
  const TypeId id = m_builder.reserve_type();
  for (Index part = first_named(body); part != kNone; part = next_named(part)) type_member(part, id);
  facts().types[id] = {.kind = TypeKind::object, .outer = m_fn, .span = where, .name_at = where.begin};
  return id;
}

void Lowering::type_member(Index at, TypeId owner) {
  const Index name_node = child(at, Role::name);
  std::string name = property_name(name_node);
  if (name.empty()) name = text(name_node);
  switch (kind(at)) {
    case Kind::property_signature: {
      idem::Field field{.owner = owner, .name = m_builder.name(name), .span = span(at)};
      field.type = annotation_type(child(at, Role::type));
      if (has_token(at, Kind::tok_readonly)) field.flags |= kFieldConst;
      if (has_token(at, Kind::tok_optional)) field.flags |= kFieldOptional;
      facts().fields.push_back(field);
      return;
    }
    case Kind::method_signature:
    case Kind::call_signature:
      function(at, {.kind = FnKind::method,
                    .name = name,
                    .name_node = name_node,
                    .owner = owner,
                    .flags = static_cast<std::uint8_t>(has_token(at, Kind::tok_get) ? kGetter : 0),
                    .annotations = {},
                    .span = span(at)});
      return;
    default:
      return;
  }
}

TypeId Lowering::interface(Index at) {
  const TypeId id = m_builder.reserve_type();
  const Index name = child(at, Role::name);
  Type type{.name = m_builder.name(qualified(text(name))), .kind = TypeKind::interface, .outer = m_fn};
  type.augments = m_builder.name(m_augments);
  type.span = span(at);
  type.name_at = name == kNone ? span(at).begin : span(name).begin;
  type.type_params = type_params(child(at, Role::type_parameters));
  std::vector<TypeRefId> bases;
  for (Index part = first_named(child_of_kind(at, Kind::extends_type_clause)); part != kNone; part = next_named(part))
    bases.push_back(type_ref(part));
  type.bases = m_builder.type_list(bases);
  for (Index part = first_named(child(at, Role::body)); part != kNone; part = next_named(part)) type_member(part, id);
  facts().types[id] = type;
  return id;
}

TypeId Lowering::type_alias(Index at) {
  const TypeId id = m_builder.reserve_type();
  const Index name = child(at, Role::name);
  Type type{.name = m_builder.name(qualified(text(name))), .kind = TypeKind::alias, .outer = m_fn};
  type.augments = m_builder.name(m_augments);
  type.span = span(at);
  type.name_at = name == kNone ? span(at).begin : span(name).begin;
  type.type_params = type_params(child(at, Role::type_parameters));
  type.aliased = type_ref(child(at, Role::value));
  facts().types[id] = type;
  return id;
}

TypeId Lowering::enumeration(Index at) {
  const TypeId id = m_builder.reserve_type();
  const Index name = child(at, Role::name);
  enum_members(child(at, Role::body), id);
  Type type{.name = m_builder.name(qualified(text(name))), .kind = TypeKind::enum_, .outer = m_fn};
  type.augments = m_builder.name(m_augments);
  type.span = span(at);
  type.name_at = name == kNone ? span(at).begin : span(name).begin;
  facts().types[id] = type;
  return id;
}

// A member without a value is one more than the last, as long as that was a literal number.
void Lowering::enum_members(Index body, TypeId owner) {
  long next_value = 0;
  bool counted = true;
  for (Index part = first_named(body); part != kNone; part = next_named(part)) {
    const bool assigned = kind(part) == Kind::enum_assignment;
    const Index name = assigned ? child(part, Role::name) : part;
    const Index value = assigned ? child(part, Role::value) : kNone;
    idem::Field field{.owner = owner,
                      .name = m_builder.name(property_name(name)),
                      .flags = kFieldStatic | kFieldConst,
                      .span = span(part)};
    if (value != kNone) {
      field.init = expr(value);
      const Expr& init = facts().exprs[field.init];
      const std::string_view digits = facts().name(init.name);
      const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), next_value);
      counted = init.kind == ExprKind::number && parsed.ec == std::errc{} &&
                parsed.ptr == digits.data() + digits.size() && next_value < 1'000'000'000;
    } else if (counted) {
      field.init = m_builder.add(
          {.kind = ExprKind::number, .name = m_builder.name(std::to_string(next_value)), .span = span(part)});
    }
    ++next_value;
    facts().fields.push_back(field);
  }
}

// ---- ambient declarations and namespaces

// declare module 'x' {…}, declare global {…}, declare namespace N {…}, declare const x: T, declare function f(): T
void Lowering::ambient(Index at) {
  if (has_token(at, Kind::tok_global)) {
    const std::string outer = std::exchange(m_augments, "global");
    ambient_types(first(child_of_kind(at, Kind::statement_block)));
    m_augments = outer;
    return;
  }
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    switch (kind(part)) {
      case Kind::module:
      case Kind::internal_module:
        name_space(part, true);
        break;
      case Kind::expression_statement:
        ambient_types(part);
        break;
      case Kind::function_signature:
        declare_function(part, part);
        break;
      case Kind::lexical_declaration:
      case Kind::variable_declaration:
        for (Index each = first_named(part); each != kNone; each = next_named(each)) {
          const Index name = child(each, Role::name);
          if (kind(each) != Kind::variable_declarator || name == kNone) continue;
          const TypeRefId type = annotation_type(child(each, Role::type));
          const ExprId value = m_builder.unknown("ambient", span(each));
          m_builder.set(expr(name), value, SetHow::constant, span(each), type);
        }
        break;
      case Kind::class_declaration:
      case Kind::abstract_class_declaration:
      case Kind::enum_declaration:
        hoist(part);
        break;
      default:
        statement(part);
    }
  }
}

void Lowering::ambient_types(Index first_statement) {
  const NestingGuard guard(m_depth);
  if (first_statement != kNone && too_deep(first_statement)) return;
  for (Index at = first_statement; at != kNone; at = next(at)) {
    Index declared = at;
    if (kind(declared) == Kind::export_statement) declared = child(declared, Role::declaration);
    if (kind(declared) == Kind::ambient_declaration || kind(declared) == Kind::expression_statement)
      declared = first_named(declared);
    switch (kind(declared)) {
      case Kind::interface_declaration:
        interface(declared);
        break;
      case Kind::type_alias_declaration:
        type_alias(declared);
        break;
      case Kind::enum_declaration:
        enumeration(declared);
        break;
      case Kind::class_declaration:
      case Kind::abstract_class_declaration:
        class_type(declared, text(child(declared, Role::name)), {});
        break;
      case Kind::internal_module:
      case Kind::module:
        name_space(declared, true);
        break;
      default:
        break;
    }
  }
}

void Lowering::name_space(Index at, bool ambient_only) {
  const Index name_node = child(at, Role::name);
  const Index body = child(at, Role::body);
  if (kind(name_node) == Kind::string) {
    const std::string outer = std::exchange(m_augments, string_value(name_node));
    ambient_types(first(body));
    m_augments = outer;
    return;
  }
  const std::string name(text(name_node));
  const std::string outer = std::exchange(m_namespace, m_namespace + name + ".");
  if (ambient_only) {
    ambient_types(first(body));
    m_namespace = outer;
    return;
  }
  std::vector<Arg> members;
  std::vector<Arg>* const outer_members = std::exchange(m_namespace_members, &members);
  statements(first(body));
  m_namespace_members = outer_members;
  m_namespace = outer;
  if (members.empty()) return;

  const Span where = span(at);
  const ExprId place = name_node == kNone ? place_of("", where) : expr_of_dotted(name_node);
  if (m_hoisted.insert(m_builder.name(name)).second) {
    m_builder.set(place, m_builder.list(ExprKind::map, members, where), SetHow::constant, where);
    return;
  }
  for (const Arg& member : members) {
    const std::string label(facts().name(member.label));
    m_builder.set(m_builder.member(place, label, where), member.value, SetHow::assign, where);
  }
}

// A.B.C as members of a name.
ExprId Lowering::expr_of_dotted(Index at) {
  std::string_view rest = text(at);
  std::size_t dot = rest.find('.');
  ExprId value = place_of(rest.substr(0, dot), span(at));
  while (dot != std::string_view::npos) {
    rest.remove_prefix(dot + 1);
    dot = rest.find('.');
    value = m_builder.member(value, rest.substr(0, dot), span(at));
  }
  return value;
}

}  // namespace idem::typescript
