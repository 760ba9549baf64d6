#include "source/ignore.hpp"

#include "base/glob.hpp"

#include <utility>

namespace idem {

static std::string_view without_trailing_spaces(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

IgnoreFile::IgnoreFile(std::string folder, std::string_view text) : m_folder(std::move(folder)) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = without_trailing_spaces(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line[0] == '#') continue;
    Rule rule;
    if (line[0] == '!') {
      rule.negated = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      rule.folders_only = true;
      line.remove_suffix(1);
    }
    rule.anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    rule.literal = line.find_first_of("*?[\\") == std::string_view::npos;
    rule.pattern = line;
    m_rules.push_back(std::move(rule));
  }
}

IgnoreFile::Answer IgnoreFile::ask(std::string_view path, bool is_folder) const {
  const std::string_view below = path.substr(m_folder.size());
  const std::size_t slash = below.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? below : below.substr(slash + 1);
  for (auto rule = m_rules.rbegin(); rule != m_rules.rend(); ++rule) {
    if (rule->folders_only && !is_folder) continue;
    const std::string_view text = rule->anchored ? below : name;
    if (rule->literal ? rule->pattern == text : glob_match(rule->pattern, text))
      return rule->negated ? Answer::kept : Answer::ignored;
  }
  return Answer::silent;
}

bool is_ignored(const IgnoreChain* chain, std::string_view path, bool is_folder) {
  for (; chain != nullptr; chain = chain->outer.get()) {
    const IgnoreFile::Answer answer = chain->file.ask(path, is_folder);
    if (answer != IgnoreFile::Answer::silent) return answer == IgnoreFile::Answer::ignored;
  }
  return false;
}

}  // namespace idem
