// Lowers one TypeScript or JavaScript syntax tree to facts. One class, because its parts call each other; its members
// are spread over files by what they lower:
//   expressions.cpp  literals.cpp  assignments.cpp  patterns.cpp  statements.cpp  loops.cpp  switch.cpp
//   functions.cpp  classes.cpp  types.cpp  declarations.cpp  imports.cpp  exports.cpp
//
// Expressions have values, statements are events. What an expression does to names in passing (an assignment inside a
// condition, x++) becomes an event before the event of its statement. Where such events stand behind `&&`, `||`, `??`
// or `?:` they run only on one side, so the expression is then lowered to a branch that sets a temporary.
#pragma once

#include "facts/builder.hpp"
#include "frontends/typescript/dialect.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace idem::typescript {

// Deeper nesting of expressions, statements and types is cut: the stack of a thread must hold it.
inline constexpr unsigned kMaxNesting = 500;

class Lowering {
 public:
  Lowering(const Dialect& dialect, const SyntaxTree& tree, std::string_view text, FactsBuilder& builder)
      : m_dialect(dialect), m_tree(tree), m_text(text), m_builder(builder) {}

  // Lowers the whole file: fns[0] is its module body.
  void run();

 private:
  // What is known of a function before its syntax is read.
  struct FnSpec {
    FnKind kind = FnKind::lambda;
    std::string_view name;
    Index name_node = kNone;
    TypeId owner = kNone;
    std::uint8_t flags = 0;
    std::vector<Annotation> annotations;
    Span span;
  };
  // What the members of a class body leave for its end.
  struct ClassBody {
    TypeId owner = kNone;
    std::vector<Annotation> pending;  // decorators that stand before their method
  };
  // One arm of a switch.
  struct Arm {
    std::vector<Index> labels;  // case expressions
    bool is_default = false;
    Index first = kNone;  // first statement of its body
    bool falls = false;   // runs into the next arm
    Span span;
  };
  struct NestingGuard {
    explicit NestingGuard(unsigned& depth) : m_depth(depth) { ++m_depth; }
    ~NestingGuard() { --m_depth; }
    NestingGuard(const NestingGuard&) = delete;
    NestingGuard& operator=(const NestingGuard&) = delete;
    unsigned& m_depth;
  };

  // ---- the tree
  const SyntaxNode& node(Index at) const { return m_tree.nodes[at]; }
  Kind kind(Index at) const { return at == kNone ? Kind::other : m_dialect.kind(node(at).kind); }
  Role role(Index at) const { return m_dialect.role(node(at).field); }
  Span span(Index at) const { return node(at).span; }
  Index first(Index at) const { return at == kNone ? kNone : node(at).first_child; }
  Index next(Index at) const { return node(at).next; }
  std::string_view text(Index at) const;
  std::string_view text(Span where) const;
  // The first child in a role; not for lists, whose every look-up would walk the list.
  Index child(Index at, Role wanted) const;
  Index child_of_kind(Index at, Kind wanted) const;
  bool has_token(Index at, Kind token) const { return child_of_kind(at, token) != kNone; }
  Index first_named(Index at) const;  // skips comments
  Index next_named(Index at) const;
  Index without_parentheses(Index at) const;
  bool too_deep(Index at);
  void scan();
  void suppression(Index at);
  void cut(std::string_view why, Span where);
  FileFacts& facts() { return m_builder.facts(); }

  // ---- expressions
  ExprId expr(Index at);
  ExprId expr_or_null(Index at, Span where);
  // Like expr, but a function or class without a name of its own gets this one.
  ExprId named_expr(Index at, std::string_view name);
  ExprId member_expr(Index at);
  ExprId call_expr(Index at);
  ExprId new_expr(Index at);
  ExprId tagged_template(Index at, Index literal);
  ExprId await_expr(Index at);
  ExprId object_expr(Index at);
  ExprId list_expr(Index at);
  ExprId unary_expr(Index at);
  ExprId binary_expr(Index at);
  ExprId short_circuit(Index at, std::string_view op);
  ExprId choose_expr(Index at);
  ExprId sequence(Index at);
  ExprId jsx(Index at);
  void jsx_parts(Index at, std::vector<Arg>& parts);
  ExprId error_expr(Index at);
  std::vector<Arg> arguments(Index at);
  bool is_plain(ExprId id) const;           // a name or literal: nothing happens when it is evaluated
  std::string_view dotted(Index at) const;  // a.b.c when it is nothing but that, else ""
  ExprId place_of(std::string_view name, Span where) { return m_builder.name_expr(name, where); }

  // ---- literals
  ExprId string_expr(Index at);
  ExprId template_expr(Index at, std::vector<Arg>* holes);
  ExprId key_expr(Index at);  // a property name as an expression
  std::string string_value(Index at) const;
  std::string property_name(Index at) const;  // "" when computed

  // ---- assignments and patterns
  ExprId assignment(Index at);
  ExprId augmented(Index at);
  ExprId update(Index at);
  ExprId common_js_export(ExprId place, ExprId value);
  // Sets the names of a pattern to the parts of `value`.
  void bind(Index pattern, ExprId value, SetHow how, TypeRefId type = kNone);
  void bind_object(Index pattern, ExprId value, SetHow how);
  void bind_array(Index pattern, ExprId value, SetHow how);
  ExprId with_default(ExprId value, Index fallback, std::string_view name);
  ExprId kept(ExprId value, Span where, TypeRefId type = kNone);  // the value under a fresh constant name
  bool is_pattern(Index at) const;
  void pattern_names(Index pattern, std::vector<std::string_view>& names) const;

