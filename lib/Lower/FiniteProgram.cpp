//===- FiniteProgram.cpp - The states of a program with finite data -------===//

#include "tenon/Lower/FiniteProgram.h"

#include "OpenLabels.h"

#include "tenon/Program/FiniteValues.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <deque>

using namespace tenon;

const ProgramVariable *tenon::findInfiniteVariable(llvm::ArrayRef<ProgramVariable> variables) {
  auto found = llvm::find_if(variables, [](const ProgramVariable &variable) { return !smallDomainOf(variable); });
  return found == variables.end() ? nullptr : found;
}

namespace {

/// A location with values.
struct State {
  Location location = 0;
  std::vector<int64_t> row;
};

class Enumeration {
public:
  Enumeration(const Program &source, const std::shared_ptr<LabelTable> &labelTable, const Budget &runBudget,
              uint64_t mostStates)
      : program(source), table(labelTable), budget(runBudget), maxStates(mostStates), layout(source.variables),
        evaluator(layout), live(liveVariables(source, source.variables.size())), builder(labelTable) {
    for (const ProgramVariable &variable : program.variables) {
      domains.push_back(*smallDomainOf(variable));
      initial.push_back(
          variable.initial ? evaluate(variable.initial, [](VariableId) -> DataValue { llvm_unreachable("a constant"); })
                           : DataValue());
    }
    for (LabelId event : program.events)
      builder.addLabel(event);
  }

  llvm::Expected<Lts> run() {
    for (const ProgramTransition &transition : program.transitions)
      if (transition.action.kind == ActionKind::Read && !hasFewValues(transition.action))
        return tooLarge("reads an array on '" + table->text(transition.action.label).str() +
                        "' that can have more than " + std::to_string(maxStates) + " values");
    collectChannels();
    StateId start = addInitialStates();
    for (size_t next = 0; next < states.size() && limit == Budget::Limit::None; ++next) {
      const State &state = states[next];
      StateId from = numberOf[next];
      if (program.locations[state.location].end)
        builder.setEnd(from);
      for (const ProgramTransition &transition : program.from(state.location))
        addSteps(from, state, transition);
      checkBudget();
    }
    if (limit == Budget::Limit::States)
      return tooLarge("has more than " + std::to_string(maxStates) + " states as a transition system" + largestData());
    if (limit != Budget::Limit::None)
      return llvm::createStringError("states of '" + program.name + "': " + budget.describe(limit));
    return builder.build(program.name, LtsBuilder::Keep::Reachable, start);
  }

private:
  //===--------------------------------------------------------------------===//
  // Limits
  //===--------------------------------------------------------------------===//

  llvm::Error tooLarge(const std::string &what) const {
    return llvm::createStringError(std::make_error_code(std::errc::value_too_large),
                                   "'" + program.name + "' " + what + "; --max-states raises the limit");
  }

  /// Whether a read, if it is of an array, takes no more values than there may be states.
  bool hasFewValues(const ProgramAction &action) const {
    uint64_t count = 1, size = domains[action.target].size();
    size_t length = action.index ? 1 : layout.size(action.target);
    for (size_t i = 0; length > 1 && i < length && size > 1 && count <= maxStates; ++i)
      count *= size;
    return count <= maxStates;
  }

  /// The variables with the most values, which a user would look at first.
  std::string largestData() const {
    std::vector<VariableId> ids;
    for (VariableId id = 0; id < program.variables.size(); ++id)
      ids.push_back(id);
    auto bits = [&](VariableId id) { return static_cast<double>(layout.size(id)) * std::log2(domains[id].size()); };
    llvm::stable_sort(ids, [&](VariableId a, VariableId b) { return bits(a) > bits(b); });
    std::string text;
    for (VariableId id : llvm::ArrayRef(ids).take_front(3)) {
      text += (text.empty() ? " ('" : ", '") + program.variables[id].name + "' has ";
      size_t size = layout.size(id);
      text += (size > 1 ? std::to_string(size) + " times " : "") + std::to_string(domains[id].size()) + " values";
    }
    return text.empty() ? text : text + ")";
  }

  void checkBudget() {
    if (states.size() > maxStates && limit == Budget::Limit::None)
      limit = Budget::Limit::States;
    if (++steps % 1024 != 0 || limit != Budget::Limit::None)
      return;
    limit = budget.exceeded();
    budget.progress({states.size(), edgeCount, 0});
  }

