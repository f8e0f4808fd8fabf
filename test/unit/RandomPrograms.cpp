//===- RandomPrograms.cpp -------------------------------------------------===//

#include "RandomPrograms.h"

#include "tenon/Program/Printer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <unordered_map>

using namespace tenon;
using namespace tenon::test;
using llvm::DynamicAPInt;

//===----------------------------------------------------------------------===//
// Definedness
//===----------------------------------------------------------------------===//

Term tenon::test::definednessOf(TermContext &terms, Term term) {
  Term defined = terms.boolean(true);
  auto both = [&](Term a, Term b) { return terms.andOf({a, b}); };
  if (term->op() == TermOp::And || term->op() == TermOp::Or) {
    for (Term operand : llvm::reverse(term->operands())) {
      Term decides = term->op() == TermOp::And ? terms.notOf(operand) : operand;
      defined = both(definednessOf(terms, operand), terms.orOf({decides, defined}));
    }
    return defined;
  }
  if (term->op() == TermOp::IfThenElse) {
    Term branches = terms.ifThenElse(term->operand(0), definednessOf(terms, term->operand(1)),
                                     definednessOf(terms, term->operand(2)));
    return both(definednessOf(terms, term->operand(0)), branches);
  }
  for (Term operand : term->operands())
    defined = both(defined, definednessOf(terms, operand));
  if (term->op() == TermOp::Divide || term->op() == TermOp::Remainder)
    defined = both(defined, terms.notEqual(term->operand(1), terms.number(term->sort(), {})));
  if (term->op() == TermOp::Select) {
    Term index = term->operand(1), length = terms.integer(static_cast<int64_t>(term->operand(0)->sort().length));
    defined = both(defined, both(terms.lessEqual(terms.integer(0), index), terms.less(index, length)));
  }
  return defined;
}

//===----------------------------------------------------------------------===//
// Generation
//===----------------------------------------------------------------------===//

namespace {

class Generator {
public:
  Generator(RandomSystems &source, const RandomProgramOptions &shape) : random(source), options(shape) {
    result.system.terms = std::make_shared<TermContext>();
    result.system.labels = random.table();
    makeChannels();
  }

  RandomProgramSystem run() {
    unsigned count = random.between(options.minComponents, options.maxComponents);
    for (unsigned i = 0; i < count; ++i)
      addComponent(i);
    if (options.hiding && random.chance(0.1))
      system().hidden = {random.pick(result.channels).label};
    if (options.monitor)
      addMonitor();
    return std::move(result);
  }

private:
  ProgramSystem &system() { return result.system; }
  TermContext &terms() { return *result.system.terms; }

  ProgramVariable randomType(bool channel) {
    ProgramVariable type;
    unsigned kind = random.below(10);
    if (kind == 0 && options.bools)
      type.sort = Sort::boolean();
    else if (kind == 1 && options.bits)
      type.sort = Sort::bits(2);
    else if (options.finite || random.chance(0.2))
      setRange(type, 0, 3);
    if (kind == 2 && options.arrays && !channel) {
      type = {};
      type.sort = Sort::array(Sort::integer(), 2);
      setRange(type, 0, 3);
    }
    return type;
  }

  static void setRange(ProgramVariable &type, int64_t low, int64_t high) {
    type.low = Rational(DynamicAPInt(low));
    type.high = Rational(DynamicAPInt(high));
  }

  void makeChannels() {
    for (const char *name : {"c", "d", "e"}) {
      RandomChannel channel;
      channel.label = system().labels->intern(name);
      if (random.chance(0.2))
        channel.type = randomType(true);
      else if (options.finite)
        setRange(channel.type, 0, 3);
      result.channels.push_back(channel);
    }
    if (options.events)
      eventLabels = {system().labels->intern("go"), system().labels->intern("stop")};
  }

  //===--------------------------------------------------------------------===//
  // Expressions over the variables of one component
  //===--------------------------------------------------------------------===//

  Term constantOf(const Sort &sort) {
    int64_t bound = sort.kind == SortKind::Bool ? 2 : 4;
    return terms().number(sort, DynamicAPInt(static_cast<int64_t>(random.below(static_cast<unsigned>(bound)))));
  }

  /// A variable of the sort, an element of an array of it, or a constant.
  Term leaf(const Sort &sort) {
    std::vector<Term> candidates;
    for (VariableId id : scope) {
      const ProgramVariable &variable = system().variables[id];
      Term term = terms().variable(id, variable.sort);
      if (variable.sort == sort)
        candidates.push_back(term);
      else if (variable.sort.kind == SortKind::Array && variable.sort.elementSort() == sort)
        candidates.push_back(terms().select(term, indexTerm(id)));
    }
    return candidates.empty() || random.chance(0.25) ? constantOf(sort) : random.pick(candidates);
  }

