//===- BoundedChecker.cpp - Bounded checks of C programs ------------------===//

#include "tenon/Check/BoundedChecker.h"

#include "Stopwatch.h"

#include "tenon/Logic/Smt.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

using namespace seq;

namespace {

/// What of a run's inputs matters, by name.
class InputNames {
public:
  InputNames(const Program &sequential, ArrayRef<Term> formula) : program(sequential) {
    for (Term term : formula)
      for (VariableId variable : variablesOf(term))
        used.insert(variable);
  }

  bool isUsed(Term name) const { return used.contains(name->variable()); }

  /// `x`, `a[2]`, and `x#2` for the second that has the name.
  std::vector<Valuation> list(const UnwoundFormula &formula, const SmtSolver &solver, const InputValues &values) {
    std::vector<size_t> position(program.inputs.size());
    std::vector<Valuation> result;
    for (const InputInstance &instance : formula.inputs()) {
      if (!isReached(instance, solver))
        continue;
      const Input &input = program.inputs[instance.input];
      unsigned repeated = ++count[input.name];
      for (auto [i, name] : enumerate(instance.names)) {
        Number value = values[instance.input][position[instance.input]++];
        if (!isUsed(name))
          continue;
        std::string text = input.name;
        if (input.array != None)
          text += "[" + std::to_string(i) + "]";
        if (repeated > 1)
          text += "#" + std::to_string(repeated);
        result.push_back({text, DataValue{Sort::integer(), {Rational(value)}}});
      }
    }
    return result;
  }

  static bool isReached(const InputInstance &instance, const SmtSolver &solver) {
    std::optional<DataValue> reached = solver.value(instance.reached);
    return reached && reached->scalar().numerator != 0;
  }

private:
  const Program &program;
  DenseSet<VariableId> used;
  StringMap<unsigned> count;
};

class BoundedCheck {
public:
  BoundedCheck(const Program &sequential, const SourceMgr &sourceManager, const BoundedOptions &checkOptions,
               const Budget &runBudget)
      : program(sequential), sources(sourceManager), options(checkOptions), budget(runBudget), smt(terms),
        solver(smt, ~uint64_t(0), program.isMath ? SmtTheory::General : SmtTheory::Bits) {}

  CheckResult run() {
    Stopwatch watch;
    result.kind = CheckKind::Safety;
    result.method = "bounded";
    result.system = program.functions[program.entry].name;
    decide();
    result.seconds = watch.seconds();
    return result;
  }

private:
  void unknown(const Twine &reason) {
    result.verdict = Verdict::Unknown;
    result.reason = reason.str();
  }

  void decide() {
    UnwindOptions unwinding;
    unwinding.bound = options.bound;
    unwinding.checkBounds = options.checkBounds;
    UnwoundFormula formula(program, terms, unwinding, budget);
    if (formula.limit() == Budget::Limit::States)
      return unknown("the program is too large when it is unwound " + Twine(options.bound) +
                     " times; a smaller --unwind is needed");
    if (formula.limit() != Budget::Limit::None)
      return unknown(budget.describe(formula.limit()));
    std::vector<Term> violations;
    for (const Violation &violation : formula.violations())
      violations.push_back(violation.condition);
    Term goal = terms.orOf(violations);
    for (Term assumption : formula.assumptions())
      solver.add(assumption);
    switch (check(goal)) {
    case SmtAnswer::Satisfiable:
      return violated(formula, goal);
    case SmtAnswer::Unknown:
      return unknown(whyUnknown());
    case SmtAnswer::Unsatisfiable:
      return holds(formula);
    }
  }

  /// Satisfiable: the goal is added, and `solver` has values until it is popped.
  SmtAnswer check(Term goal) {
    if (goal->op() == TermOp::Constant && goal->constant().numerator == 0)
      return SmtAnswer::Unsatisfiable;
    solver.push();
    solver.add(goal);
    SmtAnswer answer = solver.check(budget);
    if (answer != SmtAnswer::Satisfiable)
      solver.pop();
    return answer;
  }

  std::string whyUnknown() const {
    Budget::Limit limit = solver.limit() != Budget::Limit::None ? solver.limit() : budget.exceeded();
    return limit != Budget::Limit::None ? budget.describe(limit) : "the solver does not know: " + solver.reason();
  }

