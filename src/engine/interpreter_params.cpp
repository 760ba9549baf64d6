// What the parameters of a function are when it is applied: arguments, what the framework puts in, declared types.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

// A type that says which fields a value has, and nothing of what can be done with it.
static bool is_shape(const Program& program, V typed) {
  if (!typed->is(ValueKind::instance)) return false;
  const ProgramFile& file = program.file(typed->file);
  const Type& type = file.facts.types[typed->decl];
  if (type.kind == TypeKind::object) return true;
  return type.kind == TypeKind::interface && type.bases.count == 0 && program.methods_of(typed->type()).empty();
}

// Bytes, texts, numbers: that it is a list of them says less than where it came from.
static bool holds_plain_items(V typed) {
  return typed->is(ValueKind::list) &&
         std::none_of(typed->object->items.begin(), typed->object->items.end(), [](V item) {
           return item->is(ValueKind::instance) || item->is(ValueKind::type) || item->lib != nullptr;
         });
}

void Interpreter::bind_params(Frame& frame, const Fn& fn, V receiver, const Args& args) {
  const ProgramFile& file = m_program.file(frame.file);
  std::size_t next = 0;
  std::vector<bool> used(args.named.size());
  const auto bind = [&](const Param& param, V value) { frame.env->names.emplace_back(file.symbol(param.name), value); };
  for (Index i = fn.params.first; i < fn.params.first + fn.params.count; ++i) {
    const Param& param = file.facts.params[i];
    const Site site{frame.file, param.span};
    if (param.kind == ParamKind::receiver) {
      // Called through the class (Type.method(self, …)): the receiver is an ordinary argument.
      if (receiver == nullptr && next < args.positional.size()) receiver = args.positional[next++];
      bind(param, receiver == nullptr ? unknown("receiver", site) : receiver);
      if (frame.env->receiver == nullptr) frame.env->receiver = receiver;
      continue;
    }
    if (param.kind == ParamKind::rest) {
      Value rest{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      for (; next < args.positional.size(); ++next) rest.object->items.push_back(args.positional[next]);
      rest.object->complete = args.complete;
      bind(param, m_arena.add(std::move(rest)));
      continue;
    }
    if (param.kind == ParamKind::rest_keywords) {
      Value rest{.kind = ValueKind::map, .site = site, .object = m_arena.object()};
      for (std::size_t k = 0; k < args.named.size(); ++k)
        if (!used[k]) rest.object->fields.push_back(args.named[k]);
      rest.object->complete = args.complete;
      bind(param, m_arena.add(std::move(rest)));
      continue;
    }
    V value = nullptr;
    const Symbol name = file.symbol(param.name);
    for (std::size_t k = 0; k < args.named.size() && value == nullptr; ++k)
      if (args.named[k].first == name) {
        value = args.named[k].second;
        used[k] = true;
      }
    if (value == nullptr && param.kind != ParamKind::keyword && next < args.positional.size())
      value = args.positional[next++];
    const bool passed = value != nullptr;
    if (value == nullptr) value = injected(frame, param);
    if (value == nullptr && m_walking && m_parameters.known && &args == &m_chain.args)
      if (value = route_parameter(frame.file, param); value != nullptr) {
        bind(param, value);
        continue;
      }
    // What an unknown library's call gave is what the parameter says it is.
    const bool opaque = value != nullptr && value->is(ValueKind::library) && value->lib->called() &&
                        value->lib->rows.empty() && value->object == nullptr && value->subject == nullptr &&
                        value->lib->same_as == nullptr;
    // So is what a dependency took from where nothing is known of it (the state of the request).
    const bool stored = !passed && value != nullptr && value->is(ValueKind::library) && value->lib->rows.empty() &&
                        !value->lib->called() && value->lib->same_as == nullptr && value->subject == nullptr;
    const bool vague = value == nullptr || opaque || stored ||
                       (value->is(ValueKind::unknown) && value->subject == nullptr) || value->is(ValueKind::null);
    if (vague && param.type != kNone) {
      V typed = receiver != nullptr && receiver->is(ValueKind::instance)
                    ? declared_value(frame.file, param.type, receiver->type())
                    : typed_value(frame.file, param.type);
      // What is only said to have certain fields is better known as what it is: a row of the call that read it.
      const bool row = opaque && (is_shape(m_program, typed) || holds_plain_items(typed));
      if (!row && (!typed->is(ValueKind::unknown) || typed->subject != nullptr)) value = typed;
    }
    if (value == nullptr && param.init != kNone && args.complete) {
      value = eval(frame, param.init);
      if (value->is(ValueKind::null) || value->is(ValueKind::boolean))
        value = m_arena.add({.kind = value->kind, .weak = true, .name = value->name, .site = site});
    }
    // What a default or annotation says about a parameter is said of its name (a header, a body field).
    if (value != nullptr && value->is(ValueKind::library) && value->name == 0 && param.init != kNone &&
        value->lib->called()) {
      Value named = *value;
      named.name = name;
      value = m_arena.add(std::move(named));
    }
    bind(param, value == nullptr ? m_arena.add({.kind = ValueKind::unknown, .name = name, .site = site}) : value);
  }
}

// A parameter whose default or annotation says where its value comes from (dependency injection by framework).
V Interpreter::injected(Frame& frame, const Param& param) {
  const ProgramFile& file = m_program.file(frame.file);
  std::vector<V> marks;
  if (param.init != kNone && file.facts.exprs[param.init].kind == ExprKind::call)
    marks.push_back(eval(frame, param.init));
  for (Index i = 0; i < param.annotations.count; ++i)
    marks.push_back(eval(frame, file.facts.annotations[param.annotations.first + i].expr));
  if (param.type != kNone) {
    // An alias that carries its mark: X = Annotated[T, Depends(f)].
    const TypeRef& ref = file.facts.type_refs[param.type];
    if (ref.kind == TypeRefKind::named && ref.name != 0) {
      V alias = resolve_type_name(frame.file, file.facts.name(ref.name), 0);
      if (alias != nullptr && alias->is(ValueKind::type)) {
        const FileFacts& facts = m_program.file(alias->file).facts;
        const Range annotations = facts.types[alias->decl].annotations;
        if (facts.types[alias->decl].kind == TypeKind::alias)
          for (Index i = 0; i < annotations.count; ++i)
            marks.push_back(eval_in_module(alias->file, facts.annotations[annotations.first + i].expr));
      }
    }
  }
  for (V mark : marks) {
    if (!mark->is(ValueKind::library)) continue;
    for (const Row* row : mark->lib->rows) {
      // `key: str = Header()` reads the request.
      if (row->role == Role::read && mark->lib->called()) return mark;
      if (row->role != Role::inject) continue;
      V source = slot_value(*row, "value", mark);
      if (source == nullptr) return nullptr;
      if (source->is(ValueKind::fn) || source->is(ValueKind::type)) return call(&frame, source, {}, mark->site, 0);
      return source;
    }
  }
  return nullptr;
}

void Interpreter::assume_path(std::vector<Symbol> names, bool only) { m_parameters = {true, only, std::move(names)}; }

// A parameter of the handler itself that the path fills, or that nothing can fill: nullptr when neither is known.
V Interpreter::route_parameter(Index file, const Param& param) {
  const ProgramFile& in = m_program.file(file);
  const Symbol name = in.symbol(param.name);
  const Site site{file, param.span};
  if (std::find(m_parameters.names.begin(), m_parameters.names.end(), name) != m_parameters.names.end())
    return m_arena.add({.kind = ValueKind::unknown, .given = true, .name = name, .site = site});
  if (!m_parameters.only || param.init == kNone) return nullptr;
  V value = eval_in_module(file, param.init);
  if (!value->is(ValueKind::null)) return nullptr;
  return m_arena.add({.kind = ValueKind::null, .given = true, .name = name, .site = site});
}

}  // namespace idem
