//===- Elimination.cpp - Fewer quantifiers, shorter terms -----------------===//

#include "tenon/Logic/Elimination.h"

#include "Z3Bridge.h"

#include "tenon/Support/Watch.h"

#include "llvm/ADT/STLExtras.h"

#include "z3_spacer.h"

#include <numeric>

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Quantifiers
//===----------------------------------------------------------------------===//

static bool hasVariables(Term term, ArrayRef<Term> variables) {
  std::vector<VariableId> ids = variablesOf(term);
  return any_of(variables, [&](Term variable) { return is_contained(ids, variable->variable()); });
}

/// The result of a tactic on a formula, as one term; null if it is none.
static Term apply(Z3Bridge &bridge, const char *name, const z3::expr &formula, const Budget &budget) {
  Watch watch([&] { bridge.context.interrupt(); }, budget);
  try {
    z3::goal goal(bridge.context);
    goal.add(formula);
    z3::tactic tactic = z3::tactic(bridge.context, name) & z3::tactic(bridge.context, "ctx-simplify");
    z3::apply_result subgoals = tactic(goal);
    watch.stop();
    std::vector<Term> parts;
    for (unsigned i = 0; i < subgoals.size(); ++i) {
      Term part = bridge.read(subgoals[static_cast<int>(i)].as_expr());
      if (!part)
        return nullptr;
      parts.push_back(part);
    }
    return bridge.terms.orOf(parts);
  } catch (const z3::exception &) {
    watch.stop();
    return nullptr;
  }
}

Term eliminate(SmtContext &context, ArrayRef<Term> variables, Term condition, const Budget &budget) {
  std::vector<VariableId> ids = variablesOf(condition);
  try {
    Z3Bridge &bridge = context.z3();
    z3::expr_vector bound(bridge.context);
    for (Term variable : variables)
      if (is_contained(ids, variable->variable()))
        bound.push_back(bridge.translate(variable));
    if (bound.empty())
      return condition;
    z3::expr formula = z3::exists(bound, bridge.translate(condition));
    for (const char *tactic : {"qe", "qe2"}) {
      if (budget.exceeded() != Budget::Limit::None)
        return nullptr;
      Term result = apply(bridge, tactic, formula, budget);
      if (result && !hasVariables(result, variables))
        return result;
    }
  } catch (const z3::exception &) {
    // Z3 does not know.
  }
  return nullptr;
}

/// With a value for every variable: Z3's projection does not expect that one is missing.
static z3::model completed(Z3Bridge &bridge, const z3::model &model, Term condition) {
  z3::model result(bridge.context);
  for (Term variable : variableTermsOf(condition)) {
    z3::expr name = bridge.translate(variable), value = model.eval(name, true);
    z3::func_decl declaration = name.decl();
    result.add_const_interp(declaration, value);
  }
  return result;
}

/// What is left of a conjunction of literals that the model makes true; null if there is no term for it.
static Term projectModel(Z3Bridge &bridge, const z3::model &model, const std::vector<Z3_app> &bound,
                         const z3::expr &condition) {
  z3::expr implicant(bridge.context, Z3_model_extrapolate(bridge.context, model, condition));
  bridge.context.check_error();
  std::vector<Z3_app> variables = bound;
  z3::expr projected(bridge.context, Z3_qe_model_project(bridge.context, model, static_cast<unsigned>(variables.size()),
                                                         variables.data(), implicant));
  bridge.context.check_error();
  return bridge.read(projected);
}

Projection project(SmtContext &context, ArrayRef<Term> variables, Term condition, unsigned maxModels,
                   const Budget &budget) {
  Projection result;
  std::vector<Term> parts;
  if (any_of(variableTermsOf(condition), [](Term variable) { return variable->sort().kind == SortKind::Array; }))
    return result;
  try {
    Z3Bridge &bridge = context.z3();
    std::vector<Z3_app> bound;
    std::vector<VariableId> ids = variablesOf(condition);
    for (Term variable : variables)
      if (is_contained(ids, variable->variable()))
        bound.push_back(Z3_to_app(bridge.context, bridge.translate(variable)));
    z3::expr formula = bridge.translate(condition);
    z3::solver solver = bridge.quickSolver();
    bridge.setEffort(solver, DefaultSmtEffort / 10);
    solver.add(formula);
    for (unsigned i = 0; i <= maxModels && budget.exceeded() == Budget::Limit::None; ++i) {
      z3::check_result answer = solver.check();
      if (answer != z3::sat) {
        result.complete = answer == z3::unsat;
        break;
      }
      Term part = i < maxModels ? projectModel(bridge, completed(bridge, solver.get_model(), condition), bound, formula)
                                : nullptr;
      if (!part || hasVariables(part, variables))
        break;
      parts.push_back(part);
      solver.add(!bridge.translate(part));
    }
  } catch (const z3::exception &) {
    result.complete = false;
  }
  if (!parts.empty())
    result.part = context.terms().orOf(parts);
  return result;
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

namespace {

/// Keeps what is assumed on the solver's levels while it goes down.
class Simplifier {
public:
  Simplifier(SmtContext &context, const Budget &limits)
      : solver(context, DefaultSmtEffort / 10), terms(context.terms()), budget(limits) {}

  Term simplify(Term term);
  void assume(Term term) { solver.add(term); }

private:
  bool isImplied(Term term) {
    solver.push();
    solver.add(terms.notOf(term));
    SmtAnswer answer = solver.check(budget);
    solver.pop();
    return answer == SmtAnswer::Unsatisfiable;
  }
  Term simplifyParts(Term term);
  static size_t sizeOf(Term term) {
    size_t size = 1;
    for (Term operand : term->operands())
      size += sizeOf(operand);
    return size;
  }

  SmtSolver solver;
  TermContext &terms;
  const Budget &budget;
};

} // namespace

/// Each part of a conjunction may rely on the others, each part of a disjunction on their negations. What the others
/// make superfluous becomes the neutral element.
Term Simplifier::simplifyParts(Term term) {
  bool isAnd = term->op() == TermOp::And;
  std::vector<Term> parts(term->operands().begin(), term->operands().end());
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  stable_sort(order, [&](size_t a, size_t b) { return sizeOf(parts[a]) > sizeOf(parts[b]); });
  for (size_t chosen : order) {
    solver.push();
    for (size_t i = 0; i < parts.size(); ++i)
      if (i != chosen)
        solver.add(isAnd ? parts[i] : terms.notOf(parts[i]));
    parts[chosen] = simplify(parts[chosen]);
    solver.pop();
  }
  return isAnd ? terms.andOf(parts) : terms.orOf(parts);
}

Term Simplifier::simplify(Term term) {
  if (term->op() == TermOp::Constant || budget.exceeded() != Budget::Limit::None)
    return term;
  if (isImplied(term))
    return terms.boolean(true);
  if (isImplied(terms.notOf(term)))
    return terms.boolean(false);
  switch (term->op()) {
  case TermOp::And:
  case TermOp::Or:
    return simplifyParts(term);
  case TermOp::Not:
    return terms.notOf(simplify(term->operand(0)));
  default:
    return term;
  }
}

Term simplifyUnder(SmtContext &context, Term condition, Term assumption, const Budget &budget) {
  Simplifier simplifier(context, budget);
  simplifier.assume(assumption);
  return simplifier.simplify(condition);
}

} // namespace tenon