  /// Whether an execution is cut off.
  void holds(const UnwoundFormula &formula) {
    std::string loops;
    for (const Cut &cut : formula.cuts()) {
      std::string place = placeOf(sources, program.stmts[cut.loop].range);
      if (place.empty() || StringRef(loops).contains(place))
        continue;
      switch (check(cut.condition)) {
      case SmtAnswer::Satisfiable:
        solver.pop();
        loops += (loops.empty() ? "" : ", ") + place;
        break;
      case SmtAnswer::Unknown:
        return unknown(whyUnknown());
      case SmtAnswer::Unsatisfiable:
        break;
      }
    }
    if (loops.empty()) {
      result.verdict = Verdict::Holds;
      result.reason = formula.violations().empty() && !hasClaims() ? "there is nothing to check: no assertion" : "";
      return;
    }
    bool isOne = !StringRef(loops).contains(", ");
    unknown("no violation where loops are entered at most " + Twine(options.bound) +
            (options.bound == 1 ? " time" : " times") + "; the " + (isOne ? "loop at " : "loops at ") + loops +
            " can go on: --unwind raises the bound");
  }

  bool hasClaims() const {
    return options.checkBounds || any_of(program.stmts, [](const Stmt &s) { return s.kind == StmtKind::Assert; });
  }

  void violated(const UnwoundFormula &formula, Term goal) {
    InputNames names(program, {goal});
    std::vector<Term> order;
    for (const InputInstance &instance : formula.inputs())
      for (Term name : instance.names)
        if (names.isUsed(name))
          order.push_back(name);
    improve(order);
    if (solver.check(budget) != SmtAnswer::Satisfiable)
      return unknown(whyUnknown());
    InputValues values = inputsOf(program, formula, solver);
    std::vector<Valuation> listed = names.list(formula, solver, values);
    Outcome outcome;
    RunOptions runOptions{options.bound, options.checkBounds};
    result.counterexample =
        describeRun(program, sources, values, runOptions, Substitution(), std::move(listed), outcome);
    if (!outcome.isError()) {
      result.counterexample.reset();
      return unknown("internal error: the counterexample does not fail when it is replayed");
    }
    result.verdict = Verdict::Violated;
    if (options.certify)
      result.certified = true;
    bool isBounds = outcome.kind == Outcome::Kind::OutOfBounds;
    SMRange where = isBounds ? program.exprs[outcome.expr].source.range : program.stmts[outcome.statement].range;
    result.reason = (isBounds ? "access outside of the array at " : "assertion fails at ") + placeOf(sources, where);
  }

  /// Moves the model to inputs that are near to 0, one after the other as far as that is cheap.
  void improve(ArrayRef<Term> order) {
    constexpr uint64_t Effort = 50'000;
    constexpr unsigned MostFailures = 3;
    unsigned failures = 0;
    solver.setEffort(Effort);
    constexpr size_t MostInputs = 64;
    for (Term name : order.take_front(MostInputs)) {
      Term term = program.isMath ? name : distance(name);
      if (std::optional<std::vector<DataValue>> least = leastValues(solver, term, budget))
        solver.add(terms.equal(term, terms.number(term->sort(), least->front().scalar())));
      else if (++failures > MostFailures)
        break;
    }
    solver.setEffort(~uint64_t(0));
  }

  /// 0, -1, 1, -2, … are 0, 1, 2, 3, ….
  Term distance(Term word) {
    Sort sort = word->sort();
    if (sort.width == 1)
      return word;
    Term one = terms.number(sort, Rational(Number(1)));
    Term doubled = terms.make(TermOp::ShiftLeft, {word, one}, sort);
    Term half = terms.make(TermOp::ShiftLeft, {one, terms.number(sort, Rational(Number(sort.width - 1)))}, sort);
    return terms.ifThenElse(terms.less(word, half), doubled, terms.make(TermOp::BitNot, doubled, sort));
  }

  const Program &program;
  const SourceMgr &sources;
  const BoundedOptions &options;
  const Budget &budget;
  TermContext terms;
  SmtContext smt;
  SmtSolver solver;
  CheckResult result;
};

} // namespace

InputValues inputsOf(const Program &program, const UnwoundFormula &formula, const SmtSolver &solver) {
  InputValues values(program.inputs.size());
  for (const InputInstance &instance : formula.inputs()) {
    if (!InputNames::isReached(instance, solver))
      continue;
    ScalarType type = program.inputs[instance.input].type;
    for (Term name : instance.names) {
      std::optional<DataValue> value = solver.value(name);
      Number number = value ? value->scalar().numerator : Number(0);
      // Words are without a sign in terms.
      if (!program.isMath && type.isSigned && type.width > 1) {
        Number half = Number(int64_t(1) << (type.width - 2)) * Number(2);
        if (number >= half)
          number = number - half - half;
      }
      values[instance.input].push_back(number);
    }
  }
  return values;
}

CheckResult checkBounded(const Program &program, const SourceMgr &sources, const BoundedOptions &options,
                         const Budget &budget) {
  return BoundedCheck(program, sources, options, budget).run();
}

} // namespace tenon
