#include "base/interrupt.hpp"

#include <csignal>

#include <signal.h>

namespace idem {

static volatile std::sig_atomic_t s_interrupted = 0;

static void on_signal(int) { s_interrupted = 1; }

void watch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  // No SA_RESTART: a read that waits returns. RESETHAND: the second signal has its usual effect.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return s_interrupted != 0; }

}  // namespace idem
