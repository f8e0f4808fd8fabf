//===- EngineAnswer.h - What engines say ----------------------------------===//

#ifndef TENON_LIB_CHECK_ENGINEANSWER_H
#define TENON_LIB_CHECK_ENGINEANSWER_H

#include "tenon/Check/Verdict.h"
#include "tenon/Logic/Horn.h"

namespace tenon {

/// Of an engine that works in a process of its own.
struct EngineAnswer {
  Verdict verdict = Verdict::Unknown;
  std::vector<std::vector<Lemma>> lemmas; ///< Holds: for each node.
  std::string reason;                     ///< Unknown: why, and how far it got.

  std::string pack() const;
  static std::optional<EngineAnswer> unpack(TermContext &terms, llvm::StringRef text);
};

} // namespace tenon

#endif // TENON_LIB_CHECK_ENGINEANSWER_H
