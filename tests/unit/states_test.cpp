#include "judge/states.hpp"

#include "catch.hpp"
#include "engine_support.hpp"

using namespace idem;
using namespace engine_test;

namespace {

// Walks the function `h` of a snippet with `db` (PostgreSQL), `redis` and `stripe` at hand.
RequestStates walked(const std::string& body) {
  Engine engine({{"a.ts",
                  "import { Pool } from 'pg'; import Redis from 'ioredis'; import Stripe from 'stripe';\n"
                  "const db = new Pool(), redis = new Redis(), stripe = new Stripe('k');\n"
                  "async function h(req, res) {" +
                      body + "}\n"}});
  bool cut = false;
  V handler = engine.value("h");
  const TraceBlock* trace = engine.interpreter().walk({handler}, nullptr, "typescript", cut);
  return walk_states(engine.interpreter(), trace);
}

std::string kinds(const RequestStates& states) {
  static const char* const kNames[] = {"none",    "lookup", "insert", "claim",  "upsert", "update", "remove",
                                       "put",     "forget", "lock",   "unlock", "begin",  "commit", "rollback",
                                       "inquiry", "effect", "answer", "ack",    "nack"};
  std::string out;
  for (const Operation& op : states.ops)
    out += (out.empty() ? "" : " ") + std::string(kNames[static_cast<int>(op.kind)]);
  return out;
}

// What is known of operation `op` wherever operation `at` is seen.
std::vector<Known> known_at(const RequestStates& states, int at, int op) {
  std::vector<Known> known;
  for (const Observation& seen : states.seen)
    if (seen.what == Seen::operation && seen.op == at)
      if (const Tracked* tracked = seen.state.find(op); tracked != nullptr) known.push_back(tracked->known);
  return known;
}

}  // namespace

TEST_CASE("states: a claim that is tested is won where the effect runs") {
  const RequestStates states = walked(
      "const won = await redis.set(req.body.key, 1, 'EX', 60, 'NX'); if (!won) return; await "
      "stripe.charges.create({});");
  CHECK(kinds(states) == "claim effect");
  CHECK(known_at(states, 1, 0) == std::vector<Known>{Known::yes});
}

TEST_CASE("states: a claim that nobody tests stays tried") {
  const RequestStates states =
      walked("await redis.set(req.body.key, 1, 'EX', 60, 'NX'); await stripe.charges.create({});");
  CHECK(known_at(states, 1, 0) == std::vector<Known>{Known::tried});
}

TEST_CASE("states: both arms of an unknown condition reach what follows") {
  const RequestStates states =
      walked("if (req.body.a) await db.query('insert into a values (1)'); await stripe.charges.create({});");
  CHECK(kinds(states) == "insert effect");
  std::size_t with = 0, without = 0;
  for (const Observation& seen : states.seen)
    if (seen.op == 1) (seen.state.fired.empty() ? without : with) += 1;
  CHECK(with == 1);
  CHECK(without == 1);
}

TEST_CASE("states: a call that fails enters the catch") {
  const RequestStates states =
      walked("try { await stripe.charges.create({}) } catch (e) { await db.query('update a set b = 1') }");
  CHECK(kinds(states) == "effect update");
  bool failing = false;
  for (const Observation& seen : states.seen)
    if (seen.op == 1) failing |= seen.state.in_catch && !seen.state.failing.empty();
  CHECK(failing);
}

TEST_CASE("states: more ways than are told apart are said to be so") {
  std::string body;
  for (int i = 0; i < 40; ++i)
    body += "const w" + std::to_string(i) + " = await redis.set('" + std::to_string(i) +
            "' + req.body.k, 1, 'NX'); if (w" + std::to_string(i) +
            ") { await db.query('insert into t values (1)') }\n";
  const RequestStates states = walked(body);
  CHECK(states.overflow);
  CHECK(states.ends.size() <= kMaxStates);
}

TEST_CASE("states: a short walk is neither cut nor overflows") {
  const RequestStates states = walked("await stripe.charges.create({});");
  CHECK_FALSE(states.cut);
  CHECK_FALSE(states.overflow);
}