  /// An index: often inside, sometimes whatever a number of the component is.
  Term indexTerm(VariableId array) {
    std::vector<Term> candidates{terms().integer(0), terms().integer(1)};
    for (VariableId id : scope)
      if (id != array && system().variables[id].sort.kind == SortKind::Int)
        candidates.push_back(terms().variable(id, Sort::integer()));
    return random.pick(candidates);
  }

  Term expression(const Sort &sort, unsigned depth) {
    if (sort.kind == SortKind::Bool)
      return condition(depth);
    if (depth == 0 || random.chance(0.4))
      return leaf(sort);
    Term a = expression(sort, depth - 1), b = expression(sort, depth - 1);
    switch (random.below(sort.kind == SortKind::Bits ? 7 : 5)) {
    case 0:
      return terms().add(a, b);
    case 1:
      return terms().subtract(a, b);
    case 2:
      return terms().multiply(constantOf(sort), a);
    case 3: {
      bool byVariable = options.finite && b->op() != TermOp::Constant; // A constant zero is an error of the source.
      Term divisor = byVariable ? b : terms().number(sort, DynamicAPInt(random.between(2, 3)));
      TermOp op = random.chance(0.5) ? TermOp::Divide : TermOp::Remainder;
      return options.division ? terms().make(op, {a, divisor}, sort) : a;
    }
    case 4:
      return terms().ifThenElse(condition(0), a, b);
    case 5:
      return terms().make(random.chance(0.5) ? TermOp::BitAnd : TermOp::BitXor, {a, b}, sort);
    default:
      return terms().make(random.chance(0.5) ? TermOp::ShiftLeft : TermOp::ShiftRight, {a, b}, sort);
    }
  }

  Term comparison() {
    std::vector<Sort> sorts{Sort::integer()};
    for (VariableId id : scope)
      if (system().variables[id].sort.isNumeric())
        sorts.push_back(system().variables[id].sort);
    const Sort &sort = random.pick(sorts);
    Term a = expression(sort, 1), b = random.chance(0.6) ? constantOf(sort) : expression(sort, 1);
    switch (random.below(4)) {
    case 0:
      return terms().equal(a, b);
    case 1:
      return terms().notEqual(a, b);
    case 2:
      return terms().less(a, b);
    default:
      return terms().lessEqual(b, a);
    }
  }

  Term condition(unsigned depth) {
    if (depth == 0 || random.chance(0.6))
      return random.chance(0.2) ? leaf(Sort::boolean()) : comparison();
    Term a = condition(depth - 1), b = condition(depth - 1);
    return random.chance(0.3) ? terms().notOf(a) : random.chance(0.5) ? terms().andOf({a, b}) : terms().orOf({a, b});
  }

  //===--------------------------------------------------------------------===//
  // Components
  //===--------------------------------------------------------------------===//

  void addVariables(Program &program) {
    scope.clear();
    unsigned room = options.totalVariables - static_cast<unsigned>(system().variables.size());
    unsigned count = std::min(room, random.between(1, options.maxVariables));
    for (unsigned i = 0; i < count; ++i) {
      ProgramVariable variable = randomType(false);
      variable.component = static_cast<uint32_t>(system().components.size());
      variable.name = program.name + "." + std::string(1, static_cast<char>('x' + i));
      if (random.chance(0.7))
        variable.initial = variable.sort.kind == SortKind::Array
                               ? terms().fill(constantOf(Sort::integer()), variable.sort.length)
                               : constantOf(variable.sort);
      scope.push_back(static_cast<VariableId>(system().variables.size()));
      system().variables.push_back(std::move(variable));
    }
  }

  void addLocations(Program &program, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      ProgramLocation location;
      location.name = "S" + std::to_string(i);
      location.accepting = !options.rejecting || random.chance(0.85);
      program.locations.push_back(std::move(location));
    }
  }

