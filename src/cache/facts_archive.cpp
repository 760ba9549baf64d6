#include "cache/facts_archive.hpp"

#include "cache/archive.hpp"

namespace idem {

template <typename Archive, Of<Span> T>
static void fields(Archive& archive, T& x) {
  auto& [begin, end] = x;
  archive(begin, end);
}
template <typename Archive, Of<Range> T>
static void fields(Archive& archive, T& x) {
  auto& [first, count] = x;
  archive(first, count);
}
template <typename Archive, Of<Expr> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, flags, name, a, b, c, args, types, target, span] = x;
  archive(kind, flags, name, a, b, c, args, types, target, span);
}
template <typename Archive, Of<Arg> T>
static void fields(Archive& archive, T& x) {
  auto& [label, key, value, spread] = x;
  archive(label, key, value, spread);
}
template <typename Archive, Of<Event> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, how, expr, place, key, op, type, body, other, catches, span] = x;
  archive(kind, how, expr, place, key, op, type, body, other, catches, span);
}
template <typename Archive, Of<Block> T>
static void fields(Archive& archive, T& x) {
  auto& [events] = x;
  archive(events);
}
template <typename Archive, Of<Catch> T>
static void fields(Archive& archive, T& x) {
  auto& [types, bind, body, span] = x;
  archive(types, bind, body, span);
}
template <typename Archive, Of<Param> T>
static void fields(Archive& archive, T& x) {
  auto& [name, type, init, kind, annotations, span] = x;
  archive(name, type, init, kind, annotations, span);
}
template <typename Archive, Of<Fn> T>
static void fields(Archive& archive, T& x) {
  auto& [name, kind, flags, owner, owner_name, outer, params, returns, annotations, body, span, name_at] = x;
  archive(name, kind, flags, owner, owner_name, outer, params, returns, annotations, body, span, name_at);
}
template <typename Archive, Of<Type> T>
static void fields(Archive& archive, T& x) {
  auto& [name, kind, bases, type_params, annotations, body, outer, outer_type, aliased, augments, base_expr, span,
         name_at] = x;
  archive(name, kind, bases, type_params, annotations, body, outer, outer_type, aliased, augments, base_expr, span,
          name_at);
}
template <typename Archive, Of<Field> T>
static void fields(Archive& archive, T& x) {
  auto& [owner, name, type, init, tag, flags, annotations, span] = x;
  archive(owner, name, type, init, tag, flags, annotations, span);
}
template <typename Archive, Of<TypeRef> T>
static void fields(Archive& archive, T& x) {
  auto& [kind, nullable, name, module, args, target, span] = x;
  archive(kind, nullable, name, module, args, target, span);
}
template <typename Archive, Of<Annotation> T>
static void fields(Archive& archive, T& x) {
  auto& [expr, on, span] = x;
  archive(expr, on, span);
}
template <typename Archive, Of<Import> T>
static void fields(Archive& archive, T& x) {
  auto& [module, name, alias, kind, type_only, in, span] = x;
  archive(module, name, alias, kind, type_only, in, span);
}
template <typename Archive, Of<Export> T>
static void fields(Archive& archive, T& x) {
  auto& [name, value, module, of, span] = x;
  archive(name, value, module, of, span);
}
template <typename Archive, Of<Comment> T>
static void fields(Archive& archive, T& x) {
  auto& [text, span] = x;
  archive(text, span);
}
template <typename Archive, Of<Cut> T>
static void fields(Archive& archive, T& x) {
  auto& [why, span] = x;
  archive(why, span);
}
template <typename Archive, Of<Traits> T>
static void fields(Archive& archive, T& x) {
  auto& [implicit_exports, directory_scope, type_call_converts, lists_are_truthy, lazy_calls] = x;
  archive(implicit_exports, directory_scope, type_call_converts, lists_are_truthy, lazy_calls);
}
template <typename Archive, Of<FileFacts> T>
static void fields(Archive& archive, T& x) {
  auto& [path, language, package, traits, names, exprs, args, events, blocks, catches, fns, params, types,
         declared_fields, type_refs, type_lists, name_lists, exprs_list, imports, exports, annotations, comments, cuts,
         line_starts, has_errors] = x;
  static_cast<void>(path);
  archive(language, package, traits, names, exprs, args, events, blocks, catches, fns, params, types, declared_fields,
          type_refs, type_lists, name_lists, exprs_list, imports, exports, annotations, comments, cuts, line_starts,
          has_errors);
}

std::string pack_facts(const FileFacts& facts) {
  ArchiveWriter writer;
  writer(facts);
  return writer.take();
}

bool unpack_facts(std::string_view bytes, FileFacts& facts) {
  ArchiveReader reader(bytes);
  reader(facts);
  return reader.at_end();
}

}  // namespace idem
