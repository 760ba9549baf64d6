# The HTML report in a real browser, where there is one.
find_program(IDEM_CHROMIUM NAMES chromium chromium-browser google-chrome)
if(IDEM_CHROMIUM)
  add_test(NAME "html: opens, sorts and filters in a browser" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/html/browser.sh" "$<TARGET_FILE:idem>" "${IDEM_CHROMIUM}")
  set_tests_properties("html: opens, sorts and filters in a browser" PROPERTIES LABELS browser TIMEOUT 120)
endif()
