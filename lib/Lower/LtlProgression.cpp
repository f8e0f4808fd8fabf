//===- LtlProgression.cpp - Formulas step by step -------------------------===//

#include "tenon/Lower/LtlProgression.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon {

void keepMinimalClauses(LtlObligation &obligation) {
  llvm::sort(obligation,
             [](const LtlClause &a, const LtlClause &b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  LtlObligation kept;
  for (LtlClause &clause : obligation)
    if (none_of(kept, [&](const LtlClause &smaller) {
          return std::includes(clause.begin(), clause.end(), smaller.begin(), smaller.end());
        }))
      kept.push_back(std::move(clause));
  obligation = std::move(kept);
}

static void dropDuplicates(LtlObligation &obligation) {
  llvm::sort(obligation);
  obligation.erase(std::unique(obligation.begin(), obligation.end()), obligation.end());
}

bool LtlProgression::withinBudget() {
  if (++work % 4096 == 0 && limitReached == Budget::Limit::None)
    limitReached = budget.exceeded();
  return limitReached == Budget::Limit::None;
}

LtlObligation LtlProgression::product(const LtlObligation &a, const LtlObligation &b, bool minimal) {
  LtlObligation result;
  result.reserve(a.size() * b.size());
  for (const LtlClause &left : a)
    for (const LtlClause &right : b) {
      if (!withinBudget())
        return {};
      LtlClause both;
      std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
      result.push_back(std::move(both));
    }
  if (a.size() > 1 && b.size() > 1)
    minimal ? keepMinimalClauses(result) : dropDuplicates(result);
  return result;
}

LtlObligation LtlProgression::demand(LtlId formula) const {
  const LtlPool::Node &node = pool[formula];
  if (formula == pool.falsity())
    return {};
  if (formula == pool.truth())
    return {LtlClause{}};
  LtlObligation result;
  if (node.kind == LtlPool::Kind::Or) {
    for (LtlId operand : node.operands)
      append_range(result, demand(operand));
    return result;
  }
  if (node.kind != LtlPool::Kind::And)
    return {LtlClause{formula}};
  result = {LtlClause{}};
  for (LtlId operand : node.operands) {
    LtlObligation extended;
    for (const LtlClause &left : result)
      for (const LtlClause &right : demand(operand)) {
        LtlClause both;
        std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
        extended.push_back(std::move(both));
      }
    result = std::move(extended);
  }
  return result;
}

void LtlProgression::setStep(Letter newLetter, const BitVector &newValues) {
  letter = newLetter;
  values = newValues;
  memo.clear();
}

const LtlObligation &LtlProgression::progress(LtlId formula) {
  bool dependsOnFluents = pool[formula].support.any();
  if (dependsOnFluents) {
    if (auto known = memo.find(formula); known != memo.end())
      return known->second;
    LtlObligation result = compute(formula);
    return memo[formula] = std::move(result);
  }
  if (auto known = fluentFree.find({letter, formula}); known != fluentFree.end())
    return known->second;
  LtlObligation result = compute(formula);
  return fluentFree[{letter, formula}] = std::move(result);
}

LtlObligation LtlProgression::compute(LtlId formula) {
  const LtlPool::Node &node = pool[formula];
  auto constant = [](bool value) { return value ? LtlObligation{LtlClause{}} : LtlObligation{}; };
  LtlObligation result;
  if (!withinBudget())
    return result;
  switch (node.kind) {
  case LtlPool::Kind::Letters:
    return constant(node.letters[letter]);
  case LtlPool::Kind::Fluent:
    return constant(values[node.fluent] != node.negated);
  case LtlPool::Kind::Next:
    result = demand(node.operands[0]);
    break;
  case LtlPool::Kind::And:
    result = constant(true);
    for (LtlId operand : node.operands) {
      // A quantifier may have very many instances: the rest of them cannot save a conjunction that is false.
      if (result.empty())
        break;
      result = product(result, LtlObligation(progress(operand)), true);
    }
    break;
  case LtlPool::Kind::Or:
    for (LtlId operand : node.operands)
      append_range(result, progress(operand));
    break;
  case LtlPool::Kind::Until:
  case LtlPool::Kind::WeakUntil: {
    LtlObligation waiting = progress(node.operands[0]);
    result = progress(node.operands[1]);
    append_range(result, product(waiting, {LtlClause{formula}}, true));
    break;
  }
  }
  // A run of the alternating automaton with fewer obligations accepts where one with more does.
  keepMinimalClauses(result);
  return result;
}

LtlObligation LtlProgression::progress(const LtlClause &clause, bool minimal) {
  LtlObligation result{LtlClause{}};
  for (LtlId formula : clause)
    result = product(result, LtlObligation(progress(formula)), minimal);
  return result;
}

BitVector LtlProgression::support(const LtlClause &clause) const {
  BitVector result(pool.alphabet().trackedCount());
  for (LtlId formula : clause)
    result |= pool[formula].support;
  return result;
}

} // namespace tenon
