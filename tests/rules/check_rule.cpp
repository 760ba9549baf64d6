// check_rule IDEM RULE_DIR: runs `idem coverage` over a copy of every case below a rule's folder and compares where
// that rule fires with the case's case.json. A case is copied out of the tree so that no manifest above it counts.
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <utility>

namespace fs = std::filesystem;
using Places = std::set<std::pair<std::string, int>>;

namespace {

// The report of one folder; null when the program gave none.
nlohmann::json report_of(const std::string& idem, const fs::path& folder) {
  const std::string command = "'" + idem + "' coverage '" + folder.string() + "' --format json 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return nullptr;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), n);
  const int status = pclose(pipe);
  // 1 says that there are findings, which is what most cases are about.
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) return nullptr;
  return nlohmann::json::parse(text, nullptr, false);
}

std::string told(const Places& places) {
  std::string all;
  for (const auto& [file, line] : places) all += " " + file + ":" + std::to_string(line);
  return all.empty() ? " nothing" : all;
}

bool holds(const std::string& idem, const fs::path& folder, const fs::path& scratch) {
  const nlohmann::json expected = nlohmann::json::parse(std::ifstream(folder / "case.json"));
  fs::remove_all(scratch);
  fs::copy(folder, scratch, fs::copy_options::recursive);
  const nlohmann::json report = report_of(idem, scratch);
  if (!report.is_object()) {
    std::cout << "FAIL " << folder.filename().string() << ": no report\n";
    return false;
  }
  Places wanted, found;
  std::string others;
  for (const auto& place : expected.at("expect"))
    wanted.emplace(place.at("file").get<std::string>(), place.at("line").get<int>());
  for (const auto& finding : report.at("findings")) {
    if (finding.at("rule") == expected.at("rule"))
      found.emplace(finding.at("file").get<std::string>(), finding.at("line").get<int>());
    else
      others += " " + finding.at("rule").get<std::string>();
  }
  const bool same = wanted == found;
  // A case that names a gap says what is known not to work yet; it is told, and does not fail the test.
  if (!same && expected.contains("gap")) {
    std::cout << "gap  " << folder.filename().string() << ": " << expected.at("gap").get<std::string>() << "\n";
    return true;
  }
  std::cout << (same ? "ok   " : "FAIL ") << folder.filename().string();
  if (!same) std::cout << ": wanted" << told(wanted) << ", found" << told(found) << " (others:" << others << ")";
  std::cout << "\n";
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const fs::path scratch = fs::temp_directory_path() / ("idem-rule-" + std::to_string(getpid()));
  std::set<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(argv[2]))
    if (fs::exists(entry.path() / "case.json")) cases.insert(entry.path());
  bool all = !cases.empty();
  for (const fs::path& folder : cases) all = holds(argv[1], folder, scratch) && all;
  fs::remove_all(scratch);
  return all ? 0 : 1;
}
