#include "base/process.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace idem {

namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) == 0) {
      read = ends[0];
      write = ends[1];
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_write();
    if (read >= 0) close(read);
  }
  void close_write() {
    if (write >= 0) close(std::exchange(write, -1));
  }
};

// Reads both pipes to their ends; false when more than `limit` bytes came.
bool drain(const Pipe& out, const Pipe& err, ProcessOutput& into, std::size_t limit) {
  std::array<pollfd, 2> ends{{{out.read, POLLIN, 0}, {err.read, POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&into.out, &into.err};
  std::array<char, 65536> block;
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return false;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      const ssize_t got = read(ends[i].fd, block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        ends[i].fd = -1;
        continue;
      }
      texts[i]->append(block.data(), static_cast<std::size_t>(got));
      if (texts[i]->size() > limit) return false;
    }
  }
  return true;
}

}  // namespace

Result<ProcessOutput> run_process(const std::vector<std::string>& arguments, std::size_t limit) {
  Pipe out, err;
  if (out.read < 0 || err.read < 0)
    return Error{ErrorKind::internal, fmt::format("cannot make a pipe: {}", std::strerror(errno))};
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  pid_t child = -1;
  const int code = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) return Error{ErrorKind::input, fmt::format("cannot run {}: {}", arguments[0], std::strerror(code))};
  out.close_write();
  err.close_write();
  ProcessOutput output;
  const bool whole = drain(out, err, output, limit);
  if (!whole) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!whole) return Error{ErrorKind::incomplete, fmt::format("{} printed more than can be taken", arguments[0])};
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

}  // namespace idem
