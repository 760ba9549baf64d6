#pragma once

#include "report/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

struct Frontend;

// One file of the project that a front end can read.
struct SourceFile {
  std::string path;  // relative to the root, '/' separators
  const Frontend* frontend = nullptr;
  std::uint64_t size = 0;  // bytes
};

// The files below a root, as discovery found them; `files` is sorted by path. Text is read by whoever lowers it.
struct Project {
  std::string root;               // absolute
  std::vector<SourceFile> files;  // analysed files
  std::vector<std::string>
      others;  // sorted: every other file that was seen and not skipped (manifests, SQL, configuration)
  std::unordered_map<std::string, std::uint32_t> by_path;  // path → index into files
  std::vector<Skipped> skipped;         // what policy left out by name, sorted by reason; folders count once
  std::vector<Diagnostic> diagnostics;  // what could not be looked into
  std::unordered_map<std::string, std::string> overlay;  // path → text that stands for what is on the disk
  std::uint64_t max_file_bytes = 4u << 20;
  bool with_generated = false, with_minified = false;  // read_source() leaves such files out otherwise

  // Index into files, or 0xffffffff.
  std::uint32_t find(std::string_view path) const;
  // Text of a file below the root by relative path; empty when absent, unreadable, over 4 MB or outside the root.
  std::string read_other(std::string_view path) const;
};

}  // namespace idem
