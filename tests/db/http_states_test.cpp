// Profile http, one session: what every function answers for every kind of record, and which state changes are refused.
#include "support.hpp"

#include <fmt/core.h>

#include <set>
#include <utility>
#include <vector>

using namespace idem;

namespace {

const std::string kOwner = "00000000-0000-0000-0000-00000000000a";
const std::vector<std::string> kStates{"PROCESSING",       "SUCCEEDED",       "FAILED_FINAL",
                                       "FAILED_RETRYABLE", "OUTCOME_UNKNOWN", "MANUAL_REVIEW"};

// A kind of record, as the columns that make it.
struct Kind {
  std::string name;
  std::string state;
  std::string lease = "NULL";      // locked_until, as an interval from now
  std::string expires = "1 hour";  // expires_at, as an interval from now
  bool effect = false;             // effect_started_at is set
  bool tombstone = false;
};

const std::vector<Kind> kKinds{
    {"running", "PROCESSING", "1 minute"},
    {"running, effect begun", "PROCESSING", "1 minute", "1 hour", true},
    {"abandoned", "PROCESSING", "-1 minute"},
    {"abandoned, effect begun", "PROCESSING", "-1 minute", "1 hour", true},
    {"abandoned, expired", "PROCESSING", "-1 minute", "-1 minute"},
    {"abandoned, forgotten", "PROCESSING", "-1 minute", "-91 days"},
    {"abandoned, effect begun, forgotten", "PROCESSING", "-1 minute", "-91 days", true},
    {"succeeded", "SUCCEEDED"},
    {"succeeded, expired", "SUCCEEDED", "NULL", "-1 minute"},
    {"succeeded, forgotten", "SUCCEEDED", "NULL", "-91 days"},
    {"tombstone", "SUCCEEDED", "NULL", "1 hour", false, true},
    {"tombstone, forgotten", "SUCCEEDED", "NULL", "-1 minute", false, true},
    {"failed", "FAILED_FINAL"},
    {"retryable", "FAILED_RETRYABLE"},
    {"retryable, expired", "FAILED_RETRYABLE", "NULL", "-1 minute"},
    {"retryable, forgotten", "FAILED_RETRYABLE", "NULL", "-91 days"},
    {"unknown", "OUTCOME_UNKNOWN"},
    {"unknown, forgotten", "OUTCOME_UNKNOWN", "NULL", "-91 days", true},
    {"review", "MANUAL_REVIEW"},
};

std::string interval_or_null(const std::string& text) {
  return text == "NULL" ? "NULL" : fmt::format("clock_timestamp() + interval '{}'", text);
}

void put(Session& session, const Kind& kind) {
  must(session, "DELETE FROM idempotency_record");
  const bool final = kind.state == "SUCCEEDED" || kind.state == "FAILED_FINAL";
  must(session,
       fmt::format(
           "INSERT INTO idempotency_record (tenant_id, operation, key_digest, idempotency_key, request_fingerprint,"
           " state, owner_token, effect_started_at, locked_until, completed_at, expires_at, tombstone,"
           " response_status, response_body, resource_id)"
           " VALUES ('t', 'op', sha256('k'), 'k', '\\x01', '{}', '{}', {}, {}, {}, {}, {}, 201, 'body', 'r1')",
           kind.state, kOwner, kind.effect ? "clock_timestamp()" : "NULL", interval_or_null(kind.lease),
           final ? "clock_timestamp()" : "NULL", interval_or_null(kind.expires), kind.tombstone));
}

std::string call(Session& session, const std::string& arguments) {
  const std::size_t open = arguments.find('(');
  return one(session, fmt::format("SELECT * FROM idempotency_record_{}('t', 'op', 'k'{}", arguments.substr(0, open),
                                  arguments.substr(open + 1)));
}

std::string state_now(Session& session) {
  const Rows rows = must(session, "SELECT state FROM idempotency_record");
  return rows.empty() ? "gone" : std::string{rows.text(0, 0)};
}

}  // namespace

