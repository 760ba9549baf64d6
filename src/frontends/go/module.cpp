// A file: package clause, imports, declarations, and what comments and broken syntax leave.
//
// The package body runs as Go runs it and not as it is written: types and functions exist before any variable is
// initialised, `init` functions run after all variables, `main` last.
#include "frontends/go/module.hpp"

#include "frontends/go/lowering.hpp"

namespace idem::go {
namespace {

constexpr std::size_t kMaxCuts = 100;  // syntax errors of one file that are listed
constexpr std::string_view kIgnoreMark = "idem-ignore";

void keep_comment(FactsBuilder& b, std::string_view text, Span span) {
  const std::size_t mark = text.find(kIgnoreMark);
  if (mark == std::string_view::npos || mark == 0) return;
  // Behind a comment mark only: prose that speaks of suppressions is none.
  const std::size_t before = text.find_last_not_of(" \t\r\n", mark - 1);
  if (before == std::string_view::npos || (text[before] != '/' && text[before] != '*')) return;
  std::string_view rest = text.substr(mark);
  if (text.starts_with("/*") && rest.ends_with("*/")) rest.remove_suffix(2);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\r' || rest.back() == '\t')) rest.remove_suffix(1);
  b.facts().comments.push_back({b.name(rest), span});
}

void note_comments_and_errors(Lowering& low, const SyntaxTree& tree) {
  FileFacts& facts = low.b.facts();
  facts.has_errors = tree.failed || (!tree.nodes.empty() && tree.nodes[0].has_error);
  if (tree.failed) low.b.cut("syntax too large to parse", {});
  if (tree.cut) low.b.cut("nested too deeply", {});
  for (Index at = 0; at < tree.nodes.size(); ++at) {
    const SyntaxNode& node = tree.nodes[at];
    if (node.error && facts.cuts.size() < kMaxCuts) low.b.cut("syntax error", node.span);
    if (low.syntax.kind(at) == Kind::comment) keep_comment(low.b, low.syntax.text(at), node.span);
  }
}

// Top-level declarations, also those that an error wraps.
void collect(const Syntax& syntax, Index parent, std::vector<Index>& found) {
  for (Index at = syntax.first(parent); at != kNone; at = syntax.next(at)) {
    if (syntax.kind(at) == Kind::error)
      collect(syntax, at, found);
    else
      found.push_back(at);
  }
}

void declare_variables(Lowering& low, Index node) {
  const Kind kind = low.syntax.kind(node);
  if (kind == Kind::var_spec || kind == Kind::const_spec) {
    const Shape shape = shape_of_type(low, low.syntax.child(node, FieldName::type));
    for (const Index name : low.syntax.children(node, FieldName::name)) low.scopes.declare(low.name_of(name), shape);
    return;
  }
  for (Index at = low.syntax.first(node); at != kNone; at = low.syntax.next(at)) declare_variables(low, at);
}

// Names that bodies may mention before their declaration is met.
void declare_ahead(Lowering& low, const std::vector<Index>& declarations) {
  const Syntax& syntax = low.syntax;
  for (const Index node : declarations) {
    const Kind kind = syntax.kind(node);
    if (kind == Kind::var_declaration || kind == Kind::const_declaration) declare_variables(low, node);
    if (kind == Kind::package_clause) low.b.facts().package = syntax.text(syntax.first(node));
    if (kind != Kind::type_declaration) continue;
    for (Index spec = syntax.first(node); spec != kNone; spec = syntax.next(spec)) {
      const std::string_view name = syntax.text(syntax.child(spec, FieldName::name));
      if (name.empty() || low.types.contains(name)) continue;
      low.types.emplace(name, low.b.reserve_type());
      low.type_nodes.emplace(name, syntax.child(spec, FieldName::type));
    }
  }
}

// A function is a constant; `init` may be declared often and has no name to call it by.
void lower_function_declaration(Lowering& low, Index node, std::vector<ExprId>& at_start, std::vector<ExprId>& at_end) {
  const FnId fn = lower_function(low, node, FnKind::function);
  const Index name = low.syntax.child(node, FieldName::name);
  const Span span = low.syntax.span(node);
  const Span at = low.syntax.span(name);
  const bool is_init = low.syntax.text(name) == "init";
  const std::string bound = is_init ? low.b.fresh_name() : std::string(low.syntax.text(name));
  if (bound.empty() || bound == "_") return;
  low.b.set(low.b.name_expr(bound, at), low.b.fn_expr(fn, span), SetHow::constant, span);
  const bool is_main = bound == "main" && low.b.facts().package == "main";
  if (is_init || is_main) (is_init ? at_start : at_end).push_back(low.b.call(low.b.name_expr(bound, at), {}, at));
}

void lower_declarations(Lowering& low, const std::vector<Index>& declarations) {
  const Syntax& syntax = low.syntax;
  std::vector<ExprId> inits;
  std::vector<ExprId> mains;
  for (const Index node : declarations) {
    const Kind kind = syntax.kind(node);
    if (kind == Kind::type_declaration) lower_local_types(low, node);
    if (kind == Kind::function_declaration) lower_function_declaration(low, node, inits, mains);
    if (kind == Kind::method_declaration) lower_function(low, node, FnKind::method);
  }
  for (const Index node : declarations)
    if (syntax.kind(node) == Kind::const_declaration) lower_const(low, node);
  for (const Index node : declarations) {
    const Kind kind = syntax.kind(node);
    const bool done = kind == Kind::type_declaration || kind == Kind::const_declaration;
    if (!done) lower_statement(low, node);  // variables, and the statements of a snippet
  }
  for (const ExprId call : inits) low.b.eval(call, low.b.facts().exprs[call].span);
  for (const ExprId call : mains) low.b.eval(call, low.b.facts().exprs[call].span);
}

}  // namespace

FileFacts lower_file(std::string_view path, std::string_view text) {
  FileFacts facts;
  facts.path = path;
  facts.language = "go";
  facts.traits = {.implicit_exports = true, .directory_scope = true, .type_call_converts = true};
  FactsBuilder builder(facts, text);
  const SyntaxTree tree = parse(go_grammar().grammar, text);
  Lowering low{.syntax = Syntax(tree, text),
               .b = builder,
               .scopes = {},
               .fn = {},
               .iota = {},
               .types = {},
               .type_nodes = {},
               .anonymous = {}};

  const FnId module = builder.reserve_fn();
  note_comments_and_errors(low, tree);
  builder.open_block();
  low.scopes.open();
  std::vector<Index> declarations;
  if (!tree.nodes.empty()) {
    lower_imports(low, 0);
    collect(low.syntax, 0, declarations);
    declare_ahead(low, declarations);
    lower_declarations(low, declarations);
  }
  low.scopes.close();
  Fn fn{.kind = FnKind::module, .span = {0, static_cast<std::uint32_t>(text.size())}};
  fn.body = builder.close_block();
  facts.fns[module] = fn;
  return facts;
}

}  // namespace idem::go
