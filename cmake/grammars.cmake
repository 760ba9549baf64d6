# The tree-sitter runtime and the grammars, compiled from the sources that package.json pins. -O1 is enough for the
# generated tables; warnings are off because none of this code is ours.
set(IDEM_TREE_SITTER "${IDEM_GRAMMAR_DIR}/tree-sitter/vendor/tree-sitter/lib")
if(NOT EXISTS "${IDEM_TREE_SITTER}/src/lib.c")
  message(FATAL_ERROR "The tree-sitter sources are missing in ${IDEM_GRAMMAR_DIR}.\n"
    "Run ./setup, or: npm ci --ignore-scripts --legacy-peer-deps\n"
    "or point -DIDEM_GRAMMAR_DIR= at a folder that holds the packages of package.json.")
endif()

add_library(idem_grammars STATIC "${IDEM_TREE_SITTER}/src/lib.c")
target_include_directories(idem_grammars SYSTEM PUBLIC "${IDEM_TREE_SITTER}/include" PRIVATE "${IDEM_TREE_SITTER}/src")
target_compile_options(idem_grammars PRIVATE -w -O2)
target_compile_definitions(idem_grammars PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)

# idem_grammar(FOLDER): adds parser.c and, where there is one, scanner.c of IDEM_GRAMMAR_DIR/FOLDER/src.
function(idem_grammar folder)
  string(MAKE_C_IDENTIFIER "grammar_${folder}" name)
  set(source "${IDEM_GRAMMAR_DIR}/${folder}/src")
  if(NOT EXISTS "${source}/parser.c")
    message(FATAL_ERROR "Grammar ${folder} is missing in ${IDEM_GRAMMAR_DIR}. Run ./setup.")
  endif()
  file(GLOB files "${source}/parser.c" "${source}/scanner.c")
  add_library(${name} OBJECT ${files})
  target_include_directories(${name} SYSTEM PRIVATE "${source}")
  target_compile_options(${name} PRIVATE -w -O1)
  target_sources(idem_grammars PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

idem_grammar(tree-sitter-javascript)
idem_grammar(tree-sitter-typescript/typescript)
idem_grammar(tree-sitter-typescript/tsx)
idem_grammar(tree-sitter-python)
idem_grammar(tree-sitter-go)
