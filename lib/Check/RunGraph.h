//===- RunGraph.h - Runs as a formula sees them ---------------------------===//
//
// For the independent checker: nothing here is shared with the translation of formulas to automata.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_CHECK_RUNGRAPH_H
#define TENON_CHECK_RUNGRAPH_H

#include "ConfigurationGraph.h"

#include "tenon/Sema/Model.h"

namespace tenon {

/// A formula as a list of its subformulas, operands first. U, W, <> and [] are all read as an until or the negation of
/// one: an until *arrives* at a position, or *goes on* there and holds at the next, or fails.
class FlatFormula {
public:
  using Op = TemporalFormula::Op;
  /// What is true at a position: for each subformula.
  using Values = std::vector<bool>;

  FlatFormula(const Model &model, const TemporalFormula &formula);

  size_t size() const { return nodes.size(); }
  /// The fluents that occur, as indices into the model's.
  const std::vector<uint32_t> &fluents() const { return fluentIndices; }
  const Model &theModel() const { return model; }
  /// The labels that it can tell from tau.
  const std::set<LabelId> &labels() const { return mentioned; }

  bool isNext(size_t i) const { return nodes[i].op == Op::Next; }
  bool isUntil(size_t i) const {
    Op op = nodes[i].op;
    return op == Op::Until || op == Op::WeakUntil || op == Op::Eventually || op == Op::Always;
  }
  /// Whether the subformula is the negation of its until.
  bool isNegated(size_t i) const { return nodes[i].op == Op::WeakUntil || nodes[i].op == Op::Always; }
  size_t lhs(size_t i) const { return nodes[i].lhs; }
  bool arrives(size_t i, const Values &values) const;
  bool goesOn(size_t i, const Values &values) const;
  /// The value of a subformula without a temporal operator of its own, from those of its operands. `fluents` are those
  /// of fluents().
  bool now(size_t i, LabelId label, const std::vector<bool> &fluents, const Values &values) const;

private:
  struct Node {
    Op op;
    const TemporalFormula *source;
    size_t lhs = 0, rhs = 0;
  };
  size_t add(const TemporalFormula &formula);

  const Model &model;
  std::vector<Node> nodes;
  std::map<const TemporalFormula *, size_t> known;
  std::vector<uint32_t> fluentIndices;
  std::set<LabelId> mentioned;
};

/// What a formula sees of a step: its label (tau if the formula does not mention it) and the fluents after it.
struct Position {
  LabelId label = LabelTable::Tau;
  std::vector<bool> fluents;
  friend auto operator<=>(const Position &, const Position &) = default;
};

/// Runs are the paths from node 0, which is before the first step.
struct RunGraph {
  std::vector<Position> positions;
  Rows next;
};

/// How many steps a graph may have for each node that it may have, on average.
constexpr size_t MaxStepsPerNode = 20;

/// After a step into ERROR, any steps follow.
struct RunGraphOptions {
  /// Where nothing is possible, silence follows for ever; otherwise runs end there.
  bool rests = true;
  size_t limit = 0; ///< On nodes; on steps, that many times MaxStepsPerNode.
};

class RunGraphBuilder {
public:
  static constexpr uint32_t Chaos = ConfigurationGraph::Error;

  /// `occurring`: all labels that any step can have.
  RunGraphBuilder(const FlatFormula &formula, ConfigurationGraph &configurations, const std::set<LabelId> &occurring,
                  const RunGraphOptions &options);

  /// The runs that begin with these steps and go on from a configuration, or with any steps (Chaos). Nullopt: too
  /// large.
  std::optional<RunGraph> build(const std::vector<LabelId> &prefix, uint32_t from);

private:
  using Key = std::pair<uint32_t, Position>;
  Position after(const Position &position, LabelId label) const;
  uint32_t add(uint32_t configuration, Position position);
  void expand(uint32_t node);

  const FlatFormula &formula;
  ConfigurationGraph &configurations;
  std::vector<LabelId> letters;
  RunGraphOptions options;
  RunGraph graph;
  std::map<Key, uint32_t> numbers;
  std::vector<uint32_t> configurationOf;
};

} // namespace tenon

#endif // TENON_CHECK_RUNGRAPH_H
