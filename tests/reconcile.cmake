# Books with every class of discrepancy in known numbers, found again on every path.
add_executable(make_books "${CMAKE_CURRENT_LIST_DIR}/reconcile/make_books.cpp")
target_link_libraries(make_books PRIVATE idem_flags idem_core)

function(idem_books_test name script label timeout)
  add_test(NAME "reconcile: ${name}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/reconcile/${script}" "$<TARGET_FILE:idem>" "$<TARGET_FILE:make_books>"
    "${CMAKE_CURRENT_SOURCE_DIR}/tools")
  set_tests_properties("reconcile: ${name}" PROPERTIES LABELS "${label}" TIMEOUT ${timeout} SKIP_RETURN_CODE 77)
endfunction()

idem_books_test("files" files.sh books 240)
idem_books_test("recheck" recheck.sh books 120)
idem_books_test("faults" faults.sh books 240)
idem_books_test("repairs in SQLite" repair_sqlite.sh books 120)
idem_books_test("warehouses" warehouses.sh books 120)
idem_books_test("PostgreSQL" postgres.sh db 400)
idem_books_test("Redis" redis.sh db 120)
idem_books_test("repairs" repair.sh db 240)
idem_books_test("lost servers" lost_servers.sh db 300)
