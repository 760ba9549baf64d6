# libpq and what it brings along are loaded when a connection is opened, never at start (src/postgres/driver.hpp).
find_program(IDEM_LDD ldd)
if(IDEM_LDD)
  add_test(NAME "startup: libpq is not loaded" COMMAND sh -c "! '${IDEM_LDD}' '$<TARGET_FILE:idem>' | grep -E 'libpq|libgssapi|libldap'")
endif()

# One use of OpenSSL's EVP_* would link all of libcrypto into the program (cmake/dependencies.cmake).
find_program(IDEM_NM nm)
if(IDEM_NM AND CRYPTO_LIBRARY MATCHES "\\.a$")
  add_test(NAME "startup: of libcrypto only digests are linked" COMMAND sh -c "! '${IDEM_NM}' '$<TARGET_FILE:idem>' | grep -q ' EVP_'")
endif()

# Where the system has the static libraries, the program loads nothing but the C library (cmake/dependencies.cmake).
if(IDEM_LDD AND idem_zlib_LINKS AND idem_sqlite_LINKS AND idem_hiredis_LINKS AND idem_pg_query_LINKS AND IDEM_STATIC_RUNTIME
    AND NOT IDEM_SANITIZE AND fmt_VERSION VERSION_LESS 10)
  add_test(NAME "startup: only the C library is loaded"
    COMMAND sh -c "! '${IDEM_LDD}' '$<TARGET_FILE:idem>' | grep -Ev 'vdso|ld-linux|lib(c|m|dl|pthread)[.]so'")
endif()
