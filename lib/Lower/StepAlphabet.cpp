//===- StepAlphabet.cpp - The steps that a formula can tell apart ---------===//

#include "tenon/Lower/Ltl.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace tenon {

namespace {

/// The sets of labels in a formula, and its fluents, each once.
struct Mentioned {
  std::vector<ArrayRef<LabelId>> sets;
  std::vector<uint32_t> fluents;

  Mentioned(const Model &model, const TemporalFormula &formula) {
    DenseSet<const TemporalFormula *> visited;
    DenseSet<uint32_t> visitedFluents;
    std::vector<const TemporalFormula *> work{&formula};
    while (!work.empty()) {
      const TemporalFormula &f = *work.back();
      work.pop_back();
      if (!visited.insert(&f).second)
        continue;
      if (f.op == TemporalFormula::Op::Action)
        sets.push_back(f.labels);
      else if (f.op == TemporalFormula::Op::Fluent && visitedFluents.insert(f.fluent).second)
        fluents.push_back(f.fluent);
      for (const TemporalFormula *operand : {f.rhs.get(), f.lhs.get()})
        if (operand)
          work.push_back(operand);
    }
    for (uint32_t fluent : fluents) {
      sets.push_back(model.fluents[fluent].starting);
      sets.push_back(model.fluents[fluent].ending);
    }
  }
};

} // namespace

StepAlphabet::StepAlphabet(const Model &model, const TemporalFormula &formula, const Alphabet *occurring) {
  Mentioned mentioned(model, formula);
  // Labels are in one class if the same sets contain them.
  DenseMap<LabelId, uint32_t> positions;
  std::vector<LabelId> order;
  std::vector<SmallVector<uint32_t, 2>> memberships;
  for (uint32_t set = 0; set < mentioned.sets.size(); ++set)
    for (LabelId label : mentioned.sets[set]) {
      if (label == LabelTable::Tau || (occurring && !occurring->contains(label)))
        continue;
      auto [position, isNew] = positions.try_emplace(label, static_cast<uint32_t>(order.size()));
      if (isNew) {
        order.push_back(label);
        memberships.emplace_back();
      }
      auto &membership = memberships[position->second];
      if (membership.empty() || membership.back() != set)
        membership.push_back(set);
    }
  std::map<std::vector<uint32_t>, Letter> classes;
  members.emplace_back();
  for (size_t i = 0; i < order.size(); ++i) {
    auto [entry, isNew] = classes.try_emplace({memberships[i].begin(), memberships[i].end()}, size());
    if (isNew)
      members.emplace_back();
    members[entry->second].push_back(order[i]);
    letters[order[i]] = entry->second;
  }
  starting.resize(size());
  ending.resize(size());
  for (uint32_t fluent : mentioned.fluents)
    addFluent(model, fluent);
  for (Letter letter = 0; letter < size(); ++letter) {
    starting[letter].resize(trackedCount());
    ending[letter].resize(trackedCount());
  }
}

void StepAlphabet::addFluent(const Model &model, uint32_t fluent) {
  const Fluent &definition = model.fluents[fluent];
  BitVector starts = lettersOf(definition.starting), ends = lettersOf(definition.ending);
  FluentLiteral literal;
  // A fluent that nothing changes away from its initial value is a constant.
  if (definition.initially ? ends.none() : starts.none()) {
    literal.negated = !definition.initially;
    literals[fluent] = literal;
    return;
  }
  std::vector<unsigned> startList(starts.set_bits_begin(), starts.set_bits_end());
  std::vector<unsigned> endList(ends.set_bits_begin(), ends.set_bits_end());
  auto known = byEffect.find({startList, endList, definition.initially});
  bool complement = known == byEffect.end();
  if (complement)
    known = byEffect.find({endList, startList, !definition.initially});
  if (known != byEffect.end()) {
    literal.tracked = known->second;
    literal.negated = complement;
    literals[fluent] = literal;
    return;
  }
  byEffect[{startList, endList, definition.initially}] = trackedCount();
  literal.tracked = trackedCount();
  literals[fluent] = literal;
  tracked.push_back(fluent);
  initially.push_back(definition.initially);
  // Most fluents are changed by few of the letters; the constructor gives the rest their length.
  auto mark = [this](std::vector<BitVector> &fluents, ArrayRef<unsigned> changing) {
    for (unsigned letter : changing) {
      fluents[letter].resize(trackedCount());
      fluents[letter].set(trackedCount() - 1);
    }
  };
  mark(starting, startList);
  mark(ending, endList);
}

Letter StepAlphabet::letterOf(LabelId label) const {
  return letters.lookup(label);
}

BitVector StepAlphabet::lettersOf(ArrayRef<LabelId> labels) const {
  BitVector result(size());
  for (LabelId label : labels)
    if (Letter letter = letterOf(label); letter != OtherLetter)
      result.set(letter);
  return result;
}

} // namespace tenon
