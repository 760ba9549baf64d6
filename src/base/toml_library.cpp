// The part of toml++ that is compiled, as part of the program; see fmt_library.cpp.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
