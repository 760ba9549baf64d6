// Unique constraints declared in files beside the code: SQL, Prisma and Rails schemas, a live data base.
#include "base/digest.hpp"
#include "base/file_output.hpp"
#include "frontends/frontend.hpp"
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/inspect_db.hpp"
#include "schema/orm_schemas.hpp"
#include "schema/way_back.hpp"
#include "source/discover.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace idem {

namespace fs = std::filesystem;

void uniques_of_files(const Project& project, Uniques& uniques);
void uniques_of_models(Program& program, Uniques& uniques);

static constexpr std::size_t kMaxSqlBytes = 16u << 20;  // of all SQL files together

static std::vector<UniqueSet> sets_of(const DatabaseSchema& database) {
  std::vector<UniqueSet> sets;
  for (const Table& table : database.tables)
    for (const UniqueKey& key : table.unique_keys) {
      const bool expression = std::find(key.columns.begin(), key.columns.end(), "(expression)") != key.columns.end();
      if (!key.valid || expression) continue;
      UniqueSet set{table.name, {},    key.primary, key.partial,
                    true,       false, table.file,  static_cast<std::uint32_t>(table.line)};
      set.name = key.name;
      set.shown = fmt::format("{} ({})", table.name, fmt::join(key.columns, ", "));
      for (const std::string& column : key.columns) {
        set.columns.push_back(plain_name(column));
        const Column* declared = table.find_column(column);
        set.not_null &= key.primary || (declared != nullptr && declared->not_null);
        set.generated |= declared != nullptr && declared->type.ends_with(kPrismaDefault);
      }
      sets.push_back(std::move(set));
    }
  return sets;
}

static bool is_rails_schema(std::string_view path) {
  return path.ends_with(".rb") && (path.ends_with("schema.rb") || path.find("db/migrate/") != std::string_view::npos);
}

void uniques_of_files(const Project& project, Uniques& uniques) {
  DatabaseSchema database;
  std::size_t bytes = 0;
  for (const std::string& path : project.others) {
    if (path.ends_with(".prisma")) {
      read_prisma(project.read_other(path), path, database);
    } else if (is_rails_schema(path)) {
      read_rails_schema(project.read_other(path), path, database);
    } else if (path.ends_with(".sql") && !is_way_back(path) && bytes < kMaxSqlBytes) {
      const std::string text = project.read_other(path);
      bytes += text.size();
      const std::string plain = text.size() < 4096 ? plain_name(text) : std::string("unique");
      if (plain.find("unique") == std::string::npos && plain.find("primary") == std::string::npos) continue;
      read_ddl(std::string_view(text).substr(0, way_back_at(text)), path, database);
    }
  }
  for (UniqueSet& set : sets_of(database)) uniques.add(std::move(set));
}

// Models and migrations of ORMs below a folder, as far as idem reads their language.
static std::vector<UniqueSet> sets_of_models(const Project& project) {
  std::vector<FileFacts> facts;
  for (const SourceFile& file : project.files) {
    const SourceText source = read_source(project, file);
    facts.push_back(file.frontend->lower(file.path, source.text));
  }
  Program program(project, std::move(facts));
  Uniques uniques;
  uniques_of_models(program, uniques);
  return uniques.all();
}

Result<std::vector<UniqueSet>> read_unique_sets(const std::string& path) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  if (!folder && !fs::is_regular_file(path, error))
    return Error{ErrorKind::input, fmt::format("--schema: there is no {}", path)};
  const std::string root =
      fs::absolute(folder ? fs::path(path) : fs::path(path).parent_path(), error).lexically_normal().generic_string();
  const std::string base = folder ? path + "/" : fs::path(path).parent_path().generic_string();
  const auto shown = [&](const std::string& file) {
    return (fs::path(base) / file).lexically_normal().generic_string();
  };
  Project project;
  project.root = root;
  if (folder) {
    project = discover(Scope{root, {""}}, {.tests = true, .vendored = true, .ignored = true});
  } else {
    const std::string name = fs::path(path).filename().string();
    if (const Frontend* frontend = frontend_for(name); frontend != nullptr)
      project.files.push_back({name, frontend, fs::file_size(path, error)});
    else
      project.others.push_back(name);
  }
  DatabaseSchema database;
  bool sql = false, known = false;
  for (const std::string& other : project.others) {
    sql |= other.ends_with(".sql");
    const Result<std::string> text = other.ends_with(".prisma") || other.ends_with(".rb")
                                         ? read_input((fs::path(root) / other).string(), kMaxSqlBytes)
                                         : Result<std::string>(std::string());
    if (!text) return text.error();
    if (other.ends_with(".prisma")) read_prisma(*text, other, database);
    if (other.ends_with(".rb")) read_rails_schema(*text, other, database);
    known |= other.ends_with(".prisma") || other.ends_with(".rb");
  }
  if (sql) {
    Result<DatabaseSchema> read = read_schema(path);
    if (!read) return read.error().with_context("--schema");
    for (Table& table : read->tables) database.tables.push_back(std::move(table));
  }
  std::vector<UniqueSet> sets = sets_of(database);
  for (UniqueSet& set : sets_of_models(project)) sets.push_back(std::move(set));
  if (!sql && !known && project.files.empty())
    return Error{ErrorKind::input,
                 fmt::format("--schema: {} holds no schema that idem reads: SQL, Prisma (.prisma), Rails (.rb), or "
                             "models and migrations in Python, TypeScript or Go",
                             path)};
  for (UniqueSet& set : sets) set.file = shown(set.file);
  return sets;
}

Result<std::vector<UniqueSet>> inspect_unique_sets(const std::string& url) {
  Result<Session> session = Session::open(url);
  if (!session) return session.error().with_context("--db");
  Result<DatabaseSchema> database = inspect_database(*session);
  if (!database) return database.error().with_context("--db");
  std::vector<UniqueSet> sets = sets_of(*database);
  for (UniqueSet& set : sets) set.file = "the data base";
  return sets;
}

std::string digest_of(const std::vector<UniqueSet>& sets) {
  std::string all;
  for (const UniqueSet& set : sets)
    all += fmt::format("{}\n{}\n{}{}{}\n{}:{}\n{}\n{}\n", set.table, fmt::join(set.columns, ","), set.primary,
                       set.partial, set.not_null, set.file, set.line, set.name, set.shown);
  return sha256(all);
}

}  // namespace idem
