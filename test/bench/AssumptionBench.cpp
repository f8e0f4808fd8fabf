//===- AssumptionBench.cpp - The asymmetric rule on families of models ----===//

#include "Bench.h"

#include "tenon/AssumeGuarantee/RuleGoals.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/Support/FileSystem.h"

#include <cstdio>

using namespace tenon;
using namespace tenon::bench;

namespace {

struct Family {
  const char *file;
  unsigned first, last; ///< Values of the constant N.
};

constexpr Family Families[] = {{"client_server", 6, 9}, {"mer", 2, 4}, {"gas_station", 3, 5}, {"chiron", 2, 5}};
constexpr unsigned LimitSeconds = 300;

struct Method {
  const char *title;
  std::optional<Rule> rule; ///< None: the direct search.
  bool refineAlphabet;
  const char *about;
};

constexpr Method Methods[] = {
    {"direct", std::nullopt, false, ""},
    {"learn, M2", Rule::AsymLearn, true, "M2"},
    {"  whole alphabet", Rule::AsymLearn, false, "M2"},
    {"sat, M2", Rule::AsymSat, false, "M2"},
    {"learn, M1", Rule::AsymLearn, true, "M1"},
    {"sat, M1", Rule::AsymSat, false, "M1"},
};

/// A whole run, from the source to the verdict. The result's states are the assumption's or the system's, its
/// transitions the membership queries or conjectures.
Measurement verifyFile(const std::string &path, unsigned n, const Method &method) {
  Frontend frontend;
  SemaOptions sema;
  sema.overrides["N"] = std::to_string(n);
  const Model *model = frontend.parse(path) ? frontend.analyze(sema) : nullptr;
  if (!model)
    _Exit(1);
  Budget budget;
  VerifyOptions options;
  options.assume = method.about;
  options.learning.refineAlphabet = method.refineAlphabet;
  CheckOptions check;
  check.runners = {ruleRunner(options)};
  check.engine.method = SafetyMethod::Direct;
  Goal goal;
  goal.kind = Goal::Kind::Satisfies;
  goal.subject.text = "SYS";
  goal.property.text = "P";
  if (method.rule)
    goal.method = ruleName(*method.rule).str();
  check.goal = goal;
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, {});
  std::vector<CheckResult> results = Checker(lowering, check).run();
  if (results.size() != 1 || results.front().verdict != Verdict::Holds)
    _Exit(1);
  const CheckResult &result = results.front();
  Measurement m;
  m.states = method.rule ? result.assumptions.front().automaton.states : result.statistics.states;
  m.transitions = result.membershipQueries ? *result.membershipQueries : result.iterations.value_or(0);
  return m;
}

void printRow(const std::string &name, const Method &method, const Measurement &m) {
  if (!m.completed) {
    std::printf("%-16s %-17s %9s %11s %9s\n", name.c_str(), method.title, "-", "-", "stopped");
    return;
  }
  std::string asked = method.rule ? std::to_string(m.transitions) : "";
  std::printf("%-16s %-17s %9llu %11s %9.2f %9llu\n", name.c_str(), method.title,
              static_cast<unsigned long long>(m.states), asked.c_str(), m.cpuSeconds,
              static_cast<unsigned long long>(m.peakBytes >> 20));
  std::fflush(stdout);
}

void printAssumptions() {
  std::string folder = TENON_SOURCE_DIR "/../shared/corpus/acr";
  if (!llvm::sys::fs::is_directory(folder)) {
    std::printf("Assumptions of the asymmetric rule: skipped, there are no models in ../shared/corpus/acr.\n\n");
    return;
  }
  std::printf(
      "Assumptions of the asymmetric rule for SYS = M1 || M2 and P. `learn, M2`: the assumption is about M2, with\n"
      "alphabet refinement. |A|: its states, for `direct` those of SYS || P; asked: membership queries, for\n"
      "`sat` conjectures; s: processor time, from source to verdict, at most %u.\n\n",
      LimitSeconds);
  std::printf("%-16s %-17s %9s %11s %9s %9s\n", "family, N", "method", "|A|", "asked", "s", "peak MiB");
  for (const Family &family : Families)
    for (unsigned n = family.first; n <= family.last; ++n)
      for (const Method &method : Methods) {
        std::string path = folder + "/" + family.file + ".lts";
        printRow(family.file + (" " + std::to_string(n)), method,
                 measure([&] { return verifyFile(path, n, method); }, LimitSeconds));
      }
  std::printf("\n");
}

const BenchTable table("assumptions", printAssumptions, BenchTable::OnDemand);

} // namespace
