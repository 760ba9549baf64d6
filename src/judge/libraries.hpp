// Libraries that protect entry points: what each does by default, what it lacks, and which option mends it.
#pragma once

#include "judge/judge.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

struct LibraryLack {
  std::string rule;  // whose finding it is
  std::string says;  // what the library does, after its name: "keys its records by …"
  std::string remedy;
  std::vector<std::string> options;  // any of these, where it is set up, mends it; empty: none does
  std::vector<std::string> texts;    // so does any of these in a text of the project: settings that name a class
};

struct Library {
  std::string id, name;
  std::vector<std::pair<Decision, Status>> decisions;  // by default
  std::vector<LibraryLack> lacks;
};

const std::vector<Library>& all_libraries();
const Library* find_library(std::string_view id);  // nullptr when there is none

// What annotations say of the functions of a chain and of their types: a decorator of a library that protects.
std::vector<V> annotations_of(Interpreter& interpreter, const std::vector<V>& chain);
// The protecting libraries among the values of a request's chain and its calls, once each.
std::vector<Protector> find_protectors(const std::vector<V>& chain, const std::vector<V>& calls);
// Decisions and verdict as the libraries have them, as far as no code of the project decides better.
void decide_by_library(const Case& subject, Coverage& coverage);
void rules_of_libraries(const Case& subject, std::vector<Finding>& findings);

}  // namespace idem
