#pragma once

#include "source/project.hpp"
#include "source/roots.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace idem {

// What policy would leave out and the user wants in, and what the user wants out.
struct DiscoverOptions {
  bool tests = false, vendored = false, generated = false, minified = false;
  bool ignored = false;  // what Git ignores, and hidden folders
  std::uint64_t max_file_bytes = 4u << 20;
  std::vector<std::string> include;  // globs; when not empty only matching files are analysed
  std::vector<std::string> exclude;  // globs of files and folders
};

// Walks the root: respects .gitignore files (those of the folders above it inside the repository too, and
// .git/info/exclude), leaves out by name what is no source of the application, follows no link. What the scope names is
// never left out for the folders above it. Total: what cannot be read becomes a diagnostic. The outcome depends on the
// tree alone.
Project discover(const Scope& scope, const DiscoverOptions& options);

// The text of an analysed file, or why there is none.
struct SourceText {
  std::string text;
  std::string_view skipped;  // reason word when policy leaves the file out by what it holds, or ""
  std::string failure;       // message when it could not be read, or ""
};

// Reads a file of the project. Links are not followed, no path leads out of the root, and what is no regular file or
// larger than the project's limit is not read.
SourceText read_source(const Project& project, const SourceFile& file);

}  // namespace idem
