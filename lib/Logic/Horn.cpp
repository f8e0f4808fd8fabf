//===- Horn.cpp - Constrained Horn clauses --------------------------------===//

#include "tenon/Logic/Horn.h"

#include "Z3Bridge.h"

#include "tenon/Support/Watch.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

namespace {

/// Makes rules of clauses, and terms of what Spacer finds.
class HornSolver {
public:
  HornSolver(SmtContext &context, const HornProblem &hornProblem, const HornOptions &hornOptions)
      : bridge(context.z3()), problem(hornProblem), options(hornOptions), engine(bridge.context),
        failure(bridge.context.function("error", 0, nullptr, bridge.context.bool_sort())),
        nextFresh(hornOptions.firstFresh) {}

  HornAnswer solve(const Budget &budget);

private:
  void setParameters();
  void declare();
  void addClause(const HornClause &clause);
  z3::expr apply(const HornAtom &atom);
  bool readSolution(HornAnswer &answer);
  void findPossible();
  std::vector<bool> derivable() const;
  bool readLemmas(const z3::expr &condition, const z3::expr_vector &parameters, std::vector<Lemma> &lemmas);
  std::optional<Lemma> readQuantified(const z3::expr &condition);
  Term freshVariable(const z3::sort &sort);

  Z3Bridge &bridge;
  const HornProblem &problem;
  const HornOptions &options;
  z3::fixedpoint engine;
  z3::func_decl failure;
  std::vector<z3::func_decl> relations;
  std::vector<bool> isPossible; ///< Of each clause.
  VariableId nextFresh;
};

} // namespace

/// Without transformations every relation keeps its place in the solution.
void HornSolver::setParameters() {
  z3::params parameters(bridge.context);
  parameters.set("engine", bridge.context.str_symbol("spacer"));
  for (const char *transformation : {"xform.inline_eager", "xform.inline_linear", "xform.slice"})
    parameters.set(transformation, false);
  parameters.set("spacer.use_euf_gen", true);
  if (options.quantifiers) {
    parameters.set("spacer.ground_pobs", false);
    parameters.set("spacer.q3.use_qgen", true);
    parameters.set("spacer.q3.instantiate", true);
  }
  parameters.set("ctrl_c", false);
  engine.set(parameters);
}

void HornSolver::declare() {
  engine.register_relation(failure);
  for (auto [number, parameters] : enumerate(problem.relations)) {
    z3::sort_vector sorts(bridge.context);
    for (Term parameter : parameters)
      sorts.push_back(bridge.sortOf(parameter->sort()));
    relations.push_back(
        bridge.context.function(("p" + std::to_string(number)).c_str(), sorts, bridge.context.bool_sort()));
    engine.register_relation(relations.back());
  }
}

z3::expr HornSolver::apply(const HornAtom &atom) {
  z3::expr_vector arguments(bridge.context);
  for (Term argument : atom.arguments)
    arguments.push_back(bridge.translate(argument));
  return relations[atom.relation](arguments);
}

void HornSolver::addClause(const HornClause &clause) {
  std::set<Term> variables;
  auto collect = [&](Term term) {
    std::vector<Term> own = variableTermsOf(term);
    variables.insert(own.begin(), own.end());
  };
  collect(clause.constraint);
  for (const std::optional<HornAtom> *atom : {&clause.body, &clause.head})
    if (*atom)
      for_each((*atom)->arguments, collect);
  z3::expr premise = bridge.translate(clause.constraint);
  if (clause.body)
    premise = apply(*clause.body) && premise;
  z3::expr rule = z3::implies(premise, clause.head ? apply(*clause.head) : failure());
  std::vector<Term> sorted(variables.begin(), variables.end());
  sort(sorted, [](Term a, Term b) { return a->id() < b->id(); });
  z3::expr_vector bound(bridge.context);
  for (Term variable : sorted)
    bound.push_back(bridge.translate(variable));
  if (!bound.empty())
    rule = z3::forall(bound, rule);
  z3::symbol unnamed = bridge.context.int_symbol(0);
  engine.add_rule(rule, unnamed);
}

Term HornSolver::freshVariable(const z3::sort &sort) {
  Sort own = sort.is_bool()   ? Sort::boolean()
             : sort.is_int()  ? Sort::integer()
             : sort.is_real() ? Sort::real()
                              : Sort::bits(sort.bv_size());
  return bridge.terms.variable(nextFresh++, own);
}

