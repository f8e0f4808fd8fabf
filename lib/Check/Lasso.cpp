//===- Lasso.cpp - Formulas on given runs ---------------------------------===//

#include "tenon/Check/Lasso.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace llvm;

namespace tenon {

namespace {

using Op = TemporalFormula::Op;

bool contains(const std::vector<LabelId> &labels, LabelId label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

class LassoEvaluator {
public:
  /// Positions 0, 1, … are the steps of the prefix, of the first pass through the cycle, and of the second; the last is
  /// followed by the first of the second pass. Fluents are periodic only from the second pass on.
  LassoEvaluator(const Model &model, ArrayRef<LabelId> prefix, ArrayRef<LabelId> cycle)
      : model(model), loop(prefix.size() + cycle.size()) {
    steps.assign(prefix.begin(), prefix.end());
    steps.insert(steps.end(), cycle.begin(), cycle.end());
    steps.insert(steps.end(), cycle.begin(), cycle.end());
  }

  bool holds(const TemporalFormula &formula) { return values(formula)[0]; }

private:
  using Values = std::vector<bool>;

  size_t after(size_t position) const { return position + 1 < steps.size() ? position + 1 : loop; }

  /// The least (or greatest) solution of: here(i), or through(i) and the solution at the next position.
  Values fixpoint(bool greatest, const std::function<bool(size_t)> &here, const std::function<bool(size_t)> &through) {
    Values result(steps.size(), greatest);
    // Twice round the loop: the second time has the right values at the first position of the loop.
    for (int round = 0; round < 2; ++round)
      for (size_t i = steps.size(); i-- > 0;)
        result[i] = here(i) || (through(i) && result[after(i)]);
    return result;
  }

  const Values &values(const TemporalFormula &formula) {
    auto known = memo.find(&formula);
    if (known == memo.end())
      known = memo.emplace(&formula, compute(formula)).first;
    return known->second;
  }

  Values fluentValues(const Fluent &fluent) const {
    Values result;
    bool value = fluent.initially;
    for (LabelId step : steps) {
      if (contains(fluent.starting, step))
        value = true;
      else if (contains(fluent.ending, step))
        value = false;
      result.push_back(value);
    }
    return result;
  }

  Values compute(const TemporalFormula &formula) {
    auto always = [](size_t) { return true; };
    auto never = [](size_t) { return false; };
    Values result(steps.size());
    if (formula.op == Op::Fluent)
      return fluentValues(model.fluents[formula.fluent]);
    Values lhs = formula.lhs ? values(*formula.lhs) : Values();
    Values rhs = formula.rhs ? values(*formula.rhs) : Values();
    auto left = [&](size_t i) -> bool { return lhs[i]; };
    auto right = [&](size_t i) -> bool { return rhs[i]; };
    switch (formula.op) {
    case Op::Eventually:
      return fixpoint(false, left, always);
    case Op::Always:
      return fixpoint(true, never, left);
    case Op::Until:
      return fixpoint(false, right, left);
    case Op::WeakUntil:
      return fixpoint(true, right, left);
    default:
      for (size_t i = 0; i < steps.size(); ++i)
        result[i] = computeAt(formula, i, lhs, rhs);
      return result;
    }
  }

  bool computeAt(const TemporalFormula &formula, size_t i, const Values &lhs, const Values &rhs) const {
    switch (formula.op) {
    case Op::True:
      return true;
    case Op::Action:
      return contains(formula.labels, steps[i]);
    case Op::Not:
      return !lhs[i];
    case Op::Next:
      return lhs[after(i)];
    case Op::And:
      return lhs[i] && rhs[i];
    case Op::Or:
      return lhs[i] || rhs[i];
    case Op::Implies:
      return !lhs[i] || rhs[i];
    case Op::Iff:
      return lhs[i] == rhs[i];
    default:
      return false;
    }
  }

  const Model &model;
  std::vector<LabelId> steps;
  size_t loop;
  std::map<const TemporalFormula *, Values> memo;
};

} // namespace

bool satisfies(const Model &model, const TemporalFormula &formula, ArrayRef<LabelId> prefix, ArrayRef<LabelId> cycle) {
  assert(!cycle.empty() && "a run is infinite");
  return LassoEvaluator(model, prefix, cycle).holds(formula);
}

std::vector<uint32_t> fluentsOf(const TemporalFormula &formula) {
  std::set<uint32_t> fluents;
  std::set<const TemporalFormula *> visited;
  std::vector<const TemporalFormula *> work{&formula};
  while (!work.empty()) {
    const TemporalFormula &f = *work.back();
    work.pop_back();
    if (!visited.insert(&f).second)
      continue;
    if (f.op == Op::Fluent)
      fluents.insert(f.fluent);
    for (const TemporalFormula *operand : {f.lhs.get(), f.rhs.get()})
      if (operand)
        work.push_back(operand);
  }
  return {fluents.begin(), fluents.end()};
}

std::vector<std::vector<uint32_t>> fluentsAt(const Model &model, ArrayRef<uint32_t> fluents, ArrayRef<LabelId> steps) {
  std::vector<bool> values;
  for (uint32_t fluent : fluents)
    values.push_back(model.fluents[fluent].initially);
  std::vector<std::vector<uint32_t>> result;
  for (LabelId step : steps) {
    result.emplace_back();
    for (size_t i = 0; i < fluents.size(); ++i) {
      if (contains(model.fluents[fluents[i]].starting, step))
        values[i] = true;
      else if (contains(model.fluents[fluents[i]].ending, step))
        values[i] = false;
      if (values[i])
        result.back().push_back(fluents[i]);
    }
  }
  return result;
}

} // namespace tenon
