#include "reconcile/postgres_side.hpp"

#include "base/resources.hpp"
#include "reconcile/facts.hpp"
#include "reconcile/group_sql.hpp"
#include "reconcile/sql_template.hpp"
#include "records/canonical.hpp"
#include "records/money.hpp"
#include "records/table_choice.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

namespace {

bool is_one_of(const std::string& type, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}
bool is_whole(const std::string& type) { return is_one_of(type, {"int2", "int4", "int8"}); }
bool is_number(const std::string& type) {
  return is_whole(type) || is_one_of(type, {"numeric", "float4", "float8", "money"});
}
bool may_be_nan(const std::string& type) { return is_one_of(type, {"numeric", "float4", "float8"}); }
bool is_time(const std::string& type) { return is_one_of(type, {"timestamptz", "timestamp", "date"}); }

constexpr Dialect kPostgres{Dialect::postgres};

std::string quoted(const PostgresSide& side, const Mapping& mapping, Role role) {
  return kPostgres.ident(side.columns[static_cast<std::size_t>(mapping[role])]);
}
const std::string& type_of(const PostgresSide& side, const Mapping& mapping, Role role) {
  return side.types[static_cast<std::size_t>(mapping[role])];
}

// Bytes order, whatever the database's collation.
std::string text_expression(const std::string& column, const std::string& type) {
  if (type == "bytea") return fmt::format("encode({}, 'hex') COLLATE \"C\"", column);
  if (type == "bool")
    return fmt::format("CASE WHEN {0} THEN 'true' WHEN NOT {0} THEN 'false' END COLLATE \"C\"", column);
  if (is_one_of(type, {"text", "varchar"})) return fmt::format("{} COLLATE \"C\"", column);
  return fmt::format("CAST({} AS text) COLLATE \"C\"", column);
}

// Numbers since 1970 by their size, as parse_time() has it.
std::string time_expression(const std::string& column, const std::string& type) {
  // Without an end is without a time, as in Canonical; timestamp and date are in the session's zone.
  if (is_time(type))
    return fmt::format("NULLIF(NULLIF({}, 'infinity'), '-infinity')",
                       type == "timestamptz" ? column : fmt::format("CAST({} AS timestamptz)", column));
  return fmt::format(
      "to_timestamp(CASE WHEN {0} < 1e11 THEN {0} WHEN {0} < 1e14 THEN {0} / 1e3 WHEN {0} < 1e17 THEN {0} / 1e6 ELSE "
      "{0} / 1e9 END)",
      column);
}

std::string in_list(int digits) {
  std::size_t count = 0;
  const std::string_view* codes = currencies_with(digits, count);
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += fmt::format("{}'{}'", i == 0 ? "" : ", ", codes[i]);
  return list;
}

std::string factor_of(int digits) {
  return digits == 0 ? "1" : "0." + std::string(static_cast<std::size_t>(digits - 1), '0') + "1";
}

std::string amount_expression(const std::string& column, const std::string& type, bool minor,
                              const std::string& currency, const std::string& default_currency) {
  std::string number = type == "numeric" ? column : fmt::format("CAST({} AS numeric)", column);
  if (!minor) return number;
  const std::string otherwise = factor_of(minor_digits(default_currency));
  if (currency.empty()) return fmt::format("{} * {}", number, otherwise);
  return fmt::format(
      "{0} * CASE WHEN {1} IS NULL THEN {2} WHEN upper({1}) IN ({3}) THEN 1 WHEN upper({1}) IN ({4}) THEN 0.001 WHEN "
      "upper({1}) IN ({5}) THEN 0.0001 ELSE 0.01 END",
      number, currency, otherwise, in_list(0), in_list(3), in_list(4));
}

std::string state_expression(const PostgresSide& side, const Mapping& mapping) {
  std::string cases;
  const std::string column = fmt::format("CAST({} AS text)", quoted(side, mapping, Role::state));
  for (const auto& [word, state] : side.states)
    cases += fmt::format(" WHEN {} THEN {}", kPostgres.text(word), static_cast<int>(state));
  if (mapping.state_is_http && cases.empty()) return fmt::format("CASE WHEN {} IS NULL THEN 2 END", column);
  if (cases.empty()) return "CAST(NULL AS int)";
  return mapping.state_is_http
             ? fmt::format("CASE WHEN {} IS NULL THEN 2 ELSE CASE {}{} END END", column, column, cases)
             : fmt::format("CASE {}{} END", column, cases);
}

}  // namespace

