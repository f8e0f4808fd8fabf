//===- MutationReport.cpp - Repairs by mutation ---------------------------===//

#include "tenon/Emit/MutationReport.h"

#include "tenon/Config/Version.h"
#include "tenon/Repair/SourceRepair.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tenon {

using seq::MutationRepairResult;
using RepairVerdict = MutationRepairResult::Verdict;

static std::string count(size_t number, StringRef what) {
  return std::to_string(number) + " " + what.str() + (number == 1 ? "" : "s");
}

MutationReport reportOf(const seq::Program &program, const MutationRepairResult &result,
                        ArrayRef<seq::SourceFile> files, const seq::MutationRepairOptions &options,
                        const Budget &budget) {
  MutationReport report{program, result, files, options.maxSize, options.maxRepairs == 1};
  report.bound = options.bound;
  if (result.limit != Budget::Limit::None)
    report.limit = budget.describe(result.limit);
  return report;
}

MutationReport reportOf(const ComponentMutationResult &result, const seq::MutationRepairOptions &options,
                        const Budget &budget) {
  MutationReport report = reportOf(result.sites, result.result, result.source, options, budget);
  if (report.limit.empty())
    report.limit = result.reason;
  report.system = result.question.system;
  report.property = result.question.aim();
  report.component = result.question.component;
  report.statement = result.question.statement();
  report.texts = result.texts;
  report.trivial = result.trivial;
  return report;
}

std::string diffOf(const MutationReport &report, size_t repair) {
  if (report.isComponent())
    return unifiedDiff(report.files.front().text, report.texts[repair], report.files.front().name);
  std::vector<std::string> texts = report.result.repairs[repair].written.texts;
  if (texts.empty())
    texts = applyRepair(report.program, report.result.mutations, report.result.repairs[repair], report.files);
  std::string result;
  for (size_t i = 0; i < report.files.size(); ++i)
    result += unifiedDiff(report.files[i].text, texts[i], report.files[i].name);
  return result;
}

/// `prog.c:4, prog.c:7`
static std::vector<std::string> placesOf(const MutationReport &report, ArrayRef<seq::UnitId> units) {
  std::vector<std::string> places;
  for (seq::UnitId unit : units) {
    auto line = seq::lineOf(report.program.units[unit].range.Start, report.files);
    std::string place = line ? report.files[line->first].name + ":" + std::to_string(line->second) : "?";
    if (!is_contained(places, place))
      places.push_back(place);
  }
  return places;
}

static std::vector<std::string> placesOf(const MutationReport &report, const seq::Patch &patch) {
  std::vector<seq::UnitId> units;
  for (size_t mutation : patch)
    units.push_back(report.result.mutations[mutation].unit);
  return placesOf(report, units);
}

/// What a refuted candidate changes, in a line.
static std::string changesOf(const MutationReport &report, const seq::Patch &patch) {
  if (patch.empty())
    return report.isComponent() ? report.component : "the program";
  std::string result;
  for (size_t mutation : patch) {
    SmallVector<StringRef, 2> all;
    const seq::Expr &site = report.program.expr(report.result.mutations[mutation].site);
    seq::ProgramRepair one;
    one.patch = {mutation};
    one.constants.assign(report.result.mutations.size(), seq::Number(0));
    auto line = seq::lineOf(site.source.range.Start, report.files);
    result += result.empty() ? "" : "; ";
    if (!line) {
      result += "?";
      continue;
    }
    std::string after = applyRepair(report.program, report.result.mutations, one, report.files)[line->first];
    auto lineText = [&](StringRef text) {
      StringRef rest = text;
      for (unsigned i = 1; i < line->second; ++i)
        rest = rest.split('\n').second;
      return rest.split('\n').first.trim().str();
    };
    result += std::to_string(line->second) + ": " + lineText(after);
    if (report.result.mutations[mutation].kind == seq::Mutation::Kind::Unknown)
      result += " (or any other number)";
  }
  return result;
}

static StringRef verdictText(const MutationRepairResult &result) {
  switch (result.verdict) {
  case RepairVerdict::Correct:
  case RepairVerdict::Repaired:
    return "holds";
  case RepairVerdict::None:
    return "violated";
  case RepairVerdict::Unknown:
    return "unknown";
  }
  return "unknown";
}

