// What `x.name` stands for: of a module, a library, an instance, a type.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

V Interpreter::member(V object, Symbol name, const Site& site) {
  switch (object->kind) {
    case ValueKind::library: {
      if (object->object != nullptr)
        for (const auto& [key, value] : object->object->fields)
          if (key == name) return value;
      const LibNode* node = m_libraries.step(object->lib, "." + std::string(text(name)));
      if (node->rows.empty())
        if (V lent = lent_member(object->lib, name); lent != nullptr) return lent;
      // A row that a query of a project type gave has that type's own methods.
      if (V of = object->subject; of != nullptr && (of->is(ValueKind::type) || of->is(ValueKind::instance)) &&
                                  (object->lib->called() || object->lib->step == "[]") && node->rows.empty() &&
                                  m_libraries.step(node, "()")->rows.empty())
        // It keeps being what the query gave: a test of its fields is a test of the stored row.
        if (V method = method_of(of->type(), name, object); method != nullptr) {
          const Fn& fn = m_program.file(method->file).facts.fns[method->decl];
          return (fn.flags & kGetter) != 0 ? apply(nullptr, method, {}, site) : method;
        }
      Value value{
          .kind = ValueKind::library, .site = site, .lib = node, .receiver = object, .subject = object->subject};
      return known_part(m_arena.add(std::move(value)));
    }
    case ValueKind::map:
      for (std::size_t i = object->object->fields.size(); i-- > 0;)
        if (object->object->fields[i].first == name) return object->object->fields[i].second;
      return m_arena.add({.kind = ValueKind::builtin, .name = name, .site = site, .receiver = object});
    case ValueKind::instance:
      return member_of_instance(object, name, site);
    case ValueKind::type:
      return member_of_type(object, name, site);
    case ValueKind::module: {
      if (object->file != kNone) {
        V found = module_member(object->file, name);
        if (!found->is(ValueKind::unknown) || !m_program.file(object->file).facts.traits.implicit_exports) return found;
        return found;
      }
      V found = directory_member(text(object->name), name);
      return found != nullptr ? found : unknown("name that the package does not define", site);
    }
    case ValueKind::any_of: {
      std::vector<V> found;
      for (V one : object->items)
        if (!one->is(ValueKind::null)) found.push_back(member(one, name, site));
      return answers_of(object, found);
    }
    case ValueKind::fn:
      if (object->lib != nullptr) {
        const LibNode* node = m_libraries.step(object->lib, "." + std::string(text(name)));
        if (!node->rows.empty() || !m_libraries.step(node, "()")->rows.empty())
          return lib_value(node, object, nullptr, site);
      } else if (V known = function_member(object, name, site); known != nullptr) {
        return known;
      }
      [[fallthrough]];
    case ValueKind::list:
    case ValueKind::text:
      return m_arena.add({.kind = ValueKind::builtin, .name = name, .site = site, .receiver = object});
    case ValueKind::builtin:
      if (text(object->name) == "super" && object->decl != kNone) {
        // Look-up begins at the bases of the type the method stands in.
        V library = nullptr;
        const TypeDef own{object->file, object->decl};
        const std::vector<TypeDef> bases = bases_of(own, &library);
        for (const TypeDef base : bases) {
          if (base == own) continue;
          V found = method_of(base, name, object->receiver);
          if (found != nullptr) return found;
        }
        if (library != nullptr) {
          Value value{.kind = ValueKind::library,
                      .site = site,
                      .lib = m_libraries.step(m_libraries.step(library->lib, "()"), "." + std::string(text(name))),
                      .receiver = object->receiver,
                      .subject = object->receiver};
          return m_arena.add(std::move(value));
        }
      }
      return unknown("member of a method", site);
    default: {
      Value value{
          .kind = ValueKind::unknown, .name = name, .site = site, .receiver = object, .subject = object->subject};
      return m_arena.add(std::move(value));
    }
  }
}

