//===- TermPrinter.cpp - Terms and values as source -----------------------===//

#include "Numbers.h"
#include "TermOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tenon;

namespace {

/// How tightly an operator binds, as in the grammar: the higher, the tighter.
enum Precedence : unsigned {
  ConditionalLevel,
  OrLevel,
  AndLevel,
  BitOrLevel,
  BitXorLevel,
  BitAndLevel,
  EqualityLevel,
  OrderLevel,
  ShiftLevel,
  SumLevel,
  ProductLevel,
  UnaryLevel,
  PrimaryLevel,
};

/// `a op b`
struct Infix {
  llvm::StringRef text;
  Precedence level;
};

Infix infixOf(TermOp op) {
  switch (op) {
  case TermOp::And:
    return {" && ", AndLevel};
  case TermOp::Or:
    return {" || ", OrLevel};
  case TermOp::BitOr:
    return {" | ", BitOrLevel};
  case TermOp::BitXor:
    return {" ^ ", BitXorLevel};
  case TermOp::BitAnd:
    return {" & ", BitAndLevel};
  case TermOp::Equal:
    return {" == ", EqualityLevel};
  case TermOp::Less:
    return {" < ", OrderLevel};
  case TermOp::LessEqual:
    return {" <= ", OrderLevel};
  case TermOp::ShiftLeft:
    return {" << ", ShiftLevel};
  case TermOp::ShiftRight:
    return {" >> ", ShiftLevel};
  case TermOp::Multiply:
    return {"*", ProductLevel};
  case TermOp::Divide:
    return {"/", ProductLevel};
  case TermOp::Remainder:
    return {"%", ProductLevel};
  default:
    llvm_unreachable("no infix operator");
  }
}

/// The digits behind the point that a fraction needs, if finitely many do.
std::optional<unsigned> decimalsOf(const Rational &value) {
  Integer rest = value.denominator;
  unsigned twos = 0, fives = 0;
  for (; rest % 2 == 0; rest /= 2)
    ++twos;
  for (; rest % 5 == 0; rest /= 5)
    ++fives;
  return rest == 1 ? std::optional(std::max(twos, fives)) : std::nullopt;
}

/// A number of sort Real that is no integer: `0.25`, `1.0/3`.
std::string printFraction(const Rational &value) {
  std::optional<unsigned> decimals = decimalsOf(value);
  if (!decimals)
    return printInteger(value.numerator) + ".0/" + printInteger(value.denominator);
  bool negative = value.numerator < 0;
  Integer digits = negative ? -value.numerator : value.numerator;
  for (unsigned i = 0; i < *decimals; ++i)
    digits *= 10;
  std::string text = printInteger(digits / value.denominator);
  if (text.size() <= *decimals)
    text.insert(0, *decimals + 1 - text.size(), '0');
  text.insert(text.size() - *decimals, ".");
  return (negative ? "-" : "") + text;
}

std::string printNumber(const Sort &sort, const Rational &value) {
  if (sort.kind == SortKind::Bool)
    return isTrue(value) ? "true" : "false";
  return value.denominator == 1 ? printInteger(value.numerator) : printFraction(value);
}

class TermPrinter {
public:
  TermPrinter(llvm::raw_ostream &out, llvm::function_ref<std::string(VariableId)> nameOf) : out(out), nameOf(nameOf) {}

  /// `term` where an operator of `level` or tighter is expected.
  void print(Term term, Precedence level) {
    bool parentheses = levelOf(term) < level;
    if (parentheses)
      out << '(';
    printBare(term);
    if (parentheses)
      out << ')';
  }

private:
  static bool isInequality(Term term) { return term->op() == TermOp::Not && term->operand(0)->op() == TermOp::Equal; }

  static Precedence levelOf(Term term) {
    switch (term->op()) {
    case TermOp::Constant:
      return !decimalsOf(term->constant()) ? ProductLevel : term->constant().numerator < 0 ? UnaryLevel : PrimaryLevel;
    case TermOp::Not:
      return isInequality(term) ? EqualityLevel : UnaryLevel;
    case TermOp::Negate:
    case TermOp::BitNot:
      return UnaryLevel;
    case TermOp::Add:
      return SumLevel;
    case TermOp::IfThenElse:
      return ConditionalLevel;
    case TermOp::Variable:
    case TermOp::Select:
    case TermOp::Store:
    case TermOp::Fill:
    case TermOp::IntToReal:
    case TermOp::BitsToInt:
    case TermOp::IntToBits:
      return PrimaryLevel;
    default:
      return infixOf(term->op()).level;
    }
  }

  void printBinary(Term left, llvm::StringRef text, Term right, Precedence level) {
    print(left, level);
    out << text;
    print(right, static_cast<Precedence>(level + 1));
  }

  /// What is subtracted where a sum has this constant, if that is shorter to say: 3 for -3, for 2^8 - 3 in 8 bits.
  static std::optional<Rational> subtrahend(Term term) {
    if (term->op() != TermOp::Constant)
      return std::nullopt;
    const Rational &value = term->constant();
    if (value.numerator < 0)
      return Rational(-value.numerator, value.denominator);
    if (term->sort().kind != SortKind::Bits || value.numerator < powerOfTwo(term->sort().width - 1))
      return std::nullopt;
    return Rational(powerOfTwo(term->sort().width) - value.numerator);
  }

