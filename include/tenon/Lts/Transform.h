//===- tenon/Lts/Transform.h - Operators on one LTS -----------------------===//
//
// Prefixing, sharing, relabelling, hiding, completion of properties, determinization
// (fsp-language §8, §9). All keep the alphabet beside the transitions.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_TRANSFORM_H
#define TENON_LTS_TRANSFORM_H

#include "tenon/Lts/Lts.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include "llvm/Support/Error.h"

#include <utility>

namespace tenon {

/// A relabelling: pairs (old, new). It is applied as one simultaneous substitution: a label maps to the new labels of
/// its exact match, else of its longest mapped proper dot-prefix (with the rest appended), else to itself. One old with
/// several new labels duplicates transitions; several old with one new merge (fsp-language §8, probes C04, C05).
class Relabelling {
public:
  Relabelling() = default;
  Relabelling(std::shared_ptr<LabelTable> table, const std::vector<std::pair<LabelId, LabelId>> &oldToNew);
  bool empty() const { return map.empty(); }
  /// The images of a label: {label} if nothing matches.
  void apply(LabelId label, llvm::SmallVectorImpl<LabelId> &images) const;
  /// Whether two different labels of `alphabet` get a common image.
  bool mergesLabels(const Alphabet &alphabet) const;

private:
  std::shared_ptr<LabelTable> table;
  llvm::DenseMap<LabelId, llvm::SmallVector<LabelId, 1>> map;
};

/// A set of label prefixes, as hiding, exposing and priority use them: a member matches itself and everything it is a
/// dot-prefix of.
class LabelMatcher {
public:
  LabelMatcher() = default;
  LabelMatcher(std::shared_ptr<LabelTable> table, const std::vector<LabelId> &members);
  bool empty() const { return members.empty(); }
  bool matches(LabelId label) const;

private:
  std::shared_ptr<LabelTable> table;
  llvm::DenseSet<LabelId> members;
};

/// `\ set` or `@ set`.
struct Hiding {
  LabelMatcher matcher;
  bool expose = false;
  bool hides(LabelId label) const { return matcher.matches(label) != expose; }
};

/// `>> set` (listed labels are low) or `<< set` (listed labels are high). Accept labels `@X` are always low; tau is
/// unlisted.
struct Priority {
  LabelMatcher matcher;
  bool listedAreLow = false;
  /// Whether an action of this label yields to an action that is not low.
  bool isLow(LabelId label, llvm::StringRef text) const;
};

/// Every label gets `prefix.` in front.
Lts prefixed(const Lts &lts, llvm::StringRef prefix);
/// Every transition is offered under each prefix.
Lts shared(const Lts &lts, llvm::ArrayRef<std::string> prefixes);
Lts relabelled(const Lts &lts, const Relabelling &relabelling);
/// Hidden labels become tau and leave the alphabet.
Lts hidden(const Lts &lts, const Hiding &hiding);

/// A property: each state gets a transition to ERROR for every label of the alphabet that it lacks; END is dropped.
/// `lts` must be deterministic and without tau. O(states × alphabet).
Lts completedProperty(const Lts &lts);

/// Determinization as `deterministic` means it: unchanged if already deterministic and without tau; otherwise tau is
/// eliminated (trace semantics), subsets are built, and the result is minimized. A subset that can move to ERROR moves
/// to ERROR; END survives only as the subset {END} (probe Y21). Exponential in the worst case: fails with a message if
/// the budget ends.
llvm::Expected<Lts> determinized(const Lts &lts, const Budget &budget);

/// The states reachable from the initial one, numbered breadth first in action order: the canonical numbering.
Lts reachable(const Lts &lts);

} // namespace tenon

#endif // TENON_LTS_TRANSFORM_H
