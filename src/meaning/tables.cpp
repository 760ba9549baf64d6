#include "meaning/tables.hpp"

#include "meaning/origin.hpp"

#include <algorithm>
#include <set>

namespace idem {

namespace {

struct Namer {
  Interpreter& interpreter;
  std::vector<std::string> names;

  void add(std::string name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }

  static bool has_type(V value) {
    return value != nullptr && (value->is(ValueKind::type) || value->is(ValueKind::instance));
  }

  void add_type(V value) {
    const FileFacts& facts = interpreter.program().file(value->file).facts;
    add(plain_name(facts.name(facts.types[value->decl].name)));
  }

  // class OrderRepository(Repository[Order]): what the bases' type arguments name.
  void base_arguments(TypeDef type) {
    for (const TypeDef base : std::vector<TypeDef>(interpreter.bases_of(type))) {
      const FileFacts& facts = interpreter.program().file(base.file).facts;
      const Range bases = facts.types[base.type].bases;
      for (Index i = bases.first; i < bases.first + bases.count; ++i) {
        const TypeRef& ref = facts.type_refs[facts.type_lists[i]];
        if (ref.args.count == 0) continue;
        V argument = interpreter.typed_value(base.file, facts.type_lists[ref.args.first]);
        if (has_type(argument)) add_type(argument);
      }
    }
  }

  void record(V value) {
    if (value->is(ValueKind::list) && !value->object->items.empty()) value = value->object->items.front();
    if (value->is(ValueKind::any_of))
      for (V one : value->items)
        if (has_type(one)) return add_type(one);
    if (has_type(value)) add_type(value);
    if (value->is(ValueKind::library) && value->lib->called() && has_type(value->subject)) add_type(value->subject);
    text_of(value);
  }

  // A name as text ("public.orders"), or a table declared by a call that names it: pgTable("orders", {…}).
  void text_of(V value) {
    if (value->is(ValueKind::library) && value->lib->called() && value->args != nullptr &&
        !value->args->positional.empty())
      value = value->args->positional.front();
    if (!value->is(ValueKind::text)) return;
    if (!value->items.empty()) value = value->items.back();
    if (!value->is(ValueKind::text) || !value->items.empty()) return;
    std::string_view name = interpreter.text(value->name);
    if (name.find(' ') != std::string_view::npos) return;
    name.remove_prefix(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
    add(plain_name(name));
  }

  // knex("orders").insert(…), db.Table("orders").Create(…): a step before the method names the table.
  void steps_before(V called) {
    static const std::set<std::string> kNaming = {"table",       "into",       "from",       "insertinto",
                                                  "updatetable", "deletefrom", "collection", "model",
                                                  "knex",        "db",         "trx",        ""};
    int links = 0;
    for (V at = called->receiver; at != nullptr && links < 12; at = at->receiver, ++links) {
      if (at->args == nullptr || at->args->positional.empty() || at->receiver == nullptr) continue;
      std::string name;
      if (at->receiver->lib != nullptr) {
        name = at->receiver->lib->step;
        name = name == "()" ? "" : plain_name(name);
      }
      if (kNaming.contains(name)) text_of(at->args->positional.front());
    }
  }
};

// client.session.update({ where, data }): the clients that take such maps have a member a table, of whatever name.
bool takes_where_and_data(const Interpreter& interpreter, V called) {
  if (called->args == nullptr || called->args->positional.empty() ||
      !called->args->positional.front()->is(ValueKind::map))
    return false;
  const auto& fields = called->args->positional.front()->object->fields;
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
    const std::string_view name = interpreter.text(field.first);
    return name == "where" || name == "data";
  });
}

// The member that a method is called on: `client.orders.create()` → orders.
std::string member_called_on(const Interpreter& interpreter, V called) {
  static const std::set<std::string> kNone = {"objects",    "session",    "query",  "manager",
                                              "repository", "collection", "select", "connection",
                                              "db",         "connection", "client", "orm"};
  if (called->receiver == nullptr || called->receiver->receiver == nullptr) return "";
  const LibNode* node = called->receiver->receiver->lib;
  if (node == nullptr || !node->step.starts_with(".")) return "";
  const std::string name = plain_name(node->step);
  return kNone.contains(name) && !takes_where_and_data(interpreter, called) ? "" : name;
}

// Whether the subject is the client itself (class Db extends Client) and not what the call is about: then a member
// stands between.
bool subject_is_client(V called) {
  if (called->receiver == nullptr || called->receiver->receiver == nullptr) return false;
  const LibNode* member = called->receiver->receiver->lib;
  return member != nullptr && member->step.starts_with(".") && member->parent != nullptr && member->parent->called();
}

}  // namespace

std::vector<std::string> tables_of(Interpreter& interpreter, V called) {
  Namer namer{interpreter, {}};
  V subject = called->subject;
  if (Namer::has_type(subject)) {
    if (called->lib != nullptr)
      for (const Row* row : called->lib->rows)
        if (const std::vector<std::string>* fields = row->list("model_fields"))
          if (V model = interpreter.model_of(subject->type(), *fields); model != nullptr) namer.add_type(model);
    namer.base_arguments(subject->type());
    if (!subject_is_client(called)) namer.add_type(subject);
  }
  if (called->args != nullptr && !called->args->positional.empty()) namer.record(called->args->positional.front());
  namer.steps_before(called);
  namer.add(member_called_on(interpreter, called));
  return std::move(namer.names);
}

}  // namespace idem
