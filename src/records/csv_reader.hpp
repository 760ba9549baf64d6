#pragma once

#include "records/byte_source.hpp"
#include "records/reader.hpp"

namespace idem::books {

// CSV as RFC 4180 and PostgreSQL write it: comma, semicolon or tab (told by the header), quotes doubled inside quotes,
// LF or CRLF, optional byte order mark. An empty field without quotes is NULL, with quotes it is empty text.
// A first row with a name twice is an error.
Result<std::unique_ptr<RowReader>> open_csv(ByteSource bytes, const std::string& name, BadRows& bad);

// Whether text is well-formed UTF-8.
bool valid_utf8(std::string_view text);

}  // namespace idem::books
