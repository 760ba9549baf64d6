// Calls that give a promise (a coroutine, a future) which nobody waits for. What is tested then is the promise and not
// what it brings: it says nothing, and whatever the call does runs beside.
#pragma once

#include "engine/interpreter.hpp"

namespace idem {

// Whether the call that stands at a place is neither awaited there, nor handed on, nor awaited under the name it is
// bound to. False where the place is no call.
bool nobody_waits(Interpreter& interpreter, const Site& site);

// Whether a function of the project gives a promise: it is asynchronous, or says that it returns one.
bool gives_promise(Interpreter& interpreter, FnRef fn);
// Whether a library's call does: catalogue src/catalog/promises.toml, read once. A call that is handed a function tells
// it its result instead.
bool gives_promise(Interpreter& interpreter, V called);

}  // namespace idem
