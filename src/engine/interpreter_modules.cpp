// Modules: their bodies, the names they define and import, and what a specifier leads to.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

Env* Interpreter::module_env(Index file) {
  Module& module = m_modules[file];
  if (module.env == nullptr) {
    module.env = m_arena.env();
    module.env->module = true;
    module.env->fn = {file, 0};
  }
  return module.env;
}

void Interpreter::run_module(Index file) {
  Module& module = m_modules[file];
  if (module.state != ModuleState::untouched) return;
  const Nesting nesting(*this, {file, {}});
  if (nesting.too_deep()) return;
  module.state = ModuleState::running;
  const FileFacts& facts = m_program.file(file).facts;
  Frame frame;
  frame.file = file;
  frame.fn = {file, 0};
  frame.env = module_env(file);
  const bool walking = m_walking;
  const Aside aside{*this};
  for (const Import& import : facts.imports)
    if (import.kind == ImportKind::side_effect && import.in == 0)
      target_value(file, m_program.file(file).symbol(import.module));
  // A module's body is not charged to the request or function that happens to need it first.
  if (!facts.fns.empty()) {
    const Allowance allowance(*this, 600'000 + facts.exprs.size() * 4,
                              "running this module takes too long: what it registers later may be missing", {file, {}});
    run_block(frame, facts.fns[0].body);
  }
  m_walking = walking;
  module.state = ModuleState::done;
}

