#include "judge/states.hpp"

#include "judge/conflicts.hpp"
#include "judge/retries.hpp"
#include "judge/test_label.hpp"
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"
#include "meaning/statement.hpp"

#include <algorithm>
#include <unordered_map>

namespace idem {

namespace {

constexpr std::size_t kMaxTests = 12;
constexpr std::size_t kMaxQuietNodes = 40;
constexpr std::size_t kMaxObservations = 5000;
constexpr int kStep = -3;  // of a statement that another call began

// The last name of a type: "CardError" of stripe.error.CardError.
std::string type_name(Interpreter& interpreter, V type) {
  if (type->lib != nullptr && type->lib->step.starts_with(".")) return type->lib->step.substr(1);
  if (type->is(ValueKind::type)) {
    const FileFacts& facts = interpreter.program().file(type->file).facts;
    return std::string(facts.name(facts.types[type->decl].name));
  }
  return type->name != 0 ? std::string(interpreter.text(type->name)) : std::string();
}

// "CardDeclined", "ValidationError": the other side looked at the request and said no.
bool names_a_refusal(Interpreter& interpreter, V type) {
  static const std::set<std::string> kWords = {"refused",  "declined", "invalid",   "validation",  "card",
                                               "rejected", "denied",   "forbidden", "insufficient"};
  const std::vector<std::string> words = split_words(type_name(interpreter, type));
  return std::any_of(words.begin(), words.end(), [](const std::string& word) { return kWords.contains(word); });
}

// What a request writes.
struct Written {
  std::set<std::string> tables;
  bool entries = false;  // of a key-value store
};

Written written_by(const std::vector<Operation>& ops) {
  Written all;
  for (const Operation& op : ops) {
    if (op.kind == OpKind::lookup || op.kind == OpKind::inquiry || op.kind == OpKind::none) continue;
    all.entries |= op.key_value;
    for (const std::string& table : op.tables) all.tables.insert(plain_table(table));
  }
  return all;
}

struct Walker {
  Interpreter& interpreter;
  RequestStates out = {};
  OpIndex index = {};
  std::vector<Site> chain = {};
  States* returns = nullptr;  // of the function being run
  States* throws = nullptr;   // of the innermost try, or of the function
  States* breaks = nullptr;   // of the innermost loop
  std::vector<const TraceBlock*>* defers = nullptr;
  std::set<int> tested_errors = {};    // by the condition being split
  std::set<int> function_errors = {};  // by the function or loop being run
  std::set<FnRef> retried_functions = {};
  std::map<FnRef, bool> decorated = {};  // whether a decorator retries the function
  std::set<V> conditions_seen = {};
  std::map<V, V> key_headers = {};  // request → the key set in its headers
  std::size_t budget = kStepsOfRequest, max_calls = kCallsOfRequest;
  const Written* written = nullptr;  // when given, only look-ups of what the request itself writes are tracked

