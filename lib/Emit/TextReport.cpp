//===- TextReport.cpp - Results for people --------------------------------===//

#include "tenon/Emit/LabelSets.h"

#include "tenon/Emit/Report.h"

#include "tenon/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tenon {

static std::string plural(uint64_t count, StringRef noun, StringRef one = "", StringRef many = "s") {
  return (Twine(count) + " " + noun + (count == 1 ? one : many)).str();
}

/// What was asked, in a few words: `deadlock`, `safety of MUTEX`.
static std::string question(const CheckResult &result) {
  std::string text = checkKindName(result.kind).str();
  switch (result.kind) {
  case CheckKind::Deadlock:
    return text;
  case CheckKind::Equivalence:
    return (result.method + " equivalence to " + result.property);
  case CheckKind::Refinement:
    return "refines " + result.property;
  case CheckKind::Simulation:
    return (result.method == "direct" ? "simulates " : "simulated by ") + result.property;
  case CheckKind::Repair:
    return result.repair ? "repair " + result.repair->component + " for " + result.property
                         : text + " " + result.property;
  default:
    return result.property.empty() ? text : text + " " + result.property;
  }
}

/// Up to so many assumptions are listed one by one.
static constexpr size_t ListedAssumptions = 3;

/// `20 assumptions of 2 to 3 states, 44 in all`.
static std::string summary(ArrayRef<AssumptionReport> assumptions) {
  uint64_t least = ~uint64_t(0), most = 0, all = 0;
  for (const AssumptionReport &assumption : assumptions) {
    least = std::min(least, assumption.automaton.states);
    most = std::max(most, assumption.automaton.states);
    all += assumption.automaton.states;
  }
  std::string range = least == most ? "" : std::to_string(least) + " to ";
  return plural(assumptions.size(), "assumption") + " of " + range + plural(most, "state") + ", " +
         std::to_string(all) + " in all";
}

static std::string remark(const CheckResult &result, const ReportOptions &options) {
  std::vector<std::string> parts;
  if (result.expectation == Expectation::Violated)
    parts.push_back(result.asWanted() ? "as expected" : "expected: violated");
  if (result.searched && result.verdict != Verdict::Unknown)
    parts.push_back(plural(result.statistics.states, "state") + ", " +
                    plural(result.statistics.transitions, "transition"));
  if (result.assumptions.size() > ListedAssumptions)
    parts.push_back(summary(result.assumptions));
  else
    for (const AssumptionReport &assumption : result.assumptions)
      parts.push_back(plural(assumption.automaton.states, "state") + " of assumption about " + assumption.about);
  if (!result.reason.empty())
    parts.push_back(result.reason);
  if (result.searched && result.verdict == Verdict::Unknown)
    parts.push_back(plural(result.statistics.states, "state") + " searched to depth " +
                    std::to_string(result.statistics.depth));
  if (result.membershipQueries)
    parts.push_back(plural(*result.membershipQueries, "membership quer", "y", "ies") + ", " +
                    plural(result.equivalenceQueries.value_or(0), "equivalence quer", "y", "ies"));
  if (result.certified)
    parts.push_back(*result.certified ? "certified" : "NOT CERTIFIED: the independent check disagrees");
  bool isSpecial = result.method != "direct" && result.method != "auto" &&
                   (result.kind != CheckKind::Simulation || result.iterations);
  if (isSpecial && (result.searched || result.iterations))
    parts.push_back("by the " + result.method + " method");
  if (options.verbose && !result.engine.empty())
    parts.push_back("answered by " + result.engine);
  if (options.verbose)
    parts.push_back(formatv("{0:F3} s", result.seconds).str());
  return join(parts, "; ");
}

/// How the search went; on results that share a search, only with the first.
static void writeSearch(const CheckResult &result, raw_ostream &os) {
  const SearchStatistics &s = result.statistics;
  if (!result.searched || result.seconds <= 0 || s.storageBytes == 0)
    return;
  auto states = static_cast<double>(s.states);
  os << formatv("  {0:F2} M states/s, {1:F2} M transitions/s, depth {2}", states / 1e6 / result.seconds,
                static_cast<double>(s.transitions) / 1e6 / result.seconds, s.depth);
  os << formatv(", {0:F1} bytes a state", static_cast<double>(s.storageBytes) / states);
  if (s.tableLoad != 0)
    os << formatv(", table load {0:F2}", s.tableLoad);
  os << '\n';
}

