//===- ModelPage.cpp - What a page says about a model ---------------------===//

#include "tenon/View/ModelPage.h"

#include "PageData.h"
#include "Runs.h"

#include "tenon/Emit/MutationReport.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Repair/ComponentMutation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

namespace {

class ModelPageWriter {
public:
  ModelPageWriter(const Frontend &source, Lowering &modelLowering, StringRef fileName, const ModelPageOptions &wanted)
      : frontend(source), lowering(modelLowering), file(fileName), options(wanted), automata(wanted.maxTransitions),
        systems(modelLowering, automata, wanted) {}

  std::string data(ArrayRef<CheckResult> results);

private:
  void writeAssumptions(ArrayRef<CheckResult> results, json::OStream &json);
  void writeInterfaces(ArrayRef<CheckResult> results, json::OStream &json);
  std::optional<size_t> automatonOf(StringRef source);
  void writeRepairs(json::OStream &json) const;
  void writeRepair(const Goal &goal, json::OStream &json) const;
  void writeMutations(const RepairQuestion &question, json::OStream &json) const;
  StringRef text() const {
    const SourceMgr &sources = frontend.sourceManager();
    return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  }

  const Frontend &frontend;
  Lowering &lowering;
  StringRef file;
  const ModelPageOptions &options;
  Automata automata;
  Systems systems;
};

} // namespace

//===----------------------------------------------------------------------===//
// Assumptions and interfaces
//===----------------------------------------------------------------------===//

void ModelPageWriter::writeAssumptions(ArrayRef<CheckResult> results, json::OStream &json) {
  json.attributeArray("assumptions", [&] {
    for (auto [number, result] : enumerate(results))
      for (auto [index, assumption] : enumerate(result.assumptions))
        if (std::optional<size_t> automaton = assumption.lts ? automata.add(*assumption.lts) : std::nullopt)
          json.object([&, number = number, index = index] {
            json.attribute("result", static_cast<int64_t>(number));
            json.attribute("index", static_cast<int64_t>(index));
            json.attribute("automaton", static_cast<int64_t>(*automaton));
          });
  });
}

/// An interface comes as a source, of a process or of a component.
std::optional<size_t> ModelPageWriter::automatonOf(StringRef source) {
  Frontend own;
  const Model *model = own.parseText(source, "interface") ? own.analyze({}) : nullptr;
  if (!model || model->definitions.empty())
    return std::nullopt;
  Lowering lowered(*model, own.diagnosticEngine(), lowering.theBudget(), {});
  const DefinitionRef &definition = model->definitions.front();
  if (definition.kind == DefinitionKind::Component) {
    const SystemModel *system = model->findSystem(model->definitionName(definition));
    std::optional<ProgramSystem> program = system ? lowerSystem(*system, lowered) : std::nullopt;
    if (!program || program->components.empty())
      return std::nullopt;
    return automata.add(program->components.front(), *program, program->components.front().name + ".");
  }
  LtsRef lts = lowered.lts(definition);
  return lts ? automata.add(*lts) : std::nullopt;
}

void ModelPageWriter::writeInterfaces(ArrayRef<CheckResult> results, json::OStream &json) {
  json.attributeArray("interfaces", [&] {
    for (auto [number, result] : enumerate(results)) {
      if (!result.interface || !result.interface->automaton)
        continue;
      if (std::optional<size_t> automaton = automatonOf(result.interface->automaton->source))
        json.object([&, number = number] {
          json.attribute("result", static_cast<int64_t>(number));
          json.attribute("automaton", static_cast<int64_t>(*automaton));
        });
    }
  });
}

//===----------------------------------------------------------------------===//
// Repairs
//===----------------------------------------------------------------------===//

static CheckResult failedRepair(const RepairQuestion &question, Error error) {
  CheckResult result;
  result.kind = CheckKind::Repair;
  result.system = question.system;
  result.property = question.property;
  result.method = "repair of " + question.component;
  result.reason = toString(std::move(error));
  return result;
}

void ModelPageWriter::writeMutations(const RepairQuestion &question, json::OStream &json) const {
  Expected<ComponentMutationResult> answer =
      repairByMutation(text(), file, question, options.repair, options.mutation, lowering.theBudget());
  if (!answer)
    return writeJson(failedRepair(question, answer.takeError()), json);
  writeJson(reportOf(*answer, options.mutation, lowering.theBudget()), json);
}

/// Each goal is about the file as it is.
void ModelPageWriter::writeRepair(const Goal &goal, json::OStream &json) const {
  RepairQuestion question{goal.system.text.str(), goal.subject.text.str(), goal.property.text.str()};
  if (goal.method == "mutation")
    return writeMutations(question, json);
  RepairSettings settings = options.repair;
  settings.method = findRepairMethod(goal.method).value_or(RepairMethod::Best);
  settings.mayMutate = goal.method.empty(); // As `tenon repair` does.
  Expected<CheckResult> result = repairSource(text(), file, question, settings, lowering.theBudget());
  writeJson(result ? *result : failedRepair(question, result.takeError()), json);
}

void ModelPageWriter::writeRepairs(json::OStream &json) const {
  const std::string &system = options.check.system;
  json.attributeArray("repairs", [&] {
    for (const Goal &goal : lowering.theModel().goals)
      if (goal.kind == Goal::Kind::Repair && (system.empty() || goal.system.text == system))
        writeRepair(goal, json);
  });
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

std::string ModelPageWriter::data(ArrayRef<CheckResult> results) {
  std::vector<unsigned> buffers;
  for (const ast::SourceFile &source : frontend.files())
    buffers.push_back(source.bufferId);
  return pageData(file, frontend.sourceManager(), buffers, [&](json::OStream &json) {
    systems.write(json);
    json.attributeArray("results", [&] {
      for (const CheckResult &result : results)
        writeJson(result, json);
    });
    Runs runs(systems);
    json.attributeArray("runs", [&] {
      for (auto [number, result] : enumerate(results))
        runs.write(result, number, json);
    });
    writeAssumptions(results, json);
    writeInterfaces(results, json);
    writeRepairs(json);
    automata.write(json); // Last: whatever is above adds some.
  });
}

std::optional<Page> modelPage(Frontend &frontend, Lowering &lowering, StringRef file, const ModelPageOptions &options) {
  std::vector<CheckResult> results = Checker(lowering, options.check).run();
  if (frontend.diagnosticEngine().hasErrors())
    return std::nullopt;
  std::string data = ModelPageWriter(frontend, lowering, file, options).data(results);
  if (frontend.diagnosticEngine().hasErrors())
    return std::nullopt;
  return Page{sys::path::filename(file).str(), std::move(data)};
}

} // namespace tenon