// What rows say of members that functions get from decorators which are not known ("function().delay()").
V Interpreter::function_member(V function, Symbol name, const Site& site) {
  const LibNode* root = m_libraries.root(m_program.file(function->file).family, "global");
  const LibNode* node = m_libraries.path(root, "function()." + std::string(text(name)));
  return m_libraries.step(node, "()")->rows.empty() ? nullptr : lib_value(node, function, nullptr, site);
}

// What tells nothing of what can be done with it: a call of a library that no row knows gave it.
static bool is_opaque(V value) {
  if (value->subject != nullptr) return false;
  if (value->is(ValueKind::unknown)) return true;
  if (value->is(ValueKind::any_of)) return std::all_of(value->items.begin(), value->items.end(), is_opaque);
  return value->is(ValueKind::library) && (value->lib->called() || value->lib->step.starts_with("[")) &&
         value->lib->rows.empty() && value->object == nullptr && value->lib->same_as == nullptr;
}

// What a field is declared to be, where that says what can be done with it; nullptr otherwise.
V Interpreter::declared_field(V object, Symbol name) {
  for (const TypeDef base : bases_of(object->type())) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type]) {
      const Field& field = file.facts.fields[i];
      if (file.symbol(field.name) != name || field.type == kNone) continue;
      V typed = declared_value(base.file, field.type, object->type());
      return typed->is(ValueKind::instance) || typed->is(ValueKind::library) ? typed : nullptr;
    }
  }
  return nullptr;
}

V Interpreter::member_of_instance(V object, Symbol name, const Site& site) {
  for (const auto& [key, value] : object->object->fields) {
    if (key != name) continue;
    V typed = is_opaque(value) ? declared_field(object, name) : nullptr;
    return typed != nullptr ? typed : value;
  }
  const Nesting nesting(*this, site);
  if (nesting.too_deep()) return m_unknown;
  V library = nullptr;
  const std::vector<TypeDef> bases = bases_of(object->type(), &library);
  if (V method = method_of(object->type(), name, object); method != nullptr) {
    const Fn& fn = m_program.file(method->file).facts.fns[method->decl];
    if ((fn.flags & kGetter) != 0) return apply(nullptr, method, {}, site);
    return method;
  }
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type])
      if (file.symbol(file.facts.fields[i].name) == name) return field_value(object, base, file.facts.fields[i]);
  }
  if (V lent = embedded_member(object, bases, name, site); lent != nullptr) return lent;
  if (library != nullptr) {
    Value value{.kind = ValueKind::library,
                .site = site,
                .lib = m_libraries.step(m_libraries.step(library->lib, "()"), "." + std::string(text(name))),
                .receiver = object,
                .subject = object};
    return m_arena.add(std::move(value));
  }
  Value value{.kind = ValueKind::unknown, .name = name, .site = site, .receiver = object};
  return m_arena.add(std::move(value));
}

// Embedded structs and interfaces lend their members; nullptr when none has it. They may embed one another in a circle.
V Interpreter::embedded_member(V object, const std::vector<TypeDef>& bases, Symbol name, const Site& site) {
  const auto asked = std::make_pair(static_cast<const Object*>(object->object), name);
  // Every object is asked once for all that began with one question: along every way would be too many.
  const bool outermost = m_asking.empty();
  if (!m_asking.insert(asked).second) return nullptr;
  V found = nullptr;
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type]) {
      const Field& field = file.facts.fields[i];
      if ((field.flags & kFieldEmbedded) == 0 || found != nullptr) continue;
      V inner = field_value(object, base, field);
      const bool other = inner->is(ValueKind::instance) && inner->object != object->object;
      if (!other && !inner->is(ValueKind::library) && !inner->is(ValueKind::any_of)) continue;
      V member_value = member(inner, name, site);
      if (!member_value->is(ValueKind::unknown)) found = member_value;
    }
  }
  if (outermost) m_asking.clear();
  return found;
}

