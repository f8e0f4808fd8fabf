//===- Z3Reading.cpp - Z3's expressions as terms --------------------------===//

#include "Z3Bridge.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

DynamicAPInt fromDecimal(StringRef text) {
  bool isNegative = text.consume_front("-");
  constexpr size_t Digits = 18; // Of a part that a small number holds.
  DynamicAPInt number(0);
  while (!text.empty()) {
    StringRef part = text.take_front(Digits);
    text = text.drop_front(part.size());
    int64_t value = 0, scale = 1;
    for (char digit : part) {
      value = 10 * value + (digit - '0');
      scale *= 10;
    }
    number = number * scale + value;
  }
  return isNegative ? -number : number;
}

static DynamicAPInt powerOfTwo(unsigned exponent) {
  DynamicAPInt power(1);
  for (unsigned i = 0; i < exponent; ++i)
    power *= 2;
  return power;
}

std::optional<Rational> Z3Bridge::readValue(const z3::expr &value) const {
  if (value.is_bool()) {
    if (value.is_true() || value.is_false())
      return Rational(DynamicAPInt(value.is_true()));
    return std::nullopt;
  }
  if (!value.is_numeral())
    return std::nullopt;
  std::string decimal = Z3_get_numeral_string(context, value);
  auto [numerator, denominator] = StringRef(decimal).split('/');
  return Rational(fromDecimal(numerator), denominator.empty() ? DynamicAPInt(1) : fromDecimal(denominator));
}

std::optional<Sort> Z3Bridge::readSort(const z3::sort &sort) {
  if (sort.is_bool())
    return Sort::boolean();
  if (sort.is_int())
    return Sort::integer();
  if (sort.is_real())
    return Sort::real();
  if (sort.is_bv())
    return Sort::bits(sort.bv_size());
  return std::nullopt; // Of arrays, Z3 does not know the length.
}

Term Z3Bridge::read(const z3::expr &expression) {
  std::vector<z3::expr> pending{expression};
  while (!pending.empty()) {
    z3::expr next = pending.back();
    if (readTerms.count(next.id())) {
      pending.pop_back();
      continue;
    }
    if (!next.is_app())
      return nullptr;
    bool isReady = true;
    SmallVector<Term, 4> operands;
    for (unsigned i = 0; i < next.num_args(); ++i) {
      auto known = readTerms.find(next.arg(i).id());
      if (known == readTerms.end()) {
        pending.push_back(next.arg(i));
        isReady = false;
      } else {
        operands.push_back(known->second.term);
      }
    }
    if (!isReady)
      continue;
    Term term = is_contained(operands, nullptr) ? nullptr : readNode(next, operands);
    bind(next, term);
    pending.pop_back();
  }
  return readTerms.at(expression.id()).term;
}

Term Z3Bridge::readNode(const z3::expr &expression, ArrayRef<Term> operands) {
  switch (expression.decl().decl_kind()) {
  case Z3_OP_ANUM:
  case Z3_OP_BNUM: {
    std::optional<Rational> value = readValue(expression);
    return value ? terms.number(*readSort(expression.get_sort()), *value) : nullptr;
  }
  case Z3_OP_SELECT:
    return operands[0]->sort().kind == SortKind::Array && operands.size() == 2 ? terms.select(operands[0], operands[1])
                                                                               : nullptr;
  case Z3_OP_STORE:
    return operands.size() == 3 ? terms.store(operands[0], operands[1], operands[2]) : nullptr;
  default:
    break;
  }
  if (Term term = readLogic(expression, operands))
    return term;
  return any_of(operands, [](Term t) { return t->sort().kind == SortKind::Bits; }) || expression.is_bv()
             ? readBits(expression, operands)
             : readArithmetic(expression, operands);
}

