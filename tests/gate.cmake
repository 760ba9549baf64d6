# The gate from outside: scripts that edit a small project and look at what idem makes of it.
function(idem_gate_test name script timeout)
  add_test(NAME "gate: ${name}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/gate/${script}" "$<TARGET_FILE:idem>" ${ARGN})
  set_tests_properties("gate: ${name}" PROPERTIES LABELS gate TIMEOUT ${timeout} SKIP_RETURN_CODE 77)
endfunction()
idem_gate_test("fingerprints outlive edits" fingerprints.sh 120)
idem_gate_test("cache" cache.sh 120)
idem_gate_test("templates" templates.sh 120 "${CMAKE_SOURCE_DIR}")
idem_gate_test("the bar, point by point" bar.sh 180 "${CMAKE_SOURCE_DIR}")
if(PG_VIRTUALENV)
  add_test(NAME "db: unique constraints of coverage" COMMAND "${PG_VIRTUALENV}" -t -o fsync=off
    sh "${CMAKE_CURRENT_SOURCE_DIR}/gate/db.sh" "$<TARGET_FILE:idem>")
  set_tests_properties("db: unique constraints of coverage" PROPERTIES LABELS db TIMEOUT 120)
endif()
