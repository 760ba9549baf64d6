#include "frontends/python/lowering.hpp"

namespace idem::python {

ExprId Lowering::number(std::string_view spelled, Span at) {
  return m_build.add({.kind = ExprKind::number, .name = m_build.name(spelled), .span = at});
}

ExprId Lowering::boolean(bool value, Span at) {
  return m_build.add({.kind = ExprKind::boolean, .name = m_build.name(value ? "true" : "false"), .span = at});
}

ExprId Lowering::unlowered(Index n) {
  if (kind(n) == Kind::error) return m_build.unknown("syntax error", span(n));
  const std::uint16_t symbol = node(n).kind;
  const auto& names = m_grammar.grammar.kind_names;
  return m_build.unknown(symbol < names.size() ? names[symbol] : "syntax error", span(n));
}

ExprId Lowering::expr(Index n) {
  n = without_parentheses(n);
  return n == kNone ? m_build.unknown("syntax error", {}) : expr_body(n);
}

ExprId Lowering::expr_body(Index n) {
  switch (kind(n)) {
    case Kind::identifier:
      return m_build.name_expr(text(n), span(n));
    case Kind::dotted_name: {
      Index part = first_named(n);
      if (part == kNone) return unlowered(n);
      ExprId made = m_build.name_expr(text(part), span(part));
      for (part = next_named(part); part != kNone; part = next_named(part))
        made = m_build.member(made, text(part), {span(n).begin, span(part).end});
      return made;
    }
    case Kind::attribute:
      return attribute(n);
    case Kind::subscript:
      return subscript(n);
    case Kind::call:
      return call(n);
    case Kind::await:
      return await(n);
    case Kind::string:
    case Kind::concatenated_string:
      return string(n);
    case Kind::integer:
    case Kind::float_:
      return number(text(n), span(n));
    case Kind::true_:
      return boolean(true, span(n));
    case Kind::false_:
      return boolean(false, span(n));
    case Kind::none:
      return null(span(n));
    case Kind::ellipsis:
      return m_build.name_expr("Ellipsis", span(n));
    case Kind::unary_operator:
      return unary(n);
    case Kind::not_operator: {
      const Index argument = child(n, m_grammar.field.argument);
      return argument == kNone ? unlowered(n) : not_of(expr(argument), span(n));
    }
    case Kind::binary_operator:
    case Kind::boolean_operator:
      return binary(n);
    case Kind::comparison_operator:
      return comparison(n);
    case Kind::conditional_expression:
      return conditional(n);
    case Kind::lambda:
      return lambda(n);
    case Kind::named_expression:
      return walrus(n);
    case Kind::list:
    case Kind::list_pattern:
    case Kind::set:
      return collection(n, 0);
    case Kind::tuple:
    case Kind::tuple_pattern:
    case Kind::pattern_list:
    case Kind::expression_list:
      return collection(n, kTuple);
    case Kind::dictionary:
      return dictionary(n);
    case Kind::list_comprehension:
      return comprehension(n, "list");
    case Kind::set_comprehension:
      return comprehension(n, "set");
    case Kind::dictionary_comprehension:
      return comprehension(n, "map");
    case Kind::generator_expression:
      return comprehension(n, "generator");
    case Kind::yield:
      return yield(n);
    case Kind::slice: {
      std::vector<Arg> bounds;
      ExprId bound = kNone;
      for (Index c = node(n).first_child; c != kNone; c = node(c).next) {
        if (node(c).named && kind(c) != Kind::comment) bound = expr(c);
        if (!node(c).named && text(c) == ":") {
          bounds.push_back({.value = bound == kNone ? null(span(n)) : bound});
          bound = kNone;
        }
      }
      bounds.push_back({.value = bound == kNone ? null(span(n)) : bound});
      if (bounds.size() < 3) bounds.push_back({.value = null(span(n))});
      return m_build.list(ExprKind::list, bounds, span(n), kTuple);
    }
    case Kind::list_splat:
    case Kind::list_splat_pattern:
    case Kind::dictionary_splat:
    case Kind::as_pattern:
    case Kind::as_pattern_target:
    case Kind::type: {
      const Index inner = first_named(n);
      return inner == kNone ? unlowered(n) : expr(inner);
    }
    default:
      return unlowered(n);
  }
}

ExprId Lowering::attribute(Index n) {
  const Index object = child(n, m_grammar.field.object);
  const Index name = child(n, m_grammar.field.attribute);
  if (object == kNone || name == kNone) return unlowered(n);
  return m_build.member(expr(object), text(name), span(n));
}

ExprId Lowering::subscript(Index n) {
  const Index object = child(n, m_grammar.field.value);
  if (object == kNone) return unlowered(n);
  const ExprId whole = expr(object);
  std::vector<Arg> keys;
  bool sliced = false;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (node(c).field != m_grammar.field.subscript) continue;
    sliced = kind(c) == Kind::slice;
    keys.push_back({.value = expr(c)});
  }
  if (keys.empty()) return unlowered(n);
  if (keys.size() == 1 && sliced) return m_build.op("slice", whole, keys[0].value, span(n));
  const ExprId key = keys.size() == 1 ? keys[0].value : m_build.list(ExprKind::list, keys, span(n), kTuple);
  return m_build.index(whole, key, span(n));
}