Term Z3Bridge::readLogic(const z3::expr &expression, ArrayRef<Term> operands) {
  switch (expression.decl().decl_kind()) {
  case Z3_OP_TRUE:
    return terms.boolean(true);
  case Z3_OP_FALSE:
    return terms.boolean(false);
  case Z3_OP_EQ:
  case Z3_OP_IFF:
    return terms.equal(operands[0], operands[1]);
  case Z3_OP_XOR:
    return terms.notEqual(operands[0], operands[1]);
  case Z3_OP_DISTINCT: {
    SmallVector<Term, 4> parts;
    for (size_t i = 0; i < operands.size(); ++i)
      for (size_t k = i + 1; k < operands.size(); ++k)
        parts.push_back(terms.notEqual(operands[i], operands[k]));
    return terms.andOf(parts);
  }
  case Z3_OP_ITE:
    return terms.ifThenElse(operands[0], operands[1], operands[2]);
  case Z3_OP_AND:
    return terms.andOf(operands);
  case Z3_OP_OR:
    return terms.orOf(operands);
  case Z3_OP_NOT:
    return terms.notOf(operands[0]);
  case Z3_OP_IMPLIES:
    return terms.implies(operands[0], operands[1]);
  default:
    return nullptr;
  }
}

Term Z3Bridge::foldTerms(TermOp op, ArrayRef<Term> operands) {
  Term result = operands.front();
  for (Term operand : operands.drop_front())
    result = terms.make(op, {result, operand}, result->sort());
  return result;
}

/// Z3's `div` and `mod` by a positive constant, by those that truncate.
Term Z3Bridge::readFlooredDivision(Z3_decl_kind kind, Term dividend, Term divisor) {
  if (divisor->op() != TermOp::Constant || !(Rational() < divisor->constant()))
    return nullptr;
  const Sort sort = Sort::integer();
  if (kind == Z3_OP_MOD) {
    Term remainder = terms.make(TermOp::Remainder, {dividend, divisor}, sort);
    return terms.make(TermOp::Remainder, {terms.add(remainder, divisor), divisor}, sort);
  }
  Term below = terms.subtract(terms.subtract(divisor, terms.integer(1)), dividend);
  return terms.ifThenElse(terms.lessEqual(terms.integer(0), dividend),
                          terms.make(TermOp::Divide, {dividend, divisor}, sort),
                          terms.make(TermOp::Negate, {terms.make(TermOp::Divide, {below, divisor}, sort)}, sort));
}

Term Z3Bridge::readArithmetic(const z3::expr &expression, ArrayRef<Term> operands) {
  Z3_decl_kind kind = expression.decl().decl_kind();
  switch (kind) {
  case Z3_OP_LE:
    return terms.lessEqual(operands[0], operands[1]);
  case Z3_OP_GE:
    return terms.lessEqual(operands[1], operands[0]);
  case Z3_OP_LT:
    return terms.less(operands[0], operands[1]);
  case Z3_OP_GT:
    return terms.less(operands[1], operands[0]);
  case Z3_OP_ADD:
    return foldTerms(TermOp::Add, operands);
  case Z3_OP_SUB: {
    Term result = operands.front();
    for (Term operand : operands.drop_front())
      result = terms.subtract(result, operand);
    return result;
  }
  case Z3_OP_UMINUS:
    return terms.make(TermOp::Negate, operands, operands[0]->sort());
  case Z3_OP_MUL:
    return foldTerms(TermOp::Multiply, operands);
  case Z3_OP_DIV:
    return operands[1]->op() == TermOp::Constant ? terms.make(TermOp::Divide, operands, Sort::real()) : nullptr;
  case Z3_OP_IDIV:
  case Z3_OP_MOD:
    return readFlooredDivision(kind, operands[0], operands[1]);
  case Z3_OP_TO_REAL:
    return terms.make(TermOp::IntToReal, operands, Sort::real());
  default:
    return nullptr;
  }
}

