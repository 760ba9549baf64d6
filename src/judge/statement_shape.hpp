#pragma once

#include "facts/facts.hpp"

#include <string>

namespace idem {

// What stands at a place, without what may change while it still means the same: names of variables, literals, layout,
// bodies of functions. A call keeps the names it is called by and the labels of its arguments:
// `await pay.charges.create({ amount: total })` → "_.charges.create({amount:_})". Of a chain of calls the last three
// count. At most some hundred bytes.
std::string statement_shape(const FileFacts& facts, Span span);

}  // namespace idem
