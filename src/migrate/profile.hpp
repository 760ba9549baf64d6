#pragma once

#include "migrate/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A table that a profile creates: how its templates name it, and what it is called where the user gave no name.
struct ProfileTable {
  const char* placeholder;  // @table@, @execution@
  const char* name;         // "agent_execution"
  const char* suffix;       // what follows the user's --name; "" for the main table
};

struct Profile {
  const char* name;
  const char* summary;               // what it is for, one line
  std::vector<ProfileTable> tables;  // the main table first
};

const std::vector<Profile>& profiles();
const Profile* find_profile(std::string_view name);

// The script that creates the side table of the request and the one that takes it back. The names of the request have
// been checked; a derived name that would collide or a profile the dialect lacks is an error.
Result<Migration> side_table_migration(const SideTableRequest& request);

// A ready use of the functions, "local" or "external", as a psql script with the request's names; profile http only.
Result<std::string> snippet_text(const SideTableRequest& request, std::string_view name);

// The version of the tables' layout; stands in the main table's comment, where `migrate check` reads it.
inline constexpr int kLayoutVersion = 1;

}  // namespace idem
