// What touches, reads or splits: natural keys on a business table, partitions across midnight, the live catalogue.
#include "support.hpp"

#include "migrate/existing.hpp"
#include "migrate/natural_key.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/inspect_db.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <chrono>
#include <thread>

using namespace idem;

namespace {

const char* const kShop =
    "CREATE SCHEMA \"Shop\";"
    "CREATE DOMAIN \"Shop\".tenant AS uuid;"
    "CREATE TABLE \"Shop\".\"Order\" (id bigint PRIMARY KEY, \"orderNumber\" text, \"tenantId\" \"Shop\".tenant NOT "
    "NULL,"
    " tags text[], amount numeric(10,2), CONSTRAINT \"one per tenant\" UNIQUE (\"tenantId\", id));"
    "CREATE TABLE \"Shop\".ledger (id bigint, at date NOT NULL, ref text NOT NULL, PRIMARY KEY (id, at)) PARTITION BY "
    "RANGE (at);"
    "CREATE TABLE \"Shop\".ledger_1 PARTITION OF \"Shop\".ledger FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');"
    "CREATE TABLE \"Shop\".ledger_2 PARTITION OF \"Shop\".ledger FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');"
    "ALTER TABLE \"Shop\".\"Order\" ENABLE ROW LEVEL SECURITY;"
    "CREATE UNIQUE INDEX lower_number ON \"Shop\".\"Order\" (lower(\"orderNumber\")) WHERE id > 1000;";

void make_shop(Session& session) {
  must(session, "DROP SCHEMA IF EXISTS \"Shop\" CASCADE");
  must(session, kShop);
}

DatabaseSchema inspected(Session& session) {
  const Result<DatabaseSchema> database = inspect_database(session);
  if (!database) FAIL(database.error().message);
  return *database;
}

// Runs the scripts as a tool would: each by itself, transactional ones in a transaction, others statement by statement.
Result<void> run(Session& session, const Migration& migration, Direction direction) {
  std::vector<Script> scripts = migration.scripts;
  if (direction == Direction::down) std::reverse(scripts.begin(), scripts.end());
  for (const Script& script : scripts) {
    const std::string& sql = direction == Direction::up ? script.up : script.down;
    if (sql.empty()) continue;
    const Result<Rows> done = session.query(script.transactional ? "BEGIN;" + sql + "COMMIT" : sql);
    if (!done) {
      (void)session.query("ROLLBACK");
      return done.error();
    }
  }
  return {};
}

Migration natural(const DatabaseSchema& database, const char* key) {
  const Result<Migration> migration = natural_key_migration(database, parse_natural_key(key).value(), {});
  if (!migration) FAIL(migration.error().message);
  return *migration;
}

std::string index_state(Session& session) {
  return one(session,
             "SELECT coalesce(string_agg(indexrelid::regclass || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END, ', '"
             " ORDER BY 1), '') FROM pg_index WHERE indexrelid::regclass::text LIKE '%natural_key%'");
}

}  // namespace

TEST_CASE("the catalogue and the DDL of the same schema say the same", "[core]") {
  Session session = connected();
  make_shop(session);
  const DatabaseSchema live = inspected(session);
  DatabaseSchema read;
  read_ddl(kShop, "shop.sql", read);
  for (const Table& table : read.tables) {
    INFO(table.schema << "." << table.name);
    const Table* other = live.find_table(table.schema, table.name);
    REQUIRE(other);
    REQUIRE(other->columns.size() == table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      CHECK(other->columns[i].name == table.columns[i].name);
      CHECK(base_type(live, other->columns[i].type) == base_type(read, table.columns[i].type));
      CHECK(other->columns[i].not_null == table.columns[i].not_null);
    }
    CHECK(other->partition_strategy == table.partition_strategy);
    CHECK(other->partition_columns == table.partition_columns);
    CHECK(other->partition_of == table.partition_of);
    CHECK(other->row_security == table.row_security);
  }
  const Table* order = live.find_table("Shop", "Order");
  REQUIRE(order->unique_keys.size() == 3);
  CHECK(tenant_column(*order) == "tenantId");
  CHECK(fitting_tenant_type(live, order->find_column("tenantId")->type) == "uuid");
  // Nothing was left open, nothing can be written by what was sent.
  CHECK(one(session, "SHOW transaction_read_only") == "off");
}

