//===- TermTransfer.cpp - Terms between processes -------------------------===//

#include "TermTransfer.h"

#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace tenon {

/// A term is written as its new subterms, `n` each, and `t` with its number.
void TermWriter::write(Term root) {
  SmallVector<Term, 16> pending{root};
  while (!pending.empty()) {
    Term term = pending.back();
    if (numbers.contains(term)) {
      pending.pop_back();
      continue;
    }
    size_t before = pending.size();
    for (Term operand : term->operands())
      if (!numbers.contains(operand))
        pending.push_back(operand);
    if (pending.size() != before)
      continue;
    pending.pop_back();
    const Sort &sort = term->sort();
    os << "n " << static_cast<unsigned>(term->op()) << ' ' << static_cast<unsigned>(sort.kind) << ' '
       << static_cast<unsigned>(sort.element) << ' ' << sort.width << ' ' << sort.length << ' ';
    if (term->op() == TermOp::Constant)
      os << term->constant().numerator << ' ' << term->constant().denominator << ' ';
    else if (term->op() == TermOp::Variable)
      os << term->variable() << ' ';
    os << term->operands().size() << ' ';
    for (Term operand : term->operands())
      os << numbers[operand] << ' ';
    uint64_t number = numbers.size();
    numbers[term] = number;
  }
  os << "t " << numbers[root] << ' ';
}

StringRef TermReader::word() {
  auto [first, rest] = text.split(' ');
  text = rest;
  return first;
}

uint64_t TermReader::number() {
  uint64_t result = 0;
  good &= !word().getAsInteger(10, result);
  return result;
}

Sort TermReader::sort() {
  Sort sort;
  sort.kind = static_cast<SortKind>(number());
  sort.element = static_cast<SortKind>(number());
  sort.width = static_cast<unsigned>(number());
  sort.length = number();
  return sort;
}

static DynamicAPInt integerOf(StringRef decimal) {
  bool isNegative = decimal.consume_front("-");
  DynamicAPInt result(0);
  for (char digit : decimal)
    result = result * 10 + (digit - '0');
  return isNegative ? -result : result;
}

bool TermReader::node() {
  auto op = static_cast<TermOp>(number());
  Sort own = sort();
  Term term = nullptr;
  if (op == TermOp::Constant) {
    DynamicAPInt numerator = integerOf(word()), denominator = integerOf(word());
    number();
    if (good && denominator > 0)
      term = terms.number(own, Rational(numerator, denominator));
  } else if (op == TermOp::Variable) {
    auto id = static_cast<VariableId>(number());
    number();
    term = terms.variable(id, own);
  } else {
    SmallVector<Term, 4> operands;
    for (uint64_t count = number(); good && count > 0; --count) {
      uint64_t operand = number();
      good &= operand < known.size();
      if (good)
        operands.push_back(known[operand]);
    }
    if (good)
      term = terms.make(op, operands, own);
  }
  good &= term != nullptr;
  known.push_back(term);
  return good;
}

Term TermReader::term() {
  while (good) {
    StringRef kind = word();
    if (kind == "n" && node())
      continue;
    if (kind != "t")
      break;
    uint64_t wanted = number();
    good &= wanted < known.size();
    return good ? known[wanted] : nullptr;
  }
  good = false;
  return nullptr;
}

} // namespace tenon
