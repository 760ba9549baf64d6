#include "ttl/code/value_quantity.hpp"

#include "ttl/code/words.hpp"

#include <algorithm>

namespace idem {

namespace {

constexpr int kDeepest = 12;

std::optional<Quantity> quantity_at(Interpreter& interpreter, V value, int depth);

// What rows say a library's value is: time.Second, timedelta(hours=1), Duration.seconds(30), parseInt(env ?? '60').
// Several rows about one call add up (timedelta(hours=1, minutes=30)).
std::optional<Quantity> library_quantity(Interpreter& interpreter, V value, int depth) {
  std::optional<Quantity> sum;
  for (const Row* row : value->lib->rows) {
    if (row->text("setting") != "duration" || !interpreter.applies(*row, value)) continue;
    V part = interpreter.slot_value(*row, "value", value);
    std::optional<Quantity> found = part == nullptr ? std::nullopt : quantity_at(interpreter, part, depth + 1);
    if (!found) continue;
    if (!found->unit_ms) found->unit_ms = unit_of(row->text("unit"));
    sum = sum ? combine(*sum, "+", *found) : found;
    if (!sum) return std::nullopt;
  }
  return sum;
}

// Alternatives agree, or one of them is a literal and the rest is not known before the run (an environment variable).
std::optional<Quantity> one_of(Interpreter& interpreter, const std::vector<V>& items, int depth) {
  std::optional<Quantity> found;
  for (V item : items) {
    const std::optional<Quantity> one = quantity_at(interpreter, item, depth + 1);
    if (!one) continue;
    if (found && !(*found == *one)) return std::nullopt;
    found = one;
  }
  return found;
}

std::optional<Quantity> quantity_at(Interpreter& interpreter, V value, int depth) {
  if (value == nullptr || depth > kDeepest) return std::nullopt;
  switch (value->kind) {
    case ValueKind::number:
      return number_quantity(interpreter.text(value->name));
    case ValueKind::text:
      return value->items.empty() ? text_quantity(interpreter.text(value->name)) : std::nullopt;
    case ValueKind::library:
      return library_quantity(interpreter, value, depth);
    case ValueKind::any_of:
      return one_of(interpreter, value->items, depth);
    case ValueKind::list: {  // (connect, read): the longer one counts
      std::optional<Quantity> longest;
      for (V item : value->object->items) {
        const std::optional<Quantity> one = quantity_at(interpreter, item, depth + 1);
        if (one && (!longest || one->amount > longest->amount)) longest = one;
      }
      return longest;
    }
    case ValueKind::op: {
      const std::string_view op = interpreter.text(value->name);
      if (value->items.size() != 2) return std::nullopt;
      if (op == "||" || op == "??") return one_of(interpreter, value->items, depth);
      const std::optional<Quantity> a = quantity_at(interpreter, value->items[0], depth + 1);
      const std::optional<Quantity> b = a ? quantity_at(interpreter, value->items[1], depth + 1) : std::nullopt;
      return b ? combine(*a, op, *b) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

void add_words(Interpreter& interpreter, V value, int depth, std::string& out) {
  constexpr std::size_t kEnough = 400;
  if (value == nullptr || depth > 6 || out.size() > kEnough) return;
  if ((value->is(ValueKind::text) && value->items.empty()) || value->is(ValueKind::unknown)) {
    out += plain_word(interpreter.text(value->name)) + " ";
    // A call that is not known: what it is called is what counts.
    if (value->is(ValueKind::unknown) && value->receiver != nullptr)
      add_words(interpreter, value->receiver, depth + 1, out);
  }
  if (value->lib != nullptr) out += plain_word(value->lib->path) + " ";
  for (V item : value->items) add_words(interpreter, item, depth + 1, out);
  if (value->is(ValueKind::list))
    for (V item : value->object->items) add_words(interpreter, item, depth + 1, out);
}

}  // namespace

std::optional<Quantity> quantity_of(Interpreter& interpreter, V value) { return quantity_at(interpreter, value, 0); }

std::string words_of_value(Interpreter& interpreter, V value) {
  std::string out;
  add_words(interpreter, value, 0, out);
  return out;
}

}  // namespace idem
