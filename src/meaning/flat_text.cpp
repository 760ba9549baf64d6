#include "meaning/flat_text.hpp"

namespace idem {

static constexpr int kMaxDepth = 64;
static constexpr std::size_t kMaxBytes = 65'536;
static constexpr int kMaxParts = 20'000;

static void add_text(const Interpreter& interpreter, V value, int depth, int& parts, std::string& out) {
  if (out.size() > kMaxBytes || ++parts > kMaxParts) return;
  if (value == nullptr || depth > kMaxDepth) {
    out += " ";
  } else if (value->is(ValueKind::text)) {
    if (value->items.empty()) out += interpreter.text(value->name);
    for (V part : value->items) add_text(interpreter, part, depth + 1, parts, out);
  } else if ((value->is(ValueKind::library) || value->is(ValueKind::unknown)) && value->args != nullptr && depth == 0 &&
             !value->args->positional.empty() && value->args->positional[0]->is(ValueKind::text)) {
    // A statement object made from text, or a tagged template.
    add_text(interpreter, value->args->positional[0], depth + 1, parts, out);
  } else {
    out += " ? ";
  }
}

std::string flat_text(const Interpreter& interpreter, V value) {
  std::string out;
  int parts = 0;
  add_text(interpreter, value, 0, parts, out);
  return out;
}

}  // namespace idem
