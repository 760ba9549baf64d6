#pragma once

#include "frontends/frontend.hpp"

namespace idem::typescript {

// Resolves import specifiers as Node, TypeScript and the usual bundlers do, from what is in the project alone:
// node_modules is not looked at, so a bare specifier that no tsconfig path and no workspace claims is a library.
ModuleResolver make_resolver(const Project& project);

}  // namespace idem::typescript
