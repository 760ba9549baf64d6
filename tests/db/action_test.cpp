// Profile action: ten ways in which an approved action can fail. Success is one business effect, what was approved is
// what ran, and an unknown outcome stops.
#include "support.hpp"

#include <fmt/core.h>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

using namespace idem;

namespace {

struct Desk {
  Session session = connected();
  std::string action;

  Desk() {
    SideTableRequest request;
    request.profile = "action";
    fresh_side_table(session, request);
    must(
        session,
        "CREATE TABLE IF NOT EXISTS refunds_made (key text NOT NULL, arguments jsonb NOT NULL); TRUNCATE refunds_made");
  }

  // {"amount": 10} has fingerprint \x0a, {"amount": 99} has \x63, as an application would compute it.
  std::string propose(const std::string& key = "refund-1") {
    action =
        one(session,
            "SELECT action_id FROM tool_actions_propose('t', 'run-1', 'refund', '1', '{\"amount\": 10}', '\\x0a', $1)",
            {key});
    return action;
  }
  std::string approve(const std::string& seen = "\\x0a", const std::string& valid = "1 hour") {
    return one(session, "SELECT tool_actions_approve('t', $1, $2::bytea, 'ann', $3::interval)", {action, seen, valid});
  }
  std::string status() { return one(session, "SELECT status FROM tool_actions WHERE action_id = $1", {action}); }
  std::string effects() { return one(session, "SELECT count(*) FROM refunds_made"); }
  void call_provider(const std::string& key) {
    must(session, "INSERT INTO refunds_made SELECT $1, arguments FROM tool_actions WHERE action_id = $2",
         {key, action});
  }
};

struct Claim {
  std::string outcome;
  std::string attempt;
  std::string key;
};

Claim claim(Session& session, const std::string& action, const std::string& fingerprint = "\\x0a",
            const std::string& lease = "1 minute") {
  const Rows rows = must(
      session,
      "SELECT outcome, execution_attempt_id, idempotency_key FROM tool_actions_claim('t', $1, $2::bytea, $3::interval)",
      {action, fingerprint, lease});
  return {std::string{rows.text(0, 0)}, std::string{rows.text(0, 1)}, std::string{rows.text(0, 2)}};
}

std::string finish(Session& session, const std::string& action, const std::string& attempt, const std::string& status) {
  return one(session, "SELECT tool_actions_finish($1, $2, $3)", {action, attempt, status});
}

void wait_for_lease() { std::this_thread::sleep_for(std::chrono::milliseconds(80)); }

}  // namespace

TEST_CASE("1: an action approved twice is approved once", "[action]") {
  Desk desk;
  desk.propose();
  CHECK(desk.approve() == "approved");
  const std::string when = one(desk.session, "SELECT approved_at || approved_by FROM tool_actions");
  CHECK(desk.approve() == "already");
  CHECK(one(desk.session, "SELECT approved_at || approved_by FROM tool_actions") == when);
  Desk contested;
  contested.propose();
  std::atomic<int> approved{0};
  std::vector<std::thread> approvers;
  for (int i = 0; i < 8; ++i)
    approvers.emplace_back([&] {
      Result<Session> own = Session::open("");
      const Result<Rows> rows = own->query("SELECT tool_actions_approve('t', $1, '\\x0a', 'bob')", {contested.action});
      if (rows && rows->text(0, 0) == "approved") ++approved;
    });
  for (std::thread& approver : approvers) approver.join();
  CHECK(approved == 1);
}

TEST_CASE("2: of two workers on one message, one executes", "[action]") {
  Desk desk;
  desk.propose();
  desk.approve();
  std::atomic<int> won{0};
  std::atomic<int> in_flight{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < 8; ++i)
    workers.emplace_back([&] {
      Result<Session> own = Session::open("");
      const Result<Rows> rows = own->query("SELECT outcome FROM tool_actions_claim('t', $1, '\\x0a')", {desk.action});
      if (rows && rows->text(0, 0) == "won") ++won;
      if (rows && rows->text(0, 0) == "in_flight") ++in_flight;
    });
  for (std::thread& worker : workers) worker.join();
  CHECK(won == 1);
  CHECK(in_flight == 7);
}

