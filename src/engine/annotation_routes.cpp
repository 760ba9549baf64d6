#include "engine/annotation_routes.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace idem {

namespace {

struct Application {
  Site made;
  V prefix = nullptr;
  std::vector<V> excluded;  // paths that go without the prefix
  bool versions = false;
  std::string version_word;
  V default_version = nullptr;
};

// What annotations say about a type or a method.
struct Marks {
  std::vector<std::pair<const Row*, V>> all;
  bool has(Role role) const {
    return std::any_of(all.begin(), all.end(), [&](const auto& mark) { return mark.first->role == role; });
  }
};

void marks_in(V value, Marks& marks, unsigned depth) {
  if (depth > 4) return;
  if (value->is(ValueKind::any_of) || value->is(ValueKind::list)) {
    for (V one : value->is(ValueKind::list) ? value->object->items : value->items) marks_in(one, marks, depth + 1);
    return;
  }
  if (!value->is(ValueKind::library)) return;
  for (const Row* row : value->lib->rows) marks.all.emplace_back(row, value);
  // Decorators composed from others keep them as arguments.
  if (value->lib->rows.empty() && value->args != nullptr)
    for (V inner : value->args->positional) marks_in(inner, marks, depth + 1);
}

std::size_t common_folders(std::string_view a, std::string_view b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) folders += a[i] == '/' ? 1 : 0;
  return folders;
}

struct Finder {
  Interpreter& interpreter;
  std::vector<Application> applications;
  std::vector<FoundRoute> found;

  Program& program() const { return interpreter.program(); }

  // Settings belong to the application whose value they were called on.
  void read_settings() {
    for (const AppSetting& setting : interpreter.app_settings()) {
      V root = setting.call;
      for (V at = setting.call; at != nullptr && at->is(ValueKind::library); at = at->receiver)
        if (at->args != nullptr) root = at;
      auto known = std::find_if(applications.begin(), applications.end(),
                                [&](const Application& app) { return app.made == root->site; });
      if (known == applications.end()) {
        applications.push_back({.made = root->site});
        known = applications.end() - 1;
      }
      if (setting.row->role == Role::app_version) {
        V kind = interpreter.slot_value(*setting.row, "when_slot", setting.call);
        const std::string_view wanted = setting.row->text("when");
        if (kind != nullptr && kind->is(ValueKind::library) && !std::string_view(kind->lib->step).ends_with(wanted))
          continue;
        known->versions = true;
        known->version_word = interpreter.slot_text(*setting.row, "prefix", setting.call);
        known->default_version = interpreter.slot_value(*setting.row, "version", setting.call);
      } else if (setting.row->slot("prefix") != nullptr) {
        known->prefix = interpreter.slot_value(*setting.row, "prefix", setting.call);
        if (const Slot* slot = setting.row->slot("exclude"); slot != nullptr)
          for (V list : interpreter.slot_values(*slot, setting.call))
            if (list->is(ValueKind::list)) known->excluded = list->object->items;
      }
    }
  }

  // The nearest application by folders; of equal ones the last that sets something.
  const Application* application_of(Index file) const {
    const Application* best = nullptr;
    std::size_t best_folders = 0;
    for (const Application& app : applications) {
      if (app.made.file == kNone || program().file(app.made.file).family != program().file(file).family) continue;
      const std::size_t folders = common_folders(program().source_path(app.made.file), program().source_path(file));
      const bool sets = app.prefix != nullptr || app.versions;
      if (best == nullptr || folders > best_folders || (folders == best_folders && sets)) {
        best = &app;
        best_folders = folders;
      }
    }
    return best;
  }

  Marks marks_on(Index file, Range annotations) const {
    Marks marks;
    const FileFacts& facts = program().file(file).facts;
    for (Index i = 0; i < annotations.count; ++i) {
      const Annotation& annotation = facts.annotations[annotations.first + i];
      if (annotation.on == AnnotationOn::decorator)
        marks_in(interpreter.eval_in_module(file, annotation.expr), marks, 0);
    }
    return marks;
  }

  // Guards may be classes: their method of a conventional name runs.
  void guards_of(const Marks& marks, std::vector<V>& guards) const {
    for (const auto& [row, mark] : marks.all) {
      if (row->role != Role::annotation_guard || row->slot("guards") == nullptr) continue;
      for (V guard : interpreter.slot_values(*row->slot("guards"), mark)) {
        if (guard->is(ValueKind::type)) guard = interpreter.typed_instance(guard->type());
        V method = nullptr;
        if (const auto* names = row->list("class_methods"); names != nullptr && guard->is(ValueKind::instance))
          for (const std::string& name : *names)
            if (method == nullptr) method = interpreter.method_of(guard->type(), interpreter.symbol(name), guard);
        guards.push_back(method != nullptr ? method : guard);
      }
    }
  }

  std::vector<FoldedPath> paths_in(const Row& row, V mark, std::string_view slot) const {
    V value = interpreter.slot_value(row, slot, mark);
    if (value != nullptr && (value->is(ValueKind::map) || value->is(ValueKind::null))) value = nullptr;
    return fold_paths(interpreter, value);
  }

  // Version segments ("/v1"); one empty text where none stands in the path.
  std::vector<std::string> versions(const Application* app, const Marks& on_type, const Marks& on_method) const {
    if (app == nullptr || !app->versions) return {""};
    V version = app->default_version;
    for (const Marks* marks : {&on_type, &on_method})
      for (const auto& [row, mark] : marks->all)
        if (row->role == Role::annotation_version || row->role == Role::controller)
          if (V own = interpreter.slot_value(*row, "version", mark); own != nullptr) version = own;
    if (version == nullptr) return {""};
    std::vector<std::string> segments;
    const std::vector<V> all = version->is(ValueKind::list)     ? version->object->items
                               : version->is(ValueKind::any_of) ? version->items
                                                                : std::vector<V>{version};
    for (V one : all) {
      const bool text = one->is(ValueKind::text) && one->items.empty();
      segments.push_back(text ? "/" + app->version_word + std::string(interpreter.text(one->name)) : "");
    }
    return segments.empty() ? std::vector<std::string>{""} : segments;
  }

