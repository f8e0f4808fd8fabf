//===- AssumptionBench.cpp - The rules on families of models ----===//

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
  unsigned largest;     ///< For the methods that scale.
};

constexpr Family Families[] = {
    {"client_server", 6, 9, 11}, {"mer", 2, 4, 6}, {"gas_station", 3, 5, 7}, {"chiron", 2, 5, 7}};
constexpr unsigned LimitSeconds = 300;

struct Method {
  const char *title;
  std::optional<Rule> rule; ///< None: the direct search.
  bool refineAlphabet;
  const char *about;
  bool scales;
  SatEncoding encoding = SatEncoding::OneHot;
};

constexpr Method Direct = {"direct", std::nullopt, false, "", true};
constexpr Method NWay = {"nway", Rule::NWay, true, "", true};
constexpr Method Methods[] = {
    Direct,
    {"learn, M2", Rule::AsymLearn, true, "M2", false},
    {"  whole alphabet", Rule::AsymLearn, false, "M2", false},
    {"sat, M2", Rule::AsymSat, false, "M2", false},
    {"learn, M1", Rule::AsymLearn, true, "M1", false},
    {"sat, M1", Rule::AsymSat, false, "M1", false},
    {"symmetric", Rule::Symmetric, true, "", true},
    {"circular", Rule::Circular, false, "", true},
    {"  in bits", Rule::Circular, false, "", false, SatEncoding::Binary},
};

/// A ring of N stations that work by themselves and pass a token around, which lets them enter; two stations, or any
/// two, must not be in at a time.
constexpr const char *Ring = R"(
const N = 5
STATION(HAS=0) = if (HAS == 1) then HOLD else IDLE,
IDLE = (get -> HOLD | think -> BUSY),
BUSY = (plan -> IDLE | get -> HOLD),
HOLD = (enter -> leave -> put -> IDLE | put -> IDLE).
||SYS = (s[0]:STATION(1) || forall [i:1..N-1] s[i]:STATION(0))
  / {forall [i:0..N-1] {hop[i] / s[i].put, hop[i] / s[(i+1)%N].get}}.
property TWO = (s[0].enter -> s[0].leave -> TWO | s[N/2].enter -> s[N/2].leave -> TWO).
property ANY = (s[i:0..N-1].enter -> s[i].leave -> ANY).
)";

enum Figure { Assumptions, FirstStates, OtherStates, Variables, Clauses };

/// The states of the largest premise, from the note about them.
uint64_t largestPremise(const CheckResult &result) {
  uint64_t states = 0;
  for (llvm::StringRef note : result.notes)
    if (note.consume_front("largest premise: "))
      note.consumeInteger(10, states);
  return states;
}

/// A whole run, from the source to the verdict. The result's states are those searched, or of the largest premise; its
/// transitions are membership queries or conjectures. `path` is the name of a file or, with a newline in it, the model
/// itself.
Measurement verifyModel(const std::string &path, const char *property, unsigned n, const Method &method) {
  Frontend frontend;
  SemaOptions sema;
  sema.overrides["N"] = std::to_string(n);
  bool isText = path.find('\n') != std::string::npos;
  bool isGood = isText ? frontend.parseText(path, "model") : frontend.parse(path);
  const Model *model = isGood ? frontend.analyze(sema) : nullptr;
  if (!model)
    _Exit(1);
  Budget budget;
  VerifyOptions options;
  options.assume = method.about;
  options.learning.refineAlphabet = method.refineAlphabet;
  options.encoding = method.encoding;
  CheckOptions check;
  check.runners = {ruleRunner(options)};
  check.engine.method = SafetyMethod::Direct;
  Goal goal;
  goal.kind = Goal::Kind::Satisfies;
  goal.subject.text = "SYS";
  goal.property.text = property;
  if (method.rule)
    goal.method = ruleName(*method.rule).str();
  check.goal = goal;
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, {});
  std::vector<CheckResult> results = Checker(lowering, check).run();
  if (results.size() != 1 || results.front().verdict != Verdict::Holds)
    _Exit(1);
  const CheckResult &result = results.front();
  Measurement m;
  m.states = method.rule ? largestPremise(result) : result.statistics.states;
  m.transitions = result.membershipQueries ? *result.membershipQueries : result.iterations.value_or(0);
  m.figures[Assumptions] = result.assumptions.size();
  for (size_t i = 0; i < result.assumptions.size(); ++i)
    m.figures[i == 0 ? FirstStates : OtherStates] += result.assumptions[i].automaton.states;
  m.figures[Variables] = result.satVariables.value_or(0);
  m.figures[Clauses] = result.satClauses.value_or(0);
  return m;
}