TEST_CASE("a natural key is made unique concurrently, taken back, and made again over an INVALID leftover", "[core]") {
  Session session = connected();
  make_shop(session);
  must(session,
       "INSERT INTO \"Shop\".\"Order\" (id, \"orderNumber\", \"tenantId\") SELECT i, 'n' || i, gen_random_uuid() FROM "
       "generate_series(1, 50) i");
  const Migration migration = natural(inspected(session), "\"Shop\".\"Order\"(\"orderNumber\")");
  REQUIRE(run(session, migration, Direction::up));
  CHECK(index_state(session) == "\"Shop\".\"Order_orderNumber_natural_key\"");
  CHECK_FALSE(session.query("UPDATE \"Shop\".\"Order\" SET \"orderNumber\" = 'n1' WHERE id = 2"));
  CHECK(session.last_sqlstate() == "23505");
  REQUIRE(run(session, migration, Direction::up));  // again
  REQUIRE(run(session, migration, Direction::down));
  CHECK(index_state(session).empty());
  // Duplicates: the check refuses before anything is built.
  must(session, "UPDATE \"Shop\".\"Order\" SET \"orderNumber\" = 'n1' WHERE id = 2");
  CHECK_FALSE(run(session, migration, Direction::up));
  CHECK(index_state(session).empty());
  // A build that failed leaves an INVALID index; the scripts mend it.
  CHECK_FALSE(session.query(
      "CREATE UNIQUE INDEX CONCURRENTLY \"Order_orderNumber_natural_key\" ON \"Shop\".\"Order\" (\"orderNumber\")"));
  CHECK(index_state(session).ends_with("INVALID"));
  must(session, "UPDATE \"Shop\".\"Order\" SET \"orderNumber\" = NULL WHERE id = 2");
  REQUIRE(run(session, migration, Direction::up));
  CHECK(index_state(session) == "\"Shop\".\"Order_orderNumber_natural_key\"");
}

