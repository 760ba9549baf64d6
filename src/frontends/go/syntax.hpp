// The Go grammar as small enums, and a view of one parsed file through them.
#pragma once

#include "syntax/tree.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace idem::go {

// Node kinds that lowering looks at: enumerator and the grammar's name for it.
// It would move the continuation marks of these lists at every run.
// clang-format off
#define IDEM_GO_KINDS(X)                                            \
  X(source_file, "source_file")                                     \
  X(comment, "comment")                                             \
  X(package_clause, "package_clause")                               \
  X(package_identifier, "package_identifier")                       \
  X(import_declaration, "import_declaration")                       \
  X(import_spec, "import_spec")                                     \
  X(import_spec_list, "import_spec_list")                           \
  X(dot, "dot")                                                     \
  X(blank_identifier, "blank_identifier")                           \
  X(const_declaration, "const_declaration")                         \
  X(const_spec, "const_spec")                                       \
  X(var_declaration, "var_declaration")                             \
  X(var_spec, "var_spec")                                           \
  X(var_spec_list, "var_spec_list")                                 \
  X(type_declaration, "type_declaration")                           \
  X(type_spec, "type_spec")                                         \
  X(type_alias, "type_alias")                                       \
  X(function_declaration, "function_declaration")                   \
  X(method_declaration, "method_declaration")                       \
  X(parameter_declaration, "parameter_declaration")                 \
  X(variadic_parameter, "variadic_parameter_declaration")           \
  X(parameter_list, "parameter_list")                               \
  X(type_parameter_declaration, "type_parameter_declaration")       \
  X(field_declaration_list, "field_declaration_list")               \
  X(field_declaration, "field_declaration")                         \
  X(method_elem, "method_elem")                                     \
  X(type_elem, "type_elem")                                         \
  X(type_identifier, "type_identifier")                             \
  X(generic_type, "generic_type")                                   \
  X(qualified_type, "qualified_type")                               \
  X(pointer_type, "pointer_type")                                   \
  X(struct_type, "struct_type")                                     \
  X(interface_type, "interface_type")                               \
  X(array_type, "array_type")                                       \
  X(implicit_length_array_type, "implicit_length_array_type")       \
  X(slice_type, "slice_type")                                       \
  X(map_type, "map_type")                                           \
  X(channel_type, "channel_type")                                   \
  X(function_type, "function_type")                                 \
  X(negated_type, "negated_type")                                   \
  X(parenthesized_type, "parenthesized_type")                       \
  X(type_arguments, "type_arguments")                               \
  X(block, "block")                                                 \
  X(statement_list, "statement_list")                               \
  X(empty_statement, "empty_statement")                             \
  X(expression_statement, "expression_statement")                   \
  X(send_statement, "send_statement")                               \
  X(receive_statement, "receive_statement")                         \
  X(inc_statement, "inc_statement")                                 \
  X(dec_statement, "dec_statement")                                 \
  X(assignment_statement, "assignment_statement")                   \
  X(short_var_declaration, "short_var_declaration")                 \
  X(labeled_statement, "labeled_statement")                         \
  X(label_name, "label_name")                                       \
  X(fallthrough_statement, "fallthrough_statement")                 \
  X(break_statement, "break_statement")                             \
  X(continue_statement, "continue_statement")                       \
  X(goto_statement, "goto_statement")                               \
  X(return_statement, "return_statement")                           \
  X(go_statement, "go_statement")                                   \
  X(defer_statement, "defer_statement")                             \
  X(if_statement, "if_statement")                                   \
  X(for_statement, "for_statement")                                 \
  X(for_clause, "for_clause")                                       \
  X(range_clause, "range_clause")                                   \
  X(expression_switch_statement, "expression_switch_statement")     \
  X(expression_case, "expression_case")                             \
  X(default_case, "default_case")                                   \
  X(type_switch_statement, "type_switch_statement")                 \
  X(type_case, "type_case")                                         \
  X(select_statement, "select_statement")                           \
  X(communication_case, "communication_case")                       \
  X(expression_list, "expression_list")                             \
  X(parenthesized_expression, "parenthesized_expression")           \
  X(call_expression, "call_expression")                             \
  X(argument_list, "argument_list")                                 \
  X(variadic_argument, "variadic_argument")                         \
  X(selector_expression, "selector_expression")                     \
  X(index_expression, "index_expression")                           \
  X(slice_expression, "slice_expression")                           \
  X(type_assertion_expression, "type_assertion_expression")         \
  X(type_conversion_expression, "type_conversion_expression")       \
  X(type_instantiation_expression, "type_instantiation_expression") \
  X(composite_literal, "composite_literal")                         \
  X(literal_value, "literal_value")                                 \
  X(literal_element, "literal_element")                             \
  X(keyed_element, "keyed_element")                                 \
  X(func_literal, "func_literal")                                   \
  X(unary_expression, "unary_expression")                           \
  X(binary_expression, "binary_expression")                         \
  X(identifier, "identifier")                                       \
  X(raw_string_literal, "raw_string_literal")                       \
  X(interpreted_string_literal, "interpreted_string_literal")       \
  X(int_literal, "int_literal")                                     \
  X(float_literal, "float_literal")                                 \
  X(imaginary_literal, "imaginary_literal")                         \
  X(rune_literal, "rune_literal")                                   \
  X(nil, "nil")                                                     \
  X(true_, "true")                                                  \
  X(false_, "false")                                                \
  X(iota, "iota")

