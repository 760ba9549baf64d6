#include "frontends/python/lowering.hpp"

namespace idem::python {

// Errors in a hostile file may be as many as its bytes; whoever reads the cuts only needs the first.
static constexpr std::size_t kMaxCuts = 64;

static constexpr std::string_view kSuppression = "idem-ignore";

// One pass over the nodes: comments that matter, syntax errors, and how often each name of the module is bound.
void Lowering::scan() {
  std::vector<std::uint32_t> inside;  // depths of the open functions and classes
  std::vector<std::uint32_t> loops;   // depths of the open loops
  std::uint32_t errors_end = 0;
  for (Index n = 0; n < m_tree.nodes.size(); ++n) {
    const SyntaxNode& at = node(n);
    while (!inside.empty() && at.depth <= inside.back()) inside.pop_back();
    while (!loops.empty() && at.depth <= loops.back()) loops.pop_back();
    const unsigned weight = loops.empty() ? 1 : 2;
    const Kind what = kind(n);
    if (what == Kind::error) {
      m_facts.has_errors = true;
      if (at.span.begin >= errors_end && m_facts.cuts.size() < kMaxCuts) m_build.cut("syntax error", at.span);
      errors_end = std::max(errors_end, at.span.end);
    } else if (at.depth == kMaxSyntaxDepth && m_tree.cut && m_facts.cuts.size() < kMaxCuts) {
      if (at.named && at.span.begin >= errors_end) m_build.cut("nested too deeply", at.span);
      errors_end = std::max(errors_end, at.span.end);
    } else if (what == Kind::comment) {
      const std::size_t found = text(n).find(kSuppression);
      if (found != std::string_view::npos) {
        std::string_view said = text(n).substr(found);
        while (!said.empty() && (said.back() == '\r' || said.back() == ' ')) said.remove_suffix(1);
        m_facts.comments.push_back({.text = m_build.name(said), .span = at.span});
      }
    } else if (what == Kind::function_definition || what == Kind::class_definition || what == Kind::lambda) {
      if (inside.empty() && what != Kind::lambda) count_targets(child(n, m_grammar.field.name), weight);
      inside.push_back(at.depth);
    } else if (what == Kind::global_statement) {
      for (Index c = first_named(n); c != kNone; c = next_named(c)) count_targets(c, 2);
    } else if (inside.empty()) {
      if (what == Kind::assignment)
        count_targets(child(n, m_grammar.field.left), child(n, m_grammar.field.right) == kNone ? 0 : weight);
      else if (what == Kind::augmented_assignment || what == Kind::for_statement)
        count_targets(child(n, m_grammar.field.left), 2);
      else if (what == Kind::as_pattern_target || what == Kind::delete_statement)
        for (Index c = first_named(n); c != kNone; c = next_named(c)) count_targets(c, 2);
      else if (what == Kind::named_expression)
        count_targets(child(n, m_grammar.field.name), 2);
      else if (what == Kind::aliased_import)
        count_targets(child(n, m_grammar.field.alias), weight);
      else if (what == Kind::dotted_name && at.parent != kNone && kind(at.parent) == Kind::import_from_statement)
        count_targets(first_named(n), weight);
      if (what == Kind::for_statement || what == Kind::while_statement) loops.push_back(at.depth);
    }
  }
}

void Lowering::count_targets(Index target, unsigned weight) {
  if (target == kNone) return;
  switch (kind(target)) {
    case Kind::identifier:
      m_module_sets[text(target)] += weight;
      break;
    case Kind::tuple_pattern:
    case Kind::list_pattern:
    case Kind::pattern_list:
    case Kind::list_splat_pattern:
    case Kind::parenthesized_expression:
    case Kind::expression_list:
    case Kind::tuple:
      for (Index c = first_named(target); c != kNone; c = next_named(c)) count_targets(c, weight);
      break;
    default:
      break;
  }
}

}  // namespace idem::python