Result<void> begin_snapshot(CopyStream& stream, Micros statement_timeout, std::int64_t zone_offset_seconds,
                            const std::string& snapshot) {
  const char sign = zone_offset_seconds < 0 ? '-' : '+';
  const std::int64_t minutes = (zone_offset_seconds < 0 ? -zone_offset_seconds : zone_offset_seconds) / 60;
  const SqlValues values = {
      {"snapshot", snapshot.empty() ? "" : "\nSET TRANSACTION SNAPSHOT " + stream.literal(snapshot) + ";"},
      {"statement_timeout", std::to_string(statement_timeout / 1000)},
      {"zone", fmt::format("{}{:02}:{:02}", sign, minutes / 60, minutes % 60)}};
  return stream.run(fill_sql(resource("sql/reconcile/snapshot.sql"), values));
}

Result<PostgresSide> look_at(CopyStream& stream, const SourceSpec& spec, Side which) {
  PostgresSide side;
  side.url = spec.location;
  side.where = spec.where.empty() ? "" : " WHERE (" + spec.where + ")";
  std::string oid;
  if (!spec.query.empty()) {
    side.relation = "(" + spec.query + ") q";
  } else {
    std::string name = spec.table;
    if (name.empty()) {
      const auto tables = stream.query(std::string(resource("sql/reconcile/tables.sql")));
      if (!tables) return tables.error();
      std::vector<TableColumns> known;
      for (const auto& line : *tables) {
        if (known.empty() || known.back().table != line[0]) known.push_back({line[0].value_or(""), {}});
        known.back().columns.push_back(line[1].value_or(""));
      }
      const Result<std::string> chosen = choose_table(which, known);
      if (!chosen) return chosen.error().with_context(shown_name(spec));
      name = *chosen;
    }
    // "orders", "shop.orders", "Shop"."Orders": as written first, then with each part quoted.
    std::string quoted_parts;
    std::size_t begin = 0;
    for (std::size_t dot = name.find('.');; dot = name.find('.', begin)) {
      quoted_parts += (quoted_parts.empty() ? "" : ".") +
                      stream.ident(name.substr(begin, dot == std::string::npos ? dot : dot - begin));
      if (dot == std::string::npos) break;
      begin = dot + 1;
    }
    const auto found =
        stream.query(fill_sql(resource("sql/reconcile/find_table.sql"),
                              {{"quoted", stream.literal(quoted_parts)}, {"written", stream.literal(name)}}));
    if (!found) return found.error();
    if (found->empty() || !found->front()[0])
      return Error{ErrorKind::usage,
                   fmt::format("{}: no table {}", shown_name({spec.location, "", "", "", {}, {}}), name)};
    oid = *found->front()[0];
    side.relation = *found->front()[1];
  }
  const auto columns = stream.describe("SELECT * FROM " + side.relation + side.where);
  if (!columns) return columns.error().with_context(shown_name(spec));
  for (const auto& column : *columns) {
    side.columns.push_back(column.name);
    side.types.push_back(column.type);
  }
  side.not_null.assign(side.columns.size(), false);
  if (oid.empty()) return side;
  const auto facts = stream.query(fill_sql(resource("sql/reconcile/table_facts.sql"), {{"oid", oid}}));
  if (!facts) return facts.error();
  for (const auto& line : *facts) {
    if (line[0] == "not null") {
      const auto at = std::find(side.columns.begin(), side.columns.end(), line[2].value_or(""));
      if (at != side.columns.end()) side.not_null[static_cast<std::size_t>(at - side.columns.begin())] = true;
    } else if (line[0] == "rows") {
      side.rows_about = std::stoll(line[2].value_or("-1"));
    } else {
      const auto index = static_cast<std::size_t>(std::stoul(line[1].value_or("0")));
      if (side.unique.size() <= index) side.unique.resize(index + 1);
      side.unique[index].push_back(line[2].value_or(""));
    }
  }
  return side;
}

