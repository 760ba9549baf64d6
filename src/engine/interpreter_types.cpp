// Members, types and modules: what `x.name`, a declared type and an import stand for.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxTypeDepth = 8;
static constexpr std::size_t kMaxBases = 100;

Env* Interpreter::module_env(Index file) {
  Module& module = m_modules[file];
  if (module.env == nullptr) {
    module.env = m_arena.env();
    module.env->module = true;
    module.env->fn = {file, 0};
  }
  return module.env;
}

void Interpreter::run_module(Index file) {
  Module& module = m_modules[file];
  if (module.state != ModuleState::untouched) return;
  const Nesting nesting(*this, {file, {}});
  if (nesting.too_deep()) return;
  module.state = ModuleState::running;
  const FileFacts& facts = m_program.file(file).facts;
  Frame frame;
  frame.file = file;
  frame.fn = {file, 0};
  frame.env = module_env(file);
  const bool walking = m_walking;
  const Aside aside{*this};
  for (const Import& import : facts.imports)
    if (import.kind == ImportKind::side_effect && import.in == 0)
      target_value(file, m_program.file(file).symbol(import.module));
  // A module's body is not charged to the request or function that happens to need it first.
  if (!facts.fns.empty()) {
    const Allowance allowance(*this, 600'000 + facts.exprs.size() * 4,
                              "running this module takes too long: what it registers later may be missing", {file, {}});
    run_block(frame, facts.fns[0].body);
  }
  m_walking = walking;
  module.state = ModuleState::done;
}

