#include "base/outputs.hpp"

#include "base/file_output.hpp"
#include "base/near_miss.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

static Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

static Result<std::string> check_format(const std::string& format, const std::vector<std::string_view>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), format) != allowed.end()) return format;
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
    const Result<std::string> format = check_format(text.substr(0, equals), allowed);
    if (!format) return format.error();
    const std::string path = equals == std::string::npos ? std::string{} : text.substr(equals + 1);
    if (equals != std::string::npos && path.empty())
      return usage(fmt::format("--format {} names no file after =", text));
    outputs.push_back({*format, path == "-" ? std::string{} : path});
  }
  if (outputs.empty()) outputs.push_back({std::string(allowed.front()), {}});
  const auto to_stdout =
      std::count_if(outputs.begin(), outputs.end(), [](const OutputPlace& o) { return o.path.empty(); });
  if (to_stdout > 1)
    return usage("two formats cannot both go to standard output: write --format json=FILE for one of them");
  if (!output.empty() && output != "-") {
    if (to_stdout != 1) return usage("--output is for a format without a file of its own");
    for (OutputPlace& one : outputs)
      if (one.path.empty()) one.path = output;
  }
  std::set<std::string> paths;
  for (const OutputPlace& one : outputs)
    if (!paths.insert(one.path).second) return usage(fmt::format("two formats would be written to {}", one.path));
  return outputs;
}

Result<void> write_outputs(const std::vector<OutputPlace>& outputs,
                           const std::function<std::string(const OutputPlace&)>& render) {
  for (const OutputPlace& output : outputs) {
    Result<void> done = write_output(output.path, render(output));
    if (!done) return done;
  }
  return {};
}

}  // namespace idem
