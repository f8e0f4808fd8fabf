//===- SymbolCollector.cpp - A walk over a model for its names ------------===//

#include "SymbolCollector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::lsp {

static bool isUpper(StringRef name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

SymbolTable collectSymbols(const std::deque<ast::SourceFile> &files) {
  return SymbolCollector().run(files);
}

SymbolTable SymbolCollector::run(const std::deque<ast::SourceFile> &files) {
  for (const ast::SourceFile &file : files)
    for (const ast::Definition *definition : file.definitions)
      declare(*definition);
  for (const ast::SourceFile &file : files)
    for (const ast::Definition *definition : file.definitions)
      if (const auto *composite = dyn_cast<ast::CompositeDefinition>(definition))
        noteInstances(composite->body, {});
  for (const ast::SourceFile &file : files)
    for (const ast::Definition *definition : file.definitions) {
      owner.reset();
      Region region(*this);
      visit(*definition);
    }
  table.sort();
  return std::move(table);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A second definition of a name is an error, and belongs to the first.
SymbolId SymbolCollector::define(Names &names, SymbolKind kind, const ast::Identifier &name, SMRange extent) {
  auto [entry, isNew] = names.try_emplace(name.name, static_cast<SymbolId>(table.all.size()));
  if (isNew)
    table.all.push_back({kind, name.name, name.range, extent, owner, false});
  use(name, entry->second, /*isDefinition=*/true);
  return entry->second;
}

void SymbolCollector::use(const ast::Identifier &name, SymbolId symbol, bool isDefinition) {
  if (name.range.isValid() && !name.name.empty())
    table.uses.push_back({name.range, symbol, isDefinition});
}

bool SymbolCollector::useFirst(const ast::Identifier &name, std::initializer_list<const Names *> tables) {
  for (const Names *names : tables)
    if (auto entry = names->find(name.name); entry != names->end()) {
      use(name, entry->second);
      return true;
    }
  return false;
}

SymbolId SymbolCollector::action(StringRef name) {
  auto [entry, isNew] = actions.try_emplace(name, static_cast<SymbolId>(table.all.size()));
  if (isNew)
    table.all.push_back({SymbolKind::Action, name, {}, {}, std::nullopt, false});
  return entry->second;
}

void SymbolCollector::useAction(StringRef name, SMRange range) {
  use({name, range}, action(name));
}

void SymbolCollector::bind(SymbolKind kind, const ast::Identifier &name, SMRange extent) {
  auto symbol = static_cast<SymbolId>(table.all.size());
  table.all.push_back({kind, name.name, name.range, extent, owner, false});
  use(name, symbol, /*isDefinition=*/true);
  scope.push_back({name.name, symbol});
}

const SymbolId *SymbolCollector::inScope(StringRef name) const {
  for (const Scoped &scoped : reverse(scope))
    if (scoped.name == name)
      return &scoped.symbol;
  return nullptr;
}

void SymbolCollector::declare(const ast::Definition &definition) {
  auto enter = [&](Names &names, SymbolKind kind) { define(names, kind, definition.name, definition.range); };
  switch (definition.kind()) {
  case ast::Definition::Kind::Const:
    return enter(constants, SymbolKind::Constant);
  case ast::Definition::Kind::Range:
    return enter(ranges, SymbolKind::Range);
  case ast::Definition::Kind::Set:
    return enter(sets, SymbolKind::Set);
  case ast::Definition::Kind::Process: {
    const ast::Modifiers &modifiers = cast<ast::ProcessDefinition>(definition).modifiers;
    return enter(processes, modifiers.property || modifiers.observer ? SymbolKind::Property : SymbolKind::Process);
  }
  case ast::Definition::Kind::Composite:
    return enter(composites, cast<ast::CompositeDefinition>(definition).modifiers.property ? SymbolKind::Property
                                                                                           : SymbolKind::Composite);
  case ast::Definition::Kind::Progress:
    return enter(progress, SymbolKind::Progress);
  case ast::Definition::Kind::Menu:
  case ast::Definition::Kind::Animation:
    return enter(menus, SymbolKind::Menu);
  case ast::Definition::Kind::Fluent:
    return enter(fluents, SymbolKind::Fluent);
  case ast::Definition::Kind::Formula:
    return enter(formulas, SymbolKind::Assertion);
  case ast::Definition::Kind::Import:
    return enter(processes, SymbolKind::Import);
  case ast::Definition::Kind::Component:
    return declareComponent(cast<ast::ComponentDefinition>(definition));
  case ast::Definition::Kind::Channel:
    return declareChannels(cast<ast::ChannelDefinition>(definition));
  case ast::Definition::Kind::Include:
  case ast::Definition::Kind::Goal:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

void SymbolCollector::visit(const ast::Definition &definition) {
  if (const auto *constant = dyn_cast<ast::ConstDefinition>(&definition)) {
    visit(constant->value);
  } else if (const auto *range = dyn_cast<ast::RangeDefinition>(&definition)) {
    visit(range->low);
    visit(range->high);
  } else if (const auto *set = dyn_cast<ast::SetDefinition>(&definition)) {
    visit(set->value);
  } else if (const auto *process = dyn_cast<ast::ProcessDefinition>(&definition)) {
    visitProcess(*process);
  } else if (const auto *composite = dyn_cast<ast::CompositeDefinition>(&definition)) {
    visitComposite(*composite);
  } else if (const auto *test = dyn_cast<ast::ProgressDefinition>(&definition)) {
    owner = progress.lookup(test->name.name);
    indices(test->indices);
    visit(test->condition);
    visit(test->labels);
  } else if (const auto *menu = dyn_cast<ast::MenuDefinition>(&definition)) {
    visit(menu->labels);
  } else if (const auto *animation = dyn_cast<ast::AnimationDefinition>(&definition)) {
    if (animation->target)
      useFirst(*animation->target, {&processes, &composites});
    for (const ast::AnimationDefinition::Part &part : animation->parts) {
      useFirst(part.name, {&menus});
      visit(part.relabels);
    }
    visit(animation->actions);
    visit(animation->controls);
  } else if (const auto *fluent = dyn_cast<ast::FluentDefinition>(&definition)) {
    owner = fluents.lookup(fluent->name.name);
    indices(fluent->indices);
    for (const ast::LabelElement *label : {fluent->starting, fluent->ending}) {
      Region region(*this);
      visit(label);
    }
    visit(fluent->initially);
  } else if (const auto *formula = dyn_cast<ast::FormulaDefinition>(&definition)) {
    visitFormulaDefinition(*formula);
  } else if (const auto *goal = dyn_cast<ast::GoalDefinition>(&definition)) {
    visitGoal(*goal);
  } else if (const auto *component = dyn_cast<ast::ComponentDefinition>(&definition)) {
    visitComponent(*component);
  } else if (const auto *channel = dyn_cast<ast::ChannelDefinition>(&definition)) {
    for (const ast::LabelElement *label : channel->names) {
      Region region(*this);
      visit(label);
    }
    visit(channel->type);
  }
}

/// Defaults see constants only.
void SymbolCollector::parameters(ArrayRef<ast::Parameter> items) {
  for (const ast::Parameter &parameter : items)
    visit(parameter.defaultValue);
  for (const ast::Parameter &parameter : items) {
    SMLoc end = parameter.defaultValue ? parameter.defaultValue->range.End : parameter.name.range.End;
    bind(SymbolKind::Parameter, parameter.name, {parameter.name.range.Start, end});
  }
}

void SymbolCollector::locals(SymbolId definition, ArrayRef<ast::LocalProcess> items) {
  localNames.clear();
  if (items.empty())
    return;
  localNames[items.front().name.name] = definition;
  use(items.front().name, definition, /*isDefinition=*/true);
  for (const ast::LocalProcess &local : items.drop_front())
    define(localNames, SymbolKind::LocalProcess, local.name, local.range);
  for (const ast::LocalProcess &local : items) {
    Region region(*this);
    indices(local.indices);
    visit(local.body);
  }
}

void SymbolCollector::visitProcess(const ast::ProcessDefinition &definition) {
  owner = processes.lookup(definition.name.name);
  parameters(definition.parameters);
  locals(*owner, definition.locals);
  Region region(*this);
  visit(definition.extension);
  visit(definition.relabels);
  if (definition.hiding)
    visit(definition.hiding->set);
}

void SymbolCollector::visitComposite(const ast::CompositeDefinition &definition) {
  owner = composites.lookup(definition.name.name);
  parameters(definition.parameters);
  visit(definition.body);
  if (definition.priority)
    visit(definition.priority->set);
  if (definition.hiding)
    visit(definition.hiding->set);
}

void SymbolCollector::visitFormulaDefinition(const ast::FormulaDefinition &definition) {
  owner = formulas.lookup(definition.name.name);
  parameters(definition.parameters);
  visit(definition.formula);
  visit(definition.extension);
}

void SymbolCollector::visitGoal(const ast::GoalDefinition &definition) {
  useFirst(definition.subject, {&processes, &composites});
  useFirst(definition.system, {&processes, &composites});
  useFirst(definition.property, {&processes, &composites, &formulas, &progress});
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void SymbolCollector::visit(const ast::ProcessBody *body) {
  if (!body)
    return;
  if (const auto *reference = dyn_cast<ast::ReferenceBody>(body)) {
    for (const ast::SequentialCall &call : reference->calls) {
      useFirst(call.name, {&processes, &composites, &localNames});
      expressions(call.arguments);
    }
    useFirst(reference->target, {&localNames, &processes, &composites});
    expressions(reference->indices);
  } else if (const auto *conditional = dyn_cast<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : conditional->branches) {
      visit(branch.condition);
      visit(branch.body);
    }
    visit(conditional->otherwise);
  } else {
    for (const ast::Alternative *alternative : cast<ast::ChoiceBody>(body)->alternatives) {
      Region region(*this);
      visit(alternative->guard);
      for (const ast::Action *action : alternative->actions)
        visit(*action);
      visit(alternative->body);
    }
  }
}

void SymbolCollector::visit(const ast::Action &action) {
  if (action.kind == ast::Action::Kind::Assign)
    place(action.label);
  else
    visit(action.label);
  place(action.place);
  visit(action.value);
}

void SymbolCollector::decoration(const ast::Decoration &decoration) {
  visit(decoration.share);
  visit(decoration.prefix);
}

/// Prefix variables are visible in the operand, not in the relabelling that follows.
void SymbolCollector::visit(const ast::CompositeBody *body) {
  if (!body)
    return;
  if (const auto *conditional = dyn_cast<ast::CompositeIf>(body)) {
    for (const ast::CompositeIf::Branch &branch : conditional->branches) {
      visit(branch.condition);
      visit(branch.body);
    }
    visit(conditional->otherwise);
  } else if (const auto *forall = dyn_cast<ast::CompositeForall>(body)) {
    Region region(*this);
    indices(forall->indices);
    visit(forall->body);
  } else if (const auto *parallel = dyn_cast<ast::CompositeParallel>(body)) {
    {
      Region region(*this);
      decoration(parallel->decoration);
      for (const ast::CompositeBody *operand : parallel->operands)
        visit(operand);
    }
    visit(parallel->decoration.relabels);
  } else {
    const auto &instance = *cast<ast::CompositeInstance>(body);
    {
      Region region(*this);
      decoration(instance.decoration);
      useFirst(instance.name, {&processes, &formulas, &composites});
      expressions(instance.arguments);
    }
    visit(instance.decoration.relabels);
  }
}

void SymbolCollector::visit(const ast::FormulaNode *formula) {
  if (!formula)
    return;
  if (const auto *unary = dyn_cast<ast::UnaryFormula>(formula)) {
    visit(unary->operand);
  } else if (const auto *binary = dyn_cast<ast::BinaryFormula>(formula)) {
    visit(binary->lhs);
    visit(binary->rhs);
  } else if (const auto *quantifier = dyn_cast<ast::QuantifierFormula>(formula)) {
    Region region(*this);
    indices(quantifier->indices);
    visit(quantifier->operand);
  } else if (const auto *rigid = dyn_cast<ast::RigidFormula>(formula)) {
    visit(rigid->value);
  } else if (const auto *name = dyn_cast<ast::NameFormula>(formula)) {
    Region region(*this);
    useFirst(name->name, {&fluents, &formulas});
    indices(name->indices);
    expressions(name->arguments);
  } else if (const auto *action = dyn_cast<ast::ActionFormula>(formula)) {
    Region region(*this);
    visit(action->label);
  } else {
    visit(cast<ast::ParenFormula>(formula)->inner);
  }
}

//===----------------------------------------------------------------------===//
// Expressions and labels
//===----------------------------------------------------------------------===//

void SymbolCollector::expressions(ArrayRef<const ast::Expr *> items) {
  for (const ast::Expr *item : items)
    visit(item);
}

/// As an index, a set or a range goes before a parameter of the same name.
void SymbolCollector::name(const ast::NameExpr &expr, bool isIndex) {
  ast::Identifier name{expr.name, expr.range};
  if (isIndex && isUpper(expr.name) && useFirst(name, {&sets, &ranges}))
    return;
  if (const SymbolId *variable = inScope(expr.name))
    return use(name, *variable);
  if (isUpper(expr.name))
    useFirst(name, {&constants, &ranges, &sets});
}

void SymbolCollector::visit(const ast::Expr *expr) {
  if (!expr)
    return;
  if (const auto *reference = dyn_cast<ast::NameExpr>(expr)) {
    name(*reference, /*isIndex=*/false);
  } else if (const auto *label = dyn_cast<ast::LabelConstantExpr>(expr)) {
    Region region(*this);
    visit(label->label);
  } else if (const auto *size = dyn_cast<ast::SetSizeExpr>(expr)) {
    visit(size->set);
  } else if (const auto *element = dyn_cast<ast::SetElementExpr>(expr)) {
    visit(element->set);
    visit(element->position);
  } else if (const auto *unary = dyn_cast<ast::UnaryExpr>(expr)) {
    visit(unary->operand);
  } else if (const auto *binary = dyn_cast<ast::BinaryExpr>(expr)) {
    visit(binary->lhs);
    visit(binary->rhs);
  } else if (const auto *paren = dyn_cast<ast::ParenExpr>(expr)) {
    visit(paren->inner);
  } else if (const auto *dotted = dyn_cast<ast::PathExpr>(expr)) {
    path(*dotted);
  } else if (const auto *call = dyn_cast<ast::CallExpr>(expr)) {
    if (owner && members.contains(*owner))
      useFirst(call->callee, {&members[*owner]});
    visit(call->width);
    expressions(call->arguments);
  } else if (const auto *conditional = dyn_cast<ast::ConditionalExpr>(expr)) {
    visit(conditional->condition);
    visit(conditional->whenTrue);
    visit(conditional->whenFalse);
  }
}

void SymbolCollector::visit(const ast::LabelElement *label) {
  if (!label)
    return;
  for (const ast::LabelPart &part : label->parts) {
    if (part.kind == ast::LabelPart::Kind::Name)
      useAction(part.name, part.range);
    else if (part.kind == ast::LabelPart::Kind::Set)
      visit(part.set);
    else
      visit(part.index);
  }
}

void SymbolCollector::visit(const ast::LabelSet *set) {
  if (!set)
    return;
  if (set->kind == ast::LabelSet::Kind::Named) {
    useFirst(set->name, {&sets, &ranges});
  } else if (set->kind == ast::LabelSet::Kind::Explicit) {
    for (const ast::LabelElement *element : set->elements) {
      Region region(*this);
      visit(element);
    }
  } else {
    visit(set->left);
    visit(set->right);
  }
}

void SymbolCollector::visit(const ast::IndexSpec &index) {
  if (const auto *reference = dyn_cast_or_null<ast::NameExpr>(index.low);
      reference && index.kind == ast::IndexSpec::Kind::Expression)
    name(*reference, /*isIndex=*/true);
  else
    visit(index.low);
  visit(index.high);
  visit(index.set);
  if (index.variable)
    bind(SymbolKind::Variable, *index.variable, index.range);
}

void SymbolCollector::indices(ArrayRef<ast::IndexSpec> items) {
  for (const ast::IndexSpec &index : items)
    visit(index);
}

void SymbolCollector::visit(ArrayRef<const ast::RelabelClause *> clauses) {
  for (const ast::RelabelClause *clause : clauses) {
    Region region(*this);
    indices(clause->indices);
    visit(clause->clauses);
    visit(clause->newLabel);
    visit(clause->oldLabel);
  }
}

} // namespace tenon::lsp
