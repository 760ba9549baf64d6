// match statements: every case is an arm of chained branches, its pattern a condition and some captures.
#include "frontends/python/lowering.hpp"

#include <algorithm>
#include <array>

namespace idem::python {

static constexpr std::size_t kMaxCases = 400;

// As a balanced tree, for a flat list in the source may be longer than a recursion should be deep.
ExprId Lowering::joined(std::string_view sign, std::span<const ExprId> parts, Span at) {
  if (parts.size() < 2) return parts.empty() ? kNone : parts[0];
  const std::size_t half = (parts.size() + 1) / 2;
  const ExprId left = joined(sign, parts.first(half), at);
  return m_build.op(sign, left, joined(sign, parts.subspan(half), at), at);
}

static void add(std::vector<ExprId>& conditions, ExprId condition) {
  if (condition != kNone) conditions.push_back(condition);
}

void Lowering::match_statement(Index n) {
  std::vector<Arg> subjects;
  for (Index c = first_named(n); c != kNone; c = next_named(c))
    if (node(c).field == m_grammar.field.subject) subjects.push_back({.value = expr(c)});
  if (subjects.empty()) return;
  const ExprId whole =
      subjects.size() == 1 ? subjects[0].value : m_build.list(ExprKind::list, subjects, span(n), kTuple);
  const ExprId subject = hold(whole, m_facts.exprs[whole].span);
  struct Arm {
    ExprId cond;
    BlockId body;
    Span at;
  };
  std::vector<Arm> arms;
  BlockId last = kNone;
  const Index body = child(n, m_grammar.field.body);
  for (Index c = body == kNone ? kNone : first_named(body); c != kNone; c = next_named(c)) {
    if (kind(c) != Kind::case_clause) continue;
    if (arms.size() == kMaxCases) {
      m_build.cut("too many branches", {span(c).begin, span(n).end});
      break;
    }
    if (!arms.empty()) m_build.open_block();  // the else of the arm before, closed below
    std::vector<Capture> captures;
    std::vector<Index> items;
    for (Index p = first_named(c); p != kNone; p = next_named(p))
      if (kind(p) == Kind::case_pattern) items.push_back(p);
    ExprId cond =
        items.size() == 1 ? pattern(items[0], subject, captures) : sequence_pattern(items, span(c), subject, captures);
    const auto bind_captures = [&] {
      for (const Capture& capture : captures) assign_name(capture.name, capture.value, capture.at, capture.at);
    };
    const Index guard = child(c, m_grammar.field.guard);
    if (guard != kNone && first_named(guard) != kNone) {
      bind_captures();  // the guard sees them
      const ExprId guarded = expr(first_named(guard));
      cond = cond == kNone ? guarded : m_build.op("&&", cond, guarded, span(c));
      captures.clear();
    }
    const Index consequence = child(c, m_grammar.field.consequence);
    if (cond == kNone && !arms.empty()) {  // matches whatever is left: it is the else itself
      bind_captures();
      body_of(consequence);
      last = m_build.close_block();
      break;
    }
    if (cond == kNone) cond = boolean(true, span(c));
    m_build.open_block();
    bind_captures();
    body_of(consequence);
    arms.push_back({cond, m_build.close_block(), span(c)});
  }
  for (std::size_t i = arms.size(); i-- > 0;) {
    m_build.event(
        {.kind = EventKind::branch, .expr = arms[i].cond, .body = arms[i].body, .other = last, .span = arms[i].at});
    if (i != 0) last = m_build.close_block();
  }
}

ExprId Lowering::pattern(Index n, ExprId subject, std::vector<Capture>& captures) {
  switch (kind(n)) {
    case Kind::case_pattern:
      return case_pattern(n, subject, captures);
    case Kind::as_pattern: {
      const Index inner = first_named(n);
      if (inner == kNone) return unlowered(n);
      const ExprId cond = pattern(inner, subject, captures);
      for (Index c = next_named(inner); c != kNone; c = next_named(c))
        if (kind(c) == Kind::identifier) captures.push_back({text(c), subject, span(c)});
      return cond;
    }
    case Kind::dotted_name: {
      const Index name = first_named(n);
      if (name == kNone) return unlowered(n);
      if (next_named(name) != kNone) return m_build.op("==", subject, expr(n), span(n));
      if (text(name) != "_") captures.push_back({text(name), subject, span(n)});
      return kNone;
    }
    case Kind::union_pattern: {
      std::vector<ExprId> any;
      for (Index c = first_named(n); c != kNone; c = next_named(c)) {
        any.push_back(pattern(c, subject, captures));
        if (any.back() == kNone) return kNone;
      }
      return joined("||", any, span(n));
    }
    case Kind::class_pattern:
      return class_pattern(n, subject, captures);
    case Kind::list_pattern:
    case Kind::tuple_pattern: {
      std::vector<Index> items;
      for (Index c = first_named(n); c != kNone; c = next_named(c)) items.push_back(c);
      const bool grouping =
          kind(n) == Kind::tuple_pattern && items.size() == 1 && text(n).find(',') == std::string_view::npos;
      return grouping ? pattern(items[0], subject, captures) : sequence_pattern(items, span(n), subject, captures);
    }
    case Kind::dict_pattern:
      return dict_pattern(n, subject, captures);
    case Kind::identifier:
      if (text(n) != "_") captures.push_back({text(n), subject, span(n)});
      return kNone;
    case Kind::string:
    case Kind::concatenated_string:
    case Kind::integer:
    case Kind::float_:
    case Kind::true_:
    case Kind::false_:
    case Kind::none:
      return m_build.op("==", subject, expr(n), span(n));
    default:
      return unlowered(n);
  }
}

ExprId Lowering::case_pattern(Index n, ExprId subject, std::vector<Capture>& captures) {
  const Index inner = first_named(n);
  if (inner == kNone) return kNone;  // "_"
  if (starts_with_token(n, "-"))
    return m_build.op("==", subject, number("-" + std::string(text(inner)), span(n)), span(n));
  return pattern(inner, subject, captures);
}

// Positional parts go by the class's __match_args__, which is not known here; but str(x), int(x) and their like bind
// the subject itself.
ExprId Lowering::class_pattern(Index n, ExprId subject, std::vector<Capture>& captures) {
  static constexpr std::array kThemselves{"str",  "int",   "float", "bool",      "bytes",    "list",
                                          "dict", "tuple", "set",   "frozenset", "bytearray"};
  const Index name = first_named(n);
  if (name == kNone) return unlowered(n);
  const bool itself = std::find(kThemselves.begin(), kThemselves.end(), text(name)) != kThemselves.end();
  std::vector<ExprId> conditions{m_build.op("instanceof", subject, expr(name), span(n))};
  for (Index c = next_named(name); c != kNone; c = next_named(c)) {
    const Index inner = kind(c) == Kind::case_pattern ? first_named(c) : c;
    if (inner == kNone) continue;
    if (kind(inner) == Kind::keyword_pattern) {
      const Index key = first_named(inner);
      const Index value = key == kNone ? kNone : next_named(key);
      if (value != kNone) {
        const ExprId part = m_build.member(subject, text(key), span(inner));
        add(conditions, pattern(value, part, captures));
      }
      continue;
    }
    const ExprId part = itself ? subject : m_build.unknown("positional class pattern", span(c));
    add(conditions, pattern(c, part, captures));
  }
  return joined("&&", conditions, span(n));
}

ExprId Lowering::sequence_pattern(const std::vector<Index>& items, Span at, ExprId subject,
                                  std::vector<Capture>& captures) {
  const auto bare = [&](Index item) {
    return kind(item) == Kind::case_pattern && first_named(item) != kNone ? first_named(item) : item;
  };
  const auto is_star = [&](Index item) { return kind(bare(item)) == Kind::splat_pattern; };
  const bool open = std::any_of(items.begin(), items.end(), is_star);
  const ExprId length = m_build.call(m_build.name_expr("len", at), {Arg{.value = subject}}, at);
  const ExprId least = number(std::to_string(items.size() - (open ? 1 : 0)), at);
  std::vector<ExprId> conditions{m_build.op(open ? ">=" : "==", length, least, at)};
  bool after_star = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Index item = items[i];
    if (is_star(item)) {
      const Index name = first_named(bare(item));
      const ExprId bounds = slice_bounds(i, items.size() - i - 1, span(item));
      if (name != kNone && text(name) != "_")
        captures.push_back({text(name), m_build.op("slice", subject, bounds, span(item)), span(item)});
      after_star = true;
      continue;
    }
    const std::string place = after_star ? "-" + std::to_string(items.size() - i) : std::to_string(i);
    const ExprId part = m_build.index(subject, number(place, span(item)), span(item));
    add(conditions, pattern(item, part, captures));
  }
  return joined("&&", conditions, at);
}

ExprId Lowering::dict_pattern(Index n, ExprId subject, std::vector<Capture>& captures) {
  std::vector<ExprId> conditions;
  ExprId key = kNone;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (node(c).field == m_grammar.field.key) {
      key = expr(kind(c) == Kind::case_pattern && first_named(c) != kNone ? first_named(c) : c);
      conditions.push_back(m_build.op("in", key, subject, span(c)));
    } else if (node(c).field == m_grammar.field.value && key != kNone) {
      add(conditions, pattern(c, m_build.index(subject, key, span(c)), captures));
    } else if (kind(c) == Kind::splat_pattern && first_named(c) != kNone) {
      captures.push_back({text(first_named(c)), subject, span(c)});
    }
  }
  if (conditions.empty())
    conditions.push_back(m_build.op("instanceof", subject, m_build.name_expr("dict", span(n)), span(n)));
  return joined("&&", conditions, span(n));
}

}  // namespace idem::python
