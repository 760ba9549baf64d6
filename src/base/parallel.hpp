#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace idem {

// How many workers `--jobs N` means: N, or one per processor when it is 0; at most 256.
inline unsigned worker_count(unsigned jobs) {
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  return std::min(jobs, 256u);
}

// Calls fn(i) for every i below n, on `jobs` threads (0: one per processor). fn(i) may write only what belongs to i:
// then the outcome does not depend on the number of threads. An exception stops the rest; that of the lowest i seen is
// thrown on, after all threads have ended.
template <typename Fn>
void parallel_for(std::size_t n, unsigned jobs, const Fn& fn) {
  const std::size_t workers = std::min<std::size_t>(worker_count(jobs), n);
  if (workers <= 1) {
    for (std::size_t i = 0; i < n; ++i) fn(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t failed_at = n;
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        fn(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (i < failed_at) {
          failed_at = i;
          failure = std::current_exception();
        }
        next = n;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(workers - 1);
    for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace idem
