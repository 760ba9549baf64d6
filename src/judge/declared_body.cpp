// What a request can bring, where its handler declares it: the fields of the records among its parameters.
#include "judge/declared_body.hpp"

#include "meaning/origin.hpp"

namespace idem {

// A record whose fields have declared types and whose class is no table of the project.
static bool is_message(const ProgramFile& file, TypeId type, const Uniques& uniques) {
  if (!uniques.of(file.facts.name(file.facts.types[type].name)).empty()) return false;
  for (const Index i : file.fields[type])
    if (file.facts.fields[i].type != kNone) return true;
  return false;
}

std::optional<std::vector<std::string>> declared_body(Interpreter& interpreter, const Uniques& uniques, V handler) {
  std::vector<V> functions;
  interpreter.functions_in(handler, functions);
  if (functions.size() != 1) return std::nullopt;
  const ProgramFile& file = interpreter.program().file(functions.front()->file);
  const Fn& fn = file.facts.fns[functions.front()->decl];
  std::vector<std::string> names;
  bool known = false;
  for (Index i = fn.params.first; i < fn.params.first + fn.params.count; ++i) {
    const Param& param = file.facts.params[i];
    if (param.type == kNone || param.kind == ParamKind::receiver) continue;
    names.push_back(plain_name(file.facts.name(param.name)));
    V typed = interpreter.typed_value(functions.front()->file, param.type);
    if (!typed->is(ValueKind::instance)) continue;
    known |= is_message(interpreter.program().file(typed->file), typed->decl, uniques);
    for (const TypeDef base : std::vector<TypeDef>(interpreter.bases_of(typed->type()))) {
      const ProgramFile& there = interpreter.program().file(base.file);
      for (const Index field : there.fields[base.type])
        names.push_back(plain_name(there.facts.name(there.facts.fields[field].name)));
    }
  }
  return known ? std::optional(std::move(names)) : std::nullopt;
}

}  // namespace idem
