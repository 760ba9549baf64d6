#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace idem::books {

// The witnesses reconcile can hear.
enum class Side : std::uint8_t { keys, records, provider, events, executions };
inline constexpr std::size_t kSides = 5;
inline constexpr std::array<Side, kSides> kAllSides = {Side::keys, Side::records, Side::provider, Side::events,
                                                       Side::executions};

// What a column means to reconcile, whatever its owner calls it.
enum class Role : std::uint8_t {
  tenant,
  operation,
  key,
  id,        // of the row itself: order id, provider object, event, execution
  resource,  // the business row a key or an event names
  business,  // the intention in the business's own words: order reference, invoice number
  state,
  fingerprint,
  amount,
  currency,
  party,
  provider_ref,
  owner,         // token of the attempt that holds the claim; of an execution, the worker
  completed_by,  // token of the attempt that wrote the result
  consumer,
  tool,
  session,
  approved_fingerprint,
  created,
  updated,
  locked,  // end of the lease
  effect_started,
  completed,
  expires,
  approved_at,
  approval_expires,
  tombstone,
};
inline constexpr std::size_t kRoles = 27;

enum class ValueKind : std::uint8_t { text, state, amount, time, flag };

std::string_view name_of(Side side);
std::string_view name_of(Role role);
std::optional<Side> side_named(std::string_view name);
std::optional<Role> role_named(std::string_view name);
ValueKind kind_of(Role role);
// Whether a side may have a column of this role.
bool has_role(Side side, Role role);

// What the owner's word for a state amounts to; the order is that of evidence, the strongest last.
enum class State : std::uint8_t {
  waiting = 1,  // proposed, awaiting approval, approved: nothing should have happened yet
  processing = 2,
  failed_retryable = 3,
  failed_final = 4,  // also cancelled, refunded, expired: no live effect is claimed
  outcome_unknown = 5,
  manual_review = 6,
  succeeded = 7,
};

std::string_view name_of(State state);

}  // namespace idem::books
