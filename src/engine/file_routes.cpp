#include "engine/file_routes.hpp"

#include "base/glob.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace idem {

namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view last_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool any_glob(const std::vector<std::string>* globs, std::string_view text) {
  return globs != nullptr &&
         std::any_of(globs->begin(), globs->end(), [&](const std::string& glob) { return glob_match(glob, text); });
}

struct Finder {
  Interpreter& interpreter;
  const Row& row;
  std::vector<FoundRoute>& found;

  Program& program() const { return interpreter.program(); }

  // Folders that hold an application of this kind, "" for the root. Where nothing in the tree could say so (part of a
  // project), the root is taken for one.
  std::set<std::string> applications() const {
    std::set<std::string> folders;
    bool any_manifest = false;
    const Project& project = program().project();
    const std::string manifest(row.text("manifest"));
    const auto look = [&](std::string_view path) {
      const std::string_view name = last_of(path);
      if (any_glob(row.list("marks"), name)) folders.emplace(folder_of(path));
      if (manifest.empty() || name != manifest) return;
      any_manifest = true;
      const std::string text = project.read_other(path);
      if (text.find('"' + row.modules.front() + '"') != std::string::npos) folders.emplace(folder_of(path));
    };
    for (const std::string& path : project.others) look(path);
    for (const SourceFile& file : project.files) look(file.path);
    if (folders.empty() && !any_manifest) folders.emplace("");
    return folders;
  }

  // The path of a file below a root of the convention; false when it is none of its files.
  bool path_of(std::string_view below, std::string& path) const {
    const std::string_view name = last_of(below);
    const std::string_view stem = name.substr(0, name.find_last_of('.'));
    if (!any_glob(row.list("filenames"), stem)) return false;
    path = row.text("own_prefix");
    std::string_view folders = folder_of(below);
    while (!folders.empty()) {
      const std::size_t slash = folders.find('/');
      const std::string_view segment = folders.substr(0, slash);
      folders = slash == std::string_view::npos ? std::string_view{} : folders.substr(slash + 1);
      if (any_glob(row.list("lacks"), segment)) return false;
      if (!any_glob(row.list("hidden"), segment)) path += "/" + std::string(segment);
    }
    if (row.text("index_name") == "*") return true;  // every file stands for its folder
    if (stem != row.text("index_name")) path += "/" + std::string(stem);
    return true;
  }

  bool exports(Index file, Symbol name) const {
    const ProgramFile& source = program().file(file);
    if (source.exports.contains(name) || source.exports.contains(interpreter.symbol("="))) return true;
    return !source.star_exports.empty();
  }

  void add_file(Index file, const std::string& path) {
    const std::vector<std::string>* names = row.list("export_names");
    if (names == nullptr) return;
    for (const std::string& name : *names) {
      const Symbol symbol = interpreter.symbol(name);
      if (!exports(file, symbol)) continue;
      V handler = interpreter.module_member(file, symbol);
      const bool listed = program().file(file).exports.contains(symbol);
      if (handler->is(ValueKind::null) || (!listed && handler->is(ValueKind::unknown))) continue;
      FoundRoute route;
      route.methods = {name == "default" ? "ANY" : name};
      route.path = normal_path(path.empty() ? "/" : path);
      route.handlers = {handler};
      route.framework = row.framework;
      route.family = row.language;
      route.row = &row;
      route.symbolic = name == "default";
      route.place = place_of(file, symbol, handler);
      found.push_back(std::move(route));
    }
  }

  // Where the export stands; a function of the same file is what people look for.
  Site place_of(Index file, Symbol symbol, V handler) const {
    if (handler->is(ValueKind::fn) && handler->file == file) {
      const Fn& fn = program().file(file).facts.fns[handler->decl];
      return {file, fn.name_at != 0 ? Span{fn.name_at, fn.span.end} : fn.span};
    }
    const ProgramFile& source = program().file(file);
    const auto exported = source.exports.find(symbol);
    if (exported != source.exports.end()) return {file, source.facts.exports[exported->second.front()].span};
    return {file, {}};
  }

