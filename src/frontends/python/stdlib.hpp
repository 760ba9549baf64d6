#pragma once

#include <string_view>

namespace idem::python {

// Whether a top-level module comes with Python: "json", "asyncio".
bool is_standard_module(std::string_view name);

}  // namespace idem::python