// A name at module level: bound already, or by a definition further down, or by an import, or by a sibling file.
V Interpreter::lookup_module_name(Index index, Symbol name) {
  const ProgramFile& file = m_program.file(index);
  Env* env = module_env(index);
  if (const V* bound = env->find(name); bound != nullptr) return *bound;
  const Nesting nesting(*this, {index, {}});
  if (nesting.too_deep()) return nullptr;
  const auto definitions = file.definitions.find(name);
  if (definitions != file.definitions.end() && !m_looking.contains({index, name})) {
    m_looking.insert({index, name});
    Frame frame;
    frame.file = index;
    frame.fn = {index, 0};
    frame.env = env;
    const Aside aside{*this};
    // The first definition is what a reader further up sees; later ones run in their turn.
    const Index event = definitions->second.front();
    if (m_modules[index].evaluated.insert(event).second) run_set(frame, file.facts.events[event]);
    m_looking.erase({index, name});
    if (const V* bound = env->find(name); bound != nullptr) return *bound;
  }
  const auto imports = file.imports.find(name);
  if (imports != file.imports.end()) {
    std::vector<V> found;
    for (const Index i : imports->second)
      if (file.facts.imports[i].in == 0) found.push_back(import_value(index, file.facts.imports[i]));
    if (!found.empty()) return union_of(found);
  }
  if (file.facts.traits.directory_scope)
    for (const Index sibling : m_program.directory_files(file.directory)) {
      if (sibling == index || m_program.file(sibling).facts.package != file.facts.package) continue;
      if (!m_program.file(sibling).definitions.contains(name) || m_looking.contains({sibling, name})) continue;
      return lookup_module_name(sibling, name);
    }
  for (const Index i : file.star_imports) {
    const Symbol module = file.symbol(file.facts.imports[i].module);
    const ModuleTarget& target = m_program.resolve(index, module);
    V found = nullptr;
    if (target.kind == ModuleTarget::Kind::file && target.file != index && !m_looking.contains({target.file, name})) {
      m_looking.insert({index, name});
      found = lookup_module_name(target.file, name);
      m_looking.erase({index, name});
    } else if (target.kind == ModuleTarget::Kind::directory) {
      found = directory_member(target.directory, name);
      if (found != nullptr && found->is(ValueKind::unknown)) found = nullptr;
    } else if (target.kind == ModuleTarget::Kind::external) {
      // A library's star import may bring the name; only names that a row knows are believed.
      const LibNode* node =
          m_libraries.step(m_libraries.root(file.family, target.library), "." + std::string(text(name)));
      if (!node->rows.empty() || !m_libraries.step(node, "()")->rows.empty()) found = lib_value(node);
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

V Interpreter::import_value(Index file, const Import& import) {
  const auto key = std::make_pair(file, static_cast<Index>(&import - m_program.file(file).facts.imports.data()));
  const auto [known, fresh] = m_imports.emplace(key, m_unknown);  // a cycle of imports ends here
  if (!fresh) return known->second;
  V value = imported(file, import);
  // While modules are still running an unknown may become known.
  if (value->is(ValueKind::unknown))
    m_imports.erase(key);
  else
    m_imports[key] = value;
  return value;
}

V Interpreter::imported(Index file, const Import& import) {
  const ProgramFile& from = m_program.file(file);
  const Symbol module = from.symbol(import.module);
  switch (import.kind) {
    case ImportKind::value:
      return target_member(file, module, from.symbol(import.name));
    case ImportKind::namespace_:
    case ImportKind::whole: {
      V value = target_value(file, module);
      if (import.kind == ImportKind::whole && value->is(ValueKind::module) && value->file != kNone) {
        const ProgramFile& target = m_program.file(value->file);
        if (target.exports.contains(symbol("="))) return module_member(value->file, symbol("="));
      }
      return value;
    }
    default:
      return m_unknown;
  }
}

V Interpreter::target_value(Index from_file, Symbol module) {
  const ModuleTarget target = m_program.resolve(from_file, module);
  switch (target.kind) {
    case ModuleTarget::Kind::file:
      run_module(target.file);
      return m_arena.add({.kind = ValueKind::module, .file = target.file});
    case ModuleTarget::Kind::directory:
      return m_arena.add({.kind = ValueKind::module, .name = symbol(target.directory)});
    case ModuleTarget::Kind::external:
      return lib_value(m_libraries.root(m_program.file(from_file).family, target.library));
    case ModuleTarget::Kind::unknown:
      break;
  }
  return unknown("module that was not found");
}

V Interpreter::target_member(Index from_file, Symbol module, Symbol name) {
  const ModuleTarget target = m_program.resolve(from_file, module);
  switch (target.kind) {
    case ModuleTarget::Kind::file: {
      run_module(target.file);
      V found = module_member(target.file, name);
      if (!found->is(ValueKind::unknown)) return found;
      // The name may be a submodule of a package.
      const bool dots = text(module).find_first_not_of('.') == std::string_view::npos;
      const Symbol below = symbol(std::string(text(module)) + (dots ? "" : ".") + std::string(text(name)));
      if (!m_program.file(from_file).facts.traits.implicit_exports) return found;
      const ModuleTarget sub = m_program.resolve(from_file, below);
      if (sub.kind != ModuleTarget::Kind::file || sub.file == target.file) return found;
      return target_value(from_file, below);
    }
    case ModuleTarget::Kind::directory: {
      V found = directory_member(target.directory, name);
      if (found != nullptr) return found;
      const bool dots = text(module).find_first_not_of('.') == std::string_view::npos;
      return target_value(from_file, symbol(std::string(text(module)) + (dots ? "" : ".") + std::string(text(name))));
    }
    case ModuleTarget::Kind::external: {
      const LibNode* root = m_libraries.root(m_program.file(from_file).family, target.library);
      return lib_value(m_libraries.step(root, "." + std::string(text(name))), lib_value(root));
    }
    case ModuleTarget::Kind::unknown:
      break;
  }
  return m_arena.add({.kind = ValueKind::unknown, .name = name});  // its name still tells what it is about
}

V Interpreter::directory_member(std::string_view directory, Symbol name) {
  for (const Index file : m_program.directory_files(directory)) {
    if (!m_program.file(file).definitions.contains(name)) continue;
    V found = lookup_module_name(file, name);
    if (found != nullptr) return found;
  }
  return nullptr;
}

V Interpreter::module_member(Index index, Symbol name) {
  const ProgramFile& file = m_program.file(index);
  const Nesting nesting(*this, {index, {}});
  if (nesting.too_deep()) return m_unknown;
  const auto guard = std::make_pair(index, name);
  if (file.facts.traits.implicit_exports) {
    run_module(index);
    V found = lookup_module_name(index, name);
    return found != nullptr ? found : unknown("name that the module does not define");
  }
  const auto exported = file.exports.find(name);
  if (exported != file.exports.end()) {
    std::vector<V> found;
    for (const Index i : exported->second) {
      const Export& item = file.facts.exports[i];
      if (item.module != 0) {
        found.push_back(file.facts.name(item.of) == "*"
                            ? target_value(index, file.symbol(item.module))
                            : target_member(index, file.symbol(item.module), file.symbol(item.of)));
      } else {
        run_module(index);
        found.push_back(eval_in_module(index, item.value));
      }
    }
    return union_of(found);
  }
  if (m_looking.contains(guard)) return unknown("export that was not found");
  m_looking.insert(guard);
  V found = nullptr;
  const Symbol whole = symbol("="), fallback = symbol("default");
  // A library re-exported as a whole may have any name: the project's own modules are asked first.
  if (name != whole && name != fallback)
    for (const bool external : {false, true})
      for (const Index i : file.star_exports) {
        const Symbol module = file.symbol(file.facts.exports[i].module);
        if (found != nullptr || (m_program.resolve(index, module).kind == ModuleTarget::Kind::external) != external)
          continue;
        V through = target_member(index, module, name);
        if (!through->is(ValueKind::unknown)) found = through;
      }
  // CommonJS and ES modules meet: `import x` of a module.exports, `require` of a default export.
  if (found == nullptr && name == fallback && file.exports.contains(whole)) found = module_member(index, whole);
  if (found == nullptr && name != whole && name != fallback && file.exports.contains(whole))
    found = member(module_member(index, whole), name, {});
  if (found == nullptr && name != fallback && name != whole) {
    // Types are not values, but a declared type may be asked for by the same way.
    const auto types = file.types.find(name);
    if (types != file.types.end())
      found = m_arena.add(
          {.kind = ValueKind::type, .file = index, .decl = types->second.front(), .env = module_env(index)});
  }
  m_looking.erase(guard);
  return found != nullptr ? found : unknown("export that was not found");
}

V Interpreter::member(V object, Symbol name, const Site& site) {
  switch (object->kind) {
    case ValueKind::library: {
      if (object->object != nullptr)
        for (const auto& [key, value] : object->object->fields)
          if (key == name) return value;
      const LibNode* node = m_libraries.step(object->lib, "." + std::string(text(name)));
      if (node->rows.empty())
        if (V lent = lent_member(object->lib, name); lent != nullptr) return lent;
      // A row that a query of a project type gave has that type's own methods.
      if (V of = object->subject; of != nullptr && (of->is(ValueKind::type) || of->is(ValueKind::instance)) &&
                                  (object->lib->called() || object->lib->step == "[]") && node->rows.empty() &&
                                  m_libraries.step(node, "()")->rows.empty())
        if (V method = method_of(of->type(), name, nullptr); method != nullptr)
          return member_of_instance(typed_instance(of->type()), name, site);
      Value value{
          .kind = ValueKind::library, .site = site, .lib = node, .receiver = object, .subject = object->subject};
      return known_part(m_arena.add(std::move(value)));
    }
    case ValueKind::map:
      for (std::size_t i = object->object->fields.size(); i-- > 0;)
        if (object->object->fields[i].first == name) return object->object->fields[i].second;
      return m_arena.add({.kind = ValueKind::builtin, .name = name, .site = site, .receiver = object});
    case ValueKind::instance:
      return member_of_instance(object, name, site);
    case ValueKind::type:
      return member_of_type(object, name, site);
    case ValueKind::module: {
      if (object->file != kNone) {
        V found = module_member(object->file, name);
        if (!found->is(ValueKind::unknown) || !m_program.file(object->file).facts.traits.implicit_exports) return found;
        return found;
      }
      V found = directory_member(text(object->name), name);
      return found != nullptr ? found : unknown("name that the package does not define", site);
    }
    case ValueKind::any_of: {
      std::vector<V> found;
      for (V one : object->items)
        if (!one->is(ValueKind::null)) found.push_back(member(one, name, site));
      return answers_of(object, found);
    }
    case ValueKind::fn:
      if (object->lib != nullptr) {
        const LibNode* node = m_libraries.step(object->lib, "." + std::string(text(name)));
        if (!node->rows.empty() || !m_libraries.step(node, "()")->rows.empty())
          return lib_value(node, object, nullptr, site);
      } else if (V known = function_member(object, name, site); known != nullptr) {
        return known;
      }
      [[fallthrough]];
    case ValueKind::list:
    case ValueKind::text:
      return m_arena.add({.kind = ValueKind::builtin, .name = name, .site = site, .receiver = object});
    case ValueKind::builtin:
      if (text(object->name) == "super" && object->decl != kNone) {
        // Look-up begins at the bases of the type the method stands in.
        V library = nullptr;
        const TypeDef own{object->file, object->decl};
        const std::vector<TypeDef> bases = bases_of(own, &library);
        for (const TypeDef base : bases) {
          if (base == own) continue;
          V found = method_of(base, name, object->receiver);
          if (found != nullptr) return found;
        }
        if (library != nullptr) {
          Value value{.kind = ValueKind::library,
                      .site = site,
                      .lib = m_libraries.step(m_libraries.step(library->lib, "()"), "." + std::string(text(name))),
                      .receiver = object->receiver,
                      .subject = object->receiver};
          return m_arena.add(std::move(value));
        }
      }
      return unknown("member of a method", site);
    default: {
      Value value{
          .kind = ValueKind::unknown, .name = name, .site = site, .receiver = object, .subject = object->subject};
      return m_arena.add(std::move(value));
    }
  }
}

// What rows say of members that functions get from decorators which are not known ("function().delay()").
V Interpreter::function_member(V function, Symbol name, const Site& site) {
  const LibNode* root = m_libraries.root(m_program.file(function->file).family, "global");
  const LibNode* node = m_libraries.path(root, "function()." + std::string(text(name)));
  return m_libraries.step(node, "()")->rows.empty() ? nullptr : lib_value(node, function, nullptr, site);
}

const std::vector<TypeDef>& Interpreter::bases_of(TypeDef type, V* library) {
  TypeInfo& info = m_types[type];
  const Nesting nesting(*this, {type.file, {}});
  if (!info.ready && !nesting.too_deep()) {
    info.ready = true;
    info.bases.push_back(type);
    const ProgramFile& file = m_program.file(type.file);
    const Type& declared = file.facts.types[type.type];
    std::vector<V> values;
    // `extends mixin(Base)`: what the call gives says more than the names in it.
    if (declared.base_expr != kNone) values.push_back(eval_in_module(type.file, declared.base_expr));
    for (Index i = 0; i < declared.bases.count; ++i) {
      const TypeRef& ref = file.facts.type_refs[file.facts.type_lists[declared.bases.first + i]];
      if (ref.name == 0) continue;
      V base = resolve_type_name(type.file, file.facts.name(ref.name), 0);
      if (base != nullptr) values.push_back(base);
    }
    for (V value : values) {
      for (V base : value->is(ValueKind::any_of) ? value->items : std::vector<V>{value}) {
        if (base->is(ValueKind::type) && !(base->type() == type)) {
          V inherited = nullptr;
          const std::vector<TypeDef> more = bases_of(base->type(), &inherited);
          TypeInfo& mine = m_types[type];
          for (const TypeDef one : more) {
            if (mine.bases.size() >= kMaxBases) {
              stop("of a class with more than 100 bases the rest is left out", {type.file, declared.span});
              break;
            }
            if (std::find(mine.bases.begin(), mine.bases.end(), one) == mine.bases.end()) mine.bases.push_back(one);
          }
          if (mine.library == nullptr) mine.library = inherited;
        } else if (base->is(ValueKind::library)) {
          TypeInfo& mine = m_types[type];
          // A base that rows know tells more than one they do not.
          const auto has_rows = [](const LibNode* node) {
            return std::any_of(node->rows.begin(), node->rows.end(),
                               [](const Row* row) { return row->role != Role::same; });
          };
          const auto known = [&](V v) {
            return v != nullptr && (has_rows(v->lib) || has_rows(m_libraries.step(v->lib, "()")));
          };
          if (mine.library == nullptr || (!known(mine.library) && known(base))) mine.library = base;
        }
      }
    }
  }
  const TypeInfo& done = m_types[type];
  if (library != nullptr) *library = done.library;
  return done.bases;
}

V Interpreter::method_of(TypeDef type, Symbol name, V receiver) {
  const std::vector<TypeDef> bases = bases_of(type);
  for (const TypeDef base : bases) {
    for (const FnRef ref : m_program.methods_of(base)) {
      const ProgramFile& file = m_program.file(ref.file);
      const Fn& fn = file.facts.fns[ref.fn];
      if (file.symbol(fn.name) != name || (fn.body == kNone && file.facts.types[base.type].kind == TypeKind::interface))
        continue;
      Value value{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file)};
      if ((fn.flags & kStatic) == 0) value.receiver = receiver;
      return m_arena.add(std::move(value));
    }
  }
  return nullptr;
}

V Interpreter::member_of_instance(V object, Symbol name, const Site& site) {
  for (const auto& [key, value] : object->object->fields)
    if (key == name) return value;
  const Nesting nesting(*this, site);
  if (nesting.too_deep()) return m_unknown;
  V library = nullptr;
  const std::vector<TypeDef> bases = bases_of(object->type(), &library);
  if (V method = method_of(object->type(), name, object); method != nullptr) {
    const Fn& fn = m_program.file(method->file).facts.fns[method->decl];
    if ((fn.flags & kGetter) != 0) return apply(nullptr, method, {}, site);
    return method;
  }
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type])
      if (file.symbol(file.facts.fields[i].name) == name) return field_value(object, base, file.facts.fields[i]);
  }
  if (V lent = embedded_member(object, bases, name, site); lent != nullptr) return lent;
  if (library != nullptr) {
    Value value{.kind = ValueKind::library,
                .site = site,
                .lib = m_libraries.step(m_libraries.step(library->lib, "()"), "." + std::string(text(name))),
                .receiver = object,
                .subject = object};
    return m_arena.add(std::move(value));
  }
  Value value{.kind = ValueKind::unknown, .name = name, .site = site, .receiver = object};
  return m_arena.add(std::move(value));
}

