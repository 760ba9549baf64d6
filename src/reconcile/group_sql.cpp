#include "reconcile/group_sql.hpp"

#include <fmt/core.h>

namespace idem::books {

namespace {

std::string value_of(const FactSpec& spec) { return spec.take == Take::bad ? "bad" : std::string(name_of(spec.role)); }

constexpr std::string_view kLive = "CASE WHEN state IN (1, 3, 4) THEN 0 ELSE 1 END";

// "SELECT link, count(*) AS nk, min(created) AS k_created, ... GROUP BY link", or the same of single rows.
std::string grouped(const Plan& plan, const Dialect& dialect, Side side, bool aggregate) {
  const bool keys = side == Side::keys;
  std::string list = "link";
  std::string scope;
  if (plan.operation_shared) scope += ", operation";
  if (plan.tenant_shared) scope += ", tenant";
  list += scope;
  const std::string one = aggregate ? "count(*)" : dialect.cast("1", FactType::number);
  list += fmt::format(", {} AS {}", one, keys ? "nk" : "nr");
  if (!keys) {
    if (!plan.has(Side::records, Role::state))
      list += fmt::format(", {} AS nr_live", one);
    else
      list += aggregate ? fmt::format(", sum({}) AS nr_live", kLive)
                        : fmt::format(", {} AS nr_live", dialect.cast(kLive, FactType::number));
  }
  for (const FactSpec& spec : fact_specs()) {
    if (spec.side != side || !is_known(plan, spec)) continue;
    const std::string value = value_of(spec);
    const bool in_scope = (spec.role == Role::operation && plan.operation_shared) ||
                          (spec.role == Role::tenant && plan.tenant_shared) ||
                          (spec.role == plan.link_role(side) && spec.take != Take::bad && spec.take != Take::any_null);
    std::string expression =
        spec.take == Take::any_null ? fmt::format("CASE WHEN {} IS NULL THEN 1 ELSE 0 END", value) : value;
    if (in_scope && spec.role == plan.link_role(side)) expression = "link";
    if (aggregate && !in_scope)
      expression =
          fmt::format("{}({})", spec.take == Take::lowest || spec.take == Take::bad ? "min" : "max", expression);
    list += fmt::format(", {} AS {}", expression, spec.name);
  }
  return fmt::format("SELECT {} FROM {}", list, keys ? "key_rows" : "record_rows") +
         (aggregate ? " WHERE link IS NOT NULL GROUP BY link" + scope : "");
}

// Neither true nor unknown counts: what cannot be compared does not differ.
std::string not_true(const Dialect& dialect, const std::string& condition) {
  return dialect.kind == Dialect::postgres ? fmt::format("({}) IS NOT TRUE", condition)
                                           : fmt::format("NOT COALESCE({}, FALSE)", condition);
}

}  // namespace

bool is_known(const Plan& plan, const FactSpec& spec) {
  if (spec.take == Take::source) return false;
  if (spec.take == Take::bad) return true;
  if (spec.role == Role::state)
    return plan.has(spec.side, Role::state) || (spec.side == Side::keys && plan.has(spec.side, Role::completed));
  if (spec.role == Role::currency && !plan.has(spec.side, Role::currency))
    return plan.currency_by_default && plan.has(spec.side, Role::amount);
  return plan.has(spec.side, spec.role);
}

std::string groups_of(const Plan& plan, const Dialect& dialect, Side side, bool unique, bool null_links) {
  if (unique) return grouped(plan, dialect, side, false);
  std::string sql = grouped(plan, dialect, side, true);
  if (null_links) sql += " UNION ALL " + grouped(plan, dialect, side, false) + " WHERE link IS NULL";
  return sql;
}

std::string scope_condition(const Plan& plan) {
  std::string condition;
  for (const auto& [shared, name] :
       {std::pair(plan.operation_shared, "operation"), std::pair(plan.tenant_shared, "tenant")})
    if (shared)
      condition +=
          fmt::format(" AND COALESCE(k.{0}, '') = COALESCE(r.{0}, '') AND (k.{0} IS NULL) = (r.{0} IS NULL)", name);
  return condition;
}

// plainly_well() of merge.hpp over the columns that there are.
std::string plainly_well(const Plan& plan, const Dialect& dialect) {
  const auto has = [&](Side side, Role role) {
    return plan.has(side, role) || (role == Role::currency && plan.currency_by_default && plan.has(side, Role::amount));
  };
  if (!plan.can_drop_agreeing()) return "1 = 0";
  if (has(Side::keys, Role::approved_at) || has(Side::keys, Role::approved_fingerprint) ||
      has(Side::keys, Role::approval_expires))
    return "1 = 0";
  std::string condition = "k_state = 7 AND k_key IS NOT NULL AND k_bad IS NULL AND r_bad IS NULL";
  const auto agree = [&](std::string_view a, std::string_view b) {
    condition += " AND " + not_true(dialect, fmt::format("{} <> {}", a, b));
  };
  const std::pair<Role, std::string_view> compared[] = {{Role::tenant, "tenant"}, {Role::fingerprint, "fingerprint"},
                                                        {Role::amount, "amount"}, {Role::currency, "currency"},
                                                        {Role::party, "party"},   {Role::key, "key"}};
  for (const auto& [role, name] : compared)
    if (has(Side::keys, role) && has(Side::records, role)) agree(fmt::format("k_{}", name), fmt::format("r_{}", name));
  if (has(Side::keys, Role::resource) && has(Side::records, Role::id)) agree("k_resource", "r_id");
  if (has(Side::keys, Role::owner) && has(Side::keys, Role::completed_by)) agree("k_owner", "k_completed_by");
  const auto ordered = [&](Role later, Role earlier) {
    if (has(Side::keys, later) && has(Side::keys, earlier))
      condition += " AND " + not_true(dialect, fmt::format("k_{} < k_{}", name_of(later), name_of(earlier)));
  };
  ordered(Role::completed, Role::created);
  ordered(Role::expires, Role::completed);
  ordered(Role::expires, Role::created);
  const std::string future = dialect.time(plan.settings.as_of + plan.settings.clock_skew);
  for (const auto& [side, role] : {std::pair(Side::keys, Role::created), std::pair(Side::keys, Role::completed),
                                   std::pair(Side::records, Role::created)})
    if (has(side, role))
      condition +=
          " AND " + not_true(dialect, fmt::format("{}_{} > {}", side == Side::keys ? 'k' : 'r', name_of(role), future));
  if (has(Side::keys, Role::expires)) condition += " AND k_expires IS NOT NULL";
  return condition;
}

std::string outside_window(const Plan& plan, const Dialect& dialect) {
  const Settings& settings = plan.settings;
  std::string time =
      plan.has(Side::keys, Role::created) ? "k_created" : fmt::format("CAST(NULL AS {})", dialect.type(FactType::time));
  if (plan.has(Side::records, Role::created)) time = fmt::format("COALESCE({}, r_created)", time);
  std::string condition;
  if (settings.since) condition += fmt::format("{} < {}", time, dialect.time(*settings.since));
  if (settings.until)
    condition += fmt::format("{}{} >= {}", condition.empty() ? "" : " OR ", time, dialect.time(*settings.until));
  return condition.empty() ? "1 = 0" : condition;
}

// As MD5 has it, so that every engine draws the same parts; text as UTF-8.
std::string in_shard(const Settings& settings, const std::string& link) {
  if (settings.shards <= 1) return "";
  return fmt::format(
      "CAST(CAST('x' || substr(md5(convert_to(COALESCE({}, ''), 'UTF8')), 1, 8) AS bit(32)) AS bigint) % {} = {}", link,
      settings.shards, settings.shard);
}

}  // namespace idem::books