/// What was found in all. `isFirst`: only the first repair is shown.
static std::string summary(const MutationReport &report, bool isFirst = false) {
  const MutationRepairResult &result = report.result;
  std::string bound =
      result.hasCuts ? " where loops are entered at most " + std::to_string(report.bound) + " times" : "";
  if (result.verdict == RepairVerdict::Correct && report.isComponent())
    return report.statement + ": nothing to repair";
  if (result.verdict == RepairVerdict::Correct)
    return "no assertion fails" + bound + ": nothing to repair";
  std::string text;
  if (result.repairs.empty())
    text = result.verdict == RepairVerdict::None ? "no repair" : "no repair found";
  else
    text = count(result.repairs.size(), "repair") +
           (isFirst && result.repairs.size() > 1 ? ", the first as a diff" : "") + bound;
  if (result.isComplete)
    return text + (result.repairs.empty() ? ": there is none of any size" : "; there are no others of any size");
  if (report.first && !result.repairs.empty())
    return text + "; there may be others";
  std::string size = "with at most " + count(result.finishedSize, "change");
  if (!result.finishedSize)
    text += "; others are possible";
  else
    text += isFirst ? "; there are no others " + size : "; all " + size + " are here";
  if (result.finishedSize && result.repairs.empty())
    text = "no repair " + size;
  if (!report.limit.empty())
    text += "; " + report.limit;
  if (result.statistics.undecided)
    text += "; " + count(result.statistics.undecided, "candidate") + " undecided";
  if (result.statistics.unwritten)
    text += "; " + count(result.statistics.unwritten, "other") + " cannot be written where it would have to stand";
  if (report.trivial)
    text += "; " + count(report.trivial, "candidate") + (report.trivial == 1 ? " leaves" : " leave") +
            " too little of " + report.component + " (--allow-trivial takes " + (report.trivial == 1 ? "it)" : "them)");
  return text;
}

/// Which component is repaired for what; and candidates that were refuted, if they are to be explained.
static void writeHeading(const MutationReport &report, bool isQuiet, raw_ostream &os) {
  if (report.isComponent() && !isQuiet)
    os << report.system << "  repair " << report.component << " for " << report.property << "  "
       << verdictText(report.result) << '\n';
  for (const seq::Refutation &refutation : report.result.refutations)
    os << "refuted: " << changesOf(report, refutation.patch) << "\n  must change one of "
       << join(placesOf(report, refutation.locations), ", ") << '\n';
}

/// `repair 1: 2 changes, 68 of 68 passing runs as before`
static void writeTitle(size_t number, const seq::ProgramRepair &repair, raw_ostream &os) {
  os << "repair " << number << ": " << count(repair.patch.size(), "change") << ", " << repair.sameRuns << " of "
     << count(repair.runs, "passing run") << " as before"
     << (repair.written.cut.empty() ? "" : "; " + repair.written.cut) << '\n';
}

static void writeStatistics(const MutationReport &report, raw_ostream &os) {
  const seq::MutationStatistics &statistics = report.result.statistics;
  if (report.isComponent()) {
    os << formatv("{0} units, {1} mutations; {2} candidates, {3} refuted by known runs, {4} checks; {5:F2} s to the "
                  "first, {6:F2} s in all\n",
                  statistics.units, statistics.mutations, statistics.candidates, statistics.refutedByRuns,
                  statistics.solverCalls, statistics.secondsToFirst, statistics.seconds);
    return;
  }
  os << formatv("{0} units, {1} mutations, {2} constraints; {3} candidates, {4} refuted by known inputs, {5} calls of "
                "Z3, {6} for constants; {7:F2} s to the first, {8:F2} s in all\n",
                statistics.units, statistics.mutations, statistics.definitions, statistics.candidates,
                statistics.refutedByRuns, statistics.solverCalls, statistics.constantCalls, statistics.secondsToFirst,
                statistics.seconds);
}

void writeText(const MutationReport &report, const ReportOptions &options, raw_ostream &os) {
  writeHeading(report, options.quiet, os);
  for (auto [i, repair] : enumerate(report.result.repairs)) {
    writeTitle(i + 1, repair, os);
    os << diffOf(report, i);
  }
  if (!options.quiet || report.result.repairs.empty())
    os << summary(report) << '\n';
  if (options.verbose)
    writeStatistics(report, os);
}

