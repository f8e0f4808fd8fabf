//===- tenon/Check/SafetyMethod.h - Ways to decide deadlock and safety ----===//

#ifndef TENON_CHECK_SAFETYMETHOD_H
#define TENON_CHECK_SAFETYMETHOD_H

#include "tenon/Lts/Reduce.h"

#include "llvm/ADT/StringRef.h"

namespace tenon {

enum class SafetyMethod {
  /// Direct up to a million states; then compositional, up to half a million states; then direct again, without a
  /// limit.
  /// What it does depends on the network alone.
  Auto,
  Direct,        ///< searchSafety()
  Reduced,       ///< searchReduced()
  Compositional, ///< searchCompositional()
};

/// How deadlock and ERROR are decided, and with how many threads.
struct SafetyEngine {
  SafetyMethod method = SafetyMethod::Auto;
  Reductions reductions; ///< For Reduced.
  unsigned jobs = 1;
  bool compress = true; ///< See SafetyOptions.
};

/// What a search found, and how.
struct SafetyAnswer {
  SafetySearch search;
  SafetyMethod method = SafetyMethod::Direct; ///< That of the last search; never Auto.
  std::vector<std::string> notes; ///< For the user: which reductions were used, why a method does not apply.
};

/// Decides by the engine's method. A method that does not apply to the network is replaced by the direct one, and a
/// note says so. Of `options`, the engine sets `jobs` and `compress`. With Auto, traces of systems with up to a million
/// states are shortest; those found by composing need not be.
SafetyAnswer decideSafety(const Network &network, SafetyOptions options, const SafetyEngine &engine,
                          const Budget &budget);

/// `direct`, `reduced`, …
llvm::StringRef safetyMethodName(SafetyMethod method);

} // namespace tenon

#endif // TENON_CHECK_SAFETYMETHOD_H
