#include "base/outputs.hpp"

#include "base/file_output.hpp"
#include "base/near_miss.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

static Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

static Error unknown_format(const std::string& format, const std::vector<std::string_view>& allowed) {
  std::string list;
  for (std::string_view word : allowed) list += (list.empty() ? "" : ", ") + std::string(word);
  const std::vector<std::string> words(allowed.begin(), allowed.end());
  return usage(fmt::format("--format: no format '{}'{}; the formats are {}", format.substr(0, 60),
                           did_you_mean(format, words), list));
}

Result<std::vector<OutputPlace>> parse_outputs(const std::vector<std::string>& formats, const std::string& output,
                                               const std::vector<std::string_view>& allowed) {
  std::vector<OutputPlace> outputs;
  for (const std::string& text : formats) {
    const std::size_t equals = text.find('=');
    const std::string format = text.substr(0, equals);
    if (std::find(allowed.begin(), allowed.end(), format) == allowed.end()) return unknown_format(format, allowed);
    const std::string path = equals == std::string::npos ? std::string{} : text.substr(equals + 1);
    if (equals != std::string::npos && path.empty())
      return usage(fmt::format("--format {} names no file after =", text));
    outputs.push_back({format, path == "-" ? std::string{} : path});
  }
  if (outputs.empty()) outputs.push_back({std::string(allowed.front()), {}});
  std::vector<OutputPlace*> nameless;
  for (OutputPlace& each : outputs)
    if (each.path.empty()) nameless.push_back(&each);
  if (!output.empty() && nameless.empty())
    return usage("--output names a file, but every --format has its own already");
  if (nameless.size() > 1)
    return usage(fmt::format("--format {} and {} would both go to {}: write --format {}=FILE", nameless[0]->format,
                             nameless[1]->format, output.empty() ? "standard output" : output, nameless[1]->format));
  if (!output.empty() && output != "-") nameless[0]->path = output;
  std::set<std::string> paths;
  for (const OutputPlace& each : outputs)
    if (!paths.insert(each.path).second) return usage(fmt::format("two formats would be written to {}", each.path));
  return outputs;
}

Result<void> write_outputs(const std::vector<OutputPlace>& outputs,
                           const std::function<std::string(const OutputPlace&)>& render) {
  std::vector<OutputPlace> ordered = outputs;  // files first: what is piped on comes when all is in place
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const OutputPlace& each) { return !each.path.empty() && each.path != "-"; });
  for (const OutputPlace& each : ordered) {
    Result<void> done = write_output(each.path, render(each));
    if (!done) return done;
  }
  return {};
}

}  // namespace idem
