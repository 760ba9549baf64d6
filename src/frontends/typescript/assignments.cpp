// Assignments are events; inside expressions they leave the name they set as the value.
#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

static bool is_place(ExprKind expr_kind) {
  return expr_kind == ExprKind::name || expr_kind == ExprKind::member || expr_kind == ExprKind::index;
}

ExprId Lowering::assignment(Index at) {
  const Index left = without_parentheses(child(at, Role::left));
  const Index right = child(at, Role::right);
  const SetHow how = has_token(at, Kind::tok_using) ? SetHow::constant : SetHow::assign;
  if (is_pattern(left)) {
    const ExprId whole = kept(expr(right), span(at));
    bind(left, whole, how);
    return whole;
  }
  const ExprId place = expr(left);
  const std::string_view name = kind(left) == Kind::member_expression ? text(child(left, Role::property)) : text(left);
  ExprId value = named_expr(right, kind(left) == Kind::subscript_expression ? "" : name);
  if (!is_place(facts().exprs[place].kind)) return value;
  if (m_fn == 0) value = common_js_export(place, value);
  m_builder.set(place, value, how, span(at));
  return is_plain(value) ? value : place;
}

// module.exports = value, exports.a = value, module.exports.a = value. What is exported must not be evaluated once for
// the event and once for each importer, so it gets a name.
ExprId Lowering::common_js_export(ExprId place, ExprId value) {
  const auto is_name = [&](ExprId id, std::string_view name) {
    const Expr& named = facts().exprs[id];
    return named.kind == ExprKind::name && facts().name(named.name) == name;
  };
  const auto is_whole = [&](ExprId id) {
    const Expr& whole = facts().exprs[id];
    return whole.kind == ExprKind::member && facts().name(whole.name) == "exports" && is_name(whole.a, "module");
  };
  const Expr& target = facts().exprs[place];
  if (target.kind != ExprKind::member) return value;
  const bool whole = is_whole(place);
  if (!whole && !is_name(target.a, "exports") && !is_whole(target.a)) return value;
  const std::string name = whole ? "=" : std::string(facts().name(target.name));
  const Span where = target.span;
  const Expr written = facts().exprs[value];
  if (written.kind == ExprKind::null) return value;  // what compilers write first: exports.a = void 0
  bool as_it_is = is_plain(value);
  if (written.kind == ExprKind::map) {
    as_it_is = true;
    for (Index i = 0; i < written.args.count && as_it_is; ++i)
      as_it_is = is_plain(facts().args[written.args.first + i].value);
  }
  if (!as_it_is) value = kept(value, where);
  add_export(name, value, where);
  return value;
}

ExprId Lowering::augmented(Index at) {
  const ExprId place = expr(child(at, Role::left));
  std::string_view op = text(child(at, Role::operator_));
  if (op.ends_with('=')) op.remove_suffix(1);
  if (op == ">>>") op = ">>";
  const ExprId value = expr(child(at, Role::right));
  if (!is_place(facts().exprs[place].kind)) return value;
  m_builder.event({.kind = EventKind::set,
                   .how = static_cast<std::uint8_t>(SetHow::augment),
                   .expr = value,
                   .place = place,
                   .op = m_builder.name(op),
                   .span = span(at)});
  return place;
}

ExprId Lowering::update(Index at) {
  const ExprId place = expr(child(at, Role::argument));
  if (!is_place(facts().exprs[place].kind)) return place;
  const std::string_view op = text(child(at, Role::operator_)) == "--" ? "-" : "+";
  const ExprId one = m_builder.add({.kind = ExprKind::number, .name = m_builder.name("1"), .span = span(at)});
  m_builder.event({.kind = EventKind::set,
                   .how = static_cast<std::uint8_t>(SetHow::augment),
                   .expr = one,
                   .place = place,
                   .op = m_builder.name(op),
                   .span = span(at)});
  return place;
}

}  // namespace idem::typescript
