#include "judge/state_walker.hpp"

#include "judge/conflicts.hpp"
#include "judge/retries.hpp"
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"
#include "meaning/promises.hpp"
#include "meaning/statement.hpp"

#include <algorithm>
#include <utility>

namespace idem {

static constexpr std::size_t kMaxQuietNodes = 40;
static constexpr std::size_t kMaxObservations = 5000;
static constexpr int kStep = -3;  // of a statement that another call began

void StateWalker::add(States& states, PathState state) {
  for (PathState& known : states)
    if (known.same_protocol(state) && known.binds == state.binds) return known.keep_common_tests(state);
  if (states.size() >= kMaxStates) {
    // Over the cap states that differ only by the names they bind are merged; beyond that only what holds on both
    // ways is kept.
    for (PathState& known : states)
      if (known.same_protocol(state)) {
        known.binds.clear();
        return known.keep_common_tests(state);
      }
    out.overflow = true;
    const auto alike = std::find_if(states.begin(), states.end(), [&](const PathState& known) {
      return known.fired == state.fired && known.in_catch == state.in_catch && known.scopes == state.scopes;
    });
    return (alike == states.end() ? states.back() : *alike).join(state);
  }
  states.push_back(std::move(state));
}

void StateWalker::add_all(States& states, States more) {
  for (PathState& state : more) add(states, std::move(state));
}

int StateWalker::statement_of(V step) const {
  if (step->lib == nullptr || !step->lib->rows.empty()) return -1;
  V at = step->receiver;
  for (int links = 0; at != nullptr && links < 24; ++links, at = at->receiver) {
    if (at->is(ValueKind::any_of)) at = at->items.front();
    if (at->args == nullptr) continue;
    const int op = index.result(at);
    if (op < 0) continue;
    const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
    const bool writes = kind == OpKind::insert || kind == OpKind::claim || kind == OpKind::upsert ||
                        kind == OpKind::update || kind == OpKind::remove;
    return writes && at->lib != nullptr && !out.ops[static_cast<std::size_t>(op)].key_value ? op : -1;
  }
  return -1;
}

bool StateWalker::retries(FnRef fn) {
  const auto [known, fresh] = decorated.emplace(fn, false);
  if (fresh) known->second = retries_function(interpreter, fn);
  return known->second;
}

void StateWalker::note(const TraceNode& node) {
  if (out.calls.size() < 4000) out.calls.push_back(node.value);
  note_written(interpreter, node.value);
  for (const FnRef& fn : functions_retried_by(node.value)) retried_functions.insert(fn);
  if (const auto [request, key] = key_header_set(interpreter, node.value); request != nullptr)
    key_headers[request] = key;
}

int StateWalker::op_index(const TraceNode& node) {
  if (const int known = index.find(node.value); known != OpIndex::kUnknown) return known;
  note(node);
  if (const int statement = statement_of(node.value); statement >= 0) {
    extend_statement(interpreter, out.ops[static_cast<std::size_t>(statement)], node.value);
    index.add_part(node.value, statement);
    return kStep;
  }
  if (kind_of(node) == OpKind::none) {
    index.add(node.value, -1);
    return -1;
  }
  Operation op = operation_of(interpreter, node);
  if (op.kind == OpKind::effect && op.provider_key == nullptr && node.value->args != nullptr)
    for (V value : node.value->args->positional)
      for (V at = value; at != nullptr && op.provider_key == nullptr; at = at->receiver)
        if (const auto key = key_headers.find(at); key != key_headers.end()) op.provider_key = key->second;
  if (op.kind == OpKind::none) {
    index.add(node.value, -1);
    return -1;
  }
  op.awaited = !gives_promise(interpreter, node.value) || !nobody_waits(interpreter, node.site);
  const int id = static_cast<int>(out.ops.size());
  out.ops.push_back(std::move(op));
  index.add(node.value, id);
  return id;
}

bool StateWalker::seen_alike(std::vector<std::size_t>& there, const PathState& state) {
  for (const std::size_t i : there) {
    PathState& known = out.seen[i].state;
    if (!known.same_protocol(state)) continue;
    known.keep_common_tests(state);
    return true;
  }
  if (out.seen.size() >= kMaxObservations) return out.overflow = true;
  there.push_back(out.seen.size());
  return false;
}

void StateWalker::made_on_conflict(const TraceNode& node) {
  const std::vector<Origin> origins = origins_of(interpreter, node.value);
  for (const Origin& origin : origins)
    if ((origin.kind == OriginKind::random || origin.kind == OriginKind::clock) && origin.value == node.value)
      out.fresh_on_conflict.emplace_back(node.value, node.site);
}

void StateWalker::observe(int op, const PathState& state, const Site& site) {
  if (seen_alike(seen_at_op[op], state)) return;
  Observation& seen = out.seen.emplace_back();
  seen.op = op;
  seen.site = site;
  seen.chain = chain;
  seen.state = state;
}

States StateWalker::run(const TraceBlock* block, States states) {
  if (block == nullptr) return states;
  for (const TraceNode& node : block->nodes) {
    if (states.empty()) break;
    if (budget == 0) {
      out.cut = true;
      break;
    }
    budget -= std::min(budget, states.size());
    switch (node.kind) {
      case TraceKind::call:
        states = call(node, std::move(states));
        break;
      case TraceKind::inline_:
        states = inlined(node, std::move(states));
        break;
      case TraceKind::branch:
        states = branch(node, std::move(states));
        break;
      case TraceKind::loop:
        states = loop(node, std::move(states));
        break;
      case TraceKind::try_:
        states = attempt(node, std::move(states));
        break;
      case TraceKind::scope:
        states = scope(node, std::move(states));
        break;
      case TraceKind::leave:
        states = leave(node, std::move(states));
        break;
      case TraceKind::cut:
        out.cut |= static_cast<CutHow>(node.how) != CutHow::again;
        break;
    }
  }
  return states;
}

States StateWalker::call(const TraceNode& node, States states) {
  const bool seen_before = index.find(node.value) != OpIndex::kUnknown;
  const int id = op_index(node);
  if (std::any_of(states.begin(), states.end(), [](const PathState& state) { return state.conflicted; }))
    made_on_conflict(node);
  if (id < 0 || (seen_before && index.is_part(node.value))) {
    // Whatever it is, it may fail.
    if (throws != nullptr)
      for (PathState failed : states) {
        failed.by_unknown = true;
        add(*throws, std::move(failed));
      }
    return states;
  }
  const Operation op = out.ops[static_cast<std::size_t>(id)];
  States after;
  for (PathState& state : states) {
    observe(id, state, node.site);
    if (throws != nullptr && op.kind != OpKind::answer && op.kind != OpKind::ack) {
      PathState failed = state;
      failed.failing.push_back(id);
      if ((op.kind == OpKind::claim || op.kind == OpKind::lookup || op.kind == OpKind::inquiry) && tracks(op))
        failed.tracked.push_back({.op = id, .known = Known::failed});
      if (op.kind == OpKind::effect) failed.fired.push_back(id);  // it may have happened
      add(*throws, std::move(failed));
    }
    switch (op.kind) {
      case OpKind::claim:
      case OpKind::lookup:
      case OpKind::inquiry:
        if (tracks(op)) state.tracked.push_back({.op = id});
        if (op.kind == OpKind::claim && !op.key_value) state.fired.push_back(id);
        break;
      case OpKind::insert:
        state.tracked.push_back({.op = id});
        state.fired.push_back(id);
        break;
      case OpKind::effect:
      case OpKind::upsert:
      case OpKind::update:
      case OpKind::remove:
      case OpKind::put:
      case OpKind::forget:
      case OpKind::ack:
        state.fired.push_back(id);
        break;
      case OpKind::lock:
        state.scopes.push_back({OpenScope::Kind::lock, id});
        break;
      case OpKind::begin:
        state.scopes.push_back({OpenScope::Kind::transaction, id});
        break;
      case OpKind::commit:
      case OpKind::rollback:
      case OpKind::unlock: {
        const auto kind = op.kind == OpKind::unlock ? OpenScope::Kind::lock : OpenScope::Kind::transaction;
        for (std::size_t i = state.scopes.size(); i-- > 0;)
          if (state.scopes[i].kind == kind) {
            state.scopes.erase(state.scopes.begin() + static_cast<std::ptrdiff_t>(i));
            break;
          }
        break;
      }
      default:
        break;
    }
    add(after, std::move(state));
  }
  return after;
}

bool StateWalker::tracks(const Operation& op) const {
  if (written == nullptr || op.kind != OpKind::lookup || (op.key_value && written->entries)) return true;
  const auto names_key = [](const std::string& column) { return names_a_key(column) || names_a_fingerprint(column); };
  return std::any_of(op.filter_columns.begin(), op.filter_columns.end(), names_key) ||
         std::any_of(op.tables.begin(), op.tables.end(), [&](const std::string& table) {
           return names_a_key(table) || written->tables.contains(plain_table(table));
         });
}

OpKind StateWalker::kind_of(const TraceNode& node) {
  const auto [known, fresh] = interpreter.known_meaning.emplace(node.value, 0);
  if (fresh) known->second = static_cast<std::uint8_t>(operation_of(interpreter, node).kind);
  return static_cast<OpKind>(known->second);
}

bool StateWalker::is_protocol(OpKind kind) {
  return kind == OpKind::effect || kind == OpKind::claim || kind == OpKind::put || kind == OpKind::forget ||
         kind == OpKind::ack || kind == OpKind::nack || kind == OpKind::lock;
}

TraceContent StateWalker::content_of(const TraceBlock* block) {
  if (block == nullptr) return {};
  if (const auto known = interpreter.known_contents.find(block); known != interpreter.known_contents.end())
    return known->second;
  TraceContent all;
  const auto take = [&](const TraceBlock* inner) {
    const TraceContent part = content_of(inner);
    all.operations |= part.operations;
    all.protocol |= part.protocol;
    all.nodes += part.nodes;
  };
  for (const TraceNode& node : block->nodes) {
    ++all.nodes;
    if (node.kind == TraceKind::call) {
      const OpKind kind = kind_of(node);
      all.operations |= kind != OpKind::none;
      all.protocol |= is_protocol(kind);
    }
    if (node.kind == TraceKind::scope) all.operations = true;  // it may open a transaction or a lock
    take(node.body);
    take(node.other);
    for (const TraceCatch& caught : node.catches) take(caught.body);
  }
  interpreter.known_contents.emplace(block, all);
  return all;
}

States StateWalker::inlined(const TraceNode& node, States states) {
  if (chain.size() >= max_calls) return states;
  // A long way through helpers that touch no store and ask for nothing tells nothing of the protocol.
  if (const TraceContent content = content_of(node.body); !content.operations && content.nodes > kMaxQuietNodes)
    return states;
  if (gives_promise(interpreter, node.fn) && nobody_waits(interpreter, node.site)) {
    run_beside(node, states);
    return states;
  }
  return entered(node, std::move(states));
}

States StateWalker::entered(const TraceNode& node, States states) {
  chain.push_back(node.site);
  const bool retried = retried_functions.contains(node.fn) || retries(node.fn);
  if (retried)
    for (PathState& state : states) state.scopes.push_back({OpenScope::Kind::retry, -1, node.body});
  const bool conflicted = any_conflicted(states);
  States own_returns;
  std::vector<const TraceBlock*> own_defers;
  States* outer_returns = std::exchange(returns, &own_returns);
  States* outer_breaks = std::exchange(breaks, nullptr);
  auto* outer_defers = std::exchange(defers, &own_defers);
  std::set<int> outer_errors = std::exchange(function_errors, {});
  States after = run(node.body, std::move(states));
  returns = outer_returns;
  breaks = outer_breaks;
  defers = outer_defers;
  function_errors.merge(outer_errors);
  add_all(after, std::move(own_returns));
  if (retried)
    for (PathState& state : after) close(state, OpenScope::Kind::retry);
  if (!conflicted)
    for (PathState& state : after) state.conflicted = false;
  // A returned value binds the call's: its test picks the paths that returned it.
  for (PathState& state : after)
    for (auto& [joined, own] : state.binds)
      if (joined == nullptr) joined = node.value;
  for (auto it = own_defers.rbegin(); it != own_defers.rend(); ++it) after = run(*it, std::move(after));
  chain.pop_back();
  return after;
}

void StateWalker::run_beside(const TraceNode& node, States states) {
  const bool outermost = std::none_of(states.begin(), states.end(), [](const PathState& one) { return one.beside; });
  for (PathState& state : states) state.beside = true;
  const auto before = static_cast<int>(out.ops.size());
  States* const outer_throws = std::exchange(throws, nullptr);
  States ends = node.kind == TraceKind::inline_ ? entered(node, std::move(states)) : run(node.body, std::move(states));
  throws = outer_throws;
  add_all(beside_ends, std::move(ends));
  if (!outermost) return;
  const auto id = static_cast<int>(out.ops.size());
  const auto acts = [](const Operation& op) { return op.kind == OpKind::effect; };
  // What claims and acts on its own is a protocol of its own.
  if (std::any_of(out.ops.begin() + before, out.ops.end(), acts)) return;
  for (int op = before; op < id; ++op)
    if (out.ops[static_cast<std::size_t>(op)].kind == OpKind::claim) out.beside.push_back(op);
}

States StateWalker::loop(const TraceNode& node, States states) {
  const auto how = static_cast<LoopHow>(node.how);
  States broken;
  States* outer = std::exchange(breaks, &broken);
  std::set<int> outer_errors = std::exchange(function_errors, {});
  // A counted or while loop whose body tries again is a retry; a for-each is not.
  const bool retries = how != LoopHow::each && node.body != nullptr && tries_again(interpreter, *node.body);
  const bool conflicted = any_conflicted(states);
  States inside = states;
  if (retries)
    for (PathState& state : inside) state.scopes.push_back({OpenScope::Kind::retry, -1, node.body});
  States after = run(node.body, std::move(inside));
  breaks = outer;
  add_all(after, std::move(broken));
  for (PathState& state : after) {
    survive(state, function_errors);
    if (!conflicted) state.conflicted = false;
  }
  function_errors.merge(outer_errors);
  if (retries)
    for (PathState& state : after) close(state, OpenScope::Kind::retry);
  if (how == LoopHow::each || how == LoopHow::while_ || how == LoopHow::count) add_all(after, std::move(states));
  return after;
}

void StateWalker::close(PathState& state, OpenScope::Kind kind) {
  for (std::size_t i = state.scopes.size(); i-- > 0;)
    if (state.scopes[i].kind == kind) {
      state.scopes.erase(state.scopes.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
}

States StateWalker::scope(const TraceNode& node, States states) {
  if (node.how == 255) return states;  // yield
  const auto how = static_cast<ScopeHow>(node.how);
  if (how == ScopeHow::defer) {
    if (defers != nullptr) defers->push_back(node.body);
    return states;
  }
  if (how == ScopeHow::spawn) {
    run_beside(node, states);
    return states;
  }
  OpenScope::Kind kind = OpenScope::Kind::transaction;
  bool opens = false;
  int opened_by = -1;
  if (how == ScopeHow::sync) {
    kind = OpenScope::Kind::lock;
    opens = true;
  } else if (how == ScopeHow::with && node.value != nullptr && node.value->args != nullptr) {
    TraceNode opened;
    opened.site = node.site;
    opened.value = node.value;
    const Operation op = operation_of(interpreter, opened);
    opens = op.kind == OpKind::begin || op.kind == OpKind::lock;
    kind = op.kind == OpKind::lock ? OpenScope::Kind::lock : OpenScope::Kind::transaction;
    opened_by = std::max(index.find(node.value), -1);
    // Its own call opened the scope already.
    if (opens)
      for (PathState& state : states) close(state, kind);
  }
  if (opens)
    for (PathState& state : states) state.scopes.push_back({kind, opened_by});
  States after = run(node.body, std::move(states));
  if (opens)
    for (PathState& state : after) close(state, kind);
  return after;
}

States StateWalker::leave(const TraceNode& node, States states) {
  const auto how = static_cast<LeaveHow>(node.how);
  for (PathState& state : states) {
    if (!seen_alike(seen_at_leave[{node.site.file, node.site.span.begin}], state)) {
      Observation& seen = out.seen.emplace_back();
      seen.what = Seen::leave;
      seen.how = how;
      seen.value = node.value;
      seen.site = node.site;
      seen.chain = chain;
      seen.state = state;
    }
    if (how == LeaveHow::return_) {
      // Nobody is told of the failure.
      if (node.value == nullptr || node.value->is(ValueKind::null)) survive(state, function_errors);
      if (node.value != nullptr && state.binds.size() < 12)
        state.binds.emplace_back(nullptr, resolved(interpreter, state, node.value));
      if (returns != nullptr) add(*returns, std::move(state));
    } else if (how == LeaveHow::throw_) {
      if (throws != nullptr) add(*throws, std::move(state));
    } else if (breaks != nullptr) {
      add(*breaks, std::move(state));
    }
  }
  return {};
}

}  // namespace idem
