//===- MutationRepairTest.cpp - All minimal repairs by mutations ----------===//

#include "SequentialSketch.h"

#include "tenon/Repair/MutationRepair.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace tenon;
using namespace tenon::seq;
using namespace tenon::test;

namespace {

/// The example of the survey, figure 4.
struct Foo : SequentialSketch {
  Foo() : SequentialSketch(true) {
    VarId x = variable("x"), w = variable("w"), t = variable("t"), y = variable("y"), z = variable("z");
    line[1] = assign(t, number(0));
    line[2] = assign(y, make(Op::Subtract, {read(x), number(3)}));
    line[3] = assign(z, make(Op::Add, {read(x), number(3)}));
    line[5] = assign(t, make(Op::Add, {read(z), read(w)}));
    StmtId first = assertThat(make(Op::Less, {read(t), read(x)}));
    line[7] = assign(y, make(Op::Add, {read(y), number(10)}));
    line[4] = branch(make(Op::Greater, {read(w), number(3)}), block({line[5], first, line[7]}));
    StmtId last = assertThat(make(Op::Greater, {read(y), read(z)}));
    body({arbitrary(x), arbitrary(w), line[1], line[2], line[3], line[4], last});
  }
  std::set<int> linesOf(llvm::ArrayRef<UnitId> units) const {
    std::set<int> result;
    for (int i : {1, 2, 3, 4, 5, 7})
      if (llvm::is_contained(units, unitOf(line[i])))
        result.insert(i);
    return result;
  }
  std::set<int> linesOf(const MutationRepairResult &result, const Patch &patch) const {
    std::vector<UnitId> units;
    for (size_t mutation : patch)
      units.push_back(result.mutations[mutation].unit);
    return linesOf(units);
  }
  StmtId line[8] = {};
};

MutationRepairOptions levelOptions(unsigned level, size_t maxSize) {
  MutationRepairOptions options;
  options.mutations.level = level;
  options.maxSize = maxSize;
  return options;
}

} // namespace

// For w <= 3 the last assertion depends on lines 2, 3 and 4; for w > 3 the first one on 3, 4 and 5.
TEST(MutationRepair, FindsTheMustLocationSetsAndTheRepairOfTheSurvey) {
  Foo foo;
  MutationRepairOptions options = levelOptions(1, 0);
  options.explain = true;
  MutationRepairResult result = repairByMutation(foo.program, options, Budget());
  ASSERT_EQ(result.verdict, MutationRepairResult::Verdict::Repaired);
  EXPECT_TRUE(result.isComplete);
  ASSERT_EQ(result.repairs.size(), 1U);
  EXPECT_EQ(foo.linesOf(result, result.repairs[0].patch), (std::set<int>{2, 3, 5}));
  ASSERT_FALSE(result.refutations.empty());
  EXPECT_TRUE(result.refutations[0].patch.empty());
  std::set<std::set<int>> found;
  for (const Refutation &refutation : result.refutations)
    found.insert(foo.linesOf(refutation.locations));
  EXPECT_TRUE(found.count({2, 3, 4}));
  EXPECT_TRUE(found.count({3, 4, 5}));
  // Nothing depends on t := 0.
  for (const std::set<int> &lines : found)
    EXPECT_FALSE(lines.count(1));
}

TEST(MutationRepair, SaysThatACorrectProgramIsCorrect) {
  SequentialSketch sketch;
  VarId x = sketch.variable("x"), y = sketch.variable("y");
  StmtId set = sketch.assign(y, sketch.make(Op::Add, {sketch.read(x), sketch.number(0)}));
  sketch.body({sketch.arbitrary(x), set, sketch.assertThat(sketch.make(Op::Equal, {sketch.read(y), sketch.read(x)}))});
  EXPECT_EQ(repairByMutation(sketch.program, levelOptions(2, 2), Budget()).verdict,
            MutationRepairResult::Verdict::Correct);
}

