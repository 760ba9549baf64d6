// Functions that run whenever a model is saved or removed: signals, life cycle hooks. A row of role `listen` says which
// event and model a function is for, rows of role `emit` say which events a call causes.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

// The event's own name: the last member of a library path, or a text.
static std::string event_name(Interpreter& interpreter, V event) {
  if (event->is(ValueKind::text) && event->items.empty()) return std::string(interpreter.text(event->name));
  if (event->lib == nullptr) return "";
  const std::string& step = event->lib->step;
  return step.starts_with(".") ? step.substr(1) : step;
}

void Interpreter::add_listener(const Row& row, V called) {
  V events = slot_value(row, "event", called);
  V handlers = slot_value(row, "handlers", called);
  if (events == nullptr || handlers == nullptr) return;
  V entity = slot_value(row, "entity", called);
  if (entity != nullptr && entity->is(ValueKind::instance))
    entity = m_arena.add({.kind = ValueKind::type, .file = entity->file, .decl = entity->decl});
  if (entity != nullptr && !entity->is(ValueKind::type)) return;  // of something that is not known
  std::vector<V> functions;
  functions_in(handlers, functions);
  const std::vector<V> all = events->is(ValueKind::list) ? events->object->items : std::vector<V>{events};
  for (V event : all) {
    const std::string name = event_name(*this, event);
    if (name.empty()) continue;
    for (V function : functions) m_listeners.push_back({symbol(name), entity, function});
  }
}

// What a row says its event hands to the functions: "created=true". "made_here": whether the object that the call is on
// was made by this request or read by it, where that is known.
void Interpreter::add_passed(const Row& row, V called, Args& args) {
  if (row.list("passes") == nullptr) return;
  for (const std::string& passed : *row.list("passes")) {
    const std::size_t equals = passed.find('=');
    if (equals == std::string::npos) continue;
    std::string value = passed.substr(equals + 1);
    if (value == "made_here") {
      V of = called->receiver != nullptr ? called->receiver->receiver : nullptr;
      const bool made = of != nullptr && of->is(ValueKind::instance) && of->site.file != kNone;
      const bool read = of != nullptr && of->is(ValueKind::library) && of->lib->called();
      if (!made && !read) continue;
      value = made ? "true" : "false";
    }
    args.named.emplace_back(symbol(passed.substr(0, equals)),
                            m_arena.add({.kind = ValueKind::boolean, .name = symbol(value), .site = called->site}));
  }
}

void Interpreter::tell_listeners(Frame* from, V called, const Site& site) {
  if (!m_walking || m_listeners.empty() || called->lib == nullptr) return;
  V subject = called->subject;
  if (subject == nullptr || (!subject->is(ValueKind::type) && !subject->is(ValueKind::instance))) return;
  for (const Row* row : called->lib->rows) {
    const std::vector<std::string>* emits = row->list("emits");
    if (row->role != Role::emit || emits == nullptr) continue;
    // A view or service speaks for its model.
    if (const std::vector<std::string>* fields = row->list("model_fields"); fields != nullptr)
      if (V model = model_of(subject->type(), *fields); model != nullptr) subject = model;
    const std::vector<TypeDef> types = bases_of(subject->type());
    for (std::size_t i = 0; i < m_listeners.size(); ++i) {
      const Listener listener = m_listeners[i];
      if (std::find(emits->begin(), emits->end(), text(listener.event)) == emits->end()) continue;
      if (listener.entity != nullptr && std::find(types.begin(), types.end(), listener.entity->type()) == types.end())
        continue;
      V object = subject->is(ValueKind::instance) ? subject : typed_instance(subject->type());
      Args args;
      args.complete = false;
      args.named = {{symbol("sender"), m_unknown}, {symbol("instance"), object}};
      add_passed(*row, called, args);
      apply(from, listener.handler, args, site);
    }
    return;
  }
}

}  // namespace idem
