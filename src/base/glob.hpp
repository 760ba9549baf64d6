#pragma once

#include <string_view>

namespace idem {

// Whether the whole text matches a pattern of gitignore's kind: `*` and `?` stop at '/', `[a-z]` and `[!a-z]` are sets,
// a segment `**` stands for any number of segments (none too), `\` takes the next character literally. Time is bounded
// by pattern × text.
bool glob_match(std::string_view pattern, std::string_view text);

// Whether a pattern is well formed: nullptr, or what is wrong with it.
const char* glob_error(std::string_view pattern);

// Whether a path (relative, '/' separators) or one of its folders matches, as a line of a .gitignore means it: a
// pattern without a '/' in its middle applies at every depth.
bool path_matches(std::string_view pattern, std::string_view path);

}  // namespace idem
