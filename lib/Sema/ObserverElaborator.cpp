//===- ObserverElaborator.cpp - Properties and observers with data --------===//

#include "ObserverElaborator.h"

#include "DataSyntax.h"
#include "DataTyper.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Elaboration
//===----------------------------------------------------------------------===//

std::shared_ptr<const UnboundObserver> ObserverElaborator::run() {
  StringRef kind = definition.modifiers.observer ? "an observer" : "a property with constraints or marked states";
  auto refuse = [&](SMRange range, StringRef what) { analyzer.diagnostics.error(range, kind + " cannot be " + what); };
  const ast::Modifiers &modifiers = definition.modifiers;
  if (modifiers.deterministic || modifiers.minimal || modifiers.compose)
    refuse(definition.name.range, modifiers.deterministic ? "'deterministic'"
                                  : modifiers.minimal     ? "'minimal'"
                                                          : "'compose'");
  if (definition.hasRelabels && !definition.relabels.empty())
    refuse(definition.relabels.front()->range, "relabelled: write the labels as the system has them");
  if (definition.hiding)
    refuse(definition.hiding->range, "hidden in part");
  result->states = build(definition.locals);
  if (definition.extension) {
    unsigned errors = analyzer.diagnostics.errorCount();
    const SetPattern *set = analyzer.resolve(*definition.extension);
    if (analyzer.diagnostics.errorCount() == errors)
      analyzer.evaluator.expandSet(*set, analyzer.environment, result->alphabet);
  }
  sort(result->alphabet);
  result->alphabet.erase(std::unique(result->alphabet.begin(), result->alphabet.end()), result->alphabet.end());
  return result;
}

/// FSP's index label has constants and index variables only.
bool ObserverElaborator::isConstraint(const ast::Expr &e) {
  return anyPart(e, [&](const ast::Expr &part) {
    const auto *name = dyn_cast<ast::NameExpr>(&part);
    Slot slot;
    bool isLower = name && !(name->name.front() >= 'A' && name->name.front() <= 'Z');
    return isDataOnly(part) || (isLower && !analyzer.scope.find(name->name, slot));
  });
}

