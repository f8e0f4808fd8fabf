//===- tenon/Support/Watch.h - What happens when a budget ends ------------===//

#ifndef TENON_SUPPORT_WATCH_H
#define TENON_SUPPORT_WATCH_H

#include "tenon/Support/Budget.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tenon {

/// Interrupts a solver, or what else goes on, when the budget ends. Solvers cannot be asked to call back, and cutting a
/// long search into slices would have it start over.
class Watch {
public:
  /// `interrupt` is called in another thread, several times if need be.
  Watch(std::function<void()> interrupt, const Budget &budget)
      : thread([this, stopWork = std::move(interrupt), &budget](const std::stop_token &stop) {
          std::unique_lock lock(mutex);
          while (!wake.wait_for(lock, stop, std::chrono::milliseconds(50), [&] { return stop.stop_requested(); }))
            if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None) {
              reached = limit;
              stopWork();
            }
        }) {}
  /// Ends the watch.
  Budget::Limit stop() {
    thread.request_stop();
    thread.join();
    return reached;
  }

private:
  std::mutex mutex;
  std::condition_variable_any wake;
  std::atomic<Budget::Limit> reached = Budget::Limit::None;
  std::jthread thread;
};

} // namespace tenon

#endif // TENON_SUPPORT_WATCH_H
