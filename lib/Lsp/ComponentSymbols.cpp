//===- ComponentSymbols.cpp - The names of components ---------------------===//

#include "SymbolCollector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::lsp {

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void SymbolCollector::declareChannels(const ast::ChannelDefinition &definition) {
  for (const ast::LabelElement *label : definition.names)
    for (const ast::LabelPart &part : label->parts)
      if (part.kind == ast::LabelPart::Kind::Name) {
        Symbol &symbol = table.all[action(part.name)];
        if (symbol.kind == SymbolKind::Channel)
          continue;
        symbol.kind = SymbolKind::Channel;
        symbol.definition = part.range;
        symbol.extent = definition.range;
      }
}

/// What properties can speak about: the variables that are declared outside of blocks, and those of functions.
void SymbolCollector::declareComponent(const ast::ComponentDefinition &definition) {
  SymbolId component = define(processes, SymbolKind::Component, definition.name, definition.range);
  if (members.contains(component))
    return;
  members[component];
  owner = component;
  declareVariables(component, definition.items);
  owner.reset();
}

void SymbolCollector::declareVariables(SymbolId component, ArrayRef<const ast::Statement *> items) {
  for (const ast::Statement *item : items) {
    if (const auto *declare = dyn_cast<ast::DeclareStatement>(item))
      declareVariables(component, declare->declaration);
    else if (const auto *function = dyn_cast<ast::FunctionStatement>(item))
      define(members[component], SymbolKind::Function, function->name, function->range);
  }
}

void SymbolCollector::declareVariables(SymbolId component, const ast::Declaration &declaration) {
  for (const ast::Declarator &item : declaration.items)
    define(members[component], SymbolKind::DataVariable, item.name, declaration.range);
}