TEST(MutationRepair, FindsTheNearestConstant) {
  SequentialSketch sketch;
  VarId x = sketch.variable("x"), y = sketch.variable("y");
  // y = x < 550; assert(y == (x < 500))
  StmtId zero = sketch.assign(y, sketch.number(0), true), one = sketch.assign(y, sketch.number(1), true);
  StmtId test = sketch.branch(sketch.make(Op::Less, {sketch.read(x), sketch.number(550)}), one, zero);
  ExprId isOne = sketch.make(Op::Equal, {sketch.read(y), sketch.number(1)});
  ExprId isLess = sketch.make(Op::Less, {sketch.read(x), sketch.number(500)});
  ExprId both = sketch.make(Op::And, {isOne, isLess});
  ExprId isNone =
      sketch.make(Op::And, {sketch.make(Op::Not, {sketch.make(Op::Equal, {sketch.read(y), sketch.number(1)})}),
                            sketch.make(Op::Not, {sketch.make(Op::Less, {sketch.read(x), sketch.number(500)})})});
  sketch.body({sketch.arbitrary(x), test, sketch.assertThat(sketch.make(Op::Or, {both, isNone}))});
  MutationRepairResult result = repairByMutation(sketch.program, levelOptions(3, 1), Budget());
  ASSERT_EQ(result.verdict, MutationRepairResult::Verdict::Repaired);
  auto isConstant = [&](const ProgramRepair &repair) {
    return result.mutations[repair.patch[0]].kind == Mutation::Kind::Unknown;
  };
  auto found = llvm::find_if(result.repairs, isConstant);
  ASSERT_NE(found, result.repairs.end());
  EXPECT_EQ(found->constants[result.mutations[found->patch[0]].unknown], Number(500));
}

//===----------------------------------------------------------------------===//
// Against all patches, one by one
//===----------------------------------------------------------------------===//

namespace {

/// A program with a fault and, beside it, without: at most eight units can be mutated.
class RandomFault : public SequentialSketch {
public:
  explicit RandomFault(unsigned seed, unsigned level) : SequentialSketch(false, ScalarType::character()), random(seed) {
    for (const char *name : {"x", "y", "a", "b", "x2", "y2", "a2", "b2"})
      variables.push_back(variable(name));
    table = array("t", 3);
    table2 = array("t2", 3);
    std::vector<StmtId> items;
    for (VarId input : {variables[0], variables[1]}) {
      items.push_back(arbitrary(input));
      items.push_back(assume(
          make(Op::And, {make(Op::LessEqual, {number(-1), read(input)}), make(Op::Less, {read(input), number(4)})})));
    }
    items.push_back(assign(variables[4], read(variables[0]), true));
    items.push_back(assign(variables[5], read(variables[1]), true));
    std::mt19937 plan = random;
    units = 0;
    appendPart(items, false);
    random = plan;
    units = 0;
    appendPart(items, true);
    ExprId same = make(Op::Equal, {read(variables[2]), read(variables[6])});
    ExprId sameToo = make(Op::Equal, {read(variables[3]), read(variables[7])});
    items.push_back(assertThat(make(Op::And, {same, sameToo})));
    body(items);
    insertFaults(level);
  }

private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random() % count); }
  VarId any(bool isReference) { return variables[pick(4) + (isReference ? 4 : 0)]; }

  ExprId value(unsigned depth, bool isReference) {
    switch (depth == 0 ? pick(3) : pick(6)) {
    case 0:
      return number(pick(4));
    case 1:
    case 2:
      return read(any(isReference));
    case 3: {
      ExprId index = value(0, isReference);
      return element(isReference ? table2 : table, index);
    }
    default: {
      static constexpr Op Ops[] = {Op::Add, Op::Subtract, Op::Multiply, Op::Add, Op::Divide, Op::Remainder};
      Op op = Ops[pick(6)];
      ExprId left = value(depth - 1, isReference);
      return make(op, {left, value(depth - 1, isReference)});
    }
    }
  }
  ExprId condition(bool isReference) {
    static constexpr Op Ops[] = {Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual, Op::Equal, Op::NotEqual};
    Op op = Ops[pick(6)];
    ExprId left = value(1, isReference);
    ExprId first = make(op, {left, value(0, isReference)});
    if (pick(3))
      return first;
    op = Ops[pick(6)];
    left = value(0, isReference);
    ExprId second = make(op, {left, value(0, isReference)});
    return make(pick(2) ? Op::And : Op::Or, {first, second});
  }
  StmtId part(unsigned depth, bool isReference) {
    ++units;
    unsigned way = depth == 0 || units > 6 ? 0 : pick(6);
    if (way < 3) {
      VarId target = variables[2 + pick(2) + (isReference ? 4 : 0)];
      return assign(target, value(2, isReference), isReference);
    }
    if (way == 3) {
      ExprId index = value(0, isReference);
      return store(isReference ? table2 : table, index, value(1, isReference), isReference);
    }
    ExprId test = condition(isReference);
    StmtId first = part(depth - 1, isReference);
    if (way == 4)
      return branch(test, first, pick(2) && units < 7 ? part(depth - 1, isReference) : None, isReference);
    return loop(test, first, isReference);
  }
  void appendPart(std::vector<StmtId> &items, bool isReference) {
    while (units < 5)
      items.push_back(part(2, isReference));
  }
  /// Makes one or two mutations for good.
  void insertFaults(unsigned level) {
    MutationOptions options;
    options.level = std::min(level, 2U);
    std::vector<Mutation> mutations = collectMutations(program, options);
    size_t before = program.exprs.size();
    for (unsigned i = 0; i < 1 + pick(2) && !mutations.empty(); ++i) {
      const Mutation &mutation = mutations[random() % mutations.size()];
      if (program.exprs[mutation.site].op == program.exprs[mutation.replacement].op ||
          program.exprs[mutation.site].operands == program.exprs[mutation.replacement].operands)
        program.exprs[mutation.site] = Expr(program.exprs[mutation.replacement]);
    }
    program.exprs.resize(before);
  }

  std::mt19937 random;
  std::vector<VarId> variables;
  VarId table = 0, table2 = 0;
  unsigned units = 0;
};

