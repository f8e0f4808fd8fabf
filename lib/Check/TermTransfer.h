//===- TermTransfer.h - Terms between processes ---------------------------===//

#ifndef TENON_LIB_CHECK_TERMTRANSFER_H
#define TENON_LIB_CHECK_TERMTRANSFER_H

#include "tenon/Program/Term.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// Writes terms and numbers to a text; each subterm once.
class TermWriter {
public:
  explicit TermWriter(llvm::raw_ostream &stream) : os(stream) {}
  void write(uint64_t number) { os << number << ' '; }
  void write(Term term);

private:
  llvm::raw_ostream &os;
  llvm::DenseMap<Term, uint64_t> numbers;
};

/// Reads what a TermWriter has written, in the same order.
class TermReader {
public:
  TermReader(TermContext &termContext, llvm::StringRef written) : terms(termContext), text(written) {}
  uint64_t number();
  Term term();
  /// False once something could not be read.
  bool isGood() const { return good; }
  /// What follows.
  llvm::StringRef rest() const { return text; }

private:
  llvm::StringRef word();
  Sort sort();
  bool node();

  TermContext &terms;
  llvm::StringRef text;
  std::vector<Term> known;
  bool good = true;
};

} // namespace tenon

#endif // TENON_LIB_CHECK_TERMTRANSFER_H
