#include "judge/uniques.hpp"

#include <cctype>

namespace idem {

std::string plain_table(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos) name.remove_prefix(dot + 1);
  std::string plain;
  for (const unsigned char c : name)
    if (std::isalnum(c) != 0) plain += static_cast<char>(std::tolower(c));
  if (plain.ends_with("ies") && plain.size() > 4)
    plain.replace(plain.size() - 3, 3, "y");
  else if ((plain.ends_with("sses") || plain.ends_with("xes")) && plain.size() > 4)
    plain.resize(plain.size() - 2);
  else if (plain.ends_with("s") && !plain.ends_with("ss") && !plain.ends_with("us") && plain.size() > 3)
    plain.pop_back();
  return plain;
}

void Uniques::add(UniqueSet set) {
  set.table = plain_table(set.table);
  m_by_table[set.table].push_back(std::move(set));
}

const std::vector<UniqueSet>& Uniques::of(std::string_view table) const {
  static const std::vector<UniqueSet> none;
  const auto found = m_by_table.find(plain_table(table));
  return found == m_by_table.end() ? none : found->second;
}

std::vector<UniqueSet> Uniques::all() const {
  std::vector<UniqueSet> all;
  for (const auto& [table, sets] : m_by_table) all.insert(all.end(), sets.begin(), sets.end());
  return all;
}

void uniques_of_files(const Project& project, Uniques& uniques);
void uniques_of_models(Program& program, Uniques& uniques);

Uniques find_uniques(const Project& project, Program& program) {
  Uniques uniques;
  uniques_of_files(project, uniques);
  uniques_of_models(program, uniques);
  return uniques;
}

}  // namespace idem
