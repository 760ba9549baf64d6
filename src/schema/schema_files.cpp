#include "base/file_output.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/sql_split.hpp"
#include "schema/way_back.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace idem {

namespace fs = std::filesystem;

static constexpr std::size_t kMaxFileBytes = std::size_t{256} << 20U;
static constexpr std::size_t kMaxFiles = 20000;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "V2__a" before "V10__b": runs of digits compare as numbers, everything else as bytes.
static bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto run = [](const std::string& text, std::size_t& at) {
        while (at < text.size() && text[at] == '0') ++at;
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return std::string_view{text}.substr(begin, at - begin);
      };
      const std::string_view left = run(a, i);
      const std::string_view right = run(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  return a.size() - i < b.size() - j || (a.size() - i == b.size() - j && a < b);
}

// Sqitch keeps scripts beside its migrations that change nothing.
static bool is_verify(const std::string& path) {
  return path.starts_with("verify/") || path.find("/verify/") != std::string::npos;
}

static std::string_view without_way_back(std::string_view script) { return script.substr(0, way_back_at(script)); }

static Result<std::vector<std::string>> sql_files(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator walk{folder, error};
  if (error) return Error{ErrorKind::input, fmt::format("{}: {}", folder.string(), error.message())};
  for (; walk != fs::recursive_directory_iterator{}; walk.increment(error)) {
    if (error) return Error{ErrorKind::input, fmt::format("{}: {}", folder.string(), error.message())};
    const std::string name = walk->path().filename().string();
    if (walk->is_directory(error) && (name.starts_with(".") || name == "node_modules"))
      walk.disable_recursion_pending();
    if (!walk->is_regular_file(error) || walk->path().extension() != ".sql") continue;
    const std::string relative = walk->path().lexically_relative(folder).generic_string();
    if (!is_way_back(relative) && !is_verify(relative)) files.push_back(relative);
    if (files.size() > kMaxFiles)
      return Error{ErrorKind::input,
                   fmt::format("{}: more than {} SQL files; name a narrower folder", folder.string(), kMaxFiles)};
  }
  std::sort(files.begin(), files.end(), natural_less);
  return files;
}

Result<DatabaseSchema> read_schema(const std::string& path) {
  DatabaseSchema database;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const Result<std::string> script = read_input(path, kMaxFileBytes);
    if (!script) return script.error();
    if (const std::string why = why_no_script(*script); !why.empty())
      return Error{ErrorKind::input, fmt::format("{} is {}", path, why)};
    const std::string name = path == "-" ? "standard input" : fs::path{path}.filename().string();
    read_ddl(without_way_back(*script), name, database);
    return database;
  }
  const Result<std::vector<std::string>> files = sql_files(path);
  if (!files) return files.error();
  if (files->empty()) return Error{ErrorKind::input, fmt::format("{}: no *.sql file in it", path)};
  for (const std::string& file : *files) {
    const Result<std::string> script = read_input((fs::path{path} / file).string(), kMaxFileBytes);
    if (!script) return script.error();
    if (const std::string why = why_no_script(*script); !why.empty())
      database.notes.push_back({file, 1, why, ""});
    else
      read_ddl(without_way_back(*script), file, database);
  }
  return database;
}

}  // namespace idem
