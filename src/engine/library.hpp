// Access paths into libraries, as a trie; each node knows the catalogue rows that match it.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/names.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

struct LibNode {
  const LibNode* parent = nullptr;
  std::string module;                // as catalogue rows name it: "express", "django.db", "global"
  std::string path;                  // "Router().get()"
  std::string step;                  // its last step: ".get", "()", "[]"
  std::vector<const Row*> rows;      // rows whose module and path match, in catalogue order
  const LibNode* same_as = nullptr;  // a row's `gives`: what this value is
  bool called() const { return step == "()"; }
};

class Libraries {
 public:
  explicit Libraries(const Catalog& catalog) : m_catalog(catalog) {}

  const LibNode* root(std::string_view family, std::string_view module);
  // The node one step further: ".name", "()" or "[]". Paths that grow without end stop growing.
  const LibNode* step(const LibNode* from, std::string_view step);
  // Whether the module of a node is a data library: one of whose rows writes to a data base.
  bool writes_data(const LibNode* node) const;
  bool acts(const LibNode* node) const;  // whether some row says that its module has effects
  // The node of a whole path below a module.
  const LibNode* path(const LibNode* any_of_module, std::string_view path);

 private:
  struct Module {
    std::string family;
    std::vector<const Row*> rows;
    bool writes_data = false, acts = false;
    LibNode root;
  };
  struct Key {
    const LibNode* from;
    std::string step;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>{}(key.from) * 31 + std::hash<std::string>{}(key.step);
    }
  };
  LibNode* make(const LibNode* parent, std::string path, std::string step);
  Module* module_of(const LibNode* node);

  const Catalog& m_catalog;
  std::unordered_map<std::string, std::unique_ptr<Module>> m_modules;  // "family module"
  std::unordered_map<const LibNode*, Module*> m_owner;
  std::unordered_map<Key, std::unique_ptr<LibNode>, KeyHash> m_nodes;
};

}  // namespace idem