Result<void> look_at_states(CopyStream& stream, PostgresSide& side, const Mapping& mapping, const StateWords& words) {
  static constexpr std::size_t kMostWords = 500;
  side.states_known = true;
  if (!mapping.has(Role::state)) return {};
  const auto found =
      stream.query(fmt::format("SELECT DISTINCT CAST({0} AS text) FROM {1}{2} LIMIT {3}",
                               quoted(side, mapping, Role::state), side.relation, side.where, kMostWords + 1));
  if (!found) return found.error();
  if (found->size() > kMostWords) side.states_known = false;
  // The same code that reads files says what a word amounts to.
  Mapping only;
  only.column[static_cast<std::size_t>(Role::state)] = 0;
  Canonical canonical(Side::records, only, {0, "", words});
  for (const auto& line : *found) {
    if (!line[0]) continue;
    Row row;
    canonical.convert({{*line[0], false}}, row);
    if (!row[Role::state].is_null()) side.states[*line[0]] = static_cast<State>(row[Role::state].value);
  }
  return {};
}

bool can_push_down(const PostgresSide& side, const Mapping& mapping) {
  if (!side.states_known) return false;
  for (std::size_t slot = 0; slot < kRoles; ++slot) {
    const auto role = static_cast<Role>(slot);
    if (!mapping.has(role)) continue;
    const std::string& type = type_of(side, mapping, role);
    const ValueKind kind = kind_of(role);
    if (kind == ValueKind::time && !is_time(type) && !is_whole(type)) return false;
    if (kind == ValueKind::amount && !is_number(type)) return false;
    if (kind == ValueKind::flag && type != "bool") return false;
  }
  return true;
}

std::string canonical_select(const PostgresSide& side, Side which, const Mapping& mapping, const Plan& plan,
                             const std::string& default_currency) {
  std::string list;
  std::string bad;
  std::string bad_state;  // told only where nothing after it is bad, as in Canonical
  const auto add = [&](const std::string& expression, std::string_view name) {
    list += fmt::format("{}{} AS {}", list.empty() ? "" : ", ", expression, name);
  };
  std::string link;
  for (std::size_t slot = 0; slot < kRoles; ++slot) {
    const auto role = static_cast<Role>(slot);
    if (!mapping.has(role)) continue;
    const std::string column = quoted(side, mapping, role);
    const std::string& type = type_of(side, mapping, role);
    std::string expression;
    switch (kind_of(role)) {
      case ValueKind::text:
        expression = text_expression(column, type);
        if (role != Role::currency) break;
        expression = fmt::format("upper({})", expression);
        if (!default_currency.empty() && mapping.has(Role::amount))
          expression = fmt::format("COALESCE({}, CASE WHEN {} IS NOT NULL THEN {} END)", expression,
                                   quoted(side, mapping, Role::amount), kPostgres.text(default_currency));
        break;
      case ValueKind::time:
        expression = time_expression(column, type);
        break;
      case ValueKind::amount:
        if (may_be_nan(type)) bad += fmt::format(" WHEN {} = 'NaN' THEN 'amount'", column);
        expression = amount_expression(
            may_be_nan(type) ? fmt::format("NULLIF({}, 'NaN')", column) : column, type, mapping.amount_in_minor_units,
            mapping.has(Role::currency) ? quoted(side, mapping, Role::currency) : "", default_currency);
        break;
      case ValueKind::flag:
        expression = fmt::format("CASE WHEN {} THEN 1 ELSE 0 END", column);
        break;
      case ValueKind::state:
        expression = state_expression(side, mapping);
        if (which == Side::keys) bad_state = fmt::format(" WHEN ({}) IS NULL THEN 'state'", expression);
        break;
    }
    if (role == plan.link_role(which)) link = expression;
    add(expression, name_of(role));
  }
  if (which == Side::keys && !mapping.has(Role::state) && mapping.has(Role::completed))
    add(fmt::format("CASE WHEN {} IS NULL THEN 2 ELSE 7 END", quoted(side, mapping, Role::completed)), "state");
  if (!mapping.has(Role::currency) && mapping.has(Role::amount) && !default_currency.empty())
    add(kPostgres.text(default_currency) + " COLLATE \"C\"", "currency");
  add(link, "link");
  bad += bad_state;
  add(bad.empty() ? "CAST(NULL AS text)" : fmt::format("CASE{} END", bad), "bad");
  return fmt::format("SELECT {} FROM {}{}", list, side.relation, side.where);
}

