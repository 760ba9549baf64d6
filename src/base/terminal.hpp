#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace idem {

// What --color says; `automatic` colours a terminal that is not "dumb" while NO_COLOR (https://no-color.org) is unset
// or empty.
enum class ColorMode { automatic, always, never };

// Whether a report that goes to standard output is coloured.
bool use_color(ColorMode mode);

// Columns to fill: COLUMNS when it is a sane number, else the terminal's own width, else `otherwise`.
int terminal_width(int otherwise = 80);

enum class Style { plain, bold, dim, red, green, yellow, blue, cyan };

// The text in the style's escape codes, or as it is when `on` is false.
std::string paint(bool on, Style style, std::string_view text);

// Columns that UTF-8 text takes in a terminal; combining marks take none, East Asian wide characters two.
std::size_t display_width(std::string_view text);

// The text followed by spaces up to `width` columns, or preceded by them.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// Text from elsewhere made safe for a terminal or a log: control characters become visible escapes ("\x1b").
std::string printable(std::string_view text);

}  // namespace idem
