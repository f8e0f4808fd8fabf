//===- EnvironmentProgram.h - Interfaces as programs ------------*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_ENVIRONMENTPROGRAM_H
#define TENON_LIB_INTERFACE_ENVIRONMENTPROGRAM_H

#include "tenon/Interface/MayMust.h"
#include "tenon/Program/ProgramSystem.h"

#include <functional>

namespace tenon {

/// How a component uses a label of its interface.
struct LabelUse {
  LabelId label = LabelTable::Tau;
  std::optional<ProgramVariable> value; ///< A channel: its type, and how conditions call the value.
  Term valueTerm = nullptr;             ///< What stands for it in conditions; null where there are none.
  bool isRead = false, isWritten = false;
  bool isUndefined = false; ///< `ch.undefined`; `label` is ch.
};

/// An environment that does what an interface allows, as a program: it chooses what it sends, and may do nothing.
///
/// Where the component writes a value and the interface depends on which, it is taken if all of them are allowed only:
/// it cannot be refused once it is seen.
class EnvironmentProgram {
public:
  enum class Purpose {
    Source, ///< To be printed: every channel passes values.
    Safety, ///< To run beside the component: channels without conditions are followed as plain actions.
    /// The same, but what is forbidden can be done, and ends all: the component is left with its silent steps.
    Permissiveness,
  };

  EnvironmentProgram(const LetterAutomaton &automaton, llvm::ArrayRef<LabelUse> uses, TermContext &terms,
                     LabelTable &labels, Purpose purpose);

  /// Whether the program does all that the interface allows, no less.
  bool isFaithful() const { return faithful; }
  /// Appends the variables to those of a system; `number` is the component's.
  Program build(std::string name, std::vector<ProgramVariable> &variables, uint32_t number);
  /// How a condition is written, for people; by default, as it is.
  std::function<Term(Term)> written;
  /// Channels on which the environment chooses values, with the channels whose types they have.
  llvm::ArrayRef<std::pair<LabelId, LabelId>> choices() const { return choosing; }

private:
  struct Group {
    size_t use = 0;
    std::vector<size_t> letters;
    VariableId variable = 0;
    LabelId choice = LabelTable::Tau;
    bool hasValues = false; ///< As far as the purpose is concerned.
    std::optional<size_t> undefined;
  };
  void addGroups();
  Location addLocation(const std::string &name);
  void add(Location from, ProgramAction action, Location to);
  void addEvent(Location from, LabelId label, uint32_t target);
  void addState(uint32_t state);
  void addSending(uint32_t state, const Group &group);
  void addReceiving(uint32_t state, const Group &group);
  void nameStates();
  bool refusesSome(const Group &group) const;
  Term oneOf(llvm::ArrayRef<Term> conditions) const;
  Term conditionOf(const Group &group, size_t letter) const;
  std::optional<Location> locationFor(uint32_t target) const;

  const LetterAutomaton &automaton;
  llvm::ArrayRef<LabelUse> uses;
  TermContext &terms;
  LabelTable &labels;
  Purpose purpose;
  bool faithful = true;
  std::vector<Group> groups;
  std::vector<std::pair<LabelId, LabelId>> choosing;
  Program program;
  std::vector<std::string> stateNames;
  std::optional<Location> trap;
};

} // namespace tenon

#endif // TENON_LIB_INTERFACE_ENVIRONMENTPROGRAM_H
