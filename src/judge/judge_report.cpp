#include "judge/judge_report.hpp"

#include "config/apply.hpp"
#include "judge/configured.hpp"
#include "judge/declared_body.hpp"
#include "judge/judge.hpp"
#include "judge/libraries.hpp"

namespace idem {

Judged judge_route(Interpreter& interpreter, const Uniques& uniques, const FoundRoute& route,
                   const Endpoint& endpoint) {
  std::vector<V> chain(route.guards);
  chain.insert(chain.end(), route.handlers.begin(), route.handlers.end());
  bool cut = false;
  const TraceBlock* trace = interpreter.walk_chain(chain, route.row, route.family, cut);
  RequestStates states = walk_states(interpreter, trace);
  if (states.cut && !cut) interpreter.stop("not every way through this handler was judged", route.place);
  // Ways that are not told apart can only make the verdict worse.
  if (states.overflow)
    interpreter.stop("this handler has more ways through it than are told apart", route.place, false);
  states.cut |= cut;
  Case subject{
      .interpreter = interpreter, .states = states, .uniques = uniques, .endpoint = &endpoint, .place = route.place};
  if (!route.handlers.empty()) subject.body = declared_body(interpreter, uniques, route.handlers.back());
  subject.consumer = endpoint.kind == EntryKind::consumer || endpoint.kind == EntryKind::job;
  const std::vector<V> annotated = annotations_of(interpreter, chain);
  chain.insert(chain.end(), annotated.begin(), annotated.end());
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

}  // namespace idem
