#include "engine/named_functions.hpp"

#include <algorithm>
#include <map>

namespace idem {

namespace {

// "./billing", "shop.billing" and "shop/billing" as a path without extension.
std::string module_path(std::string_view module) {
  while (module.starts_with("./") || module.starts_with("../")) module.remove_prefix(module.find('/') + 1);
  std::string path(module);
  if (path.find('/') == std::string::npos) std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

bool in_module(const std::string& file, std::string_view module) {
  if (module.empty()) return true;
  std::string path = file.substr(0, file.rfind('.'));
  for (const char* index : {"/index", "/__init__"})
    if (path.ends_with(index)) path.resize(path.rfind('/'));
  const std::string wanted = module_path(module);
  const std::string folder = path.substr(0, path.find_last_of('/') == std::string::npos ? 0 : path.rfind('/'));
  const auto ends = [&](const std::string& text) {
    return text.ends_with(wanted) && (text.size() == wanted.size() || text[text.size() - wanted.size() - 1] == '/');
  };
  return ends(path) || ends(folder);
}

struct Named {
  std::string owner, name;  // "Billing", "charge"
  const FunctionName* function = nullptr;
  bool registers = false;
};

Named split(const FunctionName& function, bool registers) {
  const std::size_t dot = function.name.rfind('.');
  if (dot == std::string::npos) return {"", function.name, &function, registers};
  const std::size_t before = function.name.rfind('.', dot - 1);
  const std::size_t from = before == std::string::npos ? 0 : before + 1;
  return {function.name.substr(from, dot - from), function.name.substr(dot + 1), &function, registers};
}

// By function, the name in the configuration.
std::map<FnRef, std::string>& named_paths() {
  static std::map<FnRef, std::string> paths;
  return paths;
}

}  // namespace

const LibNode* named_node(Interpreter& interpreter, FnRef fn) {
  if (named_paths().empty()) return nullptr;
  const auto found = named_paths().find(fn);
  if (found == named_paths().end()) return nullptr;
  Libraries& libraries = interpreter.libraries();
  return libraries.path(libraries.root(interpreter.program().file(fn.file).family, kOwnModule), found->second);
}

std::vector<Index> name_functions(Interpreter& interpreter, const Config& config) {
  std::vector<Named> names;
  for (const ConfiguredEffect& effect : config.effects) names.push_back(split(effect.function, false));
  for (const ConfiguredProtection& protection : config.protections) names.push_back(split(protection.function, false));
  for (const ConfiguredRoute& route : config.routes) names.push_back(split(route.function, true));
  std::vector<Index> files;
  named_paths().clear();
  if (names.empty()) return files;
  Program& program = interpreter.program();
  for (Index i = 0; i < program.file_count(); ++i) {
    const FileFacts& facts = program.file(i).facts;
    for (FnId fn = 1; fn < facts.fns.size(); ++fn) {
      const Fn& declared = facts.fns[fn];
      if (declared.name == 0) continue;
      std::string_view owner;
      if (declared.owner != kNone)
        owner = facts.name(facts.types[declared.owner].name);
      else if (declared.owner_name != 0)
        owner = facts.name(declared.owner_name);
      for (const Named& named : names) {
        if (facts.name(declared.name) != named.name || !in_module(facts.path, named.function->module)) continue;
        // "billing.charge" may be a class's method or a function of a module.
        if (!named.owner.empty() && owner != named.owner && !in_module(facts.path, named.owner)) continue;
        named_paths()[{i, fn}] = named.function->name;
        if (named.registers && (files.empty() || files.back() != i)) files.push_back(i);
      }
    }
  }
  return files;
}

}  // namespace idem
