#include "judge/states.hpp"

#include "judge/state_walker.hpp"
#include "judge/uniques.hpp"

#include <algorithm>

namespace idem {

static Written written_by(const std::vector<Operation>& ops) {
  Written all;
  for (const Operation& op : ops) {
    if (op.kind == OpKind::lookup || op.kind == OpKind::inquiry || op.kind == OpKind::none) continue;
    all.entries |= op.key_value;
    for (const std::string& table : op.tables) all.tables.insert(plain_table(table));
  }
  return all;
}

bool same_table(const Operation& one, const Operation& other) {
  for (const std::string& name : one.tables)
    for (const std::string& there : other.tables)
      if (plain_table(name) == plain_table(there)) return true;
  return false;
}

// Saving a record that every way to here has read from the same table before is an update.
static void tell_updates(RequestStates& out) {
  for (std::size_t id = 0; id < out.ops.size(); ++id) {
    Operation& op = out.ops[id];
    if (op.kind != OpKind::insert || !op.record_given) continue;
    bool any = false, all = true;
    for (const Observation& seen : out.seen) {
      if (seen.what != Seen::operation || seen.op != static_cast<int>(id)) continue;
      any = true;
      all &= std::any_of(seen.state.tracked.begin(), seen.state.tracked.end(), [&](const Tracked& tracked) {
        const Operation& read = out.ops[static_cast<std::size_t>(tracked.op)];
        return read.kind == OpKind::lookup && tracked.known != Known::no && tracked.known != Known::failed &&
               same_table(read, op);
      });
    }
    if (any && all) op.kind = OpKind::update;
  }
}

bool has_protocol(Interpreter& interpreter, const TraceBlock* trace) {
  StateWalker walker{interpreter};
  return walker.content_of(trace).protocol;
}

static RequestStates walk_once(Interpreter& interpreter, const TraceBlock* trace, std::size_t steps, std::size_t calls,
                               const Written* written) {
  StateWalker walker{interpreter};
  walker.budget = steps;
  walker.max_calls = calls;
  walker.written = written;
  if (!walker.content_of(trace).operations) return std::move(walker.out);
  States ends;
  walker.returns = &ends;
  States after = walker.run(trace, States{PathState{}});
  walker.add_all(ends, std::move(after));
  walker.add_all(ends, std::move(walker.beside_ends));
  walker.out.ends = std::move(ends);
  tell_updates(walker.out);
  return std::move(walker.out);
}

RequestStates walk_states(Interpreter& interpreter, const TraceBlock* trace, std::size_t steps, std::size_t calls) {
  RequestStates states = walk_once(interpreter, trace, steps, calls, nullptr);
  if (!states.overflow || states.cut) return states;
  // What is read and never written by the request tells ways apart that lead to the same.
  const Written written = written_by(states.ops);
  return walk_once(interpreter, trace, steps, calls, &written);
}

}  // namespace idem
