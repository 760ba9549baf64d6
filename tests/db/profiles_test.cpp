// Profiles agent, inbox, outbox and workflow: what their functions answer.
#include "support.hpp"

#include <fmt/core.h>
#include <chrono>
#include <set>
#include <thread>

using namespace idem;

namespace {

SideTableRequest profile(const std::string& name) {
  SideTableRequest request;
  request.profile = name;
  return request;
}

void check_guard(Session& session, const std::string& table, const std::string& column, const std::string& insert) {
  const std::vector<std::string> states{"PROCESSING",       "SUCCEEDED",       "FAILED_FINAL",
                                        "FAILED_RETRYABLE", "OUTCOME_UNKNOWN", "MANUAL_REVIEW"};
  const std::set<std::pair<std::string, std::string>> allowed{
      {"PROCESSING", "SUCCEEDED"},         {"PROCESSING", "FAILED_FINAL"},     {"PROCESSING", "FAILED_RETRYABLE"},
      {"PROCESSING", "OUTCOME_UNKNOWN"},   {"FAILED_RETRYABLE", "PROCESSING"}, {"OUTCOME_UNKNOWN", "SUCCEEDED"},
      {"OUTCOME_UNKNOWN", "FAILED_FINAL"}, {"OUTCOME_UNKNOWN", "PROCESSING"},  {"OUTCOME_UNKNOWN", "MANUAL_REVIEW"},
      {"MANUAL_REVIEW", "SUCCEEDED"},      {"MANUAL_REVIEW", "FAILED_FINAL"}};
  for (const std::string& from : states)
    for (const std::string& to : states) {
      if (from == to) continue;
      INFO(table << ": " << from << " to " << to);
      must(session, "DELETE FROM " + table);
      must(session, fmt::format(fmt::runtime(insert), from));
      const bool changed = session
                               .query(fmt::format("UPDATE {} SET {} = $1, owner_token = gen_random_uuid(),"
                                                  " locked_until = clock_timestamp() + interval '1 h'",
                                                  table, column),
                                      {to})
                               .has_value();
      CHECK(changed == allowed.contains({from, to}));
    }
  must(session, "DELETE FROM " + table);
}

}  // namespace