V Interpreter::field_value(V object, TypeDef owner, const Field& field) {
  const ProgramFile& file = m_program.file(owner.file);
  const Symbol name = file.symbol(field.name);
  V value = nullptr;
  if (m_stack.size() >= 60) stop("objects inside one another are built only so deep", {owner.file, field.span});
  if (object->object != nullptr && m_stack.size() < 60) {
    if (field.init != kNone && !m_looking.contains({owner.file, name})) {
      m_looking.insert({owner.file, name});
      Env* env = m_arena.env();
      env->parent = module_env(owner.file);
      env->fn = {owner.file, 0};
      env->receiver = object;
      value = eval_in(owner.file, env, field.init);
      m_looking.erase({owner.file, name});
    }
    // A field whose value the framework injects is what its type says, else what the injected function gives.
    V injected_by = nullptr;
    if (value != nullptr && value->is(ValueKind::library))
      for (const Row* row : value->lib->rows)
        if (row->role == Role::inject) injected_by = slot_value(*row, "value", value);
    if (injected_by != nullptr) {
      V typed = field.type != kNone ? declared_value(owner.file, field.type, object->type()) : m_unknown;
      if (typed->is(ValueKind::library) || typed->is(ValueKind::instance))
        value = typed;
      else
        value = call(nullptr, injected_by, {}, value->site, 0);
    }
    if ((value == nullptr || value->is(ValueKind::unknown) || value->is(ValueKind::null)) && field.type != kNone) {
      const TypeRef& ref = file.facts.type_refs[field.type];
      // A field of a type parameter's type has the argument the object was made with.
      for (const auto& [param, argument] : object->object->type_args)
        if (ref.name != 0 && file.symbol(ref.name) == param) value = argument;
      if (value == nullptr || !value->is(ValueKind::instance)) {
        V typed = declared_value(owner.file, field.type, object->type());
        if (!typed->is(ValueKind::unknown) || typed->subject != nullptr || value == nullptr) value = typed;
      }
    }
  }
  // Of a plain type, its name still tells what it is about.
  if (value == nullptr || value == m_unknown)
    value = m_arena.add({.kind = ValueKind::unknown, .name = name, .receiver = object});
  if ((value->is(ValueKind::boolean) || value->is(ValueKind::null)) && !value->weak)
    value = m_arena.add({.kind = value->kind, .weak = true, .name = value->name});
  // Not through write_field: a field that is only looked at must not be undone with an arm.
  if (object->object != nullptr) object->object->fields.emplace_back(name, value);
  return value;
}

V Interpreter::member_of_type(V object, Symbol name, const Site& site) {
  V library = nullptr;
  const std::vector<TypeDef> bases = bases_of(object->type(), &library);
  if (V method = method_of(object->type(), name, nullptr); method != nullptr) {
    const Fn& fn = m_program.file(method->file).facts.fns[method->decl];
    if ((fn.flags & (kStatic | kClassMethod)) != 0) {
      Value bound = *method;
      bound.receiver = object;
      return m_arena.add(std::move(bound));
    }
    return method;
  }
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type]) {
      const Field& field = file.facts.fields[i];
      if (file.symbol(field.name) != name) continue;
      if (field.init != kNone) return eval_in_module(base.file, field.init);
      if (field.type != kNone) return typed_value(base.file, field.type);
    }
    const auto nested = file.types.find(name);
    if (nested != file.types.end())
      for (const Index i : nested->second)
        if (file.facts.types[i].outer_type == base.type)
          return m_arena.add({.kind = ValueKind::type, .file = base.file, .decl = i, .env = module_env(base.file)});
  }
  if (library != nullptr) {
    Value value{.kind = ValueKind::library,
                .site = site,
                .lib = m_libraries.step(library->lib, "." + std::string(text(name))),
                .receiver = object,
                .subject = object};
    return m_arena.add(std::move(value));
  }
  Value value{.kind = ValueKind::unknown, .name = name, .site = site, .receiver = object};
  return m_arena.add(std::move(value));
}

}  // namespace idem