/// Of the form `forall x. condition`.
std::optional<Lemma> HornSolver::readQuantified(const z3::expr &condition) {
  Lemma lemma;
  z3::expr_vector replacements(bridge.context);
  unsigned count = Z3_get_quantifier_num_bound(bridge.context, condition);
  for (unsigned i = 0; i < count; ++i) {
    z3::sort sort(bridge.context, Z3_get_quantifier_bound_sort(bridge.context, condition, i));
    if (sort.is_array())
      return std::nullopt;
    lemma.forAll.push_back(freshVariable(sort));
  }
  // The last variable has the index 0.
  for (Term variable : reverse(lemma.forAll))
    replacements.push_back(bridge.translate(variable));
  lemma.condition = bridge.read(condition.body().substitute(replacements));
  return lemma.condition ? std::optional(std::move(lemma)) : std::nullopt;
}

bool HornSolver::readLemmas(const z3::expr &condition, const z3::expr_vector &parameters, std::vector<Lemma> &lemmas) {
  if (condition.is_and()) {
    for (unsigned i = 0; i < condition.num_args(); ++i)
      if (!readLemmas(condition.arg(i), parameters, lemmas))
        return false;
    return true;
  }
  if (condition.is_true())
    return true;
  if (condition.is_quantifier() && condition.is_forall()) {
    std::optional<Lemma> lemma = readQuantified(condition);
    if (lemma)
      lemmas.push_back(std::move(*lemma));
    return lemma.has_value();
  }
  Term term = bridge.read(condition);
  if (term)
    lemmas.push_back({{}, term});
  return term != nullptr;
}

/// Clauses whose constraint is never true.
void HornSolver::findPossible() {
  z3::solver solver = bridge.quickSolver();
  bridge.setEffort(solver, DefaultSmtEffort / 50);
  for (const HornClause &clause : problem.clauses) {
    solver.push();
    solver.add(bridge.translate(clause.constraint));
    isPossible.push_back(solver.check() != z3::unsat);
    solver.pop();
  }
}

/// The relations to which rows of clauses lead. Spacer does not look at the others, and leaves them as they are: true.
std::vector<bool> HornSolver::derivable() const {
  std::vector<bool> result(problem.relations.size(), false);
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (auto [number, clause] : enumerate(problem.clauses))
      if (isPossible[number] && clause.head && !result[clause.head->relation] &&
          (!clause.body || result[clause.body->relation]))
        isChanging = result[clause.head->relation] = true;
  }
  return result;
}

bool HornSolver::readSolution(HornAnswer &answer) {
  std::vector<bool> isDerivable = derivable();
  for (auto [number, parameters] : enumerate(problem.relations)) {
    if (!isDerivable[number]) {
      answer.solution.push_back({{{}, bridge.terms.boolean(false)}});
      continue;
    }
    z3::expr_vector names(bridge.context);
    for (Term parameter : parameters)
      names.push_back(bridge.translate(parameter));
    z3::expr cover = engine.get_cover_delta(-1, relations[number]);
    if (!readLemmas(cover.substitute(names), names, answer.solution.emplace_back()))
      return false;
  }
  return true;
}

HornAnswer HornSolver::solve(const Budget &budget) {
  HornAnswer answer;
  setParameters();
  declare();
  findPossible();
  for (auto [number, clause] : enumerate(problem.clauses))
    if (isPossible[number])
      addClause(clause);
  z3::func_decl_vector query(bridge.context);
  query.push_back(failure);
  Watch watch([this] { bridge.context.interrupt(); }, budget);
  z3::check_result result = z3::unknown;
  try {
    result = engine.query(query);
  } catch (const z3::exception &exception) {
    answer.reason = exception.msg();
  }
  watch.stop();
  answer.levels = engine.get_num_levels(failure);
  if (result == z3::unknown && answer.reason.empty())
    answer.reason = engine.reason_unknown();
  if (result == z3::sat)
    answer.contradiction = SmtAnswer::Satisfiable;
  if (result == z3::unsat && readSolution(answer))
    answer.contradiction = SmtAnswer::Unsatisfiable;
  else if (result == z3::unsat)
    answer.reason = "it found a solution that cannot be written as terms";
  return answer;
}

HornAnswer solveHorn(SmtContext &context, const HornProblem &problem, const HornOptions &options,
                     const Budget &budget) {
  try {
    return HornSolver(context, problem, options).solve(budget);
  } catch (const z3::exception &exception) {
    HornAnswer answer;
    answer.reason = exception.msg();
    return answer;
  }
}

} // namespace tenon
