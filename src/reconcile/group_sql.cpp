#include "reconcile/group_sql.hpp"

#include <fmt/core.h>

namespace idem::books {

namespace {

std::string value_of(const FactSpec& spec) { return spec.take == Take::bad ? "bad" : std::string(name_of(spec.role)); }

constexpr std::string_view kLive = "CASE WHEN state IN (1, 3, 4) THEN 0 ELSE 1 END";

// "SELECT link, count(*) AS nk, min(created) AS k_created, ... GROUP BY link", or the same of single rows.
std::string grouped(const Plan& plan, const Dialect& dialect, Side side, const std::string& rows, bool aggregate) {
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
  return fmt::format("SELECT {} FROM {}", list, rows) +
         (aggregate ? " WHERE link IS NOT NULL GROUP BY link" + scope : "");
}

// Neither true nor unknown counts: what cannot be compared does not differ.
std::string not_true(const Dialect& dialect, const std::string& condition) {
  return dialect.kind == Dialect::postgres ? fmt::format("({}) IS NOT TRUE", condition)
                                           : fmt::format("NOT COALESCE({}, FALSE)", condition);
}

// Whether a column of the side is the link or a part of the shared scope: equal on both sides of a group already.
bool is_joined(const Plan& plan, Side side, Role role) {
  return role == plan.link_role(side) || (role == Role::operation && plan.operation_shared) ||
         (role == Role::tenant && plan.tenant_shared);
}

bool is_told(const Plan& plan, Side side, Role role) {
  return plan.has(side, role) || (role == Role::currency && plan.currency_by_default && plan.has(side, Role::amount));
}

bool has_approval(const Plan& plan) {
  return plan.has(Side::keys, Role::approved_at) || plan.has(Side::keys, Role::approved_fingerprint) ||
         plan.has(Side::keys, Role::approval_expires);
}

// Columns of key and record that must not differ.
std::vector<std::pair<Role, Role>> compared(const Plan& plan) {
  static constexpr std::pair<Role, Role> kAll[] = {{Role::tenant, Role::tenant}, {Role::fingerprint, Role::fingerprint},
                                                   {Role::amount, Role::amount}, {Role::currency, Role::currency},
                                                   {Role::party, Role::party},   {Role::key, Role::key},
                                                   {Role::resource, Role::id}};
  std::vector<std::pair<Role, Role>> found;
  for (const auto& [key, record] : kAll)
    if (is_told(plan, Side::keys, key) && is_told(plan, Side::records, record) &&
        !(is_joined(plan, Side::keys, key) && is_joined(plan, Side::records, record)))
      found.emplace_back(key, record);
  return found;
}

// What plainly_well() of merge.hpp asks of one side alone; `prefix` stands before the names of the columns.
std::string well_alone(const Plan& plan, const Dialect& dialect, Side side, const std::string& prefix) {
  std::string condition = fmt::format("{}bad IS NULL", prefix);
  if (side == Side::keys) {
    if (!plan.has(side, Role::state) && !plan.has(side, Role::completed)) return "1 = 0";
    condition += fmt::format(" AND {0}state = 7 AND {0}key IS NOT NULL", prefix);
    if (plan.has(side, Role::owner) && plan.has(side, Role::completed_by))
      condition += " AND " + not_true(dialect, fmt::format("{0}owner <> {0}completed_by", prefix));
    for (const auto& [later, earlier] :
         {std::pair(Role::completed, Role::created), std::pair(Role::expires, Role::completed),
          std::pair(Role::expires, Role::created)})
      if (plan.has(side, later) && plan.has(side, earlier))
        condition +=
            " AND " + not_true(dialect, fmt::format("{0}{1} < {0}{2}", prefix, name_of(later), name_of(earlier)));
    if (plan.has(side, Role::expires)) condition += fmt::format(" AND {}expires IS NOT NULL", prefix);
  }
  const std::string future = dialect.time(plan.settings.as_of + plan.settings.clock_skew);
  for (const Role role : {Role::created, Role::completed})
    if (plan.has(side, role) && (role == Role::created || side == Side::keys))
      condition += " AND " + not_true(dialect, fmt::format("{}{} > {}", prefix, name_of(role), future));
  return condition;
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

std::string groups_of(const Plan& plan, const Dialect& dialect, Side side, const SideRows& rows) {
  if (rows.unique) return grouped(plan, dialect, side, rows.linked, false);
  std::string sql = grouped(plan, dialect, side, rows.linked, true);
  if (rows.null_links) sql += " UNION ALL " + grouped(plan, dialect, side, rows.all, false) + " WHERE link IS NULL";
  return sql;
}

SqlValues mark_values(const Plan& plan, const Dialect& dialect) {
  std::string scope;
  for (const std::string_view column : shared_scope(plan)) scope += fmt::format(", {}", column);
  std::string spans;
  std::string key_values;
  std::string record_values;
  std::string agree;
  const auto lowest_and_highest = [&](std::string_view name) {
    spans += fmt::format(", min({0}) AS {0}_lo, max({0}) AS {0}_hi", name);
    agree += " AND " + not_true(dialect, fmt::format("{0}_lo <> {0}_hi", name));
  };
  for (const auto& [key, record] : compared(plan)) {
    key_values += fmt::format(", {}", name_of(key));
    record_values += fmt::format(", {}", name_of(record));
    lowest_and_highest(name_of(key));
  }
  if (plan.settings.since || plan.settings.until) {
    const std::string no_time = dialect.cast("NULL", FactType::time);
    for (const auto& [side, name] : {std::pair(Side::keys, "k_created"), std::pair(Side::records, "r_created")}) {
      if (!plan.has(side, Role::created)) continue;
      key_values += fmt::format(", {} AS {}", side == Side::keys ? "created" : no_time, name);
      record_values += fmt::format(", {}", side == Side::records ? "created" : no_time);
      spans += fmt::format(", min({0}) AS {0}", name);
    }
  }
  const bool never_well = has_approval(plan) || !plan.can_drop_agreeing();
  return {{"scope_columns", scope},
          {"key_well", never_well ? "false" : well_alone(plan, dialect, Side::keys, "")},
          {"record_well", well_alone(plan, dialect, Side::records, "")},
          {"key_values", key_values},
          {"record_values", record_values},
          {"spans", spans},
          {"agree", agree},
          {"outside", outside_window(plan, dialect)}};
}

std::vector<std::string_view> shared_scope(const Plan& plan) {
  std::vector<std::string_view> columns;
  if (plan.operation_shared) columns.emplace_back("operation");
  if (plan.tenant_shared) columns.emplace_back("tenant");
  return columns;
}

std::string scope_condition(const Plan& plan, std::string_view left, std::string_view right) {
  std::string condition;
  for (const std::string_view name : shared_scope(plan))
    condition +=
        fmt::format(" AND COALESCE({1}.{0}, '') = COALESCE({2}.{0}, '') AND ({1}.{0} IS NULL) = ({2}.{0} IS NULL)",
                    name, left, right);
  return condition;
}

// plainly_well() of merge.hpp over the columns that there are.
std::string plainly_well(const Plan& plan, const Dialect& dialect) {
  if (!plan.can_drop_agreeing() || has_approval(plan)) return "1 = 0";
  std::string condition =
      well_alone(plan, dialect, Side::keys, "k_") + " AND " + well_alone(plan, dialect, Side::records, "r_");
  for (const auto& [key, record] : compared(plan))
    condition += " AND " + not_true(dialect, fmt::format("k_{} <> r_{}", name_of(key), name_of(record)));
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
