// What a call means for protection: statements, locks, transactions, inquiries; the other kinds in files of their own.
#include "meaning/operation_classifier.hpp"

#include "meaning/durations.hpp"
#include "meaning/flat_text.hpp"
#include "meaning/origin.hpp"
#include "meaning/tables.hpp"

#include <algorithm>
#include <set>

namespace idem {

bool Classifier::sql() {
  if (called->args == nullptr) return false;
  // What is prepared runs when the statement does.
  if (prepares(words.plain_method)) return false;
  std::vector<V> args = called->args->positional;
  const bool prepared = prepared_text() != nullptr;
  if (prepared) args = {prepared_text()};
  for (std::size_t i = 0; i < args.size() && i < 3; ++i) {
    std::vector<V> texts = args[i]->is(ValueKind::any_of) ? args[i]->items : std::vector<V>{args[i]};
    for (V one : texts) {
      if (!one->is(ValueKind::text) && one->args == nullptr) continue;
      const std::string text = flat_text(interpreter, one);
      if (transaction_word(text)) return true;
      const SqlStatement statement = read_sql(text);
      if (statement.verb == SqlVerb::none) continue;
      from_sql(statement, prepared ? 0 : i + 1);
      lease_of_rows(text);
      if (out.kind == OpKind::lookup) {
        const std::string plain = plain_name(text);
        out.judges_expiry = names_expiry(text);
        if (plain.starts_with("selectexists")) out.shape = Shape::boolean;
        if (plain.starts_with("selectcount")) out.shape = Shape::count;
        // `err := db.Get(&row, "SELECT …")`
        const std::string method = plain_name(words.method);
        out.gives_error = i > 0 && (method == "get" || method == "getcontext");
      }
      return true;
    }
  }
  return false;
}

bool Classifier::names_expiry(const std::string& text) {
  const std::string plain = plain_name(text);
  return plain.find("expir") != std::string::npos || plain.find("validuntil") != std::string::npos ||
         plain.find("interval") != std::string::npos || plain.find("createdat") != std::string::npos;
}

void Classifier::lease_of_rows(const std::string& text) {
  if (out.kind != OpKind::update && out.kind != OpKind::claim && out.kind != OpKind::insert) return;
  for (const std::string& column : out.columns) {
    const std::string plain = plain_name(column);
    if (plain.find("locked") == std::string::npos && plain.find("lease") == std::string::npos &&
        plain.find("claimed") == std::string::npos && plain.find("heartbeat") == std::string::npos &&
        plain.find("started") == std::string::npos)
      continue;
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    const std::size_t where = lower.find("where");
    if (out.kind == OpKind::insert || where == std::string::npos) continue;
    std::string column_text = column;
    std::transform(column_text.begin(), column_text.end(), column_text.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    const std::size_t compared = lower.find(column_text, where);
    const std::size_t less = compared == std::string::npos ? compared : lower.find('<', compared);
    if (less == std::string::npos || less > compared + column_text.size() + 3) continue;
    out.takes_over = true;
    out.kind = OpKind::claim;
    out.lease = interval_in(lower.substr(0, where));
  }
}

bool Classifier::transaction_word(const std::string& text) {
  static const Words kRuns = {"query", "exec", "execcontext", "execute", "run", "raw", "unsafe", "queryraw", "send"};
  if (text.size() > 60 || !kRuns.contains(plain_name(words.method))) return false;
  const std::vector<std::string> said = split_words(text);
  if (said.empty() || said.size() > 6) return false;
  if (said.front() == "begin" || (said.size() > 1 && said[0] == "start" && said[1] == "transaction"))
    out.kind = OpKind::begin;
  else if (said.size() > 2)
    return false;
  else if (said.front() == "commit")
    out.kind = OpKind::commit;
  else if (said.front() == "rollback")
    out.kind = OpKind::rollback;
  return out.kind != OpKind::none;
}

bool Classifier::prepares(const std::string& method) {
  static const Words kPrepares = {"prepare", "preparecontext", "preparex", "preparexcontext", "preparenamed"};
  return kPrepares.contains(method);
}

V Classifier::prepared_text() const {
  static const Words kRuns = {"run",         "get",      "all",          "iterate",         "exec",     "execcontext",
                              "query",       "queryrow", "querycontext", "queryrowcontext", "mustexec", "execute",
                              "executemany", "fetch",    "fetchrow",     "fetchval",        "fetchone", "fetchall"};
  if (!kRuns.contains(words.plain_method) || called->receiver == nullptr) return nullptr;
  V at = called->receiver->receiver;
  if (at != nullptr && at->lib != nullptr && at->lib->step.starts_with("[")) at = at->receiver;
  if (at == nullptr || at->args == nullptr || !prepares(words_of(interpreter, at).plain_method)) return nullptr;
  for (V argument : at->args->positional)
    if (argument->is(ValueKind::text)) return argument;
  return nullptr;
}

void Classifier::from_sql(const SqlStatement& statement, std::size_t first) {
  out.table = statement.table;
  out.columns = statement.columns;
  out.filter_columns = statement.filter_columns;
  out.filter_literals = statement.filter_literals;
  out.relative = statement.relative;
  const std::vector<V>& args = called->args->positional;
  for (std::size_t i = first; i < args.size(); ++i) {
    if (args[i]->is(ValueKind::list))
      out.data.insert(out.data.end(), args[i]->object->items.begin(), args[i]->object->items.end());
    else
      out.data.push_back(args[i]);
  }
  for (const auto& [name, value] : called->args->named) out.data.push_back(value);
  out.key = out.data;
  out.written = statement.values;
  for (const std::string& value : statement.values)
    if (value.find("interval") != std::string::npos) out.has_expiry = true;
  for (const std::string& column : statement.columns)
    if (column.find("expire") != std::string::npos || column.find("valid_until") != std::string::npos ||
        column.find("ttl") != std::string::npos)
      out.has_expiry = true;
  out.shape = sql_shape(statement);
  switch (statement.verb) {
    case SqlVerb::select:
      out.kind = OpKind::lookup;
      if (statement.advisory_lock && statement.table.empty()) {
        out.kind = OpKind::lock;
        out.held_to_commit = statement.advisory_xact;
      } else if (statement.row_lock) {
        out.held_to_commit = true;
      }
      return;
    case SqlVerb::insert:
      if (statement.on_conflict == OnConflict::ignore)
        out.kind = OpKind::claim;
      else if (statement.on_conflict == OnConflict::update)
        out.kind = OpKind::upsert;
      else
        out.kind = OpKind::insert;
      return;
    case SqlVerb::update: {
      out.kind = OpKind::update;
      // Conditional on a column that it also sets: a state transition only one caller can make.
      for (const std::string& column : statement.filter_literals)
        if (std::find(statement.columns.begin(), statement.columns.end(), column) != statement.columns.end())
          out.kind = OpKind::claim;
      for (const std::string& column : statement.filter_columns)
        if (column == "version" || column == "lock_version" || column == "row_version") out.kind = OpKind::claim;
      return;
    }
    case SqlVerb::delete_:
      out.kind = OpKind::remove;
      return;
    case SqlVerb::merge:
      out.kind = OpKind::upsert;
      return;
    default:
      out.kind = OpKind::none;
  }
}

Shape Classifier::sql_shape(const SqlStatement& statement) const {
  static const Words kRow = {"one",        "oneornone", "fetchrow",        "fetchval",  "fetchone",
                             "fetch_one",  "queryrow",  "queryrowcontext", "queryrowx", "get",
                             "getcontext", "first",     "scalar",          "manyornone"};
  static const Words kNoRow = {"none", "exec", "execcontext", "run", "execute", "executeraw", "executerawunsafe"};
  std::string method = plain_name(words.method);
  if (kRow.contains(method)) return Shape::row;
  if (kNoRow.contains(method)) return statement.returning ? Shape::rows : Shape::count;
  return Shape::rows;
}

bool Classifier::lock_or_transaction() {
  static const Words kLocks = {"lock",  "acquire",      "withlock",    "trylock",
                               "using", "runexclusive", "acquirelock", "obtain"};
  static const Words kAbout = {"lock", "mutex", "redlock", "semaphore", "locker", "redsync", "sync"};
  const std::string& method = words.plain_method;
  if (kLocks.contains(method) && (any_word(words.receiver, kAbout) || method.find("lock") != std::string::npos)) {
    out.kind = OpKind::lock;
    return true;
  }
  static const Words kBegin = {"begin", "begintx", "begintxx", "starttransaction", "transaction", "atomic"};
  static const Words kCommit = {"commit", "committransaction"};
  static const Words kRollback = {"rollback", "aborttransaction", "rollbacktransaction"};
  if (kBegin.contains(method)) out.kind = OpKind::begin;
  if (kCommit.contains(method)) out.kind = OpKind::commit;
  if (kRollback.contains(method)) out.kind = OpKind::rollback;
  return out.kind != OpKind::none;
}

bool Classifier::inquiry() {
  if (!asks_provider(interpreter, called)) return false;
  out.kind = OpKind::inquiry;
  out.shape = Shape::row;
  out.key = called->args->positional;
  return true;
}

bool Classifier::acknowledges() {
  static const Words kAcks = {"ack",         "basicack",       "ackmsg",       "deletemessage",
                              "markmessage", "commitmessages", "commitoffsets"};
  static const Words kNacks = {"nack", "basicnack", "reject", "basicreject", "nak"};
  const std::string& method = words.plain_method;
  if (kAcks.contains(method)) out.kind = OpKind::ack;
  if (kNacks.contains(method)) out.kind = OpKind::nack;
  return out.kind != OpKind::none;
}

Operation operation_of(Interpreter& interpreter, const TraceNode& node) {
  Classifier classifier{interpreter, node, node.value, words_of(interpreter, node.value), {}, false};
  Operation& out = classifier.out;
  const bool known = classifier.sql() || classifier.effect() || classifier.key_value() || classifier.acknowledges() ||
                     classifier.lock_or_transaction() || classifier.inquiry() || classifier.data_library();
  if (!known) out.kind = OpKind::none;
  out.call = node.value;
  out.site = node.site;
  out.dropped = node.dropped;
  if (out.tables.empty() && !out.table.empty()) out.tables = {out.table};
  return std::move(out);
}

}  // namespace idem
