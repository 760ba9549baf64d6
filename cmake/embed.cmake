# idem_embed(OUT_VAR OUTPUT PATTERN...): compiles data files into one table of {path relative to the root, text}.
# New files are picked up by a plain build. Run as a script (-DOUTPUT= -DROOT= -DFILES=) it writes that table.
if(CMAKE_SCRIPT_MODE_FILE AND OUTPUT)
  list(SORT FILES)
  list(LENGTH FILES count)
  file(WRITE "${OUTPUT}.new" "// Generated from the data files of the project.
#include \"base/resources.hpp\"

namespace idem {

extern const std::size_t kResourceCount = ${count};
constinit const Resource kResources[] = {  // laid out by the compiler: nothing runs at start
")
  foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name "${ROOT}" "${file}")
    file(SHA1 "${file}" sum)
    string(SUBSTRING "${sum}" 0 12 mark) # a raw-string delimiter that the text cannot hold by accident
    file(READ "${file}" text)
    # The sv suffix: without it g++ computes the length in constexpr and stops at 262,144 characters.
    file(APPEND "${OUTPUT}.new" "    {\"${name}\"sv, R\"${mark}(" "${text}" ")${mark}\"sv},\n")
  endforeach()
  file(APPEND "${OUTPUT}.new" "    {\"\"sv, \"\"sv},\n};\n\n}  // namespace idem\n")
  file(RENAME "${OUTPUT}.new" "${OUTPUT}")
  return()
endif()

set(IDEM_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")
function(idem_embed out_var output)
  set(files)
  foreach(pattern IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${pattern}")
    list(APPEND files ${found})
  endforeach()
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DROOT=${CMAKE_SOURCE_DIR}" "-DFILES=${files}" -P "${IDEM_EMBED_SCRIPT}"
    DEPENDS ${files} "${IDEM_EMBED_SCRIPT}" COMMENT "Embedding data files" VERBATIM)
  set(${out_var} "${output}" PARENT_SCOPE)
endfunction()
