#include "judge/judge_report.hpp"

#include "judge/judge.hpp"

#include <algorithm>

namespace idem {

Judged judge_route(Interpreter& interpreter, const Uniques& uniques, const FoundRoute& route,
                   const Endpoint& endpoint) {
  std::vector<V> chain(route.guards);
  chain.insert(chain.end(), route.handlers.begin(), route.handlers.end());
  bool cut = false;
  const TraceBlock* trace = interpreter.walk_chain(chain, route.row, route.family, cut);
  RequestStates states = walk_states(interpreter, trace);
  states.cut |= cut;
  Case subject{interpreter, states, uniques, &endpoint, route.place};
  subject.consumer = endpoint.kind == EntryKind::consumer || endpoint.kind == EntryKind::job;
  subject.tool = endpoint.kind == EntryKind::tool;
  if (route.row != nullptr && route.row->text("what") == "hints") subject.registration = route.registration;
  return {decide(subject), judge(subject)};
}

static constexpr std::size_t kStepsOfUnreached = 10'000;  // there are thousands of them

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
                                                 "compensation-without-key"};
  std::vector<Finding> findings;
  Program& program = interpreter.program();
  std::vector<FnRef> roots;
  for (Index file = 0; file < program.file_count(); ++file) {
    const FileFacts& facts = program.file(file).facts;
    if (facts.path.find("migration") != std::string::npos) continue;
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
    RequestStates states = walk_states(interpreter, trace, kStepsOfUnreached);
    states.cut |= cut;
    if (states.ops.empty()) continue;
    const Fn& fn = facts.fns[root.fn];
    Case subject{interpreter, states, uniques, nullptr, {root.file, {fn.name_at, fn.span.end}}};
    // What acknowledges a message is a consumer, whoever registers it.
    subject.consumer =
        std::any_of(states.ops.begin(), states.ops.end(), [](const Operation& op) { return op.kind == OpKind::ack; });
    for (Finding& finding : judge(subject))
      if (kReached.contains(finding.rule)) findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace idem
