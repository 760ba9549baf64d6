// What catalogue rows do when a library is called: routers are made, routes registered, values passed through.
#include "engine/interpreter.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace idem {

// The call a slot's choice looks at: `prev` calls back along the chain of receivers.
static V call_back(V called, int back) {
  V at = called;
  for (; back > 0 && at != nullptr; --back) {
    at = at->receiver;
    while (at != nullptr && at->args == nullptr) at = at->receiver;
  }
  return at;
}

std::vector<V> Interpreter::slot_values(const Slot& slot, V called) {
  for (const Slot::Choice& choice : slot.choices) {
    using From = Slot::Choice::From;
    std::vector<V> found;
    if (choice.from == From::constant) return {text_value(choice.text)};
    V at = call_back(called, choice.prev);
    if (at == nullptr) continue;
    if (choice.from == From::receiver) {
      V receiver = at->receiver != nullptr && at->receiver->lib != nullptr && !at->receiver->lib->called()
                       ? at->receiver->receiver
                       : at->receiver;
      if (choice.prev > 0) receiver = at;
      if (receiver != nullptr) found.push_back(receiver);
    } else if (choice.from == From::name) {
      if (at->receiver != nullptr && at->receiver->lib != nullptr && at->receiver->lib->step.starts_with("."))
        found.push_back(text_value(std::string_view(at->receiver->lib->step).substr(1)));
      else if (at->receiver != nullptr && at->receiver->name != 0)
        found.push_back(text_value(text(at->receiver->name)));
    } else if (at->args != nullptr) {
      const Args& args = *at->args;
      if (choice.from == From::keyword) {
        for (const auto& [name, value] : args.named)
          if (text(name) == choice.text) found.push_back(value);
      } else if (choice.from == From::type_argument) {
        if (choice.position < args.types.size()) found.push_back(args.types[choice.position]);
      } else if (choice.from == From::rest) {
        for (std::size_t i = choice.position; i < args.positional.size(); ++i) found.push_back(args.positional[i]);
      } else if (choice.from == From::last) {
        if (!args.positional.empty()) found.push_back(args.positional.back());
      } else if (choice.position < args.positional.size()) {
        found.push_back(args.positional[choice.position]);
      }
    }
    for (const std::string& name : choice.members) {
      std::vector<V> inner;
      for (V value : found) {
        if (name.front() == '(') {  // "(1)": argument 1 of the call that made the value
          const auto at_argument = static_cast<std::size_t>(name[1] - '0');
          // `made, err := f(x)`: the first result was made by the call behind it.
          V made = value->lib != nullptr && value->lib->step.starts_with("[") && value->receiver != nullptr
                       ? value->receiver
                       : value;
          if (made->args != nullptr && at_argument < made->args->positional.size())
            inner.push_back(made->args->positional[at_argument]);
        } else if (value->is(ValueKind::map) || value->is(ValueKind::instance)) {
          for (const auto& [key, field] : value->object->fields)
            if (text(key) == name) inner.push_back(field);
        } else if ((value->is(ValueKind::library) || value->is(ValueKind::unknown)) && value->args != nullptr) {
          for (const auto& [key, field] : value->args->named)
            if (text(key) == name) inner.push_back(field);
        } else if (name == "0" && value->is(ValueKind::list) && !value->object->items.empty()) {
          inner.push_back(value->object->items.front());
        }
      }
      found = std::move(inner);
    }
    if (!found.empty()) return found;
  }
  return {};
}

