//===- MutationBench.cpp - Repairs of a program with seeded faults --------===//
//
// An altitude advisory of the shape and size of TCAS, with 41 faults of the kinds that the versions of TCAS have.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "tenon/Repair/MutationRepair.h"
#include "tenon/Sema/CFrontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tenon;
using namespace tenon::bench;

namespace {

struct Change {
  const char *from, *to;
};

struct Fault {
  const char *kind;
  /// The level from which on the change back is a mutation of at most two units; 4: it is none.
  unsigned level;
  std::vector<Change> changes;
};

const Fault Faults[] = {
    {"relational operator",
     1,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = !is_lower()",
       "room_for_climb() >= room_below;\n  if (prefers_up)\n    answer = !is_lower()"}}},
    {"wrong named constant", 3, {{"room_above - BLOCK_COST", "room_above - SMALL_GAP"}}},
    {"&& written as ||", 1, {{"two_reports && other_plan", "two_reports || other_plan"}}},
    {"&& written as || before a call",
     1,
     {{"gap >= SMALL_GAP && room_above >= clearance()", "gap >= SMALL_GAP || room_above >= clearance()"}}},
    {"missing conjunct", 3, {{"reliable && own_rate <= RATE_LIMIT && gap > CLOSE_GAP", "reliable && gap > CLOSE_GAP"}}},
    {"< written as <=", 1, {{"return own_height < other_height", "return own_height <= other_height"}}},
    {"constant 540 -> 570", 3, {{"own_rate <= RATE_LIMIT", "own_rate <= 570"}}},
    {"constant 770 -> 700", 3, {{"thresholds[3] = 770", "thresholds[3] = 700"}}},
    {"> written as >=", 1, {{"gap > CLOSE_GAP", "gap >= CLOSE_GAP"}}},
    {"two < written as <=",
     1,
     {{"return own_height < other_height", "return own_height <= other_height"},
      {"return other_height < own_height", "return other_height <= own_height"}}},
    {"two < written as <= and a missing case",
     4,
     {{"return own_height < other_height", "return own_height <= other_height"},
      {"return other_height < own_height", "return other_height <= own_height"},
      {"    if (wants_up && wants_down)\n      advice = STAY;\n    else if (wants_up)", "    if (wants_up)"}}},
    {"&& written as ||", 1, {{"reliable && own_rate", "reliable || own_rate"}}},
    {"constant 650 -> 750", 3, {{"gap > CLOSE_GAP", "gap > CLOSE_GAP + 100"}}},
    {"constant 650 -> 700", 3, {{"gap > CLOSE_GAP", "gap > CLOSE_GAP + 50"}}},
    {"constant 540 -> 800 and a missing conjunct",
     4,
     {{"reliable && own_rate <= RATE_LIMIT && gap > CLOSE_GAP", "reliable && own_rate <= 800"}}},
    {"constant 400 -> 401", 2, {{"thresholds[0] = 400", "thresholds[0] = 401"}}},
    {"constant 510 -> 511", 2, {{"thresholds[1] = 510", "thresholds[1] = 511"}}},
    {"constant 630 -> 690", 3, {{"thresholds[2] = 630", "thresholds[2] = 690"}}},
    {"constant 770 -> 790", 3, {{"thresholds[3] = 770", "thresholds[3] = 790"}}},
    {"> written as >=",
     1,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = is_lower()",
       "room_for_climb() >= room_below;\n  if (prefers_up)\n    answer = is_lower()"}}},
    {"call replaced by expression",
     3,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = !is_lower()",
       "room_above - BLOCK_COST > room_below;\n  if (prefers_up)\n    answer = !is_lower()"}}},
    {"call replaced by variable",
     3,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = !is_lower()",
       "room_above > room_below;\n  if (prefers_up)\n    answer = !is_lower()"}}},
    {"call replaced by expression",
     3,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = is_lower()",
       "room_above - BLOCK_COST > room_below;\n  if (prefers_up)\n    answer = is_lower()"}}},
    {"call replaced by variable",
     3,
     {{"room_for_climb() > room_below;\n  if (prefers_up)\n    answer = is_lower()",
       "room_above > room_below;\n  if (prefers_up)\n    answer = is_lower()"}}},
    {">= written as >", 1, {{"!(room_below >= clearance())", "!(room_below > clearance())"}}},
    {"missing conjunct",
     3,
     {{"reliable && own_rate <= RATE_LIMIT && gap > CLOSE_GAP", "own_rate <= RATE_LIMIT && gap > CLOSE_GAP"}}},
    {"missing conjunct", 3, {{"two_reports && other_plan == NO_PLAN", "other_plan == NO_PLAN"}}},
    {"condition negated",
     2,
     {{"coordinates = other_system == HAS_SYSTEM", "coordinates = other_system != HAS_SYSTEM"}}},
    {"conditional expression removed",
     4,
     {{"return climb_blocked ? room_above - BLOCK_COST : room_above;", "return room_above - BLOCK_COST;"}}},
    {"conditional expression removed",
     4,
     {{"return climb_blocked ? room_above - BLOCK_COST : room_above;", "return room_above;"}}},
    {"extra conjunct with <=",
     3,
     {{"wants_up = may_climb() && is_lower()", "wants_up = may_climb() && is_lower() && own_height <= room_above"}}},
    {"extra conjunct with <=",
     3,
     {{"wants_down = may_descend() && is_higher()",
       "wants_down = may_descend() && is_higher() && other_height <= room_below"}}},
    {"four array indices shifted by one",
     4,
     {{"thresholds[0] =", "thresholds[1] ="},
      {"thresholds[1] = 510", "thresholds[2] = 510"},
      {"thresholds[2] = 630", "thresholds[3] = 630"},
      {"thresholds[3] = 770", "thresholds[4] = 770"}}},
    {"parentheses regrouped",
     3,
     {{"((coordinates && undeclared) || !coordinates)", "(coordinates && (undeclared || !coordinates))"}}},
    {"branches of ?: swapped",
     3,
     {{"climb_blocked ? room_above - BLOCK_COST : room_above",
       "climb_blocked ? room_above : room_above - BLOCK_COST"}}},
    {"constant 2 -> 1", 2, {{"advice = DESCEND;", "advice = CLIMB;"}}},
    {"array index variable replaced by 0", 3, {{"thresholds[layer]", "thresholds[0]"}}},
    {"array one element too short", 0, {{"int thresholds[4]", "int thresholds[3]"}}},
    {">= written as >", 1, {{"room_above >= clearance());", "room_above > clearance());"}}},
    {"missing disjunct and a check dropped",
     3,
     {{"matters && ((coordinates && undeclared) || !coordinates)", "matters && (coordinates && undeclared)"}}},
    {"missing conjunct", 3, {{"two_reports && other_plan == NO_PLAN", "two_reports"}}},
};

