// All facts of a project with what is derived once: program-wide names, definitions by name, members by type.
#pragma once

#include "engine/names.hpp"
#include "engine/value.hpp"
#include "facts/facts.hpp"
#include "frontends/frontend.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

using SymbolMap = std::unordered_map<Symbol, std::vector<Index>>;

struct ProgramFile {
  FileFacts facts;
  std::string family;               // folder of rows: "typescript" serves JavaScript too
  std::vector<Symbol> symbols;      // by NameId
  SymbolMap imports;                // local name → indices into facts.imports
  std::vector<Index> star_imports;  // indices of ImportKind::everything
  SymbolMap exports;                // name → indices into facts.exports
  std::vector<Index> star_exports;
  SymbolMap definitions;  // module-level name → indices into facts.events (set events of the module body)
  SymbolMap types;        // name → TypeIds, however deep
  std::vector<std::vector<FnId>> methods;  // by TypeId
  std::vector<std::vector<Index>> fields;  // by TypeId
  std::string directory;                   // of its path, without trailing '/'

  Symbol symbol(NameId id) const { return symbols[id]; }
};

class Program {
 public:
  // Takes the facts of all files, in project order (facts[i] belongs to project.files[i]).
  Program(const Project& project, std::vector<FileFacts> facts);

  const Project& project() const { return m_project; }
  const ProgramFile& file(Index i) const { return m_files[i]; }
  Index file_count() const { return static_cast<Index>(m_files.size()); }
  Names& names() { return m_names; }
  std::string_view text(Symbol symbol) const { return m_names.text(symbol); }

  // Where an import of a file leads; memoised.
  const ModuleTarget& resolve(Index file, Symbol specifier);
  // Files of a directory that share a module scope, sorted.
  const std::vector<Index>& directory_files(std::string_view directory) const;
  // Methods declared for a type in other files of its directory (Go), with those of its own file.
  std::vector<FnRef> methods_of(TypeDef type) const;
  // Types that name `symbol` among their bases, in file order.
  const std::vector<TypeDef>& types_with_base(Symbol symbol) const;
  // Functions whose declared result is a type of this name, in file order.
  const std::vector<FnRef>& functions_returning(Symbol symbol) const;

  std::uint32_t line(const Site& site) const;
  std::string_view source_path(Index file) const { return m_files[file].facts.path; }

 private:
  void derive(ProgramFile& file, Index index);

  const Project& m_project;
  Names m_names;
  std::vector<ProgramFile> m_files;
  std::unordered_map<const Frontend*, ModuleResolver> m_resolvers;
  std::unordered_map<std::uint64_t, ModuleTarget> m_resolved;
  std::unordered_map<std::string, std::vector<Index>> m_directories;
  std::unordered_map<std::string, std::vector<FnRef>> m_foreign_methods;  // "directory\0Type"
  std::unordered_map<Symbol, std::vector<TypeDef>> m_by_base;
  std::unordered_map<Symbol, std::vector<FnRef>> m_by_result;
};

}  // namespace idem