void writeTextOfFirst(const MutationReport &report, const ReportOptions &options, raw_ostream &os) {
  const std::vector<seq::ProgramRepair> &repairs = report.result.repairs;
  writeHeading(report, options.quiet, os);
  if (!options.quiet && !repairs.empty())
    writeTitle(1, repairs.front(), os);
  if (!options.quiet || repairs.empty())
    os << summary(report, /*isFirst=*/true) << '\n';
  if (options.verbose)
    writeStatistics(report, os);
}

static void writeStrings(json::OStream &json, StringRef key, ArrayRef<std::string> values) {
  json.attributeArray(key, [&] {
    for (const std::string &value : values)
      json.value(json::fixUTF8(value));
  });
}

static void writeResult(json::OStream &json, const MutationReport &report) {
  const MutationRepairResult &result = report.result;
  json.attribute("kind", "repair");
  json.attribute("system", report.isComponent() ? report.system : report.program.functions[report.program.entry].name);
  if (report.isComponent())
    json.attribute("property", report.property);
  else
    json.attribute("property", nullptr);
  json.attribute("method", "mutation");
  if (report.isComponent()) {
    json.attribute("component", report.component);
    json.attribute("trivial_candidates", static_cast<int64_t>(report.trivial));
  }
  json.attribute("verdict", verdictText(result));
  json.attribute("as_wanted", verdictText(result) == "holds");
  json.attribute("reason", summary(report));
  json.attribute("complete", result.isComplete);
  json.attribute("finished_size", static_cast<int64_t>(result.finishedSize));
  json.attributeArray("repairs", [&] {
    for (size_t i = 0; i < result.repairs.size(); ++i)
      json.object([&] {
        const auto &repair = result.repairs[i];
        json.attribute("size", static_cast<int64_t>(repair.patch.size()));
        json.attribute("same_runs", static_cast<int64_t>(repair.sameRuns));
        json.attribute("runs", static_cast<int64_t>(repair.runs));
        if (!repair.written.cut.empty())
          json.attribute("cut", json::fixUTF8(repair.written.cut));
        writeStrings(json, "places", placesOf(report, repair.patch));
        json.attribute("diff", json::fixUTF8(diffOf(report, i)));
      });
  });
  if (result.refutations.empty())
    return;
  json.attributeArray("refuted", [&] {
    for (const seq::Refutation &refutation : result.refutations)
      json.object([&] {
        json.attribute("changes", json::fixUTF8(changesOf(report, refutation.patch)));
        writeStrings(json, "must_change_one_of", placesOf(report, refutation.locations));
      });
  });
}

void writeJson(const MutationReport &report, json::OStream &json) {
  json.object([&] { writeResult(json, report); });
}

static void writeStatistics(json::OStream &json, const seq::MutationStatistics &statistics) {
  auto number = [&](StringRef key, size_t value) { json.attribute(key, static_cast<int64_t>(value)); };
  json.attribute("seconds", statistics.seconds);
  json.attribute("seconds_to_first", statistics.secondsToFirst);
  number("units", statistics.units);
  number("mutations", statistics.mutations);
  number("candidates", statistics.candidates);
  number("refuted_by_runs", statistics.refutedByRuns);
  number("solver_calls", statistics.solverCalls);
}

void writeJson(ArrayRef<MutationReport> reports, double seconds, raw_ostream &os) {
  json::OStream json(os, 2);
  json.object([&] {
    json.attribute("tool", "tenon");
    json.attribute("version", TENON_VERSION_STRING);
    std::vector<std::string> names;
    for (const seq::SourceFile &file : reports.front().files)
      names.push_back(file.name);
    json.attribute("file", json::fixUTF8(join(names, " ")));
    json.attributeArray("results", [&] {
      for (const MutationReport &report : reports)
        json.object([&] { writeResult(json, report); });
    });
    json.attributeObject("run", [&] {
      json.attribute("seconds", seconds);
      json.attribute("memory_bytes", static_cast<int64_t>(Budget::peakResidentBytes()));
      json.attributeArray("results", [&] {
        for (const MutationReport &report : reports)
          json.object([&] { writeStatistics(json, report.result.statistics); });
      });
    });
  });
  os << '\n';
}

} // namespace tenon
