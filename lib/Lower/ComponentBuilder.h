//===- ComponentBuilder.h - Control flow to locations -----------*- C++ -*-===//
//
// What both forms of components are made with: transitions between points of control. Points through which control
// passes without a step become one location, so that a C-like body has no silent steps.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LOWER_COMPONENTBUILDER_H
#define TENON_LIB_LOWER_COMPONENTBUILDER_H

#include "DataTerms.h"

#include "tenon/Sema/Model.h"

#include "llvm/ADT/DenseSet.h"

namespace tenon {

/// A point of control, before points are merged.
using Point = uint32_t;
constexpr Point ErrorPoint = ErrorLocation;

class ComponentBuilder {
public:
  ComponentBuilder(const ComponentModel &source, const Model &model, TermContext &context);

  Point newPoint();
  /// What the location is called, unless it has a name already.
  void suggestName(Point point, llvm::StringRef name, llvm::SMRange range);
  void setAccepting(Point point, bool accepting) { points[leaderOf(point)].accepting = accepting; }
  void setEnd(Point point) { points[leaderOf(point)].end = true; }
  /// More than one branch begins here: control never comes back to a point that is merged with this one.
  void setChoice(Point point) { points[leaderOf(point)].isChoice = true; }
  /// Whether what is done from here would also be done wherever control joins later.
  bool isOccupied(Point point) const;

  /// Adds what an action does; a set of labels is several transitions.
  void addAction(Point from, const DataAction &action, Point to);
  /// Adds the constraint `condition`, or its negation.
  void addTest(Point from, const DataExpr &condition, bool negated, Point to, llvm::SMRange range);
  /// Control at `from` goes on at `to` without a step.
  void pass(Point from, Point to);

  /// The program that begins at `initial`. Points that nothing leads to are locations too.
  Program build(Point initial);

private:
  struct PointData {
    std::string name;
    llvm::SMRange range;
    bool accepting = true, end = false;
    bool hasTransitions = false, isChoice = false;
    bool diverges = false;          ///< Control can go round here for ever without a step.
    Point mergedInto = ErrorPoint;  ///< Another point, or none.
    std::vector<Point> continuesAt; ///< Control here can also do what it can do there.
  };

  Point leaderOf(Point point) const;
  void add(Point from, ProgramAction action, Point to, llvm::SMRange range, std::string text = {});
  void addRead(Point from, const DataAction &action, Point to);
  void addWrite(Point from, const DataAction &action, Point to);
  void addAssignment(Point from, const DataAction &action, Point to);
  Term setTarget(ProgramAction &action, const DataTarget &target);
  void setDefined(ProgramAction &action, llvm::ArrayRef<Term> conditions);
  /// Leaders of the points whose transitions are those of `point`: its own and those where it continues.
  std::vector<Point> closureOf(Point point) const;
  size_t firstStep(Point point, llvm::ArrayRef<std::vector<uint32_t>> transitionsOf) const;
  void buildLocation(Point point, llvm::ArrayRef<std::vector<uint32_t>> transitionsOf,
                     const llvm::DenseMap<Point, Location> &locationOf);
  void nameLocations();

  const ComponentModel &component;
  const Model &model;
  TermContext &terms;
  Program program;
  DataTerms expressions;
  std::vector<PointData> points;
  std::vector<ProgramTransition> transitions; ///< Between points.
};

/// The automaton of a C-like body.
Program lowerBody(const ComponentModel &component, const Model &model, TermContext &terms);

} // namespace tenon

#endif // TENON_LIB_LOWER_COMPONENTBUILDER_H
