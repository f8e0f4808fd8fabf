//===- RuleBudgetTest.cpp - Proofs that are cut short ---------------------===//

#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace tenon;

namespace {

/// Clients that ask a server for the only resource. Clients know what to return, the server whom to grant. The careless
/// server grants twice.
struct ClientServer {
  ClientServer(unsigned clients, bool isCareless) {
    std::string text = "const N = " + std::to_string(clients) + R"(
range C = 1..N
CLIENT  = (request -> WAITING),
WAITING = (grant -> USING | deny -> CLIENT),
USING   = (cancel -> CLIENT).
||Clients = (c[C]:CLIENT).
Server = S[0][0],
S[h:0..N][p:0..N] =
  ( when (p==0)         c[i:C].request -> S[h][i]
  | when (p!=0 && h==0) c[p].grant     -> S[p][0]
  | when (p!=0 && h!=0) c[p].)" +
                       (isCareless ? "grant" : "deny") + R"( -> S[h][0]
  | c[i:C].cancel -> if (i==h) then S[0][p] else S[h][p]).
property Exclusion = (c[i:C].grant -> c[i].cancel -> Exclusion).
||System = (Clients || Server).
)";
    frontend.parseText(text, "model");
    const Model *model = frontend.analyze({});
    lowering.emplace(*model, frontend.diagnosticEngine(), unlimited, LanguageOptions());
    network = lowering->network(*model->findDefinition("System"));
    operands = lowering->operands(*model->findDefinition("System"));
    property = lowering->lts(*model->findDefinition("Exclusion"));
  }

  CheckResult verify(const VerifyOptions &options, const Budget &budget) const {
    return llvm::cantFail(tenon::verify(*network, *operands, "Exclusion", property, options, budget));
  }

  Frontend frontend;
  Budget unlimited;
  std::optional<Lowering> lowering;
  std::optional<Network> network;
  std::optional<std::vector<Operand>> operands;
  LtsRef property;
};

/// By number: two ways to learn, by SAT, and with a side for each component.
constexpr unsigned Ways = 6;
VerifyOptions optionsFor(unsigned way) {
  VerifyOptions options;
  options.rule = way == 4 ? Rule::AsymSat : Rule::AsymLearn;
  options.learning = {way & 1 ? LearnerKind::DiscriminationTree : LearnerKind::ObservationTable, (way & 2) == 0};
  options.split.leaves = way == 5;
  options.assume = way == 4 ? "Clients" : "";
  options.certify = true;
  return options;
}

/// The right verdict, or unknown for this reason.
void expectRightOrUnknown(const CheckResult &result, Verdict right, llvm::StringRef reason) {
  if (result.verdict == right)
    return;
  ASSERT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_TRUE(llvm::StringRef(result.reason).contains(reason)) << result.reason;
  EXPECT_FALSE(result.certified);
  EXPECT_FALSE(result.counterexample);
}

} // namespace

TEST(RuleBudget, EndsAtAnyConjecture) {
  for (bool isCareless : {false, true}) {
    ClientServer system(3, isCareless);
    for (unsigned way = 0; way < Ways; ++way) {
      SCOPED_TRACE(way);
      uint64_t shown = 0, most = 0;
      Budget whole;
      whole.onProofProgress = [&](const ProofProgress &p) {
        ++shown;
        most = std::max(most, p.assumptionStates);
      };
      Verdict right = isCareless ? Verdict::Violated : Verdict::Holds;
      ASSERT_EQ(system.verify(optionsFor(way), whole).verdict, right);
      EXPECT_TRUE(isCareless || shown > 1);
      EXPECT_TRUE(isCareless || most > 1);
      unsigned unknown = 0;
      uint64_t step = std::max<uint64_t>(1, shown / 20);
      for (uint64_t end = 1; end <= shown; end += step) {
        Budget budget;
        uint64_t count = 0;
        budget.onProofProgress = [&](const ProofProgress &) {
          if (++count == end)
            budget.cancel();
        };
        CheckResult result = system.verify(optionsFor(way), budget);
        expectRightOrUnknown(result, right, "interrupted");
        unknown += result.verdict == Verdict::Unknown;
      }
      EXPECT_TRUE(unknown > 0 || shown == 0);
    }
  }
}

TEST(RuleBudget, EndsBeforeItBegins) {
  ClientServer system(4, false);
  for (unsigned way = 0; way < Ways; ++way) {
    SCOPED_TRACE(way);
    Budget budget;
    budget.cancel();
    expectRightOrUnknown(system.verify(optionsFor(way), budget), Verdict::Holds, "interrupted");
  }
}

TEST(RuleBudget, EndsAtAnyMoment) {
  unsigned unknown = 0, holds = 0;
  ClientServer system(4, false);
  for (double seconds = 0.00005; seconds < 0.1; seconds *= 1.5)
    for (unsigned way = 0; way < Ways; ++way) {
      SCOPED_TRACE(way);
      Budget budget;
      budget.setTimeout(seconds);
      CheckResult result = system.verify(optionsFor(way), budget);
      expectRightOrUnknown(result, Verdict::Holds, "time limit");
      (result.verdict == Verdict::Unknown ? unknown : holds)++;
    }
  EXPECT_GT(unknown, 0U);
  EXPECT_GT(holds, 0U);
}

/// A table that does not fit is a limit, too, even if the process itself is still within it.
TEST(RuleBudget, EndsWithoutMemory) {
  ClientServer system(4, false);
  for (unsigned way = 0; way < Ways; ++way) {
    SCOPED_TRACE(way);
    Budget budget;
    budget.setMaxMemory(1e-6);
    expectRightOrUnknown(system.verify(optionsFor(way), budget), Verdict::Holds, "memory limit");
  }
}
