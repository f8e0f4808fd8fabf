//===- JsonReport.cpp - Results for programs ------------------------------===//

#include "tenon/Emit/Report.h"

#include "tenon/Config/Version.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tenon {

/// Labels may stem from a file in any encoding; JSON is UTF-8.
static std::string utf8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

static void writeSteps(json::OStream &json, StringRef key, ArrayRef<Counterexample::Step> steps) {
  json.attributeArray(key, [&] {
    for (const Counterexample::Step &step : steps)
      json.value(utf8(step.action));
  });
}

static void writeNames(json::OStream &json, ArrayRef<std::string> names) {
  for (const std::string &name : names)
    json.value(utf8(name));
}

using StepNames = std::vector<std::string> Counterexample::Step::*;

static void writeNames(json::OStream &json, StringRef key, ArrayRef<Counterexample::Step> steps, StepNames names) {
  json.attributeArray(key, [&] {
    for (const Counterexample::Step &step : steps)
      json.array([&] { writeNames(json, step.*names); });
  });
}

/// A number that JSON has, or text.
static json::Value scalarOf(const Sort &sort, const Rational &value) {
  if (sort.kind == SortKind::Bool)
    return value.numerator != 0;
  std::string text = printValue({sort, {value}});
  int64_t number;
  if (to_integer(text, number, 10))
    return number;
  return text;
}

static json::Value valueOf(const DataValue &value) {
  if (value.sort.kind != SortKind::Array)
    return scalarOf(value.sort, value.scalar());
  json::Array elements;
  for (const Rational &element : value.elements)
    elements.push_back(scalarOf(value.sort.elementSort(), element));
  return elements;
}

static void writeValues(json::OStream &json, ArrayRef<Valuation> values) {
  json.object([&] {
    for (const Valuation &value : values)
      json.attribute(value.variable, valueOf(value.value));
  });
}

static void writeCounterexample(json::OStream &json, const Counterexample &counterexample, bool withFluents) {
  bool hasCycle = !counterexample.cycle.empty();
  writeSteps(json, "trace", counterexample.trace);
  if (hasCycle)
    writeSteps(json, "cycle", counterexample.cycle);
  writeNames(json, "movers", counterexample.trace, &Counterexample::Step::movers);
  if (hasCycle)
    writeNames(json, "cycle_movers", counterexample.cycle, &Counterexample::Step::movers);
  if (withFluents)
    writeNames(json, "fluents", counterexample.trace, &Counterexample::Step::fluents);
  if (withFluents && hasCycle)
    writeNames(json, "cycle_fluents", counterexample.cycle, &Counterexample::Step::fluents);
  if (counterexample.initialValues.empty())
    return;
  json.attributeBegin("initial_values");
  writeValues(json, counterexample.initialValues);
  json.attributeEnd();
  json.attributeArray("values", [&] {
    for (const Counterexample::Step &step : counterexample.trace)
      writeValues(json, step.values);
  });
}

static void writeTerminalSets(json::OStream &json, const CheckResult &result) {
  json.attribute("terminal_set_count", static_cast<int64_t>(result.terminalSetCount));
  json.attributeArray("terminal_sets", [&] {
    for (const TerminalSetReport &set : result.terminalSets)
      json.object([&] {
        json.attribute("states", static_cast<int64_t>(set.states));
        json.attributeArray("actions", [&] { writeNames(json, set.actions); });
        json.attributeArray("missing", [&] { writeNames(json, set.missing); });
        writeCounterexample(json, set.run, false);
      });
  });
}

static void writeNames(json::OStream &json, StringRef key, ArrayRef<std::string> names) {
  json.attributeArray(key, [&] { writeNames(json, names); });
}

static void writeAssumptions(json::OStream &json, ArrayRef<AssumptionReport> assumptions) {
  json.attributeArray("assumptions", [&] {
    for (const AssumptionReport &assumption : assumptions)
      json.object([&] {
        json.attribute("name", assumption.automaton.name);
        json.attribute("about", utf8(assumption.about));
        json.attribute("states", static_cast<int64_t>(assumption.automaton.states));
        json.attribute("transitions", static_cast<int64_t>(assumption.automaton.transitions));
        writeNames(json, "alphabet", assumption.automaton.alphabet);
        json.attribute("source", utf8(assumption.automaton.source));
      });
  });
}

