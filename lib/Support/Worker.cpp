//===- Worker.cpp - Work that can be abandoned ----------------------------===//

#include "tenon/Support/Worker.h"

#include <cerrno>
#include <csignal>
#include <vector>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tenon {

/// The last byte of what a worker that has come to its end sends.
static constexpr char EndMark = '\n';

[[noreturn]] static void runWorker(pid_t parent, int end, llvm::function_ref<std::string()> work) {
  // An interruption is the parent's concern, which ends its workers.
  std::signal(SIGINT, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  std::string text = work() + EndMark;
  for (size_t sent = 0; sent < text.size();) {
    ssize_t count = write(end, text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EINTR)
      _exit(1);
    sent += count < 0 ? 0 : static_cast<size_t>(count);
  }
  _exit(0);
}

std::unique_ptr<Worker> Worker::start(llvm::function_ref<std::string()> work) {
  int ends[2];
  if (pipe(ends) != 0)
    return nullptr;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runWorker(parent, ends[1], work);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return nullptr;
  }
  return std::unique_ptr<Worker>(new Worker(child, ends[0]));
}

Worker::~Worker() {
  if (descriptor >= 0)
    close(descriptor);
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Worker::receive() {
  char buffer[4096];
  ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count < 0)
    return errno != EINTR && errno != EAGAIN;
  received.append(buffer, static_cast<size_t>(count));
  if (count > 0)
    return false;
  if (!received.empty() && received.back() == EndMark) {
    received.pop_back();
    result = std::move(received);
  }
  return true;
}

std::optional<size_t> Worker::waitForAny(llvm::ArrayRef<Worker *> workers, int milliseconds) {
  std::vector<pollfd> descriptors;
  for (Worker *worker : workers)
    descriptors.push_back({worker->descriptor, POLLIN, 0}); // Those below 0 are passed over.
  if (poll(descriptors.data(), descriptors.size(), milliseconds) <= 0)
    return std::nullopt;
  for (size_t i = 0; i < workers.size(); ++i) {
    if (descriptors[i].revents == 0 || !workers[i]->receive())
      continue;
    close(workers[i]->descriptor);
    workers[i]->descriptor = -1;
    return i;
  }
  return std::nullopt;
}

} // namespace tenon
