#pragma once

#include "records/layouts.hpp"
#include "records/role.hpp"
#include "records/time_value.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace idem::books {

// What ties a business row to a key row: the idempotency key that both hold, the resource the key names, or the
// intention in the business's own words.
enum class Link : std::uint8_t { key, resource, business };
std::string_view name_of(Link link);

// Settings of a run; times in microseconds.
struct Settings {
  Micros as_of = 0;
  std::optional<Micros> lease;   // where keys hold none
  std::optional<Micros> settle;  // default max(lease, 5 min)
  Micros clock_skew = 60 * kMicrosPerSecond;
  Micros repeat_window = 86400 * kMicrosPerSecond;  // same business key within it = ghost duplicate
  std::optional<Micros> retention;                  // how long keys are kept; default the longest in the keys
  std::optional<Micros> provider_window;            // how long the provider honours a key
  bool absence_final = false;                       // the provider's "not found" means not executed
  bool all_local = false;                           // no operation calls outside
  std::vector<std::string> local_operations;
  std::optional<Micros> since;
  std::optional<Micros> until;
  std::optional<Micros> outage_from;
  std::optional<Micros> outage_to;
  std::optional<Link> link;
  std::uint64_t shards = 1;
  std::uint64_t shard = 0;

  Micros settle_span() const;
  Micros settled_before() const { return as_of - settle_span(); }
};

// What the run knows and how the sides meet, told by the columns at hand.
struct Plan {
  Settings settings;
  std::array<std::vector<Mapping>, kSides> mappings;  // of each source of each side
  Link link = Link::key;
  bool tenant_shared = false;  // both sides name the tenant: it is part of the scope
  bool operation_shared = false;
  bool currency_by_default = false;         // amounts without a currency get one
  std::string provider_link;                // "key", "business", "ref" or "" without provider
  std::string event_link;                   // "key" or "resource"
  std::vector<std::string> notes;           // what was left out and why, for the report
  bool has_expiries = true;                 // set after reading: some key row has an end
  std::optional<Micros> longest_retention;  // set after reading: the longest life of a key row

  bool has(Side side) const { return !mappings[static_cast<std::size_t>(side)].empty(); }
  // Whether every source of the side has the column (keys may come from several stores).
  bool has(Side side, Role role) const;
  std::optional<Micros> retention() const { return settings.retention ? settings.retention : longest_retention; }
  // Groups that agree need no second look: nothing but keys and records is compared.
  bool can_drop_agreeing() const { return !has(Side::provider) && !has(Side::events) && !has(Side::executions); }
  Role link_role(Side side) const;
};

// Decides how the sides meet. No common column is an error that says what would help.
Result<Plan> make_plan(Settings settings, std::array<std::vector<Mapping>, kSides> mappings);

}  // namespace idem::books
