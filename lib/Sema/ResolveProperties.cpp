//===- ResolveProperties.cpp - Progress, fluents, formulas, goals ---------===//

#include "Analyzer.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

/// A progress test, fluent or quantifier may be expanded to this many instances.
static constexpr size_t MaxInstances = size_t(1) << 20;

/// Assertions may refer to assertions this deep.
static constexpr size_t MaxAssertDepth = 200;

/// `note` says why there are no variables, if there are none.
bool Analyzer::expandLabels(const ast::LabelElement &label, StringRef note, std::vector<LabelId> &labels) {
  unsigned errors = diagnostics.errorCount();
  Scope::Region region(scope);
  whyNoVariables = scope.empty() ? note : StringRef();
  const LabelPattern *pattern = resolve(label);
  whyNoVariables = {};
  if (diagnostics.errorCount() != errors)
    return false;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  return evaluator.expandAll(*pattern, environment, labels);
}

/// Calls `each` with the name of every instance, the index variables bound; once, with the plain name, without indices.
bool Analyzer::forEachInstance(const ast::Identifier &name, ArrayRef<ast::IndexSpec> indices,
                               function_ref<bool(StringRef)> each) {
  unsigned errors = diagnostics.errorCount();
  ArrayRef<IndexPattern> patterns = resolveIndices(indices);
  if (diagnostics.errorCount() != errors)
    return false;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  size_t count = 0;
  return evaluator.forEachIndex(patterns, environment, [&](ArrayRef<Value> values) {
    if (++count > MaxInstances) {
      diagnostics.error(name.range, "'" + name.name + "' has more than " + Twine(MaxInstances) + " instances");
      return false;
    }
    SmallString<64> instance(name.name);
    for (const Value &value : values) {
      instance.push_back('.');
      appendValue(value, *model->labels, instance);
    }
    return each(instance);
  });
}

void Analyzer::defineProgress(const ast::ProgressDefinition &definition) {
  static constexpr StringLiteral Note = "a progress test has no variables but its own indices";
  forEachInstance(definition.name, definition.indices, [&](StringRef instance) {
    ProgressTest test;
    test.name = instance.str();
    test.range = definition.name.range;
    test.conditional = definition.condition != nullptr;
    if (test.conditional && !expandLabels(*definition.condition, Note, test.condition))
      return false;
    if (!expandLabels(*definition.labels, Note, test.labels))
      return false;
    model->progressTests.push_back(std::move(test));
    return true;
  });
}

