#include "ttl/code/named_settings.hpp"

#include "ttl/code/around.hpp"
#include "ttl/code/setting_rows.hpp"
#include "ttl/code/value_quantity.hpp"
#include "ttl/code/words.hpp"

#include <algorithm>

namespace idem {

namespace {

class Finder {
 public:
  Finder(Interpreter& interpreter, const Catalog& catalog, Index file)
      : m_interpreter(interpreter),
        m_catalog(catalog),
        m_file(file),
        m_facts(interpreter.program().file(file).facts),
        m_enclosing(m_facts) {}

  std::vector<CodeSetting> run() {
    for (const Event& event : m_facts.events) {
      if (event.kind != EventKind::set || event.place == kNone || event.expr == kNone) continue;
      const Expr& place = m_facts.exprs[event.place];
      if (place.kind == ExprKind::name || place.kind == ExprKind::member) look(place.name, event.expr, place.span);
    }
    for (const Field& field : m_facts.fields) look(field.name, field.init, field.span);
    for (const Param& param : m_facts.params) look(param.name, param.init, param.span);
    for (const Expr& expr : m_facts.exprs) {
      if (expr.kind != ExprKind::map && expr.kind != ExprKind::call) continue;
      for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i)
        if (m_facts.args[i].value != kNone)
          look(m_facts.args[i].label, m_facts.args[i].value, m_facts.exprs[m_facts.args[i].value].span);
    }
    return std::move(m_found);
  }

 private:
  void look(NameId id, ExprId expr, Span place) {
    if (id == 0 || expr == kNone) return;
    const std::string name = plain_word(m_facts.name(id));
    // The expression's own place: a keyword's value is inside the call that it belongs to.
    const std::string around = m_enclosing.words(m_facts.exprs[expr].span);
    const std::optional<CodeSetting::Kind> kind = kind_of_name(name, around, m_enclosing.path());
    if (!kind) return;
    const std::optional<Quantity> quantity = quantity_of(m_interpreter, m_interpreter.eval_in_module(m_file, expr));
    if (!quantity) return;
    CodeSetting setting;
    setting.kind = *kind;
    setting.around = m_enclosing.path() + around;
    setting.file = m_facts.path;
    setting.line = m_facts.line(place.begin);
    setting.name = shown_name(id, m_facts.exprs[expr].span);
    std::optional<std::int64_t> unit = unit_of_name(name);
    // timeout=SCRAPE_TIMEOUT_MS: the constant's own name says it too.
    const Expr& given = m_facts.exprs[expr];
    if (!unit && (given.kind == ExprKind::name || given.kind == ExprKind::member))
      unit = unit_of_name(plain_word(m_facts.name(given.name)));
    if (!unit && !quantity->unit_ms && *kind != CodeSetting::retries) {
      unit = customary_unit(m_catalog, m_interpreter.program().file(m_file).family, *kind);
      if (unit) unit = plausible_unit(*kind, *quantity, *unit);
      setting.unit_assumed = true;
    }
    if (!set_quantity(setting, *quantity, unit)) return;
    if (*kind == CodeSetting::retries && counts_first_try(name))
      setting.count = std::max<std::int64_t>(0, setting.count - 1);
    m_found.push_back(std::move(setting));
  }

  // The name with the nearest one around it, unless that is a function or type: "queue.worker.timeout" is told as
  // "worker.timeout".
  std::string shown_name(NameId id, Span span) const {
    std::string own(m_facts.name(id));
    std::string around = m_enclosing.nearest(span);
    if (around == own || around.ends_with("." + own)) return around;
    for (const Fn& fn : m_facts.fns)
      if (m_facts.name(fn.name) == around) return own;
    for (const Type& type : m_facts.types)
      if (m_facts.name(type.name) == around) return own;
    return around.empty() ? own : around + "." + own;
  }

  Interpreter& m_interpreter;
  const Catalog& m_catalog;
  Index m_file;
  const FileFacts& m_facts;
  Enclosing m_enclosing;
  std::vector<CodeSetting> m_found;
};

}  // namespace

std::vector<CodeSetting> named_settings(Interpreter& interpreter, const Catalog& catalog, Index file) {
  return Finder(interpreter, catalog, file).run();
}

}  // namespace idem
