//===- SharedLetters.cpp - What circular assumptions speak of -------------===//

#include "SharedLetters.h"

#include "ReplicatedLabels.h"
#include "WordAutomaton.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace llvm;

namespace tenon {

SharedLetters::SharedLetters(ArrayRef<LtsRef> systems, const Lts &property)
    : sides(systems), shown(property.alphabet()) {
  std::vector<LabelId> labels = property.alphabet().labels();
  DenseSet<LabelId> known;
  for (const LtsRef &side : sides)
    for (LabelId label : side->alphabet().labels())
      if (!known.insert(label).second)
        labels.push_back(label);
  llvm::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  everything = Alphabet(property.alphabet().table(), std::move(labels));
}

/// What occurs in one of the runs more often, or else the first action that is not visible where they differ.
std::vector<Action> SharedLetters::differences(ArrayRef<Action> run, ArrayRef<Action> other) const {
  std::vector<Action> result;
  std::vector<size_t> counts(everything.size() + size_t(1));
  for (Action action : run)
    ++counts[action];
  for (Action action : other)
    --counts[action];
  for (Action action = 1; action <= everything.size(); ++action)
    if (counts[action] != 0)
      result.push_back(action);
  if (result.empty()) {
    auto [a, b] = std::mismatch(run.begin(), run.end(), other.begin(), other.end());
    assert(a != run.end() && b != other.end());
    result.push_back(shown.contains(everything.label(*a)) ? *b : *a);
  }
  return result;
}

void SharedLetters::show(ArrayRef<Action> wanted) {
  std::vector<StringRef> seen, texts;
  for (LabelId label : shown.labels())
    seen.push_back(everything.table()->text(label));
  for (Action action : wanted)
    texts.push_back(everything.text(action));
  ReplicatedLabels replicas(seen, texts, true);
  std::vector<LabelId> labels = shown.labels();
  for (Action action = 1; action <= everything.size(); ++action)
    if (!shown.contains(everything.label(action)) && replicas.contains(everything.text(action)))
      labels.push_back(everything.label(action));
  assert(labels.size() > shown.size() && "something becomes visible");
  shown = Alphabet(everything.table(), std::move(labels));
}

std::optional<std::vector<Action>> SharedLetters::findCommonRun(ArrayRef<LabelId> word) {
  std::vector<bool> isAgreed(everything.size() + size_t(1)); // Visible, or of a side before.
  std::vector<Action> common;
  for (LabelId label : word)
    common.push_back(*everything.find(label));
  for (Action action = 1; action <= everything.size(); ++action)
    isAgreed[action] = shown.contains(everything.label(action));
  for (const LtsRef &side : sides) {
    std::vector<Action> own, visible, agreed;
    for (Action action = 1; action <= everything.size(); ++action)
      if (LabelId label = everything.label(action); side->alphabet().contains(label)) {
        own.push_back(action);
        if (shown.contains(label))
          visible.push_back(action);
        if (isAgreed[action])
          agreed.push_back(action);
      }
    std::optional<std::vector<Action>> run = runAlong(*side, everything, agreed, projection(common, agreed));
    if (!run) {
      run = runAlong(*side, everything, visible, projection(common, visible));
      assert(run && "each side can do the word");
      show(differences(projection(*run, agreed), projection(common, agreed)));
      return std::nullopt;
    }
    // What the side does besides was no side's before.
    std::vector<Action> merged;
    auto at = run->begin();
    for (Action action : common) {
      if (is_contained(own, action)) {
        while (!isAgreed[*at])
          merged.push_back(*at++);
        ++at;
      }
      merged.push_back(action);
    }
    merged.insert(merged.end(), at, run->end());
    common = std::move(merged);
    for (Action action : own)
      isAgreed[action] = true;
  }
  return common;
}

} // namespace tenon
