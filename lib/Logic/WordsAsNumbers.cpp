//===- WordsAsNumbers.cpp - Bits as integers ------------------------------===//

#include "WordsAsNumbers.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

/// No variable of a program or an engine has these.
static constexpr VariableId FirstFresh = VariableId(3) << 30;

static DynamicAPInt powerOfTwo(unsigned exponent) {
  DynamicAPInt result(1);
  for (; exponent >= 32; exponent -= 32)
    result *= DynamicAPInt(int64_t(1) << 32);
  return result * DynamicAPInt(int64_t(1) << exponent);
}

static bool isWord(Term term) {
  return term->sort().kind == SortKind::Bits;
}

/// Of a constant shift that leaves something.
static std::optional<unsigned> shiftOf(Term term) {
  Term shift = term->operand(1);
  if (shift->op() != TermOp::Constant || shift->constant().numerator >= DynamicAPInt(term->sort().width))
    return std::nullopt;
  return static_cast<unsigned>(int64fromDynamicAPInt(shift->constant().numerator));
}

Term WordsAsNumbers::fresh() {
  return terms.variable(FirstFresh + freshCount++, Sort::integer());
}

/// number == divisor * quotient + remainder
Term WordsAsNumbers::remainder(Term number, const DynamicAPInt &divisor, Term *quotient) {
  Term by = integer(divisor);
  auto [entry, isNew] = quotients.try_emplace({number, by});
  if (isNew) {
    Term whole = fresh(), rest = fresh();
    entry->second = {whole, rest};
    defined.push_back(terms.equal(number, terms.add(terms.multiply(by, whole), rest)));
    defined.push_back(terms.lessEqual(integer(DynamicAPInt(0)), rest));
    defined.push_back(terms.less(rest, by));
  }
  if (quotient)
    *quotient = entry->second.first;
  return entry->second.second;
}

/// In 0 .. 2^width-1.
Term WordsAsNumbers::word(Term term, Term translated) {
  bool isReduced = term->op() == TermOp::Constant || term->op() == TermOp::Variable;
  return isReduced ? translated : remainder(translated, powerOfTwo(term->sort().width));
}

Term WordsAsNumbers::comparable(Term term, Term translated) {
  return isWord(term) ? word(term, translated) : translated;
}

Term WordsAsNumbers::translateNode(Term term, ArrayRef<Term> operands) {
  const Sort &sort = term->sort();
  auto isConstant = [&](unsigned i) { return term->operand(i)->op() == TermOp::Constant; };
  auto constant = [&](unsigned i) { return term->operand(i)->constant().numerator; };
  switch (term->op()) {
  case TermOp::Equal:
  case TermOp::Less:
  case TermOp::LessEqual:
    return terms.make(term->op(),
                      {comparable(term->operand(0), operands[0]), comparable(term->operand(1), operands[1])}, sort);
  case TermOp::BitsToInt:
    return word(term->operand(0), operands[0]);
  case TermOp::IntToBits:
    return operands[0];
  case TermOp::Divide:
  case TermOp::Remainder: {
    if (!isWord(term))
      break;
    if (!isConstant(1) || constant(1) == 0)
      return nullptr;
    Term quotient = nullptr, rest = remainder(word(term->operand(0), operands[0]), constant(1), &quotient);
    return term->op() == TermOp::Divide ? quotient : rest;
  }
  case TermOp::Multiply:
    if (!isConstant(0) && !isConstant(1))
      return nullptr;
    break;
  case TermOp::BitNot:
    return terms.subtract(integer(DynamicAPInt(-1)), operands[0]);
  case TermOp::ShiftLeft:
    if (std::optional<unsigned> shift = shiftOf(term))
      return terms.multiply(integer(powerOfTwo(*shift)), operands[0]);
    return nullptr;
  case TermOp::ShiftRight: {
    std::optional<unsigned> shift = shiftOf(term);
    Term quotient = nullptr;
    if (shift)
      remainder(word(term->operand(0), operands[0]), powerOfTwo(*shift), &quotient);
    return quotient;
  }
  case TermOp::BitAnd:
  case TermOp::BitOr:
  case TermOp::BitXor:
  case TermOp::Select:
  case TermOp::Store:
  case TermOp::Fill:
    return nullptr;
  default:
    break;
  }
  return terms.make(term->op(), operands, isWord(term) ? Sort::integer() : sort);
}

Term WordsAsNumbers::translate(Term term) {
  if (term->sort().kind == SortKind::Array)
    return nullptr;
  if (auto entry = known.find(term); entry != known.end())
    return entry->second;
  Term result = nullptr;
  hasWords |= isWord(term);
  if (isWord(term) && term->op() == TermOp::Constant) {
    result = integer(term->constant().numerator);
  } else if (isWord(term) && term->op() == TermOp::Variable) {
    result = terms.variable(term->variable(), Sort::integer());
    defined.push_back(terms.lessEqual(integer(DynamicAPInt(0)), result));
    defined.push_back(terms.less(result, integer(powerOfTwo(term->sort().width))));
  } else if (term->operands().empty()) {
    result = term;
  } else {
    std::vector<Term> operands;
    for (Term operand : term->operands()) {
      operands.push_back(translate(operand));
      if (!operands.back())
        break;
    }
    if (operands.back())
      result = translateNode(term, operands);
  }
  known[term] = result;
  return result;
}

Term WordsAsNumbers::condition(Term original) {
  return translate(original);
}

} // namespace tenon
