#pragma once

#include "reconcile/merge.hpp"
#include "reconcile/store.hpp"
#include "records/canonical.hpp"

#include <string>
#include <string_view>

namespace idem::books {

// Which of `shards` parts a link belongs to, from the first four bytes of its MD5; rows without a link belong where ""
// does. in_shard() of group_sql.hpp says the same in SQL.
std::uint64_t shard_of(std::string_view link, std::uint64_t shards);

// Leaves only the rows of the plan's shard; what is left out is not counted.
OrderedRows only_shard(const Plan& plan, Side side, OrderedRows rows);

// What one worker found in its part of the keys, beside the suspects themselves.
struct ShardPart {
  std::uint64_t shards = 1;
  std::uint64_t shard = 0;
  std::string plan;  // digest of all that must be equal in the parts of one run
  std::int64_t keys = 0;
  std::int64_t records = 0;
  Dropped matched;
  Dropped outside;
  bool any_expiry = false;
  std::optional<Micros> longest_retention;
  KeyWords words;
  std::uint64_t bad_rows = 0;
  std::vector<std::string> bad_examples;
};

// The digest for ShardPart::plan.
std::string plan_digest(const Plan& plan);

// Writes the store's suspects and `part` to a file, which gets its name only when complete.
Result<void> write_part(Store& store, const ShardPart& part, const std::string& path);

// Adds the suspects of a file to the store, after begin_suspects(), and returns the rest.
Result<ShardPart> add_part(Store& store, const std::string& path);

}  // namespace idem::books