/// What is true where.
static void writeInvariant(const CheckResult &result, raw_ostream &os) {
  constexpr size_t ListedPlaces = 50;
  for (const std::string &line : ArrayRef(result.invariant).take_front(ListedPlaces))
    os << "  at " << line << '\n';
  if (result.invariant.size() > ListedPlaces)
    os << "  and at " << plural(result.invariant.size() - ListedPlaces, "more place") << '\n';
}

/// What a rule found, where that does not fit the first line, and what it did.
static void writeEffort(const CheckResult &result, raw_ostream &os) {
  if (result.assumptions.size() > ListedAssumptions)
    for (const AssumptionReport &assumption : result.assumptions)
      os << "  " << plural(assumption.automaton.states, "state") << " about " << assumption.about << '\n';
  std::vector<std::string> parts;
  auto add = [&](const std::optional<uint64_t> &count, StringRef one, StringRef many) {
    if (count)
      parts.push_back((Twine(*count) + " " + (*count == 1 ? one : many)).str());
  };
  add(result.iterations, "conjecture", "conjectures");
  add(result.membershipQueries, "membership query", "membership queries");
  add(result.satVariables, "variable", "variables");
  add(result.satClauses, "clause", "clauses");
  if (!parts.empty())
    os << "  " << join(parts, ", ") << '\n';
}

/// Traces up to this length are printed whole.
static constexpr size_t LongTrace = 200;
/// So many terminal sets, too.
static constexpr size_t ListedSets = 3;

static std::string valuationText(ArrayRef<Valuation> values) {
  std::vector<std::string> parts;
  for (const Valuation &value : values)
    parts.push_back(value.variable + " = " + printValue(value.value));
  return join(parts, ", ");
}

static void writeSteps(ArrayRef<Counterexample::Step> steps, const ReportOptions &options, raw_ostream &os) {
  size_t width = 0, moversWidth = 0;
  auto text = [](const Counterexample::Step &step) {
    return step.hiddenAction.empty() ? step.action : step.action + " (" + step.hiddenAction + ")";
  };
  for (const Counterexample::Step &step : steps) {
    width = std::max(width, text(step).size());
    if (!step.fluents.empty() || !step.values.empty())
      moversWidth = std::max(moversWidth, join(step.movers, ", ").size());
  }
  width = std::min<size_t>(width, 60);
  moversWidth = std::min<size_t>(moversWidth, 40);
  for (auto [number, step] : enumerate(steps)) {
    // Both ends of a very long trace say more than its middle; JSON has all of it.
    bool shortened = !options.verbose && steps.size() > LongTrace;
    if (shortened && number == LongTrace / 2)
      os << "     ...  " << plural(steps.size() - LongTrace, "step") << " left out (--verbose shows all)\n";
    if (shortened && number >= LongTrace / 2 && number < steps.size() - LongTrace / 2)
      continue;
    std::string action = text(step), movers = join(step.movers, ", "), values = valuationText(step.values);
    auto fill = [&](size_t column, size_t used) {
      os.indent(static_cast<unsigned>(column > used ? column - used : 0) + 2);
    };
    os << formatv("    {0,4}  ", number + 1) << action;
    if (!movers.empty() || !step.fluents.empty() || !values.empty()) {
      fill(width, action.size());
      os << movers;
    }
    if (!step.fluents.empty()) {
      fill(moversWidth, movers.size());
      os << join(step.fluents, " && ");
    }
    if (!values.empty()) {
      fill(moversWidth, movers.size());
      os << values;
    }
    os << '\n';
  }
}

static void writeRun(const Counterexample &run, const Twine &title, const ReportOptions &options, raw_ostream &os) {
  os << "  " << title << (run.trace.empty() ? ": the initial state\n" : ":\n");
  if (!run.initialValues.empty())
    os << (run.areInputs ? "    inputs     " : "    initially  ") << valuationText(run.initialValues) << '\n';
  writeSteps(run.trace, options, os);
  if (run.cycle.empty())
    return;
  if (run.cycle.size() == 1 && run.cycle.front().movers.empty()) {
    os << "  then nothing happens for ever";
    if (!run.cycle.front().fluents.empty())
      os << ", with " << join(run.cycle.front().fluents, " && ");
    os << '\n';
    return;
  }
  os << "  then for ever:\n";
  writeSteps(run.cycle, options, os);
}

