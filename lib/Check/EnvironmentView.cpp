//===- EnvironmentView.cpp - A system as others see it --------------------===//

#include "tenon/Check/EnvironmentView.h"

#include "IntervalAnalysis.h"

#include "tenon/Program/TraceFormula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

class EnvironmentView::Builder {
public:
  Builder(const ProgramSystem &source, ArrayRef<VisibleLabel> visibleLabels, const Budget &limits)
      : system(source), terms(*source.terms), visible(visibleLabels), budget(limits),
        graph(source, ReachabilityGoal::Violation), nextValue(graph.firstFree()) {}

  void run();
  std::string text(Term term) const;

  const ProgramSystem &system;
  TermContext &terms;
  ArrayRef<VisibleLabel> visible;
  const Budget &budget;
  StepGraph graph;
  OpenProgram program;
  std::vector<LabelId> labelOf;    ///< By label of the program.
  std::vector<bool> undefinedness; ///< Likewise.
  bool complete = false;

private:
  void addLabels();
  void addValues(OpenProgram::Label &label, const ProgramVariable &type);
  void addDomain(Term variable, const std::optional<Rational> &low, const std::optional<Rational> &high, uint64_t most);
  Term between(Term value, const std::optional<Rational> &low, const std::optional<Rational> &high);
  void addSteps(uint32_t number);
  OpenProgram::Step openStep(const GraphStep &step, const SystemStep &origin);
  void receive(OpenProgram::Step &step, const OpenProgram::Label &label);
  void send(OpenProgram::Step &step, const OpenProgram::Label &label, Term value);
  void fail(OpenProgram::Step &step, const OpenProgram::Label &label, const ProgramAction &action);
  const ProgramAction &actionOf(const SystemStep &step) const;
  uint32_t labelFor(const ProgramAction &action, bool isUndefined) const;
  std::string nameOf(const Place &place) const;
  void addFacts();

  VariableId nextValue;
  DenseMap<VariableId, std::string> valueNames;
};

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

Term EnvironmentView::Builder::between(Term value, const std::optional<Rational> &low,
                                       const std::optional<Rational> &high) {
  if (!low)
    return terms.boolean(true);
  return terms.andOf({terms.lessEqual(terms.number(value->sort(), *low), value),
                      terms.lessEqual(value, terms.number(value->sort(), *high))});
}

/// Remembers the values of a variable that has few.
void EnvironmentView::Builder::addDomain(Term variable, const std::optional<Rational> &low,
                                         const std::optional<Rational> &high, uint64_t most) {
  const Sort &sort = variable->sort();
  DynamicAPInt first(0), last(1);
  if (low && sort.kind == SortKind::Int) {
    first = low->numerator;
    last = high->numerator;
  } else if (sort.kind == SortKind::Bits && sort.width < 32) {
    last = DynamicAPInt((int64_t(1) << sort.width) - 1);
  } else if (sort.kind != SortKind::Bool) {
    return;
  }
  if (last - first >= DynamicAPInt(static_cast<int64_t>(most)))
    return;
  std::vector<Term> &values = program.smallDomains[variable->variable()];
  for (DynamicAPInt value = first; value <= last; ++value)
    values.push_back(terms.number(sort, Rational(value)));
}

void EnvironmentView::Builder::addValues(OpenProgram::Label &label, const ProgramVariable &type) {
  bool isArray = type.sort.kind == SortKind::Array;
  if (isArray && !graph.view().isCut(type.sort))
    return;
  label.domain = terms.boolean(true);
  uint64_t count = 1;
  for (uint64_t k = 0; k < (isArray ? type.sort.length : 1); ++k) {
    Term value = terms.variable(nextValue++, isArray ? type.sort.elementSort() : type.sort);
    valueNames[value->variable()] = type.name + (isArray ? "[" + std::to_string(k) + "]" : "");
    label.values.push_back(value);
    label.domain = terms.andOf({label.domain, between(value, type.low, type.high)});
    addDomain(value, type.low, type.high, MaxExactValues);
    auto domain = program.smallDomains.find(value->variable());
    count = domain == program.smallDomains.end() || count > MaxExactValues ? MaxExactValues + 1
                                                                           : count * domain->second.size();
  }
  label.isExact = count <= MaxExactValues;
}

