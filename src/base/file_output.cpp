#include "base/file_output.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace idem {

namespace {

Error system_error(const std::string& what, const std::string& path, int code) {
  return {ErrorKind::input, fmt::format("{} {}: {}", what, path, std::strerror(code))};
}

// 0, or the error number.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

Result<void> write_stdout(std::string_view text) {
  std::fflush(stdout);
  const int code = write_all(STDOUT_FILENO, text);
  if (code == 0 || code == EPIPE) return {};
  return system_error("cannot write", "standard output", code);
}

Result<void> write_file(const std::string& path, std::string_view text) {
  struct stat existing {};
  const bool exists = stat(path.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) return system_error("cannot write", path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) {
    const int device = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (device < 0) return system_error("cannot write", path, errno);
    const int code = write_all(device, text);
    close(device);
    if (code != 0 && code != EPIPE) return system_error("cannot write", path, code);
    return {};
  }
  std::string temporary = path + ".XXXXXX";
  const int file = mkstemp(temporary.data());
  if (file < 0) return system_error("cannot write", path, errno);
  const mode_t mask = umask(0);
  umask(mask);
  int code = write_all(file, text);
  if (code == 0 && fchmod(file, exists ? existing.st_mode & 07777 : 0666 & ~mask) != 0) code = errno;
  if (close(file) != 0 && code == 0) code = errno;
  if (code == 0 && rename(temporary.c_str(), path.c_str()) != 0) code = errno;
  if (code == 0) return {};
  unlink(temporary.c_str());
  return system_error("cannot write", path, code);
}

Result<void> write_output(const std::string& path, std::string_view text) {
  return path.empty() || path == "-" ? write_stdout(text) : write_file(path, text);
}

Result<std::string> read_input(const std::string& path, std::size_t limit) {
  const bool from_stdin = path == "-";
  const std::string name = from_stdin ? "standard input" : path;
  const int file = from_stdin ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error("cannot read", name, errno);
  struct stat info {};
  const bool known = fstat(file, &info) == 0 && S_ISREG(info.st_mode);
  const Error too_large{ErrorKind::input, fmt::format("{} is larger than the limit of {}", name, binary_size(limit))};
  std::string text;
  int code = 0;
  bool over = known && static_cast<std::size_t>(info.st_size) > limit;
  if (known && !over) text.reserve(static_cast<std::size_t>(info.st_size));
  std::array<char, 65536> block;
  while (!over) {
    const ssize_t got = read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) code = errno;
    if (got <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(got));
    over = text.size() > limit;
  }
  if (!from_stdin) close(file);
  if (over) return too_large;
  if (code != 0) return system_error("cannot read", name, code);
  return text;
}

std::string binary_size(std::size_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  auto amount = static_cast<double>(bytes);
  while (amount >= 1024 && unit < 4) {
    amount /= 1024;
    ++unit;
  }
  std::string text = fmt::format("{:.1f}", amount);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return fmt::format("{} {}", text, kUnits[unit]);
}

}  // namespace idem
