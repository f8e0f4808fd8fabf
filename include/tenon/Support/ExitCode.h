//===- tenon/Support/ExitCode.h - What the process answers ----------------===//

#ifndef TENON_SUPPORT_EXITCODE_H
#define TENON_SUPPORT_EXITCODE_H

namespace tenon {

/// Exit codes of every Tenon tool. They are a contract with scripts.
enum class ExitCode : int {
  Success = 0,   ///< Every goal is as wanted: holds, or as its `expect` says; repaired; written.
  Failure = 1,   ///< Some goal is not, or nothing could be repaired.
  BadInput = 2,  ///< The input or the usage is wrong.
  Undecided = 3, ///< A budget ran out, or the question is undecidable here.
};

} // namespace tenon

#endif // TENON_SUPPORT_EXITCODE_H
