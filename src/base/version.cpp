#include "base/version.hpp"

namespace idem {

std::string_view version() { return IDEM_VERSION; }
std::string_view help_base() { return IDEM_HELP_URI; }

}  // namespace idem
