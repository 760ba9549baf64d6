#include "reconcile/emit_sql.hpp"

#include "base/resources.hpp"
#include "reconcile/group_sql.hpp"
#include "reconcile/questions.hpp"
#include "records/money.hpp"

#include <fmt/core.h>

namespace idem::books {

namespace {

struct SideWriter {
  const Plan& plan;
  const Dialect& dialect;
  const WarehouseTable& table;
  const std::string& default_currency;
  Side side;
  const Mapping& mapping;

  std::string column(Role role) const { return dialect.ident(mapping.name(role)); }

  std::string time(Role role) const {
    return dialect.kind == Dialect::sqlite ? sqlite_micros(column(role)) : dialect.cast(column(role), FactType::time);
  }

  // Cents become units by the currency's digits. SQLite divides, because a product with 0.01 would not be exact; a
  // quotient is the nearest double, and so is the literal it is compared with.
  std::string amount() const {
    const std::string number = dialect.cast(column(Role::amount), FactType::amount);
    if (!mapping.amount_in_minor_units) return number;
    const auto scaled = [&](int digits) -> std::string {
      if (digits == 0) return number;
      std::string unit = "1" + std::string(static_cast<std::size_t>(digits), '0');
      if (dialect.kind == Dialect::sqlite) return fmt::format("{} / {}.0", number, unit);
      const std::string part = "0." + std::string(static_cast<std::size_t>(digits - 1), '0') + "1";
      return fmt::format("{} * {}", number,
                         dialect.kind == Dialect::bigquery ? dialect.cast("'" + part + "'", FactType::amount) : part);
    };
    const std::string otherwise = scaled(minor_digits(default_currency));
    if (!mapping.has(Role::currency)) return otherwise;
    const std::string currency = fmt::format("upper({})", dialect.cast(column(Role::currency), FactType::text));
    std::string cases = fmt::format("CASE WHEN {} IS NULL THEN {}", column(Role::currency), otherwise);
    for (const int digits : {0, 3, 4}) {
      std::size_t count = 0;
      const std::string_view* codes = currencies_with(digits, count);
      std::string list;
      for (std::size_t i = 0; i < count; ++i) list += fmt::format("{}'{}'", i == 0 ? "" : ", ", codes[i]);
      cases += fmt::format(" WHEN {} IN ({}) THEN {}", currency, list, scaled(digits));
    }
    return fmt::format("{} ELSE {} END", cases, scaled(2));
  }

  std::string state() const {
    const std::string text = dialect.cast(column(Role::state), FactType::text);
    std::map<State, std::string> words;
    for (const auto& [word, state] : table.states)
      words[state] += fmt::format("{}{}", words[state].empty() ? "" : ", ", dialect.text(word));
    std::string cases = "CASE";
    if (mapping.state_is_http) cases += fmt::format(" WHEN {} IS NULL THEN 2", text);
    for (const auto& [state, list] : words)
      cases += fmt::format(" WHEN lower(replace(replace({}, '-', '_'), ' ', '_')) IN ({}) THEN {}", text, list,
                           static_cast<int>(state));
    if (mapping.state_is_http) {
      cases += fmt::format(" WHEN {} IN ('408', '425', '429') OR {} LIKE '5__' THEN {}", text, text,
                           static_cast<int>(State::failed_retryable));
      cases += fmt::format(" WHEN {} LIKE '4__' THEN {}", text, static_cast<int>(State::failed_final));
      cases += fmt::format(" WHEN {} LIKE '1__' OR {} LIKE '2__' OR {} LIKE '3__' THEN {}", text, text, text,
                           static_cast<int>(State::succeeded));
    }
    return cases + " END";
  }

  std::string value(Role role) const {
    switch (kind_of(role)) {
      case ValueKind::time:
        return time(role);
      case ValueKind::amount:
        return amount();
      case ValueKind::flag:
        return fmt::format("CASE WHEN lower({}) IN ('t', 'true', '1', 'yes') THEN 1 ELSE 0 END",
                           dialect.cast(column(role), FactType::text));
      case ValueKind::state:
        return state();
      case ValueKind::text:
        break;
    }
    const std::string text = dialect.cast(column(role), FactType::text);
    if (role != Role::currency) return text;
    if (default_currency.empty() || !mapping.has(Role::amount)) return fmt::format("upper({})", text);
    return fmt::format("COALESCE(upper({}), CASE WHEN {} IS NOT NULL THEN {} END)", text, column(Role::amount),
                       dialect.text(default_currency));
  }

