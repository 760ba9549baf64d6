#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

void Lowering::add_export(std::string_view name, ExprId value, Span where) {
  if (m_namespace_members != nullptr) {
    m_namespace_members->push_back({.label = m_builder.name(name), .value = value});
    return;
  }
  facts().exports.push_back({.name = m_builder.name(name), .value = value, .span = where});
}

void Lowering::export_statement(Index at) {
  if (child(at, Role::declaration) != kNone) return export_declaration(at);
  if (has_token(at, Kind::tok_default)) return export_default(at);
  const Index source = child(at, Role::source);
  const Index clause = child_of_kind(at, Kind::export_clause);
  if (clause != kNone) return export_clause(clause, source);
  if (source != kNone) {
    const Index as = child_of_kind(at, Kind::namespace_export);
    const Index name = first_named(as);
    const std::string exported = kind(name) == Kind::string ? string_value(name) : std::string(text(name));
    facts().exports.push_back({.name = m_builder.name(as == kNone ? "*" : exported),
                               .module = m_builder.name(string_value(source)),
                               .of = m_builder.name("*"),
                               .span = span(at)});
    return;
  }
  const Index value = first_named(at);
  if (has_token(at, Kind::tok_equals) && value != kNone) {
    const ExprId exported = export_value(value, "");
    add_export("=", exported, span(at));
  }
}

// What is exported is evaluated once, where it stands.
ExprId Lowering::export_value(Index at, std::string_view name) {
  const ExprId value = named_expr(at, name);
  return is_plain(value) ? value : kept(value, span(at));
}

void Lowering::export_default(Index at) {
  Index value = child(at, Role::value);
  if (value == kNone) value = first_named(at);
  if (value == kNone) return;
  const ExprId exported = export_value(value, "default");
  if (facts().exprs[exported].kind == ExprKind::fn) facts().fns[facts().exprs[exported].target].flags |= kExported;
  add_export("default", exported, span(at));
}

void Lowering::export_clause(Index at, Index source) {
  const NameId module = source == kNone ? 0 : m_builder.name(string_value(source));
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    const Index name_node = child(part, Role::name);
    if (name_node == kNone) continue;
    const Index alias = child(part, Role::alias);
    const auto name_of = [&](Index node_at) {
      return kind(node_at) == Kind::string ? string_value(node_at) : std::string(text(node_at));
    };
    const std::string name = name_of(name_node);
    const std::string exported = alias == kNone ? name : name_of(alias);
    if (module != 0) {
      facts().exports.push_back(
          {.name = m_builder.name(exported), .module = module, .of = m_builder.name(name), .span = span(part)});
    } else {
      add_export(exported, place_of(name, span(name_node)), span(part));
    }
  }
}

void Lowering::export_declaration(Index at) {
  const Index declared = child(at, Role::declaration);
  const Index name_node = child(declared, Role::name);
  const std::string name = has_token(at, Kind::tok_default) ? "default" : std::string(text(name_node));
  switch (kind(declared)) {
    case Kind::interface_declaration:
    case Kind::type_alias_declaration: {
      const TypeId type = kind(declared) == Kind::interface_declaration ? interface(declared) : type_alias(declared);
      if (m_namespace_members == nullptr) add_export(name, m_builder.type_expr(type, span(declared)), span(at));
      return;
    }
    case Kind::lexical_declaration:
    case Kind::variable_declaration: {
      declaration(declared);
      std::vector<std::string_view> names;
      for (Index part = first_named(declared); part != kNone; part = next_named(part))
        if (kind(part) == Kind::variable_declarator) pattern_names(child(part, Role::name), names);
      for (const std::string_view each : names) add_export(each, place_of(each, span(declared)), span(at));
      return;
    }
    case Kind::ambient_declaration: {
      ambient(declared);
      const Index inner = first_named(declared);
      Index inner_name = child(inner, Role::name);
      if (inner_name == kNone) inner_name = child(first_named(inner), Role::name);
      if (kind(inner_name) == Kind::identifier || kind(inner_name) == Kind::type_identifier)
        add_export(text(inner_name), place_of(text(inner_name), span(inner_name)), span(at));
      return;
    }
    case Kind::import_alias: {
      import_alias(declared);
      const Index alias = first_named(declared);
      add_export(text(alias), place_of(text(alias), span(at)), span(at));
      return;
    }
    case Kind::internal_module:
    case Kind::module:
      name_space(declared, false);
      if (!name.empty()) add_export(name, place_of(name, span(declared)), span(at));
      return;
    default:  // functions, classes and enums: hoisted
      if (name_node != kNone) add_export(name, place_of(text(name_node), span(name_node)), span(at));
  }
}

}  // namespace idem::typescript
