#pragma once

#include "ttl/code/settings.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace idem {

// A number as code writes it, with its unit where it says one ("30s", 5 * time.Second, timedelta(hours=1)).
struct Quantity {
  std::int64_t amount = 0;              // in thousandths, so that 0.5 is exact
  std::optional<std::int64_t> unit_ms;  // milliseconds; a quantity with a unit is a duration

  friend bool operator==(const Quantity&, const Quantity&) = default;
};

// "86_400", "1.5", "3e5" as numbers are spelled in code. Finer than a thousandth, negative or beyond 10^12 is nullopt.
std::optional<Quantity> number_quantity(std::string_view spelled);
// A text: a bare number, or a duration ("30s", "PT5M", "24h").
std::optional<Quantity> text_quantity(std::string_view text);
// a * b, a / b, a + b, a - b where the result is exact enough and in bounds; a product has at most one unit.
std::optional<Quantity> combine(const Quantity& a, std::string_view op, const Quantity& b);
// Milliseconds of "ms", "s", "m", "h", "d" or "w"; nullopt for another word.
std::optional<std::int64_t> unit_of(std::string_view word);

// The unit of a bare number whose unit is only assumed: the other one of seconds and milliseconds where `customary`
// makes it a time that nobody means (a client timeout of 30000 s, or of 5 ms).
std::int64_t plausible_unit(CodeSetting::Kind kind, const Quantity& quantity, std::int64_t customary);

// Fills duration or count. `unit_ms` serves where the quantity says none. False when it makes no sense for the kind: a
// fraction of a try, no time at all, more than a hundred years.
bool set_quantity(CodeSetting& setting, const Quantity& quantity, std::optional<std::int64_t> unit_ms);

}  // namespace idem
