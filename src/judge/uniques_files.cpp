// Unique constraints declared in files beside the code: SQL and Prisma schemas.
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/way_back.hpp"

#include <algorithm>

namespace idem {

void uniques_of_files(const Project& project, Uniques& uniques);

static constexpr std::size_t kMaxSqlBytes = 16u << 20;  // of all SQL files together

static void add_tables(const DatabaseSchema& database, Uniques& uniques) {
  for (const Table& table : database.tables)
    for (const UniqueKey& key : table.unique_keys) {
      UniqueSet set{table.name, {},    key.primary, key.partial,
                    true,       false, table.file,  static_cast<std::uint32_t>(table.line)};
      for (const std::string& column : key.columns) {
        set.columns.push_back(plain_name(column));
        const Column* declared = table.find_column(column);
        set.not_null &= key.primary || (declared != nullptr && declared->not_null);
      }
      uniques.add(std::move(set));
    }
}

// What stands between parentheses or brackets, split at commas, names only.
static std::vector<std::string> names_in(std::string_view text, char open, char close) {
  std::vector<std::string> names;
  const std::size_t from = text.find(open), to = text.find(close, from == std::string_view::npos ? 0 : from);
  if (from == std::string_view::npos || to == std::string_view::npos) return names;
  std::string_view inside = text.substr(from + 1, to - from - 1);
  while (!inside.empty()) {
    const std::size_t comma = inside.find(',');
    std::string_view one = inside.substr(0, comma);
    one = one.substr(0, one.find('('));
    if (const std::string name = plain_name(one); !name.empty()) names.push_back(name);
    inside = comma == std::string_view::npos ? std::string_view{} : inside.substr(comma + 1);
  }
  return names;
}

static void read_prisma(std::string_view text, const std::string& path, Uniques& uniques) {
  std::string model;
  std::uint32_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with("//")) continue;
    if (line.starts_with("model ")) {
      model = plain_name(line.substr(6, line.find('{') - 6));
    } else if (line.starts_with("}")) {
      model.clear();
    } else if (!model.empty() && (line.starts_with("@@unique") || line.starts_with("@@id"))) {
      uniques.add({model, names_in(line, '[', ']'), line.starts_with("@@id"), false, true, false, path, line_number});
    } else if (!model.empty() && !line.starts_with("@@")) {
      const std::string column = plain_name(line.substr(0, line.find_first_of(" \t")));
      const bool primary = line.find("@id") != std::string_view::npos;
      if (line.find("@unique") != std::string_view::npos || primary) {
        // A generated id never clashes; one that the caller fills may.
        uniques.add({model,
                     {column},
                     primary,
                     false,
                     line.find('?') == std::string_view::npos,
                     line.find("@default") != std::string_view::npos,
                     path,
                     line_number});
      }
    }
  }
}

void uniques_of_files(const Project& project, Uniques& uniques) {
  DatabaseSchema database;
  std::size_t bytes = 0;
  for (const std::string& path : project.others) {
    if (path.ends_with(".prisma")) {
      read_prisma(project.read_other(path), path, uniques);
    } else if (path.ends_with(".sql") && !is_way_back(path) && bytes < kMaxSqlBytes) {
      const std::string text = project.read_other(path);
      bytes += text.size();
      const std::string plain = text.size() < 4096 ? plain_name(text) : std::string("unique");
      if (plain.find("unique") == std::string::npos && plain.find("primary") == std::string::npos) continue;
      read_ddl(std::string_view(text).substr(0, way_back_at(text)), path, database);
    }
  }
  add_tables(database, uniques);
}

}  // namespace idem