  void addComponent(unsigned number) {
    Program program;
    program.name = std::string(1, static_cast<char>('A' + number));
    addVariables(program);
    unsigned count = random.between(1, options.maxLocations);
    addLocations(program, count);
    std::vector<RandomChannel> used;
    for (const RandomChannel &channel : result.channels)
      if (random.chance(0.6))
        used.push_back(channel);
    std::vector<LabelId> events{LabelTable::Tau};
    for (LabelId label : eventLabels)
      if (random.chance(0.3))
        events.push_back(label);
    if (options.followers && used.size() < result.channels.size() &&
        random.chance(0.15)) // It follows communications of others.
      for (const RandomChannel &channel : result.channels)
        if (llvm::none_of(used, [&](const RandomChannel &other) { return other.label == channel.label; }))
          events.push_back(channel.label);
    for (Location from = 0; from < count; ++from) {
      unsigned degree = random.chance(options.ends ? 0.2 : 0.1) ? 0 : random.between(1, 3);
      if (degree == 0 && options.ends)
        program.locations[from].end = random.chance(0.6);
      for (unsigned i = 0; i < degree; ++i)
        if (std::optional<ProgramAction> action = randomAction(used, events)) {
          Location to = options.errors && random.chance(0.03) ? ErrorLocation : random.below(count);
          program.transitions.push_back({from, *action, to, {}, {}});
        }
    }
    for (const RandomChannel &channel : used)
      program.channels.push_back(channel.label);
    program.events.assign(events.begin() + 1, events.end());
    llvm::sort(program.channels);
    llvm::sort(program.events);
    system().components.push_back(std::move(program));
  }

  std::optional<ProgramAction> randomAction(const std::vector<RandomChannel> &channels,
                                            const std::vector<LabelId> &events) {
    unsigned kind = random.below(11);
    if (kind < 3 && !channels.empty())
      return read(random.pick(channels));
    if (kind < 6 && !channels.empty())
      return write(random.pick(channels));
    if (kind == 10 && options.events) {
      ProgramAction action;
      action.label = random.pick(events);
      return action;
    }
    if (kind >= 8 && !scope.empty()) {
      ProgramAction action;
      action.kind = ActionKind::Constraint;
      for (unsigned tries = 0; tries < 4 && (tries == 0 || action.value->op() == TermOp::Constant); ++tries)
        action.value = condition(1);
      action.defined = noteDefined(definednessOf(terms(), action.value));
      return action;
    }
    return scope.empty() ? std::nullopt : std::optional(assign());
  }

  /// Null where it is always.
  Term noteDefined(Term defined) { return defined == terms().boolean(true) ? nullptr : defined; }

  Term insideOf(const ProgramVariable &array, Term index) {
    return definednessOf(terms(), terms().select(terms().variable(0, array.sort), index));
  }

  ProgramAction assign() {
    ProgramAction action;
    action.kind = ActionKind::Assign;
    action.target = random.pick(scope);
    const ProgramVariable &target = system().variables[action.target];
    Term defined = terms().boolean(true);
    Sort sort = target.sort;
    if (sort.kind == SortKind::Array) {
      action.index = indexTerm(action.target);
      defined = insideOf(target, action.index);
      sort = sort.elementSort();
    }
    action.value = expression(sort, 2);
    if (target.low && random.chance(0.6)) // Mostly within the range.
      action.value = terms().make(TermOp::Remainder, {action.value, terms().integer(4)}, sort);
    action.defined = noteDefined(terms().andOf({definednessOf(terms(), action.value), defined}));
    return action;
  }

  /// The declarations of all channels are for numbers or truth values, and so are the variables that are read into.
  std::optional<ProgramAction> read(const RandomChannel &channel) {
    std::vector<VariableId> candidates;
    for (VariableId id : scope) {
      const Sort &sort = system().variables[id].sort;
      if (sort == channel.type.sort || (sort.kind == SortKind::Array && sort.elementSort() == channel.type.sort))
        candidates.push_back(id);
    }
    if (candidates.empty())
      return std::nullopt;
    ProgramAction action;
    action.kind = ActionKind::Read;
    action.label = channel.label;
    action.target = random.pick(candidates);
    const ProgramVariable &target = system().variables[action.target];
    if (channel.type.low && (!target.low || *target.low < *channel.type.low || *channel.type.high < *target.high)) {
      action.low = channel.type.low;
      action.high = channel.type.high;
    }
    if (target.sort.kind == SortKind::Array) {
      action.index = indexTerm(action.target);
      action.defined = noteDefined(insideOf(target, action.index));
    }
    return action;
  }

  ProgramAction write(const RandomChannel &channel) {
    ProgramAction action;
    action.kind = ActionKind::Write;
    action.label = channel.label;
    action.value = random.chance(0.7) ? leaf(channel.type.sort) : expression(channel.type.sort, 1);
    action.defined = noteDefined(
        terms().andOf({definednessOf(terms(), action.value), withinRange(terms(), channel.type, action.value)}));
    return action;
  }

