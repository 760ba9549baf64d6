#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// The rules of one .gitignore, which apply to what lies below its folder.
class IgnoreFile {
 public:
  // `folder`: of the file, relative to the root of the walk and ending in '/', or "".
  IgnoreFile(std::string folder, std::string_view text);

  enum class Answer { silent, ignored, kept };
  // What the last matching rule says of a path below the folder (relative to the root of the walk).
  Answer ask(std::string_view path, bool is_folder) const;

 private:
  struct Rule {
    std::string pattern;
    bool negated = false, folders_only = false, anchored = false, literal = false;
  };
  std::string m_folder;
  std::vector<Rule> m_rules;  // in the order of the file
};

// The files that apply in one folder, innermost first: a chain shared by the folders below.
struct IgnoreChain {
  std::shared_ptr<const IgnoreChain> outer;
  IgnoreFile file;
};

// Whether Git would leave the path out, given that it did not leave out its folders.
bool is_ignored(const IgnoreChain* chain, std::string_view path, bool is_folder);

}  // namespace idem
