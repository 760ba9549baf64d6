// What a database's keeper asks of a side table: a reaper that reads what is due and no more, cheap lease renewals,
// tables that can be published, names of any length that fit the indexes.
#include "support.hpp"

#include <fmt/core.h>

#include <array>

using namespace idem;

namespace {

// 3000 records of a profile that are finished and not yet to be deleted.
struct Filling {
  const char* profile;
  const char* table;
  const char* insert;
};

constexpr std::array kFillings{
    Filling{"http", "idempotency_record",
            "(tenant_id, operation, key_digest, request_fingerprint, state, completed_at, expires_at)"
            " SELECT 't', 'o', sha256(i::text::bytea), '\\x01', 'SUCCEEDED', now(), now() + interval '1 hour'"},
    Filling{"agent", "agent_invocation",
            "(tenant_id, request_id, session_id, tool_name, arguments_fingerprint, status, completed_at, expires_at)"
            " SELECT 't', i::text, 's', 'x', '\\x01', 'SUCCEEDED', now(), now() - interval '1 hour'"},
    Filling{"action", "tool_actions",
            "(action_id, tenant_id, run_id, tool_name, tool_version, arguments, action_fingerprint, idempotency_key,"
            " status, completed_at)"
            " SELECT md5(i::text)::uuid, 't', 'r', 'x', '1', '{}', '\\x01', i::text, 'cancelled', now()"},
    Filling{"inbox", "processed_messages",
            "(consumer_name, event_id, expires_at) SELECT 'c', i::text, now() + interval '1 hour'"},
    Filling{"outbox", "outbox_event",
            "(event_id, idempotency_key, aggregate, type, payload, published_at)"
            " SELECT md5(i::text)::uuid, 'k', 'a', 't', '{}', now()"},
    Filling{"workflow", "workflow_run",
            "(workflow_id, tenant_id, workflow_type, request_fingerprint, state, completed_at, expires_at)"
            " SELECT i::text, 't', 'x', '\\x01', 'SUCCEEDED', now(), now() - interval '1 hour'"},
};

void fresh(Session& session, const char* profile) {
  SideTableRequest request;
  request.profile = profile;
  fresh_side_table(session, request);
}

}  // namespace

TEST_CASE("the reaper reads what is due, not the whole table", "[side-table]") {
  Session session = connected();
  clean_public(session);
  for (const Filling& filling : kFillings) {
    INFO(filling.profile);
    fresh(session, filling.profile);
    must(session, fmt::format("INSERT INTO {} {} FROM generate_series(1, 3000) i", filling.table, filling.insert));
    must(session, fmt::format("ANALYZE {}", filling.table));
    must(session, "BEGIN");
    CHECK(one(session, fmt::format("SELECT {}_reap(1000)", filling.table)) == "0");
    if (std::string{filling.profile} == "http") CHECK(one(session, "SELECT idempotency_record_tombstone(1000)") == "0");
    const std::string read = one(session,
                                 "SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) "
                                 "FROM pg_stat_xact_all_tables WHERE relid = $1::regclass",
                                 {filling.table});
    CHECK(std::stoi(read) < 100);
    must(session, "ROLLBACK");
  }
}

TEST_CASE("renewing a lease writes into no index", "[side-table]") {
  Session session = connected();
  clean_public(session);
  fresh(session, "http");
  const std::string token = one(session, "SELECT owner_token FROM idempotency_record_claim('t', 'o', 'k', '\\x01')");
  must(session, "BEGIN");
  must(session, "SELECT idempotency_record_start_effect('t', 'o', 'k', $1)", {token});
  must(session, "SELECT idempotency_record_heartbeat('t', 'o', 'k', $1)", {token});
  CHECK(one(session,
            "SELECT n_tup_upd || ' ' || n_tup_hot_upd FROM pg_stat_xact_all_tables"
            " WHERE relid = 'idempotency_record'::regclass") == "2 2");
  must(session, "ROLLBACK");
}

TEST_CASE("every side table can be published", "[side-table]") {
  Session session = connected();
  clean_public(session);
  for (const Filling& filling : kFillings) fresh(session, filling.profile);
  must(session, "CREATE PUBLICATION everything FOR ALL TABLES");
  const Rows tables = must(session,
                           "SELECT c.oid::regclass::text, min(a.attname::text) FROM pg_class c"
                           " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity = ''"
                           " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY c.oid");
  CHECK(tables.size() == 8);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    INFO(tables.text(i, 0));
    CHECK(session.query(fmt::format("UPDATE {0} SET {1} = {1} WHERE false", tables.text(i, 0), tables.text(i, 1))));
  }
  must(session, "DROP PUBLICATION everything");
}

TEST_CASE("a name too long for an index is refused when it comes, not when the work is done", "[side-table]") {
  Session session = connected();
  clean_public(session);
  fresh(session, "http");
  fresh(session, "agent");
  const std::string longest(255, 'x');
  CHECK(session.query("SELECT idempotency_record_claim('t', $1, 'k', '\\x01')", {longest}));
  CHECK_FALSE(session.query("SELECT idempotency_record_claim('t', $1, 'k', '\\x01')", {longest + "x"}));
  CHECK(session.last_sqlstate() == "23514");
  CHECK(session.query("SELECT agent_invocation_claim('t', 'r', $1, 'tool', '\\x01', 'w')", {longest}));
  CHECK_FALSE(session.query("SELECT agent_invocation_claim('t', 'q', $1, 'tool', '\\x01', 'w')", {longest + "x"}));
  CHECK(session.last_sqlstate() == "23514");
}
