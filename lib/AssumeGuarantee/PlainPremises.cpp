//===- PlainPremises.cpp - Premises of circular rules, plainly ------------===//
//
// M |= A ▷ g says that no word of M leaves g by its last letter while the word before is in A. A monitor beside M
// tells: it runs through A and g, and goes to ERROR where g ends, whether or not A allows the step. So the premise is
// that M and the monitor never come to ERROR.
//
//===----------------------------------------------------------------------===//

#include "PlainPremises.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace tenon {

namespace {

/// A state of each assumption.
using States = std::vector<StateId>;

/// Where an assumption goes by a label: itself, if it does not speak of the label; nullopt, if it forbids it.
std::optional<StateId> next(const Lts &assumption, StateId state, LabelId label) {
  std::optional<Action> action = assumption.alphabet().find(label);
  if (!action || *action == TauAction)
    return state;
  for (const Transition &t : assumption.successors(state))
    if (t.action == *action)
      return t.target;
  return std::nullopt;
}

/// Where all assumptions go; nullopt, if one forbids the label.
std::optional<States> next(llvm::ArrayRef<const Lts *> assumptions, const States &states, LabelId label) {
  States after;
  for (size_t i = 0; i < assumptions.size(); ++i) {
    std::optional<StateId> target = next(*assumptions[i], states[i], label);
    if (!target)
      return std::nullopt;
    after.push_back(*target);
  }
  return after;
}

/// The monitor for the assumption `own` under the others.
class DelayedMonitor {
public:
  DelayedMonitor(const Lts &about, llvm::ArrayRef<const Lts *> all, size_t ownNumber, const Budget &limits)
      : side(about), assumptions(all), own(ownNumber), budget(limits) {
    for (const Lts *assumption : assumptions)
      for (LabelId label : assumption->alphabet().labels())
        labels.push_back(label);
    llvm::sort(labels);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  }

  /// Nullopt at a limit.
  std::optional<Lts> build() {
    if (!collect())
      return std::nullopt;
    LtsBuilder builder(side.alphabet().table());
    builder.reserveStates(static_cast<StateId>(numbers.size()));
    for (LabelId label : labels)
      builder.addLabel(label);
    for (const auto &[states, from] : numbers)
      for (LabelId label : labels) {
        std::optional<States> after = next(assumptions, states, label);
        auto known = after ? numbers.find(*after) : numbers.end();
        // What was not collected must not be reached; if it were, the premise would not be certified.
        if (known != numbers.end())
          builder.add(from, label, known->second);
        else if (after || !next(*assumptions[own], states[own], label))
          builder.add(from, label, ErrorState);
      }
    return builder.build("monitor");
  }

private:
  /// Finds the states of the assumptions that can be reached beside the side.
  bool collect() {
    constexpr size_t CheckInterval = 4096;
    std::vector<LabelId> foreign;
    for (LabelId label : labels)
      if (!side.alphabet().contains(label))
        foreign.push_back(label);
    visit(Lts::initial(), States(assumptions.size(), Lts::initial()));
    for (size_t i = 0; i < work.size(); ++i) {
      if (i % CheckInterval == CheckInterval - 1 && budget.exceeded() != Budget::Limit::None)
        return false;
      auto [from, states] = work[i];
      for (const Transition &t : side.successors(from))
        if (std::optional<States> after = next(assumptions, *states, side.alphabet().label(t.action)))
          visit(t.target, std::move(*after));
      for (LabelId label : foreign)
        if (std::optional<States> after = next(assumptions, *states, label))
          visit(from, std::move(*after));
    }
    return true;
  }
  void visit(StateId state, States states) {
    auto entry = numbers.try_emplace(std::move(states), static_cast<StateId>(numbers.size())).first;
    if (seen.insert({state, entry->second}).second)
      work.emplace_back(state, &entry->first);
  }

  const Lts &side;
  llvm::ArrayRef<const Lts *> assumptions;
  size_t own;
  const Budget &budget;
  std::vector<LabelId> labels;
  std::map<States, StateId> numbers;
  std::set<std::pair<StateId, StateId>> seen;
  std::vector<std::pair<StateId, const States *>> work;
};

} // namespace

std::optional<std::vector<std::vector<LtsRef>>> plainPremises(llvm::ArrayRef<LtsRef> sides, const LtsRef &property,
                                                              llvm::ArrayRef<std::optional<Lts>> assumptions,
                                                              const Budget &budget) {
  std::vector<const Lts *> all;
  std::vector<LtsRef> about, last{property};
  for (size_t i = 0; i < sides.size(); ++i)
    if (assumptions[i]) {
      all.push_back(&*assumptions[i]);
      about.push_back(sides[i]);
      last.push_back(std::make_shared<const Lts>(*assumptions[i]));
    }
  std::vector<std::vector<LtsRef>> premises;
  for (size_t own = 0; own < all.size(); ++own) {
    std::optional<Lts> monitor = DelayedMonitor(*about[own], all, own, budget).build();
    if (!monitor)
      return std::nullopt;
    premises.push_back({about[own], std::make_shared<const Lts>(std::move(*monitor))});
  }
  premises.push_back(std::move(last));
  return premises;
}

} // namespace tenon
