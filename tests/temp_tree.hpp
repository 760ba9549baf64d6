#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace idem {

// A folder for one test, gone with it.
class TempTree {
 public:
  TempTree() {
    std::string name = (std::filesystem::temp_directory_path() / "idem-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::filesystem::filesystem_error("mkdtemp", {});
    m_root = std::filesystem::canonical(name);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;
  ~TempTree() {
    std::error_code error;
    std::filesystem::remove_all(m_root, error);
  }

  const std::filesystem::path& path() const { return m_root; }
  std::string root() const { return m_root.string(); }
  void write(std::string_view name, std::string_view text = "x\n") const {
    const std::filesystem::path file = m_root / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

 private:
  std::filesystem::path m_root;
};

}  // namespace idem
