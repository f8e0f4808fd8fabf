//===- tenon/Logic/PredicateAbstraction.h - May and must ------------------===//
//
// A component with data as two finite transition systems over what it communicates: one that can do at least what the
// component can (may), and one that can do at most that (must), both made of predicates on its variables
// (Giannakopoulou and Pasareanu, "Context Synthesis", §5).
//
// An abstract state is a block: a place with the values of the predicates of that place. Predicates are kept as a
// binary tree for each place, so that a split concerns one block, not all of its place. Blocks exist where a search
// looks; edges between them are decided by Z3 when they are asked for, once: what a split leaves as it was stays known.
//
// What must be is not lost by a split: inner nodes of the trees, the blocks that were, keep their must edges, and what
// is in a block is in those above it. So the must system only grows, as the may system only shrinks.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOGIC_PREDICATEABSTRACTION_H
#define TENON_LOGIC_PREDICATEABSTRACTION_H

#include "tenon/Logic/Smt.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace tenon {

/// A component as its environment sees it: guarded assignments between places.
struct OpenProgram {
  /// An action that the environment sees.
  struct Label {
    std::string name;
    /// Stand for what is communicated: one, or one for each element of an array. None: a plain action.
    llvm::SmallVector<Term, 1> values;
    /// Which values the channel can carry, over `values`. Null: there are no values.
    Term domain = nullptr;
    /// Few values: uses that differ for some value are to be told apart in any case.
    bool isExact = false;
  };
  static constexpr uint32_t Silent = ~uint32_t(0);

  struct Step {
    uint32_t target = 0;
    uint32_t label = Silent;
    Term guard = nullptr;              ///< Over the variables, the inputs and the label's values.
    llvm::SmallVector<Term, 1> inputs; ///< What is arbitrary and nobody sees.
    bool isReceived = false;           ///< The environment chooses the values.
    llvm::SmallVector<std::pair<VariableId, Term>, 2> updates;
  };
  struct Place {
    std::string name;
    bool isError = false;
    /// Whether ERROR can be reached from here as far as control is concerned.
    bool isRelevant = true;
    Term fact = nullptr; ///< True whenever a run is here.
    std::vector<Step> steps;
  };

  std::vector<Label> labels;
  std::vector<Place> places; ///< The first one is the initial one.
  Step initial;              ///< Sets the variables; has inputs where these start arbitrarily.
  /// The values of variables, inputs and label values that have few.
  llvm::DenseMap<VariableId, std::vector<Term>> smallDomains;
};

class PredicateAbstraction {
public:
  /// A node of the tree of a place.
  using Block = uint32_t;
  /// A label with a condition on its values: a class of communications. Numbers of those that were split are not used
  /// again.
  using Letter = uint32_t;
  static constexpr Letter SilentLetter = ~Letter(0);

  enum class Kind {
    Boolean,  ///< An edge is decided as a whole.
    Cartesian ///< Each predicate of its target by itself; as a whole only where a counterexample depends on it.
  };

  /// The program and the context must outlive the abstraction. Without predicates a place is one block, a label one
  /// letter.
  PredicateAbstraction(const OpenProgram &program, SmtContext &context, Kind kind, const Budget &budget);

  struct LetterClass {
    uint32_t label = 0;
    Term condition = nullptr; ///< Over the label's values; null for a label without values.
  };
  /// Those in use, by label and then as they were split.
  llvm::ArrayRef<Letter> letters() const { return currentLetters; }
  const LetterClass &letter(Letter number) const { return classes[number].meaning; }

  struct Edge {
    uint32_t step = 0; ///< Of the place.
    Block target = 0;
  };
  /// Blocks in which the component may start; it does start in each of them, for some of its initial values.
  std::vector<Block> initialBlocks();
  /// May: some state of the block has this step, with a value of the letter, to the target. Steps to where ERROR cannot
  /// be reached are left out.
  std::vector<Edge> mayEdges(Block from, Letter letter);
  /// Must: every state of the block has the step to the target, with every value of the letter; or, where refine()
  /// found that no condition on the value alone could tell values apart, with some value.
  std::vector<Edge> mustEdges(Block from, Letter letter);
  /// The block whose part this is, with less known of it.
  std::optional<Block> parent(Block block) const {
    return blocks[block].parent == None ? std::nullopt : std::optional(blocks[block].parent);
  }
  bool isError(Block block) const { return program.places[blocks[block].place].isError; }

  /// One step of a path through the may system.
  struct PathEdge {
    Block from = 0;
    Letter letter = SilentLetter;
    Edge edge;
  };
  enum class Refinement {
    Progress, ///< A block was split, or an edge has turned out not to exist, or to be must.
    Letters,  ///< A letter was split: words over letters() mean something else now.
    TooHard,  ///< Z3 does not know, or a limit was reached.
  };
  /// Learns from a path of may edges from an initial block to ERROR: backwards, each block is split by the weakest
  /// precondition of what follows, until there is none or all edges are must. What follows are all states of which it
  /// is known that they must come to ERROR on the rest of the path: `mustFail` tells whether a block must, with the
  /// letters of the path from the position on. So it is never the same path again. Terminates for components with a
  /// finite bisimulation quotient, all paths taken together: blocks are always unions of its classes.
  Refinement refine(llvm::ArrayRef<PathEdge> path, llvm::function_ref<bool(Block, size_t)> mustFail);

