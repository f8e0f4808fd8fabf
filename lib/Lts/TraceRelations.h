//===- TraceRelations.h - Comparing the traces of two LTSs ------*- C++ -*-===//

#ifndef TENON_LIB_LTS_TRACERELATIONS_H
#define TENON_LIB_LTS_TRACERELATIONS_H

#include "tenon/Lts/Relations.h"

namespace tenon {

/// The labels of two alphabets side by side.
struct MergedLabels {
  MergedLabels(const Alphabet &left, const Alphabet &right);

  std::vector<std::string> texts; ///< In label order; entry 0 is tau.
  /// The place in `texts` of each action of either side; ascends with the actions.
  std::vector<uint32_t> fromLeft, fromRight;
};

llvm::Expected<ComparisonResult> compareTraces(const Lts &left, const Lts &right, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_LTS_TRACERELATIONS_H
