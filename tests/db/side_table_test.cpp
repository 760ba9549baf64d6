// Every profile: up, up again, down, up; no lock on a table that was there before.
#include "support.hpp"

#include <fmt/core.h>
#include <chrono>
#include <thread>

using namespace idem;

namespace {

// Every object of our own making outside the system's schemas, one line each: what down must leave nothing of.
std::string objects(Session& session) {
  return one(session,
             "SELECT coalesce(string_agg(o, E'\\n' ORDER BY o), '') FROM ("
             " SELECT relkind::text || ' ' || relnamespace::regnamespace || '.' || relname AS o FROM pg_class"
             "   WHERE relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')"
             " UNION ALL SELECT 'f ' || oid::regprocedure FROM pg_proc"
             "   WHERE pronamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')"
             " UNION ALL SELECT 't ' || tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal) x");
}

void make_core(Session& session) {
  clean_public(session);
  must(session,
       "CREATE TABLE orders (id bigint PRIMARY KEY, total bigint);"
       "CREATE TABLE payments (id bigint PRIMARY KEY, order_id bigint REFERENCES orders);"
       "INSERT INTO orders SELECT i, i FROM generate_series(1, 100) i");
}

std::string without_frame(std::string text) {
  for (const char* word : {"\nBEGIN;", "\nCOMMIT;"})
    if (const std::size_t at = text.find(word); at != std::string::npos) text.erase(at, std::string{word}.size());
  return text;
}

std::vector<SideTableRequest> all_requests() {
  std::vector<SideTableRequest> all;
  for (const Profile& profile : profiles()) {
    SideTableRequest request;
    request.profile = profile.name;
    if (!side_table_migration(request)) continue;
    all.push_back(request);
    request.tenant_type = "uuid";
    request.response = ResponseMode::reference;
    request.target_schema = "My \"infra\"";
    request.create_schema = true;
    request.name = "Order; --'$";
    all.push_back(request);
    request.functions = false;
    request.response = ResponseMode::none;
    request.name = std::string(63, 'n');
    all.push_back(request);
  }
  return all;
}

}  // namespace

TEST_CASE("up, up again, down and up leave the same objects, and down leaves none", "[side-table]") {
  Session session = connected();
  make_core(session);
  for (const SideTableRequest& request : all_requests()) {
    INFO(request.profile << " as " << request.name);
    const std::string before = objects(session);
    must(session, script_of(request, Direction::up));
    const std::string after = objects(session);
    CHECK(after != before);
    must(session, script_of(request, Direction::up));
    CHECK(objects(session) == after);
    must(session, script_of(request, Direction::down));
    CHECK(objects(session) == before);
    must(session, script_of(request, Direction::down));
    must(session, script_of(request, Direction::up));
    CHECK(objects(session) == after);
    must(session, script_of(request, Direction::down));
  }
}

TEST_CASE("an open migration holds no lock on any table that was there before", "[side-table]") {
  Session session = connected();
  make_core(session);
  Session watcher = connected();
  const std::string pid = one(session, "SELECT pg_backend_pid()");
  for (const SideTableRequest& request : all_requests())
    for (const Direction direction : {Direction::up, Direction::up, Direction::down}) {
      INFO(request.profile << " as " << request.name << (direction == Direction::up ? ", up" : ", down"));
      must(session, "BEGIN");
      must(session, without_frame(script_of(request, direction)));
      const std::string locks =
          one(watcher,
              "SELECT coalesce(string_agg(relation::regclass || ' ' || mode, ', '), '') FROM pg_locks"
              " WHERE pid = $1::int AND relation IN (SELECT oid FROM pg_class"
              "   WHERE relnamespace = 'public'::regnamespace AND relname ~ '^(orders|payments)')",
              {pid});
      CHECK(locks.empty());
      CHECK(one(watcher, "SELECT count(*) > 0 FROM pg_locks WHERE pid = $1::int AND relation IS NOT NULL", {pid}) ==
            "t");
      must(session, "COMMIT");
    }
}

TEST_CASE("an open writer on a business table neither delays the migration nor is anybody delayed by it",
          "[side-table]") {
  Session session = connected();
  make_core(session);
  Session writer = connected();
  must(writer, "BEGIN");
  must(writer, "UPDATE orders SET total = total + 1 WHERE id = 1");
  must(writer, "LOCK TABLE payments IN ACCESS EXCLUSIVE MODE");
  Session bystander = connected();
  must(bystander, "SET statement_timeout = '1500ms'");
  for (const SideTableRequest& request : all_requests()) {
    must(session, "BEGIN");
    must(session, without_frame(script_of(request, Direction::up)));
    must(bystander, "UPDATE orders SET total = total + 1 WHERE id = 2");
    must(session, "COMMIT");
    must(session, script_of(request, Direction::down));
  }
  must(writer, "ROLLBACK");
}

TEST_CASE("a table of the same name that is none of ours is refused and left as it was", "[side-table]") {
  Session session = connected();
  clean_public(session);
  for (const Profile& profile : profiles()) {
    SideTableRequest request;
    request.profile = profile.name;
    if (!side_table_migration(request)) continue;
    INFO(profile.name);
    must(session, fmt::format("CREATE TABLE {} (id int)", profile.tables[0].name));
    CHECK_FALSE(session.query(script_of(request, Direction::up)));
    CHECK(session.last_sqlstate() == "P0001");
    must(session, "ROLLBACK");
    CHECK(one(session, fmt::format("SELECT count(*) FROM pg_attribute WHERE attrelid = '{}'::regclass AND attnum > 0",
                                   profile.tables[0].name)) == "1");
    must(session, fmt::format("DROP TABLE {}", profile.tables[0].name));
  }
}