// Embedded structs and interfaces lend their members; nullptr when none has it. They may embed one another in a circle.
V Interpreter::embedded_member(V object, const std::vector<TypeDef>& bases, Symbol name, const Site& site) {
  const auto asked = std::make_pair(static_cast<const Object*>(object->object), name);
  // Every object is asked once for all that began with one question: along every way would be too many.
  const bool outermost = m_asking.empty();
  if (!m_asking.insert(asked).second) return nullptr;
  V found = nullptr;
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type]) {
      const Field& field = file.facts.fields[i];
      if ((field.flags & kFieldEmbedded) == 0 || found != nullptr) continue;
      V inner = field_value(object, base, field);
      const bool other = inner->is(ValueKind::instance) && inner->object != object->object;
      if (!other && !inner->is(ValueKind::library) && !inner->is(ValueKind::any_of)) continue;
      V member_value = member(inner, name, site);
      if (!member_value->is(ValueKind::unknown)) found = member_value;
    }
  }
  if (outermost) m_asking.clear();
  return found;
}

V Interpreter::field_value(V object, TypeDef owner, const Field& field) {
  const ProgramFile& file = m_program.file(owner.file);
  const Symbol name = file.symbol(field.name);
  V value = nullptr;
  if (m_stack.size() >= 60) stop("objects inside one another are built only so deep", {owner.file, field.span});
  if (object->object != nullptr && m_stack.size() < 60) {
    if (field.init != kNone && !m_looking.contains({owner.file, name})) {
      m_looking.insert({owner.file, name});
      Env* env = m_arena.env();
      env->parent = module_env(owner.file);
      env->fn = {owner.file, 0};
      env->receiver = object;
      value = eval_in(owner.file, env, field.init);
      m_looking.erase({owner.file, name});
    }
    // A field whose value the framework injects is what its type says, else what the injected function gives.
    V injected_by = nullptr;
    if (value != nullptr && value->is(ValueKind::library))
      for (const Row* row : value->lib->rows)
        if (row->role == Role::inject) injected_by = slot_value(*row, "value", value);
    if (injected_by != nullptr) {
      V typed = field.type != kNone ? declared_value(owner.file, field.type, object->type()) : m_unknown;
      if (typed->is(ValueKind::library) || typed->is(ValueKind::instance))
        value = typed;
      else
        value = call(nullptr, injected_by, {}, value->site, 0);
    }
    if ((value == nullptr || value->is(ValueKind::unknown) || value->is(ValueKind::null)) && field.type != kNone) {
      const TypeRef& ref = file.facts.type_refs[field.type];
      // A field of a type parameter's type has the argument the object was made with.
      for (const auto& [param, argument] : object->object->type_args)
        if (ref.name != 0 && file.symbol(ref.name) == param) value = argument;
      if (value == nullptr || !value->is(ValueKind::instance)) {
        V typed = declared_value(owner.file, field.type, object->type());
        if (!typed->is(ValueKind::unknown) || typed->subject != nullptr || value == nullptr) value = typed;
      }
    }
  }
  // Of a plain type, its name still tells what it is about.
  if (value == nullptr || value == m_unknown)
    value = m_arena.add({.kind = ValueKind::unknown, .name = name, .receiver = object});
  if ((value->is(ValueKind::boolean) || value->is(ValueKind::null)) && !value->weak)
    value = m_arena.add({.kind = value->kind, .weak = true, .name = value->name});
  // Not through write_field: a field that is only looked at must not be undone with an arm.
  if (object->object != nullptr) object->object->fields.emplace_back(name, value);
  return value;
}

