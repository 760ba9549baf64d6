#include "meaning/settings.hpp"

#include <utility>

namespace idem {

static Settings& current() {
  static Settings current_settings;
  return current_settings;
}

const Settings& settings() { return current(); }
void use_settings(Settings settings) { current() = std::move(settings); }

}  // namespace idem
