#pragma once

#include "engine/interpreter.hpp"
#include "engine/program.hpp"
#include "report/report.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

// Source texts in, values and routes out: what tests of the engine are written with.
namespace engine_test {

using Texts = std::vector<std::pair<std::string, std::string>>;  // path → text

idem::Project project_of(const Texts& texts);

// A program whose values can be asked for by name.
class Engine {
 public:
  explicit Engine(const Texts& texts);

  idem::V value(const std::string& name);  // of the first file's module level
  std::string shown(const std::string& name) { return show(value(name)); }
  // 'text' · 'a{hole}' · 12 · true · null · [item, …] · {key: value, …} · fn name · Type() · express: Router() · a | b
  // · unknown; a trailing … where there may be more.
  std::string show(idem::V value, unsigned depth = 0);
  idem::Interpreter& interpreter() { return *m_interpreter; }

 private:
  idem::Project m_project;
  idem::Catalog m_catalog;
  std::unique_ptr<idem::Program> m_program;
  std::unique_ptr<idem::Libraries> m_libraries;
  idem::Arena m_arena;
  std::unique_ptr<idem::Interpreter> m_interpreter;
};

// "POST /orders", sorted, of the whole pipeline; with `effects` "POST /orders payment db_write".
std::vector<std::string> routes_of(const Texts& texts, bool effects = false);
idem::Report report_of(const Texts& texts, bool coverage = false);

}  // namespace engine_test
