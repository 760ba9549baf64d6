// Calls: functions of the project are run, libraries are stepped into, everything else keeps its arguments.
#include "engine/interpreter.hpp"
#include "engine/named_functions.hpp"

#include <algorithm>

namespace idem {

static constexpr unsigned kMaxDepth = 24;
static constexpr std::size_t kMaxStack = 96;
static constexpr unsigned kMaxWalkDepth = 32;

V Interpreter::call(Frame* from, V callee, Args args, const Site& site, std::uint8_t flags) {
  if (!spend()) return m_unknown;
  switch (callee->kind) {
    case ValueKind::fn:
      return apply(from, callee, args, site);
    case ValueKind::type: {
      const Type& type = m_program.file(callee->file).facts.types[callee->decl];
      const bool converts =
          m_program.file(site.file == kNone ? callee->file : site.file).facts.traits.type_call_converts &&
          (flags & kNew) == 0;
      if (converts) {
        // T(f) of a function type is that function; of a struct, the value as that type.
        if (args.positional.empty()) return m_unknown;
        V value = args.positional[0];
        return value->is(ValueKind::unknown) || value->is(ValueKind::text)
                   ? (type.kind == TypeKind::struct_ ? typed_instance(callee->type()) : value)
                   : value;
      }
      return construct(from, callee->type(), args, site);
    }
    case ValueKind::any_of: {
      std::vector<V> results;
      const bool runs = std::any_of(callee->items.begin(), callee->items.end(),
                                    [](V one) { return !one->is(ValueKind::builtin) && !one->is(ValueKind::null); });
      if (callee->truncated && runs) {
        stop("of more than 8 functions that may be called only 8 are followed", site);
        record({
            .kind = TraceKind::cut,
            .site = site,
        });
      }
      for (V one : callee->items)
        if (!one->is(ValueKind::null)) results.push_back(call(from, one, args, site, flags));
      return answers_of(callee, results);
    }
    case ValueKind::library:
      test_call(callee, args, site);
      return call_library(from, callee, m_arena.args(std::move(args)), site, flags);
    case ValueKind::builtin:
      return call_builtin(from, callee, args, site);
    case ValueKind::instance: {
      V method = method_of(callee->type(), symbol("__call__"), callee);
      if (method != nullptr) return call(from, method, std::move(args), site, 0);
      break;
    }
    default:
      break;
  }
  return call_unknown(from, callee, m_arena.args(std::move(args)), site);
}

// Two calls with equal signatures do the same as far as effects can tell.
std::string Interpreter::signature(V value, unsigned depth) const {
  switch (value->kind) {
    case ValueKind::text:
    case ValueKind::number:
    case ValueKind::boolean:
      if (value->items.empty()) return "'" + std::to_string(value->name) + (value->weak ? "w" : "");
      return "T";
    case ValueKind::null:
      return "0";
    case ValueKind::fn:
      return "f" + std::to_string(value->file) + "." + std::to_string(value->decl) + "@" +
             std::to_string(reinterpret_cast<std::uintptr_t>(value->env)) +
             (value->receiver != nullptr && depth < 3 ? signature(value->receiver, depth + 1) : "");
    case ValueKind::type:
      return "t" + std::to_string(value->file) + "." + std::to_string(value->decl);
    case ValueKind::list:
    case ValueKind::map:
    case ValueKind::instance:
      return "o" + std::to_string(reinterpret_cast<std::uintptr_t>(value->object));
    case ValueKind::library: {
      std::string all = "l" + std::to_string(reinterpret_cast<std::uintptr_t>(value->lib));
      if (value->object != nullptr && !value->object->row)
        all += "o" + std::to_string(reinterpret_cast<std::uintptr_t>(value->object));
      if (value->lib->called() && value->subject != nullptr && depth < 3) all += signature(value->subject, depth + 1);
      if (value->object != nullptr && value->object->row && depth < 3)
        for (const auto& [name, field] : value->object->fields)
          all += "." + std::to_string(name) + signature(field, depth + 1);
      return all;
    }
    case ValueKind::module:
      return "m" + std::to_string(value->file) + "." + std::to_string(value->name);
    case ValueKind::any_of: {
      std::string all = "(";
      if (depth < 3)
        for (V item : value->items) all += signature(item, depth + 1) + ",";
      return all + ")";
    }
    default:
      return "?";
  }
}

V Interpreter::apply(Frame* from, V fn_value, const Args& args, const Site& site) {
  const FnRef ref = fn_value->fn();
  const ProgramFile& file = m_program.file(ref.file);
  const Fn& fn = file.facts.fns[ref.fn];
  m_applied.insert(ref);
  if (m_walking) m_walked.insert(ref);
  // Beside what the function does itself: what the project says of it.
  if (const LibNode* named = named_node(*this, ref); named != nullptr)
    call_library(from, lib_value(named, nullptr, nullptr, site), m_arena.args(args), site, kAwaited);
  if (fn.body == kNone) return fn.returns == kNone ? m_unknown : typed_value(ref.file, fn.returns);
  const unsigned depth = from == nullptr ? 0 : from->depth + 1;
  const bool deep = depth > (m_walking ? kMaxWalkDepth : kMaxDepth) || m_stack.size() > kMaxStack;
  if (deep || std::count(m_stack.begin(), m_stack.end(), ref) >= 2) {
    const auto entered = std::find(m_stack.rbegin(), m_stack.rend(), ref);
    // That a function calls itself a third time adds nothing new; that a chain of calls goes on does.
    if (deep) {
      m_cut = m_cuts.depth = true;
      stop("calls nested too deep are not followed", site);
    } else
      m_cuts.recursion = std::min(m_cuts.recursion, static_cast<std::size_t>(m_stack.rend() - entered) - 1);
    record({.kind = TraceKind::cut,
            .how = static_cast<std::uint8_t>(deep ? CutHow::limit : CutHow::again),
            .site = site,
            .fn = ref});
    return m_unknown;
  }
  std::string key;
  if (m_walking) {
    key = std::to_string(ref.file) + "." + std::to_string(ref.fn) + "@" +
          std::to_string(reinterpret_cast<std::uintptr_t>(fn_value->env));
    if (&args == &m_chain.args)
      for (const Symbol name : m_parameters.names) key += "p" + std::to_string(name);
    if (m_request.watched)
      key +=
          "?" + std::to_string(m_request.method) + (m_request.path != nullptr ? signature(m_request.path) : "") + "?";
    if (V receiver = fn_value->receiver; receiver != nullptr) {
      key += "r" + signature(receiver);
      // A method of a row that was read speaks of that row.
      if (receiver->is(ValueKind::library) && receiver->args != nullptr)
        key += "a" + std::to_string(reinterpret_cast<std::uintptr_t>(receiver->args));
    }
    for (V arg : args.positional) key += "," + signature(arg);
    for (const auto& [name, arg] : args.named) key += ";" + std::to_string(name) + signature(arg);
    const auto known = m_memo.find(key);
    if (known != m_memo.end() && known->second.depth <= depth) {
      record({.kind = TraceKind::inline_,
              .site = site,
              .value = known->second.result,
              .fn = ref,
              .body = known->second.trace});
      return known->second.result;
    }
  }
  Frame frame;
  frame.file = ref.file;
  frame.fn = ref;
  frame.caller = from;
  frame.call_site = site;
  frame.depth = depth;
  frame.conditional = from == nullptr ? 0 : from->conditional;
  frame.env = m_arena.env();
  frame.env->parent = fn_value->env != nullptr ? fn_value->env : module_env(ref.file);
  frame.env->fn = ref;
  frame.env->receiver = fn_value->receiver;
  m_stack.push_back(ref);
  TraceBlock* outer = m_trace;
  TraceBlock* own = outer != nullptr ? new_block() : nullptr;
  m_trace = own;
  const bool spliced_before = m_spliced;
  const Cuts cuts_before = m_cuts;
  m_cuts = {};
  m_spliced = false;
  bind_params(frame, fn, fn_value->receiver, args);
  run_block(frame, fn.body);
  m_trace = outer;
  m_stack.pop_back();
  V result = m_null;
  if (!frame.returns.empty())
    result = union_of(frame.returns);
  else if (!frame.yields.empty())
    result = union_of(frame.yields);
  if ((result->is(ValueKind::unknown) || result->is(ValueKind::null)) && fn.returns != kNone) {
    V typed = typed_value(ref.file, fn.returns);
    if (!typed->is(ValueKind::unknown)) result = typed;
  }
  if (outer != nullptr)
    outer->nodes.push_back({.kind = TraceKind::inline_, .site = site, .value = result, .fn = ref, .body = own});
  // What a recursion left out stands in the trace of the function that was entered again: complete from there on.
  if (m_cuts.recursion >= m_stack.size()) m_cuts.recursion = Cuts::kNoCut;
  if (m_walking && !m_cuts.budget && m_cuts.recursion == Cuts::kNoCut && !m_spliced)
    m_memo.insert_or_assign(std::move(key), Memo{result, own, m_cuts.depth ? depth : 0});
  m_cuts.add(cuts_before);
  m_spliced |= spliced_before;
  return result;
}

V Interpreter::call_library(Frame* from, V callee, const Args* args, const Site& site, std::uint8_t flags) {
  if (m_walking && m_libraries.writes_data(callee->lib)) {
    callee = as_of_now(callee);
    args = as_of_now(args);
  }
  Value value{.kind = ValueKind::library,
              .site = site,
              .lib = m_libraries.step(callee->lib, "()"),
              .receiver = callee,
              .args = args,
              .subject = callee->subject};
  value.awaited = (flags & kAwaited) != 0;
  if (value.subject == nullptr)
    for (V argument : args->types)
      if (argument->is(ValueKind::instance) || argument->is(ValueKind::type)) value.subject = argument;
  // `db.session.get(Order, id)`: a class that is named says more than the client's own.
  if (V first = args->positional.empty() ? nullptr : args->positional.front(); first != nullptr)
    if (first->is(ValueKind::type) || (value.subject == nullptr && first->is(ValueKind::instance)))
      value.subject = first;
  // A row of a class of the project, which the code may change before it is saved.
  if (m_walking && value.subject != nullptr && m_libraries.writes_data(value.lib)) {
    value.object = m_arena.object();
    value.object->row = true;
  }
  V called = m_arena.add(std::move(value));
  bool handled = false;
  V result = apply_rows(from, called, args, site, handled);
  for (const Row* row : called->lib->rows)
    if (row->role == Role::clock_random && row->flag("fills") && !args->positional.empty())
      filled_by_chance.insert(args->positional.front());
  record({.kind = TraceKind::call, .awaited = (flags & kAwaited) != 0, .site = site, .value = called});
  if (!handled && called->lib->rows.empty())
    if (V list = mapped(from, callee, *args, site); list != nullptr) return list;
  if (!handled) call_callbacks(from, called, *args, site, false);
  tell_listeners(from, called, site);
  if (result != called && result != nullptr) return result;
  bool whole = false;
  V model = project_model(called, whole);
  if (model != nullptr && whole) return model;
  if (called->lib->same_as != nullptr) {
    Value same = *called;
    same.lib = called->lib->same_as;
    if (model != nullptr) same.subject = model;
    return m_arena.add(std::move(same));
  }
  return called;
}

V Interpreter::call_unknown(Frame* from, V callee, const Args* args, const Site& site) {
  Value value{.kind = ValueKind::unknown,
              .name = symbol("result of a call that is not known"),
              .site = site,
              .receiver = callee,
              .args = args};
  V called = m_arena.add(std::move(value));
  record({.kind = TraceKind::call, .site = site, .value = called});
  if (mount_on_unknown(from, called, site)) return called;
  if (V list = mapped(from, callee, *args, site); list != nullptr) return list;
  call_callbacks(from, called, *args, site, false);
  return called;
}

// rows.map(f) of rows that a call gave: as many of what f makes of one.
V Interpreter::mapped(Frame* from, V callee, const Args& args, const Site& site) {
  V rows = callee->receiver;
  if (rows == nullptr || args.positional.empty() || !args.positional.front()->is(ValueKind::fn)) return nullptr;
  const std::string_view name = callee->lib != nullptr ? std::string_view(callee->lib->step) : text(callee->name);
  const bool flat = name == ".flatMap" || name == "flatMap";
  if (!flat && name != ".map" && name != "map") return nullptr;
  V one = apply(from, args.positional.front(), Args{.positional = {index(rows, m_unknown, site)}}, site);
  Value list{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
  list.object->complete = false;
  if (flat && one->is(ValueKind::list))
    list.object->items = one->object->items;
  else
    list.object->items.push_back(one);
  return m_arena.add(std::move(list));
}

// A function handed to something that is not known may be run by it.
void Interpreter::call_callbacks(Frame* from, V called, const Args& args, const Site& site, bool beside) {
  (void)called;
  TraceBlock* outer = m_trace;
  TraceNode node{.kind = TraceKind::scope,
                 .how = static_cast<std::uint8_t>(beside ? ScopeHow::spawn : ScopeHow::block),
                 .site = site,
                 .value = m_unknown};
  if (outer != nullptr && beside) m_trace = node.body = new_block();
  const auto try_value = [&](V value) {
    if (!value->is(ValueKind::fn)) return;
    const Fn& fn = m_program.file(value->file).facts.fns[value->decl];
    // While registering, only what stands inline is taken to be run at once.
    if (!m_walking && fn.kind != FnKind::lambda) return;
    apply(from, value, {}, site);
  };
  for (V value : args.positional) {
    try_value(value);
    if (value->is(ValueKind::map) && m_walking)
      for (const auto& [name, field] : value->object->fields) try_value(field);
  }
  for (const auto& [name, value] : args.named) try_value(value);
  m_trace = outer;
  if (node.body != nullptr && outer != nullptr) outer->nodes.push_back(std::move(node));
}

V Interpreter::function_alone(FnRef ref) {
  const Fn& fn = m_program.file(ref.file).facts.fns[ref.fn];
  Value value{.kind = ValueKind::fn, .file = ref.file, .decl = ref.fn, .env = module_env(ref.file)};
  if (fn.owner != kNone) {
    value.receiver = typed_instance({ref.file, fn.owner});
  } else if (fn.owner_name != 0) {
    V type = resolve_type_name(ref.file, m_program.file(ref.file).facts.name(fn.owner_name), 0);
    if (type != nullptr && type->is(ValueKind::type)) value.receiver = typed_instance(type->type());
  }
  return m_arena.add(std::move(value));
}

void Interpreter::run_alone(FnRef ref) {
  // One of many that are only tried: it must not use up what the others need. A long one may take more.
  const Span span = m_program.file(ref.file).facts.fns[ref.fn].span;
  const Allowance allowance(*this, 50'000 + (span.end - span.begin),
                            "running this function takes too long: what it registers later may be missing",
                            {ref.file, span});
  apply_alone(ref);
}

void Interpreter::apply_alone(FnRef ref) {
  m_alone = true;
  m_alone_routers.clear();
  apply(nullptr, function_alone(ref), Args{.complete = false},
        {ref.file, m_program.file(ref.file).facts.fns[ref.fn].span});
  m_alone = false;
}

TraceBlock* Interpreter::walk_alone(FnRef fn, bool& cut) {
  m_walking = true;
  m_cut = false;
  m_cuts = {};
  const Allowance allowance(*this, 20'000, "following this function takes too long: later effects may be missing",
                            {fn.file, m_program.file(fn.file).facts.fns[fn.fn].span});
  TraceBlock* root = new_block();
  m_trace = root;
  apply_alone(fn);
  m_trace = nullptr;
  m_walking = false;
  forget_changes();
  cut = m_cut;
  return root;
}

Args Interpreter::framework_args(const Row* row, const std::string& family) {
  Args args;
  if (row == nullptr || row->list("params") == nullptr) {
    args.complete = false;
    return args;
  }
  const LibNode* module = m_libraries.root(family, row->modules.front());
  for (const std::string& param : *row->list("params"))
    args.positional.push_back(param.empty() ? unknown("parameter") : lib_value(m_libraries.path(module, param)));
  return args;
}

TraceBlock* Interpreter::walk(const std::vector<V>& handlers, const Row* row, const std::string& family, bool& cut) {
  return walk_chain(handlers, row, family, cut);
}

TraceBlock* Interpreter::walk_chain(const std::vector<V>& chain, const Row* row, const std::string& family, bool& cut) {
  m_walking = true;
  m_cut = false;
  m_cuts = {};
  m_spliced = false;
  const Allowance allowance(*this, 60'000, "following this handler takes too long: later effects may be missing",
                            chain.empty() ? Site{} : chain.back()->site);
  TraceBlock* root = new_block();
  m_trace = root;
  m_chain = {&chain, 0, framework_args(row, family), false};
  run_chain(0);
  m_chain = {};
  m_trace = nullptr;
  m_walking = false;
  forget_changes();
  cut = m_cut;
  return root;
}

// Runs an element; if it never went on to the rest by itself (an opaque library guard, a dependency that returns), the
// rest follows it.
void Interpreter::run_chain(std::size_t at) {
  if (m_chain.elements == nullptr || at >= m_chain.elements->size()) return;
  const Nesting nesting(*this, (*m_chain.elements)[at]->site);
  if (nesting.too_deep()) return;
  const std::size_t before = m_chain.at;
  m_chain.at = at;
  m_chain.went_on = false;
  std::vector<V> fns;
  V element = (*m_chain.elements)[at];
  functions_in(element, fns);
  // A method that a library base lends to a class of the project.
  if (fns.empty() && element->is(ValueKind::library) && element->args == nullptr && element->subject != nullptr)
    call(nullptr, element, m_chain.args, element->site, 0);
  for (V fn : fns) {
    apply(nullptr, fn, m_chain.args, {});  // nobody in the project calls it
  }
  if (!m_chain.went_on) run_chain(at + 1);
  m_chain.went_on = true;
  m_chain.at = before;
}

}  // namespace idem
