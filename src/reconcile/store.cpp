#include "reconcile/store.hpp"

#include "base/interrupt.hpp"
#include "base/resources.hpp"
#include "reconcile/questions.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

namespace {

std::string table_of(Side side) {
  switch (side) {
    case Side::keys:
      return "key_rows";
    case Side::records:
      return "record_rows";
    case Side::provider:
      return "provider_rows";
    case Side::events:
      return "event_rows";
    case Side::executions:
      return "execution_rows";
  }
  return "";
}

// Columns of the tables that the questions read, whatever is mapped.
std::vector<Role> needed_roles(Side side) {
  switch (side) {
    case Side::provider:
      return {Role::id, Role::state, Role::amount, Role::currency, Role::created};
    case Side::events:
      return {Role::id, Role::consumer, Role::created, Role::completed};
    case Side::executions:
      return {Role::id, Role::tool, Role::session, Role::created, Role::completed};
    default:
      return {};
  }
}

Role link_of(const Plan& plan, Side side) {
  switch (side) {
    case Side::provider:
      return plan.provider_link == "business" ? Role::business : plan.provider_link == "ref" ? Role::id : Role::key;
    case Side::events:
      return plan.event_link == "resource" ? Role::resource : Role::key;
    case Side::executions:
      return Role::key;
    default:
      return plan.link_role(side);
  }
}

void bind(SqliteStatement& statement, int index, const Cell& cell) {
  switch (cell.kind) {
    case Cell::null:
      statement.bind_null(index);
      break;
    case Cell::text:
      statement.bind(index, cell.bytes);
      break;
    case Cell::number:
      statement.bind(index, cell.value);
      break;
  }
}

Cell cell_at(const SqliteStatement& statement, int index) {
  if (statement.is_null(index)) return {};
  if (statement.is_integer(index)) return {Cell::number, {}, statement.number(index)};
  return {Cell::text, statement.text(index), 0};
}

std::string order_of(const Plan& plan, Side side) {
  std::string order(name_of(plan.link_role(side)));
  if (plan.operation_shared) order += ", operation";
  if (plan.tenant_shared) order += ", tenant";
  return order;
}

void fill(const SqliteStatement& statement, int first, const std::vector<ResultColumn>& columns, Answer& answer) {
  answer.values.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Fact& value = answer.values[i];
    const int index = first + static_cast<int>(i);
    value.null = statement.is_null(index);
    value.text.clear();
    value.number = 0;
    if (value.null) continue;
    if (columns[i].type == FactType::number || columns[i].type == FactType::time)
      value.number = statement.number(index);
    else
      value.text.assign(statement.text(index));
  }
}

}  // namespace

void Tally::see(const Row& row) {
  ++rows;
  const Cell& expires = row[Role::expires];
  if (expires.is_null()) return;
  any_expiry = true;
  // Where the beginning is not told, what is left of the freshest key tells how long keys live.
  const Cell& created = row[Role::created];
  const Micros begin = created.is_null() ? as_of : created.value;
  if (expires.value < begin) return;
  const Micros life = expires.value - begin;
  if (!longest_retention || life > *longest_retention) longest_retention = life;
}

Result<Store> Store::open(int cache_kib) {
  Result<SqliteDb> db = SqliteDb::open_temporary(cache_kib);
  if (!db) return db.error();
  if (const auto made = db->run(std::string(resource("sql/reconcile/embedded_tables.sql"))); !made) return made.error();
  return Store(std::move(*db));
}

Result<void> Store::begin_side(const Plan& plan, Side side) {
  std::vector<Role>& roles = m_roles[static_cast<std::size_t>(side)];
  std::array<bool, kRoles> wanted{};
  for (const Mapping& mapping : plan.mappings[static_cast<std::size_t>(side)])
    for (std::size_t slot = 0; slot < kRoles; ++slot) wanted[slot] = wanted[slot] || mapping.column[slot] >= 0;
  for (const Role role : needed_roles(side)) wanted[static_cast<std::size_t>(role)] = true;
  wanted[static_cast<std::size_t>(link_of(plan, side))] = true;
  // Set by the canonical form even where no column is mapped.
  if (wanted[static_cast<std::size_t>(Role::amount)]) wanted[static_cast<std::size_t>(Role::currency)] = true;
  if (side == Side::keys && wanted[static_cast<std::size_t>(Role::completed)])
    wanted[static_cast<std::size_t>(Role::state)] = true;
  std::string columns = "source, bad";
  for (std::size_t slot = 0; slot < kRoles; ++slot) {
    if (!wanted[slot]) continue;
    roles.push_back(static_cast<Role>(slot));
    columns += fmt::format(", {}", name_of(static_cast<Role>(slot)));
  }
  // The link of the other sides has a name of its own, because the questions do not know which column it is.
  if (side != Side::keys && side != Side::records) columns += ", link";
  if (const auto dropped = m_db.run(fmt::format("DROP TABLE IF EXISTS {}", table_of(side))); !dropped)
    return dropped.error();
  return m_db.run(fmt::format("CREATE TABLE {} ({})", table_of(side), columns));
}

