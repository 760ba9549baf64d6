#include "frontends/python/lowering.hpp"

#include <algorithm>
#include <array>

namespace idem::python {

std::vector<Arg> Lowering::arguments(Index list) {
  std::vector<Arg> args;
  if (kind(list) != Kind::argument_list) {  // f(x for x in xs)
    args.push_back({.value = expr(list)});
    return args;
  }
  for (Index c = first_named(list); c != kNone; c = next_named(c)) {
    const Kind what = kind(c);
    if (what == Kind::keyword_argument) {
      const Index name = child(c, m_grammar.field.name);
      const Index value = child(c, m_grammar.field.value);
      if (name != kNone && value != kNone) args.push_back({.label = m_build.name(text(name)), .value = expr(value)});
    } else {
      const Index bare = without_parentheses(c);
      const Kind inner = bare == kNone ? Kind::error : kind(bare);
      args.push_back({.value = expr(c), .spread = inner == Kind::list_splat || inner == Kind::dictionary_splat});
    }
  }
  return args;
}

static bool is_class_name(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && is_upper(name[0]) && std::any_of(name.begin(), name.end(), is_lower);
}

// Whether an expression reads like a type: by the habit that classes are spelled in CamelCase and tables of functions
// are not, for HANDLERS[kind](x) and Repo[Order](x) have one syntax.
bool Lowering::reads_like_type(Index n) const {
  n = without_parentheses(n);
  if (n == kNone) return false;
  if (kind(n) == Kind::none) return true;
  if (kind(n) == Kind::subscript) {
    const Index head = child(n, m_grammar.field.value);
    return head != kNone && reads_like_type(head);
  }
  const std::string name = dotted(n);
  static constexpr std::array kBuiltins{"int", "str", "float", "bool", "bytes", "dict", "list", "set", "tuple", "type"};
  if (std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end()) return true;
  return is_class_name(std::string_view(name).substr(name.rfind('.') + 1));
}

// Repo[Order](x) constructs with type arguments; kNone when the callee is no such thing.
ExprId Lowering::generic_call(Index n, Index function, Index list) {
  if (kind(function) != Kind::subscript || !reads_like_type(function)) return kNone;
  const std::vector<Index> args = type_args(function);
  if (!std::all_of(args.begin(), args.end(), [&](Index arg) { return reads_like_type(arg); })) return kNone;
  std::vector<TypeRefId> types;
  types.reserve(args.size());
  for (const Index arg : args) types.push_back(type_of(arg));
  const ExprId callee = expr(child(function, m_grammar.field.value));
  const std::vector<Arg> values = arguments(list);
  const ExprId made = m_build.call(callee, values, span(n));
  m_facts.exprs[made].types = m_build.type_list(types);
  return made;
}

ExprId Lowering::call(Index n) {
  const Index function = child(n, m_grammar.field.function);
  const Index list = child(n, m_grammar.field.arguments);
  if (function == kNone || list == kNone) return unlowered(n);
  // super() and super(C, self) are the name "super", whatever their arguments.
  if (kind(function) == Kind::identifier && text(function) == "super") return m_build.name_expr("super", span(n));
  if (const ExprId made = generic_call(n, function, list); made != kNone) return made;
  const ExprId callee = expr(function);
  return m_build.call(callee, arguments(list), span(n));
}

ExprId Lowering::await(Index n) {
  const Index inner = first_named(n);
  if (inner == kNone) return unlowered(n);
  const ExprId made = expr(inner);
  Expr& awaited = m_facts.exprs[made];
  if (awaited.kind != ExprKind::call) return m_build.op("await", made, kNone, span(n));
  awaited.flags |= kAwaited;
  return made;
}

ExprId Lowering::yield(Index n) {
  scope().generator = true;
  bool from = false;
  for (Index c = node(n).first_child; c != kNone; c = node(c).next)
    from = from || (!node(c).named && text(c) == "from");
  const Index value = first_named(n);
  return m_build.op(from ? "yield*" : "yield", value == kNone ? kNone : expr(value), kNone, span(n));
}

ExprId Lowering::comprehension(Index n, std::string_view what) {
  const Index body = child(n, m_grammar.field.body);
  Index clause = first_named(n);
  while (clause != kNone && kind(clause) != Kind::for_in_clause) clause = next_named(clause);
  if (body == kNone || clause == kNone) return unlowered(n);
  return comprehension_from(clause, body, what, span(n));
}

// One `for` clause with the conditions behind it; a further `for` is a comprehension that its lambda returns.
ExprId Lowering::comprehension_from(Index clause, Index body, std::string_view what, Span at) {
  const Index left = child(clause, m_grammar.field.left);
  const Index right = child(clause, m_grammar.field.right);
  if (left == kNone || right == kNone) return unlowered(clause);
  const ExprId over = expr(right);
  const FnId id = m_build.reserve_fn();
  m_scopes.push_back({.fn = id, .kind = FnKind::lambda, .comprehension = true});
  m_build.open_block();
  Param item{.annotations = {}, .span = span(left)};
  if (kind(left) == Kind::identifier) {
    item.name = m_build.name(text(left));
  } else {
    item.name = m_build.name(m_build.fresh_name());
    unpack_from(left, item.name, span(left));
  }
  std::vector<ExprId> conditions;
  Index next = next_named(clause);
  for (; next != kNone && kind(next) != Kind::for_in_clause; next = next_named(next)) {
    const Index condition = kind(next) == Kind::if_clause ? first_named(next) : kNone;
    if (condition == kNone) continue;
    conditions.push_back(expr(condition));
    m_build.open_block();
  }
  ExprId result = kNone;
  if (next != kNone) {
    result = comprehension_from(next, body, what, at);
  } else if (kind(body) == Kind::pair) {
    const Index key = child(body, m_grammar.field.key);
    const Index value = child(body, m_grammar.field.value);
    const Arg parts[] = {{.value = key == kNone ? unlowered(body) : expr(key)},
                         {.value = value == kNone ? unlowered(body) : expr(value)}};
    result = m_build.list(ExprKind::list, {parts[0], parts[1]}, span(body), kTuple);
  } else {
    result = expr(body);
  }
  m_build.leave(LeaveHow::return_, result, span(body));
  for (std::size_t i = conditions.size(); i-- > 0;) {
    const BlockId then = m_build.close_block();
    m_build.event(
        {.kind = EventKind::branch, .expr = conditions[i], .body = then, .span = m_facts.exprs[conditions[i]].span});
  }
  Fn made;
  made.kind = FnKind::lambda;
  made.params = m_build.params({item});
  made.body = m_build.close_block();
  m_scopes.pop_back();
  made.outer = scope().fn;
  made.span = at;
  made.name_at = span(clause).begin;
  m_facts.fns[id] = made;
  return m_build.add(
      {.kind = ExprKind::comprehension, .name = m_build.name(what), .a = over, .target = id, .span = at});
}

}  // namespace idem::python
