// What a walk of a request leaves behind: the calls it makes, in order, under the branches, loops and scopes they stand
// in. A function's trace is shared by all its calls with equal arguments, so a trace is a graph without cycles.
#pragma once

#include "engine/value.hpp"

#include <vector>

namespace idem {

struct TraceBlock;

enum class TraceKind : std::uint8_t {
  call,     // value = the result of a call into a library (receiver, args, lib), or of something unknown
  inline_,  // a call of a function of the project: fn, body = its trace, value = its result
  branch,   // value = condition; body, other
  loop,     // how = LoopHow; body
  try_,     // body, catches, other = finally
  scope,    // how = ScopeHow; value = subject; body
  leave,    // how = LeaveHow; value
  cut,      // something was not followed; how = CutHow
};

enum class CutHow : std::uint8_t {
  limit,  // too deep, too many
  again,  // a function that has called itself twice: what it does then, it has been seen to do
};

struct TraceCatch {
  std::vector<V> types;
  TraceBlock* body = nullptr;
};

// After a branch a name may be either arm's value: `joined` is `first` on the paths through the body, else `second`.
struct TracePhi {
  V joined, first, second;
};

struct TraceNode {
  TraceKind kind = TraceKind::call;
  std::uint8_t how = 0;
  bool awaited = false;  // call: its outcome is waited for
  bool dropped = false;  // call: nobody looks at its result
  Site site;
  V value = nullptr;
  FnRef fn;
  TraceBlock* body = nullptr;
  TraceBlock* other = nullptr;
  std::vector<TraceCatch> catches;
  std::vector<TracePhi> phis;  // branch
};

struct TraceBlock {
  std::vector<TraceNode> nodes;
};

// What a block does, with all that it calls. Blocks are shared: each is looked at once.
struct TraceContent {
  bool operations = false;
  bool protocol = false;  // some that are more than rows read and written: effects, claims, keys, messages
  std::size_t nodes = 0;
};

}  // namespace idem
