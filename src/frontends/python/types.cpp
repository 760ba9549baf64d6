#include "frontends/python/lowering.hpp"

#include <algorithm>

namespace idem::python {

std::string Lowering::dotted(Index n) const {
  if (n == kNone) return "";
  if (kind(n) == Kind::identifier) return std::string(text(n));
  if (kind(n) != Kind::attribute && kind(n) != Kind::dotted_name && kind(n) != Kind::member_type) return "";
  std::string out;
  for (const char c : text(n)) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\\') continue;
    if (c == '(' || c == '[' || c == '"' || c == '\'' || c == '#') return "";  // a().b is no name
    out += c;
  }
  return out;
}

bool Lowering::is_none(Index n) const {
  while (n != kNone && (kind(n) == Kind::type || kind(n) == Kind::parenthesized_expression)) n = first_named(n);
  return n != kNone && kind(n) == Kind::none;
}

Range Lowering::metadata_annotations(const Metadata& metadata) {
  std::vector<Annotation> list;
  for (const ExprId said : metadata)
    list.push_back({.expr = said, .on = AnnotationOn::attribute, .span = m_facts.exprs[said].span});
  return m_build.annotations(list);
}

// The head of a generic: `list` of list[int], in both of the forms that the grammar gives it.
Index Lowering::type_head(Index n) const {
  return kind(n) == Kind::subscript ? child(n, m_grammar.field.value) : first_named(n);
}

std::vector<Index> Lowering::type_args(Index n) const {
  std::vector<Index> args;
  const auto add = [&](Index c) {
    const Index inner = kind(c) == Kind::type && first_named(c) != kNone ? first_named(c) : c;
    const Index bare = without_parentheses(inner);
    args.push_back(bare == kNone ? inner : bare);
  };
  if (kind(n) == Kind::subscript) {
    for (Index c = first_named(n); c != kNone; c = next_named(c)) {
      if (node(c).field != m_grammar.field.subscript) continue;
      const bool tuple = kind(c) == Kind::tuple;
      for (Index part = tuple ? first_named(c) : c; part != kNone; part = tuple ? next_named(part) : kNone) add(part);
    }
    return args;
  }
  for (Index c = first_named(n); c != kNone; c = next_named(c))
    if (kind(c) == Kind::type_parameter)
      for (Index part = first_named(c); part != kNone; part = next_named(part)) add(part);
  return args;
}

void Lowering::union_members(Index n, std::vector<Index>& members) const {
  std::vector<Index> todo{n};
  while (!todo.empty()) {
    Index at = todo.back();
    todo.pop_back();
    while (at != kNone && (kind(at) == Kind::type || kind(at) == Kind::parenthesized_expression)) at = first_named(at);
    if (at == kNone) continue;
    const bool pair = kind(at) == Kind::union_type ||
                      (kind(at) == Kind::binary_operator && child(at, m_grammar.field.operator_) != kNone &&
                       text(child(at, m_grammar.field.operator_)) == "|");
    if (!pair) {
      members.push_back(at);
      continue;
    }
    const std::size_t first = todo.size();
    for (Index c = first_named(at); c != kNone; c = next_named(c)) todo.push_back(c);
    std::reverse(todo.begin() + static_cast<std::ptrdiff_t>(first), todo.end());
  }
}

TypeRefId Lowering::make_union(const std::vector<TypeRefId>& members, bool nullable, Span at) {
  TypeRefId made = kNone;
  if (members.size() == 1)
    made = members[0];
  else if (members.empty())
    made = m_build.named_type("None", at);
  else
    made = m_build.type_ref({.kind = TypeRefKind::union_, .args = m_build.type_list(members), .span = at});
  if (made != kNone && nullable && !members.empty()) m_facts.type_refs[made].nullable = true;
  return made;
}

TypeRefId Lowering::union_of(const std::vector<Index>& members, Span at, Metadata* metadata) {
  std::vector<TypeRefId> refs;
  bool nullable = false;
  for (const Index member : members) {
    if (is_none(member)) {
      nullable = true;
      continue;
    }
    const TypeRefId ref = type_of(member, metadata);
    if (ref != kNone) refs.push_back(ref);
  }
  return make_union(refs, nullable, at);
}

