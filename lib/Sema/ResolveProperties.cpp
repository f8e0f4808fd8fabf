//===- ResolveProperties.cpp - Progress, fluents, formulas ----------------===//

#include "Analyzer.h"

#include "tenon/Sema/FormulaExpander.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

/// A progress test or fluent may be expanded to this many instances.
static constexpr size_t MaxInstances = size_t(1) << 20;

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
    model->fluents.push_back(std::move(fluent));
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

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
  else if (auto component = componentDefinitions.find(name); component != componentDefinitions.end())
    earlier = component->second->name.range;
  if (earlier.isValid()) {
    diagnostics.error(definition.name.range, "'" + name + "' is the name of a process already")
        .note(earlier, "it is defined here");
    return;
  }
  AssertionModel assertion;
  assertion.name = nameOf(definition.name);
  assertion.constraint = definition.constraint;
  assertion.declaration = declarationOf(definition);
  FormulaExpander expander(*model, evaluator);
  assertion.formula = expander.expand(*assertion.declaration, {});
  if (!expander.expandExtension(*assertion.declaration, {}, assertion.extension) || !assertion.formula)
    return;
  if (assertion.constraint)
    model->definitions.push_back({DefinitionKind::Constraint, static_cast<uint32_t>(model->assertions.size())});
  model->assertions.push_back(std::move(assertion));
}

/// Assertions may refer to later ones, and to each other; each sees the constants in front of itself.
const FormulaDeclaration *Analyzer::declarationOf(const ast::FormulaDefinition &definition) {
  auto [entry, isNew] = declarations.try_emplace(&definition);
  if (!isNew)
    return entry->second;
  auto *declaration = model->create<FormulaDeclaration>();
  entry->second = declaration;
  Scope outerScope;
  std::swap(scope, outerScope);
  size_t outerOrder = std::exchange(order, formulaOrders.lookup(&definition));
  unsigned errors = diagnostics.errorCount();
  declaration->name = nameOf(definition.name);
  declaration->parameters = model->copy(ArrayRef<ParameterModel>(resolveParameters(definition.parameters)));
  declaration->formula = resolve(*definition.formula);
  if (definition.extension)
    declaration->extension = resolve(*definition.extension);
  declaration->slotCount = scope.slotCount();
  declaration->isValid = diagnostics.errorCount() == errors;
  order = outerOrder;
  std::swap(scope, outerScope);
  return declaration;
}

/// Null, with errors reported, where there is nothing to refer to.
const FormulaPattern *Analyzer::resolve(const ast::FormulaNode &formula) {
  if (const auto *paren = dyn_cast<ast::ParenFormula>(&formula))
    return resolve(*paren->inner);
  if (const auto *name = dyn_cast<ast::NameFormula>(&formula))
    return resolveFormulaName(*name);
  auto *pattern = model->create<FormulaPattern>();
  pattern->range = formula.range;
  if (const auto *unary = dyn_cast<ast::UnaryFormula>(&formula)) {
    static constexpr TemporalFormula::Op Ops[] = {TemporalFormula::Op::Not, TemporalFormula::Op::Next,
                                                  TemporalFormula::Op::Eventually, TemporalFormula::Op::Always};
    pattern->op = Ops[static_cast<int>(unary->op)];
    pattern->lhs = resolve(*unary->operand);
  } else if (const auto *binary = dyn_cast<ast::BinaryFormula>(&formula)) {
    static constexpr TemporalFormula::Op Ops[] = {TemporalFormula::Op::And,     TemporalFormula::Op::Or,
                                                  TemporalFormula::Op::Implies, TemporalFormula::Op::Iff,
                                                  TemporalFormula::Op::Until,   TemporalFormula::Op::WeakUntil};
    pattern->op = Ops[static_cast<int>(binary->op)];
    pattern->lhs = resolve(*binary->lhs);
    pattern->rhs = resolve(*binary->rhs);
  } else if (const auto *quantifier = dyn_cast<ast::QuantifierFormula>(&formula)) {
    Scope::Region region(scope);
    pattern->kind = FormulaPattern::Kind::Quantifier;
    pattern->op = quantifier->universal ? TemporalFormula::Op::And : TemporalFormula::Op::Or;
    pattern->indices = resolveIndices(quantifier->indices);
    pattern->lhs = resolve(*quantifier->operand);
  } else if (const auto *rigid = dyn_cast<ast::RigidFormula>(&formula)) {
    pattern->kind = FormulaPattern::Kind::Rigid;
    pattern->value = resolve(*rigid->value);
  } else {
    Scope::Region region(scope);
    pattern->kind = FormulaPattern::Kind::Action;
    pattern->label = resolve(*cast<ast::ActionFormula>(formula).label);
  }
  return pattern;
}

const FormulaPattern *Analyzer::resolveFormulaName(const ast::NameFormula &formula) {
  StringRef name = formula.name.name;
  auto *pattern = model->create<FormulaPattern>();
  pattern->range = formula.range;
  if (auto fluent = fluents.find(name); fluent != fluents.end()) {
    if (formula.hasArguments) {
      diagnostics.error(formula.range, "'" + name + "' is a fluent: its index is written in brackets");
      return nullptr;
    }
    Scope::Region region(scope);
    pattern->kind = FormulaPattern::Kind::Fluent;
    pattern->name = nameOf(fluent->second->name);
    pattern->indices = resolveIndices(formula.indices);
    return pattern;
  }
  if (auto assertion = formulas.find(name); assertion != formulas.end()) {
    if (!formula.indices.empty()) {
      diagnostics.error(formula.range, "'" + name + "' is an assertion: its parameters are written in parentheses");
      return nullptr;
    }
    const ast::FormulaDefinition &definition = *assertion->second;
    pattern->kind = FormulaPattern::Kind::Reference;
    pattern->arguments =
        resolveArguments(formula.name, formula.arguments, definition.parameters.size(), definition.name.range);
    pattern->target = declarationOf(definition);
    return pattern;
  }
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : fluents)
    candidates.push_back(entry.getKey());
  for (const auto &entry : formulas)
    candidates.push_back(entry.getKey());
  Diagnostic &error = diagnostics.error(formula.name.range,
                                        "no fluent or assertion named '" + name + "'" + suggestion(name, candidates));
  if (sets.contains(name))
    error.note("the actions of a set are written in braces: {" + name + "}");
  return nullptr;
}

} // namespace tenon
