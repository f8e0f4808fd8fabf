//===- ComponentElaborator.cpp - Components: declarations and actions -----===//

#include "ComponentElaborator.h"

#include "SystemFlattener.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

void ComponentElaborator::run() {
  component.isAutomaton = definition.isAutomaton;
  declareFunctions();
  if (definition.isAutomaton) {
    for (const ast::Statement *item : definition.items) {
      if (const auto *declare = dyn_cast<ast::DeclareStatement>(item))
        declareGlobal(declare->declaration);
      else if (!isa<ast::FunctionStatement>(item))
        diagnostics.error(item->range, "only declarations and functions can stand here: what '" + definition.name.name +
                                           "' does is said behind the `=`");
    }
    outermostSymbols = symbols.size();
    takeStates();
  } else {
    Flow body = block(definition.items, definition.braces, /*isOutermost=*/true);
    component.body = std::move(body.statement);
  }
  outermostSymbols = symbols.size();
  for (const ast::Statement *item : definition.items)
    if (const auto *function = dyn_cast<ast::FunctionStatement>(item))
      checkFunction(*function);
  finishAlphabet();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

const ComponentElaborator::Symbol *ComponentElaborator::findSymbol(StringRef name) const {
  for (const Symbol &symbol : reverse(symbols))
    if (symbol.name == name)
      return &symbol;
  return nullptr;
}

bool ComponentElaborator::declareSymbol(const Symbol &symbol) {
  Slot slot;
  bool good = true;
  if (const Symbol *earlier = findSymbol(symbol.name)) {
    diagnostics.error(symbol.range, "'" + symbol.name + "' is declared already; choose another name")
        .note(earlier->range, "the earlier declaration, still in scope");
    good = false;
  } else if (const Scope::Variable *index = analyzer.scope.find(symbol.name, slot)) {
    diagnostics.error(symbol.range, "'" + symbol.name + "' is declared already; choose another name")
        .note(index->range, "the earlier declaration");
    good = false;
  } else if (auto function = functions.find(symbol.name); function != functions.end()) {
    diagnostics.error(symbol.range, "'" + symbol.name + "' is a function already; choose another name")
        .note(function->second->name.range, "it is defined here");
    good = false;
  } else if (symbol.name == "true" || symbol.name == "false") {
    diagnostics.error(symbol.range, "'" + symbol.name + "' is a value, not a name");
    good = false;
  } else if (LabelId label; analyzer.model->labels->lookup(symbol.name, label)) {
    auto channel = analyzer.channelNumbers.find(label);
    if (channel != analyzer.channelNumbers.end()) {
      diagnostics.error(symbol.range, "'" + symbol.name + "' is the name of a channel; choose another name")
          .note(analyzer.model->channels[channel->second].range, "it is declared here");
      good = false;
    }
  }
  symbols.push_back(symbol);
  return good;
}

std::string ComponentElaborator::freshName(StringRef name) const {
  auto isTaken = [&](StringRef candidate) {
    return any_of(component.variables, [&](const VariableModel &v) { return v.name == candidate; });
  };
  std::string base = active.empty() ? name.str() : (active.back()->name.name + "_" + name).str();
  std::string candidate = base;
  for (unsigned i = 2; isTaken(candidate); ++i)
    candidate = base + "_" + std::to_string(i);
  return candidate;
}

/// A declaration in a function is read for each call, and means one variable.
uint32_t ComponentElaborator::addVariable(const void *declaration, const ast::Identifier &name,
                                          const std::optional<DataType> &type, bool isLocal) {
  auto [entry, isNew] = variableOf.try_emplace(declaration, static_cast<uint32_t>(component.variables.size()));
  if (isNew) {
    VariableModel variable;
    variable.name = freshName(name.name);
    variable.type = type.value_or(DataType());
    variable.range = name.range;
    variable.isLocal = isLocal;
    component.variables.push_back(std::move(variable));
  }
  declareSymbol({name.name, name.range, entry->second, nullptr, DataType(), false, !type});
  return entry->second;
}

std::optional<DataType> ComponentElaborator::declaredType(const ast::Declaration &declaration,
                                                          const ast::Declarator &item) {
  std::optional<DataType> type = analyzer.resolveType(declaration.type, typer);
  if (!type || !item.size)
    return type;
  if (type->isArray()) {
    diagnostics.error(item.size->range, "arrays of arrays are not supported");
    return std::nullopt;
  }
  std::optional<uint32_t> size = analyzer.arraySize(*item.size, typer);
  if (!size)
    return std::nullopt;
  type->size = *size;
  return type;
}

std::optional<ScalarValue> ComponentElaborator::initialValue(const ast::Expr &e, const DataType &type, StringRef name) {
  DataExprRef value = typer.typeAs(e, type.element(), "variable '" + name + "'");
  if (!value)
    return std::nullopt;
  if (!value->isConstant()) {
    diagnostics.error(e.range, "the initial value of '" + name + "' has to be a constant")
        .note(definition.isAutomaton ? "assign it in an action: `" + name + " := …`"
                                     : "assign it in a statement: `" + name + " = …;`");
    return std::nullopt;
  }
  const DynamicAPInt &number = value->constant.numerator;
  if (type.kind == DataType::Kind::Range && (number < type.low || number > type.high)) {
    diagnostics.error(e.range,
                      "the initial value of '" + name + "' is outside of its range " + toString(type.element()));
    return std::nullopt;
  }
  return value->constant;
}

std::optional<std::vector<ScalarValue>> ComponentElaborator::initialValues(const ast::Declarator &item,
                                                                           const DataType &type) {
  std::vector<ScalarValue> values;
  if (item.initial) {
    std::optional<ScalarValue> value = initialValue(*item.initial, type, item.name.name);
    if (!value)
      return std::nullopt;
    values.assign(type.isArray() ? type.size : 1, *value);
    return values;
  }
  if (item.cells.empty())
    return std::nullopt;
  if (!type.isArray()) {
    diagnostics.error(item.name.range, "'" + item.name.name + "' is no array, and has several initial values");
    return std::nullopt;
  }
  if (item.cells.size() != type.size) {
    diagnostics.error(item.cells.back()->range, "'" + item.name.name + "' has " + Twine(type.size) + " elements and " +
                                                    Twine(item.cells.size()) + " initial values");
    return std::nullopt;
  }
  for (const ast::Expr *cell : item.cells) {
    std::optional<ScalarValue> value = initialValue(*cell, type, item.name.name);
    if (value)
      values.push_back(std::move(*value));
  }
  return values.size() == type.size ? std::optional(std::move(values)) : std::nullopt;
}

void ComponentElaborator::declareGlobal(const ast::Declaration &declaration) {
  for (const ast::Declarator &item : declaration.items) {
    std::optional<DataType> type = declaredType(declaration, item);
    uint32_t number = addVariable(&item, item.name, type, false);
    if (type)
      component.variables[number].initial = initialValues(item, *type);
  }
}

void ComponentElaborator::finishAlphabet() {
  if (definition.extension) {
    unsigned errors = diagnostics.errorCount();
    const SetPattern *set = analyzer.resolve(*definition.extension);
    std::vector<LabelId> extension;
    if (diagnostics.errorCount() == errors && analyzer.evaluator.expandSet(*set, analyzer.environment, extension))
      for (LabelId label : extension) {
        auto channel = analyzer.channelNumbers.find(label);
        if (channel == analyzer.channelNumbers.end()) {
          labels.push_back(label);
        } else {
          component.reads.push_back(channel->second);
          component.writes.push_back(channel->second);
        }
      }
  }
  auto sortUnique = [](std::vector<uint32_t> &numbers) {
    sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  };
  component.alphabet = labels;
  sortUnique(component.alphabet);
  sortUnique(component.reads);
  sortUnique(component.writes);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What declares a variable that takes values of the type.
static std::string declarationOf(StringRef name, const DataType &type) {
  std::string size = type.isArray() ? "[" + std::to_string(type.size) + "]" : "";
  return "`" + toString(type.isArray() ? type.element() : type) + " " + name.str() + size + ";`";
}

void ComponentElaborator::reportUnknownName(StringRef name, SMRange range, StringRef what, const DataType *type) {
  LabelId label;
  if (analyzer.model->labels->lookup(name, label) && analyzer.channelNumbers.contains(label)) {
    diagnostics.error(range, "'" + name + "' is a channel, not a variable")
        .note("`" + name + "?x` reads from it into a variable");
    return;
  }
  if (auto function = functions.find(name); function != functions.end()) {
    diagnostics.error(range, "'" + name + "' is a function: its arguments are missing");
    return;
  }
  SmallVector<StringRef, 16> candidates;
  for (const Symbol &symbol : symbols)
    candidates.push_back(symbol.name);
  for (const Scope::Variable &variable : analyzer.scope.all())
    candidates.push_back(variable.name);
  std::string meant = Analyzer::suggestion(name, candidates);
  // A name that is misspelt is mended where it stands, one that is not declared at one place.
  if (meant.empty() && !undeclared.insert(name).second)
    return;
  Diagnostic &error = diagnostics.error(range, "no " + what + " named '" + name + "' in component '" +
                                                   definition.name.name + "'" + meant);
  for (const auto &other : analyzer.componentDefinitions) {
    if (other.second == &definition)
      continue;
    for (const ast::Statement *item : other.second->items)
      if (const auto *declare = dyn_cast<ast::DeclareStatement>(item))
        for (const ast::Declarator &declarator : declare->declaration.items)
          if (declarator.name.name == name) {
            error.note(declarator.name.range, "this one is of component '" + other.second->name.name +
                                                  "'; components share no variables, only channels");
            return;
          }
  }
  if (meant.empty())
    error.note("declare it: " + (what == "array" ? "`int " + name.str() + "[4];`, with its length"
                                                 : declarationOf(name, type ? *type : DataType())));
}

DataExprRef ComponentElaborator::name(const ast::Identifier &name) {
  if (const Symbol *symbol = findSymbol(name.name)) {
    if (symbol->isBroken)
      return nullptr;
    if (!symbol->isValue)
      return DataTyper::variable({0, symbol->variable}, component.variables[symbol->variable].type, name.range);
    return symbol->value;
  }
  bool found = false;
  DataExprRef constant = analyzer.constantNamed(name, found);
  if (!found)
    reportUnknownName(name.name, name.range, "variable");
  return constant;
}

DataExprRef ComponentElaborator::path(const ast::PathExpr &path, DataTyper &) {
  const Symbol *symbol = findSymbol(path.root.name);
  const ast::PathStep &first = path.steps.front();
  if (!symbol) {
    if (first.index) {
      reportUnknownName(path.root.name, path.root.range, "array");
    } else if (path.root.name == definition.name.name) {
      diagnostics.error(path.range, "a component writes its own variables without its name: `" + first.name.name + "`");
    } else {
      diagnostics
          .error(path.range, "component '" + definition.name.name + "' cannot use a variable of another component")
          .note("components share no variables: send the value over a channel");
    }
    return nullptr;
  }
  if (symbol->isBroken)
    return nullptr;
  const DataType type = symbol->isValue ? symbol->type : component.variables[symbol->variable].type;
  if (!first.index || path.steps.size() > 1 || !type.isArray()) {
    if (first.index && !type.isArray())
      diagnostics.error(first.range, "'" + path.root.name + "' is of type " + toString(type) + ", no array");
    else
      diagnostics.error((first.index ? path.steps[1] : first).range, "a value has no parts with names or more indices");
    return nullptr;
  }
  DataExprRef index = typer.index(*first.index, type, path.root.name);
  return index ? DataTyper::element({0, symbol->variable}, type, index, path.range) : nullptr;
}

//===----------------------------------------------------------------------===//
// What a step changes
//===----------------------------------------------------------------------===//

void ComponentElaborator::refuseOthers(const ast::LabelElement &label) {
  diagnostics
      .error(label.range, "component '" + definition.name.name + "' cannot change a variable of another component")
      .note("components share no variables: send the value over a channel");
}

std::optional<DataTarget> ComponentElaborator::place(const ast::LabelElement &label, const DataType *wanted) {
  const ast::LabelPart &first = label.parts.front();
  if (first.kind != ast::LabelPart::Kind::Name) {
    bool isNamed = first.kind == ast::LabelPart::Kind::Set && first.set->kind == ast::LabelSet::Kind::Named;
    if (isNamed && label.parts.size() > 1 && first.set->name.name == definition.name.name)
      diagnostics.error(label.range, "a component writes its own variables without its name");
    else if (isNamed && label.parts.size() > 1)
      refuseOthers(label);
    else
      diagnostics.error(label.range, "a variable is needed here");
    return std::nullopt;
  }
  const Symbol *symbol = findSymbol(first.name);
  if (!symbol) {
    bool isOthers = label.parts.size() > 1 && label.parts[1].kind == ast::LabelPart::Kind::Name;
    Slot slot;
    if (isOthers)
      diagnostics
          .error(label.range, "component '" + definition.name.name + "' cannot change a variable of another component")
          .note("components share no variables: send the value over a channel");
    else if (const Scope::Variable *index = analyzer.scope.find(first.name, slot))
      diagnostics.error(first.range, "'" + first.name + "' is an index, which cannot be changed")
          .note(index->range, "it is declared here");
    else
      reportUnknownName(first.name, first.range, label.parts.size() == 1 ? "variable" : "array", wanted);
    return std::nullopt;
  }
  if (symbol->isBroken)
    return std::nullopt;
  DataTarget target;
  target.variable = symbol->variable;
  target.range = label.range;
  const DataType &type = component.variables[symbol->variable].type;
  if (label.parts.size() == 1)
    return target;
  const ast::LabelPart &second = label.parts[1];
  bool isElement = label.parts.size() == 2 && second.kind == ast::LabelPart::Kind::Index && !second.dotBefore &&
                   second.index.kind == ast::IndexSpec::Kind::Expression && !second.index.variable;
  if (!isElement || !type.isArray()) {
    diagnostics.error(second.range, "'" + first.name + "' is of type " + toString(type) +
                                        (type.isArray() ? ": an element is written `" + first.name + "[i]`"
                                                        : ", and has no elements"));
    return std::nullopt;
  }
  target.index = typer.index(*second.index.low, type, first.name);
  return target.index ? std::optional(target) : std::nullopt;
}

DataType ComponentElaborator::typeOfPlace(const DataTarget &target) const {
  const DataType &type = component.variables[target.variable].type;
  return target.index ? type.element() : type;
}

std::string ComponentElaborator::nameOfPlace(const DataTarget &target) const {
  const VariableModel &variable = component.variables[target.variable];
  const char *start = target.range.Start.getPointer();
  std::string text(start, target.range.End.getPointer());
  return (target.index ? "'" : "variable '") + (target.index ? text : variable.name) + "'";
}

/// A constant that a range does not have: legal, and hardly meant.
void ComponentElaborator::warnOutside(const DataExprRef &value, const DataType &type) {
  if (!value || !value->isConstant() || type.kind != DataType::Kind::Range)
    return;
  const DynamicAPInt &number = value->constant.numerator;
  if (number < type.low || number > type.high)
    diagnostics.warning(value->range, "the value " + toString(value->constant, value->type) + " is outside of " +
                                          toString(type.element()) + ": this goes to ERROR");
}

std::optional<uint32_t> ComponentElaborator::channel(LabelId label, SMRange range) {
  auto channel = analyzer.channelNumbers.find(label);
  if (channel != analyzer.channelNumbers.end())
    return channel->second;
  std::string text = sourceName(analyzer.model->labels->text(label));
  SmallVector<StringRef, 16> candidates;
  for (const ChannelModel &known : analyzer.model->channels)
    candidates.push_back(known.name);
  Diagnostic &error =
      diagnostics.error(range, "no channel named '" + text + "'" + Analyzer::suggestion(text, candidates));
  std::string parts;
  for (const ChannelModel &known : analyzer.model->channels)
    if (isLabelPrefix(analyzer.model->labels->text(label), analyzer.model->labels->text(known.label)) &&
        parts.size() < 40)
      parts += (parts.empty() ? "" : ", ") + known.name;
  if (!parts.empty())
    error.note("its channels have indices: " + parts);
  else if (findSymbol(text))
    error.note("it is a variable; a channel is declared outside of components, `channel c : int;`");
  else
    error.note("a channel is declared with the type of its values: `channel " + text + " : int;`");
  return std::nullopt;
}

bool ComponentElaborator::read(uint32_t number, const ast::LabelElement &where, DataAction &action) {
  action.kind = DataAction::Kind::Read;
  action.channel = number;
  component.reads.push_back(number);
  const ChannelModel &source = analyzer.model->channels[number];
  std::optional<DataTarget> target = place(where, &source.type);
  if (!target)
    return false;
  action.target = *target;
  DataType from = source.type.valueType(), to = typeOfPlace(*target).valueType();
  bool widens = from.kind == DataType::Kind::Int && to.kind == DataType::Kind::Real && !from.isArray() && !to.isArray();
  if (from == to || widens)
    return true;
  diagnostics
      .error(where.range, "channel '" + source.name + "' carries values of type " + toString(source.type) + ", and " +
                              nameOfPlace(*target) + " is of type " + toString(typeOfPlace(*target)))
      .note(source.range, "the channel is declared here");
  return false;
}

bool ComponentElaborator::write(uint32_t number, const ast::Expr &value, DataAction &action) {
  action.kind = DataAction::Kind::Write;
  action.channel = number;
  component.writes.push_back(number);
  const ChannelModel &channel = analyzer.model->channels[number];
  action.value = typer.typeAs(value, channel.type, "channel '" + channel.name + "'");
  warnOutside(action.value, channel.type);
  return action.value != nullptr;
}

//===----------------------------------------------------------------------===//
// The automaton form
//===----------------------------------------------------------------------===//

bool ComponentElaborator::isConstraint(const ast::Expr &e) {
  return anyPart(e, [&](const ast::Expr &part) {
    const auto *name = dyn_cast<ast::NameExpr>(&part);
    Slot slot;
    if (!name)
      return isDataOnly(part);
    bool isUpper = name->name.front() >= 'A' && name->name.front() <= 'Z';
    return !isUpper && (findSymbol(name->name) || !analyzer.scope.find(name->name, slot));
  });
}

size_t ComponentElaborator::constraint(const ast::Expr &e) {
  constraints.push_back(typer.condition(e, "a constraint"));
  return constraints.size() - 1;
}

bool ComponentElaborator::checkLabel(LabelId label, const ast::LabelElement &element) {
  auto channel = analyzer.channelNumbers.find(label);
  if (channel == analyzer.channelNumbers.end()) {
    labels.push_back(label);
    return true;
  }
  const ChannelModel &found = analyzer.model->channels[channel->second];
  diagnostics.error(element.range, "'" + found.name + "' is a channel: read from it or write to it")
      .note(found.range, "it is declared here")
      .note("`" + found.name + "?x` reads into a variable, `" + found.name + "!e` writes a value");
  return false;
}

bool ComponentElaborator::communicate(LabelId label, const ast::Action &action, DataAction &result) {
  std::optional<uint32_t> number = channel(label, action.label->range);
  if (!number)
    return false;
  return action.kind == ast::Action::Kind::Read ? read(*number, *action.place, result)
                                                : write(*number, *action.value, result);
}

bool ComponentElaborator::assign(const ast::Action &action, DataAction &result) {
  result.kind = DataAction::Kind::Assign;
  std::optional<DataTarget> target = place(*action.label);
  if (!target) {
    typer.type(*action.value);
    return false;
  }
  result.target = *target;
  result.value = typer.typeAs(*action.value, typeOfPlace(*target), nameOfPlace(*target));
  warnOutside(result.value, typeOfPlace(*target));
  return result.value != nullptr;
}

bool ComponentElaborator::isData(const ast::Expr &e) {
  const auto *name = dyn_cast<ast::NameExpr>(&e);
  return name && findSymbol(name->name) ? true : isDataOnly(e);
}

void ComponentElaborator::takeStates() {
  for (State &state : build(definition.locals)) {
    ComponentState &result = component.states.emplace_back();
    result.name = std::move(state.name);
    result.range = state.range;
    result.accepting = state.accepting;
    result.isEnd = state.isEnd;
    for (Transition &transition : state.transitions) {
      if (transition.action.isElse) {
        DataExprRef other;
        for (size_t number : transition.siblings)
          if (DataExprRef sibling = constraints[number])
            other = other ? typer.binary(ast::BinaryOperator::Or, sibling->range, other, sibling) : sibling;
        transition.action.value = other ? DataTyper::negation(other) : nullptr;
      } else if (transition.isConstraint) {
        transition.action.value = constraints[transition.number];
      }
      result.transitions.push_back({std::move(transition.action), transition.target});
    }
  }
}

} // namespace tenon
