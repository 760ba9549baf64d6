// What names say about the numbers beside them. These are words of the trade, in any language; what a library's own
// names mean stands in src/catalog/settings/.
#pragma once

#include "ttl/code/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace idem {

// Lower case without separators: "lock_ttl", "lockTTL" and "lock-ttl" are all "lockttl".
std::string plain_word(std::string_view name);

// What a name means given the names around it, all in plain form; nullopt when it tells nothing. The file's path says
// what an expiry is of, but not whose a timeout is.
std::optional<CodeSetting::Kind> kind_of_name(std::string_view name, std::string_view around, std::string_view path);
// What is remembered under an expiry, from the words of its key and of what stands around; nullopt for an ordinary
// cache.
std::optional<CodeSetting::Kind> kind_of_expiry(std::string_view words);
// Whether a number of that name counts the first try too ("attempts", "tries").
bool counts_first_try(std::string_view name);
// Milliseconds that a bare number of that name counts, where the name says it ("lockTtlSeconds").
std::optional<std::int64_t> unit_of_name(std::string_view name);

// "client-timeout" and its like, as rows say it.
std::optional<CodeSetting::Kind> kind_of_word(std::string_view word);
std::string_view row_word(CodeSetting::Kind kind);

}  // namespace idem
