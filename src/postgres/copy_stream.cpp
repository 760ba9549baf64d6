#include "postgres/copy_stream.hpp"

#include "base/interrupt.hpp"
#include "postgres/driver.hpp"

#include <string_view>
#include <utility>

namespace idem {

// Whether the part before the host holds @, / or ? as they are: libpq would take the rest of the password for the host,
// and say so.
static bool unclear_host(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return false;
  url.remove_prefix(scheme + 3);
  const bool later = url.find('@') != std::string_view::npos;
  url = url.substr(0, url.find('?'));
  const std::size_t first = url.find('@');
  if (first != std::string_view::npos)
    return url.find('@', first + 1) != std::string_view::npos || url.find('/') < first;
  if (!later) return false;
  // "host:5432/db?user=a@b" is clear, "user:some?thing@host" is not.
  const std::string_view host = url.substr(0, url.find('/'));
  const std::size_t colon = host.rfind(':');
  return colon != std::string_view::npos && host.find_first_not_of("0123456789", colon + 1) != std::string_view::npos;
}

Result<CopyStream> CopyStream::open(const std::string& url) {
  if (unclear_host(url))
    return Error{ErrorKind::usage, "where does the password end? Write @ in it as %40, / as %2F, ? as %3F"};
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
Result<void> CopyStream::start(const std::string& query_text, std::vector<Kind> kinds) {
  return m_stream->start(query_text, std::move(kinds));
}
Result<bool> CopyStream::next(books::RawRow& row) { return m_stream->next(row); }
std::string CopyStream::ident(const std::string& name) const { return m_stream->ident(name); }
std::string CopyStream::literal(const std::string& text) const { return m_stream->literal(text); }

}  // namespace idem
