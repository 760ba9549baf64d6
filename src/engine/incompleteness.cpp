#include "engine/incompleteness.hpp"

#include "engine/function_index.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace idem {

namespace {

// One diagnostic a reason: its first place, and how many files have another.
void tell_stops(const Interpreter& interpreter, const Program& program, Report& report) {
  std::map<std::pair<std::string_view, bool>, std::vector<std::pair<std::string, std::uint32_t>>> by_reason;
  for (const Stop& stop : interpreter.stops()) {
    auto& places = by_reason[{stop.why, stop.matters}];
    if (stop.site.file == kNone)
      places.emplace_back();
    else
      places.emplace_back(program.source_path(stop.site.file), program.line(stop.site));
  }
  for (auto& [reason, places] : by_reason) {
    std::sort(places.begin(), places.end());
    Diagnostic told{.kind = "budget", .message = std::string(reason.first), .incomplete = reason.second};
    std::tie(told.file, told.line) = places.front();
    if (places.size() > 1)
      told.message += fmt::format(" (so in {} more {})", places.size() - 1, places.size() == 2 ? "file" : "files");
    report.diagnostics.push_back(std::move(told));
  }
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
  tell_stops(interpreter, program, report);
  for (Index i = 0; i < program.file_count(); ++i)
    if (!program.file(i).facts.cuts.empty()) tell_cuts(interpreter, i, interesting[i], report);
}

}  // namespace idem