constexpr const char *CopyMark = "/* ---- the copy ---- */";

std::string baseText() {
  auto buffer = llvm::MemoryBuffer::getFile(TENON_SOURCE_DIR "/test/bench/Inputs/advisory.c");
  if (!buffer)
    return fail("test/bench/Inputs/advisory.c cannot be read"), "";
  return (*buffer)->getBuffer().str();
}

std::string withFault(std::string text, const Fault &fault) {
  for (const Change &change : fault.changes) {
    size_t place = text.find(change.from);
    if (place >= text.find(CopyMark))
      fail(std::string(fault.kind) + ": there is no " + change.from);
    else
      text.replace(place, std::strlen(change.from), change.to);
  }
  return text;
}

/// What is not to be mutated.
std::vector<std::string> fixedFunctions(const seq::Program &program) {
  std::vector<std::string> result = {"main"};
  for (const seq::Function &function : program.functions)
    if (llvm::StringRef(function.name).ends_with("_ref"))
      result.push_back(function.name);
  return result;
}

struct Setting {
  unsigned level;
  size_t maxSize;
  size_t maxRepairs;
  bool localization = true;
  double seconds = 120;
  bool replay = true;
};

/// figures: repairs; smallest size, with the finished size and whether all of it is known in the next; time to the
/// first in ms; solver calls; candidates.
Measurement repair(const std::string &text, const Setting &setting) {
  CFrontend frontend;
  if (!frontend.parseText(text, "advisory.c") || !frontend.analyze(false)) {
    frontend.diagnosticEngine().print(llvm::errs());
    std::exit(1);
  }
  seq::MutationRepairOptions options;
  options.mutations.level = setting.level;
  options.mutations.fixedFunctions = fixedFunctions(frontend.program());
  options.maxSize = setting.maxSize;
  options.maxRepairs = setting.maxRepairs;
  options.localization = setting.localization;
  options.replay = setting.replay;
  Budget budget;
  budget.setTimeout(setting.seconds);
  seq::MutationRepairResult result = seq::repairByMutation(frontend.program(), options, budget);
  Measurement m;
  m.figures[0] = result.repairs.size();
  m.figures[1] = result.repairs.empty() ? 0 : result.repairs.front().patch.size();
  m.figures[2] = static_cast<uint64_t>(result.statistics.secondsToFirst * 1000);
  m.figures[3] = result.statistics.solverCalls;
  m.figures[4] = result.statistics.candidates;
  m.states = result.verdict == seq::MutationRepairResult::Verdict::Correct ? 100 : result.finishedSize;
  m.transitions = result.statistics.mutations;
  if (result.isComplete)
    m.states = 99;
  m.storageBytes = result.statistics.undecided;
  return m;
}

