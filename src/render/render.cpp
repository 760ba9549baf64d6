#include "render/render.hpp"

#include "base/outputs.hpp"

namespace idem {

const std::vector<Renderer>& all_renderers() {
  static const std::vector<Renderer> renderers{
      {"text", "tables for people", render_text},
      {"json", "one document, schemas/report.json", render_json},
      {"ndjson", "one JSON object a line", render_ndjson},
      {"csv", "one line an entry point", render_csv},
      {"markdown", "for pull requests and step summaries", render_markdown},
      {"html", "one file to look at, sorted and filtered", render_html},
      {"sarif", "for code scanning, SARIF 2.1.0", render_sarif},
      {"github", "annotations of GitHub Actions", render_github},
      {"gitlab", "GitLab's code quality", render_gitlab},
      {"junit", "test reports", render_junit},
  };
  return renderers;
}

const Renderer* find_renderer(std::string_view name) {
  for (const Renderer& renderer : all_renderers())
    if (renderer.name == name) return &renderer;
  return nullptr;
}

// base/outputs.hpp for the formats of reports.
Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& formats, const std::string& output) {
  std::vector<std::string_view> names;
  for (const Renderer& renderer : all_renderers()) names.emplace_back(renderer.name);
  const Result<std::vector<OutputPlace>> places = parse_outputs(formats, output, names);
  if (!places) return places.error();
  std::vector<Output> outputs;
  for (const OutputPlace& place : *places) outputs.push_back({find_renderer(place.format), place.path});
  return outputs;
}

Result<void> write_outputs(const Report& report, const std::vector<Output>& outputs, const RenderOptions& options) {
  std::vector<OutputPlace> places;
  for (const Output& output : outputs) places.push_back({output.renderer->name, output.path});
  // A command may have a renderer of its own under a known name; no two go to one place.
  return write_outputs(places, [&](const OutputPlace& place) {
    RenderOptions own = options;
    if (!place.path.empty() && place.path != "-") own.color = false;
    for (const Output& output : outputs)
      if (output.path == place.path) return output.renderer->render(report, own);
    return find_renderer(place.format)->render(report, own);
  });
}

}  // namespace idem
