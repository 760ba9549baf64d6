// The walk of a request as a set of path states: what is claimed, looked up, compared and fired on each way through it.
//
// Why states: a protection counts only where it holds on every path to the effect, and most hand-written ones differ by
// a branch or an await from ones that protect nothing. The trace is structured (no jumps but leaves), so no
// control-flow graph is needed: a set of states is carried along, split at tests whose value is labelled, and merged
// when equal.
#pragma once

#include "meaning/operation.hpp"

#include <map>
#include <set>
#include <vector>

namespace idem {

inline constexpr std::size_t kMaxStates = 32;

// What a path knows of an operation it passed.
enum class Known : std::uint8_t {
  tried,   // its outcome was not looked at
  yes,     // claim won, row found
  no,      // claim lost, row absent
  failed,  // it threw
};

struct Tracked {
  int op = 0;
  Known known = Known::tried;
  bool print_tested = false;  // a stored fingerprint was compared with the request's
  bool state_tested = false;  // a stored state, status or result was tested
  friend bool operator==(const Tracked&, const Tracked&) = default;
};

struct OpenScope {
  enum class Kind : std::uint8_t { transaction, lock, retry, loop } kind = Kind::transaction;
  int op = -1;
  const TraceBlock* body = nullptr;  // of a retry: what is tried again
  friend bool operator==(const OpenScope&, const OpenScope&) = default;
};

// A test of a stored column that this path passed: what was looked up, and how the test came out.
struct StateTest {
  int op = -1;
  V condition = nullptr;
  bool outcome = false;
  std::string column;
  bool same(const StateTest& other) const { return condition == other.condition && outcome == other.outcome; }
};

struct PathState {
  std::vector<Tracked> tracked;  // claims and lookups, in order
  std::vector<int> fired;        // effects and writes, in order
  std::vector<OpenScope> scopes;
  std::vector<int> failing;                      // operations whose failure a catch is handling
  std::vector<int> survived;                     // store operations whose failure was caught and the path went on
  bool key_present = false, key_absent = false;  // tested
  unsigned in_catch = 0;                         // how many handlers of failures the path is inside of
  bool by_unknown = false;                       // being thrown by a call that means nothing here
  bool beside = false;
  bool conflicted = false;             // the other side answered that the key is in use or stands for something else
  std::vector<std::pair<V, V>> binds;  // joined value → this path's
  // Tests that every way to here passed alike: paths that differ by them alone are merged, and the test forgotten.
  std::vector<StateTest> tests;

  const Tracked* find(int op) const;
  Tracked* find(int op);
  bool same_protocol(const PathState& other) const;
};

enum class Seen : std::uint8_t { operation, leave };

// Something that happened, with the state just before it.
struct Observation {
  Seen what = Seen::operation;
  int op = -1;
  LeaveHow how = LeaveHow::return_;
  V value = nullptr;  // leave
  Site site;
  std::vector<Site> chain;  // call sites from the root, outermost first
  PathState state;
};

struct RequestStates {
  std::vector<Operation> ops;
  std::vector<Observation> seen;
  std::vector<PathState> ends;  // falls off the end or returns from the root
  std::vector<V> key_reads;     // values read as idempotency keys
  std::vector<std::pair<V, Site>> attempt_reads;
  std::vector<V> calls, conditions;                   // all, once each
  std::vector<std::pair<V, Site>> fresh_on_conflict;  // random values and times made on a path that met a conflict
  bool overflow = false;
  bool cut = false;
};

// `steps`: trace nodes times states that the walk may look at; what is left then is told by `cut`. `calls`: how deep
// calls are followed.
inline constexpr std::size_t kStepsOfRequest = 300'000, kCallsOfRequest = 40;
RequestStates walk_states(Interpreter& interpreter, const TraceBlock* trace, std::size_t steps = kStepsOfRequest,
                          std::size_t calls = kCallsOfRequest);

// Whether two operations are about one table, by any of its names.
bool same_table(const Operation& one, const Operation& other);
// Whether a trace does more than read and write rows: effects, claims, keys, messages, locks.
bool has_protocol(Interpreter& interpreter, const TraceBlock* trace);

}  // namespace idem