TEST_CASE("a claim answers in the documented order for every kind of record", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  const std::vector<std::pair<std::string, std::string>> same_request{
      {"running", "in_flight"},
      {"running, effect begun", "in_flight"},
      {"abandoned", "won"},
      {"abandoned, effect begun", "needs_reconciliation"},
      {"abandoned, expired", "expired"},
      {"abandoned, forgotten", "won"},
      {"abandoned, effect begun, forgotten", "needs_reconciliation"},
      {"succeeded", "replay"},
      {"succeeded, expired", "expired"},
      {"succeeded, forgotten", "won"},
      {"tombstone", "expired"},
      {"tombstone, forgotten", "won"},
      {"failed", "replay"},
      {"retryable", "won"},
      {"retryable, expired", "expired"},
      {"retryable, forgotten", "won"},
      {"unknown", "needs_reconciliation"},
      {"unknown, forgotten", "needs_reconciliation"},
      {"review", "needs_reconciliation"},
  };
  REQUIRE(same_request.size() == kKinds.size());
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const Kind& kind = kKinds[i];
    INFO(kind.name);
    REQUIRE(same_request[i].first == kind.name);
    const std::string& expected = same_request[i].second;
    put(session, kind);
    // replay changes nothing and says what claim would say.
    CHECK(call(session, "replay(, '\\x01')") == (expected == "won" ? "none" : expected));
    CHECK(state_now(session) == kind.state);
    const Rows claim = must(session,
                            "SELECT outcome, owner_token, state, response_status, response_body::text,"
                            " resource_id FROM idempotency_record_claim('t', 'op', 'k', '\\x01')");
    CHECK(claim.text(0, 0) == expected);
    CHECK(claim.is_null(0, 1) == (expected != "won"));
    CHECK(claim.text(0, 1) != kOwner);
    CHECK(claim.text(0, 2) == state_now(session));
    CHECK(claim.is_null(0, 3) == (expected != "replay"));
    if (expected == "won") CHECK(state_now(session) == "PROCESSING");
    if (expected == "needs_reconciliation" && kind.state == "PROCESSING")
      CHECK(state_now(session) == "OUTCOME_UNKNOWN");
    if (expected == "replay" || expected == "expired") CHECK(state_now(session) == kind.state);
  }
}

TEST_CASE("another meaning or another fingerprint version is refused first, in every state", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  for (const Kind& kind : kKinds) {
    INFO(kind.name);
    const bool forgotten = kind.name.find("forgotten") != std::string::npos && !kind.effect;
    put(session, kind);
    CHECK(call(session, "replay(, '\\x02')") == (forgotten ? "none" : "mismatch"));
    put(session, kind);
    CHECK(call(session, "claim(, '\\x02')") == (forgotten ? "won" : "mismatch"));
    if (!forgotten) CHECK(state_now(session) == kind.state);
    put(session, kind);
    CHECK(call(session, "claim(, '\\x01', 2)") == (forgotten ? "won" : "mismatch"));
  }
}

