#include "facts/builder.hpp"

#include <algorithm>
#include <cassert>

namespace idem {

std::uint32_t FileFacts::line(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  return static_cast<std::uint32_t>(after - line_starts.begin());
}

std::uint32_t FileFacts::column(std::uint32_t offset) const {
  const std::uint32_t at = line(offset);
  return at == 0 ? offset + 1 : offset - line_starts[at - 1] + 1;
}

FactsBuilder::FactsBuilder(FileFacts& facts, std::string_view text) : m_facts(facts) {
  name("");
  m_facts.line_starts.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') m_facts.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
}

template <typename T>
static Index push(std::vector<T>& list, const T& value) {
  list.push_back(value);
  return static_cast<Index>(list.size() - 1);
}

template <typename T>
static Range push_all(std::vector<T>& list, const std::vector<T>& values) {
  const Range range{static_cast<Index>(list.size()), static_cast<Index>(values.size())};
  list.insert(list.end(), values.begin(), values.end());
  return range;
}

NameId FactsBuilder::name(std::string_view text) {
  const auto known = m_names.find(text);
  if (known != m_names.end()) return known->second;
  const NameId id = push(m_facts.names, std::string(text));
  m_names.emplace(std::string(text), id);
  return id;
}

ExprId FactsBuilder::add(const Expr& expr) { return push(m_facts.exprs, expr); }

ExprId FactsBuilder::unknown(std::string_view why, Span span) {
  return add({.kind = ExprKind::unknown, .name = name(why), .span = span});
}

ExprId FactsBuilder::string(std::string_view value, Span span) {
  return add({.kind = ExprKind::string, .name = name(value), .span = span});
}

ExprId FactsBuilder::name_expr(std::string_view identifier, Span span) {
  return add({.kind = ExprKind::name, .name = name(identifier), .span = span});
}

ExprId FactsBuilder::member(ExprId object, std::string_view member_name, Span span, std::uint8_t flags) {
  return add({.kind = ExprKind::member, .flags = flags, .name = name(member_name), .a = object, .span = span});
}

ExprId FactsBuilder::index(ExprId object, ExprId key, Span span) {
  return add({.kind = ExprKind::index, .a = object, .b = key, .span = span});
}

ExprId FactsBuilder::op(std::string_view operator_name, ExprId a, ExprId b, Span span) {
  return add({.kind = ExprKind::op, .name = name(operator_name), .a = a, .b = b, .span = span});
}

ExprId FactsBuilder::call(ExprId callee, const std::vector<Arg>& list, Span span, std::uint8_t flags) {
  return add({.kind = ExprKind::call, .flags = flags, .a = callee, .args = args(list), .span = span});
}

ExprId FactsBuilder::list(ExprKind kind, const std::vector<Arg>& items, Span span, std::uint8_t flags) {
  return add({.kind = kind, .flags = flags, .args = args(items), .span = span});
}

ExprId FactsBuilder::fn_expr(FnId fn, Span span) { return add({.kind = ExprKind::fn, .target = fn, .span = span}); }

ExprId FactsBuilder::type_expr(TypeId type, Span span) {
  return add({.kind = ExprKind::type, .target = type, .span = span});
}

Range FactsBuilder::args(const std::vector<Arg>& list) { return push_all(m_facts.args, list); }

std::string FactsBuilder::fresh_name() { return "$" + std::to_string(++m_fresh); }

void FactsBuilder::open_block() { m_open.emplace_back(); }

BlockId FactsBuilder::close_block() {
  assert(!m_open.empty());
  const Range events = push_all(m_facts.events, m_open.back());
  m_open.pop_back();
  return push(m_facts.blocks, Block{events});
}

void FactsBuilder::drop_block() {
  assert(!m_open.empty());
  m_open.pop_back();
}

void FactsBuilder::event(const Event& event) {
  assert(!m_open.empty());
  m_open.back().push_back(event);
}

void FactsBuilder::set(ExprId place, ExprId value, SetHow how, Span span, TypeRefId type) {
  event({.kind = EventKind::set,
         .how = static_cast<std::uint8_t>(how),
         .expr = value,
         .place = place,
         .type = type,
         .span = span});
}

void FactsBuilder::eval(ExprId expr, Span span) { event({.kind = EventKind::eval, .expr = expr, .span = span}); }

void FactsBuilder::leave(LeaveHow how, ExprId value, Span span) {
  event({.kind = EventKind::leave, .how = static_cast<std::uint8_t>(how), .expr = value, .span = span});
}

Range FactsBuilder::type_list(const std::vector<TypeRefId>& list) { return push_all(m_facts.type_lists, list); }
Range FactsBuilder::name_list(const std::vector<NameId>& list) { return push_all(m_facts.name_lists, list); }
Range FactsBuilder::expr_list(const std::vector<ExprId>& list) { return push_all(m_facts.exprs_list, list); }
TypeRefId FactsBuilder::type_ref(const TypeRef& ref) { return push(m_facts.type_refs, ref); }

TypeRefId FactsBuilder::named_type(std::string_view dotted, Span span) {
  return type_ref({.kind = TypeRefKind::named, .name = name(dotted), .span = span});
}

FnId FactsBuilder::reserve_fn() { return push(m_facts.fns, Fn{}); }
TypeId FactsBuilder::reserve_type() { return push(m_facts.types, Type{}); }
Range FactsBuilder::params(const std::vector<Param>& list) { return push_all(m_facts.params, list); }
Range FactsBuilder::annotations(const std::vector<Annotation>& list) { return push_all(m_facts.annotations, list); }
Range FactsBuilder::catches(const std::vector<Catch>& list) { return push_all(m_facts.catches, list); }
void FactsBuilder::cut(std::string_view why, Span span) { push(m_facts.cuts, Cut{name(why), span}); }

}  // namespace idem