static void writeInterface(json::OStream &json, const InterfaceReport &report) {
  json.attributeObject("interface", [&] {
    json.attribute("verdict", report.verdict);
    json.attribute("safe", report.safe);
    json.attribute("permissive", report.permissive);
    writeNames(json, "alphabet", report.alphabet);
    writeNames(json, "internal", report.internal);
    if (report.automaton) {
      json.attribute("name", report.automaton->name);
      json.attribute("states", static_cast<int64_t>(report.automaton->states));
      json.attribute("transitions", static_cast<int64_t>(report.automaton->transitions));
      json.attribute("source", utf8(report.automaton->source));
    }
    if (report.allowed)
      writeNames(json, "wrongly_allowed", *report.allowed);
    if (report.forbidden)
      writeNames(json, "wrongly_forbidden", *report.forbidden);
    if (!report.predicates.empty())
      json.attributeArray("predicates", [&] {
        for (const InterfaceReport::Predicate &predicate : report.predicates)
          json.object([&] {
            json.attribute("place", utf8(predicate.place));
            json.attribute("condition", utf8(predicate.condition));
          });
      });
    auto writeAutomaton = [&](StringRef key, const std::optional<AutomatonReport> &automaton) {
      if (!automaton)
        return;
      json.attributeObject(key, [&] {
        json.attribute("name", automaton->name);
        json.attribute("states", static_cast<int64_t>(automaton->states));
        json.attribute("transitions", static_cast<int64_t>(automaton->transitions));
        json.attribute("source", utf8(automaton->source));
      });
    };
    writeAutomaton("best_safe", report.bestSafe);
    writeAutomaton("best_permissive", report.bestPermissive);
    if (report.difference)
      writeNames(json, "difference", *report.difference);
  });
}

static void writeRepair(json::OStream &json, const RepairReport &report) {
  json.attributeObject("repaired", [&] {
    json.attribute("component", report.component);
    json.attribute("outcome", report.outcome);
    json.attribute("method", report.method);
    json.attribute("states", static_cast<int64_t>(report.states));
    json.attributeArray("steps", [&] {
      for (const RepairStepReport &step : report.steps)
        json.object([&] {
          json.attribute("trigger", step.trigger);
          json.attribute("trace", utf8(step.trace));
          if (!step.constraint.empty())
            json.attribute("constraint", utf8(step.constraint));
          json.attribute("location", utf8(step.location));
        });
    });
    if (!report.cycle.empty())
      json.attributeArray("cycle", [&] { writeNames(json, report.cycle); });
    if (report.source.empty())
      return;
    json.attributeArray("costs", [&] { writeNames(json, report.costs); });
    json.attributeArray("remarks", [&] { writeNames(json, report.remarks); });
    json.attribute("source", utf8(report.source));
    json.attribute("diff", utf8(report.diff));
  });
}

static void writeBranches(json::OStream &json, ArrayRef<ActionTree> branches) {
  for (const ActionTree &branch : branches)
    json.object([&] {
      json.attribute("action", utf8(branch.action));
      json.attributeArray("then", [&] { writeBranches(json, branch.then); });
    });
}