TEST_CASE("3: arguments changed after the approval are not executed", "[action]") {
  Desk desk;
  desk.propose();
  CHECK(desk.approve("\\x63") == "mismatch");  // the approver was shown something else
  CHECK(desk.approve() == "approved");
  CHECK(claim(desk.session, desk.action, "\\x63").outcome == "mismatch");  // the worker holds something else
  CHECK_FALSE(
      desk.session.query("UPDATE tool_actions SET arguments = '{\"amount\": 99}', action_fingerprint = '\\x63'"));
  CHECK_FALSE(desk.session.query("UPDATE tool_actions SET arguments = '{\"amount\": 99}'"));
  CHECK_FALSE(desk.session.query("UPDATE tool_actions SET approved_fingerprint = '\\x63'"));
  CHECK(claim(desk.session, desk.action).outcome == "won");
}

TEST_CASE("4: a worker that dies before the call is followed by another", "[action]") {
  Desk desk;
  desk.propose();
  desk.approve();
  const Claim dead = claim(desk.session, desk.action, "\\x0a", "50 ms");
  wait_for_lease();
  const Claim next = claim(desk.session, desk.action);
  REQUIRE(next.outcome == "won");
  CHECK(one(desk.session, "SELECT tool_actions_heartbeat($1, $2, true)", {desk.action, dead.attempt}) == "lost");
  CHECK(finish(desk.session, desk.action, dead.attempt, "succeeded") == "lost");
  desk.call_provider(next.key);
  CHECK(finish(desk.session, desk.action, next.attempt, "succeeded") == "finished");
  CHECK(desk.effects() == "1");
}

TEST_CASE("5: a worker that dies after the provider's success does not lead to a second call", "[action]") {
  Desk desk;
  desk.propose();
  desk.approve();
  const Claim dead = claim(desk.session, desk.action, "\\x0a", "50 ms");
  must(desk.session, "SELECT tool_actions_heartbeat($1, $2, true, '50 ms')", {desk.action, dead.attempt});
  desk.call_provider(dead.key);
  wait_for_lease();
  const Claim next = claim(desk.session, desk.action);
  CHECK(next.outcome == "needs_reconciliation");
  CHECK(next.key == dead.key);  // what to ask the provider for
  CHECK(one(desk.session, "SELECT outcome FROM tool_actions_resolve('t', $1, 'succeeded', NULL, 're_1')",
            {desk.action}) == "succeeded");
  CHECK(claim(desk.session, desk.action).outcome == "replay");
  CHECK(desk.effects() == "1");
}

TEST_CASE("6: a timeout whose call succeeded stops as unknown until the provider is asked", "[action]") {
  Desk desk;
  desk.propose();
  desk.approve();
  const Claim worker = claim(desk.session, desk.action);
  must(desk.session, "SELECT tool_actions_heartbeat($1, $2, true)", {desk.action, worker.attempt});
  desk.call_provider(worker.key);  // and the answer never comes
  CHECK(finish(desk.session, desk.action, worker.attempt, "outcome_unknown") == "finished");
  CHECK(claim(desk.session, desk.action).outcome == "needs_reconciliation");
  CHECK(desk.status() == "outcome_unknown");
  CHECK(one(desk.session, "SELECT tool_actions_cancel('t', $1)", {desk.action}) == "refused");
  CHECK(finish(desk.session, desk.action, worker.attempt, "failed_retryable") ==
        "lost");  // no way back to running blindly
  CHECK(finish(desk.session, desk.action, worker.attempt, "succeeded") == "finished");  // the answer came after all
  CHECK(desk.effects() == "1");
}

TEST_CASE("7: an expired approval is not executed by a late message", "[action]") {
  Desk desk;
  desk.propose();
  CHECK(desk.approve("\\x0a", "20 ms") == "approved");
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  CHECK(claim(desk.session, desk.action).outcome == "expired");
  CHECK(desk.status() == "expired");
  CHECK(desk.approve() == "refused");
  CHECK(claim(desk.session, desk.action).outcome == "expired");
}

