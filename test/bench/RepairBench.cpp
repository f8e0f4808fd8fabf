//===- RepairBench.cpp - Repairs beside the published figures -------------===//
//
// The systems of corpus/agr beside the project, by each method, with constraints at the end of error traces as in the
// paper (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", table 1).
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Repair/AssumeGuaranteeRepair.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace tenon::bench {

/// What the paper has in its table; rows of several copies of a component are left out.
struct PublishedRow {
  const char *row, *file;
  SyntacticMethod method;
  const char *figures; ///< |A|, repair size, iterations, seconds.
};

static const PublishedRow published[] = {
    {"#19", "client2_c_error_constraints", SyntacticMethod::Approximate, "18 states, 3 iterations"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Aggressive, "A 1, 4 states, 4 iterations"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Approximate, "A 6, 8 states, 5 iterations"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Exact, "does not end"},
    {"#14", "client4_c", SyntacticMethod::Exact, "A 109, verified"},
    {"#4", "client1_c", SyntacticMethod::Exact, "A 7, verified (of M1^6, M2^3)"},
};

static Measurement repairFile(const std::string &path, SyntacticMethod method) {
  Measurement result;
  auto buffer = MemoryBuffer::getFile(path);
  Frontend frontend;
  if (!buffer || !frontend.parseText((*buffer)->getBuffer(), path))
    return result;
  const Model *model = frontend.analyze({});
  if (!model)
    return result;
  Budget budget;
  budget.setTimeout(60);
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, LanguageOptions());
  const SystemModel &composite = *model->findSystem("System");
  std::optional<ProgramSystem> system = lowerSystem(composite, lowering);
  if (!system)
    return result;
  system->monitor = lowerMonitor(*model->goals.front().observer, composite, *system);
  AgrOptions options;
  options.method = method;
  options.place = Placement::End;
  options.goal = AssumptionGoal::Traces;
  AgrResult answer = repairComponent(*system, 1, options, budget);
  result.figures[0] = static_cast<uint64_t>(answer.outcome);
  result.figures[1] = answer.assumption ? answer.assumption->stateCount() : 0;
  result.figures[2] = answer.component->fullSize();
  result.figures[3] = answer.iterations();
  return result;
}

static void printRepairs() {
  const char *corpus = std::getenv("TENON_CORPUS");
  std::vector<std::string> files;
  std::error_code error;
  for (sys::fs::directory_iterator entry(std::string(corpus ? corpus : "../shared/corpus") + "/agr", error), end;
       !error && entry != end; entry.increment(error))
    if (StringRef(entry->path()).ends_with(".fsp"))
      files.push_back(entry->path());
  if (files.empty()) {
    outs() << "no corpus: set TENON_CORPUS\n";
    return;
  }
  std::sort(files.begin(), files.end());
  outs() << formatv("{0,-30} {1,-12} {2,-12} {3,5} {4,8} {5,6} {6,8}  {7}\n", "system", "method", "outcome", "|A|",
                    "states", "iter.", "seconds", "published");
  for (const std::string &file : files)
    for (SyntacticMethod method : {SyntacticMethod::Exact, SyntacticMethod::Approximate, SyntacticMethod::Aggressive}) {
      static constexpr const char *Names[] = {"exact", "approximate", "aggressive"};
      Measurement m = measure([&] { return repairFile(file, method); }, 120);
      std::string name = sys::path::stem(file).str(), known;
      for (const PublishedRow &row : published)
        if (name == row.file && method == row.method)
          known = (Twine(row.row) + ": " + row.figures).str();
      StringRef outcome = m.completed ? outcomeName(static_cast<AgrResult::Outcome>(m.figures[0])) : "stopped";
      outs() << formatv("{0,-30} {1,-12} {2,-12} {3,5} {4,8} {5,6} {6,8:F3}  {7}\n", name,
                        Names[static_cast<size_t>(method)], outcome, m.figures[1], m.figures[2], m.figures[3],
                        m.seconds, known);
      outs().flush();
    }
}

static const BenchTable repairTable("repair", printRepairs, BenchTable::OnDemand);

} // namespace tenon::bench
