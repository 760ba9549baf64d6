# Everything outside the tree that idem_core needs, gathered in the target idem_dependencies.
# All of it comes from the system's packages; ./setup names and installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(PQXX REQUIRED IMPORTED_TARGET libpqxx)
pkg_check_modules(PQ REQUIRED IMPORTED_TARGET libpq) # under libpqxx; reading much goes through its COPY
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(HIREDIS REQUIRED IMPORTED_TARGET hiredis)
pkg_check_modules(CRYPTO REQUIRED IMPORTED_TARGET libcrypto)
pkg_check_modules(TOMLPP REQUIRED IMPORTED_TARGET tomlplusplus)

# libpg_query ships neither a pkg-config file nor a CMake config.
find_path(PG_QUERY_INCLUDE pg_query.h REQUIRED)
find_library(PG_QUERY_LIBRARY pg_query REQUIRED)

add_library(idem_dependencies INTERFACE)
target_include_directories(idem_dependencies SYSTEM INTERFACE "${PG_QUERY_INCLUDE}")
target_link_libraries(idem_dependencies INTERFACE
  CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json Threads::Threads ZLIB::ZLIB
  PkgConfig::PQXX PkgConfig::PQ PkgConfig::SQLITE PkgConfig::HIREDIS PkgConfig::CRYPTO PkgConfig::TOMLPP
  "${PG_QUERY_LIBRARY}")
