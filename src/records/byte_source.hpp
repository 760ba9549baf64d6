#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s;

namespace idem::books {

// The bytes of a file, plain or gzip (told by its first bytes), or of standard input ("-"), in blocks.
class ByteSource {
 public:
  static Result<ByteSource> open(const std::string& path);
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&&) = delete;
  ~ByteSource();

  // The next block, "" at the end. Truncated or damaged gzip is ErrorKind::incomplete.
  Result<std::string_view> read();
  // The block that the next read() will give.
  Result<std::string_view> peek();
  // The share of the file that was read, 0 where its size is not known.
  double done() const;

 private:
  ByteSource(gzFile_s* file, std::string name, std::int64_t size);
  gzFile_s* m_file;
  std::string m_name;
  std::int64_t m_size;  // bytes of a regular file, else 0
  std::vector<char> m_buffer;
  std::string_view m_peeked;
};

}  // namespace idem::books
