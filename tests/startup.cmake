# libpq and what it brings along are loaded when a connection is opened, never at start (src/postgres/driver.hpp).
find_program(IDEM_LDD ldd)
if(IDEM_LDD)
  add_test(NAME "startup: libpq is not loaded" COMMAND sh -c "! '${IDEM_LDD}' '$<TARGET_FILE:idem>' | grep -E 'libpq|libgssapi|libldap'")
endif()