static void writeTerminalSets(const CheckResult &result, const ReportOptions &options, raw_ostream &os) {
  for (auto [number, set] : enumerate(result.terminalSets)) {
    std::string title = "trace to terminal set";
    if (result.terminalSetCount > 1)
      title += formatv(" {0} of {1}", number + 1, result.terminalSetCount).str();
    if (set.actions.empty())
      title += ", where nothing happens any more";
    else
      title += ", " + plural(set.states, "state") + " with actions " + compactSet(set.actions);
    if (!set.missing.empty())
      title += ", without " + compactSet(set.missing);
    writeRun(set.run, title, options, os);
    // The first is the easiest to read; the others are most often like it.
    if (!options.verbose && number + 1 == ListedSets && result.terminalSetCount > ListedSets) {
      os << "  " << plural(result.terminalSetCount - ListedSets, "more terminal set")
         << " (--verbose and --format=json show more)\n";
      break;
    }
  }
}

static void writeInterface(const InterfaceReport &report, raw_ostream &os) {
  os << "  environments see " << compactSet(report.alphabet);
  if (!report.internal.empty())
    os << "; internal: " << compactSet(report.internal);
  os << '\n';
  auto writeWord = [&](StringRef title, const std::optional<std::vector<std::string>> &word) {
    if (word)
      os << "  " << title << ": " << (word->empty() ? "the empty word" : join(*word, " ")) << '\n';
  };
  writeWord("wrongly allowed", report.allowed);
  writeWord("wrongly forbidden", report.forbidden);
  StringRef place;
  for (const InterfaceReport::Predicate &predicate : report.predicates) {
    bool isFirst = &predicate == &report.predicates.front();
    if (isFirst || predicate.place != place)
      os << (isFirst ? "  predicates: " : "; ") << (predicate.place.empty() ? "" : "at " + predicate.place + " ");
    else
      os << ", ";
    os << '[' << predicate.condition << ']';
    place = predicate.place;
  }
  if (!report.predicates.empty())
    os << '\n';
  writeWord("allowed by the permissive one only", report.difference);
}

static void writeCounterexample(const CheckResult &result, const ReportOptions &options, raw_ostream &os) {
  if (!result.terminalSets.empty())
    return writeTerminalSets(result, options, os);
  const Counterexample &counterexample = *result.counterexample;
  std::string title = result.kind == CheckKind::Deadlock ? "trace to deadlock"
                      : result.kind == CheckKind::Safety || result.kind == CheckKind::Repair ||
                              result.kind == CheckKind::Interface ||
                              (result.kind == CheckKind::Ltl && counterexample.cycle.empty())
                          ? "trace to violation"
                          : "trace";
  if (!counterexample.culprit.empty())
    title += " in " + counterexample.culprit;
  writeRun(counterexample, title, options, os);
}

/// A chain of actions on one line, what branches below it.
static void writeBranches(ArrayRef<ActionTree> branches, const std::string &indent, bool isRoot, raw_ostream &os) {
  for (auto [number, branch] : enumerate(branches)) {
    bool isLast = number + 1 == branches.size(), isMarked = !isRoot || branches.size() > 1;
    os << indent << (isMarked ? isLast ? "└─ " : "├─ " : "");
    const ActionTree *end = &branch;
    os << end->action;
    while (end->then.size() == 1) {
      end = &end->then.front();
      os << " -> " << end->action;
    }
    os << '\n';
    writeBranches(end->then, indent + (isMarked ? isLast ? "   " : "│  " : ""), false, os);
  }
}

static void writeTree(ArrayRef<ActionTree> branches, raw_ostream &os) {
  os << "  tree" << (branches.empty() ? ": no action at all\n" : ":\n");
  writeBranches(branches, "    ", true, os);
}