void SymbolCollector::noteInstances(const ast::CompositeBody *body, ArrayRef<StringRef> prefixes) {
  if (!body)
    return;
  std::vector<StringRef> all(prefixes);
  auto add = [&](const ast::Decoration &decoration) {
    for (const ast::LabelElement *label : {decoration.prefix, decoration.share})
      if (label)
        for (const ast::LabelPart &part : label->parts)
          if (part.kind == ast::LabelPart::Kind::Name)
            all.push_back(part.name);
  };
  if (const auto *conditional = dyn_cast<ast::CompositeIf>(body)) {
    for (const ast::CompositeIf::Branch &branch : conditional->branches)
      noteInstances(branch.body, all);
    noteInstances(conditional->otherwise, all);
  } else if (const auto *forall = dyn_cast<ast::CompositeForall>(body)) {
    noteInstances(forall->body, all);
  } else if (const auto *parallel = dyn_cast<ast::CompositeParallel>(body)) {
    add(parallel->decoration);
    for (const ast::CompositeBody *operand : parallel->operands)
      noteInstances(operand, all);
  } else {
    const auto &instance = *cast<ast::CompositeInstance>(body);
    add(instance.decoration);
    if (auto entry = processes.find(instance.name.name); entry != processes.end())
      for (StringRef prefix : all)
        instances[prefix].push_back(entry->second);
  }
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

std::optional<SymbolId> SymbolCollector::variableOf(SymbolId component, StringRef name) const {
  auto names = members.find(component);
  if (names == members.end())
    return std::nullopt;
  auto entry = names->second.find(name);
  return entry == names->second.end() ? std::nullopt : std::optional<SymbolId>(entry->second);
}

/// `a[i]` within a component; `Client.pw`, `c[1].pw` in a property: the last name is a variable, those before it say
/// whose.
void SymbolCollector::path(const ast::PathExpr &path) {
  for (const ast::PathStep &step : path.steps)
    visit(step.index);
  std::vector<ast::Identifier> names = {path.root};
  for (const ast::PathStep &step : path.steps)
    if (!step.name.name.empty())
      names.push_back(step.name);
  if (const SymbolId *variable = inScope(path.root.name); variable && names.size() == 1)
    return use(path.root, *variable);
  std::vector<SymbolId> candidates;
  for (const ast::Identifier &name : ArrayRef(names).drop_back()) {
    if (auto entry = processes.find(name.name); entry != processes.end()) {
      use(name, entry->second);
      candidates = {entry->second};
    } else if (candidates.size() == 1 && variableOf(candidates.front(), name.name)) {
      use(name, *variableOf(candidates.front(), name.name)); // A function.
    } else {
      useAction(name.name, name.range);
      if (candidates.empty())
        candidates = instances.lookup(name.name);
    }
  }
  for (SymbolId component : candidates)
    if (std::optional<SymbolId> variable = variableOf(component, names.back().name))
      return use(names.back(), *variable);
}

void SymbolCollector::place(const ast::LabelElement *label) {
  if (!label)
    return;
  bool isFirst = true;
  for (const ast::LabelPart &part : label->parts) {
    const SymbolId *variable = isFirst && part.kind == ast::LabelPart::Kind::Name ? inScope(part.name) : nullptr;
    isFirst = false;
    if (variable)
      use({part.name, part.range}, *variable);
    else if (part.kind == ast::LabelPart::Kind::Index)
      visit(part.index);
  }
}

void SymbolCollector::visit(const ast::TypeName &type) {
  visit(type.width);
  if (type.kind == ast::TypeName::Kind::Named)
    useFirst(type.name, {&ranges, &sets, &constants});
  visit(type.low);
  visit(type.high);
  visit(type.size);
}

void SymbolCollector::declaration(const ast::Declaration &declaration) {
  visit(declaration.type);
  for (const ast::Declarator &item : declaration.items) {
    visit(item.size);
    visit(item.initial);
    expressions(item.cells);
    // Those outside of blocks are known already.
    std::optional<SymbolId> member = owner ? variableOf(*owner, item.name.name) : std::nullopt;
    if (member && table.all[*member].definition.Start == item.name.range.Start)
      scope.push_back({item.name.name, *member});
    else
      bind(SymbolKind::DataVariable, item.name, declaration.range);
  }
}

void SymbolCollector::visitComponent(const ast::ComponentDefinition &definition) {
  owner = processes.lookup(definition.name.name);
  parameters(definition.parameters);
  for (const ast::Statement *item : definition.items)
    visit(item);
  locals(*owner, definition.locals);
  visit(definition.extension);
}

void SymbolCollector::visitFunction(const ast::FunctionStatement &function) {
  Region region(*this);
  size_t first = table.all.size();
  visit(function.result);
  for (const ast::Formal &formal : function.formals) {
    visit(formal.type);
    bind(SymbolKind::DataVariable, formal.name, {formal.type.range.Start, formal.name.range.End});
  }
  visit(function.body);
  if (!owner)
    return;
  // Properties call them `f.x`; the names of the members of a component have no dots otherwise.
  for (size_t i = first; i < table.all.size(); ++i)
    if (table.all[i].kind == SymbolKind::DataVariable)
      members[*owner].try_emplace((function.name.name + "." + table.all[i].name).str(), static_cast<SymbolId>(i));
}

void SymbolCollector::visitLoop(const ast::LoopStatement &loop) {
  Region region(*this);
  if (loop.declaration)
    declaration(*loop.declaration);
  if (loop.initial)
    visit(*loop.initial);
  visit(loop.condition);
  if (loop.step)
    visit(*loop.step);
  visit(loop.body);
}

void SymbolCollector::visit(const ast::Statement *statement) {
  if (!statement)
    return;
  if (const auto *block = dyn_cast<ast::BlockStatement>(statement)) {
    Region region(*this);
    for (const ast::Statement *item : block->items)
      visit(item);
  } else if (const auto *function = dyn_cast<ast::FunctionStatement>(statement)) {
    visitFunction(*function);
  } else if (const auto *declare = dyn_cast<ast::DeclareStatement>(statement)) {
    declaration(declare->declaration);
  } else if (const auto *conditional = dyn_cast<ast::IfStatement>(statement)) {
    for (const ast::IfStatement::Branch &branch : conditional->branches) {
      visit(branch.condition);
      visit(branch.body);
    }
    visit(conditional->otherwise);
  } else if (const auto *loop = dyn_cast<ast::LoopStatement>(statement)) {
    visitLoop(*loop);
  } else if (const auto *select = dyn_cast<ast::SelectStatement>(statement)) {
    for (ArrayRef<const ast::Statement *> branch : select->branches) {
      Region region(*this);
      for (const ast::Statement *item : branch)
        visit(item);
    }
  } else if (const auto *result = dyn_cast<ast::ReturnStatement>(statement)) {
    visit(result->value);
  } else if (const auto *claim = dyn_cast<ast::ClaimStatement>(statement)) {
    visit(claim->condition);
  } else if (const auto *step = dyn_cast<ast::StepStatement>(statement)) {
    visit(step->step);
  }
}

void SymbolCollector::visit(const ast::SimpleStatement &step) {
  using Kind = ast::SimpleStatement::Kind;
  switch (step.kind) {
  case Kind::Label:
  case Kind::Read:
  case Kind::Write:
    visit(step.target);
    break;
  case Kind::Assign:
  case Kind::Step:
    place(step.target);
    break;
  case Kind::Call:
    if (owner && step.target && !step.target->parts.empty())
      if (std::optional<SymbolId> function = variableOf(*owner, step.target->parts.front().name))
        use({step.target->parts.front().name, step.target->parts.front().range}, *function);
    break;
  }
  place(step.place);
  visit(step.value);
  expressions(step.arguments);
}

} // namespace tenon::lsp