TEST_CASE("agent: one invocation, one run, one result; the ghost measure counts the rest", "[profiles]") {
  Session session = connected();
  fresh_side_table(session, profile("agent"));
  check_guard(session, "agent_invocation", "status",
              "INSERT INTO agent_invocation (tenant_id, request_id, session_id, tool_name, arguments_fingerprint, "
              "status, owner_token,"
              " locked_until, completed_at, expires_at) VALUES ('t', 'r', 's', 'x', '\\x01', '{}', gen_random_uuid(),"
              " clock_timestamp() + interval '1 h', clock_timestamp(), clock_timestamp() + interval '1 h')");
  const auto claim = [&](const std::string& request, const std::string& fingerprint, const std::string& lease) {
    return must(session,
                "SELECT outcome, owner_token, execution_id, result FROM agent_invocation_claim('t', $1, 's1', "
                "'refund', $2::bytea,"
                " 'w1', 'invoice-7', $3::interval)",
                {request, fingerprint, lease});
  };
  const Rows won = claim("r1", "\\x01", "1 minute");
  REQUIRE(won.text(0, 0) == "won");
  CHECK(claim("r1", "\\x01", "1 minute").text(0, 0) == "in_flight");
  CHECK(claim("r1", "\\x02", "1 minute").text(0, 0) == "mismatch");
  const std::string finish = "SELECT agent_invocation_finish('t', $1, $2, $3, $4, '{\"id\": 1}')";
  const auto text = [](const Rows& rows, std::size_t column) { return std::string{rows.text(0, column)}; };
  CHECK(one(session, finish, {"r1", text(won, 1), text(won, 2), "SUCCEEDED"}) == "finished");
  CHECK(one(session, finish, {"r1", text(won, 1), text(won, 2), "SUCCEEDED"}) == "already");
  CHECK(claim("r1", "\\x01", "1 minute").text(0, 0) == "replay");
  CHECK(claim("r1", "\\x01", "1 minute").text(0, 3) == "{\"id\": 1}");
  const std::string measure =
      "SELECT orchestrations || ' ' || executions || ' ' || ghost_executions || ' ' || unclaimed || ' ' || repeats"
      " || ' ' || claim_conflicts FROM agent_invocation_ghosts WHERE session_id IS NOT DISTINCT FROM $1";
  CHECK(one(session, measure, {"s1"}) == "1 1 0 0 0 0");

  // The model calls the tool again with the same arguments under another request id: a repeat.
  const Rows repeat = claim("r2", "\\x01", "1 minute");
  CHECK(repeat.text(0, 0) == "won");
  CHECK(one(session, measure, {"s1"}) == "2 2 0 0 1 0");
  // A retryable failure asks for its second run; that is no ghost.
  CHECK(one(session, finish, {"r2", text(repeat, 1), text(repeat, 2), "FAILED_RETRYABLE"}) == "finished");
  const Rows rerun = claim("r2", "\\x01", "50 ms");
  CHECK(rerun.text(0, 0) == "won");
  CHECK(one(session, measure, {"s1"}) == "2 3 0 0 1 0");
  // An old worker runs the tool beside the one that holds the lease: a ghost, and a conflict.
  must(session, "SELECT agent_invocation_run('t', 'r2', 'old-worker')");
  CHECK(one(session, measure, {"s1"}) == "2 4 1 0 1 1");
  // A run that nobody orchestrated.
  must(session, "SELECT agent_invocation_run('t', 'r9', 'old-worker')");
  CHECK(one(session, measure, {std::nullopt}) == "0 1 0 1 0 0");
  // An effect began, the worker died: nobody runs it again unseen.
  CHECK(one(session, "SELECT agent_invocation_heartbeat('t', 'r2', $1, true, '20 ms')", {text(rerun, 1)}) ==
        "extended");
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  CHECK(claim("r2", "\\x01", "1 minute").text(0, 0) == "needs_reconciliation");
  const Rows resolved = must(session, "SELECT * FROM agent_invocation_resolve('t', 'r2', 'PROCESSING', 'w2')");
  CHECK(resolved.text(0, 0) == "PROCESSING");
  CHECK(one(session, finish, {"r2", text(rerun, 1), text(rerun, 2), "SUCCEEDED"}) == "lost");
  CHECK(one(session, finish, {"r2", text(resolved, 1), text(resolved, 2), "SUCCEEDED"}) == "finished");
  // History is not edited.
  CHECK_FALSE(session.query(
      "UPDATE agent_execution SET outcome = 'SUCCEEDED' WHERE worker = 'w1' AND finished_at IS NOT NULL"));
  CHECK_FALSE(session.query("UPDATE agent_execution SET worker = 'x' WHERE finished_at IS NULL"));
  // The reaper leaves what is not finished.
  must(session, "UPDATE agent_invocation SET expires_at = clock_timestamp() - interval '1 year'");
  CHECK(one(session, "SELECT agent_invocation_reap()") == "2");
  CHECK(one(session, "SELECT count(*) FROM agent_execution") == "1");
}

TEST_CASE("inbox: an event is new once, and the loser of a race learns whether the winner committed", "[profiles]") {
  Session session = connected();
  fresh_side_table(session, profile("inbox"));
  CHECK(one(session, "SELECT processed_messages_accept('mailer', 'e1')") == "new");
  CHECK(one(session, "SELECT processed_messages_accept('mailer', 'e1')") == "duplicate");
  CHECK(one(session, "SELECT processed_messages_accept('ledger', 'e1')") == "new");
  Session first = connected();
  must(first, "BEGIN");
  CHECK(one(first, "SELECT processed_messages_accept('mailer', 'e2')") == "new");
  std::thread rollback([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    (void)first.query("ROLLBACK");
  });
  CHECK(one(session, "SELECT processed_messages_accept('mailer', 'e2')") == "new");
  rollback.join();
  must(session, "UPDATE processed_messages SET expires_at = clock_timestamp() WHERE event_id = 'e1'");
  CHECK(one(session, "SELECT processed_messages_reap(1)") == "1");
  CHECK(one(session, "SELECT processed_messages_reap()") == "1");
  CHECK(one(session, "SELECT processed_messages_reap()") == "0");
}

TEST_CASE("outbox: events leave in order, once per publisher, and again after a crash", "[profiles]") {
  Session session = connected();
  fresh_side_table(session, profile("outbox"));
  for (const char* number : {"1", "2", "3"})
    must(session, "SELECT outbox_event_enqueue('k' || $1, 'order/' || $1, 'order.placed', '{}')", {number});
  must(session, "BEGIN");
  must(session, "SELECT outbox_event_enqueue('k4', 'order/4', 'order.placed', '{}')");
  must(session, "ROLLBACK");  // the business transaction failed: so did its event
  Session other = connected();
  must(session, "BEGIN");
  must(other, "BEGIN");
  const std::string take = "SELECT string_agg(aggregate, ' '), array_agg(event_id) FROM outbox_event_take($1)";
  const Rows mine = must(session, take, {"2"});
  CHECK(mine.text(0, 0) == "order/1 order/2");
  CHECK(must(other, take, {"2"}).text(0, 0) == "order/3");
  must(other, "ROLLBACK");  // the other publisher died
  CHECK(one(session, "SELECT outbox_event_published($1::uuid[])", {std::string{mine.text(0, 1)}}) == "2");
  must(session, "COMMIT");
  CHECK(one(session, "SELECT outbox_event_published($1::uuid[])", {std::string{mine.text(0, 1)}}) == "0");
  CHECK(must(other, take, {"9"}).text(0, 0) == "order/3");
  CHECK(one(session, "SELECT outbox_event_reap(10, interval '0')") == "2");
  CHECK(one(session, "SELECT count(*) FROM outbox_event") == "1");
}

