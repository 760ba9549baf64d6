#include "engine/compose.hpp"

#include "engine/entry_points.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace idem {

namespace {

constexpr std::size_t kMaxRoutes = 150'000, kMaxVisits = 1'000'000;

struct Prefix {
  std::string text;
  bool dynamic = false;
  std::string reason;
};

struct Composer {
  Interpreter& interpreter;
  std::vector<FoundRoute> found;
  std::set<const Router*> on_path;  // ends mount cycles
  std::size_t visited = 0;          // entries, once per way to reach them

  static Prefix extend(const Prefix& prefix, const FoldedPath& path) {
    Prefix out;
    out.text = join_paths(prefix.text, path.text);
    out.dynamic = prefix.dynamic || path.dynamic;
    out.reason = prefix.reason.empty() ? path.reason : prefix.reason;
    return out;
  }

  // A guard of the parent covers by its position against the mount's, not against the child's own routes.
  void visit(Router& router, const Prefix& outer, std::vector<V> guards, bool conditional, bool own_prefix = true) {
    if (!on_path.insert(&router).second) return;
    const std::size_t first = found.size();
    for (const FoldedPath& own : fold_paths(interpreter, own_prefix ? router.prefix : nullptr)) {
      const Prefix prefix = extend(outer, own);
      std::vector<V> active = guards;
      active.insert(active.end(), router.guards.begin(), router.guards.end());
      for (const RouterEntry& entry : router.entries) {
        if (found.size() >= kMaxRoutes || ++visited > kMaxVisits) {
          interpreter.stop("routers mounted in more ways than can be listed: the rest is left out", router.site);
          break;
        }
        if (entry.kind == RouterEntry::Kind::use) {
          active.insert(active.end(), entry.handlers.begin(), entry.handlers.end());
          continue;
        }
        if (entry.kind == RouterEntry::Kind::route && entry.draft && entry.handlers.empty()) continue;
        for (const FoldedPath& path : fold_paths(interpreter, entry.path)) {
          const Prefix whole = extend(prefix, path);
          std::vector<V> with = active;
          with.insert(with.end(), entry.guards.begin(), entry.guards.end());
          if (entry.kind == RouterEntry::Kind::mount)
            visit(*entry.child, whole, with, conditional || entry.conditional,
                  entry.path == nullptr || !entry.row->flag("replaces_prefix"));
          else
            add(router, entry, whole, path, std::move(with), conditional || entry.conditional);
        }
      }
    }
    on_path.erase(&router);
    if (router.derives_patch) derive_patch(first);
  }

  // PATCH where GET and PUT are answered: fetches, applies and puts back.
  void derive_patch(std::size_t first) {
    std::map<std::string, std::map<std::string, std::size_t>> by_path;
    for (std::size_t i = first; i < found.size(); ++i)
      for (const std::string& method : found[i].methods) by_path[found[i].path].emplace(method, i);
    for (const auto& [path, methods] : by_path) {
      if (!methods.contains("GET") || !methods.contains("PUT") || methods.contains("PATCH")) continue;
      FoundRoute patch = found[methods.at("PUT")];
      patch.methods = {"PATCH"};
      found.push_back(std::move(patch));
    }
  }

  void add(const Router& router, const RouterEntry& entry, const Prefix& whole, const FoldedPath& path,
           std::vector<V> guards, bool conditional) {
    FoundRoute route;
    route.methods = entry.methods.empty() ? std::vector<std::string>{"ANY"} : entry.methods;
    route.path = normal_path(whole.text);
    if (!route.path.starts_with('/')) route.path.insert(0, "/");
    // "/" below a prefix is the prefix itself.
    if (path.text == "/" && route.path.size() > 1 && entry.row->text("slash") == "optional") route.path.pop_back();
    route.dynamic = whole.dynamic;
    route.reason = whole.reason;
    route.place = place_of(entry, path);
    route.guards = std::move(guards);
    route.handlers = entry.handlers;
    route.framework = !entry.row->framework.empty() ? entry.row->framework : router.framework;
    route.family = entry.row->language;
    route.row = entry.row;
    route.conditional = conditional;
    route.more_arguments = entry.more_arguments;
    route.symbolic = entry.symbolic;
    found.push_back(std::move(route));
  }

