//===- PatchEnumerator.cpp - Choosing patches -----------------------------===//

#include "PatchEnumerator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::seq {

PatchEnumerator::PatchEnumerator(ArrayRef<size_t> counts) {
  for (size_t count : counts) {
    mutated.push_back(solver.addVariable());
    std::vector<SatLiteral> literals;
    for (size_t i = 0; i < count; ++i)
      literals.push_back(solver.addVariable());
    for (SatLiteral literal : literals)
      solver.addClause({~literal, mutated.back()});
    atMostOne(literals);
    std::vector<SatLiteral> some = literals;
    some.push_back(~mutated.back());
    solver.addClause(some);
    chosen.push_back(std::move(literals));
  }
}

void PatchEnumerator::block(ArrayRef<Choice> choices) {
  std::vector<SatLiteral> clause;
  for (size_t unit = 0; unit < choices.size(); ++unit)
    clause.push_back(~literal(unit, choices[unit]));
  solver.addClause(clause);
}

void PatchEnumerator::blockSupersets(ArrayRef<Choice> choices) {
  std::vector<SatLiteral> clause;
  for (size_t unit = 0; unit < choices.size(); ++unit)
    if (choices[unit])
      clause.push_back(~literal(unit, choices[unit]));
  solver.addClause(clause);
}

void PatchEnumerator::block(ArrayRef<Choice> choices, ArrayRef<std::vector<bool>> changes) {
  std::vector<SatLiteral> clause;
  for (size_t unit = 0; unit < choices.size(); ++unit) {
    if (changes[unit].empty())
      continue;
    size_t count = static_cast<size_t>(llvm::count(changes[unit], true));
    if (count + 1 == changes[unit].size()) {
      clause.push_back(~literal(unit, choices[unit]));
      continue;
    }
    for (Choice choice = 0; choice < changes[unit].size(); ++choice)
      if (changes[unit][choice])
        clause.push_back(literal(unit, choice));
  }
  solver.addClause(clause);
}

void PatchEnumerator::atMostOne(ArrayRef<SatLiteral> literals) {
  SatLiteral before;
  for (size_t i = 0; i < literals.size(); ++i) {
    bool isLast = i + 1 == literals.size();
    if (i > 0)
      solver.addClause({~before, ~literals[i]});
    if (isLast)
      break;
    SatLiteral upToHere = solver.addVariable();
    solver.addClause({~literals[i], upToHere});
    if (i > 0)
      solver.addClause({~before, upToHere});
    before = upToHere;
  }
}

void PatchEnumerator::addColumn() {
  std::vector<SatLiteral> column;
  for (size_t i = 0; i < mutated.size(); ++i) {
    SatLiteral here = solver.addVariable();
    if (i > 0)
      solver.addClause({~column.back(), here});
    if (counter.empty())
      solver.addClause({~mutated[i], here});
    else if (i > 0)
      solver.addClause({~mutated[i], ~counter.back()[i - 1], here});
    column.push_back(here);
  }
  counter.push_back(std::move(column));
}

PatchEnumerator::Answer PatchEnumerator::next(size_t size, const Budget &budget, std::vector<Choice> &choices) {
  SmallVector<SatLiteral, 1> assumptions;
  if (size < mutated.size()) {
    while (counter.size() <= size)
      addColumn();
    assumptions.push_back(~counter[size].back());
  }
  switch (solver.solve(assumptions, budget)) {
  case SatSolver::Answer::Unknown:
    return Answer::Unknown;
  case SatSolver::Answer::Unsatisfiable:
    return solver.failedAssumptions().empty() ? Answer::None : Answer::NoneOfSize;
  case SatSolver::Answer::Satisfiable:
    break;
  }
  choices.assign(mutated.size(), 0);
  for (size_t unit = 0; unit < chosen.size(); ++unit)
    for (size_t i = 0; i < chosen[unit].size(); ++i)
      if (solver.value(chosen[unit][i]))
        choices[unit] = static_cast<Choice>(i + 1);
  return Answer::Found;
}

} // namespace tenon::seq