TEST_CASE("each function answers for every kind of record", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  const std::string owner = "'" + kOwner + "'";
  struct Expectation {
    std::string call;            // after ('t', 'op', 'k'
    std::set<std::string> from;  // states it works from
    std::string answer;
    std::string to;
    std::string refusal;
  };
  const std::vector<Expectation> expectations{
      {"heartbeat(, " + owner + ")", {"PROCESSING"}, "extended", "PROCESSING", "lost"},
      {"start_effect(, " + owner + ")", {"PROCESSING"}, "started", "PROCESSING", "lost"},
      {"complete(, " + owner + ", 201)", {"PROCESSING", "OUTCOME_UNKNOWN"}, "completed", "SUCCEEDED", "lost"},
      {"fail(, " + owner + ", true)", {"PROCESSING", "OUTCOME_UNKNOWN"}, "failed", "FAILED_FINAL", "lost"},
      {"fail(, " + owner + ", false)", {"PROCESSING"}, "failed", "FAILED_RETRYABLE", "lost"},
      {"mark_unknown(, " + owner + ")", {"PROCESSING"}, "unknown", "OUTCOME_UNKNOWN", "lost"},
      {"resolve(, 'SUCCEEDED')", {"OUTCOME_UNKNOWN", "MANUAL_REVIEW"}, "SUCCEEDED", "SUCCEEDED", "refused"},
      {"resolve(, 'FAILED_FINAL')", {"OUTCOME_UNKNOWN", "MANUAL_REVIEW"}, "FAILED_FINAL", "FAILED_FINAL", "refused"},
      {"resolve(, 'PROCESSING')", {"OUTCOME_UNKNOWN"}, "PROCESSING", "PROCESSING", "refused"},
      {"resolve(, 'MANUAL_REVIEW')", {"OUTCOME_UNKNOWN"}, "MANUAL_REVIEW", "MANUAL_REVIEW", "refused"},
  };
  for (const Kind& kind : kKinds)
    for (const Expectation& expected : expectations) {
      INFO(kind.name << ": " << expected.call);
      put(session, kind);
      const bool works = expected.from.contains(kind.state);
      const bool already = kind.state == expected.to && expected.answer != expected.to &&
                           (kind.state != "PROCESSING" && kind.state != "OUTCOME_UNKNOWN");
      CHECK(call(session, expected.call) == (works ? expected.answer : already ? "already" : expected.refusal));
      CHECK(state_now(session) == (works ? expected.to : kind.state));
      // A token that is not the record's changes nothing, whatever the state.
      if (expected.refusal == "lost") {
        put(session, kind);
        std::string stranger = expected.call;
        stranger.replace(stranger.find(kOwner), kOwner.size(), "00000000-0000-0000-0000-00000000000b");
        CHECK(call(session, stranger) == "lost");
        CHECK(state_now(session) == kind.state);
      }
    }
}

TEST_CASE("a key is released only where no effect began", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  for (const Kind& kind : kKinds) {
    INFO(kind.name);
    put(session, kind);
    const bool owned = kind.state == "PROCESSING" && !kind.effect;
    CHECK(call(session, "release(, '" + kOwner + "')") == (owned ? "released" : "lost"));
    CHECK(state_now(session) == (owned ? "gone" : kind.state));
    put(session, kind);
    const bool idle = !kind.effect && (kind.state == "FAILED_RETRYABLE" || (owned && kind.lease == "-1 minute"));
    CHECK(call(session, "release(, NULL)") == (idle ? "released" : "lost"));
    CHECK(state_now(session) == (idle ? "gone" : kind.state));
  }
}

TEST_CASE("no statement of any kind makes a forbidden state change", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  const std::set<std::pair<std::string, std::string>> allowed{
      {"PROCESSING", "SUCCEEDED"},         {"PROCESSING", "FAILED_FINAL"},     {"PROCESSING", "FAILED_RETRYABLE"},
      {"PROCESSING", "OUTCOME_UNKNOWN"},   {"FAILED_RETRYABLE", "PROCESSING"}, {"OUTCOME_UNKNOWN", "SUCCEEDED"},
      {"OUTCOME_UNKNOWN", "FAILED_FINAL"}, {"OUTCOME_UNKNOWN", "PROCESSING"},  {"OUTCOME_UNKNOWN", "MANUAL_REVIEW"},
      {"MANUAL_REVIEW", "SUCCEEDED"},      {"MANUAL_REVIEW", "FAILED_FINAL"},
  };
  for (const std::string& from : kStates)
    for (const std::string& to : kStates) {
      if (from == to) continue;
      INFO(from << " to " << to);
      put(session, {"", from, from == "PROCESSING" ? "1 minute" : "NULL"});
      const Result<Rows> changed = session.query(
          "UPDATE idempotency_record SET state = $1, owner_token = '00000000-0000-0000-0000-00000000000c',"
          " locked_until = clock_timestamp() + interval '1 minute', completed_at = clock_timestamp()",
          {to});
      CHECK(changed.has_value() == allowed.contains({from, to}));
      if (!changed) CHECK(session.last_sqlstate() == "23514");
    }
  SECTION("a lease is taken over only after its end, before an effect, and never under the same token") {
    const std::string take_over = "UPDATE idempotency_record SET owner_token = '00000000-0000-0000-0000-00000000000c'";
    for (const auto& [lease, effect, works] :
         {std::tuple{"1 minute", false, false}, {"-1 minute", false, true}, {"-1 minute", true, false}}) {
      put(session, {"", "PROCESSING", lease, "1 hour", effect});
      CHECK(session.query(take_over).has_value() == works);
    }
    put(session, {"", "FAILED_RETRYABLE"});
    CHECK_FALSE(session.query("UPDATE idempotency_record SET state = 'PROCESSING', locked_until = clock_timestamp()"));
  }
}

