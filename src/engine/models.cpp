// Which model of the project a class or a library's look-up stands for.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxModelDepth = 3;

// The model that a class names by one of `fields`, itself or through another class: a view by its serializer, a
// service by its repository. nullptr when it names none.
V Interpreter::model_of(TypeDef type, const std::vector<std::string>& fields, unsigned depth) {
  V shell = m_arena.add({.kind = ValueKind::type, .file = type.file, .decl = type.type, .env = module_env(type.file)});
  for (const std::string& field : fields) {
    V value = member(shell, symbol(field), {});
    if (value->is(ValueKind::library)) {
      V of = value->subject;
      // What merely stands behind the class's own library base names nothing.
      if (of == nullptr || value->receiver == shell || of == shell) continue;
      if (of->is(ValueKind::type) || of->is(ValueKind::instance))
        return m_arena.add({.kind = ValueKind::type, .file = of->file, .decl = of->decl, .env = module_env(of->file)});
      continue;
    }
    if (!value->is(ValueKind::type) && !value->is(ValueKind::instance)) continue;
    if (depth < kMaxModelDepth) {
      if (V inner = model_of(value->type(), fields, depth + 1); inner != nullptr) return inner;
      if (names_models(value->type(), fields)) continue;  // it says so of another one, which is not known
    }
    return m_arena.add(
        {.kind = ValueKind::type, .file = value->file, .decl = value->decl, .env = module_env(value->file)});
  }
  return nullptr;
}

bool Interpreter::names_models(TypeDef type, const std::vector<std::string>& fields) {
  for (const TypeDef base : std::vector<TypeDef>(bases_of(type))) {
    const ProgramFile& file = m_program.file(base.file);
    for (const std::string& field : fields) {
      const Symbol name = symbol(field);
      for (const Index i : file.fields[base.type])
        if (file.symbol(file.facts.fields[i].name) == name) return true;
      const auto nested = file.types.find(name);
      if (nested == file.types.end()) continue;
      for (const Index inner : nested->second)
        if (file.facts.types[inner].outer_type == base.type) return true;
    }
  }
  return false;
}

// The first class of the project whose library base is called one of `names`, as a value; memoised.
V Interpreter::type_derived_from(const std::vector<std::string>& names) {
  const auto [known, fresh] = m_derived.emplace(names, nullptr);
  if (!fresh) return known->second;
  for (Index i = 0; i < m_program.file_count() && known->second == nullptr; ++i) {
    const ProgramFile& file = m_program.file(i);
    for (TypeId t = 0; t < file.facts.types.size() && known->second == nullptr; ++t) {
      if (file.facts.types[t].bases.count == 0) continue;
      V library = nullptr;
      bases_of({i, t}, &library);
      if (library == nullptr || library->lib == nullptr || !library->lib->step.starts_with(".")) continue;
      if (std::find(names.begin(), names.end(), library->lib->step.substr(1)) == names.end()) continue;
      known->second = m_arena.add({.kind = ValueKind::type, .file = i, .decl = t, .env = module_env(i)});
    }
  }
  return known->second;
}

// A row may say that a call gives the model of its view, or the class of the project that derives from a library's.
V Interpreter::project_model(V called, bool& whole) {
  for (const Row* row : called->lib->rows) {
    if (const std::vector<std::string>* bases = row->list("derived_from"); bases != nullptr)
      if (V found = type_derived_from(*bases); found != nullptr) {
        whole = true;
        return found;
      }
    V of = called->subject;
    if (row->list("model_fields") == nullptr || row->text("gives").empty() || of == nullptr) continue;
    if (!of->is(ValueKind::type) && !of->is(ValueKind::instance)) continue;
    if (V model = model_of(of->type(), *row->list("model_fields"), 0); model != nullptr) return model;
  }
  return nullptr;
}

}  // namespace idem
