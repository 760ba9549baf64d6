// Events: blocks, branches, loops, writes and their joins.
#include "engine/interpreter.hpp"

namespace idem {

bool made_at_start(const Program& program, V map, const std::set<FnRef>* walked);

static constexpr std::size_t kMaxUnrolled = 256;
static constexpr std::size_t kMaxUnrolledWalk = 12;
static constexpr std::uint64_t kMaxSteps = 60'000'000;  // of the whole run: some 30 seconds

bool Interpreter::spend() {
  if (++m_steps < m_step_limit && m_steps < kMaxSteps) return true;
  if (m_steps >= kMaxSteps) stop("the budget of the whole run is spent: whatever comes later is not followed", {});
  m_cut = m_spent = true;
  m_cuts.budget = true;
  return false;
}

void Interpreter::stop(std::string_view why, const Site& site, bool matters) {
  if (m_stopped.emplace(why, site.file).second) m_stops.push_back({why, site, matters});
}

Flow Interpreter::run_block(Frame& frame, BlockId block) {
  if (block == kNone) return Flow::falls;
  const FileFacts& facts = m_program.file(frame.file).facts;
  const Range events = facts.blocks[block].events;
  if (events.count == 0) return Flow::falls;
  const Nesting nesting(*this, {frame.file, facts.events[events.first].span});
  if (nesting.too_deep()) return Flow::falls;
  for (Index i = events.first; i < events.first + events.count; ++i) {
    if (!spend()) return Flow::leaves;
    // A definition that was needed before its turn is not evaluated twice.
    if (frame.env->module && facts.events[i].kind == EventKind::set && m_modules[frame.file].evaluated.contains(i))
      continue;
    if (run_event(frame, facts.events[i]) == Flow::leaves) return Flow::leaves;
  }
  return Flow::falls;
}

// A library's call that always throws: abort(400), redirect("/").
static bool never_returns(V called) {
  return called->lib != nullptr && std::any_of(called->lib->rows.begin(), called->lib->rows.end(),
                                               [](const Row* row) { return row->text("what") == "throws"; });
}

Flow Interpreter::run_event(Frame& frame, const Event& event) {
  switch (event.kind) {
    case EventKind::set:
      run_set(frame, event);
      return Flow::falls;
    case EventKind::eval: {
      eval(frame, event.expr);
      if (m_trace != nullptr && !m_trace->nodes.empty() && m_trace->nodes.back().kind == TraceKind::call) {
        TraceNode& last = m_trace->nodes.back();
        const Expr& expr = m_program.file(frame.file).facts.exprs[event.expr];
        if (last.site.file == frame.file && last.site.span.begin == expr.span.begin) {
          last.dropped = true;
          if (m_walking && never_returns(last.value)) {
            record({.kind = TraceKind::leave,
                    .how = static_cast<std::uint8_t>(LeaveHow::throw_),
                    .site = last.site,
                    .value = last.value});
            return Flow::leaves;
          }
        }
      }
      return Flow::falls;
    }
    case EventKind::branch:
      return run_branch(frame, event);
    case EventKind::loop:
      return run_loop(frame, event);
    case EventKind::try_:
      return run_try(frame, event);
    case EventKind::leave:
      return run_leave(frame, event);
    case EventKind::scope:
      return run_scope(frame, event);
  }
  return Flow::falls;
}

void Interpreter::run_set(Frame& frame, const Event& event) {
  V value = event.expr == kNone ? unknown("unset") : eval(frame, event.expr);
  const auto how = static_cast<SetHow>(event.how);
  if (event.type != kNone && (value->is(ValueKind::unknown) || value->is(ValueKind::null))) {
    V typed = typed_value(frame.file, event.type);
    if (!typed->is(ValueKind::unknown) || typed->subject != nullptr) value = typed;
  }
  if (how == SetHow::augment) {
    const ProgramFile& file = m_program.file(frame.file);
    V before = eval(frame, event.place);
    const std::string_view op = file.facts.name(event.op);
    if (before->is(ValueKind::list) && (op == "+" || op == "|")) {
      if (value->is(ValueKind::list)) {
        // Appending to a list that others see too (`urlpatterns += [...]`): the object changes.
        append(*before->object, *value->object, value->site);
      } else {
        if (value->is(ValueKind::library)) before->object->items.push_back(value);
        before->object->complete = false;
      }
      return;
    }
    if (op == "+" && (before->is(ValueKind::text) || value->is(ValueKind::text))) {
      Value joined{.kind = ValueKind::text, .site = value->site};
      joined.items = {before, value};
      value = m_arena.add(joined);
    } else if (op == "||" || op == "??") {
      value = union_of({before, value});
    } else {
      value = unknown("arithmetic");
    }
  }
  assign(frame, event.place, value, how);
}

// A list or map that takes in another, maybe itself.
void Interpreter::append(Object& to, const Object& from, const Site& site) {
  const std::size_t items = from.items.size(), fields = from.fields.size();
  to.complete &= from.complete;
  for (std::size_t i = 0; i < items + fields; ++i) {
    if (to.items.size() + to.fields.size() >= kMaxItems) {
      to.complete = false;
      return stop("lists and maps of more than 20000 items are cut off", site);
    }
    if (i < items)
      to.items.push_back(V(from.items[i]));
    else
      to.fields.push_back(std::pair<Symbol, V>(from.fields[i - items]));
  }
}

V* Env::find(Symbol name) {
  constexpr std::size_t kFew = 32;
  if (names.size() <= kFew) {
    for (auto& [key, value] : names)
      if (key == name) return &value;
    return nullptr;
  }
  for (; m_indexed < names.size(); ++m_indexed) m_index.emplace(names[m_indexed].first, m_indexed);
  const auto known = m_index.find(name);
  return known == m_index.end() ? nullptr : &names[known->second].second;
}

void Env::erase(std::size_t i) {
  if (i + 1 == names.size() && m_indexed == names.size()) {
    m_index.erase(names[i].first);
    --m_indexed;
  } else if (i < m_indexed) {
    m_index.clear();
    m_indexed = 0;
  }
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
}

void Interpreter::write_env(Env* env, Symbol name, V value) {
  if (V* bound = env->find(name); bound != nullptr) {
    m_writes.push_back({env, nullptr, name, *bound});
    *bound = value;
    return;
  }
  m_writes.push_back({env, nullptr, name, nullptr});
  env->names.emplace_back(name, value);
}

void Interpreter::write_field(Object* object, Symbol name, V value) {
  for (auto& [key, old] : object->fields)
    if (key == name) {
      m_writes.push_back({nullptr, object, name, old});
      old = value;
      return;
    }
  m_writes.push_back({nullptr, object, name, nullptr});
  object->fields.emplace_back(name, value);
}

void Interpreter::set_field(Object* object, Symbol name, V value) {
  if (object->row && object->fields.empty()) m_changed_rows.push_back(object);
  write_field(object, name, value);
}

void Interpreter::assign(Frame& frame, ExprId place, V value, SetHow how) {
  if (place == kNone) return;
  const ProgramFile& file = m_program.file(frame.file);
  const Expr& expr = file.facts.exprs[place];
  if (expr.kind == ExprKind::name) {
    const Symbol name = file.symbol(expr.name);
    if (how == SetHow::constant || how == SetHow::declare) {
      write_env(frame.env, name, value);
      return;
    }
    for (Env* env = frame.env; env != nullptr; env = env->parent)
      if (const V* old = env->find(name); old != nullptr) {
        if (env->module && !frame.env->module) value = union_of({*old, value});
        write_env(env, name, value);
        return;
      }
    Env* outermost = frame.env;
    while (outermost->parent != nullptr) outermost = outermost->parent;
    write_env(file.definitions.contains(name) ? outermost : frame.env, name, value);
    return;
  }
  if (expr.kind == ExprKind::member || expr.kind == ExprKind::index) {
    V object = eval(frame, expr.a);
    Symbol name = 0;
    if (expr.kind == ExprKind::member) {
      name = file.symbol(expr.name);
    } else {
      V key = eval(frame, expr.b);
      if (key->is(ValueKind::text) && key->items.empty()) name = key->name;
      if (object->is(ValueKind::list) && name == 0) {
        object->object->complete = false;
        return;
      }
      if (name == 0) {
        const Site site{frame.file, expr.span};
        if ((m_walking || !frame.env->module) && object->is(ValueKind::map) && object->object->fields.empty() &&
            made_at_start(m_program, object, m_walking ? &m_walked : nullptr)) {
          V set = m_arena.add({.kind = ValueKind::builtin, .name = symbol("set"), .site = site, .receiver = object});
          call_unknown(&frame, set, m_arena.args(Args{.positional = {key, value}}), site);
          return;
        }
        if (object->object != nullptr && object->is(ValueKind::map)) {
          object->object->complete = false;
          write_field(object->object, symbol("*"), value);
        }
        return;
      }
    }
    if (object->is(ValueKind::any_of)) {
      for (V one : object->items)
        if (one->object != nullptr) set_field(one->object, name, value);
      return;
    }
    if (object->object != nullptr && name != 0) set_field(object->object, name, value);
  }
}

std::vector<Interpreter::Write> Interpreter::rewind(std::size_t from) {
  std::vector<Write> after;
  while (m_writes.size() > from) {
    const Write write = m_writes.back();
    m_writes.pop_back();
    if (write.env != nullptr && write.before == nullptr) {
      // What an arm bound anew stands near the end.
      auto& names = write.env->names;
      std::size_t at = names.size();
      while (at > 0 && names[at - 1].first != write.name) --at;
      if (at == 0) continue;
      bool seen = false;
      for (const Write& known : after) seen |= known.env == write.env && known.name == write.name;
      if (!seen) after.push_back({write.env, nullptr, write.name, names[at - 1].second});
      write.env->erase(at - 1);
      continue;
    }
    if (write.env != nullptr) {
      V* bound = write.env->find(write.name);
      if (bound == nullptr) continue;
      bool seen = false;
      for (const Write& known : after) seen |= known.env == write.env && known.name == write.name;
      if (!seen) after.push_back({write.env, nullptr, write.name, *bound});
      *bound = write.before;
      continue;
    }
    auto& list = write.object->fields;
    for (std::size_t i = list.size(); i-- > 0;) {
      if (list[i].first != write.name) continue;
      bool seen = false;
      for (const Write& known : after) seen |= known.object == write.object && known.name == write.name;
      if (!seen) after.push_back({nullptr, write.object, write.name, list[i].second});
      if (write.before != nullptr)
        list[i].second = write.before;
      else
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
  return after;
}

// The state holds this arm's writes; `other_arm` are the final values of the other's.
void Interpreter::join(std::size_t from, const std::vector<Write>& other_arm, bool this_leaves, bool other_leaves,
                       std::vector<TracePhi>* phis) {
  if (this_leaves && !other_leaves) {
    rewind(from);
    for (const Write& write : other_arm) {
      if (write.env != nullptr)
        write_env(write.env, write.name, write.before);
      else
        write_field(write.object, write.name, write.before);
    }
    return;
  }
  if (other_leaves) return;
  // Names that only this arm wrote: their value before is the other arm's.
  std::vector<Write> mine;
  for (std::size_t i = from; i < m_writes.size(); ++i) {
    bool seen = false;
    for (const Write& known : mine)
      seen |= known.env == m_writes[i].env && known.object == m_writes[i].object && known.name == m_writes[i].name;
    if (!seen) mine.push_back(m_writes[i]);
  }
  const auto current = [](const Write& w) -> V {
    if (w.env != nullptr) {
      const V* bound = w.env->find(w.name);
      return bound == nullptr ? nullptr : *bound;
    }
    for (const auto& [key, value] : w.object->fields)
      if (key == w.name) return value;
    return nullptr;
  };
  const auto put = [&](const Write& w, V value) {
    if (w.env != nullptr)
      write_env(w.env, w.name, value);
    else
      write_field(w.object, w.name, value);
  };
  for (const Write& write : mine) {
    V other = write.before;
    for (const Write& theirs : other_arm)
      if (theirs.env == write.env && theirs.object == write.object && theirs.name == write.name) other = theirs.before;
    V now = current(write);
    if (now == nullptr || other == now) continue;
    V joined = other == nullptr ? now : union_of({now, other});
    if (phis != nullptr && other != nullptr && joined->is(ValueKind::any_of)) phis->push_back({joined, other, now});
    put(write, joined);
  }
  for (const Write& theirs : other_arm) {
    bool both = false;
    for (const Write& write : mine)
      both |= write.env == theirs.env && write.object == theirs.object && write.name == theirs.name;
    if (both) continue;
    V now = current(theirs);
    V joined = now == nullptr ? theirs.before : union_of({now, theirs.before});
    if (phis != nullptr && now != nullptr && joined->is(ValueKind::any_of))
      phis->push_back({joined, theirs.before, now});
    put(theirs, joined);
  }
}

Flow Interpreter::run_branch(Frame& frame, const Event& event) {
  V condition = event.expr == kNone ? unknown("condition") : eval(frame, event.expr);
  const Truth known = truth(condition);
  if (known == Truth::yes) return run_block(frame, event.body);
  if (known == Truth::no) return run_block(frame, event.other);
  TraceBlock* outer = m_trace;
  TraceNode node{.kind = TraceKind::branch, .site = {frame.file, event.span}, .value = condition};
  if (outer != nullptr) {
    node.body = new_block();
    node.other = new_block();
  }
  ++frame.conditional;
  const std::size_t start = mark();
  m_trace = node.body;
  const Flow first = run_block(frame, event.body);
  const std::vector<Write> first_writes = rewind(start);
  m_trace = node.other;
  const Flow second = run_block(frame, event.other);
  --frame.conditional;
  m_trace = outer;
  join(start, first_writes, second == Flow::leaves, first == Flow::leaves, outer != nullptr ? &node.phis : nullptr);
  if (outer != nullptr) outer->nodes.push_back(std::move(node));
  return first == Flow::leaves && second == Flow::leaves ? Flow::leaves : Flow::falls;
}

Flow Interpreter::run_loop(Frame& frame, const Event& event) {
  const auto how = static_cast<LoopHow>(event.how);
  if (how == LoopHow::once) {
    run_block(frame, event.body);
    return Flow::falls;
  }
  TraceBlock* outer = m_trace;
  TraceNode node{.kind = TraceKind::loop, .how = event.how, .site = {frame.file, event.span}};
  if (outer != nullptr) node.body = new_block();
  V over = event.expr == kNone ? nullptr : eval(frame, event.expr);
  const ProgramFile& file = m_program.file(frame.file);
  m_trace = node.body;
  const auto body_with = [&](V item, V key) {
    if (event.place != kNone) assign(frame, event.place, item, SetHow::declare);
    if (event.key != 0) write_env(frame.env, file.symbol(event.key), key);
    run_block(frame, event.body);
  };
  const std::size_t limit = m_walking ? kMaxUnrolledWalk : kMaxUnrolled;
  if (!m_walking && how == LoopHow::each && over->object != nullptr &&
      over->object->items.size() + over->object->fields.size() > limit)
    stop("a loop over more than 256 items is followed for some of them only", {frame.file, event.span});
  if (how == LoopHow::each && over->is(ValueKind::list) && !over->object->items.empty() &&
      over->object->items.size() <= limit) {
    const std::vector<V> items = over->object->items;
    for (std::size_t i = 0; i < items.size(); ++i)
      body_with(items[i], m_arena.add({.kind = ValueKind::number, .name = symbol(std::to_string(i))}));
  } else if (how == LoopHow::each && over->is(ValueKind::map) && !over->object->fields.empty() &&
             over->object->fields.size() <= limit) {
    // Iterating a map gives its keys; languages that bind the value beside it do so by `key`.
    const auto fields = over->object->fields;
    for (const auto& [name, value] : fields) {
      V key = text_value(text(name));
      if (event.key != 0)
        body_with(value, key);
      else
        body_with(key, value);
    }
  } else {
    ++frame.conditional;
    const std::size_t start = mark();
    V item = over == nullptr ? unknown("loop") : index(over, unknown("loop"), {frame.file, event.span});
    body_with(item, unknown("loop key"));
    const std::vector<Write> writes = rewind(start);
    join(start, writes, false, false);
    --frame.conditional;
  }
  m_trace = outer;
  if (outer != nullptr) outer->nodes.push_back(std::move(node));
  return Flow::falls;
}

Flow Interpreter::run_try(Frame& frame, const Event& event) {
  TraceBlock* outer = m_trace;
  TraceNode node{.kind = TraceKind::try_, .site = {frame.file, event.span}};
  if (outer != nullptr) node.body = new_block();
  m_trace = node.body;
  Flow flow = run_block(frame, event.body);
  const FileFacts& facts = m_program.file(frame.file).facts;
  bool some_catch_falls = false;
  ++frame.conditional;
  for (Index i = event.catches.first; i < event.catches.first + event.catches.count; ++i) {
    const Catch& handler = facts.catches[i];
    TraceCatch caught;
    if (outer != nullptr) caught.body = new_block();
    m_trace = nullptr;
    for (Index k = 0; k < handler.types.count; ++k)
      caught.types.push_back(eval(frame, facts.exprs_list[handler.types.first + k]));
    m_trace = caught.body;
    const std::size_t start = mark();
    if (handler.bind != 0)
      write_env(frame.env, m_program.file(frame.file).symbol(handler.bind),
                unknown("error", {frame.file, handler.span}));
    const Flow caught_flow = run_block(frame, handler.body);
    const std::vector<Write> writes = rewind(start);
    join(start, writes, false, caught_flow == Flow::leaves);
    some_catch_falls |= caught_flow == Flow::falls;
    node.catches.push_back(std::move(caught));
  }
  --frame.conditional;
  if (flow == Flow::leaves && some_catch_falls) flow = Flow::falls;
  m_trace = nullptr;
  if (event.other != kNone) {
    if (outer != nullptr) node.other = new_block();
    m_trace = node.other;
    if (run_block(frame, event.other) == Flow::leaves) flow = Flow::leaves;
  }
  m_trace = outer;
  if (outer != nullptr) outer->nodes.push_back(std::move(node));
  return flow;
}

Flow Interpreter::run_scope(Frame& frame, const Event& event) {
  const auto how = static_cast<ScopeHow>(event.how);
  V subject = event.expr == kNone ? m_unknown : eval(frame, event.expr);
  if (event.place != kNone) {
    // Entering a library's context manager gives the thing itself more often than not (sessions, clients,
    // transactions).
    assign(frame, event.place, subject, SetHow::declare);
  }
  if (how == ScopeHow::block) return run_block(frame, event.body);
  TraceBlock* outer = m_trace;
  TraceNode node{.kind = TraceKind::scope, .how = event.how, .site = {frame.file, event.span}, .value = subject};
  if (outer != nullptr) node.body = new_block();
  m_trace = node.body;
  const Flow flow = run_block(frame, event.body);
  m_trace = outer;
  if (outer != nullptr) outer->nodes.push_back(std::move(node));
  return how == ScopeHow::defer || how == ScopeHow::spawn ? Flow::falls : flow;
}

Flow Interpreter::run_leave(Frame& frame, const Event& event) {
  const auto how = static_cast<LeaveHow>(event.how);
  V value = event.expr == kNone ? m_null : eval(frame, event.expr);
  if (how == LeaveHow::return_) frame.returns.push_back(value);
  record({.kind = TraceKind::leave, .how = event.how, .site = {frame.file, event.span}, .value = value});
  // While registering, start-up checks that throw or exit must not cut off the routes behind them.
  if (!m_walking && (how == LeaveHow::throw_ || how == LeaveHow::abort)) return Flow::falls;
  // After an unrolled item's `continue` or `break` the next item runs all the same: may-analysis.
  return Flow::leaves;
}

}  // namespace idem