  void add(States& states, PathState state) {
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
  void add_all(States& states, States more) {
    for (PathState& state : more) add(states, std::move(state));
  }

  // The write that a call is a later step of: `insert(t).values(…)` → the one of insert(t).
  int statement_of(V step) const {
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

  bool retries(FnRef fn) {
    const auto [known, fresh] = decorated.emplace(fn, false);
    if (fresh) known->second = retries_function(interpreter, fn);
    return known->second;
  }

  // What a call says about later ones: a function handed to a retrier, a header set on a request before it is sent.
  void note(const TraceNode& node) {
    if (out.calls.size() < 4000) out.calls.push_back(node.value);
    for (const FnRef& fn : functions_retried_by(node.value)) retried_functions.insert(fn);
    if (const auto [request, key] = key_header_set(interpreter, node.value); request != nullptr)
      key_headers[request] = key;
  }

  int op_index(const TraceNode& node) {
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
        if (const auto key = key_headers.find(value); key != key_headers.end()) op.provider_key = key->second;
    if (op.kind == OpKind::none) {
      index.add(node.value, -1);
      return -1;
    }
    const int id = static_cast<int>(out.ops.size());
    out.ops.push_back(std::move(op));
    index.add(node.value, id);
    return id;
  }

  // Whether a state was seen there already, but for tests that not all ways there passed.
  bool seen_alike(std::vector<std::size_t>& there, const PathState& state) {
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

  void made_on_conflict(const TraceNode& node) {
    const std::vector<Origin> origins = origins_of(interpreter, node.value);
    for (const Origin& origin : origins)
      if ((origin.kind == OriginKind::random || origin.kind == OriginKind::clock) && origin.value == node.value)
        out.fresh_on_conflict.emplace_back(node.value, node.site);
  }

  void observe(int op, const PathState& state, const Site& site) {
    if (seen_alike(seen_at_op[op], state)) return;
    Observation& seen = out.seen.emplace_back();
    seen.op = op;
    seen.site = site;
    seen.chain = chain;
    seen.state = state;
  }

  States run(const TraceBlock* block, States states) {
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

  States call(const TraceNode& node, States states) {
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

  bool tracks(const Operation& op) const {
    if (written == nullptr || op.kind != OpKind::lookup || (op.key_value && written->entries)) return true;
    const auto names_key = [](const std::string& column) { return names_a_key(column) || names_a_fingerprint(column); };
    return std::any_of(op.filter_columns.begin(), op.filter_columns.end(), names_key) ||
           std::any_of(op.tables.begin(), op.tables.end(), [&](const std::string& table) {
             return names_a_key(table) || written->tables.contains(plain_table(table));
           });
  }

  OpKind kind_of(const TraceNode& node) {
    const auto [known, fresh] = interpreter.known_meaning.emplace(node.value, 0);
    if (fresh) known->second = static_cast<std::uint8_t>(operation_of(interpreter, node).kind);
    return static_cast<OpKind>(known->second);
  }

  static bool is_protocol(OpKind kind) {
    return kind == OpKind::effect || kind == OpKind::claim || kind == OpKind::put || kind == OpKind::forget ||
           kind == OpKind::ack || kind == OpKind::nack || kind == OpKind::lock;
  }

  // What a block does below all its calls. Blocks are shared: each is looked at once.
  TraceContent content_of(const TraceBlock* block) {
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

  std::unordered_map<int, std::vector<std::size_t>> seen_at_op;                       // indices into out.seen
  std::map<std::pair<Index, std::uint32_t>, std::vector<std::size_t>> seen_at_leave;  // by place

  States inlined(const TraceNode& node, States states) {
    if (chain.size() >= max_calls) return states;
    // A long way through helpers that touch no store and ask for nothing tells nothing of the protocol.
    if (const TraceContent content = content_of(node.body); !content.operations && content.nodes > kMaxQuietNodes)
      return states;
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

  void split(V condition, PathState state, States& yes, States& no, int depth = 0) {
    condition = resolved(state, condition);
    if (depth < 8 && condition->is(ValueKind::op)) {
      const std::string_view op = interpreter.text(condition->name);
      if (op == "!" && condition->items.size() == 1)
        return split(condition->items[0], std::move(state), no, yes, depth + 1);
      if ((op == "&&" || op == "||") && condition->items.size() == 2) {
        States first_yes, first_no;
        split(condition->items[0], std::move(state), first_yes, first_no, depth + 1);
        States& decided = op == "&&" ? first_no : first_yes;
        States& open = op == "&&" ? first_yes : first_no;
        add_all(op == "&&" ? no : yes, std::move(decided));
        for (PathState& one : open) split(condition->items[1], std::move(one), yes, no, depth + 1);
        return;
      }
    }
    if (condition->is(ValueKind::null)) return add(no, std::move(state));
    if (condition->is(ValueKind::boolean) && !condition->weak)
      return add(interpreter.text(condition->name) == "true" ? yes : no, std::move(state));
    // A literal that a call returned (`:busy`, an enum member) picks its paths.
    if (condition->is(ValueKind::op) && condition->items.size() == 2) {
      V a = resolved(state, condition->items[0]), b = resolved(state, condition->items[1]);
      const std::string_view op = interpreter.text(condition->name);
      const auto literal = [](V v) {
        return (v->is(ValueKind::text) || v->is(ValueKind::number) || v->is(ValueKind::boolean) ||
                v->is(ValueKind::null)) &&
               v->items.empty();
      };
      if ((op == "==" || op == "!=") && literal(a) && literal(b)) {
        const bool equal = a->kind == b->kind && a->name == b->name;
        return add(equal == (op == "==") ? yes : no, std::move(state));
      }
      if ((op == "==" || op == "!=") && b->is(ValueKind::null) && !a->is(ValueKind::any_of) &&
          (a->is(ValueKind::map) || a->is(ValueKind::list) || a->is(ValueKind::instance)))
        return add(op == "==" ? no : yes, std::move(state));
    }
    if (bool equal = true; says_conflict(interpreter, state, condition, equal)) {
      PathState met = state;
      met.conflicted = true;
      add(equal ? yes : no, std::move(met));
      add(equal ? no : yes, std::move(state));
      return;
    }
    const TestLabel label = label_of(interpreter, state, index, out.ops, condition);
    PathState when_true = state, when_false = std::move(state);
    switch (label.about) {
      case TestLabel::About::outcome:
        settle(when_true, label.op, label.truthy_means_yes);
        settle(when_false, label.op, !label.truthy_means_yes);
        break;
      case TestLabel::About::stored_column:
        when_true.find(label.op)->state_tested = when_false.find(label.op)->state_tested = true;
        if (when_true.tests.size() < kMaxTests) {
          when_true.tests.push_back({label.op, condition, true, label.column});
          when_false.tests.push_back({label.op, condition, false, label.column});
        }
        break;
      case TestLabel::About::fingerprint:
        when_true.find(label.op)->print_tested = when_false.find(label.op)->print_tested = true;
        break;
      case TestLabel::About::key:
        (label.truthy_means_yes ? when_true : when_false).key_present = true;
        (label.truthy_means_yes ? when_false : when_true).key_absent = true;
        break;
      case TestLabel::About::error: {
        States& fails = label.truthy_means_yes ? no : yes;
        States& works = label.truthy_means_yes ? yes : no;
        PathState& failed = label.truthy_means_yes ? when_false : when_true;
        PathState& worked = label.truthy_means_yes ? when_true : when_false;
        // Told by an earlier test of the same result.
        const bool told = failed.find(label.op) != nullptr;
        const Known before = told ? failed.find(label.op)->known : Known::tried;
        if (before == Known::tried || before == Known::failed) {
          fail(failed, label.op);
          add(fails, std::move(failed));
        }
        if (before != Known::failed) {
          if (!told && tracks(out.ops[static_cast<std::size_t>(label.op)]))
            worked.tracked.push_back({.op = label.op, .known = Known::yes});
          add(works, std::move(worked));
        }
        return;
      }
      case TestLabel::About::nothing:
        break;
    }
    add(yes, std::move(when_true));
    add(no, std::move(when_false));
  }

  static bool any_conflicted(const States& states) {
    return std::any_of(states.begin(), states.end(), [](const PathState& state) { return state.conflicted; });
  }

  // The path on which the operation's error result is set.
  void fail(PathState& state, int op) {
    if (std::find(state.failing.begin(), state.failing.end(), op) == state.failing.end()) {
      state.failing.push_back(op);
      ++state.in_catch;
    }
    if (Tracked* tracked = state.find(op); tracked != nullptr)
      tracked->known = Known::failed;
    else if (tracks(out.ops[static_cast<std::size_t>(op)]))
      state.tracked.push_back({.op = op, .known = Known::failed});
    tested_errors.insert(op);
    function_errors.insert(op);
  }

  // The end of a handler: the path goes on although these failed.
  void survive(PathState& state, const std::set<int>& ops) {
    std::erase_if(state.failing, [&](int op) {
      if (!ops.contains(op)) return false;
      const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
      if (kind == OpKind::claim || kind == OpKind::lookup || kind == OpKind::put) state.survived.push_back(op);
      if (state.in_catch > 0) --state.in_catch;
      return true;
    });
  }

  static void settle(PathState& state, int op, bool yes) {
    if (Tracked* tracked = state.find(op); tracked != nullptr && tracked->known == Known::tried)
      tracked->known = yes ? Known::yes : Known::no;
  }

  States branch(const TraceNode& node, States states) {
    States yes, no;
    if (out.conditions.size() < 4000 && conditions_seen.insert(node.value).second) out.conditions.push_back(node.value);
    const bool conflicted = any_conflicted(states);
    const std::set<int> outer_errors = std::exchange(tested_errors, {});
    for (PathState& state : states) split(node.value, std::move(state), yes, no);
    const std::set<int> own_errors = std::exchange(tested_errors, outer_errors);
    States after_yes = run(node.body, std::move(yes)), after_no = run(node.other, std::move(no));
    // The handling of a failure ends with its arm; where the other arm leaves, the rest of the block handles it.
    if (!own_errors.empty() && !after_yes.empty() && !after_no.empty())
      for (States* arm : {&after_yes, &after_no})
        for (PathState& state : *arm) survive(state, own_errors);
    if (!conflicted && !after_yes.empty() && !after_no.empty())
      for (States* arm : {&after_yes, &after_no})
        for (PathState& state : *arm) state.conflicted = false;
    for (const TracePhi& phi : node.phis) {
      for (PathState& state : after_yes) bind(state, phi.joined, phi.first);
      for (PathState& state : after_no) bind(state, phi.joined, phi.second);
    }
    add_all(after_yes, std::move(after_no));
    return after_yes;
  }

  static void bind(PathState& state, V joined, V own) {
    for (auto& [known, value] : state.binds)
      if (known == joined) {
        value = own;
        return;
      }
    if (state.binds.size() < 12) state.binds.emplace_back(joined, own);
  }

  States loop(const TraceNode& node, States states) {
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

  static void close(PathState& state, OpenScope::Kind kind) {
    for (std::size_t i = state.scopes.size(); i-- > 0;)
      if (state.scopes[i].kind == kind) {
        state.scopes.erase(state.scopes.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
  }

  bool catches_all(const TraceCatch& caught) const {
    static const std::set<std::string> kAll = {"Exception", "BaseException", "Error", "Throwable"};
    return std::any_of(caught.types.begin(), caught.types.end(),
                       [&](V type) { return kAll.contains(type_name(interpreter, type)); });
  }

  // Every class of a catch has one of these in its name.
  bool names_all(const TraceCatch& caught, std::initializer_list<std::string_view> parts) const {
    return !caught.types.empty() && std::all_of(caught.types.begin(), caught.types.end(), [&](V type) {
      const std::string name = plain_name(type_name(interpreter, type));
      return std::any_of(parts.begin(), parts.end(),
                         [&](std::string_view part) { return name.find(part) != std::string::npos; });
    });
  }

  // "Not found" is an answer of the look-up, not its failure.
  void told_absent(PathState& state) {
    std::erase_if(state.failing, [&](int op) {
      const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
      if (kind != OpKind::lookup && kind != OpKind::inquiry) return false;
      if (Tracked* tracked = state.find(op); tracked != nullptr) tracked->known = Known::no;
      return true;
    });
  }

  States attempt(const TraceNode& node, States states) {
    States thrown;
    States* outer = std::exchange(throws, &thrown);
    States after = run(node.body, std::move(states));
    throws = outer;
    for (const TraceCatch& caught : node.catches) {
      States entering;
      const bool refusal = !caught.types.empty() && std::all_of(caught.types.begin(), caught.types.end(), [&](V type) {
        return names_a_refusal(interpreter, type);
      });
      const bool absence = names_all(caught, {"notfound", "doesnotexist", "noresultfound", "norows"});
      const bool conflict = names_all(caught, {"conflict", "idempotency"});
      for (PathState state : thrown) {
        // What a call that is not known throws is seldom of a class of its own.
        if (std::exchange(state.by_unknown, false) && !caught.types.empty() && !catches_all(caught)) continue;
        ++state.in_catch;
        if (absence) told_absent(state);
        if (conflict) state.conflicted = true;
        // A refusal is a definite answer: what threw it did not happen.
        if (refusal)
          for (const int op : std::exchange(state.failing, {}))
            if (!state.fired.empty() && state.fired.back() == op) state.fired.pop_back();
        add(entering, std::move(state));
      }
      for (PathState state : run(caught.body, std::move(entering))) {
        // The path goes on after the failure.
        for (const int op : state.failing) {
          const OpKind kind = out.ops[static_cast<std::size_t>(op)].kind;
          if (kind == OpKind::claim || kind == OpKind::lookup || kind == OpKind::put) state.survived.push_back(op);
        }
        state.failing.clear();
        if (state.in_catch > 0) --state.in_catch;
        add(after, std::move(state));
      }
    }
    if (node.catches.empty() && throws != nullptr) add_all(*throws, thrown);
    if (node.other != nullptr) after = run(node.other, std::move(after));
    return after;
  }

  States scope(const TraceNode& node, States states) {
    if (node.how == 255) return states;  // yield
    const auto how = static_cast<ScopeHow>(node.how);
    if (how == ScopeHow::defer) {
      if (defers != nullptr) defers->push_back(node.body);
      return states;
    }
    if (how == ScopeHow::spawn) {
      States beside = states;
      for (PathState& state : beside) state.beside = true;
      run(node.body, std::move(beside));
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

  States leave(const TraceNode& node, States states) {
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
          state.binds.emplace_back(nullptr, resolved(state, node.value));
        if (returns != nullptr) add(*returns, std::move(state));
      } else if (how == LeaveHow::throw_) {
        if (throws != nullptr) add(*throws, std::move(state));
      } else if (breaks != nullptr) {
        add(*breaks, std::move(state));
      }
    }
    return {};
  }
};

}  // namespace

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
  Walker walker{interpreter};
  return walker.content_of(trace).protocol;
}

static RequestStates walk_once(Interpreter& interpreter, const TraceBlock* trace, std::size_t steps, std::size_t calls,
                               const Written* written) {
  Walker walker{interpreter};
  walker.budget = steps;
  walker.max_calls = calls;
  walker.written = written;
  if (!walker.content_of(trace).operations) return std::move(walker.out);
  States ends;
  walker.returns = &ends;
  States after = walker.run(trace, States{PathState{}});
  walker.add_all(ends, std::move(after));
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
