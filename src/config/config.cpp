#include "config/config.hpp"

#include "base/file_output.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace idem {

namespace fs = std::filesystem;

static constexpr std::size_t kMaxConfigBytes = 1u << 20;

Result<Config> load_config(const std::string& root) {
  const std::string path = root + "/idem.toml";
  std::error_code error;
  if (!fs::exists(path, error)) return Config{};
  const Result<std::string> text = read_input(path, kMaxConfigBytes);
  if (!text) return Error{ErrorKind::config, text.error().message};
  ParsedConfig parsed = parse_config(*text, rule_ids());
  if (!parsed.errors.empty()) {
    const std::size_t more = parsed.errors.size() - 1;
    return Error{ErrorKind::config,
                 fmt::format("idem.toml:{}: {}{}", parsed.errors[0].line, parsed.errors[0].message,
                             more == 0 ? "" : fmt::format(" (and {} more: idem config check)", more))};
  }
  parsed.config.file = "idem.toml";
  return std::move(parsed.config);
}

std::vector<std::string> own_catalogue_files(const std::string& root) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(root) / ".idem", error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->path().extension() == ".toml" && fs::is_regular_file(it->symlink_status(ignored)))
      files.push_back(".idem/" + it->path().filename().string());
  }
  std::ranges::sort(files);
  return files;
}

Result<std::vector<std::pair<std::string, double>>> parse_min_coverage(std::string_view text) {
  const Error wrong{
      ErrorKind::usage,
      fmt::format("'{}' is no minimum of coverage: write a percentage such as 80, or strong=100,standard=80", text)};
  std::vector<std::pair<std::string, double>> floors;
  while (true) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    std::string tier;
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos) {
      tier = part.substr(0, equals);
      part.remove_prefix(equals + 1);
      if (tier != "strong" && tier != "standard") return wrong;
    }
    if (part.ends_with('%')) part.remove_suffix(1);
    double percent = -1;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), percent);
    if (error != std::errc{} || end != part.data() + part.size() || !(percent >= 0 && percent <= 100)) return wrong;
    floors.emplace_back(tier, percent);
    if (comma == std::string_view::npos) return floors;
    text.remove_prefix(comma + 1);
  }
}

bool is_date(std::string_view text) {
  const auto digits = [&](std::size_t at, std::size_t n) {
    int number = 0;
    for (std::size_t i = at; i < at + n; ++i) {
      if (text[i] < '0' || text[i] > '9') return -1;
      number = number * 10 + (text[i] - '0');
    }
    return number;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int year = digits(0, 4), month = digits(5, 2), day = digits(8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

}  // namespace idem
