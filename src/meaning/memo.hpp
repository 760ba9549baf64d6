// What was worked out about values and files of a run: rules ask the same again and again. Kept with the interpreter.
#pragma once

#include "meaning/origin.hpp"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace idem {

struct MeaningMemo {
  std::unordered_map<V, CallWords> words;
  std::unordered_map<V, std::vector<Origin>> origins;
  // What was written into a hash or buffer after it was made: h.Write(text), io.WriteString(h, text).
  std::unordered_map<V, std::vector<V>> fed;
  // By file: the places of calls whose promise nobody waits for, see meaning/promises.hpp.
  std::map<Index, std::set<std::pair<std::uint32_t, std::uint32_t>>> unawaited;
};

MeaningMemo& meaning_memo(Interpreter& interpreter);

}  // namespace idem