Result<Tally> Store::load(const Plan& plan, Side side, RowReader& reader, Canonical& canonical, std::int64_t source,
                          const std::function<void(std::int64_t)>& progress) {
  const std::vector<Role>& roles = m_roles[static_cast<std::size_t>(side)];
  const bool own_link = side != Side::keys && side != Side::records;
  std::string marks = "?, ?";
  for (std::size_t i = 0; i < roles.size() + (own_link ? 1 : 0); ++i) marks += ", ?";
  Result<SqliteStatement> insert = m_db.prepare(fmt::format("INSERT INTO {} VALUES ({})", table_of(side), marks));
  if (!insert) return insert.error();
  if (const auto begun = m_db.run("BEGIN"); !begun) return begun.error();
  Tally tally;
  tally.as_of = plan.settings.as_of;
  RawRow raw;
  Row row;
  row.source = source;
  const Role link = link_of(plan, side);
  for (;;) {
    const Result<bool> got = reader.next(raw);
    if (!got) return got.error();
    if (!*got) break;
    canonical.convert(raw, row);
    tally.see(row);
    insert->bind(1, source);
    if (row.bad.empty())
      insert->bind_null(2);
    else
      insert->bind(2, row.bad);
    int index = 2;
    for (const Role role : roles) bind(*insert, ++index, row[role]);
    if (own_link) bind(*insert, ++index, row[link]);
    if (const auto inserted = insert->run(); !inserted) return inserted.error();
    if ((tally.rows & 0xffff) == 0) progress(tally.rows);
    if ((tally.rows & 0xfff) == 0 && interrupted()) return interruption();
  }
  if (const auto ended = m_db.run("COMMIT"); !ended) return ended.error();
  return tally;
}

Result<OrderedRows> Store::ordered(const Plan& plan, Side side) {
  const std::vector<Role>& roles = m_roles[static_cast<std::size_t>(side)];
  std::string columns = "source, bad";
  for (const Role role : roles) columns += fmt::format(", {}", name_of(role));
  Result<SqliteStatement> select =
      m_db.prepare(fmt::format("SELECT {} FROM {} ORDER BY {}", columns, table_of(side), order_of(plan, side)));
  if (!select) return select.error();
  auto statement = std::make_shared<SqliteStatement>(std::move(*select));
  return OrderedRows([statement, roles](Row& row) -> Result<bool> {
    Result<bool> got = statement->step();
    if (!got || !*got) return got;
    row.source = statement->number(0);
    row.bad = statement->is_null(1) ? std::string_view() : statement->text(1);
    if (!row.bad.empty())
      if (const auto role = role_named(row.bad)) row.bad = name_of(*role);  // the view must outlive the next step
    for (std::size_t i = 0; i < roles.size(); ++i) row[roles[i]] = cell_at(*statement, static_cast<int>(i) + 2);
    return true;
  });
}

Result<OrderedLinks> Store::repeated_intentions(const Plan& plan, Side side) {
  if (!plan.has(side, Role::business)) return OrderedLinks([](std::string_view&) -> Result<bool> { return false; });
  const SqlValues values = {{"rows", table_of(side)}, {"link", std::string(name_of(plan.link_role(side)))}};
  Result<SqliteStatement> select = m_db.prepare(fill_sql(resource("sql/reconcile/repeated_intentions.sql"), values));
  if (!select) return select.error();
  auto statement = std::make_shared<SqliteStatement>(std::move(*select));
  return OrderedLinks([statement](std::string_view& link) -> Result<bool> {
    Result<bool> got = statement->step();
    if (got && *got) link = statement->text(0);
    return got;
  });
}

Result<void> Store::add_repeated(std::string_view link) {
  Result<SqliteStatement> insert = m_db.prepare("INSERT OR IGNORE INTO repeated VALUES (?)");
  if (!insert) return insert.error();
  insert->bind(1, link);
  return insert->run();
}

Result<OrderedLinks> Store::repeated() {
  Result<SqliteStatement> select = m_db.prepare("SELECT link FROM repeated ORDER BY link");
  if (!select) return select.error();
  auto statement = std::make_shared<SqliteStatement>(std::move(*select));
  return OrderedLinks([statement](std::string_view& link) -> Result<bool> {
    Result<bool> got = statement->step();
    if (got && *got) link = statement->text(0);
    return got;
  });
}

Result<void> Store::begin_suspects() {
  std::string columns = "gid INTEGER PRIMARY KEY, link, nk, nr, nr_live";
  std::string marks = "?, ?, ?, ?, ?";
  for (const FactSpec& spec : fact_specs()) {
    columns += fmt::format(", {}", spec.name);
    marks += ", ?";
  }
  if (const auto made = m_db.run(fmt::format("CREATE TABLE suspects ({}); BEGIN", columns)); !made) return made;
  Result<SqliteStatement> insert = m_db.prepare(fmt::format("INSERT INTO suspects VALUES ({})", marks));
  if (!insert) return insert.error();
  m_add_suspect = std::make_unique<SqliteStatement>(std::move(*insert));
  return {};
}

