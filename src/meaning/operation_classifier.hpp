// How a call is told to be an operation: one method for each kind of call. Private to this folder.
#pragma once

#include "meaning/operation.hpp"
#include "meaning/origin.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

using Words = std::set<std::string>;

inline bool any_word(const std::vector<std::string>& words, const Words& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return wanted.contains(word); });
}

struct Classifier {
  Interpreter& interpreter;
  const TraceNode& node;
  V called;
  CallWords words;
  Operation out;
  bool saves_row = false;  // what is written was read before

  bool sql();

  static bool names_expiry(const std::string& text);

  // `SET locked_until = now() + interval '1 minute' … WHERE locked_until < now()`: whoever comes after the end takes
  // over.
  void lease_of_rows(const std::string& text);

  // `query('BEGIN')`: transactions opened and closed by statements.
  bool transaction_word(const std::string& text);

  static bool prepares(const std::string& method);

  // `db.prepare("INSERT …").run(a, b)`, `stmt, err := db.Prepare("INSERT …")`: the text of the statement that runs.
  V prepared_text() const;

  // The values stand among the arguments from `first` on.
  void from_sql(const SqlStatement& statement, std::size_t first);

  Shape sql_shape(const SqlStatement& statement) const;

  // Methods of data libraries by the words of their names.
  bool data_library();

  // createMany({ data, skipDuplicates: true }), bulk_create(rows, ignore_conflicts=True)
  bool skips_duplicates() const;

  bool known_store() const;

  // quantity = line.quantity + n, quantity = F("quantity") + n
  bool adds_to(std::string_view column, V value) const;

  // What a query gave, a row of a class of the project.
  static bool row_read(V value);

  // A record that is written as a whole: the fields that were set are columns, others may be.
  void record_fields(V value);

  // `id = db.Column(db.Integer, primary_key=True)` in the body of the class says what there is, not what is written.
  bool declares_column(V record, V field) const;

  void collect_data();

  bool key_value();

  void option(Symbol name, V field, bool& absent_only);

  bool in_process_map(V value) const;

  bool lock_or_transaction();

  bool inquiry();

  bool acknowledges();

  bool effect();

  static bool sql_like(std::string_view method);

  // A key handed on in options or headers, at most four maps deep.
  V key_in(V value, int depth) const;
};

}  // namespace idem