TEST_CASE("keys and arguments outside their limits are refused before anything is stored", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  const std::string claim = "SELECT outcome FROM idempotency_record_claim($1, $2, $3, $4::bytea)";
  using Texts = Session::Parameters;
  for (const Texts& wrong :
       {Texts{"t", "op", "", "\\x01"}, Texts{"t", "op", std::string(256, 'k'), "\\x01"},
        Texts{"t", "op", "a b", "\\x01"}, Texts{"t", "op", "k\n", "\\x01"}, Texts{"t", "op", "k\xc3\xa9", "\\x01"},
        Texts{"t", "op", std::nullopt, "\\x01"}, Texts{"t", std::nullopt, "k", "\\x01"},
        Texts{std::nullopt, "op", "k", "\\x01"}, Texts{"t", "op", "k", std::nullopt}}) {
    CHECK_FALSE(session.query(claim, wrong));
    CHECK(session.last_sqlstate().starts_with("22"));
  }
  CHECK(one(session, "SELECT count(*) FROM idempotency_record") == "0");
  CHECK(one(session, claim, {"t", "op", std::string(255, 'k'), "\\x01"}) == "won");
  CHECK(one(session, claim, {"u", "op", std::string(255, 'k'), "\\x01"}) == "won");     // another tenant
  CHECK(one(session, claim, {"t", "other", std::string(255, 'k'), "\\x01"}) == "won");  // another operation
}

TEST_CASE("tombstones and the reaper touch finished records alone, and only after their time", "[http]") {
  Session session = connected();
  fresh_side_table(session, {});
  must(session,
       "INSERT INTO idempotency_record (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, state,"
       " owner_token, locked_until, completed_at, expires_at, response_body)"
       " SELECT 't', s, sha256((s || a)::bytea), s || a, '\\x01', s, gen_random_uuid(), clock_timestamp() - interval "
       "'1 y',"
       " clock_timestamp() - interval '1 y', clock_timestamp() - a::interval, 'body'"
       " FROM unnest(ARRAY['PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', "
       "'MANUAL_REVIEW']) s,"
       " unnest(ARRAY['-1 hour', '1 hour', '100 days']) a");
  CHECK(one(session, "SELECT idempotency_record_reap(1)") == "1");  // in batches
  CHECK(one(session, "SELECT idempotency_record_reap()") == "1");
  CHECK(one(session, "SELECT idempotency_record_tombstone()") == "2");
  CHECK(one(session,
            "SELECT count(*) FROM idempotency_record WHERE tombstone AND response_body IS NULL"
            " AND idempotency_key IS NULL AND expires_at > clock_timestamp() + interval '89 days'") == "2");
  CHECK(one(session, "SELECT idempotency_record_reap()") == "0");
  CHECK(one(session, "SELECT count(*) FROM idempotency_record WHERE state NOT IN ('SUCCEEDED', 'FAILED_FINAL')") ==
        "12");
  CHECK(one(session, "SELECT count(*) FROM idempotency_record") == "16");
  // A row that somebody holds is passed over, not waited for.
  must(session, "UPDATE idempotency_record SET expires_at = clock_timestamp() - interval '1 y' WHERE tombstone");
  Session other = connected();
  must(other, "BEGIN");
  must(other, "SELECT 1 FROM idempotency_record WHERE tombstone AND state = 'SUCCEEDED' FOR UPDATE");
  CHECK(one(session, "SELECT idempotency_record_reap()") == "1");
  must(other, "ROLLBACK");
  CHECK(one(session, "SELECT idempotency_record_reap()") == "1");
}
