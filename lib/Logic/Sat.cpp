//===- Sat.cpp - Satisfiability of clauses --------------------------------===//

#include "tenon/Logic/Sat.h"

#include "tenon/Support/Watch.h"

#include "minisat/core/Solver.h"

#include <algorithm>
#include <cassert>

namespace tenon {

using Minisat::lbool; // The macros l_True, l_False and l_Undef name it.

class SatSolver::Engine {
public:
  Minisat::Solver solver;
  Minisat::vec<Minisat::Lit> buffer; ///< For clauses and assumptions.

  void fillBuffer(llvm::ArrayRef<SatLiteral> literals) {
    buffer.clear();
    for (SatLiteral literal : literals)
      buffer.push(Minisat::mkLit(static_cast<Minisat::Var>(literal.variable()), literal.isNegated()));
  }
  lbool search(const Budget &budget, uint64_t mostConflicts, Budget::Limit &limit);
};

/// Most searches are short and need no watch.
lbool SatSolver::Engine::search(const Budget &budget, uint64_t mostConflicts, Budget::Limit &limit) {
  constexpr uint64_t ShortConflicts = 1000;
  constexpr int64_t ShortPropagations = 2'000'000;
  auto rest = [&] { return mostConflicts - std::min<uint64_t>(mostConflicts, solver.conflicts); };
  limit = budget.exceeded();
  if (limit == Budget::Limit::None && mostConflicts && rest() == 0)
    limit = Budget::Limit::States;
  if (limit != Budget::Limit::None)
    return l_Undef;
  solver.setConfBudget(static_cast<int64_t>(mostConflicts ? std::min(ShortConflicts, rest()) : ShortConflicts));
  solver.setPropBudget(ShortPropagations);
  lbool answer = solver.solveLimited(buffer);
  solver.budgetOff();
  if (answer != l_Undef)
    return answer;
  if (mostConflicts && rest() == 0) {
    limit = Budget::Limit::States;
    return l_Undef;
  }
  if (mostConflicts)
    solver.setConfBudget(static_cast<int64_t>(rest()));
  Watch watch([this] { solver.interrupt(); }, budget);
  answer = solver.solveLimited(buffer);
  Budget::Limit reached = watch.stop();
  solver.clearInterrupt();
  solver.budgetOff();
  if (answer == l_Undef)
    limit = reached != Budget::Limit::None ? reached : Budget::Limit::States;
  return answer;
}

SatSolver::SatSolver() : engine(std::make_unique<Engine>()) {}
SatSolver::~SatSolver() = default;

SatLiteral SatSolver::addVariable() {
  ++variables;
  return SatLiteral(static_cast<uint32_t>(engine->solver.newVar()));
}

void SatSolver::addClause(llvm::ArrayRef<SatLiteral> clause) {
  ++clauses;
  engine->fillBuffer(clause);
  try {
    engine->solver.addClause_(engine->buffer);
  } catch (const Minisat::OutOfMemoryException &) {
    limitReached = Budget::Limit::Memory;
  }
}

SatSolver::Answer SatSolver::solve(llvm::ArrayRef<SatLiteral> assumptions, const Budget &budget) {
  // A clause that was lost stays lost.
  if (limitReached == Budget::Limit::Memory)
    return Answer::Unknown;
  failed.clear();
  engine->fillBuffer(assumptions);
  lbool answer = l_Undef;
  try {
    answer = engine->search(budget, mostConflicts, limitReached);
  } catch (const Minisat::OutOfMemoryException &) {
    limitReached = Budget::Limit::Memory;
  }
  if (answer == l_Undef)
    return Answer::Unknown;
  if (answer == l_True)
    return Answer::Satisfiable;
  const Minisat::vec<Minisat::Lit> &conflict = engine->solver.conflict;
  for (int i = 0; i < conflict.size(); ++i)
    failed.emplace_back(static_cast<uint32_t>(Minisat::var(conflict[i])), !Minisat::sign(conflict[i]));
  std::sort(failed.begin(), failed.end());
  return Answer::Unsatisfiable;
}

bool SatSolver::value(SatLiteral literal) const {
  assert(literal.variable() < static_cast<uint32_t>(engine->solver.model.size()) && "no value for this variable");
  return (engine->solver.model[static_cast<int>(literal.variable())] == l_True) != literal.isNegated();
}

} // namespace tenon
