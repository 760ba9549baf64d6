#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace idem::books {

// Tells in fixed memory which intentions (business keys) may occur more than once in a stream: a Bloom filter whose
// bits of one value share a cache line (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters,
// 2007). It never misses a repetition; of 10 M different values it takes about one in a thousand for one. Whoever uses
// it asks the server about those it names, which costs far less than to have the server group all of them.
class SeenIntentions {
 public:
  static constexpr std::size_t kBlocks = std::size_t{1} << 18U;  // of 64 bytes: 16 MiB
  static constexpr std::size_t kMostText = std::size_t{2} << 20U;
  static constexpr std::size_t kMostCandidates = 50'000;
  // A stream of more values than this fills it, so that it names too many.
  static constexpr std::int64_t kMostValues = 20'000'000;

  SeenIntentions() : m_blocks(kBlocks) {}

  void see(std::string_view value);
  // The values that were perhaps seen before, each as often as that happened; not all of them if overflowed().
  const std::vector<std::string>& candidates() const { return m_candidates; }
  // Whether there were more candidates than are kept.
  bool overflowed() const { return m_overflowed; }

 private:
  struct alignas(64) Block {
    std::uint64_t words[8] = {};
  };
  std::vector<Block> m_blocks;
  std::vector<std::string> m_candidates;
  std::size_t m_text = 0;
  bool m_overflowed = false;
};

}  // namespace idem::books
