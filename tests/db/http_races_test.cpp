// Profile http, many sessions: one key, one winner; workers that die at every step; owners that come back too late.
#include "support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace idem;

namespace {

int rounds() {
  const char* set = std::getenv("IDEM_RACE_ROUNDS");
  return set ? std::atoi(set) : 200;
}

constexpr int kSessions = 64;

struct Tally {
  std::atomic<int> won{0};
  std::atomic<int> in_flight{0};
  std::atomic<int> other{0};
  std::atomic<int> retries{0};
};

// One claim in a transaction of its own; 40001 is retried, as the function's comment says.
void claim(Session& session, const std::string& key, Tally& tally) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Result<Rows> rows =
        session.query("SELECT outcome FROM idempotency_record_claim('t', 'op', $1, '\\x01')", {key});
    if (rows) {
      const std::string_view outcome = rows->text(0, 0);
      return void(++(outcome == "won" ? tally.won : outcome == "in_flight" ? tally.in_flight : tally.other));
    }
    if (session.last_sqlstate() != "40001") {
      fmt::print(stderr, "{}\n", rows.error().message);
      return void(++tally.other);
    }
    ++tally.retries;
  }
  ++tally.other;
}

void race(const std::string& isolation, int count) {
  Session session = connected();
  fresh_side_table(session, {});
  std::vector<Tally> tallies(static_cast<std::size_t>(count));
  std::barrier start(kSessions);
  std::vector<std::thread> workers;
  for (int i = 0; i < kSessions; ++i)
    workers.emplace_back([&] {
      Result<Session> own = Session::open("");
      const bool ready = own && own->query(fmt::format("SET default_transaction_isolation = '{}'", isolation));
      for (int round = 0; round < count; ++round) {
        start.arrive_and_wait();
        Tally& tally = tallies[static_cast<std::size_t>(round)];
        if (ready)
          claim(*own, fmt::format("{}-{}", isolation.substr(0, 4), round), tally);
        else
          ++tally.other;
      }
    });
  for (std::thread& worker : workers) worker.join();
  int retries = 0;
  for (const Tally& tally : tallies) {
    CHECK(tally.won == 1);
    CHECK(tally.in_flight == kSessions - 1);
    CHECK(tally.other == 0);
    retries += tally.retries;
  }
  CHECK(one(session, "SELECT count(*) FROM idempotency_record") == std::to_string(count));
  fmt::print("{}: {} rounds of {} sessions, {} serialization failures retried\n", isolation, count, kSessions, retries);
}

}  // namespace

TEST_CASE("of 64 sessions that claim one key, one wins: READ COMMITTED", "[http-races][one-winner]") {
  race("READ COMMITTED", rounds());
}
TEST_CASE("of 64 sessions that claim one key, one wins: REPEATABLE READ", "[http-races][one-winner]") {
  race("REPEATABLE READ", rounds());
}
TEST_CASE("of 64 sessions that claim one key, one wins: SERIALIZABLE", "[http-races][one-winner]") {
  race("SERIALIZABLE", rounds());
}

TEST_CASE("of many sessions that take over one abandoned lease, one wins", "[http-races]") {
  Session session = connected();
  fresh_side_table(session, {});
  constexpr int kRounds = 40;
  constexpr int kTakers = 16;
  std::array<std::atomic<int>, kRounds> won{};
  std::barrier start(kTakers);
  must(session,
       "SELECT idempotency_record_claim('t', 'op', 'k' || i, '\\x01', 1, interval '-1 second')"
       " FROM generate_series(0, 39) i");
  std::vector<std::thread> workers;
  for (int i = 0; i < kTakers; ++i)
    workers.emplace_back([&] {
      Result<Session> own = Session::open("");
      for (int round = 0; round < kRounds; ++round) {
        start.arrive_and_wait();
        const Result<Rows> rows = own->query("SELECT outcome FROM idempotency_record_claim('t', 'op', $1, '\\x01')",
                                             {fmt::format("k{}", round)});
        if (rows && rows->text(0, 0) == "won") ++won[static_cast<std::size_t>(round)];
      }
    });
  for (std::thread& worker : workers) worker.join();
  for (const auto& count : won) CHECK(count == 1);
  CHECK(one(session, "SELECT count(*) FROM idempotency_record WHERE attempts = 2") == "40");
}

TEST_CASE("an owner whose lease was taken over can change nothing", "[http-races]") {
  Session session = connected();
  fresh_side_table(session, {});
  const std::string old_token = one(
      session, "SELECT owner_token FROM idempotency_record_claim('t', 'op', 'k', '\\x01', 1, interval '-1 second')");
  const std::string new_token =
      one(session, "SELECT owner_token FROM idempotency_record_claim('t', 'op', 'k', '\\x01')");
  REQUIRE(new_token != old_token);
  for (const char* call :
       {"heartbeat('t', 'op', 'k', $1)", "start_effect('t', 'op', 'k', $1)", "complete('t', 'op', 'k', $1, 200)",
        "fail('t', 'op', 'k', $1, true)", "fail('t', 'op', 'k', $1, false)", "mark_unknown('t', 'op', 'k', $1)",
        "release('t', 'op', 'k', $1)"})
    CHECK(one(session, fmt::format("SELECT idempotency_record_{}", call), {old_token}) == "lost");
  CHECK(one(session, "SELECT idempotency_record_complete('t', 'op', 'k', $1, 200)", {new_token}) == "completed");
}

