//===- RandomFormulas.cpp - Random temporal formulas and runs -------------===//

#include "RandomFormulas.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon::test {

using Op = TemporalFormula::Op;

static std::vector<LabelId> labelSet(const Model &model, const std::vector<std::string> &texts) {
  std::vector<LabelId> labels;
  for (const std::string &text : texts)
    labels.push_back(model.labels->intern(text));
  return labels;
}

void addRandomFluents(RandomSystems &random, Model &model, const RandomFormulaOptions &options) {
  unsigned count = random.between(0, options.maxFluents);
  for (unsigned i = 0; i < count; ++i) {
    Fluent fluent;
    fluent.name = "F" + std::to_string(i);
    for (const std::string &label : options.labelPool)
      if (unsigned choice = random.below(3); choice != 2)
        (choice == 0 ? fluent.starting : fluent.ending).push_back(model.labels->intern(label));
    fluent.initially = random.chance(0.3);
    model.fluents.push_back(std::move(fluent));
  }
}

namespace {

class FormulaGenerator {
public:
  FormulaGenerator(RandomSystems &source, const Model &checked, const RandomFormulaOptions &shape)
      : random(source), model(checked), options(shape) {}

  /// `positive`: the formula stands under an even number of negations.
  TemporalFormulaRef make(unsigned depth, bool positive) {
    auto formula = std::make_shared<TemporalFormula>();
    formula->op = depth == 0 || random.chance(0.1) ? leaf() : random.pick(operators(positive));
    switch (formula->op) {
    case Op::Action:
      formula->labels = labelSet(model, random.subset(options.labelPool, 1, random.chance(0.7) ? 1 : 2));
      break;
    case Op::Fluent:
      formula->fluent = random.below(static_cast<unsigned>(model.fluents.size()));
      break;
    case Op::True:
    case Op::False:
      break;
    case Op::Not:
      formula->lhs = make(depth - 1, !positive);
      break;
    case Op::Next:
    case Op::Eventually:
    case Op::Always:
      formula->lhs = make(depth - 1, positive);
      break;
    default:
      formula->lhs = make(depth - 1, positive != (formula->op == Op::Implies));
      formula->rhs = make(depth - 1, positive);
    }
    return formula;
  }

private:
  Op leaf() {
    if (random.chance(0.05))
      return random.chance(0.5) ? Op::True : Op::False;
    return !model.fluents.empty() && random.chance(0.4) ? Op::Fluent : Op::Action;
  }

  std::vector<Op> operators(bool positive) const {
    std::vector<Op> result = {Op::Not, Op::Not, Op::And, Op::Or, Op::Implies};
    if (options.next)
      result.push_back(Op::Next);
    bool both = !options.safety;
    if (both || positive)
      result.insert(result.end(), {Op::Always, Op::WeakUntil});
    if (both || !positive)
      result.insert(result.end(), {Op::Eventually, Op::Until});
    if (both)
      result.insert(result.end(), {Op::Iff, Op::Until, Op::Eventually, Op::Always});
    return result;
  }

  RandomSystems &random;
  const Model &model;
  const RandomFormulaOptions &options;
};

} // namespace

TemporalFormulaRef randomFormula(RandomSystems &random, const Model &model, const RandomFormulaOptions &options) {
  return FormulaGenerator(random, model, options).make(random.between(1, options.maxDepth), true);
}

LassoRun randomRun(RandomSystems &random, const Model &model, const std::vector<std::string> &labelPool,
                   unsigned maxPrefix, unsigned maxCycle) {
  std::vector<LabelId> labels = labelSet(model, labelPool);
  labels.push_back(model.labels->intern("unmentioned"));
  labels.push_back(LabelTable::Tau);
  LassoRun run;
  unsigned prefix = random.between(0, maxPrefix), cycle = random.between(1, maxCycle);
  for (unsigned i = 0; i < prefix; ++i)
    run.prefix.push_back(random.pick(labels));
  for (unsigned i = 0; i < cycle; ++i)
    run.cycle.push_back(random.pick(labels));
  return run;
}

std::string describe(const Model &model, const LassoRun &run) {
  std::string text;
  for (LabelId label : run.prefix)
    text += model.labels->text(label).str() + " ";
  text += "(";
  for (LabelId label : run.cycle)
    text += " " + model.labels->text(label).str();
  return text + " )*";
}

std::string describeFluents(const Model &model) {
  std::string text;
  auto list = [&](const std::vector<LabelId> &labels) {
    std::string result = "{";
    for (LabelId label : labels)
      result += " " + model.labels->text(label).str();
    return result + " }";
  };
  for (const Fluent &fluent : model.fluents)
    text += fluent.name + " = <" + list(fluent.starting) + ", " + list(fluent.ending) + ">" +
            (fluent.initially ? " initially 1; " : "; ");
  return text;
}

} // namespace tenon::test
