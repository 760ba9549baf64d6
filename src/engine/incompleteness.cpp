#include "engine/incompleteness.hpp"

#include "engine/function_index.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

void tell_stop(const Program& program, const Stop& stop, Report& report) {
  Diagnostic told{.kind = "budget", .message = std::string(stop.why), .incomplete = stop.matters};
  if (stop.site.file != kNone) {
    told.file = program.source_path(stop.site.file);
    told.line = program.line(stop.site);
  }
  report.diagnostics.push_back(std::move(told));
}

// One diagnostic a file: the first place that matters, else the first.
void tell_cuts(Interpreter& interpreter, Index index, bool interesting, Report& report) {
  const FileFacts& facts = interpreter.program().file(index).facts;
  const FunctionIndex functions(facts, false);
  const Cut* shown = nullptr;
  bool incomplete = false;
  std::size_t bytes = 0;
  for (const Cut& cut : facts.cuts) {
    const FnId inside = functions.around(cut.span);
    const FnRef fn{index, inside};
    bytes += cut.span.end - cut.span.begin;
    const bool run = inside == 0 ? interesting : interpreter.was_applied(fn) || interpreter.was_walked(fn);
    const bool matters = run || cut.span.end == 0;  // without a place: of the whole file
    if (shown == nullptr || (matters && !incomplete)) shown = &cut;
    incomplete |= matters;
  }
  const std::size_t size = facts.fns.empty() ? 0 : facts.fns[0].span.end - facts.fns[0].span.begin;
  incomplete |= bytes * 2 > size;
  std::string message = fmt::format("not understood: {}", facts.name(shown->why));
  if (facts.cuts.size() > 1) message += fmt::format(" (and {} more places in this file)", facts.cuts.size() - 1);
  report.diagnostics.push_back({.kind = "syntax",
                                .file = facts.path,
                                .line = facts.line(shown->span.begin),
                                .message = std::move(message),
                                .incomplete = incomplete});
}

}  // namespace

void tell_incompleteness(Interpreter& interpreter, const std::vector<bool>& interesting, Report& report) {
  const Program& program = interpreter.program();
  for (const Stop& stop : interpreter.stops()) tell_stop(program, stop, report);
  for (Index i = 0; i < program.file_count(); ++i)
    if (!program.file(i).facts.cuts.empty()) tell_cuts(interpreter, i, interesting[i], report);
}

}  // namespace idem
