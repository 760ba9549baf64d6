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

# Every shared library costs each start of the program half a millisecond: it is looked for, mapped and relocated. So
# what the program needs is linked in where the system has a static library that links, and shared otherwise.
# idem_prefer_archive(TARGET LIBRARY FUNCTION): an interface target TARGET for libLIBRARY.a when a program that calls
# FUNCTION links with it, else for the libraries that follow.
include(CheckCXXSourceCompiles)
function(idem_prefer_archive target library function)
  add_library(${target} INTERFACE)
  find_library(${target}_ARCHIVE NAMES lib${library}.a)
  if(${target}_ARCHIVE)
    set(CMAKE_REQUIRED_LIBRARIES "${${target}_ARCHIVE}" m ${CMAKE_DL_LIBS} Threads::Threads)
    check_cxx_source_compiles("extern \"C\" int ${function}(); int main() { return ${function}(); }" ${target}_LINKS)
  endif()
  if(${target}_LINKS)
    target_link_libraries(${target} INTERFACE "${${target}_ARCHIVE}" m ${CMAKE_DL_LIBS} Threads::Threads)
  else()
    target_link_libraries(${target} INTERFACE ${ARGN})
  endif()
endfunction()
idem_prefer_archive(idem_zlib z inflate ZLIB::ZLIB)
idem_prefer_archive(idem_sqlite sqlite3 sqlite3_open_v2 PkgConfig::SQLITE)
idem_prefer_archive(idem_hiredis hiredis redisConnect PkgConfig::HIREDIS)

# libpg_query ships neither a pkg-config file nor a CMake config.
find_path(PG_QUERY_INCLUDE pg_query.h REQUIRED)
find_library(PG_QUERY_LIBRARY NAMES pg_query libpg_query.a REQUIRED)
idem_prefer_archive(idem_pg_query pg_query pg_query_parse "${PG_QUERY_LIBRARY}")

# Of OpenSSL only the plain digests are used (src/base/digest.cpp): a few kilobytes of the static library, while loading the shared one
# relocates 17,000 addresses. One call of EVP_* anywhere would bring all of it in.
find_path(CRYPTO_INCLUDE openssl/sha.h REQUIRED)
find_library(CRYPTO_LIBRARY NAMES libcrypto.a crypto REQUIRED)

add_library(idem_dependencies INTERFACE)
target_include_directories(idem_dependencies SYSTEM INTERFACE "${PG_QUERY_INCLUDE}" "${CRYPTO_INCLUDE}" ${PQ_INCLUDE_DIRS})
target_link_libraries(idem_dependencies INTERFACE
  CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json Threads::Threads PkgConfig::TOMLPP
  idem_zlib idem_sqlite idem_hiredis idem_pg_query "${CRYPTO_LIBRARY}" ${CMAKE_DL_LIBS})
# Of these two what is linked is chosen above.
target_include_directories(idem_dependencies SYSTEM INTERFACE ${SQLITE_INCLUDE_DIRS} ${HIREDIS_INCLUDE_DIRS})
target_compile_options(idem_dependencies INTERFACE ${SQLITE_CFLAGS_OTHER} ${HIREDIS_CFLAGS_OTHER})
# A library that nothing is taken from is not loaded.
target_link_options(idem_dependencies INTERFACE LINKER:--as-needed)

# How the program is linked for a quick start. The C++ runtime inside: two libraries and their relocations less; only values
# cross to the module that talks to PostgreSQL, which brings the shared one. At a fixed address: nothing of the program
# is relocated, a fifth of what a start costs; the price is that the place of its code, not that of libraries, heap and
# stack, can be guessed. -DIDEM_PIE=ON decides the other way. Sanitizers want neither.
option(IDEM_PIE "Link a position-independent program" OFF)
set(CMAKE_REQUIRED_LINK_OPTIONS -static-libstdc++ -static-libgcc)
check_cxx_source_compiles("#include <iostream>
int main() { std::cout << 1; }" IDEM_STATIC_RUNTIME)
set(CMAKE_REQUIRED_LINK_OPTIONS -no-pie)
check_cxx_source_compiles("int main() { return 0; }" IDEM_NO_PIE)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
add_library(idem_start INTERFACE)
if(IDEM_STATIC_RUNTIME AND NOT IDEM_SANITIZE)
  target_link_options(idem_start INTERFACE -static-libstdc++ -static-libgcc)
endif()
if(IDEM_NO_PIE AND NOT IDEM_PIE AND NOT IDEM_SANITIZE)
  target_link_options(idem_start INTERFACE -no-pie)
endif()

# What only the module that talks to PostgreSQL needs (src/postgres/driver.hpp).
add_library(idem_postgres_dependencies INTERFACE)
target_link_libraries(idem_postgres_dependencies INTERFACE fmt::fmt PkgConfig::PQXX PkgConfig::PQ)
