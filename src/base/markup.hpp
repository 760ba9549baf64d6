#pragma once

#include <string>
#include <string_view>

namespace idem {

// Text as content or attribute value of HTML and SVG. Characters that XML forbids become U+FFFD.
std::string escape_html(std::string_view text);

// Text as a cell of a Markdown table: pipes, backslashes, line ends and what starts markup are escaped.
std::string escape_markdown(std::string_view text);

// Text as a field of CSV (RFC 4180): quoted where it must be.
std::string csv_field(std::string_view text);

}  // namespace idem
