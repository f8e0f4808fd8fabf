//===- tenon/Program/ProgramSystem.h - Compositions of programs -----------===//
//
// Parallel composition (assume-guarantee-repair, Definition 6) of any number of programs, and conjunctive
// composition (Definition 9, urgent or interleaved) with a monitor, on the fly. A synchronization is one step that
// assigns the writer's value to the reader's variable.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_PROGRAMSYSTEM_H
#define TENON_PROGRAM_PROGRAMSYSTEM_H

#include "tenon/Program/Program.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>

namespace tenon {

/// How the constraints of a monitor are taken.
enum class ConstraintReading {
  Urgent,      ///< A monitor that enters a state with constraints takes one at once; its initial state is not urgent.
  Interleaved, ///< Definition 9 to the letter.
};

/// Programs that run side by side, and what watches them.
///
/// A channel that several components have in their alphabets passes values between them only: one that writes and one
/// that reads, at a time. A channel that one component has alone belongs to the environment. An event happens when all
/// components that have it in their alphabets can do it; one named like a channel happens with every communication on
/// that channel, and only with those.
struct ProgramSystem {
  std::shared_ptr<TermContext> terms;
  std::shared_ptr<LabelTable> labels;
  std::vector<ProgramVariable> variables; ///< Of all components; actions of the components speak of these ids.
  std::vector<Program> components;        ///< Their own `variables` are empty; their names are qualified and distinct.
  std::vector<LabelId> hidden;            ///< Sorted. They do not synchronize with the monitor, and print as tau.
  std::optional<Monitor> monitor;
  ConstraintReading reading = ConstraintReading::Urgent;
};

/// A place of the whole: one location for each component, then the monitor's.
using Place = llvm::SmallVector<Location, 4>;

/// One symbolic step: a guarded assignment of all at once.
struct SystemStep {
  Term guard = nullptr; ///< Over the variables before the step.
  struct Update {
    VariableId variable = 0;
    Term value = nullptr;              ///< Over the variables before the step; null: arbitrary, within sort and range.
    Term index = nullptr;              ///< Only this element of the array becomes arbitrary; null where value is not.
    std::optional<Rational> low, high; ///< Arbitrary within these as well: the channel's range.
    bool integral = false;             ///< An arbitrary real that is an integer.
  };
  llvm::SmallVector<Update, 2> updates;
  Place target;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2>
      movers; ///< (component, position in its transitions); the monitor counts as the last component.
};

/// Whether an execution that is at `place` violates: a component is in ERROR; or all components accept and the monitor
/// rejects or is in ERROR (Definition 9). A monitor in ERROR stays there while components move on; an observer then
/// blocks its alphabet.
bool isViolation(const ProgramSystem &system, const Place &place);

Place initialPlace(const ProgramSystem &system);

/// Whether a place where nothing is possible is successful termination and no deadlock, as in FSP: every component that
/// has an END is there, and the others have no label, and use no channel, that these do not have. O(size of the
/// system).
bool hasEnded(const ProgramSystem &system, const Place &place);

/// The steps from a place where no component is in ERROR, in a fixed order: by component, then as written; a
/// synchronization counts as the writer's, an event as that of the first component that has it. Steps that leave a
/// range or are undefined lead to a place with ErrorLocation in the mover's position, everybody else staying; the
/// monitor and components that would follow do not see them, but where these block a communication, it cannot fail
/// either. Guards that are false are left out.
std::vector<SystemStep> stepsFrom(const ProgramSystem &system, const Place &place);

/// How a step prints: `enc!pw`, `[pw > 999]`, as its source (the writer's side, for a synchronization), with the names
/// that the component itself uses; a constraint of the monitor has qualified names. `tau` where the label is hidden.
std::string describeStep(const ProgramSystem &system, const SystemStep &step);

} // namespace tenon

#endif // TENON_PROGRAM_PROGRAMSYSTEM_H
