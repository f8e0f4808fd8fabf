//===- Options.h - The command line of tenon ------------------------------===//

#ifndef TENON_TOOLS_TENON_OPTIONS_H
#define TENON_TOOLS_TENON_OPTIONS_H

#include "tenon/AssumeGuarantee/Verifier.h"
#include "tenon/Check/SafetyMethod.h"
#include "tenon/Interface/InterfaceGoals.h"
#include "tenon/Lts/LabelNames.h"
#include "tenon/Lts/Minimize.h"
#include "tenon/Lts/Simulation.h"
#include "tenon/Program/ProgramSystem.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Sema/Sema.h"
#include "tenon/Support/Budget.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tenon {
struct ProgramEntry;
} // namespace tenon

namespace tenon::driver {

enum class Command { None, Check, Verify, Interface, Repair, Lts, Compare, Fmt, Animate, View, Lsp, Completion, Man };
enum class EmitFormat { Fsp, Aut, Dot, Hoa, Svg, Json, Promela };

/// The command line, parsed and checked.
struct Options {
  Command command = Command::None;
  std::vector<std::string> arguments; ///< Files, then names, as the command takes them.

  bool json = false, quiet = false, verbose = false;
  std::string output = "-";
  double timeout = 0;                 ///< Seconds; 0: none.
  double maxMemory = 0;               ///< GiB; 0: most of the machine's.
  uint64_t maxStates = 0;             ///< Of a component with data, as a transition system.
  std::optional<uint64_t> pageStates; ///< View: of a transition system in the page, too; none: the default.
  unsigned jobs = 1;
  SafetyEngine engine; ///< Its `jobs` is the one above.
  bool ltsa = false;
  std::map<std::string, std::string> definitions;

  std::string system;
  bool each = false, certify = false, fair = true;
  ConstraintReading reading = ConstraintReading::Urgent;

  unsigned unwind = 5; ///< C: so often the body of a loop is entered at most.
  bool isMath = false; ///< C: integers are mathematical.
  bool checkBounds = false;

  unsigned level = 2; ///< Repair: which mutations there are.
  bool first = false, explain = false, localization = true, replay = true;
  unsigned maxSize = 2; ///< 0: any.
  /// Repair: those that were given of the options that only mutations, C programs or components have, as they are
  /// typed.
  std::string forMutations, forPrograms, forComponents;
  bool hasPlace = false;   ///< Repair: --place was given.
  bool hasNoNames = false; ///< Repair: a name was given that is empty.
  std::vector<std::string> fixedFunctions;

  std::string property;
  std::optional<Rule> rule; ///< Verify: none for the engine's methods and for the next.
  bool isAutomatic = false; ///< Verify: whatever answers first.
  std::vector<std::string> split;
  std::string assume, assumptionFile, emitAssumption;
  LearningOptions learning;
  SatEncoding encoding = SatEncoding::OneHot;

  std::optional<EmitFormat> emit;
  LabelStyle labelStyle = LabelStyle::Plain;
  std::optional<Equivalence> minimize;
  bool stats = false;

  Equivalence relation = Equivalence::Trace;
  std::optional<SimulationOptions> simulation; ///< Compare: instead of an equivalence.
  bool inPlace = false, checkFormat = false;

  std::string component;
  InterfaceOptions interface; ///< Its `certify` is the one above.
  std::string given;          ///< A file with an interface to check.

  std::optional<RepairMethod> repairMethod; ///< None: the goal's, or the best.
  bool isMutation = false;                  ///< Repair, of components: by mutation.
  Placement place = Placement::Early;
  bool allowTrivial = false, diff = false;

  /// Repair: of C programs, by mutation.
  bool isProgramRepair() const {
    return std::any_of(arguments.begin(), arguments.end(), [](llvm::StringRef file) { return file.ends_with(".c"); });
  }
};

/// Parses the command line. Help, the version and errors are printed here; the exit code is then in `exitCode`.
std::optional<Options> parseCommandLine(int argc, char **argv, int &exitCode);

/// The commands and options, as manuals and completions need them.
const ProgramEntry &programEntry();

} // namespace tenon::driver

#endif // TENON_TOOLS_TENON_OPTIONS_H
