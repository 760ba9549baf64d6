#include "render/render.hpp"

#include "base/file_output.hpp"
#include "base/near_miss.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

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

static std::vector<std::string> renderer_names() {
  std::vector<std::string> names;
  for (const Renderer& renderer : all_renderers()) names.emplace_back(renderer.name);
  return names;
}

Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& formats, const std::string& output) {
  std::vector<Output> outputs;
  for (const std::string& format : formats) {
    const std::size_t equals = format.find('=');
    const std::string name = format.substr(0, equals);
    const Renderer* const renderer = find_renderer(name);
    if (renderer == nullptr)
      return Error{ErrorKind::usage,
                   fmt::format("--format: '{}' is no format{}", name, did_you_mean(name, renderer_names()))};
    if (equals != std::string::npos && equals + 1 == format.size())
      return Error{ErrorKind::usage, fmt::format("--format {}: the file's name is missing", format)};
    outputs.push_back({renderer, equals == std::string::npos ? "" : format.substr(equals + 1)});
  }
  if (outputs.empty()) outputs.push_back({find_renderer("text"), ""});
  std::vector<Output*> nameless;
  for (Output& each : outputs)
    if (each.path.empty()) nameless.push_back(&each);
  if (!output.empty() && nameless.empty())
    return Error{ErrorKind::usage, "--output names a file, but every --format has its own already"};
  if (nameless.size() > 1)
    return Error{ErrorKind::usage,
                 fmt::format("--format {} and {} would both go to {}: write --format {}=FILE",
                             nameless[0]->renderer->name, nameless[1]->renderer->name,
                             output.empty() ? "standard output" : output, nameless[1]->renderer->name)};
  if (!output.empty()) nameless[0]->path = output;
  std::set<std::string> seen;
  for (const Output& each : outputs)
    if (!seen.insert(each.path.empty() ? "-" : each.path).second)
      return Error{ErrorKind::usage, fmt::format("two formats would be written to {}", each.path)};
  return outputs;
}

Result<void> write_outputs(const Report& report, const std::vector<Output>& outputs, const RenderOptions& options) {
  std::vector<Output> ordered = outputs;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const Output& each) { return !each.path.empty() && each.path != "-"; });
  for (const Output& each : ordered) {
    RenderOptions own = options;
    if (!each.path.empty() && each.path != "-") own.color = false;
    if (const Result<void> written = write_output(each.path, each.renderer->render(report, own)); !written)
      return written.error();
  }
  return {};
}

}  // namespace idem
