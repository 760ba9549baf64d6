#include "source/discover.hpp"

#include "base/file_output.hpp"
#include "base/glob.hpp"
#include "frontends/frontend.hpp"
#include "source/classify.hpp"
#include "source/ignore.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace idem {

namespace fs = std::filesystem;

namespace {

constexpr std::array kManifestNames{"package.json",     "pyproject.toml", "setup.py", "requirements.txt",
                                    "go.mod",           "Cargo.toml",     "pom.xml",  "build.gradle",
                                    "build.gradle.kts", "composer.json",  "Gemfile",  "mix.exs",
                                    "build.sbt",        "angular.json",   "nx.json"};

enum class EntryType { file, folder, link, other };

struct Entry {
  std::string name;
  EntryType type = EntryType::other;
};

// A folder still to be walked. `tests` means that only route files of it count: its name says tests, its place may not.
// `on_the_way`: left out by policy but for what the user named below it.
struct Folder {
  std::string path;  // relative, "" for the root
  std::shared_ptr<const IgnoreChain> ignores;
  bool tests = false, on_the_way = false;
};

class Walk {
 public:
  Walk(const Scope& scope, const DiscoverOptions& options) : m_scope(scope), m_options(options) {
    m_project.root = scope.root;
    m_project.max_file_bytes = options.max_file_bytes;
    m_project.with_generated = options.generated;
    m_project.with_minified = options.minified;
  }

  Project run() {
    m_folders.push_back({"", outer_ignores()});
    while (!m_folders.empty()) {
      const Folder folder = std::move(m_folders.back());
      m_folders.pop_back();
      walk(folder);
    }
    finish();
    return std::move(m_project);
  }

 private:
  // .gitignore files above the root, up to that of the repository, apply to paths that the walk does not know: they are
  // re-rooted by putting the walk's own folders in front.
  std::shared_ptr<const IgnoreChain> outer_ignores() const {
    if (m_options.ignored) return nullptr;
    std::vector<fs::path> above;
    std::error_code error;
    for (fs::path folder = fs::path(m_scope.root);; folder = folder.parent_path()) {
      above.push_back(folder);
      if (fs::exists(folder / ".git", error)) break;
      if (folder == folder.parent_path()) return nullptr;  // no repository
    }
    m_prefix = fs::path(m_scope.root).lexically_relative(above.back()).generic_string();
    m_prefix = m_prefix == "." ? "" : m_prefix + "/";
    std::shared_ptr<const IgnoreChain> chain = with_file(nullptr, "", above.back() / ".git" / "info" / "exclude");
    for (std::size_t i = above.size(); i-- > 1;) {
      const std::string folder = above[i].lexically_relative(above.back()).generic_string();
      chain = with_file(chain, folder == "." ? "" : folder + "/", above[i] / ".gitignore");
    }
    return chain;
  }

  static std::shared_ptr<const IgnoreChain> with_file(const std::shared_ptr<const IgnoreChain>& outer,
                                                      const std::string& folder, const fs::path& file) {
    std::error_code error;
    constexpr std::size_t kMaxIgnoreFile = 1u << 20;
    if (!fs::is_regular_file(fs::symlink_status(file, error)) || error) return outer;
    const Result<std::string> text = read_input(file.string(), kMaxIgnoreFile);
    if (!text) return outer;
    return std::make_shared<const IgnoreChain>(IgnoreChain{outer, IgnoreFile(folder, *text)});
  }

  void diagnose(const std::string& path, const std::string& message) {
    m_project.diagnostics.push_back(
        {.kind = "unreadable", .file = path, .line = 0, .message = message, .incomplete = true});
  }

  std::vector<Entry> list(const Folder& folder) {
    std::vector<Entry> entries;
    const std::string path = folder.path.empty() ? m_scope.root : m_scope.root + "/" + folder.path;
    const int handle = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR* const stream = handle < 0 ? nullptr : fdopendir(handle);
    if (stream == nullptr) {
      diagnose(folder.path.empty() ? "." : folder.path,
               fmt::format("cannot read the folder: {}", std::strerror(errno)));
      if (handle >= 0) close(handle);
      return entries;
    }
    errno = 0;
    while (const dirent* const entry = readdir(stream)) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") entries.push_back({std::string(name), type_of(handle, *entry)});
      errno = 0;
    }
    if (errno != 0) diagnose(folder.path, fmt::format("cannot read all of the folder: {}", std::strerror(errno)));
    closedir(stream);
    std::ranges::sort(entries, {}, &Entry::name);
    return entries;
  }