std::string Interpreter::slot_verb(const Row& row, V called) {
  static const std::set<std::string> kVerbs = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"};
  const Slot* slot = row.slot("method") != nullptr ? row.slot("method") : row.slot("verb");
  if (slot != nullptr)
    for (const Slot::Choice& choice : slot->choices)
      for (V value : slot_values(Slot{{choice}}, called)) {
        std::string word;
        if (value->is(ValueKind::text) && value->items.empty()) word = text(value->name);
        if (value->lib != nullptr && value->lib->step.starts_with(".Method")) word = value->lib->step.substr(7);
        std::transform(word.begin(), word.end(), word.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        if (kVerbs.contains(word)) return word;
      }
  return std::string(row.text("default_method"));
}

V Interpreter::slot_value(const Row& row, std::string_view name, V called) {
  const Slot* slot = row.slot(name);
  if (slot == nullptr) return nullptr;
  const std::vector<V> values = slot_values(*slot, called);
  return values.empty() ? nullptr : values.front();
}

std::string Interpreter::slot_text(const Row& row, std::string_view name, V called) {
  V value = slot_value(row, name, called);
  return value != nullptr && value->is(ValueKind::text) && value->items.empty() ? std::string(text(value->name))
                                                                                : std::string();
}

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

// What a method was called on.
static V receiver_of(V called) {
  V member = called->receiver;
  return member != nullptr && member->lib != nullptr && !member->lib->called() ? member->receiver : member;
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

V Interpreter::apply_rows(Frame* from, V called, const Args* args, const Site& site, bool& handled) {
  V result = called;
  for (const Row* row : called->lib->rows) {
    if (row->role != Role::effect && row->role != Role::app_version && !applies(*row, called)) continue;
    switch (row->role) {
      case Role::router_make: {
        if (m_walking && called->object == nullptr) break;
        if (row->flag("only_routers")) {
          if (V made = stripping_router(*row, called, site); made != nullptr) {
            result = made;
            handled = true;
          }
          break;
        }
        Value value = *called;
        if (called->lib->same_as != nullptr) value.lib = called->lib->same_as;
        if (value.object == nullptr) value.object = m_arena.object();
        value.object->router = make_router(called, *row, site);
        value.object->router->lib = value.lib;
        result = m_arena.add(std::move(value));
        handled = true;
        break;
      }
      case Role::route:
        if (Router* router = router_for(*row, result->is(ValueKind::library) ? result : called, site);
            router != nullptr && !m_walking) {
          register_route(from, *router, *row, called, site);
          handled = true;
          // A decorator leaves the function; a chain leaves its router.
          if (row->flag("decorator")) {
            if (V fn = slot_value(*row, "handlers", called); fn != nullptr) result = fn;
          } else if (V receiver = slot_value(*row, "value", called); receiver != nullptr) {
            result = receiver;
          }
        }
        break;
      case Role::resource:
        if (m_walking) break;
        if (Router* router = router_for(*row, called, site); router != nullptr) {
          if (row->flag("derives_patch"))
            router->derives_patch = true;
          else
            register_resource(from, *router, *row, called, site);
          handled = true;
        }
        break;
      case Role::route_part:
        if (Router* router = router_of(called); router != nullptr && !m_walking) {
          result = build_route(from, *router, *row, called, site);
          handled = true;
        }
        break;
      case Role::serve:
        if (!m_walking) {
          Router* router = router_of(result);
          if (router == nullptr) {
            router = &m_routers.emplace_back();
            router->app = row->flag("app");
            router->framework = row->framework;
            router->site = site;
          }
          register_handlers(from, *router, *row, called, site);
          handled = true;
        }
        break;
      case Role::use:
      case Role::mount:
        if (row->flag("reverse")) {
          Router* inner = router_of(called);
          V on = slot_value(*row, "on", called);
          Router* outer = on == nullptr ? nullptr : router_of(on);
          if (inner != nullptr && outer != nullptr && inner != outer && !m_walking)
            mount_on(*outer, *inner, *row, site);
          handled = true;
          break;
        }
        if (Router* router = registering(called, site); router != nullptr && !m_walking) {
          register_use(from, *router, *row, called, site);
          handled = true;
          if (V receiver = slot_value(*row, "value", called); receiver != nullptr) result = receiver;
        }
        break;
      case Role::group:
        if (Router* router = router_for(*row, called, site); router != nullptr && !m_walking) {
          result = register_group(from, *router, *row, called, site);
          if (row->text("result") == "receiver")
            if (V receiver = receiver_of(called); receiver != nullptr) result = receiver;
          handled = true;
        }
        break;
      case Role::app_prefix:
      case Role::app_version:
        // A router's own prefix, set after it was made.
        if (Router* router = router_of(called); router != nullptr && !m_walking && row->role == Role::app_prefix) {
          router->prefix = slot_value(*row, "prefix", called);
          handled = true;
          if (V receiver = slot_value(*row, "value", called); receiver != nullptr) result = receiver;
          break;
        }
        if (!m_walking) m_app_settings.push_back({row, called});
        break;
      case Role::same:
        if (V value = slot_value(*row, "value", called); value != nullptr) {
          result = value;
          handled = true;
        }
        break;
      case Role::call: {
        handled = true;
        if (row->list("calls") != nullptr) result = delegate(from, *row, called, site);
        if (const Slot* slot = row->slot("callback"); slot != nullptr)
          for (V callback : slot_values(*slot, called)) {
            Args params;
            if (const auto* names = row->list("params"); names != nullptr)
              for (const std::string& name : *names) {
                if (name == "receiver") {
                  Slot receiver;
                  receiver.choices.push_back({.from = Slot::Choice::From::receiver});
                  const std::vector<V> values = slot_values(receiver, called);
                  params.positional.push_back(values.empty() ? m_unknown : values.front());
                } else {
                  params.positional.push_back(name.empty() ? m_unknown
                                                           : lib_value(m_libraries.path(called->lib, name)));
                }
              }
            const bool beside = row->flag("beside");
            TraceBlock* outer = m_trace;
            TraceNode node{.kind = TraceKind::scope,
                           .how = static_cast<std::uint8_t>(ScopeHow::spawn),
                           .site = site,
                           .value = m_unknown};
            if (beside && outer != nullptr) m_trace = node.body = new_block();
            V value = m_unknown;
            if (callback->is(ValueKind::fn) || callback->is(ValueKind::any_of))
              value = call(from, callback, params, site, 0);
            if (beside && outer != nullptr) {
              m_trace = outer;
              outer->nodes.push_back(std::move(node));
            }
            if (row->text("result") == "callback") result = value;
          }
        break;
      }
      case Role::decorate:
        if (V name = slot_value(*row, "name", called); name != nullptr && name->is(ValueKind::text))
          if (V value = slot_value(*row, "value", called); value != nullptr) decorate(called, name->name, value);
        handled = true;
        break;
      case Role::bind:
        handled |= bind_names(*row, called, site);
        break;
      case Role::resolve:
        if (V value = resolve_name(from, *row, called, site); value != nullptr) {
          result = value;
          handled = true;
        }
        break;
      case Role::entry:
        // @job("queue") makes the decorator that is then given the function.
        if (row->flag("decorator"))
          if (V given = slot_value(*row, "handlers", called); given != nullptr && given->is(ValueKind::text)) break;
        // A function that nobody calls is walked alone: what it registers is then seen only from there.
        handled = !m_walking;
        if (m_walking) break;
        m_entries.push_back({row, called, site});
        if (row->flag("decorator"))
          if (V fn = slot_value(*row, "handlers", called); fn != nullptr) {
            result = fn;
            // Called it runs at once; what the decorator adds to it (`task.delay()`) is the library's.
            if (fn->is(ValueKind::fn)) {
              Value task = *fn;
              task.lib = called->lib;
              result = m_arena.add(std::move(task));
            }
          }
        break;
      case Role::listen:
        handled = true;
        if (!m_walking) add_listener(*row, called);
        break;
      case Role::next:
        handled = true;
        if (!m_walking || m_chain.elements == nullptr || m_chain.at + 1 >= m_chain.elements->size()) break;
        // A continuation given an error is a throw.
        if (row->flag("error") && args != nullptr && !args->positional.empty()) {
          record({.kind = TraceKind::leave,
                  .how = static_cast<std::uint8_t>(LeaveHow::throw_),
                  .site = site,
                  .value = args->positional.front()});
          break;
        }
        m_spliced = true;
        run_chain(m_chain.at + 1);
        break;
      default:
        break;
    }
  }
  return result;
}

}  // namespace idem
