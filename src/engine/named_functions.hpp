#pragma once

#include "config/config.hpp"
#include "engine/interpreter.hpp"

#include <vector>

namespace idem {

// Finds the functions of the project that the configuration names ([[effect]], [[protect]], [[route]]);
// add_config_rows() gives their rows. Returns the files that declare helpers which register routes, sorted.
std::vector<Index> name_functions(Interpreter& interpreter, const Config& config);

// The module that such functions stand in, whatever their own.
inline constexpr const char* kOwnModule = "idem.toml";
// The access path that stands for calls of a function of the project; nullptr for those that nobody named. Of the
// program that name_functions() was last called for: one analysis at a time.
const LibNode* named_node(Interpreter& interpreter, FnRef fn);

}  // namespace idem