  static EntryType type_of(int folder, const dirent& entry) {
    switch (entry.d_type) {
      case DT_REG:
        return EntryType::file;
      case DT_DIR:
        return EntryType::folder;
      case DT_LNK:
        return EntryType::link;
      case DT_UNKNOWN:
        break;
      default:
        return EntryType::other;
    }
    struct stat info {};
    if (fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) return EntryType::other;
    if (S_ISREG(info.st_mode)) return EntryType::file;
    if (S_ISDIR(info.st_mode)) return EntryType::folder;
    return S_ISLNK(info.st_mode) ? EntryType::link : EntryType::other;
  }

  void walk(const Folder& folder) {
    const std::vector<Entry> entries = list(folder);
    const auto holds = [&](std::string_view name) {
      return std::ranges::find(entries, name, &Entry::name) != entries.end();
    };
    const bool manifest = std::ranges::any_of(kManifestNames, holds);
    if (holds("pyvenv.cfg") && !m_options.vendored && !is_named_above(folder.path)) return count("vendored");
    std::shared_ptr<const IgnoreChain> ignores = folder.ignores;
    const std::string prefix = folder.path.empty() ? "" : folder.path + "/";
    if (!m_options.ignored && holds(".gitignore"))
      ignores = with_file(ignores, m_prefix + prefix, fs::path(m_scope.root) / folder.path / ".gitignore");
    // The stack is last in, first out; pushed backwards, folders are walked in order (nothing depends on it).
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      const std::string path = prefix + entry->name;
      if (entry->type == EntryType::folder) see_folder(path, folder, ignores, manifest);
      if (entry->type == EntryType::file) see_file(path, folder, ignores.get());
      if (entry->type == EntryType::link && frontend_for(path) != nullptr) count("links");
      if (entry->type == EntryType::other && frontend_for(path) != nullptr) count("no regular file");
    }
  }

  // Whether the user named the path or something below it.
  bool is_named_above(std::string_view path) const {
    return std::ranges::any_of(m_scope.paths, [&](const std::string& wanted) {
      return wanted == path || (wanted.starts_with(path) && wanted.size() > path.size() && wanted[path.size()] == '/');
    });
  }

  void see_folder(const std::string& path, const Folder& parent, const std::shared_ptr<const IgnoreChain>& ignores,
                  bool manifest) {
    Folder folder{path, ignores, parent.tests, parent.on_the_way};
    const std::string_view reason = leave_out_folder(path, folder, ignores.get(), manifest);
    if (std::ranges::find(m_scope.paths, path) != m_scope.paths.end()) {
      folder.tests = folder.on_the_way = false;  // named itself: all of it is wanted
    } else if (is_named_above(path)) {
      folder.on_the_way = folder.on_the_way || !reason.empty();
    } else if (folder.on_the_way) {
      return;
    } else if (!reason.empty()) {
      if (reason == "hidden") return;
      if (reason != "tests" || !in_route_tree(parent.path)) return count(reason);
      folder.tests = true;
    }
    m_folders.push_back(std::move(folder));
  }

  std::string_view leave_out_folder(const std::string& path, const Folder& folder, const IgnoreChain* ignores,
                                    bool manifest) const {
    if (std::ranges::any_of(m_options.exclude, [&](const auto& glob) { return path_matches(glob, path); }))
      return "excluded";
    const std::string_view reason = folder_reason(path, manifest);
    if (reason == "hidden" && (!m_options.ignored || path.ends_with(".git"))) return "hidden";
    if (!folder.on_the_way && is_ignored(ignores, m_prefix + path, true)) return "ignored";
    const bool wanted = (reason == "hidden") || (reason == "tests" && m_options.tests) ||
                        ((reason == "vendored" || reason == "build output") && m_options.vendored);
    return wanted ? "" : reason;
  }

  void see_file(const std::string& path, const Folder& folder, const IgnoreChain* ignores) {
    const bool named = std::ranges::find(m_scope.paths, path) != m_scope.paths.end();
    if (!named && folder.on_the_way) return;
    if (!named && is_ignored(ignores, m_prefix + path, false)) {
      if (frontend_for(path) != nullptr) count("ignored");
      return;
    }
    const Frontend* const frontend = frontend_for(path);
    if (frontend == nullptr) {
      if (!folder.tests) m_project.others.push_back(path);
      return;
    }
    if (!named) {
      const std::string_view reason = leave_out(path, *frontend, folder);
      if (!reason.empty()) return count(reason);
    }
    struct stat info {};
    if (lstat((m_scope.root + "/" + path).c_str(), &info) != 0)
      return diagnose(path, fmt::format("cannot read the file: {}", std::strerror(errno)));
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size > m_options.max_file_bytes) {
      m_project.diagnostics.push_back({.kind = "too-large",
                                       .file = path,
                                       .line = 0,
                                       .message = fmt::format("skipped: {} is over the limit of {} (--max-file-size)",
                                                              binary_size(size), binary_size(m_options.max_file_bytes)),
                                       .incomplete = true});
      return count("too large");
    }
    m_project.files.push_back({path, frontend, size});
  }

  std::string_view leave_out(const std::string& path, const Frontend& frontend, const Folder& folder) const {
    const auto matches = [&](const std::string& glob) { return path_matches(glob, path); };
    if (std::ranges::any_of(m_options.exclude, matches)) return "excluded";
    if (!m_options.include.empty() && std::ranges::none_of(m_options.include, matches)) return "excluded";
    if (is_route_file(path)) return "";
    if (folder.tests) return "tests";
    const std::string_view reason = file_reason(path, frontend);
    const bool wanted = (reason == "tests" && m_options.tests) || (reason == "vendored" && m_options.vendored) ||
                        (reason == "generated" && m_options.generated) || (reason == "minified" && m_options.minified);
    return wanted ? "" : reason;
  }

  void count(std::string_view reason) { ++m_skipped[std::string(reason)]; }

  void finish() {
    std::ranges::sort(m_project.files, {}, &SourceFile::path);
    std::ranges::sort(m_project.others);
    for (std::uint32_t i = 0; i < m_project.files.size(); ++i) m_project.by_path[m_project.files[i].path] = i;
    for (const auto& [reason, n] : m_skipped) m_project.skipped.push_back({reason, n});
  }

  const Scope& m_scope;
  const DiscoverOptions& m_options;
  Project m_project;
  std::vector<Folder> m_folders;
  std::map<std::string, std::size_t> m_skipped;
  mutable std::string m_prefix;  // of the root inside its repository, ending in '/', or ""
};

}  // namespace

