#include "frontends/frontend.hpp"

namespace idem {

std::span<const Frontend> typescript_frontends() { return {}; }

}  // namespace idem
