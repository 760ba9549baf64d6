#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace idem::books {

// Digits after the point of a currency by ISO 4217; 2 for what the table does not hold.
int minor_digits(std::string_view currency);
// The currencies of the table whose digits are `digits` (0, 3 or 4), for SQL.
const std::string_view* currencies_with(int digits, std::size_t& count);

// Writes the canonical form of a decimal to `out`: no plus, no leading or trailing zeros, "-0" is "0"; `shift` moves
// the point that many places to the left (2 turns cents into units). False where `text` is no decimal of at most 60
// digits. A currency sign, spaces around it, and "1,234.50" with grouping commas are not decimals.
bool canonical_decimal(std::string_view text, int shift, std::string& out);

// Compares two canonical decimals by value.
int compare_decimals(std::string_view a, std::string_view b);

// The sum of two canonical decimals.
std::string add_decimals(std::string_view a, std::string_view b);

// Canonical decimal without its sign.
std::string_view magnitude(std::string_view decimal);

// `count` times a canonical decimal.
std::string times(std::string_view decimal, std::int64_t count);

// A canonical decimal with the currency's usual digits: "12.5" and "EUR" give "12.50".
std::string format_money(std::string_view decimal, std::string_view currency);

// Sums by currency ("" for rows without one), in canonical decimals.
using MoneyByCurrency = std::map<std::string, std::string, std::less<>>;
void add_money(MoneyByCurrency& sums, std::string_view currency, std::string_view decimal);

}  // namespace idem::books
