// The walk that carries path states along a trace. Of use to states.cpp alone.
#pragma once

#include "judge/states.hpp"
#include "judge/test_label.hpp"

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

// What a request writes.
struct Written {
  std::set<std::string> tables;
  bool entries = false;  // of a key-value store
};

struct StateWalker {
  Interpreter& interpreter;
  RequestStates out = {};
  OpIndex index = {};
  std::vector<Site> chain = {};
  States* returns = nullptr;  // of the function being run
  States* throws = nullptr;   // of the innermost try, or of the function
  States* breaks = nullptr;   // of the innermost loop
  std::vector<const TraceBlock*>* defers = nullptr;
  States beside_ends = {};             // of what runs beside the request
  std::set<int> tested_errors = {};    // by the condition being split
  std::set<int> function_errors = {};  // by the function or loop being run
  std::set<FnRef> retried_functions = {};
  std::map<FnRef, bool> decorated = {};  // whether a decorator retries the function
  std::set<V> conditions_seen = {};
  std::map<V, V> key_headers = {};  // request → the key set in its headers
  std::size_t budget = kStepsOfRequest, max_calls = kCallsOfRequest;
  const Written* written = nullptr;  // when given, only look-ups of what the request itself writes are tracked
  std::unordered_map<int, std::vector<std::size_t>> seen_at_op;                       // indices into out.seen
  std::map<std::pair<Index, std::uint32_t>, std::vector<std::size_t>> seen_at_leave;  // by place

  void add(States& states, PathState state);
  void add_all(States& states, States more);
  // The write that a call is a later step of: `insert(t).values(…)` → the one of insert(t).
  int statement_of(V step) const;
  bool retries(FnRef fn);
  // What a call says about later ones: a function handed to a retrier, a header set on a request before it is sent.
  void note(const TraceNode& node);
  int op_index(const TraceNode& node);
  // Whether a state was seen there already, but for tests that not all ways there passed.
  bool seen_alike(std::vector<std::size_t>& there, const PathState& state);
  void made_on_conflict(const TraceNode& node);
  void observe(int op, const PathState& state, const Site& site);
  States run(const TraceBlock* block, States states);
  States call(const TraceNode& node, States states);
  bool tracks(const Operation& op) const;
  OpKind kind_of(const TraceNode& node);
  static bool is_protocol(OpKind kind);
  // What a block does below all its calls. Blocks are shared: each is looked at once.
  TraceContent content_of(const TraceBlock* block);
  States inlined(const TraceNode& node, States states);
  States entered(const TraceNode& node, States states);
  // What nobody waits for: it is looked at, and the request goes on as if it had not been.
  void run_beside(const TraceNode& node, States states);
  void split(V condition, PathState state, States& yes, States& no, int depth = 0);
  static bool any_conflicted(const States& states);
  // The path on which the operation's error result is set.
  void fail(PathState& state, int op);
  // The end of a handler: the path goes on although these failed.
  void survive(PathState& state, const std::set<int>& ops);
  static void settle(PathState& state, int op, bool yes);
  States branch(const TraceNode& node, States states);
  static void bind(PathState& state, V joined, V own);
  States loop(const TraceNode& node, States states);
  static void close(PathState& state, OpenScope::Kind kind);
  bool catches_all(const TraceCatch& caught) const;
  // Every class of a catch has one of these in its name.
  bool names_all(const TraceCatch& caught, std::initializer_list<std::string_view> parts) const;
  // "Not found" is an answer of the look-up, not its failure.
  void told_absent(PathState& state);
  States attempt(const TraceNode& node, States states);
  States scope(const TraceNode& node, States states);
  States leave(const TraceNode& node, States states);
};

}  // namespace idem
