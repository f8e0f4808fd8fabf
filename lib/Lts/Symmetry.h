//===- Symmetry.h - Automorphisms of a product ------------------*- C++ -*-===//
//
// A permutation of labels is an automorphism of a network if every component, its labels permuted, is isomorphic to a
// component of the network, by a bijection of states that keeps the initial state, END and ERROR, so that the
// components are permuted too; and if it keeps priority. (Hiding changes neither deadlocks nor ERROR.) Reachable states
// are mapped to reachable ones, deadlocks to deadlocks, and moves to ERROR to such moves, so a search may replace each
// state by another of its orbit (Ip and Dill, "Better verification through symmetry", 1996). Any one is sound; the
// fewer there are for an orbit, the smaller the search.
//
// Candidates are permutations of index values, a value being a part of a label between dots: of those that follow a
// certain prefix (`phil.`), of those at a certain position, and of those everywhere. Two values are
// interchangeable if their transposition is an automorphism. A row of such pairs makes a symmetric group: states are
// sorted. Where there is none, all values are rotated: in a ring the least rotation is taken.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_LTS_SYMMETRY_H
#define TENON_LIB_LTS_SYMMETRY_H

#include "Product.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon::detail {

/// Where one component goes: its state s becomes state map[s] of component `to`; an empty map is the identity.
struct ComponentMove {
  uint32_t from;
  uint32_t to;
  std::vector<StateId> map;
  StateId operator()(StateId s) const { return map.empty() ? s : map[s]; }
};

/// An automorphism: what it does to the components that it does not leave alone.
using Automorphism = std::vector<ComponentMove>;

/// A group of automorphisms that permutes rows of components: `columns` components for each of `rows` values. States of
/// a row are compared in the numbering of the first row.
struct SymmetryGroup {
  bool isCyclic = false; ///< Rotations only; otherwise all permutations.
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::vector<uint32_t> components;             ///< Row by row.
  std::vector<std::vector<StateId>> toFirstRow; ///< Parallel to components; empty: the identity.
  std::vector<std::vector<StateId>> fromFirstRow;
  /// The exchange of rows i and i + 1; or, one entry, the step from each row to the next.
  std::vector<Automorphism> generators;
  /// What the generators do besides: when neighbors i and i + 1 are exchanged; or, one entry, when all move on by one
  /// row.
  std::vector<Automorphism> others;
  std::string description;
};

/// A permutation of the states of the product, composed step by step.
class Renaming {
public:
  /// The identity.
  explicit Renaming(const Product &source);
  /// Becomes: first the inverse of `automorphism`, then what it was before. O(states of the components moved).
  void precedeByInverse(const Automorphism &automorphism);
  void apply(const uint64_t *from, uint64_t *to) const;

private:
  const Product &product;
  std::vector<uint32_t> target;
  std::vector<std::vector<StateId>> map;
};

/// Finds representatives. One per thread; copies are independent.
class Symmetry {
public:
  /// The product must outlive it. O(values × size of the components that mention them), up to a limit.
  explicit Symmetry(const Product &source) : Symmetry(source, true) {}
  /// For tests: components that are mapped to themselves are taken for symmetric without a look if `verifyShared`
  /// is false.
  Symmetry(const Product &source, bool verifyShared);

  /// Why it cannot be used, if so.
  static std::optional<std::string> whyNot(const Network &network);

  bool empty() const { return groups.empty(); }
  /// What was found, for the user; or why nothing.
  std::string describe() const;

  /// Replaces a state by a representative of its orbit; different states of an orbit may get different ones. The
  /// automorphisms that were applied, one after the other, are appended to `log` if it is given.
  void canonicalize(uint64_t *vector, std::vector<const Automorphism *> *log = nullptr);

private:
  bool readRows(const SymmetryGroup &group, const uint64_t *vector);
  void writeRows(const SymmetryGroup &group, uint64_t *vector) const;
  void sortRows(const SymmetryGroup &group, uint64_t *vector);
  void breakTies(const SymmetryGroup &group, uint64_t *vector);
  void rotateRows(const SymmetryGroup &group, uint64_t *vector);
  void apply(const Automorphism &moves, uint64_t *vector);
  int compareRows(const SymmetryGroup &group, uint32_t a, uint32_t b) const;

  const Product &product;
  std::vector<SymmetryGroup> groups;
  std::vector<StateId> keys, moved, before;
  std::vector<const Automorphism *> *currentLog = nullptr;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_SYMMETRY_H