void Analyzer::defineFluent(const ast::FluentDefinition &definition) {
  static constexpr StringLiteral Note = "a fluent has no variables but its own indices";
  forEachInstance(definition.name, definition.indices, [&](StringRef instance) {
    Fluent fluent;
    fluent.name = instance.str();
    if (!expandLabels(*definition.starting, Note, fluent.starting) ||
        !expandLabels(*definition.ending, Note, fluent.ending))
      return false;
    DenseSet<LabelId> starting(fluent.starting.begin(), fluent.starting.end());
    for (LabelId label : fluent.ending)
      if (starting.contains(label)) {
        diagnostics.error(definition.ending->range,
                          "action '" + model->labels->text(label) + "' both starts and ends fluent '" + instance + "'");
        return false;
      }
    if (definition.initially) {
      unsigned errors = diagnostics.errorCount();
      const Expression *initially = resolve(*definition.initially);
      if (diagnostics.errorCount() != errors)
        return false;
      std::optional<int32_t> value = evaluator.evaluateNumber(*initially, environment);
      if (!value)
        return false;
      fluent.initially = *value > 0;
    }
    fluentInstances[instance] = static_cast<uint32_t>(model->fluents.size());
    model->fluents.push_back(std::move(fluent));
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static TemporalFormulaRef makeFormula(TemporalFormula::Op op, TemporalFormulaRef lhs = nullptr,
                                      TemporalFormulaRef rhs = nullptr) {
  auto formula = std::make_shared<TemporalFormula>();
  formula->op = op;
  formula->lhs = std::move(lhs);
  formula->rhs = std::move(rhs);
  return formula;
}

/// `f op g op …`, as a balanced tree: quantifiers may have very many instances. Null for none.
static TemporalFormulaRef joinFormulas(TemporalFormula::Op op, std::vector<TemporalFormulaRef> formulas) {
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

void Analyzer::defineFormula(const ast::FormulaDefinition &definition) {
  auto entry = formulas.find(definition.name.name);
  if (entry->second != &definition)
    return;
  StringRef name = definition.name.name;
  SMRange earlier;
  if (auto process = processes.find(name); process != processes.end())
    earlier = process->second->name.range;
  else if (auto composite = composites.find(name); composite != composites.end())
    earlier = composite->second->name.range;
  if (earlier.isValid()) {
    diagnostics.error(definition.name.range, "'" + name + "' is the name of a process already")
        .note(earlier, "it is defined here");
    return;
  }
  scope = Scope();
  environment.clear();
  expanding = {&definition};
  formulaInstances = 0;
  AssertionModel assertion;
  assertion.name = nameOf(definition.name);
  assertion.constraint = definition.constraint;
  for (const ParameterModel &parameter : resolveParameters(definition.parameters))
    environment.push_back(parameter.defaultValue);
  assertion.formula = expand(*definition.formula);
  if (definition.extension) {
    unsigned errors = diagnostics.errorCount();
    const SetPattern *extension = resolve(*definition.extension);
    environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
    if (diagnostics.errorCount() != errors || !evaluator.expandSet(*extension, environment, assertion.extension))
      return;
  }
  if (!assertion.formula)
    return;
  if (assertion.constraint)
    model->definitions.push_back({DefinitionKind::Constraint, static_cast<uint32_t>(model->assertions.size())});
  model->assertions.push_back(std::move(assertion));
}

TemporalFormulaRef Analyzer::expand(const ast::FormulaNode &formula) {
  switch (formula.kind()) {
  case ast::FormulaNode::Kind::Paren:
    return expand(*cast<ast::ParenFormula>(formula).inner);
  case ast::FormulaNode::Kind::Unary:
    return expandUnary(cast<ast::UnaryFormula>(formula));
  case ast::FormulaNode::Kind::Binary: {
    static constexpr TemporalFormula::Op Ops[] = {TemporalFormula::Op::And,     TemporalFormula::Op::Or,
                                                  TemporalFormula::Op::Implies, TemporalFormula::Op::Iff,
                                                  TemporalFormula::Op::Until,   TemporalFormula::Op::WeakUntil};
    const auto &binary = cast<ast::BinaryFormula>(formula);
    TemporalFormulaRef lhs = expand(*binary.lhs), rhs = expand(*binary.rhs);
    return lhs && rhs ? makeFormula(Ops[static_cast<int>(binary.op)], lhs, rhs) : nullptr;
  }
  case ast::FormulaNode::Kind::Quantifier:
    return expandQuantifier(cast<ast::QuantifierFormula>(formula));
  case ast::FormulaNode::Kind::Rigid: {
    unsigned errors = diagnostics.errorCount();
    const Expression *e = resolve(*cast<ast::RigidFormula>(formula).value);
    if (diagnostics.errorCount() != errors)
      return nullptr;
    environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
    std::optional<int32_t> value = evaluator.evaluateNumber(*e, environment);
    return value ? makeFormula(*value > 0 ? TemporalFormula::Op::True : TemporalFormula::Op::False) : nullptr;
  }
  case ast::FormulaNode::Kind::Name:
    return expandName(cast<ast::NameFormula>(formula));
  case ast::FormulaNode::Kind::Action:
    return expandAction(cast<ast::ActionFormula>(formula));
  }
  llvm_unreachable("all kinds of formula are covered");
}

TemporalFormulaRef Analyzer::expandUnary(const ast::UnaryFormula &formula) {
  static constexpr TemporalFormula::Op Ops[] = {TemporalFormula::Op::Not, TemporalFormula::Op::Next,
                                                TemporalFormula::Op::Eventually, TemporalFormula::Op::Always};
  TemporalFormulaRef operand = expand(*formula.operand);
  return operand ? makeFormula(Ops[static_cast<int>(formula.op)], operand) : nullptr;
}

TemporalFormulaRef Analyzer::expandQuantifier(const ast::QuantifierFormula &formula) {
  Scope::Region region(scope);
  unsigned errors = diagnostics.errorCount();
  ArrayRef<IndexPattern> indices = resolveIndices(formula.indices);
  if (diagnostics.errorCount() != errors)
    return nullptr;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  std::vector<TemporalFormulaRef> instances;
  auto op = formula.universal ? TemporalFormula::Op::And : TemporalFormula::Op::Or;
  bool complete = evaluator.forEachIndex(indices, environment, [&](ArrayRef<Value>) {
    if (++formulaInstances > MaxInstances) {
      diagnostics.error(formula.range,
                        "the quantifiers of this formula expand to more than " + Twine(MaxInstances) + " instances");
      return false;
    }
    TemporalFormulaRef instance = expand(*formula.operand);
    if (!instance)
      return false;
    instances.push_back(std::move(instance));
    return true;
  });
  return complete ? joinFormulas(op, std::move(instances)) : nullptr;
}

TemporalFormulaRef Analyzer::expandAction(const ast::ActionFormula &formula) {
  Scope::Region region(scope);
  unsigned errors = diagnostics.errorCount();
  const LabelPattern *pattern = resolve(*formula.label);
  if (diagnostics.errorCount() != errors)
    return nullptr;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  auto action = std::make_shared<TemporalFormula>();
  action->op = TemporalFormula::Op::Action;
  return evaluator.expandAll(*pattern, environment, action->labels) ? action : nullptr;
}

TemporalFormulaRef Analyzer::expandName(const ast::NameFormula &formula) {
  if (fluents.contains(formula.name.name))
    return expandFluent(formula);
  auto assertion = formulas.find(formula.name.name);
  if (assertion != formulas.end())
    return expandAssertion(formula, *assertion->second);
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : fluents)
    candidates.push_back(entry.getKey());
  for (const auto &entry : formulas)
    candidates.push_back(entry.getKey());
  Diagnostic &error = diagnostics.error(formula.name.range, "no fluent or assertion named '" + formula.name.name + "'" +
                                                                suggestion(formula.name.name, candidates));
  if (sets.contains(formula.name.name))
    error.note("the actions of a set are written in braces: {" + formula.name.name + "}");
  return nullptr;
}

TemporalFormulaRef Analyzer::expandFluent(const ast::NameFormula &formula) {
  Scope::Region region(scope);
  if (formula.hasArguments) {
    diagnostics.error(formula.range, "'" + formula.name.name + "' is a fluent: its index is written in brackets");
    return nullptr;
  }
  unsigned errors = diagnostics.errorCount();
  ArrayRef<IndexPattern> indices = resolveIndices(formula.indices);
  if (diagnostics.errorCount() != errors)
    return nullptr;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  std::vector<TemporalFormulaRef> instances;
  bool complete = evaluator.forEachIndex(indices, environment, [&](ArrayRef<Value> values) {
    ++formulaInstances;
    SmallString<64> instance(formula.name.name);
    for (const Value &value : values) {
      instance.push_back('.');
      appendValue(value, *model->labels, instance);
    }
    auto found = fluentInstances.find(instance);
    if (found == fluentInstances.end()) {
      diagnostics.error(formula.range, "there is no fluent '" + instance + "'")
          .note(fluents[formula.name.name]->name.range, "the fluent is defined here");
      return false;
    }
    auto fluent = std::make_shared<TemporalFormula>();
    fluent->op = TemporalFormula::Op::Fluent;
    fluent->fluent = found->second;
    instances.push_back(std::move(fluent));
    return true;
  });
  return complete ? joinFormulas(TemporalFormula::Op::Or, std::move(instances)) : nullptr;
}

TemporalFormulaRef Analyzer::expandAssertion(const ast::NameFormula &formula,
                                             const ast::FormulaDefinition &definition) {
  if (is_contained(expanding, &definition) || expanding.size() >= MaxAssertDepth) {
    diagnostics.error(formula.range, "assertion '" + formula.name.name + "' is defined by itself")
        .note(definition.name.range, "it is defined here");
    return nullptr;
  }
  if (!formula.indices.empty()) {
    diagnostics.error(formula.range,
                      "'" + formula.name.name + "' is an assertion: its parameters are written in parentheses");
    return nullptr;
  }
  unsigned errors = diagnostics.errorCount();
  ArrayRef<const Expression *> arguments =
      resolveArguments(formula.name, formula.arguments, definition.parameters.size(), definition.name.range);
  if (diagnostics.errorCount() != errors)
    return nullptr;
  environment.resize(std::max<size_t>(environment.size(), scope.slotCount()));
  Environment inner;
  for (const Expression *argument : arguments) {
    std::optional<Value> value = evaluator.evaluate(*argument, environment);
    if (!value)
      return nullptr;
    inner.push_back(*value);
  }
  Scope innerScope;
  std::swap(scope, innerScope);
  std::vector<ParameterModel> parameters = resolveParameters(definition.parameters);
  for (size_t i = inner.size(); i < parameters.size(); ++i)
    inner.push_back(parameters[i].defaultValue);
  std::swap(environment, inner);
  expanding.push_back(&definition);
  TemporalFormulaRef result = diagnostics.errorCount() == errors ? expand(*definition.formula) : nullptr;
  expanding.pop_back();
  std::swap(environment, inner);
  std::swap(scope, innerScope);
  return result;
}

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

bool Analyzer::checkSystemName(const ast::Identifier &name) {
  if (processes.contains(name.name) || composites.contains(name.name) || imports.contains(name.name))
    return true;
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : processes)
    candidates.push_back(entry.getKey());
  for (const auto &entry : composites)
    candidates.push_back(entry.getKey());
  for (const auto &entry : imports)
    candidates.push_back(entry.getKey());
  diagnostics.error(name.range, "no process named '" + name.name + "'" + suggestion(name.name, candidates));
  return false;
}

bool Analyzer::checkPropertyName(const ast::Identifier &name) {
  auto process = processes.find(name.name);
  auto composite = composites.find(name.name);
  if (process != processes.end() || composite != composites.end()) {
    bool isProcess = process != processes.end(); // It wins over a composite of the same name.
    if (isProcess ? process->second->modifiers.property : composite->second->modifiers.property)
      return true;
    diagnostics.error(name.range, "'" + name.name + "' is not a property")
        .note(isProcess ? process->second->name.range : composite->second->name.range,
              "write 'property' in front of its definition; to compare behaviors write 'check … refines " + name.name +
                  "'");
    return false;
  }
  if (auto formula = formulas.find(name.name); formula != formulas.end()) {
    if (!formula->second->constraint)
      return true;
    diagnostics.error(name.range, "'" + name.name + "' is a constraint, which is a process, not a property")
        .note(formula->second->name.range, "it is defined here; 'assert' in place of 'constraint' makes it a property");
    return false;
  }
  for (const auto &entry : progressNames)
    if (entry.getKey() == name.name)
      return true;
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : processes)
    if (entry.second->modifiers.property)
      candidates.push_back(entry.getKey());
  for (const auto &entry : formulas)
    candidates.push_back(entry.getKey());
  for (const auto &entry : progressNames)
    candidates.push_back(entry.getKey());
  diagnostics.error(name.range, "no property, assertion or progress test named '" + name.name + "'" +
                                    suggestion(name.name, candidates));
  return false;
}

void Analyzer::defineGoal(const ast::GoalDefinition &definition) {
  Goal goal;
  goal.kind = static_cast<Goal::Kind>(definition.goal);
  goal.expectation = static_cast<Goal::Expectation>(definition.expectation);
  goal.range = definition.range;
  goal.subject = nameOf(definition.subject);
  goal.system = nameOf(definition.system);
  goal.property = nameOf(definition.property);
  if (definition.method)
    goal.method = definition.method->name.str();
  bool good = checkSystemName(definition.subject);
  switch (definition.goal) {
  case ast::GoalDefinition::GoalKind::DeadlockFree:
    break;
  case ast::GoalDefinition::GoalKind::Refines:
  case ast::GoalDefinition::GoalKind::Simulates:
    good &= checkSystemName(definition.property);
    break;
  case ast::GoalDefinition::GoalKind::Repair:
    good &= checkSystemName(definition.system);
    good &= checkPropertyName(definition.property);
    break;
  case ast::GoalDefinition::GoalKind::Satisfies:
  case ast::GoalDefinition::GoalKind::Interface:
    good &= checkPropertyName(definition.property);
    break;
  }
  if (good)
    model->goals.push_back(std::move(goal));
}

} // namespace tenon