static void writeResult(json::OStream &json, const CheckResult &result, StringRef file) {
  json.object([&] {
    if (!file.empty())
      json.attribute("file", utf8(file));
    json.attribute("kind", checkKindName(result.kind));
    json.attribute("system", utf8(result.system));
    json.attribute("property", result.property.empty() ? json::Value(nullptr) : json::Value(utf8(result.property)));
    json.attribute("method", result.method);
    json.attribute("verdict", verdictName(result.verdict));
    if (!result.reason.empty())
      json.attribute("reason", utf8(result.reason));
    if (result.expectation != Expectation::None)
      json.attribute("expect", result.expectation == Expectation::Holds ? "holds" : "violated");
    json.attribute("as_wanted", result.asWanted());
    // How far an undecided search got changes from run to run.
    if (result.searched && result.verdict != Verdict::Unknown) {
      json.attribute("states", static_cast<int64_t>(result.statistics.states));
      json.attribute("transitions", static_cast<int64_t>(result.statistics.transitions));
    }
    if (result.counterexample)
      writeCounterexample(json, *result.counterexample, result.kind == CheckKind::Ltl);
    if (result.tree)
      json.attributeArray("tree", [&] { writeBranches(json, *result.tree); });
    if (!result.terminalSets.empty())
      writeTerminalSets(json, result);
    if (result.interface)
      writeInterface(json, *result.interface);
    if (result.repair)
      writeRepair(json, *result.repair);
    if (!result.assumptions.empty())
      writeAssumptions(json, result.assumptions);
    if (result.iterations)
      json.attribute("iterations", static_cast<int64_t>(*result.iterations));
    if (result.membershipQueries)
      json.attribute("membership_queries", static_cast<int64_t>(*result.membershipQueries));
    if (result.equivalenceQueries)
      json.attribute("equivalence_queries", static_cast<int64_t>(*result.equivalenceQueries));
    if (result.satVariables)
      json.attribute("sat_variables", static_cast<int64_t>(*result.satVariables));
    if (result.satClauses)
      json.attribute("sat_clauses", static_cast<int64_t>(*result.satClauses));
    if (result.certified)
      json.attribute("certified", *result.certified);
  });
}

void writeJson(const CheckResult &result, json::OStream &json) {
  writeResult(json, result, "");
}

void writeJson(ArrayRef<Valuation> values, json::OStream &json) {
  writeValues(json, values);
}

void writeJson(ArrayRef<FileReport> reports, double seconds, raw_ostream &os) {
  json::OStream json(os, 2);
  json.object([&] {
    json.attribute("tool", "tenon");
    json.attribute("version", TENON_VERSION_STRING);
    if (reports.size() == 1)
      json.attribute("file", utf8(reports.front().file));
    else
      json.attributeArray("files", [&] {
        for (const FileReport &report : reports)
          json.value(utf8(report.file));
      });
    json.attributeArray("results", [&] {
      for (const FileReport &report : reports)
        for (const CheckResult &result : report.results)
          writeResult(json, result, reports.size() == 1 ? "" : report.file);
    });
    json.attributeObject("run", [&] {
      json.attribute("seconds", seconds);
      json.attribute("memory_bytes", static_cast<int64_t>(Budget::peakResidentBytes()));
      json.attributeArray("results", [&] {
        for (const FileReport &report : reports)
          for (const CheckResult &result : report.results)
            json.object([&] {
              if (!result.engine.empty())
                json.attribute("engine", result.engine);
              json.attribute("seconds", result.seconds);
              json.attribute("states", static_cast<int64_t>(result.statistics.states));
              json.attribute("depth", static_cast<int64_t>(result.statistics.depth));
              json.attribute("storage_bytes", static_cast<int64_t>(result.statistics.storageBytes));
              json.attribute("table_load", result.statistics.tableLoad);
              json.attributeArray("notes", [&] { writeNames(json, result.notes); });
              if (!result.invariant.empty())
                json.attributeArray("invariant", [&] { writeNames(json, result.invariant); });
            });
      });
    });
  });
  os << '\n';
}

void writeStatisticsJson(StringRef file, ArrayRef<DefinitionStatistics> rows, raw_ostream &os) {
  json::OStream json(os, 2);
  json.object([&] {
    json.attribute("tool", "tenon");
    json.attribute("version", TENON_VERSION_STRING);
    json.attribute("file", utf8(file));
    json.attributeArray("definitions", [&] {
      for (const DefinitionStatistics &row : rows)
        json.object([&] {
          json.attribute("name", utf8(row.name));
          json.attribute("kind", row.kind);
          if (!row.known) {
            json.attribute("verdict", "unknown");
            json.attribute("reason", row.reason);
            return;
          }
          json.attribute("states", static_cast<int64_t>(row.states));
          json.attribute("transitions", static_cast<int64_t>(row.transitions));
          json.attribute("alphabet", static_cast<int64_t>(row.alphabet));
          json.attribute("deadlock_states", static_cast<int64_t>(row.deadlockStates));
          json.attribute("error_transitions", static_cast<int64_t>(row.errorTransitions));
        });
    });
  });
  os << '\n';
}

} // namespace tenon