  // ---- statements
  void statements(Index first_statement);
  void hoist(Index first_statement);
  void statement(Index at);
  void expression_statement(Index at);
  void run(Index at);  // an expression for its effect
  void error_statement(Index at);
  void declaration(Index at);  // const, let, var
  void declarator(Index at, SetHow how);
  bool require_import(Index name, Index value);
  void if_statement(Index at);
  void try_statement(Index at);
  void leave_statement(Index at, LeaveHow how);
  void labeled(Index at);
  BlockId block_of(Index at);  // a statement as a block of its own
  void body_of(Index at);      // the statements of a body into the open block
  ExprId condition(Index at);

  // ---- loops and switches
  void for_statement(Index at);
  void for_in_statement(Index at);
  void while_statement(Index at);
  void do_statement(Index at);
  void leave_unless(ExprId test, Span where);
  void loop(LoopHow how, ExprId test, BlockId body, Span where);
  void switch_statement(Index at);
  std::vector<Arm> arms_of(Index body);
  Index last_statement(Index first_statement) const;
  Index trailing_break(Index first_statement) const;
  bool breaks_inside(Index at, Index except) const;
  bool leaves_at_end(Index first_statement) const;
  bool leaves_alone(Index at) const;
  ExprId any_of(const std::vector<ExprId>& tests, std::size_t from, std::size_t to, Span where);
  void arm_body(const Arm& arm, bool drop_break);
  ExprId arm_test(const std::vector<Index>& labels, ExprId subject, Span where);
  void chained(const std::vector<Arm>& arms, ExprId subject);
  void in_sequence(const std::vector<Arm>& arms, ExprId subject);

  // ---- functions
  FnId function(Index at, FnSpec spec);
  ExprId function_expr(Index at, std::string_view name);
  void declare_function(Index at, Index statement);
  void parameters(Index at, const FnSpec& spec, std::vector<Param>& list);
  void parameter_property(Index at, const Param& param, TypeId owner);
  void directives(Index first_statement, std::vector<Annotation>& list);
  std::vector<Annotation> decorators(Index at);
  Annotation decorator(Index at);

  // ---- types
  TypeId class_type(Index at, std::string_view name, std::vector<Annotation> annotations);
  void heritage(Index at, Type& type);
  void extends(Index at, std::vector<TypeRefId>& bases, Type& type);
  void class_member(Index at, ClassBody& body);
  void method(Index at, ClassBody& body);
  void field(Index at, ClassBody& body);
  bool overload_of_next(Index at) const;
  void type_member(Index at, TypeId owner);
  TypeId interface(Index at);
  TypeId type_alias(Index at);
  TypeId enumeration(Index at);
  void enum_members(Index body, TypeId owner);
  TypeId object_type(Index body, Span where);
  void ambient(Index at);
  void name_space(Index at, bool ambient_only);
  ExprId expr_of_dotted(Index at);
  void ambient_types(Index first_statement);
  std::string qualified(std::string_view name) const;
  Range type_params(Index at);
  TypeRefId type_ref(Index at);
  TypeRefId annotation_type(Index at);  // of a type_annotation and its kin
  TypeRefId composite(Index at, Kind of);
  void composite_parts(Index at, Kind of, std::vector<TypeRefId>& parts, bool& nullable);
  TypeRefId function_type(Index at);
  TypeRefId object_type_ref(Index at);
  TypeRefId literal_type(Index at);
  TypeRefId import_type(Index at);
  TypeRefId make_type(TypeRefKind ref_kind, std::string_view name, const std::vector<TypeRefId>& args, Span where,
                      bool nullable = false);
  std::vector<TypeRefId> type_args(Index at);

  // ---- modules
  void import_statement(Index at);
  void import_alias(Index at);
  void add_import(ImportKind import_kind, std::string_view module, std::string_view name, std::string_view alias,
                  bool type_only, Span where);
  void export_statement(Index at);
  void export_default(Index at);
  void export_clause(Index at, Index source);
  void export_declaration(Index at);
  void add_export(std::string_view name, ExprId value, Span where);
  ExprId export_value(Index at, std::string_view name);
  bool required_module(Index at, std::string& module) const;  // require('literal')

  const Dialect& m_dialect;
  const SyntaxTree& m_tree;
  std::string_view m_text;
  FactsBuilder& m_builder;
  FnId m_fn = kNone;
  unsigned m_depth = 0;
  unsigned m_cuts = 0;
  unsigned m_actions = 0;                // calls and functions lowered so far: tells whether an expression holds any
  std::vector<Index> m_dropped_breaks;   // of the switch arms being lowered, innermost last
  std::unordered_set<NameId> m_hoisted;  // functions, classes and namespaces declared so far
  std::vector<Arg>* m_namespace_members = nullptr;  // where exports go inside a namespace
  std::string m_namespace;                          // "A.B." inside namespaces
  std::string m_augments;                           // inside declare module 'x'
};

}  // namespace idem::typescript
