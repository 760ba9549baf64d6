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
pkg_check_modules(TOMLPP REQUIRED IMPORTED_TARGET tomlplusplus)

# libpg_query ships neither a pkg-config file nor a CMake config. The static library is taken where there is one: its
# tables are then laid out once, at link time, instead of being relocated at every start.
find_path(PG_QUERY_INCLUDE pg_query.h REQUIRED)
find_library(PG_QUERY_LIBRARY NAMES libpg_query.a pg_query REQUIRED)

# Of OpenSSL only the plain digests are used (src/base/digest.cpp): a few kilobytes of the static library, while loading the shared one
# relocates 17,000 addresses. One call of EVP_* anywhere would bring all of it in.
find_path(CRYPTO_INCLUDE openssl/sha.h REQUIRED)
find_library(CRYPTO_LIBRARY NAMES libcrypto.a crypto REQUIRED)

add_library(idem_dependencies INTERFACE)
target_include_directories(idem_dependencies SYSTEM INTERFACE "${PG_QUERY_INCLUDE}" "${CRYPTO_INCLUDE}" ${PQ_INCLUDE_DIRS})
target_link_libraries(idem_dependencies INTERFACE
  CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json Threads::Threads ZLIB::ZLIB
  PkgConfig::SQLITE PkgConfig::HIREDIS PkgConfig::TOMLPP "${PG_QUERY_LIBRARY}" "${CRYPTO_LIBRARY}" ${CMAKE_DL_LIBS})
# A library that nothing is taken from is not loaded.
target_link_options(idem_dependencies INTERFACE LINKER:--as-needed)

# What only the module that talks to PostgreSQL needs (src/postgres/driver.hpp).
add_library(idem_postgres_dependencies INTERFACE)
target_link_libraries(idem_postgres_dependencies INTERFACE fmt::fmt PkgConfig::PQXX PkgConfig::PQ)