Result<void> Store::add_suspect(const Group& group) {
  SqliteStatement& insert = *m_add_suspect;
  insert.bind(1, ++m_gid);
  if (group.has_link)
    insert.bind(2, std::string_view(group.link));
  else
    insert.bind_null(2);
  insert.bind(3, group.nk);
  insert.bind(4, group.nr);
  insert.bind(5, group.nr_live);
  const auto& specs = fact_specs();
  for (std::size_t i = 0; i < kFacts; ++i) {
    const Fact& fact = group.facts[i];
    const int index = static_cast<int>(i) + 6;
    if (fact.null)
      insert.bind_null(index);
    else if (specs[i].type == FactType::number || specs[i].type == FactType::time)
      insert.bind(index, fact.number);
    else
      insert.bind(index, std::string_view(fact.text));
  }
  return insert.run();
}

Result<void> Store::add_suspects_of(const std::string& schema) {
  std::string columns = "link, nk, nr, nr_live";
  for (const FactSpec& spec : fact_specs()) columns += fmt::format(", {}", spec.name);
  // ATTACH and DETACH cannot stand in a transaction.
  if (const auto done =
          m_db.run(fmt::format("INSERT INTO main.suspects (gid, {1}) SELECT (SELECT COALESCE(max(gid), 0) "
                               "FROM main.suspects) + gid, {1} FROM {0}.suspects; INSERT INTO "
                               "main.elsewhere SELECT * FROM {0}.elsewhere",
                               schema, columns));
      !done)
    return done;
  return {};
}

Result<void> Store::end_suspects(bool records_are_loaded) {
  m_add_suspect.reset();
  if (const auto ended = m_db.run("COMMIT"); !ended) return ended.error();
  const std::vector<Role>& roles = m_roles[static_cast<std::size_t>(Side::records)];
  const auto has = [&](Role role) { return std::find(roles.begin(), roles.end(), role) != roles.end(); };
  if (!records_are_loaded || !has(Role::id)) return {};
  return m_db.run(
      fill_sql(resource("sql/reconcile/elsewhere.sql"), {{"tenant", has(Role::tenant) ? "tenant" : "NULL"}}));
}

Result<void> Store::each_missing_resource(const std::function<Result<void>(const std::vector<std::string>&)>& look_up) {
  Result<SqliteStatement> select =
      m_db.prepare("SELECT DISTINCT k_resource FROM suspects WHERE nk > 0 AND nr = 0 AND k_resource IS NOT NULL");
  if (!select) return select.error();
  std::vector<std::string> batch;
  for (;;) {
    const Result<bool> got = select->step();
    if (!got) return got.error();
    if (*got) batch.emplace_back(select->text(0));
    if (batch.size() >= 1000 || (!*got && !batch.empty())) {
      if (const auto looked = look_up(batch); !looked) return looked.error();
      batch.clear();
    }
    if (!*got) return {};
  }
}

Result<void> Store::add_elsewhere(const std::string& id, const Fact& tenant, std::int64_t count) {
  Result<SqliteStatement> insert = m_db.prepare("INSERT INTO elsewhere VALUES (?, ?, ?)");
  if (!insert) return insert.error();
  insert->bind(1, std::string_view(id));
  if (tenant.null)
    insert->bind_null(2);
  else
    insert->bind(2, std::string_view(tenant.text));
  insert->bind(3, count);
  return insert->run();
}

Result<void> Store::classify(const Plan& plan, const OnAnswer& on_answer) {
  Result<SqliteStatement> select = m_db.prepare(classify_sql(plan, Dialect{Dialect::sqlite}));
  if (!select) return select.error();
  Answer answer;
  for (;;) {
    const Result<bool> got = select->step();
    if (!got) return got.error();
    if (!*got) return {};
    answer.verdicts.assign(select->text(0));
    fill(*select, 1, result_columns(), answer);
    if (const auto taken = on_answer(answer); !taken) return taken.error();
  }
}

Result<void> Store::provider_only(const Plan& plan, const OnAnswer& on_answer) {
  const Dialect dialect{Dialect::sqlite};
  Result<SqliteStatement> select =
      m_db.prepare(fill_sql(resource("sql/reconcile/provider_only.sql"), provider_only_values(plan, dialect)));
  if (!select) return select.error();
  Answer answer;
  for (;;) {
    const Result<bool> got = select->step();
    if (!got) return got.error();
    if (!*got) return {};
    answer.verdicts = "provider-only ";
    answer.values.assign(result_columns().size(), Fact{});
    for (int i = 0; i < select->columns(); ++i) {
      const std::size_t at = result_index(select->column_name(i));
      Fact& value = answer.values[at];
      value.null = select->is_null(i);
      if (value.null) continue;
      const FactType type = result_columns()[at].type;
      if (type == FactType::number || type == FactType::time)
        value.number = select->number(i);
      else
        value.text.assign(select->text(i));
    }
    if (const auto taken = on_answer(answer); !taken) return taken.error();
  }
}

}  // namespace idem::books
