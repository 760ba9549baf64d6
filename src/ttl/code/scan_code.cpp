// The table of contents of `ttl --from-code`: discover and lower as a scan does, evaluate, and gather what sets times.
#include "base/parallel.hpp"
#include "engine/interpreter.hpp"
#include "engine/program.hpp"
#include "frontends/frontend.hpp"
#include "source/discover.hpp"
#include "source/roots.hpp"
#include "ttl/code/config_settings.hpp"
#include "ttl/code/library_settings.hpp"
#include "ttl/code/named_settings.hpp"
#include "ttl/code/setting_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>
#include <tuple>

namespace idem {

namespace {

FileFacts lower(const Project& project, const SourceFile& file, std::string& failure) {
  const SourceText source = read_source(project, file);
  failure = source.failure;
  if (source.failure.empty() && source.skipped.empty()) return file.frontend->lower(file.path, source.text);
  FileFacts empty;
  empty.path = file.path;
  empty.names.emplace_back();
  empty.line_starts.push_back(0);
  return empty;
}

std::vector<FileFacts> lower_all(const Project& project, CodeScan& scan, const std::vector<bool>& wanted) {
  std::vector<FileFacts> facts(project.files.size());
  std::vector<std::string> failures(project.files.size());
  parallel_for(project.files.size(), std::max(1U, std::thread::hardware_concurrency()),
               [&](std::size_t i) { facts[i] = lower(project, project.files[i], failures[i]); });
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (!wanted[i]) continue;
    if (!failures[i].empty())
      scan.unread.push_back(project.files[i].path);
    else
      ++scan.files;
  }
  return facts;
}

void read_configuration(const Project& project, const Scope& scope, const Catalog& catalog, CodeScan& scan) {
  for (const std::string& file : project.others) {
    if (!in_scope(scope, file) || !is_config_file(file)) continue;
    const Result<std::vector<ConfigScalar>> scalars = config_scalars(file, project.read_other(file));
    if (!scalars) {
      scan.unread.push_back(file);
      continue;
    }
    ++scan.files;
    for (CodeSetting& setting : config_settings(catalog, file, *scalars)) scan.settings.push_back(std::move(setting));
  }
}

// By file and line. What a row told is not told again by a name on the same line.
void put_in_order(std::vector<CodeSetting>& settings, std::size_t from_rows) {
  std::set<std::tuple<std::string, std::size_t, std::int64_t, std::int64_t>> told;
  const auto place = [](const CodeSetting& s) { return std::make_tuple(s.file, s.line, s.duration.ms, s.count); };
  for (std::size_t i = 0; i < from_rows; ++i) told.insert(place(settings[i]));
  std::size_t at = 0;
  std::erase_if(settings,
                [&](const CodeSetting& setting) { return at++ >= from_rows && told.contains(place(setting)); });
  const auto key = [](const CodeSetting& s) {
    return std::tie(s.file, s.line, s.kind, s.name, s.duration.ms, s.count);
  };
  std::stable_sort(settings.begin(), settings.end(),
                   [&](const CodeSetting& a, const CodeSetting& b) { return key(a) < key(b); });
  settings.erase(std::unique(settings.begin(), settings.end(),
                             [&](const CodeSetting& a, const CodeSetting& b) { return key(a) == key(b); }),
                 settings.end());
}

}  // namespace

Result<CodeScan> scan_code(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return Error{ErrorKind::usage, fmt::format("--from-code: there is no {}", path)};
  const Result<Scope> scope = find_scope({path}, std::filesystem::current_path(error).string());
  if (!scope) return scope.error().with_context("--from-code");
  const Project project = discover(*scope, {});
  CodeScan scan;
  std::vector<bool> wanted(project.files.size());
  std::set<std::string> families;
  for (std::size_t i = 0; i < project.files.size(); ++i) {
    const SourceFile& file = project.files[i];
    wanted[i] = in_scope(*scope, file.path);
    families.insert(std::string(file.frontend->family.empty() ? file.frontend->name : file.frontend->family));
  }
  const Result<Catalog> catalog = catalog_with_settings({families.begin(), families.end()});
  if (!catalog) return catalog.error();

  // What calls set, then what names say, then configuration: the first to tell of a value is the one that is shown.
  Program program(project, lower_all(project, scan, wanted));
  Libraries libraries(*catalog);
  Arena arena;
  Interpreter interpreter(program, libraries, arena);
  scan.settings = library_settings(interpreter, *catalog, wanted);
  const std::size_t from_rows = scan.settings.size();
  for (Index file = 0; file < program.file_count(); ++file)
    if (wanted[file])
      for (CodeSetting& setting : named_settings(interpreter, *catalog, file))
        scan.settings.push_back(std::move(setting));
  read_configuration(project, *scope, *catalog, scan);
  put_in_order(scan.settings, from_rows);
  for (const Diagnostic& diagnostic : project.diagnostics)
    if (diagnostic.incomplete && in_scope(*scope, diagnostic.file)) scan.unread.push_back(diagnostic.file);
  if (scan.files == 0 && scan.unread.empty())
    return Error{
        ErrorKind::usage,
        fmt::format("--from-code: {} holds no source that idem reads, and no YAML, TOML, JSON or .env file", path)};
  return scan;
}

}  // namespace idem