V Interpreter::member_of_type(V object, Symbol name, const Site& site) {
  V library = nullptr;
  const std::vector<TypeDef> bases = bases_of(object->type(), &library);
  if (V method = method_of(object->type(), name, nullptr); method != nullptr) {
    const Fn& fn = m_program.file(method->file).facts.fns[method->decl];
    if ((fn.flags & (kStatic | kClassMethod)) != 0) {
      Value bound = *method;
      bound.receiver = object;
      return m_arena.add(std::move(bound));
    }
    return method;
  }
  for (const TypeDef base : bases) {
    const ProgramFile& file = m_program.file(base.file);
    for (const Index i : file.fields[base.type]) {
      const Field& field = file.facts.fields[i];
      if (file.symbol(field.name) != name) continue;
      if (field.init != kNone) return eval_in_module(base.file, field.init);
      if (field.type != kNone) return typed_value(base.file, field.type);
    }
    const auto nested = file.types.find(name);
    if (nested != file.types.end())
      for (const Index i : nested->second)
        if (file.facts.types[i].outer_type == base.type)
          return m_arena.add({.kind = ValueKind::type, .file = base.file, .decl = i, .env = module_env(base.file)});
  }
  if (library != nullptr) {
    Value value{.kind = ValueKind::library,
                .site = site,
                .lib = m_libraries.step(library->lib, "." + std::string(text(name))),
                .receiver = object,
                .subject = object};
    return m_arena.add(std::move(value));
  }
  Value value{.kind = ValueKind::unknown, .name = name, .site = site, .receiver = object};
  return m_arena.add(std::move(value));
}

