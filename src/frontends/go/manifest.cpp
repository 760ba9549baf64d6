#include "frontends/go/manifest.hpp"

#include <algorithm>

namespace idem::go {
namespace {

// The words of a line without its comment; quotes around a word are dropped.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (at < line.size()) {
    const char c = line[at];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
    } else if (line.substr(at).starts_with("//")) {
      break;
    } else if (c == '"' || c == '`') {
      const std::size_t end = std::min(line.find(c, at + 1), line.size());
      words.emplace_back(line.substr(at + 1, end - at - 1));
      at = end + 1;
    } else if (c == '(' || c == ')') {
      words.emplace_back(1, c);
      ++at;
    } else {
      const std::size_t end = std::min(line.find_first_of(" \t\r()", at), line.size());
      words.emplace_back(line.substr(at, end - at));
      at = end;
    }
  }
  return words;
}

// module v1.2.3 => ./local
void read_replacement(const std::vector<std::string>& words, Manifest& out) {
  const auto arrow = std::ranges::find(words, "=>");
  if (arrow == words.begin() || arrow == words.end() || arrow + 1 == words.end()) return;
  const std::string& to = *(arrow + 1);
  const bool is_local = to.starts_with("./") || to.starts_with("../") || to == "." || to == "..";
  if (is_local) out.replacements.push_back({words.front(), to});
}

void read_directive(std::string_view directive, const std::vector<std::string>& words, Manifest& out) {
  if (words.empty()) return;
  if (directive == "module" && out.module.empty()) out.module = words.front();
  if (directive == "replace") read_replacement(words, out);
}

}  // namespace

Manifest read_manifest(std::string_view text) {
  Manifest out;
  std::string block;  // directive of the open parenthesis
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    if (words.front() == ")") {
      block.clear();
    } else if (!block.empty()) {
      read_directive(block, words, out);
    } else if (words.size() > 1 && words[1] == "(") {
      block = words.front();
    } else {
      const std::string directive = words.front();
      words.erase(words.begin());
      read_directive(directive, words, out);
    }
  }
  return out;
}

}  // namespace idem::go