TypeRefId Lowering::literal_type(const std::vector<Index>& args, Span at) {
  std::vector<TypeRefId> refs;
  bool nullable = false;
  for (const Index arg : args) {
    if (is_none(arg)) {
      nullable = true;
      continue;
    }
    const std::string value = is_plain_string(arg) ? string_value(arg) : std::string(text(arg));
    refs.push_back(m_build.type_ref({.kind = TypeRefKind::literal, .name = m_build.name(value), .span = span(arg)}));
  }
  return make_union(refs, nullable, at);
}

TypeRefId Lowering::callable(const std::vector<Index>& args, Span at) {
  std::vector<TypeRefId> refs;
  if (!args.empty() && kind(args[0]) == Kind::list)
    for (Index c = first_named(args[0]); c != kNone; c = next_named(c)) refs.push_back(type_of(c));
  refs.push_back(args.size() > 1 ? type_of(args[1]) : kNone);
  return m_build.type_ref({.kind = TypeRefKind::function, .args = m_build.type_list(refs), .span = at});
}

TypeRefId Lowering::type_with_args(Index head, const std::vector<Index>& args, Span at, Metadata* metadata) {
  const std::string written = dotted(head);
  const std::string_view name = without_typing(written);
  if (name == "Annotated" && !args.empty()) {
    const TypeRefId made = type_of(args[0], metadata);
    for (std::size_t i = 1; metadata != nullptr && i < args.size(); ++i) metadata->push_back(expr(args[i]));
    return made;
  }
  if (name == "Union") return union_of(args, at, metadata);
  if (name == "Literal") return literal_type(args, at);
  if (name == "Callable") return callable(args, at);
  if (name == "Optional" && !args.empty()) return make_union({type_of(args[0], metadata)}, true, at);
  const bool open = args.size() == 2 && kind(args[1]) == Kind::ellipsis;  // tuple[int, ...]
  if (open && (name == "tuple" || name == "Tuple")) return generic_type(m_build, "list", {type_of(args[0])}, at);
  std::vector<TypeRefId> refs;
  for (const Index arg : args)
    if (kind(arg) != Kind::ellipsis)
      refs.push_back(type_of(arg, name == "ClassVar" || name == "Final" ? metadata : nullptr));
  return generic_type(m_build, name.empty() ? text(head) : name, refs, at);
}

TypeRefId Lowering::type_of(Index n, Metadata* metadata) {
  while (n != kNone && (kind(n) == Kind::type || kind(n) == Kind::parenthesized_expression)) n = first_named(n);
  if (n == kNone) return kNone;
  switch (kind(n)) {
    case Kind::identifier:
    case Kind::attribute:
    case Kind::dotted_name:
    case Kind::member_type: {
      const std::string name = dotted(n);
      return name.empty() ? kNone : generic_type(m_build, without_typing(name), {}, span(n));
    }
    case Kind::none:
      return m_build.named_type("None", span(n));
    case Kind::string:
    case Kind::concatenated_string:
      return is_plain_string(n) ? parse_type_text(m_build, string_value(n), span(n)) : kNone;
    case Kind::subscript:
    case Kind::generic_type: {
      const Index head = type_head(n);
      return head == kNone ? kNone : type_with_args(head, type_args(n), span(n), metadata);
    }
    case Kind::union_type:
    case Kind::binary_operator: {
      std::vector<Index> members;
      union_members(n, members);
      const bool is_union = members.size() != 1 || members[0] != n;
      return is_union ? union_of(members, span(n), metadata) : kNone;
    }
    case Kind::call: {  // constr(min_length=1): the function stands for the type it makes
      const std::string name = dotted(child(n, m_grammar.field.function));
      return name.empty() ? kNone : m_build.named_type(name, span(n));
    }
    case Kind::list:
    case Kind::tuple: {
      std::vector<TypeRefId> refs;
      for (Index c = first_named(n); c != kNone; c = next_named(c)) refs.push_back(type_of(c));
      return m_build.type_ref({.kind = TypeRefKind::tuple, .args = m_build.type_list(refs), .span = span(n)});
    }
    case Kind::constrained_type:
    case Kind::list_splat:
    case Kind::splat_type:
      return type_of(first_named(n));
    case Kind::integer:
    case Kind::true_:
    case Kind::false_:
      return m_build.type_ref({.kind = TypeRefKind::literal, .name = m_build.name(text(n)), .span = span(n)});
    default:
      return kNone;
  }
}

}  // namespace idem::python
