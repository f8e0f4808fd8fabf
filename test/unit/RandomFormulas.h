//===- RandomFormulas.h - Random temporal formulas and runs ---------------===//

#ifndef TENON_TEST_RANDOMFORMULAS_H
#define TENON_TEST_RANDOMFORMULAS_H

#include "RandomSystems.h"
#include "tenon/Sema/Model.h"

namespace tenon::test {

/// Shape of a random formula.
struct RandomFormulaOptions {
  std::vector<std::string> labelPool = {"a", "b", "c"};
  unsigned maxDepth = 4; ///< Of nested operators.
  unsigned maxFluents = 2;
  bool safety = false; ///< Only operators that keep a formula safe.
  bool next = true;
};

/// Gives a model without fluents up to maxFluents, with starting and ending actions from the pool.
void addRandomFluents(RandomSystems &random, Model &model, const RandomFormulaOptions &options = {});
/// A formula over the labels of the pool and the model's fluents.
TemporalFormulaRef randomFormula(RandomSystems &random, const Model &model, const RandomFormulaOptions &options = {});

/// prefix · cycle^ω
struct LassoRun {
  std::vector<LabelId> prefix;
  std::vector<LabelId> cycle;
};
/// Over the labels of the pool, one that no formula mentions, and tau. The cycle has at least one step.
LassoRun randomRun(RandomSystems &random, const Model &model, const std::vector<std::string> &labelPool,
                   unsigned maxPrefix = 5, unsigned maxCycle = 4);
std::string describe(const Model &model, const LassoRun &run);
/// `<a, b>, initially 1` and so on.
std::string describeFluents(const Model &model);

} // namespace tenon::test

#endif // TENON_TEST_RANDOMFORMULAS_H
