#include "base/file_output.hpp"
#include "ttl/code/literals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace idem {

namespace fs = std::filesystem;

static bool left_out(const std::string& folder) {
  constexpr std::array<std::string_view, 14> kNames{
      "node_modules",  "vendor",      "dist",     "build",       "out",      "target",   "venv",
      "site-packages", "__pycache__", "coverage", "third_party", "testdata", "fixtures", "__snapshots__"};
  return folder.starts_with('.') || std::find(kNames.begin(), kNames.end(), folder) != kNames.end();
}

// Files below a folder, sorted by path; links are neither listed nor followed.
static void collect(const fs::path& folder, std::vector<fs::path>& files, CodeScan& scan, std::size_t depth) {
  constexpr std::size_t kMostFiles = 50'000, kDeepest = 64;
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) entries.push_back(*entry);
  if (error) scan.unread.push_back(folder.string());
  std::sort(entries.begin(), entries.end());
  for (const fs::directory_entry& one : entries) {
    const fs::file_status status = one.symlink_status(error);
    const std::string name = one.path().filename().string();
    if (fs::is_directory(status) && !left_out(name) && depth < kDeepest) collect(one.path(), files, scan, depth + 1);
    if (!fs::is_regular_file(status) || !source_kind_of(name)) continue;
    if (files.size() == kMostFiles) {
      scan.cut = true;
      return;
    }
    files.push_back(one.path());
  }
}

Result<CodeScan> scan_code(const std::string& path) {
  constexpr std::size_t kLargestFile = 1 << 20;
  CodeScan scan;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Error{ErrorKind::usage, fmt::format("--from-code: there is no {}", path)};
  std::vector<fs::path> files;
  const bool folder = fs::is_directory(status);
  if (folder) {
    collect(path, files, scan, 0);
  } else if (source_kind_of(path)) {
    files.emplace_back(path);
  } else {
    return Error{
        ErrorKind::usage,
        fmt::format("--from-code: {} is no JavaScript, TypeScript, Python, Go, YAML, TOML, JSON or .env file", path)};
  }
  for (const fs::path& file : files) {
    const std::string shown = folder ? file.lexically_relative(path).generic_string() : file.generic_string();
    const Result<std::string> text = read_input(file.string(), kLargestFile);
    if (!text) {
      if (fs::file_size(file, error) <= kLargestFile) scan.unread.push_back(shown);
      continue;
    }
    ++scan.files;
    for (CodeLiteral& literal : find_literals(*text, shown, *source_kind_of(shown)))
      scan.literals.push_back(std::move(literal));
  }
  return scan;
}

}  // namespace idem
