#pragma once

#include <cstddef>
#include <functional>

namespace idem {

// Runs `work` to its end on a thread whose stack holds `bytes`, so that how deep it may nest does not depend on the
// limits of the shell. Only what is used of the stack takes memory. Exceptions come back to the caller; where no such
// thread can be made `work` runs here.
void on_deep_stack(std::size_t bytes, const std::function<void()>& work);

}  // namespace idem
