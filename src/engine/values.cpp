// Making values, and the union of alternatives.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

V Interpreter::unknown(std::string_view why, Site site) {
  return m_arena.add({.kind = ValueKind::unknown, .name = symbol(why), .site = site});
}

V Interpreter::text_value(std::string_view value, Site site) {
  return m_arena.add({.kind = ValueKind::text, .name = symbol(value), .site = site});
}

V Interpreter::lib_value(const LibNode* node, V receiver, const Args* args, Site site) {
  Value value{.kind = ValueKind::library, .site = site, .lib = node, .receiver = receiver, .args = args};
  if (receiver != nullptr) value.subject = receiver->subject;
  return m_arena.add(std::move(value));
}

static bool same_value(V a, V b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case ValueKind::text:
    case ValueKind::number:
    case ValueKind::boolean:
      return a->items.empty() && b->items.empty() && a->name == b->name;
    case ValueKind::null:
      return true;
    case ValueKind::fn:
      return a->fn() == b->fn() && a->env == b->env && a->receiver == b->receiver;
    case ValueKind::type:
      return a->type() == b->type();
    case ValueKind::library:
      return a->lib == b->lib && a->object == b->object && a->args == b->args;
    case ValueKind::list:
    case ValueKind::map:
    case ValueKind::instance:
      return a->object == b->object;
    default:
      return false;
  }
}

// A property of the global object, where a module keeps what it made across reloads: `global.db ?? new Client()`.
static bool is_global_slot(V value) {
  return value->is(ValueKind::library) && value->lib->module == "global" && !value->lib->called() &&
         (value->lib->path.starts_with("global.") || value->lib->path.starts_with("globalThis."));
}

V Interpreter::union_of(const std::vector<V>& alternatives) {
  std::vector<V> flat;
  bool truncated = false;
  const auto add = [&](V value) {
    for (V known : flat)
      if (same_value(known, value)) return;
    if (flat.size() < kMaxAlternatives) return flat.push_back(value);
    truncated = true;
  };
  for (V value : alternatives) {
    if (value->is(ValueKind::any_of)) {
      truncated |= value->truncated;
      for (V item : value->items) add(item);
    } else {
      add(value);
    }
  }
  if (flat.empty()) return m_unknown;
  // Beside what is put there when it is empty, such a slot tells nothing more.
  const auto made = [](V value) {
    return (value->is(ValueKind::library) && value->lib->called()) || value->is(ValueKind::instance);
  };
  if (flat.size() > 1 && std::any_of(flat.begin(), flat.end(), made)) std::erase_if(flat, is_global_slot);
  if (flat.size() == 1) return flat.front();
  Value value{.kind = ValueKind::any_of, .weak = true, .truncated = truncated, .site = flat.front()->site};
  value.items = std::move(flat);
  return m_arena.add(std::move(value));
}

// What was asked of each alternative of `whole`.
V Interpreter::answers_of(V whole, const std::vector<V>& answers) {
  V all = union_of(answers);
  if (!whole->truncated || !all->is(ValueKind::any_of) || all->truncated) return all;
  Value cut = *all;
  cut.truncated = true;
  return m_arena.add(std::move(cut));
}

}  // namespace idem
