//===- tenon/Support/Worker.h - Work that can be abandoned ----------------===//

#ifndef TENON_SUPPORT_WORKER_H
#define TENON_SUPPORT_WORKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>
#include <string>

#include <sys/types.h>

namespace tenon {

/// A function that runs in a process of its own, with a copy of everything. It shares nothing with the others, its
/// memory is its own, and it can be abandoned at any time: it ends with this object, and with the program.
class Worker {
public:
  /// Starts; the string that the function returns is the worker's answer. Null if the system has no more processes.
  /// The function must not rely on other threads of the program.
  static std::unique_ptr<Worker> start(llvm::function_ref<std::string()> work);
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// Waits for some worker to end, at most so long. The position of one that has ended, and does not say so again.
  static std::optional<size_t> waitForAny(llvm::ArrayRef<Worker *> workers, int milliseconds);

  /// To be polled together with others, for waitForAny(): readable when there is something to wait for no longer; -1
  /// once the worker has ended.
  int pollDescriptor() const { return descriptor; }

  /// What has come of a worker that has ended; nullopt if it broke down.
  const std::optional<std::string> &answer() const { return result; }

private:
  Worker(pid_t process, int end) : child(process), descriptor(end) {}
  /// Reads what is there; true if that was the end.
  bool receive();

  pid_t child;
  int descriptor; ///< -1 once it has ended.
  std::string received;
  std::optional<std::string> result;
};

} // namespace tenon

#endif // TENON_SUPPORT_WORKER_H
