// Classes that answer requests: by methods named like verbs (views, resources), by actions that a registration spreads
// over several paths (view sets), by decorated methods (controllers). What a library base answers by itself is a stub:
// a handler that is a library value, whose rows tell its effects.
#include "engine/interpreter.hpp"

#include <algorithm>
#include <array>

namespace idem {

namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"get", "post", "put", "patch", "delete", "head", "options"};

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return out;
}

const Row* row_with(const LibNode* node, Role role) {
  for (const Row* row : node->rows)
    if (row->role == role) return row;
  return nullptr;
}

}  // namespace

// Every base outside the project, nearest first.
std::vector<V> Interpreter::library_bases(TypeDef type) {
  std::vector<V> found;
  for (const TypeDef one : std::vector<TypeDef>(bases_of(type))) {
    const ProgramFile& file = m_program.file(one.file);
    const Type& declared = file.facts.types[one.type];
    std::vector<V> bases;
    for (Index i = 0; i < declared.bases.count; ++i) {
      const TypeRef& ref = file.facts.type_refs[file.facts.type_lists[declared.bases.first + i]];
      if (ref.name == 0) continue;
      if (V base = resolve_type_name(one.file, file.facts.name(ref.name), 0); base != nullptr) bases.push_back(base);
    }
    if (declared.base_expr != kNone) bases.push_back(eval_in_module(one.file, declared.base_expr));
    for (V base : bases)
      if (base->is(ValueKind::library)) found.push_back(base);
  }
  return found;
}

const Row* Interpreter::class_row(TypeDef type, Role role, V* base) {
  for (V one : library_bases(type))
    for (const LibNode* node : {one->lib, m_libraries.step(one->lib, "()")})
      if (const Row* row = row_with(node, role); row != nullptr) {
        if (base != nullptr) *base = one;
        return row;
      }
  return nullptr;
}

// The method of a class that answers under a name: the project's own, or the stub of a library base that has it.
V Interpreter::answering_method(TypeDef type, std::string_view name, const Site& site) {
  V self = typed_instance(type);
  if (V method = method_of(type, symbol(name), self); method != nullptr) return method;
  for (V base : library_bases(type))
    for (const LibNode* node : {base->lib, m_libraries.step(base->lib, "()")})
      for (const Row* row : node->rows) {
        const auto* provided = row->role == Role::class_handler ? row->list("provides") : nullptr;
        if (provided == nullptr || std::find(provided->begin(), provided->end(), name) == provided->end()) continue;
        Value stub{.kind = ValueKind::library,
                   .site = site,
                   .lib = m_libraries.step(m_libraries.step(base->lib, "()"), "." + std::string(name)),
                   .receiver = self,
                   .subject = self};
        return m_arena.add(std::move(stub));
      }
  return nullptr;
}

// The class behind a handler: `Resource`, `View.as_view()`, or either wrapped in calls. `call` is the call on it.
bool Interpreter::class_in(V value, TypeDef& type, V& call, const Row*& row, unsigned depth) {
  if (value == nullptr || depth > 4) return false;
  if (value->is(ValueKind::type) || value->is(ValueKind::instance)) {
    row = class_row(value->type(), Role::class_handler);
    if (row == nullptr) return false;
    type = value->type();
    return true;
  }
  if (value->is(ValueKind::any_of)) {
    return std::any_of(value->items.begin(), value->items.end(),
                       [&](V one) { return class_in(one, type, call, row, depth + 1); });
  }
  if (!value->is(ValueKind::library) && !value->is(ValueKind::unknown)) return false;
  if (value->is(ValueKind::library) && value->subject != nullptr && value->subject->is(ValueKind::type)) {
    row = row_with(value->lib, Role::class_handler);
    if (row != nullptr) {
      type = value->subject->type();
      call = value;
      return true;
    }
  }
  if (value->args == nullptr) return false;
  return std::any_of(value->args->positional.begin(), value->args->positional.end(),
                     [&](V one) { return class_in(one, type, call, row, depth + 1); });
}

// Methods that decorators of the handler name: require_POST, api_view(["POST"]).
void Interpreter::methods_of_decorators(V value, std::vector<std::string>& methods, unsigned depth) {
  if (value == nullptr || depth > 4 || !value->is(ValueKind::library) || value->args == nullptr) return;
  if (const Row* row = row_with(value->lib, Role::annotation_methods); row != nullptr)
    add_methods(*row, value, methods);
  for (V one : value->args->positional) methods_of_decorators(one, methods, depth + 1);
}

