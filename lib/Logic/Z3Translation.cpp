//===- Z3Translation.cpp - Terms as Z3's expressions ----------------------===//

#include "Z3Bridge.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tenon {

std::string toDecimal(const DynamicAPInt &number) {
  std::string text;
  raw_string_ostream os(text);
  number.print(os);
  return text;
}

Z3Bridge::Z3Bridge(TermContext &termContext) : terms(termContext) {
  Z3_toggle_warning_messages(false);
}

z3::solver Z3Bridge::quickSolver() {
  return {context, Z3_mk_simple_solver(context)};
}

z3::solver Z3Bridge::bitSolver() {
  return {context, Z3_mk_solver_for_logic(context, context.str_symbol("QF_FD"))};
}

void Z3Bridge::setEffort(z3::solver &solver, uint64_t effort, SmtTheory theory) {
  z3::params parameters(context);
  parameters.set("rlimit", static_cast<unsigned>(std::min<uint64_t>(effort, ~0U)));
  parameters.set("ctrl_c", false);
  // The newer solver for arithmetic does not count its work on products.
  if (theory == SmtTheory::General)
    parameters.set("arith.solver", 2U);
  solver.set(parameters);
}

z3::sort Z3Bridge::sortOf(const Sort &sort) {
  switch (sort.kind) {
  case SortKind::Bool:
    return context.bool_sort();
  case SortKind::Int:
    return context.int_sort();
  case SortKind::Real:
    return context.real_sort();
  case SortKind::Bits:
    return context.bv_sort(sort.width);
  case SortKind::Array:
    return context.array_sort(context.int_sort(), sortOf(sort.elementSort()));
  }
  llvm_unreachable("all sorts are covered");
}

/// Terms may be deep: no recursion.
z3::expr Z3Bridge::translate(Term term) {
  SmallVector<Term, 16> pending{term};
  while (!pending.empty()) {
    Term next = pending.back();
    if (translated.count(next)) {
      pending.pop_back();
      continue;
    }
    bool isReady = true;
    for (Term operand : next->operands())
      if (!translated.count(operand)) {
        pending.push_back(operand);
        isReady = false;
      }
    if (!isReady)
      continue;
    translated.emplace(next, translateNode(next));
    pending.pop_back();
  }
  return translated.at(term);
}

z3::expr Z3Bridge::constant(Term term) {
  const Rational &value = term->constant();
  switch (term->sort().kind) {
  case SortKind::Bool:
    return context.bool_val(value.numerator != 0);
  case SortKind::Int:
    return context.int_val(toDecimal(value.numerator).c_str());
  case SortKind::Real:
    return context.real_val((toDecimal(value.numerator) + "/" + toDecimal(value.denominator)).c_str());
  case SortKind::Bits:
    return context.bv_val(toDecimal(value.numerator).c_str(), term->sort().width);
  case SortKind::Array:
    break;
  }
  llvm_unreachable("constants are scalar");
}

z3::expr Z3Bridge::fold(ArrayRef<z3::expr> operands, Z3_ast (*combine)(Z3_context, Z3_ast, Z3_ast)) {
  z3::expr result = operands.front();
  for (const z3::expr &operand : operands.drop_front()) {
    result = z3::expr(context, combine(context, result, operand));
    context.check_error();
  }
  return result;
}

/// Elements outside the array do not matter, but Z3's arrays have them.
z3::expr Z3Bridge::equality(Term term, const z3::expr &left, const z3::expr &right) {
  const Sort &sort = term->operand(0)->sort();
  if (sort.kind != SortKind::Array)
    return left == right;
  z3::expr_vector parts(context);
  for (uint64_t i = 0; i < sort.length; ++i)
    parts.push_back(z3::select(left, context.int_val(i)) == z3::select(right, context.int_val(i)));
  return z3::mk_and(parts);
}

/// Z3's `div` and `mod` leave a remainder that is not negative; ours, as C's, has the sign of the dividend.
z3::expr Z3Bridge::division(Term term, const z3::expr &dividend, const z3::expr &divisor) {
  bool isQuotient = term->op() == TermOp::Divide;
  auto unlessZero = [&](const z3::expr &result, const z3::expr &otherwise) {
    if (term->operand(1)->op() == TermOp::Constant && term->operand(1)->constant().numerator != 0)
      return result;
    return z3::ite(divisor == (divisor.is_bv()    ? context.bv_val(0, divisor.get_sort().bv_size())
                               : divisor.is_int() ? context.int_val(0)
                                                  : context.real_val(0)),
                   otherwise, result);
  };
  switch (term->sort().kind) {
  case SortKind::Bits: {
    z3::expr zero = context.bv_val(0, term->sort().width);
    return isQuotient ? unlessZero(z3::udiv(dividend, divisor), zero) : z3::urem(dividend, divisor);
  }
  case SortKind::Real:
    return unlessZero(dividend / divisor, context.real_val(0));
  default: {
    z3::expr zero = context.int_val(0);
    if (isQuotient)
      return unlessZero(z3::ite(dividend >= zero, dividend / divisor, -(-dividend / divisor)), zero);
    return unlessZero(z3::ite(dividend >= zero, z3::mod(dividend, divisor), -z3::mod(-dividend, divisor)), dividend);
  }
  }
}

