//===- FormulaExpander.cpp - Formulas with their parameters ---------------===//

#include "tenon/Sema/FormulaExpander.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

using Op = TemporalFormula::Op;

/// The quantifiers of a formula may be expanded to this many instances.
static constexpr size_t MaxInstances = size_t(1) << 20;

/// Assertions may refer to assertions this deep.
static constexpr size_t MaxDepth = 200;

static TemporalFormulaRef makeFormula(Op op, TemporalFormulaRef lhs = nullptr, TemporalFormulaRef rhs = nullptr) {
  auto formula = std::make_shared<TemporalFormula>();
  formula->op = op;
  formula->lhs = std::move(lhs);
  formula->rhs = std::move(rhs);
  return formula;
}

/// `f op g op …`, as a balanced tree: quantifiers may have very many instances. Null for none.
static TemporalFormulaRef joinFormulas(Op op, std::vector<TemporalFormulaRef> formulas) {
  while (formulas.size() > 1) {
    std::vector<TemporalFormulaRef> pairs;
    for (size_t i = 0; i + 1 < formulas.size(); i += 2)
      pairs.push_back(makeFormula(op, formulas[i], formulas[i + 1]));
    if (formulas.size() % 2 != 0)
      pairs.push_back(formulas.back());
    formulas = std::move(pairs);
  }
  return formulas.empty() ? nullptr : formulas.front();
}

static Environment environmentOf(const FormulaDeclaration &declaration, ArrayRef<Value> arguments) {
  Environment env(std::max<size_t>(declaration.slotCount, declaration.parameters.size()));
  for (size_t i = 0; i < declaration.parameters.size(); ++i)
    env[i] = arguments.empty() ? declaration.parameters[i].defaultValue : arguments[i];
  return env;
}

TemporalFormulaRef FormulaExpander::expand(const FormulaDeclaration &declaration, ArrayRef<Value> arguments) {
  if (!declaration.isValid)
    return nullptr;
  if (parents.empty())
    instances = 0;
  Environment env = environmentOf(declaration, arguments);
  parents.push_back(&declaration);
  TemporalFormulaRef result = expand(*declaration.formula, env);
  parents.pop_back();
  return result;
}

bool FormulaExpander::expandExtension(const FormulaDeclaration &declaration, ArrayRef<Value> arguments,
                                      std::vector<LabelId> &labels) {
  return declaration.isValid &&
         (!declaration.extension ||
          evaluator.expandSet(*declaration.extension, environmentOf(declaration, arguments), labels));
}

TemporalFormulaRef FormulaExpander::expand(const FormulaPattern &pattern, Environment &env) {
  switch (pattern.kind) {
  case FormulaPattern::Kind::Operator:
    return expandOperator(pattern, env);
  case FormulaPattern::Kind::Quantifier:
    return expandQuantifier(pattern, env);
  case FormulaPattern::Kind::Rigid: {
    std::optional<int32_t> value = evaluator.evaluateNumber(*pattern.value, env);
    return value ? makeFormula(*value > 0 ? Op::True : Op::False) : nullptr;
  }
  case FormulaPattern::Kind::Action: {
    auto action = std::make_shared<TemporalFormula>();
    action->op = Op::Action;
    if (!evaluator.expandAll(*pattern.label, env, action->labels))
      return nullptr;
    record(action->labels, pattern.label->range);
    return action;
  }
  case FormulaPattern::Kind::Fluent:
    return expandFluent(pattern, env);
  case FormulaPattern::Kind::Reference:
    return expandReference(pattern, env);
  }
  llvm_unreachable("all kinds of formula are covered");
}

void FormulaExpander::record(ArrayRef<LabelId> labels, SMRange place) {
  if (places)
    for (LabelId label : labels)
      places->try_emplace(label, place);
}

TemporalFormulaRef FormulaExpander::expandOperator(const FormulaPattern &pattern, Environment &env) {
  TemporalFormulaRef lhs = expand(*pattern.lhs, env);
  if (!pattern.rhs)
    return lhs ? makeFormula(pattern.op, lhs) : nullptr;
  TemporalFormulaRef rhs = expand(*pattern.rhs, env);
  return lhs && rhs ? makeFormula(pattern.op, lhs, rhs) : nullptr;
}

TemporalFormulaRef FormulaExpander::expandQuantifier(const FormulaPattern &pattern, Environment &env) {
  std::vector<TemporalFormulaRef> formulas;
  bool complete = evaluator.forEachIndex(pattern.indices, env, [&](ArrayRef<Value>) {
    if (++instances > MaxInstances) {
      evaluator.diagnosticEngine().error(pattern.range, "the quantifiers of this formula expand to more than " +
                                                            Twine(MaxInstances) + " instances");
      return false;
    }
    TemporalFormulaRef instance = expand(*pattern.lhs, env);
    if (instance)
      formulas.push_back(instance);
    return instance != nullptr;
  });
  return complete ? joinFormulas(pattern.op, std::move(formulas)) : nullptr;
}

/// Several index values stand for the disjunction of their fluents.
TemporalFormulaRef FormulaExpander::expandFluent(const FormulaPattern &pattern, Environment &env) {
  std::vector<TemporalFormulaRef> formulas;
  bool complete = evaluator.forEachIndex(pattern.indices, env, [&](ArrayRef<Value> values) {
    ++instances;
    SmallString<64> name(pattern.name.text);
    for (const Value &value : values) {
      name.push_back('.');
      appendValue(value, *model.labels, name);
    }
    std::optional<uint32_t> number = model.findFluent(name);
    if (!number) {
      evaluator.diagnosticEngine()
          .error(pattern.range, "there is no fluent '" + name + "'")
          .note(pattern.name.range,
                pattern.indices.empty() ? "it is defined with indices here" : "the fluent is defined here");
      return false;
    }
    auto fluent = std::make_shared<TemporalFormula>();
    fluent->op = Op::Fluent;
    fluent->fluent = *number;
    record(model.fluents[*number].starting, pattern.name.range);
    record(model.fluents[*number].ending, pattern.name.range);
    formulas.push_back(std::move(fluent));
    return true;
  });
  return complete ? joinFormulas(Op::Or, std::move(formulas)) : nullptr;
}

TemporalFormulaRef FormulaExpander::expandReference(const FormulaPattern &pattern, const Environment &env) {
  const FormulaDeclaration &target = *pattern.target;
  if (is_contained(parents, &target) || parents.size() >= MaxDepth) {
    evaluator.diagnosticEngine()
        .error(pattern.range, "assertion '" + target.name.text + "' is defined by itself")
        .note(target.name.range, "it is defined here");
    return nullptr;
  }
  SmallVector<Value, 4> arguments;
  for (const Expression *argument : pattern.arguments) {
    std::optional<Value> value = evaluator.evaluate(*argument, env);
    if (!value)
      return nullptr;
    arguments.push_back(*value);
  }
  return expand(target, arguments);
}

} // namespace tenon