TEST_CASE("workflow: a run replayed from any checkpoint repeats no step", "[profiles]") {
  Session session = connected();
  fresh_side_table(session, profile("workflow"));
  CHECK(one(session, "SELECT outcome FROM workflow_run_start('w1', 't', 'refund', '\\x01')") == "started");
  CHECK(one(session, "SELECT outcome FROM workflow_run_start('w1', 't', 'refund', '\\x01')") == "existing");
  CHECK(one(session, "SELECT outcome FROM workflow_run_start('w1', 't', 'refund', '\\x02')") == "mismatch");
  CHECK(one(session, "SELECT outcome FROM workflow_run_start('w1', 'u', 'refund', '\\x01')") == "mismatch");
  CHECK_FALSE(session.query("SELECT workflow_run_claim('nowhere', 'charge', '\\x01')"));
  const auto claim = [&](const std::string& step, const std::string& lease) {
    return must(session,
                "SELECT outcome, owner_token, idempotency_key FROM workflow_run_claim('w1', $1, '\\x01', $2::interval)",
                {step, lease});
  };
  const Rows won = claim("charge", "1 minute");
  CHECK(won.text(0, 0) == "won");
  CHECK(claim("charge", "1 minute").text(0, 0) == "in_flight");
  CHECK(one(session, "SELECT workflow_run_finish('w1', 'charge', $1, 'SUCCEEDED', '{\"id\": 7}')",
            {std::string{won.text(0, 1)}}) == "finished");
  CHECK(claim("charge", "1 minute").text(0, 0) == "replay");
  CHECK(one(session, "SELECT outcome FROM workflow_run_claim('w1', 'charge', '\\x02')") == "mismatch");

  const Rows dead = claim("mail", "20 ms");
  CHECK(dead.text(0, 2) != won.text(0, 2));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  const Rows next = claim("mail", "1 minute");
  CHECK(next.text(0, 0) == "won");
  CHECK(next.text(0, 2) == dead.text(0, 2));  // the provider sees one key
  CHECK(one(session, "SELECT workflow_run_finish('w1', 'mail', $1, 'SUCCEEDED')", {std::string{dead.text(0, 1)}}) ==
        "lost");
  CHECK(one(session, "SELECT workflow_run_end_run('w1', 'SUCCEEDED')") == "open");
  CHECK(one(session, "SELECT workflow_run_finish('w1', 'mail', $1, 'OUTCOME_UNKNOWN')",
            {std::string{next.text(0, 1)}}) == "finished");
  CHECK(claim("mail", "1 minute").text(0, 0) == "needs_reconciliation");
  CHECK(one(session, "SELECT workflow_run_end_run('w1', 'SUCCEEDED')") == "open");
  CHECK(one(session, "SELECT outcome FROM workflow_run_resolve('w1', 'mail', 'MANUAL_REVIEW')") == "MANUAL_REVIEW");
  CHECK(one(session, "SELECT outcome FROM workflow_run_resolve('w1', 'mail', 'PROCESSING')") == "refused");
  CHECK(one(session, "SELECT outcome FROM workflow_run_resolve('w1', 'mail', 'SUCCEEDED')") == "SUCCEEDED");
  CHECK(one(session, "SELECT workflow_run_end_run('w1', 'SUCCEEDED')") == "ended");
  CHECK(claim("late", "1 minute").text(0, 0) == "finished");
  must(session, "UPDATE workflow_run SET expires_at = clock_timestamp() - interval '1 year'");
  CHECK(one(session, "SELECT workflow_run_reap()") == "1");
  CHECK(one(session, "SELECT count(*) FROM workflow_step") == "0");
  must(session,
       "INSERT INTO workflow_run (workflow_id, tenant_id, workflow_type, request_fingerprint) VALUES ('g', 't', 'x', "
       "'\\x01')");
  check_guard(session, "workflow_step", "state",
              "INSERT INTO workflow_step (workflow_id, step_key, idempotency_key, request_fingerprint, state, "
              "owner_token, locked_until,"
              " completed_at) VALUES ('g', 's', 'k', '\\x01', '{}', gen_random_uuid(), clock_timestamp() + interval '1 "
              "h', clock_timestamp())");
}

