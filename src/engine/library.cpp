#include "engine/library.hpp"

namespace idem {

static constexpr std::size_t kMaxPath = 240;

static bool matches_any(const std::vector<std::string>& patterns, std::string_view text) {
  for (const std::string& pattern : patterns)
    if (pattern_matches(pattern, text)) return true;
  return false;
}

const LibNode* Libraries::root(std::string_view family, std::string_view module) {
  const std::string key = std::string(family) + ' ' + std::string(module);
  const auto known = m_modules.find(key);
  if (known != m_modules.end()) return &known->second->root;
  auto fresh = std::make_unique<Module>();
  fresh->family = family;
  fresh->root.module = module;
  for (const auto& row : m_catalog.rows)
    if ((row->language.empty() || row->language == family) && matches_any(row->modules, module))
      fresh->rows.push_back(row.get());
  for (const Row* row : fresh->rows)
    if (const auto* kinds = row->list("kinds"); kinds != nullptr && row->role == Role::effect) {
      fresh->acts = true;
      for (const std::string& kind : *kinds) fresh->writes_data |= kind == "db_write" && row->modules.front() != "**";
    }
  // What a module is as a whole (its default export) may have rows too.
  for (const Row* row : fresh->rows)
    if (matches_any(row->paths, "")) fresh->root.rows.push_back(row);
  const LibNode* node = &fresh->root;
  m_owner.emplace(node, fresh.get());
  m_modules.emplace(key, std::move(fresh));
  return node;
}

bool Libraries::acts(const LibNode* node) const { return m_owner.at(node)->acts; }

// The globals of a language hold clients of everything (fetch, Promise): they are no data library.
bool Libraries::writes_data(const LibNode* node) const {
  return node->module != "global" && m_owner.at(node)->writes_data;
}

Libraries::Module* Libraries::module_of(const LibNode* node) { return m_owner.at(node); }

LibNode* Libraries::make(const LibNode* parent, std::string path, std::string step) {
  Module* module = module_of(parent);
  auto node = std::make_unique<LibNode>();
  node->parent = parent;
  node->module = parent->module;
  node->path = std::move(path);
  node->step = step;
  for (const Row* row : module->rows)
    if (matches_any(row->paths, node->path)) node->rows.push_back(row);
  LibNode* raw = node.get();
  m_owner.emplace(raw, module);
  m_nodes.emplace(Key{parent, std::move(step)}, std::move(node));
  for (const Row* row : raw->rows) {
    const std::string_view gives = row->text("gives");
    if (gives.empty() || gives == raw->path) continue;
    raw->same_as = this->path(raw, gives);
    break;
  }
  return raw;
}

const LibNode* Libraries::step(const LibNode* from, std::string_view step) {
  if (from->same_as != nullptr) from = from->same_as;
  const auto known = m_nodes.find(Key{from, std::string(step)});
  if (known != m_nodes.end()) return known->second.get();
  // "default" is the module itself: import x from 'm' and require('m') reach the same value.
  if (step == ".default") return from;
  if (from->path.size() + step.size() > kMaxPath) return from;
  std::string path =
      from->path.empty() && step.front() == '.' ? std::string(step.substr(1)) : from->path + std::string(step);
  return make(from, std::move(path), std::string(step));
}

const LibNode* Libraries::path(const LibNode* any_of_module, std::string_view path) {
  // "module:path" leads into another module.
  Module* module = module_of(any_of_module);
  const std::size_t colon = path.find(':');
  const LibNode* at = colon == std::string_view::npos ? &module->root : root(module->family, path.substr(0, colon));
  if (colon != std::string_view::npos) path.remove_prefix(colon + 1);
  while (!path.empty()) {
    std::size_t length = 1;
    if (path.front() == '(' || path.front() == '[') {
      length = 2;
      at = step(at, path.substr(0, 2));
    } else {
      const bool dot = path.front() == '.';
      length = path.find_first_of(".([", 1);
      if (length == std::string_view::npos) length = path.size();
      at = step(at, dot ? std::string(path.substr(0, length)) : "." + std::string(path.substr(0, length)));
    }
    path.remove_prefix(length);
  }
  return at;
}

}  // namespace idem
