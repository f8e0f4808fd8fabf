//===- PredicateRefinement.cpp - Predicates from counterexamples ----------===//

#include "tenon/Logic/PredicateAbstraction.h"

#include "tenon/Logic/Elimination.h"
#include "tenon/Program/LinearForm.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

PredicateAbstraction::Cut PredicateAbstraction::problem(StringRef what) {
  obstacle = what.str();
  return Cut::Problem;
}

/// Comparisons with each variable on one side, once: `x >= 2` for `x + 1 >= 3`.
static Term tidied(TermContext &terms, Term condition) {
  switch (condition->op()) {
  case TermOp::Not:
    return terms.notOf(tidied(terms, condition->operand(0)));
  case TermOp::And:
  case TermOp::Or: {
    std::vector<Term> parts;
    for (Term part : condition->operands())
      parts.push_back(tidied(terms, part));
    return condition->op() == TermOp::And ? terms.andOf(parts) : terms.orOf(parts);
  }
  default:
    break;
  }
  std::optional<LinearConstraint> constraint = linearConstraint(condition);
  if (!constraint || constraint->form.isConstant())
    return condition;
  return termOf(terms, *constraint, condition->operand(0)->sort());
}

/// Splits a block by a condition if the condition is true in some of its states and false in others.
PredicateAbstraction::Cut PredicateAbstraction::cutBlock(Block from, Term condition) {
  Term source = sourceOf(from);
  std::optional<bool> inside = isSatisfiable({source, condition});
  std::optional<bool> outside = inside == true ? isSatisfiable({source, terms.notOf(condition)}) : false;
  if (!inside || !outside)
    return problem("a query about a precondition is too hard");
  if (!*inside || !*outside)
    return Cut::Nothing;
  Term shorter = simplifyUnder(context, condition, source, budget);
  split(from, tidied(terms, shorter->op() == TermOp::Constant ? condition : shorter));
  return Cut::Block;
}

/// The same for a class of values.
PredicateAbstraction::Cut PredicateAbstraction::cutLetter(Letter letter, Term condition) {
  Term whole = conditionOf(letter);
  std::optional<bool> inside = isSatisfiable({whole, condition});
  std::optional<bool> outside = inside == true ? isSatisfiable({whole, terms.notOf(condition)}) : false;
  if (!inside || !outside)
    return problem("a query about a condition on a value is too hard");
  if (!*inside || !*outside)
    return Cut::Nothing;
  Term shorter = simplifyUnder(context, condition, whole, budget);
  splitLetter(letter, tidied(terms, shorter->op() == TermOp::Constant ? condition : shorter));
  return Cut::Letter;
}

/// By what one state of the block can do with values: tells some of them apart if the state cannot do it with all.
PredicateAbstraction::Cut PredicateAbstraction::cutByExample(Block from, Letter letter, const Edge &edge) {
  Term related = relation(from, letter, edge);
  solver.push();
  solver.add(sourceOf(from));
  solver.add(related);
  bool isFound = solver.check(budget) == SmtAnswer::Satisfiable;
  ArrayRef<Term> values = valuesOf(letter);
  bool isComplete = isFound;
  DenseMap<VariableId, Term> example;
  for (Term variable : variableTermsOf(related)) {
    if (!isFound || is_contained(values, variable))
      continue;
    std::optional<DataValue> value = solver.value(variable);
    isComplete &= value.has_value();
    if (value)
      example[variable->variable()] = terms.number(value->sort, value->scalar());
  }
  solver.pop();
  if (!isComplete)
    return problem("no example of a value is found");
  return cutLetter(letter, terms.substitute(related, [&](VariableId id) { return example.lookup(id); }));
}

/// Every state of the block leads to the target with some value, but not with every one. What tells values apart: that
/// some state leads there with them, or that all states do.
PredicateAbstraction::Cut PredicateAbstraction::tellValuesApart(Block from, Letter letter, const Edge &edge) {
  bool isExact = program.labels[classes[letter].meaning.label].isExact;
  Term source = sourceOf(from), related = relation(from, letter, edge), whole = conditionOf(letter);
  ArrayRef<Term> values = valuesOf(letter);
  if (isExact) {
    Term sometimesNot = exists(std::vector<Term>(values), terms.andOf({whole, terms.notOf(related)}));
    if (!sometimesNot)
      return problem("a precondition of all values has no term");
    if (Cut cut = cutBlock(from, terms.notOf(sometimesNot)); cut != Cut::Nothing)
      return cut;
  }
  std::vector<Term> state;
  for (Term variable : variableTermsOf(terms.andOf({source, related})))
    if (!is_contained(values, variable))
      state.push_back(variable);
  Term fromSome = exists(state, terms.andOf({source, related}));
  if (!fromSome)
    return isExact ? cutByExample(from, letter, edge) : Cut::Nothing;
  if (Cut cut = cutLetter(letter, fromSome); cut != Cut::Nothing)
    return cut;
  Term notFromSome = exists(state, terms.andOf({source, terms.notOf(related)}));
  if (notFromSome)
    if (Cut cut = cutLetter(letter, terms.notOf(notFromSome)); cut != Cut::Nothing)
      return cut;
  return isExact ? cutByExample(from, letter, edge) : Cut::Nothing;
}

/// Makes an edge must, or finds out why it is not. `from` becomes the part of the block that has the edge.
PredicateAbstraction::Cut PredicateAbstraction::cutForEdge(Block &from, Letter letter, const Edge &edge) {
  if (isMust(from, letter, edge))
    return Cut::Nothing;
  Term possible = precondition(from, letter, edge);
  if (!possible)
    return problem("a precondition has no term");
  Cut cut = cutBlock(from, possible);
  if (cut == Cut::Problem)
    return cut;
  if (cut == Cut::Block)
    from = blocks[from].children[0];
  if (isMust(from, letter, edge))
    return Cut::Nothing;
  if (!needsEveryValue(from, letter, edge))
    return problem("whether an edge must exist is not decided");
  cut = tellValuesApart(from, letter, edge);
  if (cut == Cut::Nothing) {
    Necessity &known = necessities[{from, letter, edge.step, edge.target}];
    known.isAccepted = true;
    ++knowledge;
    if (known.strength != Strength::Some)
      return problem("whether an edge must exist is not decided");
    knownMust[{from, letter}].push_back(edge);
  }
  return cut;
}

PredicateAbstraction::Refinement PredicateAbstraction::refine(ArrayRef<PathEdge> path,
                                                              function_ref<bool(Block, size_t)> mustFail) {
  Block target = path.empty() ? Start : path.back().edge.target;
  for (size_t position = path.size(); position-- > 0;) {
    const PathEdge &next = path[position];
    Block from = next.from;
    if (!mustFail(from, position)) {
      Edge edge{next.edge.step, target};
      // The path may come to a block twice.
      if (!isLeaf(from))
        return Refinement::Progress;
      if (!mayLeadAsWhole(from, next.letter, edge)) {
        if (isLeaf(target))
          forget(from, next.letter, edge);
        return Refinement::Progress;
      }
      switch (cutForEdge(from, next.letter, edge)) {
      case Cut::Problem:
        return Refinement::TooHard;
      case Cut::Letter:
        return Refinement::Letters;
      case Cut::Block:
        return Refinement::Progress;
      case Cut::Nothing:
        break;
      }
    }
    for (target = from; blocks[target].parent != None && mustFail(blocks[target].parent, position);)
      target = blocks[target].parent;
  }
  if (!mayLeadAsWhole(Start, SilentLetter, {0, target}))
    forget(Start, SilentLetter, {0, target});
  return Refinement::Progress;
}

} // namespace tenon
