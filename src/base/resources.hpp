#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace idem {

using namespace std::string_view_literals;

// A data file compiled into the program; both views live as long as the program.
struct Resource {
  std::string_view path;  // relative to the project's root, such as "sql/inspect/tables.sql"
  std::string_view text;
};

extern const Resource kResources[];
extern const std::size_t kResourceCount;

// The text of a data file. A missing name is a programming error and aborts: a test asks for every name used.
std::string_view resource(std::string_view path);

// All data files below a folder (given with its trailing slash), sorted by path.
std::vector<Resource> resources_below(std::string_view folder);

}  // namespace idem
