#include "frontends/python/lowering.hpp"

#include <algorithm>

namespace idem::python {

bool Decorators::has(std::string_view last_part) const {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == last_part || (name.size() > last_part.size() && name.ends_with(last_part) &&
                                 name[name.size() - last_part.size() - 1] == '.');
  });
}

Lowering::Lowering(FileFacts& facts, std::string_view text, const SyntaxTree& tree)
    : m_facts(facts), m_text(text), m_tree(tree), m_grammar(grammar()), m_build(facts, text) {}

void Lowering::run() {
  const FnId module = m_build.reserve_fn();
  m_scopes.push_back({.fn = module, .kind = FnKind::module});
  m_build.open_block();
  const Span all{0, static_cast<std::uint32_t>(m_text.size())};
  if (m_tree.nodes.empty()) {
    m_facts.has_errors = true;
    m_build.cut("the parser ran out of its memory budget", all);
  } else {
    scan();
    statements(0);
  }
  const BlockId body = m_build.close_block();
  m_facts.fns[module].kind = FnKind::module;
  m_facts.fns[module].body = body;
  m_facts.fns[module].span = all;
}

std::string_view Lowering::text(Span at) const {
  const std::size_t begin = std::min<std::size_t>(at.begin, m_text.size());
  return m_text.substr(begin, at.end > begin ? at.end - begin : 0);
}

std::string_view Lowering::text(Index n) const { return text(node(n).span); }

Index Lowering::child(Index n, std::uint16_t field) const {
  for (Index c = node(n).first_child; c != kNone; c = node(c).next)
    if (node(c).field == field && kind(c) != Kind::comment) return c;
  return kNone;
}

static bool is_extra(Kind kind) { return kind == Kind::comment || kind == Kind::line_continuation; }

Index Lowering::first_named(Index n) const {
  Index c = node(n).first_child;
  while (c != kNone && (!node(c).named || is_extra(kind(c)))) c = node(c).next;
  return c;
}

Index Lowering::next_named(Index n) const {
  Index c = node(n).next;
  while (c != kNone && (!node(c).named || is_extra(kind(c)))) c = node(c).next;
  return c;
}

std::size_t Lowering::count_named(Index n) const {
  std::size_t count = 0;
  for (Index c = first_named(n); c != kNone && count < 3; c = next_named(c)) ++count;
  return count;
}

bool Lowering::starts_with_token(Index n, std::string_view token) const {
  const Index first = node(n).first_child;
  return first != kNone && !node(first).named && text(first) == token;
}

Index Lowering::without_parentheses(Index n) const {
  while (n != kNone && kind(n) == Kind::parenthesized_expression) n = first_named(n);
  return n;
}

FnId Lowering::function_scope() const {
  for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
    if (scope->kind != FnKind::type_body) return scope->fn;
  return 0;
}

}  // namespace idem::python
