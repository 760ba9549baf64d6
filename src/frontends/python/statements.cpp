#include "frontends/python/lowering.hpp"

namespace idem::python {

// The arms of one if and the items of one with nest in the facts, though not in the text; more are not believed.
static constexpr std::size_t kMaxArms = 400;

void Lowering::statements(Index parent) {
  if (parent == kNone) return;
  for (Index c = first_named(parent); c != kNone; c = next_named(c)) statement(c);
}

void Lowering::body_of(Index block) { statements(block); }

BlockId Lowering::block_of(Index block) {
  m_build.open_block();
  body_of(block);
  return m_build.close_block();
}

void Lowering::statement(Index n) {
  switch (kind(n)) {
    case Kind::expression_statement:
      return expression_statement(n);
    case Kind::decorated_definition:
      return decorated_definition(n);
    case Kind::function_definition:
      return function_definition(n, {});
    case Kind::class_definition:
      return class_definition(n, {});
    case Kind::type_alias_statement:
      return type_alias_statement(n);
    case Kind::import_statement:
      return import_statement(n);
    case Kind::import_from_statement:
      return import_from(n);
    case Kind::if_statement:
      return if_statement(n);
    case Kind::for_statement:
      return for_statement(n);
    case Kind::while_statement:
      return while_statement(n);
    case Kind::try_statement:
      return try_statement(n);
    case Kind::with_statement:
      return with_statement(n);
    case Kind::match_statement:
      return match_statement(n);
    case Kind::raise_statement:
      return raise_statement(n);
    case Kind::assert_statement:
      return assert_statement(n);
    case Kind::delete_statement:
      return delete_statement(n);
    case Kind::global_statement:
    case Kind::nonlocal_statement:
      return scope_names(n);
    case Kind::break_statement:
      return break_statement(n);
    case Kind::continue_statement:
      return m_build.leave(LeaveHow::continue_, kNone, span(n));
    case Kind::return_statement: {
      const Index value = first_named(n);
      return m_build.leave(LeaveHow::return_, value == kNone ? kNone : expr(value), span(n));
    }
    case Kind::print_statement:
    case Kind::exec_statement: {
      std::vector<Arg> args;
      for (Index c = first_named(n); c != kNone; c = next_named(c))
        if (kind(c) != Kind::chevron) args.push_back({.value = expr(c)});
      const std::string_view name = kind(n) == Kind::print_statement ? "print" : "exec";
      return m_build.eval(m_build.call(m_build.name_expr(name, span(n)), args, span(n)), span(n));
    }
    case Kind::pass_statement:
    case Kind::future_import_statement:
    case Kind::comment:
      return;
    case Kind::block:
      return statements(n);
    case Kind::error:
      return error_children(n);
    default:
      return;  // a part of a broken statement; its error node is a cut
  }
}

// What stands whole inside an error is still read.
void Lowering::error_children(Index n) {
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    const Kind what = kind(c);
    if (what == Kind::call || what == Kind::await)
      m_build.eval(expr(c), span(c));
    else if (what == Kind::assignment)
      assignment(c);
    else
      statement(c);
  }
}

void Lowering::expression_statement(Index n) {
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    switch (kind(c)) {
      case Kind::assignment:
        assignment(c);
        break;
      case Kind::augmented_assignment:
        augmented_assignment(c);
        break;
      case Kind::ellipsis:
        break;
      case Kind::string:
      case Kind::concatenated_string:
        if (!is_plain_string(c)) m_build.eval(expr(c), span(c));
        break;  // a docstring
      case Kind::error:
        error_children(c);
        break;
      case Kind::named_expression:
        expr(c);
        break;  // its set event is all there is to it
      default:
        m_build.eval(expr(c), span(c));
        break;
    }
  }
}

void Lowering::if_statement(Index n) {
  struct Arm {
    ExprId cond;
    BlockId body;
    Span at;
  };
  const auto arm = [&](Index part) {
    const Index condition = child(part, m_grammar.field.condition);
    Arm made{.cond = kNone, .body = kNone, .at = span(part)};
    if (condition != kNone) made.cond = expr(condition);
    const std::string_view said = condition == kNone ? std::string_view() : text(condition);
    const bool outer = m_type_checking;
    if (said == "TYPE_CHECKING" || said.ends_with(".TYPE_CHECKING")) m_type_checking = true;
    made.body = block_of(child(part, m_grammar.field.consequence));
    m_type_checking = outer;
    return made;
  };
  std::vector<Arm> arms{arm(n)};
  BlockId last = kNone;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::elif_clause) {
      if (arms.size() == kMaxArms) {
        m_build.cut("too many branches", {span(c).begin, span(n).end});
        break;
      }
      m_build.open_block();  // the else of the arm before, closed below
      arms.push_back(arm(c));
    } else if (kind(c) == Kind::else_clause) {
      last = block_of(child(c, m_grammar.field.body));
      break;
    }
  }
  for (std::size_t i = arms.size(); i-- > 0;) {
    m_build.event(
        {.kind = EventKind::branch, .expr = arms[i].cond, .body = arms[i].body, .other = last, .span = arms[i].at});
    if (i != 0) last = m_build.close_block();
  }
}

