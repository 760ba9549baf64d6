#include "judge/configured.hpp"

#include "engine/named_functions.hpp"

#include <algorithm>
#include <set>

namespace idem {

namespace {

struct Collector {
  Interpreter& interpreter;
  Provided out;
  std::set<V> seen;

  void take(const Row& row, std::string_view by, const Site& where) {
    const std::vector<std::string>* words = row.list("decisions");
    if (row.role != Role::protect || words == nullptr) return;
    for (const std::string& word : *words) {
      const std::optional<Decision> decision = decision_of(word);
      if (decision && std::find(out.decisions.begin(), out.decisions.end(), *decision) == out.decisions.end())
        out.decisions.push_back(*decision);
    }
    if (out.by.empty()) {
      out.by = by;
      out.where = where;
    }
  }

  void library(V value) {
    for (const Row* row : value->lib->rows) take(*row, value->lib->path, value->site);
  }

  // A function of the project that the configuration names.
  void named(FnRef fn, const Site& where) {
    const LibNode* const function = named_node(interpreter, fn);
    if (function == nullptr) return;
    const LibNode* const node = interpreter.libraries().step(function, "()");
    for (const Row* row : node->rows) take(*row, node->path, where);
  }

  void value(V one, unsigned depth) {
    if (one == nullptr || depth > 6 || !seen.insert(one).second) return;
    if (one->is(ValueKind::fn)) {
      const FileFacts& facts = interpreter.program().file(one->file).facts;
      const Site where{one->file, facts.fns[one->decl].span};
      // What a decorator returns is a closure of it.
      for (FnId fn = one->decl; fn != kNone && fn != 0; fn = facts.fns[fn].outer) named({one->file, fn}, where);
      const Range marks = facts.fns[one->decl].annotations;
      for (Index i = marks.first; i < marks.first + marks.count; ++i)
        value(interpreter.eval_in_module(one->file, facts.annotations[i].expr), depth + 1);
      return;
    }
    if (one->lib != nullptr) library(one);
    value(one->receiver, depth + 1);
    if (one->args != nullptr)
      for (V argument : one->args->positional) value(argument, depth + 1);
    for (V item : one->items) value(item, depth + 1);
  }

  // Only what runs on every path: no arm of a branch, no body of a loop or of a catch.
  void block(const TraceBlock* trace, unsigned depth) {
    if (trace == nullptr || depth > 24) return;
    for (const TraceNode& node : trace->nodes) {
      if (node.kind == TraceKind::call && node.value->lib != nullptr) library(node.value);
      if (node.kind == TraceKind::inline_ || node.kind == TraceKind::try_ || node.kind == TraceKind::scope)
        block(node.body, depth + 1);
    }
  }
};

}  // namespace

Provided provided_for(Interpreter& interpreter, const FoundRoute& route, const TraceBlock* trace) {
  Collector collector{interpreter, {}, {}};
  for (V guard : route.guards) collector.value(guard, 0);
  for (V handler : route.handlers) collector.value(handler, 0);
  collector.block(trace, 0);
  return std::move(collector.out);
}

}  // namespace idem
