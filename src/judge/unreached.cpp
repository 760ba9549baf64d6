// The rules in functions that no entry point reaches.
#include "config/apply.hpp"
#include "engine/function_index.hpp"
#include "judge/judge.hpp"
#include "judge/judge_report.hpp"
#include "meaning/origin.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace idem {

namespace {

// Functions that may hold what these rules are about: they use a library that has effects, speak of keys, money,
// messages or locks, or call a function that does. There are thousands of functions: only these are walked on their
// own.
class LoudFunctions {
 public:
  explicit LoudFunctions(Interpreter& interpreter) : m_interpreter(interpreter) {}

  // With how likely each is to matter.
  std::map<FnRef, int> all() {
    const Index count = m_interpreter.program().file_count();
    for (Index file = 0; file < count; ++file) read(file);
    for (int links = 1; links <= kLinks; ++links)
      if (!spread(links)) break;
    return std::move(m_loud);
  }

 private:
  static constexpr int kLinks = 5;         // calls between a function and what makes it loud
  static constexpr std::size_t kMost = 6;  // functions of one name; a name that more bear says nothing

  bool is_loud(Symbol symbol) {
    const auto [known, fresh] = m_words.emplace(symbol, false);
    if (!fresh) return known->second;
    static const std::set<std::string> kWords = {"charge", "refund",  "capture",  "payout", "transfer", "pay",
                                                 "ack",    "nack",    "lock",     "setnx",  "retry",    "retries",
                                                 "replay", "attempt", "attempts", "claim",  "mint",     "webhook"};
    const std::string_view name = m_interpreter.program().text(symbol);
    if (name.size() < 2 || name.size() > 80) return false;
    const std::vector<std::string> words = split_words(name);
    known->second = names_a_key(name) || std::any_of(words.begin(), words.end(),
                                                     [](const std::string& word) { return kWords.contains(word); });
    return known->second;
  }

  enum Rank : int { kCallsOut, kSpeaks, kKeepsData, kCallsOne };  // the smaller, the likelier to matter

  // Local names of libraries that have effects, and the rank that such a library gives.
  std::map<NameId, int> acting(Index index) {
    std::map<NameId, int> names;
    Program& program = m_interpreter.program();
    Libraries& libraries = m_interpreter.libraries();
    const ProgramFile& file = program.file(index);
    for (const Import& import : file.facts.imports) {
      const ModuleTarget& target = program.resolve(index, file.symbol(import.module));
      if (target.kind != ModuleTarget::Kind::external) continue;
      const LibNode* library = libraries.root(file.family, target.library);
      if (libraries.acts(library))
        names.emplace(import.alias != 0 ? import.alias : import.name,
                      libraries.writes_data(library) ? kKeepsData : kCallsOut);
    }
    add_clients(index, names);
    return names;
  }

  // `const stripe = new Stripe(key)`, `client = gocardless_pro.Client()`: names of the module for what such libraries
  // gave it, in the order of their making.
  void add_clients(Index index, std::map<NameId, int>& names) {
    const ProgramFile& file = m_interpreter.program().file(index);
    const FileFacts& facts = file.facts;
    std::vector<std::pair<std::uint32_t, Index>> mentions;  // of names and modules, by place
    for (Index i = 0; i < facts.exprs.size(); ++i)
      if (facts.exprs[i].kind == ExprKind::name || facts.exprs[i].kind == ExprKind::module)
        mentions.emplace_back(facts.exprs[i].span.begin, i);
    std::sort(mentions.begin(), mentions.end());
    const FunctionIndex functions(facts, false);
    for (const Event& event : facts.events) {
      if (event.kind != EventKind::set || event.expr == kNone || event.place == kNone) continue;
      const Expr& place = facts.exprs[event.place];
      if (place.kind != ExprKind::name || names.contains(place.name) || functions.around(event.span) != 0) continue;
      const Span& span = facts.exprs[event.expr].span;
      auto at = std::lower_bound(mentions.begin(), mentions.end(), std::make_pair(span.begin, Index{0}));
      for (; at != mentions.end() && at->first < span.end; ++at)
        if (const int rank = rank_of(index, facts.exprs[at->second], names); rank != kCallsOne) {
          names.emplace(place.name, rank);
          break;
        }
    }
  }

  int rank_of(Index index, const Expr& mention, const std::map<NameId, int>& names) {
    if (mention.kind == ExprKind::name) {
      const auto known = names.find(mention.name);
      return known == names.end() ? static_cast<int>(kCallsOne) : known->second;
    }
    Program& program = m_interpreter.program();
    const ProgramFile& file = program.file(index);
    if (mention.name == 0) return kCallsOne;
    const ModuleTarget& target = program.resolve(index, file.symbol(mention.name));
    if (target.kind != ModuleTarget::Kind::external) return kCallsOne;
    const LibNode* library = m_interpreter.libraries().root(file.family, target.library);
    if (!m_interpreter.libraries().acts(library)) return kCallsOne;
    return m_interpreter.libraries().writes_data(library) ? kKeepsData : kCallsOut;
  }

  void mark(const FnRef& ref, int rank) {
    const auto [known, fresh] = m_loud.emplace(ref, rank);
    if (!fresh) known->second = std::min(known->second, rank);
  }

