// What the rows about a library call say it does to the program: routers made, routes registered, callbacks run.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

// What a method was called on.
static V receiver_of(V called) {
  V member = called->receiver;
  return member != nullptr && member->lib != nullptr && !member->lib->called() ? member->receiver : member;
}

// Runs what a row says a call is given to run; `result` where the row does not say that the callback's is the call's.
V Interpreter::run_callbacks(Frame* from, const Row& row, V called, V result, const Site& site) {
  const Slot* slot = row.slot("callback");
  if (slot == nullptr) return result;
  for (V callback : slot_values(*slot, called)) {
    Args params;
    if (const auto* names = row.list("params"); names != nullptr)
      for (const std::string& name : *names) {
        if (name == "receiver") {
          Slot receiver;
          receiver.choices.push_back({.from = Slot::Choice::From::receiver});
          const std::vector<V> values = slot_values(receiver, called);
          params.positional.push_back(values.empty() ? m_unknown : values.front());
        } else {
          params.positional.push_back(name.empty() ? m_unknown : lib_value(m_libraries.path(called->lib, name)));
        }
      }
    const bool beside = row.flag("beside");
    TraceBlock* outer = m_trace;
    TraceNode node{
        .kind = TraceKind::scope, .how = static_cast<std::uint8_t>(ScopeHow::spawn), .site = site, .value = m_unknown};
    if (beside && outer != nullptr) m_trace = node.body = new_block();
    V value = m_unknown;
    if (callback->is(ValueKind::fn) || callback->is(ValueKind::any_of)) value = call(from, callback, params, site, 0);
    if (beside && outer != nullptr) {
      m_trace = outer;
      outer->nodes.push_back(std::move(node));
    }
    if (row.text("result") == "callback") result = value;
  }
  return result;
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
        if (const Slot* slot = row->slot("value");
            slot != nullptr && slot->choices.front().from == Slot::Choice::From::rest) {
          // As many results as arguments: gather(a, b).
          Value list{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
          list.object->items = slot_values(*slot, called);
          list.object->complete = args->complete;
          result = m_arena.add(std::move(list));
          handled = true;
        } else if (V value = slot_value(*row, "value", called); value != nullptr) {
          result = value;
          handled = true;
        }
        break;
      case Role::call: {
        handled = true;
        if (row->list("calls") != nullptr) result = delegate(from, *row, called, site);
        result = run_callbacks(from, *row, called, result, site);
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
