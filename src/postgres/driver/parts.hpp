#pragma once

#include "postgres/driver.hpp"

#include <string>
#include <string_view>

namespace idem::postgres {

Result<std::unique_ptr<Connection>> connect(const std::string& url);
Result<std::unique_ptr<Stream>> open_stream(const std::string& url, bool (*interrupted)());

// The first line of a server's message, without the blanks at its end and without passwords.
std::string first_line(std::string_view message);

}  // namespace idem::postgres
