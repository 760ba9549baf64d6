// The folder of cached results, one pair of files a project. Everything in it can be lost or damaged at any time: what
// cannot be read, was made by another build of idem, or does not match its digest is as good as absent.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>

namespace idem {

// $XDG_CACHE_HOME/idem, else ~/.cache/idem; "" where there is neither.
std::string cache_folder();

// What tells this build of the program from every other: the linker's build id, else a digest of the program. Rows,
// rules and code are all part of it.
const std::string& build_identity();

// The payload of a cache file that this build wrote under this key; "" when there is none to trust.
std::string read_cache_file(const std::string& folder, const std::string& name, std::string_view key);

// Writes it beside and renames, so that two runs at once leave one whole file. Old files go once the folder is larger
// than a gibibyte. Private to the user: it holds what stands in the sources.
Result<void> write_cache_file(const std::string& folder, const std::string& name, std::string_view key,
                              std::string_view payload);

}  // namespace idem
