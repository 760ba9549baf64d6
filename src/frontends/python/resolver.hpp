#pragma once

#include "frontends/frontend.hpp"

namespace idem::python {

// Where `import a.b` and `from ..a import b` lead. Absolute names are looked up below the folders from which Python is
// likely started: those of the importing file (nearest first), those with a pyproject.toml, setup.py, setup.cfg or
// manage.py, their `src`, and the root. The first that has the module wins. Stub files (.pyi) are not read.
ModuleResolver make_resolver(const Project& project);

}  // namespace idem::python