  //===--------------------------------------------------------------------===//
  // The monitor
  //===--------------------------------------------------------------------===//

  void addMonitor() {
    scope.clear();
    for (VariableId id = 0; id < system().variables.size(); ++id)
      scope.push_back(id);
    Monitor monitor;
    monitor.partial = random.chance(options.observerShare);
    Program &program = monitor.program;
    program.name = "P";
    std::vector<LabelId> letters;
    for (const RandomChannel &channel : result.channels)
      if (random.chance(0.6))
        letters.push_back(channel.label);
    for (LabelId label : eventLabels)
      if (random.chance(0.3))
        letters.push_back(label);
    unsigned count = random.between(1, 4);
    for (Location i = 0; i < count; ++i) {
      ProgramLocation location;
      location.name = "S" + std::to_string(i);
      location.accepting = !random.chance(monitor.partial ? 0.25 : 0.1);
      program.locations.push_back(std::move(location));
      // The last state has no constraints, and those of the others lead forward: there is no cycle of them.
      if (i + 1 < count && !scope.empty() && random.chance(options.constraintShare))
        addConstraints(monitor, i, count);
      else
        addLetters(monitor, i, count, letters);
    }
    program.events = letters;
    llvm::sort(program.events);
    system().monitor = std::move(monitor);
  }

  Term aboutSomeVariable() {
    const ProgramVariable &variable = system().variables[scope[0]];
    Term term = terms().variable(scope[0], variable.sort);
    if (variable.sort.kind == SortKind::Array)
      term = terms().select(term, terms().integer(1));
    return term->sort().kind == SortKind::Bool ? term
                                               : terms().less(term, terms().number(term->sort(), DynamicAPInt(2)));
  }

  void addConstraints(Monitor &monitor, Location from, Location count) {
    Term first = condition(1);
    if (variablesOf(first).empty()) // The source would not be a constraint.
      first = aboutSomeVariable();
    Term defined = noteDefined(definednessOf(terms(), first));
    auto addTransition = [&](Term value) {
      ProgramAction action;
      action.kind = ActionKind::Constraint;
      action.value = value;
      action.defined = defined;
      Location to = random.chance(0.4) ? ErrorLocation : random.between(from + 1, count - 1);
      monitor.program.transitions.push_back({from, action, to, {}, {}});
    };
    addTransition(first);
    if (!monitor.partial || random.chance(0.7))
      addTransition(terms().notOf(first));
  }

  void addLetters(Monitor &monitor, Location from, Location count, const std::vector<LabelId> &letters) {
    for (LabelId letter : letters) {
      if (random.chance(0.15))
        continue;
      ProgramAction action;
      action.label = letter;
      Location to = random.chance(0.08) ? ErrorLocation : random.below(count);
      monitor.program.transitions.push_back({from, action, to, {}, {}});
      if (monitor.partial && random.chance(0.1)) // A choice.
        monitor.program.transitions.push_back({from, action, random.below(count), {}, {}});
    }
  }

  RandomSystems &random;
  const RandomProgramOptions &options;
  RandomProgramSystem result;
  std::vector<LabelId> eventLabels;
  std::vector<VariableId> scope;
};

} // namespace

RandomProgramSystem tenon::test::randomProgramSystem(RandomSystems &random, const RandomProgramOptions &options) {
  return Generator(random, options).run();
}

std::string RandomProgramSystem::describe() const {
  std::string text;
  auto nameOf = [&](VariableId id) { return system.variables[id].name; };
  for (const ProgramVariable &variable : system.variables)
    text += variable.name + (variable.low ? " : 0..3" : "") +
            (variable.initial ? " = " + printTerm(variable.initial, nameOf) : "") + "; ";
  auto add = [&](const Program &program) {
    text += "\n" + program.name + ": from " + std::to_string(program.initial);
    for (LabelId label : program.channels)
      text += " " + system.labels->text(label).str();
    for (LabelId label : program.events)
      text += " " + system.labels->text(label).str();
    for (Location i = 0; i < program.locations.size(); ++i)
      text += (program.locations[i].accepting ? "" : " reject " + std::to_string(i)) +
              (program.locations[i].end ? " end " + std::to_string(i) : "");
    for (const ProgramTransition &t : program.transitions)
      text += "\n  " + std::to_string(t.from) + " " + describeAction(t.action, t.text, *system.labels, nameOf) +
              (t.action.defined ? " if " + printTerm(t.action.defined, nameOf) : "") + " -> " +
              (t.to == ErrorLocation ? "ERROR" : std::to_string(t.to));
  };
  for (const Program &component : system.components)
    add(component);
  for (LabelId label : system.hidden)
    text += "\nhides " + system.labels->text(label).str();
  if (system.monitor) {
    text += system.monitor->partial ? "\nobserver" : "\nproperty";
    add(system.monitor->program);
  }
  return text + "\n";
}

