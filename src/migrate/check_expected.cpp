#include "migrate/check_expected.hpp"

#include "base/sql_quote.hpp"
#include "schema/pg_parse.hpp"
#include "schema/sql_split.hpp"

namespace idem {

using nlohmann::json;

static std::string written(const json& range_var) {
  return quote_qualified(json_text(range_var, "schemaname"), json_text(range_var, "relname"));
}

static void take_checks(const json& create, ExpectedParts& parts) {
  const std::string table = written(json_object(create, "relation"));
  for (const json& element : json_list(create, "tableElts")) {
    const json& constraint = json_object(element, "Constraint");
    if (json_text(constraint, "contype") == "CONSTR_CHECK")
      parts.checks.push_back({table, json_text(constraint, "conname")});
  }
}

static void take_function(const json& create, ExpectedParts& parts) {
  const std::vector<std::string> name = json_names(json_list(create, "funcname"));
  if (name.size() != 2) return;
  for (const json& option : json_list(create, "options")) {
    const json& element = json_object(option, "DefElem");
    if (json_text(element, "defname") != "as") continue;
    const json& list = json_object(json_object(element, "arg"), "List");
    const std::vector<std::string> body = json_names(json_list(list, "items"));
    if (!body.empty()) parts.functions.push_back({quote_qualified(name[0], name[1]), comparable_body(body[0])});
  }
}

Result<ExpectedParts> expected_parts(std::string_view up) {
  ExpectedParts parts;
  for (const ScriptStatement& statement : split_sql(up)) {
    if (!statement.text.starts_with("CREATE")) continue;
    const Result<json> tree = parse_postgres(statement.text);
    if (!tree) return tree.error();
    const std::string kind = tree->begin().key();
    const json& node = tree->begin().value();
    const bool of_partition = !json_object(node, "partbound").empty();
    if (kind == "CreateStmt" && !of_partition) take_checks(node, parts);
    if (kind == "IndexStmt")
      parts.indexes.push_back({written(json_object(node, "relation")), json_text(node, "idxname")});
    if (kind == "CreateTrigStmt")
      parts.triggers.push_back({written(json_object(node, "relation")), json_text(node, "trigname")});
    if (kind == "CreateFunctionStmt") take_function(node, parts);
  }
  return parts;
}

static void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string comparable_body(std::string_view body) {
  std::string out;
  constexpr std::string_view kInterval = "interval '";
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t begin = body.find(kInterval, at);
    const std::size_t end = begin == std::string_view::npos ? begin : body.find('\'', begin + kInterval.size());
    if (end == std::string_view::npos) {
      out += body.substr(at);
      break;
    }
    out += body.substr(at, begin + kInterval.size() - at);
    at = end;
  }
  replace_all(out, "md5(random()::text || clock_timestamp()::text || pg_backend_pid()::text)::uuid",
              "gen_random_uuid()");
  return out;
}

}  // namespace idem