std::string finished(const Measurement &m) {
  if (!m.completed)
    return "-";
  if (m.states == 100)
    return "no fault";
  return m.states == 99 ? "all" : std::to_string(m.states);
}

void cell(const Measurement &m) {
  std::printf(" | %3llu %2llu %7.2f %6.1f %8s %6llu %6llu", static_cast<unsigned long long>(m.figures[0]),
              static_cast<unsigned long long>(m.figures[1]), static_cast<double>(m.figures[2]) / 1000, m.cpuSeconds,
              finished(m).c_str(), static_cast<unsigned long long>(m.figures[3]),
              static_cast<unsigned long long>(m.figures[4]));
  std::fflush(stdout);
}

void printFaults() {
  std::printf("For each level: repairs, size of the smallest, seconds to the first, seconds in all (CPU), sizes "
              "finished, calls of Z3, candidates.\n"
              "Levels 1 and 2: all of sizes 1 and 2. Level 3: the first.\n");
  unsigned repaired[4] = {}, expected[4] = {}, missed = 0, number = 0;
  double firsts[4] = {}, longest[4] = {};
  std::string base = baseText();
  const char *chosen = std::getenv("TENON_FAULTS");
  for (const Fault &fault : Faults) {
    ++number;
    if (chosen && !llvm::is_contained(llvm::split(chosen, ','), std::to_string(number)))
      continue;
    std::string text = withFault(base, fault);
    std::printf("%2u %-42s %u", number, fault.kind, fault.level);
    for (unsigned level = 1; level <= 3; ++level) {
      Measurement m = measure([&] { return repair(text, {level, 2, level == 3 ? size_t(1) : 0}); }, 150);
      cell(m);
      bool isRepaired = m.completed && m.figures[0] > 0;
      repaired[level] += isRepaired;
      expected[level] += fault.level != 0 && fault.level <= level;
      missed += !isRepaired && fault.level != 0 && fault.level <= level;
      firsts[level] += isRepaired ? static_cast<double>(m.figures[2]) / 1000 : 0;
      longest[level] = std::max(longest[level], m.cpuSeconds);
    }
    std::printf("\n");
  }
  for (unsigned level = 1; level <= 3; ++level)
    std::printf("level %u: %u repaired (%u by their kind), mean to the first %.2f s, longest search %.1f s\n", level,
                repaired[level], expected[level], repaired[level] ? firsts[level] / repaired[level] : 0.0,
                longest[level]);
  if (missed)
    fail(std::to_string(missed) + " faults are not repaired that their kind says can be");
}

constexpr unsigned Localized[] = {1, 6, 16, 25, 36};