TEST_CASE("8: the same key with other arguments is refused", "[action]") {
  Desk desk;
  desk.propose();
  const std::string again =
      "SELECT outcome FROM tool_actions_propose('t', 'run-1', 'refund', '1', '{\"amount\": 99}', $1::bytea, "
      "'refund-1')";
  CHECK(one(desk.session, again, {"\\x63"}) == "mismatch");
  CHECK(one(desk.session, again, {"\\x0a"}) == "existing");
  CHECK(one(desk.session, "SELECT count(*) || min(arguments::text) FROM tool_actions") == "1{\"amount\": 10}");
}

TEST_CASE("9: nothing depends on what a cache or a session remembers", "[action]") {
  Desk desk;
  desk.propose();
  desk.approve();
  const Claim worker = claim(desk.session, desk.action);
  desk.call_provider(worker.key);
  CHECK(finish(desk.session, desk.action, worker.attempt, "succeeded") == "finished");
  Session fresh = connected();
  must(fresh, "DISCARD ALL");
  CHECK(claim(fresh, desk.action).outcome == "replay");
  CHECK(finish(fresh, desk.action, worker.attempt, "succeeded") == "already");
  CHECK(desk.effects() == "1");
}

TEST_CASE("10: a run replayed from an old checkpoint finds its action instead of making another", "[action]") {
  Desk desk;
  const std::string first = desk.propose();
  desk.approve();
  const Claim worker = claim(desk.session, desk.action);
  desk.call_provider(worker.key);
  finish(desk.session, desk.action, worker.attempt, "succeeded");
  // The checkpoint lies before the proposal: the same code runs again, down to the execution.
  CHECK(desk.propose() == first);
  CHECK(desk.approve() == "already");
  CHECK(claim(desk.session, desk.action).outcome == "replay");
  CHECK(desk.effects() == "1");
}

TEST_CASE("every status change of an action is allowed or refused as documented", "[action]") {
  Desk desk;
  const std::vector<std::string> all{
      "proposed",         "awaiting_approval", "approved",        "executing", "succeeded",
      "failed_retryable", "failed_terminal",   "outcome_unknown", "cancelled", "expired"};
  const std::set<std::pair<std::string, std::string>> allowed{
      {"proposed", "awaiting_approval"}, {"proposed", "approved"},
      {"proposed", "cancelled"},         {"proposed", "expired"},
      {"awaiting_approval", "approved"}, {"awaiting_approval", "cancelled"},
      {"awaiting_approval", "expired"},  {"approved", "executing"},
      {"approved", "cancelled"},         {"approved", "expired"},
      {"executing", "succeeded"},        {"executing", "failed_retryable"},
      {"executing", "failed_terminal"},  {"executing", "outcome_unknown"},
      {"failed_retryable", "executing"}, {"failed_retryable", "failed_terminal"},
      {"failed_retryable", "cancelled"}, {"failed_retryable", "expired"},
      {"outcome_unknown", "succeeded"},  {"outcome_unknown", "failed_terminal"},
      {"outcome_unknown", "executing"}};
  for (const std::string& from : all)
    for (const std::string& to : all) {
      if (from == to) continue;
      INFO(from << " to " << to);
      must(desk.session, "DELETE FROM tool_actions");
      must(
          desk.session,
          fmt::format(
              "INSERT INTO tool_actions (action_id, tenant_id, run_id, tool_name, tool_version, arguments,"
              " action_fingerprint, idempotency_key, status, approved_fingerprint, approved_by, approved_at,"
              " approval_expires_at, execution_attempt_id, locked_until) VALUES (gen_random_uuid(), 't', 'r', 'x', '1',"
              " '{{}}', '\\x0a', 'k', '{}', '\\x0a', 'ann', clock_timestamp(), clock_timestamp() + interval '1 h',"
              " gen_random_uuid(), clock_timestamp() + interval '1 h')",
              from));
      CHECK(desk.session.query("UPDATE tool_actions SET status = $1, execution_attempt_id = gen_random_uuid()", {to})
                .has_value() == allowed.contains({from, to}));
    }
}