V Interpreter::construct(Frame* from, TypeDef type, const Args& args, const Site& site) {
  const ProgramFile& file = m_program.file(type.file);
  V library = nullptr;
  const std::vector<TypeDef> bases = bases_of(type, &library);
  Value value{
      .kind = ValueKind::instance, .file = type.file, .decl = type.type, .site = site, .object = m_arena.object()};
  value.subject = m_arena.add({.kind = ValueKind::type, .file = type.file, .decl = type.type});
  const Type& declared = file.facts.types[type.type];
  for (std::size_t i = 0; i < args.types.size() && i < declared.type_params.count; ++i)
    value.object->type_args.emplace_back(
        file.symbol(file.facts.name_lists[declared.type_params.first + static_cast<Index>(i)]), args.types[i]);
  V object = m_arena.add(value);
  V constructor = nullptr;
  for (const TypeDef base : bases) {
    for (const FnRef ref : m_program.methods_of(base))
      if (m_program.file(ref.file).facts.fns[ref.fn].kind == FnKind::constructor &&
          m_program.file(ref.file).facts.fns[ref.fn].body != kNone) {
        constructor = m_arena.add(
            {.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file), .receiver = object});
        break;
      }
    if (constructor != nullptr) break;
  }
  if (constructor != nullptr) {
    apply(from, constructor, args, site);
  } else {
    // A struct literal, a data class: arguments are fields by label or in order.
    for (const auto& [name, argument] : args.named) write_field(object->object, name, argument);
    const std::vector<Index>& fields = file.fields[type.type];
    for (std::size_t i = 0; i < args.positional.size() && i < fields.size(); ++i)
      write_field(object->object, file.symbol(file.facts.fields[fields[i]].name), args.positional[i]);
  }
  if (library != nullptr) {
    // A subclass of a router is a router, and of a client a client.
    Value base{.kind = ValueKind::library,
               .site = site,
               .lib = m_libraries.step(library->lib, "()"),
               .receiver = library,
               .object = object->object,
               .args = m_arena.args(args),
               .subject = object};
    V called = m_arena.add(std::move(base));
    bool handled = false;
    apply_rows(from, called, called->args, site, handled);
  }
  return object;
}

