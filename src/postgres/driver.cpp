#include "postgres/driver.hpp"

#include "base/version.hpp"

#include <fmt/core.h>

#include <dlfcn.h>

namespace idem::postgres {

static Result<const Driver*> load() {
  // Never closed: answers and connections hold code of it.
  void* module = dlopen(kDriverFile, RTLD_LAZY | RTLD_LOCAL);
  const char* why = module == nullptr ? dlerror() : nullptr;
  const auto entry =
      module == nullptr ? nullptr : reinterpret_cast<DriverEntry>(dlsym(module, kDriverEntry));  // POSIX allows it
  if (entry == nullptr)
    return Error{ErrorKind::usage,
                 fmt::format("what talks to PostgreSQL could not be loaded ({}); it is installed with idem as "
                             "lib/idem/{} beside bin/idem, and needs libpqxx and libpq",
                             why == nullptr ? "no module of idem" : why, kDriverFile)};
  const Driver* found = entry();
  if (found->version != version())
    return Error{ErrorKind::usage, fmt::format("{} is of version {}, the program of version {}: install both together",
                                               kDriverFile, found->version, version())};
  return found;
}

Result<const Driver*> driver() {
  static const Result<const Driver*> loaded = load();
  return loaded;
}

}  // namespace idem::postgres
