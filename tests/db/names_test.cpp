// Names from a schema are hostile input: whatever they hold, the server ends up with exactly that name, or we refuse
// it.
#include "support.hpp"

#include "migrate/check.hpp"
#include "migrate/natural_key.hpp"
#include "schema/ddl_reader.hpp"
#include "schema/inspect_db.hpp"

#include <array>
#include <random>

using namespace idem;

namespace {

constexpr std::size_t kNames = 60;
constexpr unsigned kSeed = 20261130;

// Pieces that end quotes, comments, strings and bodies, look like templates, or lie on a cut of 63 bytes.
std::string hostile_name(std::mt19937& random) {
  static const std::array<const char*, 34> kPieces{
      "\"", "\"\"", "'",    "''", "\\",     ";",  "--",    "/*",           "*/", "$",   "$$", "$idem$",
      "$1", "%",    "%I",   "{",  "}",      "${", "{{x}}", "@table@",      ":x", "\\:", "?",  " ",
      ".",  "é",    "漢字", "😀",  "select", "A",  "order", "DROP TABLE x", "(",  ")"};
  std::string name;
  const std::size_t pieces = 1 + random() % 9;
  for (std::size_t i = 0; i < pieces; ++i) name += kPieces.at(random() % kPieces.size());
  if (random() % 5 == 0) name += std::string(50 + random() % 14, 'n');
  return name;
}

std::vector<std::string> hostile_names() {
  std::mt19937 random(kSeed);  // NOLINT(cert-msc51-cpp): the same names on every run
  std::vector<std::string> names{"\n",
                                 "a\nb",
                                 std::string(63, 'x'),
                                 std::string(64, 'x'),
                                 std::string(31, 'x') + "漢字漢字漢字漢字漢字漢",
                                 "\xff",
                                 "user",
                                 "$idem$",
                                 "\xe2\x80\xae"
                                 "evil"};
  while (names.size() < kNames) names.push_back(hostile_name(random));
  return names;
}

std::string count_named(Session& session, const std::string& schema, const std::string& name) {
  return one(session,
             "SELECT count(*) FROM pg_class WHERE relname = $1 AND relnamespace = (SELECT oid FROM pg_namespace WHERE "
             "nspname = $2)",
             {name, schema});
}

}  // namespace

TEST_CASE("a side table has exactly the name that was asked for, and all of its functions work", "[names]") {
  Session session = connected();
  std::size_t accepted = 0;
  const std::vector<std::string> names = hostile_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const std::string& schema = names[(i + 7) % names.size()];
    INFO("schema " << schema << " table " << name);
    SideTableRequest request;
    request.profile = i % 3 == 0 ? "action" : i % 3 == 1 ? "http" : "workflow";
    request.name = name;
    request.target_schema = schema;
    request.create_schema = true;
    request.server_version = server_major();
    if (!check_identifier(name) || !check_identifier(schema) || !side_table_migration(request)) continue;
    ++accepted;
    must(session, script_of(request, Direction::up));
    must(session, script_of(request, Direction::up));
    CHECK(count_named(session, schema, name) == "1");
    if (request.profile == "http")
      CHECK(one(session, "SELECT outcome FROM " + quote_qualified(schema, derive_identifier(name, "_claim")) +
                             "('t', 'op', 'k', '\\x01')") == "won");
    CheckOptions options;
    options.name = schema + "." + name;
    const Result<CheckReport> report = check_side_tables(session, options);
    REQUIRE(report);
    for (const CheckItem& item : report->items) FAIL(item.message);
    must(session, script_of(request, Direction::down));
    CHECK(count_named(session, schema, name) == "0");
    must(session, "DROP SCHEMA " + quote_identifier(schema) + " CASCADE");
  }
  CHECK(accepted > kNames / 3);
}

TEST_CASE("tables and columns of any name are read alike from DDL and catalogue, and can be made unique", "[names]") {
  Session session = connected();
  const std::vector<std::string> names = hostile_names();
  std::size_t made = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& table = names[i];
    const std::string& column = names[(i + 11) % names.size()];
    if (!check_identifier(table) || !check_identifier(column) || column == "id") continue;
    INFO("table " << table << " column " << column);
    must(session, "DROP SCHEMA IF EXISTS hostile CASCADE; CREATE SCHEMA hostile");
    const std::string ddl = "CREATE TABLE " + quote_qualified("hostile", table) + " (id bigint PRIMARY KEY, " +
                            quote_identifier(column) + " text NOT NULL);";
    must(session, ddl);
    DatabaseSchema read;
    read_ddl(ddl, "", read);
    const Result<DatabaseSchema> live = inspect_database(session);
    REQUIRE(live);
    for (const DatabaseSchema* database : {static_cast<const DatabaseSchema*>(&read), &*live}) {
      const Table* found = database->find_table("hostile", table);
      REQUIRE(found != nullptr);
      CHECK(found->find_column(column) != nullptr);
    }
    const Result<Migration> migration = natural_key_migration(*live, {"hostile." + table, {column}}, {});
    if (!migration) continue;  // refused: $idem$ would end our statements
    ++made;
    for (const Script& script : migration->scripts)
      must(session, script.transactional ? "BEGIN;" + script.up + "COMMIT" : script.up);
    CHECK(one(session,
              "SELECT count(*) FROM pg_index WHERE indrelid = to_regclass($1) AND indisunique AND indisvalid AND NOT "
              "indisprimary",
              {quote_qualified("hostile", table)}) == "1");
  }
  CHECK(made > kNames / 3);
  must(session, "DROP SCHEMA IF EXISTS hostile CASCADE");
}
