// The node kinds and fields of the TypeScript and TSX grammars as enums, so that the lowering is a switch and not a
// comparison of strings. JavaScript is read with the TSX grammar: it is a superset that also reads JSX and the types
// that creep into .js files, and one set of kinds is enough.
#pragma once

#include "syntax/tree.hpp"

#include <cstdint>
#include <vector>

namespace idem::typescript {

// X(enumerator, name in the grammar, named)
#define IDEM_TS_KINDS(X)                                                                  \
  X(abstract_class_declaration, "abstract_class_declaration", true)                       \
  X(abstract_method_signature, "abstract_method_signature", true)                         \
  X(accessibility_modifier, "accessibility_modifier", true)                               \
  X(ambient_declaration, "ambient_declaration", true)                                     \
  X(array, "array", true)                                                                 \
  X(array_pattern, "array_pattern", true)                                                 \
  X(array_type, "array_type", true)                                                       \
  X(arrow_function, "arrow_function", true)                                               \
  X(as_expression, "as_expression", true)                                                 \
  X(asserts, "asserts", true)                                                             \
  X(asserts_annotation, "asserts_annotation", true)                                       \
  X(assignment_expression, "assignment_expression", true)                                 \
  X(assignment_pattern, "assignment_pattern", true)                                       \
  X(augmented_assignment_expression, "augmented_assignment_expression", true)             \
  X(await_expression, "await_expression", true)                                           \
  X(binary_expression, "binary_expression", true)                                         \
  X(break_statement, "break_statement", true)                                             \
  X(call_expression, "call_expression", true)                                             \
  X(call_signature, "call_signature", true)                                               \
  X(class_, "class", true)                                                                \
  X(class_declaration, "class_declaration", true)                                         \
  X(class_heritage, "class_heritage", true)                                               \
  X(class_static_block, "class_static_block", true)                                       \
  X(comment, "comment", true)                                                             \
  X(computed_property_name, "computed_property_name", true)                               \
  X(conditional_type, "conditional_type", true)                                           \
  X(construct_signature, "construct_signature", true)                                     \
  X(constructor_type, "constructor_type", true)                                           \
  X(continue_statement, "continue_statement", true)                                       \
  X(debugger_statement, "debugger_statement", true)                                       \
  X(decorator, "decorator", true)                                                         \
  X(do_statement, "do_statement", true)                                                   \
  X(else_clause, "else_clause", true)                                                     \
  X(empty_statement, "empty_statement", true)                                             \
  X(enum_assignment, "enum_assignment", true)                                             \
  X(enum_declaration, "enum_declaration", true)                                           \
  X(export_clause, "export_clause", true)                                                 \
  X(export_specifier, "export_specifier", true)                                           \
  X(export_statement, "export_statement", true)                                           \
  X(expression_statement, "expression_statement", true)                                   \
  X(extends_clause, "extends_clause", true)                                               \
  X(extends_type_clause, "extends_type_clause", true)                                     \
  X(false_, "false", true)                                                                \
  X(flow_maybe_type, "flow_maybe_type", true)                                             \
  X(for_in_statement, "for_in_statement", true)                                           \
  X(for_statement, "for_statement", true)                                                 \
  X(formal_parameters, "formal_parameters", true)                                         \
  X(function_declaration, "function_declaration", true)                                   \
  X(function_expression, "function_expression", true)                                     \
  X(function_signature, "function_signature", true)                                       \
  X(function_type, "function_type", true)                                                 \
  X(generator_function, "generator_function", true)                                       \
  X(generator_function_declaration, "generator_function_declaration", true)               \
  X(generic_type, "generic_type", true)                                                   \
  X(identifier, "identifier", true)                                                       \
  X(if_statement, "if_statement", true)                                                   \
  X(implements_clause, "implements_clause", true)                                         \
  X(import, "import", true)                                                               \
  X(import_alias, "import_alias", true)                                                   \
  X(import_clause, "import_clause", true)                                                 \
  X(import_require_clause, "import_require_clause", true)                                 \
  X(import_specifier, "import_specifier", true)                                           \
  X(import_statement, "import_statement", true)                                           \
  X(index_signature, "index_signature", true)                                             \
  X(index_type_query, "index_type_query", true)                                           \
  X(infer_type, "infer_type", true)                                                       \
  X(instantiation_expression, "instantiation_expression", true)                           \
  X(interface_declaration, "interface_declaration", true)                                 \
  X(internal_module, "internal_module", true)                                             \
  X(intersection_type, "intersection_type", true)                                         \
  X(labeled_statement, "labeled_statement", true)                                         \
  X(lexical_declaration, "lexical_declaration", true)                                     \
  X(literal_type, "literal_type", true)                                                   \
  X(lookup_type, "lookup_type", true)                                                     \
  X(mapped_type_clause, "mapped_type_clause", true)                                       \
  X(member_expression, "member_expression", true)                                         \
  X(meta_property, "meta_property", true)                                                 \
  X(method_definition, "method_definition", true)                                         \
  X(method_signature, "method_signature", true)                                           \
  X(module, "module", true)                                                               \
  X(named_imports, "named_imports", true)                                                 \
  X(namespace_export, "namespace_export", true)                                           \
  X(namespace_import, "namespace_import", true)                                           \
  X(nested_type_identifier, "nested_type_identifier", true)                               \
  X(new_expression, "new_expression", true)                                               \
  X(non_null_expression, "non_null_expression", true)                                     \
  X(null, "null", true)                                                                   \
  X(number, "number", true)                                                               \
  X(object, "object", true)                                                               \
  X(object_assignment_pattern, "object_assignment_pattern", true)                         \
  X(object_pattern, "object_pattern", true)                                               \
  X(object_type, "object_type", true)                                                     \
  X(optional_parameter, "optional_parameter", true)                                       \
  X(optional_type, "optional_type", true)                                                 \
  X(pair, "pair", true)                                                                   \
  X(pair_pattern, "pair_pattern", true)                                                   \
  X(parenthesized_expression, "parenthesized_expression", true)                           \
  X(parenthesized_type, "parenthesized_type", true)                                       \
  X(predefined_type, "predefined_type", true)                                             \
  X(private_property_identifier, "private_property_identifier", true)                     \
  X(program, "program", true)                                                             \
  X(property_identifier, "property_identifier", true)                                     \
  X(property_signature, "property_signature", true)                                       \
  X(public_field_definition, "public_field_definition", true)                             \
  X(readonly_type, "readonly_type", true)                                                 \
  X(regex, "regex", true)                                                                 \
  X(required_parameter, "required_parameter", true)                                       \
  X(rest_pattern, "rest_pattern", true)                                                   \
  X(rest_type, "rest_type", true)                                                         \
  X(return_statement, "return_statement", true)                                           \
  X(satisfies_expression, "satisfies_expression", true)                                   \
  X(sequence_expression, "sequence_expression", true)                                     \
  X(shorthand_property_identifier, "shorthand_property_identifier", true)                 \
  X(shorthand_property_identifier_pattern, "shorthand_property_identifier_pattern", true) \
  X(spread_element, "spread_element", true)                                               \
  X(statement_block, "statement_block", true)                                             \
  X(string, "string", true)                                                               \
  X(subscript_expression, "subscript_expression", true)                                   \
  X(super, "super", true)                                                                 \
  X(switch_case, "switch_case", true)                                                     \
  X(switch_default, "switch_default", true)                                               \
  X(switch_statement, "switch_statement", true)                                           \
  X(template_literal_type, "template_literal_type", true)                                 \
  X(template_string, "template_string", true)                                             \
  X(template_substitution, "template_substitution", true)                                 \
  X(ternary_expression, "ternary_expression", true)                                       \
  X(this_, "this", true)                                                                  \
  X(this_type, "this_type", true)                                                         \
  X(throw_statement, "throw_statement", true)                                             \
  X(true_, "true", true)                                                                  \
  X(try_statement, "try_statement", true)                                                 \
  X(tuple_type, "tuple_type", true)                                                       \
  X(type_alias_declaration, "type_alias_declaration", true)                               \
  X(type_annotation, "type_annotation", true)                                             \
  X(type_arguments, "type_arguments", true)                                               \
  X(type_assertion, "type_assertion", true)                                               \
  X(type_identifier, "type_identifier", true)                                             \
  X(type_predicate, "type_predicate", true)                                               \
  X(type_predicate_annotation, "type_predicate_annotation", true)                         \
  X(type_query, "type_query", true)                                                       \
  X(unary_expression, "unary_expression", true)                                           \
  X(undefined, "undefined", true)                                                         \
  X(union_type, "union_type", true)                                                       \
  X(update_expression, "update_expression", true)                                         \
  X(variable_declaration, "variable_declaration", true)                                   \
  X(variable_declarator, "variable_declarator", true)                                     \
  X(while_statement, "while_statement", true)                                             \
  X(with_statement, "with_statement", true)                                               \
  X(yield_expression, "yield_expression", true)                                           \
  X(jsx_element, "jsx_element", true)                                                     \
  X(jsx_self_closing_element, "jsx_self_closing_element", true)                           \
  X(jsx_expression, "jsx_expression", true)                                               \
  X(jsx_attribute, "jsx_attribute", true)                                                 \
  X(tok_async, "async", false)                                                            \
  X(tok_const, "const", false)                                                            \
  X(tok_default, "default", false)                                                        \
  X(tok_equals, "=", false)                                                               \
  X(tok_get, "get", false)                                                                \
  X(tok_global, "global", false)                                                          \
  X(tok_optional, "?", false)                                                             \
  X(tok_optional_chain, "?.", false)                                                      \
  X(tok_readonly, "readonly", false)                                                      \
  X(tok_set, "set", false)                                                                \
  X(tok_star, "*", false)                                                                 \
  X(tok_static, "static", false)                                                          \
  X(tok_type, "type", false)                                                              \
  X(tok_using, "using", false)

// X(enumerator, name in the grammar)
#define IDEM_TS_FIELDS(X)               \
  X(alias, "alias")                     \
  X(alternative, "alternative")         \
  X(argument, "argument")               \
  X(arguments, "arguments")             \
  X(body, "body")                       \
  X(condition, "condition")             \
  X(consequence, "consequence")         \
  X(constructor, "constructor")         \
  X(declaration, "declaration")         \
  X(decorator, "decorator")             \
  X(finalizer, "finalizer")             \
  X(function, "function")               \
  X(handler, "handler")                 \
  X(increment, "increment")             \
  X(index, "index")                     \
  X(index_type, "index_type")           \
  X(initializer, "initializer")         \
  X(key, "key")                         \
  X(kind, "kind")                       \
  X(label, "label")                     \
  X(left, "left")                       \
  X(module, "module")                   \
  X(name, "name")                       \
  X(object, "object")                   \
  X(operator_, "operator")              \
  X(optional_chain, "optional_chain")   \
  X(parameter, "parameter")             \
  X(parameters, "parameters")           \
  X(pattern, "pattern")                 \
  X(property, "property")               \
  X(return_type, "return_type")         \
  X(right, "right")                     \
  X(source, "source")                   \
  X(type, "type")                       \
  X(type_arguments, "type_arguments")   \
  X(type_parameters, "type_parameters") \
  X(value, "value")

#define IDEM_TS_ENUMERATOR(enumerator, ...) enumerator,
enum class Kind : std::uint8_t { other, error, IDEM_TS_KINDS(IDEM_TS_ENUMERATOR) };
enum class Role : std::uint8_t { none, other, IDEM_TS_FIELDS(IDEM_TS_ENUMERATOR) };
#undef IDEM_TS_ENUMERATOR

// A grammar with its node kinds and fields translated.
struct Dialect {
  Grammar grammar;
  std::vector<Kind> kinds;  // by symbol
  std::vector<Role> roles;  // by field id

  Kind kind(std::uint16_t symbol) const { return symbol < kinds.size() ? kinds[symbol] : Kind::error; }
  Role role(std::uint16_t id) const { return id < roles.size() ? roles[id] : Role::other; }
};

const Dialect& typescript_dialect();  // .ts .mts .cts
const Dialect& tsx_dialect();         // .tsx and all JavaScript

}  // namespace idem::typescript
