// Handlers that tell requests apart themselves: `switch (req.method)`, `if (url === "/orders")`, a table by method.
// They are walked once with nothing known, noting the literals that the method and the path are compared with, and then
// once for each literal with that part known: so a branch for another method adds no effect.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

void Interpreter::assume_request(Symbol method, V path, Index file) {
  m_request = {.watched = true, .method = method, .path = path, .file = file, .tests = {}};
}

void Interpreter::assume_nothing() {
  m_request = {};
  m_parameters = {};
}

std::string_view Interpreter::request_part(V value) const {
  // `method ?? ""`: what it is beside its default.
  if (value->is(ValueKind::any_of))
    for (V one : value->items)
      if (const std::string_view part = request_part(one); !part.empty()) return part;
  if (!value->is(ValueKind::library)) return {};
  for (const Row* row : value->lib->rows)
    if (row->role == Role::read && (row->text("what") == "method" || row->text("what") == "url"))
      return row->text("what");
  return {};
}

V Interpreter::known_part(V value) {
  if (!m_walking || !m_request.watched || value->lib->rows.empty()) return value;
  const std::string_view part = request_part(value);
  if (part == "method" && m_request.method != 0)
    return m_arena.add({.kind = ValueKind::text, .name = m_request.method, .site = value->site});
  if (part == "url" && m_request.path != nullptr) return m_request.path;
  return value;
}

static std::string upper_word(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return out;
}

// Notes the test where `value` is a part of the request.
void Interpreter::test_request(V value, V with, bool prefix, const Site& site) {
  if (!m_walking || !m_request.watched) return;
  if (m_request.file != kNone && site.file != m_request.file) return;
  const std::string_view part = request_part(value);
  if (part.empty()) return;
  for (V one : with->is(ValueKind::any_of) ? with->items : std::vector<V>{with}) {
    if (!one->is(ValueKind::text) || (part == "method" && !one->items.empty())) continue;
    RequestTest test{.of_path = part == "url", .value = one, .prefix = prefix};
    if (!test.of_path) test.value = text_value(upper_word(text(one->name)), one->site);
    if (test.value->site.file == kNone) {
      Value placed = *test.value;
      placed.site = site;
      test.value = m_arena.add(std::move(placed));
    }
    const bool known = std::any_of(m_request.tests.begin(), m_request.tests.end(), [&](const RequestTest& t) {
      return t.of_path == test.of_path && t.prefix == prefix && t.value->items.empty() &&
             t.value->name == test.value->name;
    });
    if (!known && m_request.tests.size() < 64) m_request.tests.push_back(test);
  }
}

// `path.startsWith("/orders/")`.
void Interpreter::test_call(V callee, const Args& args, const Site& site) {
  if (!m_request.watched || callee->receiver == nullptr || args.positional.empty()) return;
  if (callee->lib->step != ".startsWith" || request_part(callee->receiver) != "url") return;
  test_request(callee->receiver, args.positional.front(), true, site);
}

}  // namespace idem
