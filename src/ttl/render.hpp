#pragma once

#include "ttl/presets.hpp"
#include "ttl/report.hpp"

#include <string>
#include <vector>

namespace idem {

// The report as text for people: coloured when `color`, about `width` columns wide.
std::string render_ttl_text(const TtlReport& report, bool color, int width);
// "idem.ttl/1": schemas/ttl.json. Durations are integer milliseconds.
std::string render_ttl_json(const TtlReport& report);
std::string render_ttl_markdown(const TtlReport& report);
// section,name,value,unit,detail; durations in milliseconds.
std::string render_ttl_csv(const TtlReport& report);
// The timeline alone, self-contained.
std::string render_ttl_svg(const TtlReport& report);
// The whole report with the timeline in one file that loads nothing.
std::string render_ttl_html(const TtlReport& report);

// `all` holds the rows that composed ones are made of; `presets` are those to show.
std::string render_presets_text(const std::vector<Preset>& all, const std::vector<Preset>& presets, bool color,
                                int width);
std::string render_presets_json(const std::vector<Preset>& presets);
std::string render_presets_markdown(const std::vector<Preset>& all, const std::vector<Preset>& presets);
std::string render_presets_csv(const std::vector<Preset>& presets);

// Shared by the renderers: lines of the answer as (name, value, why).
struct AnswerLine {
  std::string name, value, why;
};
std::vector<AnswerLine> answer_lines(const TtlReport& report);
std::vector<AnswerLine> storage_lines(const Storage& storage, const StorageTerms& terms);
// "6m 31s × 1 = …": how the need is made up.
std::string need_in_words(const TtlReport& report);
// "1.5" for a factor in millionths.
std::string factor_in_words(std::int64_t ppm);

}  // namespace idem
