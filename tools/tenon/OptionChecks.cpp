//===- OptionChecks.cpp - What options and arguments have to do with each other ===//

#include "OptionChecks.h"

#include "tenon/Support/CommandManual.h"
#include "tenon/Support/NameSuggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;

namespace tenon::driver {

bool usageError(const Twine &message) {
  errs() << "tenon: " << message << "\ntenon: 'tenon --help' shows the commands and options\n";
  return false;
}

/// As in a sentence: `check, verify or lts`.
static std::string commandNames() {
  std::string names;
  ArrayRef<CommandEntry> commands = programEntry().commands;
  for (const CommandEntry &entry : commands) {
    if (!names.empty())
      names += &entry == &commands.back() ? " or " : ", ";
    names += entry.command->getName();
  }
  return names;
}

/// "there is no command 'chek'; did you mean 'check'?"
static std::string noCommand(StringRef name) {
  SmallVector<StringRef, 16> known;
  for (const CommandEntry &entry : programEntry().commands)
    known.push_back(entry.command->getName());
  return ("there is no command '" + name + "'").str() + suggestion(name, known);
}

static bool checkRuleOptions(const Options &options) {
  if (!options.rule && !options.isAutomatic && !options.split.empty())
    return usageError("--split is for auto and for rules: asym-learn, asym-sat, symmetric, circular, nway, simulation");
  if (!options.rule && !options.emitAssumption.empty())
    return usageError("--emit-assumption is for rules: asym-learn, asym-sat, symmetric, circular, nway, simulation");
  bool isAsymmetric = options.rule == Rule::AsymLearn || options.rule == Rule::AsymSat;
  bool mayAssume = isAsymmetric || (options.rule == Rule::Simulation && options.assumptionFile.empty());
  if (!mayAssume && (!options.assume.empty() || !options.assumptionFile.empty()))
    return usageError(
        "--assume and --assumption are for the methods that begin with asym-, --assume for simulation, too");
  return true;
}

static bool checkMutations(const Options &options) {
  if (options.level < 1 || options.level > 3)
    return usageError("--level is 1, 2 or 3");
  return true;
}

static bool checkProgramRepair(const Options &options) {
  if (!all_of(options.arguments, [](StringRef file) { return file.ends_with(".c"); }))
    return usageError("C programs, files that end in .c, are repaired without other files");
  if (options.repairMethod)
    return usageError("--method=" + repairMethodName(*options.repairMethod) +
                      " is for components; C programs have mutation");
  if (!options.forComponents.empty())
    return usageError(options.forComponents + " is for components with goals; a C program has its assertions");
  return checkMutations(options);
}

static bool checkComponentRepair(const Options &options) {
  if (options.arguments.size() != 1)
    return usageError("only one file is possible");
  if (!options.forPrograms.empty())
    return usageError(options.forPrograms + " is for C programs, files that end in .c");
  if (options.hasNoNames)
    return usageError("--component, --system and --property take names");
  if (options.isMutation && options.hasPlace)
    return usageError("--place is for constraints, not for mutations");
  if (options.repairMethod && !options.forMutations.empty())
    return usageError(options.forMutations + " is for --method=mutation");
  return checkMutations(options);
}

/// What would be lost is the model.
static bool checkOutput(const Options &options) {
  bool mayReplace = options.command == Command::Fmt || options.command == Command::Repair;
  bool isAssumption = !options.emitAssumption.empty() && options.emitAssumption != "-";
  if (isAssumption &&
      (options.emitAssumption == options.output || sys::fs::equivalent(options.emitAssumption, options.output)))
    return usageError("-o and --emit-assumption name the same file");
  for (const std::string &file : options.arguments) {
    if (options.output != "-" && !mayReplace && sys::fs::equivalent(options.output, file))
      return usageError("-o '" + options.output + "' would replace a file that is read");
    if (isAssumption && sys::fs::equivalent(options.emitAssumption, file))
      return usageError("--emit-assumption '" + options.emitAssumption + "' would replace a file that is read");
  }
  return true;
}

static bool checkFiles(const Options &options) {
  if (options.arguments.empty())
    return usageError("a file is needed ('-' is standard input)");
  if (options.each && !options.system.empty())
    return usageError("--each and --system exclude each other");
  if (options.inPlace && options.checkFormat)
    return usageError("-i and --check exclude each other");
  if (options.command == Command::Fmt && options.arguments.size() > 1 && !options.inPlace && !options.checkFormat)
    return usageError("several files are formatted in place only, with -i");
  if (options.inPlace && is_contained(options.arguments, "-"))
    return usageError("standard input cannot be formatted in place");
  return true;
}

static bool checkLts(const Options &options) {
  size_t count = options.arguments.size();
  if (count == 0)
    return usageError("a file is needed ('-' is standard input)");
  if (options.stats && (options.emit || options.minimize))
    return usageError("--stats excludes --emit and --minimize");
  if (options.emit == EmitFormat::Promela && options.minimize)
    return usageError("--emit promela excludes --minimize");
  if (options.labelStyle != LabelStyle::Plain &&
      !is_contained({EmitFormat::Aut, EmitFormat::Dot, EmitFormat::Hoa}, options.emit.value_or(EmitFormat::Fsp)))
    return usageError("--labels is for --emit aut, dot and hoa");
  if (count > 2)
    return usageError(options.stats ? "--stats takes a file and possibly one definition"
                                    : "a file and the name of a definition are needed (or --stats)");
  return true;
}

static bool checkCompare(const Options &options) {
  size_t count = options.arguments.size();
  if (count != 3 && count != 2)
    return usageError("a file and the names of two definitions are needed, or two files");
  if (count == 3 && !options.system.empty())
    return usageError("--system is for two files; in one file, two definitions are named");
  return true;
}

static bool checkAnimate(const Options &options) {
  size_t count = options.arguments.size();
  if (count == 0 || count > 2)
    return usageError("a file is needed, and possibly the name of a definition");
  if (options.arguments.front() == "-")
    return usageError("standard input is for commands; the model has to be in a file");
  if (StringRef file = options.arguments.front(); file.ends_with(".c"))
    return usageError("C programs are not stepped through by hand: 'tenon view " + file +
                      " -o report.html' shows a failing run line by line");
  return true;
}

static bool checkView(const Options &options) {
  size_t count = options.arguments.size();
  if (count == 0)
    return usageError("a file is needed ('-' is standard input)");
  if (count > 1 && !all_of(options.arguments, [](StringRef file) { return file.ends_with(".c"); }))
    return usageError("a page is about one model, or about one program, which may be several files in C");
  if (options.output == "-" && !options.json && isatty(STDOUT_FILENO))
    return usageError("a page is nothing to read in a terminal: -o report.html writes it to a file");
  return true;
}

static bool checkMan(const Options &options) {
  ArrayRef<std::string> names = options.arguments;
  if (names.size() > 1)
    return usageError("at most the name of one command is possible: " + commandNames());
  if (!names.empty() && !programEntry().find(names.front()))
    return usageError(noCommand(names.front()) + ": " + commandNames());
  return true;
}

bool checkArguments(const Options &options) {
  size_t count = options.arguments.size();
  if (!checkOutput(options))
    return false;
  switch (options.command) {
  case Command::None:
    return usageError((options.arguments.empty() ? "a command is needed" : noCommand(options.arguments.front())) +
                      ": " + commandNames());
  case Command::Check:
  case Command::Fmt:
    return checkFiles(options);
  case Command::Interface:
    if (count != 1)
      return usageError(count == 0 ? "a file is needed ('-' is standard input)" : "only one file is possible");
    return options.component.empty() ? usageError("--component says whose interface is wanted") : true;
  case Command::Repair:
    if (count == 0)
      return usageError("a file is needed");
    return options.isProgramRepair() ? checkProgramRepair(options) : checkComponentRepair(options);
  case Command::Verify:
    if (count != 1)
      return usageError("one file is needed ('-' is standard input)");
    if (options.system.empty() || options.property.empty())
      return usageError("the system and the property are needed: --system NAME --property NAME");
    return checkRuleOptions(options);
  case Command::Lts:
    return checkLts(options);
  case Command::Animate:
    return checkAnimate(options);
  case Command::View:
    return checkView(options);
  case Command::Lsp:
    return count == 0 ? true : usageError("lsp takes no files: the editor sends them");
  case Command::Compare:
    return checkCompare(options);
  case Command::Completion:
    if (count != 1 || !is_contained({"bash", "zsh", "fish"}, options.arguments.front()))
      return usageError("the name of a shell is needed: bash, zsh or fish");
    return true;
  case Command::Man:
    return checkMan(options);
  }
  llvm_unreachable("all commands are covered");
}

} // namespace tenon::driver
