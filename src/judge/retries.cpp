#include "judge/retries.hpp"

#include "meaning/origin.hpp"

#include <algorithm>

namespace idem {

namespace {

bool ends_loop(const TraceBlock* block) {
  if (block == nullptr) return false;
  for (const TraceNode& node : block->nodes) {
    if (node.kind == TraceKind::leave) {
      const auto how = static_cast<LeaveHow>(node.how);
      if (how == LeaveHow::return_ || how == LeaveHow::break_) return true;
    }
    if (node.kind == TraceKind::branch && (ends_loop(node.body) || ends_loop(node.other))) return true;
  }
  return false;
}

bool goes_round(const TraceBlock* block) {
  return block != nullptr && !block->nodes.empty() && block->nodes.back().kind == TraceKind::leave &&
         static_cast<LeaveHow>(block->nodes.back().how) == LeaveHow::continue_;
}

// A catch that gives up always is no further try.
bool gives_up(const TraceBlock* block) {
  return block != nullptr && !block->nodes.empty() && block->nodes.back().kind == TraceKind::leave &&
         static_cast<LeaveHow>(block->nodes.back().how) != LeaveHow::continue_;
}

bool waits(Interpreter& interpreter, const TraceBlock& body) {
  return std::any_of(body.nodes.begin(), body.nodes.end(), [&](const TraceNode& node) {
    if (node.kind == TraceKind::branch)
      return (node.body != nullptr && waits(interpreter, *node.body)) ||
             (node.other != nullptr && waits(interpreter, *node.other));
    if (node.kind != TraceKind::call) return false;
    const std::string method = plain_name(words_of(interpreter, node.value).method);
    return method == "sleep" || method == "after" || method == "delay" || method == "backoff" || method == "wait";
  });
}

// A test whether an error came back: `err == nil`, and which arm is the one without.
bool tests_error(Interpreter& interpreter, V condition, bool& then_worked) {
  if (!condition->is(ValueKind::op) || condition->items.size() != 2) return false;
  const std::string_view op = interpreter.text(condition->name);
  if ((op != "==" && op != "!=") || !condition->items[1]->is(ValueKind::null)) return false;
  V value = condition->items[0];
  if (value->is(ValueKind::any_of)) value = value->items.back();
  if (value->lib == nullptr && !value->is(ValueKind::unknown)) return false;
  then_worked = op == "==";
  return true;
}

}  // namespace

bool tries_again(Interpreter& interpreter, const TraceBlock& body) {
  for (std::size_t i = 0; i < body.nodes.size(); ++i) {
    const TraceNode& node = body.nodes[i];
    if (node.kind == TraceKind::try_ && !node.catches.empty()) {
      const bool again = std::any_of(node.catches.begin(), node.catches.end(),
                                     [](const TraceCatch& caught) { return !gives_up(caught.body); });
      // The way out may stand in the try or behind it.
      bool out = ends_loop(node.body) || ends_loop(node.other);
      for (std::size_t k = i + 1; k < body.nodes.size(); ++k)
        out |= body.nodes[k].kind == TraceKind::leave && !goes_round(&body);
      if (again && out) return true;
    }
    bool then_worked = false;
    if (node.kind != TraceKind::branch || !tests_error(interpreter, node.value, then_worked)) continue;
    const TraceBlock* worked = then_worked ? node.body : node.other;
    const TraceBlock* failed = then_worked ? node.other : node.body;
    bool out = ends_loop(worked);
    for (std::size_t k = i + 1; k < body.nodes.size() && goes_round(failed); ++k)
      out |= body.nodes[k].kind == TraceKind::leave;
    if (out && !gives_up(failed) && waits(interpreter, body)) return true;
  }
  return false;
}

static bool retrier(V value) {
  for (; value != nullptr && value->lib != nullptr; value = value->receiver)
    if (std::any_of(value->lib->rows.begin(), value->lib->rows.end(),
                    [](const Row* row) { return row->role == Role::retry; }))
      return true;
  return false;
}

bool retries_function(Interpreter& interpreter, FnRef ref) {
  if (ref.file == kNone || ref.fn == kNone) return false;
  const FileFacts& facts = interpreter.program().file(ref.file).facts;
  const Range annotations = facts.fns[ref.fn].annotations;
  for (Index i = annotations.first; i < annotations.first + annotations.count; ++i) {
    const Annotation& annotation = facts.annotations[i];
    if (annotation.on == AnnotationOn::decorator && retrier(interpreter.eval_in_module(ref.file, annotation.expr)))
      return true;
  }
  return false;
}

std::vector<FnRef> functions_retried_by(V called) {
  std::vector<FnRef> found;
  if (called->args == nullptr || called->lib == nullptr || !retrier(called)) return found;
  const auto add = [&](V value) {
    if (value->is(ValueKind::fn)) found.push_back(value->fn());
  };
  for (V value : called->args->positional) add(value);
  for (const auto& [name, value] : called->args->named) add(value);
  return found;
}

std::pair<V, V> key_header_set(Interpreter& interpreter, V called) {
  if (called->args == nullptr) return {};
  // params.SetIdempotencyKey(key), input.IdempotencyKey(key)
  if (called->args->positional.size() == 1 && called->receiver != nullptr && called->receiver->receiver != nullptr &&
      names_a_key(words_of(interpreter, called).method))
    return {called->receiver->receiver, called->args->positional[0]};
  if (called->args->positional.size() != 2) return {};
  V name = called->args->positional[0];
  if (!name->is(ValueKind::text) || !name->items.empty() || !names_a_key(interpreter.text(name->name))) return {};
  const std::string method = plain_name(words_of(interpreter, called).method);
  if (method != "set" && method != "add") return {};
  // The member of the request that holds its headers, then the request.
  V headers = called->receiver != nullptr ? called->receiver->receiver : nullptr;
  if (headers == nullptr || headers->receiver == nullptr) return {};
  return {headers->receiver, called->args->positional[1]};
}

}  // namespace idem
