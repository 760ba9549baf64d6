// The drawn timeline, for documents: one file, no script, no outside reference, readable without colour.
#include "base/markup.hpp"
#include "base/terminal.hpp"
#include "ttl/render.hpp"
#include "ttl/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

constexpr int kRow = 30, kTop = 64, kPlot = 560, kRight = 40, kBar = 14;

struct Colours {
  const char *demand = "#b45309", *protection = "#0f766e", *first = "#b91c1c", *ink = "#1f2937", *faint = "#6b7280",
             *grid = "#e5e7eb";
};

std::string text_at(int x, int y, const char* anchor, int size, const char* colour, std::string_view text,
                    bool bold = false) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y,
                     anchor, size, colour, bold ? " font-weight=\"600\"" : "", escape_html(text));
}

std::string shortened(std::string_view label, std::size_t most) {
  if (display_width(label) <= most) return std::string(label);
  std::string out;
  for (std::size_t i = 0; i < label.size();) {
    std::size_t length = 1;
    while (i + length < label.size() && (static_cast<unsigned char>(label[i + length]) & 0xc0) == 0x80) ++length;
    if (display_width(out) + 2 > most) break;
    out += label.substr(i, length);
    i += length;
  }
  return out + "…";
}

std::string bar(const TimelineBar& row, const Timeline& timeline, int left, int y, const Colours& colours) {
  const bool demand = row.kind == TimelineBar::demand;
  const char* colour = demand ? colours.demand : row.first_to_end ? colours.first : colours.protection;
  if (row.unknown) return text_at(left + 4, y + 4, "start", 12, colours.faint, "?");
  const int width = std::max(2, timeline.position(row.ends, kPlot));
  std::string out = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\"{}/>\n", left,
                                y - kBar / 2, width, kBar, colour, demand ? " fill-opacity=\"0.55\"" : "");
  if (!row.ends)
    out += fmt::format("<path d=\"M{} {}l10 {}l-10 {}z\" fill=\"{}\"/>\n", left + width, y - kBar / 2 - 2, kBar / 2 + 2,
                       kBar / 2 + 2, colour);
  return out;
}

}  // namespace

std::string render_ttl_svg(const TtlReport& report) {
  const Timeline timeline = make_timeline(report);
  const Colours colours;
  std::size_t label_width = 12, word_width = 4;
  for (const TimelineBar& row : timeline.bars) {
    label_width = std::max(label_width, std::min<std::size_t>(34, display_width(row.label)));
    word_width = std::max(word_width, display_width(row.in_words));
  }
  const int words_x = 16 + static_cast<int>(label_width) * 8 + 16;
  const int left = words_x + static_cast<int>(word_width) * 8 + 16;
  const int bottom = kTop + kRow * static_cast<int>(timeline.bars.size());
  const int width = left + kPlot + kRight, height = bottom + 64;
  const std::string title = report.budget.ttl ? fmt::format("Remember the key for {}", to_human(*report.budget.ttl))
                                              : "No finite TTL protects this";
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-labelledby=\"idem-ttl-title\" "
      "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n<title id=\"idem-ttl-title\">{2}</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height, escape_html(title));
  out += text_at(16, 28, "start", 17, colours.ink, title, true);
  out +=
      text_at(16, 47, "start", 12, colours.faint,
              report.budget.need ? fmt::format("needed: {} ({})", to_human(*report.budget.need), need_in_words(report))
                                 : report.retry.unbounded_reason);
  for (const TimelineTick& tick : timeline.ticks) {
    const int x = left + timeline.position(tick.at, kPlot);
    out += fmt::format("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" stroke=\"{3}\"/>\n", x, kTop - 4, bottom,
                       colours.grid);
  }
  int y = kTop + kRow / 2;
  for (const TimelineBar& row : timeline.bars) {
    out += text_at(16, y + 4, "start", 13, colours.ink, shortened(row.label, 34), row.first_to_end);
    out += text_at(words_x, y + 4, "start", 13, colours.faint, row.in_words);
    out += bar(row, timeline, left, y, colours);
    y += kRow;
  }
  int free_from = 0;
  for (const TimelineTick& tick : timeline.ticks) {
    const int x = left + timeline.position(tick.at, kPlot);
    if (x < free_from) continue;
    out += text_at(x, bottom + 16, "middle", 11, colours.faint, tick.label);
    free_from = x + static_cast<int>(tick.label.size()) * 7 + 12;
  }
  std::string foot = "Amber: what may still arrive. Green: what recognises a repeat. Logarithmic scale.";
  if (report.first_to_end)
    foot = fmt::format(
        "Red: {}, after {}: the real protection window. Amber: what may still arrive. Logarithmic "
        "scale.",
        first_in_words(report.windows[*report.first_to_end], shortened(report.windows[*report.first_to_end].name, 34)),
        to_human(*report.windows[*report.first_to_end].ends));
  out += text_at(16, bottom + 44, "start", 12, colours.faint, foot);
  return out + "</svg>\n";
}

}  // namespace idem
