#include "records/byte_source.hpp"

#include "base/interrupt.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace idem::books {

static constexpr unsigned kBlock = 1U << 18;

Result<ByteSource> ByteSource::open(const std::string& path) {
  const bool standard = path == "-";
  const int file = standard ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return Error{ErrorKind::input, fmt::format("cannot open {}: {}", path, std::strerror(errno))};
  struct stat about {};
  if (fstat(file, &about) == 0 && S_ISDIR(about.st_mode)) {
    close(file);
    return Error{ErrorKind::input, fmt::format("{} is a folder", path)};
  }
  gzFile stream = gzdopen(file, "rb");
  if (stream == nullptr) {
    close(file);
    return Error{ErrorKind::input, fmt::format("cannot read {}: out of memory", path)};
  }
  gzbuffer(stream, kBlock);
  return ByteSource(stream, standard ? "standard input" : path, S_ISREG(about.st_mode) ? about.st_size : 0);
}

ByteSource::ByteSource(gzFile_s* file, std::string name, std::int64_t size)
    : m_file(file), m_name(std::move(name)), m_size(size), m_buffer(kBlock) {}
ByteSource::ByteSource(ByteSource&& other) noexcept
    : m_file(std::exchange(other.m_file, nullptr)),
      m_name(std::move(other.m_name)),
      m_size(other.m_size),
      m_buffer(std::move(other.m_buffer)),
      m_peeked(other.m_peeked) {}
ByteSource::~ByteSource() {
  if (m_file != nullptr) gzclose_r(m_file);
}

double ByteSource::done() const {
  return m_size == 0 ? 0 : static_cast<double>(gzoffset(m_file)) / static_cast<double>(m_size);
}

Result<std::string_view> ByteSource::peek() {
  if (!m_peeked.empty()) return m_peeked;
  const Result<std::string_view> block = read();
  if (block) m_peeked = *block;
  return block;
}

Result<std::string_view> ByteSource::read() {
  if (!m_peeked.empty()) return std::exchange(m_peeked, std::string_view());
  if (interrupted()) return interruption();
  const int count = gzread(m_file, m_buffer.data(), static_cast<unsigned>(m_buffer.size()));
  int code = Z_OK;
  const char* message = gzerror(m_file, &code);
  if (count < 0 || code == Z_BUF_ERROR || code == Z_DATA_ERROR)
    return Error{ErrorKind::incomplete, fmt::format("{}: {}", m_name,
                                                    code == Z_ERRNO       ? std::strerror(errno)
                                                    : code == Z_BUF_ERROR ? "the gzip data end too early"
                                                                          : message)};
  return std::string_view(m_buffer.data(), static_cast<std::size_t>(count));
}

}  // namespace idem::books
