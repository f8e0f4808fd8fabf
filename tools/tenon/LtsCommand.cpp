//===- LtsCommand.cpp - tenon lts -----------------------------------------===//

#include "Session.h"

#include "tenon/Emit/Drawing.h"
#include "tenon/Emit/Report.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Support/Output.h"

using namespace llvm;

namespace tenon::driver {

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static DefinitionStatistics statisticsOf(Lowering &lowering, const DefinitionRef &definition, bool &undecided) {
  DefinitionStatistics row;
  row.name = lowering.theModel().definitionName(definition).str();
  row.kind = definitionKindName(definition.kind).str();
  lowering.setLimit(Budget::Limit::None);
  LtsRef lts = lowering.lts(definition);
  if (!lts) {
    row.reason = lowering.limit() == Budget::Limit::None ? "it has errors" : lowering.describeLimit();
    undecided |= lowering.limit() != Budget::Limit::None;
    return row;
  }
  row.known = true;
  row.states = lts->stateCount();
  row.transitions = lts->transitionCount();
  row.alphabet = lts->alphabet().size();
  row.deadlockStates = lts->deadlockCount();
  row.errorTransitions = lts->errorTransitionCount();
  return row;
}

static ExitCode runStatistics(Session &session, Frontend &frontend, const Model &model) {
  const Options &options = session.options();
  Lowering lowering(model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(session.options().maxStates);
  std::vector<DefinitionStatistics> rows;
  bool undecided = false;
  for (const DefinitionRef &definition : model.definitions)
    if (options.arguments.size() == 1 || model.definitionName(definition) == options.arguments[1])
      rows.push_back(statisticsOf(lowering, definition, undecided));
  bool errors = session.printDiagnostics(frontend);
  Error problem = writeOutput(options.output, [&](raw_ostream &os) {
    if (options.json)
      writeStatisticsJson(options.arguments[0], rows, os);
    else
      writeStatisticsText(rows, os);
    return Error::success();
  });
  if (problem)
    return Session::fail(std::move(problem));
  return errors ? ExitCode::BadInput : undecided ? ExitCode::Undecided : ExitCode::Success;
}

//===----------------------------------------------------------------------===//
// One LTS
//===----------------------------------------------------------------------===//

static Error emitLts(const Lts &lts, EmitFormat format, LabelStyle style, StringRef name, raw_ostream &os) {
  switch (format) {
  case EmitFormat::Fsp:
    return writeFsp(lts, name, os);
  case EmitFormat::Aut:
    writeAut(lts, os, style);
    return Error::success();
  case EmitFormat::Dot:
    writeDot(lts, os, style);
    return Error::success();
  case EmitFormat::Hoa:
    return writeHoa(lts, os, style);
  case EmitFormat::Svg:
    return writeSvg(lts, os);
  case EmitFormat::Json:
    writeJson(lts, os);
    return Error::success();
  case EmitFormat::Promela:
    llvm_unreachable("Promela is written from the network");
  }
  llvm_unreachable("all formats are covered");
}

static ExitCode emitPromela(Session &session, Frontend &frontend, const Model &model, StringRef name) {
  Lowering lowering(model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(session.options().maxStates);
  std::optional<Network> network = lowering.networkNamed(name);
  if (session.printDiagnostics(frontend))
    return ExitCode::BadInput;
  if (!network)
    return session.undecided(lowering, name);
  Error problem = writeOutput(session.options().output, [&](raw_ostream &os) { return writePromela(*network, os); });
  return problem ? Session::fail(std::move(problem)) : ExitCode::Success;
}

/// A benchmark as the source that it is read as.
static ExitCode emitSource(Session &session, Frontend &frontend) {
  const SourceMgr &sources = frontend.sourceManager();
  if (session.printDiagnostics(frontend))
    return ExitCode::BadInput;
  Error problem = writeOutput(session.options().output, [&](raw_ostream &os) {
    os << sources.getMemoryBuffer(frontend.files().back().bufferId)->getBuffer();
    return Error::success();
  });
  return problem ? Session::fail(std::move(problem)) : ExitCode::Success;
}

/// Where no definition is named: the only one.
static Expected<StringRef> onlyName(const Model &model) {
  if (model.definitions.size() == 1)
    return model.definitionName(model.definitions.front());
  return createStringError(make_error_code(std::errc::invalid_argument),
                           "the name of a definition is needed, since the file has " + Twine(model.definitions.size()) +
                               " (or --stats)");
}

ExitCode runLts(Session &session) {
  const Options &options = session.options();
  Frontend frontend;
  const Model *model = session.load(frontend, options.arguments[0]);
  if (!model)
    return ExitCode::BadInput;
  if (options.arguments.size() > 1)
    if (Error unknown = checkSystemName(*model, options.arguments[1]))
      return Session::fail(std::move(unknown));
  if (options.stats)
    return runStatistics(session, frontend, *model);
  EmitFormat format = options.json ? EmitFormat::Json : options.emit.value_or(EmitFormat::Fsp);
  if (options.arguments.size() == 1 && format == EmitFormat::Fsp && frontend.format() == InputFormat::Benchmark)
    return emitSource(session, frontend);
  Expected<StringRef> chosen = options.arguments.size() > 1 ? StringRef(options.arguments[1]) : onlyName(*model);
  if (!chosen)
    return Session::fail(chosen.takeError());
  StringRef name = *chosen;
  if (!options.json && options.emit == EmitFormat::Promela)
    return emitPromela(session, frontend, *model, name);
  Lowering lowering(*model, frontend.diagnosticEngine(), session.budget(), session.language());
  lowering.setMaxStates(session.options().maxStates);
  LtsRef lts = lowering.ltsNamed(name);
  if (session.printDiagnostics(frontend))
    return ExitCode::BadInput;
  if (!lts)
    return session.undecided(lowering, name);
  if (options.minimize) {
    Expected<Lts> minimal = minimized(*lts, *options.minimize, session.budget());
    if (!minimal)
      return Session::fail(minimal.takeError(), ExitCode::Undecided);
    lts = std::make_shared<const Lts>(std::move(*minimal));
  }
  Error problem =
      writeOutput(options.output, [&](raw_ostream &os) { return emitLts(*lts, format, options.labelStyle, name, os); });
  return problem ? Session::fail(std::move(problem)) : ExitCode::Success;
}

} // namespace tenon::driver
