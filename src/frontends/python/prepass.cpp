#include "frontends/python/lowering.hpp"

#include <algorithm>

namespace idem::python {

// Errors in a hostile file may be as many as its bytes; whoever reads the cuts only needs the first.
static constexpr std::size_t kMaxCuts = 64;

static constexpr std::string_view kSuppression = "idem-ignore";

static bool is_statement(Kind kind) {
  switch (kind) {
    case Kind::class_definition:
    case Kind::comment:
    case Kind::decorated_definition:
    case Kind::expression_statement:
    case Kind::for_statement:
    case Kind::function_definition:
    case Kind::if_statement:
    case Kind::import_from_statement:
    case Kind::import_statement:
    case Kind::match_statement:
    case Kind::return_statement:
    case Kind::try_statement:
    case Kind::while_statement:
    case Kind::with_statement:
      return true;
    default:
      return false;
  }
}

// An error may hold the whole file, for the parser puts what it could read before and after inside it. So a cut is what
// is no whole statement in there.
void Lowering::cut_error(Index n) {
  Span run{0, 0};
  const auto end_run = [&] {
    if (run.end != 0 && m_facts.cuts.size() < kMaxCuts) m_build.cut("syntax error", run);
    run = {0, 0};
  };
  if (node(n).first_child == kNone && m_facts.cuts.size() < kMaxCuts) m_build.cut("syntax error", span(n));
  for (Index c = node(n).first_child; c != kNone; c = node(c).next) {
    if (is_statement(kind(c))) {
      end_run();
    } else {
      if (run.end == 0) run.begin = span(c).begin;
      run.end = std::max(run.end, span(c).end);
    }
  }
  end_run();
}

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
    const bool of_error = at.parent != kNone && kind(at.parent) == Kind::error && !is_statement(what);
    if (of_error) errors_end = std::max(errors_end, at.span.end);  // in the cut of its parent
    if (what == Kind::error) {
      m_facts.has_errors = true;
      if (!of_error && at.span.begin >= errors_end) cut_error(n);
    } else if (at.depth == kMaxSyntaxDepth && m_tree.cut && m_facts.cuts.size() < kMaxCuts) {
      if (at.named && at.span.begin >= errors_end) m_build.cut("nested too deeply", at.span);
      errors_end = std::max(errors_end, at.span.end);
    } else if (what == Kind::comment) {
      const std::size_t found = text(n).find(kSuppression);
      // Behind a comment mark only: prose that speaks of suppressions is none.
      const std::size_t before = found == std::string_view::npos || found == 0
                                     ? std::string_view::npos
                                     : text(n).find_last_not_of(" \t", found - 1);
      if (before != std::string_view::npos && text(n)[before] == '#') {
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
