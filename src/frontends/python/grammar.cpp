#include "frontends/python/grammar.hpp"

#include <string_view>

extern "C" const TSLanguage* tree_sitter_python();

namespace idem::python {

namespace {

struct Row {
  std::string_view name;
  Kind kind;
};

constexpr Row kRows[] = {
    {"aliased_import", Kind::aliased_import},
    {"argument_list", Kind::argument_list},
    {"as_pattern", Kind::as_pattern},
    {"as_pattern_target", Kind::as_pattern_target},
    {"assert_statement", Kind::assert_statement},
    {"assignment", Kind::assignment},
    {"attribute", Kind::attribute},
    {"augmented_assignment", Kind::augmented_assignment},
    {"await", Kind::await},
    {"binary_operator", Kind::binary_operator},
    {"block", Kind::block},
    {"boolean_operator", Kind::boolean_operator},
    {"break_statement", Kind::break_statement},
    {"call", Kind::call},
    {"case_clause", Kind::case_clause},
    {"case_pattern", Kind::case_pattern},
    {"chevron", Kind::chevron},
    {"class_definition", Kind::class_definition},
    {"class_pattern", Kind::class_pattern},
    {"comment", Kind::comment},
    {"comparison_operator", Kind::comparison_operator},
    {"complex_pattern", Kind::complex_pattern},
    {"concatenated_string", Kind::concatenated_string},
    {"conditional_expression", Kind::conditional_expression},
    {"constrained_type", Kind::constrained_type},
    {"continue_statement", Kind::continue_statement},
    {"decorated_definition", Kind::decorated_definition},
    {"decorator", Kind::decorator},
    {"default_parameter", Kind::default_parameter},
    {"delete_statement", Kind::delete_statement},
    {"dict_pattern", Kind::dict_pattern},
    {"dictionary", Kind::dictionary},
    {"dictionary_comprehension", Kind::dictionary_comprehension},
    {"dictionary_splat", Kind::dictionary_splat},
    {"dictionary_splat_pattern", Kind::dictionary_splat_pattern},
    {"dotted_name", Kind::dotted_name},
    {"elif_clause", Kind::elif_clause},
    {"ellipsis", Kind::ellipsis},
    {"else_clause", Kind::else_clause},
    {"except_clause", Kind::except_clause},
    {"exec_statement", Kind::exec_statement},
    {"expression_list", Kind::expression_list},
    {"expression_statement", Kind::expression_statement},
    {"false", Kind::false_},
    {"finally_clause", Kind::finally_clause},
    {"float", Kind::float_},
    {"for_in_clause", Kind::for_in_clause},
    {"for_statement", Kind::for_statement},
    {"format_specifier", Kind::format_specifier},
    {"function_definition", Kind::function_definition},
    {"future_import_statement", Kind::future_import_statement},
    {"generator_expression", Kind::generator_expression},
    {"generic_type", Kind::generic_type},
    {"global_statement", Kind::global_statement},
    {"identifier", Kind::identifier},
    {"if_clause", Kind::if_clause},
    {"if_statement", Kind::if_statement},
    {"import_from_statement", Kind::import_from_statement},
    {"import_statement", Kind::import_statement},
    {"integer", Kind::integer},
    {"interpolation", Kind::interpolation},
    {"keyword_argument", Kind::keyword_argument},
    {"keyword_pattern", Kind::keyword_pattern},
    {"keyword_separator", Kind::keyword_separator},
    {"lambda", Kind::lambda},
    {"lambda_parameters", Kind::lambda_parameters},
    {"line_continuation", Kind::line_continuation},
    {"list", Kind::list},
    {"list_comprehension", Kind::list_comprehension},
    {"list_pattern", Kind::list_pattern},
    {"list_splat", Kind::list_splat},
    {"list_splat_pattern", Kind::list_splat_pattern},
    {"match_statement", Kind::match_statement},
    {"member_type", Kind::member_type},
    {"module", Kind::module},
    {"named_expression", Kind::named_expression},
    {"none", Kind::none},
    {"nonlocal_statement", Kind::nonlocal_statement},
    {"not_operator", Kind::not_operator},
    {"pair", Kind::pair},
    {"parameters", Kind::parameters},
    {"parenthesized_expression", Kind::parenthesized_expression},
    {"pass_statement", Kind::pass_statement},
    {"pattern_list", Kind::pattern_list},
    {"positional_separator", Kind::positional_separator},
    {"print_statement", Kind::print_statement},
    {"raise_statement", Kind::raise_statement},
    {"relative_import", Kind::relative_import},
    {"return_statement", Kind::return_statement},
    {"set", Kind::set},
    {"set_comprehension", Kind::set_comprehension},
    {"slice", Kind::slice},
    {"splat_pattern", Kind::splat_pattern},
    {"splat_type", Kind::splat_type},
    {"string", Kind::string},
    {"string_content", Kind::string_content},
    {"string_end", Kind::string_end},
    {"string_start", Kind::string_start},
    {"subscript", Kind::subscript},
    {"true", Kind::true_},
    {"try_statement", Kind::try_statement},
    {"tuple", Kind::tuple},
    {"tuple_pattern", Kind::tuple_pattern},
    {"type", Kind::type},
    {"type_alias_statement", Kind::type_alias_statement},
    {"type_conversion", Kind::type_conversion},
    {"type_parameter", Kind::type_parameter},
    {"typed_default_parameter", Kind::typed_default_parameter},
    {"typed_parameter", Kind::typed_parameter},
    {"unary_operator", Kind::unary_operator},
    {"union_pattern", Kind::union_pattern},
    {"union_type", Kind::union_type},
    {"while_statement", Kind::while_statement},
    {"wildcard_import", Kind::wildcard_import},
    {"with_clause", Kind::with_clause},
    {"with_item", Kind::with_item},
    {"with_statement", Kind::with_statement},
    {"yield", Kind::yield},
};

Fields make_fields(const Grammar& grammar) {
  return {
      .alias = grammar.field("alias"),
      .alternative = grammar.field("alternative"),
      .arguments = grammar.field("arguments"),
      .attribute = grammar.field("attribute"),
      .body = grammar.field("body"),
      .condition = grammar.field("condition"),
      .consequence = grammar.field("consequence"),
      .definition = grammar.field("definition"),
      .expression = grammar.field("expression"),
      .function = grammar.field("function"),
      .guard = grammar.field("guard"),
      .key = grammar.field("key"),
      .left = grammar.field("left"),
      .module_name = grammar.field("module_name"),
      .name = grammar.field("name"),
      .object = grammar.field("object"),
      .operator_ = grammar.field("operator"),
      .operators = grammar.field("operators"),
      .parameters = grammar.field("parameters"),
      .return_type = grammar.field("return_type"),
      .right = grammar.field("right"),
      .subject = grammar.field("subject"),
      .subscript = grammar.field("subscript"),
      .superclasses = grammar.field("superclasses"),
      .type = grammar.field("type"),
      .type_parameters = grammar.field("type_parameters"),
      .value = grammar.field("value"),
      .argument = grammar.field("argument"),
      .code = grammar.field("code"),
      .cause = grammar.field("cause"),
  };
}

PythonGrammar make() {
  PythonGrammar made{.grammar = make_grammar(tree_sitter_python()), .kinds = {}, .field = {}};
  made.kinds.assign(made.grammar.kind_names.size(), Kind::other);
  for (const Row& row : kRows) made.kinds[made.grammar.kind(row.name)] = row.kind;
  made.field = make_fields(made.grammar);
  return made;
}

}  // namespace

const PythonGrammar& grammar() {
  static const PythonGrammar made = make();
  return made;
}

}  // namespace idem::python