  //===--------------------------------------------------------------------===//
  // States
  //===--------------------------------------------------------------------===//

  StateId visit(Location location, std::vector<int64_t> row) {
    if (location == ErrorLocation)
      return ErrorState;
    if (program.locations[location].end) // An LTS has one END. Nothing is live there.
      location = static_cast<Location>(
          llvm::find_if(program.locations, [](const ProgramLocation &l) { return l.end; }) - program.locations.begin());
    for (VariableId id = 0; id < program.variables.size(); ++id)
      if (!live[location][id])
        std::fill_n(row.begin() + static_cast<ptrdiff_t>(layout.offset(id)), layout.size(id), domains[id].low);
    llvm::StringRef bytes(reinterpret_cast<const char *>(row.data()), row.size() * sizeof(int64_t));
    key.assign(bytes.begin(), bytes.end());
    key.append(reinterpret_cast<const char *>(&location), sizeof(location));
    auto [entry, isNew] = known.try_emplace(key, 0);
    if (isNew) {
      entry->second = builder.addState();
      numberOf.push_back(entry->second);
      states.push_back({location, std::move(row)});
    }
    return entry->second;
  }

  /// A state for each valuation that matters; where there are several, one before them that chooses.
  StateId addInitialStates() {
    if (program.initial == ErrorLocation) {
      StateId start = builder.addState();
      addEdge(start, LabelTable::Tau, ErrorState);
      return start;
    }
    std::vector<std::pair<size_t, VariableId>> open; // Numbers in the row that can start with anything.
    std::vector<int64_t> row;
    for (VariableId id = 0; id < program.variables.size(); ++id)
      for (size_t i = 0; i < layout.size(id); ++i) {
        if (!program.variables[id].initial && live[program.initial][id])
          open.emplace_back(row.size(), id);
        row.push_back(program.variables[id].initial ? static_cast<int64_t>(initial[id].elements[i].numerator)
                                                    : domains[id].low);
      }
    if (open.empty())
      return visit(program.initial, row);
    StateId start = builder.addState();
    for (bool more = true; more && limit == Budget::Limit::None;) {
      addEdge(start, LabelTable::Tau, visit(program.initial, row));
      checkBudget();
      more = false;
      for (auto [place, id] : llvm::reverse(open)) { // Counts up.
        if (row[place] < domains[id].high) {
          ++row[place];
          more = true;
          break;
        }
        row[place] = domains[id].low;
      }
    }
    return start;
  }

  void addEdge(StateId from, LabelId label, StateId to) {
    ++edgeCount;
    builder.add(from, label, to);
  }

  //===--------------------------------------------------------------------===//
  // Channels
  //===--------------------------------------------------------------------===//

  struct ChannelUse {
    bool isRead = false, isWritten = false;
    /// Values that some read takes, by their text.
    llvm::MapVector<LabelId, DataValue> read;
  };

  LabelId open(LabelId base, ChannelMark mark, size_t valueParts) {
    return table->intern(openLabel(table->text(base), mark, static_cast<unsigned>(valueParts)));
  }

  LabelId undefined(LabelId channel, ChannelMark mark) {
    return table->intern(openLabel((table->text(channel) + ".undefined").str(), mark, 1));
  }

  /// The values that a read can take: those of its target, and of the channel where it has fewer.
  std::vector<DataValue> valuesRead(const ProgramAction &action) const {
    const Sort &sort = program.variables[action.target].sort;
    return valuesBetween(action.index ? sort.elementSort() : sort, domains[action.target], action.low, action.high);
  }