V Interpreter::typed_instance(TypeDef type) {
  const auto known = m_instances.find(type);
  if (known != m_instances.end()) return known->second;
  Value shell{.kind = ValueKind::instance, .file = type.file, .decl = type.type, .object = m_arena.object()};
  shell.subject = m_arena.add({.kind = ValueKind::type, .file = type.file, .decl = type.type});
  V object = m_arena.add(std::move(shell));
  m_instances.emplace(type, object);
  if (m_stack.size() > 40) {
    stop("objects inside one another are built only so deep", {type.file, {}});
    return object;
  }
  for (const TypeDef base : bases_of(type)) {
    bool found = false;
    for (const FnRef ref : m_program.methods_of(base)) {
      const Fn& fn = m_program.file(ref.file).facts.fns[ref.fn];
      if (fn.kind != FnKind::constructor || fn.body == kNone) continue;
      const Aside aside{*this};
      V constructor = m_arena.add(
          {.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file), .receiver = object});
      apply(nullptr, constructor, Args{.complete = false}, {ref.file, fn.span});
      found = true;
      break;
    }
    if (found) break;
  }
  return object;
}

// A dotted type name as a value: a type of the project, a library path, or nullptr.
V Interpreter::resolve_type_name(Index index, std::string_view dotted, unsigned depth) {
  if (depth > kMaxTypeDepth) return nullptr;
  const Nesting nesting(*this, {index, {}});
  if (nesting.too_deep()) return nullptr;
  const ProgramFile& file = m_program.file(index);
  const std::size_t dot = dotted.find('.');
  const Symbol first = symbol(dotted.substr(0, dot));
  V value = nullptr;
  const auto types = file.types.find(first);
  if (types != file.types.end())
    value =
        m_arena.add({.kind = ValueKind::type, .file = index, .decl = types->second.front(), .env = module_env(index)});
  if (value == nullptr && file.facts.traits.directory_scope)
    for (const Index sibling : m_program.directory_files(file.directory)) {
      const auto there = m_program.file(sibling).types.find(first);
      if (there == m_program.file(sibling).types.end()) continue;
      value = m_arena.add(
          {.kind = ValueKind::type, .file = sibling, .decl = there->second.front(), .env = module_env(sibling)});
      break;
    }
  if (value == nullptr) {
    const auto imports = file.imports.find(first);
    if (imports != file.imports.end()) value = import_value(index, file.facts.imports[imports->second.front()]);
  }
  if (value == nullptr && !file.star_imports.empty()) value = lookup_module_name(index, first);
  if (value == nullptr) return nullptr;
  std::string_view rest = dot == std::string_view::npos ? std::string_view{} : dotted.substr(dot + 1);
  while (!rest.empty()) {
    const std::size_t next = rest.find('.');
    const Symbol name = symbol(rest.substr(0, next));
    V inner = nullptr;
    if (value->is(ValueKind::module) && value->file == kNone) {
      for (const Index there : m_program.directory_files(text(value->name))) {
        const auto found = m_program.file(there).types.find(name);
        if (found != m_program.file(there).types.end()) {
          inner = m_arena.add(
              {.kind = ValueKind::type, .file = there, .decl = found->second.front(), .env = module_env(there)});
          break;
        }
      }
    } else if (value->is(ValueKind::module)) {
      const auto found = m_program.file(value->file).types.find(name);
      if (found != m_program.file(value->file).types.end())
        inner = m_arena.add({.kind = ValueKind::type,
                             .file = value->file,
                             .decl = found->second.front(),
                             .env = module_env(value->file)});
    }
    value = inner != nullptr ? inner : member(value, name, {});
    rest = next == std::string_view::npos ? std::string_view{} : rest.substr(next + 1);
  }
  return value;
}

