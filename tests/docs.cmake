# The examples of the documents are run, and print what the documents say.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  foreach(document ttl)
    add_test(NAME "docs: ${document}" COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/docs.py" "$<TARGET_FILE:idem>"
      "${CMAKE_SOURCE_DIR}/docs/${document}.md")
  endforeach()
endif()
