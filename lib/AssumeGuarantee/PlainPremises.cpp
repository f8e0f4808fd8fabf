//===- PlainPremises.cpp - Premises of circular rules, plainly ------------===//
//
// M |= A ▷ g says that no word of M leaves g by its last letter while the word before is in A. A monitor beside M
// tells: it runs through A and g, and goes to ERROR where g ends, whether or not A allows the step. So the premise is
// that M and the monitor never come to ERROR.
//
//===----------------------------------------------------------------------===//

#include "PlainPremises.h"

#include <map>

namespace tenon {

namespace {

/// A state of each assumption.
using States = std::vector<StateId>;

/// Where an assumption goes by a label: itself, if it does not speak of the label; nullopt, if it forbids it.
std::optional<StateId> next(const Lts &assumption, StateId state, LabelId label) {
  std::optional<Action> action = assumption.alphabet().find(label);
  if (!action)
    return state;
  for (const Transition &t : assumption.successors(state))
    if (t.action == *action)
      return t.target;
  return std::nullopt;
}

/// The monitor for the assumption `own` under the others.
Lts delayedMonitor(llvm::ArrayRef<const Lts *> assumptions, size_t own) {
  LtsBuilder builder(assumptions[own]->alphabet().table());
  std::vector<LabelId> labels;
  for (const Lts *assumption : assumptions)
    for (LabelId label : assumption->alphabet().labels()) {
      labels.push_back(label);
      builder.addLabel(label);
    }
  std::map<States, StateId> numbers{{States(assumptions.size(), Lts::initial()), builder.addState()}};
  std::vector<States> work{numbers.begin()->first};
  while (!work.empty()) {
    States states = work.back();
    work.pop_back();
    StateId from = numbers.at(states);
    for (LabelId label : labels) {
      if (!next(*assumptions[own], states[own], label)) {
        builder.add(from, label, ErrorState);
        continue;
      }
      States after;
      for (size_t i = 0; i < assumptions.size(); ++i)
        if (std::optional<StateId> target = next(*assumptions[i], states[i], label))
          after.push_back(*target);
      if (after.size() < assumptions.size())
        continue;
      auto [entry, isNew] = numbers.try_emplace(after, 0);
      if (isNew) {
        entry->second = builder.addState();
        work.push_back(after);
      }
      builder.add(from, label, entry->second);
    }
  }
  return builder.build("monitor");
}

} // namespace

std::vector<std::vector<LtsRef>> plainPremises(llvm::ArrayRef<LtsRef> sides, const LtsRef &property,
                                               llvm::ArrayRef<std::optional<Lts>> assumptions) {
  std::vector<const Lts *> all;
  std::vector<LtsRef> about, last{property};
  for (size_t i = 0; i < sides.size(); ++i)
    if (assumptions[i]) {
      all.push_back(&*assumptions[i]);
      about.push_back(sides[i]);
      last.push_back(std::make_shared<const Lts>(*assumptions[i]));
    }
  std::vector<std::vector<LtsRef>> premises;
  for (size_t own = 0; own < all.size(); ++own)
    premises.push_back({about[own], std::make_shared<const Lts>(delayedMonitor(all, own))});
  premises.push_back(std::move(last));
  return premises;
}

} // namespace tenon
