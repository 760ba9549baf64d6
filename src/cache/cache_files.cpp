#include "cache/cache_files.hpp"

#include "base/digest.hpp"
#include "base/file_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include <elf.h>
#include <link.h>
#include <sys/stat.h>

namespace idem {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMagic = "idem-cache/1";
constexpr std::size_t kMaxFile = std::size_t{1} << 30;
constexpr std::uintmax_t kMaxFolder = std::uintmax_t{1} << 30;

// The first object that the loader tells is the program itself.
int take_build_id(dl_phdr_info* info, std::size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where the loader put the notes
    const char* at = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
    const char* const end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto padded = [](std::size_t n) { return (n + 3) / 4 * 4; };
      const char* const name = at + sizeof note;
      const char* const desc = name + padded(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        *static_cast<std::string*>(out) = to_hex({desc, note.n_descsz});
      at = desc + padded(note.n_descsz);
    }
  }
  return 1;
}

std::string head_of(std::string_view key, std::string_view payload) {
  return fmt::format("{} {} {} {}\n", kMagic, build_identity(), sha256_hex(key), sha256_hex(payload));
}

void make_room(const fs::path& folder, const std::string& keep) {
  struct Entry {
    fs::path path;
    fs::file_time_type time;
    std::uintmax_t size = 0;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    Entry entry{it->path(), it->last_write_time(gone), it->file_size(gone)};
    if (gone) continue;
    if (it->path().extension() != ".cache") {
      // What a run left that was ended while it wrote.
      const bool left = it->path().string().find(".cache.") != std::string::npos;
      if (left && entry.time + std::chrono::hours(1) < fs::file_time_type::clock::now()) fs::remove(it->path(), gone);
      continue;
    }
    total += entry.size;
    if (it->path().filename() != keep) entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &Entry::time);
  for (const Entry& entry : entries) {
    if (total <= kMaxFolder) return;
    if (fs::remove(entry.path, error)) total -= entry.size;
  }
}

}  // namespace

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/idem";
  const char* const home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/idem" : "";
}

const std::string& build_identity() {
  static const std::string identity = [] {
    std::string id;
    dl_iterate_phdr(take_build_id, &id);
    if (!id.empty()) return id;
    const Result<std::string> program = read_input("/proc/self/exe", kMaxFile);
    return program ? sha256_hex(*program) : std::string();
  }();
  return identity;
}

std::string read_cache_file(const std::string& folder, const std::string& name, std::string_view key) {
  const std::string path = folder + "/" + name + ".cache";
  struct stat info {};
  // A link would lead out of the folder.
  if (lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return "";
  Result<std::string> text = read_input(path, kMaxFile);
  if (!text) return "";
  const std::size_t line = text->find('\n');
  if (line == std::string::npos || line > 512) return "";
  const std::string_view payload = std::string_view(*text).substr(line + 1);
  if (std::string_view(*text).substr(0, line + 1) != head_of(key, payload)) return "";
  std::error_code error;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);  // used: the last to go
  text->erase(0, line + 1);
  return *std::move(text);
}

Result<void> write_cache_file(const std::string& folder, const std::string& name, std::string_view key,
                              std::string_view payload) {
  if (build_identity().empty()) return Error{ErrorKind::internal, "no build id"};
  std::error_code error;
  if (fs::create_directories(folder, error)) {
    fs::permissions(folder, fs::perms::owner_all, error);
    // https://bford.info/cachedir/: backups leave such a folder out.
    (void)write_file(folder + "/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
  }
  if (error) return Error{ErrorKind::input, fmt::format("{}: {}", folder, error.message())};
  std::string text = head_of(key, payload);
  text += payload;
  const Result<void> written = write_file(folder + "/" + name + ".cache", text);
  if (written) make_room(folder, name + ".cache");
  return written;
}

}  // namespace idem
