// Lowering of one Go file: the state that is carried along and the functions that share it.
//
// What Go needs beyond a walk: names are block scoped and `:=` declares or assigns by scope; results come in lists;
// `f[x](y)` is a generic call or an index by what the names stand for; switches break. Pointers are dropped: the rules
// ask where a value comes from, not where it lives.
#pragma once

#include "facts/builder.hpp"
#include "frontends/go/scopes.hpp"
#include "frontends/go/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem::go {

// A statement that `break` or `continue` may leave.
struct Target {
  NameId label = 0;
  bool is_loop = false;
  bool broken = false;  // a plain break leaves it
};

// What belongs to the function being lowered.
struct FnState {
  FnId id = 0;
  std::uint32_t scope_depth = 0;  // of its parameters
  std::vector<NameId> results;    // named results, in order
  std::vector<Target> targets;    // innermost last
  NameId label = 0;               // of the statement about to be lowered
  BlockId fall_to = kNone;        // body of the next case, for fallthrough
  std::size_t fall_depth = 0;     // switches with fallthrough around
};

struct Lowering {
  Syntax syntax;
  FactsBuilder& b;
  Scopes scopes;
  FnState fn;
  std::optional<long long> iota;                           // inside a const declaration
  std::unordered_map<std::string_view, TypeId> types;      // package-level types of this file
  std::unordered_map<std::string_view, Index> type_nodes;  // the node of what each is defined as

  std::unordered_map<Index, TypeId> anonymous;  // by node: struct and interface types without a name

  NameId name_of(Index node) { return b.name(syntax.text(node)); }
};

// ---- literals.cpp ------------------------------------------------------------------------------------------------
// The value of a string literal with its quotes; bytes that are no UTF-8 become U+FFFD.
std::string decode_string(std::string_view literal);
// The code point of a rune literal with its quotes.
long long decode_rune(std::string_view literal);
std::string without_underscores(std::string_view number);

// ---- constants.cpp -----------------------------------------------------------------------------------------------
// The value of an integer constant expression such as `1 << (10 * iota)`; nothing when it is none or overflows.
std::optional<long long> fold_integer(const Lowering& low, Index node);

// ---- types.cpp ---------------------------------------------------------------------------------------------------
TypeRefId lower_type(Lowering& low, Index node);  // kNone for no node
// Results of a function: nothing, one type, or a tuple.
TypeRefId lower_results(Lowering& low, Index result);
std::vector<TypeRefId> lower_type_arguments(Lowering& low, Index type_arguments);
// A type where an expression stands: `T`, `pkg.T`, or its spelling as a name.
ExprId type_as_expr(Lowering& low, Index node);
// The name of a type without package, pointer and arguments: "T" for `*pkg.T[K]`.
std::string_view base_name(const Lowering& low, Index type);
Shape shape_of_type(const Lowering& low, Index type);
// Fields, embedded types and methods of a struct or interface type into `id`.
void lower_type_body(Lowering& low, TypeId id, Index type);

// ---- expressions.cpp, calls.cpp, composites.cpp ------------------------------------------------------------------
ExprId lower_expr(Lowering& low, Index node);
ExprId lower_call(Lowering& low, Index node);
ExprId lower_composite(Lowering& low, Index node);
ExprId lower_conversion(Lowering& low, Index node);
// An operand without its parentheses.
Index strip_parentheses(const Lowering& low, Index node);
Shape shape_of_expr(Lowering& low, Index node);

// ---- assignments.cpp ---------------------------------------------------------------------------------------------
// left := right, left = right, var left type = right.
struct Assignment {
  std::vector<Index> left, right;
  SetHow how = SetHow::assign;
  bool redeclares = false;  // `:=`: names of this scope are assigned, others declared
  Index type = kNone;
  Span span;
};
void lower_assignment(Lowering& low, const Assignment& assignment);
// Stores a value in one place, or only runs it when the place is `_`.
void store(Lowering& low, const Assignment& assignment, Index left, ExprId value, TypeRefId type, Shape shape);

// ---- statements.cpp, switches.cpp, loops.cpp ---------------------------------------------------------------------
void lower_statement(Lowering& low, Index node);
void lower_statements(Lowering& low, Index list);  // children of a block, a case, a statement list
BlockId lower_block(Lowering& low, Index node);    // with a scope of its own
// Whether a simple statement (an initialiser) hides a name of the same function.
bool hides_a_name(Lowering& low, Index statement);
void scope_event(Lowering& low, ScopeHow how, BlockId body, Span span, NameId label = 0);
void lower_switch(Lowering& low, Index node);
void lower_type_switch(Lowering& low, Index node);
void lower_select(Lowering& low, Index node);
void lower_for(Lowering& low, Index node);

// ---- declarations.cpp --------------------------------------------------------------------------------------------
void lower_const(Lowering& low, Index declaration);
void lower_var(Lowering& low, Index declaration);
void lower_local_types(Lowering& low, Index declaration);
FnId lower_function(Lowering& low, Index node, FnKind kind);
// A method of an interface.
void lower_signature(Lowering& low, Index node, TypeId owner);

// ---- imports.cpp -------------------------------------------------------------------------------------------------
// All imports of a file.
void lower_imports(Lowering& low, Index root);
// Names a package may have by its import path, likeliest first.
std::vector<std::string> package_names(std::string_view import_path);

}  // namespace idem::go