  // A route stands where its path was written: a helper that registers for many callers is not where people look.
  Site place_of(const RouterEntry& entry, const FoldedPath& path) const {
    const auto holds = [&](const Site& site) {
      return site.file == path.place.file && site.span.begin <= path.place.span.begin &&
             path.place.span.end <= site.span.end;
    };
    if (path.place.file == kNone || holds(entry.site)) return entry.site;
    for (const Site& call : entry.calls)
      if (holds(call)) return call;
    return entry.site;
  }
};

}  // namespace

std::vector<FoundRoute> compose_routes(Interpreter& interpreter) {
  Composer composer{interpreter, {}, {}, 0};
  for (Router& router : interpreter.routers()) {
    if (router.mounted > 0 || router.entries.empty()) continue;
    Prefix prefix;
    if (router.unknown_prefix || (!router.app && router.prefix == nullptr)) {
      prefix.dynamic = true;
      prefix.reason = "the router is mounted nowhere that could be followed";
    }
    composer.visit(router, prefix, {}, false);
  }
  // Two apps made by the same code register the same route twice: to a reader it is one.
  std::vector<FoundRoute> distinct;
  std::set<std::string> seen;
  for (FoundRoute& route : composer.found) {
    std::string key =
        route.path + '\n' + std::to_string(route.place.file) + ':' + std::to_string(route.place.span.begin);
    for (const std::string& method : route.methods) key += ' ' + method;
    if (!route.handlers.empty() && route.handlers.back()->is(ValueKind::fn)) {
      const FnRef fn = route.handlers.back()->fn();
      key += ' ' + std::to_string(fn.file) + '.' + std::to_string(fn.fn);
    }
    if (seen.insert(std::move(key)).second) distinct.push_back(std::move(route));
  }
  return distinct;
}

std::vector<FoundRoute> compose_entries(Interpreter& interpreter) {
  std::vector<FoundRoute> found;
  for (const EntryFound& entry : interpreter.entries()) {
    FoundRoute route;
    route.kind = entry_kind_of(entry.row->text("kind")).value_or(EntryKind::job);
    route.framework = entry.row->framework;
    route.family = entry.row->language;
    route.row = entry.row;
    route.place = entry.site;
    route.registration = entry.called;
    route.methods = {""};
    const Slot* handlers = entry.row->slot("handlers");
    if (handlers != nullptr) route.handlers = interpreter.slot_values(*handlers, entry.called);
    if (entry.row->flag("around"))
      if (V around = function_around(interpreter, entry.site); around != nullptr) route.handlers = {around};
    if (route.handlers.empty()) continue;
    if (const Slot* slot = entry.row->slot("operation"); slot != nullptr)
      for (V value : interpreter.slot_values(*slot, entry.called)) {
        for (const FoldedPath& text : fold_paths(interpreter, value)) {
          if (!route.operation.empty()) route.operation += ", ";
          route.operation += text.text;
          route.dynamic |= text.dynamic;
          if (route.reason.empty()) route.reason = text.reason;
        }
        break;
      }
    const std::string said = route.operation;
    for (auto& [name, handler] : entry_handlers(interpreter, *entry.row, route.handlers.back())) {
      FoundRoute one = route;
      one.handlers.back() = handler;
      one.operation = said.empty() ? name : said;
      std::vector<V> fns;
      interpreter.functions_in(handler, fns);
      if (one.operation.empty() && !fns.empty()) {
        const FileFacts& facts = interpreter.program().file(fns.front()->file).facts;
        one.operation = facts.name(facts.fns[fns.front()->decl].name);
      }
      // A loop that fetches at two places is one consumer.
      const bool known =
          entry.row->flag("around") && std::any_of(found.begin(), found.end(), [&](const FoundRoute& before) {
            return before.row == one.row && before.handlers.back()->is(ValueKind::fn) && handler->is(ValueKind::fn) &&
                   before.handlers.back()->fn() == handler->fn();
          });
      if (!known) found.push_back(std::move(one));
    }
  }
  return found;
}

}  // namespace idem
