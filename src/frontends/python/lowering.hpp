// Lowers one Python file to facts. One class over several files, each named in the section of what it defines.
//
// Decisions that later stages may lean on:
// - a comparison chain with a costly middle, a walrus and a destructured value put a set event before the statement;
// - `else` of a try stands at the end of its body, so its failures seem to reach the handlers;
// - `else` of a loop stands after it, under a made-up flag where the loop has a break;
// - `a[i:j:k]` is op slice with operands a and the tuple (i, j, k), absent bounds null;
// - keyword arguments of a class (`metaclass=…`, `table=True`) are one annotation, a call of the name "class";
// - what a decorator such as `@total.setter` adds is a function named "total.setter" without a set event.
#pragma once

#include "facts/builder.hpp"
#include "frontends/python/grammar.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem::python {

// A function whose body is being lowered.
struct Scope {
  FnId fn = 0;
  FnKind kind = FnKind::module;
  TypeId owner = kNone;                   // type body and constructor: the type
  std::string_view receiver;              // constructor: the name of its first parameter
  bool comprehension = false;             // a walrus in it binds outside
  bool generator = false;                 // a yield was seen
  std::vector<std::string_view> outside;  // names declared global or nonlocal
  std::vector<NameId> loop_flags;         // for every open loop the flag of its `else`, 0 without
};

// Decorators of the definition at hand.
struct Decorators {
  Range annotations;
  std::vector<std::string> names;  // dotted, without arguments; "" when it is no name
  std::uint32_t begin = kNone;     // where the first one starts
  bool has(std::string_view last_part) const;
};

// What Annotated[T, …] carries besides T.
using Metadata = std::vector<ExprId>;

class Lowering {
 public:
  Lowering(FileFacts& facts, std::string_view text, const SyntaxTree& tree);
  void run();

 private:
  // tree access
  const SyntaxNode& node(Index n) const { return m_tree.nodes[n]; }
  Kind kind(Index n) const { return node(n).error ? Kind::error : m_grammar.kind(node(n).kind); }
  Span span(Index n) const { return node(n).span; }
  std::string_view text(Index n) const;
  std::string_view text(Span span) const;
  Index child(Index n, std::uint16_t field) const;  // first child in that field, or kNone
  Index first_named(Index n) const;                 // first named child that is no comment, or kNone
  Index next_named(Index n) const;                  // the sibling after n that is named and no comment, or kNone
  std::size_t count_named(Index n) const;           // up to three are told apart
  bool starts_with_token(Index n, std::string_view token) const;
  Index without_parentheses(Index n) const;

  // prepass.cpp: one scan of the nodes for what needs no structure
  void scan();
  void cut_error(Index n);
  void count_targets(Index target, unsigned weight);

  // statements.cpp
  void statements(Index parent);
  void statement(Index n);
  void expression_statement(Index n);
  void body_of(Index block);  // the events of a block, or nothing
  BlockId block_of(Index block);
  void if_statement(Index n);
  void try_statement(Index n);
  idem::Catch except_clause(Index n);
  void with_statement(Index n);
  void raise_statement(Index n);
  void assert_statement(Index n);
  void delete_statement(Index n);
  void scope_names(Index n);
  void error_children(Index n);

  // loops.cpp
  void for_statement(Index n);
  void while_statement(Index n);
  void loop_else(Index n, NameId flag);
  NameId open_loop(Index n);
  void break_statement(Index n);
  bool has_break(Index block) const;

  // assignments.cpp
  void assignment(Index n);
  void augmented_assignment(Index n);
  void annotated(Index n, Index target, Index type, Index value);
  void assign_to(Index target, ExprId value, Span at, TypeRefId type = kNone);
  void assign_name(std::string_view name, ExprId value, Span place, Span at, TypeRefId type = kNone);
  void destructure(Index pattern, ExprId value, Span at);
  ExprId slice_bounds(std::size_t before, std::size_t behind, Span at);
  void unpack_from(Index pattern, NameId temporary, Span at);
  // The place for a loop or with target: itself when it is one, else a temporary that `unpack_from` takes apart.
  ExprId place_for(Index target, NameId& temporary);
  ExprId hold(ExprId value, Span at);  // a cheap expression as it is, else the name of a temporary set before
  SetHow how_to_set(std::string_view name) const;
  void record_field(TypeId owner, std::string_view name, TypeRefId type, ExprId init, const Metadata& metadata,
                    Span at);
  void alias_from_annotated(std::string_view name, Index value, Span at);

  // definitions.cpp
  void decorated_definition(Index n);
  void function_definition(Index n, const Decorators& decorators);
  void class_definition(Index n, const Decorators& decorators);
  void type_alias_statement(Index n);
  Range parameters(Index list, bool has_receiver);
  Param parameter(Index n, bool& keyword_only);
  ExprId lambda(Index n);
  FnKind fn_kind(std::string_view name, const Decorators& decorators, bool is_method) const;
  std::uint8_t fn_flags(Index n, const Decorators& decorators) const;
  bool is_declared_only(Index n, const Decorators& decorators, TypeId owner) const;
  void bases(Index list, TypeId type, std::vector<Annotation>& annotations);
  Range type_parameters(Index list);

