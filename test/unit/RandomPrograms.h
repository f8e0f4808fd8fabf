//===- RandomPrograms.h - Random communicating programs -------------------===//
//
// Small systems of components with data: as ProgramSystem values, and as source text that means the same.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_RANDOMPROGRAMS_H
#define TENON_TEST_RANDOMPROGRAMS_H

#include "RandomSystems.h"
#include "tenon/Program/ProgramSystem.h"
#include "tenon/Program/Replay.h"

namespace tenon::test {

/// Shape of a random system.
struct RandomProgramOptions {
  unsigned minComponents = 1;
  unsigned maxComponents = 3;
  unsigned maxLocations = 4; ///< Of a component.
  unsigned maxVariables = 2; ///< Of a component.
  unsigned totalVariables = 4;
  /// Data in 0..3, bool, bits[2] and arrays of two 0..3. Otherwise int, with small constants, as well.
  bool finite = true;
  bool bools = true;
  bool bits = true;
  bool arrays = true;
  bool division = true;        ///< By variables, where finite; by constants otherwise.
  bool rejecting = true;       ///< Components with states that do not accept.
  bool ends = false;           ///< Some locations without transitions are END; no source has their names.
  bool errors = true;          ///< Components that go to ERROR as written.
  bool events = true;          ///< Plain labels and tau beside channels.
  bool followers = true;       ///< Components with an event named like a channel; no source has them.
  bool hiding = true;          ///< Sometimes.
  bool monitor = true;         ///< Always; sometimes a property, sometimes an observer.
  double observerShare = 0.5;  ///< Of the monitors.
  double constraintShare = .5; ///< Of the states of a monitor: those with constraints.
};

/// A channel as its declaration says.
struct RandomChannel {
  LabelId label = LabelTable::Tau;
  ProgramVariable type; ///< Sort and range of its values.
};

/// A system. Components are `A`, `B`, `C`; variables `A.x`; channels `c`, `d`, `e`.
struct RandomProgramSystem {
  ProgramSystem system;
  std::vector<RandomChannel> channels;
  std::string describe() const; ///< What a failing test shows.
  /// As source, with the composite `System` and the goal `check System satisfies P;`.
  std::string source() const;
};

RandomProgramSystem randomProgramSystem(RandomSystems &random, const RandomProgramOptions &options = {});

/// When all divisors in a term are not zero and all indices are inside, `&&`, `||` and `?:` evaluated from the left as
/// far as needed.
Term definednessOf(TermContext &terms, Term term);

/// All values of a variable of finite type.
std::vector<DataValue> valuesOf(const ProgramVariable &variable, bool element = false);

/// All valuations that the system, whose variables have finite types, can start with.
std::vector<std::vector<DataValue>> initialValuations(const ProgramSystem &system);

/// The states that a system of finite data can reach, breadth first by possibleMoves of Replay.h.
struct ExplicitExploration {
  std::vector<ConcreteState> states;
  std::optional<unsigned> violationDepth; ///< Length of the shortest run that violates.
  bool complete = true;                   ///< Not more than maxStates.
};
ExplicitExploration explore(const ProgramSystem &system, size_t maxStates, bool stopAtViolation = true);

} // namespace tenon::test

#endif // TENON_TEST_RANDOMPROGRAMS_H
