//===- LtlConversion.cpp - Temporal formulas to normal form and back ------===//

#include "tenon/Lower/Ltl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tenon {

using Op = TemporalFormula::Op;

//===----------------------------------------------------------------------===//
// To normal form
//===----------------------------------------------------------------------===//

/// Whether a formula, possibly negated, is a conjunction or disjunction, and which.
static std::optional<LtlPool::Kind> junctionKind(const TemporalFormula &formula, bool negated) {
  switch (formula.op) {
  case Op::And:
    return negated ? LtlPool::Kind::Or : LtlPool::Kind::And;
  case Op::Or:
  case Op::Implies:
    return negated ? LtlPool::Kind::And : LtlPool::Kind::Or;
  default:
    return std::nullopt;
  }
}

/// Quantifiers make trees of conjunctions; all their leaves are simplified together.
LtlId LtlPool::normalizeJunction(const TemporalFormula &formula, bool negated) {
  Kind kind = *junctionKind(formula, negated);
  Operands operands;
  SmallVector<std::pair<const TemporalFormula *, bool>, 16> work{{&formula, negated}};
  while (!work.empty()) {
    auto [f, isNegated] = work.pop_back_val();
    if (junctionKind(*f, isNegated) != kind) {
      operands.push_back(normalizeShared(*f, isNegated));
      continue;
    }
    work.push_back({f->rhs.get(), isNegated});
    work.push_back({f->lhs.get(), isNegated != (f->op == Op::Implies)});
  }
  return junction(kind, operands);
}

LtlId LtlPool::normalize(const TemporalFormula &formula, bool negated) {
  LtlId result = normalizeShared(formula, negated);
  normalized[0].clear(); // The addresses may be those of other formulas next time.
  normalized[1].clear();
  return result;
}

