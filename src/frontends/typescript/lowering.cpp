#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

void Lowering::run() {
  const Span whole{0, static_cast<std::uint32_t>(m_text.size())};
  m_fn = m_builder.reserve_fn();
  Fn module{.kind = FnKind::module, .span = whole};
  m_builder.open_block();
  if (m_tree.failed || m_tree.nodes.empty()) {
    cut("the parser ran out of memory", whole);
  } else {
    facts().has_errors = node(0).has_error;
    scan();
    std::vector<Annotation> annotations;
    directives(first(0), annotations);
    if (kind(0) == Kind::error) {
      error_statement(0);
    } else {
      statements(first(0));
    }
    module.annotations = m_builder.annotations(annotations);
  }
  module.body = m_builder.close_block();
  facts().fns[m_fn] = module;
}

// Comments, syntax errors and where the tree was cut off: one look at every node, wherever it stands.
void Lowering::scan() {
  for (Index at = 0; at < m_tree.nodes.size(); ++at) {
    const SyntaxNode& each = node(at);
    if (each.error) cut("syntax error", each.span);
    if (kind(at) == Kind::comment) suppression(at);
    const bool dropped = each.depth == kMaxSyntaxDepth && each.named && each.first_child == kNone;
    if (m_tree.cut && dropped) cut("nested too deeply", each.span);
  }
}

static std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n*/";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

void Lowering::suppression(Index at) {
  const std::string_view inside = trimmed(text(at));
  if (inside.starts_with("idem-ignore")) facts().comments.push_back({m_builder.name(inside), span(at)});
}

}  // namespace idem::typescript
