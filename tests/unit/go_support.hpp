// What the tests of the Go front end share.
#pragma once

#include "facts/facts.hpp"
#include "frontends/frontend.hpp"

#include <string>
#include <string_view>

namespace idem::test {

inline FileFacts lower_go(std::string_view text) { return frontend_for("a.go")->lower("a.go", text); }

// Lines of `text` that are indented below the line starting with `head`, with two blanks taken off each.
inline std::string below(const std::string& text, const std::string& head) {
  std::size_t at = text.rfind("\n" + head);
  if (at == std::string::npos) return "(no " + head + ")";
  at = text.find('\n', at + 1);
  std::string out;
  while (at != std::string::npos && text.compare(at, 3, "\n  ") == 0) {
    const std::size_t end = text.find('\n', at + 1);
    out += text.substr(at + 3, end == std::string::npos ? std::string::npos : end - at - 2);
    at = end;
  }
  return out;
}

// The events that the statements of a function become. `before` stands in front of the function.
inline std::string statements(std::string_view code, std::string_view before = "") {
  const std::string source = "package p\n" + std::string(before) +
                             "\nfunc zz(a int, ch chan int, m map[string]int) {\n" + std::string(code) + "\n}\n";
  const std::string printed = print_facts(lower_go(source), false);
  for (int fn = 1; fn < 9; ++fn) {
    const std::string head = "fn#" + std::to_string(fn) + " function zz";
    if (printed.find("\n" + head) != std::string::npos) return below(printed, head);
  }
  return printed;
}

// The events of the package body.
inline std::string package_body(std::string_view declarations) {
  return below(print_facts(lower_go("package p\n" + std::string(declarations)), false), "fn#0 module");
}

inline bool has_cut(const FileFacts& facts, std::string_view why) {
  for (const Cut& cut : facts.cuts)
    if (facts.name(cut.why) == why) return true;
  return false;
}

}  // namespace idem::test
