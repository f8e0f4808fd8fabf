//===- tenon/Program/Program.h - Communicating programs -------------------===//
//
// Automata over reads, writes, assignments and constraints (assume-guarantee-repair, Definition 3): finitely many
// locations, variables of unbounded domains. Both forms of `component` lower to these; an FSP process lowers to
// one without variables.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_PROGRAM_H
#define TENON_PROGRAM_PROGRAM_H

#include "tenon/Program/Term.h"
#include "tenon/Support/LabelTable.h"

#include "llvm/Support/SMLoc.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// A variable of one component.
struct ProgramVariable {
  std::string name; ///< Qualified within a system: `Client.pw`, `c[1].pw`.
  Sort sort;
  std::optional<Rational> low, high; ///< Of a range, or of the elements of an array of ranges. Both or none.
  Term initial = nullptr;            ///< Null: arbitrary within the sort and the range.
  llvm::SMRange range;               ///< Its declaration.
  uint32_t component = 0;            ///< Within a system: whose it is.
};

enum class ActionKind : uint8_t {
  Read,       ///< `ch?x`, `ch?a[i]`
  Write,      ///< `ch!e`
  Assign,     ///< `x := e`, `a[i] := e`
  Constraint, ///< `[e]`
  Event,      ///< a plain label; `tau` for a step that does nothing
};

/// What a transition does, over the variables of its program.
struct ProgramAction {
  ActionKind kind = ActionKind::Event;
  LabelId label = LabelTable::Tau; ///< Read, Write: the channel. Event: the label.
  VariableId target = 0;           ///< Read, Assign
  Term index = nullptr;   ///< Read, Assign: of the array's element, if target is an array and not all of it is meant.
  Term value = nullptr;   ///< Write, Assign: the value. Constraint: the condition.
  Term defined = nullptr; ///< Null: always. Otherwise what must hold lest the step goes to ERROR: divisors are not
                          ///< zero, indices inside, what is written to a channel is within the channel's range.
  /// Read: the channel's range, where it is narrower than the target's. The environment sends no other values.
  std::optional<Rational> low, high;
  bool integral = false; ///< Read into a real from a channel of integers.

  friend bool operator==(const ProgramAction &, const ProgramAction &) = default;
};

using Location = uint32_t;
/// Where a violation leads: reached by ranges that are left, by `assert`, by local names out of range.
constexpr Location ErrorLocation = ~Location(0);

struct ProgramTransition {
  Location from = 0;
  ProgramAction action;
  Location to = 0;
  llvm::SMRange range; ///< Where the action is in the source.
  /// What the source says behind `ch?` and `ch!`, within `[ ]`, or as an assignment, over the component's own names;
  /// empty: nothing but the terms is known.
  std::string text;
};

struct ProgramLocation {
  std::string name; ///< A local process name, unique in the program; what it prints as.
  bool accepting = true;
  bool end = false; ///< Successful termination.
  llvm::SMRange range;
};

/// An automaton. Transitions are sorted by `from`, and as written within it.
struct Program {
  std::string name;
  std::vector<ProgramVariable> variables;
  std::vector<ProgramLocation> locations;
  std::vector<ProgramTransition> transitions;
  Location initial = 0;          ///< May be ErrorLocation.
  std::vector<LabelId> channels; ///< Sorted. Also those that no transition uses.
  std::vector<LabelId> events;   ///< Sorted: the alphabet of plain labels, also those that no transition uses.

  /// O(log transitions)
  llvm::ArrayRef<ProgramTransition> from(Location location) const;
};

/// That a value of the variable's sort (of its elements' sort: with `element`) is within its range. Variables always
/// are, so that `value` needs no check where it is a variable of the same program with a range inside.
Term withinRange(TermContext &terms, const ProgramVariable &variable, Term value, bool element = false);

/// How an action prints: `ch?x`, `ch!x+1`, `x := 2*x`, `[x > 3]`, `a`. `text` stands for the terms unless it is empty
/// (ProgramTransition::text).
std::string describeAction(const ProgramAction &action, llvm::StringRef text, const LabelTable &labels,
                           llvm::function_ref<std::string(VariableId)> nameOf);

/// What watches a system: `property` or `observer`. Its program has no variables of its own; its constraints are
/// over the variables of the system (their ids), its other transitions are events named like channels or labels.
struct Monitor {
  Program program;
  bool partial = false; ///< An observer: what it does not list is blocked. Otherwise it goes to ERROR.
};

} // namespace tenon

#endif // TENON_PROGRAM_PROGRAM_H
