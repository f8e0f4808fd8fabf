//===- RandomRuleSystems.h - Systems and properties for the rules ---------===//

#ifndef TENON_TEST_RANDOMRULESYSTEMS_H
#define TENON_TEST_RANDOMRULESYSTEMS_H

#include "tenon/AssumeGuarantee/Verifier.h"

#include "RandomSystems.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::test {

/// A system, divided into operands, and a property.
struct RuleSystem {
  Network network;
  std::vector<Operand> operands;
  LtsRef property;
};

/// What a random system may have.
struct RuleSystemOptions {
  unsigned minSides = 2, maxSides = 2;
  bool hiding = true;       ///< Of the system, before the property looks.
  bool errors = true;       ///< Components with ERROR of their own.
  bool wideSides = true;    ///< Operands of two components.
  bool foreignLabel = true; ///< The property may have a label that nobody has.
};

/// Makes components and a property. Half of the systems are made of independent automata. The others follow a common
/// plan, each component loosely, so that the property, which is the plan, too, often needs all of them.
class RuleSystemMaker {
public:
  RuleSystemMaker(uint64_t seed, const RuleSystemOptions &systemOptions)
      : random(seed), options(systemOptions), followsPlan(random.chance(0.6)) {
    shape.labelPool = {"a.1", "a.2", "b", "c", "d"};
    shape.minLabels = 2;
    shape.density = 1.4 + 0.2 * random.below(5);
    shape.maxStates = 2 + random.below(4);
    shape.nondeterminism = random.chance(0.6);
    shape.tau = random.chance(0.5);
    shape.stop = random.chance(0.2);
    RandomLtsOptions whole = shape;
    whole.nondeterminism = whole.tau = whole.end = whole.error = whole.stop = false;
    whole.maxStates = 6;
    whole.minLabels = whole.maxLabels = 5;
    plan = random.lts(whole);
    looseness = 0.1 + 0.1 * random.below(4);
  }

  RuleSystem make() {
    RuleSystem system;
    system.network.name = "S";
    system.network.table = random.table();
    unsigned sides = random.between(options.minSides, options.maxSides);
    for (unsigned i = 0; i < sides; ++i) {
      Operand &operand = system.operands.emplace_back();
      operand.name = "M" + std::to_string(i + 1);
      unsigned parts = options.wideSides && random.chance(0.2) ? 2 : 1;
      for (unsigned k = 0; k < parts; ++k) {
        std::string name = parts == 1 ? operand.name : operand.name + "." + std::to_string(k + 1);
        bool hasError = options.errors && random.chance(0.2);
        operand.components.push_back({name, std::make_shared<const Lts>(component(name, hasError))});
        system.network.components.push_back(operand.components.back());
      }
    }
    if (options.hiding && random.chance(0.3)) {
      LabelId label = random.table()->intern(random.pick(shape.labelPool));
      system.network.hiding = Hiding{LabelMatcher(random.table(), {label}), random.chance(0.2)};
    }
    system.property = std::make_shared<const Lts>(property());
    return system;
  }

private:
  Lts component(const std::string &name, bool hasError) {
    if (!followsPlan) {
      shape.error = hasError;
      return random.lts(shape, name);
    }
    std::vector<std::string> own = random.subset(shape.labelPool, 3, 5);
    LtsBuilder builder(random.table());
    builder.reserveStates(plan.stateCount());
    for (const std::string &label : own)
      builder.addLabel(random.table()->intern(label));
    for (StateId s = 0; s < plan.stateCount(); ++s) {
      for (const Transition &t : plan.successors(s)) {
        bool isOwn = llvm::is_contained(own, plan.alphabet().text(t.action).str());
        builder.add(s, isOwn ? plan.alphabet().label(t.action) : LabelTable::Tau, t.target);
      }
      for (const std::string &label : own)
        if (random.chance(looseness))
          builder.add(s, random.table()->intern(label), random.below(plan.stateCount()));
      if (hasError && random.chance(0.3))
        builder.add(s, random.table()->intern(random.pick(own)), ErrorState);
    }
    return builder.build(name);
  }

