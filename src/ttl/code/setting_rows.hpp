// Rows with role = "setting", in src/catalog/settings/<family>.toml: what calls into libraries say about time. They are
// loaded beside the ordinary rows of a language, by `ttl --from-code` alone.
//
//   setting = "client-timeout"   kind of what is set: client-timeout, retries, job-timeout, visibility, lease, key-ttl,
//                                dedup-window; "expiry" (key, words around it say of what), "duration" (the call makes
//                                a duration), "unit" (what a bare number counts by custom: module "custom", at = the
//                                kind)
//   value = "1.timeout"          slot of the number; several choices are tried in order
//   unit = "ms"                  of a bare number: ms, s, m, h, d, w
//   counts = "tries"             retries that count the first try
//   key = "0"                    slot of the key, for "expiry"
//
// The module "any" is a call on something that is not known, by the name of the method; the language "config" are
// configuration files, whose `at` are dotted keys.
#pragma once

#include "catalog/catalog.hpp"
#include "ttl/code/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// The rows of the given families and of configuration files, after all ordinary rows of those families.
Result<Catalog> catalog_with_settings(const std::vector<std::string>& families);

// Milliseconds that a bare number counts by custom in a language.
std::optional<std::int64_t> customary_unit(const Catalog& catalog, std::string_view family, CodeSetting::Kind kind);

}  // namespace idem
