// Records that the request fills or changes before it saves them: `order.state = "paid"; order.save()`.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

static bool is_changed(V value) {
  return value != nullptr && value->object != nullptr && !value->object->fields.empty() &&
         (value->is(ValueKind::instance) || (value->is(ValueKind::library) && value->object->row));
}

// A record, or what is called on one, with the fields that it has at this moment: what later changes, or an arm that
// this way does not take, is not what was saved.
V Interpreter::as_of_now(V value) {
  if (value->is(ValueKind::library) && !value->lib->called() && is_changed(value->receiver)) {
    Value of = *value;
    of.receiver = as_of_now(value->receiver);
    return m_arena.add(std::move(of));
  }
  if (!is_changed(value)) return value;
  Value row = *value;
  row.object = m_arena.object();
  *row.object = *value->object;
  return m_arena.add(std::move(row));
}

const Args* Interpreter::as_of_now(const Args* args) {
  if (std::none_of(args->positional.begin(), args->positional.end(), is_changed)) return args;
  Args now = *args;
  for (V& value : now.positional) value = as_of_now(value);
  return m_arena.args(std::move(now));
}

// Calls are remembered beyond one request, changes are not.
void Interpreter::forget_changes() {
  for (Object* row : m_changed_rows) row->fields.clear();
  m_changed_rows.clear();
}

}  // namespace idem
