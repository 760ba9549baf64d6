#pragma once

#include "judge/judge.hpp"

namespace idem {

// The unique set of the written table whose columns an insert fills with what a repeat would bring again; nullptr.
const UniqueSet* unique_of(const Case& subject, const Operation& op);

}  // namespace idem
