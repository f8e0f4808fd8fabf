//===- ComponentBuilder.cpp -----------------------------------------------===//

#include "ComponentBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tenon;

/// The values that a variable starts with, as a term.
static Term initialValue(TermContext &terms, const VariableModel &variable, const Sort &sort) {
  const std::vector<ScalarValue> &values = *variable.initial;
  if (sort.kind != SortKind::Array)
    return terms.number(sort, numberOf(values.front()));
  Term array = terms.fill(terms.number(sort.elementSort(), numberOf(values.front())), sort.length);
  for (size_t i = 1; i < values.size(); ++i)
    if (numberOf(values[i]) != numberOf(values.front()))
      array = terms.store(array, terms.integer(static_cast<int64_t>(i)),
                          terms.number(sort.elementSort(), numberOf(values[i])));
  return array;
}

static Program declare(const ComponentModel &component, const Model &model, TermContext &terms) {
  Program program;
  program.name = component.name;
  for (const VariableModel &declared : component.variables) {
    ProgramVariable variable = variableOf(declared.name, declared.type);
    variable.range = declared.range;
    if (declared.initial)
      variable.initial = initialValue(terms, declared, variable.sort);
    program.variables.push_back(std::move(variable));
  }
  program.events = component.alphabet;
  for (llvm::ArrayRef<uint32_t> channels : {llvm::ArrayRef(component.reads), llvm::ArrayRef(component.writes)})
    for (uint32_t channel : channels)
      program.channels.push_back(model.channels[channel].label);
  llvm::sort(program.channels);
  program.channels.erase(llvm::unique(program.channels), program.channels.end());
  return program;
}

ComponentBuilder::ComponentBuilder(const ComponentModel &source, const Model &theModel, TermContext &context)
    : component(source), model(theModel), terms(context), program(declare(source, theModel, context)),
      expressions(context, program.variables, [](const VariableRef &variable) { return variable.variable; }) {}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

Point ComponentBuilder::newPoint() {
  points.emplace_back().accepting = !component.hasAccept;
  return static_cast<Point>(points.size() - 1);
}

Point ComponentBuilder::leaderOf(Point point) const {
  while (points[point].mergedInto != ErrorPoint)
    point = points[point].mergedInto;
  return point;
}

void ComponentBuilder::suggestName(Point point, llvm::StringRef name, llvm::SMRange range) {
  PointData &data = points[leaderOf(point)];
  if (data.name.empty())
    data.name = name.str();
  if (!data.range.isValid())
    data.range = range;
}

bool ComponentBuilder::isOccupied(Point point) const {
  const PointData &data = points[leaderOf(point)];
  return data.hasTransitions || data.isChoice || (component.hasAccept && data.accepting);
}

void ComponentBuilder::pass(Point from, Point to) {
  from = leaderOf(from);
  to = leaderOf(to);
  if (from == to)
    points[from].diverges = true;
  else if (isOccupied(from) || !points[from].continuesAt.empty())
    points[from].continuesAt.push_back(to);
  else
    points[from].mergedInto = to;
}