TEST_CASE("the application's role can work and nothing more; a definer's functions need no table rights",
          "[profiles]") {
  Session session = connected();
  must(session, "CREATE ROLE shop_owner; CREATE ROLE shop_app");
  for (const Profile& each : profiles())
    for (const bool definer : {false, true}) {
      INFO(each.name << (definer ? ", definer" : ", invoker"));
      SideTableRequest request = profile(each.name);
      request.owner_role = "shop_owner";
      request.app_role = "shop_app";
      request.security_definer = definer;
      request.target_schema = "infra";
      request.create_schema = true;
      must(session, script_of(request, Direction::up));
      CHECK(one(session,
                "SELECT count(*) FROM pg_class WHERE relnamespace = 'infra'::regnamespace AND relkind IN ('r', 'v')"
                " AND relowner <> 'shop_owner'::regrole") == "0");
      CHECK(one(session,
                "SELECT count(*) FROM pg_proc WHERE pronamespace = 'infra'::regnamespace AND proowner <> "
                "'shop_owner'::regrole") == "0");
      CHECK(one(session,
                "SELECT count(*) FROM pg_proc, aclexplode(proacl) a WHERE pronamespace = 'infra'::regnamespace AND "
                "a.grantee = 0") == "0");
      CHECK(one(session,
                "SELECT count(*) FROM pg_proc WHERE pronamespace = 'infra'::regnamespace AND obj_description(oid) IS "
                "NULL") == "0");
      must(session, "SET ROLE shop_app");
      const std::string probe =
          request.profile == "http"     ? "SELECT infra.idempotency_record_claim('t', 'op', 'k', '\\x01')"
          : request.profile == "agent"  ? "SELECT infra.agent_invocation_claim('t', 'r', 's', 'x', '\\x01', 'w')"
          : request.profile == "action" ? "SELECT infra.tool_actions_propose('t', 'r', 'x', '1', '{}', '\\x01', 'k')"
          : request.profile == "inbox"  ? "SELECT infra.processed_messages_accept('c', 'e')"
          : request.profile == "outbox" ? "SELECT infra.outbox_event_enqueue('k', 'a', 't', '{}')"
                                        : "SELECT infra.workflow_run_start('w', 't', 'x', '\\x01')";
      must(session, probe);
      CHECK(session.query(fmt::format("SELECT * FROM infra.{}", each.tables[0].name)).has_value() == !definer);
      CHECK_FALSE(session.query(fmt::format("TRUNCATE infra.{}", each.tables[0].name)));
      CHECK_FALSE(session.query(fmt::format("ALTER TABLE infra.{} ADD COLUMN x int", each.tables[0].name)));
      must(session, "RESET ROLE");
      must(session, script_of(request, Direction::down));
    }
}

TEST_CASE("partitions follow their parent to the owner's role, who can drop them", "[profiles]") {
  Session session = connected();
  must(session, "CREATE ROLE days_owner; CREATE ROLE days_app");
  for (const PartitionMode mode : {PartitionMode::narrow_claims, PartitionMode::hash}) {
    if (mode == PartitionMode::hash && server_major() < 13) continue;
    SideTableRequest request = profile("http");
    request.partition = mode;
    request.hash_partitions = 2;
    if (mode == PartitionMode::narrow_claims) request.response = ResponseMode::reference;
    request.owner_role = "days_owner";
    request.app_role = "days_app";
    request.target_schema = "Days";
    request.create_schema = true;
    must(session, script_of(request, Direction::up));
    must(session, script_of(request, Direction::up));
    CHECK(one(session,
              "SELECT count(*) FROM pg_class WHERE relnamespace = '\"Days\"'::regnamespace AND relkind IN ('r', 'p')"
              " AND relowner <> 'days_owner'::regrole") == "0");
    if (mode == PartitionMode::narrow_claims) {
      must(session, "SET ROLE days_app");
      must(session,
           "SELECT \"Days\".idempotency_record_response_get(\"Days\".idempotency_record_response_put('\\x01'))");
      must(session, "SET ROLE days_owner");
      CHECK(one(session, "SELECT \"Days\".idempotency_record_response_drop(interval '-30 days')") == "8");
      CHECK(one(session, "SELECT \"Days\".idempotency_record_response_days()") == "8");
      must(session, "RESET ROLE");
    }
    must(session, script_of(request, Direction::down));
  }
}
