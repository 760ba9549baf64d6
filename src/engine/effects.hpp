// Effects of a trace: which calls reach outside, with the chain of calls that leads there.
#pragma once

#include "engine/interpreter.hpp"
#include "report/report.hpp"

namespace idem {

struct EffectFound {
  Effect effect;
  Site site;
};

// Every distinct effect below `block`, in order of first occurrence; `root` is the first step of each chain.
std::vector<Effect> effects_of(Interpreter& interpreter, const TraceBlock* block, const Step& root,
                               std::vector<LineRange>& reached, bool guard);

}  // namespace idem