std::string RandomProgramSystem::source() const {
  const LabelTable &labels = *system.labels;
  std::string text;
  for (const RandomChannel &channel : channels)
    text += "channel " + labels.text(channel.label).str() + " : " + printType(channel.type) + ";\n";
  std::string names;
  for (uint32_t i = 0; i < system.components.size(); ++i) {
    text += "\n" + printProgram(system.components[i], system.variables, i, labels);
    names += (i ? " || " : "") + system.components[i].name;
  }
  text += "\n||System = (" + names + ")";
  for (LabelId label : system.hidden)
    text += " \\ {" + labels.text(label).str() + "}";
  text += ".\n";
  if (system.monitor)
    text += "\n" + printMonitor(*system.monitor, system.variables, labels) + "\ncheck System satisfies P;\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Exploration
//===----------------------------------------------------------------------===//

std::vector<DataValue> tenon::test::valuesOf(const ProgramVariable &variable, bool element) {
  Sort sort = element ? variable.sort.elementSort() : variable.sort;
  Sort scalar = sort.kind == SortKind::Array ? sort.elementSort() : sort;
  int64_t low = variable.low ? static_cast<int64_t>(variable.low->numerator) : 0;
  int64_t high = variable.high                   ? static_cast<int64_t>(variable.high->numerator)
                 : scalar.kind == SortKind::Bool ? 1
                                                 : (int64_t(1) << scalar.width) - 1;
  std::vector<DataValue> values{{sort, {}}};
  for (uint64_t i = 0; i < (sort.kind == SortKind::Array ? sort.length : 1); ++i) {
    std::vector<DataValue> longer;
    for (const DataValue &value : values)
      for (int64_t number = low; number <= high; ++number) {
        longer.push_back(value);
        longer.back().elements.emplace_back(DynamicAPInt(number));
      }
    values = std::move(longer);
  }
  return values;
}

std::vector<std::vector<DataValue>> tenon::test::initialValuations(const ProgramSystem &system) {
  std::vector<std::vector<DataValue>> valuations{{}};
  for (const ProgramVariable &variable : system.variables) {
    std::vector<DataValue> values;
    if (variable.initial)
      values.push_back(evaluate(variable.initial, [](VariableId) -> DataValue { llvm_unreachable("a constant"); }));
    else
      values = valuesOf(variable);
    std::vector<std::vector<DataValue>> longer;
    for (const std::vector<DataValue> &valuation : valuations)
      for (const DataValue &value : values) {
        longer.push_back(valuation);
        longer.back().push_back(value);
      }
    valuations = std::move(longer);
  }
  return valuations;
}

static std::string keyOf(const ConcreteState &state) {
  std::string key;
  for (Location location : state.place)
    key += std::to_string(location) + ",";
  for (const DataValue &value : state.values)
    key += printValue(value) + ",";
  return key;
}

ExplicitExploration tenon::test::explore(const ProgramSystem &system, size_t maxStates, bool stopAtViolation) {
  ExplicitExploration result;
  std::vector<unsigned> depths;
  std::unordered_map<std::string, size_t> seen;
  auto visit = [&](ConcreteState state, unsigned depth) {
    if (!seen.try_emplace(keyOf(state), result.states.size()).second)
      return;
    if (!result.violationDepth && isViolation(system, state.place))
      result.violationDepth = depth;
    result.states.push_back(std::move(state));
    depths.push_back(depth);
  };
  for (std::vector<DataValue> &valuation : initialValuations(system))
    visit({initialPlace(system), std::move(valuation)}, 0);
  auto inputs = [&](const ProgramAction &action) {
    return valuesOf(system.variables[action.target], action.index != nullptr);
  };
  for (size_t next = 0; next < result.states.size(); ++next) {
    if (result.violationDepth && stopAtViolation)
      return result;
    if (result.states.size() > maxStates) {
      result.complete = false;
      return result;
    }
    ConcreteState state = result.states[next];
    llvm::ArrayRef<Location> locations(state.place);
    if (llvm::is_contained(locations.take_front(system.components.size()), ErrorLocation))
      continue;
    for (const ConcreteMove &move : possibleMoves(system, state, inputs))
      visit(llvm::cantFail(replayMove(system, state, move)), depths[next] + 1);
  }
  return result;
}
