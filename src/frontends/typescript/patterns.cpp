// Destructuring: `const {a, b: {c} = d} = value` becomes `$1 = value; a = $1.a; $2 = $1.b ?? d; c = $2.c`.
#include "frontends/typescript/lowering.hpp"

#include <algorithm>
#include <cctype>

namespace idem::typescript {

bool Lowering::is_pattern(Index at) const {
  return kind(at) == Kind::object_pattern || kind(at) == Kind::array_pattern;
}

ExprId Lowering::kept(ExprId value, Span where, TypeRefId type) {
  const std::string name = m_builder.fresh_name();
  m_builder.set(place_of(name, where), value, SetHow::constant, where, type);
  return place_of(name, where);
}

ExprId Lowering::with_default(ExprId value, Index fallback, std::string_view name) {
  const Span where = span(fallback);
  const ExprId other = named_expr(fallback, name);
  return m_builder.op("??", value, other, where);
}

void Lowering::bind(Index pattern, ExprId value, SetHow how, TypeRefId type) {
  const NestingGuard guard(m_depth);
  if (pattern == kNone || too_deep(pattern)) return;
  switch (kind(pattern)) {
    case Kind::object_pattern:
    case Kind::array_pattern: {
      // An assignment may change the very name it reads from: ({a, b} = a). A made-up name it cannot.
      const Expr& given = facts().exprs[value];
      const bool stable = how != SetHow::assign || facts().name(given.name).starts_with('$');
      const bool nameable = given.kind == ExprKind::name && stable && type == kNone;
      const ExprId whole = nameable ? value : kept(value, span(pattern), type);
      if (kind(pattern) == Kind::object_pattern) {
        bind_object(pattern, whole, how);
      } else {
        bind_array(pattern, whole, how);
      }
      return;
    }
    case Kind::assignment_pattern:
    case Kind::object_assignment_pattern: {
      const Index target = child(pattern, Role::left);
      const Index fallback = child(pattern, Role::right);
      bind(target, fallback == kNone ? value : with_default(value, fallback, text(target)), how);
      return;
    }
    case Kind::rest_pattern:
      bind(first_named(pattern), value, how);
      return;
    case Kind::error:
      return;
    default:
      m_builder.set(expr(pattern), value, how, span(pattern), type);
  }
}

static bool is_identifier(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) != 0) return false;
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$' || c >= 0x80; });
}

void Lowering::bind_object(Index pattern, ExprId value, SetHow how) {
  for (Index part = first_named(pattern); part != kNone; part = next_named(part)) {
    switch (kind(part)) {
      case Kind::shorthand_property_identifier_pattern:
        bind(part, m_builder.member(value, text(part), span(part)), how);
        break;
      case Kind::object_assignment_pattern: {
        const Index target = child(part, Role::left);
        bind(part, m_builder.member(value, text(target), span(target)), how);
        break;
      }
      case Kind::pair_pattern: {
        const Index key = child(part, Role::key);
        const std::string name = property_name(key);
        const ExprId item = is_identifier(name) ? m_builder.member(value, name, span(key))
                                                : m_builder.index(value, key_expr(key), span(key));
        bind(child(part, Role::value), item, how);
        break;
      }
      case Kind::rest_pattern:
        bind(part, value, how);
        break;
      default:
        break;
    }
  }
}

void Lowering::bind_array(Index pattern, ExprId value, SetHow how) {
  unsigned position = 0;  // counts commas, for [, b] leaves the first out
  for (Index part = first(pattern); part != kNone; part = next(part)) {
    if (!node(part).named) {
      if (text(part) == ",") ++position;
      continue;
    }
    if (kind(part) == Kind::comment) continue;
    const ExprId at =
        m_builder.add({.kind = ExprKind::number, .name = m_builder.name(std::to_string(position)), .span = span(part)});
    const bool rest = kind(part) == Kind::rest_pattern;
    bind(part, rest ? m_builder.op("slice", value, at, span(part)) : m_builder.index(value, at, span(part)), how);
  }
}

void Lowering::pattern_names(Index pattern, std::vector<std::string_view>& names) const {
  switch (kind(pattern)) {
    case Kind::identifier:
    case Kind::shorthand_property_identifier_pattern:
      names.push_back(text(pattern));
      return;
    case Kind::object_pattern:
    case Kind::array_pattern:
    case Kind::rest_pattern:
      for (Index part = first_named(pattern); part != kNone; part = next_named(part)) pattern_names(part, names);
      return;
    case Kind::pair_pattern:
      pattern_names(child(pattern, Role::value), names);
      return;
    case Kind::assignment_pattern:
    case Kind::object_assignment_pattern:
      pattern_names(child(pattern, Role::left), names);
      return;
    default:
      return;
  }
}

}  // namespace idem::typescript
