//===- tenon/Check/EnvironmentView.h - A system as others see it ----------===//

#ifndef TENON_CHECK_ENVIRONMENTVIEW_H
#define TENON_CHECK_ENVIRONMENTVIEW_H

#include "tenon/Logic/PredicateAbstraction.h"
#include "tenon/Program/ProgramSystem.h"

namespace tenon {

/// An action that an environment sees.
struct VisibleLabel {
  LabelId label = LabelTable::Tau;
  /// A channel's: its type, as that of a variable. Its name is what conditions call the value. None: a plain action.
  std::optional<ProgramVariable> value;
};

/// A system with data as a graph of guarded assignments whose actions are visible or silent, for predicate abstraction.
/// ERROR are the places that violate. What analyses know of places (Check/ProgramChecker.h) comes with it: arrays are
/// cut into their elements, places from which ERROR cannot be reached are marked, and intervals, octagons and
/// congruences of variables are facts.
///
/// A label `ch.undefined` is added behind channel `ch` where the system may write what is undefined there.
class EnvironmentView {
public:
  /// Channels with so many values are exact (OpenProgram::Label::isExact).
  static constexpr uint64_t MaxExactValues = 64;

  /// The system must outlive the view. `isComplete` is false if the budget ended, or there are more than a million
  /// places.
  EnvironmentView(const ProgramSystem &system, llvm::ArrayRef<VisibleLabel> visible, const Budget &budget);
  ~EnvironmentView();

  const OpenProgram &program() const;
  bool isComplete() const;
  /// A term over variables of the view and values of labels, with the names of the source.
  std::string text(Term term) const;
  /// Elements of arrays that were cut, as elements again.
  Term original(Term term) const;
  /// Which of `visible` a label of the program belongs to; those behind them are `ch.undefined`.
  LabelId systemLabel(uint32_t label) const;
  bool isUndefined(uint32_t label) const;

private:
  class Builder;
  std::unique_ptr<Builder> builder;
};

} // namespace tenon

#endif // TENON_CHECK_ENVIRONMENTVIEW_H
