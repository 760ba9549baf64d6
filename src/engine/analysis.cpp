#include "engine/analysis.hpp"

#include "engine/annotation_routes.hpp"
#include "engine/compose.hpp"
#include "engine/effects.hpp"
#include "engine/entry_points.hpp"
#include "engine/file_routes.hpp"
#include "engine/function_index.hpp"
#include "engine/incompleteness.hpp"
#include "engine/interpreter.hpp"
#include "engine/named_functions.hpp"
#include "engine/request_routes.hpp"
#include "engine/url_lists.hpp"
#include "judge/agent_tools.hpp"
#include "judge/judge_report.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace idem {

namespace {

// Module names that rows with a routing role are about.
bool registers(const Catalog& catalog, const std::string& family, std::string_view module) {
  for (const auto& row : catalog.rows) {
    if (row->language != family && !row->language.empty()) continue;
    if (row->role > Role::app_version && row->role != Role::entry && row->role != Role::listen) continue;
    for (const std::string& pattern : row->modules)
      if (pattern != "global" && pattern_matches(pattern, module)) return true;
  }
  return false;
}

// Files whose module bodies may register something: those that import a framework, and whoever imports them.
// `known_files`: those that do so by a function that the configuration names.
std::vector<bool> interesting_files(Program& program, const Catalog& catalog, const std::vector<Index>& known_files) {
  std::vector<bool> interesting(program.file_count(), false);
  std::vector<std::vector<Index>> imported_by(program.file_count());
  std::vector<Index> work = known_files;
  for (const Index file : known_files) interesting[file] = true;
  std::map<std::pair<std::string, std::string>, bool> known;
  for (Index i = 0; i < program.file_count(); ++i) {
    const ProgramFile& file = program.file(i);
    const auto loads = [&](NameId module) {
      const ModuleTarget& target = program.resolve(i, file.symbol(module));
      if (target.kind == ModuleTarget::Kind::file) imported_by[target.file].push_back(i);
      if (target.kind == ModuleTarget::Kind::directory)
        for (const Index there : program.directory_files(target.directory)) imported_by[there].push_back(i);
      if (target.kind != ModuleTarget::Kind::external || interesting[i]) return;
      const auto key = std::make_pair(file.family, target.library);
      auto found = known.find(key);
      if (found == known.end()) found = known.emplace(key, registers(catalog, file.family, target.library)).first;
      if (found->second) {
        interesting[i] = true;
        work.push_back(i);
      }
    };
    for (const Import& import : file.facts.imports) loads(import.module);
    // require('express')(): loaded where it is used, under no name.
    for (const Expr& expr : file.facts.exprs)
      if (expr.kind == ExprKind::module && expr.a == kNone) loads(expr.name);
  }
  while (!work.empty()) {
    const Index file = work.back();
    work.pop_back();
    for (const Index importer : imported_by[file])
      if (!interesting[importer]) {
        interesting[importer] = true;
        work.push_back(importer);
      }
  }
  return interesting;
}

// Names that registering calls end with: ".post()" → post.
std::set<Symbol> registering_names(Interpreter& interpreter, const Catalog& catalog) {
  std::set<Symbol> names;
  for (const auto& row : catalog.rows) {
    if (row->role > Role::resource) continue;
    for (const std::string& path : row->paths) {
      std::string_view text = path;
      while (text.ends_with("()")) text.remove_suffix(2);
      const std::size_t dot = text.rfind('.');
      std::string_view last = dot == std::string_view::npos ? text : text.substr(dot + 1);
      if (last.starts_with('{')) last = last.substr(1, last.size() - 2);
      if (row->role == Role::serve && dot != std::string_view::npos) {
        const std::size_t before = text.substr(0, dot).rfind('.');
        if (before != std::string_view::npos)
          names.insert(interpreter.symbol(text.substr(before + 1, dot - before - 1)));
      }
      while (!last.empty()) {
        const std::size_t comma = last.find(',');
        names.insert(interpreter.symbol(last.substr(0, comma)));
        last = comma == std::string_view::npos ? std::string_view{} : last.substr(comma + 1);
      }
    }
  }
  return names;
}

// `get`, `add` and `use` are said of everything: such a call registers only if it is given a path. Names that only
// routers have (`include_router`, `HandleFunc`) need none.
bool looks_registering(const ProgramFile& file, const std::set<Symbol>& names, const Expr& call, const Expr& callee) {
  const std::string_view name = file.facts.name(callee.name);
  const bool own_word = name.find('_') != std::string_view::npos ||
                        std::any_of(name.begin() + 1, name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool lower = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
  if (own_word && name.size() > 5 && callee.kind == ExprKind::member) return true;
  // config.route_handlers.extend(list): what it is called on is a registering name.
  if (callee.kind == ExprKind::member && file.facts.exprs[callee.a].kind == ExprKind::member &&
      file.facts.name(file.facts.exprs[callee.a].name).find('_') != std::string_view::npos &&
      names.contains(file.symbol(file.facts.exprs[callee.a].name)))
    return true;
  if (callee.kind != ExprKind::member || call.args.count == 0) return false;
  for (Index i = 0; i < std::min<Index>(call.args.count, 2); ++i) {
    const Arg& arg = file.facts.args[call.args.first + i];
    if (arg.value == kNone) continue;
    const Expr* value = &file.facts.exprs[arg.value];
    if (value->kind == ExprKind::text && value->args.count > 0)
      value = &file.facts.exprs[file.facts.args[value->args.first].value];
    if (value->kind == ExprKind::string) {
      const std::string_view text = file.facts.name(value->name);
      if (text.starts_with('/') || text.starts_with('^') || text.find(" /") != std::string_view::npos ||
          (text.empty() && call.args.count > 1))
        return true;
      if (!lower && i == 0) return true;  // verbs spelled in capitals
    }
    // { method, url, handler }
    if (value->kind == ExprKind::map && i == 0)
      for (Index k = 0; k < value->args.count; ++k) {
        const std::string_view label = file.facts.name(file.facts.args[value->args.first + k].label);
        if (label == "handler" || label == "url" || label == "path") return true;
      }
    if (value->kind == ExprKind::fn && i == 1 && call.args.count >= 2) return true;
  }
  return false;
}

// Who calls what by name within one file.
class Callers {
 public:
  explicit Callers(const FileFacts& facts) : m_facts(facts), m_functions(facts, false) {
    for (const Expr& expr : facts.exprs) {
      if (expr.kind != ExprKind::call) continue;
      const Expr& called = facts.exprs[expr.a];
      if (called.kind == ExprKind::member || called.kind == ExprKind::name) m_calls[called.name].push_back(expr.span);
    }
  }

  // Functions that call it, outermost callers first.
  std::vector<FnId> of(FnId callee) const {
    std::vector<FnId> found, work = {callee};
    while (!work.empty() && found.size() < 16) {
      const auto calls = m_calls.find(m_facts.fns[work.back()].name);
      work.pop_back();
      if (calls == m_calls.end() || calls->first == 0) continue;
      for (const Span call : calls->second) {
        const FnId fn = m_functions.around(call);
        if (fn == 0 || fn == callee || std::find(found.begin(), found.end(), fn) != found.end()) continue;
        found.push_back(fn);
        work.push_back(fn);
        if (found.size() >= 64) break;
      }
    }
    std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  const FileFacts& m_facts;
  FunctionIndex m_functions;
  std::map<NameId, std::vector<Span>> m_calls;
};

// Names that calls which start consumers and jobs end with, of rows about a library that the file imports. There the
// library tells enough: such calls are given no path.
std::set<Symbol> entry_names(Interpreter& interpreter, Program& program, const Catalog& catalog, Index index) {
  std::set<Symbol> names;
  const ProgramFile& file = program.file(index);
  std::set<std::string> libraries;
  for (const Import& import : file.facts.imports) {
    const ModuleTarget& target = program.resolve(index, file.symbol(import.module));
    if (target.kind == ModuleTarget::Kind::external) libraries.insert(target.library);
  }
  for (const auto& row : catalog.rows) {
    if (row->role != Role::entry || row->flag("decorator") || row->language != file.family) continue;
    const bool imported = std::any_of(libraries.begin(), libraries.end(), [&](const std::string& library) {
      return std::any_of(row->modules.begin(), row->modules.end(),
                         [&](const std::string& pattern) { return pattern_matches(pattern, library); });
    });
    if (!imported) continue;
    for (const std::string& path : row->paths) {
      std::string_view text = path;
      while (text.ends_with("()")) text.remove_suffix(2);
      const std::size_t dot = text.rfind('.');
      std::string_view last = dot == std::string_view::npos ? text : text.substr(dot + 1);
      if (last.starts_with('{')) last = last.substr(1, last.size() - 2);
      while (!last.empty()) {
        const std::size_t comma = last.find(',');
        names.insert(interpreter.symbol(last.substr(0, comma)));
        last = comma == std::string_view::npos ? std::string_view{} : last.substr(comma + 1);
      }
    }
  }
  return names;
}

// Functions that nobody called and that register something: request-time tenants, plugins, setup methods.
void run_uncalled(Interpreter& interpreter, Program& program, const Catalog& catalog,
                  const std::vector<bool>& interesting, const std::set<Symbol>& names) {
  for (Index i = 0; i < program.file_count(); ++i) {
    if (!interesting[i]) continue;
    const ProgramFile& file = program.file(i);
    const std::set<Symbol> starting = entry_names(interpreter, program, catalog, i);
    std::vector<FnId> candidates;
    std::set<FnId> known;
    const FunctionIndex functions(file.facts, true);
    for (const Expr& expr : file.facts.exprs) {
      if (expr.kind != ExprKind::call) continue;
      const Expr& callee = file.facts.exprs[expr.a];
      const bool named = (callee.kind == ExprKind::member || callee.kind == ExprKind::name) &&
                         names.contains(file.symbol(callee.name));
      const bool starts = (callee.kind == ExprKind::member || callee.kind == ExprKind::name) &&
                          starting.contains(file.symbol(callee.name));
      if (!starts && (!named || !looks_registering(file, names, expr, callee))) continue;
      FnId inner = functions.around(expr.span);
      // A closure runs with its maker.
      while (inner != 0 && file.facts.fns[inner].kind == FnKind::lambda && file.facts.fns[inner].outer != kNone &&
             file.facts.fns[inner].outer != 0)
        inner = file.facts.fns[inner].outer;
      if (inner != 0 && known.insert(inner).second) candidates.push_back(inner);
    }
    if (candidates.empty()) continue;
    // Callers first: they may bring the router or the list.
    const Callers callers(file.facts);
    for (const FnId fn : candidates)
      for (const FnId caller : interpreter.was_applied({i, fn}) ? std::vector<FnId>{} : callers.of(fn))
        if (!interpreter.was_applied({i, fn}) && !interpreter.was_applied({i, caller}))
          interpreter.run_alone({i, caller});
    for (const FnId fn : candidates)
      if (!interpreter.was_applied({i, fn})) interpreter.run_alone({i, fn});
  }
}

Handler describe(Interpreter& interpreter, V value) {
  Handler handler;
  std::vector<V> fns;
  interpreter.functions_in(value, fns);
  if (fns.empty()) {
    if (value->lib != nullptr) handler.name = value->lib->path.empty() ? value->lib->module : value->lib->path;
    if (value->site.file != kNone) {
      handler.file = interpreter.program().source_path(value->site.file);
      handler.line = interpreter.program().line(value->site);
    }
    // A method that a library base lends to a class: told by the class.
    if (V owner = value->subject; owner != nullptr && value->args == nullptr && owner->is(ValueKind::instance)) {
      const FileFacts& facts = interpreter.program().file(owner->file).facts;
      const Type& type = facts.types[owner->decl];
      handler.name = std::string(facts.name(type.name)) + value->lib->step;
      handler.file = facts.path;
      handler.line = facts.line(type.name_at);
      handler.end_line = facts.line(type.span.end);
    }
    return handler;
  }
  const FileFacts& facts = interpreter.program().file(fns.front()->file).facts;
  const Fn& fn = facts.fns[fns.front()->decl];
  handler.name = facts.name(fn.name);
  if (fn.owner != kNone)
    handler.name = std::string(facts.name(facts.types[fn.owner].name)) + "." + handler.name;
  else if (fn.owner_name != 0)
    handler.name = std::string(facts.name(fn.owner_name)) + "." + handler.name;
  handler.file = facts.path;
  handler.line = facts.line(fn.name_at != 0 ? fn.name_at : fn.span.begin);
  handler.end_line = facts.line(fn.span.end);
  return handler;
}

// "/orders/{id}" fills a parameter `id` of its handler.
void assume_path(Interpreter& interpreter, const FoundRoute& route) {
  const std::string_view how = route.row == nullptr ? "" : route.row->text("path_arguments");
  if (how.empty()) return;
  std::vector<Symbol> names;
  for (std::size_t at = route.path.find('{'); at != std::string::npos; at = route.path.find('{', at)) {
    const std::size_t end = route.path.find('}', at);
    if (end == std::string::npos) break;
    names.push_back(interpreter.symbol(std::string_view(route.path).substr(at + 1, end - at - 1)));
    at = end;
  }
  interpreter.assume_path(std::move(names), how == "only" && !route.dynamic && !route.more_arguments);
}

void report_route(Interpreter& interpreter, const FoundRoute& route, const Uniques* uniques, Report& report,
                  std::vector<std::size_t>& refers, std::vector<ToolCall>* tool_calls) {
  Program& program = interpreter.program();
  Endpoint endpoint;
  endpoint.kind = route.kind;
  endpoint.path = route.path;
  endpoint.operation = route.operation;
  endpoint.dynamic = route.dynamic;
  endpoint.reason = route.reason;
  endpoint.file = program.source_path(route.place.file);
  endpoint.line = program.line(route.place);
  endpoint.column = program.file(route.place.file).facts.column(route.place.span.begin);
  endpoint.language = program.file(route.place.file).facts.language;
  endpoint.framework = route.framework;
  for (V guard : route.guards) endpoint.middleware.push_back(describe(interpreter, guard));
  for (std::size_t i = 0; i + 1 < route.handlers.size(); ++i)
    endpoint.middleware.push_back(describe(interpreter, route.handlers[i]));
  bool cut = false;
  if (!route.assumed_method.empty() || route.assumed_path != nullptr)
    interpreter.assume_request(interpreter.symbol(route.assumed_method), route.assumed_path, kNone);
  assume_path(interpreter, route);
  if (!route.handlers.empty()) {
    endpoint.handler = describe(interpreter, route.handlers.back());
    const TraceBlock* trace = interpreter.walk({route.handlers.back()}, route.row, route.family, cut);
    const Step root{endpoint.handler->file.empty() ? endpoint.file : endpoint.handler->file,
                    endpoint.handler->line == 0 ? endpoint.line : endpoint.handler->line,
                    endpoint.handler->name.empty() ? "handler" : endpoint.handler->name};
    endpoint.effects = effects_of(interpreter, trace, root, endpoint.reached, false);
    (void)cut;  // told by the interpreter's stops
    endpoint.reached.push_back({endpoint.handler->file, endpoint.handler->line, endpoint.handler->end_line});
    std::vector<V> before(route.guards);
    before.insert(before.end(), route.handlers.begin(), route.handlers.end() - 1);
    for (V guard : before) {
      bool guard_cut = false;
      const TraceBlock* guard_trace = interpreter.walk({guard}, route.row, route.family, guard_cut);
      const Handler described = describe(interpreter, guard);
      for (Effect& effect : effects_of(interpreter, guard_trace, {described.file, described.line, described.name},
                                       endpoint.reached, true))
        endpoint.effects.push_back(std::move(effect));
    }
  }
  for (const Effect& effect : endpoint.effects)
    if (effect.ambient.empty()) endpoint.tier = std::max(endpoint.tier, effect.tier);
  // A handler that answers any method because nobody asks which is worth telling only when it does something.
  if (route.symbolic && endpoint.tier == Tier::none) return;
  // A function that several events start is one job.
  const auto known = [&](const Endpoint& other) {
    return other.kind == EntryKind::job && other.operation == endpoint.operation && other.handler && endpoint.handler &&
           other.handler->file == endpoint.handler->file && other.handler->line == endpoint.handler->line;
  };
  if (endpoint.kind == EntryKind::job && endpoint.handler && endpoint.handler->line != 0 &&
      std::any_of(report.endpoints.begin(), report.endpoints.end(), known))
    return;
  for (const std::string& method : route.methods) {
    endpoint.method = method;
    report.endpoints.push_back(endpoint);
    if (uniques == nullptr) continue;
    Judged judged = judge_route(interpreter, *uniques, route, endpoint);
    report.endpoints.back().coverage = std::move(judged.coverage);
    for (Finding& finding : judged.findings) {
      report.findings.push_back(std::move(finding));
      refers.push_back(report.endpoints.size() - 1);
    }
  }
  if (tool_calls != nullptr && route.kind == EntryKind::tool)
    for (ToolCall& call : calls_of_tool(interpreter, route, endpoint)) tool_calls->push_back(std::move(call));
  interpreter.assume_nothing();
}

// Findings of the rules in functions that no entry point reaches.
void report_unreached(Interpreter& interpreter, const Uniques& uniques, Report& report,
                      std::vector<std::size_t>& refers) {
  for (Finding& finding : judge_unreached(interpreter, uniques)) {
    // Told already where an entry point leads there.
    const auto same = [&](const Finding& known) {
      return std::tie(known.rule, known.file, known.line) == std::tie(finding.rule, finding.file, finding.line);
    };
    if (std::any_of(report.findings.begin(), report.findings.end(), same)) continue;
    report.findings.push_back(std::move(finding));
    refers.push_back(kNoEndpoint);
  }
}

}  // namespace

void find_endpoints(Program& program, const Catalog& catalog, const AnalysisInputs& inputs, Report& report,
                    std::vector<std::size_t>& refers) {
  const bool coverage = inputs.coverage;
  Libraries libraries(catalog);
  Arena arena;
  Interpreter interpreter(program, libraries, arena);
  std::vector<Index> registering;
  if (inputs.config != nullptr) registering = name_functions(interpreter, *inputs.config);
  const std::vector<bool> interesting = interesting_files(program, catalog, registering);
  for (Index i = 0; i < program.file_count(); ++i)
    if (interesting[i]) interpreter.run_module(i);
  run_uncalled(interpreter, program, catalog, interesting, registering_names(interpreter, catalog));
  register_url_lists(interpreter, catalog, interesting);
  std::vector<FoundRoute> by_place = file_routes(interpreter, catalog);
  std::vector<FoundRoute> annotated = annotation_routes(interpreter, interesting);
  // From here on registrations are complete.
  Uniques uniques;
  if (coverage) uniques = find_uniques(program.project(), program);
  if (coverage && inputs.uniques != nullptr)
    for (const UniqueSet& set : *inputs.uniques) uniques.add(set);
  std::vector<FoundRoute> routes = compose_routes(interpreter);
  for (FoundRoute& entry : compose_entries(interpreter)) routes.push_back(std::move(entry));
  std::vector<FoundRoute> told = conventional_entries(interpreter, catalog);
  for (std::vector<FoundRoute>* more : {&by_place, &annotated, &told})
    routes.insert(routes.end(), std::make_move_iterator(more->begin()), std::make_move_iterator(more->end()));
  for (const FoundRoute& route : routes)
    for (const FoundRoute& one : tell_apart(interpreter, route))
      report_route(interpreter, one, coverage ? &uniques : nullptr, report, refers, inputs.tool_calls);
  if (coverage) report_unreached(interpreter, uniques, report, refers);
  tell_incompleteness(interpreter, interesting, report);
}

}  // namespace idem