// A library's own class as a handler: what its rows say it provides.
static bool serve_library_class(Interpreter& interpreter, Router& router, const RouterEntry& entry) {
  V handler = entry.handlers.empty() ? nullptr : entry.handlers.back();
  if (handler == nullptr || !handler->is(ValueKind::library) || handler->subject != nullptr) return false;
  const Row* row = row_with(handler->lib, Role::class_handler);
  const auto* provided = row != nullptr ? row->list("provides") : nullptr;
  if (provided == nullptr) return false;
  const LibNode* base =
      handler->lib->called() && handler->lib->parent != nullptr ? handler->lib->parent->parent : handler->lib;
  if (base == nullptr) return false;
  Libraries& libraries = interpreter.libraries();
  for (const std::string& verb : *provided) {
    if (std::find(kVerbs.begin(), kVerbs.end(), verb) == kVerbs.end()) continue;
    RouterEntry one = entry;
    one.methods = {upper(verb)};
    one.symbolic = false;
    one.handlers.back() = interpreter.arena().add({.kind = ValueKind::library,
                                                   .site = handler->site,
                                                   .lib = libraries.step(libraries.step(base, "()"), "." + verb),
                                                   .receiver = handler,
                                                   .subject = handler});
    router.entries.push_back(std::move(one));
  }
  return true;
}

// One route for each method that the class answers. `said`: the registration names the methods itself.
bool Interpreter::serve_class(Router& router, const RouterEntry& entry, bool said) {
  if (serve_library_class(*this, router, entry)) return true;
  TypeDef type;
  V as_call = nullptr;
  const Row* row = nullptr;
  if (entry.handlers.empty() || !class_in(entry.handlers.back(), type, as_call, row, 0)) return false;
  const FileFacts& facts = m_program.file(type.file).facts;
  const Site place{type.file, facts.types[type.type].span};
  const auto add = [&](std::string method, V handler) {
    RouterEntry one = entry;
    if (!method.empty()) {
      method = upper(method);
      if (said && std::find(entry.methods.begin(), entry.methods.end(), method) == entry.methods.end() &&
          entry.methods.front() != "ANY")
        return;
      one.methods = {std::move(method)};
      one.symbolic = false;
    }
    one.handlers.back() = handler;
    for (V guard : class_guards(type, *row)) one.guards.push_back(guard);
    router.entries.push_back(std::move(one));
  };
  const std::size_t before = router.entries.size();
  V actions = as_call != nullptr ? slot_value(*row, "actions", as_call) : nullptr;
  if (actions != nullptr && actions->is(ValueKind::map)) {
    for (const auto& [verb, action] : std::vector<std::pair<Symbol, V>>(actions->object->fields))
      if (action->is(ValueKind::text) && action->items.empty())
        if (V handler = answering_method(type, text(action->name), place); handler != nullptr)
          add(std::string(text(verb)), handler);
    return true;
  }
  std::vector<std::string> allowed;
  if (!row->text("allowed").empty()) {
    V list = member(typed_instance(type), symbol(row->text("allowed")), {});
    if (list->is(ValueKind::list))
      for (V one : list->object->items)
        if (one->is(ValueKind::text)) allowed.push_back(upper(text(one->name)));
  }
  for (const std::string_view verb : kVerbs) {
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), upper(verb)) == allowed.end()) continue;
    if (V handler = answering_method(type, verb, place); handler != nullptr) add(std::string(verb), handler);
  }
  if (router.entries.size() > before) return true;
  if (const auto* names = row->list("class_methods"); names != nullptr)
    for (const std::string& name : *names)
      if (V handler = answering_method(type, name, place); handler != nullptr) {
        add("", handler);
        return true;
      }
  return true;
}

std::vector<V> Interpreter::class_guards(TypeDef type, const Row& row) {
  std::vector<V> guards;
  if (row.text("guards_field").empty()) return guards;
  V list = member(typed_instance(type), symbol(row.text("guards_field")), {});
  if (list->is(ValueKind::list))
    for (V one : list->object->items)
      if (one->is(ValueKind::fn)) guards.push_back(one);
  return guards;
}

// Decorators of methods run when the class is made; here only those that register on a router.
void Interpreter::decorate_methods(Frame& frame, TypeDef type) {
  for (const FnRef ref : m_program.methods_of(type)) {
    const FileFacts& facts = m_program.file(ref.file).facts;
    const Range annotations = facts.fns[ref.fn].annotations;
    for (Index i = annotations.count; i-- > 0;) {
      const Annotation& annotation = facts.annotations[annotations.first + i];
      if (annotation.on != AnnotationOn::decorator || facts.exprs[annotation.expr].kind != ExprKind::call) continue;
      V decorator = eval(frame, annotation.expr);
      if (!decorator->is(ValueKind::library) || router_of(decorator) == nullptr) continue;
      Value method{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file)};
      method.receiver = typed_instance(type);
      call(&frame, decorator, Args{.positional = {m_arena.add(std::move(method))}}, {frame.file, annotation.span}, 0);
    }
  }
}