TEST_CASE("leases go by the server's clock, whatever a session believes the time is", "[http-races]") {
  Session session = connected();
  fresh_side_table(session, {});
  Session old = connected();
  must(old, "SET TimeZone = 'Pacific/Kiritimati'");
  must(old, "BEGIN");
  must(old, "SELECT now()");  // frozen from here on: now() of this transaction lies before the lease's end
  must(session, "SET TimeZone = 'Pacific/Niue'");
  CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01', 1, interval '50 ms')") ==
        "won");
  CHECK(one(old, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'j', '\\x01', 1, interval '1 hour')") ==
        "won");
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  CHECK(one(old, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "won");
  must(old, "COMMIT");
  CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'j', '\\x01')") == "in_flight");
}

TEST_CASE("a repeat waits for a claim in an open transaction, no longer than lock_timeout", "[http-races]") {
  Session session = connected();
  fresh_side_table(session, {});
  Session first = connected();
  must(first, "BEGIN");
  const std::string token = one(first, "SELECT owner_token FROM idempotency_record_claim('t', 'op', 'k', '\\x01')");
  must(session, "SET lock_timeout = '100ms'");
  CHECK_FALSE(session.query("SELECT idempotency_record_claim('t', 'op', 'k', '\\x01')"));
  CHECK(session.last_sqlstate() == "55P03");
  must(session, "SET lock_timeout = '10s'");
  std::thread committer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    (void)first.query("SELECT idempotency_record_complete('t', 'op', 'k', $1, 201)", {token});
    (void)first.query("COMMIT");
  });
  CHECK(one(session, "SELECT outcome FROM idempotency_record_claim('t', 'op', 'k', '\\x01')") == "replay");
  committer.join();
}

namespace {

// A provider that others can see: each call is one row, in a transaction of its own.
void call_provider(Session& session, const std::string& key) {
  must(session, "INSERT INTO provider_calls (key) VALUES ($1)", {key});
}

// claim, start_effect, effect, complete, each committed; dies with SIGKILL before step `dies_at`.
[[noreturn]] void work_and_die(const std::string& key, int dies_at) {
  Result<Session> session = Session::open("");
  int step = 0;
  const auto maybe_die = [&] {
    if (step++ == dies_at) ::kill(::getpid(), SIGKILL);
  };
  maybe_die();
  const std::string token{session
                              ->query("SELECT owner_token FROM idempotency_record_claim('t', 'pay', $1, '\\x01', 1,"
                                      " interval '100 ms')",
                                      {key})
                              ->text(0, 0)};
  maybe_die();
  (void)session->query("SELECT idempotency_record_start_effect('t', 'pay', $1, $2, interval '100 ms')", {key, token});
  maybe_die();
  (void)session->query("INSERT INTO provider_calls (key) VALUES ($1)", {key});
  maybe_die();
  (void)session->query("SELECT idempotency_record_complete('t', 'pay', $1, $2, 201)", {key, token});
  maybe_die();
  ::_exit(0);
}

void die_at(const std::string& key, int step) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) work_and_die(key, step);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

// What a client's retry leads to. `can_ask`: the provider can be asked whether it knows the key.
std::string retry(Session& session, const std::string& key, bool can_ask) {
  const Rows claim =
      must(session, "SELECT outcome, owner_token FROM idempotency_record_claim('t', 'pay', $1, '\\x01')", {key});
  std::string outcome{claim.text(0, 0)};
  std::string token{claim.text(0, 1)};
  if (outcome == "needs_reconciliation" && can_ask) {
    const bool found = one(session, "SELECT count(*) FROM provider_calls WHERE key = $1", {key}) != "0";
    const Rows resolved =
        must(session, "SELECT outcome, owner_token FROM idempotency_record_resolve('t', 'pay', $1, $2)",
             {key, found ? "SUCCEEDED" : "PROCESSING"});
    if (found) return "resolved";
    outcome = "won";
    token = resolved.text(0, 1);
  }
  if (outcome != "won") return outcome;
  must(session, "SELECT idempotency_record_start_effect('t', 'pay', $1, $2)", {key, token});
  call_provider(session, key);
  return one(session, "SELECT idempotency_record_complete('t', 'pay', $1, $2, 201)", {key, token});
}

}  // namespace

TEST_CASE("a worker killed at any step leaves a record that a retry resolves without a second effect", "[http-races]") {
  Session session = connected();
  fresh_side_table(session, {});
  must(session, "CREATE TABLE IF NOT EXISTS provider_calls (key text NOT NULL)");
  must(session, "TRUNCATE provider_calls");
  // Before the claim, after it, after start_effect, after the effect, after completion.
  const std::array<const char*, 5> asked{"completed", "completed", "completed", "resolved", "replay"};
  const std::array<const char*, 5> unasked{"completed", "completed", "needs_reconciliation", "needs_reconciliation",
                                           "replay"};
  const std::array<const char*, 5> effects_unasked{"1", "1", "0", "1", "1"};
  for (int step = 0; step < 5; ++step) {
    const auto at = static_cast<std::size_t>(step);
    for (const bool can_ask : {true, false}) {
      INFO("killed before step " << step << ", the provider " << (can_ask ? "can" : "cannot") << " be asked");
      const std::string key = fmt::format("{}-{}", can_ask ? "ask" : "blind", step);
      die_at(key, step);
      std::this_thread::sleep_for(std::chrono::milliseconds(150));  // the dead worker's lease runs out
      CHECK(retry(session, key, can_ask) == (can_ask ? asked : unasked).at(at));
      const std::string effects = one(session, "SELECT count(*) FROM provider_calls WHERE key = $1", {key});
      CHECK(effects == (can_ask ? "1" : effects_unasked.at(at)));
      // Further retries change nothing any more.
      const std::string again = retry(session, key, false);
      CHECK(again == (!can_ask && (step == 2 || step == 3) ? "needs_reconciliation" : "replay"));
      CHECK(one(session, "SELECT count(*) FROM provider_calls WHERE key = $1", {key}) == effects);
    }
  }
}
