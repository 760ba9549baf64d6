#include "base/near_miss.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace idem {

namespace {

constexpr std::size_t kLongestWord = 64;

// Edits that turn one word into the other: insert, delete, replace, swap of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t replace = last[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, replace});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> near;
  if (word.size() < 2 || word.size() > kLongestWord) return near;
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const std::string& candidate : candidates) {
    const bool holds = candidate.find(word) != std::string::npos ||
                       (candidate.size() > 3 && word.find(candidate) != std::string_view::npos);
    const std::size_t distance = edit_distance(word, candidate);
    const std::size_t allowed = std::max<std::size_t>(1, std::min(word.size(), candidate.size()) / 3);
    if (holds || distance <= allowed) scored.emplace_back(distance, candidate);
  }
  std::sort(scored.begin(), scored.end());
  for (const auto& [distance, candidate] : scored)
    if (near.size() < 3) near.push_back(candidate);
  return near;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = near_misses(word, candidates);
  if (near.empty()) return {};
  std::string text = ", did you mean " + near[0];
  for (std::size_t i = 1; i < near.size(); ++i) text += (i + 1 == near.size() ? " or " : ", ") + near[i];
  return text + "?";
}

}  // namespace idem