class BruteForce {
public:
  BruteForce(const Program &sequential, llvm::ArrayRef<Mutation> all, unsigned runBound)
      : program(sequential), mutations(all), bound(runBound), interpreter(sequential) {}

  bool isCorrect(const Patch &patch, llvm::ArrayRef<Number> constants = {}) {
    Substitution substitution = substitutionOf(mutations, patch);
    for (int x = -1; x < 4; ++x)
      for (int y = -1; y < 4; ++y)
        if (interpreter.run({{Number(x)}, {Number(y)}}, {bound}, substitution, constants).isError())
          return false;
    return true;
  }
  std::set<Patch> minimalRepairs(size_t maxSize) {
    std::set<Patch> result;
    std::vector<Patch> patches = {{}};
    for (size_t size = 1; size <= maxSize; ++size) {
      std::vector<Patch> larger;
      for (const Patch &patch : patches)
        for (size_t next = patch.empty() ? 0 : patch.back() + 1; next < mutations.size(); ++next) {
          bool isFree = llvm::none_of(patch, [&](size_t i) { return mutations[i].unit == mutations[next].unit; });
          if (!isFree)
            continue;
          Patch more = patch;
          more.push_back(next);
          bool isMinimal = llvm::none_of(result, [&](const Patch &repair) {
            return std::includes(more.begin(), more.end(), repair.begin(), repair.end());
          });
          if (isMinimal && isCorrect(more))
            result.insert(more);
          else if (isMinimal)
            larger.push_back(more);
        }
      patches = std::move(larger);
    }
    return result;
  }

private:
  const Program &program;
  llvm::ArrayRef<Mutation> mutations;
  unsigned bound;
  Interpreter interpreter;
};

std::set<Patch> patchesOf(const MutationRepairResult &result) {
  std::set<Patch> patches;
  for (const ProgramRepair &repair : result.repairs)
    patches.insert(repair.patch);
  return patches;
}

} // namespace