ExprId Lowering::unary(Index n) {
  const Index argument = child(n, m_grammar.field.argument);
  const Index sign = child(n, m_grammar.field.operator_);
  if (argument == kNone || sign == kNone) return unlowered(n);
  if (text(sign) == "-" && (kind(argument) == Kind::integer || kind(argument) == Kind::float_))
    return number("-" + std::string(text(argument)), span(n));
  return m_build.op(text(sign), expr(argument), kNone, span(n));
}

static std::string_view operator_name(std::string_view spelled) {
  if (spelled == "and") return "&&";
  if (spelled == "or") return "||";
  if (spelled == "//") return "/";
  if (spelled == "is") return "==";
  if (spelled == "<>") return "!=";
  if (spelled == "not in") return "!in";
  return spelled;
}

ExprId Lowering::binary(Index n) {
  const Index left = child(n, m_grammar.field.left);
  const Index right = child(n, m_grammar.field.right);
  const Index sign = child(n, m_grammar.field.operator_);
  if (left == kNone || right == kNone || sign == kNone) return unlowered(n);
  const ExprId a = expr(left);
  return m_build.op(operator_name(text(sign)), a, expr(right), span(n));
}

// `not in` and `is not` may be written with any blanks between.
static std::string_view comparison_name(std::string_view spelled) {
  if (spelled.starts_with("not") && spelled.size() > 3) return "!in";
  if (spelled.starts_with("is") && spelled.size() > 2) return "!=";
  return operator_name(spelled);
}

ExprId Lowering::comparison(Index n) {
  ExprId left = kNone;
  std::vector<ExprId> tests;
  std::string_view sign;
  for (Index c = node(n).first_child; c != kNone; c = node(c).next) {
    if (node(c).field == m_grammar.field.operators) {
      sign = comparison_name(text(c));
      continue;
    }
    if (!node(c).named || kind(c) == Kind::comment || kind(c) == Kind::line_continuation) continue;
    ExprId right = expr(c);
    if (left != kNone && !sign.empty()) {
      if (next_named(c) != kNone) right = hold(right, span(c));  // a middle is tested twice and made once
      tests.push_back(m_build.op(sign, left, right, {m_facts.exprs[left].span.begin, span(c).end}));
    }
    left = right;
    sign = {};
  }
  return tests.empty() ? unlowered(n) : joined("&&", tests, span(n));
}

ExprId Lowering::conditional(Index n) {
  const Index then = first_named(n);
  const Index condition = then == kNone ? kNone : next_named(then);
  const Index otherwise = condition == kNone ? kNone : next_named(condition);
  if (otherwise == kNone) return unlowered(n);
  const ExprId cond = expr(condition);
  const ExprId yes = expr(then);
  const ExprId no = expr(otherwise);
  return m_build.add({.kind = ExprKind::choose, .a = cond, .b = yes, .c = no, .span = span(n)});
}

ExprId Lowering::collection(Index n, std::uint8_t flags) {
  std::vector<Arg> items;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    const Index bare = without_parentheses(c);
    const Kind what = bare == kNone ? Kind::error : kind(bare);
    items.push_back({.value = expr(c), .spread = what == Kind::list_splat || what == Kind::list_splat_pattern});
  }
  return m_build.list(ExprKind::list, items, span(n), flags);
}

ExprId Lowering::dictionary(Index n) {
  std::vector<Arg> entries;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::dictionary_splat) {
      entries.push_back({.value = expr(c), .spread = true});
    } else if (kind(c) == Kind::pair) {
      const Index key = child(c, m_grammar.field.key);
      const Index value = child(c, m_grammar.field.value);
      if (key == kNone || value == kNone) continue;
      Arg entry;
      const std::string label = is_plain_string(key) ? string_value(key) : "";
      if (label.empty())
        entry.key = expr(key);
      else
        entry.label = m_build.name(label);
      entry.value = expr(value);
      entries.push_back(entry);
    }
  }
  return m_build.list(ExprKind::map, entries, span(n));
}

ExprId Lowering::walrus(Index n) {
  const Index name = child(n, m_grammar.field.name);
  const Index value = child(n, m_grammar.field.value);
  if (name == kNone || value == kNone) return unlowered(n);
  const ExprId made = expr(value);
  const SetHow how = scope().comprehension ? SetHow::assign : how_to_set(text(name));
  m_build.set(m_build.name_expr(text(name), span(name)), made, how, span(n));
  return m_build.name_expr(text(name), span(name));
}

}  // namespace idem::python
