// What one run leaves for the next, for the same project: the facts of every file by its text, and the whole answer by
// everything that it depends on. Both are only ever taken for what they would come to again; a run without them gives
// the same bytes.
#pragma once

#include "facts/facts.hpp"
#include "report/report.hpp"
#include "source/project.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace idem {

class RunCache {
 public:
  // `root`: absolute, names the project. Opens nothing yet.
  RunCache(std::string folder, const std::string& root);

  // The key of a file: its facts depend on its front end, path and text alone.
  static std::string file_key(std::string_view frontend, std::string_view path, std::string_view text);

  void load_facts();
  // False when they are not there or damaged. For any number of threads after load_facts().
  bool facts_of(const std::string& key, FileFacts& facts) const;
  // Keeps the facts of these files: `fresh[i]` as pack_facts() gave them, "" where facts_of() had them. Facts of other
  // files stay as long as there is room.
  void save_facts(const std::vector<std::string>& keys, std::vector<std::string> fresh);

  // The report kept under `key`, when what was read beside the sources is still the same. `kind` is a word: reports of
  // different kinds are kept beside each other.
  bool find_answer(const std::string& kind, const std::string& key, const Project& project, Report& report) const;
  void save_answer(const std::string& kind, const std::string& key, const Report& report);

  // Why nothing could be kept, or "": a cache that fails is no failure of the run.
  const std::string& trouble() const { return m_trouble; }

 private:
  std::string m_folder, m_name, m_trouble;
  std::string m_pack;  // payload of the file, which the views below point into
  std::unordered_map<std::string, std::string_view> m_facts;
};

}  // namespace idem
