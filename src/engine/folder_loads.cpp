// Registering what the files of a folder export: `register(autoload, { dir: join(here, "routes") })`. Each file's
// plugin gets a router of its own under the folder's name.
#include "engine/compose.hpp"
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

namespace {

void literals(Interpreter& interpreter, V value, std::vector<std::string>& parts, unsigned depth) {
  if (depth > 5) return;
  if (value->is(ValueKind::text)) {
    if (value->items.empty()) parts.emplace_back(interpreter.text(value->name));
    for (V part : value->items) literals(interpreter, part, parts, depth + 1);
  } else if (value->is(ValueKind::library) && value->args != nullptr) {
    for (V part : value->args->positional) literals(interpreter, part, parts, depth + 1);
  }
}

// "a/b" + "../c" → "a/c"; what leads out of the root gives an empty path and false.
bool resolve_into(std::string& folder, std::string_view relative) {
  while (!relative.empty()) {
    const std::size_t slash = relative.find('/');
    const std::string_view segment = relative.substr(0, slash);
    relative = slash == std::string_view::npos ? std::string_view{} : relative.substr(slash + 1);
    if (segment.empty() || segment == ".") continue;
    if (segment == "..") {
      if (folder.empty()) return false;
      const std::size_t last = folder.rfind('/');
      folder = last == std::string::npos ? std::string() : folder.substr(0, last);
    } else {
      folder += (folder.empty() ? "" : "/") + std::string(segment);
    }
  }
  return true;
}

}  // namespace

bool Interpreter::load_folder(Frame* from, Router& router, V router_value, V loader, V called, const Site& site) {
  if (!loader->is(ValueKind::library)) return false;
  const Row* load = nullptr;
  for (const Row* row : loader->lib->rows)
    if (row->role == Role::folder_load) load = row;
  if (load == nullptr) return false;
  V where = slot_value(*load, "target", called);
  if (where == nullptr) return true;
  std::vector<std::string> parts;
  literals(*this, where, parts, 0);
  std::string folder(m_program.file(where->site.file == kNone ? site.file : where->site.file).directory);
  for (const std::string& part : parts) {
    // Module addresses (file://…) are where the file is.
    if (part.find("://") != std::string::npos) continue;
    if (!resolve_into(folder, part)) return true;
  }
  V prefix = slot_value(*load, "prefix", called);
  if (prefix != nullptr) router.prefix = prefix;
  const std::string below = folder.empty() ? std::string() : folder + "/";
  for (Index i = 0; i < m_program.file_count(); ++i) {
    const std::string_view path = m_program.source_path(i);
    if (!path.starts_with(below) || m_program.file(i).family != m_program.file(site.file).family) continue;
    V plugin = module_member(i, symbol("default"));
    std::vector<V> fns;
    functions_in(plugin, fns);
    if (fns.empty()) continue;
    std::string place(m_program.file(i).directory.substr(std::min(below.size(), m_program.file(i).directory.size())));
    // A folder named _id stands for a parameter.
    for (std::size_t at = 0; at < place.size(); ++at)
      if (place[at] == '_' && (at == 0 || place[at - 1] == '/')) place[at] = ':';
    V own = module_member(i, symbol("autoPrefix"));
    RouterEntry entry = entry_at(from, RouterEntry::Kind::mount, *load, site);
    entry.path = text_value("/" + place);
    Router& child = m_routers.emplace_back();
    child.framework = router.framework;
    child.lib = router.lib;
    child.site = site;
    child.mounted = 1;
    if (own->is(ValueKind::text)) child.prefix = own;
    entry.child = &child;
    router.entries.push_back(std::move(entry));
    Value value = *router_value;
    value.object = m_arena.object();
    value.object->router = &child;
    call(from, fns.front(), Args{.positional = {m_arena.add(std::move(value))}}, site, 0);
  }
  return true;
}

}  // namespace idem
