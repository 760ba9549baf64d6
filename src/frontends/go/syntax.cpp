#include "frontends/go/syntax.hpp"

extern "C" const TSLanguage* tree_sitter_go();

namespace idem::go {

static GoGrammar make_go_grammar() {
  GoGrammar go;
  go.grammar = make_grammar(tree_sitter_go());
  go.kinds.assign(go.grammar.kind_names.size(), Kind::other);
  go.fields.assign(go.grammar.field_names.size(), FieldName::none);
#define IDEM_GO_ROW(enumerator, spelled) go.kinds[go.grammar.kind(spelled)] = Kind::enumerator;
  IDEM_GO_KINDS(IDEM_GO_ROW)
#undef IDEM_GO_ROW
#define IDEM_GO_ROW(enumerator)                                \
  if constexpr (FieldName::enumerator != FieldName::operator_) \
    go.fields[go.grammar.field(#enumerator)] = FieldName::enumerator;
  IDEM_GO_FIELDS(IDEM_GO_ROW)
#undef IDEM_GO_ROW
  go.fields[go.grammar.field("operator")] = FieldName::operator_;
  return go;
}

const GoGrammar& go_grammar() {
  static const GoGrammar go = make_go_grammar();
  return go;
}

Kind Syntax::kind(Index node) const {
  if (node == kNone) return Kind::other;
  const SyntaxNode& at = m_tree.nodes[node];
  // ERROR has a symbol outside the table; a MISSING node keeps its kind and is empty.
  if (at.kind >= m_go.kinds.size()) return Kind::error;
  return m_go.kinds[at.kind];
}

std::string_view Syntax::text(Index node) const { return node == kNone ? std::string_view{} : text(span(node)); }

Index Syntax::skip(Index node) const {
  while (node != kNone && (!m_tree.nodes[node].named || kind(node) == Kind::comment)) node = m_tree.nodes[node].next;
  return node;
}

Index Syntax::child(Index node, FieldName wanted) const {
  if (node == kNone) return kNone;
  for (Index at = m_tree.nodes[node].first_child; at != kNone; at = m_tree.nodes[at].next)
    if (field(at) == wanted) return at;
  return kNone;
}

std::vector<Index> Syntax::children(Index node, FieldName wanted) const {
  std::vector<Index> found;
  for (Index at = first(node); at != kNone; at = next(at))
    if (field(at) == wanted) found.push_back(at);
  return found;
}

std::vector<Index> Syntax::children(Index node) const {
  std::vector<Index> found;
  for (Index at = first(node); at != kNone; at = next(at)) found.push_back(at);
  return found;
}

bool Syntax::has_token(Index node, std::string_view token) const {
  if (node == kNone) return false;
  for (Index at = m_tree.nodes[node].first_child; at != kNone; at = m_tree.nodes[at].next)
    if (!m_tree.nodes[at].named && text(at) == token) return true;
  return false;
}

bool is_type(Kind kind) {
  switch (kind) {
    case Kind::type_identifier:
    case Kind::generic_type:
    case Kind::qualified_type:
    case Kind::pointer_type:
    case Kind::struct_type:
    case Kind::interface_type:
    case Kind::array_type:
    case Kind::implicit_length_array_type:
    case Kind::slice_type:
    case Kind::map_type:
    case Kind::channel_type:
    case Kind::function_type:
    case Kind::negated_type:
    case Kind::parenthesized_type:
      return true;
    default:
      return false;
  }
}

}  // namespace idem::go
