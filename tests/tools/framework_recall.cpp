// Compares what the analysis finds in a fixture application with the expected.json beside it, and prints the recall.
//   framework_recall FOLDER        exit status 1 when a row is missing, differs or is too many
// expected.json: [{"method", "path", "file", "line", "effects": [kinds, sorted], "operation"?, "kind"?}]
#include "pipeline.hpp"
#include "source/discover.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

using namespace idem;

namespace {

struct Row {
  std::uint32_t line = 0;
  std::set<std::string> effects;
};
using Rows = std::multimap<std::string, Row>;

std::string text_of(const Row& row) {
  std::string effects;
  for (const std::string& kind : row.effects) effects += (effects.empty() ? "" : ", ") + kind;
  return fmt::format("line {} [{}]", row.line, effects);
}

Rows read_expected(const std::filesystem::path& file) {
  std::ifstream in(file);
  Rows rows;
  for (const nlohmann::json& item : nlohmann::json::parse(in)) {
    Row row{item.at("line").get<std::uint32_t>(), {}};
    for (const nlohmann::json& kind : item.at("effects")) row.effects.insert(kind.get<std::string>());
    rows.emplace(fmt::format("{} {}{} {}", item.value("method", ""), item.value("path", ""),
                             item.value("operation", ""), item.at("file").get<std::string>()),
                 row);
  }
  return rows;
}

Rows find_rows(const std::string& folder) {
  DiscoverOptions options;
  options.tests = options.ignored = true;
  const Report report = analyse(discover({.root = folder, .paths = {}}, options), {});
  Rows rows;
  for (const Endpoint& endpoint : report.endpoints) {
    Row row{endpoint.line, {}};
    for (const Effect& effect : endpoint.effects)
      if (effect.ambient.empty()) row.effects.insert(std::string(word(effect.kind)));
    rows.emplace(fmt::format("{} {}{} {}", endpoint.method, endpoint.path, endpoint.operation, endpoint.file), row);
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: framework_recall FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = std::filesystem::canonical(argv[1]);
  const Rows expected = read_expected(folder / "expected.json");
  Rows found = find_rows(folder.string());
  std::size_t right = 0;
  bool differs = false;
  for (const auto& [key, want] : expected) {
    auto have = found.find(key);
    if (have == found.end()) {
      fmt::print("missing   {} {}\n", key, text_of(want));
      differs = true;
      continue;
    }
    ++right;
    if (have->second.line != want.line || have->second.effects != want.effects) {
      fmt::print("differs   {} {}, expected {}\n", key, text_of(have->second), text_of(want));
      differs = true;
    }
    found.erase(have);
  }
  for (const auto& [key, more] : found) fmt::print("too many  {} {}\n", key, text_of(more));
  fmt::print("{}: {} of {} found, {} too many\n", folder.filename().string(), right, expected.size(), found.size());
  return differs || !found.empty() ? 1 : 0;
}