  // expressions.cpp
  ExprId expr(Index n);
  ExprId expr_body(Index n);
  ExprId unlowered(Index n);
  ExprId attribute(Index n);
  ExprId subscript(Index n);
  ExprId unary(Index n);
  ExprId binary(Index n);
  ExprId comparison(Index n);
  ExprId conditional(Index n);
  ExprId collection(Index n, std::uint8_t flags);
  ExprId dictionary(Index n);
  ExprId walrus(Index n);
  ExprId not_of(ExprId cond, Span at) { return m_build.op("!", cond, kNone, at); }
  ExprId number(std::string_view spelled, Span at);
  ExprId null(Span at) { return m_build.add({.kind = ExprKind::null, .span = at}); }
  ExprId boolean(bool value, Span at);

  // calls.cpp
  ExprId call(Index n);
  ExprId generic_call(Index n, Index function, Index list);
  bool reads_like_type(Index n) const;
  ExprId await(Index n);
  ExprId yield(Index n);
  ExprId comprehension(Index n, std::string_view what);
  ExprId comprehension_from(Index clause, Index body, std::string_view what, Span at);
  std::vector<Arg> arguments(Index list);

  // strings.cpp
  ExprId string(Index n);  // string or concatenated_string
  void string_parts(Index n, std::vector<Arg>& parts, std::string& literal, Span at);
  void flush_literal(std::vector<Arg>& parts, std::string& literal, Span at);
  bool is_plain_string(Index n) const;
  std::string string_value(Index n) const;  // of a plain string
  std::string content(Index n, bool raw, bool formatted) const;

  // types.cpp
  TypeRefId type_of(Index n, Metadata* metadata = nullptr);
  TypeRefId type_with_args(Index head, const std::vector<Index>& args, Span at, Metadata* metadata);
  TypeRefId union_of(const std::vector<Index>& members, Span at, Metadata* metadata);
  TypeRefId literal_type(const std::vector<Index>& args, Span at);
  TypeRefId callable(const std::vector<Index>& args, Span at);
  TypeRefId make_union(const std::vector<TypeRefId>& members, bool nullable, Span at);
  void union_members(Index n, std::vector<Index>& members) const;
  std::vector<Index> type_args(Index n) const;
  Index type_head(Index n) const;
  std::string dotted(Index n) const;  // "a.b.c" of a name or attribute, "" of anything else
  bool is_none(Index n) const;
  Range metadata_annotations(const Metadata& metadata);

  // imports.cpp
  void import_statement(Index n);
  void import_from(Index n);
  void add_import(Import import);

  // patterns.cpp
  struct Capture {
    std::string_view name;
    ExprId value;
    Span at;
  };
  void match_statement(Index n);
  ExprId pattern(Index n, ExprId subject, std::vector<Capture>& captures);  // its condition; kNone: always
  ExprId case_pattern(Index n, ExprId subject, std::vector<Capture>& captures);
  ExprId class_pattern(Index n, ExprId subject, std::vector<Capture>& captures);
  ExprId sequence_pattern(const std::vector<Index>& items, Span at, ExprId subject, std::vector<Capture>& captures);
  ExprId dict_pattern(Index n, ExprId subject, std::vector<Capture>& captures);
  ExprId joined(std::string_view sign, std::span<const ExprId> parts, Span at);

  Scope& scope() { return m_scopes.back(); }
  const Scope& scope() const { return m_scopes.back(); }
  FnId function_scope() const;  // the innermost that is no class body: what names of a definition see

  FileFacts& m_facts;
  std::string_view m_text;
  const SyntaxTree& m_tree;
  const PythonGrammar& m_grammar;
  FactsBuilder m_build;
  std::vector<Scope> m_scopes;
  std::unordered_map<std::string_view, unsigned> m_module_sets;  // how often a name of the module is bound
  std::unordered_map<std::uint64_t, Index> m_fields;             // type and name → Field
  bool m_type_checking = false;                                  // inside `if TYPE_CHECKING:`
};

// A forward reference such as "Order | None" or "list[Order]"; kNone when it is no type.
TypeRefId parse_type_text(FactsBuilder& build, std::string_view text, Span span);

// The TypeRef of a generic name: list → array, Optional → nullable, and so on. `args` may hold kNone.
TypeRefId generic_type(FactsBuilder& build, std::string_view name, const std::vector<TypeRefId>& args, Span span);
// The name without `typing.`, `t.` and their like.
std::string_view without_typing(std::string_view dotted);

}  // namespace idem::python