V Interpreter::typed_value(Index file, TypeRefId id, unsigned depth) {
  if (id == kNone) return m_unknown;
  const Nesting nesting(*this, {file, m_program.file(file).facts.type_refs[id].span});
  if (nesting.too_deep()) return m_unknown;
  if (depth > kMaxTypeDepth) {
    stop("types nested too deep are not followed", {file, m_program.file(file).facts.type_refs[id].span});
    return m_unknown;
  }
  const auto key = std::make_pair(file, id);
  const auto known = m_typed.find(key);
  if (known != m_typed.end()) return known->second;
  m_typed.emplace(key, m_unknown);  // ends cycles
  const FileFacts& facts = m_program.file(file).facts;
  const TypeRef& ref = facts.type_refs[id];
  V value = m_unknown;
  switch (ref.kind) {
    case TypeRefKind::named: {
      if (ref.module != 0) {
        V member_value =
            target_member(file, m_program.file(file).symbol(ref.module), m_program.file(file).symbol(ref.name));
        value = value_of_type(member_value, file, ref, depth);
        break;
      }
      const std::string_view name = facts.name(ref.name);
      V type = resolve_type_name(file, name, depth);
      if (type != nullptr) {
        value = value_of_type(type, file, ref, depth);
      } else if (ref.args.count == 1) {
        // A wrapper of the language (Promise<T>, Partial<T>, Optional[T]): what it holds.
        value = typed_value(file, facts.type_lists[ref.args.first], depth + 1);
      } else if (ref.args.count == 0 && !name.empty()) {
        const LibNode* node =
            m_libraries.path(m_libraries.root(m_program.file(file).family, "global"), std::string(name) + "()");
        if (!node->rows.empty()) value = lib_value(node);
      }
      break;
    }
    case TypeRefKind::union_:
    case TypeRefKind::intersection: {
      std::vector<V> all;
      for (Index i = 0; i < ref.args.count; ++i) {
        V one = typed_value(file, facts.type_lists[ref.args.first + i], depth + 1);
        if (!one->is(ValueKind::unknown)) all.push_back(one);
      }
      if (!all.empty()) value = union_of(all);
      break;
    }
    case TypeRefKind::array: {
      Value list{.kind = ValueKind::list, .object = m_arena.object()};
      if (ref.args.count > 0)
        list.object->items.push_back(typed_value(file, facts.type_lists[ref.args.first], depth + 1));
      list.object->complete = false;
      value = m_arena.add(std::move(list));
      break;
    }
    case TypeRefKind::tuple: {
      Value list{.kind = ValueKind::list, .object = m_arena.object()};
      for (Index i = 0; i < ref.args.count; ++i)
        list.object->items.push_back(typed_value(file, facts.type_lists[ref.args.first + i], depth + 1));
      value = m_arena.add(std::move(list));
      break;
    }
    case TypeRefKind::object:
      if (ref.target != kNone) value = typed_instance({file, ref.target});
      break;
    case TypeRefKind::typeof_: {
      V of = resolve_type_name(file, facts.name(ref.name), depth);
      if (of == nullptr) of = lookup_module_name(file, m_program.file(file).symbol(ref.name));
      if (of != nullptr) value = of;
      break;
    }
    case TypeRefKind::indexed:
      if (ref.args.count > 0)
        value = member(typed_value(file, facts.type_lists[ref.args.first], depth + 1),
                       m_program.file(file).symbol(ref.name), {});
      break;
    default:
      break;
  }
  m_typed[key] = value;
  return value;
}

