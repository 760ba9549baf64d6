#include "reconcile/intentions.hpp"

#include <functional>

namespace idem::books {

void SeenIntentions::see(std::string_view value) {
  const std::uint64_t hash = std::hash<std::string_view>()(value);
  Block& block = m_blocks[hash % kBlocks];
  // Six places of nine bits each: which of the eight words, which of its bits. Mixed once more, because the low bits
  // have chosen the block (the finisher of splitmix64).
  std::uint64_t bits = hash;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31U;
  bool seen = true;
  for (int i = 0; i < 6; ++i, bits >>= 9U) {
    std::uint64_t& word = block.words[bits & 7U];
    const std::uint64_t bit = std::uint64_t{1} << ((bits >> 3U) & 63U);
    seen = seen && (word & bit) != 0;
    word |= bit;
  }
  if (!seen || m_overflowed) return;
  m_text += value.size();
  m_overflowed = m_text > kMostText || m_candidates.size() >= kMostCandidates;
  if (!m_overflowed) m_candidates.emplace_back(value);
}

}  // namespace idem::books