std::string in_texts(const PostgresSide& side, const Mapping& mapping, Role role,
                     const std::vector<std::string>& values) {
  const std::string column = quoted(side, mapping, role);
  const std::string& type = type_of(side, mapping, role);
  // Compared as the column is, where that lets an index help.
  std::string condition = is_one_of(type, {"text", "varchar"}) ? column : text_expression(column, type);
  condition += " IN (";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) condition += ", ";
    condition += kPostgres.text(values[i]);
  }
  return condition + ")";
}

// How a column is fetched: as it is where its binary form is read here, else as the text that the pushed-down form has.
static std::pair<std::string, CopyStream::Kind> raw_column(const std::string& column, const std::string& type,
                                                           ValueKind kind) {
  if (is_one_of(type, {"text", "varchar"})) return {column, CopyStream::Kind::text};
  if (is_whole(type)) return {column, CopyStream::Kind::whole};
  if (type == "numeric") return {column, CopyStream::Kind::decimal};
  if (type == "timestamptz" && kind == ValueKind::time) return {column, CopyStream::Kind::time};
  if (type == "bytea" && kind == ValueKind::text)
    return {fmt::format("encode({}, 'hex')", column), CopyStream::Kind::text};
  return {fmt::format("CAST({} AS text)", column), CopyStream::Kind::text};
}

RawSelect raw_select(const PostgresSide& side, Side which, Mapping& mapping, const Plan& plan, bool ordered,
                     const std::vector<std::string>& links) {
  std::string list;
  std::vector<CopyStream::Kind> kinds;
  int next = 0;
  std::vector<std::string> columns;
  Mapping raw = mapping;
  for (std::size_t slot = 0; slot < kRoles; ++slot) {
    if (mapping.column[slot] < 0) continue;
    const std::string& name = side.columns[static_cast<std::size_t>(mapping.column[slot])];
    const std::string& type = side.types[static_cast<std::size_t>(mapping.column[slot])];
    const std::string column = kPostgres.ident(name);
    const auto [expression, kind] = raw_column(column, type, kind_of(static_cast<Role>(slot)));
    list += fmt::format("{}{}", list.empty() ? "" : ", ", expression);
    kinds.push_back(kind);
    columns.push_back(name);
    raw.column[slot] = next++;
  }
  std::string order;
  if (ordered) {
    const auto part = [&](Role role) {
      return text_expression(quoted(side, mapping, role), type_of(side, mapping, role)) + " NULLS FIRST";
    };
    order = " ORDER BY " + part(plan.link_role(which));
    if (plan.operation_shared) order += ", " + part(Role::operation);
    if (plan.tenant_shared) order += ", " + part(Role::tenant);
  }
  raw.columns = std::move(columns);
  std::string where = side.where;
  if (ordered && plan.settings.shards > 1) {
    const Role link = plan.link_role(which);
    where += (where.empty() ? " WHERE " : " AND ") +
             in_shard(plan.settings, text_expression(quoted(side, mapping, link), type_of(side, mapping, link)));
  }
  if (!links.empty())
    where += (where.empty() ? " WHERE " : " AND ") + in_texts(side, mapping, plan.link_role(which), links);
  RawSelect select{fmt::format("SELECT {} FROM {}{}{}", list, side.relation, where, order), std::move(kinds)};
  mapping = std::move(raw);
  return select;
}

namespace {

class CopyReader : public RowReader {
 public:
  CopyReader(std::shared_ptr<CopyStream> stream, std::vector<std::string> columns, std::string name)
      : m_stream(std::move(stream)), m_columns(std::move(columns)), m_name(std::move(name)) {}
  const std::vector<std::string>& columns() const override { return m_columns; }
  Result<bool> next(RawRow& row) override {
    Result<bool> got = m_stream->next(row);
    if (!got) return got.error().with_context(m_name);
    return got;
  }

 private:
  std::shared_ptr<CopyStream> m_stream;
  std::vector<std::string> m_columns;
  std::string m_name;
};

}  // namespace

std::unique_ptr<RowReader> copy_reader(std::shared_ptr<CopyStream> stream, std::vector<std::string> columns,
                                       std::string name) {
  return std::make_unique<CopyReader>(std::move(stream), std::move(columns), std::move(name));
}

}  // namespace idem::books
