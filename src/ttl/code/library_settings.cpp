#include "ttl/code/library_settings.hpp"

#include "ttl/code/around.hpp"
#include "ttl/code/setting_calls.hpp"
#include "ttl/code/value_quantity.hpp"
#include "ttl/code/words.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>

namespace idem {

namespace {

class Finder {
 public:
  Finder(Interpreter& interpreter, const Catalog& catalog, const std::vector<bool>& wanted)
      : m_interpreter(interpreter),
        m_program(interpreter.program()),
        m_wanted(wanted),
        m_setting(functions_that_set(m_program, catalog, wanted)) {}

  std::vector<CodeSetting> run() {
    for (Index file = 0; file < m_program.file_count(); ++file) {
      if (!m_wanted[file]) continue;
      m_interpreter.run_module(file);
      const FileFacts& facts = m_program.file(file).facts;
      for (const FnId fn : m_setting[file]) walk(file, fn);
      for (const Annotation& annotation : facts.annotations) look_into(eval(file, annotation.expr), 0);
      for (const Field& field : facts.fields) look_into(eval(file, field.init), 0);
    }
    return std::move(m_found);
  }

 private:
  V eval(Index file, ExprId expr) { return expr == kNone ? nullptr : m_interpreter.eval_in_module(file, expr); }

  // Closures run with the function around them; what another function has led to needs no walk of its own.
  void walk(Index file, FnId fn) {
    const FileFacts& facts = m_program.file(file).facts;
    const Fn& declared = facts.fns[fn];
    if (declared.body == kNone || declared.kind == FnKind::type_body) return;
    if (declared.kind == FnKind::lambda && declared.outer != kNone) return;
    // (A decorator's library may have run the function, but left no trace.)
    const bool led_to = fn != 0 && declared.annotations.count == 0 && m_interpreter.was_walked({file, fn});
    if (led_to) return;
    bool cut = false;
    look_through(m_interpreter.walk_alone({file, fn}, cut));
  }

  void look_through(const TraceBlock* block) {
    if (block == nullptr || !m_seen.insert(block).second) return;
    for (const TraceNode& node : block->nodes) {
      if (node.kind == TraceKind::call) look_at(node.value);
      look_through(node.body);
      look_through(node.other);
      for (const TraceCatch& caught : node.catches) look_through(caught.body);
    }
  }

  // A value outside a walk: the calls it was made by.
  void look_into(V value, int depth) {
    if (value == nullptr || depth > 8) return;
    look_at(value);
    if (value->receiver != nullptr && value->lib != nullptr) look_into(value->receiver, depth + 1);
    for (V item : value->items) look_into(item, depth + 1);
    if (value->args == nullptr) return;
    for (V argument : value->args->positional) look_into(argument, depth + 1);
    for (const auto& [name, argument] : value->args->named) look_into(argument, depth + 1);
  }

  void look_at(V called) {
    if (called == nullptr || called->args == nullptr || called->site.file == kNone) return;
    if (called->site.file >= m_wanted.size() || !m_wanted[called->site.file]) return;
    for (const Row* row : rows_of(called))
      if (!row->text("setting").empty() && row->text("setting") != "duration") read(*row, called);
  }

  // Rows of a library's call; of a call on something that is not known, those of the module "any" by its name alone.
  const std::vector<const Row*>& rows_of(V called) {
    if (called->lib != nullptr) return called->lib->rows;
    static const std::vector<const Row*> none;
    V callee = called->receiver;
    if (callee == nullptr || callee->name == 0 || callee->lib != nullptr) return none;
    Libraries& libraries = m_interpreter.libraries();
    const LibNode* any = libraries.root(m_program.file(called->site.file).family, "any");
    return libraries.step(libraries.step(any, "." + std::string(m_interpreter.text(callee->name))), "()")->rows;
  }

