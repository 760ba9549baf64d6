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
    set_tests_properties("db: migration files, ${mode}" PROPERTIES LABELS db TIMEOUT 240)
  endforeach()
  set_tests_properties("db: migration files, own" PROPERTIES LABELS slow TIMEOUT 900)
endif()
