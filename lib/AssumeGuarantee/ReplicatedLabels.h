//===- ReplicatedLabels.h - Labels of replicated components -----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_REPLICATEDLABELS_H
#define TENON_LIB_ASSUMEGUARANTEE_REPLICATEDLABELS_H

#include "tenon/Lts/Alphabet.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace tenon {

/// Labels that are like some wanted ones but for indices: where actions of `c.1` and of `c.2` matter, `c` is
/// replicated, and an action of `c.1` that matters has a counterpart in `c.3`. An index may vary if it has two values
/// among the labels that are seen or wanted, after the same names; otherwise, unless `carefully`, any may.
class ReplicatedLabels {
public:
  ReplicatedLabels(llvm::ArrayRef<llvm::StringRef> seen, llvm::ArrayRef<llvm::StringRef> wanted, bool carefully);
  /// Whether the label is a wanted one or like one.
  bool contains(llvm::StringRef label) const { return shapes.contains(shapeOf(label)); }

private:
  /// The label with `*` for each index that may vary.
  std::string shapeOf(llvm::StringRef label) const;
  void note(llvm::StringRef label);

  bool careful;
  llvm::StringMap<std::string> firstValue; ///< Of an index, by what is before it.
  llvm::StringSet<> varying;               ///< What is before an index with two values.
  llvm::StringSet<> shapes;
};

/// Hidden actions of the interface to make visible: the wanted ones and those like them. If few would stay hidden, all.
std::vector<Action> withReplicas(const Alphabet &interface, llvm::ArrayRef<Action> visible,
                                 llvm::ArrayRef<Action> wanted, bool carefully);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_REPLICATEDLABELS_H
