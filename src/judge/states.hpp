// The walk of a request as a set of path states: what is claimed, looked up, compared and fired on each way through it.
//
// Why states: a protection counts only where it holds on every path to the effect, and most hand-written ones differ by
// a branch or an await from ones that protect nothing. The trace is structured (no jumps but leaves), so no
// control-flow graph is needed: a set of states is carried along, split at tests whose value is labelled, and merged
// when equal.
#pragma once

#include "judge/path_state.hpp"
#include "meaning/operation.hpp"

#include <map>
#include <set>
#include <vector>

namespace idem {

inline constexpr std::size_t kMaxStates = 32;

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
  std::vector<V> calls, conditions;  // all, once each
  std::vector<int> beside;           // claims made in what runs beside the request: nothing before them waits for them
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
