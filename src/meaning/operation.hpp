// What a call means for protection: reads and writes of stores, locks, transactions, effects, answers. One normal form
// for raw SQL text, query builders, ORMs and key-value stores.
#pragma once

#include "engine/interpreter.hpp"
#include "meaning/sql_text.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace idem {

enum class OpKind : std::uint8_t {
  none,
  lookup,  // reads a row, rows or a stored key
  insert,  // a plain insert: raises on a duplicate where the table has a unique constraint
  claim,   // an insert-or-ignore, SET NX, conditional put, state-guarded update: its outcome says who won
  upsert,
  update,  // of rows by filter
  remove,
  put,     // key-value write
  forget,  // key-value delete
  lock,    // how long it is held: `held_to_commit`
  unlock,
  begin,
  commit,
  rollback,
  inquiry,  // asks a provider what became of something
  effect,   // leaves the process: payment, notification, external_http, queue, storage, process
  answer,
  ack,
  nack,
};

// How a result says yes or no.
enum class Shape : std::uint8_t { none, row, rows, count, boolean, ok_word, object_created };

struct Operation {
  OpKind kind = OpKind::none;
  V call = nullptr;
  Site site;
  Shape shape = Shape::none;
  std::string table;                 // table, entity or key prefix, plain
  std::vector<std::string> tables;   // every name it has, `table` first
  std::vector<std::string> columns;  // written
  bool open_columns = false;         // further ones may be written: a record or spread whose fields are not all known
  std::vector<std::string> written;  // SQL: the expressions of the columns written, as they stand in the text
  std::vector<std::string> filter_columns;
  std::vector<std::string> filter_literals;  // conditions on literals: state guards
  std::vector<V> key;                        // values that name the row or entry
  std::vector<V> data;                       // values written
  bool record_given = false;                 // writes a record that was not made in the code that the walk saw
  bool relative = false;                     // n = n + 1
  bool key_value = false;
  bool has_expiry = false;
  V expiry = nullptr;  // its literal, where there is one
  bool expiry_in_milliseconds = false;
  double lease = -1;           // seconds that a claim of a row holds, where its statement says so
  bool takes_over = false;     // an update that claims rows whose lease has ended
  bool judges_expiry = false;  // a look-up that compares the time at which its rows end
  bool atomic_expiry = true;   // a lock or claim whose expiry comes in the same command
  bool held_to_commit = false;
  bool gives_error = false;  // its result is the error itself, set when there was no row
  bool in_process = false;   // a map of this process
  bool awaited = true;       // false: it gives a promise that nobody waits for
  bool dropped = false;
  // effects
  const Row* row = nullptr;
  std::vector<EffectKind> kinds;
  V provider_key = nullptr;  // the idempotency key handed to the provider
  bool by_words = false;     // known only by the words of its receiver and method
  Confidence confidence = Confidence::high;
};

// The operation of a trace's call node; kind none when it means nothing here.
Operation operation_of(Interpreter& interpreter, const TraceNode& node);

// A call on something that is not part of the project and is named like a money-moving collaborator
// ("ledger.mint", "gateway.refund"): words of receiver and method together.
bool moves_money(Interpreter& interpreter, V called);
// A read from a payment provider, by the same words or by rows of its library.
bool asks_provider(Interpreter& interpreter, V called);

}  // namespace idem
