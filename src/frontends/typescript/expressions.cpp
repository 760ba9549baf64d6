#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

ExprId Lowering::expr(Index at) {
  if (at == kNone) return m_builder.unknown("missing", {});
  const NestingGuard guard(m_depth);
  if (too_deep(at)) return m_builder.unknown("nested too deeply", span(at));
  switch (kind(at)) {
    case Kind::identifier:
    case Kind::this_:
    case Kind::super:
    case Kind::meta_property:
    case Kind::private_property_identifier:
    case Kind::property_identifier:
    case Kind::shorthand_property_identifier:
    case Kind::shorthand_property_identifier_pattern:
      return m_builder.name_expr(text(at), span(at));
    case Kind::undefined:
    case Kind::null:
      return m_builder.add({.kind = ExprKind::null, .span = span(at)});
    case Kind::true_:
    case Kind::false_:
      return m_builder.add({.kind = ExprKind::boolean, .name = m_builder.name(text(at)), .span = span(at)});
    case Kind::number:
      return m_builder.add({.kind = ExprKind::number, .name = m_builder.name(text(at)), .span = span(at)});
    case Kind::string:
      return string_expr(at);
    case Kind::template_string:
      return template_expr(at, nullptr);
    case Kind::regex:
      return m_builder.unknown("regex:" + std::string(text(at)), span(at));
    case Kind::parenthesized_expression:
    case Kind::as_expression:
    case Kind::satisfies_expression:
    case Kind::non_null_expression:
      return expr(first_named(at));
    case Kind::type_assertion:
      return expr(next_named(first_named(at)));
    case Kind::instantiation_expression:
      return expr(first_named(at));
    case Kind::sequence_expression:
      return sequence(at);
    case Kind::member_expression:
      return member_expr(at);
    case Kind::subscript_expression:
      return member_expr(at);
    case Kind::call_expression:
      return call_expr(at);
    case Kind::new_expression:
      return new_expr(at);
    case Kind::await_expression:
      return await_expr(at);
    case Kind::object:
      return object_expr(at);
    case Kind::array:
      return list_expr(at);
    case Kind::unary_expression:
      return unary_expr(at);
    case Kind::binary_expression:
      return binary_expr(at);
    case Kind::ternary_expression:
      return choose_expr(at);
    case Kind::assignment_expression:
      return assignment(at);
    case Kind::augmented_assignment_expression:
      return augmented(at);
    case Kind::update_expression:
      return update(at);
    case Kind::yield_expression: {
      const Index value = first_named(at);
      return m_builder.op(has_token(at, Kind::tok_star) ? "yield*" : "yield", value == kNone ? kNone : expr(value),
                          kNone, span(at));
    }
    case Kind::arrow_function:
    case Kind::function_expression:
    case Kind::generator_function:
    case Kind::class_:
      return named_expr(at, "");
    case Kind::jsx_element:
    case Kind::jsx_self_closing_element:
      return jsx(at);
    case Kind::error:
      return error_expr(at);
    default:
      return m_builder.unknown(m_dialect.grammar.kind_names[node(at).kind], span(at));
  }
}

ExprId Lowering::expr_or_null(Index at, Span where) {
  return at == kNone ? m_builder.add({.kind = ExprKind::null, .span = where}) : expr(at);
}

ExprId Lowering::error_expr(Index at) {
  std::vector<Arg> parts;
  for (Index part = first(at); part != kNone; part = next(part))
    if (kind(part) == Kind::call_expression || kind(part) == Kind::await_expression)
      parts.push_back({.value = expr(part)});
  const Range args = m_builder.args(parts);
  return m_builder.add(
      {.kind = ExprKind::unknown, .name = m_builder.name("syntax error"), .args = args, .span = span(at)});
}

ExprId Lowering::named_expr(Index at, std::string_view name) {
  const Index inner = without_parentheses(at);
  switch (kind(inner)) {
    case Kind::arrow_function:
    case Kind::function_expression:
    case Kind::generator_function:
      return function_expr(inner, name);
    case Kind::class_: {
      const Index own = child(inner, Role::name);
      ++m_actions;
      return m_builder.type_expr(class_type(inner, own == kNone ? name : text(own), decorators(inner)), span(inner));
    }
    default:
      return expr(at);
  }
}

bool Lowering::is_plain(ExprId id) const {
  switch (m_builder.facts().exprs[id].kind) {
    case ExprKind::string:
    case ExprKind::number:
    case ExprKind::boolean:
    case ExprKind::null:
    case ExprKind::name:
    case ExprKind::fn:
    case ExprKind::type:
      return true;
    default:
      return false;
  }
}

std::string_view Lowering::dotted(Index at) const {
  Index part = at;
  while (kind(part) == Kind::member_expression || kind(part) == Kind::nested_type_identifier) {
    if (child(part, Role::optional_chain) != kNone) return "";
    part = first(part);
  }
  const Kind head = kind(part);
  return head == Kind::identifier || head == Kind::type_identifier || head == Kind::this_ ? text(at) : "";
}

