//===- tenon-opt.cpp - The pass runner ------------------------------------===//
//
// Lowers the definitions of a model to LTSs, runs named passes over each, and prints the
// results as FSP; or its components to programs, and prints these. For tests.
//
//===----------------------------------------------------------------------===//

#include "tenon/Config/Version.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Lts/Formats.h"
#include "tenon/Lts/Passes.h"
#include "tenon/Program/Passes.h"
#include "tenon/Program/Printer.h"
#include "tenon/Sema/Frontend.h"
#include "tenon/Support/CommandLine.h"
#include "tenon/Support/ExitCode.h"
#include "tenon/Support/Output.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace llvm;
using namespace tenon;

static cl::OptionCategory category("Options");
static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"), cl::cat(category));
static cl::list<std::string> passNames("passes", cl::CommaSeparated, cl::desc("Passes to run, in this order"),
                                       cl::value_desc("a,b,c"), cl::cat(category));
static cl::opt<bool> listPasses("list-passes", cl::desc("Print the passes there are"), cl::cat(category));
static cl::opt<std::string> only("definition", cl::desc("Only this definition (default: all)"), cl::value_desc("name"),
                                 cl::cat(category));

static ExitCode fail(const Twine &message, ExitCode code = ExitCode::BadInput) {
  errs() << "tenon-opt: " << message << '\n';
  return code;
}

static ExitCode print(function_ref<Error(raw_ostream &)> write) {
  Error problem = writeOutput("-", write);
  return problem ? fail(toString(std::move(problem))) : ExitCode::Success;
}

static ExitCode printPasses() {
  return print([](raw_ostream &os) {
    for (const Pass &pass : allPasses())
      os << formatv("{0,-20} {1}\n", pass.name, pass.description);
    for (const ProgramPass &pass : allProgramPasses())
      os << formatv("{0,-20} {1}\n", pass.name, pass.description);
    return Error::success();
  });
}

static Expected<Lts> runPasses(Lts lts, ArrayRef<const Pass *> passes, const Budget &budget) {
  for (const Pass *pass : passes) {
    Expected<Lts> result = pass->run(lts, budget);
    if (!result)
      return result;
    lts = std::move(*result);
  }
  return lts;
}

static ExitCode runOnModel(const Model &model, Frontend &frontend, ArrayRef<const Pass *> passes) {
  Budget budget;
  LanguageOptions language;
  Lowering lowering(model, frontend.diagnosticEngine(), budget, language);
  bool found = false;
  for (const DefinitionRef &definition : model.definitions) {
    StringRef name = model.definitionName(definition);
    if (!only.empty() && name != only)
      continue;
    found = true;
    LtsRef lts = lowering.lts(definition);
    if (!lts)
      break;
    Expected<Lts> result = runPasses(*lts, passes, budget);
    if (!result)
      return fail(toString(result.takeError()));
    ExitCode written = print([&](raw_ostream &os) { return writeFsp(*result, name, os); });
    if (written != ExitCode::Success)
      return written;
  }
  frontend.diagnosticEngine().print(errs());
  if (frontend.diagnosticEngine().hasErrors())
    return ExitCode::BadInput;
  return found ? ExitCode::Success : fail("no definition named '" + only + "'");
}

namespace {

/// `power(3)`, or `power(M,3)` for component M only; most passes are a name.
struct ProgramPassUse {
  const ProgramPass *pass;
  std::string component; ///< Empty: all.
  unsigned count = 1;
};

} // namespace

/// The words between commas, but for commas within parentheses.
static std::vector<std::string> splitPasses() {
  std::vector<std::string> words;
  for (const std::string &part : passNames)
    if (!words.empty() && StringRef(words.back()).count('(') > StringRef(words.back()).count(')'))
      words.back() += "," + part;
    else
      words.push_back(part);
  return words;
}

static Expected<ProgramPassUse> findPassUse(StringRef text) {
  auto problem = [](const Twine &message) { return createStringError(inconvertibleErrorCode(), message); };
  auto [name, arguments] = text.split('(');
  ProgramPassUse use{findProgramPass(name), {}, 1};
  if (!use.pass)
    return problem("no pass named '" + name + "'; --list-passes lists them");
  if (use.pass->takesCount == arguments.empty())
    return problem("'" + name + "' takes " + (use.pass->takesCount ? "a number: " + name + "(3)" : Twine("no number")));
  if (arguments.empty())
    return use;
  if (!arguments.consume_back(")"))
    return problem("')' is missing in '" + text + "'");
  auto [first, second] = arguments.split(',');
  if (!second.empty())
    use.component = first.trim().str();
  if ((second.empty() ? first : second).trim().getAsInteger(10, use.count) || use.count == 0)
    return problem("'" + text + "' needs a number greater than 0");
  return use;
}

/// Passes over programs: prints the components, and what they communicate on.
static ExitCode runOnComponents(const Model &model, ArrayRef<ProgramPassUse> passes) {
  for (const ProgramPassUse &use : passes)
    if (!use.component.empty() && none_of(model.components, [&](const ComponentModel &component) {
          return component.declaredName == use.component;
        }))
      return fail("no component named '" + use.component + "'");
  std::string text;
  for (const ChannelModel &channel : model.channels)
    text += "channel " + channel.name + " : " + toString(channel.type) + ";\n";
  bool found = false;
  for (const ComponentModel &component : model.components) {
    if (!only.empty() && component.declaredName != only)
      continue;
    found = true;
    TermContext terms;
    Program program = lowerComponent(component, model, terms, {.clean = false});
    for (const ProgramPassUse &use : passes) {
      if (!use.component.empty() && use.component != component.declaredName)
        continue;
      Expected<Program> next = use.pass->run(std::move(program), terms, use.count);
      if (!next)
        return fail(toString(next.takeError()));
      program = std::move(*next);
    }
    std::vector<ProgramVariable> variables = program.variables;
    text += "\n" + printProgram(program, variables, 0, *model.labels);
  }
  if (!found)
    return fail(only.empty() ? "the file has no component" : "no component named '" + only + "'");
  return print([&](raw_ostream &os) {
    os << text;
    return Error::success();
  });
}

static ExitCode run() {
  if (listPasses)
    return printPasses();
  if (input.empty())
    return fail("a file is needed ('-' is standard input)");
  SmallVector<const Pass *, 8> passes;
  SmallVector<ProgramPassUse, 8> programPasses;
  for (const std::string &text : splitPasses()) {
    if (const Pass *pass = findPass(text)) {
      passes.push_back(pass);
      continue;
    }
    Expected<ProgramPassUse> use = findPassUse(text);
    if (!use)
      return fail(toString(use.takeError()));
    programPasses.push_back(std::move(*use));
  }
  if (!passes.empty() && !programPasses.empty())
    return fail("'" + programPasses.front().pass->name + "' is for components, '" + passes.front()->name +
                "' for transition systems");
  Frontend frontend;
  const Model *model = frontend.parse(input) ? frontend.analyze({}) : nullptr;
  if (!model) {
    frontend.diagnosticEngine().print(errs());
    return ExitCode::BadInput;
  }
  return programPasses.empty() ? runOnModel(*model, frontend, passes) : runOnComponents(*model, programPasses);
}

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN); // A closed pipe is an error of writing, which is reported.
  acceptOnly(category);
  cl::SetVersionPrinter([](raw_ostream &os) { os << "tenon-opt " << TENON_VERSION_STRING << '\n'; });
  if (!cl::ParseCommandLineOptions(argc, argv, "Tenon's pass runner\n", &errs()))
    return static_cast<int>(ExitCode::BadInput);
  return static_cast<int>(run());
}
