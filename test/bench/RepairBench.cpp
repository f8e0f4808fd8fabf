//===- RepairBench.cpp - Repairs beside the published figures -------------===//
//
// The systems of corpus/agr beside the project, by each method, with constraints at the end of error traces as in the
// paper (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or repair", table 1).
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Program/Power.h"
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

/// What the paper has in its table, with the seconds of its machine. Components stand there with themselves: so many
/// copies of them.
struct PublishedRow {
  const char *row, *file;
  SyntacticMethod method;
  const char *figures; ///< |A|, repair size, iterations, seconds.
  unsigned firstPower = 1, secondPower = 1;
};

static const PublishedRow published[] = {
    {"#19", "client2_c_error_constraints", SyntacticMethod::Approximate, "A 18, 18 states, 3 iterations, 1.12 s"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Aggressive, "A 1, 4 states, 4 iterations, 0.09 s"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Approximate, "A 6, 8 states, 5 iterations, 0.21 s"},
    {"#22", "infinite_bugs_c1", SyntacticMethod::Exact, "does not end"},
    {"#14", "client4_c", SyntacticMethod::Exact, "A 109, verified, 4.44 s"},
    {"#4", "client1_c", SyntacticMethod::Exact, "A 7, verified, 95 s", 6, 3},
    {"#6", "simple_error", SyntacticMethod::Aggressive, "A 5, 27 states, 2 iterations, 0.106 s", 1, 3},
    {"#6", "simple_error", SyntacticMethod::Approximate, "A 6, 28 states, 2 iterations, 0.126 s", 1, 3},
    {"#6", "simple_error", SyntacticMethod::Exact, "A 8, 81 states, 2 iterations, 0.132 s", 1, 3},
    {"#7", "simple_error", SyntacticMethod::Aggressive, "A 6, 81 states, 2 iterations, 0.13 s", 1, 4},
    {"#7", "simple_error", SyntacticMethod::Approximate, "A 7, 82 states, 2 iterations, 0.138 s", 1, 4},
    {"#7", "simple_error", SyntacticMethod::Exact, "A 9, 243 states, 2 iterations, 0.165 s", 1, 4},
    {"#8", "simple_error", SyntacticMethod::Aggressive, "A 8, 243 states, 2 iterations, 0.15 s", 1, 5},
    {"#8", "simple_error", SyntacticMethod::Approximate, "A 8, 244 states, 2 iterations, 0.17 s", 1, 5},
    {"#8", "simple_error", SyntacticMethod::Exact, "A 10, 729 states, 2 iterations, 0.223 s", 1, 5},
};

static constexpr const char *methodNames[] = {"exact", "approximate", "aggressive"};

static Measurement repairFile(const std::string &path, SyntacticMethod method, unsigned firstPower = 1,
                              unsigned secondPower = 1) {
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
  system->components[0] = cantFail(power(system->components[0], firstPower));
  system->components[1] = cantFail(power(system->components[1], secondPower));
  AgrOptions options;
  options.method = method;
  options.place = Placement::End;
  options.goal = AssumptionGoal::Traces;
  AgrResult answer = repairComponent(*system, 1, options, budget);
  result.figures[0] = static_cast<uint64_t>(answer.outcome);
  result.figures[1] = answer.assumption ? answer.assumption->stateCount() : 0;
  result.figures[2] = answer.component->fullSize();
  result.figures[3] = answer.iterations();
  if (answer.alphabet) {
    TraceAlphabet alphabet = *answer.alphabet;
    TraceAutomaton repaired(answer.component->program(), alphabet);
    result.figures[4] = minimalSize(repaired, alphabet.size());
  }
  return result;
}

static void printHeader() {
  outs() << formatv("{0,-30} {1,-12} {2,-12} {3,5} {4,5} {5,8} {6,6} {7,8}  {8}\n", "system", "method", "outcome",
                    "|A|", "min.", "states", "iter.", "seconds", "published");
}

static void printRow(const std::string &name, SyntacticMethod method, const Measurement &m, const std::string &known) {
  StringRef outcome = m.completed ? outcomeName(static_cast<AgrResult::Outcome>(m.figures[0])) : "stopped";
  outs() << formatv("{0,-30} {1,-12} {2,-12} {3,5} {4,5} {5,8} {6,6} {7,8:F3}  {8}\n", name,
                    methodNames[static_cast<size_t>(method)], outcome, m.figures[1], m.figures[4], m.figures[2],
                    m.figures[3], m.seconds, known);
  outs().flush();
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
  printHeader();
  for (const std::string &file : files)
    for (SyntacticMethod method : {SyntacticMethod::Exact, SyntacticMethod::Approximate, SyntacticMethod::Aggressive}) {
      Measurement m = measure([&] { return repairFile(file, method); }, 120);
      std::string name = sys::path::stem(file).str(), known;
      for (const PublishedRow &row : published)
        if (name == row.file && method == row.method && row.firstPower == 1 && row.secondPower == 1)
          known = (Twine(row.row) + ": " + row.figures).str();
      printRow(name, method, m, known);
    }
  std::string folder = sys::path::parent_path(files.front()).str();
  for (const PublishedRow &row : published) {
    if (row.firstPower == 1 && row.secondPower == 1)
      continue;
    Measurement m = measure(
        [&] { return repairFile(folder + "/" + row.file + ".fsp", row.method, row.firstPower, row.secondPower); }, 120);
    std::string name = row.file;
    if (row.firstPower > 1)
      name += " M1^" + std::to_string(row.firstPower);
    printRow(name + " M2^" + std::to_string(row.secondPower), row.method, m,
             (Twine(row.row) + ": " + row.figures).str());
  }
}

static const BenchTable repairTable("repair", printRepairs, BenchTable::OnDemand);

} // namespace tenon::bench
