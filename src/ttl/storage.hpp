#pragma once

#include "base/duration.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Requests per period, exact: thousandths of a request in `period`.
struct Rate {
  std::int64_t millis = 0;
  Duration period = days(1);
};

struct StorageTerms {
  Rate rate;
  std::int64_t record_bytes = 0;               // all that is stored for a key
  std::optional<std::int64_t> response_bytes;  // how much of it is the response body
  std::int64_t peak_ppm = 1'000'000;           // peak over average
  std::int64_t duplicates_ppm = 0;             // share of requests that are repeats
  std::int64_t replicas = 1;                   // copies in all
  std::int64_t index_factor_ppm = 1'000'000;   // indexes, free space and the like, as a factor on the bytes
};

// Bytes of a set of records, before and after index factor and replicas.
struct StoredBytes {
  std::int64_t keys = 0, raw = 0, total = 0;
};

struct Storage {
  Duration ttl;
  StoredBytes live;
  // Thousandths of a request per second. Duplicates are those at peak. Every request is counted as a new key: the safe
  // side.
  std::int64_t average_mps = 0, peak_mps = 0, duplicates_mps = 0;
  struct Compared {
    Duration ttl;
    std::int64_t ratio_ppm = 0;  // against the TTL above
    StoredBytes stored;
  };
  std::vector<Compared> compared;
  // Without the body: a digest of the key, the request's fingerprint, state, times and a pointer to the resource.
  std::int64_t pointer_record_bytes = 0;
  StoredBytes pointer;
  // Partitions by day: nothing is deleted row by row, but a record lives until its whole day may go.
  std::int64_t partitions = 0, deletes_mps = 0;
  StoredBytes partitioned;
  // Digest, fingerprint, outcome and expiry, kept after the record until `tombstone`.
  Duration tombstone;
  std::int64_t tombstone_bytes = 0;
  StoredBytes tombstones;
};

inline constexpr std::int64_t kPointerRecordBytes = 160;
inline constexpr std::int64_t kPointerBytes = 40;
inline constexpr std::int64_t kTombstoneBytes = 80;

// Storage for a TTL; a figure that does not fit 64 bits is an error that says so.
Result<Storage> make_storage(const StorageTerms& terms, Duration ttl, Duration tombstone);

// "10M/day", "100/s", "2.5k/min", "1G/month" is refused (a month has no fixed length).
Result<Rate> parse_rate(std::string_view text);
// "2kB" (1000 bytes each), "2KiB" (1024), "500", "1.5MB".
Result<std::int64_t> parse_bytes(std::string_view text);
// "20", "20x", "1.5"; with a percent sign "5%" → 0.05.
Result<std::int64_t> parse_factor(std::string_view text, std::string_view what);

// "20 GB", "1.5 kB": decimal units, three significant digits, rounded to nearest.
std::string human_bytes(std::int64_t bytes);
// "10,000,000".
std::string grouped(std::int64_t n);
// Thousandths per second as "116/s", "2,315/s", below 10 with decimals: "1.16/s", "0.012/s".
std::string per_second(std::int64_t mps);

}  // namespace idem
