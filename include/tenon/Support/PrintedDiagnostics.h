//===- tenon/Support/PrintedDiagnostics.h - Diagnostics as an error -------===//

#ifndef TENON_SUPPORT_PRINTEDDIAGNOSTICS_H
#define TENON_SUPPORT_PRINTEDDIAGNOSTICS_H

#include "tenon/Support/Diagnostics.h"

#include "llvm/Support/Error.h"

namespace tenon {

/// Diagnostics about another text than the one that a command has read, as they print: with their positions and
/// carets, so that nothing is put in front of them.
class PrintedDiagnostics : public llvm::ErrorInfo<PrintedDiagnostics> {
public:
  static char ID;
  explicit PrintedDiagnostics(const DiagnosticEngine &diagnostics);

  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override { return std::make_error_code(std::errc::invalid_argument); }

private:
  std::string text; ///< Without the last line's end.
};

} // namespace tenon

#endif // TENON_SUPPORT_PRINTEDDIAGNOSTICS_H
