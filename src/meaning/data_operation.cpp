// What a call of a data library reads or writes: query builders, ORMs, repositories.
#include "meaning/operation_classifier.hpp"
#include "meaning/tables.hpp"

#include <algorithm>

namespace idem {

bool Classifier::data_library() {
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
  if (parts.front() == "delete" || parts.front() == "remove" || parts.front() == "destroy" || parts.front() == "soft") {
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

bool Classifier::skips_duplicates() const {
  static const Words kSkips = {"skipduplicates", "ignoreduplicates", "ignoreconflicts"};
  for (std::size_t i = 0; i < out.columns.size() && i < out.data.size(); ++i)
    if (kSkips.contains(plain_name(out.columns[i])) && out.data[i]->is(ValueKind::boolean) &&
        interpreter.text(out.data[i]->name) == "true")
      return true;
  return false;
}

bool Classifier::known_store() const {
  for (const Row* row : called->lib->rows)
    if (row->role == Role::db) return true;
  return interpreter.libraries().writes_data(called->lib);
}

bool Classifier::adds_to(std::string_view column, V value) const {
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

bool Classifier::row_read(V value) {
  return value->is(ValueKind::library) && value->lib->called() && value->subject != nullptr &&
         (value->subject->is(ValueKind::type) || value->subject->is(ValueKind::instance));
}

void Classifier::record_fields(V value) {
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

bool Classifier::declares_column(V record, V field) const {
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

void Classifier::collect_data() {
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

}  // namespace idem
