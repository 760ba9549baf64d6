#include "base/terminal.hpp"
#include "ttl/render.hpp"
#include "ttl/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

constexpr std::size_t kNameWidth = 16, kValueWidth = 16;
constexpr std::size_t kMostSteps = 12;

struct Page {
  std::string text;
  bool color;
  std::size_t width;

  void line(std::string_view content) {
    text += content;
    while (!text.empty() && text.back() == ' ') text.pop_back();
    text += '\n';
  }

  // `content` broken at spaces, later lines indented like the first.
  void wrapped(const std::string& first, std::size_t indent, std::string_view content) {
    const std::size_t room = std::max<std::size_t>(30, width - std::min(width, indent));
    std::string current;
    std::string lead = first;
    for (std::size_t at = 0; at <= content.size();) {
      const std::size_t space = std::min(content.find(' ', at), content.size());
      const std::string_view word = content.substr(at, space - at);
      if (!current.empty() && display_width(current) + 1 + display_width(word) > room) {
        line(lead + current);
        lead = std::string(indent, ' ');
        current.clear();
      }
      current += (current.empty() ? "" : " ") + std::string(word);
      at = space + 1;
    }
    line(lead + current);
  }

  void answer(const AnswerLine& row, Style style) {
    const std::string name = pad_right(row.name, kNameWidth);
    std::string value = pad_right(row.value, kValueWidth);
    if (value.back() != ' ') value += "  ";
    const std::size_t indent = kNameWidth + display_width(value);
    wrapped(paint(color, Style::bold, name) + paint(color, style, value), indent, row.why);
  }
};

void steps(Page& page, const RetryLayer& layer, const LayerWindow& window) {
  const std::vector<RetryStep> rows = steps_of(layer, window, kMostSteps);
  if (rows.size() < 2) return;
  page.line("");
  std::size_t number = 8, time = 16;
  for (const RetryStep& row : rows) {
    number = std::max(number, grouped(row.number).size() + 2);
    for (const Duration cell : {row.starts, row.lasts, row.sleeps.value_or(Duration{})})
      time = std::max(time, to_human(cell).size() + 2);
  }
  const auto line = [&](std::string_view first, std::string_view starts, std::string_view lasts,
                        std::string_view waits) {
    return fmt::format("{:>{}}{:>{}}{:>{}}{:>{}}", first, number, starts, time, lasts, time, waits, time);
  };
  page.line(paint(page.color, Style::dim, line("try", "starts", "lasts up to", "then waits")));
  std::int64_t before = 0;
  for (const RetryStep& row : rows) {
    if (row.number != before + 1) page.line("     ...");
    before = row.number;
    const bool unknown = row.lasts.ms == 0 && layer.timeout.kind == TryTime::unknown;
    page.line(line(grouped(row.number), to_human(row.starts), unknown ? "?" : to_human(row.lasts),
                   row.sleeps ? to_human(*row.sleeps) : std::string("-")));
  }
}

void layers(Page& page, const TtlReport& report) {
  page.line("");
  for (std::size_t i = 0; i < report.retry.layers.size(); ++i) {
    const LayerWindow& window = report.retry.layers[i];
    const std::string name = std::string(2 + 2 * i, ' ') + printable(report.question.layers[i].name);
    const std::string value = window.window ? to_human(*window.window) : "no end";
    std::string lead = pad_right(name, 30) + pad_right(value, 20);
    if (lead.back() != ' ') lead += "  ";
    page.wrapped(lead, display_width(lead), sum_in_words(report.question.layers[i], window));
  }
}

void retries(Page& page, const TtlReport& report) {
  if (report.question.layers.empty()) return;
  const bool several = report.question.layers.size() > 1;
  const std::string value = report.retry.window ? to_seconds(*report.retry.window) : "no end";
  const std::string words =
      report.retry.window && report.retry.window->ms >= 120'000 ? to_human(*report.retry.window) + ": " : "";
  const std::string why = several ? words + "the layers one inside the other"
                                  : words + sum_in_words(report.question.layers[0], report.retry.layers[0]);
  page.answer({"Retry window", value, report.retry.window ? why : report.retry.unbounded_reason},
              report.retry.window ? Style::cyan : Style::red);
  if (several) layers(page, report);
  if (!several) steps(page, report.question.layers[0], report.retry.layers[0]);
  page.line("");
}

void horizons(Page& page, const TtlReport& report) {
  std::size_t given = 0;
  for (const Horizon& horizon : report.budget.horizons) given += horizon.reach.ms > 0 ? 1 : 0;
  if (given < 2) return;
  for (const Horizon& horizon : report.budget.horizons)
    if (horizon.reach.ms > 0)
      page.line(fmt::format("  {}{}{}", pad_right(horizon.name, 24), pad_right(to_human(horizon.reach), 20),
                            horizon.dominates ? "dominates" : ""));
  page.line("");
}

