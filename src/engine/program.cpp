#include "engine/program.hpp"

#include <algorithm>

namespace idem {

static std::string directory_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

// The last name of a dotted one: "models.Model" → "Model".
static std::string_view last_name(std::string_view dotted) {
  const std::size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

Program::Program(const Project& project, std::vector<FileFacts> facts) : m_project(project) {
  m_files.resize(facts.size());
  for (Index i = 0; i < facts.size(); ++i) {
    ProgramFile& file = m_files[i];
    file.facts = std::move(facts[i]);
    const Frontend* frontend = project.files[i].frontend;
    file.family = frontend->family.empty() ? frontend->name : frontend->family;
    derive(file, i);
    if (!m_resolvers.contains(frontend)) m_resolvers.emplace(frontend, frontend->make_resolver(project));
  }
}

void Program::derive(ProgramFile& file, Index index) {
  const FileFacts& facts = file.facts;
  file.directory = directory_of(facts.path);
  file.symbols.reserve(facts.names.size());
  for (const std::string& name : facts.names) file.symbols.push_back(m_names.intern(name));
  for (Index i = 0; i < facts.imports.size(); ++i) {
    const Import& import = facts.imports[i];
    if (import.kind == ImportKind::everything) file.star_imports.push_back(i);
    if (import.alias != 0) file.imports[file.symbol(import.alias)].push_back(i);
  }
  for (Index i = 0; i < facts.exports.size(); ++i) {
    const Export& item = facts.exports[i];
    if (facts.name(item.name) == "*")
      file.star_exports.push_back(i);
    else
      file.exports[file.symbol(item.name)].push_back(i);
  }
  if (!facts.fns.empty() && facts.fns[0].body != kNone) {
    const Range body = facts.blocks[facts.fns[0].body].events;
    for (Index i = body.first; i < body.first + body.count; ++i) {
      const Event& event = facts.events[i];
      if (event.kind != EventKind::set || event.place == kNone) continue;
      const Expr& place = facts.exprs[event.place];
      const auto how = static_cast<SetHow>(event.how);
      if (place.kind == ExprKind::name && (how == SetHow::constant || how == SetHow::declare || how == SetHow::assign))
        file.definitions[file.symbol(place.name)].push_back(i);
    }
  }
  file.methods.resize(facts.types.size());
  file.fields.resize(facts.types.size());
  for (Index i = 0; i < facts.types.size(); ++i) {
    const Type& type = facts.types[i];
    if (type.name != 0) file.types[file.symbol(type.name)].push_back(i);
    for (Index k = 0; k < type.bases.count; ++k) {
      const TypeRef& base = facts.type_refs[facts.type_lists[type.bases.first + k]];
      if (base.name != 0) m_by_base[m_names.intern(last_name(facts.name(base.name)))].push_back({index, i});
    }
  }
  for (Index i = 0; i < facts.fields.size(); ++i)
    if (facts.fields[i].owner != kNone) file.fields[facts.fields[i].owner].push_back(i);
  for (Index i = 0; i < facts.fns.size(); ++i) {
    const Fn& fn = facts.fns[i];
    if (fn.owner != kNone)
      file.methods[fn.owner].push_back(i);
    else if (fn.owner_name != 0)
      m_foreign_methods[file.directory + '\0' + std::string(facts.name(fn.owner_name))].push_back({index, i});
    if (fn.returns != kNone && fn.body != kNone) {
      TypeRef result = facts.type_refs[fn.returns];
      if (result.kind == TypeRefKind::tuple && result.args.count > 0)
        result = facts.type_refs[facts.type_lists[result.args.first]];
      if (result.kind == TypeRefKind::named && result.name != 0)
        m_by_result[m_names.intern(last_name(facts.name(result.name)))].push_back({index, i});
    }
  }
  m_directories[file.directory].push_back(index);
}

const ModuleTarget& Program::resolve(Index file, Symbol specifier) {
  const std::uint64_t key = (std::uint64_t{file} << 32) | specifier;
  const auto known = m_resolved.find(key);
  if (known != m_resolved.end()) return known->second;
  const ModuleResolver& resolver = m_resolvers.at(m_project.files[file].frontend);
  return m_resolved.emplace(key, resolver(file, text(specifier))).first->second;
}

const std::vector<Index>& Program::directory_files(std::string_view directory) const {
  static const std::vector<Index> none;
  const auto found = m_directories.find(std::string(directory));
  return found == m_directories.end() ? none : found->second;
}

std::vector<FnRef> Program::methods_of(TypeDef type) const {
  const ProgramFile& file = m_files[type.file];
  std::vector<FnRef> found;
  for (const FnId fn : file.methods[type.type]) found.push_back({type.file, fn});
  if (file.facts.traits.directory_scope) {
    const auto more =
        m_foreign_methods.find(file.directory + '\0' + std::string(file.facts.name(file.facts.types[type.type].name)));
    if (more != m_foreign_methods.end()) found.insert(found.end(), more->second.begin(), more->second.end());
  }
  return found;
}

const std::vector<TypeDef>& Program::types_with_base(Symbol symbol) const {
  static const std::vector<TypeDef> none;
  const auto found = m_by_base.find(symbol);
  return found == m_by_base.end() ? none : found->second;
}

const std::vector<FnRef>& Program::functions_returning(Symbol symbol) const {
  static const std::vector<FnRef> none;
  const auto found = m_by_result.find(symbol);
  return found == m_by_result.end() ? none : found->second;
}

std::uint32_t Program::line(const Site& site) const {
  return site.file == kNone ? 0 : m_files[site.file].facts.line(site.span.begin);
}

}  // namespace idem
