//===- tenon/Repair/ComponentRepair.h - Changes to a component ------------===//
//
// How an error trace is taken out of a component (Frenkel, Grumberg, Pasareanu, Sheinvald, "Assume, guarantee or
// repair", sections 8.3 and 8.4), and when taking out one after the other does not end (Lemma 9).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_COMPONENTREPAIR_H
#define TENON_REPAIR_COMPONENTREPAIR_H

#include "tenon/Repair/TraceLanguage.h"

#include "tenon/Logic/Smt.h"

namespace tenon {

/// How a trace is removed where no constraint blocks it.
enum class SyntacticMethod {
  Exact,       ///< This trace and no other: the product with the complement of the trace.
  Approximate, ///< Its last transition leads to a copy of the location that does not accept.
  Aggressive,  ///< The location at its end does not accept.
};

/// A component that is being repaired.
class ComponentRepair {
public:
  explicit ComponentRepair(Program original);

  const Program &program() const { return current; }
  /// The original location of each.
  llvm::ArrayRef<Location> origins() const { return origin; }
  /// Locations of the program, those counted that the product with a trace makes and nothing reaches: what the
  /// published tables have.
  uint64_t fullSize() const { return full; }

  /// Removes a trace of the component. `withExtensions`: all that begins with it as well, for what follows a failure is
  /// worth nothing. `word` is over letters of `alphabet`, which may grow. O(length × transitions).
  void removeTrace(llvm::ArrayRef<Letter> word, SyntacticMethod method, bool withExtensions, TraceAlphabet &alphabet);

  /// Splits `location`: what arrives there goes on only if the condition holds (figure 7). `atEnd`: the location itself
  /// does not accept any more. `fromStart`: what begins there does not pass either. If nothing arrives, or nothing goes
  /// on, but through constraints that were inserted before, these become stronger instead.
  void insertConstraint(Location location, Term condition, bool atEnd, bool fromStart, SmtContext &context,
                        const Budget &budget);
  /// What the transition at this position does happens only if the condition holds: the same for all that stand at its
  /// place of the source and begin where it does. Other ways from there stay as they are.
  void insertBefore(uint32_t transition, Term condition, SmtContext &context, const Budget &budget);
  /// Positions of the constraints that the last insertion has made or made stronger.
  std::vector<uint32_t> lastInserted() const;
  /// The actions of the source that the transition stands for: itself with those at the same place of the source, or,
  /// if it is a constraint that was inserted, what is behind it. All begin at one location.
  std::vector<ProgramTransition> actionsAt(uint32_t transition) const;
  /// Leaves out what leads to no accepted trace. T() stays.
  void trim();
  /// A condition that was inserted.
  struct Gate {
    uint32_t transition; ///< Its position.
    Location origin;     ///< Where it stands, in the original.
    Term condition;
    bool isAtEnd;                           ///< A location that accepted does not accept any more.
    bool fromStart;                         ///< What begins there has to pass as well.
    bool isBranch;                          ///< There are other ways from the location, which do not pass.
    std::vector<ProgramTransition> guarded; ///< What is behind it.
  };
  /// Those that are still there, in the order of their transitions.
  std::vector<Gate> gates() const;
  /// Says something else in place of the condition of one of the gates, by its number.
  void replaceCondition(size_t gate, Term other);
  /// Takes one of the gates away, by its number. Those behind it move up by one.
  void dropGate(size_t gate);
  /// Whether no trace was removed.
  bool onlyConstraints() const { return constraintsOnly; }

private:
  Location copyOf(Location location);
  bool isInserted(const ProgramTransition &transition) const;
  void sortTransitions();
  void removeExactly(llvm::ArrayRef<Letter> word, bool withExtensions, TraceAlphabet &alphabet);
  void divert(llvm::ArrayRef<Letter> word, Location end, TraceAlphabet &alphabet);
  void cut(llvm::ArrayRef<Letter> word, bool aggressive, TraceAlphabet &alphabet);
  void strengthen(llvm::ArrayRef<ProgramTransition *> constraints, Term condition, SmtContext &context,
                  const Budget &budget);
  bool strengthenAround(Location location, Term condition, SmtContext &context, const Budget &budget);
  void addGate(Location location, Location behind, Term condition);

  Program current;
  std::vector<Location> origin;
  std::vector<std::string> originalNames;
  std::vector<bool> originalAccepting;
  std::vector<Term> inserted;
  std::vector<std::pair<Location, Location>> last; ///< Ends of the constraints of the last insertion.
  uint64_t full;
  bool constraintsOnly = true;
};

/// A cycle on which error traces without constraints can be pumped.
struct PumpableCycle {
  std::vector<std::string> before, cycle,
      behind;                         ///< Steps as they print: the trace is before cycle^i behind, for all i.
  std::vector<std::string> locations; ///< The component's locations on the cycle, where it moves.
};

/// Whether infinitely many error traces of the component have no constraints (Lemma 9), so that removing one after the
/// other does not end. The lemma wants a trace longer than the product has states; the cycle is looked for in the
/// product instead, before any such trace is known. Nullopt also if the product has more than `maxPlaces` places.
std::optional<PumpableCycle> findPumpableCycle(const ProgramSystem &system, uint32_t component,
                                               size_t maxPlaces = 100'000);

/// Whether a violation at this place stays one whatever follows: a component or the monitor is in ERROR.
bool isFinalViolation(const ProgramSystem &system, const Place &place);

} // namespace tenon

#endif // TENON_REPAIR_COMPONENTREPAIR_H