  /// Grows whenever something new is known about blocks, letters or edges.
  size_t version() const { return knowledge; }
  /// No more queries: what is not known counts as may, and as not must.
  void setOffline() { offline = true; }
  /// Why a refinement was too hard, for people.
  llvm::StringRef whyTooHard() const { return obstacle; }

  struct Predicate {
    uint32_t place = 0;
    Term condition = nullptr;
  };
  /// Of all places, in the order of places, each once.
  std::vector<Predicate> predicates() const;
  /// How many blocks and letters were split.
  size_t predicateCount() const { return splitCount + letterSplits; }

  /// The states of a block, without the facts of its place.
  Term formula(Block block) const { return blocks[block].formula; }
  uint32_t placeOf(Block block) const { return blocks[block].place; }

private:
  enum class Strength : uint8_t { Unknown, None, Some, Every };
  static constexpr uint32_t None = ~uint32_t(0);
  /// In the place of a block: before the initial step.
  static constexpr Block Start = None;

  struct BlockNode {
    uint32_t place = 0;
    Term formula = nullptr;
    Term predicate = nullptr; ///< Of an inner node.
    Block parent = None;
    Block children[2] = {None, None}; ///< Where the predicate is true; where it is not.
  };
  struct ClassNode {
    LetterClass meaning;
    Letter parent = None;
  };
  struct Necessity {
    Strength strength = Strength::Unknown;
    bool isAccepted = false; ///< Some value is as good as every value.
  };
  struct EdgeList {
    std::vector<Edge> edges;
    size_t epoch = 0; ///< splitCount when all targets were leaves.
  };
  using EdgeKey = std::tuple<Block, Letter, uint32_t, Block>; ///< From, letter, step, target.

  // Blocks and letters.
  bool isLeaf(Block block) const { return !blocks[block].predicate; }
  void split(Block block, Term predicate);
  void splitLetter(Letter letter, Term condition);

  // Edges.
  const OpenProgram::Step &stepOf(Block from, uint32_t number) const {
    return from == Start ? program.initial : program.places[blocks[from].place].steps[number];
  }
  EdgeList &edgesOf(Block from, Letter letter);
  std::vector<Edge> candidates(Block from, Letter letter) const;
  void descend(const Edge &edge, Block from, Letter letter, std::vector<Edge> &into);
  void forget(Block from, Letter letter, const Edge &edge);
  bool mayLead(Block from, Letter letter, const Edge &edge);
  bool mayLeadAsWhole(Block from, Letter letter, const Edge &edge);
  Strength strengthOf(Block from, Letter letter, const Edge &edge);
  bool isEveryFromWider(Block from, Letter letter, const Edge &edge) const;
  bool isMust(Block from, Letter letter, const Edge &edge);
  Term sourceOf(Block from) const;
  Term after(const OpenProgram::Step &step, Term condition) const;
  Term enabling(const OpenProgram::Step &step, Letter letter) const;
  Term relation(Block from, Letter letter, const Edge &edge) const;
  llvm::ArrayRef<Term> valuesOf(Letter letter) const;
  Term conditionOf(Letter letter) const;
  bool needsEveryValue(Block from, Letter letter, const Edge &edge) const;

  // Queries.
  std::optional<bool> isSatisfiable(llvm::ArrayRef<Term> conditions);
  Term exists(std::vector<Term> variables, Term condition);
  Term expand(std::vector<Term> &variables, Term condition) const;
  Term precondition(Block from, Letter letter, const Edge &edge);

  // Refinement.
  enum class Cut { Nothing, Block, Letter, Problem };
  Cut cutBlock(Block from, Term condition);
  Cut cutLetter(Letter letter, Term condition);
  Cut tellValuesApart(Block from, Letter letter, const Edge &edge);
  Cut cutByExample(Block from, Letter letter, const Edge &edge);
  Cut cutForEdge(Block &from, Letter letter, const Edge &edge);
  Cut problem(llvm::StringRef what);

  const OpenProgram &program;
  SmtContext &context;
  TermContext &terms;
  Kind kind;
  const Budget &budget;
  SmtSolver solver;
  std::vector<BlockNode> blocks; ///< The first ones are the roots of the places.
  std::vector<ClassNode> classes;
  std::vector<Letter> currentLetters;
  std::map<std::pair<Block, Letter>, EdgeList> lists;
  std::map<EdgeKey, Necessity> necessities;
  std::map<std::pair<Block, Letter>, std::vector<Edge>> knownMust;              ///< Those of them that are must.
  std::map<std::tuple<uint32_t, uint32_t, Letter, Block>, Term> preconditions;  ///< By place, step, letter, target.
  std::map<std::tuple<Block, Letter, uint32_t, uint32_t>, bool> literalAnswers; ///< Cartesian: the last is a term's id.
  size_t splitCount = 0, letterSplits = 0, knowledge = 0;
  bool offline = false;
  std::string obstacle;
};

} // namespace tenon

#endif // TENON_LOGIC_PREDICATEABSTRACTION_H
