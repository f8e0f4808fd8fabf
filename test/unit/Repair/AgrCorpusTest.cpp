//===- AgrCorpusTest.cpp - The published benchmarks -----------------------===//
//
// The systems of corpus/agr beside the project, which are skipped where it is absent, and the rows of the published
// table that can be reproduced (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", table 1).
//
//===----------------------------------------------------------------------===//

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Repair/AssumeGuaranteeRepair.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace tenon;

namespace {

using Outcome = AgrResult::Outcome;

/// The system of a file's goal with its property; nullopt if there is no such file.
std::optional<ProgramSystem> load(const std::string &name) {
  const char *root = std::getenv("TENON_CORPUS");
  auto buffer = llvm::MemoryBuffer::getFile(std::string(root ? root : "") + "/agr/" + name + ".fsp");
  if (!buffer)
    return std::nullopt;
  Frontend frontend;
  if (!frontend.parseText((*buffer)->getBuffer(), name))
    return std::nullopt;
  const Model *model = frontend.analyze({});
  if (!model)
    return std::nullopt;
  Budget budget;
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, LanguageOptions());
  const SystemModel &composite = *model->findSystem("System");
  std::optional<ProgramSystem> system = lowerSystem(composite, lowering);
  if (system)
    system->monitor = lowerMonitor(*model->goals.front().observer, composite, *system);
  return system;
}

struct Row {
  const char *name;
  SyntacticMethod method;
  Outcome outcome;
  size_t iterations;
  uint64_t size; ///< Of the repaired component; 0: not known.
};

constexpr SyntacticMethod Methods[] = {SyntacticMethod::Exact, SyntacticMethod::Approximate,
                                       SyntacticMethod::Aggressive};

} // namespace

TEST(AgrCorpus, RowsComeOutAsPublished) {
  const Row rows[] = {
      {"client1_c", SyntacticMethod::Exact, Outcome::Verified, 1, 4},
      {"simple_error", SyntacticMethod::Aggressive, Outcome::Repaired, 2, 3},
      {"simple_error", SyntacticMethod::Approximate, Outcome::Repaired, 2, 4},
      {"simple_error", SyntacticMethod::Exact, Outcome::Repaired, 2, 9},
      {"client2_c_error", SyntacticMethod::Exact, Outcome::Diverges, 1, 16},
      {"client2_c_error_constraints", SyntacticMethod::Aggressive, Outcome::Repaired, 3, 18},
      {"client2_c_error_constraints", SyntacticMethod::Approximate, Outcome::Repaired, 3, 18},
      {"client2_c_error_constraints", SyntacticMethod::Exact, Outcome::Repaired, 3, 18},
      {"infinite_bugs_c1", SyntacticMethod::Aggressive, Outcome::Trivial, 4, 4},
      {"infinite_bugs_c1", SyntacticMethod::Approximate, Outcome::Repaired, 5, 8},
      {"infinite_bugs_c1", SyntacticMethod::Exact, Outcome::Diverges, 1, 4},
  };
  for (const Row &row : rows) {
    std::optional<ProgramSystem> system = load(row.name);
    if (!system)
      GTEST_SKIP() << "no corpus: set TENON_CORPUS";
    AgrOptions options;
    options.method = row.method;
    options.place = Placement::End;
    options.goal = AssumptionGoal::Traces;
    Budget budget;
    AgrResult result = repairComponent(*system, 1, options, budget);
    SCOPED_TRACE(std::string(row.name) + " " + std::to_string(static_cast<int>(row.method)) + " " +
                 outcomeName(result.outcome).str() + " " + result.reason);
    EXPECT_EQ(result.outcome, row.outcome);
    EXPECT_EQ(result.iterations(), row.iterations);
    EXPECT_EQ(result.component->fullSize(), row.size);
    if (result.assumption) {
      TraceAlphabet alphabet = *result.alphabet;
      TraceAutomaton automaton(result.component->program(), alphabet);
      EXPECT_LE(result.assumption->stateCount(), minimalSize(automaton, alphabet.size()));
    }
  }
}

TEST(AgrCorpus, FlawedSystemsGetARepair) {
  for (const char *name : {"client1_c_error_constraints", "client2_c_error", "client2_c_error_constraints",
                           "clt2_transit_errEq1", "infinite_bugs_c1", "simple_error", "with_constraints"}) {
    bool isTrivial = std::string(name) == "with_constraints", isRepaired = false;
    for (SyntacticMethod method : Methods) {
      std::optional<ProgramSystem> system = load(name);
      if (!system)
        GTEST_SKIP() << "no corpus: set TENON_CORPUS";
      AgrOptions options;
      options.method = method;
      Budget budget;
      AgrResult result = repairComponent(*system, 1, options, budget);
      isRepaired |= result.outcome == Outcome::Repaired;
      if (isTrivial) {
        EXPECT_EQ(result.outcome, Outcome::Trivial) << result.reason;
      }
      if (result.outcome != Outcome::Repaired)
        continue;
      system->components[1] = result.component->program();
      EXPECT_EQ(checkProgram(*system, {}, budget).verdict, Verdict::Holds) << name;
    }
    EXPECT_EQ(isRepaired, !isTrivial) << name;
  }
}

TEST(AgrCorpus, CorrectSystemsAreVerifiedAtOnce) {
  for (const char *name : {"client1_c", "client2_c", "clt1", "complexData", "with_constraints_1"}) {
    std::optional<ProgramSystem> system = load(name);
    if (!system)
      GTEST_SKIP() << "no corpus: set TENON_CORPUS";
    AgrResult result = repairComponent(*system, 1, {}, Budget());
    EXPECT_EQ(result.outcome, Outcome::Verified) << name << ": " << result.reason;
    EXPECT_EQ(result.iterations(), 1U);
  }
}
