#pragma once

#include <string>
#include <string_view>

namespace idem::typescript {

// What the grammar cannot read, blanked, with every other byte in its place; "" when there is no such thing.
// - type arguments of a tagged template (sql<User>`select …`), which it takes for comparisons: only when `tag_types`,
//   for in markup a tag may well stand before a backtick;
// - `type` in `export type * from`.
std::string without_grammar_gaps(std::string_view text, bool tag_types);

}  // namespace idem::typescript
