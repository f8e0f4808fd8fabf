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
    if (!isViolated) {
      ASSERT_EQ(isCut, outcome.kind == Outcome::Kind::BoundReached) << text << "round " << round << " seed " << seed;
    }
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

/// Section 2.4 of the survey, figure 4.
TEST(UnwoundFormulaTest, HasAConstraintForEachAssignmentAndCondition) {
  CFrontend frontend;
  frontend.parseText("void foo(int x, int w) {\n"
                     "  int t = 0;\n"
                     "  int y = x - 3;\n"
                     "  int z = x + 3;\n"
                     "  if (w > 3) {\n"
                     "    t = z + w;\n"
                     "    assert(t < x);\n"
                     "    y = y + 10;\n"
                     "  }\n"
                     "  assert(y > z);\n"
                     "}\n",
                     "foo.c");
  const Program *program = frontend.analyze(/*isMath=*/true);
  ASSERT_TRUE(program);
  UnwindOptions options;
  options.isNamed = [&](UnitId unit) { return !program->units[unit].isFixed; };
  TermContext terms;
  Budget budget;
  UnwoundFormula formula(*program, terms, options, budget);
  static const char *const Names[] = {"x0", "w0", "t0", "y0", "z0", "g0", "t1", "y1"};
  auto text = [](Term term) { return printTerm(term, [](VariableId id) { return std::string(Names[id]); }); };
  std::vector<std::string> lines;
  for (const Definition &definition : formula.definitions())
    lines.push_back(text(definition.name) + " = " + text(definition.value));
  EXPECT_EQ(lines, (std::vector<std::string>{"t0 = 0", "y0 = x0 - 3", "z0 = x0 + 3", "g0 = w0 > 3", "t1 = z0 + w0",
                                             "y1 = y0 + 10"}));
  ASSERT_EQ(formula.violations().size(), 2U);
  EXPECT_EQ(text(formula.violations()[0].condition), "g0 && x0 <= t1");
  EXPECT_EQ(text(formula.violations()[1].condition), "(g0 ? y1 : y0) <= z0");
  EXPECT_TRUE(formula.cuts().empty());
}

TEST(UnwoundFormulaTest, CopiesOfAUnitAreDefinitionsOfIt) {
  CFrontend frontend;
  frontend.parseText(
      "int twice(int p) { return 2 * p; }\n"
      "int main() { int x = twice(nondet_int()), i; for (i = 0; i < x; i++) x = twice(i); assert(x); }\n",
      "copies.c");
  const Program *program = frontend.analyze(/*isMath=*/false);
  ASSERT_TRUE(program);
  UnwindOptions options;
  options.bound = 3;
  options.isNamed = [&](UnitId unit) { return program->units[unit].kind == UnitKind::Returned; };
  TermContext terms;
  Budget budget;
  UnwoundFormula formula(*program, terms, options, budget);
  ASSERT_EQ(formula.definitions().size(), 4U);
  for (const Definition &definition : formula.definitions())
    EXPECT_EQ(definition.unit, formula.definitions().front().unit);
  EXPECT_EQ(formula.cuts().size(), 1U);
}

namespace {

/// The node of an operator that there is once.
ExprId siteOf(const Program &program, Op op) {
  ExprId found = None;
  for (ExprId id = 0; id < program.exprs.size(); ++id)
    if (program.exprs[id].op == op) {
      EXPECT_EQ(found, None);
      found = id;
    }
  return found;
}

} // namespace

/// A replacement with a call of its own is announced; its call happens only if it is chosen.
TEST(UnwoundFormulaTest, AlternativesBringTheirOwnCalls) {
  CFrontend frontend;
  frontend.parseText("int n;\n"
                     "int one() { n = n + 10; return 1; }\n"
                     "int two() { n = n + 20; return 2; }\n"
                     "int main() { int x = one(); assert(x + n == 22); return 0; }\n",
                     "alternatives.c");
  ASSERT_TRUE(frontend.analyze(/*isMath=*/false));
  Program &program = frontend.program();
  ExprId site = siteOf(program, Op::Call), replacement = program.cloneExpr(site);
  program.exprs[replacement].callee = *program.findFunction("two");
  UnwindOptions options;
  options.isNamed = [&](UnitId unit) { return !program.units[unit].isFixed; };
  options.alternatives = {{site, replacement}};
  TermContext terms;
  Budget budget;
  UnwoundFormula formula(program, terms, options, budget);
  ASSERT_EQ(formula.choices().size(), 1U);
  ASSERT_EQ(formula.violations().size(), 1U);
  for (bool isChosen : {false, true}) {
    Substitution mutants;
    if (isChosen)
      mutants[site] = replacement;
    std::vector<DataValue> values(64);
    auto value = [&](Term term) { return evaluate(term, [&](VariableId id) { return values[id]; }); };
    values[formula.choices()[0]->variable()] = value(terms.boolean(isChosen));
    for (const Definition &definition : formula.definitions())
      values[definition.name->variable()] = value(formula.valueOf(definition, mutants));
    bool isViolated = value(formula.violations()[0].condition).scalar().numerator != 0;
    EXPECT_EQ(isViolated, !isChosen);
    EXPECT_EQ(Interpreter(program).run({}, {}, mutants).isError(), !isChosen);
  }
}

TEST(InterpreterTest, TakesInputsInOrderAndTellsWhatHappens) {
  CFrontend frontend;
  frontend.parseText(
      "int main() { int s = 0, i; for (i = 0; i < 3; i++) s += nondet_int(); assert(s != 60); return s; }", "inputs.c");
  const Program *program = frontend.analyze(/*isMath=*/false);
  ASSERT_TRUE(program);
  Interpreter interpreter(*program);
  InputId input = program->exprs[siteOf(*program, Op::Input)].input;
  InputValues values(program->inputs.size());
  values[input] = {Number(10), Number(20), Number(30)};
  EXPECT_EQ(interpreter.run(values, {}).kind, Outcome::Kind::AssertionFailed);
  values[input].pop_back();
  EXPECT_EQ(interpreter.run(values, {}).kind, Outcome::Kind::Finished);
  EXPECT_EQ(interpreter.run(values, {2}).kind, Outcome::Kind::BoundReached);
  ExprId site = siteOf(*program, Op::Less), replacement = frontend.program().cloneExpr(site);
  frontend.program().exprs[replacement].op = Op::LessEqual;
  Substitution mutants;
  mutants[site] = replacement;
  values[input] = {Number(10), Number(10), Number(10), Number(30)};
  EXPECT_EQ(interpreter.run(values, {}, mutants).kind, Outcome::Kind::AssertionFailed);
  EXPECT_EQ(interpreter.run(values, {}).kind, Outcome::Kind::Finished);
}