// What a library's method calls on the object it was called on: "perform_create", "serializer_class.create".
V Interpreter::delegate(Frame* from, const Row& row, V called, const Site& site) {
  V self = called->subject;
  if (self != nullptr && self->is(ValueKind::type)) self = typed_instance(self->type());
  if (self == nullptr || !self->is(ValueKind::instance)) return called;
  V result = called;
  for (const std::string& path : *row.list("calls")) {
    V at = self;
    std::string_view rest = path;
    while (at != nullptr && !rest.empty()) {
      const std::size_t dot = rest.find('.');
      const Symbol name = symbol(rest.substr(0, dot));
      rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
      if (rest.empty()) {
        V method = at->is(ValueKind::instance) ? method_of(at->type(), name, at) : nullptr;
        if (method != nullptr) call(from, method, Args{.complete = false}, site, 0);
        break;
      }
      V field = member(at, name, site);
      at = field->is(ValueKind::type)       ? typed_instance(field->type())
           : field->is(ValueKind::instance) ? field
                                            : nullptr;
    }
  }
  return result;
}

// Several routes from one registration: `router.register("orders", OrderViewSet)`.
void Interpreter::register_resource(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  V target = slot_value(row, "target", called);
  V prefix = slot_value(row, "prefix", called);
  if (target == nullptr || !target->is(ValueKind::type)) return;
  const TypeDef type = target->type();
  const Site place{type.file, m_program.file(type.file).facts.types[type.type].span};
  std::string key(row.text("lookup"));
  for (const std::string& field :
       row.list("lookup_fields") != nullptr ? *row.list("lookup_fields") : std::vector<std::string>{}) {
    V named = member(typed_instance(type), symbol(field), {});
    if (!named->is(ValueKind::text) || !named->items.empty()) continue;
    key = text(named->name);
    break;
  }
  std::vector<std::string> allowed;
  if (!row.text("allowed").empty()) {
    V list = member(typed_instance(type), symbol(row.text("allowed")), {});
    if (list->is(ValueKind::list))
      for (V one : list->object->items)
        if (one->is(ValueKind::text)) allowed.push_back(upper(text(one->name)));
  }
  const auto add = [&](std::string method, std::string_view rest, V handler) {
    method = upper(method);
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), method) == allowed.end()) return;
    RouterEntry entry = entry_at(from, RouterEntry::Kind::route, row, site);
    entry.methods = {std::move(method)};
    Value path{.kind = ValueKind::text, .site = site};
    if (prefix != nullptr) path.items.push_back(prefix);
    path.items.push_back(text_value(rest, site));
    entry.path = m_arena.add(std::move(path));
    entry.handlers = {handler};
    router.entries.push_back(std::move(entry));
  };
  V suffix_setting = nullptr;
  std::string suffix = std::string(row.text("suffix"));
  if (router.suffix != nullptr) suffix_setting = router.suffix;
  if (suffix_setting != nullptr && suffix_setting->is(ValueKind::boolean) && text(suffix_setting->name) == "false")
    suffix.clear();
  const bool empty_prefix =
      prefix != nullptr && prefix->is(ValueKind::text) && prefix->items.empty() && text(prefix->name).empty();
  const auto item_path = [&](bool detail, const std::string& rest) {
    std::string path;
    if (detail) path += (empty_prefix ? "{" : "/{") + key + "}";
    if (!rest.empty()) path += (path.empty() && empty_prefix ? "" : "/") + rest;
    if (path.empty() && empty_prefix) return std::string();
    return path + suffix;
  };
  if (const auto* expand = row.list("expands"); expand != nullptr)
    for (const std::string& word : *expand) {
      // "create POST" or "update PUT item"
      const std::size_t first = word.find(' '), second = word.find(' ', first + 1);
      const std::string action = word.substr(0, first);
      const std::string verb = word.substr(first + 1, second == std::string::npos ? second : second - first - 1);
      if (V handler = answering_method(type, action, place); handler != nullptr)
        add(verb, item_path(second != std::string::npos, ""), handler);
    }
  std::vector<Symbol> seen;
  for (const TypeDef base : std::vector<TypeDef>(bases_of(type)))
    for (const FnRef ref : m_program.methods_of(base)) {
      const ProgramFile& file = m_program.file(ref.file);
      const Fn& fn = file.facts.fns[ref.fn];
      if (std::find(seen.begin(), seen.end(), file.symbol(fn.name)) != seen.end()) continue;
      seen.push_back(file.symbol(fn.name));
      for (Index i = 0; i < fn.annotations.count; ++i) {
        const Annotation& annotation = file.facts.annotations[fn.annotations.first + i];
        if (annotation.on != AnnotationOn::decorator) continue;
        V mark = eval_in_module(ref.file, annotation.expr);
        const Row* action = mark->is(ValueKind::library) ? row_with(mark->lib, Role::annotation_route) : nullptr;
        if (action == nullptr) continue;
        std::vector<std::string> methods;
        add_methods(*action, mark, methods);
        if (methods.empty()) methods.push_back("GET");
        V detail = slot_value(*action, "flag_slot", mark);
        std::string rest = slot_text(*action, "path", mark);
        if (rest.empty()) rest = file.facts.name(fn.name);
        Value handler{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file)};
        handler.receiver = typed_instance(type);
        V bound = m_arena.add(std::move(handler));
        for (const std::string& method : methods)
          add(method, item_path(detail != nullptr && truth(detail) == Truth::yes, rest), bound);
      }
    }
}

