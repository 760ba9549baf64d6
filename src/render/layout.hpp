#pragma once

#include "report/report.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Words broken into lines of at most `width` columns; a word that is longer stands alone on its line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// "src/orders.ts:41", made safe for a terminal; without ":0".
std::string place_text(std::string_view file, std::uint32_t line);

// Distinct kinds of the effects that count, in the order of the kinds: "payment db_write".
std::vector<std::string> effect_words(const Endpoint& endpoint);

// The findings of a report by endpoint id, in their order.
std::vector<const Finding*> findings_of(const Report& report, std::string_view endpoint);

}  // namespace idem
