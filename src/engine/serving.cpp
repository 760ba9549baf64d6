// Routers that are served through something else: a handler that is a router, wraps one, strips a prefix before one, or
// calls one in its body; and routes that are built step by step.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxWrappers = 6;

// The router that a call of this row is about: named by a slot, its receiver's, or the library's own default one.
Router* Interpreter::router_for(const Row& row, V called, const Site& site) {
  if (row.slot("router") != nullptr) {
    V value = slot_value(row, "router", called);
    if (value != nullptr)
      if (Router* router = router_of(value); router != nullptr) return router;
    if (row.role != Role::group || m_walking) return nullptr;
    Router& fresh = m_routers.emplace_back();  // stands on something that could not be followed
    fresh.framework = row.framework;
    fresh.unknown_prefix = true;
    fresh.site = site;
    return &fresh;
  }
  if (Router* router = registering(called, site); router != nullptr || !row.flag("default_router")) return router;
  Router*& router = m_default_routers[called->lib->module];
  if (router == nullptr) {
    router = &m_routers.emplace_back();
    router->framework = row.framework;
    router->app = true;
    router->site = site;
  }
  return router;
}

// Routers that a function serves: `inner.ServeHTTP(w, r)` in its body, where `method` is that method's name.
void Interpreter::routers_called_by(V fn_value, std::string_view method, std::vector<Router*>& found) {
  const ProgramFile& file = m_program.file(fn_value->file);
  const Fn& fn = file.facts.fns[fn_value->decl];
  Env* env = nullptr;
  for (const Expr& expr : file.facts.exprs) {
    if (expr.kind != ExprKind::call || expr.span.begin < fn.span.begin || expr.span.end > fn.span.end) continue;
    const Expr& callee = file.facts.exprs[expr.a];
    if (callee.kind != ExprKind::member || file.facts.name(callee.name) != method) continue;
    if (env == nullptr) {
      env = m_arena.env();
      env->parent = fn_value->env != nullptr ? fn_value->env : module_env(fn_value->file);
      env->fn = fn_value->fn();
      env->receiver = fn_value->receiver;
      for (Index i = fn.params.first; i < fn.params.first + fn.params.count; ++i)
        if (file.facts.params[i].kind == ParamKind::receiver && fn_value->receiver != nullptr)
          env->names.emplace_back(file.symbol(file.facts.params[i].name), fn_value->receiver);
    }
    V served = eval_in(fn_value->file, env, callee.a);
    if (Router* router = router_of(served); router != nullptr) found.push_back(router);
  }
}

void Interpreter::served_routers(V value, std::string_view method, std::vector<Router*>& found, unsigned depth) {
  if (value == nullptr || depth > kMaxWrappers || !spend()) return;
  if (value->object != nullptr && value->object->router != nullptr) return found.push_back(value->object->router);
  switch (value->kind) {
    case ValueKind::any_of:
      for (V one : value->items) served_routers(one, method, found, depth + 1);
      return;
    case ValueKind::library:
    case ValueKind::unknown:
      if (value->lib != nullptr && !method.empty() && value->lib->step == "." + std::string(method)) {
        if (Router* router = router_of(value); router != nullptr) found.push_back(router);
        return;
      }
      if (value->args != nullptr)
        for (V one : value->args->positional) served_routers(one, method, found, depth + 1);
      return;
    case ValueKind::fn:
      if (!method.empty()) routers_called_by(value, method, found);
      return;
    case ValueKind::instance:
      if (!method.empty()) {
        V own = member(value, symbol(method), value->site);
        if (!own->is(ValueKind::unknown)) served_routers(own, method, found, depth + 1);
      }
      return;
    default:
      return;
  }
}

// An object whose method answers requests stands for that method.
V Interpreter::handler_of(const Row& row, V value) {
  const std::string_view method = row.text("handler_method");
  if (method.empty()) return value;
  if (value->is(ValueKind::any_of)) {
    std::vector<V> all;
    for (V one : value->items) all.push_back(handler_of(row, one));
    return union_of(all);
  }
  if (!value->is(ValueKind::instance)) return value;
  V own = member(value, symbol(method), value->site);
  return own->is(ValueKind::fn) ? own : value;
}

