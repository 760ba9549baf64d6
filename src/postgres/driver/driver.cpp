// The module's entry; see postgres/driver.hpp.
#include "postgres/driver/parts.hpp"

namespace idem::postgres {

static constexpr Driver kDriver{IDEM_VERSION, connect, open_stream};

}  // namespace idem::postgres

extern "C" __attribute__((visibility("default"))) const idem::postgres::Driver* idem_postgres_driver() {
  return &idem::postgres::kDriver;
}