  void read(const Row& row, V called) {
    if (!m_interpreter.applies(row, called)) return;
    V value = m_interpreter.slot_value(row, "value", called);
    const std::optional<Quantity> quantity = value == nullptr ? std::nullopt : quantity_of(m_interpreter, value);
    if (!quantity) return;
    // Once for each value that a walk leads to it.
    const Site& site = called->site;
    if (!m_told.insert({&row, site.file, site.span.begin, site.span.end, quantity->amount}).second) return;
    const FileFacts& facts = m_program.file(called->site.file).facts;
    CodeSetting setting;
    const Enclosing& enclosing = enclosing_of(called->site.file);
    setting.around = enclosing.path() + enclosing.words(called->site.span);
    std::optional<CodeSetting::Kind> kind = kind_of_word(row.text("setting"));
    if (row.text("setting") == "expiry") {
      // The key says best what is remembered under it; names around it next.
      V key = m_interpreter.slot_value(row, "key", called);
      const std::string words = key == nullptr ? std::string() : words_of_value(m_interpreter, key);
      kind = kind_of_expiry(words);
      if (!kind) kind = kind_of_expiry(setting.around);
      setting.around += words;
    }
    if (!kind) return;
    setting.kind = *kind;
    if (!set_quantity(setting, *quantity, unit_of(row.text("unit")))) return;
    if (setting.kind == CodeSetting::retries && row.text("counts") == "tries")
      setting.count = std::max<std::int64_t>(0, setting.count - 1);
    setting.file = facts.path;
    const Expr* call = call_expr(facts, called);
    setting.line = line_of(facts, row, called, call);
    setting.name = name_of(facts, row, called, call);
    m_found.push_back(std::move(setting));
  }

  // The call as an expression of its file; nullptr where it is none (made by a row).
  static const Expr* call_expr(const FileFacts& facts, V called) {
    for (const Expr& expr : facts.exprs)
      if (expr.kind == ExprKind::call && expr.span.begin == called->site.span.begin &&
          expr.span.end == called->site.span.end)
        return &expr;
    return nullptr;
  }

  // "requests.post timeout": the call as written, and the name of the argument where it has one.
  static std::string name_of(const FileFacts& facts, const Row& row, V called, const Expr* call) {
    std::string name = call == nullptr ? std::string() : callee_text(facts, call->a);
    if (name.empty() && called->lib != nullptr) name = called->lib->module;
    const Slot& slot = *row.slot("value");
    for (const Slot::Choice& choice : slot.choices) {
      if (call != nullptr && slot.choices.size() > 1 && argument(facts, *call, choice) == kNone) continue;
      const std::string last = !choice.members.empty() ? choice.members.back() : choice.text;
      return last.empty() || last.front() == '(' ? name : name + " " + last;
    }
    return name;
  }

  // Where the number is given: the argument's own line where it is written in the call, else the call's.
  static std::size_t line_of(const FileFacts& facts, const Row& row, V called, const Expr* call) {
    if (call != nullptr)
      for (const Slot::Choice& choice : row.slot("value")->choices)
        if (const ExprId found = argument(facts, *call, choice); found != kNone)
          return facts.line(facts.exprs[found].span.begin);
    return facts.line(called->site.span.begin);
  }

  // The expression that a choice of a slot means, by syntax alone; kNone where it is not written out in the call.
  static ExprId argument(const FileFacts& facts, const Expr& call, const Slot::Choice& choice) {
    using From = Slot::Choice::From;
    ExprId at = kNone;
    unsigned position = 0;
    for (Index i = call.args.first; i < call.args.first + call.args.count; ++i) {
      const Arg& arg = facts.args[i];
      const bool positional = arg.label == 0 && !arg.spread;
      if (choice.from == From::position && positional && position == choice.position) at = arg.value;
      if (choice.from == From::keyword && arg.label != 0 && facts.name(arg.label) == choice.text) at = arg.value;
      position += positional ? 1 : 0;
    }
    for (const std::string& member : choice.members) {
      if (at == kNone || facts.exprs[at].kind != ExprKind::map) return kNone;
      const Range entries = facts.exprs[at].args;
      at = kNone;
      for (Index i = entries.first; i < entries.first + entries.count; ++i)
        if (facts.args[i].label != 0 && facts.name(facts.args[i].label) == member) at = facts.args[i].value;
    }
    return at;
  }

  const Enclosing& enclosing_of(Index file) {
    std::unique_ptr<Enclosing>& slot = m_enclosing[file];
    if (!slot) slot = std::make_unique<Enclosing>(m_program.file(file).facts);
    return *slot;
  }

  struct Told {
    const Row* row;
    Index file;
    std::uint32_t begin, end;
    std::int64_t amount;
    friend auto operator<=>(const Told&, const Told&) = default;
  };

  Interpreter& m_interpreter;
  Program& m_program;
  const std::vector<bool>& m_wanted;
  const std::vector<std::set<FnId>> m_setting;  // of each file
  std::unordered_set<const TraceBlock*> m_seen;
  std::set<Told> m_told;
  std::map<Index, std::unique_ptr<Enclosing>> m_enclosing;
  std::vector<CodeSetting> m_found;
};

}  // namespace

std::vector<CodeSetting> library_settings(Interpreter& interpreter, const Catalog& catalog,
                                          const std::vector<bool>& wanted) {
  return Finder(interpreter, catalog, wanted).run();
}

}  // namespace idem
