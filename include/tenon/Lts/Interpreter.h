//===- tenon/Lts/Interpreter.h - The rules of composition, plainly --------===//
//
// What a network can do, written down as directly as the definitions (fsp-language §11) allow. It shares no code
// with the searches, so that what they find can be checked with it.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_INTERPRETER_H
#define TENON_LTS_INTERPRETER_H

#include "tenon/Lts/Liveness.h"

#include <set>

namespace tenon {

/// One state for each component; ErrorState where it is in ERROR.
using Configuration = std::vector<StateId>;

bool isInError(const Configuration &c);

class Interpreter {
public:
  struct Move {
    LabelId label = LabelTable::Tau;        ///< After hiding.
    LabelId visibleLabel = LabelTable::Tau; ///< Before hiding.
    llvm::SmallVector<uint32_t, 2> movers;  ///< In order.
    Configuration target;
  };

  /// The network must outlive the interpreter. An observer is not looked at.
  explicit Interpreter(const Network &network) : network(network) {}

  Configuration initial() const { return Configuration(network.components.size(), Lts::initial()); }
  /// Every move, those into ERROR included; priority is respected. None from ERROR. Time: the labels that components
  /// offer, times the components, plus the moves.
  std::vector<Move> moves(const Configuration &c) const;
  ReplayOutcome outcome(const Configuration &c) const;

private:
  void addSynchronized(const Configuration &c, LabelId label, std::vector<Move> &moves) const;
  void applyPriority(std::vector<Move> &moves) const;
  bool isTermination(const Configuration &c) const;

  const Network &network;
};

/// The configurations in which a run's prefix can end and from where its cycle leads back to the same configuration.
/// Without a cycle, or with one of a single step without movers: those where nothing is possible.
std::set<Configuration> loopingConfigurations(const Network &network, const Lasso &run);

} // namespace tenon

#endif // TENON_LTS_INTERPRETER_H
