#include "ttl/code/around.hpp"

#include "ttl/code/words.hpp"

#include <algorithm>

namespace idem {

std::string callee_text(const FileFacts& facts, ExprId callee) {
  std::string text;
  for (int depth = 0; callee != kNone && depth < 16; ++depth) {
    const Expr& expr = facts.exprs[callee];
    if (expr.kind == ExprKind::name) return std::string(facts.name(expr.name)) + text;
    if (expr.kind != ExprKind::member) return text.empty() ? text : text.substr(1);
    text = "." + std::string(facts.name(expr.name)) + text;
    callee = expr.a;
  }
  return text.empty() ? text : text.substr(1);
}

Enclosing::Enclosing(const FileFacts& facts) : m_path(plain_word(facts.path) + " ") {
  const auto add = [&](Span span, std::string name) {
    if (!name.empty() && span.end > span.begin) m_scopes.push_back({span, std::move(name), 0});
  };
  for (const Fn& fn : facts.fns) add(fn.span, std::string(facts.name(fn.name)));
  for (const Type& type : facts.types) add(type.span, std::string(facts.name(type.name)));
  for (const Expr& expr : facts.exprs) {
    if (expr.kind == ExprKind::call) add(expr.span, callee_text(facts, expr.a));
    if (expr.kind != ExprKind::map && expr.kind != ExprKind::call) continue;
    for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
      if (facts.args[i].label != 0 && facts.args[i].value != kNone)
        add(facts.exprs[facts.args[i].value].span, std::string(facts.name(facts.args[i].label)));
  }
  for (const Event& event : facts.events)
    if (event.kind == EventKind::set && event.place != kNone && event.expr != kNone)
      add(facts.exprs[event.expr].span, callee_text(facts, event.place));
  std::stable_sort(m_scopes.begin(), m_scopes.end(), [](const Scope& a, const Scope& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  });
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < m_scopes.size(); ++i) {
    while (!open.empty() && m_scopes[open.back()].span.end < m_scopes[i].span.end) open.pop_back();
    if (!open.empty()) m_scopes[i].outer = open.back() + 1;
    open.push_back(i);
  }
}

std::size_t Enclosing::innermost(Span span) const {
  const auto after = std::upper_bound(m_scopes.begin(), m_scopes.end(), span.begin,
                                      [](std::uint32_t begin, const Scope& scope) { return begin < scope.span.begin; });
  // The last scope that begins at or before the place; from there outward to one that holds it.
  auto at = static_cast<std::size_t>(after - m_scopes.begin());
  while (at != 0 && m_scopes[at - 1].span.end < span.end) at = m_scopes[at - 1].outer;
  return at;
}

std::vector<std::string> Enclosing::names(Span span) const {
  std::vector<std::string> found;
  for (std::size_t at = innermost(span); at != 0; at = m_scopes[at - 1].outer) found.push_back(m_scopes[at - 1].name);
  std::reverse(found.begin(), found.end());
  return found;
}

std::string Enclosing::nearest(Span span) const {
  std::size_t at = innermost(span);
  while (at != 0 && m_scopes[at - 1].span.end - m_scopes[at - 1].span.begin == span.end - span.begin)
    at = m_scopes[at - 1].outer;
  return at == 0 ? std::string() : m_scopes[at - 1].name;
}

std::string Enclosing::words(Span span) const {
  std::string out;
  for (const std::string& name : names(span)) out += plain_word(name) + " ";
  return out;
}

}  // namespace idem
