#include "frontends/typescript/lowering.hpp"

namespace idem::typescript {

std::string Lowering::qualified(std::string_view name) const { return m_namespace + std::string(name); }

// Static blocks, and whatever a field's initialiser does in passing, become the body of the type.
TypeId Lowering::class_type(Index at, std::string_view name, std::vector<Annotation> annotations) {
  const TypeId id = m_builder.reserve_type();
  Type type{.name = m_builder.name(qualified(name)), .kind = TypeKind::class_, .outer = m_fn};
  type.augments = m_builder.name(m_augments);
  type.span = span(at);
  if (!annotations.empty() && annotations.front().span.begin < type.span.begin)
    type.span.begin = annotations.front().span.begin;
  const Index own = child(at, Role::name);
  type.name_at = own == kNone ? span(at).begin : span(own).begin;
  type.type_params = type_params(child(at, Role::type_parameters));
  type.annotations = m_builder.annotations(annotations);
  heritage(child_of_kind(at, Kind::class_heritage), type);

  m_builder.open_block();
  ClassBody body{.owner = id, .pending = {}};
  for (Index part = first_named(child(at, Role::body)); part != kNone; part = next_named(part))
    class_member(part, body);
  if (m_builder.block_is_empty()) {
    m_builder.drop_block();
  } else {
    const BlockId block = m_builder.close_block();
    type.body = m_builder.reserve_fn();
    facts().fns[type.body] = {.name = type.name,
                              .kind = FnKind::type_body,
                              .owner = id,
                              .outer = m_fn,
                              .body = block,
                              .span = span(at),
                              .name_at = type.name_at};
  }
  facts().types[id] = type;
  return id;
}

void Lowering::heritage(Index at, Type& type) {
  std::vector<TypeRefId> bases;
  for (Index clause = first_named(at); clause != kNone; clause = next_named(clause)) {
    if (kind(clause) == Kind::extends_clause) {
      extends(clause, bases, type);
    } else if (kind(clause) == Kind::implements_clause) {
      for (Index part = first_named(clause); part != kNone; part = next_named(part)) bases.push_back(type_ref(part));
    }
  }
  type.bases = m_builder.type_list(bases);
}

// `extends Base<T>` is a base; `extends mixin(Base)<T>` is an expression, and both `mixin<T>` and Base are told as
// bases so that a row or a hierarchy can know either.
void Lowering::extends(Index at, std::vector<TypeRefId>& bases, Type& type) {
  const Index value = child(at, Role::value);
  if (value == kNone) return;
  const std::vector<TypeRefId> args = type_args(child(at, Role::type_arguments));
  const std::string_view plain = dotted(value);
  if (!plain.empty()) {
    bases.push_back(make_type(TypeRefKind::named, plain, args, span(value)));
    return;
  }
  type.base_expr = expr(value);
  if (kind(value) != Kind::call_expression) return;
  const Index callee = child(value, Role::function);
  const std::vector<TypeRefId> call_args = type_args(child(value, Role::type_arguments));
  if (!dotted(callee).empty())
    bases.push_back(make_type(TypeRefKind::named, dotted(callee), args.empty() ? call_args : args, span(callee)));
  for (Index part = first_named(child(value, Role::arguments)); part != kNone; part = next_named(part))
    if (!dotted(part).empty()) bases.push_back(make_type(TypeRefKind::named, dotted(part), {}, span(part)));
}

void Lowering::class_member(Index at, ClassBody& body) {
  switch (kind(at)) {
    case Kind::decorator:
      body.pending.push_back(decorator(at));
      return;
    case Kind::method_definition:
    case Kind::method_signature:
    case Kind::abstract_method_signature:
      method(at, body);
      break;
    case Kind::public_field_definition:
      field(at, body);
      break;
    case Kind::class_static_block: {
      const Index block = child(at, Role::body);
      if (block != kNone) body_of(block);
      break;
    }
    default:
      break;
  }
  body.pending.clear();
}

// A signature that the next member implements.
bool Lowering::overload_of_next(Index at) const {
  if (kind(at) != Kind::method_signature) return false;
  const Index following = next_named(at);
  return (kind(following) == Kind::method_signature || kind(following) == Kind::method_definition) &&
         text(child(following, Role::name)) == text(child(at, Role::name));
}

// A setter is named "x=", so that it is not taken for the property.
void Lowering::method(Index at, ClassBody& body) {
  if (overload_of_next(at)) return;
  const Index name_node = child(at, Role::name);
  std::string name = property_name(name_node);
  if (name.empty()) name = text(name_node);
  FnSpec spec{.kind = FnKind::method, .name_node = name_node, .owner = body.owner};
  if (name == "constructor") spec.kind = FnKind::constructor;
  if (has_token(at, Kind::tok_static)) spec.flags |= kStatic;
  if (has_token(at, Kind::tok_get)) spec.flags |= kGetter;
  if (has_token(at, Kind::tok_set)) name += '=';
  if (kind(at) == Kind::abstract_method_signature) spec.flags |= kAbstract;
  spec.name = name;
  spec.span = span(at);
  if (!body.pending.empty()) spec.span.begin = body.pending.front().span.begin;
  spec.annotations = std::move(body.pending);
  ++m_actions;
  function(at, std::move(spec));
}

void Lowering::field(Index at, ClassBody& body) {
  const Index name_node = child(at, Role::name);
  std::string name = property_name(name_node);
  if (name.empty()) name = text(name_node);
  std::vector<Annotation> annotations = std::move(body.pending);
  const std::vector<Annotation> own = decorators(at);
  annotations.insert(annotations.end(), own.begin(), own.end());
  idem::Field field{.owner = body.owner, .name = m_builder.name(name), .span = span(at)};
  field.type = annotation_type(child(at, Role::type));
  const Index value = child(at, Role::value);
  if (value != kNone) field.init = named_expr(value, name);
  if (has_token(at, Kind::tok_static)) field.flags |= kFieldStatic;
  if (has_token(at, Kind::tok_readonly)) field.flags |= kFieldConst;
  if (has_token(at, Kind::tok_optional)) field.flags |= kFieldOptional;
  field.annotations = m_builder.annotations(annotations);
  facts().fields.push_back(field);
}

}  // namespace idem::typescript
