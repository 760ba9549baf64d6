#include "reconcile/questions.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace idem::books {

const std::vector<ResultColumn>& result_columns() {
  static const std::vector<ResultColumn> columns = [] {
    std::vector<ResultColumn> list = {{"gid", FactType::number},     {"link", FactType::text},
                                      {"nk", FactType::number},      {"nr", FactType::number},
                                      {"nr_live", FactType::number}, {"young", FactType::number},
                                      {"effect", FactType::number}};
    for (const FactSpec& spec : fact_specs()) list.push_back({std::string(spec.name), spec.type});
    const std::vector<ResultColumn> more = {
        {"prev_key", FactType::text},     {"prev_id", FactType::text},       {"prev_created", FactType::time},
        {"prev_expires", FactType::time}, {"elsewhere_n", FactType::number}, {"elsewhere_tenant", FactType::text},
        {"np", FactType::number},         {"p_n", FactType::number},         {"p_live", FactType::number},
        {"p_id", FactType::text},         {"p_id_hi", FactType::text},       {"p_amount", FactType::amount},
        {"p_currency", FactType::text},   {"p_created", FactType::time},     {"e_n", FactType::number},
        {"x_n", FactType::number}};
    list.insert(list.end(), more.begin(), more.end());
    return list;
  }();
  return columns;
}

std::size_t result_index(std::string_view name) {
  const auto& columns = result_columns();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == name) return i;
  std::abort();
}

SqlValues provider_only_values(const Plan& plan, const Dialect& dialect) {
  const std::string_view columns = plan.provider_link == "key"        ? "k_key r_key"
                                   : plan.provider_link == "business" ? "k_business r_business"
                                                                      : "k_provider_ref r_provider_ref";
  const std::size_t space = columns.find(' ');
  const std::string_view of_key = columns.substr(0, space);
  const std::string_view of_record = columns.substr(space + 1);
  return {{"told", fmt::format("SELECT {} AS told FROM suspects UNION ALL SELECT {} FROM suspects", of_key, of_record)},
          {"micros_created", dialect.micros("min(p.created)")},
          {"settled_before", dialect.time(plan.settings.settled_before())}};
}

SqlValues plan_values(const Plan& plan, const Dialect& dialect) {
  const Settings& s = plan.settings;
  const auto flag = [](bool yes) { return std::string(yes ? "1" : "0"); };
  const Micros far = 9'000'000'000 * kMicrosPerSecond;  // the year 2255
  std::string locals = s.local_operations.empty() ? "''" : "";
  for (const std::string& operation : s.local_operations)
    locals += (locals.empty() ? "" : ", ") + dialect.text(operation);
  const std::string no_text = dialect.cast("NULL", FactType::text);
  std::string provider_link = no_text;
  if (plan.provider_link == "key") provider_link = "COALESCE(k_key, r_key)";
  if (plan.provider_link == "business") provider_link = "business";
  if (plan.provider_link == "ref") provider_link = "COALESCE(r_provider_ref, k_provider_ref)";
  const std::optional<Micros> retention = plan.retention();
  return {
      {"as_of", dialect.time(s.as_of)},
      {"settled_before", dialect.time(s.settled_before())},
      {"future", dialect.time(s.as_of + s.clock_skew)},
      {"repeat_window", dialect.span(s.repeat_window)},
      {"has_provider_window", flag(s.provider_window.has_value())},
      {"provider_window_start", dialect.time(s.as_of - s.provider_window.value_or(0))},
      {"has_retention", flag(retention.has_value())},
      {"retention_start", dialect.time(s.as_of - retention.value_or(0))},
      {"outage_from", dialect.time(s.outage_from.value_or(far))},
      {"outage_to", dialect.time(s.outage_to.value_or(far))},
      {"has_effect_started", flag(plan.has(Side::keys, Role::effect_started))},
      {"has_approval",
       flag(plan.has(Side::keys, Role::approved_at) || plan.has(Side::keys, Role::approved_fingerprint))},
      {"has_resource", flag(plan.has(Side::keys, Role::resource))},
      {"has_expires", flag(plan.has(Side::keys, Role::expires) && plan.has_expiries)},
      {"has_provider", flag(plan.has(Side::provider))},
      {"has_events", flag(plan.has(Side::events))},
      {"keyed_records", flag(plan.has(Side::records, Role::key))},
      {"tenant_shared", flag(plan.tenant_shared)},
      {"operation_shared", flag(plan.operation_shared || !plan.has(Side::keys, Role::operation))},
      {"provider_by_key", flag(plan.provider_link == "key")},
      {"absence_final", flag(s.absence_final && plan.has(Side::provider))},
      {"all_local", flag(s.all_local)},
      {"local_operations", locals},
      {"intention", plan.has(Side::records, Role::business) ? "COALESCE(s.r_business, o.r_business)" : "s.k_business"},
      // Written out, because Snowflake has no WINDOW clause.
      {"repeats",
       "PARTITION BY CASE WHEN intention IS NULL OR nr_live = 0 THEN gid ELSE 0 END, tenant, COALESCE(r_operation, "
       "k_operation), intention, r_amount, r_currency, r_party ORDER BY r_created, r_id, gid"},
      {"same_link", "PARTITION BY CASE WHEN link IS NULL OR (nk > 0 AND nr > 0) THEN gid ELSE 0 END, link"},
      {"bytes", dialect.kind == Dialect::postgres ? " COLLATE \"C\"" : ""},
      {"provider_link", provider_link},
      {"event_link", plan.event_link == "resource" ? "r_id"
                     : plan.event_link == "key"    ? "COALESCE(k_key, r_key)"
                                                   : no_text},
      {"nulls_first", std::string(dialect.nulls_first())},
  };
}

std::string classify_sql(const Plan& plan, const Dialect& dialect) {
  SqlValues values = plan_values(plan, dialect);
  std::string keys;
  std::string records;
  std::string results;
  for (const FactSpec& spec : fact_specs()) {
    if (spec.side == Side::keys)
      keys += fmt::format("{}s.{}", keys.empty() ? "" : ", ", spec.name);
    else
      records += fmt::format("{0}COALESCE(s.{1}, o.{1}) AS {1}", records.empty() ? "" : ", ", spec.name);
  }
  for (const ResultColumn& column : result_columns()) {
    results += results.empty() ? "" : ", ";
    results +=
        column.type == FactType::time ? fmt::format("{} AS {}", dialect.micros(column.name), column.name) : column.name;
  }
  values["key_columns"] = keys;
  values["record_columns"] = records;
  values["result_columns"] = results;
  return fill_sql(resource("sql/reconcile/classify.sql"), values);
}

}  // namespace idem::books
