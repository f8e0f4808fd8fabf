//===- Transform.cpp - Operators on one LTS -------------------------------===//

#include "tenon/Lts/Transform.h"
#include "tenon/Lts/Minimize.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cassert>
#include <unordered_map>

namespace tenon {

//===----------------------------------------------------------------------===//
// Matching by dot-prefix
//===----------------------------------------------------------------------===//

/// Calls `visit` with each proper dot-prefix of `text` that `table` knows, the longest first, until it answers true.
template <typename Visitor> static bool anyKnownPrefix(const LabelTable &table, llvm::StringRef text, Visitor visit) {
  for (size_t dot = text.rfind('.'); dot != llvm::StringRef::npos; dot = text.substr(0, dot).rfind('.')) {
    LabelId prefix;
    if (table.lookup(text.substr(0, dot), prefix) && visit(prefix, text.substr(dot)))
      return true;
  }
  return false;
}

Relabelling::Relabelling(std::shared_ptr<LabelTable> labels, const std::vector<std::pair<LabelId, LabelId>> &oldToNew)
    : table(std::move(labels)) {
  for (auto [oldLabel, newLabel] : oldToNew) {
    auto &images = map[oldLabel];
    if (!llvm::is_contained(images, newLabel))
      images.push_back(newLabel);
  }
}

void Relabelling::apply(LabelId label, llvm::SmallVectorImpl<LabelId> &images) const {
  images.clear();
  auto exact = map.find(label);
  if (label != LabelTable::Tau && exact != map.end()) {
    images.append(exact->second.begin(), exact->second.end());
    return;
  }
  if (label != LabelTable::Tau && !map.empty()) {
    bool found = anyKnownPrefix(*table, table->text(label), [&](LabelId prefix, llvm::StringRef rest) {
      auto entry = map.find(prefix);
      if (entry == map.end())
        return false;
      for (LabelId image : entry->second)
        images.push_back(table->intern((table->text(image) + rest).str()));
      return true;
    });
    if (found)
      return;
  }
  images.push_back(label);
}

bool Relabelling::mergesLabels(const Alphabet &alphabet) const {
  llvm::DenseSet<LabelId> seen;
  llvm::SmallVector<LabelId, 2> images;
  for (LabelId label : alphabet.labels()) {
    apply(label, images);
    for (LabelId image : images)
      if (!seen.insert(image).second)
        return true;
  }
  return false;
}

LabelMatcher::LabelMatcher(std::shared_ptr<LabelTable> labels, const std::vector<LabelId> &memberLabels)
    : table(std::move(labels)), members(memberLabels.begin(), memberLabels.end()) {}

bool LabelMatcher::matches(LabelId label) const {
  if (members.empty() || label == LabelTable::Tau)
    return false;
  return members.contains(label) || anyKnownPrefix(*table, table->text(label), [&](LabelId prefix, llvm::StringRef) {
           return members.contains(prefix);
         });
}

bool Priority::isLow(LabelId label, llvm::StringRef text) const {
  if (label != LabelTable::Tau && text.starts_with("@"))
    return true;
  return matcher.matches(label) == listedAreLow;
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

/// The LTS with every action replaced by its images (labels; tau stays), the states unchanged.
template <typename Images>
static Lts mapActions(const Lts &lts, const std::shared_ptr<LabelTable> &table, Images images) {
  std::vector<llvm::SmallVector<LabelId, 1>> imagesOf(lts.alphabet().size() + size_t(1));
  imagesOf[TauAction].push_back(LabelTable::Tau);
  std::vector<LabelId> newLabels;
  for (Action a = 1; a <= lts.alphabet().size(); ++a) {
    images(a, imagesOf[a]);
    newLabels.insert(newLabels.end(), imagesOf[a].begin(), imagesOf[a].end());
  }
  Alphabet alphabet(table, newLabels);
  std::vector<llvm::SmallVector<Action, 1>> actionsOf(imagesOf.size());
  for (size_t a = 0; a < imagesOf.size(); ++a)
    for (LabelId label : imagesOf[a])
      actionsOf[a].push_back(*alphabet.find(label));

  LtsBuilder builder(alphabet);
  builder.reserveStates(lts.stateCount());
  if (lts.end())
    builder.setEnd(*lts.end());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      for (Action a : actionsOf[t.action])
        builder.addAction(s, a, t.target);
  return builder.build(lts.name(), LtsBuilder::Keep::All);
}

Lts prefixed(const Lts &lts, llvm::StringRef prefix) {
  const std::shared_ptr<LabelTable> &table = lts.alphabet().table();
  return mapActions(lts, table, [&](Action a, llvm::SmallVectorImpl<LabelId> &images) {
    images.push_back(table->intern((prefix + "." + lts.alphabet().text(a)).str()));
  });
}

Lts shared(const Lts &lts, llvm::ArrayRef<std::string> prefixes) {
  const std::shared_ptr<LabelTable> &table = lts.alphabet().table();
  return mapActions(lts, table, [&](Action a, llvm::SmallVectorImpl<LabelId> &images) {
    for (const std::string &prefix : prefixes)
      images.push_back(table->intern((llvm::Twine(prefix) + "." + lts.alphabet().text(a)).str()));
  });
}

Lts relabelled(const Lts &lts, const Relabelling &relabelling) {
  if (relabelling.empty())
    return lts;
  return mapActions(lts, lts.alphabet().table(), [&](Action a, llvm::SmallVectorImpl<LabelId> &images) {
    relabelling.apply(lts.alphabet().label(a), images);
  });
}

Lts hidden(const Lts &lts, const Hiding &hiding) {
  return mapActions(lts, lts.alphabet().table(), [&](Action a, llvm::SmallVectorImpl<LabelId> &images) {
    LabelId label = lts.alphabet().label(a);
    images.push_back(hiding.hides(label) ? LabelTable::Tau : label);
  });
}

//===----------------------------------------------------------------------===//
// Properties and determinization
//===----------------------------------------------------------------------===//

Lts completedProperty(const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount());
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    Action next = 1;
    for (const Transition &t : lts.successors(s)) {
      for (; next < t.action; ++next)
        builder.addAction(s, next, ErrorState);
      next = t.action + 1;
      builder.addAction(s, t.action, t.target);
    }
    for (; next <= lts.alphabet().size(); ++next)
      builder.addAction(s, next, ErrorState);
  }
  return builder.build(lts.name(), LtsBuilder::Keep::All);
}

