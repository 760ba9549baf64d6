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
