//===- Options.cpp - The command line of tenon ----------------------------===//

#include "Options.h"

#include "OptionChecks.h"

#include "tenon/Config/Build.h"
#include "tenon/Config/Revision.h"
#include "tenon/Config/Version.h"
#include "tenon/Lower/FiniteProgram.h"
#include "tenon/Support/BracketSplit.h"
#include "tenon/Support/CommandLine.h"
#include "tenon/Support/CommandManual.h"
#include "tenon/Support/ExitCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <thread>

using namespace llvm;

namespace tenon::driver {

namespace {

/// In seconds, thirty years: longer times do not fit the clock, and are meant to be no limit.
constexpr double LongestTimeout = 1e9;
/// In GiB, for the same reason.
constexpr double LargestMemory = 1e9;
/// More threads than this, and than processors, are of no use, and the system may not give them.
constexpr unsigned MaxJobs = 64;

cl::SubCommand checkCommand("check", "Verdicts for the goals of a file, or for the default checks");
cl::SubCommand interfaceCommand("interface", "What every environment of a component has to keep to");
cl::SubCommand verifyCommand("verify", "Whether a system satisfies a safety property, by a method of choice");
cl::SubCommand repairCommand("repair", "A component or a C program, changed so that it does what it should");
cl::SubCommand ltsCommand("lts", "The labelled transition system of a definition, or sizes of all");
cl::SubCommand compareCommand("compare", "Whether two definitions are equivalent, and what tells them apart");
cl::SubCommand fmtCommand("fmt", "The standard layout of a source file");
cl::SubCommand animateCommand("animate", "Step through a system by hand; commands are read from standard input");
cl::SubCommand viewCommand("view", "A page for the browser: graphs, verdicts, runs to step through, repairs");
cl::SubCommand lspCommand("lsp", "A language server on standard input and output, for editors");
cl::SubCommand completionCommand("completion", "A script that completes commands and options in a shell");
cl::SubCommand manCommand("man", "The manual page of a command, or of tenon, for man");

cl::OptionCategory category("Options");

struct CommandRow {
  Command command;
  CommandEntry entry;
};

/// Every command, in the order of manuals.
ArrayRef<CommandRow> commandTable() {
  static const CommandRow rows[] = {
      {Command::Check, {&checkCommand, "FILE...", ""}},
      {Command::Verify, {&verifyCommand, "FILE --system S --property P", ""}},
      {Command::Interface, {&interfaceCommand, "FILE --component M", ""}},
      {Command::Repair, {&repairCommand, "FILE | PROGRAM.c...", ""}},
      {Command::Lts, {&ltsCommand, "FILE [DEFINITION]", ""}},
      {Command::Compare, {&compareCommand, "FILE P Q | FILE FILE [--system NAME]", ""}},
      {Command::Animate, {&animateCommand, "FILE [SYSTEM]", ""}},
      {Command::View, {&viewCommand, "FILE | PROGRAM.c...", ""}},
      {Command::Fmt, {&fmtCommand, "FILE...", ""}},
      {Command::Lsp, {&lspCommand, "", ""}},
      {Command::Completion, {&completionCommand, "SHELL", "bash zsh fish"}},
      {Command::Man, {&manCommand, "[COMMAND]", "COMMAND"}},
  };
  return rows;
}

//===----------------------------------------------------------------------===//
// Options of all commands
//===----------------------------------------------------------------------===//

cl::list<std::string> arguments(cl::Positional, cl::desc("FILE..."), cl::sub(cl::SubCommand::getAll()),
                                cl::cat(category));
enum class OutputFormat { Text, Json };
ChoiceOption<OutputFormat> format("format", cl::desc("How results are printed"), cl::init(OutputFormat::Text),
                                  cl::values(clEnumValN(OutputFormat::Text, "text", "for people"),
                                             clEnumValN(OutputFormat::Json, "json", "for programs; docs/schema.json")),
                                  cl::sub(cl::SubCommand::getAll()), cl::cat(category));
cl::opt<bool> quiet("quiet", cl::desc("Print only what is not as wanted"), cl::sub(cl::SubCommand::getAll()),
                    cl::cat(category));
cl::opt<bool> verbose("verbose", cl::desc("Print times and memory too"), cl::sub(cl::SubCommand::getAll()),
                      cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Write the output to a file; '-' is standard output"), cl::value_desc("file"),
                            cl::init("-"), cl::sub(cl::SubCommand::getAll()), cl::cat(category));
cl::opt<double> timeout("timeout", cl::desc("End after this many seconds; what is undecided then is unknown"),
                        cl::value_desc("seconds"), cl::init(0), cl::sub(cl::SubCommand::getAll()), cl::cat(category));
cl::opt<double> maxMemory("max-memory", cl::desc("Use at most this much memory (default: most of the machine's)"),
                          cl::value_desc("GiB"), cl::init(0), cl::sub(cl::SubCommand::getAll()), cl::cat(category));
cl::opt<uint64_t> maxStates("max-states", cl::desc("States of a component with data as a transition system, at most"),
                            cl::value_desc("N"), cl::init(DefaultMaxStates), cl::sub(cl::SubCommand::getAll()),
                            cl::cat(category));
cl::opt<unsigned> jobs("jobs", cl::desc("Threads; the output does not depend on it"), cl::value_desc("N"), cl::init(1),
                       cl::sub(cl::SubCommand::getAll()), cl::cat(category));
enum class Compatibility { None, Ltsa };
ChoiceOption<Compatibility> compatibility("compat", cl::desc("Another tool's readings of the language"),
                                          cl::init(Compatibility::None),
                                          cl::values(clEnumValN(Compatibility::Ltsa, "ltsa", "LTSA's; see the manual")),
                                          cl::sub(cl::SubCommand::getAll()), cl::cat(category));
cl::list<std::string> definitions("D", cl::Prefix, cl::desc("Set a constant, or the default of a parameter"),
                                  cl::value_desc("NAME=VALUE"), cl::sub(cl::SubCommand::getAll()), cl::cat(category));

//===----------------------------------------------------------------------===//
// Options of one command
//===----------------------------------------------------------------------===//

cl::opt<std::string> systemName("system",
                                cl::desc("The definition to check, instead of the file's goals; or to compare"),
                                cl::value_desc("name"), cl::sub(checkCommand), cl::sub(verifyCommand),
                                cl::sub(repairCommand), cl::sub(viewCommand), cl::sub(compareCommand),
                                cl::cat(category));
cl::opt<bool> each("each", cl::desc("Check every definition as a target of its own"), cl::sub(checkCommand),
                   cl::cat(category));
cl::opt<bool> certify("certify", cl::desc("Check verdicts again with a plain interpreter"), cl::sub(checkCommand),
                      cl::sub(verifyCommand), cl::sub(interfaceCommand), cl::sub(repairCommand), cl::cat(category));

ChoiceOption<SafetyMethod> method(
    "method", cl::desc("How deadlock and safety are decided"), cl::init(SafetyMethod::Auto),
    cl::values(clEnumValN(SafetyMethod::Auto, "auto",
                          "direct up to a million states, then compositional where it helps"),
               clEnumValN(SafetyMethod::Direct, "direct", "all reachable states; traces are shortest"),
               clEnumValN(SafetyMethod::Reduced, "reduced", "without interleavings and states that do not matter"),
               clEnumValN(SafetyMethod::Compositional, "compositional", "compose and minimize, two parts at a time")),
    cl::sub(checkCommand), cl::cat(category));
enum class EnginePart { PartialOrder, Symmetry, Compression };
ChoiceListOption<EnginePart>
    without("without", cl::desc("Parts of the engine not to use"), cl::CommaSeparated,
            cl::values(clEnumValN(EnginePart::PartialOrder, "por", "partial-order reduction"),
                       clEnumValN(EnginePart::Symmetry, "symmetry", "symmetry reduction"),
                       clEnumValN(EnginePart::Compression, "compression", "of long state vectors")),
            cl::sub(checkCommand), cl::cat(category));

cl::opt<unsigned> unwind("unwind", cl::desc("C programs: the body of a loop is entered so often at most (5)"),
                         cl::value_desc("N"), cl::init(5), cl::sub(checkCommand), cl::sub(repairCommand),
                         cl::sub(viewCommand), cl::cat(category));
enum class Integers { Words, Math };
ChoiceOption<Integers> integers("int", cl::desc("C programs: what integers are"), cl::init(Integers::Words),
                                cl::values(clEnumValN(Integers::Words, "32", "machine words; an int has 32 bits"),
                                           clEnumValN(Integers::Math, "math", "mathematical: nothing overflows")),
                                cl::sub(checkCommand), cl::sub(repairCommand), cl::sub(viewCommand), cl::cat(category));
cl::opt<bool> checkBounds("check-bounds", cl::desc("C programs: an access outside an array is an error"),
                          cl::sub(checkCommand), cl::sub(repairCommand), cl::sub(viewCommand), cl::cat(category));

cl::opt<unsigned> level("level", cl::desc("Mutation: which mutations there are; docs/mutation-repair.md (2)"),
                        cl::value_desc("1|2|3"), cl::init(2), cl::sub(repairCommand), cl::cat(category));
cl::opt<bool> firstRepair("first", cl::desc("Mutation: end with the first repair"), cl::sub(repairCommand),
                          cl::cat(category));
cl::opt<bool> allRepairs("all", cl::desc("Mutation: minimal repairs of any size"), cl::sub(repairCommand),
                         cl::cat(category));
cl::opt<unsigned> maxSize("max-size", cl::desc("Mutation: a repair changes so many units at most (2; view: 1)"),
                          cl::value_desc("N"), cl::init(2), cl::sub(repairCommand), cl::sub(viewCommand),
                          cl::cat(category));
cl::list<std::string> fixedFunctions("no-mutate", cl::desc("Mutation: functions that stay as they are"),
                                     cl::value_desc("F,…"), cl::CommaSeparated, cl::sub(repairCommand),
                                     cl::cat(category));
cl::opt<bool> explainRefutations("explain",
                                 cl::desc("Mutation: what each refuted candidate must change, one of these places"),
                                 cl::sub(repairCommand), cl::cat(category));

cl::opt<std::string> componentName("component", cl::desc("The component that is asked about"), cl::value_desc("name"),
                                   cl::sub(interfaceCommand), cl::sub(repairCommand), cl::cat(category));
cl::opt<std::string> propertyName("property", cl::desc("What has to hold"), cl::value_desc("name"),
                                  cl::sub(verifyCommand), cl::sub(interfaceCommand), cl::sub(repairCommand),
                                  cl::cat(category));
ChoiceOption<InterfaceOptions::Method>
    interfaceMethod("method", cl::desc("How the interface is found"), cl::init(InterfaceOptions::Method::Construct),
                    cl::values(clEnumValN(InterfaceOptions::Method::Construct, "construct",
                                          "the weakest assumption, by determinizing the component"),
                               clEnumValN(InterfaceOptions::Method::Learn, "learn", "by queries and conjectures"),
                               clEnumValN(InterfaceOptions::Method::MayMust, "maymust",
                                          "by may and must abstractions, for data of any size")),
                    cl::sub(interfaceCommand), cl::cat(category));
ChoiceOption<LearnerKind>
    learner("learner", cl::desc("The learner of the methods that learn"), cl::init(LearnerKind::ObservationTable),
            cl::values(clEnumValN(LearnerKind::ObservationTable, "table", "an observation table"),
                       clEnumValN(LearnerKind::DiscriminationTree, "tree", "a discrimination tree")),
            cl::sub(verifyCommand), cl::sub(interfaceCommand), cl::sub(repairCommand), cl::cat(category));
ChoiceOption<PredicateAbstraction::Kind>
    abstraction("abstraction", cl::desc("How edges of may and must abstractions are decided"),
                cl::init(PredicateAbstraction::Kind::Boolean),
                cl::values(clEnumValN(PredicateAbstraction::Kind::Boolean, "boolean", "as a whole"),
                           clEnumValN(PredicateAbstraction::Kind::Cartesian, "cartesian", "predicate by predicate")),
                cl::sub(interfaceCommand), cl::cat(category));
cl::opt<unsigned> maxPredicates("max-predicates", cl::desc("Give up --method=maymust when there are so many"),
                                cl::init(200), cl::value_desc("n"), cl::sub(interfaceCommand), cl::cat(category));
cl::list<std::string> interfaceAlphabet("alphabet",
                                        cl::desc("The actions that an environment sees, as prefixes of labels"),
                                        cl::value_desc("a,b[1..3],…"), cl::sub(interfaceCommand), cl::cat(category));
cl::opt<std::string> given("given", cl::desc("Check the interface in this file instead (FSP, or .aut)"),
                           cl::value_desc("file"), cl::sub(interfaceCommand), cl::cat(category));

enum class OnOff { Off, On };
ChoiceOption<OnOff> alphabetRefinement("alphabet-refinement",
                                       cl::desc("Assumptions begin with the empty alphabet, which grows as needed"),
                                       cl::init(OnOff::On),
                                       cl::values(clEnumValN(OnOff::On, "on", "only the actions that the proof needs"),
                                                  clEnumValN(OnOff::Off, "off", "all actions between the two sides")),
                                       cl::sub(verifyCommand), cl::cat(category));
ChoiceOption<OnOff> localization("localization", cl::desc("Mutation: counterexamples exclude all that fails alike"),
                                 cl::init(OnOff::On),
                                 cl::values(clEnumValN(OnOff::On, "on", "what a violation depends on has to change"),
                                            clEnumValN(OnOff::Off, "off", "only the candidate itself is excluded")),
                                 cl::sub(repairCommand), cl::cat(category));
ChoiceOption<OnOff> replay("replay", cl::desc("Mutation: known counterexamples are run on a candidate first"),
                           cl::init(OnOff::On),
                           cl::values(clEnumValN(OnOff::On, "on", "before the solver is asked about it"),
                                      clEnumValN(OnOff::Off, "off", "the solver is asked about every candidate")),
                           cl::sub(repairCommand), cl::cat(category));
ChoiceOption<ConstraintReading> constraints(
    "constraints", cl::desc("Systems with data: when the constraints of a property are taken"),
    cl::init(ConstraintReading::Urgent),
    cl::values(clEnumValN(ConstraintReading::Urgent, "urgent", "at once when the property comes to them"),
               clEnumValN(ConstraintReading::Interleaved, "interleaved", "at any time, between steps of components")),
    cl::sub(checkCommand), cl::sub(verifyCommand), cl::sub(repairCommand), cl::sub(animateCommand),
    cl::sub(viewCommand), cl::cat(category));
ChoiceOption<OnOff> fair("fair", cl::desc("Temporal formulas are checked with fair choice, or for every infinite run"),
                         cl::init(OnOff::On),
                         cl::values(clEnumValN(OnOff::On, "on", "what is always possible again happens at last"),
                                    clEnumValN(OnOff::Off, "off", "a choice may always be made in the same way")),
                         cl::sub(checkCommand), cl::cat(category));

enum class VerifyMethod {
  Auto,
  Direct,
  Reduced,
  Compositional,
  AsymLearn,
  AsymSat,
  Symmetric,
  Circular,
  NWay,
  Simulation
};
ChoiceOption<VerifyMethod> verifyMethod(
    "method", cl::desc("How the property is decided"), cl::init(VerifyMethod::Auto),
    cl::values(
        clEnumValN(VerifyMethod::Auto, "auto", "direct up to a million states, then compositional where it helps"),
        clEnumValN(VerifyMethod::Direct, "direct", "all reachable states; traces are shortest"),
        clEnumValN(VerifyMethod::Reduced, "reduced", "without interleavings and states that do not matter"),
        clEnumValN(VerifyMethod::Compositional, "compositional", "compose and minimize, two parts at a time"),
        clEnumValN(VerifyMethod::AsymLearn, "asym-learn", "the asymmetric rule, the assumption is learned"),
        clEnumValN(VerifyMethod::AsymSat, "asym-sat", "the asymmetric rule, the smallest assumption, by SAT"),
        clEnumValN(VerifyMethod::Symmetric, "symmetric", "the symmetric rule, an assumption for each side is learned"),
        clEnumValN(VerifyMethod::Circular, "circular", "the circular rule, the smallest two assumptions, by SAT"),
        clEnumValN(VerifyMethod::NWay, "nway", "the circular rule, an assumption for each component, by SAT"),
        clEnumValN(VerifyMethod::Simulation, "simulation",
                   "whether the property simulates the system, a tree automaton is learned")),
    cl::sub(verifyCommand), cl::cat(category));
ChoiceOption<SatEncoding>
    encoding("encoding", cl::desc("How circular assumptions are put to the SAT solver"), cl::init(SatEncoding::OneHot),
             cl::values(clEnumValN(SatEncoding::OneHot, "onehot", "a variable for each word and state"),
                        clEnumValN(SatEncoding::Binary, "binary", "state numbers in bits")),
             cl::sub(verifyCommand), cl::cat(category));
cl::list<std::string> splitNames("split", cl::desc("The division of the system into sides: operands, joined by '+'"),
                                 cl::value_desc("A,B"), cl::sub(verifyCommand), cl::cat(category));
cl::opt<std::string> assume("assume", cl::desc("The side that the assumption is about (default: the second)"),
                            cl::value_desc("side"), cl::sub(verifyCommand), cl::cat(category));
cl::opt<std::string> assumptionFile("assumption", cl::desc("Check the rule with the assumption in this file"),
                                    cl::value_desc("file"), cl::sub(verifyCommand), cl::cat(category));
cl::opt<std::string> emitAssumption("emit-assumption", cl::desc("Write the assumptions found to this file"),
                                    cl::value_desc("file"), cl::sub(verifyCommand), cl::sub(repairCommand),
                                    cl::cat(category));

enum class RepairChoice { Exact, Approximate, Aggressive, Restriction, Best, Mutation };
ChoiceOption<RepairChoice>
    repairMethod("method", cl::desc("How a component loses traces that no constraint blocks; or mutation"),
                 cl::init(RepairChoice::Best),
                 cl::values(clEnumValN(RepairChoice::Exact, "exact", "one trace and no other"),
                            clEnumValN(RepairChoice::Approximate, "approximate", "all that end with the same step"),
                            clEnumValN(RepairChoice::Aggressive, "aggressive", "all that end in the same state"),
                            clEnumValN(RepairChoice::Restriction, "restriction", "FSP: what the text can leave out"),
                            clEnumValN(RepairChoice::Best, "best", "whichever of these keeps most"),
                            clEnumValN(RepairChoice::Mutation, "mutation", "other operators, constants, conditions")),
                 cl::sub(repairCommand), cl::cat(category));
ChoiceOption<Placement> place("place", cl::desc("Where a constraint goes"), cl::init(Placement::Early),
                              cl::values(clEnumValN(Placement::Early, "early", "where its variables have their values"),
                                         clEnumValN(Placement::End, "end", "at the end of the error trace")),
                              cl::sub(repairCommand), cl::cat(category));
cl::opt<bool> allowTrivial("allow-trivial", cl::desc("Take a repair with no behavior left, too"),
                           cl::sub(repairCommand), cl::cat(category));
cl::opt<bool> diff("diff",
                   cl::desc("Print one unified diff: of the repaired source, or of the first repair by mutation"),
                   cl::sub(repairCommand), cl::cat(category));

ChoiceOption<EmitFormat> emit("emit", cl::desc("The output format"), cl::init(EmitFormat::Fsp),
                              cl::values(clEnumValN(EmitFormat::Fsp, "fsp", "an FSP process"),
                                         clEnumValN(EmitFormat::Aut, "aut", "Aldebaran"),
                                         clEnumValN(EmitFormat::Dot, "dot", "Graphviz"),
                                         clEnumValN(EmitFormat::Hoa, "hoa", "a Hanoi omega-automaton"),
                                         clEnumValN(EmitFormat::Svg, "svg", "a drawing (runs Graphviz's dot)"),
                                         clEnumValN(EmitFormat::Json, "json", "the LTS object of docs/schema.json"),
                                         clEnumValN(EmitFormat::Promela, "promela", "a model for Spin, not composed")),
                              cl::sub(ltsCommand), cl::cat(category));
ChoiceOption<LabelStyle> labelStyle("labels", cl::desc("How aut, dot and hoa spell labels"),
                                    cl::init(LabelStyle::Plain),
                                    cl::values(clEnumValN(LabelStyle::Plain, "plain", "as they are: snd.1.true"),
                                               clEnumValN(LabelStyle::Mcrl2, "mcrl2", "as mCRL2 does: snd(1,true)")),
                                    cl::sub(ltsCommand), cl::cat(category));
ChoiceOption<Equivalence>
    minimize("minimize", cl::desc("Minimize first, by an equivalence"), cl::init(Equivalence::Strong),
             cl::values(clEnumValN(Equivalence::Strong, "strong", "strong bisimilarity"),
                        clEnumValN(Equivalence::Weak, "weak", "weak bisimilarity"),
                        clEnumValN(Equivalence::Branching, "branching", "branching bisimilarity"),
                        clEnumValN(Equivalence::Trace, "trace", "equality of traces"),
                        clEnumValN(Equivalence::Simulation, "simulation", "simulation of each other")),
             cl::sub(ltsCommand), cl::cat(category));
cl::opt<bool> stats("stats", cl::desc("One row of sizes for every definition"), cl::sub(ltsCommand), cl::cat(category));

enum class Relation { Trace, Strong, Weak, Branching, Simulation, WeakSimulation };
ChoiceOption<Relation>
    relation("relation", cl::desc("The equivalence, or simulation"), cl::init(Relation::Trace),
             cl::values(clEnumValN(Relation::Trace, "trace", "equality of traces"),
                        clEnumValN(Relation::Strong, "strong", "strong bisimilarity"),
                        clEnumValN(Relation::Weak, "weak", "weak bisimilarity"),
                        clEnumValN(Relation::Branching, "branching", "branching bisimilarity"),
                        clEnumValN(Relation::Simulation, "simulation", "the second simulates the first"),
                        clEnumValN(Relation::WeakSimulation, "weak-simulation", "it does, but for silent steps")),
             cl::sub(compareCommand), cl::cat(category));

cl::opt<bool> inPlace("i", cl::desc("Rewrite the files in place"), cl::sub(fmtCommand), cl::cat(category));
cl::opt<bool> checkFormat("check", cl::desc("Write nothing; exit with 1 if a file is not in the standard layout"),
                          cl::sub(fmtCommand), cl::cat(category));

//===----------------------------------------------------------------------===//
// From what was given to Options
//===----------------------------------------------------------------------===//

Command selectedCommand() {
  const auto *selected = find_if(commandTable(), [](const CommandRow &row) { return bool(*row.entry.command); });
  return selected == commandTable().end() ? Command::None : selected->command;
}

bool parseDefinitions(Options &options) {
  for (const std::string &text : definitions) {
    auto [name, value] = StringRef(text).split('=');
    if (name.empty() || !StringRef(text).contains('='))
      return usageError("-D" + text + ": NAME=VALUE is needed");
    options.definitions[name.str()] = value.str();
  }
  return true;
}

bool parseInterface(Options &options) {
  options.interface.method = interfaceMethod;
  options.interface.learner = learner;
  options.interface.certify = certify;
  options.interface.abstraction = abstraction;
  options.interface.maxPredicates = maxPredicates;
  for (const std::string &text : interfaceAlphabet) {
    Expected<std::vector<std::string>> labels = expandLabelList(text);
    if (!labels)
      return usageError("--alphabet: " + toString(labels.takeError()));
    options.interface.alphabet.insert(options.interface.alphabet.end(), labels->begin(), labels->end());
  }
  return true;
}

void chooseMethod(Options &options) {
  // Who speaks of an assumption wants a rule that has one.
  bool isAboutAssumption =
      !options.assume.empty() || !options.assumptionFile.empty() || !options.emitAssumption.empty();
  if (verifyMethod.getNumOccurrences() == 0 && isAboutAssumption) {
    options.rule = Rule::AsymLearn;
    return;
  }
  switch (verifyMethod) {
  case VerifyMethod::Auto:
    options.isAutomatic = true;
    options.engine.method = SafetyMethod::Auto; // Where no rule applies.
    break;
  case VerifyMethod::Direct:
    options.engine.method = SafetyMethod::Direct;
    break;
  case VerifyMethod::Reduced:
    options.engine.method = SafetyMethod::Reduced;
    break;
  case VerifyMethod::Compositional:
    options.engine.method = SafetyMethod::Compositional;
    break;
  case VerifyMethod::AsymLearn:
    options.rule = Rule::AsymLearn;
    break;
  case VerifyMethod::AsymSat:
    options.rule = Rule::AsymSat;
    break;
  case VerifyMethod::Symmetric:
    options.rule = Rule::Symmetric;
    break;
  case VerifyMethod::Circular:
    options.rule = Rule::Circular;
    break;
  case VerifyMethod::NWay:
    options.rule = Rule::NWay;
    break;
  case VerifyMethod::Simulation:
    options.rule = Rule::Simulation;
    break;
  }
}

void chooseRelation(Options &options) {
  switch (relation) {
  case Relation::Trace:
    options.relation = Equivalence::Trace;
    break;
  case Relation::Strong:
    options.relation = Equivalence::Strong;
    break;
  case Relation::Weak:
    options.relation = Equivalence::Weak;
    break;
  case Relation::Branching:
    options.relation = Equivalence::Branching;
    break;
  case Relation::Simulation:
    options.simulation = SimulationOptions{/*weak=*/false};
    break;
  case Relation::WeakSimulation:
    options.simulation = SimulationOptions{/*weak=*/true};
    break;
  }
}

void printVersion(raw_ostream &os) {
  os << "tenon " << TENON_VERSION_STRING << "\n  commit     " << TENON_BUILD_REVISION << "\n  libraries  "
     << TENON_BUILD_LIBRARIES << "\n  compiler   " << TENON_BUILD_COMPILER << '\n';
}

} // namespace

const ProgramEntry &programEntry() {
  static const ProgramEntry program = [] {
    ProgramEntry entry = {"tenon",
                          TENON_VERSION_STRING,
                          "models of concurrent systems to verdicts",
                          &category,
                          {},
                          "fsp|lts|aut|dot|gv|hoa|agr|c",
                          "0 Every goal is as wanted, or what was asked for is written.\n"
                          "1 A goal is not as wanted, or nothing could be repaired.\n"
                          "2 The input or the usage is wrong.\n"
                          "3 Undecided: a budget ran out, or the question cannot be decided here."};
    std::string names;
    for (const CommandRow &row : commandTable()) {
      entry.commands.push_back(row.entry);
      names += (names.empty() ? "" : " ") + row.entry.command->getName().str();
    }
    for (CommandEntry &command : entry.commands)
      if (command.words == "COMMAND")
        command.words = names;
    return entry;
  }();
  return program;
}

/// Options that are silently of no use would mislead.
static void noteRepairOptions(Options &options) {
  auto given = [](ArrayRef<std::pair<StringRef, int>> candidates) {
    for (auto [name, occurrences] : candidates)
      if (occurrences)
        return "--" + name.str();
    return std::string();
  };
  auto count = [](const auto &option) { return std::pair(StringRef(option.ArgStr), option.getNumOccurrences()); };
  options.forMutations = given({count(level), count(firstRepair), count(allRepairs), count(maxSize),
                                count(explainRefutations), count(fixedFunctions)});
  options.forPrograms = given({count(unwind), count(integers), count(checkBounds)});
  options.forComponents = given({count(componentName), count(systemName), count(propertyName), count(place),
                                 count(emitAssumption), count(allowTrivial)});
  options.hasPlace = place.getNumOccurrences();
  for (const cl::opt<std::string> *name : {&componentName, &systemName, &propertyName})
    options.hasNoNames |= name->getNumOccurrences() && name->empty();
}

static void readCommonOptions(Options &options) {
  options.command = selectedCommand();
  options.arguments.assign(arguments.begin(), arguments.end());
  options.json = format == OutputFormat::Json;
  options.quiet = quiet;
  options.verbose = verbose;
  options.output = output;
  options.timeout = std::min<double>(timeout, LongestTimeout);
  options.maxMemory = std::min<double>(maxMemory, LargestMemory);
  options.maxStates = maxStates;
  if (maxStates.getNumOccurrences())
    options.pageStates = maxStates;
  options.jobs = options.engine.jobs = std::min<unsigned>(jobs, std::max(MaxJobs, std::thread::hardware_concurrency()));
  options.ltsa = compatibility == Compatibility::Ltsa;
}

/// What is checked, and how; for other commands, too.
static void readCheckOptions(Options &options) {
  options.engine.method = method;
  options.engine.reductions = {!is_contained(without, EnginePart::PartialOrder),
                               !is_contained(without, EnginePart::Symmetry)};
  options.engine.compress = !is_contained(without, EnginePart::Compression);
  options.system = systemName;
  options.component = componentName;
  options.property = propertyName;
  options.each = each;
  options.certify = certify;
  options.fair = fair == OnOff::On;
  options.reading = constraints;
  options.unwind = unwind;
  options.isMath = integers == Integers::Math;
  options.checkBounds = checkBounds;
}

static void readProofOptions(Options &options) {
  for (StringRef names : splitNames)
    if (std::optional<SmallVector<StringRef, 8>> items = splitOutsideBrackets(names, ','))
      append_range(options.split, map_range(*items, [](StringRef item) { return item.str(); }));
    else
      options.split.push_back(names.str());
  options.assume = assume;
  options.assumptionFile = assumptionFile;
  options.emitAssumption = emitAssumption;
  options.given = given;
  options.learning = {learner, alphabetRefinement == OnOff::On};
  options.encoding = encoding;
  if (options.command == Command::Verify)
    chooseMethod(options);
}

static void readRepairOptions(Options &options) {
  options.level = level;
  options.first = firstRepair;
  options.maxSize = allRepairs ? 0 : maxSize;
  if (options.command == Command::View && !maxSize.getNumOccurrences())
    options.maxSize = 1; // Larger repairs take long, and a page has much else to show.
  options.explain = explainRefutations;
  options.localization = localization == OnOff::On;
  options.replay = replay == OnOff::On;
  options.fixedFunctions.assign(fixedFunctions.begin(), fixedFunctions.end());
  if (repairMethod.getNumOccurrences() && repairMethod != RepairChoice::Mutation)
    options.repairMethod = static_cast<RepairMethod>(repairMethod.getValue());
  options.isMutation = repairMethod == RepairChoice::Mutation;
  options.place = place;
  options.allowTrivial = allowTrivial;
  options.diff = diff;
  if (options.command == Command::Repair)
    noteRepairOptions(options);
}

static void readOutputOptions(Options &options) {
  if (emit.getNumOccurrences())
    options.emit = emit;
  if (minimize.getNumOccurrences())
    options.minimize = minimize;
  options.labelStyle = labelStyle;
  options.stats = stats;
  chooseRelation(options);
  options.inPlace = inPlace;
  options.checkFormat = checkFormat;
}

static bool checkNumbers() {
  auto isBad = [](const cl::opt<double> &option) { return option.getNumOccurrences() > 0 && !(option > 0); };
  if (isBad(timeout) || isBad(maxMemory) || jobs == 0)
    return usageError("--timeout, --max-memory and --jobs take positive numbers");
  if (unwind == 0 || maxStates == 0)
    return usageError(maxStates == 0 ? "--max-states takes a positive number" : "--unwind takes a positive number");
  if (allRepairs && maxSize.getNumOccurrences())
    return usageError("--all and --max-size exclude each other");
  return maxSize == 0 ? usageError("--max-size is at least 1") : true;
}

std::optional<Options> parseCommandLine(int argc, char **argv, int &exitCode) {
  exitCode = static_cast<int>(ExitCode::BadInput);
  std::vector<cl::SubCommand *> commands;
  for (const CommandRow &row : commandTable())
    commands.push_back(row.entry.command);
  acceptOnly(category, commands);
  for (const CommandRow &row : commandTable())
    if (argc > 1 && row.entry.command->getName() == argv[1])
      arguments.setDescription(row.entry.arguments); // For the usage line of its --help.
  cl::SetVersionPrinter(printVersion);
  if (!cl::ParseCommandLineOptions(argc, argv, "Tenon: models of concurrent systems to verdicts\n", &errs()))
    return std::nullopt;
  Options options;
  readCommonOptions(options);
  readCheckOptions(options);
  readProofOptions(options);
  readRepairOptions(options);
  readOutputOptions(options);
  if (!checkNumbers() || !parseInterface(options) || !parseDefinitions(options) || !checkArguments(options))
    return std::nullopt;
  return options;
}

} // namespace tenon::driver