V Interpreter::value_of_type(V type, Index file, const TypeRef& ref, unsigned depth) {
  const FileFacts& facts = m_program.file(file).facts;
  if (type->is(ValueKind::any_of)) {
    std::vector<V> all;
    for (V one : type->items) all.push_back(value_of_type(one, file, ref, depth));
    return union_of(all);
  }
  if (type->is(ValueKind::library)) {
    Value value{.kind = ValueKind::library,
                .lib = m_libraries.step(type->lib, "()"),
                .receiver = type,
                .subject = type->subject};
    Args args;
    for (Index i = 0; i < ref.args.count; ++i) {
      V argument = typed_value(file, facts.type_lists[ref.args.first + i], depth + 1);
      args.types.push_back(argument);
      if (value.subject == nullptr && (argument->is(ValueKind::instance) || argument->is(ValueKind::type)))
        value.subject = argument;
    }
    value.args = m_arena.args(std::move(args));
    // A wrapper type of a library that no row knows stands for what it holds (Ref<T>, Annotated[T, …]).
    const bool known = !value.lib->rows.empty() || value.lib->same_as != nullptr;
    if (!known && ref.args.count >= 1 && value.args->types.front()->is(ValueKind::library) &&
        !value.args->types.front()->lib->rows.empty())
      return value.args->types.front();
    if (value.lib->same_as != nullptr) value.lib = value.lib->same_as;
    return m_arena.add(std::move(value));
  }
  if (!type->is(ValueKind::type)) return m_unknown;
  const FileFacts& where = m_program.file(type->file).facts;
  const Type& declared = where.types[type->decl];
  switch (declared.kind) {
    case TypeKind::alias: {
      if (declared.aliased == kNone) return m_unknown;
      const TypeRef& aliased = where.type_refs[declared.aliased];
      // A distinct named type with methods of its own (Go) is an object of its own.
      if (!m_program.methods_of(type->type()).empty()) return typed_instance(type->type());
      (void)aliased;
      return typed_value(type->file, declared.aliased, depth + 1);
    }
    case TypeKind::interface:
      return instance_of_interface(type->type(), depth);
    case TypeKind::enum_:
      return m_unknown;
    default: {
      if (ref.args.count == 0 || declared.type_params.count == 0) return typed_instance(type->type());
      // A generic type with its arguments: an instance of its own.
      Value value{.kind = ValueKind::instance, .file = type->file, .decl = type->decl, .object = m_arena.object()};
      for (Index i = 0; i < ref.args.count && i < declared.type_params.count; ++i)
        value.object->type_args.emplace_back(
            m_program.file(type->file).symbol(where.name_lists[declared.type_params.first + i]),
            typed_value(file, facts.type_lists[ref.args.first + i], depth + 1));
      return m_arena.add(std::move(value));
    }
  }
}

void Interpreter::functions_in(V value, std::vector<V>& found, unsigned depth) {
  if (depth == 0) m_looked_into = 0;
  if (value == nullptr || depth > 6) return;
  if (++m_looked_into > 20'000) return stop("a value of more than 20000 parts is not looked through", value->site);
  switch (value->kind) {
    case ValueKind::fn:
      for (V known : found)
        if (known->fn() == value->fn() && known->receiver == value->receiver) return;
      found.push_back(value);
      return;
    case ValueKind::any_of:
      for (V one : value->items) functions_in(one, found, depth + 1);
      return;
    case ValueKind::list:
      for (V one : value->object->items) functions_in(one, found, depth + 1);
      return;
    case ValueKind::library:
    case ValueKind::unknown:
      if (value->args != nullptr) {
        for (V one : value->args->positional) functions_in(one, found, depth + 1);
        for (const auto& [name, one] : value->args->named) functions_in(one, found, depth + 1);
      }
      if (value->receiver != nullptr && value->receiver->args != nullptr)
        functions_in(value->receiver, found, depth + 1);
      return;
    case ValueKind::map:
      if (depth > 0)
        for (const auto& [name, one] : value->object->fields) functions_in(one, found, depth + 1);
      return;
    default:
      return;
  }
}

}  // namespace idem