TEST(MutationRepair, AgreesWithAllPatchesOneByOneWithAndWithoutLocalization) {
  size_t programs = 0, repaired = 0, callsWith = 0, callsWithout = 0, solvedWith = 0, solvedWithout = 0;
  for (unsigned seed = 0; programs < 300; ++seed) {
    unsigned level = 1 + seed % 2;
    RandomFault fault(seed, level);
    MutationRepairOptions options = levelOptions(level, seed % 8 == 0 ? 3 : 2);
    options.bound = 3;
    Program program = fault.program;
    MutationRepairResult result = repairByMutation(program, options, Budget());
    if (result.verdict == MutationRepairResult::Verdict::Correct)
      continue;
    ++programs;
    ASSERT_LE(result.statistics.units, 8U);
    ASSERT_EQ(result.statistics.undecided, 0U) << "seed " << seed;
    ASSERT_NE(result.verdict, MutationRepairResult::Verdict::Unknown) << "seed " << seed;
    std::set<Patch> expected = BruteForce(program, result.mutations, options.bound).minimalRepairs(options.maxSize);
    ASSERT_EQ(patchesOf(result), expected) << "seed " << seed;
    repaired += !expected.empty();
    // Without localization there are many more candidates.
    options.localization = false;
    options.maxSize = 2;
    std::erase_if(expected, [](const Patch &patch) { return patch.size() > 2; });
    program = fault.program;
    MutationRepairResult without = repairByMutation(program, options, Budget());
    ASSERT_EQ(patchesOf(without), expected) << "seed " << seed;
    callsWith += result.statistics.candidates;
    solvedWith += result.statistics.solverCalls;
    callsWithout += without.statistics.candidates;
    solvedWithout += without.statistics.solverCalls;
  }
  // Most faults can be undone, and localization saves candidates.
  EXPECT_GT(repaired, programs / 3);
  EXPECT_LT(callsWith * 2, callsWithout);
  std::cout << programs << " programs, " << repaired << " repaired; with localization (up to size 3): " << callsWith
            << " candidates, " << solvedWith << " calls of Z3; without (up to size 2): " << callsWithout
            << " candidates, " << solvedWithout << " calls of Z3\n";
}

TEST(MutationRepair, AgreesWithAllPatchesOneByOneAtLevel3) {
  size_t programs = 0;
  for (unsigned seed = 1000; programs < 40; ++seed) {
    RandomFault fault(seed, 2);
    MutationRepairOptions options = levelOptions(3, 1);
    options.bound = 3;
    Program program = fault.program;
    MutationRepairResult result = repairByMutation(program, options, Budget());
    if (result.verdict == MutationRepairResult::Verdict::Correct)
      continue;
    ++programs;
    ASSERT_EQ(result.statistics.undecided, 0U) << "seed " << seed;
    BruteForce brute(program, result.mutations, options.bound);
    std::set<Patch> found = patchesOf(result);
    for (const ProgramRepair &repair : result.repairs)
      EXPECT_TRUE(brute.isCorrect(repair.patch, repair.constants)) << "seed " << seed;
    for (size_t i = 0; i < result.mutations.size(); ++i) {
      const Mutation &mutation = result.mutations[i];
      if (mutation.kind != Mutation::Kind::Unknown) {
        EXPECT_EQ(found.count({i}), brute.isCorrect({i})) << "seed " << seed << ", mutation " << i;
        continue;
      }
      // The nearest constant, looked for nearby.
      int64_t original = program.expr(mutation.site).constant;
      std::optional<int64_t> nearest;
      for (int64_t distance = 1; distance < 12 && !nearest; ++distance)
        for (int64_t value : {original + distance, original - distance}) {
          std::vector<Number> constants(mutation.unknown + 1, Number(0));
          constants.back() = Number(value);
          if (brute.isCorrect({i}, constants))
            nearest = distance;
        }
      if (!nearest)
        continue;
      ASSERT_TRUE(found.count({i})) << "seed " << seed << ", mutation " << i;
      const ProgramRepair &repair =
          *llvm::find_if(result.repairs, [&](const ProgramRepair &r) { return r.patch == Patch{i}; });
      Number difference = repair.constants[mutation.unknown] - Number(original);
      EXPECT_EQ(difference < 0 ? -difference : difference, Number(*nearest)) << "seed " << seed << ", mutation " << i;
    }
  }
}