#define IDEM_GO_FIELDS(X)                                                                                            \
  X(alias)                                                                                                           \
  X(alternative)                                                                                                     \
  X(arguments)                                                                                                       \
  X(body)                                                                                                            \
  X(capacity)                                                                                                        \
  X(channel)                                                                                                         \
  X(communication)                                                                                                   \
  X(condition) X(consequence) X(element) X(end) X(field) X(function) X(index) X(initializer) X(key) X(label) X(left) \
      X(length) X(name) X(operand) X(package) X(parameters) X(path) X(receiver) X(result) X(right) X(start) X(tag)   \
          X(type) X(type_arguments) X(type_parameters) X(update) X(value) X(operator_)

enum class Kind : std::uint8_t {
  other,  // punctuation and nodes that lowering passes over
  error,
// clang-format on
#define IDEM_GO_ENUM(enumerator, spelled) enumerator,
  IDEM_GO_KINDS(IDEM_GO_ENUM)
#undef IDEM_GO_ENUM
};

enum class FieldName : std::uint8_t {
  none,
#define IDEM_GO_ENUM(enumerator) enumerator,
  IDEM_GO_FIELDS(IDEM_GO_ENUM)
#undef IDEM_GO_ENUM
};

// The grammar with its symbols and fields translated; made once per process.
struct GoGrammar {
  Grammar grammar;
  std::vector<Kind> kinds;        // by SyntaxNode::kind
  std::vector<FieldName> fields;  // by SyntaxNode::field
};
const GoGrammar& go_grammar();

// Read access to one parsed file. Every question about an absent node (kNone) has a harmless answer, because trees of
// broken text lack parts anywhere.
class Syntax {
 public:
  Syntax(const SyntaxTree& tree, std::string_view text) : m_tree(tree), m_text(text), m_go(go_grammar()) {}

  const std::vector<SyntaxNode>& nodes() const { return m_tree.nodes; }
  Kind kind(Index node) const;
  Span span(Index node) const { return node == kNone ? Span{} : m_tree.nodes[node].span; }
  std::string_view text(Index node) const;
  std::string_view text(Span span) const { return m_text.substr(span.begin, span.end - span.begin); }
  // The first child with this field; kNone when there is none.
  Index child(Index node, FieldName wanted) const;
  // The first named child that is no comment, and the next such sibling.
  Index first(Index node) const { return node == kNone ? kNone : skip(m_tree.nodes[node].first_child); }
  Index next(Index node) const { return skip(m_tree.nodes[node].next); }
  // The named children with this field ("a, b" gives two).
  std::vector<Index> children(Index node, FieldName wanted) const;
  // All named children but comments.
  std::vector<Index> children(Index node) const;
  // Whether a node has an unnamed child spelled like this ("..." or "=").
  bool has_token(Index node, std::string_view token) const;
  FieldName field(Index node) const { return m_go.fields[m_tree.nodes[node].field]; }

 private:
  Index skip(Index node) const;

  const SyntaxTree& m_tree;
  std::string_view m_text;
  const GoGrammar& m_go;
};

bool is_type(Kind kind);

}  // namespace idem::go