size_t ObserverElaborator::constraint(const ast::Expr &e) {
  UnboundConstraint constraint;
  constraint.expression = &e;
  anyPart(e, [&](const ast::Expr &part) {
    const auto *name = dyn_cast<ast::NameExpr>(&part);
    if (!name || isDataOnly(part))
      return false;
    bool found = false;
    DataExprRef value = analyzer.constantNamed({name->name, name->range}, found);
    if (value)
      constraint.values.push_back({name->name, int32_t(int64fromDynamicAPInt(value->constant.numerator))});
    else if (!found)
      analyzer.diagnostics.error(name->range, "variable '" + name->name + "' is not defined here")
          .note("a variable of a component is written with the component's name: `Client." + name->name + "`");
    return false;
  });
  result->constraints.push_back(std::move(constraint));
  return result->constraints.size() - 1;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {

/// The names of a constraint: those of the system's components.
class SystemNames final : public DataNames {
public:
  SystemNames(const SystemModel &system, DiagnosticEngine &diagnostics) : system(system), diagnostics(diagnostics) {}

  const UnboundConstraint *constraint = nullptr;

  DataExprRef name(const ast::Identifier &name) override {
    for (const auto &[known, value] : constraint->values)
      if (known == name.name)
        return DataTyper::constantInt(DynamicAPInt(value), name.range);
    return nullptr; // Reported when the observer was elaborated.
  }
  DataExprRef path(const ast::PathExpr &path, DataTyper &typer) override;
  DataExprRef call(const ast::CallExpr &call, DataTyper &) override {
    diagnostics.error(call.callee.range, "functions belong to components and cannot be called here");
    return nullptr;
  }
  const DataType &declaredType(const VariableRef &variable) const override {
    return system.leaves[variable.component].component->variables[variable.variable].type;
  }

private:
  bool matches(const SystemLeaf &leaf, StringRef key) const;
  DataExprRef reportUnknown(const ast::PathExpr &path, StringRef key, bool keyFound);

  const SystemModel &system;
  DiagnosticEngine &diagnostics;
};

} // namespace

/// By its prefixes, or its own name if there are none, or both.
bool SystemNames::matches(const SystemLeaf &leaf, StringRef key) const {
  if (!leaf.component)
    return false;
  if (leaf.prefix.empty())
    return key == leaf.component->declaredName;
  return key == leaf.prefix || key == leaf.prefix + "." + leaf.component->declaredName;
}

/// The longest names are tried last: `c[1].buffer[i]` is the element of an array, `c[1]` the component.
DataExprRef SystemNames::path(const ast::PathExpr &path, DataTyper &typer) {
  SmallString<64> key(path.root.name);
  bool keyFound = false;
  std::string lastKey;
  for (size_t i = 0; i < path.steps.size(); ++i) {
    const ast::PathStep &step = path.steps[i];
    if (!step.index) {
      SmallVector<VariableRef, 2> found;
      for (uint32_t l = 0; l < system.leaves.size(); ++l) {
        const SystemLeaf &leaf = system.leaves[l];
        if (!matches(leaf, key))
          continue;
        keyFound = true;
        lastKey = key.str().str();
        for (uint32_t v = 0; v < leaf.component->variables.size(); ++v)
          if (!leaf.component->variables[v].isLocal && leaf.component->variables[v].name == step.name.name)
            found.push_back({l, v});
      }
      if (found.size() > 1) {
        Diagnostic &error =
            diagnostics.error(path.range, "'" + key + "." + step.name.name + "' could be a variable of " +
                                              Twine(found.size()) + " components of '" + system.name + "'");
        for (const VariableRef &candidate : found)
          error.note(system.leaves[candidate.component].range, "one of them is here");
        error.note("give them different prefixes in the composition: `(a:P || b:P)`, then `a." + step.name.name + "`");
        return nullptr;
      }
      if (found.size() == 1) {
        const DataType &type = declaredType(found.front());
        if (i + 1 == path.steps.size())
          return DataTyper::variable(found.front(), type, path.range);
        const ast::PathStep &next = path.steps[i + 1];
        if (!next.index || i + 2 != path.steps.size() || !type.isArray()) {
          diagnostics.error(next.range, "'" + step.name.name + "' is of type " + toString(type) +
                                            (type.isArray() ? "" : ", and has no elements"));
          return nullptr;
        }
        DataExprRef index = typer.index(*next.index, type, step.name.name);
        return index ? DataTyper::element(found.front(), type, index, path.range) : nullptr;
      }
      key += ".";
      key += step.name.name;
      continue;
    }
    std::optional<DynamicAPInt> index = typer.constant(*step.index, "the index of a component");
    if (!index)
      return nullptr;
    raw_svector_ostream(key) << "." << *index;
  }
  return reportUnknown(path, keyFound ? StringRef(lastKey) : key.str(), keyFound);
}

DataExprRef SystemNames::reportUnknown(const ast::PathExpr &path, StringRef key, bool keyFound) {
  SmallVector<StringRef, 16> candidates;
  if (keyFound) {
    const SystemLeaf *first = nullptr;
    for (const SystemLeaf &leaf : system.leaves)
      if (matches(leaf, key)) {
        first = first ? first : &leaf;
        for (const VariableModel &variable : leaf.component->variables)
          candidates.push_back(variable.name);
      }
    const ast::PathStep &last =
        path.steps.back().index && path.steps.size() > 1 ? path.steps[path.steps.size() - 2] : path.steps.back();
    diagnostics
        .error(last.index ? last.range : last.name.range,
               "component '" + first->component->declaredName + "' has no variable '" +
                   (last.index ? StringRef() : last.name.name) + "'" + Analyzer::suggestion(last.name.name, candidates))
        .note(first->component->range, "the component is defined here");
    return nullptr;
  }
  for (const SystemLeaf &leaf : system.leaves)
    if (leaf.component)
      candidates.push_back(leaf.name);
  StringRef root = path.root.name;
  Diagnostic &error = diagnostics.error(path.root.range, "'" + system.name + "' has no component named '" + root + "'" +
                                                             Analyzer::suggestion(root, candidates));
  if (candidates.empty()) {
    error.note("it has no components with variables at all");
    return nullptr;
  }
  std::string all;
  for (StringRef candidate : ArrayRef(candidates).take_front(8))
    all += (all.empty() ? "" : ", ") + candidate.str();
  error.note("its components are " + all + (candidates.size() > 8 ? ", …" : ""));
  return nullptr;
}

std::shared_ptr<const BoundObserver> bindObserver(const ObserverModel &observer, const SystemModel &system,
                                                  const Model &, DiagnosticEngine &diagnostics) {
  if (!observer.unbound)
    return nullptr;
  unsigned errors = diagnostics.errorCount();
  SystemNames names(system, diagnostics);
  DataTyper typer(names, diagnostics);
  std::vector<DataExprRef> constraints;
  for (const UnboundConstraint &constraint : observer.unbound->constraints) {
    names.constraint = &constraint;
    constraints.push_back(typer.condition(*constraint.expression, "a constraint"));
  }
  if (diagnostics.errorCount() != errors)
    return nullptr;
  auto bound = std::make_shared<BoundObserver>();
  bound->name = observer.name;
  bound->range = observer.range;
  bound->isProperty = observer.isProperty;
  bound->alphabet = observer.unbound->alphabet;
  for (const RawState &state : observer.unbound->states) {
    ObserverState &result = bound->states.emplace_back();
    result.name = state.name;
    result.range = state.range;
    result.rejecting = !state.accepting;
    for (const RawTransition &transition : state.transitions) {
      ObserverTransition &step = result.transitions.emplace_back();
      step.range = transition.action.range;
      step.labels = transition.action.labels;
      step.isElse = transition.action.isElse;
      step.target = transition.target;
      if (transition.isConstraint && !step.isElse)
        step.constraint = constraints[transition.number];
      DataExprRef other;
      for (size_t number : transition.siblings)
        other = other ? typer.binary(ast::BinaryOperator::Or, constraints[number]->range, other, constraints[number])
                      : constraints[number];
      if (other)
        step.constraint = DataTyper::negation(other);
    }
  }
  return diagnostics.errorCount() == errors ? bound : nullptr;
}

bool ObserverState::hasConstraints() const {
  return any_of(transitions, [](const ObserverTransition &t) { return t.constraint != nullptr; });
}

} // namespace tenon