Project discover(const Scope& scope, const DiscoverOptions& options) { return Walk(scope, options).run(); }

SourceText read_source(const Project& project, const SourceFile& file) {
  SourceText source;
  if (const auto found = project.overlay.find(file.path); found != project.overlay.end()) {
    source.text = found->second;
    return source;
  }
  const std::string path = project.root + "/" + file.path;
  const int handle = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  struct stat info {};
  if (handle < 0 || fstat(handle, &info) != 0) {
    source.failure = fmt::format("cannot read the file: {}", std::strerror(errno));
    if (handle >= 0) close(handle);
    return source;
  }
  if (!S_ISREG(info.st_mode)) source.failure = "cannot read the file: it is no regular file";
  if (static_cast<std::uint64_t>(info.st_size) > project.max_file_bytes) source.skipped = "too large";
  if (!source.failure.empty() || !source.skipped.empty()) {
    close(handle);
    return source;
  }
  source.text.resize(static_cast<std::size_t>(info.st_size));
  std::size_t filled = 0;
  while (filled < source.text.size()) {
    const ssize_t got = read(handle, source.text.data() + filled, source.text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) source.failure = fmt::format("cannot read the file: {}", std::strerror(errno));
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  close(handle);
  source.text.resize(filled);
  const std::string_view reason = text_reason(source.text);
  const bool wanted = (reason == "generated" && project.with_generated) ||
                      (reason == "minified" && project.with_minified) ||
                      (reason != "binary" && is_route_file(file.path));
  if (!wanted) source.skipped = reason;
  return source;
}

}  // namespace idem