LtlId LtlPool::normalizeShared(const TemporalFormula &formula, bool negated) {
  if (auto known = normalized[negated].find(&formula); known != normalized[negated].end())
    return known->second;
  auto sub = [&](const TemporalFormulaRef &operand, bool flip = false) {
    return normalizeShared(*operand, negated != flip);
  };
  LtlId result = falseId;
  switch (formula.op) {
  case Op::True:
  case Op::False:
    result = constant((formula.op == Op::True) != negated);
    break;
  case Op::Action: {
    BitVector set = steps.lettersOf(formula.labels);
    result = letters(negated ? set.flip() : set);
    break;
  }
  case Op::Fluent: {
    StepAlphabet::FluentLiteral literal = steps.literalOf(formula.fluent);
    result =
        literal.tracked ? fluent(*literal.tracked, literal.negated != negated) : constant(literal.negated == negated);
    break;
  }
  case Op::Not:
    result = sub(formula.lhs, true);
    break;
  case Op::Next:
    result = next(sub(formula.lhs));
    break;
  case Op::Eventually:
    result = negated ? always(sub(formula.lhs)) : eventually(sub(formula.lhs));
    break;
  case Op::Always:
    result = negated ? eventually(sub(formula.lhs)) : always(sub(formula.lhs));
    break;
  case Op::And:
  case Op::Or:
  case Op::Implies:
    result = normalizeJunction(formula, negated);
    break;
  case Op::Iff: { // (a && b) || (!a && !b), negated: (a && !b) || (!a && b)
    LtlId both = conjunction({normalizeShared(*formula.lhs, false), normalizeShared(*formula.rhs, negated)});
    LtlId neither = conjunction({normalizeShared(*formula.lhs, true), normalizeShared(*formula.rhs, !negated)});
    result = disjunction({both, neither});
    break;
  }
  case Op::Until:
  case Op::WeakUntil: { // !(a U b) is !b W (!a && !b)
    LtlId lhs = sub(formula.lhs), rhs = sub(formula.rhs);
    if (!negated)
      result = formula.op == Op::Until ? until(lhs, rhs) : weakUntil(lhs, rhs);
    else
      result = formula.op == Op::Until ? weakUntil(rhs, conjunction({lhs, rhs})) : until(rhs, conjunction({lhs, rhs}));
    break;
  }
  }
  normalized[negated][&formula] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Back to the model's terms
//===----------------------------------------------------------------------===//

static TemporalFormulaRef make(Op op, TemporalFormulaRef lhs = nullptr, TemporalFormulaRef rhs = nullptr) {
  auto formula = std::make_shared<TemporalFormula>();
  formula->op = op;
  formula->lhs = std::move(lhs);
  formula->rhs = std::move(rhs);
  return formula;
}

static TemporalFormulaRef literal(const StepAlphabet &steps, const LtlPool::Node &node) {
  auto formula = std::make_shared<TemporalFormula>();
  if (node.kind == LtlPool::Kind::Fluent) {
    formula->op = Op::Fluent;
    formula->fluent = steps.modelFluent(node.fluent);
    return node.negated ? make(Op::Not, formula) : formula;
  }
  if (node.letters.none() || node.letters.all())
    return make(node.letters.none() ? Op::False : Op::True);
  formula->op = Op::Action;
  bool negated = node.letters[OtherLetter];
  for (Letter letter = OtherLetter + 1; letter < steps.size(); ++letter)
    if (node.letters[letter] != negated)
      llvm::append_range(formula->labels, steps.labels(letter));
  return negated ? make(Op::Not, formula) : formula;
}

TemporalFormulaRef LtlPool::toTemporalFormula(LtlId id) const {
  const Node &node = nodes[id];
  auto sub = [&](unsigned i) { return toTemporalFormula(node.operands[i]); };
  switch (node.kind) {
  case Kind::Letters:
  case Kind::Fluent:
    return literal(steps, node);
  case Kind::Next:
    return make(Op::Next, sub(0));
  case Kind::And:
  case Kind::Or: {
    TemporalFormulaRef result = sub(0);
    for (unsigned i = 1; i < node.operands.size(); ++i)
      result = make(node.kind == Kind::And ? Op::And : Op::Or, result, sub(i));
    return result;
  }
  case Kind::Until:
    return isEventually(id) ? make(Op::Eventually, sub(1)) : make(Op::Until, sub(0), sub(1));
  case Kind::WeakUntil:
    return isAlways(id) ? make(Op::Always, sub(0)) : make(Op::WeakUntil, sub(0), sub(1));
  }
  llvm_unreachable("all kinds of formula are covered");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static StringRef binaryOperator(Op op) {
  switch (op) {
  case Op::And:
    return " && ";
  case Op::Or:
    return " || ";
  case Op::Implies:
    return " -> ";
  case Op::Iff:
    return " <-> ";
  case Op::Until:
    return " U ";
  case Op::WeakUntil:
    return " W ";
  default:
    return "";
  }
}

static void printLabels(const Model &model, ArrayRef<LabelId> labels, raw_ostream &os) {
  if (labels.size() != 1)
    os << '{';
  ListSeparator separator(", ");
  for (LabelId label : labels)
    os << separator << model.labels->text(label);
  if (labels.size() != 1)
    os << '}';
}

static void print(const Model &model, const TemporalFormula &formula, raw_ostream &os) {
  switch (formula.op) {
  case Op::True:
  case Op::False:
    os << "rigid " << (formula.op == Op::True ? 1 : 0);
    return;
  case Op::Action:
    printLabels(model, formula.labels, os);
    return;
  case Op::Fluent:
    os << model.fluents[formula.fluent].name;
    return;
  case Op::Not:
    os << '!';
    break;
  case Op::Next:
    os << "X ";
    break;
  case Op::Eventually:
    os << "<>";
    break;
  case Op::Always:
    os << "[]";
    break;
  default:
    os << '(';
    print(model, *formula.lhs, os);
    os << binaryOperator(formula.op);
    print(model, *formula.rhs, os);
    os << ')';
    return;
  }
  print(model, *formula.lhs, os);
}

std::string formulaText(const Model &model, const TemporalFormula &formula) {
  std::string text;
  raw_string_ostream os(text);
  print(model, formula, os);
  return text;
}

} // namespace tenon
