#include "engine/url_lists.hpp"

#include <map>
#include <set>

namespace idem {

namespace {

constexpr unsigned kMaxDepth = 12;

const Row* row_with(V value, Role role) {
  if (!value->is(ValueKind::library)) return nullptr;
  for (const Row* row : value->lib->rows)
    if (row->role == role) return row;
  return nullptr;
}

struct Lists {
  Interpreter& interpreter;
  const Row& row;
  Symbol name;
  std::map<Index, Router*> by_file = {};

  Router& fresh(const Site& site) {
    Router& router = interpreter.add_router();
    router.framework = row.framework;
    router.site = site;
    return router;
  }

  Router* of_file(Index file) {
    const auto known = by_file.find(file);
    if (known != by_file.end()) return known->second;
    if (!interpreter.program().file(file).definitions.contains(name)) return nullptr;
    Router& router = fresh({file, {}});
    by_file.emplace(file, &router);  // before its items: lists may include each other
    add_items(router, interpreter.module_member(file, name), 0);
    return &router;
  }

  void mount(Router& router, Router* child, V path, const Row& by, const Site& site) {
    if (child == nullptr || child == &router) return;
    RouterEntry entry;
    entry.kind = RouterEntry::Kind::mount;
    entry.path = path;
    entry.child = child;
    entry.row = &by;
    entry.site = site;
    ++child->mounted;
    router.entries.push_back(std::move(entry));
  }

  Router* of_module(Index from, std::string_view module) {
    const ModuleTarget target = interpreter.program().resolve(from, interpreter.symbol(module));
    return target.kind == ModuleTarget::Kind::file ? of_file(target.file) : nullptr;
  }

  // The list that a handler's place holds instead of a handler; nullptr when it is none.
  Router* included(V value, unsigned depth) {
    const Row* include = row_with(value, Role::mount);
    if (include == nullptr) return interpreter.router_in(value);
    V target = interpreter.slot_value(*include, "target", value);
    if (target == nullptr) return nullptr;
    if (target->is(ValueKind::list) && !target->object->items.empty() &&
        target->object->items.front()->is(ValueKind::text))
      target = target->object->items.front();
    if (target->is(ValueKind::text) && target->items.empty())
      return value->site.file == kNone ? nullptr : of_module(value->site.file, interpreter.text(target->name));
    if (target->is(ValueKind::module)) return target->file == kNone ? nullptr : of_file(target->file);
    if (Router* router = interpreter.router_in(target); router != nullptr) return router;
    Router& router = fresh(value->site);
    add_items(router, target, depth + 1);
    return &router;
  }

  void add_items(Router& router, V value, unsigned depth) {
    if (depth > kMaxDepth) return interpreter.stop("lists of routes nested too deep are not followed", value->site);
    if (!interpreter.spend()) return;
    if (value->is(ValueKind::list) || value->is(ValueKind::any_of)) {
      const std::vector<V> items = value->is(ValueKind::list) ? value->object->items : value->items;
      for (V item : items) add_items(router, item, depth + 1);
      return;
    }
    if (!value->is(ValueKind::library)) return;
    if (const Row* route = row_with(value, Role::route); route != nullptr) {
      V handler = interpreter.slot_value(*route, "handlers", value);
      Router* child = handler != nullptr ? included(handler, depth) : nullptr;
      if (child != nullptr)
        mount(router, child, interpreter.slot_value(*route, "path", value), *route, value->site);
      else if (handler != nullptr && row_with(handler, Role::mount) == nullptr)
        interpreter.register_route(nullptr, router, *route, value, value->site);
      return;
    }
    if (Router* child = interpreter.router_in(value); child != nullptr)
      return mount(router, child, nullptr, row, value->site);
    if (value->args == nullptr) return;
    for (V argument : value->args->positional) add_items(router, argument, depth + 1);
  }
};

void register_lists(Interpreter& interpreter, const Row& row, const std::vector<bool>& interesting) {
  Program& program = interpreter.program();
  const auto* names = row.list("export_names");
  if (names == nullptr || names->empty()) return;
  Lists lists{interpreter, row, interpreter.symbol(names->front())};
  for (Index file = 0; file < program.file_count(); ++file)
    if (interesting[file] && program.file(file).family == row.language) lists.of_file(file);
  // The setting that names the root list; where no file has it every list that nobody includes is a root.
  const Symbol setting = interpreter.symbol(row.text("root"));
  std::set<Index> roots;
  for (Index file = 0; file < program.file_count(); ++file) {
    if (!program.file(file).definitions.contains(setting)) continue;
    V value = interpreter.lookup_module_name(file, setting);
    if (value == nullptr || !value->is(ValueKind::text) || !value->items.empty()) continue;
    const ModuleTarget target = program.resolve(file, value->name);
    if (target.kind == ModuleTarget::Kind::file) roots.insert(target.file);
  }
  for (const auto& [file, router] : lists.by_file)
    if (roots.contains(file) || roots.empty()) router->app = true;
}

}  // namespace

void register_url_lists(Interpreter& interpreter, const Catalog& catalog, const std::vector<bool>& interesting) {
  for (const auto& row : catalog.rows)
    if (row->role == Role::url_list) register_lists(interpreter, *row, interesting);
}

}  // namespace idem
