// What a project lends to objects of a library: members decorated onto them or declared for them by augmenting the
// library's types, and values that a dependency container hands out by name.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static const LibNode* meant(const LibNode* node) { return node->same_as != nullptr ? node->same_as : node; }

bool Interpreter::applies(const Row& row, V called) {
  if (row.slot("when_slot") == nullptr) return true;
  V value = slot_value(row, "when_slot", called);
  if (value == nullptr) return false;
  const std::vector<V> all = value->is(ValueKind::any_of) ? value->items : std::vector<V>{value};
  return std::any_of(all.begin(), all.end(), [&](V one) {
    if (one->is(ValueKind::library)) return pattern_matches(row.text("when"), one->lib->path);
    return one->is(ValueKind::text) && one->items.empty() && pattern_matches(row.text("when"), text(one->name));
  });
}

void Interpreter::decorate(V called, Symbol name, V value) {
  if (m_walking || called->receiver == nullptr || called->receiver->lib == nullptr) return;
  const LibNode* object = called->receiver->lib->parent;
  if (object == nullptr) return;
  const auto [known, fresh] = m_decorated.emplace(std::make_pair(meant(object), name), value);
  if (!fresh) known->second = union_of({known->second, value});
}

// Interfaces that files declare inside a library's module: interface Request { user: User }.
void Interpreter::read_augmentations() {
  m_augmentations_read = true;
  for (Index i = 0; i < m_program.file_count(); ++i) {
    const ProgramFile& file = m_program.file(i);
    for (TypeId t = 0; t < file.facts.types.size(); ++t) {
      const Type& type = file.facts.types[t];
      if (type.augments == 0 || type.kind != TypeKind::interface) continue;
      const LibNode* root = m_libraries.root(file.family, file.facts.name(type.augments));
      const LibNode* node = m_libraries.path(root, std::string(file.facts.name(type.name)) + "()");
      m_augmented[meant(node)].push_back({i, t});
    }
  }
}

V Interpreter::lent_member(const LibNode* object, Symbol name) {
  if (!m_augmentations_read) read_augmentations();
  object = meant(object);
  V declared = nullptr;
  if (const auto types = m_augmented.find(object); types != m_augmented.end())
    for (const TypeDef type : types->second) {
      const ProgramFile& file = m_program.file(type.file);
      for (const Index i : file.fields[type.type])
        if (file.symbol(file.facts.fields[i].name) == name)
          declared = typed_value(type.file, file.facts.fields[i].type);
    }
  const auto decorated = m_decorated.find({object, name});
  if (decorated != m_decorated.end()) {
    V value = decorated->second;
    // null stands in until a hook fills it.
    if (!value->is(ValueKind::null) && !value->is(ValueKind::text)) return value;
  }
  return declared != nullptr && !declared->is(ValueKind::unknown) ? declared : nullptr;
}

bool Interpreter::bind_names(const Row& row, V called, const Site& site) {
  const auto bind = [&](std::string_view name, V value) {
    for (Bound& bound : m_bound)
      if (bound.name == name && bound.file == site.file) {
        bound = {std::string(name), site.file, value, nullptr, {}};
        return;
      }
    m_bound.push_back({std::string(name), site.file, value, nullptr, {}});
  };
  V value = slot_value(row, "value", called);
  if (value == nullptr) return false;
  // A map binds each of its names.
  if (row.slot("name") == nullptr) {
    if (!value->is(ValueKind::map)) return false;
    for (const auto& [name, item] : value->object->fields) bind(text(name), item);
    return true;
  }
  const std::string name = slot_text(row, "name", called);
  if (name.empty()) return false;
  bind(name, value);
  return true;
}

static std::size_t common_folders(std::string_view a, std::string_view b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) folders += a[i] == '/' ? 1 : 0;
  return folders;
}

// What the nearest container gives under a name; made once.
V Interpreter::bound_value(Frame* from, std::string_view name, V container, const Site& site) {
  Bound* best = nullptr;
  std::size_t best_folders = 0;
  for (Bound& bound : m_bound) {
    if (bound.name != name) continue;
    const std::size_t folders =
        site.file == kNone || bound.file == kNone
            ? 0
            : common_folders(m_program.source_path(bound.file), m_program.source_path(site.file));
    if (best == nullptr || folders >= best_folders) {
      best = &bound;
      best_folders = folders;
    }
  }
  if (best == nullptr) return nullptr;
  if (best->made == nullptr) {
    best->made = m_unknown;  // ends cycles
    V value = best->value;
    // Wrapped factories (asClass(T), asFunction(f)) keep theirs as an argument.
    if (value->is(ValueKind::library) && value->args != nullptr && !value->args->positional.empty()) {
      V inner = value->args->positional.front();
      if (inner->is(ValueKind::fn) || inner->is(ValueKind::type) || inner->is(ValueKind::instance)) value = inner;
    }
    if (value->is(ValueKind::fn) || value->is(ValueKind::type)) {
      const Aside aside{*this};
      // A factory is handed the container, to ask it for more.
      value = call(from, value, Args{.positional = {container}, .complete = false}, site, kNew);
    }
    best->made = value;
  }
  return best->made->is(ValueKind::unknown) ? nullptr : best->made;
}

V Interpreter::resolve_name(Frame* from, const Row& row, V called, const Site& site) {
  V key = slot_value(row, "name", called);
  if (key == nullptr) return nullptr;
  // A type stands for itself.
  if (key->is(ValueKind::type)) return typed_instance(key->type());
  if (!key->is(ValueKind::text) || !key->items.empty()) return nullptr;
  V method = called->receiver;
  V container = method != nullptr && method->receiver != nullptr ? method->receiver : m_unknown;
  if (V value = bound_value(from, text(key->name), container, site); value != nullptr) return value;
  // Else as the container's or the call's type argument declares the member of that name.
  for (V at = called; at != nullptr; at = at->receiver)
    if (at->args != nullptr)
      for (V argument : at->args->types)
        if (argument->is(ValueKind::instance)) {
          V found = member(argument, key->name, site);
          if (!found->is(ValueKind::unknown)) return found;
        }
  return nullptr;
}

}  // namespace idem
