//===- tenon/Lower/ProgramLowering.h - Model to communicating programs ----===//
//
// Components with data, in both forms, to communicating programs, and composites of them to systems of programs
// (assume-guarantee-repair, Definitions 3 and 6; docs/data.md has the decisions). Processes of FSP in a composite
// become programs without variables.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOWER_PROGRAMLOWERING_H
#define TENON_LOWER_PROGRAMLOWERING_H

#include "tenon/Lower/Lower.h"
#include "tenon/Program/ProgramSystem.h"
#include "tenon/Sema/SystemModel.h"

namespace tenon {

/// How lowering is done; the defaults are for everything but tests.
struct ProgramOptions {
  bool clean = true; ///< Leave out what cannot be reached (Program/Clean.h).
};

/// One component by itself: the ids in its actions are positions in its own `variables`.
Program lowerComponent(const ComponentModel &component, const Model &model, TermContext &terms,
                       const ProgramOptions &options = {});

/// A composite, or a component by itself, with the labels and variables that the system knows them by. Hidden labels
/// get names that nothing else has, so that they synchronize with nothing outside of what hides them.
///
/// Nothing, after errors in the diagnostics or with limit() of `lowering` set: a process cannot be lowered; one has
/// `ch.v` for a channel of a component (it takes an explicit system to compose these).
std::optional<ProgramSystem> lowerSystem(const SystemModel &system, Lowering &lowering,
                                         const ProgramOptions &options = {});

/// Whether a process in the system, or `property` that is to watch it, has `ch.v` for a channel of a component: then
/// the system has to be lowered to transition systems, and lowerSystem refuses it. Lowers the processes.
bool takesValues(const SystemModel &system, Lowering &lowering, const DefinitionRef *property = nullptr);

/// The type of the channel that is declared with this label, as that of a variable without a name; nothing if none is.
std::optional<ProgramVariable> channelType(const Model &model, LabelId label);

/// Why the system is none of transition systems: a phrase about the first variable that has too many values. Empty if
/// it is.
std::string whyInfinite(const SystemModel &system);
/// Why properties of transition systems would not say the same about the system: whyInfinite(), or a phrase about the
/// first component with states that do not accept. Empty if they do.
std::string whyNotExplicit(const SystemModel &system);

/// A process as a program without variables, its states as locations in their order.
Program programOf(const Lts &lts, const std::string &name);

/// A property or observer with data, bound to `system`, over the variables of what lowerSystem makes of it.
Monitor lowerMonitor(const BoundObserver &observer, const SystemModel &system, const ProgramSystem &lowered);

/// Makes the property, observer or process of that name watch what lowerSystem has made of `system`. `bound`: what the
/// name means there, if that is known. False, with errors in the diagnostics or limit() of `lowering` set, if it
/// cannot.
bool addMonitor(ProgramSystem &lowered, const SystemModel &system, llvm::StringRef property,
                std::shared_ptr<const BoundObserver> bound, Lowering &lowering);

/// A property of FSP as a monitor. `property` is completed: what it lacks goes to ERROR.
Monitor monitorOf(const Lts &property);

} // namespace tenon

#endif // TENON_LOWER_PROGRAMLOWERING_H
