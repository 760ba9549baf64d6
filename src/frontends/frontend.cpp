#include "frontends/frontend.hpp"

namespace idem {

const Frontend* frontend_for(std::string_view path) {
  for (const Frontend* frontend : all_frontends())
    for (const std::string_view extension : frontend->extensions)
      if (path.size() > extension.size() && path.ends_with(extension)) return frontend;
  return nullptr;
}

}  // namespace idem
