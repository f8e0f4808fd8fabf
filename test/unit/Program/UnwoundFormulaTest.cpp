//===- UnwoundFormulaTest.cpp - The formula agrees with the interpreter ---===//

#include "RandomC.h"

#include "tenon/Program/SequentialInterpreter.h"
#include "tenon/Program/UnwoundFormula.h"
#include "tenon/Sema/CFrontend.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::test;
using namespace tenon::seq;

namespace {

/// Values of all names of a formula, for one choice of the inputs and one mutant.
class Evaluation {
public:
  Evaluation(const UnwoundFormula &unwound, const Substitution &mutants, std::mt19937 &random, bool isMath)
      : formula(unwound) {
    for (const InputInstance &instance : formula.inputs())
      for (Term name : instance.names)
        set(name, randomValue(random, name->sort(), isMath));
    for (const Definition &definition : formula.definitions())
      set(definition.name, value(formula.valueOf(definition, mutants)));
  }

  DataValue value(Term term) const {
    return evaluate(term, [&](VariableId id) { return values[id]; });
  }
  bool isTrue(Term term) const { return value(term).scalar().numerator != 0; }

  /// What an execution takes, in order.
  InputValues inputs(const Program &program) const {
    InputValues result(program.inputs.size());
    for (const InputInstance &instance : formula.inputs())
      if (isTrue(instance.reached))
        for (Term name : instance.names)
          result[instance.input].push_back(value(name).scalar().numerator);
    return result;
  }

private:
  void set(Term name, const DataValue &value) {
    if (values.size() <= name->variable())
      values.resize(name->variable() + 1);
    values[name->variable()] = value;
  }
  static DataValue randomValue(std::mt19937 &random, const Sort &sort, bool isMath) {
    int64_t small = static_cast<int64_t>(random() % 12) - 4;
    if (isMath)
      return {sort, {Rational(Number(small))}};
    if (random() % 8 == 0)
      small = static_cast<int64_t>(random()) - (int64_t(1) << 31);
    uint64_t word = static_cast<uint64_t>(small) & (~0ULL >> (64 - sort.width));
    return {sort,
            {Rational(Number(static_cast<int64_t>(word >> 1)) * Number(2) + Number(static_cast<int64_t>(word & 1)))}};
  }

  const UnwoundFormula &formula;
  std::vector<DataValue> values;
};

unsigned errors = 0, finished = 0; ///< Outcomes seen.

/// Some operators and constants replaced by others.
Substitution randomMutants(Program &program, std::mt19937 &random) {
  Substitution mutants;
  auto change = [&](ExprId site, auto edit) {
    ExprId replacement = program.cloneExpr(site);
    edit(program.exprs[replacement]);
    mutants[site] = replacement;
  };
  size_t count = program.exprs.size();
  for (ExprId site = 0; site < count; ++site) {
    UnitId unit = program.exprs[site].unit;
    if (random() % 12 || unit == None || program.units[unit].isFixed)
      continue;
    switch (program.exprs[site].op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
      change(site, [&](Expr &node) { node.op = random() % 2 ? Op::Add : Op::Subtract; });
      break;
    case Op::And:
    case Op::Or:
      change(site, [&](Expr &node) { node.op = node.op == Op::And ? Op::Or : Op::And; });
      break;
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::Equal:
      change(site, [&](Expr &node) { node.op = random() % 2 ? Op::GreaterEqual : Op::NotEqual; });
      break;
    case Op::Constant:
      if (!program.exprs[site].type.isTruth() && program.exprs[site].type.width >= 32)
        change(site, [&](Expr &node) { node.constant += 1; });
      break;
    default:
      break;
    }
  }
  return mutants;
}

void compare(const std::string &text, bool isMath, uint32_t seed) {
  CFrontend frontend;
  frontend.parseText(text, "random.c");
  const Program *analyzed = frontend.analyze(isMath);
  if (!analyzed) {
    std::string messages;
    llvm::raw_string_ostream os(messages);
    frontend.diagnosticEngine().print(os);
    FAIL() << messages << text;
  }
  Program &program = frontend.program();
  std::mt19937 random(seed);
  UnwindOptions options;
  options.bound = 1 + seed % 3;
  options.checkBounds = seed % 4 == 0;
  options.isNamed = [&](UnitId unit) { return seed % 5 != 0 && !program.units[unit].isFixed; };
  TermContext terms;
  Budget budget;
  UnwoundFormula formula(program, terms, options, budget);
  ASSERT_EQ(formula.limit(), Budget::Limit::None);
  Interpreter interpreter(program);
  for (unsigned round = 0; round < 6; ++round) {
    Substitution mutants =
        round % 2 && seed % 5 && !options.checkBounds ? randomMutants(program, random) : Substitution();
    Evaluation evaluation(formula, mutants, random, isMath);
    Outcome outcome = interpreter.run(evaluation.inputs(program), {options.bound, options.checkBounds}, mutants);
    ASSERT_NE(outcome.kind, Outcome::Kind::StepsExhausted);
    bool isViolated =
        llvm::any_of(formula.violations(), [&](const Violation &v) { return evaluation.isTrue(v.condition); });
    bool isCut = llvm::any_of(formula.cuts(), [&](const Cut &cut) { return evaluation.isTrue(cut.condition); });
    ASSERT_EQ(isViolated, outcome.isError()) << text << "round " << round << " seed " << seed;
    if (!isViolated)
      ASSERT_EQ(isCut, outcome.kind == Outcome::Kind::BoundReached) << text << "round " << round << " seed " << seed;
    if (outcome.kind == Outcome::Kind::AssertionFailed) {
      bool isThere = llvm::any_of(formula.violations(), [&](const Violation &v) {
        return v.assertion == outcome.statement && evaluation.isTrue(v.condition);
      });
      ASSERT_TRUE(isThere) << text << "seed " << seed;
    }
    errors += outcome.isError();
    finished += outcome.kind == Outcome::Kind::Finished;
  }
}

} // namespace

TEST(UnwoundFormulaTest, AgreesWithTheInterpreterOnRandomPrograms) {
  errors = finished = 0;
  for (uint32_t seed = 0; seed < 400 && !::testing::Test::HasFatalFailure(); ++seed)
    compare(randomC(seed), false, seed);
  // Both outcomes occur often, or the comparison says nothing.
  EXPECT_GT(errors, 200U);
  EXPECT_GT(finished, 100U);
}

TEST(UnwoundFormulaTest, AgreesOnMathematicalIntegers) {
  RandomCOptions options;
  options.hasBits = false;
  for (uint32_t seed = 0; seed < 150 && !::testing::Test::HasFatalFailure(); ++seed)
    compare(randomC(seed, options), true, seed);
}
