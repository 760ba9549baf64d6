// What catalogue rows do when a library is called: routers are made, routes registered, values passed through.
#include "engine/interpreter.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace idem {

// The router a value is or was reached from: `router.get` → router.
Router* Interpreter::router_of(V value) {
  for (V at = value; at != nullptr; at = at->receiver) {
    if (at->object != nullptr && at->object->router != nullptr) return at->object->router;
    if (at->is(ValueKind::unknown)) return nullptr;
  }
  return nullptr;
}

void Interpreter::mount_on(Router& outer, Router& router, const Row& row, const Site& site) {
  RouterEntry entry = entry_at(nullptr, RouterEntry::Kind::mount, row, site);
  entry.child = &router;
  ++router.mounted;
  outer.entries.push_back(std::move(entry));
}

// `app.register(router)` where nobody knows what app is: a call named like a row that mounts routers of this kind, with
// such a router as its target. It stands for the one application of the framework, where there is just one.
bool Interpreter::mount_on_unknown(Frame* from, V called, const Site& site) {
  if (m_walking || called->args == nullptr || called->receiver == nullptr || called->receiver->name == 0) return false;
  const std::string_view name = text(called->receiver->name);
  for (V argument : called->args->positional) {
    Router* child = argument->is(ValueKind::library) ? router_of(argument) : nullptr;
    if (child == nullptr || child->lib == nullptr || child->mounted > 0) continue;
    Router* app = nullptr;
    for (Router& router : m_routers)
      if (router.app && router.lib != nullptr && router.lib->module == child->lib->module) {
        if (app == nullptr) app = &router;
      }
    if (app == nullptr) continue;
    const LibNode* node = m_libraries.step(m_libraries.step(app->lib, "." + std::string(name)), "()");
    for (const Row* row : node->rows)
      if (row->role == Role::mount || row->role == Role::use) {
        register_use(from, *app, *row, called, site);
        return true;
      }
  }
  return false;
}

Router* Interpreter::make_router(V value, const Row& row, const Site& site) {
  Router& router = m_routers.emplace_back();
  router.framework = row.framework;
  router.lib = value->lib;
  router.site = site;
  router.app = row.flag("app");
  if (row.slot("prefix") != nullptr) router.prefix = slot_value(row, "prefix", value);
  if (row.slot("guards") != nullptr)
    for (V guard : slot_values(*row.slot("guards"), value)) router.guards.push_back(guard);
  router.suffix = slot_value(row, "suffix_slot", value);
  // Made for another router: registered there as a whole.
  if (V on = slot_value(row, "on", value); on != nullptr)
    if (Router* outer = router_of(on); outer != nullptr) mount_on(*outer, router, row, site);
  // Nested below an item of another router: its prefix, then the item's key.
  if (V parent = slot_value(row, "parent", value); parent != nullptr && router.prefix != nullptr) {
    Value nested{.kind = ValueKind::text, .site = site};
    if (const Router* outer = router_of(parent); outer != nullptr && outer->prefix != nullptr) {
      nested.items.push_back(outer->prefix);
      nested.items.push_back(text_value("/"));
    }
    nested.items.push_back(router.prefix);
    if (V key = slot_value(row, "key", value); key != nullptr && key->is(ValueKind::text)) {
      nested.items.push_back(
          text_value("/{" + std::string(text(key->name)) + std::string(row.text("key_suffix")) + "}"));
    }
    router.prefix = m_arena.add(std::move(nested));
  }
  return &router;
}

RouterEntry Interpreter::entry_at(Frame* from, RouterEntry::Kind kind, const Row& row, const Site& site) {
  RouterEntry entry;
  entry.kind = kind;
  entry.row = &row;
  entry.site = site;
  entry.conditional = from != nullptr && from->conditional > 0;
  for (Frame* frame = from; frame != nullptr && entry.calls.size() < 16; frame = frame->caller)
    if (frame->call_site.file != kNone) entry.calls.push_back(frame->call_site);
  return entry;
}