// Turns a route whose handler is a router into mounts of it: below the route's path, or "whole": the inner router sees
// the whole path. False when no handler is one.
bool Interpreter::mount_served(Router& router, const Row& row, const RouterEntry& route) {
  const std::string_view how = row.text("mounts");
  if (how.empty()) return false;
  std::vector<Router*> inner;
  for (V handler : route.handlers) served_routers(handler, row.text("handler_method"), inner, 0);
  bool some = false;
  for (Router* child : inner) {
    if (child == &router) continue;
    RouterEntry entry = route;
    entry.kind = RouterEntry::Kind::mount;
    if (how == "whole") entry.path = nullptr;
    entry.handlers.clear();
    entry.child = child;
    ++child->mounted;
    router.entries.push_back(std::move(entry));
    some = true;
  }
  return some;
}

// A router that strips `prefix` and hands on to the routers in `target`; nullptr when there are none.
V Interpreter::stripping_router(const Row& row, V called, const Site& site) {
  std::vector<Router*> inner;
  if (V target = slot_value(row, "target", called); target != nullptr)
    served_routers(target, row.text("handler_method"), inner, 0);
  if (inner.empty()) return nullptr;
  Router& router = m_routers.emplace_back();
  router.site = site;
  router.framework = inner.front()->framework;
  router.prefix = slot_value(row, "prefix", called);
  for (Router* child : inner) {
    RouterEntry entry = entry_at(nullptr, RouterEntry::Kind::mount, row, site);
    entry.child = child;
    ++child->mounted;
    router.entries.push_back(std::move(entry));
  }
  Value value = *called;
  value.object = m_arena.object();
  value.object->router = &router;
  return m_arena.add(std::move(value));
}

// One step of a route that is built call by call: its path, methods or handler, or the router below it.
V Interpreter::build_route(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  V receiver = called->receiver;
  if (receiver != nullptr && receiver->lib != nullptr && !receiver->lib->called()) receiver = receiver->receiver;
  Index at = receiver != nullptr && receiver->object != nullptr ? receiver->object->draft : kNone;
  if (at == kNone) {
    at = static_cast<Index>(router.entries.size());
    RouterEntry fresh = entry_at(from, RouterEntry::Kind::route, row, site);
    fresh.draft = true;
    router.entries.push_back(std::move(fresh));
  }
  Value value = *called;
  if (called->lib->same_as != nullptr) value.lib = called->lib->same_as;
  value.object = m_arena.object();
  value.object->router = &router;
  value.object->draft = at;
  for (const std::string_view slot : {"path", "prefix"})
    if (V path = slot_value(row, slot, called); path != nullptr) {
      V before = router.entries[at].path;
      if (before == nullptr) {
        router.entries[at].path = path;
      } else {
        Value joined{.kind = ValueKind::text, .site = path->site};
        joined.items = {before, path};
        router.entries[at].path = m_arena.add(std::move(joined));
      }
    }
  add_methods(row, called, router.entries[at].methods);
  if (const Slot* slot = row.slot("handlers"); slot != nullptr) {
    router.entries[at].row = &row;
    for (V handler : slot_values(*slot, called)) router.entries[at].handlers.push_back(handler_of(row, handler));
    const RouterEntry route = router.entries[at];
    if (mount_served(router, row, route)) router.entries[at].handlers.clear();
  }
  if (row.flag("subrouter")) {
    Router& child = m_routers.emplace_back();
    child.framework = router.framework;
    child.lib = value.lib;
    child.site = site;
    child.mounted = 1;
    router.entries[at].kind = RouterEntry::Kind::mount;
    router.entries[at].child = &child;
    value.object->router = &child;
    value.object->draft = kNone;
  }
  return m_arena.add(std::move(value));
}

}  // namespace idem
