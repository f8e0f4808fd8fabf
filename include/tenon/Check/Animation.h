//===- tenon/Check/Animation.h - Systems stepped through by hand ----------===//
//
// A system in one of its states, what can happen there, and the way that led there. Moves are those of the plain
// interpreters (Lts/Interpreter.h, Program/Replay.h), which the searches are checked against.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_ANIMATION_H
#define TENON_CHECK_ANIMATION_H

#include "tenon/Check/Verdict.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>

namespace tenon {

class Animation {
public:
  struct Move {
    std::string action;              ///< `tau` if hidden.
    std::string hiddenAction;        ///< What a `tau` was before the system hid it; else empty.
    std::vector<std::string> movers; ///< The components that take part.
    bool takesValue = false;         ///< A value from the environment is needed.
    bool leadsToError = false;       ///< Whatever the value.
  };

  virtual ~Animation() = default;

  /// What can happen now, in a fixed order.
  virtual std::vector<Move> moves() const = 0;
  /// Does one of them, by its number. Fails, with nothing done, if the value is missing, unreadable or impossible.
  virtual llvm::Error take(size_t move, llvm::StringRef value = "") = 0;
  /// Goes back to the state after so many of the steps done; those that were undone are forgotten.
  virtual void goBack(size_t steps) = 0;

  /// The steps done, with the variables that each has set.
  virtual const std::vector<Counterexample::Step> &trace() const = 0;
  /// What each of these steps was: the number of the move, and the value that was read from outside, if any.
  struct Choice {
    size_t move;
    std::string value;
  };
  virtual const std::vector<Choice> &choices() const = 0;
  /// Each component with the state that it is in now.
  virtual std::vector<std::pair<std::string, std::string>> states() const = 0;
  /// The same, with the states of the parts of composites that had to be composed, for people.
  virtual std::vector<std::pair<std::string, std::string>> statesWithParts() const { return states(); }
  /// All variables and their values now.
  virtual std::vector<Valuation> values() const = 0;
  /// The initial values of variables without an initializer.
  virtual std::vector<Valuation> initialChoices() const = 0;
  /// Gives a variable another initial value, before the first step. Fails if it has an initializer, or cannot have it.
  virtual llvm::Error setInitial(llvm::StringRef variable, llvm::StringRef value) = 0;
  /// `ERROR` of a component, `END`, `deadlock`; empty where it goes on.
  virtual std::string outcome() const = 0;

  /// Goes back to the beginning and does the steps of a run of this system; steps of what only watches are left out.
  /// Where several moves look like a step, those are taken that can go on as the run does, and have this outcome() at
  /// its end unless it is empty. Fails, at the beginning, where none do.
  llvm::Error follow(const Counterexample &run, llvm::ArrayRef<std::string> watchers, llvm::StringRef wanted = "");

protected:
  /// Takes the move as the step of a run did; whether it came out as there.
  virtual bool takeAs(size_t move, const Counterexample::Step &step) = 0;
  virtual llvm::Error beginAs(const Counterexample &run) = 0;

private:
  bool takeLike(const Counterexample::Step &step, size_t &next);
};

/// What a component was composed of; null if it was not (Lowering::partsOf()).
using PartsOf = std::function<std::shared_ptr<const Network>(const Lts &)>;
/// The network needs no monitor. It is copied. `partsOf` is for statesWithParts(), and may be empty.
std::unique_ptr<Animation> animate(Network network, PartsOf partsOf = {});
/// Variables without an initializer begin with the value nearest to zero. A monitor is left out.
std::unique_ptr<Animation> animate(ProgramSystem system);
/// The same with the monitor, which counts as the last component.
std::unique_ptr<Animation> animateWatched(ProgramSystem system);

} // namespace tenon

#endif // TENON_CHECK_ANIMATION_H
