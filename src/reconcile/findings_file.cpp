#include "reconcile/findings_file.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace idem::books {

static Error write_error(const std::string& path) {
  return {
      ErrorKind::incomplete,
      fmt::format("cannot write {}: {}", path.empty() || path == "-" ? "standard output" : path, std::strerror(errno))};
}

Result<FindingsFile> FindingsFile::open(const std::string& path, bool csv, RenderOptions options) {
  std::FILE* file = stdout;
  std::string temporary;
  if (path != "-" && !path.empty()) {
    // A device or a pipe is written directly.
    struct stat about {};
    const bool direct = stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    if (!direct) temporary = fmt::format("{}.{}.part", path, getpid());
    const int descriptor = direct ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                                  : ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    file = descriptor < 0 ? nullptr : fdopen(descriptor, "w");
    if (file == nullptr) return Error{ErrorKind::usage, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
  }
  FindingsFile list(file, path, std::move(temporary), csv, options);
  if (csv)
    if (const auto begun = list.write(csv_header()); !begun) return begun.error();
  return list;
}

FindingsFile::FindingsFile(std::FILE* file, std::string path, std::string temporary, bool csv, RenderOptions options)
    : m_file(file), m_path(std::move(path)), m_temporary(std::move(temporary)), m_csv(csv), m_options(options) {}

FindingsFile::FindingsFile(FindingsFile&& other) noexcept
    : m_file(std::exchange(other.m_file, nullptr)),
      m_path(std::move(other.m_path)),
      m_temporary(std::exchange(other.m_temporary, "")),
      m_csv(other.m_csv),
      m_reader_gone(other.m_reader_gone),
      m_options(other.m_options) {}

FindingsFile::~FindingsFile() {
  if (m_file != nullptr && m_file != stdout) std::fclose(m_file);
  if (!m_temporary.empty()) unlink(m_temporary.c_str());
}

Result<void> FindingsFile::write(const std::string& text) {
  if (m_reader_gone || std::fwrite(text.data(), 1, text.size(), m_file) == text.size()) return {};
  // `idem reconcile --format csv | head` is no error.
  if (m_file == stdout && errno == EPIPE) {
    m_reader_gone = true;
    return {};
  }
  return write_error(m_path);
}

Result<void> FindingsFile::add(const Finding& finding) {
  return write(m_csv ? csv_line(finding, m_options) : ndjson_line(finding, m_options));
}

Result<void> FindingsFile::finish() {
  if (m_file == stdout) {
    if (std::fflush(stdout) != 0 && errno != EPIPE) return write_error(m_path);
    return {};
  }
  const bool flushed = std::fflush(m_file) == 0 && (fsync(fileno(m_file)) == 0 || errno == EINVAL);
  const bool closed = std::fclose(std::exchange(m_file, nullptr)) == 0;
  if (!flushed || !closed) return write_error(m_path);
  if (!m_temporary.empty() && std::rename(m_temporary.c_str(), m_path.c_str()) != 0) return write_error(m_path);
  m_temporary.clear();
  return {};
}

}  // namespace idem::books
