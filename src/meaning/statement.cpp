#include "meaning/statement.hpp"

#include "meaning/origin.hpp"
#include "meaning/tables.hpp"

#include <algorithm>
#include <set>

namespace idem {

namespace {

using Words = std::set<std::string>;

struct StatementStep {
  Interpreter& interpreter;
  Operation& op;
  V called;
  std::string method;  // plain

  const std::vector<V>& args() const { return called->args->positional; }

  // Text arguments in lower case, joined.
  std::string texts() const {
    std::string all;
    for (V value : args()) {
      if (!value->is(ValueKind::text)) continue;
      if (value->items.empty()) all += interpreter.text(value->name);
      for (V part : value->items)
        if (part->is(ValueKind::text)) all += interpreter.text(part->name);
      all += ' ';
    }
    std::transform(all.begin(), all.end(), all.begin(), [](unsigned char c) { return std::tolower(c); });
    return all;
  }

  void write(std::string_view column, V value) {
    op.columns.emplace_back(column);
    op.data.push_back(value);
  }

  void values() {
    for (V value : args()) {
      if (value->is(ValueKind::list) && !value->object->items.empty()) value = value->object->items.front();
      if (value->is(ValueKind::map) || value->is(ValueKind::instance)) {
        for (const auto& [name, field] : value->object->fields)
          if (!field->is(ValueKind::fn)) write(interpreter.text(name), field);
        op.open_columns |= value->is(ValueKind::instance) || !value->object->complete;
      } else if (value->is(ValueKind::library) || value->is(ValueKind::unknown)) {
        op.open_columns = true;
      }
    }
    for (const auto& [name, value] : called->args->named) write(interpreter.text(name), value);
    // value("column", …), set("column = ?", …)
    if ((method == "value" || method == "set") && args().size() > 1 && args()[0]->is(ValueKind::text) &&
        args()[0]->items.empty()) {
      const std::string_view text = interpreter.text(args()[0]->name);
      write(text.substr(0, text.find_first_of(" =")), args()[1]);
    }
  }

  void columns() {
    for (V value : args())
      if (value->is(ValueKind::text) && value->items.empty()) op.columns.emplace_back(interpreter.text(value->name));
  }

  void filter() {
    const auto add = [&](const std::vector<std::pair<Symbol, V>>& fields) {
      for (const auto& [name, value] : fields) {
        op.filter_columns.emplace_back(interpreter.text(name));
        op.key.push_back(value);
        if (value->is(ValueKind::text) || value->is(ValueKind::boolean) || value->is(ValueKind::null))
          op.filter_literals.emplace_back(interpreter.text(name));
      }
    };
    for (V value : args())
      if (value->is(ValueKind::map)) add(value->object->fields);
    add(called->args->named);
  }

  void conflict(bool ignored) {
    if (op.kind == OpKind::insert || op.kind == OpKind::upsert) op.kind = ignored ? OpKind::claim : OpKind::upsert;
  }

  void conflict_clause() {
    static const Words kIgnores = {"ignore", "orignore", "donothing", "onconflictdonothing", "insertignore"};
    static const Words kUpdates = {"merge",     "doupdateset", "doupdate", "onconflictdoupdate", "onduplicatekeyupdate",
                                   "onconflict"};
    const std::string text = texts();
    if (kIgnores.contains(method) || text.find("do nothing") != std::string::npos) return conflict(true);
    if (kUpdates.contains(method) || text.find("do update") != std::string::npos ||
        text.find("duplicate key update") != std::string::npos)
      conflict(false);
  }

  void take() {
    static const Words kTables = {"model", "modeltableexpr", "tableexpr", "table", "into", "from", "insertinto"};
    static const Words kValues = {"values", "value", "set", "rows", "setmap", "data", "model"};
    static const Words kFilters = {"where", "andwhere", "filter", "filterby", "whereeq", "wherein"};
    static const Words kRows = {"returning", "output"};
    static const Words kRow = {"get",    "first", "one",  "executetakefirst", "executetakefirstorthrow",
                               "scalar", "scan",  "take", "oneornone",        "scalaroneornone"};
    if (kTables.contains(method))
      for (const std::string& name : tables_of(interpreter, called))
        if (std::find(op.tables.begin(), op.tables.end(), name) == op.tables.end()) op.tables.push_back(name);
    if (op.table.empty() && !op.tables.empty()) op.table = op.tables.front();
    if (kValues.contains(method)) values();
    if (method == "columns") columns();
    if (kFilters.contains(method)) filter();
    if (kRows.contains(method)) op.shape = Shape::rows;
    if (kRow.contains(method) && op.shape == Shape::rows) op.shape = Shape::row;
    if (method == "exec" && op.shape == Shape::none) op.shape = Shape::count;
    conflict_clause();
  }
};

}  // namespace

void extend_statement(Interpreter& interpreter, Operation& op, V step) {
  if (step->args == nullptr) return;
  StatementStep{interpreter, op, step, words_of(interpreter, step).plain_method}.take();
}

}  // namespace idem