TEST_CASE("on a partitioned table the index is put together from its partitions, or refused", "[core]") {
  Session session = connected();
  make_shop(session);
  const DatabaseSchema database = inspected(session);
  const Result<Migration> refused = natural_key_migration(database, parse_natural_key("ledger(ref)").value(), {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("partitioned by at") != std::string::npos);
  const Migration migration = natural(database, "\"Shop\".ledger(ref, at)");
  for (const Direction direction : {Direction::up, Direction::down, Direction::down, Direction::up})
    if (const Result<void> done = run(session, migration, direction); !done) FAIL(done.error().message);
  CHECK(index_state(session).find("INVALID") == std::string::npos);
  must(session, "INSERT INTO \"Shop\".ledger VALUES (1, '2026-01-05', 'a')");
  CHECK_FALSE(session.query("INSERT INTO \"Shop\".ledger VALUES (2, '2026-01-05', 'a')"));
  CHECK(session.last_sqlstate() == "23505");
}

TEST_CASE("each script of a natural key holds the locks its head comment names, and no other", "[core]") {
  Session session = connected();
  make_shop(session);
  Session watcher = connected();
  const std::string pid = one(session, "SELECT pg_backend_pid()");
  const auto locks = [&] {
    return one(watcher,
               "SELECT coalesce(string_agg(DISTINCT replace(regexp_replace(mode, '([a-z])([A-Z])', '\\1 \\2', 'g'), ' "
               "Lock', ''), ',' ORDER BY"
               " replace(regexp_replace(mode, '([a-z])([A-Z])', '\\1 \\2', 'g'), ' Lock', '')), '') FROM pg_locks"
               " JOIN pg_class c ON c.oid = relation WHERE pid = $1::int AND c.relkind IN ('r', 'p')"
               " AND relnamespace = '\"Shop\"'::regnamespace",
               {pid});
  };
  for (const char* key : {"\"Shop\".\"Order\"(\"orderNumber\")", "\"Shop\".ledger(ref, at)"}) {
    const Migration migration = natural(inspected(session), key);
    for (const Script& script : migration.scripts) {
      INFO(script.title);
      std::string notes;
      for (const std::string& note : script.notes) notes += note + "\n";
      if (script.transactional) {
        must(session, "BEGIN;" + script.up);
        std::string held = locks();
        std::transform(held.begin(), held.end(), held.begin(), [](unsigned char c) { return std::toupper(c); });
        const std::string wanted = notes.find("Locks: none") != std::string::npos              ? ""
                                   : notes.find("Locks: ACCESS SHARE on") != std::string::npos ? "ACCESS SHARE"
                                   : notes.find("Locks: SHARE on") != std::string::npos        ? "ACCESS SHARE,SHARE"
                                                                                               : "?";
        CHECK((held == wanted || (wanted == "ACCESS SHARE,SHARE" && held.find("EXCLUSIVE") == std::string::npos)));
        must(session, "COMMIT");
      } else {
        CHECK(notes.find("SHARE UPDATE EXCLUSIVE") != std::string::npos);
        must(session, script.up);
      }
    }
    REQUIRE(run(session, migration, Direction::down));
  }
}

TEST_CASE("where a lock on the business table is needed, nobody queues longer than the lock timeout", "[core]") {
  Session session = connected();
  make_shop(session);
  must(session, "INSERT INTO \"Shop\".ledger VALUES (1, '2026-01-05', 'a'), (2, '2026-01-06', 'b')");
  SideTableRequest request;
  request.lock_timeout_ms = 300;
  const Result<Migration> migration =
      natural_key_migration(inspected(session), parse_natural_key("\"Shop\".ledger(ref, at)").value(), request);
  REQUIRE(migration);
  Session writer = connected();
  must(writer, "BEGIN");
  must(writer, "UPDATE \"Shop\".ledger SET ref = 'c' WHERE id = 1");
  Session bystander = connected();
  for (const Script& script : migration->scripts) {
    if (script.notes[0].find("SHARE on") != 7) continue;  // "Locks: SHARE on ...": the parent's index
    std::thread migrating([&] {
      CHECK_FALSE(session.query("BEGIN;" + script.up + "COMMIT"));
      (void)session.query("ROLLBACK");
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it waits for the open writer by now
    const auto begin = std::chrono::steady_clock::now();
    must(bystander, "UPDATE \"Shop\".ledger SET ref = 'd' WHERE id = 2");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(1500));
    migrating.join();
  }
  must(writer, "ROLLBACK");
}

TEST_CASE("a writer is not stopped while the index is built", "[core]") {
  Session session = connected();
  make_shop(session);
  must(session,
       "INSERT INTO \"Shop\".\"Order\" (id, \"orderNumber\", \"tenantId\") VALUES (1, 'a', gen_random_uuid()), (2, "
       "'b', gen_random_uuid())");
  const Migration migration = natural(inspected(session), "\"Shop\".\"Order\"(\"orderNumber\")");
  Session old = connected();
  must(old, "BEGIN");
  must(old, "UPDATE \"Shop\".\"Order\" SET amount = 1 WHERE id = 1");
  std::thread builder([&] { (void)run(session, migration, Direction::up); });
  Session writer = connected();
  must(writer, "SET statement_timeout = '1s'");
  for (int i = 0; i < 20; ++i) {
    must(writer, "UPDATE \"Shop\".\"Order\" SET amount = amount + 1 WHERE id = 2");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  must(old, "COMMIT");
  builder.join();
  CHECK(index_state(writer) == "\"Shop\".\"Order_orderNumber_natural_key\"");
}

TEST_CASE("day partitions claim one key twice across midnight; the offered ways do not", "[core]") {
  Session session = connected();
  clean_public(session);
  // The counter-example that --partition daily is refused with.
  must(session,
       "CREATE TABLE keys (tenant text, operation text, key text, day date, PRIMARY KEY (tenant, operation, key, day)) "
       "PARTITION BY RANGE (day);"
       "CREATE TABLE keys_1 PARTITION OF keys FOR VALUES FROM ('2026-11-30') TO ('2026-12-01');"
       "CREATE TABLE keys_2 PARTITION OF keys FOR VALUES FROM ('2026-12-01') TO ('2026-12-02')");
  must(session, "INSERT INTO keys VALUES ('t', 'op', 'k', '2026-11-30')");
  CHECK(session.query("INSERT INTO keys VALUES ('t', 'op', 'k', '2026-12-01') ON CONFLICT DO NOTHING")
            .value()
            .affected() == 1);
  for (const PartitionMode mode : {PartitionMode::plain, PartitionMode::hash, PartitionMode::narrow_claims}) {
    if (mode == PartitionMode::hash && server_major() < 13) continue;  // refused there: no BEFORE row triggers
    SideTableRequest request;
    request.partition = mode;
    request.hash_partitions = 4;
    if (mode == PartitionMode::narrow_claims) request.response = ResponseMode::reference;
    INFO(static_cast<int>(mode));
    must(session, script_of(request, Direction::up));
    must(session, script_of(request, Direction::up));
    CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "won");
    must(session,
         "UPDATE idempotency_record SET created_at = created_at - interval '1 day'");  // claimed before midnight
    CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "in_flight");
    CHECK(one(session, "SELECT count(*) FROM idempotency_record") == "1");
    CHECK(one(session, "SELECT idempotency_record_reap()") == "0");
    if (mode == PartitionMode::narrow_claims) {
      const std::string reference = one(session, "SELECT idempotency_record_response_put('hello')");
      CHECK(
          one(session,
              "SELECT idempotency_record_complete('t', 'op', 'k', owner_token, 200, NULL, $1) FROM idempotency_record",
              {reference}) == "completed");
      CHECK(one(session,
                "SELECT convert_from(idempotency_record_response_get(response_body_ref), 'UTF8')"
                " FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "hello");
      CHECK(one(session, "SELECT idempotency_record_response_days()") == "0");
      CHECK(one(session, "SELECT idempotency_record_response_drop(interval '-30 days')") == "8");
      CHECK(one(session, "SELECT idempotency_record_response_get($1) IS NULL", {reference}) == "t");
      CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "replay");
    }
    must(session, script_of(request, Direction::down));
  }
}
