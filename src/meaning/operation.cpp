#include "meaning/operation.hpp"

#include "meaning/durations.hpp"
#include "meaning/flat_text.hpp"
#include "meaning/origin.hpp"
#include "meaning/tables.hpp"

#include <algorithm>
#include <set>

namespace idem {

namespace {

using Words = std::set<std::string>;

bool any_word(const std::vector<std::string>& words, const Words& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return wanted.contains(word); });
}

struct Classifier {
  Interpreter& interpreter;
  const TraceNode& node;
  V called;
  CallWords words;
  Operation out;
  bool saves_row = false;  // what is written was read before

  bool sql() {
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

  static bool names_expiry(const std::string& text) {
    const std::string plain = plain_name(text);
    return plain.find("expir") != std::string::npos || plain.find("validuntil") != std::string::npos ||
           plain.find("interval") != std::string::npos || plain.find("createdat") != std::string::npos;
  }

  // `SET locked_until = now() + interval '1 minute' … WHERE locked_until < now()`: whoever comes after the end takes
  // over.
  void lease_of_rows(const std::string& text) {
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

  // `query('BEGIN')`: transactions opened and closed by statements.
  bool transaction_word(const std::string& text) {
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

  static bool prepares(const std::string& method) {
    static const Words kPrepares = {"prepare", "preparecontext", "preparex", "preparexcontext", "preparenamed"};
    return kPrepares.contains(method);
  }

  // `db.prepare("INSERT …").run(a, b)`, `stmt, err := db.Prepare("INSERT …")`: the text of the statement that runs.
  V prepared_text() const {
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

  // The values stand among the arguments from `first` on.
  void from_sql(const SqlStatement& statement, std::size_t first) {
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

  Shape sql_shape(const SqlStatement& statement) const {
    static const Words kRow = {"one",        "oneornone", "fetchrow",        "fetchval",  "fetchone",
                               "fetch_one",  "queryrow",  "queryrowcontext", "queryrowx", "get",
                               "getcontext", "first",     "scalar",          "manyornone"};
    static const Words kNoRow = {"none", "exec", "execcontext", "run", "execute", "executeraw", "executerawunsafe"};
    std::string method = plain_name(words.method);
    if (kRow.contains(method)) return Shape::row;
    if (kNoRow.contains(method)) return statement.returning ? Shape::rows : Shape::count;
    return Shape::rows;
  }

  // Methods of data libraries by the words of their names.
  bool data_library() {
    if (called->lib == nullptr) return false;
    bool writes = false;
    for (const Row* row : called->lib->rows)
      if (row->role == Role::effect && row->list("kinds") != nullptr)
        for (const std::string& kind : *row->list("kinds")) writes |= kind == "db_write";
    std::vector<std::string> parts = split_words(words.method);
    while (parts.size() > 1 && (parts.front() == "perform" || parts.front() == "partial" || parts.front() == "new"))
      parts.erase(parts.begin());
    if (parts.empty()) return false;
    const std::string& plain = words.plain_method;
    // The asynchronous twins of an ORM's methods: aget, acreate.
    static const Words kTwins = {"aget",  "acreate", "aupdate", "adelete", "afirst",
                                 "alast", "acount",  "aexists", "asave"};
    if (kTwins.contains(parts.front())) parts.front().erase(0, 1);
    static const Words kReads = {"find",    "get",    "first", "select",    "count",  "exists", "exist",
                                 "query",   "take",   "last",  "one",       "all",    "fetch",  "scalar",
                                 "scalars", "lookup", "load",  "aggregate", "filter", "pluck"};
    out.tables = tables_of(interpreter, called);
    if (!out.tables.empty()) out.table = out.tables.front();
    collect_data();
    if (skips_duplicates()) {
      out.kind = OpKind::claim;
      out.shape = Shape::count;
      return true;
    }
    if (plain == "getorcreate" || plain == "findorcreate" || plain == "firstorcreate" || plain == "getorinsert") {
      out.kind = OpKind::claim;
      out.shape = Shape::object_created;
      return true;
    }
    if (plain.find("upsert") != std::string::npos || plain == "updateorcreate" || plain == "createorupdate" ||
        plain == "merge") {
      out.kind = OpKind::upsert;
      return true;
    }
    if (!writes) {
      if (!known_store() || !kReads.contains(parts.front())) return false;
      out.kind = OpKind::lookup;
      const bool many = plain.find("many") != std::string::npos || plain.find("all") != std::string::npos ||
                        plain == "find" || plain == "select" || plain == "query" || plain == "filter";
      out.shape = parts.front() == "count"
                      ? Shape::count
                      : (plain.starts_with("exist") ? Shape::boolean : (many ? Shape::rows : Shape::row));
      return true;
    }
    static const Words kUpdates = {"update",    "set", "patch",  "put",     "increment",
                                   "decrement", "inc", "modify", "replace", "touch"};
    if (kUpdates.contains(parts.front()) || plain == "findbyidandupdate" || plain == "findoneandupdate") {
      out.kind = OpKind::update;
      out.relative |= parts.front().starts_with("inc") || parts.front() == "decrement";
      out.shape = Shape::count;
      // updateMany({ where: { id, status: 'pending' }, data: { status } }): a condition on what is set.
      for (V filter : out.key)
        if (filter->is(ValueKind::map))
          for (const auto& [name, value] : filter->object->fields)
            if (value->is(ValueKind::text) && value->items.empty())
              out.filter_literals.emplace_back(interpreter.text(name));
      if (plain == "updatemany")
        for (const std::string& column : out.filter_literals)
          if (std::find(out.columns.begin(), out.columns.end(), column) != out.columns.end()) out.kind = OpKind::claim;
      return true;
    }
    if (parts.front() == "delete" || parts.front() == "remove" || parts.front() == "destroy" ||
        parts.front() == "soft") {
      out.kind = OpKind::remove;
      out.shape = Shape::count;
      return true;
    }
    out.kind = saves_row ? OpKind::update : OpKind::insert;
    if (plain == "save" || plain == "commit" || plain == "flush") {
      // Saving something that was read before is an update; what was made here is an insert.
      for (V at = called->receiver; at != nullptr; at = at->receiver)
        if (at->args != nullptr && at != called) {
          if (out.kind != OpKind::update && at->object != nullptr) record_fields(at);
          out.kind = OpKind::update;
        }
      if (plain != "save") return false;
    }
    return true;
  }

  // createMany({ data, skipDuplicates: true }), bulk_create(rows, ignore_conflicts=True)
  bool skips_duplicates() const {
    static const Words kSkips = {"skipduplicates", "ignoreduplicates", "ignoreconflicts"};
    for (std::size_t i = 0; i < out.columns.size() && i < out.data.size(); ++i)
      if (kSkips.contains(plain_name(out.columns[i])) && out.data[i]->is(ValueKind::boolean) &&
          interpreter.text(out.data[i]->name) == "true")
        return true;
    return false;
  }

  bool known_store() const {
    for (const Row* row : called->lib->rows)
      if (row->role == Role::db) return true;
    return interpreter.libraries().writes_data(called->lib);
  }

  // quantity = line.quantity + n, quantity = F("quantity") + n
  bool adds_to(std::string_view column, V value) const {
    if (value->is(ValueKind::unknown)) return value->name != 0 && interpreter.text(value->name) == "arithmetic";
    if (!value->is(ValueKind::op)) return false;
    const std::string_view op = interpreter.text(value->name);
    if (op != "+" && op != "-" && op != "*") return false;
    return std::any_of(value->items.begin(), value->items.end(), [&](V operand) {
      if (operand->lib != nullptr && operand->lib->step == "()" && operand->args != nullptr &&
          !operand->args->positional.empty() && operand->args->positional.front()->is(ValueKind::text))
        return plain_name(interpreter.text(operand->args->positional.front()->name)) == plain_name(column);
      std::string_view name = operand->name != 0 ? interpreter.text(operand->name) : std::string_view{};
      if (operand->lib != nullptr && operand->lib->step.starts_with(".")) name = operand->lib->step;
      return !name.empty() && plain_name(name) == plain_name(column);
    });
  }

  // What a query gave, a row of a class of the project.
  static bool row_read(V value) {
    return value->is(ValueKind::library) && value->lib->called() && value->subject != nullptr &&
           (value->subject->is(ValueKind::type) || value->subject->is(ValueKind::instance));
  }

  // A record that is written as a whole: the fields that were set are columns, others may be.
  void record_fields(V value) {
    out.open_columns = true;
    out.record_given |= value->site.file == kNone;
    saves_row |= row_read(value);
    if (value->object == nullptr) return;
    for (const auto& [name, field] : value->object->fields) {
      if (field->is(ValueKind::fn) || declares_column(value, field)) continue;
      out.columns.emplace_back(interpreter.text(name));
      out.data.push_back(field);
      out.relative |= adds_to(interpreter.text(name), field);
    }
  }

  // `id = db.Column(db.Integer, primary_key=True)` in the body of the class says what there is, not what is written.
  bool declares_column(V record, V field) const {
    if (!record->is(ValueKind::instance)) return false;
    if (!field->is(ValueKind::library) || !field->lib->called() || field->site.file != record->file) return false;
    const FileFacts& facts = interpreter.program().file(record->file).facts;
    const auto inside = [&](const Span& span) {
      return span.begin <= field->site.span.begin && field->site.span.end <= span.end;
    };
    const Span& type = facts.types[record->decl].span;
    if (!inside(type)) return false;
    const bool in_method = std::any_of(facts.fns.begin(), facts.fns.end(), [&](const Fn& fn) {
      return fn.kind != FnKind::type_body && type.begin <= fn.span.begin && fn.span.end <= type.end && inside(fn.span);
    });
    const std::vector<Origin>& origins = origins_of(interpreter, field);
    return !in_method && !has_origin(origins, OriginKind::random) && !has_origin(origins, OriginKind::clock);
  }

  void collect_data() {
    if (called->args == nullptr) return;
    if (!called->args->complete) out.open_columns = true;
    const auto fields = [&](V value, bool filter) {
      if (!filter && (value->is(ValueKind::instance) || row_read(value))) return record_fields(value);
      if (!value->is(ValueKind::map)) return;
      if (!filter && !value->object->complete) out.open_columns = true;
      for (const auto& [name, field] : value->object->fields) {
        const std::string column(interpreter.text(name));
        if (column == "where" || column == "filter") {
          out.key.push_back(field);
          if (field->is(ValueKind::map))
            for (const auto& [inner, unused] : field->object->fields)
              out.filter_columns.emplace_back(interpreter.text(inner));
        } else if (column == "data" || column == "values" || column == "create" || column == "update") {
          if (field->is(ValueKind::instance)) record_fields(field);
          if (!field->is(ValueKind::map)) out.open_columns = true;
          if (field->is(ValueKind::map)) out.open_columns |= !field->object->complete;
          if (field->is(ValueKind::map))
            for (const auto& [inner, data] : field->object->fields) {
              out.columns.emplace_back(interpreter.text(inner));
              out.data.push_back(data);
              out.relative |= adds_to(interpreter.text(inner), data);
              if (data->is(ValueKind::map))
                for (const auto& [op, amount] : data->object->fields) {
                  const std::string_view word = interpreter.text(op);
                  if (word == "increment" || word == "decrement" || word == "push") out.relative = true;
                }
            }
        } else if (filter) {
          out.filter_columns.push_back(column);
          out.key.push_back(field);
        } else {
          out.columns.push_back(column);
          out.data.push_back(field);
        }
      }
    };
    for (std::size_t i = 0; i < called->args->positional.size(); ++i) fields(called->args->positional[i], false);
    // How to write, not what.
    static const Words kOptions = {"updatefields", "forceinsert", "forceupdate", "using",  "autocommit",
                                   "autoexpunge",  "autorefresh", "itemid",      "idattr", "attributenames"};
    for (const auto& [name, value] : called->args->named) {
      if (kOptions.contains(plain_name(interpreter.text(name)))) continue;
      out.columns.emplace_back(interpreter.text(name));
      out.data.push_back(value);
      out.relative |= adds_to(interpreter.text(name), value);
      out.key.push_back(value);
      fields(value, false);
    }
    // Filters further back in a chain: objects.filter(x=…).update(…), query.where({...}).
    int links = 0;
    for (V at = called->receiver; at != nullptr && ++links < 100; at = at->receiver) {
      if (at->args == nullptr) continue;
      for (const auto& [name, value] : at->args->named) {
        out.filter_columns.emplace_back(interpreter.text(name));
        out.key.push_back(value);
        if (value->is(ValueKind::text) || value->is(ValueKind::boolean) || value->is(ValueKind::null))
          out.filter_literals.emplace_back(interpreter.text(name));
      }
      for (V value : at->args->positional) fields(value, true);
    }
  }

  bool key_value() {
    static const Words kStores = {"redis",   "cache",  "kv",  "memcached", "memcache", "store",
                                  "ioredis", "valkey", "rdb", "rueidis",   "dynamo",   "etcd"};
    std::vector<std::string> about = words.receiver;
    if (called->lib != nullptr)
      for (std::string& word : split_words(called->lib->module)) about.push_back(std::move(word));
    const bool map = called->receiver != nullptr && called->receiver->receiver != nullptr &&
                     in_process_map(called->receiver->receiver);
    if (!map && !any_word(about, kStores)) return false;
    const std::string& method = words.plain_method;
    static const Words kIfAbsent = {"setnx", "setifabsent", "putifabsent", "setnxex", "add", "setnxcontext"};
    static const Words kPuts = {"set", "put", "setex", "psetex", "hset", "hmset", "store", "save", "setitem"};
    static const Words kGets = {"get",     "hget",  "hgetall",  "has",  "exists",
                                "getitem", "fetch", "contains", "load", "loadorstore"};
    static const Words kForgets = {"del", "delete", "unlink", "remove", "forget", "evict", "hdel"};
    const Args* args = called->args;
    if (args == nullptr || (args->positional.empty() && args->named.empty())) return false;
    out.key_value = true;
    out.in_process = map;
    if (!args->positional.empty()) out.key.push_back(args->positional.front());
    // Go clients take the context first.
    const bool context = args->positional.size() > 1 && called->lib != nullptr &&
                         args->positional.front()->lib != nullptr &&
                         (args->positional.front()->lib->module == "context" ||
                          args->positional.front()->lib->path.ends_with("Context()"));
    if (context) out.key = {args->positional[1]};
    const std::size_t value_at = context ? 2 : 1;
    if (args->positional.size() > value_at) out.data.push_back(args->positional[value_at]);
    bool absent_only = kIfAbsent.contains(method) && !(map && method == "add");
    const auto flag = [&](V value) {
      if (value->is(ValueKind::text) && value->items.empty()) {
        const std::string word = plain_name(interpreter.text(value->name));
        if (word == "nx") absent_only = true;
        if (word == "ex" || word == "px" || word == "exat") out.has_expiry = true;
      }
    };
    for (std::size_t i = 0; i < args->positional.size(); ++i) {
      V value = args->positional[i];
      flag(value);
      // `set(key, value, 'EX', 86400)`
      if (value->is(ValueKind::text) && value->items.empty() && i + 1 < args->positional.size() &&
          (plain_name(interpreter.text(value->name)) == "ex" || plain_name(interpreter.text(value->name)) == "px")) {
        out.expiry = args->positional[i + 1];
        out.expiry_in_milliseconds = plain_name(interpreter.text(value->name)) == "px";
      }
      if (value->is(ValueKind::map))
        for (const auto& [name, field] : value->object->fields) option(name, field, absent_only);
    }
    for (const auto& [name, field] : args->named) option(name, field, absent_only);
    if (method == "setex" || method == "psetex" || method == "setnx")
      out.has_expiry |= method != "setnx" || args->positional.size() > 3;
    if (method == "setex" && args->positional.size() > 2) out.expiry = args->positional[1];
    if ((method == "setnx" || method == "set") && args->positional.size() > 3 && out.expiry == nullptr &&
        args->positional.front()->lib != nullptr) {
      // Go clients: context, key, value, expiration.
      out.expiry = args->positional[3];
      out.has_expiry = true;
    }
    // Zero is the way of some clients to say: never.
    if (out.expiry != nullptr && out.expiry->is(ValueKind::number) && interpreter.text(out.expiry->name) == "0")
      out.has_expiry = false;
    if (absent_only) {
      out.kind = OpKind::claim;
      out.shape = Shape::boolean;
      out.atomic_expiry = out.has_expiry;
      return true;
    }
    if (kPuts.contains(method))
      out.kind = OpKind::put;
    else if (kGets.contains(method)) {
      out.kind = OpKind::lookup;
      out.shape = Shape::row;
    } else if (kForgets.contains(method))
      out.kind = OpKind::forget;
    else {
      out = {};
      return false;
    }
    return true;
  }

  void option(Symbol name, V field, bool& absent_only) {
    const std::string word = plain_name(interpreter.text(name));
    if (word == "nx" && !(field->is(ValueKind::boolean) && interpreter.text(field->name) == "false"))
      absent_only = true;
    if (word == "condition" || word == "onlyifabsent")
      absent_only |= field->is(ValueKind::text) && plain_name(interpreter.text(field->name)) == "nx";
    if (word == "ex" || word == "px" || word == "ttl" || word == "expiration" || word == "timeout" ||
        word == "expirein") {
      out.has_expiry = true;
      if (word == "ex" || word == "timeout" || word == "px") out.expiry = field;
      if (word == "px") out.expiry_in_milliseconds = true;
    }
  }

  bool in_process_map(V value) const {
    if (value->is(ValueKind::map)) return true;
    if (value->lib != nullptr && value->lib->module == "sync") return value->lib->path == "Map()";
    return value->lib != nullptr && value->lib->module == "global" &&
           (value->lib->path == "Map()" || value->lib->path == "Set()" || value->lib->path == "WeakMap()" ||
            value->lib->path == "dict()" || value->lib->path == "set()");
  }

  bool lock_or_transaction() {
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

  bool inquiry() {
    if (!asks_provider(interpreter, called)) return false;
    out.kind = OpKind::inquiry;
    out.shape = Shape::row;
    out.key = called->args->positional;
    return true;
  }

  bool acknowledges() {
    static const Words kAcks = {"ack",         "basicack",       "ackmsg",       "deletemessage",
                                "markmessage", "commitmessages", "commitoffsets"};
    static const Words kNacks = {"nack", "basicnack", "reject", "basicreject", "nak"};
    const std::string& method = words.plain_method;
    if (kAcks.contains(method)) out.kind = OpKind::ack;
    if (kNacks.contains(method)) out.kind = OpKind::nack;
    return out.kind != OpKind::none;
  }

  bool effect() {
    if (called->lib != nullptr)
      for (const Row* row : called->lib->rows) {
        if (row->role == Role::answer) {
          out.kind = OpKind::answer;
          out.row = row;
        }
        if (row->role != Role::effect || row->list("kinds") == nullptr) continue;
        if (row->slot("method") != nullptr || row->slot("verb") != nullptr) {
          const std::string verb = interpreter.slot_verb(*row, called);
          if (verb == "GET" || verb == "HEAD" || verb == "OPTIONS" || verb.empty()) continue;
        }
        for (const std::string& word : *row->list("kinds"))
          if (const std::optional<EffectKind> kind = effect_kind_of(word);
              kind && *kind != EffectKind::db_write && *kind != EffectKind::auth_session)
            out.kinds.push_back(*kind);
        out.row = row;
        if (const std::optional<Confidence> confidence = confidence_of(row->text("confidence")))
          out.confidence = *confidence;
        if (!out.kinds.empty()) out.kind = OpKind::effect;
      }
    if (out.kind == OpKind::none && moves_money(interpreter, called)) {
      out.kind = OpKind::effect;
      out.kinds = {EffectKind::payment};
      out.by_words = true;
      out.confidence = Confidence::medium;
    }
    static const Words kRecords = {"options", "params", "request", "input", "config", "args", "dto", "command"};
    const std::vector<std::string> said = split_words(words.method);
    const bool record = !said.empty() && kRecords.contains(said.back());
    if (out.kind == OpKind::none && called->args != nullptr && !record &&
        (called->lib == nullptr || called->lib->rows.empty())) {
      // A call that hands on an idempotency key asks somebody else for an effect.
      for (V value : called->args->positional)
        if (V key = key_in(value, 0); key != nullptr && out.provider_key == nullptr) out.provider_key = key;
      for (const auto& [name, value] : called->args->named)
        if (names_a_key(interpreter.text(name)))
          out.provider_key = value;
        else if (V key = key_in(value, 0); key != nullptr && out.provider_key == nullptr)
          out.provider_key = key;
      const bool data = called->lib == nullptr || interpreter.libraries().writes_data(called->lib);
      if (out.provider_key != nullptr && data && sql_like(words.method)) out.provider_key = nullptr;
      if (out.provider_key != nullptr) {
        out.kind = OpKind::effect;
        out.kinds = {EffectKind::external_http};
        out.by_words = true;
        out.confidence = Confidence::low;
      }
    }
    if (out.kind != OpKind::effect) return out.kind != OpKind::none;
    if (out.row != nullptr) out.provider_key = interpreter.slot_value(*out.row, "key", called);
    if (out.provider_key == nullptr && called->args != nullptr) {
      for (V value : called->args->positional)
        if (V key = key_in(value, 0); key != nullptr) out.provider_key = key;
      for (const auto& [name, value] : called->args->named) {
        if (names_a_key(interpreter.text(name)) || plain_name(interpreter.text(name)) == "clientref")
          out.provider_key = value;
        else if (V key = key_in(value, 0); key != nullptr)
          out.provider_key = key;
      }
    }
    return true;
  }

  static bool sql_like(std::string_view method) {
    static const Words kData = {"create",    "insert", "save",   "find",   "findone", "findunique",
                                "findfirst", "update", "upsert", "delete", "filter",  "get",
                                "set",       "where",  "select", "first",  "values"};
    return kData.contains(plain_name(method));
  }

  // A key handed on in options or headers, at most four maps deep.
  V key_in(V value, int depth) const {
    if (value == nullptr || depth > 4) return nullptr;
    if (value->is(ValueKind::list) && !value->object->items.empty()) value = value->object->items.front();
    // A record of the library: `Params{IdempotencyKey: key}`, `new Request({ idempotencyKey })`.
    if (value->is(ValueKind::library) && value->args != nullptr) {
      for (const auto& [name, field] : value->args->named) {
        if (names_a_key(interpreter.text(name))) return field;
        if (V inner = field->is(ValueKind::map) ? key_in(field, depth + 1) : nullptr; inner != nullptr) return inner;
      }
      for (V one : value->args->positional)
        if (V inner = one->is(ValueKind::map) ? key_in(one, depth + 1) : nullptr; inner != nullptr) return inner;
    }
    if (!value->is(ValueKind::map) && !value->is(ValueKind::instance)) return nullptr;
    for (const auto& [name, field] : value->object->fields) {
      const std::string plain = plain_name(interpreter.text(name));
      // "client_reference_id" is passed through by providers, and dedupes nothing.
      const bool key = names_a_key(interpreter.text(name)) && plain.find("reference") == std::string::npos;
      if (key || plain == "clientref" || plain == "jobid" || plain == "messagededuplicationid") return field;
      if (V inner = key_in(field, depth + 1); inner != nullptr) return inner;
    }
    return nullptr;
  }
};

}  // namespace

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