z3::expr Z3Bridge::arithmetic(Term term, const std::vector<z3::expr> &operands) {
  bool isBits = operands.front().is_bv();
  switch (term->op()) {
  case TermOp::Less:
    return isBits ? z3::ult(operands[0], operands[1]) : operands[0] < operands[1];
  case TermOp::LessEqual:
    return isBits ? z3::ule(operands[0], operands[1]) : operands[0] <= operands[1];
  case TermOp::Add: {
    if (isBits)
      return fold(operands, Z3_mk_bvadd);
    std::vector<Z3_ast> asts(operands.begin(), operands.end());
    z3::expr sum(context, Z3_mk_add(context, static_cast<unsigned>(asts.size()), asts.data()));
    context.check_error();
    return sum;
  }
  case TermOp::Multiply:
    return operands[0] * operands[1];
  case TermOp::Negate:
    return -operands[0];
  case TermOp::IntToReal:
    return z3::to_real(operands[0]);
  default:
    return division(term, operands[0], operands[1]);
  }
}

z3::expr Z3Bridge::bitwise(Term term, const std::vector<z3::expr> &operands) {
  switch (term->op()) {
  case TermOp::BitAnd:
    return fold(operands, Z3_mk_bvand);
  case TermOp::BitOr:
    return fold(operands, Z3_mk_bvor);
  case TermOp::BitXor:
    return fold(operands, Z3_mk_bvxor);
  case TermOp::BitNot:
    return ~operands[0];
  case TermOp::ShiftLeft:
    return z3::shl(operands[0], operands[1]);
  case TermOp::ShiftRight:
    return z3::lshr(operands[0], operands[1]);
  case TermOp::BitsToInt:
    return z3::bv2int(operands[0], false);
  case TermOp::IntToBits:
    return z3::int2bv(term->sort().width, operands[0]);
  default:
    llvm_unreachable("all operators are covered");
  }
}

/// A word as a word of another width, which is said by way of its number: without it.
std::optional<z3::expr> Z3Bridge::resized(Term term) {
  if (term->op() != TermOp::IntToBits || term->operand(0)->op() != TermOp::BitsToInt)
    return std::nullopt;
  Term word = term->operand(0)->operand(0);
  unsigned from = word->sort().width, to = term->sort().width;
  const z3::expr &translatedWord = translated.at(word);
  return from < to ? z3::zext(translatedWord, to - from) : translatedWord.extract(to - 1, 0);
}

/// What this is the exclusive or of with the sign bit.
std::optional<z3::expr> Z3Bridge::withoutSignFlip(Term term) {
  unsigned width = term->sort().width;
  Term sign = terms.number(term->sort(), Rational(DynamicAPInt(1)));
  sign = terms.make(TermOp::ShiftLeft, {sign, terms.number(term->sort(), Rational(DynamicAPInt(width - 1)))},
                    term->sort());
  if (term->op() == TermOp::Constant)
    return constant(terms.make(TermOp::BitXor, {term, sign}, term->sort()));
  if (term->op() == TermOp::BitXor && term->operand(1) == sign)
    return translated.at(term->operand(0));
  return std::nullopt;
}

/// With their sign bits changed, words have the order of words with a sign.
std::optional<z3::expr> Z3Bridge::signedOrder(Term term) {
  if ((term->op() != TermOp::Less && term->op() != TermOp::LessEqual) ||
      term->operand(0)->sort().kind != SortKind::Bits)
    return std::nullopt;
  if (term->operand(0)->op() != TermOp::BitXor && term->operand(1)->op() != TermOp::BitXor)
    return std::nullopt;
  std::optional<z3::expr> left = withoutSignFlip(term->operand(0)), right = withoutSignFlip(term->operand(1));
  if (!left || !right)
    return std::nullopt;
  return term->op() == TermOp::Less ? *left < *right : *left <= *right;
}

z3::expr Z3Bridge::translateNode(Term term) {
  if (std::optional<z3::expr> word = resized(term))
    return *word;
  if (std::optional<z3::expr> order = signedOrder(term))
    return *order;
  std::vector<z3::expr> operands;
  for (Term operand : term->operands())
    operands.push_back(translated.at(operand));
  auto all = [&] {
    z3::expr_vector vector(context);
    for (const z3::expr &operand : operands)
      vector.push_back(operand);
    return vector;
  };
  switch (term->op()) {
  case TermOp::Constant:
    return constant(term);
  case TermOp::Variable: {
    z3::expr variable = context.constant(("v" + std::to_string(term->variable())).c_str(), sortOf(term->sort()));
    bind(variable, term);
    return variable;
  }
  case TermOp::Not:
    return !operands[0];
  case TermOp::And:
    return z3::mk_and(all());
  case TermOp::Or:
    return z3::mk_or(all());
  case TermOp::Equal:
    return equality(term, operands[0], operands[1]);
  case TermOp::IfThenElse:
    return z3::ite(operands[0], operands[1], operands[2]);
  case TermOp::Select:
    return z3::select(operands[0], operands[1]);
  case TermOp::Fill:
    return z3::const_array(context.int_sort(), operands[0]);
  case TermOp::Store:
    return z3::store(operands[0], operands[1], operands[2]);
  case TermOp::Less:
  case TermOp::LessEqual:
  case TermOp::Add:
  case TermOp::Multiply:
  case TermOp::Negate:
  case TermOp::Divide:
  case TermOp::Remainder:
  case TermOp::IntToReal:
    return arithmetic(term, operands);
  default:
    return bitwise(term, operands);
  }
}

} // namespace tenon
