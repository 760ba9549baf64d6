#include "base/version.hpp"

namespace idem {

std::string_view version() { return IDEM_VERSION; }

}  // namespace idem
