// Every fixture file cut, garbled and swapped, through all of scan and coverage: nothing crashes or hangs, what is
// reported stands in the project, and the same text gives the same report.
//   mutated_fixtures ROUNDS SEED JOBS [FOLDER…]     IDEM_PROPERTY_TELL=1 names each run before it begins
#include "pipeline.hpp"
#include "render/render.hpp"
#include "source/discover.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace idem;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> fixture_folders() {
  std::vector<fs::path> folders;
  for (const fs::path& family : fs::directory_iterator(fs::path(IDEM_SOURCE_DIR) / "tests/frameworks"))
    for (const fs::path& folder : fs::directory_iterator(family)) folders.push_back(folder);
  for (const fs::path& folder : fs::directory_iterator(fs::path(IDEM_SOURCE_DIR) / "examples"))
    folders.push_back(folder);
  std::sort(folders.begin(), folders.end());
  return folders;
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : m_random(seed) {}

  std::string mutated(const std::string& text, const std::string& other) {
    std::string out = text;
    const std::size_t times = 1 + below(3);
    for (std::size_t i = 0; i < times && !out.empty(); ++i) mutate(out, other);
    return out;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : m_random() % n; }

  void mutate(std::string& text, const std::string& other) {
    static constexpr std::string_view kOdd = "(){}[]<>=,;:.'\"`\\/@#$&|!?*+-\n\t 0a_\0\xff\xc3";
    const std::size_t at = below(text.size()), length = 1 + below(std::min<std::size_t>(text.size() - at, 200));
    switch (below(8)) {
      case 0:  // cut off
        text.resize(at);
        break;
      case 1:  // the beginning is missing
        text.erase(0, at);
        break;
      case 2:  // a piece is missing
        text.erase(at, length);
        break;
      case 3:  // garbled
        for (std::size_t i = at; i < at + std::min<std::size_t>(length, 12); ++i) text[i] = kOdd[below(kOdd.size())];
        break;
      case 4: {  // two pieces swapped
        const std::size_t to = below(text.size());
        const std::size_t size = std::min({length, text.size() - at, text.size() - to});
        for (std::size_t i = 0; i < size; ++i) std::swap(text[at + i], text[to + i]);
        break;
      }
      case 5:  // a piece many times over
        for (std::string piece = text.substr(at, std::min<std::size_t>(length, 40)); piece.size() < 4000;)
          piece += piece, text.insert(at, piece);
        break;
      case 6: {  // a piece of another file, maybe of another language
        const std::size_t from = below(other.size());
        text.insert(at, other.substr(from, length));
        break;
      }
      default: {  // names changed into one another: cycles and shadowing
        const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        const auto word_at = [&](std::size_t i) {
          while (i < text.size() && !is_word(text[i])) ++i;
          std::size_t end = i;
          while (end < text.size() && is_word(text[end])) ++end;
          return text.substr(i, end - i);
        };
        const std::string from = word_at(at), to = word_at(below(text.size()));
        if (from.empty() || to.empty()) break;
        for (std::size_t i = text.find(from); i != std::string::npos && text.size() < 200'000;
             i = text.find(from, i + to.size()))
          text.replace(i, from.size(), to);
      }
    }
  }

  std::mt19937 m_random;
};

struct Problem {
  std::string what;
};

void check(const Project& project, const Report& report, std::vector<Problem>& problems) {
  if (!nlohmann::json::accept(render_json(report, {}))) problems.push_back({"the report is no valid JSON"});
  for (const Endpoint& endpoint : report.endpoints) {
    if (project.find(endpoint.file) == 0xffffffffu) problems.push_back({"a route stands outside the project"});
    if (endpoint.line == 0) problems.push_back({"a route has no line"});
    for (const Effect& effect : endpoint.effects)
      if (effect.evidence.empty()) problems.push_back({"an effect has no evidence"});
  }
  for (const Finding& finding : report.findings)
    if (finding.line == 0 || finding.fingerprint.empty()) problems.push_back({"a finding has no place"});
}

std::uint32_t number(const char* text) { return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)); }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: mutated_fixtures ROUNDS SEED JOBS [FOLDER…]\n");
    return 2;
  }
  const std::uint32_t rounds = number(argv[1]), seed = number(argv[2]);
  const AnalyseOptions options{.jobs = number(argv[3]), .coverage = true};
  DiscoverOptions discovery;
  discovery.tests = discovery.ignored = true;
  std::string other;
  std::size_t runs = 0, failures = 0;
  for (const fs::path& folder : argc > 4 ? std::vector<fs::path>(argv + 4, argv + argc) : fixture_folders()) {
    Project project = discover({.root = fs::canonical(folder).string(), .paths = {}}, discovery);
    for (const SourceFile& file : std::vector<SourceFile>(project.files)) {
      const std::string text = read_source(project, file).text;
      for (std::uint32_t round = seed; round < seed + rounds; ++round) {
        // Before the run: a crash must name it.
        const std::string name =
            fmt::format("mutated_fixtures 1 {} {} {} on {}", round, argv[3], folder.string(), file.path);
        if (std::getenv("IDEM_PROPERTY_TELL") != nullptr) fmt::print(stderr, "{}\n", name);
        Mutator mutator(round * 7919 + static_cast<std::uint32_t>(text.size()));
        project.overlay[file.path] = mutator.mutated(text, other.empty() ? text : other);
        const auto start = std::chrono::steady_clock::now();
        const Report report = analyse(project, options);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::vector<Problem> problems;
        check(project, report, problems);
        // Generous: what is meant is a hang, on a busy machine and with sanitizers.
        if (seconds > 60) problems.push_back({fmt::format("took {:.0f} s", seconds)});
        if (round % 4 == 0 && render_json(analyse(project, options), {}) != render_json(report, {}))
          problems.push_back({"a second run reports something else"});
        ++runs;
        for (const Problem& problem : problems) fmt::print("{}: {}\n", name, problem.what);
        failures += problems.empty() ? 0 : 1;
      }
      project.overlay.clear();
      other = text;
    }
  }
  fmt::print("{} mutated projects, {} failures\n", runs, failures);
  return failures == 0 ? 0 : 1;
}
