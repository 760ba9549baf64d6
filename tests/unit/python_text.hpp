#pragma once

#include "facts/facts.hpp"
#include "frontends/frontend.hpp"

#include <string>
#include <string_view>

// Python lowered, and parts of the printed facts that tests compare.
inline idem::FileFacts python_facts(std::string_view text, std::string_view path = "app.py") {
  return idem::frontend_for("app.py")->lower(path, text);
}

// Everything but the head line.
inline std::string python_all(std::string_view text) {
  const std::string printed = idem::print_facts(python_facts(text), false);
  return printed.substr(printed.find('\n') + 1);
}

// The lines that follow `head` and are indented deeper, less that indent.
inline std::string python_below(std::string_view text, std::string_view head) {
  const std::string printed = "\n" + python_all(text);
  const std::size_t found = printed.find("\n" + std::string(head));
  if (found == std::string::npos) return "no " + std::string(head) + " in" + printed;
  std::string out;
  std::size_t at = printed.find('\n', found + 1) + 1;
  while (at < printed.size() && printed.compare(at, 2, "  ") == 0) {
    const std::size_t end = printed.find('\n', at) + 1;
    out += printed.substr(at + 2, end - at - 2);
    at = end;
  }
  return out;
}

// The events of the module, and of the first function.
inline std::string python_module(std::string_view text) { return python_below(text, "fn#0 module"); }
inline std::string python_function(std::string_view text) { return python_below(text, "fn#1 "); }

// One expression as printed.
inline std::string python_expr(std::string_view text) {
  const std::string events = python_module("x(" + std::string(text) + ")\n");
  const std::size_t last = events.rfind("x(");
  return events.substr(last + 2, events.size() - last - 4);
}

// The type of a parameter as printed.
inline std::string python_type(std::string_view annotation) {
  const std::string printed = python_all("def f(a: " + std::string(annotation) + "): pass\n");
  const std::size_t begin = printed.find("f(a") + 3;
  const std::string rest = printed.substr(begin, printed.find('\n', begin) - begin);
  return rest.starts_with(": ") ? rest.substr(2, rest.rfind(')') - 2) : "none";
}
