//===- PrintedDiagnostics.cpp - Diagnostics as an error -------------------===//

#include "tenon/Support/PrintedDiagnostics.h"

namespace tenon {

char PrintedDiagnostics::ID;

PrintedDiagnostics::PrintedDiagnostics(const DiagnosticEngine &diagnostics) {
  llvm::raw_string_ostream os(text);
  diagnostics.print(os);
  text.resize(llvm::StringRef(text).rtrim('\n').size());
}

} // namespace tenon
