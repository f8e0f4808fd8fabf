//===- Analysis.cpp - Diagnostics of a document ---------------------------===//

#include "Tasks.h"

#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Syntax/Benchmark.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::lsp {

SemaOptions Snapshot::sema() const {
  SemaOptions sema;
  sema.language = options.language;
  sema.overrides = options.overrides;
  return sema;
}

const Model *Snapshot::model(NamedValues *values) const {
  if (!parsed.model)
    return nullptr;
  SemaOptions sema = this->sema();
  sema.values = values;
  return parsed.model->analyze(sema);
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static int64_t severityOf(Severity severity) {
  return severity == Severity::Error ? 1 : severity == Severity::Warning ? 2 : 3;
}

/// In words, for what is in another file.
static std::string placeIn(const ParsedText &parsed, SMLoc place) {
  unsigned buffer = parsed.sources().FindBufferContainingLoc(place);
  auto [line, column] = parsed.sources().getLineAndColumn(place, buffer);
  return (parsed.sources().getMemoryBuffer(buffer)->getBufferIdentifier() + ":" + Twine(line) + ":" + Twine(column))
      .str();
}

static json::Object diagnosticJson(const Snapshot &snapshot, const Diagnostic &diagnostic) {
  const ParsedText &parsed = snapshot.parsed;
  SMRange range = diagnostic.range;
  std::string message = diagnostic.message;
  json::Array related;
  if (range.isValid() && !parsed.isMain(range.Start)) {
    related.push_back(json::Object{{"location", snapshot.locator.location(range)}, {"message", jsonText(message)}});
    message = placeIn(parsed, range.Start) + ": " + message;
    const ast::IncludeDefinition *include = parsed.includeOf(range.Start);
    range = include ? include->file.range : SMRange();
  }
  for (const Diagnostic &note : diagnostic.notes)
    if (note.range.isValid())
      related.push_back(
          json::Object{{"location", snapshot.locator.location(note.range)}, {"message", jsonText(note.message)}});
    else
      message += "\nnote: " + note.message;
  json::Object result{{"range", snapshot.locator.range(range)},
                      {"severity", severityOf(diagnostic.severity)},
                      {"source", "tenon"},
                      {"message", jsonText(message)}};
  if (!related.empty())
    result["relatedInformation"] = std::move(related);
  return result;
}

json::Array diagnosticsOf(const Snapshot &snapshot) {
  std::vector<const Diagnostic *> sorted;
  for (const Diagnostic &diagnostic : snapshot.parsed.diagnostics().all())
    sorted.push_back(&diagnostic);
  auto place = [&](const Diagnostic *diagnostic) -> size_t {
    return diagnostic->range.isValid() && snapshot.parsed.isMain(diagnostic->range.Start)
               ? 1 + snapshot.parsed.offsetOf(diagnostic->range.Start)
               : 0;
  };
  stable_sort(sorted, [&](const Diagnostic *a, const Diagnostic *b) { return place(a) < place(b); });
  json::Array result;
  for (const Diagnostic *diagnostic : sorted)
    result.push_back(diagnosticJson(snapshot, *diagnostic));
  return result;
}

static void readForeign(ForeignText &text) {
  unsigned id = text.sources.getMainFileID();
  if (isAutomaton(text.format))
    readAutomaton(text.format, text.sources.getMemoryBuffer(id)->getBuffer(), "P", std::make_shared<LabelTable>(),
                  text.diagnostics);
  else
    translateBenchmark(text.sources, id, text.diagnostics);
}

json::Value analyzeTask(const Snapshot &snapshot, bool lower) {
  if (snapshot.parsed.isC()) {
    snapshot.parsed.program->analyze(/*isMath=*/false);
    return diagnosticsOf(snapshot);
  }
  if (ForeignText *foreign = snapshot.parsed.foreign.get()) {
    readForeign(*foreign);
    return diagnosticsOf(snapshot);
  }
  const Model *model = snapshot.model();
  if (model && lower && !snapshot.options.language.ltsa) {
    Budget budget;
    budget.setTimeout(snapshot.options.lookSeconds);
    budget.setMaxMemory(snapshot.options.maxMemory);
    Lowering lowering(*model, snapshot.parsed.diagnostics(), budget, snapshot.options.language);
    if (snapshot.options.maxStates)
      lowering.setMaxStates(snapshot.options.maxStates);
    for (const DefinitionRef &definition : model->definitions)
      if (!model->findSystem(model->definitionName(definition)))
        lowering.network(definition);
  }
  return diagnosticsOf(snapshot);
}

} // namespace tenon::lsp
