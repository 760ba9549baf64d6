# Writes the table of commands from IDEM_COMMANDS, so that a command is registered by its word alone.
function(idem_command_table output)
  set(declarations)
  set(rows)
  foreach(word IN LISTS IDEM_COMMANDS)
    if(NOT EXISTS "${CMAKE_SOURCE_DIR}/tests/cases/${word}")
      message(FATAL_ERROR "Command ${word} has no folder tests/cases/${word}/: a command comes with its tests.")
    endif()
    string(APPEND declarations "extern const Command ${word}_command;\n")
    string(APPEND rows "      ${word}_command,\n")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" CONTENT "// Generated from IDEM_COMMANDS.
#include \"commands/command.hpp\"

namespace idem {

@declarations@
std::vector<Command> all_commands() {
  return {
@rows@  };
}

}  // namespace idem
" @ONLY)
endfunction()

# Writes the table of front ends from IDEM_LANGUAGES.
function(idem_frontend_table output)
  set(declarations)
  set(rows)
  foreach(word IN LISTS IDEM_LANGUAGES)
    string(APPEND declarations "std::span<const Frontend> ${word}_frontends();\n")
    string(APPEND rows "    for (const Frontend& frontend : ${word}_frontends()) list.push_back(&frontend);\n")
  endforeach()
  file(CONFIGURE OUTPUT "${output}" CONTENT "// Generated from IDEM_LANGUAGES.
#include \"frontends/frontend.hpp\"

namespace idem {

@declarations@
const std::vector<const Frontend*>& all_frontends() {
  static const std::vector<const Frontend*> all = [] {
    std::vector<const Frontend*> list;
@rows@    return list;
  }();
  return all;
}

}  // namespace idem
" @ONLY)
endfunction()