/// Level 2, everything up to size 3, which takes long without.
void printSpeedUps() {
  constexpr double Limit = 60;
  std::printf("Level 2, all of sizes 1 to 3: seconds (CPU), candidates and calls of Z3 with localization, and without "
              "(at most %.0f s).\n",
              Limit);
  std::string base = baseText();
  std::vector<double> gains;
  for (unsigned number : Localized) {
    std::string text = withFault(base, Faults[number - 1]);
    Measurement with = measure([&] { return repair(text, {2, 3, 0}); }, 150);
    Measurement without = measure([&] { return repair(text, {2, 3, 0, false, Limit}); }, 150);
    std::printf("%2u %-30s", number, Faults[number - 1].kind);
    cell(with);
    cell(without);
    std::printf("\n");
    if (without.completed && without.cpuSeconds > 10)
      gains.push_back(without.cpuSeconds / with.cpuSeconds);
  }
  llvm::sort(gains);
  if (!gains.empty())
    std::printf("median speed-up where it takes more than 10 s without: %.1f (of %zu)\n", gains[gains.size() / 2],
                gains.size());
}

/// As in the paper: Z3 sees every candidate.
void printCalls() {
  constexpr double Limit = 30;
  std::printf("\nThe same without running known counterexamples first, all of size 1 (at most %.0f s).\n", Limit);
  std::string base = baseText();
  for (unsigned number : Localized) {
    std::string text = withFault(base, Faults[number - 1]);
    std::printf("%2u %-30s", number, Faults[number - 1].kind);
    for (bool localization : {true, false})
      cell(measure([&] { return repair(text, {2, 1, 0, localization, Limit, false}); }, 150));
    std::printf("\n");
  }
}

void printLocalization() {
  printSpeedUps();
  printCalls();
}

/// The program ten times, with names of their own; the fault is in the last.
std::string tenTimes(const std::string &base, const Fault &fault) {
  std::string result = "#include <assert.h>\n";
  std::string calls;
  llvm::StringRef text(base);
  size_t functions = text.find("int thresholds[4]"), entry = text.find("int main");
  result += text.slice(text.find("#define"), functions).str();
  std::string faulty = withFault(base, fault);
  for (unsigned i = 0; i < 10; ++i) {
    llvm::StringRef source = i == 9 ? llvm::StringRef(faulty) : text;
    llvm::StringRef part = source.slice(source.find("int thresholds[4]"), source.find("int main"));
    std::string renamed;
    for (size_t k = 0; k < part.size();) {
      if (!llvm::isAlpha(part[k]) && part[k] != '_') {
        renamed += part[k++];
        continue;
      }
      size_t end = k;
      while (end < part.size() && (llvm::isAlnum(part[end]) || part[end] == '_'))
        ++end;
      llvm::StringRef word = part.slice(k, end);
      static constexpr const char *Own[] = {"thresholds", "set_up",    "clearance",   "room_for_climb", "is_lower",
                                            "is_higher",  "may_climb", "may_descend", "advise"};
      llvm::StringRef stem = word;
      bool isReference = stem.consume_back("_ref");
      renamed +=
          llvm::is_contained(Own, stem) ? (stem + std::to_string(i) + (isReference ? "_ref" : "")).str() : word.str();
      k = end;
    }
    result += renamed;
    std::string n = std::to_string(i);
    calls += "  set_up" + n + "();\n  set_up" + n + "_ref();\n  assert(advise" + n + "() == advise" + n + "_ref());\n";
  }
  llvm::StringRef main = text.substr(entry);
  result += main.take_front(main.find("  set_up();")).str() + calls + "  return 0;\n}\n";
  return result;
}

void printLarge() {
  std::string base = baseText();
  std::printf("The program ten times, a fault in the last; level 1, the first repair: repairs, size, seconds to the "
              "first, in all (CPU), sizes finished, calls of Z3, candidates.\n");
  for (unsigned number : {1, 6, 25}) {
    std::string text = tenTimes(base, Faults[number - 1]);
    std::printf("%2u %zu lines", number, static_cast<size_t>(llvm::StringRef(text).count('\n')));
    cell(measure([&] { return repair(text, {1, 1, 1}); }, 300));
    std::printf("\n");
  }
}

const BenchTable FaultTable("mutation", printFaults, BenchTable::OnDemand);
const BenchTable LocalizationTable("mutation-localization", printLocalization, BenchTable::OnDemand);
const BenchTable LargeTable("mutation-large", printLarge, BenchTable::OnDemand);

} // namespace
