#include "facts_check.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

class Checker {
 public:
  Checker(const FileFacts& facts, std::size_t text_size) : m_facts(facts), m_size(text_size) {}

  std::string run() {
    if (m_facts.names.empty() || !m_facts.names[0].empty()) note("name 0 is not empty", 0);
    if (m_facts.fns.empty() || m_facts.fns[0].kind != FnKind::module) note("fn 0 is no module", 0);
    expressions();
    events();
    declarations();
    modules();
    return m_found;
  }

 private:
  void note(const char* what, Index at) {
    if (m_found.empty()) m_found = fmt::format("{} at {}", what, at);
  }
  template <typename T>
  void id(Index value, const std::vector<T>& list, const char* what, Index at, bool may_miss = true) {
    if (value == kNone ? !may_miss : value >= list.size()) note(what, at);
  }
  template <typename T>
  void range(Range value, const std::vector<T>& list, const char* what, Index at) {
    if (value.first > list.size() || value.count > list.size() - value.first) note(what, at);
  }
  void span(Span value, const char* what, Index at) {
    if (value.begin > value.end || value.end > m_size) note(what, at);
  }
  void name(NameId value, const char* what, Index at) { id(value, m_facts.names, what, at, false); }

  void expressions() {
    for (Index i = 0; i < m_facts.exprs.size(); ++i) {
      const Expr& expr = m_facts.exprs[i];
      name(expr.name, "expr name", i);
      for (const ExprId operand : {expr.a, expr.b, expr.c}) id(operand, m_facts.exprs, "operand", i);
      range(expr.args, m_facts.args, "args", i);
      range(expr.types, m_facts.type_lists, "types", i);
      span(expr.span, "expr span", i);
      if (expr.kind == ExprKind::fn) id(expr.target, m_facts.fns, "fn", i, false);
      if (expr.kind == ExprKind::type) id(expr.target, m_facts.types, "type", i, false);
      if (expr.kind == ExprKind::call || expr.kind == ExprKind::member) id(expr.a, m_facts.exprs, "callee", i, false);
    }
    for (Index i = 0; i < m_facts.args.size(); ++i) {
      name(m_facts.args[i].label, "label", i);
      id(m_facts.args[i].key, m_facts.exprs, "key", i);
      id(m_facts.args[i].value, m_facts.exprs, "value", i, false);
    }
  }
  void events() {
    for (Index i = 0; i < m_facts.events.size(); ++i) {
      const Event& event = m_facts.events[i];
      id(event.expr, m_facts.exprs, "event expr", i, event.kind != EventKind::set && event.kind != EventKind::eval);
      id(event.place, m_facts.exprs, "place", i, event.kind != EventKind::set);
      name(event.key, "event key", i);
      name(event.op, "event op", i);
      id(event.type, m_facts.type_refs, "event type", i);
      id(event.body, m_facts.blocks, "body", i);
      id(event.other, m_facts.blocks, "other", i);
      range(event.catches, m_facts.catches, "catches", i);
      span(event.span, "event span", i);
    }
    for (Index i = 0; i < m_facts.blocks.size(); ++i) range(m_facts.blocks[i].events, m_facts.events, "events", i);
    for (Index i = 0; i < m_facts.catches.size(); ++i) {
      range(m_facts.catches[i].types, m_facts.exprs_list, "catch types", i);
      name(m_facts.catches[i].bind, "catch name", i);
      id(m_facts.catches[i].body, m_facts.blocks, "catch body", i, false);
    }
  }
  void declarations() {
    for (Index i = 0; i < m_facts.fns.size(); ++i) {
      const Fn& fn = m_facts.fns[i];
      name(fn.name, "fn name", i);
      id(fn.owner, m_facts.types, "owner", i);
      id(fn.outer, m_facts.fns, "outer", i, i == 0);
      range(fn.params, m_facts.params, "params", i);
      id(fn.returns, m_facts.type_refs, "returns", i);
      range(fn.annotations, m_facts.annotations, "annotations", i);
      id(fn.body, m_facts.blocks, "fn body", i);
      span(fn.span, "fn span", i);
    }
    for (Index i = 0; i < m_facts.params.size(); ++i) {
      name(m_facts.params[i].name, "param", i);
      id(m_facts.params[i].type, m_facts.type_refs, "param type", i);
      id(m_facts.params[i].init, m_facts.exprs, "default", i);
      range(m_facts.params[i].annotations, m_facts.annotations, "param annotations", i);
    }
    for (Index i = 0; i < m_facts.types.size(); ++i) {
      const Type& type = m_facts.types[i];
      name(type.name, "type name", i);
      range(type.bases, m_facts.type_lists, "bases", i);
      range(type.type_params, m_facts.name_lists, "type params", i);
      range(type.annotations, m_facts.annotations, "type annotations", i);
      id(type.body, m_facts.fns, "type body", i);
      id(type.aliased, m_facts.type_refs, "aliased", i);
      id(type.base_expr, m_facts.exprs, "base", i);
      span(type.span, "type span", i);
    }
    for (Index i = 0; i < m_facts.fields.size(); ++i) {
      id(m_facts.fields[i].owner, m_facts.types, "field owner", i, false);
      name(m_facts.fields[i].name, "field", i);
      id(m_facts.fields[i].type, m_facts.type_refs, "field type", i);
      id(m_facts.fields[i].init, m_facts.exprs, "init", i);
    }
    for (Index i = 0; i < m_facts.type_refs.size(); ++i) {
      name(m_facts.type_refs[i].name, "type ref", i);
      range(m_facts.type_refs[i].args, m_facts.type_lists, "type args", i);
      id(m_facts.type_refs[i].target, m_facts.types, "type target", i);
    }
    for (Index i = 0; i < m_facts.type_lists.size(); ++i)
      id(m_facts.type_lists[i], m_facts.type_refs, "type list", i, false);
    for (Index i = 0; i < m_facts.annotations.size(); ++i)
      id(m_facts.annotations[i].expr, m_facts.exprs, "annotation", i, false);
  }
  void modules() {
    for (Index i = 0; i < m_facts.imports.size(); ++i) {
      name(m_facts.imports[i].alias, "alias", i);
      id(m_facts.imports[i].in, m_facts.fns, "import in", i, false);
    }
    for (Index i = 0; i < m_facts.exports.size(); ++i) {
      id(m_facts.exports[i].value, m_facts.exprs, "export", i, m_facts.exports[i].module != 0);
      name(m_facts.exports[i].of, "export of", i);
    }
    for (Index i = 0; i < m_facts.cuts.size(); ++i) span(m_facts.cuts[i].span, "cut", i);
    for (Index i = 0; i < m_facts.comments.size(); ++i) span(m_facts.comments[i].span, "comment", i);
  }

  const FileFacts& m_facts;
  std::size_t m_size;
  std::string m_found;
};

}  // namespace

std::string unsound(const FileFacts& facts, std::size_t text_size) { return Checker(facts, text_size).run(); }

}  // namespace idem