  Lts property() {
    if (!followsPlan) {
      RandomLtsOptions options = shape;
      options.minLabels = 1;
      options.maxLabels = 3;
      options.density = 2.0;
      options.maxStates = 1 + random.below(4);
      if (this->options.foreignLabel && random.chance(0.2))
        options.labelPool.push_back("nobody");
      return random.property(options, "P");
    }
    LtsBuilder seen(random.table());
    seen.reserveStates(plan.stateCount());
    std::vector<std::string> own = random.subset(shape.labelPool, 1, 3);
    for (const std::string &label : own)
      seen.addLabel(random.table()->intern(label));
    if (options.foreignLabel && random.chance(0.2))
      seen.addLabel(random.table()->intern("nobody"));
    for (StateId s = 0; s < plan.stateCount(); ++s)
      for (const Transition &t : plan.successors(s)) {
        bool isOwn = llvm::is_contained(own, plan.alphabet().text(t.action).str());
        seen.add(s, isOwn ? plan.alphabet().label(t.action) : LabelTable::Tau, t.target);
      }
    Budget budget;
    return completedProperty(llvm::cantFail(determinized(seen.build("P"), budget)));
  }

  RandomSystems random;
  const RuleSystemOptions &options;
  bool followsPlan;
  RandomLtsOptions shape;
  Lts plan;
  double looseness;
};

inline RuleSystem randomRuleSystem(uint64_t seed, const RuleSystemOptions &options = {}) {
  return RuleSystemMaker(seed, options).make();
}

/// The length of a shortest run into ERROR, by composing everything; the property looks at what is visible, and what
/// nobody has does not happen.
inline std::optional<size_t> directLength(const RuleSystem &system) {
  Budget budget;
  LtsRef whole = std::make_shared<const Lts>(llvm::cantFail(compose(system.network, budget)));
  LtsBuilder nobody(system.network.table);
  for (LabelId label : system.property->alphabet().labels())
    if (!whole->alphabet().contains(label))
      nobody.addLabel(label);
  nobody.addState();
  Network product{
      "direct",
      system.network.table,
      {{"P", system.property}, {"S", whole}, {"nobody", std::make_shared<const Lts>(nobody.build("nobody"))}},
      {},
      {}};
  SafetyOptions options;
  options.wantDeadlock = false;
  SafetySearch search = searchSafety(product, options, budget);
  return search.error ? std::optional(search.error->trace.size()) : std::nullopt;
}

/// Whether the names of a counterexample are a run of the components into ERROR.
inline bool isRunToError(const RuleSystem &system, const Counterexample &counterexample) {
  LabelTable &table = *system.network.table;
  LtsBuilder guide(system.network.table);
  for (const Component &component : system.network.components)
    for (LabelId label : component.lts->alphabet().labels())
      guide.addLabel(label);
  StateId state = guide.addState();
  size_t silent = 0;
  for (const Counterexample::Step &step : counterexample.trace) {
    const std::string &name = step.hiddenAction.empty() ? step.action : step.hiddenAction;
    if (name == "tau") {
      ++silent;
      continue;
    }
    StateId next = guide.addState();
    guide.add(state, table.intern(name), next);
    state = next;
  }
  RuleSystem guided = system;
  guided.network.components.push_back({"guide", std::make_shared<const Lts>(guide.build("guide"))});
  std::optional<size_t> length = directLength(guided);
  // The guide ends with the trace; the silent steps of a shortest run along it cannot be more.
  return length && *length <= counterexample.trace.size() && silent <= counterexample.trace.size();
}

inline CheckResult verified(const RuleSystem &system, const VerifyOptions &options, const Budget &budget) {
  return llvm::cantFail(verify(system.network, system.operands, "P", system.property, options, budget));
}

} // namespace tenon::test

#endif // TENON_TEST_RANDOMRULESYSTEMS_H
