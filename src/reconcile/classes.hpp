#pragma once

#include "reconcile/plan.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace idem::books {

// How much a discrepancy weighs.
enum class Weight : std::uint8_t {
  low,       // housekeeping
  high,      // somebody sees a wrong answer, or will
  critical,  // money moved twice, or was lost, or may have
};
std::string_view name_of(Weight weight);
std::optional<Weight> weight_named(std::string_view name);

// What may be written for a class with --repair-sql.
enum class Repair : std::uint8_t {
  none,           // a person decides; listed as work to do
  set_succeeded,  // the key's state follows the effect that is there
  set_retryable,  // nothing happened: the key may be claimed again
  set_unknown,    // something may have happened: never back to retry
  set_resource,   // the key names its record
  set_expiry,     // an end for what has none
};

// A way in which keys and records tell different stories.
struct DiscrepancyClass {
  std::string_view id;
  Weight weight;
  std::string_view text;    // what was found
  std::string_view remedy;  // what to do
  Repair repair;
  // What must be mapped to judge it: "," separates what is needed together, "|" alternatives
  // ("keys.locked|keys.created").
  std::string_view needs;
};

// In the order in which they are looked for: the first that fits is the primary class.
std::span<const DiscrepancyClass> discrepancy_classes();
std::optional<std::size_t> class_named(std::string_view id);

// What the plan lacks for a class, such as "keys.expires", or "".
std::string lacking(const Plan& plan, const DiscrepancyClass& discrepancy);

}  // namespace idem::books