// a.b, a?.b, a[b]
ExprId Lowering::member_expr(Index at) {
  const std::uint8_t flags = child(at, Role::optional_chain) != kNone ? kOptional : 0;
  const ExprId object = expr(child(at, Role::object));
  if (kind(at) == Kind::member_expression)
    return m_builder.member(object, text(child(at, Role::property)), span(at), flags);
  const ExprId key = expr(child(at, Role::index));
  return m_builder.add({.kind = ExprKind::index, .flags = flags, .a = object, .b = key, .span = span(at)});
}

std::vector<Arg> Lowering::arguments(Index at) {
  std::vector<Arg> list;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    const bool spread = kind(part) == Kind::spread_element;
    list.push_back({.value = expr(spread ? first_named(part) : part), .spread = spread});
  }
  return list;
}

ExprId Lowering::call_expr(Index at) {
  ++m_actions;
  const Index callee = child(at, Role::function);
  const Index given = child(at, Role::arguments);
  if (kind(given) == Kind::template_string) return tagged_template(at, given);
  const bool loads = kind(callee) == Kind::import || (kind(callee) == Kind::identifier && text(callee) == "require");
  if (loads && first_named(given) != kNone) {
    const Index specifier = without_parentheses(first_named(given));
    const ExprId value = expr(specifier);
    if (facts().exprs[value].kind != ExprKind::string)
      return m_builder.add({.kind = ExprKind::module, .a = value, .span = span(at)});
    return m_builder.add({.kind = ExprKind::module, .name = facts().exprs[value].name, .span = span(at)});
  }
  const std::uint8_t flags = has_token(at, Kind::tok_optional_chain) ? kOptional : 0;
  const ExprId function = expr(callee);
  const Range types = m_builder.type_list(type_args(child(at, Role::type_arguments)));
  const ExprId call = m_builder.call(function, arguments(given), span(at), flags);
  facts().exprs[call].types = types;
  return call;
}

ExprId Lowering::new_expr(Index at) {
  ++m_actions;
  const ExprId callee = expr(child(at, Role::constructor));
  const Range types = m_builder.type_list(type_args(child(at, Role::type_arguments)));
  const Index given = child(at, Role::arguments);
  const ExprId call = m_builder.call(callee, given == kNone ? std::vector<Arg>{} : arguments(given), span(at), kNew);
  facts().exprs[call].types = types;
  return call;
}

// tag`text ${hole}`: the first argument is the text with its holes, the others are the holes.
ExprId Lowering::tagged_template(Index at, Index literal) {
  const ExprId tag = expr(child(at, Role::function));
  const Range types = m_builder.type_list(type_args(child(at, Role::type_arguments)));
  std::vector<Arg> holes;
  const ExprId written = template_expr(literal, &holes);
  holes.insert(holes.begin(), Arg{.value = written});
  const ExprId call = m_builder.call(tag, holes, span(at), kTagged);
  facts().exprs[call].types = types;
  return call;
}

ExprId Lowering::await_expr(Index at) {
  const ExprId value = expr(first_named(at));
  Expr& awaited = facts().exprs[value];
  if (awaited.kind == ExprKind::call) {
    awaited.flags |= kAwaited;
    return value;
  }
  if (awaited.kind == ExprKind::module) return value;
  return m_builder.op("await", value, kNone, span(at));
}

ExprId Lowering::object_expr(Index at) {
  std::vector<Arg> entries;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    Arg entry;
    switch (kind(part)) {
      case Kind::pair: {
        const Index key = child(part, Role::key);
        const std::string label = property_name(key);
        entry.label = m_builder.name(label);
        if (entry.label == 0) entry.key = key_expr(key);
        entry.value = named_expr(child(part, Role::value), label);
        break;
      }
      case Kind::shorthand_property_identifier:
        entry.label = m_builder.name(text(part));
        entry.value = expr(part);
        break;
      case Kind::method_definition: {
        const Index key = child(part, Role::name);
        const std::string label = property_name(key);
        entry.label = m_builder.name(label);
        if (entry.label == 0) entry.key = key_expr(key);
        ++m_actions;
        const std::uint8_t flags = has_token(part, Kind::tok_get) ? kGetter : 0;
        const FnId fn = function(part, {.kind = FnKind::method,
                                        .name = label,
                                        .name_node = key,
                                        .flags = flags,
                                        .annotations = {},
                                        .span = span(part)});
        entry.value = m_builder.fn_expr(fn, span(part));
        break;
      }
      case Kind::spread_element:
        entry.spread = true;
        entry.value = expr(first_named(part));
        break;
      default:
        continue;  // syntax errors: the cut says so
    }
    entries.push_back(entry);
  }
  return m_builder.list(ExprKind::map, entries, span(at));
}

ExprId Lowering::list_expr(Index at) { return m_builder.list(ExprKind::list, arguments(at), span(at)); }

