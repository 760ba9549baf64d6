#pragma once

#include "records/reader.hpp"

namespace idem::books {

// Keys of a Redis server that match a pattern ("idem:*"; "" for all), read with SCAN and nothing that writes: strings
// that hold a JSON object (its members are columns, nested ones with dots), plain strings (column "state"), hashes (a
// field a column). Where the value has no such columns, "key" is the name without the pattern's fixed beginning, and
// "expires_at" the end that the key's TTL gives. Other types are told as bad rows. Columns are those of the first
// 1,000. `url` is redis://[[user]:password@]host[:port][/database] or unix:///path.
Result<std::unique_ptr<RowReader>> open_redis_rows(const std::string& url, const std::string& pattern,
                                                   const std::string& name, BadRows& bad);

}  // namespace idem::books