static std::string upper(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

static void add_method(std::vector<std::string>& methods, std::string_view word) {
  std::string method = upper(word);
  if (method.starts_with("ADD_")) method.erase(0, 4);
  if (method == "DEL") method = "DELETE";
  if (method == "ALL" || method == "ANY" || method == "*") method = "ANY";
  if (!method.empty() && std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
}

void Interpreter::add_methods(const Row& row, V called, std::vector<std::string>& methods) {
  for (const std::string_view slot_name : {"method", "methods"}) {
    const Slot* slot = row.slot(slot_name);
    if (slot == nullptr) continue;
    for (V value : slot_values(*slot, called)) {
      std::vector<V> words = value->is(ValueKind::list)     ? value->object->items
                             : value->is(ValueKind::any_of) ? value->items
                                                            : std::vector<V>{value};
      for (V word : words) {
        if (word->is(ValueKind::text) && word->items.empty())
          add_method(methods, text(word->name));
        else if (word->is(ValueKind::library))
          add_method(methods, std::string_view(word->lib->step)
                                  .substr(std::min<std::size_t>(word->lib->step.size(),
                                                                word->lib->step.starts_with(".Method") ? 7 : 1)));
      }
    }
  }
}

void Interpreter::register_route(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  RouterEntry entry = entry_at(from, RouterEntry::Kind::route, row, site);
  entry.more_arguments = row.slot("arguments") != nullptr && slot_value(row, "arguments", called) != nullptr;
  add_methods(row, called, entry.methods);
  if (const Slot* slot = row.slot("path"); slot != nullptr) {
    const std::vector<V> paths = slot_values(*slot, called);
    if (paths.size() == 1) entry.path = paths.front();
    if (paths.size() > 1) {
      Value list{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      list.object->items = paths;
      entry.path = m_arena.add(std::move(list));
    }
  }
  // "POST /orders": the method stands in the path.
  if (row.flag("method_in_path") && entry.path != nullptr && entry.path->is(ValueKind::text)) {
    V head = entry.path->items.empty() ? entry.path : entry.path->items.front();
    if (head->is(ValueKind::text) && head->items.empty()) {
      const std::string_view whole = text(head->name);
      std::string_view rest = whole;
      const std::size_t space = whole.find(' ');
      if (space != std::string_view::npos && space > 0 && std::isupper(static_cast<unsigned char>(whole[0])) != 0) {
        add_method(entry.methods, whole.substr(0, space));
        rest.remove_prefix(space);
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      }
      // A host may stand before the path.
      if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) rest.remove_prefix(slash);
      if (rest.size() < whole.size()) {
        V cut = text_value(rest, head->site);
        if (entry.path->items.empty()) {
          entry.path = cut;
        } else {
          Value text_parts = *entry.path;
          text_parts.items.front() = cut;
          entry.path = m_arena.add(std::move(text_parts));
        }
      }
    }
  }
  bool said = !entry.methods.empty();
  if (!said && row.slot("handlers") != nullptr) {
    for (V value : slot_values(*row.slot("handlers"), called)) methods_of_decorators(value, entry.methods);
    said = !entry.methods.empty();
  }
  if (!said) add_method(entry.methods, row.text("default_method").empty() ? "ANY" : row.text("default_method"));
  if (const Slot* slot = row.slot("handlers"); slot != nullptr)
    for (V value : slot_values(*slot, called)) {
      if (value->is(ValueKind::list))
        entry.handlers.insert(entry.handlers.end(), value->object->items.begin(), value->object->items.end());
      else
        entry.handlers.push_back(handler_of(row, value));
    }
  if (const Slot* slot = row.slot("guards"); slot != nullptr) {
    for (V value : slot_values(*slot, called)) {
      if (value->is(ValueKind::list))
        entry.guards.insert(entry.guards.end(), value->object->items.begin(), value->object->items.end());
      else
        entry.guards.push_back(value);
    }
  }
  // A handler where the path may stand: the router's own path. A text among the handlers is the path, and what stood
  // before it the route's name.
  if (entry.path != nullptr && entry.path->is(ValueKind::fn)) {
    entry.handlers.insert(entry.handlers.begin(), entry.path);
    entry.path = nullptr;
  }
  if (entry.handlers.size() > 1 && entry.handlers.front()->is(ValueKind::text)) {
    entry.path = entry.handlers.front();
    entry.handlers.erase(entry.handlers.begin());
  }
  if (row.slot("handlers") != nullptr && entry.handlers.empty()) return;
  entry.symbolic = !said && row.flag("symbolic");
  if (serve_class(router, entry, said)) return;
  if (mount_served(router, row, entry)) return;
  router.entries.push_back(std::move(entry));
}

void Interpreter::register_use(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  V prefix = slot_value(row, "prefix", called);
  std::vector<V> targets;
  for (const std::string_view slot_name : {"target", "targets"})
    if (const Slot* slot = row.slot(slot_name); slot != nullptr)
      for (V value : slot_values(*slot, called)) {
        if (value->is(ValueKind::list))
          targets.insert(targets.end(), value->object->items.begin(), value->object->items.end());
        else if (value->is(ValueKind::any_of))
          targets.insert(targets.end(), value->items.begin(), value->items.end());
        else
          targets.push_back(value);
      }
  const bool prefix_is_path =
      prefix != nullptr && (prefix->is(ValueKind::text) || prefix->is(ValueKind::any_of) || prefix->is(ValueKind::op) ||
                            (prefix->is(ValueKind::list) && !prefix->object->items.empty() &&
                             prefix->object->items.front()->is(ValueKind::text)) ||
                            (prefix->is(ValueKind::unknown) && prefix->args == nullptr) ||
                            (prefix->is(ValueKind::library) && !prefix->lib->called()));
  std::vector<V> guards;
  for (V target : targets) {
    if (target == prefix && prefix_is_path) continue;
    V at = prefix_is_path ? prefix : nullptr;
    // `use(mount("/admin", app))`: what is used says where it stands.
    if (target->is(ValueKind::library))
      for (const Row* inner : target->lib->rows)
        if (inner->role == Role::mount && router_of(target) == nullptr) {
          if (V path = slot_value(*inner, "prefix", target); path != nullptr && path->is(ValueKind::text)) at = path;
          if (V mounted = slot_value(*inner, "target", target); mounted != nullptr) target = mounted;
          break;
        }
    Router* child = router_of(target);
    if (child == nullptr && target->is(ValueKind::module) && target->file != kNone)
      child = router_of(module_member(target->file, symbol("default")));
    // A wrapper around a router (`router.routes()`, `handler(router)`) keeps it as an argument.
    if (child == nullptr && target->args != nullptr)
      for (V argument : target->args->positional)
        if (child == nullptr) child = router_of(argument);
    if (child != nullptr && child != &router) {
      // Mounted once more at the same place (a router and what answers for its other methods): nothing new.
      const bool again = std::any_of(router.entries.begin(), router.entries.end(), [&](const RouterEntry& known) {
        return known.kind == RouterEntry::Kind::mount && known.child == child && known.path == nullptr && at == nullptr;
      });
      if (again) continue;
      RouterEntry entry = entry_at(from, RouterEntry::Kind::mount, row, site);
      entry.path = at;
      entry.child = child;
      entry.guards = guards;
      ++child->mounted;
      router.entries.push_back(std::move(entry));
    } else {
      guards.push_back(target);
    }
  }
  if (!guards.empty()) {
    RouterEntry entry = entry_at(from, RouterEntry::Kind::use, row, site);
    entry.path = prefix_is_path ? prefix : nullptr;
    entry.handlers = std::move(guards);
    router.entries.push_back(std::move(entry));
  }
}

// A child router that belongs to this one: handed to a callback, or the result.
V Interpreter::register_group(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  Value child_value = *called;
  child_value.lib = called->lib->same_as != nullptr ? called->lib->same_as : router.lib;
  child_value.object = m_arena.object();
  Router& child = m_routers.emplace_back();
  child.framework = router.framework;
  child.lib = child_value.lib;
  child.site = site;
  child.mounted = 1;
  child_value.object->router = &child;
  // What was decorated onto the parent is seen by the child.
  if (V parent = slot_value(row, "receiver", called); parent != nullptr && parent->object != nullptr)
    child_value.object->fields = parent->object->fields;
  V value = m_arena.add(std::move(child_value));
  RouterEntry entry = entry_at(from, RouterEntry::Kind::mount, row, site);
  entry.path = slot_value(row, "prefix", called);
  if (row.slot("prefix") != nullptr)
    if (std::vector<V> several = slot_values(*row.slot("prefix"), called); several.size() > 1) {
      Value list{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      list.object->items = std::move(several);
      entry.path = m_arena.add(std::move(list));
    }
  if (entry.path != nullptr && (entry.path->is(ValueKind::fn) || entry.path->is(ValueKind::null))) entry.path = nullptr;
  if (const Slot* slot = row.slot("guards"); slot != nullptr) entry.guards = slot_values(*slot, called);
  entry.child = &child;
  router.entries.push_back(std::move(entry));
  if (const Slot* slot = row.slot("callback"); slot != nullptr) {
    for (V callback : slot_values(*slot, called)) {
      if (load_folder(from, child, value, callback, called, site)) continue;
      std::vector<V> fns;
      if (callback->is(ValueKind::module) && callback->file != kNone)
        callback = module_member(callback->file, symbol("default"));
      functions_in(callback, fns);
      for (V fn : fns) {
        Args args{.positional = {value}};
        if (V options = slot_value(row, "value", called); options != nullptr) args.positional.push_back(options);
        call(from, fn, std::move(args), site, 0);
      }
    }
  }
  return value;
}

// The router a registering call is about. In a function that runs alone a parameter of a router's type is a router of
// its own, mounted nobody knows where.
Router* Interpreter::registering(V called, const Site& site) {
  if (Router* router = router_of(called); router != nullptr) return router;
  if (!m_alone || m_walking) return nullptr;
  V root = called;
  while (root->receiver != nullptr && root->receiver->is(ValueKind::library)) root = root->receiver;
  if (!root->is(ValueKind::library) || !root->lib->called()) return nullptr;
  Router*& router = m_alone_routers[root];
  if (router == nullptr) {
    router = &m_routers.emplace_back();
    router->unknown_prefix = true;
    router->lib = root->lib;
    router->site = site;
  }
  return router;
}

}  // namespace idem
