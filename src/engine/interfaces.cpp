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
std::vector<V> Interpreter::structural_implementers(TypeDef type) {
  std::vector<V> found;
  const ProgramFile& file = m_program.file(type.file);
  const std::vector<Symbol> wanted = method_names(type);
  for (Index other = 0; other < m_program.file_count() && !wanted.empty(); ++other) {
    const ProgramFile& there = m_program.file(other);
    if (there.family != file.family) continue;
    for (Index t = 0; t < there.facts.types.size(); ++t) {
      if (there.facts.types[t].kind != TypeKind::struct_) continue;
      const std::vector<Symbol>& have = method_names({other, t});
      if (!std::includes(have.begin(), have.end(), wanted.begin(), wanted.end())) continue;
      found.push_back(typed_instance({other, t}));
      if (found.size() >= kMaxImplementers) return found;
    }
  }
  return found;
}

V Interpreter::instance_of_interface(TypeDef type, unsigned depth) {
  const ProgramFile& file = m_program.file(type.file);
  const Type& declared = file.facts.types[type.type];
  std::vector<V> found;
  for (const TypeDef candidate : m_program.types_with_base(file.symbol(declared.name))) {
    if (found.size() >= kMaxImplementers) break;
    const Type& there = m_program.file(candidate.file).facts.types[candidate.type];
    if (there.kind == TypeKind::interface || candidate == type) continue;
    const std::vector<TypeDef> bases = bases_of(candidate);
    if (std::find(bases.begin(), bases.end(), type) != bases.end()) found.push_back(typed_instance(candidate));
  }
  if (found.empty() && file.facts.traits.directory_scope) found = structural_implementers(type);
  if (found.empty() && depth < kMaxTypeDepth && m_stack.size() < 30) {
    for (const FnRef maker : m_program.functions_returning(file.symbol(declared.name))) {
      if (found.size() >= 2) break;
      TraceBlock* outer = m_trace;
      m_trace = nullptr;
      m_looking.insert({type.file, symbol("interface")});
      V fn = m_arena.add({.kind = ValueKind::fn, .file = maker.file, .decl = maker.fn, .env = module_env(maker.file)});
      V made = apply(nullptr, fn, Args{.complete = false}, {});
      m_trace = outer;
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
