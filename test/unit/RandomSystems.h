//===- RandomSystems.h - Random small systems for property tests ----------===//
//
// Everything is a function of the seed: the same seed and options give the same system
// on every machine. The rc:: generators at the end shrink.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_RANDOMSYSTEMS_H
#define TENON_TEST_RANDOMSYSTEMS_H

#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Lts.h"
#include "tenon/Lts/Transform.h"

#include <rapidcheck.h>

#include <iosfwd>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tenon::test {

/// Shape of a random LTS.
struct RandomLtsOptions {
  unsigned minStates = 1;
  unsigned maxStates = 6; ///< Before unreachable ones are dropped; ERROR not counted.
  /// Where labels come from. An alphabet is a random subset with between minLabels and maxLabels members.
  std::vector<std::string> labelPool = {"a.1", "a.2", "b", "c"};
  unsigned minLabels = 1;
  unsigned maxLabels = 4;
  double density = 1.8;         ///< Mean number of transitions of a state.
  bool nondeterminism = true;   ///< Otherwise at most one transition for a state and label.
  bool tau = true;              ///< Silent transitions.
  double tauShare = 0.3;        ///< Share of them among the transitions.
  bool end = true;              ///< Sometimes one of the states is END.
  bool stop = true;             ///< States without transitions; otherwise every state but END gets one.
  bool error = true;            ///< Transitions into ERROR.
  double errorShare = 0.08;     ///< Share of them.
  bool idleLabels = true;       ///< Labels of the alphabet without transitions.
  bool keepUnreachable = false; ///< Keep states that are not reachable.
};

/// Shape of a random composition.
struct RandomNetworkOptions {
  unsigned minComponents = 2;
  unsigned maxComponents = 4;
  RandomLtsOptions component = {};
  bool property = true; ///< One of the components may be a property completed with ERROR.
  bool priority = true; ///< Sometimes.
  bool hiding = true;   ///< Sometimes.
};

/// Shape of random FSP source. All members switch one feature of the language on or off.
struct RandomFspOptions {
  unsigned maxProcesses = 4;
  unsigned maxLocals = 3;
  unsigned maxDepth = 3; ///< Of nested choices and prefixes.
  bool guards = true;
  bool conditionals = true;
  bool indices = true; ///< Indexed local processes, indexed labels, index variables.
  bool sets = true;    ///< `{a, b} -> …` and named sets.
  bool parameters = true;
  bool extension = true;   ///< `+ {…}`
  bool relabelling = true; ///< `/ {…}`, on processes and composites.
  bool hiding = true;      ///< `\ {…}` and `@ {…}`, on both.
  bool sequential = true;  ///< `E; L`.
  bool end = true;
  bool error = true;       ///< The local process ERROR.
  bool outOfRange = false; ///< Local processes with an index out of range (ERROR with a warning).
  bool properties = true;
  bool modifiers = true; ///< `minimal`, `deterministic`.
  bool composites = true;
  bool prefixes = true; ///< `x:P`, `{x, y}:P`
  bool sharing = true;  ///< `{x, y}::P`
  bool forall = true;
  bool compositeIf = true;
  bool priority = true;
  bool comments = true;
};

/// A source text and the names it defines, in textual order.
struct RandomFsp {
  std::string text;
  std::vector<std::string> processes; ///< Primitive, properties included.
  std::vector<std::string> composites;
};

/// A stream of random systems over one label table.
class RandomSystems {
public:
  explicit RandomSystems(uint64_t seed) : RandomSystems(seed, std::make_shared<LabelTable>()) {}
  RandomSystems(uint64_t seed, std::shared_ptr<LabelTable> table) : engine(seed), labelTable(std::move(table)) {}

  const std::shared_ptr<LabelTable> &table() const { return labelTable; }

  /// A number in 0..bound-1.
  unsigned below(unsigned bound) { return static_cast<unsigned>(engine() % bound); }
  /// A number in low..high.
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(double probability) { return static_cast<double>(engine() >> 11) * 0x1.0p-53 < probability; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }
  /// A random subset with between `low` and `high` members, in the order of `from`.
  std::vector<std::string> subset(const std::vector<std::string> &from, unsigned low, unsigned high);

  Lts lts(const RandomLtsOptions &options = {}, std::string name = "P");
  /// Deterministic, without tau, complete over its alphabet: what it lacks goes to ERROR.
  Lts property(const RandomLtsOptions &options = {}, std::string name = "Q");
  Network network(const RandomNetworkOptions &options = {});
  /// Pairs (old, new) as texts: swaps, merges, duplications, and dot-prefixes of the labels of the pool.
  std::vector<std::pair<std::string, std::string>> relabellingPairs(const std::vector<std::string> &labelPool);
  Relabelling relabelling(const std::vector<std::string> &labelPool = RandomLtsOptions().labelPool);
  /// A legal FSP text: every reference is defined, every range has members.
  RandomFsp fsp(const RandomFspOptions &options = {});

private:
  LabelMatcher matcher(const std::vector<std::string> &labelPool);

  std::mt19937_64 engine;
  std::shared_ptr<LabelTable> labelTable;
};

/// How many random systems a test tries: as many as the environment variable TENON_RANDOM_SYSTEMS says, or else the
/// usual number.
uint64_t systemsToTry(uint64_t usual);

/// `(0,a,1) (1,tau,ERROR) …`, with the alphabet: what a failing property shows.
std::string describe(const Lts &lts);

/// Same states, END, transitions and alphabet (labels by text).
bool identical(const Lts &a, const Lts &b);

/// An LTS that shrinks: fewer states, fewer transitions, smaller numbers. Labels and switches as in `options`; the
/// shares and the density are the generator's.
rc::Gen<Lts> arbitraryLts(const RandomLtsOptions &options = {});

} // namespace tenon::test

namespace tenon {
void showValue(const Lts &lts, std::ostream &os);
} // namespace tenon

#endif // TENON_TEST_RANDOMSYSTEMS_H