static void writeFile(const FileReport &report, const ReportOptions &options, raw_ostream &os) {
  size_t systemWidth = 0, questionWidth = 0;
  for (const CheckResult &result : report.results) {
    systemWidth = std::max(systemWidth, result.system.size());
    questionWidth = std::max(questionWidth, question(result).size());
  }
  systemWidth = std::min<size_t>(systemWidth, 32);
  questionWidth = std::min<size_t>(questionWidth, 40);
  for (const CheckResult &result : report.results) {
    if (options.quiet && result.asWanted())
      continue;
    auto pad = [&](StringRef text, size_t width) {
      os << text;
      os.indent(static_cast<unsigned>(width > text.size() ? width - text.size() : 0) + 2);
    };
    pad(result.system, systemWidth);
    pad(question(result), questionWidth);
    std::string rest = remark(result, options);
    if (rest.empty())
      os << verdictName(result.verdict) << '\n';
    else {
      pad(verdictName(result.verdict), 8);
      os << rest << '\n';
    }
    if (result.interface)
      writeInterface(*result.interface, os);
    for (const std::string &note : result.notes)
      os << "  " << note << '\n';
    if (options.verbose)
      writeSearch(result, os);
    if (options.verbose)
      writeEffort(result, os);
    if (options.verbose)
      writeInvariant(result, os);
    if (result.counterexample)
      writeCounterexample(result, options, os);
    if (result.tree)
      writeTree(*result.tree, os);
  }
}

static void writeRunLine(double seconds, raw_ostream &os) {
  os << formatv("{0:F3} s, {1:F1} MiB\n", seconds, Budget::peakResidentBytes() / 1048576.0);
}

static void writeAsSource(ArrayRef<FileReport> reports, const ReportOptions &options, double seconds, raw_ostream &os) {
  if (!options.quiet) {
    std::string report;
    raw_string_ostream reportStream(report);
    for (const FileReport &file : reports)
      writeFile(file, options, reportStream);
    if (options.verbose)
      writeRunLine(seconds, reportStream);
    for (StringRef line : split(StringRef(report).rtrim(), '\n'))
      os << "// " << line << '\n';
  }
  for (const FileReport &file : reports)
    for (const CheckResult &result : file.results) {
      if (!result.interface)
        continue;
      const InterfaceReport &interface = *result.interface;
      auto writeSource = [&](StringRef remark, const std::optional<AutomatonReport> &automaton) {
        if (!automaton)
          return;
        os << (options.quiet ? "" : "\n") << remark << automaton->source;
      };
      writeSource("", interface.automaton);
      writeSource("// Safe: it allows nothing that leads to ERROR.\n", interface.bestSafe);
      writeSource("// Permissive: it forbids nothing but what leads to ERROR.\n", interface.bestPermissive);
    }
}

void writeText(ArrayRef<FileReport> reports, const ReportOptions &options, double seconds, raw_ostream &os) {
  if (options.asSource)
    return writeAsSource(reports, options, seconds, os);
  size_t holds = 0, violated = 0, unknown = 0, unwanted = 0;
  for (const FileReport &report : reports) {
    if (reports.size() > 1)
      os << report.file << ":\n";
    writeFile(report, options, os);
    for (const CheckResult &result : report.results) {
      (result.verdict == Verdict::Holds ? holds : result.verdict == Verdict::Violated ? violated : unknown)++;
      unwanted += !result.asWanted();
    }
  }
  if (options.quiet)
    return;
  std::vector<std::string> parts;
  if (holds)
    parts.push_back((Twine(holds) + (holds == 1 ? " holds" : " hold")).str());
  if (violated)
    parts.push_back((Twine(violated) + " violated").str());
  if (unknown)
    parts.push_back((Twine(unknown) + " unknown").str());
  os << plural(holds + violated + unknown, "goal") << ": " << join(parts, ", ");
  if (violated && !unwanted)
    os << ", all as wanted";
  os << '\n';
  if (options.verbose)
    writeRunLine(seconds, os);
}

void writeStatisticsText(ArrayRef<DefinitionStatistics> rows, raw_ostream &os) {
  size_t width = 10;
  for (const DefinitionStatistics &row : rows)
    width = std::max(width, row.name.size());
  auto name = [&](StringRef text) {
    os << text;
    os.indent(static_cast<unsigned>(width - text.size()) + 2);
  };
  name("definition");
  os << formatv("{0,-10} {1,12} {2,12} {3,9} {4,10} {5,12}\n", "kind", "states", "transitions", "alphabet", "deadlocks",
                "into ERROR");
  for (const DefinitionStatistics &row : rows) {
    name(row.name);
    if (row.known)
      os << formatv("{0,-10} {1,12} {2,12} {3,9} {4,10} {5,12}\n", row.kind, row.states, row.transitions, row.alphabet,
                    row.deadlockStates, row.errorTransitions);
    else
      os << formatv("{0,-10} {1}\n", row.kind, "unknown: " + row.reason);
  }
}

} // namespace tenon
