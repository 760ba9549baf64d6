// What the slots of a row pick from a call: its arguments, receiver, options, by place or name.
#include "engine/interpreter.hpp"

#include <algorithm>

namespace idem {

// The call a slot's choice looks at: `prev` calls back along the chain of receivers.
static V call_back(V called, int back) {
  V at = called;
  for (; back > 0 && at != nullptr; --back) {
    at = at->receiver;
    while (at != nullptr && at->args == nullptr) at = at->receiver;
  }
  return at;
}

std::vector<V> Interpreter::slot_values(const Slot& slot, V called) {
  for (const Slot::Choice& choice : slot.choices) {
    using From = Slot::Choice::From;
    std::vector<V> found;
    if (choice.from == From::constant) return {text_value(choice.text)};
    V at = call_back(called, choice.prev);
    if (at == nullptr) continue;
    if (choice.from == From::receiver) {
      V receiver = at->receiver != nullptr && at->receiver->lib != nullptr && !at->receiver->lib->called()
                       ? at->receiver->receiver
                       : at->receiver;
      if (choice.prev > 0) receiver = at;
      if (receiver != nullptr) found.push_back(receiver);
    } else if (choice.from == From::name) {
      if (at->receiver != nullptr && at->receiver->lib != nullptr && at->receiver->lib->step.starts_with("."))
        found.push_back(text_value(std::string_view(at->receiver->lib->step).substr(1)));
      else if (at->receiver != nullptr && at->receiver->name != 0)
        found.push_back(text_value(text(at->receiver->name)));
    } else if (at->args != nullptr) {
      const Args& args = *at->args;
      if (choice.from == From::keyword) {
        for (const auto& [name, value] : args.named)
          if (text(name) == choice.text) found.push_back(value);
      } else if (choice.from == From::type_argument) {
        if (choice.position < args.types.size()) found.push_back(args.types[choice.position]);
      } else if (choice.from == From::rest) {
        for (std::size_t i = choice.position; i < args.positional.size(); ++i) found.push_back(args.positional[i]);
      } else if (choice.from == From::last) {
        if (!args.positional.empty()) found.push_back(args.positional.back());
      } else if (choice.position < args.positional.size()) {
        found.push_back(args.positional[choice.position]);
      }
    }
    for (const std::string& name : choice.members) {
      std::vector<V> inner;
      for (V value : found) {
        if (name.front() == '(') {  // "(1)": argument 1 of the call that made the value
          const auto at_argument = static_cast<std::size_t>(name[1] - '0');
          // `made, err := f(x)`: the first result was made by the call behind it.
          V made = value->lib != nullptr && value->lib->step.starts_with("[") && value->receiver != nullptr
                       ? value->receiver
                       : value;
          if (made->args != nullptr && at_argument < made->args->positional.size())
            inner.push_back(made->args->positional[at_argument]);
        } else if (value->is(ValueKind::map) || value->is(ValueKind::instance)) {
          for (const auto& [key, field] : value->object->fields)
            if (text(key) == name) inner.push_back(field);
        } else if ((value->is(ValueKind::library) || value->is(ValueKind::unknown)) && value->args != nullptr) {
          for (const auto& [key, field] : value->args->named)
            if (text(key) == name) inner.push_back(field);
        } else if (name == "0" && value->is(ValueKind::list) && !value->object->items.empty()) {
          inner.push_back(value->object->items.front());
        }
      }
      found = std::move(inner);
    }
    if (!found.empty()) return found;
  }
  return {};
}

std::string Interpreter::slot_verb(const Row& row, V called) {
  static const std::set<std::string> kVerbs = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"};
  const Slot* slot = row.slot("method") != nullptr ? row.slot("method") : row.slot("verb");
  if (slot != nullptr)
    for (const Slot::Choice& choice : slot->choices)
      for (V value : slot_values(Slot{{choice}}, called)) {
        std::string word;
        if (value->is(ValueKind::text) && value->items.empty()) word = text(value->name);
        if (value->lib != nullptr && value->lib->step.starts_with(".Method")) word = value->lib->step.substr(7);
        std::transform(word.begin(), word.end(), word.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        if (kVerbs.contains(word)) return word;
      }
  return std::string(row.text("default_method"));
}

V Interpreter::slot_value(const Row& row, std::string_view name, V called) {
  const Slot* slot = row.slot(name);
  if (slot == nullptr) return nullptr;
  const std::vector<V> values = slot_values(*slot, called);
  return values.empty() ? nullptr : values.front();
}

std::string Interpreter::slot_text(const Row& row, std::string_view name, V called) {
  V value = slot_value(row, name, called);
  return value != nullptr && value->is(ValueKind::text) && value->items.empty() ? std::string(text(value->name))
                                                                                : std::string();
}

}  // namespace idem
