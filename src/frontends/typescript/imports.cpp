#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

void Lowering::add_import(ImportKind import_kind, std::string_view module, std::string_view name,
                          std::string_view alias, bool type_only, Span where) {
  facts().imports.push_back({.module = m_builder.name(module),
                             .name = m_builder.name(name),
                             .alias = m_builder.name(alias),
                             .kind = import_kind,
                             .type_only = type_only,
                             .in = m_fn,
                             .span = where});
}

static bool is_string(Kind kind) { return kind == Kind::string; }

void Lowering::import_statement(Index at) {
  const bool type_only = has_token(at, Kind::tok_type);
  const Index required = child_of_kind(at, Kind::import_require_clause);  // import x = require('m')
  if (required != kNone) {
    const std::string module = string_value(child(required, Role::source));
    add_import(ImportKind::whole, module, "", text(first_named(required)), type_only, span(at));
    return;
  }
  const Index source = child(at, Role::source);
  if (source == kNone) return;
  const std::string module = string_value(source);
  const Index clause = child_of_kind(at, Kind::import_clause);
  if (clause == kNone) return add_import(ImportKind::side_effect, module, "", "", false, span(at));
  for (Index part = first_named(clause); part != kNone; part = next_named(part)) {
    if (kind(part) == Kind::identifier) {
      add_import(ImportKind::value, module, "default", text(part), type_only, span(part));
    } else if (kind(part) == Kind::namespace_import) {
      add_import(ImportKind::namespace_, module, "", text(first_named(part)), type_only, span(part));
    } else if (kind(part) == Kind::named_imports) {
      for (Index each = first_named(part); each != kNone; each = next_named(each)) {
        const Index name = child(each, Role::name);
        if (name == kNone) continue;
        const Index alias = child(each, Role::alias);
        const std::string imported = is_string(kind(name)) ? string_value(name) : std::string(text(name));
        add_import(ImportKind::value, module, imported, alias == kNone ? std::string_view(imported) : text(alias),
                   type_only || has_token(each, Kind::tok_type), span(each));
      }
    }
  }
}

// import A = N.B
void Lowering::import_alias(Index at) {
  const Index name = first_named(at);
  const Index of = next_named(name);
  if (name == kNone || of == kNone) return;
  const ExprId value = expr_of_dotted(of);
  m_builder.set(expr(name), value, SetHow::constant, span(at));
}

bool Lowering::required_module(Index at, std::string& module) const {
  const Index call = without_parentheses(at);
  if (kind(call) != Kind::call_expression) return false;
  const Index callee = child(call, Role::function);
  const Index specifier = first_named(child(call, Role::arguments));
  if (kind(callee) != Kind::identifier || text(callee) != "require" || kind(specifier) != Kind::string) return false;
  module = string_value(specifier);
  return true;
}

// const x = require('m') and const {a, b: c} = require('m') bind like imports. Other shapes stay expressions.
bool Lowering::require_import(Index name, Index value) {
  std::string module;
  if (!required_module(value, module)) return false;
  if (kind(name) == Kind::identifier) {
    add_import(ImportKind::whole, module, "", text(name), false, span(value));
    return true;
  }
  if (kind(name) != Kind::object_pattern) return false;
  for (Index part = first_named(name); part != kNone; part = next_named(part)) {
    const bool renamed = kind(part) == Kind::pair_pattern && kind(child(part, Role::value)) == Kind::identifier &&
                         !property_name(child(part, Role::key)).empty();
    if (!renamed && kind(part) != Kind::shorthand_property_identifier_pattern) return false;
  }
  for (Index part = first_named(name); part != kNone; part = next_named(part)) {
    if (kind(part) == Kind::pair_pattern) {
      add_import(ImportKind::value, module, property_name(child(part, Role::key)), text(child(part, Role::value)),
                 false, span(part));
    } else {
      add_import(ImportKind::value, module, text(part), text(part), false, span(part));
    }
  }
  ++m_actions;
  return true;
}

}  // namespace idem::typescript
