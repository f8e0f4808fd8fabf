//===- ReplicatedLabels.cpp - Labels of replicated components -------------===//

#include "ReplicatedLabels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tenon {

static bool isIndex(llvm::StringRef part) {
  return !part.empty() && (llvm::isDigit(part.front()) || part.front() == '-');
}

ReplicatedLabels::ReplicatedLabels(llvm::ArrayRef<llvm::StringRef> seen, llvm::ArrayRef<llvm::StringRef> wanted,
                                   bool carefully)
    : careful(carefully) {
  for (llvm::StringRef label : seen)
    note(label);
  for (llvm::StringRef label : wanted)
    note(label);
  for (llvm::StringRef label : wanted)
    shapes.insert(shapeOf(label));
}

void ReplicatedLabels::note(llvm::StringRef label) {
  std::string names;
  for (llvm::StringRef part : llvm::split(label, '.')) {
    if (isIndex(part) && firstValue.try_emplace(names, part.str()).first->second != part)
      varying.insert(names);
    names += (isIndex(part) ? "*" : part).str() + '.';
  }
}

std::string ReplicatedLabels::shapeOf(llvm::StringRef label) const {
  std::string shape, names;
  for (llvm::StringRef part : llvm::split(label, '.')) {
    bool varies = isIndex(part) && (!careful || varying.contains(names));
    shape += (varies ? "*" : part).str() + '.';
    names += (isIndex(part) ? "*" : part).str() + '.';
  }
  return shape;
}

std::vector<Action> withReplicas(const Alphabet &interface, llvm::ArrayRef<Action> visible,
                                 llvm::ArrayRef<Action> wanted, bool carefully) {
  std::vector<llvm::StringRef> seenLabels, wantedLabels;
  for (Action action : visible)
    seenLabels.push_back(interface.text(action));
  for (Action action : wanted)
    wantedLabels.push_back(interface.text(action));
  ReplicatedLabels replicas(seenLabels, wantedLabels, carefully);
  std::vector<Action> hidden, chosen;
  for (Action action = 1; action <= interface.size(); ++action) {
    if (llvm::is_contained(visible, action))
      continue;
    hidden.push_back(action);
    if (replicas.contains(interface.text(action)))
      chosen.push_back(action);
  }
  bool areMost = (visible.size() + chosen.size()) * 4 >= interface.size() * 3;
  return areMost ? hidden : chosen;
}

} // namespace tenon
