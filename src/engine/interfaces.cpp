// Who implements an interface: classes that name it, else types that have all its methods, else functions that return
// it.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxTypeDepth = 8;
static constexpr std::size_t kMaxImplementers = 4;

// The names of a type's methods with those that its bases lend it, sorted; memoised.
const std::vector<Symbol>& Interpreter::method_names(TypeDef type) {
  const auto known = m_method_names.find(type);
  if (known != m_method_names.end()) return known->second;
  std::vector<Symbol> names;
  for (const TypeDef part : std::vector<TypeDef>(bases_of(type)))
    for (const FnRef ref : m_program.methods_of(part)) {
      const ProgramFile& file = m_program.file(ref.file);
      names.push_back(file.symbol(file.facts.fns[ref.fn].name));
    }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return m_method_names.emplace(type, std::move(names)).first->second;
}

// Types that have every method of the interface, in file order.
std::vector<TypeDef> Interpreter::structural_implementers(TypeDef type) {
  std::vector<TypeDef> found;
  const ProgramFile& file = m_program.file(type.file);
  const std::vector<Symbol> wanted = method_names(type);
  for (Index other = 0; other < m_program.file_count() && !wanted.empty(); ++other) {
    const ProgramFile& there = m_program.file(other);
    if (there.family != file.family) continue;
    for (Index t = 0; t < there.facts.types.size(); ++t) {
      if (there.facts.types[t].kind != TypeKind::struct_) continue;
      const std::vector<Symbol>& have = method_names({other, t});
      if (std::includes(have.begin(), have.end(), wanted.begin(), wanted.end())) found.push_back({other, t});
    }
  }
  return found;
}

std::vector<TypeDef> Interpreter::declared_implementers(TypeDef type) {
  std::vector<TypeDef> found;
  const ProgramFile& file = m_program.file(type.file);
  for (const TypeDef candidate : m_program.types_with_base(file.symbol(file.facts.types[type.type].name))) {
    if (m_program.file(candidate.file).facts.types[candidate.type].kind == TypeKind::interface) continue;
    const std::vector<TypeDef> bases = bases_of(candidate);
    if (std::find(bases.begin(), bases.end(), type) != bases.end()) found.push_back(candidate);
  }
  return found;
}

// Whether a type keeps another object of that interface: a decorator, which passes calls on.
bool Interpreter::wraps(TypeDef type, TypeDef interface) {
  const auto names_it = [&](Index file, TypeRefId id) {
    if (id == kNone) return false;
    const FileFacts& facts = m_program.file(file).facts;
    const TypeRef& ref = facts.type_refs[id];
    if (ref.kind != TypeRefKind::named || ref.name == 0 || ref.module != 0) return false;
    V named = resolve_type_name(file, facts.name(ref.name), 0);
    return named != nullptr && named->is(ValueKind::type) && named->type() == interface;
  };
  const ProgramFile& file = m_program.file(type.file);
  for (const Index i : file.fields[type.type])
    if (names_it(type.file, file.facts.fields[i].type)) return true;
  for (const FnRef ref : m_program.methods_of(type)) {
    const FileFacts& facts = m_program.file(ref.file).facts;
    const Fn& fn = facts.fns[ref.fn];
    if (fn.kind != FnKind::constructor) continue;
    for (Index i = fn.params.first; i < fn.params.first + fn.params.count; ++i)
      if (names_it(ref.file, facts.params[i].type)) return true;
  }
  return false;
}

const Interpreter::Implementers& Interpreter::implementers_of(TypeDef interface) {
  const auto known = m_implementers.find(interface);
  if (known != m_implementers.end()) return known->second;
  const bool structural = m_program.file(interface.file).facts.traits.directory_scope;
  Implementers all;
  for (const TypeDef type : structural ? structural_implementers(interface) : declared_implementers(interface)) {
    std::vector<TypeDef>& list = wraps(type, interface) ? all.wrappers : all.concrete;
    if (list.size() < kMaxImplementers) list.push_back(type);
  }
  return m_implementers.emplace(interface, std::move(all)).first->second;
}

// What a type declared inside `owner` means there: a decorator's inner object is what it decorates, not one of its
// kind.
V Interpreter::declared_value(Index file, TypeRefId id, TypeDef owner) {
  V value = typed_value(file, id);
  if (!value->is(ValueKind::any_of) || id == kNone) return value;
  const FileFacts& facts = m_program.file(file).facts;
  const TypeRef& ref = facts.type_refs[id];
  if (ref.kind != TypeRefKind::named || ref.name == 0 || ref.module != 0) return value;
  V named = resolve_type_name(file, facts.name(ref.name), 0);
  if (named == nullptr || !named->is(ValueKind::type)) return value;
  const auto known = m_implementers.find(named->type());
  if (known == m_implementers.end()) return value;
  const std::vector<TypeDef>& wrappers = known->second.wrappers;
  if (std::find(wrappers.begin(), wrappers.end(), owner) == wrappers.end()) return value;
  if (known->second.concrete.empty()) return m_unknown;
  std::vector<V> concrete;
  for (const TypeDef type : known->second.concrete) concrete.push_back(typed_instance(type));
  return union_of(concrete);
}

V Interpreter::instance_of_interface(TypeDef type, unsigned depth) {
  const ProgramFile& file = m_program.file(type.file);
  const Type& declared = file.facts.types[type.type];
  const Implementers known = implementers_of(type);
  std::vector<V> found;
  for (const TypeDef one : known.concrete) found.push_back(typed_instance(one));
  for (const TypeDef one : known.wrappers) found.push_back(typed_instance(one));
  if (found.empty() && depth < kMaxTypeDepth && m_stack.size() < 30) {
    for (const FnRef maker : m_program.functions_returning(file.symbol(declared.name))) {
      if (found.size() >= 2) break;
      const Aside aside{*this};
      m_looking.insert({type.file, symbol("interface")});
      V fn = m_arena.add({.kind = ValueKind::fn, .file = maker.file, .decl = maker.fn, .env = module_env(maker.file)});
      V made = apply(nullptr, fn, Args{.complete = false}, {});
      if (made->is(ValueKind::map) || made->is(ValueKind::instance)) found.push_back(made);
    }
  }
  if (!found.empty()) return union_of(found);
  // Known by its declaration only: members have their declared types.
  Value shell{.kind = ValueKind::instance, .file = type.file, .decl = type.type, .object = m_arena.object()};
  shell.object->complete = false;
  return m_arena.add(std::move(shell));
}

}  // namespace idem