// Values of a list: decorated functions, controllers (classes with decorated methods), routers.
void Interpreter::register_handlers(Frame* from, Router& router, const Row& row, V called, const Site& site) {
  const Slot* slot = row.slot("targets");
  if (slot == nullptr) return;
  std::vector<V> work = slot_values(*slot, called);
  std::reverse(work.begin(), work.end());
  std::size_t steps = 0;
  while (!work.empty() && ++steps < 4096) {
    V value = work.back();
    work.pop_back();
    if (value->is(ValueKind::list) || value->is(ValueKind::any_of)) {
      const std::vector<V>& items = value->is(ValueKind::list) ? value->object->items : value->items;
      work.insert(work.end(), items.rbegin(), items.rend());
      continue;
    }
    if (Router* child = router_of(value); child != nullptr && child != &router) {
      RouterEntry entry = entry_at(from, RouterEntry::Kind::mount, row, site);
      entry.child = child;
      ++child->mounted;
      router.entries.push_back(std::move(entry));
    } else if (value->is(ValueKind::type)) {
      register_controller(from, router, row, value->type(), site);
    } else if (value->is(ValueKind::library)) {
      if (const Row* route = row_with(value->lib, Role::annotation_route); route != nullptr)
        register_route(from, router, *route, value, value->site);
    }
  }
}

void Interpreter::register_controller(Frame* from, Router& router, const Row& row, TypeDef type, const Site& site) {
  const Row* controller = class_row(type, Role::controller);
  if (controller == nullptr) return;
  Router& child = m_routers.emplace_back();
  child.framework = router.framework;
  child.site = site;
  child.mounted = 1;
  V path = member(typed_instance(type), symbol(controller->text("own_prefix")), {});
  if (path->is(ValueKind::text) || path->is(ValueKind::list)) child.prefix = path;
  child.guards = class_guards(type, *controller);
  RouterEntry mount = entry_at(from, RouterEntry::Kind::mount, row, site);
  mount.child = &child;
  router.entries.push_back(std::move(mount));
  std::vector<Symbol> seen;
  for (const TypeDef base : std::vector<TypeDef>(bases_of(type)))
    for (const FnRef ref : m_program.methods_of(base)) {
      const ProgramFile& file = m_program.file(ref.file);
      const Fn& fn = file.facts.fns[ref.fn];
      if (std::find(seen.begin(), seen.end(), file.symbol(fn.name)) != seen.end()) continue;
      seen.push_back(file.symbol(fn.name));
      for (Index i = 0; i < fn.annotations.count; ++i) {
        const Annotation& annotation = file.facts.annotations[fn.annotations.first + i];
        if (annotation.on != AnnotationOn::decorator) continue;
        V decorator = eval_in_module(ref.file, annotation.expr);
        if (!decorator->is(ValueKind::library)) continue;
        const Row* route = row_with(m_libraries.step(decorator->lib, "()"), Role::annotation_route);
        if (route == nullptr) continue;
        Value method{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file)};
        method.receiver = typed_instance(type);
        V decorated =
            call(from, decorator, Args{.positional = {m_arena.add(std::move(method))}}, {ref.file, annotation.span}, 0);
        if (decorated->is(ValueKind::library))
          register_route(from, child, *route, decorated, {ref.file, annotation.span});
      }
    }
}

}  // namespace idem
