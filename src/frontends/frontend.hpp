// What the rest of idem knows of a language: one row of a table.
#pragma once

#include "facts/facts.hpp"
#include "source/project.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace idem {

// Where an import leads.
struct ModuleTarget {
  enum class Kind : std::uint8_t {
    unknown,
    file,       // a file of the project: `file`
    directory,  // a package that is a directory of the project: `directory` (Go packages, Python packages without
                // __init__)
    external,   // a library: `library` is the name that catalogue rows match
  } kind = Kind::unknown;
  Index file = kNone;
  std::string directory;
  std::string library;
};

// Resolves import specifiers for one language; made once per project from its files and manifests. Thread-compatible.
using ModuleResolver = std::function<ModuleTarget(Index from_file, std::string_view specifier)>;

struct Frontend {
  std::string_view name;                         // as reported: "typescript", "javascript", "python", "go"
  std::span<const std::string_view> extensions;  // with the dot
  // Lowers one file. Total: hostile text gives facts with cuts, never a crash; time and memory are linear in the text
  // but for parsing.
  FileFacts (*lower)(std::string_view path, std::string_view text);
  ModuleResolver (*make_resolver)(const Project& project);
  // Folder and file name patterns (glob, '/' separators) of tests, vendored and generated code of this language.
  std::span<const std::string_view> test_globs;
  std::span<const std::string_view> vendor_globs;
  std::string_view family =
      {};  // folder of catalogue rows below src/catalog/; empty = name. Front ends of one family share rows
};

// Every front end; the table is written by CMake from IDEM_LANGUAGES. A folder may bring several
// (typescript, tsx and javascript share one): src/frontends/<word>/ defines `std::span<const Frontend>
// <word>_frontends()`.
const std::vector<const Frontend*>& all_frontends();
// The front end for a path by its extension; nullptr when there is none.
const Frontend* frontend_for(std::string_view path);

}  // namespace idem