ExprId Lowering::unary_expr(Index at) {
  const std::string_view op = text(child(at, Role::operator_));
  const Index argument = child(at, Role::argument);
  if (op == "void") return expr(argument);
  if (op == "-" && kind(argument) == Kind::number)
    return m_builder.add({.kind = ExprKind::number, .name = m_builder.name(text(at)), .span = span(at)});
  return m_builder.op(op, expr(argument), kNone, span(at));
}

ExprId Lowering::binary_expr(Index at) {
  std::string_view op = text(child(at, Role::operator_));
  if (op == "&&" || op == "||" || op == "??") return short_circuit(at, op);
  if (op == "===") op = "==";
  if (op == "!==") op = "!=";
  if (op == ">>>") op = ">>";
  const ExprId left = expr(child(at, Role::left));
  const ExprId right = expr(child(at, Role::right));
  return m_builder.op(op, left, right, span(at));
}

// Where the right side sets something, it becomes the body of a branch: `$1 = left; if ($1) { …; $1 = right }`.
ExprId Lowering::short_circuit(Index at, std::string_view op) {
  const ExprId left = expr(child(at, Role::left));
  m_builder.open_block();
  const ExprId right = expr(child(at, Role::right));
  if (m_builder.block_is_empty()) {
    m_builder.drop_block();
    return m_builder.op(op, left, right, span(at));
  }
  const std::string name = m_builder.fresh_name();
  const Span where = span(at);
  m_builder.set(place_of(name, where), right, SetHow::assign, where);
  const BlockId body = m_builder.close_block();
  m_builder.set(place_of(name, where), left, SetHow::declare, where);
  ExprId test = place_of(name, where);
  if (op == "||") test = m_builder.op("!", test, kNone, where);
  if (op == "??") test = m_builder.op("==", test, m_builder.add({.kind = ExprKind::null, .span = where}), where);
  m_builder.event({.kind = EventKind::branch, .expr = test, .body = body, .span = where});
  return place_of(name, where);
}

ExprId Lowering::choose_expr(Index at) {
  const ExprId test = expr(child(at, Role::condition));
  m_builder.open_block();
  const ExprId yes = expr(child(at, Role::consequence));
  const bool yes_acts = !m_builder.block_is_empty();
  const std::string name = yes_acts ? m_builder.fresh_name() : "";
  if (yes_acts) m_builder.set(place_of(name, span(at)), yes, SetHow::assign, span(at));
  BlockId body = kNone;
  if (yes_acts) {
    body = m_builder.close_block();
  } else {
    m_builder.drop_block();
  }
  m_builder.open_block();
  const ExprId no = expr(child(at, Role::alternative));
  if (!yes_acts && m_builder.block_is_empty()) {
    m_builder.drop_block();
    return m_builder.add({.kind = ExprKind::choose, .a = test, .b = yes, .c = no, .span = span(at)});
  }
  const std::string target = yes_acts ? name : m_builder.fresh_name();
  m_builder.set(place_of(target, span(at)), no, SetHow::assign, span(at));
  const BlockId other = m_builder.close_block();
  if (!yes_acts) {
    m_builder.open_block();
    m_builder.set(place_of(target, span(at)), yes, SetHow::assign, span(at));
    body = m_builder.close_block();
  }
  m_builder.event({.kind = EventKind::branch, .expr = test, .body = body, .other = other, .span = span(at)});
  return place_of(target, span(at));
}

ExprId Lowering::sequence(Index at) {
  ExprId value = kNone;
  for (Index part = first_named(at); part != kNone; part = next_named(part)) {
    if (value != kNone && !is_plain(value)) m_builder.eval(value, span(at));
    value = expr(part);
  }
  return value == kNone ? m_builder.unknown("missing", span(at)) : value;
}

// Markup is not a value the engine follows: only what runs inside it counts.
ExprId Lowering::jsx(Index at) {
  std::vector<Arg> parts;
  jsx_parts(at, parts);
  const Range args = m_builder.args(parts);
  return m_builder.add({.kind = ExprKind::unknown, .name = m_builder.name("jsx"), .args = args, .span = span(at)});
}

void Lowering::jsx_parts(Index at, std::vector<Arg>& parts) {
  const NestingGuard guard(m_depth);
  if (too_deep(at)) return;
  for (Index part = first(at); part != kNone; part = next(part)) {
    if (kind(part) != Kind::jsx_expression) {
      if (node(part).named && node(part).first_child != kNone) jsx_parts(part, parts);
      continue;
    }
    Index inner = first_named(part);
    const bool spread = kind(inner) == Kind::spread_element;
    if (spread) inner = first_named(inner);
    if (inner == kNone) continue;
    const unsigned before = m_actions;
    const ExprId value = expr(inner);
    if (m_actions != before) parts.push_back({.value = value, .spread = spread});
  }
}

}  // namespace idem::typescript
