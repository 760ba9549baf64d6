#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace idem {

// Writes the whole text to standard output and flushes it. A reader that has gone away (`idem ... | head`) is no error;
// a full disk is.
Result<void> write_stdout(std::string_view text);

// Writes a file through a temporary one beside it and a rename, so that the name never shows a half-written file.
// A file that exists keeps its permissions. A name that is a device or a pipe (/dev/stdout) is written directly.
Result<void> write_file(const std::string& path, std::string_view text);

// write_file, or write_stdout when the path is empty or "-".
Result<void> write_output(const std::string& path, std::string_view text);

// The bytes of a file, or of standard input when the path is "-". Larger than `limit` bytes is refused, the limit told,
// without reading more than that.
Result<std::string> read_input(const std::string& path, std::size_t limit);

// "16 MiB", "2.5 kB"-like sizes for messages: binary units, at most one decimal.
std::string binary_size(std::size_t bytes);

}  // namespace idem
