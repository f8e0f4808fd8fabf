//===- LinearForm.cpp - Sums of multiples ---------------------------------===//

#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

Rational operator+(const Rational &a, const Rational &b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}
Rational operator-(const Rational &a, const Rational &b) {
  return {a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator};
}
Rational operator*(const Rational &a, const Rational &b) {
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}
Rational operator/(const Rational &a, const Rational &b) {
  DynamicAPInt numerator = a.numerator * b.denominator, denominator = a.denominator * b.numerator;
  return denominator < 0 ? Rational(-numerator, -denominator) : Rational(numerator, denominator);
}
Rational operator-(const Rational &a) {
  return {-a.numerator, a.denominator};
}
Rational floorOf(const Rational &number) {
  return floorDiv(number.numerator, number.denominator);
}
Rational ceilingOf(const Rational &number) {
  return ceilDiv(number.numerator, number.denominator);
}

void LinearForm::add(const LinearForm &other, const Rational &factor) {
  if (isZero(factor))
    return;
  constant = constant + other.constant * factor;
  for (const auto &[id, part] : other.parts) {
    auto [entry, isNew] = parts.try_emplace(id, part.first, Rational());
    entry->second.second = entry->second.second + part.second * factor;
    if (isZero(entry->second.second))
      parts.erase(entry);
  }
}

void LinearForm::scale(const Rational &factor) {
  if (isZero(factor))
    parts.clear();
  constant = constant * factor;
  for (auto &[id, part] : parts)
    part.second = part.second * factor;
}

LinearForm linearForm(Term term) {
  LinearForm form;
  switch (term->op()) {
  case TermOp::Constant:
    form.constant = term->constant();
    return form;
  case TermOp::Add:
    for (Term operand : term->operands())
      form.add(linearForm(operand), integral(1));
    return form;
  case TermOp::Negate:
    form = linearForm(term->operand(0));
    form.scale(integral(-1));
    return form;
  case TermOp::Multiply: {
    LinearForm left = linearForm(term->operand(0)), right = linearForm(term->operand(1));
    if (left.isConstant() || right.isConstant()) {
      bool isLeft = left.isConstant();
      form = isLeft ? right : left;
      form.scale(isLeft ? left.constant : right.constant);
      return form;
    }
    break;
  }
  case TermOp::Divide:
    if (term->sort().kind == SortKind::Real && term->operand(1)->op() == TermOp::Constant &&
        !isZero(term->operand(1)->constant())) {
      form = linearForm(term->operand(0));
      form.scale(integral(1) / term->operand(1)->constant());
      return form;
    }
    break;
  default:
    break;
  }
  form.parts.try_emplace(term->id(), term, integral(1));
  return form;
}

/// Integral coefficients without a common factor; the bound rounded.
static bool tighten(LinearConstraint &constraint) {
  LinearForm &form = constraint.form;
  if (form.isConstant())
    return true;
  DynamicAPInt denominators(1), common(0);
  for (const auto &[id, part] : form.parts)
    denominators = lcm(denominators, part.second.denominator);
  form.scale(Rational(denominators));
  for (const auto &[id, part] : form.parts)
    common = gcd(common, abs(part.second.numerator));
  if (constraint.kind == LinearConstraint::Kind::Below) {
    // sum + constant < 0: sum <= ceil(-constant) - 1
    form.constant = integral(1) - ceilingOf(-form.constant);
    constraint.kind = LinearConstraint::Kind::AtMost;
  }
  form.scale(Rational(DynamicAPInt(1), common));
  if (constraint.kind == LinearConstraint::Kind::AtMost)
    form.constant = ceilingOf(form.constant);
  return constraint.kind != LinearConstraint::Kind::Zero || form.constant.denominator == 1;
}

std::optional<LinearConstraint> linearConstraint(Term condition) {
  TermOp op = condition->op();
  if (op != TermOp::Less && op != TermOp::LessEqual && op != TermOp::Equal)
    return std::nullopt;
  SortKind kind = condition->operand(0)->sort().kind;
  if (kind != SortKind::Int && kind != SortKind::Real)
    return std::nullopt;
  LinearConstraint result;
  result.form = linearForm(condition->operand(0));
  result.form.add(linearForm(condition->operand(1)), integral(-1));
  result.kind = op == TermOp::Less        ? LinearConstraint::Kind::Below
                : op == TermOp::LessEqual ? LinearConstraint::Kind::AtMost
                                          : LinearConstraint::Kind::Zero;
  if (kind == SortKind::Int && !tighten(result))
    return std::nullopt;
  return result;
}

static Term multipleOf(TermContext &terms, const Rational &factor, Term term) {
  return factor == integral(1) ? term : terms.multiply(terms.number(term->sort(), factor), term);
}

Term termOf(TermContext &terms, const LinearForm &form, const Sort &sort) {
  Term sum = nullptr;
  for (const auto &[id, part] : form.parts) {
    Term multiple = multipleOf(terms, part.second, part.first);
    sum = sum ? terms.add(sum, multiple) : multiple;
  }
  if (!sum)
    return terms.number(sort, form.constant);
  return isZero(form.constant) ? sum : terms.add(sum, terms.number(sort, form.constant));
}

Term termOf(TermContext &terms, const LinearConstraint &constraint, const Sort &sort) {
  Term sides[2] = {nullptr, nullptr}; // What is added, what is subtracted.
  auto add = [&](bool isSubtracted, Term term) {
    Term &side = sides[isSubtracted];
    side = side ? terms.add(side, term) : term;
  };
  for (const auto &[id, part] : constraint.form.parts) {
    const auto &[term, coefficient] = part;
    bool isNegative = coefficient < Rational();
    Rational magnitude = isNegative ? -coefficient : coefficient;
    add(isNegative, multipleOf(terms, magnitude, term));
  }
  const Rational &constant = constraint.form.constant;
  bool isNegative = constant < Rational();
  if (!isZero(constant))
    add(isNegative, terms.number(sort, isNegative ? -constant : constant));
  for (Term &side : sides)
    if (!side)
      side = terms.number(sort, Rational());
  switch (constraint.kind) {
  case LinearConstraint::Kind::AtMost:
    return terms.lessEqual(sides[0], sides[1]);
  case LinearConstraint::Kind::Below:
    return terms.less(sides[0], sides[1]);
  case LinearConstraint::Kind::Zero:
    return terms.equal(sides[0], sides[1]);
  }
  llvm_unreachable("all kinds are covered");
}

} // namespace tenon
