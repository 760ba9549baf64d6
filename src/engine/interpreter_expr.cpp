// Expressions: names, members, text, operators; what may decide a branch.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

bool made_at_start(const Program& program, V map, const std::set<FnRef>* walked);

Interpreter::Interpreter(Program& program, Libraries& libraries, Arena& arena)
    : m_program(program), m_libraries(libraries), m_arena(arena), m_modules(program.file_count()) {
  m_null = m_arena.add({.kind = ValueKind::null});
  m_unknown = m_arena.add({.kind = ValueKind::unknown});
  m_step_limit = 20'000'000;
}

V Interpreter::this_of(const Frame& frame) const {
  for (const Env* env = frame.env; env != nullptr; env = env->parent)
    if (env->receiver != nullptr) return env->receiver;
  return m_unknown;
}

V Interpreter::lookup(Frame& frame, Symbol name, const Site& site) {
  for (Env* env = frame.env; env != nullptr; env = env->parent) {
    if (env->module) break;
    if (const V* bound = env->find(name); bound != nullptr) return *bound;
    // Imports inside a function bind there.
    const ProgramFile& file = m_program.file(env->fn.file);
    const auto imports = file.imports.find(name);
    if (imports != file.imports.end())
      for (const Index i : imports->second)
        if (file.facts.imports[i].in == env->fn.fn && env->fn.fn != 0)
          return import_value(env->fn.file, file.facts.imports[i]);
  }
  V found = lookup_module_name(frame.file, name);
  if (found != nullptr) return found;
  const std::string_view word = text(name);
  if (word == "this") return this_of(frame);
  if (word == "super") {
    V self = this_of(frame);
    Value value{.kind = ValueKind::builtin, .name = name, .site = site, .receiver = self};
    const Fn& fn = m_program.file(frame.fn.file).facts.fns[frame.fn.fn];
    value.file = frame.fn.file;
    value.decl = fn.owner;
    return m_arena.add(value);
  }
  return lib_value(
      m_libraries.step(m_libraries.root(m_program.file(frame.file).family, "global"), "." + std::string(word)), nullptr,
      nullptr, site);
}

V Interpreter::eval_in(Index file, Env* env, ExprId expr) {
  if (expr == kNone) return m_unknown;
  Frame frame;
  frame.file = file;
  frame.fn = env->fn;
  frame.env = env;
  return eval(frame, expr);
}

V Interpreter::eval_in_module(Index file, ExprId expr) { return eval_in(file, module_env(file), expr); }

