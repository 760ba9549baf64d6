// switch, type switch and select: chained branches, inside a `loop once` when an arm breaks.
#include "frontends/go/lowering.hpp"

#include <functional>
#include <utility>

namespace idem::go {
namespace {

// Chains longer than this are written one after the other, each leaving when taken: later stages recurse into `else`.
constexpr std::size_t kMaxChain = 100;
// Arms that may follow each other by fallthrough; their bodies are shared, and a walk repeats them for each entry.
constexpr std::size_t kMaxFallthrough = 8;
// Switches with fallthrough inside one another: each level multiplies what a walk meets.
constexpr std::size_t kMaxFallthroughDepth = 2;

struct Arm {
  Index node = kNone;
  ExprId condition = kNone;
  bool is_default = false;
  BlockId body = kNone;
};

using Prologue = std::function<void(const Arm&)>;  // what the arm binds before its statements

void lower_body(Lowering& low, Arm& arm, const Prologue& prologue) {
  low.b.open_block();
  low.scopes.open();
  if (prologue) prologue(arm);
  for (Index at = low.syntax.first(arm.node); at != kNone; at = low.syntax.next(at)) {
    const Kind kind = low.syntax.kind(at);
    if (kind == Kind::statement_list || kind == Kind::error) lower_statements(low, at);
  }
  low.scopes.close();
  arm.body = low.b.close_block();
}

// `case a: fallthrough` before `case b:` is `case a, b:`.
bool only_falls_through(const Lowering& low, Index arm) {
  for (Index at = low.syntax.first(arm); at != kNone; at = low.syntax.next(at)) {
    if (low.syntax.kind(at) != Kind::statement_list) continue;
    const Index only = low.syntax.first(at);
    return low.syntax.kind(only) == Kind::fallthrough_statement && low.syntax.next(only) == kNone;
  }
  return false;
}

bool falls_through(const Lowering& low, const Arm& arm) {
  for (Index at = low.syntax.first(arm.node); at != kNone; at = low.syntax.next(at))
    if (low.syntax.kind(at) == Kind::statement_list)
      for (Index statement = low.syntax.first(at); statement != kNone; statement = low.syntax.next(statement))
        if (low.syntax.kind(statement) == Kind::fallthrough_statement) return true;
  return false;
}

// A body that falls through ends in the next one, so that one is lowered first.
void lower_bodies(Lowering& low, std::vector<Arm>& arms, const Prologue& prologue) {
  bool any = false;
  for (const Arm& arm : arms) any = any || falls_through(low, arm);
  if (!any) {
    for (Arm& arm : arms) lower_body(low, arm, prologue);
    return;
  }
  std::size_t chain = 0;
  for (std::size_t i = arms.size(); i-- > 0;) {
    chain = falls_through(low, arms[i]) ? chain + 1 : 0;
    const bool too_long = chain > kMaxFallthrough || (chain > 0 && low.fn.fall_depth >= kMaxFallthroughDepth);
    if (too_long) {
      low.b.cut("long fallthrough", low.syntax.span(arms[i].node));
      chain = 0;
    }
    low.fn.fall_to = !too_long && i + 1 < arms.size() ? arms[i + 1].body : kNone;
    ++low.fn.fall_depth;
    lower_body(low, arms[i], prologue);
    --low.fn.fall_depth;
  }
}

Event branch_event(const Lowering& low, const Arm& arm, BlockId other) {
  return {.kind = EventKind::branch,
          .expr = arm.condition,
          .body = arm.body,
          .other = other,
          .span = low.syntax.span(arm.node)};
}

void emit_flat(Lowering& low, const std::vector<Arm>& tests, BlockId otherwise, Span span) {
  for (const Arm& arm : tests) {
    low.b.open_block();
    scope_event(low, ScopeHow::block, arm.body, low.syntax.span(arm.node));
    low.b.leave(LeaveHow::break_, kNone, low.syntax.span(arm.node));
    Arm leaving = arm;
    leaving.body = low.b.close_block();
    low.b.event(branch_event(low, leaving, kNone));
  }
  if (otherwise != kNone) scope_event(low, ScopeHow::block, otherwise, span);
}

void emit_chain(Lowering& low, const std::vector<Arm>& tests, BlockId otherwise, Span span) {
  if (tests.empty()) {
    if (otherwise != kNone) scope_event(low, ScopeHow::block, otherwise, span);
    return;
  }
  BlockId other = otherwise;
  for (std::size_t i = tests.size(); i-- > 1;) {
    low.b.open_block();
    low.b.event(branch_event(low, tests[i], other));
    other = low.b.close_block();
  }
  low.b.event(branch_event(low, tests[0], other));
}

// Lowers the bodies of the arms and writes the branches.
void emit_arms(Lowering& low, std::vector<Arm>& arms, const Prologue& prologue, Span span) {
  low.fn.targets.push_back({.label = std::exchange(low.fn.label, 0)});
  const BlockId outer_fall = low.fn.fall_to;
  low.fn.fall_to = kNone;
  lower_bodies(low, arms, prologue);
  low.fn.fall_to = outer_fall;
  const bool broken = low.fn.targets.back().broken;
  low.fn.targets.pop_back();

  std::vector<Arm> tests;
  BlockId otherwise = kNone;
  for (const Arm& arm : arms) {
    if (arm.is_default)
      otherwise = arm.body;
    else
      tests.push_back(arm);
  }
  const bool flat = tests.size() > kMaxChain;
  if (broken || flat) low.b.open_block();
  if (flat)
    emit_flat(low, tests, otherwise, span);
  else
    emit_chain(low, tests, otherwise, span);
  if (broken || flat)
    low.b.event({.kind = EventKind::loop,
                 .how = static_cast<std::uint8_t>(LoopHow::once),
                 .body = low.b.close_block(),
                 .span = span});
}

// What the cases are compared with, evaluated once: a name stays itself, anything else goes to a fresh one.
NameId subject_name(Lowering& low, Index value) {
  const Index bare = strip_parentheses(low, value);
  if (low.syntax.kind(bare) == Kind::identifier) return low.name_of(bare);
  const std::string name = low.b.fresh_name();
  const Span span = low.syntax.span(value);
  low.b.set(low.b.name_expr(name, span), lower_expr(low, value), SetHow::declare, span);
  return low.b.name(name);
}

ExprId name_at(Lowering& low, NameId name, Span span) {
  return low.b.add({.kind = ExprKind::name, .name = name, .span = span});
}

// One of several tests. Many are joined as a balanced tree, because later stages recurse into operands.
ExprId any_of(Lowering& low, const std::vector<ExprId>& tests, std::size_t from, std::size_t to, Span span) {
  constexpr std::size_t kMaxLeaning = 32;
  if (to - from > kMaxLeaning) {
    const std::size_t middle = from + (to - from) / 2;
    const ExprId left = any_of(low, tests, from, middle, span);
    return low.b.op("||", left, any_of(low, tests, middle, to, span), span);
  }
  ExprId joined = from == to ? low.b.unknown("syntax error", span) : tests[from];
  for (std::size_t i = from + 1; i < to; ++i) joined = low.b.op("||", joined, tests[i], span);
  return joined;
}

ExprId any_of(Lowering& low, const std::vector<ExprId>& tests, Span span) {
  return any_of(low, tests, 0, tests.size(), span);
}

ExprId type_test(Lowering& low, NameId subject, Index type) {
  const Span span = low.syntax.span(type);
  const ExprId value = name_at(low, subject, span);
  if (low.syntax.text(type) == "nil")
    return low.b.op("==", value, low.b.add({.kind = ExprKind::null, .span = span}), span);
  const ExprId test = low.b.op("instanceof", value, type_as_expr(low, type), span);
  const Range types = low.b.type_list({lower_type(low, type)});
  low.b.facts().exprs[test].types = types;
  return test;
}

// Runs `emit` with the initialiser before it, in a scope of its own when that hides a name.
void with_initializer(Lowering& low, Index node, const std::function<void()>& emit) {
  const Index initializer = low.syntax.child(node, FieldName::initializer);
  low.scopes.open();
  const bool own_scope = hides_a_name(low, initializer);
  if (own_scope) low.b.open_block();
  if (initializer != kNone) lower_statement(low, initializer);
  emit();
  if (own_scope) scope_event(low, ScopeHow::block, low.b.close_block(), low.syntax.span(node));
  low.scopes.close();
}

}  // namespace

void lower_switch(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  with_initializer(low, node, [&] {
    const Index value = syntax.child(node, FieldName::value);
    const bool tagless = value == kNone || syntax.kind(strip_parentheses(low, value)) == Kind::true_;
    const NameId subject = tagless ? 0 : subject_name(low, value);
    std::vector<Arm> arms;
    std::vector<ExprId> tests;  // also those of cases that only fall through to this one
    for (Index at = syntax.first(node); at != kNone; at = syntax.next(at)) {
      if (syntax.kind(at) == Kind::default_case) arms.push_back({.node = at, .is_default = true});
      if (syntax.kind(at) != Kind::expression_case) continue;
      const Index list = syntax.child(at, FieldName::value);
      for (Index each = syntax.first(list); each != kNone; each = syntax.next(each)) {
        const Span span = syntax.span(each);
        const ExprId test = lower_expr(low, each);
        tests.push_back(tagless ? test : low.b.op("==", name_at(low, subject, span), test, span));
      }
      if (syntax.kind(syntax.next(at)) == Kind::expression_case && only_falls_through(low, at)) continue;
      arms.push_back({.node = at, .condition = any_of(low, tests, syntax.span(at))});
      tests.clear();
    }
    emit_arms(low, arms, nullptr, syntax.span(node));
  });
}

void lower_type_switch(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  with_initializer(low, node, [&] {
    const NameId subject = subject_name(low, syntax.child(node, FieldName::value));
    const Index bound = syntax.first(syntax.child(node, FieldName::alias));
    std::vector<Arm> arms;
    for (Index at = syntax.first(node); at != kNone; at = syntax.next(at)) {
      if (syntax.kind(at) == Kind::default_case) arms.push_back({.node = at, .is_default = true});
      if (syntax.kind(at) != Kind::type_case) continue;
      std::vector<ExprId> tests;
      for (const Index type : syntax.children(at, FieldName::type)) tests.push_back(type_test(low, subject, type));
      arms.push_back({.node = at, .condition = any_of(low, tests, syntax.span(at))});
    }
    // In an arm of one type the bound name has that type.
    const auto bind = [&](const Arm& arm) {
      if (bound == kNone || syntax.text(bound) == "_") return;
      const std::vector<Index> types = syntax.children(arm.node, FieldName::type);
      const bool typed = types.size() == 1 && syntax.text(types[0]) != "nil";
      const Span span = syntax.span(bound);
      low.scopes.declare(low.name_of(bound));
      low.b.set(low.b.name_expr(syntax.text(bound), span), name_at(low, subject, span), SetHow::declare, span,
                typed ? lower_type(low, types[0]) : kNone);
    };
    emit_arms(low, arms, bind, syntax.span(node));
  });
}

// One ready case runs, which one is unknown; without a default case the last is what remains.
void lower_select(Lowering& low, Index node) {
  const Syntax& syntax = low.syntax;
  std::vector<Arm> arms;
  bool has_default = false;
  for (Index at = syntax.first(node); at != kNone; at = syntax.next(at)) {
    const Kind kind = syntax.kind(at);
    if (kind == Kind::default_case) arms.push_back({.node = at, .is_default = true});
    if (kind == Kind::communication_case)
      arms.push_back({.node = at, .condition = low.b.unknown("select", syntax.span(at))});
    has_default = has_default || kind == Kind::default_case;
  }
  if (arms.empty()) {  // select {} blocks for ever
    low.b.leave(LeaveHow::abort, kNone, syntax.span(node));
    return;
  }
  if (!has_default) arms.back().is_default = true;
  const auto communicate = [&](const Arm& arm) {
    const Index communication = syntax.child(arm.node, FieldName::communication);
    if (syntax.kind(communication) == Kind::send_statement) return lower_statement(low, communication);
    if (syntax.kind(communication) != Kind::receive_statement) return;
    const Index right = syntax.child(communication, FieldName::right);
    const Index left = syntax.child(communication, FieldName::left);
    if (left == kNone) return low.b.eval(lower_expr(low, right), syntax.span(communication));
    const bool declares = syntax.has_token(communication, ":=");
    lower_assignment(low, {.left = syntax.children(left),
                           .right = {right},
                           .how = declares ? SetHow::declare : SetHow::assign,
                           .redeclares = declares,
                           .span = syntax.span(communication)});
  };
  emit_arms(low, arms, communicate, syntax.span(node));
}

}  // namespace idem::go
