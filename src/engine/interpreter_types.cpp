// Types: their bases and methods, what a declared type stands for, and what is made of one.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxTypeDepth = 8;
static constexpr std::size_t kMaxBases = 100;

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
    // A struct literal, a data class: arguments are fields by label or in order. Nobody saw it without them: no arm
    // that ends takes them back.
    auto& own = object->object->fields;
    own = args.named;
    const std::vector<Index>& fields = file.fields[type.type];
    for (std::size_t i = 0; i < args.positional.size() && i < fields.size(); ++i)
      own.emplace_back(file.symbol(file.facts.fields[fields[i]].name), args.positional[i]);
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
  // `db = SQLAlchemy()` and `Base = declarative_base()` beside the classes that derive from them.
  if (value == nullptr && (!file.star_imports.empty() || file.definitions.contains(first)))
    value = lookup_module_name(index, first);
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