V Interpreter::eval(Frame& frame, ExprId id) {
  if (id == kNone) return m_unknown;
  const ProgramFile& file = m_program.file(frame.file);
  const Expr& expr = file.facts.exprs[id];
  const Site site{frame.file, expr.span};
  if (!spend()) return m_unknown;
  const Nesting nesting(*this, site);
  if (nesting.too_deep()) return m_unknown;
  switch (expr.kind) {
    case ExprKind::unknown: {
      Value value{.kind = ValueKind::unknown, .name = file.symbol(expr.name), .site = site};
      if (expr.args.count > 0) value.args = m_arena.args(eval_args(frame, expr.args));
      return m_arena.add(std::move(value));
    }
    case ExprKind::string:
      return m_arena.add({.kind = ValueKind::text, .name = file.symbol(expr.name), .site = site});
    case ExprKind::number:
      return m_arena.add({.kind = ValueKind::number, .name = file.symbol(expr.name), .site = site});
    case ExprKind::boolean:
      return m_arena.add({.kind = ValueKind::boolean, .name = file.symbol(expr.name), .site = site});
    case ExprKind::null:
      return m_null;
    case ExprKind::text:
      return eval_text(frame, expr, site);
    case ExprKind::name:
      return lookup(frame, file.symbol(expr.name), site);
    case ExprKind::member:
      return member(eval(frame, expr.a), file.symbol(expr.name), site);
    case ExprKind::index: {
      V object = eval(frame, expr.a);
      return index(object, eval(frame, expr.b), site);
    }
    case ExprKind::call:
      return eval_call(frame, expr, site);
    case ExprKind::list: {
      Value value{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      Args args = eval_args(frame, expr.args);
      value.object->items = std::move(args.positional);
      value.object->complete = args.complete;
      return m_arena.add(std::move(value));
    }
    case ExprKind::map: {
      Value value{.kind = ValueKind::map, .site = site, .object = m_arena.object()};
      for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
        const Arg& arg = file.facts.args[i];
        V item = eval(frame, arg.value);
        if (arg.spread) {
          for (V one : item->is(ValueKind::any_of) ? item->items : std::vector<V>{item}) {
            if (one->object == nullptr)
              value.object->complete = false;
            else if (one->object->items.empty())
              append(*value.object, *one->object, site);
          }
          continue;
        }
        Symbol label = arg.label == 0 ? 0 : file.symbol(arg.label);
        if (label == 0 && arg.key != kNone) {
          V key = eval(frame, arg.key);
          if (key->is(ValueKind::text) && key->items.empty()) label = key->name;
        }
        if (label == 0) {
          value.object->complete = false;
          label = symbol("*");
        }
        value.object->fields.emplace_back(label, item);
      }
      return m_arena.add(std::move(value));
    }
    case ExprKind::fn: {
      Value value{.kind = ValueKind::fn, .file = frame.file, .decl = expr.target, .site = site, .env = frame.env};
      V fn = m_arena.add(std::move(value));
      // Decorators are calls with the function as their argument, innermost first.
      const Range annotations = file.facts.fns[expr.target].annotations;
      V decorated = fn;
      for (Index i = annotations.count; i-- > 0;) {
        const Annotation& annotation = file.facts.annotations[annotations.first + i];
        if (annotation.on != AnnotationOn::decorator || file.facts.fns[expr.target].owner != kNone) continue;
        V decorator = eval(frame, annotation.expr);
        TraceBlock* outer = m_trace;
        m_trace = nullptr;
        V result = call(&frame, decorator, Args{.positional = {decorated}}, {frame.file, annotation.span}, 0);
        m_trace = outer;
        const bool opaque =
            result->is(ValueKind::unknown) || result->is(ValueKind::library) || result->is(ValueKind::null);
        if (!opaque)
          decorated = result;
        else if (result->is(ValueKind::library) && result->args != nullptr && !result->lib->rows.empty())
          decorated = result;
      }
      return decorated;
    }
    case ExprKind::type: {
      V type = m_arena.add(
          {.kind = ValueKind::type, .file = frame.file, .decl = expr.target, .site = site, .env = frame.env});
      if (!m_walking) decorate_methods(frame, {frame.file, expr.target});
      const Range annotations = file.facts.types[expr.target].annotations;
      for (Index i = annotations.count; i-- > 0;) {
        const Annotation& annotation = file.facts.annotations[annotations.first + i];
        if (annotation.on != AnnotationOn::decorator || m_walking) continue;
        V decorator = eval(frame, annotation.expr);
        call(&frame, decorator, Args{.positional = {type}}, {frame.file, annotation.span}, 0);
      }
      return type;
    }
    case ExprKind::op:
      return eval_op(frame, expr, site);
    case ExprKind::choose: {
      V condition = eval(frame, expr.a);
      const Truth known = truth(condition);
      if (known == Truth::yes) return eval(frame, expr.b);
      if (known == Truth::no) return eval(frame, expr.c);
      TraceBlock* outer = m_trace;
      TraceNode node{.kind = TraceKind::branch, .site = site, .value = condition};
      if (outer != nullptr) node.body = new_block(), node.other = new_block();
      m_trace = node.body;
      V first = eval(frame, expr.b);
      m_trace = node.other;
      V second = eval(frame, expr.c);
      m_trace = outer;
      if (outer != nullptr && !(node.body->nodes.empty() && node.other->nodes.empty()))
        outer->nodes.push_back(std::move(node));
      return union_of({first, second});
    }
    case ExprKind::comprehension:
      return eval_comprehension(frame, expr, site);
    case ExprKind::module: {
      if (expr.name != 0) return target_value(frame.file, file.symbol(expr.name));
      V specifier = eval(frame, expr.a);
      if (specifier->is(ValueKind::text) && specifier->items.empty()) return target_value(frame.file, specifier->name);
      return unknown("module of a computed name", site);
    }
  }
  return m_unknown;
}

Args Interpreter::eval_args(Frame& frame, Range range) {
  const ProgramFile& file = m_program.file(frame.file);
  Args args;
  for (Index i = range.first; i < range.first + range.count; ++i) {
    const Arg& arg = file.facts.args[i];
    V value = eval(frame, arg.value);
    if (arg.spread)
      spread(args, value, {frame.file, file.facts.exprs[arg.value].span});
    else if (arg.label != 0)
      args.named.emplace_back(file.symbol(arg.label), value);
    else
      args.positional.push_back(value);
  }
  return args;
}