std::vector<Point> ComponentBuilder::closureOf(Point point) const {
  std::vector<Point> closure{leaderOf(point)};
  llvm::SmallDenseSet<Point, 8> seen{closure.front()};
  for (size_t next = 0; next < closure.size(); ++next)
    for (Point other : points[closure[next]].continuesAt)
      if (seen.insert(leaderOf(other)).second)
        closure.push_back(leaderOf(other));
  return closure;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

void ComponentBuilder::add(Point from, ProgramAction action, Point to, llvm::SMRange range, std::string text) {
  from = leaderOf(from);
  points[from].hasTransitions = true;
  transitions.push_back({from, action, to, range, std::move(text)});
}

void ComponentBuilder::setDefined(ProgramAction &action, llvm::ArrayRef<Term> conditions) {
  Term defined = terms.andOf(conditions);
  action.defined = defined == terms.boolean(true) ? nullptr : defined;
}

/// The answer: when the target is well-defined.
Term ComponentBuilder::setTarget(ProgramAction &action, const DataTarget &target) {
  action.target = target.variable;
  if (!target.index)
    return terms.boolean(true);
  DefinedTerm index = expressions.lower(*target.index);
  action.index = index.value;
  return terms.andOf({index.defined, expressions.isInside(index.value, program.variables[target.variable].sort)});
}

void ComponentBuilder::addRead(Point from, const DataAction &source, Point to) {
  const ChannelModel &channel = model.channels[source.channel];
  ProgramAction action;
  action.kind = ActionKind::Read;
  action.label = channel.label;
  setDefined(action, setTarget(action, source.target));
  const ProgramVariable &target = program.variables[action.target];
  ProgramVariable type = variableOf({}, channel.type);
  if (type.low && (!target.low || *target.low < *type.low || *type.high < *target.high)) {
    action.low = type.low;
    action.high = type.high;
  }
  SortKind element = target.sort.kind == SortKind::Array ? target.sort.element : target.sort.kind;
  action.integral = element == SortKind::Real && channel.type.kind != DataType::Kind::Real;
  add(from, action, to, source.range, sourceText(source.target.range));
}

void ComponentBuilder::addWrite(Point from, const DataAction &source, Point to) {
  const ChannelModel &channel = model.channels[source.channel];
  ProgramAction action;
  action.kind = ActionKind::Write;
  action.label = channel.label;
  DefinedTerm value = expressions.lower(*source.value);
  action.value = value.value;
  setDefined(action, {value.defined, withinRange(terms, variableOf({}, channel.type), value.value)});
  add(from, action, to, source.range, sourceText(source.value->range));
}

/// `x = e` is `x := e`; `x += e`, `x++` and what calls assign print as the assignments they stand for.
static std::string assignmentText(const DataAction &action) {
  std::string source = sourceText(action.range), target = sourceText(action.target.range);
  llvm::StringRef rest(source);
  if (rest.contains(":="))
    return source;
  if (target.empty() || !rest.consume_front(target))
    return {};
  rest = rest.ltrim();
  if (!rest.consume_front("=") || rest.starts_with("="))
    return {};
  return target + " := " + rest.trim(" ;").str();
}

void ComponentBuilder::addAssignment(Point from, const DataAction &source, Point to) {
  ProgramAction action;
  action.kind = ActionKind::Assign;
  DefinedTerm value = expressions.lower(*source.value);
  action.value = value.value;
  Term inside = setTarget(action, source.target);
  setDefined(action, {value.defined, inside});
  add(from, action, to, source.range, assignmentText(source));
}

void ComponentBuilder::addAction(Point from, const DataAction &source, Point to) {
  ProgramAction action;
  switch (source.kind) {
  case DataAction::Kind::Label:
    for (LabelId label : source.labels) {
      action.label = label;
      add(from, action, to, source.range);
    }
    return;
  case DataAction::Kind::Read:
    return addRead(from, source, to);
  case DataAction::Kind::Write:
    return addWrite(from, source, to);
  case DataAction::Kind::Assign:
    return addAssignment(from, source, to);
  case DataAction::Kind::Constraint:
    break;
  }
  DefinedTerm condition = expressions.lower(*source.value);
  action.kind = ActionKind::Constraint;
  action.value = condition.value;
  setDefined(action, condition.defined);
  add(from, action, to, source.range, source.isElse ? "else" : sourceText(source.value->range));
}

/// The negation of a condition in the source's words.
static std::string negatedText(const DataExpr &condition) {
  llvm::StringRef negated = condition.op == DataOp::Less           ? " >= "
                            : condition.op == DataOp::LessEqual    ? " > "
                            : condition.op == DataOp::Greater      ? " <= "
                            : condition.op == DataOp::GreaterEqual ? " < "
                            : condition.op == DataOp::Equal        ? " != "
                            : condition.op == DataOp::NotEqual     ? " == "
                                                                   : "";
  auto textOf = [](const DataExpr &e) { return sourceText(e.range); };
  if (!negated.empty()) {
    std::string left = textOf(condition.operand(0)), right = textOf(condition.operand(1));
    return left.empty() || right.empty() ? std::string() : left + negated.str() + right;
  }
  bool isAtom = condition.op == DataOp::Variable || condition.op == DataOp::Element;
  if (condition.op == DataOp::Not)
    return textOf(condition.operand(0));
  std::string text = textOf(condition);
  return text.empty() ? text : isAtom ? "!" + text : "!(" + text + ")";
}

void ComponentBuilder::addTest(Point from, const DataExpr &condition, bool negated, Point to, llvm::SMRange range) {
  DefinedTerm lowered = expressions.lower(condition);
  ProgramAction action;
  action.kind = ActionKind::Constraint;
  action.value = negated ? terms.notOf(lowered.value) : lowered.value;
  setDefined(action, lowered.defined);
  add(from, action, to, range, negated ? negatedText(condition) : sourceText(condition.range));
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

Program ComponentBuilder::build(Point initial) {
  std::vector<std::vector<uint32_t>> transitionsOf(points.size());
  for (uint32_t i = 0; i < transitions.size(); ++i)
    transitionsOf[leaderOf(transitions[i].from)].push_back(i);
  std::vector<Point> leaders;
  for (Point point = 0; point < points.size(); ++point)
    if (leaderOf(point) == point)
      leaders.push_back(point);
  if (!component.isAutomaton) // As the source is read.
    llvm::stable_sort(leaders,
                      [&](Point a, Point b) { return firstStep(a, transitionsOf) < firstStep(b, transitionsOf); });
  llvm::DenseMap<Point, Location> locationOf;
  for (Point point : leaders)
    locationOf[point] = static_cast<Location>(locationOf.size());
  for (Point point : leaders)
    buildLocation(point, transitionsOf, locationOf);
  program.initial = initial == ErrorPoint ? ErrorLocation : locationOf.lookup(leaderOf(initial));
  nameLocations();
  return std::move(program);
}

/// The least number of a transition that can be done at the point.
size_t ComponentBuilder::firstStep(Point point, llvm::ArrayRef<std::vector<uint32_t>> transitionsOf) const {
  size_t first = transitions.size();
  for (Point part : closureOf(point))
    if (!transitionsOf[part].empty())
      first = std::min<size_t>(first, transitionsOf[part].front());
  return first;
}

void ComponentBuilder::buildLocation(Point point, llvm::ArrayRef<std::vector<uint32_t>> transitionsOf,
                                     const llvm::DenseMap<Point, Location> &locationOf) {
  const PointData &data = points[point];
  Location from = locationOf.lookup(point);
  std::vector<Point> closure = closureOf(point);
  std::vector<uint32_t> own;
  for (Point part : closure)
    own.insert(own.end(), transitionsOf[part].begin(), transitionsOf[part].end());
  llvm::sort(own);
  for (uint32_t i : own) {
    ProgramTransition transition = transitions[i];
    transition.from = from;
    if (transition.to != ErrorPoint)
      transition.to = locationOf.lookup(leaderOf(transition.to));
    program.transitions.push_back(std::move(transition));
  }
  ProgramLocation location{data.name, false, false, data.range};
  for (Point part : closure)
    location.accepting |= points[part].accepting;
  auto ending = llvm::find_if(closure, [&](Point part) { return points[part].end; });
  if (ending != closure.end() && own.empty())
    location.end = true;
  else if (ending != closure.end())
    program.transitions.push_back({from, {}, locationOf.lookup(*ending), data.range, {}});
  else if (own.empty() && llvm::any_of(closure, [&](Point part) { return points[part].diverges; }))
    program.transitions.push_back({from, {}, from, data.range, {}});
  program.locations.push_back(std::move(location));
}

/// What a location without a name of its own is called: after what it does.
static std::string nameAfter(llvm::ArrayRef<ProgramTransition> transitions, const Program &program,
                             const LabelTable &labels) {
  if (transitions.empty())
    return "Stop";
  const ProgramAction &action = transitions.front().action;
  std::string name;
  auto append = [&](llvm::StringRef word) {
    size_t start = name.size();
    for (char c : word)
      name += llvm::isAlnum(c) ? c : '_';
    name[start] = llvm::toUpper(name[start]);
  };
  switch (action.kind) {
  case ActionKind::Read:
  case ActionKind::Write:
    append(labels.text(action.label));
    break;
  case ActionKind::Event:
    append(action.label == LabelTable::Tau ? "Step" : labels.text(action.label));
    break;
  case ActionKind::Assign:
    append("Set");
    append(program.variables[action.target].name);
    break;
  case ActionKind::Constraint:
    append("Test");
    break;
  }
  return llvm::isAlpha(name[0]) ? name : "S" + name;
}

void ComponentBuilder::nameLocations() {
  llvm::StringSet<> used{"STOP", "END", "ERROR"};
  std::vector<bool> named;
  for (const ProgramLocation &location : program.locations)
    named.push_back(component.isAutomaton && !location.name.empty() && used.insert(location.name).second);
  for (Location i = 0; i < program.locations.size(); ++i) {
    ProgramLocation &location = program.locations[i];
    if (named[i])
      continue;
    std::string base = location.end ? "End" : component.isAutomaton ? "" : location.name;
    if (base.empty())
      base = nameAfter(program.from(i), program, *model.labels);
    std::string separator = llvm::isDigit(base.back()) ? "_" : "";
    location.name = base;
    for (unsigned number = 2; !used.insert(location.name).second; ++number)
      location.name = base + separator + std::to_string(number);
  }
}
