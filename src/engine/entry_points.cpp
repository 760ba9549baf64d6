#include "engine/entry_points.hpp"

#include "base/glob.hpp"

#include <algorithm>

namespace idem {

namespace {

std::string stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

FoundRoute entry_of(Interpreter& interpreter, const Row& row, FnRef fn, V handler) {
  FoundRoute route;
  const FileFacts& facts = interpreter.program().file(fn.file).facts;
  const Fn& declared = facts.fns[fn.fn];
  route.kind = entry_kind_of(row.text("kind")).value_or(EntryKind::job);
  route.framework = row.framework;
  route.family = row.language;
  route.row = &row;
  route.place = {fn.file, {declared.name_at != 0 ? declared.name_at : declared.span.begin, declared.span.end}};
  route.methods = {""};
  route.handlers = {handler};
  route.operation = facts.name(declared.name);
  return route;
}

struct Finder {
  Interpreter& interpreter;
  const Row& row;
  std::vector<FoundRoute>& found;

  Program& program() const { return interpreter.program(); }

  // The file's name where classes all bear the same name, else the class's.
  std::string operation_of(const FileFacts& facts, const Type& type) const {
    return row.text("convention") == "file" ? stem_of(facts.path) : std::string(facts.name(type.name));
  }

  void by_base(const std::vector<std::string>& methods) {
    for (Index file = 0; file < program().file_count(); ++file) {
      const ProgramFile& in = program().file(file);
      if (in.family != row.language) continue;
      for (TypeId id = 0; id < in.facts.types.size(); ++id) {
        const Type& type = in.facts.types[id];
        if (type.name == 0 || type.bases.count == 0) continue;
        V library = nullptr;
        const std::vector<TypeDef> bases = interpreter.bases_of({file, id}, &library);
        if (library == nullptr || library->lib == nullptr) continue;
        const std::vector<const Row*>& rows = library->lib->rows;
        if (std::find(rows.begin(), rows.end(), &row) == rows.end()) continue;
        V self = interpreter.typed_instance({file, id});
        for (const std::string& name : methods) {
          V method = interpreter.method_of({file, id}, interpreter.symbol(name), self);
          if (method == nullptr || !method->is(ValueKind::fn)) continue;
          FoundRoute route = entry_of(interpreter, row, method->fn(), method);
          route.operation = operation_of(in.facts, type);
          found.push_back(std::move(route));
          break;
        }
      }
    }
  }

  bool imports_one(const FileFacts& facts, const std::vector<std::string>* modules) const {
    if (modules == nullptr) return true;
    return std::any_of(facts.imports.begin(), facts.imports.end(), [&](const Import& import) {
      const std::string_view module = facts.name(import.module);
      return std::any_of(modules->begin(), modules->end(),
                         [&](const std::string& pattern) { return pattern_matches(pattern, module); });
    });
  }

  // The function that a file offers under a name.
  V offered(Index file, std::string_view name) const {
    V value = interpreter.module_member(file, interpreter.symbol(name));
    std::vector<V> fns;
    interpreter.functions_in(value, fns);
    return fns.empty() ? nullptr : value;
  }

  void add_offered(Index file, std::string_view name, const std::string& operation) {
    V value = offered(file, name);
    if (value == nullptr) return;
    std::vector<V> fns;
    interpreter.functions_in(value, fns);
    FoundRoute route = entry_of(interpreter, row, fns.front()->fn(), value);
    route.operation = operation;
    const Site& place = route.place;
    for (const FoundRoute& known : found)
      if (known.place == place) return;
    found.push_back(std::move(route));
  }

  void by_name(const std::vector<std::string>& names) {
    for (Index file = 0; file < program().file_count(); ++file) {
      const ProgramFile& in = program().file(file);
      if (in.family != row.language || !imports_one(in.facts, row.list("marks"))) continue;
      for (const std::string& name : names) {
        const Symbol symbol = interpreter.symbol(name);
        const bool there =
            in.exports.contains(symbol) || (in.facts.traits.implicit_exports && in.definitions.contains(symbol));
        if (there) add_offered(file, name, stem_of(in.facts.path) + "." + name);
      }
    }
  }

