#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// The candidates that a mistyped word may have meant, best first, at most three: small edit distance, or one holds the
// other.
std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& candidates);

// ", did you mean sidekiq-default?" for messages, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace idem
