# Tests in C++ that talk to a real PostgreSQL: tests/db/*.cpp, one program; each test below gets a server of its own
# from pg_virtualenv, without fsync, on the loopback, gone when the test ends.
find_program(PG_VIRTUALENV pg_virtualenv)
file(GLOB IDEM_DB_TESTS CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/db/*.cpp")
add_executable(idem_db_tests ${IDEM_DB_TESTS})
target_link_libraries(idem_db_tests PRIVATE idem_flags idem_commands Catch2::Catch2WithMain)
add_dependencies(idem_db_tests idem_postgres)
target_include_directories(idem_db_tests PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_compile_definitions(idem_db_tests PRIVATE IDEM_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
target_precompile_headers(idem_db_tests PRIVATE catch.hpp)

# idem_db_test(NAME TAG...): the tests of idem_db_tests that carry one of the tags. Making a server costs more than most
# tests, so tests that get along share one.
function(idem_db_test name)
  if(NOT PG_VIRTUALENV)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "(.+)" "[\\1]" OUTPUT_VARIABLE tags)
  list(JOIN tags "," tags)
  add_test(NAME "db: ${name}" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off -o max_connections=120
    -o timezone=UTC "$<TARGET_FILE:idem_db_tests>" "${tags}")
  set_tests_properties("db: ${name}" PROPERTIES LABELS db TIMEOUT 240)
endfunction()
idem_db_test(session session)
idem_db_test(side-tables http side-table action profiles core names)
idem_db_test(races http-races)
