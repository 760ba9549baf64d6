#include "postgres/copy_stream.hpp"

#include "base/interrupt.hpp"
#include "postgres/driver.hpp"

namespace idem {

Result<CopyStream> CopyStream::open(const std::string& url) {
  const Result<const postgres::Driver*> driver = postgres::driver();
  if (!driver) return driver.error();
  Result<std::unique_ptr<postgres::Stream>> stream = (*driver)->stream(url, interrupted);
  if (!stream) return stream.error();
  return CopyStream(*std::move(stream));
}

CopyStream::CopyStream(std::unique_ptr<postgres::Stream> stream) : m_stream(std::move(stream)) {}
CopyStream::CopyStream(CopyStream&&) noexcept = default;
CopyStream::~CopyStream() = default;

Result<void> CopyStream::run(const std::string& statement) {
  const auto done = m_stream->query(statement);
  if (!done) return done.error();
  return {};
}

Result<std::vector<CopyStream::Line>> CopyStream::query(const std::string& statement) {
  return m_stream->query(statement);
}
Result<std::vector<CopyStream::Column>> CopyStream::describe(const std::string& query_text) {
  return m_stream->describe(query_text);
}
Result<void> CopyStream::start(const std::string& query_text) { return m_stream->start(query_text); }
Result<bool> CopyStream::next(books::RawRow& row) { return m_stream->next(row); }
std::string CopyStream::ident(const std::string& name) const { return m_stream->ident(name); }
std::string CopyStream::literal(const std::string& text) const { return m_stream->literal(text); }

}  // namespace idem