  std::string select() const {
    std::string list;
    std::string bad;
    const auto add = [&](const std::string& expression, std::string_view name) {
      list += fmt::format("{}{} AS {}", list.empty() ? "" : ", ", expression, name);
    };
    for (std::size_t slot = 0; slot < kRoles; ++slot) {
      const auto role = static_cast<Role>(slot);
      if (!mapping.has(role)) continue;
      const std::string expression = value(role);
      if (role == plan.link_role(side)) add(expression, "link");
      add(expression, name_of(role));
      if (kind_of(role) == ValueKind::state && side == Side::keys)
        bad += fmt::format(" WHEN ({}) IS NULL THEN 'state'", expression);
      if (kind_of(role) == ValueKind::time && dialect.kind == Dialect::sqlite)
        bad += fmt::format(" WHEN {0} <> '' AND ({1}) IS NULL THEN '{2}'", column(role), expression, name_of(role));
    }
    if (side == Side::keys && !mapping.has(Role::state) && mapping.has(Role::completed))
      add(fmt::format("CASE WHEN {} IS NULL THEN 2 ELSE 7 END", column(Role::completed)), "state");
    if (!mapping.has(Role::currency) && mapping.has(Role::amount) && !default_currency.empty())
      add(dialect.text(default_currency), "currency");
    add(bad.empty() ? dialect.cast("NULL", FactType::text) : fmt::format("CASE{} END", bad), "bad");
    return fmt::format("SELECT {} FROM {}{}", list, table.relation, table.where.empty() ? "" : " WHERE " + table.where);
  }
};

std::string repeated(const Plan& plan, const Dialect& dialect) {
  const Side side = plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  if (!plan.has(side, Role::business))
    return fmt::format("SELECT * FROM (SELECT {} AS link) none WHERE 1 = 0", dialect.cast("NULL", FactType::text));
  return fmt::format(
      "SELECT DISTINCT link FROM {0} WHERE link IS NOT NULL AND business IN (SELECT business FROM {0} WHERE business "
      "IS NOT NULL GROUP BY business HAVING count(*) > 1)",
      side == Side::keys ? "key_rows" : "record_rows");
}

}  // namespace

std::string sqlite_micros(const std::string& column) {
  return fmt::format(
      "CASE typeof({0}) WHEN 'text' THEN "
      // The fraction apart, because strftime() knows milliseconds only; CAST takes the digits before the zone.
      "CASE WHEN instr({0}, '.') = 0 THEN CAST(strftime('%s', {0}) AS INTEGER) * 1000000 "
      "ELSE CAST(strftime('%s', substr({0}, 1, instr({0}, '.') - 1) || ltrim(substr({0}, instr({0}, '.') + 1), "
      "'0123456789')) AS INTEGER) * 1000000 + CAST(round(CAST('0' || substr({0}, instr({0}, '.')) AS REAL) * 1000000) "
      "AS INTEGER) END "
      "WHEN 'null' THEN NULL WHEN 'blob' THEN NULL "
      "ELSE CAST(CASE WHEN {0} < 1e11 THEN {0} * 1000000 WHEN {0} < 1e14 THEN {0} * 1000 WHEN {0} < 1e17 THEN {0} "
      "ELSE {0} / 1000 END AS INTEGER) END",
      column);
}

std::string warehouse_sql(const Plan& plan, const Dialect& dialect, const std::array<WarehouseTable, 2>& tables,
                          const std::string& default_currency) {
  std::string facts;
  std::string all_facts;
  for (const FactSpec& spec : fact_specs()) {
    const bool known = is_known(plan, spec);
    const std::string absent = spec.take == Take::source ? "0" : "NULL";
    if (known) facts += fmt::format("{}{}", facts.empty() ? "" : ", ", spec.name);
    all_facts += all_facts.empty() ? "" : ", ";
    all_facts += known ? std::string(spec.name) : fmt::format("{} AS {}", dialect.cast(absent, spec.type), spec.name);
  }
  const auto select = [&](Side side) {
    const auto at = static_cast<std::size_t>(side);
    return SideWriter{plan, dialect, tables[at], default_currency, side, plan.mappings[at].front()}.select();
  };
  const std::string no_text = dialect.cast("NULL", FactType::text);
  const std::string record_ids =
      plan.has(Side::records, Role::id)
          ? fmt::format("SELECT id, {} AS tenant FROM record_rows",
                        plan.has(Side::records, Role::tenant) ? "tenant" : no_text)
          : fmt::format("SELECT * FROM (SELECT {0} AS id, {0} AS tenant) none WHERE 1 = 0", no_text);
  const bool full_join = dialect.kind != Dialect::sqlite;
  const std::string scope = scope_condition(plan);
  const std::string lone_records =
      full_join ? "" : fill_sql(resource("sql/reconcile/lone_record_groups.sql"), {{"facts", facts}, {"scope", scope}});
  const SqlValues values = {{"key_rows", select(Side::keys)},
                            {"record_rows", select(Side::records)},
                            {"key_groups", groups_of(plan, dialect, Side::keys, {"key_rows", "key_rows"})},
                            {"record_groups", groups_of(plan, dialect, Side::records, {"record_rows", "record_rows"})},
                            {"repeated", repeated(plan, dialect)},
                            {"record_ids", record_ids},
                            {"facts", facts},
                            {"all_facts", all_facts},
                            {"join", full_join ? "FULL" : "LEFT"},
                            {"lone_records", lone_records},
                            {"scope", scope},
                            {"outside", outside_window(plan, dialect)},
                            {"plainly_well", plainly_well(plan, dialect)},
                            {"no_text", no_text},
                            {"no_number", dialect.cast("NULL", FactType::number)},
                            {"no_amount", dialect.cast("NULL", FactType::amount)},
                            {"no_time", dialect.cast("NULL", FactType::time)}};
  const std::string classify = classify_sql(plan, dialect);
  const std::size_t with = classify.find("\nWITH\n") + 6;
  return classify.substr(0, with - 6) + "\n" + fill_sql(resource("sql/reconcile/portable_suspects.sql"), values) +
         classify.substr(with);
}

}  // namespace idem::books
