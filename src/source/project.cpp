#include "source/project.hpp"

#include "base/digest.hpp"
#include "source/given.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace idem {

namespace fs = std::filesystem;

static constexpr std::uintmax_t kMaxOtherBytes = 4u << 20;

std::uint32_t Project::find(std::string_view path) const {
  const auto found = by_path.find(std::string(path));
  return found == by_path.end() ? 0xffffffffu : found->second;
}

// A path may come from a manifest of an untrusted repository, so ".." and links must not lead out of the root.
static bool stays_inside(const fs::path& root, const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  if (error) return false;
  const fs::path base = fs::weakly_canonical(root, error);
  if (error) return false;
  const fs::path inside = real.lexically_relative(base);
  return !inside.empty() && *inside.begin() != "..";
}

static std::map<std::string, std::string, std::less<>>& given() {
  static std::map<std::string, std::string, std::less<>> texts;
  return texts;
}

const std::map<std::string, std::string, std::less<>>& given_texts() { return given(); }
void forget_given() { given().clear(); }

static std::string read_inside(const std::string& root, std::string_view path) {
  const fs::path file = fs::path(root) / fs::path(std::string(path));
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kMaxOtherBytes || !stays_inside(root, file))
    return "";
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string Project::read_other(std::string_view path) const {
  std::string text = read_inside(root, path);
  given().insert_or_assign(std::string(path), sha256(text));
  return text;
}

}  // namespace idem
