#pragma once

#include "reconcile/merge.hpp"
#include "reconcile/plan.hpp"
#include "records/canonical.hpp"
#include "records/reader.hpp"
#include "records/sqlite_db.hpp"

#include <functional>
#include <memory>

namespace idem::books {

// One group's answer from sql/reconcile/classify.sql: `verdicts` and the values of result_columns().
struct Answer {
  std::string verdicts;
  std::vector<Fact> values;
};
using OnAnswer = std::function<Result<void>(const Answer&)>;

// What was seen of a side while it was read.
struct Tally {
  std::int64_t rows = 0;
  bool any_expiry = false;
  std::optional<Micros> longest_retention;
  Micros as_of = 0;

  void see(const Row& row);
};

// The embedded engine: a database of SQLite in a temporary file that holds canonical rows of sources that cannot be
// read in order (files, Redis), the suspects of a merge, and answers the questions about them.
class Store {
 public:
  // `cache_kib` bounds what it keeps in memory.
  static Result<Store> open(int cache_kib);

  // Makes the table of a side with the columns the plan maps; called once a side before load().
  Result<void> begin_side(const Plan& plan, Side side);
  // Reads a source to its end into the side's table. `progress` is called now and then with the rows read so far.
  Result<Tally> load(const Plan& plan, Side side, RowReader& reader, Canonical& canonical, std::int64_t source,
                     const std::function<void(std::int64_t)>& progress);

  // The loaded rows of keys or records in the order merge() wants.
  Result<OrderedRows> ordered(const Plan& plan, Side side);
  // Links whose intention occurs under several links; for a plan without business keys, none.
  Result<OrderedLinks> repeated_intentions(const Plan& plan, Side side);

  // The same, found elsewhere: add_repeated() in any order, then repeated().
  Result<void> add_repeated(std::string_view link);
  Result<OrderedLinks> repeated();

  Result<void> begin_suspects();
  Result<void> add_suspect(const Group& group);
  // Adds those of an attached database, and what it holds of records elsewhere.
  Result<void> add_suspects_of(const std::string& schema);
  // Ends adding, and looks up in the loaded records those that suspects name but are not linked to.
  Result<void> end_suspects(bool records_are_loaded);
  // Resources that suspects without a record name, in batches, for records that are not loaded; `look_up` adds what it
  // finds with add_elsewhere().
  Result<void> each_missing_resource(const std::function<Result<void>(const std::vector<std::string>&)>& look_up);
  Result<void> add_elsewhere(const std::string& id, const Fact& tenant, std::int64_t count);

  // Asks the questions.
  Result<void> classify(const Plan& plan, const OnAnswer& on_answer);
  // Provider rows that meet no group: one answer a link, with np, p_id, p_amount, p_currency, p_created.
  Result<void> provider_only(const Plan& plan, const OnAnswer& on_answer);

  SqliteDb& db() { return m_db; }

 private:
  explicit Store(SqliteDb db) : m_db(std::move(db)) {}

  SqliteDb m_db;
  std::array<std::vector<Role>, kSides> m_roles;  // columns of the side's table
  std::unique_ptr<SqliteStatement> m_add_suspect;
  std::int64_t m_gid = 0;
};

}  // namespace idem::books
