//===- CStatements.cpp - Statements of C ----------------------------------===//

#include "CAstBuilder.h"

namespace tenon {

using namespace ast;
using Kind = CStmt::Kind;

CStmt *CAstBuilder::make(Kind kind, const Rule *rule) {
  auto *node = context.create<CStmt>();
  node->kind = kind;
  node->range = range(rule);
  return node;
}

const CStmt *CAstBuilder::block(P::BlockContext *rule) {
  CStmt *node = make(Kind::Block, rule);
  std::vector<const CStmt *> items;
  for (P::StatementContext *item : rule->items)
    items.push_back(statement(item));
  node->items = context.copy(items);
  return node;
}

const CStmt *CAstBuilder::ifStatement(P::StatementContext *rule) {
  const CStmt *otherwise = rule->otherwise ? statement(rule->otherwise) : nullptr;
  // From the last `else if` to the first, though conditions are read in order.
  std::vector<CStmt *> branches;
  for (size_t i = 0; i < rule->conditions.size(); ++i) {
    CStmt *branch = make(Kind::If, rule->inner[i]);
    branch->range.Start = range(rule->conditions[i]).Start;
    branch->expr = expression(rule->conditions[i]);
    branch->first = statement(rule->inner[i]);
    branches.push_back(branch);
  }
  for (size_t i = 0; i < branches.size(); ++i)
    branches[i]->second = i + 1 < branches.size() ? branches[i + 1] : otherwise;
  branches.front()->range = range(rule);
  return branches.front();
}

const CStmt *CAstBuilder::loop(P::StatementContext *rule, size_t word) {
  CStmt *node = make(word == CTokenType::While ? Kind::While
                     : word == CTokenType::Do  ? Kind::DoWhile
                                               : Kind::For,
                     rule);
  if (rule->declares)
    node->declaration = declaration(rule->declares);
  if (rule->initial)
    node->initial = expression(rule->initial);
  if (rule->condition)
    node->expr = expression(rule->condition);
  if (rule->step)
    node->step = expression(rule->step);
  bool outer = std::exchange(inSwitch, false);
  node->first = statement(rule->content);
  inSwitch = outer;
  return node;
}

const CStmt *CAstBuilder::switchStatement(P::StatementContext *rule) {
  refuse(span(rule->kind).range, "`switch` is").note("write `if … else if …`");
  expression(rule->condition);
  bool outer = std::exchange(inSwitch, true);
  const CStmt *result = statement(rule->content);
  inSwitch = outer;
  return result;
}

const CStmt *CAstBuilder::statement(P::StatementContext *rule) {
  if (rule->compound)
    return block(rule->compound);
  size_t word = rule->kind ? token(rule->kind).type : 0;
  switch (word) {
  case CTokenType::If:
    return ifStatement(rule);
  case CTokenType::While:
  case CTokenType::Do:
  case CTokenType::For:
    return loop(rule, word);
  case CTokenType::Switch:
    return switchStatement(rule);
  case CTokenType::Case:
  case CTokenType::Default:
    return make(Kind::Empty, rule); // Its `switch` has been reported.
  case CTokenType::Goto:
    refuse(span(rule->kind), "`goto` is");
    return make(Kind::Empty, rule);
  case CTokenType::Break:
    return make(inSwitch ? Kind::Empty : Kind::Break, rule);
  case CTokenType::Continue:
    return make(Kind::Continue, rule);
  case CTokenType::Return: {
    CStmt *node = make(Kind::Return, rule);
    if (rule->value2)
      node->expr = expression(rule->value2);
    return node;
  }
  default:
    break;
  }
  if (rule->declares) {
    CDeclaration declared = declaration(rule->declares);
    CStmt *node = make(Kind::Declare, rule);
    node->declaration = declared;
    return node;
  }
  if (rule->value3) {
    CStmt *node = make(Kind::Expression, rule);
    node->expr = expression(rule->value3);
    return node;
  }
  return make(Kind::Empty, rule);
}

} // namespace tenon