void timeline(Page& page, const TtlReport& report) {
  if (report.question.windows.empty()) return;
  const Timeline drawn = make_timeline(report);
  std::size_t label = 0, words = 0;
  for (const TimelineBar& bar : drawn.bars) {
    label = std::max(label, display_width(printable(bar.label)));
    words = std::max(words, display_width(bar.in_words));
  }
  label = std::min<std::size_t>(label, 32);
  const std::size_t left = 2 + label + 2 + words + 2;
  const int room = static_cast<int>(std::max<std::size_t>(24, page.width > left + 2 ? page.width - left - 2 : 24));
  page.line("");
  page.line(paint(page.color, Style::bold, "Windows"));
  for (const TimelineBar& bar : drawn.bars) {
    const int end = drawn.position(bar.ends, room);
    std::string line = bar.unknown ? "?" : "";
    for (int i = 0; i < end && !bar.unknown; ++i) line += bar.kind == TimelineBar::demand ? "┄" : "━";
    if (!bar.unknown) line += bar.ends ? (bar.kind == TimelineBar::demand ? "┤" : "┫") : "▶";
    const Style style = bar.kind == TimelineBar::demand ? Style::yellow : bar.first_to_end ? Style::red : Style::green;
    page.line("  " + pad_right(printable(bar.label), label + 2) + pad_right(bar.in_words, words + 2) +
              paint(page.color, style, line));
  }
  std::string axis(static_cast<std::size_t>(room) + 12, ' ');
  std::size_t free_from = 0;
  for (const TimelineTick& tick : drawn.ticks) {
    const auto at = static_cast<std::size_t>(drawn.position(tick.at, room));
    if (at < free_from) continue;
    axis.replace(at, tick.label.size() + 1, "'" + tick.label);
    free_from = at + tick.label.size() + 2;
  }
  page.line(std::string(left, ' ') + paint(page.color, Style::dim, axis.substr(0, axis.find_last_not_of(' ') + 1)));
  if (report.first_to_end) {
    const ProtectionWindow& first = report.windows[*report.first_to_end];
    page.wrapped("  ", 2,
                 fmt::format("Real protection window: {}. {}.", to_human(*first.ends),
                             first_in_words(first, printable(first.name))));
  }
}

void storage(Page& page, const TtlReport& report) {
  if (!report.storage) return;
  page.line("");
  page.line(paint(page.color, Style::bold, "Storage"));
  const std::vector<AnswerLine> rows = storage_lines(*report.storage, *report.question.storage);
  std::size_t values = 22;
  for (const AnswerLine& row : rows) values = std::max(values, display_width(row.value) + 2);
  for (const AnswerLine& row : rows) {
    const std::string lead = "  " + pad_right(row.name, 18) + pad_right(row.value, values);
    page.wrapped(lead, display_width(lead), row.why);
  }
}

void code(Page& page, const TtlReport& report) {
  if (!report.question.code) return;
  const CodeScan& scan = *report.question.code;
  page.line("");
  page.line(paint(page.color, Style::bold,
                  fmt::format("Found in {} {}", grouped(static_cast<std::int64_t>(scan.files)),
                              scan.files == 1 ? "file" : "files")));
  if (scan.settings.empty()) page.line("  nothing that sets a timeout, retries, a lease or a TTL");
  const auto same = [](const CodeSetting& a, const CodeSetting& b) {
    return a.kind == b.kind && a.file == b.file && a.name == b.name && a.duration.ms == b.duration.ms &&
           a.count == b.count;
  };
  // What a file says again and again (the retries of its twenty tasks) is one line; the other formats have them all.
  for (std::size_t i = 0; i < scan.settings.size(); ++i) {
    const CodeSetting& setting = scan.settings[i];
    const auto first = scan.settings.begin(), here = first + static_cast<std::ptrdiff_t>(i);
    const auto is_same = [&](const CodeSetting& other) { return same(other, setting); };
    if (std::any_of(first, here, is_same)) continue;
    const auto more = std::count_if(here + 1, scan.settings.end(), is_same);
    const std::string value =
        setting.kind == CodeSetting::retries ? fmt::format("{}", setting.count) : to_human(setting.duration);
    page.line("  " + pad_right(to_word(setting.kind), 23) +
              pad_right(value + (setting.unit_assumed ? " (assumed)" : ""), 20) +
              printable(fmt::format("{}:{}  {}", setting.file, setting.line, setting.name)) +
              (more > 0 ? fmt::format("  (and {} more like it in this file)", more) : ""));
  }
}

void check(Page& page, const TtlReport& report) {
  if (!report.question.check || !report.budget.need) return;
  const bool enough = *report.question.check >= *report.budget.need;
  page.line("");
  page.answer({"Check", to_human(*report.question.check),
               enough ? fmt::format("long enough: {} are needed", to_human(*report.budget.need))
                      : fmt::format("too short: {} are needed", to_human(*report.budget.need))},
              enough ? Style::green : Style::red);
}

void findings(Page& page, const TtlReport& report) {
  bool any = false;
  for (const TtlFinding& finding : report.findings) {
    if (finding.rule == "lease-assumed") continue;  // the line of the lease says it already
    if (!any) page.line("");
    any = true;
    const Style style = finding.level == TtlFinding::failure   ? Style::red
                        : finding.level == TtlFinding::warning ? Style::yellow
                                                               : Style::blue;
    const std::string head = std::string(to_word(finding.level)) + " ";
    page.wrapped(paint(page.color, style, head), 2, printable(finding.message) + " [" + finding.rule + "]");
    if (!finding.remedy.empty()) page.wrapped("  → ", 4, printable(finding.remedy));
  }
}

}  // namespace

std::string render_ttl_text(const TtlReport& report, bool color, int width) {
  Page page{{}, color, static_cast<std::size_t>(width)};
  retries(page, report);
  horizons(page, report);
  for (const AnswerLine& row : answer_lines(report))
    page.answer(row, row.name == "TTL" ? (report.budget.ttl ? Style::green : Style::red) : Style::plain);
  timeline(page, report);
  storage(page, report);
  code(page, report);
  check(page, report);
  findings(page, report);
  return page.text;
}

}  // namespace idem
