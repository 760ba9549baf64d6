// Unique constraints declared in code: columns and classes of ORM models, and migrations written as calls. Told by the
// shape of the declaration (a field marked unique, a constraint that lists columns), which ORMs share.
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"

#include <algorithm>

namespace idem {

void uniques_of_models(Program& program, Uniques& uniques);

namespace {

struct Models {
  const ProgramFile& file;
  Uniques& uniques;

  const FileFacts& facts() const { return file.facts; }
  std::string plain(NameId id) const { return plain_name(facts().name(id)); }

  // The name a callee ends with: models.UniqueConstraint → uniqueconstraint.
  std::string callee_name(const Expr& call) const {
    if (call.kind != ExprKind::call || call.a == kNone) return "";
    const Expr& callee = facts().exprs[call.a];
    return callee.kind == ExprKind::name || callee.kind == ExprKind::member ? plain(callee.name) : "";
  }

  bool is_true(ExprId id) const {
    return id != kNone && facts().exprs[id].kind == ExprKind::boolean && facts().name(facts().exprs[id].name) == "true";
  }

  // unique=True, { unique: true }, .unique() anywhere in a column's declaration.
  bool says(ExprId id, const char* word, int depth = 0) const {
    if (id == kNone || depth > 6) return false;
    const Expr& expr = facts().exprs[id];
    if (expr.kind != ExprKind::call && expr.kind != ExprKind::map) return false;
    for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
      const Arg& arg = facts().args[i];
      if (arg.label != 0 && plain(arg.label) == word && is_true(arg.value)) return true;
      if (arg.value != kNone && says(arg.value, word, depth + 1)) return true;
    }
    if (expr.kind != ExprKind::call) return false;
    const Expr& callee = facts().exprs[expr.a];
    if (callee.kind == ExprKind::member) return plain(callee.name) == word || says(callee.a, word, depth + 1);
    return false;
  }

  // default=uuid4, insert_default=…, { default: () => … }, .defaultRandom()
  bool has_default(ExprId id, int depth = 0) const {
    if (id == kNone || depth > 6) return false;
    const Expr& expr = facts().exprs[id];
    if (expr.kind != ExprKind::call && expr.kind != ExprKind::map) return false;
    for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
      const Arg& arg = facts().args[i];
      if (arg.label != 0 && plain(arg.label).find("default") != std::string::npos) return true;
      if (has_default(arg.value, depth + 1)) return true;
    }
    const Expr& callee = facts().exprs[expr.kind == ExprKind::call ? expr.a : id];
    return callee.kind == ExprKind::member &&
           (plain(callee.name).find("default") != std::string::npos || has_default(callee.a, depth + 1));
  }

  void strings(ExprId id, std::vector<std::string>& out, int depth = 0) const {
    if (id == kNone || depth > 3) return;
    const Expr& expr = facts().exprs[id];
    if (expr.kind == ExprKind::string) out.push_back(plain(expr.name));
    if (expr.kind == ExprKind::member && depth > 0) out.push_back(plain(expr.name));
    if (expr.kind != ExprKind::list) return;
    for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
      strings(facts().args[i].value, out, depth + 1);
  }

  void add(const std::string& table, std::vector<std::string> columns, bool primary, Span span, bool partial = false,
           bool generated = false) const {
    if (table.empty() || columns.empty()) return;
    std::string shown = table + " (";
    for (const std::string& column : columns) shown += (&column == &columns.front() ? "" : ", ") + column;
    uniques.add({table, std::move(columns), primary, partial, true, generated, facts().path, facts().line(span.begin),
                 "", shown + ")"});
  }