  bool excluded(const Application& app, const std::string& path) const {
    for (V entry : app.excluded) {
      if (entry->object != nullptr && entry->is(ValueKind::map))
        entry = interpreter.member(entry, interpreter.symbol("path"), {});
      if (!entry->is(ValueKind::text)) continue;
      const FoldedPath folded = fold_paths(interpreter, entry).front();
      if (folded.dynamic) continue;
      std::string pattern = join_paths("/", folded.text);
      const std::size_t star = pattern.find_first_of("*({");
      if (star != std::string::npos) {
        pattern.resize(star);
        while (pattern.ends_with('/')) pattern.pop_back();
        if (!pattern.empty() && (path == pattern || path.starts_with(pattern + "/"))) return true;
      } else if (normal_path(pattern) == path) {
        return true;
      }
    }
    return false;
  }

  void add_route(Index file, const Application* app, const Marks& on_type, const Marks& on_method, const Row& row,
                 V mark, FoundRoute route) {
    for (const auto& [type_row, type_mark] : on_type.all) {
      if (type_row->role != Role::controller) continue;
      for (const FoldedPath& outer : paths_in(*type_row, type_mark, "prefix"))
        for (const FoldedPath& inner : paths_in(row, mark, "path"))
          for (const std::string& version : versions(app, on_type, on_method)) {
            std::string path = normal_path(join_paths("/" + outer.text, inner.text));
            while (path.size() > 1 && path.ends_with('/')) path.pop_back();
            FoldedPath prefix;
            if (app != nullptr && app->prefix != nullptr && !excluded(*app, path))
              prefix = fold_paths(interpreter, app->prefix).front();
            route.path = normal_path(join_paths(join_paths("/" + prefix.text, version), path));
            if (route.path.size() > 1 && route.path.ends_with('/')) route.path.pop_back();
            route.dynamic = prefix.dynamic || outer.dynamic || inner.dynamic;
            route.reason = !prefix.reason.empty() ? prefix.reason : !outer.reason.empty() ? outer.reason : inner.reason;
            found.push_back(route);
          }
    }
    (void)file;
  }

  void method(Index file, const Application* app, TypeDef type, const Marks& on_type, FnRef ref) {
    const FileFacts& facts = program().file(ref.file).facts;
    const Fn& fn = facts.fns[ref.fn];
    const Marks marks = marks_on(ref.file, fn.annotations);
    for (const auto& [row, mark] : marks.all) {
      const bool entry = row->role == Role::entry;
      if (!entry && (row->role != Role::annotation_route || !on_type.has(Role::controller))) continue;
      FoundRoute route;
      route.row = row;
      route.framework = row->framework;
      route.family = row->language;
      route.place = mark->site.file == ref.file ? mark->site : Site{ref.file, fn.span};
      Value handler{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = interpreter.module_env(ref.file)};
      handler.receiver = interpreter.typed_instance(type);
      route.handlers = {interpreter.arena().add(std::move(handler))};
      if (entry) {
        route.kind = entry_kind_of(row->text("kind")).value_or(EntryKind::job);
        route.operation = interpreter.slot_text(*row, "operation", mark);
        if (route.operation.empty()) route.operation = facts.name(fn.name);
        route.methods = {""};
        found.push_back(std::move(route));
        continue;
      }
      std::string verb = interpreter.slot_text(*row, "method", mark);
      for (char& c : verb)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
      route.methods = {verb.empty() || verb == "ALL" ? "ANY" : verb};
      guards_of(on_type, route.guards);
      guards_of(marks, route.guards);
      add_route(file, app, on_type, marks, *row, mark, std::move(route));
    }
  }

  void type(TypeDef type) {
    const FileFacts& facts = program().file(type.file).facts;
    const Marks on_type = marks_on(type.file, facts.types[type.type].annotations);
    const Application* app = application_of(type.file);
    std::set<Symbol> seen;
    for (const TypeDef base : std::vector<TypeDef>(interpreter.bases_of(type)))
      for (const FnRef ref : program().methods_of(base)) {
        const ProgramFile& file = program().file(ref.file);
        const Fn& fn = file.facts.fns[ref.fn];
        if (fn.body == kNone || !seen.insert(file.symbol(fn.name)).second) continue;
        if (fn.annotations.count > 0) method(type.file, app, type, on_type, ref);
      }
  }
};

}  // namespace

std::vector<FoundRoute> annotation_routes(Interpreter& interpreter, const std::vector<bool>& interesting) {
  Finder finder{interpreter, {}, {}};
  finder.read_settings();
  Program& program = interpreter.program();
  for (Index file = 0; file < program.file_count(); ++file) {
    if (!interesting[file]) continue;
    const FileFacts& facts = program.file(file).facts;
    for (TypeId id = 0; id < facts.types.size(); ++id) {
      if (facts.types[id].kind != TypeKind::class_) continue;
      bool annotated = facts.types[id].annotations.count > 0;
      for (const FnRef ref : program.methods_of({file, id}))
        annotated |= program.file(ref.file).facts.fns[ref.fn].annotations.count > 0;
      if (annotated) finder.type({file, id});
    }
  }
  return std::move(finder.found);
}

}  // namespace idem