namespace {

struct SubsetHash {
  size_t operator()(const std::vector<StateId> &subset) const {
    return llvm::hash_combine_range(subset.begin(), subset.end());
  }
};

/// Subset construction over weak steps. Subsets are sorted and closed under tau.
class SubsetConstruction {
public:
  SubsetConstruction(const Lts &source, const Budget &limits)
      : lts(source), budget(limits), builder(source.alphabet()), isMember(source.stateCount()) {}

  llvm::Expected<Lts> run();

private:
  /// Closes under tau and sorts; false if a silent move to ERROR is among the moves.
  bool close(std::vector<StateId> &subset);
  StateId numberOf(std::vector<StateId> subset);
  void expand(StateId number);

  const Lts &lts;
  const Budget &budget;
  LtsBuilder builder;
  llvm::BitVector isMember;
  std::unordered_map<std::vector<StateId>, StateId, SubsetHash> numbers;
  std::vector<const std::vector<StateId> *> subsets;
  size_t members = 0;
};

} // namespace

bool SubsetConstruction::close(std::vector<StateId> &subset) {
  for (StateId s : subset)
    isMember.set(s);
  bool isSafe = true;
  for (size_t i = 0; i < subset.size(); ++i)
    for (const Transition &t : lts.successors(subset[i], TauAction)) {
      if (t.target == ErrorState) {
        isSafe = false;
      } else if (!isMember.test(t.target)) {
        isMember.set(t.target);
        subset.push_back(t.target);
      }
    }
  for (StateId s : subset)
    isMember.reset(s);
  llvm::sort(subset);
  return isSafe;
}

StateId SubsetConstruction::numberOf(std::vector<StateId> subset) {
  auto [entry, isNew] = numbers.try_emplace(std::move(subset), builder.stateCount());
  if (isNew) {
    members += entry->first.size();
    subsets.push_back(&entry->first);
    StateId number = builder.addState();
    if (entry->first.size() == 1 && lts.end() == entry->first.front())
      builder.setEnd(number);
  }
  return entry->second;
}

void SubsetConstruction::expand(StateId number) {
  std::vector<Transition> moves;
  for (StateId s : *subsets[number])
    for (const Transition &t : lts.successors(s))
      if (t.action != TauAction)
        moves.push_back(t);
  llvm::sort(moves);
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());

  std::vector<StateId> subset;
  for (size_t i = 0; i < moves.size();) {
    Action action = moves[i].action;
    subset.clear();
    for (; i < moves.size() && moves[i].action == action; ++i)
      subset.push_back(moves[i].target);
    // ERROR sorts last.
    bool isSafe = subset.back() != ErrorState && close(subset);
    builder.addAction(number, action, isSafe ? numberOf(subset) : ErrorState);
  }
}

llvm::Expected<Lts> SubsetConstruction::run() {
  std::vector<StateId> start{Lts::initial()};
  if (!close(start)) {
    builder.addState();
    builder.addAction(0, TauAction, ErrorState);
    return builder.build(lts.name());
  }
  numberOf(std::move(start));
  size_t membersAtCheck = 0;
  for (StateId next = 0; next < subsets.size(); ++next) {
    expand(next);
    if (next % 1024 == 0 || members - membersAtCheck > 100000) {
      membersAtCheck = members;
      budget.progress({builder.stateCount(), 0, 0});
      if (Budget::Limit limit = budget.exceeded(); limit != Budget::Limit::None)
        return llvm::createStringError("determinization of '" + lts.name() + "': " + budget.describe(limit));
    }
  }
  return builder.build(lts.name());
}

llvm::Expected<Lts> determinized(const Lts &lts, const Budget &budget) {
  if (lts.isDeterministic())
    return lts;
  llvm::Expected<Lts> result = SubsetConstruction(lts, budget).run();
  if (!result)
    return result.takeError();
  return minimized(*result, Equivalence::Strong, budget);
}

Lts reachable(const Lts &lts) {
  LtsBuilder builder(lts.alphabet());
  builder.reserveStates(lts.stateCount());
  if (lts.end())
    builder.setEnd(*lts.end());
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      builder.addAction(s, t.action, t.target);
  return builder.build(lts.name());
}

} // namespace tenon
