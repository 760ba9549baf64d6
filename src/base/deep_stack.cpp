#include "base/deep_stack.hpp"

#include <exception>

#include <pthread.h>

namespace idem {

namespace {

struct Job {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* run(void* of) {
  Job& job = *static_cast<Job*>(of);
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void on_deep_stack(std::size_t bytes, const std::function<void()>& work) {
  Job job{work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  const bool started =
      pthread_attr_setstacksize(&attributes, bytes) == 0 && pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, nullptr);
  else
    run(&job);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace idem
