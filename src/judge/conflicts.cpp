#include "judge/conflicts.hpp"

#include "judge/test_label.hpp"
#include "meaning/origin.hpp"

#include <algorithm>

namespace idem {

static bool names_status(Interpreter& interpreter, V value) {
  std::string name;
  if (value->lib != nullptr && value->lib->step.starts_with("."))
    name = value->lib->step.substr(1);
  else if (value->name != 0 && (value->is(ValueKind::unknown) || value->is(ValueKind::builtin)))
    name = interpreter.text(value->name);
  const std::string plain = plain_name(name);
  return plain == "status" || plain == "statuscode" || plain == "httpstatus" || plain == "code";
}

static bool is_conflict(Interpreter& interpreter, V value) {
  if (value->is(ValueKind::number)) {
    const std::string_view digits = interpreter.text(value->name);
    return digits == "409" || digits == "422";
  }
  if (value->is(ValueKind::text) && value->items.empty())
    return plain_name(interpreter.text(value->name)).find("idempotency") != std::string::npos;
  // http.StatusConflict, status.HTTP_409_CONFLICT
  if (value->lib != nullptr && !value->lib->called()) {
    const std::string plain = plain_name(value->lib->step);
    return plain == "statusconflict" || plain == "statusunprocessableentity" || plain.starts_with("http409") ||
           plain.starts_with("http422");
  }
  return false;
}

bool says_conflict(Interpreter& interpreter, const PathState& state, V condition, bool& equal) {
  if (!condition->is(ValueKind::op) || condition->items.size() != 2) return false;
  const std::string_view op = interpreter.text(condition->name);
  V a = resolved(interpreter, state, condition->items[0]), b = resolved(interpreter, state, condition->items[1]);
  if (op == "in" || op == "!in") {
    equal = op == "in";
    return names_status(interpreter, a) && b->is(ValueKind::list) && !b->object->items.empty() &&
           std::all_of(b->object->items.begin(), b->object->items.end(),
                       [&](V one) { return is_conflict(interpreter, one); });
  }
  if (op != "==" && op != "!=") return false;
  equal = op == "==";
  return (names_status(interpreter, a) && is_conflict(interpreter, b)) ||
         (names_status(interpreter, b) && is_conflict(interpreter, a));
}

}  // namespace idem
