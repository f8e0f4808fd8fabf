//===- tenon/Support/Budget.h - Limits on time and memory -----------------===//
//
// A Budget reaches every loop that can be long. The loop asks `exceeded()` every
// thousand steps or so and ends cleanly, with what it knows, when the answer is a limit.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SUPPORT_BUDGET_H
#define TENON_SUPPORT_BUDGET_H

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tenon {

/// How far a long search has got; given to the progress callback.
struct SearchProgress {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t depth = 0;
};

/// How far the search for an assumption has got.
struct ProofProgress {
  uint64_t assumptionStates = 0; ///< Of the current conjecture.
  uint64_t actions = 0;          ///< That it is over.
  uint64_t conjectures = 0;
  uint64_t queries = 0; ///< Membership queries; 0 where there are none.
};

/// Deadline, memory limit and cancellation of one run.
class Budget {
public:
  enum class Limit {
    None,
    Time,
    Memory,
    Cancelled,
    States, ///< Of one search that was to end after so many; exceeded() never says so.
  };
  using Clock = std::chrono::steady_clock;

  /// Without arguments there is no limit.
  Budget() = default;
  Budget(const Budget &) = delete;
  Budget &operator=(const Budget &) = delete;

  /// The run ends `seconds` after this call.
  void setTimeout(double seconds);
  /// The process may use `gib` GiB of resident memory.
  void setMaxMemory(double gib);
  /// Takes the limits of another budget over, with this share of its memory.
  void inherit(const Budget &outer, double memoryShare = 1);
  /// The run ends, too, `seconds` after this call.
  void limitTo(double seconds);
  void cancel() { cancelled.store(true, std::memory_order_relaxed); }

  /// The limit that has been reached, if any. Costs a clock read and, where a memory limit is set, a read of the
  /// process's resident size: call it every thousand steps, not at each.
  Limit exceeded() const;
  /// Why an algorithm failed just now: exceeded(), or else Memory, because a table that would not fit was not
  /// allocated.
  Limit causeOfFailure() const;
  /// Whether `bytes` more may be allocated (asked before a table grows).
  bool allows(size_t bytes) const;

  /// A sentence for the user: which limit, and which option raises it.
  std::string describe(Limit limit) const;

  /// Called from long loops at the places where they ask `exceeded()`; may be empty.
  std::function<void(const SearchProgress &)> onProgress;
  /// The same for the loops around such searches.
  std::function<void(const ProofProgress &)> onProofProgress;
  void progress(const SearchProgress &p) const {
    if (onProgress)
      onProgress(p);
  }
  void proofProgress(const ProofProgress &p) const {
    if (onProofProgress)
      onProofProgress(p);
  }

  /// Resident memory of this process in bytes (0 where it cannot be read).
  static size_t residentBytes();
  /// The most that residentBytes() has been so far.
  static size_t peakResidentBytes();

private:
  std::optional<Clock::time_point> deadline;
  double timeoutSeconds = 0;
  std::optional<size_t> maxBytes;
  std::atomic<bool> cancelled{false};
};

} // namespace tenon

#endif // TENON_SUPPORT_BUDGET_H