  void printSum(Term term) {
    print(term->operand(0), SumLevel);
    for (Term operand : term->operands().drop_front()) {
      if (operand->op() == TermOp::Negate) {
        out << " - ";
        print(operand->operand(0), ProductLevel);
      } else if (std::optional<Rational> subtracted = subtrahend(operand)) {
        out << " - " << printNumber(operand->sort(), *subtracted);
      } else {
        out << " + ";
        print(operand, ProductLevel);
      }
    }
  }

  void printJunction(Term term) {
    Infix infix = infixOf(term->op());
    llvm::interleave(
        term->operands(), out, [&](Term part) { print(part, static_cast<Precedence>(infix.level + 1)); }, infix.text);
  }

  /// A bound that is a constant stands on the right: `x > 3` is `3 < x`.
  void printOrder(Term term) {
    Term left = term->operand(0), right = term->operand(1);
    if (left->op() == TermOp::Constant)
      printBinary(right, term->op() == TermOp::Less ? " > " : " >= ", left, OrderLevel);
    else
      printBinary(left, infixOf(term->op()).text, right, OrderLevel);
  }

  void printCall(llvm::StringRef name, Term operand) {
    out << name << '(';
    print(operand, ConditionalLevel);
    out << ')';
  }

  void printBare(Term term) {
    switch (term->op()) {
    case TermOp::Constant:
      out << printNumber(term->sort(), term->constant());
      return;
    case TermOp::Variable:
      out << nameOf(term->variable());
      return;
    case TermOp::Not:
      if (isInequality(term))
        return printBinary(term->operand(0)->operand(0), " != ", term->operand(0)->operand(1), EqualityLevel);
      out << '!';
      return print(term->operand(0), UnaryLevel);
    case TermOp::Negate:
    case TermOp::BitNot:
      out << (term->op() == TermOp::Negate ? '-' : '~');
      return print(term->operand(0), PrimaryLevel);
    case TermOp::Add:
      return printSum(term);
    case TermOp::And:
    case TermOp::Or:
      return printJunction(term);
    case TermOp::Less:
    case TermOp::LessEqual:
      return printOrder(term);
    default:
      return printOther(term);
    }
  }

  /// A number that nothing beside it gives its type.
  void printTyped(Term term, Precedence level) {
    SortKind kind = term->sort().kind;
    bool isBare = term->op() == TermOp::Constant && (kind == SortKind::Bits || kind == SortKind::Real);
    if (isBare && kind == SortKind::Bits)
      return printCall("bits[" + std::to_string(term->sort().width) + "]", term);
    if (isBare && term->constant().denominator == 1)
      return printCall("real", term);
    print(term, level);
  }

  void printOther(Term term) {
    switch (term->op()) {
    case TermOp::ShiftLeft:
    case TermOp::ShiftRight:
      printTyped(term->operand(0), ShiftLevel);
      out << infixOf(term->op()).text;
      return print(term->operand(1), SumLevel);
    case TermOp::IfThenElse:
      print(term->operand(0), OrLevel);
      out << " ? ";
      if (term->operand(2)->op() == TermOp::Constant)
        printTyped(term->operand(1), OrLevel);
      else
        print(term->operand(1), OrLevel);
      out << " : ";
      return print(term->operand(2), ConditionalLevel);
    case TermOp::Select:
      print(term->operand(0), PrimaryLevel);
      out << '[';
      print(term->operand(1), ConditionalLevel);
      out << ']';
      return;
    case TermOp::Store:
      print(term->operand(0), PrimaryLevel);
      out << '[';
      print(term->operand(1), ConditionalLevel);
      out << " := ";
      print(term->operand(2), ConditionalLevel);
      out << ']';
      return;
    case TermOp::Fill:
      return printCall("all", term->operand(0));
    case TermOp::IntToReal:
      return printCall("real", term->operand(0));
    case TermOp::BitsToInt:
      return printCall("int", term->operand(0));
    case TermOp::IntToBits:
      return printCall("bits[" + std::to_string(term->sort().width) + "]", term->operand(0));
    default:
      Infix infix = infixOf(term->op());
      return printBinary(term->operand(0), infix.text, term->operand(1), infix.level);
    }
  }

  llvm::raw_ostream &out;
  llvm::function_ref<std::string(VariableId)> nameOf;
};

} // namespace

std::string tenon::printTerm(Term term, llvm::function_ref<std::string(VariableId)> nameOf) {
  std::string text;
  llvm::raw_string_ostream out(text);
  TermPrinter(out, nameOf).print(term, ConditionalLevel);
  return text;
}

std::string tenon::printValue(const DataValue &value) {
  if (value.sort.kind != SortKind::Array)
    return printNumber(value.sort, value.scalar());
  std::string text = "{";
  for (const Rational &element : value.elements)
    text += (text.size() > 1 ? ", " : "") + printNumber(value.sort.elementSort(), element);
  return text + "}";
}
