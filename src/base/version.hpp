#pragma once

#include <string_view>

namespace idem {

std::string_view version();  // such as "0.1.0"

}  // namespace idem