  // A router under a conventional name is mounted at the path.
  bool mount(Index file, const std::string& path) {
    const std::vector<std::string>* names = row.list("export_names");
    if (names == nullptr || std::find(names->begin(), names->end(), "default") == names->end()) return false;
    const Symbol symbol = interpreter.symbol("default");
    if (!exports(file, symbol)) return false;
    Router* router = interpreter.router_in(interpreter.module_member(file, symbol));
    if (router == nullptr || router->mounted > 0) return false;
    router->app = true;
    router->prefix = interpreter.text_value(path);
    return true;
  }

  void files() {
    const std::vector<std::string>* roots = row.list("roots");
    if (roots == nullptr) return;
    std::vector<std::string> folders;
    for (const std::string& application : applications())
      for (const std::string& root : *roots)
        folders.push_back((application.empty() ? std::string() : application + "/") + root + "/");
    for (Index i = 0; i < program().file_count(); ++i) {
      if (program().file(i).family != row.language) continue;
      const std::string_view file = program().source_path(i);
      for (const std::string& folder : folders) {
        std::string path;
        if (!file.starts_with(folder) || !path_of(file.substr(folder.size()), path)) continue;
        interpreter.run_module(i);
        if (!mount(i, path)) add_file(i, path);
        break;
      }
    }
  }

  void action(Index file, V fn, std::string_view name) {
    FoundRoute route;
    route.methods = {"POST"};
    route.operation = name;
    route.handlers = {fn};
    route.framework = row.framework;
    route.family = row.language;
    route.row = &row;
    route.place = {file, program().file(fn->file).facts.fns[fn->decl].span};
    route.place.file = fn->file;
    found.push_back(std::move(route));
  }

  bool marked(const FileFacts& facts, FnId fn, std::string_view directive) const {
    const Range annotations = facts.fns[fn].annotations;
    for (Index k = 0; k < annotations.count; ++k) {
      const Annotation& annotation = facts.annotations[annotations.first + k];
      if (annotation.on != AnnotationOn::directive || annotation.expr == kNone) continue;
      if (facts.name(facts.exprs[annotation.expr].name) == directive) return true;
    }
    return false;
  }

  void actions(std::string_view directive) {
    for (Index i = 0; i < program().file_count(); ++i) {
      const ProgramFile& file = program().file(i);
      if (file.family != row.language || file.facts.fns.empty()) continue;
      std::set<FnId> told;
      if (marked(file.facts, 0, directive)) {
        std::map<std::string, Symbol> names;
        for (const auto& [symbol, at] : file.exports) names.emplace(interpreter.text(symbol), symbol);
        for (const auto& [name, symbol] : names) {
          V value = interpreter.module_member(i, symbol);
          std::vector<V> fns;
          interpreter.functions_in(value, fns);
          if (fns.empty() || !told.insert(fns.front()->decl).second) continue;
          action(i, fns.front(), name);
        }
      }
      for (FnId fn = 1; fn < file.facts.fns.size(); ++fn) {
        if (!marked(file.facts, fn, directive) || !told.insert(fn).second) continue;
        V value = interpreter.function_alone({i, fn});
        action(i, value, file.facts.name(file.facts.fns[fn].name));
      }
    }
  }
};

}  // namespace

std::vector<FoundRoute> file_routes(Interpreter& interpreter, const Catalog& catalog) {
  std::vector<FoundRoute> found;
  for (const auto& row : catalog.rows) {
    if (row->role != Role::file_routes) continue;
    Finder finder{interpreter, *row, found};
    if (const std::string_view directive = row->text("directive"); !directive.empty())
      finder.actions(directive);
    else
      finder.files();
  }
  return found;
}

}  // namespace idem