void Interpreter::spread(Args& args, V value, const Site& site) {
  if (value->is(ValueKind::list) || value->is(ValueKind::map)) {
    Object all{.items = std::move(args.positional), .fields = std::move(args.named), .complete = args.complete};
    append(all, *value->object, site);
    args.positional = std::move(all.items);
    args.named = std::move(all.fields);
    args.complete = all.complete;
  } else {
    args.complete = false;
    if (!value->is(ValueKind::null)) args.positional.push_back(index(value, m_unknown, value->site));
  }
}

V Interpreter::eval_text(Frame& frame, const Expr& expr, const Site& site) {
  Value value{.kind = ValueKind::text, .site = site};
  const Args parts = eval_args(frame, expr.args);
  value.items = parts.positional;
  const bool literal = std::all_of(value.items.begin(), value.items.end(),
                                   [](V v) { return v->is(ValueKind::text) && v->items.empty() && !v->weak; });
  if (literal) {
    std::string whole;
    for (V part : value.items) whole += text(part->name);
    return joined_text(std::move(whole), site);
  }
  return m_arena.add(std::move(value));
}

V Interpreter::joined_text(std::string whole, const Site& site) {
  if (whole.size() <= kMaxText) return text_value(whole, site);
  stop("texts of more than 64 KiB are not put together", site);
  return unknown("a text that is too long", site);
}

