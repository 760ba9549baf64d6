#include "judge/judge_report.hpp"

#include "config/apply.hpp"
#include "judge/configured.hpp"
#include "judge/judge.hpp"
#include "judge/libraries.hpp"

#include <algorithm>
#include <set>

namespace idem {

Judged judge_route(Interpreter& interpreter, const Uniques& uniques, const FoundRoute& route,
                   const Endpoint& endpoint) {
  std::vector<V> chain(route.guards);
  chain.insert(chain.end(), route.handlers.begin(), route.handlers.end());
  bool cut = false;
  const TraceBlock* trace = interpreter.walk_chain(chain, route.row, route.family, cut);
  RequestStates states = walk_states(interpreter, trace);
  if (states.cut && !cut) interpreter.stop("not every way through this handler was judged", route.place);
  if (states.overflow) interpreter.stop("this handler has more ways through it than are told apart", route.place);
  states.cut |= cut;
  Case subject{
      .interpreter = interpreter, .states = states, .uniques = uniques, .endpoint = &endpoint, .place = route.place};
  subject.consumer = endpoint.kind == EntryKind::consumer || endpoint.kind == EntryKind::job;
  subject.protectors = find_protectors(chain, states.calls);
  subject.tool = endpoint.kind == EntryKind::tool;
  if (route.row != nullptr && route.row->text("what") == "hints") subject.registration = route.registration;
  Judged judged{decide(subject), judge(subject)};
  const Provided provided = provided_for(interpreter, route, trace);
  if (!provided.decisions.empty()) {
    provide(judged.coverage, endpoint.tier, provided.decisions, "provided by " + provided.by);
    if (provided.where.file != kNone)
      for (const Decision decision : provided.decisions)
        judged.coverage[decision].evidence = {step_of(subject, provided.where, provided.by)};
    std::erase_if(judged.findings, [&](const Finding& finding) { return answered(finding.rule, provided.decisions); });
  }
  return judged;
}

// Whether a file can hold what these rules are about: it imports a library that has effects, or speaks of keys, money,
// messages or locks. Only then are its functions walked on their own.
static bool speaks_of_effects(Interpreter& interpreter, Index index) {
  static const std::set<std::string> kWords = {"charge", "refund",  "capture",  "payout", "transfer", "pay",
                                               "ack",    "nack",    "lock",     "setnx",  "retry",    "retries",
                                               "replay", "attempt", "attempts", "claim",  "mint",     "webhook"};
  Program& program = interpreter.program();
  const ProgramFile& file = program.file(index);
  for (const Import& import : file.facts.imports) {
    const ModuleTarget& target = program.resolve(index, file.symbol(import.module));
    if (target.kind != ModuleTarget::Kind::external) continue;
    if (interpreter.libraries().acts(interpreter.libraries().root(file.family, target.library))) return true;
  }
  for (const Symbol symbol : file.symbols) {
    const std::string_view name = program.text(symbol);
    if (name.size() < 2 || name.size() > 80) continue;
    if (names_a_key(name)) return true;
    for (const std::string& word : split_words(name))
      if (kWords.contains(word)) return true;
  }
  return false;
}

// There are thousands of them, and what they call is looked at on its own.
static constexpr std::size_t kStepsOfUnreached = 3'000, kCallsOfUnreached = 5;

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
  std::vector<FnRef> roots;
  for (Index file = 0; file < program.file_count(); ++file) {
    const FileFacts& facts = program.file(file).facts;
    if (facts.path.find("migration") != std::string::npos || !speaks_of_effects(interpreter, file)) continue;
    for (FnId fn = 1; fn < facts.fns.size(); ++fn) {
      const Fn& declared = facts.fns[fn];
      const bool closure =
          declared.kind == FnKind::lambda || declared.kind == FnKind::type_body || declared.kind == FnKind::constructor;
      const bool outermost =
          declared.outer == kNone || declared.outer == 0 || facts.fns[declared.outer].kind == FnKind::type_body;
      if (!closure && outermost && declared.body != kNone && !interpreter.was_walked({file, fn}))
        roots.push_back({file, fn});
    }
  }
  for (const FnRef root : roots) {
    if (interpreter.was_walked(root)) continue;  // reached through another one
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