// A name at module level: bound already, or by a definition further down, or by an import, or by a sibling file.
V Interpreter::lookup_module_name(Index index, Symbol name) {
  const ProgramFile& file = m_program.file(index);
  Env* env = module_env(index);
  if (const V* bound = env->find(name); bound != nullptr) return *bound;
  const Nesting nesting(*this, {index, {}});
  if (nesting.too_deep()) return nullptr;
  const auto definitions = file.definitions.find(name);
  if (definitions != file.definitions.end() && !m_looking.contains({index, name})) {
    m_looking.insert({index, name});
    Frame frame;
    frame.file = index;
    frame.fn = {index, 0};
    frame.env = env;
    const Aside aside{*this};
    // The first definition is what a reader further up sees; later ones run in their turn.
    const Index event = definitions->second.front();
    if (m_modules[index].evaluated.insert(event).second) run_set(frame, file.facts.events[event]);
    m_looking.erase({index, name});
    if (const V* bound = env->find(name); bound != nullptr) return *bound;
  }
  const auto imports = file.imports.find(name);
  if (imports != file.imports.end()) {
    std::vector<V> found;
    for (const Index i : imports->second)
      if (file.facts.imports[i].in == 0) found.push_back(import_value(index, file.facts.imports[i]));
    if (!found.empty()) return union_of(found);
  }
  if (file.facts.traits.directory_scope)
    for (const Index sibling : m_program.directory_files(file.directory)) {
      if (sibling == index || m_program.file(sibling).facts.package != file.facts.package) continue;
      if (!m_program.file(sibling).definitions.contains(name) || m_looking.contains({sibling, name})) continue;
      return lookup_module_name(sibling, name);
    }
  for (const Index i : file.star_imports) {
    const Symbol module = file.symbol(file.facts.imports[i].module);
    const ModuleTarget& target = m_program.resolve(index, module);
    V found = nullptr;
    if (target.kind == ModuleTarget::Kind::file && target.file != index && !m_looking.contains({target.file, name})) {
      m_looking.insert({index, name});
      found = lookup_module_name(target.file, name);
      m_looking.erase({index, name});
    } else if (target.kind == ModuleTarget::Kind::directory) {
      found = directory_member(target.directory, name);
      if (found != nullptr && found->is(ValueKind::unknown)) found = nullptr;
    } else if (target.kind == ModuleTarget::Kind::external) {
      // A library's star import may bring the name; only names that a row knows are believed.
      const LibNode* node =
          m_libraries.step(m_libraries.root(file.family, target.library), "." + std::string(text(name)));
      if (!node->rows.empty() || !m_libraries.step(node, "()")->rows.empty()) found = lib_value(node);
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

V Interpreter::import_value(Index file, const Import& import) {
  const auto key = std::make_pair(file, static_cast<Index>(&import - m_program.file(file).facts.imports.data()));
  const auto [known, fresh] = m_imports.emplace(key, m_unknown);  // a cycle of imports ends here
  if (!fresh) return known->second;
  V value = imported(file, import);
  // While modules are still running an unknown may become known.
  if (value->is(ValueKind::unknown))
    m_imports.erase(key);
  else
    m_imports[key] = value;
  return value;
}

V Interpreter::imported(Index file, const Import& import) {
  const ProgramFile& from = m_program.file(file);
  const Symbol module = from.symbol(import.module);
  switch (import.kind) {
    case ImportKind::value:
      return target_member(file, module, from.symbol(import.name));
    case ImportKind::namespace_:
    case ImportKind::whole: {
      V value = target_value(file, module);
      if (import.kind == ImportKind::whole && value->is(ValueKind::module) && value->file != kNone) {
        const ProgramFile& target = m_program.file(value->file);
        if (target.exports.contains(symbol("="))) return module_member(value->file, symbol("="));
      }
      return value;
    }
    default:
      return m_unknown;
  }
}

V Interpreter::target_value(Index from_file, Symbol module) {
  const ModuleTarget target = m_program.resolve(from_file, module);
  switch (target.kind) {
    case ModuleTarget::Kind::file:
      run_module(target.file);
      return m_arena.add({.kind = ValueKind::module, .file = target.file});
    case ModuleTarget::Kind::directory:
      return m_arena.add({.kind = ValueKind::module, .name = symbol(target.directory)});
    case ModuleTarget::Kind::external:
      return lib_value(m_libraries.root(m_program.file(from_file).family, target.library));
    case ModuleTarget::Kind::unknown:
      break;
  }
  return unknown("module that was not found");
}

V Interpreter::target_member(Index from_file, Symbol module, Symbol name) {
  const ModuleTarget target = m_program.resolve(from_file, module);
  switch (target.kind) {
    case ModuleTarget::Kind::file: {
      run_module(target.file);
      V found = module_member(target.file, name);
      if (!found->is(ValueKind::unknown)) return found;
      // The name may be a submodule of a package.
      const bool dots = text(module).find_first_not_of('.') == std::string_view::npos;
      const Symbol below = symbol(std::string(text(module)) + (dots ? "" : ".") + std::string(text(name)));
      if (!m_program.file(from_file).facts.traits.implicit_exports) return found;
      const ModuleTarget sub = m_program.resolve(from_file, below);
      if (sub.kind != ModuleTarget::Kind::file || sub.file == target.file) return found;
      return target_value(from_file, below);
    }
    case ModuleTarget::Kind::directory: {
      V found = directory_member(target.directory, name);
      if (found != nullptr) return found;
      const bool dots = text(module).find_first_not_of('.') == std::string_view::npos;
      return target_value(from_file, symbol(std::string(text(module)) + (dots ? "" : ".") + std::string(text(name))));
    }
    case ModuleTarget::Kind::external: {
      const LibNode* root = m_libraries.root(m_program.file(from_file).family, target.library);
      return lib_value(m_libraries.step(root, "." + std::string(text(name))), lib_value(root));
    }
    case ModuleTarget::Kind::unknown:
      break;
  }
  return m_arena.add({.kind = ValueKind::unknown, .name = name});  // its name still tells what it is about
}

V Interpreter::directory_member(std::string_view directory, Symbol name) {
  for (const Index file : m_program.directory_files(directory)) {
    if (!m_program.file(file).definitions.contains(name)) continue;
    V found = lookup_module_name(file, name);
    if (found != nullptr) return found;
  }
  return nullptr;
}

V Interpreter::module_member(Index index, Symbol name) {
  const ProgramFile& file = m_program.file(index);
  const Nesting nesting(*this, {index, {}});
  if (nesting.too_deep()) return m_unknown;
  const auto guard = std::make_pair(index, name);
  if (file.facts.traits.implicit_exports) {
    run_module(index);
    V found = lookup_module_name(index, name);
    return found != nullptr ? found : unknown("name that the module does not define");
  }
  const auto exported = file.exports.find(name);
  if (exported != file.exports.end()) {
    std::vector<V> found;
    for (const Index i : exported->second) {
      const Export& item = file.facts.exports[i];
      if (item.module != 0) {
        found.push_back(file.facts.name(item.of) == "*"
                            ? target_value(index, file.symbol(item.module))
                            : target_member(index, file.symbol(item.module), file.symbol(item.of)));
      } else {
        run_module(index);
        found.push_back(eval_in_module(index, item.value));
      }
    }
    return union_of(found);
  }
  if (m_looking.contains(guard)) return unknown("export that was not found");
  m_looking.insert(guard);
  V found = nullptr;
  const Symbol whole = symbol("="), fallback = symbol("default");
  // A library re-exported as a whole may have any name: the project's own modules are asked first.
  if (name != whole && name != fallback)
    for (const bool external : {false, true})
      for (const Index i : file.star_exports) {
        const Symbol module = file.symbol(file.facts.exports[i].module);
        if (found != nullptr || (m_program.resolve(index, module).kind == ModuleTarget::Kind::external) != external)
          continue;
        V through = target_member(index, module, name);
        if (!through->is(ValueKind::unknown)) found = through;
      }
  // CommonJS and ES modules meet: `import x` of a module.exports, `require` of a default export.
  if (found == nullptr && name == fallback && file.exports.contains(whole)) found = module_member(index, whole);
  if (found == nullptr && name != whole && name != fallback && file.exports.contains(whole))
    found = member(module_member(index, whole), name, {});
  if (found == nullptr && name != fallback && name != whole) {
    // Types are not values, but a declared type may be asked for by the same way.
    const auto types = file.types.find(name);
    if (types != file.types.end())
      found = m_arena.add(
          {.kind = ValueKind::type, .file = index, .decl = types->second.front(), .env = module_env(index)});
  }
  m_looking.erase(guard);
  return found != nullptr ? found : unknown("export that was not found");
}

}  // namespace idem