  // "handler: src/orders.create" → the file src/orders.* beside the manifest or below the folder of its code.
  void by_manifest(const std::vector<std::string>& filenames) {
    const Project& project = program().project();
    for (const std::string& path : project.others) {
      const std::string name = path.substr(path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
      if (std::none_of(filenames.begin(), filenames.end(),
                       [&](const std::string& glob) { return glob_match(glob, name); }))
        continue;
      const std::string folder = path.substr(0, path.size() - name.size());
      const std::string text = project.read_other(path);
      std::string_view rest = text;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        line(folder, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }

  void line(const std::string& folder, std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '-' || text.front() == '"')) text.remove_prefix(1);
    if (!text.starts_with("handler") && !text.starts_with("Handler")) return;
    text.remove_prefix(7);
    const auto quote = [](char c) { return c == ' ' || c == '"' || c == '\'' || c == ',' || c == '\r'; };
    while (!text.empty() && (quote(text.front()) || text.front() == ':')) text.remove_prefix(1);
    while (!text.empty() && quote(text.back())) text.remove_suffix(1);
    if (text.starts_with("./")) text.remove_prefix(2);
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || text.find(' ') != std::string_view::npos) return;
    std::string wanted(text.substr(0, dot));
    const std::string function(text.substr(dot + 1));
    if (wanted.find('/') == std::string::npos) std::replace(wanted.begin(), wanted.end(), '.', '/');
    for (Index file = 0; file < program().file_count(); ++file) {
      const ProgramFile& in = program().file(file);
      if (in.family != row.language || !in.facts.path.starts_with(folder)) continue;
      const std::string path = in.facts.path.substr(0, in.facts.path.rfind('.'));
      // The folder of the code (CodeUri, dist → src) stands between the two.
      const bool here = path == folder + wanted ||
                        (path.ends_with("/" + wanted) &&
                         std::count(path.begin() + static_cast<std::ptrdiff_t>(folder.size()), path.end(), '/') <=
                             std::count(wanted.begin(), wanted.end(), '/') + 2);
      if (here) add_offered(file, function, stem_of(in.facts.path) + "." + function);
    }
  }
};

}  // namespace

std::vector<FoundRoute> conventional_entries(Interpreter& interpreter, const Catalog& catalog) {
  std::vector<FoundRoute> found;
  for (const auto& row : catalog.rows) {
    if (row->role != Role::entry) continue;
    Finder finder{interpreter, *row, found};
    if (const auto* methods = row->list("class_methods")) finder.by_base(*methods);
    if (const auto* filenames = row->list("filenames")) finder.by_manifest(*filenames);
    if (const auto* names = row->list("export_names")) finder.by_name(*names);
  }
  return found;
}

V function_around(Interpreter& interpreter, const Site& site) {
  const FileFacts& facts = interpreter.program().file(site.file).facts;
  FnId inner = 0;
  for (FnId fn = 1; fn < facts.fns.size(); ++fn) {
    const Fn& declared = facts.fns[fn];
    if (declared.body == kNone || declared.kind == FnKind::type_body || declared.kind == FnKind::lambda) continue;
    if (declared.span.begin > site.span.begin || site.span.end > declared.span.end) continue;
    const Span best = facts.fns[inner].span;
    if (inner == 0 || declared.span.end - declared.span.begin <= best.end - best.begin) inner = fn;
  }
  return inner == 0 ? nullptr : interpreter.function_alone({site.file, inner});
}

std::vector<std::pair<std::string, V>> entry_handlers(Interpreter& interpreter, const Row& row, V handler) {
  std::vector<std::pair<std::string, V>> all;
  const std::string_view method = row.text("handler_method");
  if (!method.empty() && handler->is(ValueKind::instance)) {
    V bound = interpreter.method_of(handler->type(), interpreter.symbol(method), handler);
    const FileFacts& facts = interpreter.program().file(handler->file).facts;
    if (bound != nullptr) return {{std::string(facts.name(facts.types[handler->decl].name)), bound}};
  }
  if (row.text("expand") == "each" && handler->object != nullptr && handler->is(ValueKind::map)) {
    for (const auto& [name, value] : handler->object->fields) all.emplace_back(interpreter.text(name), value);
    return all;
  }
  if (row.text("expand") == "each" && handler->is(ValueKind::module) && handler->file != kNone) {
    const ProgramFile& file = interpreter.program().file(handler->file);
    for (const Export& exported : file.facts.exports) {
      V value = interpreter.module_member(handler->file, file.symbol(exported.name));
      std::vector<V> fns;
      interpreter.functions_in(value, fns);
      if (!fns.empty()) all.emplace_back(file.facts.name(exported.name), value);
    }
    return all;
  }
  return {{"", handler}};
}

}  // namespace idem
