#include "frontends/python/lowering.hpp"

#include <algorithm>

namespace idem::python {

SetHow Lowering::how_to_set(std::string_view name) const {
  if (scope().kind == FnKind::module) {
    const auto found = m_module_sets.find(name);
    return found != m_module_sets.end() && found->second == 1 ? SetHow::constant : SetHow::declare;
  }
  const auto& outside = scope().outside;
  return std::find(outside.begin(), outside.end(), name) == outside.end() ? SetHow::declare : SetHow::assign;
}

void Lowering::assignment(Index n) {
  const Index type = child(n, m_grammar.field.type);
  const Index left = child(n, m_grammar.field.left);
  Index value = child(n, m_grammar.field.right);
  if (left == kNone) return;
  if (type != kNone) return annotated(n, left, type, value);
  std::vector<Index> targets{left};
  while (value != kNone && kind(value) == Kind::assignment) {
    const Index target = child(value, m_grammar.field.left);
    if (target != kNone) targets.push_back(target);
    value = child(value, m_grammar.field.right);
  }
  if (value == kNone) return;
  if (targets.size() == 1) {
    assign_to(left, expr(value), span(n));
    if (kind(left) == Kind::identifier) alias_from_annotated(text(left), value, span(n));
    return;
  }
  // The value is made once: the first plain name takes it, the others take that name.
  const auto plain =
      std::find_if(targets.begin(), targets.end(), [&](Index target) { return kind(target) == Kind::identifier; });
  ExprId made = expr(value);
  if (plain == targets.end()) {
    made = hold(made, span(value));
  } else {
    assign_to(*plain, made, span(n));
    made = m_build.name_expr(text(*plain), span(*plain));
  }
  for (auto target = targets.begin(); target != targets.end(); ++target)
    if (target != plain) assign_to(*target, made, span(n));
}

void Lowering::annotated(Index n, Index target, Index type, Index value) {
  Metadata metadata;
  const std::string_view said = text(type);
  if (kind(target) == Kind::identifier && value != kNone && (said == "TypeAlias" || said.ends_with(".TypeAlias"))) {
    const TypeId alias = m_build.reserve_type();
    const TypeRefId aliased = type_of(value, &metadata);
    Type& made = m_facts.types[alias];
    made.name = m_build.name(text(target));
    made.kind = TypeKind::alias;
    made.outer = function_scope();
    made.aliased = aliased;
    made.annotations = metadata_annotations(metadata);
    made.span = span(n);
    made.name_at = span(target).begin;
    return assign_to(target, expr(value), span(n));
  }
  const TypeRefId declared = type_of(type, &metadata);
  const ExprId init = value == kNone ? kNone : expr(value);
  const Scope& in = scope();
  if (kind(target) == Kind::identifier && in.kind == FnKind::type_body) {
    record_field(in.owner, text(target), declared, init, metadata, span(n));
  } else if (kind(target) == Kind::attribute && init == kNone) {  // self.x: T
    const Index object = child(target, m_grammar.field.object);
    if (object != kNone && in.kind == FnKind::constructor && text(object) == in.receiver)
      record_field(in.owner, text(child(target, m_grammar.field.attribute)), declared, kNone, metadata, span(n));
    return;
  }
  assign_to(target, init, span(n), declared);
}

// `X = Annotated[T, Depends(f)]` names a type for parameters elsewhere, so it is kept as one.
void Lowering::alias_from_annotated(std::string_view name, Index value, Span at) {
  if (scope().kind != FnKind::module || kind(value) != Kind::subscript) return;
  const Index head = child(value, m_grammar.field.value);
  if (head == kNone || without_typing(dotted(head)) != "Annotated") return;
  Metadata metadata;
  const TypeId alias = m_build.reserve_type();
  const TypeRefId aliased = type_of(value, &metadata);
  Type& made = m_facts.types[alias];
  made.name = m_build.name(name);
  made.kind = TypeKind::alias;
  made.outer = scope().fn;
  made.aliased = aliased;
  made.annotations = metadata_annotations(metadata);
  made.span = at;
  made.name_at = at.begin;
}

void Lowering::assign_name(std::string_view name, ExprId value, Span place, Span at, TypeRefId type) {
  const Scope& in = scope();
  if (in.kind == FnKind::type_body && type == kNone) record_field(in.owner, name, kNone, value, {}, at);
  m_build.set(m_build.name_expr(name, place), value, how_to_set(name), at, type);
}

void Lowering::assign_to(Index target, ExprId value, Span at, TypeRefId type) {
  target = without_parentheses(target);
  if (target == kNone) return;
  switch (kind(target)) {
    case Kind::identifier:
      return assign_name(text(target), value, span(target), at, type);
    case Kind::attribute: {
      const Index object = child(target, m_grammar.field.object);
      const Index name = child(target, m_grammar.field.attribute);
      const Scope& in = scope();
      if (in.kind == FnKind::constructor && object != kNone && name != kNone && text(object) == in.receiver)
        record_field(in.owner, text(name), type, value, {}, at);
      return m_build.set(expr(target), value, SetHow::assign, at, type);
    }
    case Kind::subscript:
      return m_build.set(expr(target), value, SetHow::assign, at, type);
    case Kind::tuple_pattern:
    case Kind::list_pattern:
    case Kind::pattern_list:
    case Kind::expression_list:
    case Kind::tuple:
    case Kind::list:
      return destructure(target, value, at);
    default:
      if (value != kNone) m_build.eval(value, at);
  }
}

void Lowering::destructure(Index pattern, ExprId value, Span at) {
  const std::string name = m_build.fresh_name();
  m_build.set(m_build.name_expr(name, at), value, SetHow::constant, at);
  unpack_from(pattern, m_build.name(name), at);
}

// The bounds of a starred part with so many parts before and behind it.
ExprId Lowering::slice_bounds(std::size_t before, std::size_t behind, Span at) {
  const Arg from{.value = number(std::to_string(before), at)};
  const Arg to{.value = behind == 0 ? null(at) : number("-" + std::to_string(behind), at)};
  const Arg step{.value = null(at)};
  return m_build.list(ExprKind::list, {from, to, step}, at, kTuple);
}

void Lowering::unpack_from(Index pattern, NameId temporary, Span at) {
  pattern = without_parentheses(pattern);
  std::size_t total = 0;
  for (Index c = first_named(pattern); c != kNone; c = next_named(c)) ++total;
  std::size_t place = 0;
  bool after_star = false;
  for (Index c = first_named(pattern); c != kNone; c = next_named(c), ++place) {
    const ExprId whole = m_build.name_expr(m_facts.names[temporary], span(c));
    if (kind(c) == Kind::list_splat_pattern || kind(c) == Kind::list_splat) {
      const ExprId bounds = slice_bounds(place, total - place - 1, span(c));
      if (first_named(c) != kNone) assign_to(first_named(c), m_build.op("slice", whole, bounds, span(c)), at);
      after_star = true;
      continue;
    }
    const std::string spelled = after_star ? "-" + std::to_string(total - place) : std::to_string(place);
    assign_to(c, m_build.index(whole, number(spelled, span(c)), span(c)), at);
  }
}

ExprId Lowering::place_for(Index target, NameId& temporary) {
  const Index bare = without_parentheses(target);
  const Kind what = bare == kNone ? Kind::other : kind(bare);
  if (what == Kind::identifier || what == Kind::attribute || what == Kind::subscript) return expr(bare);
  const std::string name = m_build.fresh_name();
  temporary = m_build.name(name);
  return m_build.name_expr(name, span(target));
}

// Evaluating these again costs nothing and does nothing.
static bool is_cheap(const FileFacts& facts, ExprId id) {
  for (int depth = 0; depth < 8; ++depth) {
    const Expr& e = facts.exprs[id];
    switch (e.kind) {
      case ExprKind::string:
      case ExprKind::number:
      case ExprKind::boolean:
      case ExprKind::null:
      case ExprKind::name:
        return true;
      case ExprKind::member:
        id = e.a;
        break;
      default:
        return false;
    }
  }
  return false;
}

ExprId Lowering::hold(ExprId value, Span at) {
  if (is_cheap(m_facts, value)) return value;
  const std::string name = m_build.fresh_name();
  m_build.set(m_build.name_expr(name, at), value, SetHow::constant, at);
  return m_build.name_expr(name, at);
}

void Lowering::augmented_assignment(Index n) {
  const Index left = child(n, m_grammar.field.left);
  const Index value = child(n, m_grammar.field.right);
  const Index sign = child(n, m_grammar.field.operator_);
  if (left == kNone || value == kNone || sign == kNone) return;
  std::string_view name = text(sign);
  name = name == "//=" ? "/" : name.substr(0, name.empty() ? 0 : name.size() - 1);
  const ExprId made = expr(value);
  m_build.event({.kind = EventKind::set,
                 .how = static_cast<std::uint8_t>(SetHow::augment),
                 .expr = made,
                 .place = expr(left),
                 .op = m_build.name(name),
                 .span = span(n)});
}

// A field is known by its first declaration; what that left open (`x: int`, `x = None`) the constructor may fill in.
void Lowering::record_field(TypeId owner, std::string_view name, TypeRefId type, ExprId init, const Metadata& metadata,
                            Span at) {
  const NameId id = m_build.name(name);
  const auto [known, is_new] =
      m_fields.try_emplace(std::uint64_t{owner} << 32 | id, static_cast<Index>(m_facts.fields.size()));
  if (is_new) {
    const Range annotations = metadata_annotations(metadata);
    m_facts.fields.push_back(
        {.owner = owner, .name = id, .type = type, .init = init, .annotations = annotations, .span = at});
    return;
  }
  Field& field = m_facts.fields[known->second];
  const bool open = field.init == kNone || m_facts.exprs[field.init].kind == ExprKind::null;
  if (open && init != kNone) field.init = init;
  if (field.type == kNone) field.type = type;
}

}  // namespace idem::python