std::string orNothing(uint64_t figure) {
  return figure ? std::to_string(figure) : "";
}

/// `3+4`, or `12 of 7`.
std::string sizes(const Measurement &m) {
  uint64_t first = m.figures[FirstStates], others = m.figures[OtherStates], count = m.figures[Assumptions];
  if (count > 2)
    return std::to_string(first + others) + " of " + std::to_string(count);
  return orNothing(first) + (count == 2 ? "+" + std::to_string(others) : "");
}

void printRow(const std::string &name, const Method &method, const Measurement &m) {
  if (!m.completed) {
    std::printf("%-16s %-17s %9s\n", name.c_str(), method.title, "stopped");
    return;
  }
  std::printf("%-16s %-17s %9s %9s %9s %9s %9s %9.2f %9llu\n", name.c_str(), method.title, sizes(m).c_str(),
              orNothing(m.states).c_str(), orNothing(m.transitions).c_str(), orNothing(m.figures[Variables]).c_str(),
              orNothing(m.figures[Clauses]).c_str(), m.cpuSeconds, static_cast<unsigned long long>(m.peakBytes >> 20));
  std::fflush(stdout);
}

void printRow(const std::string &family, const std::string &path, unsigned n, const Method &method,
              const char *property = "P") {
  printRow(family + " " + std::to_string(n), method,
           measure([&] { return verifyModel(path, property, n, method); }, LimitSeconds));
}

void printHead() {
  std::printf("%-16s %-17s %9s %9s %9s %9s %9s %9s %9s\n", "family, N", "method", "|A|", "states", "asked", "variables",
              "clauses", "s", "peak MiB");
}

void printFamilies(const std::string &folder) {
  std::printf(
      "Assumptions of the rules for SYS = M1 || M2 and P. `learn, M2`: the asymmetric rule, with an assumption about\n"
      "M2 and alphabet refinement; `symmetric`: an assumption for each side, with alphabet refinement; `circular`: "
      "the\n"
      "smallest two; `in bits`: by the paper's encoding. |A|: states of the assumptions; states: of SYS || P, or of\n"
      "the largest premise; asked: membership queries, with SAT conjectures; s: processor time, from source to\n"
      "verdict, at most %u.\n\n",
      LimitSeconds);
  printHead();
  for (const Family &family : Families)
    for (unsigned n = family.first; n <= family.largest; ++n)
      for (const Method &method : Methods)
        if (n <= family.last || method.scales)
          printRow(family.file, folder + "/" + family.file + ".lts", n, method);
}

void printNWay(const std::string &folder, bool hasFolder) {
  std::printf(
      "\nEach component a side of its own; |A|: states, and how many assumptions. The ring's stations must not\n"
      "be in at a time: two of them, or any two.\n\n");
  printHead();
  for (unsigned n = 4; n <= 12 && hasFolder; ++n)
    for (const Method &method : {Direct, NWay})
      printRow("client_server", folder + "/client_server.lts", n, method);
  for (auto [family, property] : {std::pair("ring, two", "TWO"), std::pair("ring, any", "ANY")})
    for (unsigned n : {5, 10, 15, 20, 40})
      for (const Method &method : {Direct, NWay})
        if (method.rule || n <= 20)
          printRow(family, Ring, n, method, property);
}

void printAssumptions() {
  std::string folder = TENON_SOURCE_DIR "/../shared/corpus/acr";
  bool hasFolder = llvm::sys::fs::is_directory(folder);
  if (hasFolder)
    printFamilies(folder);
  else
    std::printf("Families of models: skipped, there are none in ../shared/corpus/acr.\n\n");
  printNWay(folder, hasFolder);
  std::printf("\n");
}

const BenchTable table("assumptions", printAssumptions, BenchTable::OnDemand);

} // namespace
