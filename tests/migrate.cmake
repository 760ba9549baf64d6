# What `idem migrate` writes, in the hands of the programs that run or judge it.
set(tools_modules "${CMAKE_CURRENT_SOURCE_DIR}/tools/node_modules")
if(EXISTS "${tools_modules}/.bin/squawk")
  add_test(NAME "migrate: squawk" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/squawk.sh" "$<TARGET_FILE:idem>" "${tools_modules}/.bin/squawk")
  set_tests_properties("migrate: squawk" PROPERTIES LABELS tool TIMEOUT 120)
endif()
if(PG_VIRTUALENV)
  # The tools bring seconds of start-up each: they run in the slow round, what psql can send in every one.
  foreach(mode IN ITEMS psql own)
    add_test(NAME "db: migration files, ${mode}" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off
      sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/tools.sh" "$<TARGET_FILE:idem>" "${tools_modules}" ${mode})
    set_tests_properties("db: migration files, ${mode}" PROPERTIES LABELS db TIMEOUT 600)
  endforeach()
  set_tests_properties("db: migration files, own" PROPERTIES LABELS slow TIMEOUT 1800)
endif()
if(PG_VIRTUALENV)
  add_test(NAME "db: snippets" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off
    sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/snippets.sh" "$<TARGET_FILE:idem>")
  set_tests_properties("db: snippets" PROPERTIES LABELS db TIMEOUT 120)
endif()
if(PG_VIRTUALENV)
  add_test(NAME "db: migrate check" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off
    sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/check.sh" "$<TARGET_FILE:idem>")
  set_tests_properties("db: migrate check" PROPERTIES LABELS db TIMEOUT 600)
endif()
# pg_cron and pg_partman, where they are installed.
file(GLOB idem_care_extensions /usr/share/postgresql/*/extension/pg_cron.control /usr/share/postgresql/*/extension/pg_partman.control)
list(LENGTH idem_care_extensions idem_care_count)
if(PG_VIRTUALENV AND idem_care_count GREATER 1)
  add_test(NAME "db: migrate with pg_cron and pg_partman" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off
    -o shared_preload_libraries=pg_cron -o cron.database_name=postgres -o cron.use_background_workers=on -o max_worker_processes=20
    sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/care.sh" "$<TARGET_FILE:idem>")
  set_tests_properties("db: migrate with pg_cron and pg_partman" PROPERTIES LABELS db TIMEOUT 240)
endif()
find_program(SQLITE3 sqlite3)
if(SQLITE3)
  add_test(NAME "migrate: sqlite" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/sqlite.sh" "$<TARGET_FILE:idem>" "${tools_modules}")
  set_tests_properties("migrate: sqlite" PROPERTIES LABELS tool TIMEOUT 300)
endif()
find_program(MARIADBD mariadbd PATHS /usr/sbin)
if(MARIADBD)
  add_test(NAME "db: mariadb" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/mysql.sh" "$<TARGET_FILE:idem>")
  set_tests_properties("db: mariadb" PROPERTIES LABELS db TIMEOUT 240)
endif()
# The oldest and the newest PostgreSQL, where ./setup test has fetched them.
set(oldest_server "${CMAKE_SOURCE_DIR}/build/servers/12")
set(newest_server "${CMAKE_SOURCE_DIR}/build/servers/18")
find_program(PSQL psql)
if(PSQL AND EXISTS "${oldest_server}/bin/postgres" AND EXISTS "${newest_server}/bin/postgres")
  add_test(NAME "db: migrate on PostgreSQL 12 and 18"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/migrate/servers.sh" "${CMAKE_BINARY_DIR}" "${oldest_server}" "${newest_server}")
  set_tests_properties("db: migrate on PostgreSQL 12 and 18" PROPERTIES LABELS slow TIMEOUT 900)
endif()