V Interpreter::eval_comprehension(Frame& frame, const Expr& expr, const Site& site) {
  V over = eval(frame, expr.a);
  V fn = m_arena.add({.kind = ValueKind::fn, .file = frame.file, .decl = expr.target, .site = site, .env = frame.env});
  Value value{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
  if (over->is(ValueKind::list) && over->object->items.size() > 256)
    stop("a loop over more than 256 items is followed for some of them only", site);
  if (over->is(ValueKind::list) && over->object->items.size() <= 256) {
    for (V item : std::vector<V>(over->object->items))
      value.object->items.push_back(apply(&frame, fn, Args{.positional = {item}}, site));
    value.object->complete = over->object->complete;
  } else {
    value.object->items.push_back(apply(&frame, fn, Args{.positional = {index(over, m_unknown, site)}}, site));
    value.object->complete = false;
  }
  return m_arena.add(std::move(value));
}

V Interpreter::index(V object, V key, const Site& site) {
  if (object->is(ValueKind::any_of)) {
    std::vector<V> found;
    for (V one : object->items)
      if (!one->is(ValueKind::null)) found.push_back(index(one, key, site));
    V all = answers_of(object, found);
    if (!all->is(ValueKind::any_of) || !key->is(ValueKind::number)) return all;
    // Of several results one part each: which path brings which is known by the whole.
    Value part = *all;
    part.receiver = object;
    part.name = key->name;
    return m_arena.add(std::move(part));
  }
  if (key->is(ValueKind::text) && key->items.empty()) {
    if (object->is(ValueKind::map) || object->is(ValueKind::instance) || object->is(ValueKind::module))
      return member(object, key->name, site);
    if (object->is(ValueKind::library)) {
      Value value{.kind = ValueKind::library,
                  .site = site,
                  .lib = m_libraries.step(object->lib, "." + std::string(text(key->name))),
                  .receiver = object,
                  .subject = object->subject};
      return m_arena.add(std::move(value));
    }
  }
  if (object->is(ValueKind::list)) {
    if (key->is(ValueKind::number)) {
      std::size_t at = 0;
      for (const char c : text(key->name))
        at = c >= '0' && c <= '9' && at < 100000 ? at * 10 + static_cast<std::size_t>(c - '0') : 100000;
      if (at < object->object->items.size()) return object->object->items[at];
    }
    if (!object->object->items.empty()) {
      std::vector<V> all = object->object->items;
      if (!object->object->complete || !key->is(ValueKind::number)) return union_of(all);
    }
    return unknown("element", site);
  }
  if (object->is(ValueKind::map)) {
    // A map that is filled while requests run is a store: what is read from it stands in the trace.
    if (m_walking && object->object->fields.empty() && made_at_start(m_program, object, &m_walked)) {
      V get = m_arena.add({.kind = ValueKind::builtin, .name = symbol("get"), .site = site, .receiver = object});
      return call_unknown(nullptr, get, m_arena.args(Args{.positional = {key}}), site);
    }
    std::vector<V> all;
    if (m_request.watched && request_part(key) == "method")
      for (const auto& [name, value] : object->object->fields)
        test_request(key, text_value(text(name), value->site), false, object->site);
    for (const auto& [name, value] : object->object->fields) all.push_back(value);
    return all.empty() ? unknown("entry", site) : union_of(all);
  }
  if (object->is(ValueKind::library)) {
    if (key->is(ValueKind::number) && object->args != nullptr) {
      // A result list (`a, err := f()`): the first is what the call gives, under "[0]" where a row says so.
      return lib_value(m_libraries.step(object->lib, "[" + std::string(text(key->name)) + "]"), object, nullptr, site);
    }
    Value value{.kind = ValueKind::library,
                .site = site,
                .lib = m_libraries.step(object->lib, "[]"),
                .receiver = object,
                .subject = object->subject};
    return m_arena.add(std::move(value));
  }
  if (key->is(ValueKind::number) && text(key->name) == "0" && !object->is(ValueKind::unknown)) return object;
  Value value{.kind = ValueKind::unknown,
              .name = key->is(ValueKind::text) && key->items.empty() ? key->name : symbol("element"),
              .site = site,
              .receiver = object,
              .subject = object->subject};
  return m_arena.add(std::move(value));
}

Truth Interpreter::truth(V value) const {
  if (value->given) return value->is(ValueKind::null) ? Truth::no : Truth::yes;
  if (value->weak) return Truth::unknown;
  switch (value->kind) {
    case ValueKind::boolean:
      return text(value->name) == "true" ? Truth::yes : Truth::no;
    case ValueKind::null:
      return Truth::no;
    case ValueKind::text:
      return value->items.empty() ? (value->name == 0 ? Truth::no : Truth::yes) : Truth::unknown;
    case ValueKind::number:
      return text(value->name) == "0" ? Truth::no : Truth::yes;
    case ValueKind::fn:
    case ValueKind::type:
      return Truth::yes;
    default:
      return Truth::unknown;
  }
}

static bool is_literal(V value) {
  return !value->weak && value->items.empty() &&
         (value->is(ValueKind::text) || value->is(ValueKind::number) || value->is(ValueKind::boolean) ||
          value->is(ValueKind::null));
}

V Interpreter::eval_op(Frame& frame, const Expr& expr, const Site& site) {
  const ProgramFile& file = m_program.file(frame.file);
  const Symbol op_name = file.symbol(expr.name);
  const std::string_view op = text(op_name);
  V a = eval(frame, expr.a);
  if (op == "&&" || op == "||" || op == "??") {
    const Truth known =
        op == "??" ? (is_literal(a) ? (a->is(ValueKind::null) ? Truth::no : Truth::yes) : Truth::unknown) : truth(a);
    if (op == "&&" ? known == Truth::no : known == Truth::yes) return a;
    TraceBlock* outer = m_trace;
    TraceNode node{.kind = TraceKind::branch, .site = site, .value = a};
    if (outer != nullptr && known == Truth::unknown) {
      node.body = new_block();
      node.other = new_block();
      m_trace = op == "&&" ? node.body : node.other;
    }
    V b = eval(frame, expr.b);
    m_trace = outer;
    if (outer != nullptr && node.body != nullptr && !(node.body->nodes.empty() && node.other->nodes.empty()))
      outer->nodes.push_back(std::move(node));
    if (known != Truth::unknown) return b;
    if (op == "&&") {
      // Its value matters as what b is; its test as both.
      Value value{.kind = ValueKind::op, .name = op_name, .site = site};
      value.items = {a, b};
      if (b->is(ValueKind::op) || a->is(ValueKind::op) || b->is(ValueKind::boolean) || b->is(ValueKind::unknown))
        return m_arena.add(std::move(value));
      return union_of({b, a->is(ValueKind::unknown) ? b : a});
    }
    if (a->is(ValueKind::op) || b->is(ValueKind::op)) {
      Value value{.kind = ValueKind::op, .name = op_name, .site = site};
      value.items = {a, b};
      return m_arena.add(std::move(value));
    }
    return union_of({a, b});
  }
  if (op == "await" || op == "&" || op == "cast" || op == "receive") {
    if (op == "cast" && expr.types.count > 0 && (a->is(ValueKind::unknown) || a->is(ValueKind::library))) {
      V typed = typed_value(frame.file, file.facts.type_lists[expr.types.first]);
      if (!typed->is(ValueKind::unknown)) return typed;
    }
    return a;
  }
  V b = expr.b == kNone ? nullptr : eval(frame, expr.b);
  if (op == "yield" || op == "yield*") {
    frame.yields.push_back(a);
    record({.kind = TraceKind::scope, .how = 255, .site = site, .value = a});
    return unknown("sent", site);
  }
  if (op == "+" && b != nullptr && (a->is(ValueKind::text) || b->is(ValueKind::text))) {
    if (is_literal(a) && is_literal(b))
      return joined_text(std::string(text(a->name)) + std::string(text(b->name)), a->site);
    Value value{.kind = ValueKind::text, .site = site};
    value.items = {a, b};
    return m_arena.add(std::move(value));
  }
  if (op == "+" && b != nullptr && (a->is(ValueKind::list) || b->is(ValueKind::list))) {
    Value value{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
    for (V side : {a, b}) {
      if (side->is(ValueKind::list)) {
        append(*value.object, *side->object, site);
      } else {
        value.object->complete = false;
        if (side->is(ValueKind::library)) value.object->items.push_back(side);
      }
    }
    return m_arena.add(std::move(value));
  }
  if ((op == "==" || op == "!=") && b != nullptr)
    for (const auto& [part, with] : {std::pair{a, b}, std::pair{b, a}}) test_request(part, with, false, site);
  if ((op == "==" || op == "!=") && b != nullptr && (a->given || b->given) &&
      (a->is(ValueKind::null) || b->is(ValueKind::null))) {
    const bool equal = a->kind == b->kind;
    return m_arena.add(
        {.kind = ValueKind::boolean, .name = symbol(equal == (op == "==") ? "true" : "false"), .site = site});
  }
  if ((op == "==" || op == "!=") && b != nullptr && is_literal(a) && is_literal(b) && !a->is(ValueKind::null) &&
      !b->is(ValueKind::null)) {
    const bool equal = a->kind == b->kind && a->name == b->name;
    return m_arena.add(
        {.kind = ValueKind::boolean, .name = symbol(equal == (op == "==") ? "true" : "false"), .site = site});
  }
  if ((op == "in" || op == "!in") && b != nullptr && m_walking) {
    // Membership in a store of this process: a map or set made at start.
    V has = nullptr;
    if (b->is(ValueKind::map) && b->object->fields.empty() && made_at_start(m_program, b, &m_walked))
      has = call_unknown(&frame,
                         m_arena.add({.kind = ValueKind::builtin, .name = symbol("has"), .site = site, .receiver = b}),
                         m_arena.args(Args{.positional = {a}}), site);
    else if (b->lib != nullptr && b->lib->called() && b->args != nullptr && b->args->positional.empty() &&
             b->receiver != nullptr && b->receiver->receiver == nullptr)
      has = call_library(&frame, lib_value(m_libraries.step(b->lib, ".has"), b, nullptr, site),
                         m_arena.args(Args{.positional = {a}}), site, 0);
    if (has != nullptr) {
      if (op == "in") return has;
      Value absent{.kind = ValueKind::op, .name = symbol("!"), .site = site};
      absent.items = {has};
      return m_arena.add(std::move(absent));
    }
  }
  if (op == "!" && (a->given || (is_literal(a) && !a->is(ValueKind::null)))) {
    const Truth known = truth(a);
    if (known != Truth::unknown)
      return m_arena.add(
          {.kind = ValueKind::boolean, .name = symbol(known == Truth::no ? "true" : "false"), .site = site});
  }
  Value value{.kind = ValueKind::op, .name = op_name, .site = site};
  value.items.push_back(a);
  if (b != nullptr) value.items.push_back(b);
  return m_arena.add(std::move(value));
}

V Interpreter::eval_call(Frame& frame, const Expr& expr, const Site& site) {
  const ProgramFile& file = m_program.file(frame.file);
  V callee = eval(frame, expr.a);
  Args args = eval_args(frame, expr.args);
  for (Index i = 0; i < expr.types.count; ++i)
    args.types.push_back(typed_value(frame.file, file.facts.type_lists[expr.types.first + i]));
  V called = call(&frame, callee, std::move(args), site, expr.flags);
  if (!m_walking || (!called->is(ValueKind::library) && !called->is(ValueKind::unknown))) return called;
  // A plain variable handed over by its address is set by the call: `Scan(&id)`.
  for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
    const Expr& arg = file.facts.exprs[file.facts.args[i].value];
    if (arg.kind != ExprKind::op || file.facts.name(arg.name) != "&" || arg.b != kNone || arg.a == kNone) continue;
    const Expr& place = file.facts.exprs[arg.a];
    if (place.kind != ExprKind::name) continue;
    const Symbol name = file.symbol(place.name);
    V before = lookup(frame, name, site);
    if (is_literal(before) && !before->is(ValueKind::null))
      assign(frame, arg.a, m_arena.add({.kind = ValueKind::unknown, .name = name, .site = site, .receiver = called}),
             SetHow::assign);
  }
  return called;
}

}  // namespace idem
