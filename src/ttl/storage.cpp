#include "ttl/storage.hpp"

#include <algorithm>
#include <array>

namespace idem {

namespace {

constexpr std::int64_t kOne = 1'000'000;

// Keys that arrive in a span, rounded up.
std::int64_t arrivals(const Rate& rate, Duration span) {
  const Int128 product = static_cast<Int128>(rate.millis) * span.ms, base = static_cast<Int128>(rate.period.ms) * 1000;
  return saturate((product + base - 1) / base);
}

StoredBytes stored(const StorageTerms& terms, std::int64_t keys, std::int64_t record_bytes) {
  StoredBytes bytes{keys, saturate(static_cast<Int128>(keys) * record_bytes), 0};
  bytes.total =
      saturate(static_cast<Int128>(multiply_divide_up(bytes.raw, terms.index_factor_ppm, kOne)) * terms.replicas);
  return bytes;
}

// Thousandths per second, rounded to nearest.
std::int64_t rate_mps(const Rate& rate, std::int64_t ppm_a, std::int64_t ppm_b) {
  const Int128 share = static_cast<Int128>(rate.millis) * ppm_a / kOne;
  const Int128 per_second_milli = share * 1000 * ppm_b;
  const Int128 base = static_cast<Int128>(rate.period.ms) * kOne;
  return saturate((per_second_milli + base / 2) / base);
}

bool fits(const Storage& storage) {
  std::vector<std::int64_t> figures{storage.peak_mps, storage.duplicates_mps, storage.average_mps};
  std::vector<StoredBytes> sets{storage.live, storage.pointer, storage.partitioned, storage.tombstones};
  for (const Storage::Compared& row : storage.compared) sets.push_back(row.stored);
  for (const StoredBytes& set : sets) figures.insert(figures.end(), {set.keys, set.raw, set.total});
  return std::find(figures.begin(), figures.end(), kInt64Max) == figures.end();
}

}  // namespace

Result<Storage> make_storage(const StorageTerms& terms, Duration ttl, Duration tombstone) {
  if (terms.response_bytes && *terms.response_bytes > terms.record_bytes)
    return Error{ErrorKind::usage, "--response is part of --record, so it cannot be larger"};
  Storage storage;
  storage.ttl = ttl;
  storage.live = stored(terms, arrivals(terms.rate, ttl), terms.record_bytes);
  storage.average_mps = rate_mps(terms.rate, kOne, kOne);
  storage.peak_mps = rate_mps(terms.rate, kOne, terms.peak_ppm);
  storage.duplicates_mps = rate_mps(terms.rate, terms.duplicates_ppm, terms.peak_ppm);
  for (const Duration other : {hours(24), hours(48), days(7), days(30)}) {
    if (other == ttl || ttl.ms == 0) continue;
    storage.compared.push_back({other, multiply_divide_up(other.ms, kOne, ttl.ms),
                                stored(terms, arrivals(terms.rate, other), terms.record_bytes)});
  }
  const std::int64_t without_body =
      terms.response_bytes ? terms.record_bytes - *terms.response_bytes + kPointerBytes : kPointerRecordBytes;
  storage.pointer_record_bytes = std::min(terms.record_bytes, without_body);
  storage.pointer = stored(terms, storage.live.keys, storage.pointer_record_bytes);
  storage.partitions = saturate(static_cast<Int128>(ttl.ms) / days(1).ms + (ttl.ms % days(1).ms != 0 ? 1 : 0)) + 1;
  storage.partitioned = stored(terms, arrivals(terms.rate, ttl + days(1)), terms.record_bytes);
  storage.deletes_mps = storage.average_mps;
  storage.tombstone = tombstone;
  storage.tombstone_bytes = std::min(terms.record_bytes, kTombstoneBytes);
  const Duration after{tombstone > ttl ? tombstone.ms - ttl.ms : 0};
  storage.tombstones = stored(terms, arrivals(terms.rate, after), storage.tombstone_bytes);
  if (!fits(storage))
    return Error{ErrorKind::usage, "the storage figures do not fit 64 bits: check --rate, --record and the TTL"};
  return storage;
}

}  // namespace idem