void EnvironmentView::Builder::addLabels() {
  for (const VisibleLabel &next : visible) {
    OpenProgram::Label label;
    label.name = system.labels->text(next.label).str();
    if (next.value)
      addValues(label, *next.value);
    program.labels.push_back(std::move(label));
    labelOf.push_back(next.label);
    undefinedness.push_back(false);
  }
  for (const VisibleLabel &next : visible) {
    bool mayFail = any_of(system.components, [&](const Program &component) {
      return any_of(component.transitions, [&](const ProgramTransition &t) {
        return t.action.kind == ActionKind::Write && t.action.label == next.label && t.action.defined;
      });
    });
    if (!mayFail)
      continue;
    OpenProgram::Label label;
    label.name = (system.labels->text(next.label) + ".undefined").str();
    program.labels.push_back(std::move(label));
    labelOf.push_back(next.label);
    undefinedness.push_back(true);
  }
}

uint32_t EnvironmentView::Builder::labelFor(const ProgramAction &action, bool isUndefined) const {
  if (action.label == LabelTable::Tau || is_contained(system.hidden, action.label))
    return OpenProgram::Silent;
  for (uint32_t i = 0; i < labelOf.size(); ++i)
    if (labelOf[i] == action.label && undefinedness[i] == isUndefined)
      return i;
  return OpenProgram::Silent;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

const ProgramAction &EnvironmentView::Builder::actionOf(const SystemStep &step) const {
  auto [number, position] = step.movers.front();
  const Program &mover = number == system.components.size() ? system.monitor->program : system.components[number];
  return mover.transitions[position].action;
}

/// The environment's value takes the place of what is arbitrary.
void EnvironmentView::Builder::receive(OpenProgram::Step &step, const OpenProgram::Label &label) {
  assert(step.inputs.size() == label.values.size() && "a value for each input");
  DenseMap<VariableId, Term> values;
  for (auto [input, value] : zip(step.inputs, label.values)) {
    assert(input->sort() == value->sort() && "a channel has values of one sort");
    values[input->variable()] = value;
  }
  auto replaced = [&](Term term) { return terms.substitute(term, [&](VariableId id) { return values.lookup(id); }); };
  step.guard = replaced(step.guard);
  for (auto &[variable, value] : step.updates)
    value = replaced(value);
  step.inputs.clear();
  step.isReceived = true;
}

void EnvironmentView::Builder::send(OpenProgram::Step &step, const OpenProgram::Label &label, Term value) {
  for (auto [k, named] : enumerate(label.values)) {
    Term part = value->sort().kind == SortKind::Array ? graph.view().cell(value, k) : graph.view().view(value);
    if (part->sort() != named->sort() && named->sort().kind == SortKind::Real)
      part = terms.make(TermOp::IntToReal, part, named->sort());
    assert(part->sort() == named->sort() && "a channel has values of one sort");
    step.guard = terms.andOf({step.guard, terms.equal(named, part)});
  }
}

/// A read whose index is outside: of any value that it would take.
void EnvironmentView::Builder::fail(OpenProgram::Step &step, const OpenProgram::Label &label,
                                    const ProgramAction &action) {
  const ProgramVariable &target = system.variables[action.target];
  for (Term value : label.values)
    step.guard =
        terms.andOf({step.guard, between(value, target.low, target.high), between(value, action.low, action.high)});
  step.isReceived = true;
}

OpenProgram::Step EnvironmentView::Builder::openStep(const GraphStep &step, const SystemStep &origin) {
  OpenProgram::Step open;
  open.target = step.target;
  open.guard = step.guard;
  open.inputs = step.inputs;
  open.updates = step.updates;
  const ProgramAction &action = actionOf(origin);
  bool isWrite = action.kind == ActionKind::Write;
  bool isUndefined = isWrite && action.defined && origin.guard == terms.notOf(action.defined);
  open.label = labelFor(action, isUndefined);
  if (open.label == OpenProgram::Silent || program.labels[open.label].values.empty())
    return open;
  const OpenProgram::Label &label = program.labels[open.label];
  if (isWrite)
    send(open, label, action.value);
  else if (action.kind == ActionKind::Event)
    open.isReceived = true;
  else if (open.inputs.empty())
    fail(open, label, action);
  else
    receive(open, label);
  return open;
}

void EnvironmentView::Builder::addSteps(uint32_t number) {
  const GraphNode &node = graph.node(number);
  std::vector<SystemStep> origins = stepsFrom(system, node.place);
  for (const GraphStep &step : node.steps)
    program.places[number].steps.push_back(openStep(step, origins[step.position]));
}

std::string EnvironmentView::Builder::nameOf(const Place &place) const {
  std::vector<std::string> names;
  for (auto [i, location] : enumerate(place)) {
    const Program &part = i == system.components.size() ? system.monitor->program : system.components[i];
    if (part.locations.size() > 1)
      names.push_back(location == ErrorLocation ? "ERROR" : part.locations[location].name);
  }
  return names.size() == 1 ? names.front() : "(" + join(names, ", ") + ")";
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void EnvironmentView::Builder::addFacts() {
  std::vector<Term> ranges;
  for (const CellView::Variable &variable : graph.view().variables()) {
    ranges.push_back(between(variable.term, variable.low, variable.high));
    addDomain(variable.term, variable.low, variable.high, 8);
  }
  Term inRange = terms.andOf(ranges);
  for (OpenProgram::Place &place : program.places)
    place.fact = inRange;
  IntervalAnalysis analysis(graph, budget);
  if (!analysis.run())
    return;
  for (auto [number, known] : enumerate(analysis.facts())) {
    OpenProgram::Place &place = program.places[number];
    place.fact = terms.andOf({place.fact, terms.andOf(known)});
    if (place.isRelevant && !analysis.isReachable(static_cast<uint32_t>(number)))
      place.isRelevant = false;
  }
}

void EnvironmentView::Builder::run() {
  addLabels();
  complete = graph.complete(1'000'000, budget);
  if (!complete)
    return;
  const GraphStep &initial = graph.initialStep();
  program.initial.guard = initial.guard;
  program.initial.inputs = initial.inputs;
  program.initial.updates = initial.updates;
  for (uint32_t number = 0; number < graph.size(); ++number) {
    const GraphNode &node = graph.node(number);
    OpenProgram::Place &place = program.places.emplace_back();
    place.name = nameOf(node.place);
    place.isError = node.violation != nullptr;
    place.isRelevant = node.isRelevant;
  }
  for (uint32_t number = 0; number < graph.size(); ++number)
    addSteps(number);
  addFacts();
}

std::string EnvironmentView::Builder::text(Term term) const {
  std::string prefix = system.components.size() == 1 ? system.components.front().name + "." : "";
  return printTerm(graph.view().original(term), [&](VariableId id) {
    if (auto value = valueNames.find(id); value != valueNames.end())
      return value->second;
    if (id >= system.variables.size())
      return "?" + std::to_string(id);
    StringRef name = system.variables[id].name;
    name.consume_front(prefix);
    return name.str();
  });
}

EnvironmentView::EnvironmentView(const ProgramSystem &system, ArrayRef<VisibleLabel> visible, const Budget &budget)
    : builder(std::make_unique<Builder>(system, visible, budget)) {
  builder->run();
}
EnvironmentView::~EnvironmentView() = default;

const OpenProgram &EnvironmentView::program() const {
  return builder->program;
}
bool EnvironmentView::isComplete() const {
  return builder->complete;
}
std::string EnvironmentView::text(Term term) const {
  return builder->text(term);
}
Term EnvironmentView::original(Term term) const {
  return builder->graph.view().original(term);
}
LabelId EnvironmentView::systemLabel(uint32_t label) const {
  return builder->labelOf[label];
}
bool EnvironmentView::isUndefined(uint32_t label) const {
  return builder->undefinedness[label];
}

} // namespace tenon
