#include "migrate/write_files.hpp"

#include "base/file_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace idem {

namespace fs = std::filesystem;

static constexpr std::size_t kMaxExisting = 100000;
static constexpr std::size_t kMaxFileBytes = std::size_t{4} << 20U;

Result<ToolOptions> tool_options(const MigrateOptions& options) {
  ToolOptions tool;
  tool.tool = options.tool;
  tool.after = options.after;
  if (options.out_dir.empty()) return tool;
  std::error_code error;
  const fs::path folder = fs::path{options.out_dir}.lexically_normal();
  tool.folder_name = (folder.has_filename() ? folder : folder.parent_path()).parent_path().filename().string();
  if (!fs::exists(folder, error)) return tool;
  if (!fs::is_directory(folder, error))
    return Error{ErrorKind::usage, fmt::format("--out-dir {}: not a folder", options.out_dir)};
  fs::recursive_directory_iterator walk{folder, error};
  if (error) return Error{ErrorKind::input, fmt::format("--out-dir {}: {}", options.out_dir, error.message())};
  for (; walk != fs::recursive_directory_iterator{}; walk.increment(error)) {
    if (error) return Error{ErrorKind::input, fmt::format("--out-dir {}: {}", options.out_dir, error.message())};
    if (walk.depth() >= 1 && walk->is_directory(error)) walk.disable_recursion_pending();
    ExistingFile file{walk->path().lexically_relative(folder).generic_string(), ""};
    if (walk->is_directory(error)) file.path += "/";
    if (options.tool == "alembic" && file.path.ends_with(".py")) {
      const Result<std::string> text = read_input(walk->path().string(), kMaxFileBytes);
      if (!text) return text.error();
      file.text = *text;
    }
    tool.existing.push_back(std::move(file));
    if (tool.existing.size() > kMaxExisting)
      return Error{ErrorKind::input, fmt::format("--out-dir {}: too many files", options.out_dir)};
  }
  std::sort(tool.existing.begin(), tool.existing.end(),
            [](const ExistingFile& a, const ExistingFile& b) { return a.path < b.path; });
  return tool;
}

Result<void> write_folder(const std::string& folder, const std::vector<MigrationFile>& files) {
  std::error_code error;
  for (const MigrationFile& file : files) {
    const fs::path path = fs::path{folder} / file.path;
    fs::create_directories(path.parent_path(), error);
    if (error) return Error{ErrorKind::input, fmt::format("{}: {}", path.parent_path().string(), error.message())};
    if (fs::exists(path, error))
      return Error{ErrorKind::usage, fmt::format("{} is there already; nothing was written", path.string())};
  }
  for (const MigrationFile& file : files)
    if (const Result<void> written = write_file((fs::path{folder} / file.path).string(), file.text); !written)
      return written.error();
  return {};
}

}  // namespace idem