/// Signed comparison is unsigned comparison with the highest bit turned.
Term Z3Bridge::readBitsOrder(Z3_decl_kind kind, ArrayRef<Term> operands) {
  Term left = operands[0], right = operands[1];
  if (kind == Z3_OP_SLEQ || kind == Z3_OP_SGEQ || kind == Z3_OP_SLT || kind == Z3_OP_SGT) {
    const Sort &sort = left->sort();
    Term turn = terms.number(sort, Rational(powerOfTwo(sort.width - 1)));
    left = terms.add(left, turn);
    right = terms.add(right, turn);
  }
  switch (kind) {
  case Z3_OP_ULEQ:
  case Z3_OP_SLEQ:
    return terms.lessEqual(left, right);
  case Z3_OP_UGEQ:
  case Z3_OP_SGEQ:
    return terms.lessEqual(right, left);
  case Z3_OP_ULT:
  case Z3_OP_SLT:
    return terms.less(left, right);
  default:
    return terms.less(right, left);
  }
}

Term Z3Bridge::readBits(const z3::expr &expression, ArrayRef<Term> operands) {
  Z3_decl_kind kind = expression.decl().decl_kind();
  auto make = [&](TermOp op) { return terms.make(op, operands, operands[0]->sort()); };
  switch (kind) {
  case Z3_OP_ULEQ:
  case Z3_OP_UGEQ:
  case Z3_OP_ULT:
  case Z3_OP_UGT:
  case Z3_OP_SLEQ:
  case Z3_OP_SGEQ:
  case Z3_OP_SLT:
  case Z3_OP_SGT:
    return readBitsOrder(kind, operands);
  case Z3_OP_BNEG:
    return make(TermOp::Negate);
  case Z3_OP_BADD:
    return foldTerms(TermOp::Add, operands);
  case Z3_OP_BSUB:
    return terms.subtract(operands[0], operands[1]);
  case Z3_OP_BMUL:
    return foldTerms(TermOp::Multiply, operands);
  case Z3_OP_BAND:
    return foldTerms(TermOp::BitAnd, operands);
  case Z3_OP_BOR:
    return foldTerms(TermOp::BitOr, operands);
  case Z3_OP_BXOR:
    return foldTerms(TermOp::BitXor, operands);
  case Z3_OP_BNOT:
    return make(TermOp::BitNot);
  case Z3_OP_BSHL:
    return make(TermOp::ShiftLeft);
  case Z3_OP_BLSHR:
    return make(TermOp::ShiftRight);
  case Z3_OP_BUREM:
  case Z3_OP_BUREM_I:
    return make(TermOp::Remainder);
  case Z3_OP_BUDIV:
  case Z3_OP_BUDIV_I: {
    // By zero, Z3 has all bits set.
    Term zero = terms.number(operands[1]->sort(), Rational());
    Term ones = terms.make(TermOp::BitNot, {zero}, zero->sort());
    return terms.ifThenElse(terms.equal(operands[1], zero), ones, make(TermOp::Divide));
  }
  default:
    return readBitsOfOtherWidth(expression, operands);
  }
}

Term Z3Bridge::readBitsOfOtherWidth(const z3::expr &expression, ArrayRef<Term> operands) {
  auto toInt = [&](Term bits) { return terms.make(TermOp::BitsToInt, {bits}, Sort::integer()); };
  auto toBits = [&](Term integer) {
    return terms.make(TermOp::IntToBits, {integer}, Sort::bits(expression.get_sort().bv_size()));
  };
  switch (expression.decl().decl_kind()) {
  case Z3_OP_ZERO_EXT:
    return toBits(toInt(operands[0]));
  case Z3_OP_EXTRACT: {
    const Sort &sort = operands[0]->sort();
    Term shift = terms.number(sort, Rational(DynamicAPInt(expression.lo())));
    return toBits(toInt(terms.make(TermOp::ShiftRight, {operands[0], shift}, sort)));
  }
  case Z3_OP_CONCAT: {
    Term result = toInt(operands.front());
    for (Term operand : operands.drop_front()) {
      Term factor = terms.number(Sort::integer(), Rational(powerOfTwo(operand->sort().width)));
      result = terms.add(terms.multiply(factor, result), toInt(operand));
    }
    return toBits(result);
  }
  case Z3_OP_BV2INT:
    return toInt(operands[0]);
  case Z3_OP_INT2BV:
    return toBits(operands[0]);
  default:
    return nullptr;
  }
}

} // namespace tenon
