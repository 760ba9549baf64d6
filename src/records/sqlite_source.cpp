#include "records/sqlite_source.hpp"

#include "records/sqlite_db.hpp"
#include "records/table_choice.hpp"

#include <fmt/core.h>

namespace idem::books {

namespace {

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

class SqliteReader : public RowReader {
 public:
  SqliteReader(SqliteDb db, SqliteStatement statement, std::string name, std::string table)
      : m_db(std::move(db)), m_statement(std::move(statement)), m_name(std::move(name)), m_table(std::move(table)) {
    for (int i = 0; i < m_statement.columns(); ++i) m_columns.emplace_back(m_statement.column_name(i));
  }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::string table() const override { return m_table; }
  Result<bool> next(RawRow& row) override {
    const Result<bool> got = m_statement.step();
    if (!got) return got.error().with_context(m_name);
    if (!*got) return false;
    row.resize(m_columns.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int index = static_cast<int>(i);
      row[i].null = m_statement.is_null(index);
      row[i].text = row[i].null ? std::string_view() : m_statement.text(index);
    }
    return true;
  }

 private:
  SqliteDb m_db;  // before the statement: it must go last
  SqliteStatement m_statement;
  std::string m_name;
  std::string m_table;
  std::vector<std::string> m_columns;
};

Result<std::vector<TableColumns>> tables_of(SqliteDb& db) {
  Result<SqliteStatement> select = db.prepare(
      "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') "
      "ORDER BY m.name, c.cid");
  if (!select) return select.error();
  std::vector<TableColumns> tables;
  for (;;) {
    const Result<bool> got = select->step();
    if (!got) return got.error();
    if (!*got) return tables;
    if (tables.empty() || tables.back().table != select->text(0)) tables.push_back({std::string(select->text(0)), {}});
    tables.back().columns.emplace_back(select->text(1));
  }
}

}  // namespace

Result<std::unique_ptr<RowReader>> open_sqlite_rows(const std::string& path, const std::string& table,
                                                    const std::string& query, const std::string& where, Side side) {
  Result<SqliteDb> db = SqliteDb::open_read_only(path);
  if (!db) return db.error();
  std::string from = query.empty() ? "" : "(" + query + ")";
  std::string chosen = table;
  if (query.empty()) {
    const Result<std::vector<TableColumns>> tables = tables_of(*db);
    if (!tables) return tables.error();
    if (chosen.empty()) {
      const Result<std::string> choice = choose_table(side, *tables);
      if (!choice) return choice.error().with_context(path);
      chosen = *choice;
    }
    from = quoted(chosen);
  }
  Result<SqliteStatement> select =
      db->prepare(fmt::format("SELECT * FROM {}{}", from, where.empty() ? "" : " WHERE " + where));
  if (!select) return select.error().with_context(path);
  return std::unique_ptr<RowReader>(
      std::make_unique<SqliteReader>(std::move(*db), std::move(*select), path, query.empty() ? chosen : ""));
}

}  // namespace idem::books