  void collectChannels() {
    for (LabelId channel : program.channels)
      channels[channel];
    for (const ProgramTransition &transition : program.transitions) {
      const ProgramAction &action = transition.action;
      if (action.kind == ActionKind::Write)
        channels[action.label].isWritten = true;
      if (action.kind != ActionKind::Read)
        continue;
      ChannelUse &use = channels[action.label];
      use.isRead = true;
      for (const DataValue &value : valuesRead(action))
        use.read.insert({valueLabel(*table, action.label, value), value});
    }
    for (auto &[channel, use] : channels) {
      // Also one that no action uses is in the alphabet: nobody else has it for himself.
      bool isIdle = !use.isRead && !use.isWritten;
      if (use.isRead || isIdle)
        builder.addLabel(undefined(channel, ChannelMark::Fail));
      if (use.isWritten || isIdle)
        builder.addLabel(undefined(channel, ChannelMark::Write));
      for (const auto &[base, value] : use.read)
        builder.addLabel(open(base, ChannelMark::Read, value.elements.size()));
    }
  }

  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  void addSteps(StateId from, const State &state, const ProgramTransition &transition) {
    const ProgramAction &action = transition.action;
    bool defined = evaluator.holds(action.defined, state.row);
    switch (action.kind) {
    case ActionKind::Read:
      return addReads(from, state, transition, defined);
    case ActionKind::Write:
      return addWrite(from, state, transition, defined);
    case ActionKind::Assign:
      return addEdge(from, LabelTable::Tau,
                     defined ? stored(state, transition, evaluator.evaluate(action.value, state.row)) : ErrorState);
    case ActionKind::Constraint:
      if (!defined)
        addEdge(from, LabelTable::Tau, ErrorState);
      else if (evaluator.holds(action.value, state.row))
        addEdge(from, LabelTable::Tau, visit(transition.to, state.row));
      return;
    case ActionKind::Event:
      return addEdge(from, action.label, visit(transition.to, state.row));
    }
  }

  /// The state after a value has gone into the target.
  StateId stored(const State &state, const ProgramTransition &transition, const DataValue &value) {
    const ProgramAction &action = transition.action;
    if (llvm::any_of(value.elements, [&](const Rational &v) { return !domains[action.target].contains(v); }))
      return ErrorState;
    std::vector<int64_t> row = state.row;
    size_t place = layout.offset(action.target);
    if (action.index)
      place += static_cast<size_t>(static_cast<int64_t>(evaluator.scalar(action.index, state.row).numerator));
    for (const Rational &number : value.elements)
      row[place++] = static_cast<int64_t>(number.numerator);
    return visit(transition.to, std::move(row));
  }

  void addReads(StateId from, const State &state, const ProgramTransition &transition, bool defined) {
    const ProgramAction &action = transition.action;
    llvm::SmallDenseSet<LabelId, 8> own;
    for (const DataValue &value : valuesRead(action))
      own.insert(valueLabel(*table, action.label, value));
    for (const auto &[base, value] : channels[action.label].read) {
      bool fits = own.contains(base);
      addEdge(from, open(base, fits ? ChannelMark::Read : ChannelMark::Fail, value.elements.size()),
              fits && defined ? stored(state, transition, value) : ErrorState);
    }
    // What is undefined is the writer's error.
    addEdge(from, undefined(action.label, ChannelMark::Fail), from);
  }

  void addWrite(StateId from, const State &state, const ProgramTransition &transition, bool defined) {
    const ProgramAction &action = transition.action;
    if (!defined)
      return addEdge(from, undefined(action.label, ChannelMark::Write), ErrorState);
    DataValue value = evaluator.evaluate(action.value, state.row);
    addEdge(from, open(valueLabel(*table, action.label, value), ChannelMark::Write, value.elements.size()),
            visit(transition.to, state.row));
  }

  const Program &program;
  std::shared_ptr<LabelTable> table;
  const Budget &budget;
  uint64_t maxStates;
  RowLayout layout;
  RowEvaluator evaluator;
  std::vector<llvm::BitVector> live;
  LtsBuilder builder;
  std::vector<SmallDomain> domains;
  std::vector<DataValue> initial;
  llvm::MapVector<LabelId, ChannelUse> channels;
  llvm::StringMap<StateId> known;
  std::deque<State> states;
  std::vector<StateId> numberOf; ///< Of the states in the LTS.
  std::string key;
  uint64_t steps = 0, edgeCount = 0;
  Budget::Limit limit = Budget::Limit::None;
};

} // namespace

llvm::Expected<Lts> tenon::lowerToLts(const Program &program, const std::shared_ptr<LabelTable> &labels,
                                      const Budget &budget, uint64_t maxStates) {
  assert(!findInfiniteVariable(program.variables));
  return Enumeration(program, labels, budget, maxStates).run();
}