  // UniqueConstraint("a", "b"), UniqueConstraint(fields=["a"]), Index(…, unique=True), Unique(["a", "b"]) inside an
  // expression.
  void constraints(const std::vector<std::string>& tables, ExprId id, int depth = 0) const {
    if (id == kNone || depth > 6) return;
    const Expr& expr = facts().exprs[id];
    if (expr.kind == ExprKind::call) {
      const std::string name = callee_name(expr);
      const bool unique = name == "uniqueconstraint" || name == "unique" || name == "uniqueindex" ||
                          ((name == "index" || name == "createindex") && says(id, "unique"));
      if (unique) {
        std::vector<std::string> columns;
        bool partial = false;
        std::vector<std::vector<std::string>> lists;
        for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
          const Arg& arg = facts().args[i];
          const std::string label = arg.label == 0 ? "" : plain(arg.label);
          if (label == "condition" || label == "where" || label == "postgresqlwhere") partial = true;
          if (label == "name" || (!label.empty() && label != "fields" && label != "columns")) continue;
          std::vector<std::string> names;
          strings(arg.value, names);
          const bool list = arg.value != kNone && facts().exprs[arg.value].kind == ExprKind::list;
          if (list) lists.push_back(names);
          columns.insert(columns.end(), names.begin(), names.end());
        }
        if (!lists.empty())
          columns = lists.front();
        else if (name == "index" && columns.size() > 1)
          columns.erase(columns.begin());
        for (const std::string& table : tables) add(table, columns, false, expr.span, partial);
      }
    }
    for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
      if (facts().args[i].value != kNone) constraints(tables, facts().args[i].value, depth + 1);
  }

  std::vector<std::string> tables_of(TypeId id) const {
    const Type& type = facts().types[id];
    std::vector<std::string> tables = {plain(type.name)};
    for (const Index i : file.fields[id]) {
      const Field& field = facts().fields[i];
      const std::string name = plain(field.name);
      if ((name == "tablename" || name == "table") && field.init != kNone &&
          facts().exprs[field.init].kind == ExprKind::string)
        tables.push_back(plain(facts().exprs[field.init].name));
    }
    for (Index i = 0; i < type.annotations.count; ++i) {
      const Expr& expr = facts().exprs[facts().annotations[type.annotations.first + i].expr];
      if (callee_name(expr) == "entity" && expr.args.count > 0 &&
          facts().exprs[facts().args[expr.args.first].value].kind == ExprKind::string)
        tables.push_back(plain(facts().exprs[facts().args[expr.args.first].value].name));
    }
    return tables;
  }

  void type(TypeId id) const {
    const Type& declared = facts().types[id];
    if (declared.name == 0) return;
    std::vector<std::string> tables = tables_of(id);
    for (TypeId inner = 0; inner < facts().types.size(); ++inner) {
      if (facts().types[inner].outer_type != id) continue;
      for (const Index i : file.fields[inner]) {
        const Field& field = facts().fields[i];
        const std::string name = plain(field.name);
        if (name == "dbtable" && field.init != kNone && facts().exprs[field.init].kind == ExprKind::string)
          tables.push_back(plain(facts().exprs[field.init].name));
        if (name == "uniquetogether" && field.init != kNone) together(tables, field.init);
        if (name == "constraints") constraints(tables, field.init);
      }
    }
    for (const Index i : file.fields[id]) {
      const Field& field = facts().fields[i];
      const std::string name = plain(field.name);
      if (name == "tableargs") constraints(tables, field.init);
      bool unique = false, primary = false;
      if (field.init != kNone) {
        unique = says(field.init, "unique") || callee_name(facts().exprs[field.init]) == "onetoonefield";
        primary = says(field.init, "primarykey");
      }
      for (Index k = 0; k < field.annotations.count; ++k)
        unique |= says(facts().annotations[field.annotations.first + k].expr, "unique");
      const std::string tag = field.tag == 0 ? "" : plain_tag(facts().name(field.tag));
      unique |= tag.find("unique") != std::string::npos;
      if (unique || primary)
        for (const std::string& table : tables)
          add(table, {name}, primary && !unique, field.span, false, has_default(field.init));
    }
    for (Index i = 0; i < declared.annotations.count; ++i)
      constraints(tables, facts().annotations[declared.annotations.first + i].expr);
  }

  static std::string plain_tag(std::string_view tag) {
    std::string out;
    for (const unsigned char c : tag) out += static_cast<char>(std::tolower(c));
    return out;
  }

  // unique_together = ("a", "b") or (("a", "b"), ("c", "d"))
  void together(const std::vector<std::string>& tables, ExprId id) const {
    const Expr& expr = facts().exprs[id];
    if (expr.kind != ExprKind::list || expr.args.count == 0) return;
    if (facts().exprs[facts().args[expr.args.first].value].kind == ExprKind::list) {
      for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
        together(tables, facts().args[i].value);
      return;
    }
    std::vector<std::string> columns;
    strings(id, columns);
    for (const std::string& table : tables) add(table, columns, false, expr.span);
  }

  // op.create_unique_constraint("name", "table", ["a"]); schema.createTable("t", (t) => { t.unique(["a"]) })
  void migrations() const {
    for (const Expr& expr : facts().exprs) {
      if (expr.kind != ExprKind::call) continue;
      const std::string name = callee_name(expr);
      const auto text_at = [&](Index n) {
        return expr.args.count > n && facts().exprs[facts().args[expr.args.first + n].value].kind == ExprKind::string
                   ? plain(facts().exprs[facts().args[expr.args.first + n].value].name)
                   : std::string();
      };
      if (name == "createuniqueconstraint" && expr.args.count >= 3) {
        std::vector<std::string> columns;
        strings(facts().args[expr.args.first + 2].value, columns);
        add(text_at(1), columns, false, expr.span);
      } else if ((name == "createtable" || name == "altertable" || name == "table" ||
                  name == "createtableifnotexists" || name == "pgtable" || name == "sqlitetable" ||
                  name == "mysqltable") &&
                 !text_at(0).empty()) {
        inside(text_at(0), expr.span);
      }
    }
  }

  // Column declarations and constraints written inside a call that makes a table.
  void inside(const std::string& table, Span span) const {
    for (const Expr& expr : facts().exprs) {
      if (expr.kind != ExprKind::call || expr.span.begin <= span.begin || expr.span.end > span.end) continue;
      const std::string name = callee_name(expr);
      std::vector<std::string> columns;
      if (name == "unique" || name == "uniqueconstraint" || name == "on") {
        for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
          if (facts().args[i].label == 0) strings(facts().args[i].value, columns, name == "on" ? 1 : 0);
        if (columns.empty() && expr.a != kNone) {
          // t.string("email").unique(): the innermost call's first text names the column.
          ExprId at = expr.a;
          for (int depth = 0; depth < 8 && at != kNone; ++depth) {
            const Expr& link = facts().exprs[at];
            if (link.kind == ExprKind::call && link.args.count > 0 &&
                facts().exprs[facts().args[link.args.first].value].kind == ExprKind::string)
              columns = {plain(facts().exprs[facts().args[link.args.first].value].name)};
            at = link.kind == ExprKind::call || link.kind == ExprKind::member ? link.a : kNone;
          }
        }
      } else if (name == "column" && says(static_cast<ExprId>(&expr - facts().exprs.data()), "unique") &&
                 expr.args.count > 0) {
        strings(facts().args[expr.args.first].value, columns);
      }
      if (name == "on") {
        // uniqueIndex("n").on(t.a, t.b), not index(…).on(…)
        const Expr& callee = facts().exprs[expr.a];
        if (callee.kind != ExprKind::member || callee_name(facts().exprs[callee.a]).find("unique") == std::string::npos)
          continue;
      }
      add(table, columns, false, expr.span);
    }
  }
};

}  // namespace

void uniques_of_models(Program& program, Uniques& uniques) {
  for (Index i = 0; i < program.file_count(); ++i) {
    const Models models{program.file(i), uniques};
    for (TypeId type = 0; type < program.file(i).facts.types.size(); ++type) models.type(type);
    models.migrations();
  }
}

}  // namespace idem
