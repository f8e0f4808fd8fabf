//===- TrivialRepair.cpp - Whether anything is left -----------------------===//

#include "tenon/Repair/AssumeGuaranteeRepair.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

bool isTrivial(const ProgramSystem &system, const Program &component, const ProgramCheckOptions &check,
               const Budget &budget) {
  Program program = trimmed(component);
  TraceAlphabet letters;
  if (!acceptsSomething(TraceAutomaton(program, letters)))
    return true;
  if (system.variables.empty())
    return false;
  // The component by itself with a monitor that always rejects, where the start does not count.
  auto start = static_cast<Location>(program.locations.size());
  program.locations.push_back(program.locations[program.initial]);
  program.locations[start].accepting = false;
  std::vector<ProgramTransition> first(program.from(program.initial));
  for (ProgramTransition &transition : first)
    transition.from = start;
  append_range(program.transitions, first);
  program.initial = start;
  ProgramSystem alone = system;
  alone.components = {std::move(program)};
  // Those of the others are nobody's any more.
  for (ProgramVariable &variable : alone.variables)
    variable.component = 0;
  alone.hidden.clear();
  Monitor monitor;
  monitor.partial = true;
  monitor.program.locations.emplace_back().accepting = false;
  alone.monitor = std::move(monitor);
  return checkProgram(alone, check, budget).verdict == Verdict::Holds;
}

} // namespace tenon
