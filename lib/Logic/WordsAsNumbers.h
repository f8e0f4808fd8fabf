//===- WordsAsNumbers.h - Bits as integers --------------------------------===//

#ifndef TENON_LIB_LOGIC_WORDSASNUMBERS_H
#define TENON_LIB_LOGIC_WORDSASNUMBERS_H

#include "tenon/Program/Term.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// Says conditions on Bits as conditions on Ints: where words count rather than have bits, linear arithmetic is quicker
/// than a circuit, above all with remainders. Together with definitions(), which introduce quotients, the conditions
/// have solutions exactly if the original ones have.
class WordsAsNumbers {
public:
  explicit WordsAsNumbers(TermContext &termContext) : terms(termContext) {}

  /// Null if it is about arrays, products or single bits.
  Term condition(Term original);
  bool sawWords() const { return hasWords; }
  const std::vector<Term> &definitions() const { return defined; }

private:
  Term translate(Term term);
  Term translateNode(Term term, llvm::ArrayRef<Term> operands);
  Term comparable(Term term, Term translated);
  Term word(Term term, Term translated);
  Term fresh();
  Term remainder(Term number, const llvm::DynamicAPInt &divisor, Term *quotient = nullptr);
  Term integer(const llvm::DynamicAPInt &number) { return terms.number(Sort::integer(), Rational(number)); }

  TermContext &terms;
  llvm::DenseMap<Term, Term> known; ///< Of Bits: equal modulo 2^width.
  llvm::DenseMap<std::pair<Term, Term>, std::pair<Term, Term>> quotients;
  std::vector<Term> defined;
  VariableId freshCount = 0;
  bool hasWords = false;
};

} // namespace tenon

#endif // TENON_LIB_LOGIC_WORDSASNUMBERS_H
