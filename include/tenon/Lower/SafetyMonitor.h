//===- tenon/Lower/SafetyMonitor.h - Safety formulas as automata ----------===//

#ifndef TENON_LOWER_SAFETYMONITOR_H
#define TENON_LOWER_SAFETYMONITOR_H

#include "tenon/Lts/Lts.h"
#include "tenon/Sema/Model.h"
#include "tenon/Support/Budget.h"

#include <optional>

namespace tenon {

/// Whether a formula is syntactically safe: its simplified negation normal form has neither U nor <>. Every run that
/// violates it then has a finite prefix all of whose continuations do. Labels outside `occurring`, if it is given, are
/// known never to occur.
bool isSafety(const Model &model, const TemporalFormula &formula, const Alphabet *occurring = nullptr);

/// The deterministic automaton of a safety formula, by progression. Its states are the values of the fluents that
/// matter and what remains to be satisfied, as minimal sets of subformulas. It answers nullopt when the budget ends.
/// Exponential in the formula in the worst case; linear in the number of fluent values and obligations reached, times
/// the classes of labels.
///
/// The monitor moves to ERROR with the last step of every minimal bad prefix: a finite sequence of steps that no
/// infinite continuation makes satisfy the formula. Action 0 stands for every step whose label is not in the monitor's
/// alphabet, which has only the labels that make a difference. Minimal by strong bisimulation. A formula without a
/// model goes to ERROR with every first step.
std::optional<Lts> safetyMonitor(const Model &model, const TemporalFormula &formula, const Budget &budget,
                                 const Alphabet *occurring = nullptr);

/// The process that performs exactly the sequences of actions that are no bad prefix. Its alphabet
/// is that of the formula, its fluents and `extension`; steps with other labels only decide whether a state can go on.
std::optional<Lts> constraintProcess(const Model &model, const AssertionModel &constraint, const Budget &budget);

} // namespace tenon

#endif // TENON_LOWER_SAFETYMONITOR_H
