//===- AstBuilder.cpp - ANTLR's rule contexts to the AST: definitions -----===//

#include "AstBuilder.h"

namespace tenon {

using namespace ast;

const Definition *AstBuilder::definition(P::DefinitionContext *rule) {
  depth = 0;
  depthReported = false;
  dialect = Dialect::Fsp;
  if (rule->modelDef)
    return modelDefinition(rule->modelDef);
  if (rule->constDef)
    return constDefinition(rule->constDef);
  if (rule->rangeDef)
    return rangeDefinition(rule->rangeDef);
  if (rule->setDef)
    return setDefinition(rule->setDef);
  if (rule->progressDef)
    return progressDefinition(rule->progressDef);
  if (rule->menuDef)
    return context.create<MenuDefinition>(range(rule), identifier(rule->menuDef->name), label(rule->menuDef->labels));
  if (rule->animationDef)
    return animationDefinition(rule->animationDef);
  if (rule->fluentDef)
    return fluentDefinition(rule->fluentDef);
  if (rule->formulaDef)
    return formulaDefinition(rule->formulaDef);
  if (rule->goalDef)
    return goalDefinition(rule->goalDef);
  if (rule->channelDef)
    return channelDefinition(rule->channelDef);
  if (rule->componentDef)
    return componentDefinition(rule->componentDef);
  auto path = [&](antlr4::Token *t) {
    return Identifier{tokens.spelling(token(t)).drop_front().drop_back(), range(t)};
  };
  if (rule->includeDef)
    return context.create<IncludeDefinition>(range(rule), path(rule->includeDef->path));
  return context.create<ImportDefinition>(range(rule), identifier(rule->importDef->name), path(rule->importDef->path));
}

const Definition *AstBuilder::constDefinition(P::ConstDefinitionContext *rule) {
  return context.create<ConstDefinition>(range(rule), identifier(rule->name), expr(rule->value));
}

const Definition *AstBuilder::rangeDefinition(P::RangeDefinitionContext *rule) {
  const Expr *low = expr(rule->low);
  return context.create<RangeDefinition>(range(rule), identifier(rule->name), low, expr(rule->high));
}

const Definition *AstBuilder::setDefinition(P::SetDefinitionContext *rule) {
  return context.create<SetDefinition>(range(rule), identifier(rule->name), braces(rule->value));
}

const Definition *AstBuilder::modelDefinition(P::ModelDefinitionContext *rule) {
  bool isObserver = rule->property && token(rule->property).type == TokenType::Observer;
  Modifiers modifiers{rule->deterministic != nullptr, rule->minimal != nullptr, rule->compose != nullptr,
                      rule->property && !isObserver, isObserver};
  if (rule->property)
    dialect = Dialect::Property;
  return rule->process ? process(rule->process, modifiers, range(rule))
                       : composite(rule->composite, modifiers, range(rule));
}

const Definition *AstBuilder::progressDefinition(P::ProgressDefinitionContext *rule) {
  auto *definition = context.create<ProgressDefinition>(range(rule), identifier(rule->name));
  definition->indices = indexSpecs(rule->indices);
  if (rule->condition)
    definition->condition = label(rule->condition);
  definition->labels = label(rule->labels);
  return definition;
}

const Definition *AstBuilder::animationDefinition(P::AnimationDefinitionContext *rule) {
  auto *definition = context.create<AnimationDefinition>(range(rule), identifier(rule->name));
  definition->file = {tokens.spelling(token(rule->path)).drop_front().drop_back(), range(rule->path)};
  if (rule->target)
    definition->target = identifier(rule->target);
  definition->hasParts = rule->open != nullptr;
  std::vector<AnimationDefinition::Part> parts;
  for (P::AnimationPartContext *part : rule->parts)
    parts.push_back({identifier(part->name), relabelClauses(part->renaming ? part->renaming->clauses : nullptr),
                     part->renaming != nullptr});
  definition->parts = context.copy(parts);
  definition->hasActions = rule->actions != nullptr;
  definition->actions = relabelClauses(rule->actions);
  definition->hasControls = rule->controls != nullptr;
  definition->controls = relabelClauses(rule->controls);
  return definition;
}

const Definition *AstBuilder::fluentDefinition(P::FluentDefinitionContext *rule) {
  auto *definition = context.create<FluentDefinition>(range(rule), identifier(rule->name));
  definition->indices = indexSpecs(rule->indices);
  definition->starting = label(rule->starting);
  definition->ending = label(rule->ending);
  if (rule->initially)
    definition->initially = expr(rule->initially);
  return definition;
}

const Definition *AstBuilder::formulaDefinition(P::FormulaDefinitionContext *rule) {
  auto *definition = context.create<FormulaDefinition>(range(rule), identifier(rule->name));
  definition->constraint = token(rule->kind).type == TokenType::Constraint;
  definition->parameters = parameters(rule->params);
  definition->formula = formula(rule->content);
  if (rule->extension)
    definition->extension = set(rule->extension);
  return definition;
}

const Definition *AstBuilder::goalDefinition(P::GoalDefinitionContext *rule) {
  using GoalKind = GoalDefinition::GoalKind;
  GoalKind kind = GoalKind::DeadlockFree;
  switch (token(rule->start).type) {
  case TokenType::Interface:
    kind = GoalKind::Interface;
    break;
  case TokenType::Repair:
    kind = GoalKind::Repair;
    break;
  default:
    if (rule->relation)
      kind = token(rule->relation).type == TokenType::Satisfies ? GoalKind::Satisfies
             : token(rule->relation).type == TokenType::Refines ? GoalKind::Refines
                                                                : GoalKind::Simulates;
  }
  auto *definition = context.create<GoalDefinition>(range(rule), kind);
  definition->subject = identifier(rule->subject);
  if (rule->system)
    definition->system = identifier(rule->system);
  if (rule->property)
    definition->property = identifier(rule->property);
  if (rule->how) {
    std::string name; // Its tokens may stand apart.
    for (const antlr4::Token *part : rule->how->parts)
      name += tokens.spelling(token(part));
    definition->method = Identifier{context.copy(llvm::StringRef(name)), range(rule->how)};
  }
  if (rule->expectation)
    definition->expectation = token(rule->expectation).type == TokenType::Holds ? GoalDefinition::Expectation::Holds
                                                                                : GoalDefinition::Expectation::Violated;
  return definition;
}

llvm::ArrayRef<Parameter> AstBuilder::parameters(P::ParametersContext *rule) {
  if (!rule)
    return {};
  std::vector<Parameter> result;
  for (P::ParameterContext *item : rule->items)
    result.push_back({identifier(item->name), expr(item->value)});
  return context.copy(result);
}

std::optional<HidingClause> AstBuilder::hiding(P::HidingContext *rule) {
  if (!rule)
    return std::nullopt;
  return HidingClause{range(rule), token(rule->kind).type == TokenType::At, set(rule->labels)};
}

} // namespace tenon
