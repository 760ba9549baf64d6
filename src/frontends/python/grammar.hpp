// The node kinds and fields of the Python grammar, under names a switch can use.
#pragma once

#include "syntax/tree.hpp"

#include <cstdint>
#include <vector>

namespace idem::python {

enum class Kind : std::uint8_t {
  other,  // tokens and whatever has no row
  error,
  aliased_import,
  argument_list,
  as_pattern,
  as_pattern_target,
  assert_statement,
  assignment,
  attribute,
  augmented_assignment,
  await,
  binary_operator,
  block,
  boolean_operator,
  break_statement,
  call,
  case_clause,
  case_pattern,
  chevron,
  class_definition,
  class_pattern,
  comment,
  comparison_operator,
  complex_pattern,
  concatenated_string,
  conditional_expression,
  constrained_type,
  continue_statement,
  decorated_definition,
  decorator,
  default_parameter,
  delete_statement,
  dict_pattern,
  dictionary,
  dictionary_comprehension,
  dictionary_splat,
  dictionary_splat_pattern,
  dotted_name,
  elif_clause,
  ellipsis,
  else_clause,
  except_clause,
  exec_statement,
  expression_list,
  expression_statement,
  false_,
  finally_clause,
  float_,
  for_in_clause,
  for_statement,
  format_specifier,
  function_definition,
  future_import_statement,
  generator_expression,
  generic_type,
  global_statement,
  identifier,
  if_clause,
  if_statement,
  import_from_statement,
  import_statement,
  integer,
  interpolation,
  keyword_argument,
  keyword_pattern,
  keyword_separator,
  lambda,
  lambda_parameters,
  line_continuation,
  list,
  list_comprehension,
  list_pattern,
  list_splat,
  list_splat_pattern,
  match_statement,
  member_type,
  module,
  named_expression,
  none,
  nonlocal_statement,
  not_operator,
  pair,
  parameters,
  parenthesized_expression,
  pass_statement,
  pattern_list,
  positional_separator,
  print_statement,
  raise_statement,
  relative_import,
  return_statement,
  set,
  set_comprehension,
  slice,
  splat_pattern,
  splat_type,
  string,
  string_content,
  string_end,
  string_start,
  subscript,
  true_,
  try_statement,
  tuple,
  tuple_pattern,
  type,
  type_alias_statement,
  type_conversion,
  type_parameter,
  typed_default_parameter,
  typed_parameter,
  unary_operator,
  union_pattern,
  union_type,
  while_statement,
  wildcard_import,
  with_clause,
  with_item,
  with_statement,
  yield,
  count_,
};

struct Fields {
  std::uint16_t alias, alternative, arguments, attribute, body, condition, consequence, definition, expression,
      function, guard, key, left, module_name, name, object, operator_, operators, parameters, return_type, right,
      subject, subscript, superclasses, type, type_parameters, value, argument, code, cause;
};

struct PythonGrammar {
  Grammar grammar;
  std::vector<Kind> kinds;  // by grammar symbol
  Fields field;

  Kind kind(std::uint16_t symbol) const { return symbol < kinds.size() ? kinds[symbol] : Kind::error; }
};

// Made on first use; shared by threads.
const PythonGrammar& grammar();

}  // namespace idem::python