void Lowering::try_statement(Index n) {
  Event event{.kind = EventKind::try_, .span = span(n)};
  std::vector<idem::Catch> catches;
  m_build.open_block();
  body_of(child(n, m_grammar.field.body));
  for (Index c = first_named(n); c != kNone; c = next_named(c))
    if (kind(c) == Kind::else_clause) body_of(child(c, m_grammar.field.body));
  event.body = m_build.close_block();
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::except_clause) catches.push_back(except_clause(c));
    if (kind(c) == Kind::finally_clause) event.other = block_of(first_named(c));
  }
  event.catches = m_build.catches(catches);
  m_build.event(event);
}

idem::Catch Lowering::except_clause(Index n) {
  idem::Catch caught{.types = {}, .span = span(n)};
  std::vector<ExprId> types;
  Index block = kNone;
  const auto add_type = [&](Index value) {
    if (kind(value) == Kind::as_pattern) {
      const Index target = child(value, m_grammar.field.alias);
      if (target != kNone) caught.bind = m_build.name(text(target));
      value = first_named(value);
    }
    value = value == kNone ? kNone : without_parentheses(value);
    if (value == kNone) return;
    if (kind(value) != Kind::tuple) return types.push_back(expr(value));
    for (Index c = first_named(value); c != kNone; c = next_named(c)) types.push_back(expr(c));
  };
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (node(c).field == m_grammar.field.alias)
      caught.bind = m_build.name(text(c));
    else if (kind(c) == Kind::block)
      block = c;
    else if (node(c).field == m_grammar.field.value)
      add_type(c);
  }
  caught.types = m_build.expr_list(types);
  caught.body = block_of(block);
  return caught;
}

void Lowering::with_statement(Index n) {
  std::vector<Index> items;
  const auto add_item = [&](Index value) {
    value = without_parentheses(value);
    if (value == kNone) return;
    if (kind(value) != Kind::tuple) return items.push_back(value);
    for (Index c = first_named(value); c != kNone; c = next_named(c)) items.push_back(c);
  };
  for (Index clause = first_named(n); clause != kNone; clause = next_named(clause)) {
    if (kind(clause) != Kind::with_clause) continue;
    for (Index item = first_named(clause); item != kNone; item = next_named(item))
      add_item(kind(item) == Kind::with_item ? child(item, m_grammar.field.value) : item);
  }
  if (items.size() > kMaxArms) {
    m_build.cut("too many items", span(n));
    items.resize(kMaxArms);
  }
  std::vector<Event> open;
  for (const Index item : items) {
    const bool binds = kind(item) == Kind::as_pattern;
    const Index subject = binds ? first_named(item) : item;
    const Index alias = binds ? child(item, m_grammar.field.alias) : kNone;
    const Index target = alias == kNone ? kNone : first_named(alias);
    Event event{.kind = EventKind::scope, .how = static_cast<std::uint8_t>(ScopeHow::with), .span = span(item)};
    if (subject != kNone) event.expr = expr(subject);
    NameId temporary = 0;
    if (target != kNone) event.place = place_for(target, temporary);
    open.push_back(event);
    m_build.open_block();
    if (temporary != 0) unpack_from(target, temporary, span(target));
  }
  body_of(child(n, m_grammar.field.body));
  for (std::size_t i = open.size(); i-- > 0;) {
    open[i].body = m_build.close_block();
    m_build.event(open[i]);
  }
}

void Lowering::raise_statement(Index n) {
  const Index value = first_named(n);
  const bool bare = value == kNone || node(value).field == m_grammar.field.cause;
  m_build.leave(LeaveHow::throw_, bare ? kNone : expr(value), span(n));
}

void Lowering::assert_statement(Index n) {
  const Index condition = first_named(n);
  if (condition == kNone) return;
  const ExprId cond = not_of(expr(condition), span(condition));
  m_build.open_block();
  std::vector<Arg> args;
  const Index message = next_named(condition);
  if (message != kNone) args.push_back({.value = expr(message)});
  const ExprId error = m_build.call(m_build.name_expr("AssertionError", span(n)), args, span(n));
  m_build.leave(LeaveHow::throw_, error, span(n));
  m_build.event({.kind = EventKind::branch, .expr = cond, .body = m_build.close_block(), .span = span(n)});
}

void Lowering::delete_statement(Index n) {
  Index what = first_named(n);
  if (what != kNone && kind(what) == Kind::expression_list) what = first_named(what);
  for (; what != kNone; what = next_named(what))
    m_build.eval(m_build.op("delete", expr(what), kNone, span(what)), span(n));
}

void Lowering::scope_names(Index n) {
  for (Index c = first_named(n); c != kNone; c = next_named(c)) scope().outside.push_back(text(c));
}

}  // namespace idem::python