  void read(Index index) {
    const ProgramFile& file = m_interpreter.program().file(index);
    const FileFacts& facts = file.facts;
    const std::map<NameId, int> libraries = acting(index);
    const FunctionIndex functions(facts, false);
    const auto outermost = [&](FnId fn) {
      while (fn != 0 && facts.fns[fn].outer != kNone && facts.fns[fn].outer != 0 &&
             facts.fns[facts.fns[fn].outer].kind != FnKind::type_body)
        fn = facts.fns[fn].outer;
      return fn;
    };
    for (FnId fn = 1; fn < facts.fns.size(); ++fn)
      if (facts.fns[fn].body != kNone && facts.fns[fn].name != 0 && outermost(fn) == fn)
        m_named[file.symbol(facts.fns[fn].name)].push_back({index, fn});
    // What a class calls on its fields cannot be told by names: what its file imports stands for it.
    int of_methods = kCallsOne;
    for (const auto& [name, rank] : libraries) of_methods = std::min(of_methods, rank);
    for (const Expr& expr : facts.exprs) {
      if (expr.kind != ExprKind::name && expr.kind != ExprKind::member && expr.kind != ExprKind::call) continue;
      const FnId fn = outermost(functions.around(expr.span));
      if (fn == 0) continue;
      const FnRef ref{index, fn};
      if (expr.kind == ExprKind::call) {
        const Expr& callee = facts.exprs[expr.a];
        if ((callee.kind == ExprKind::name || callee.kind == ExprKind::member) && callee.name != 0)
          m_calls[ref].insert(file.symbol(callee.name));
        if (of_methods < kCallsOne && facts.fns[fn].owner != kNone) mark(ref, of_methods);
        continue;
      }
      if (expr.name == 0) continue;
      if (const auto library = libraries.find(expr.name); library != libraries.end()) mark(ref, library->second);
      if (is_loud(file.symbol(expr.name))) mark(ref, kSpeaks);
    }
  }

  bool spread(int links) {
    std::set<Symbol> names;
    for (const auto& [name, functions] : m_named)
      if (functions.size() <= kMost &&
          std::any_of(functions.begin(), functions.end(), [&](const FnRef& ref) { return m_loud.contains(ref); }))
        names.insert(name);
    const std::size_t before = m_loud.size();
    for (const auto& [ref, calls] : m_calls)
      if (std::any_of(calls.begin(), calls.end(), [&](Symbol name) { return names.contains(name); }))
        m_loud.emplace(ref, kCallsOne + links);
    return m_loud.size() != before;
  }

  Interpreter& m_interpreter;
  std::unordered_map<Symbol, bool> m_words;
  std::map<Symbol, std::vector<FnRef>> m_named;
  std::map<FnRef, std::set<Symbol>> m_calls;
  std::map<FnRef, int> m_loud;
};

// The likeliest first.
std::vector<FnRef> unreached(Interpreter& interpreter) {
  std::vector<std::pair<int, FnRef>> found;
  Program& program = interpreter.program();
  for (const auto& [ref, rank] : LoudFunctions(interpreter).all()) {
    const FileFacts& facts = program.file(ref.file).facts;
    if (facts.path.find("migration") != std::string::npos) continue;
    const Fn& declared = facts.fns[ref.fn];
    const bool closure =
        declared.kind == FnKind::lambda || declared.kind == FnKind::type_body || declared.kind == FnKind::constructor;
    if (!closure && declared.body != kNone && !interpreter.was_walked(ref)) found.emplace_back(rank, ref);
  }
  std::sort(found.begin(), found.end());
  std::vector<FnRef> ordered;
  for (const auto& [rank, ref] : found) ordered.push_back(ref);
  return ordered;
}

}  // namespace

// There are thousands of them, and what they call is looked at on its own.
static constexpr std::size_t kStepsOfUnreached = 3'000, kCallsOfUnreached = 5;
// Steps for all of them together: a quarter of what the entry points took, in a small project what it needs.
static constexpr std::uint64_t kLeastSteps = 250'000, kShare = 4;

std::vector<Finding> judge_unreached(Interpreter& interpreter, const Uniques& uniques) {
  static const std::set<std::string> kReached = {"claim-ignored",
                                                 "execute-then-record",
                                                 "key-per-attempt",
                                                 "request-id-as-key",
                                                 "release-after-effect",
                                                 "timeout-treated-as-failed",
                                                 "ack-before-save",
                                                 "consumer-no-dedupe",
                                                 "retry-around-effect",
                                                 "provider-call-without-key",
                                                 "global-scope",
                                                 "content-as-key",
                                                 "fail-open",
                                                 "in-process-store",
                                                 "compensation-without-key",
                                                 "lease-too-short",
                                                 "blind-takeover",
                                                 "absence-trusted",
                                                 "conflict-retried-with-new-key",
                                                 "provider-without-contract"};
  std::vector<Finding> findings;
  Program& program = interpreter.program();
  const std::uint64_t limit = interpreter.steps() + std::max(kLeastSteps, interpreter.steps() / kShare);
  for (const FnRef root : unreached(interpreter)) {
    if (interpreter.was_walked(root)) continue;  // reached through another one
    if (interpreter.steps() > limit) {
      interpreter.stop("of the functions that no entry point reaches not all were looked at", {}, false);
      break;
    }
    const FileFacts& facts = program.file(root.file).facts;
    bool cut = false;
    const TraceBlock* trace = interpreter.walk_alone(root, cut);
    if (!has_protocol(interpreter, trace)) continue;
    RequestStates states = walk_states(interpreter, trace, kStepsOfUnreached, kCallsOfUnreached);
    states.cut |= cut;
    if (states.ops.empty()) continue;
    const Fn& fn = facts.fns[root.fn];
    Case subject{.interpreter = interpreter,
                 .states = states,
                 .uniques = uniques,
                 .place = {root.file, {fn.name_at, fn.span.end}}};
    // What acknowledges a message is a consumer, whoever registers it.
    subject.consumer =
        std::any_of(states.ops.begin(), states.ops.end(), [](const Operation& op) { return op.kind == OpKind::ack; });
    for (Finding& finding : judge(subject))
      if (kReached.contains(finding.rule)) findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace idem
