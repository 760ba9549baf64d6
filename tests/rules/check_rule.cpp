// check_rule IDEM RULE_DIR: runs idem over a copy of every case below a rule's folder and compares where that rule
// fires with the case's case.json. A case is copied out of the tree so that no manifest above it counts.
//
// case.json: rule, expect (a list of {file, line}); or rules, where each expectation names its own rule, may say what
// the remedy holds, and none of the other rules fires. Further: args (what to run in place of `coverage .`), verdict
// (of every endpoint), gap (what is known not to work yet: told, and no failure).
#include <nlohmann/json.hpp>

#include <unistd.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace fs = std::filesystem;
using Place = std::tuple<std::string, std::string, int>;  // rule, file, line

namespace {

// The report of one folder; null when the program gave none.
nlohmann::json report_of(const std::string& idem, const fs::path& folder, const nlohmann::json& expected) {
  std::string command = "cd '" + folder.string() + "' && '" + idem + "'";
  if (expected.contains("args"))
    for (const auto& arg : expected.at("args")) command += " '" + arg.get<std::string>() + "'";
  else
    command += " coverage --no-cache .";
  FILE* pipe = popen((command + " --format json 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return nullptr;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), n);
  const int status = pclose(pipe);
  // 1 says that there are findings, which is what most cases are about.
  if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) return nullptr;
  return nlohmann::json::parse(text, nullptr, false);
}

std::string told(const std::set<Place>& places) {
  std::string all;
  for (const auto& [rule, file, line] : places) all += " " + rule + "@" + file + ":" + std::to_string(line);
  return all.empty() ? " nothing" : all;
}

struct Wanted {
  std::set<std::string> rules;
  std::set<Place> places;
  std::map<Place, std::string> remedies;
};

Wanted wanted_of(const nlohmann::json& expected) {
  Wanted wanted;
  if (expected.contains("rule")) wanted.rules.insert(expected.at("rule").get<std::string>());
  if (expected.contains("rules"))
    for (const auto& rule : expected.at("rules")) wanted.rules.insert(rule.get<std::string>());
  for (const auto& one : expected.at("expect")) {
    const Place place{one.value("rule", expected.value("rule", "")), one.value("file", ""), one.value("line", 0)};
    wanted.places.insert(place);
    if (one.contains("remedy")) wanted.remedies[place] = one.at("remedy").get<std::string>();
  }
  return wanted;
}

// What differs from the case's expectations; empty when nothing does.
std::string difference(const nlohmann::json& report, const nlohmann::json& expected) {
  const Wanted wanted = wanted_of(expected);
  std::set<Place> found;
  std::string others, wrong;
  for (const auto& finding : report.at("findings")) {
    const auto rule = finding.at("rule").get<std::string>();
    if (!wanted.rules.contains(rule)) {
      others += " " + rule;
      continue;
    }
    const Place place{rule, finding.value("file", ""), finding.value("line", 0)};
    found.insert(place);
    const auto remedy = wanted.remedies.find(place);
    if (remedy != wanted.remedies.end() && finding.value("remedy", "").find(remedy->second) == std::string::npos)
      wrong += " " + rule + " does not name " + remedy->second + ";";
  }
  if (found != wanted.places)
    wrong += " wanted" + told(wanted.places) + ", found" + told(found) + " (others:" + others + ")";
  if (expected.contains("verdict"))
    for (const auto& endpoint : report.at("endpoints"))
      if (endpoint.at("coverage").at("verdict") != expected.at("verdict"))
        wrong += " an endpoint is " + endpoint.at("coverage").at("verdict").get<std::string>() + ";";
  return wrong;
}

bool holds(const std::string& idem, const std::string& name, const nlohmann::json& expected, const fs::path& scratch) {
  const nlohmann::json report = report_of(idem, scratch, expected);
  if (!report.is_object()) {
    std::cout << "FAIL " << name << ": no report\n";
    return false;
  }
  const std::string wrong = difference(report, expected);
  if (!wrong.empty() && expected.contains("gap")) {
    std::cout << "gap  " << name << ": " << expected.at("gap").get<std::string>() << "\n";
    return true;
  }
  std::cout << (wrong.empty() ? "ok   " : "FAIL ") << name << (wrong.empty() ? "" : ":") << wrong << "\n";
  return wrong.empty();
}

bool folder_holds(const std::string& idem, const fs::path& folder, const fs::path& scratch) {
  const nlohmann::json expected = nlohmann::json::parse(std::ifstream(folder / "case.json"));
  fs::remove_all(scratch);
  fs::copy(folder, scratch, fs::copy_options::recursive);
  fs::remove(scratch / "case.json");
  return holds(idem, folder.filename().string(), expected, scratch);
}

bool small_cases_hold(const std::string& idem, const fs::path& list, const fs::path& scratch) {
  bool all = true;
  for (const nlohmann::json& expected : nlohmann::json::parse(std::ifstream(list))) {
    fs::remove_all(scratch);
    fs::create_directories(scratch);
    for (const auto& [name, text] : expected.at("files").items()) {
      fs::create_directories((scratch / name).parent_path());
      std::ofstream(scratch / name) << text.get<std::string>();
    }
    all = holds(idem, expected.at("name").get<std::string>(), expected, scratch) && all;
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string idem = fs::absolute(argv[1]).string();
  const fs::path scratch = fs::temp_directory_path() / ("idem-rule-" + std::to_string(getpid()));
  std::set<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(argv[2]))
    if (fs::exists(entry.path() / "case.json")) cases.insert(entry.path());
  const fs::path list = fs::path(argv[2]) / "cases.json";
  bool all = !cases.empty() || fs::exists(list);
  for (const fs::path& folder : cases) all = folder_holds(idem, folder, scratch) && all;
  if (fs::exists(list)) all = small_cases_hold(idem, list, scratch) && all;
  fs::remove_all(scratch);
  return all ? 0 : 1;
}
