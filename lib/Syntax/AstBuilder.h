//===- AstBuilder.h - ANTLR's rule contexts to the AST --------------------===//
//
// Also refuses what the grammar admits and the language does not. The parser builds
// no tree of tokens: rules are found through the labels of the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_ASTBUILDER_H
#define TENON_LIB_SYNTAX_ASTBUILDER_H

#include "TenonParser.h"
#include "TokenBuffer.h"

#include "tenon/Syntax/Ast.h"

namespace tenon {

class AstBuilder {
public:
  AstBuilder(TokenBuffer &buffer, ast::AstContext &astContext, DiagnosticEngine &diagnosticEngine)
      : tokens(buffer), context(astContext), diagnostics(diagnosticEngine) {}

  const ast::Definition *definition(grammar::TenonParser::DefinitionContext *rule);

private:
  using P = grammar::TenonParser;

  // AstBuilder.cpp: definitions.
  const ast::Definition *constDefinition(P::ConstDefinitionContext *rule);
  const ast::Definition *rangeDefinition(P::RangeDefinitionContext *rule);
  const ast::Definition *setDefinition(P::SetDefinitionContext *rule);
  const ast::Definition *modelDefinition(P::ModelDefinitionContext *rule);
  const ast::Definition *progressDefinition(P::ProgressDefinitionContext *rule);
  const ast::Definition *animationDefinition(P::AnimationDefinitionContext *rule);
  const ast::Definition *fluentDefinition(P::FluentDefinitionContext *rule);
  const ast::Definition *formulaDefinition(P::FormulaDefinitionContext *rule);
  const ast::Definition *goalDefinition(P::GoalDefinitionContext *rule);
  llvm::ArrayRef<ast::Parameter> parameters(P::ParametersContext *rule);
  std::optional<ast::HidingClause> hiding(P::HidingContext *rule);

  // ComponentBuilder.cpp: channels, components, statements.
  const ast::Definition *channelDefinition(P::ChannelDefinitionContext *rule);
  const ast::Definition *componentDefinition(P::ComponentDefinitionContext *rule);
  ast::TypeName dataType(P::DataTypeContext *rule);
  ast::Declaration declaration(P::DeclarationContext *rule);
  ast::Declarator declarator(P::DeclaratorContext *rule);
  const ast::BlockStatement *block(P::BlockContext *rule);
  llvm::ArrayRef<const ast::Statement *> statements(const std::vector<P::StatementContext *> &rules);
  const ast::Statement *statement(P::StatementContext *rule);
  const ast::Statement *function(P::StatementContext *rule);
  const ast::Statement *ifStatement(P::StatementContext *rule);
  const ast::Statement *keywordStatement(P::StatementContext *rule);
  const ast::Statement *loop(P::StatementContext *rule);
  ast::SimpleStatement simpleStatement(P::SimpleStatementContext *rule);
  const ast::Action *action(P::OperationContext *rule);

  // ModelBuilder.cpp: processes, composites and formulas.
  const ast::Definition *process(P::ProcessDefinitionContext *rule, ast::Modifiers modifiers, llvm::SMRange range);
  const ast::Definition *composite(P::CompositeDefinitionContext *rule, ast::Modifiers modifiers, llvm::SMRange range);
  ast::LocalProcess localProcess(P::LocalProcessContext *rule);
  const ast::ProcessBody *body(P::BodyContext *rule);
  const ast::ProcessBody *conditional(P::ConditionalContext *rule);
  const ast::ProcessBody *choice(P::ChoiceContext *rule);
  const ast::ProcessBody *reference(P::ReferenceContext *rule);
  const ast::CompositeBody *compositeBody(P::CompositeBodyContext *rule);
  const ast::CompositeBody *compositeOperand(P::CompositeOperandContext *rule);
  const ast::FormulaNode *formula(P::FormulaContext *rule);
  const ast::FormulaNode *formulaPrefix(P::FormulaPrefixContext *prefix, const ast::FormulaNode *operand);
  const ast::FormulaNode *formulaAtom(P::FormulaAtomContext *rule);
  const ast::FormulaNode *formulaOperators(P::FormulaAtomContext *rule);

  // ExprBuilder.cpp: expressions, labels, sets, indices.
  const ast::Expr *expr(P::ExprContext *rule);
  const ast::Expr *expr(P::AdditiveContext *rule);
  const ast::Expr *expr(P::DataExprContext *rule);
  template <typename OperandRule>
  const ast::Expr *operators(const std::vector<OperandRule *> &operands, const std::vector<antlr4::Token *> &ops);
  template <typename OperandRule> const ast::Expr *operand(OperandRule *rule);
  const ast::Expr *path(P::DataOperandContext *rule, llvm::SMRange where);
  void refuseOutsideData(llvm::SMRange where, const llvm::Twine &what);
  const ast::Expr *integer(antlr4::Token *token);
  template <typename ExprRule> llvm::ArrayRef<const ast::Expr *> exprs(const std::vector<ExprRule *> &rules);
  llvm::ArrayRef<const ast::Expr *> arguments(P::ArgumentsContext *rule);
  template <typename LabelRule> const ast::LabelElement *label(LabelRule *rule);
  template <typename PartRule> ast::LabelPart labelPart(PartRule *rule, bool dotBefore);
  ast::LabelPart namePart(antlr4::Token *name, bool dotBefore);
  const ast::LabelSet *set(P::SetContext *rule);
  const ast::LabelSet *braces(P::BracesContext *rule);
  const ast::LabelSet *difference(const ast::LabelSet *left, llvm::ArrayRef<P::SetContext *> subtracted);
  ast::IndexSpec indexSpec(P::IndexSpecContext *rule);
  llvm::ArrayRef<ast::IndexSpec> indexSpecs(const std::vector<P::IndexSpecContext *> &rules);
  const ast::RelabelClause *relabelClause(P::RelabelClauseContext *rule);
  llvm::ArrayRef<const ast::RelabelClause *> relabelClauses(P::RelabelClausesContext *rule);

  // Ranges.
  static const SourceToken &token(const antlr4::Token *t) { return *static_cast<const SourceToken *>(t); }
  llvm::SMRange range(const antlr4::Token *t) const { return tokens.range(token(t)); }
  llvm::SMRange range(const antlr4::ParserRuleContext *rule) const { return span(rule->start, rule->stop); }
  llvm::SMRange span(const antlr4::Token *first, const antlr4::Token *last) const {
    return tokens.range(token(first).begin, token(last).end);
  }
  static llvm::SMRange span(llvm::SMRange first, llvm::SMRange last) { return {first.Start, last.End}; }
  ast::Identifier identifier(const antlr4::Token *t) const { return {tokens.spelling(token(t)), range(t)}; }

  /// Levels of operators around the current rule. A scope that goes too deep reports it, once for a definition.
  class DepthScope {
  public:
    DepthScope(AstBuilder &builder, size_t levels, const antlr4::Token *where);
    ~DepthScope() { builder.depth -= levels; }
    DepthScope(const DepthScope &) = delete;
    DepthScope &operator=(const DepthScope &) = delete;
    bool exceeded() const;

  private:
    AstBuilder &builder;
    size_t levels;
  };

  /// What may stand in the definition at work: plain FSP, also constraints, or also all that components can do.
  enum class Dialect { Fsp, Property, Component };

  TokenBuffer &tokens;
  ast::AstContext &context;
  DiagnosticEngine &diagnostics;
  size_t depth = 0;
  bool depthReported = false;
  Dialect dialect = Dialect::Fsp;
};

extern template const ast::LabelElement *AstBuilder::label(P::LabelContext *);
extern template const ast::LabelElement *AstBuilder::label(P::ActionLabelContext *);
extern template const ast::LabelElement *AstBuilder::label(P::ConstantLabelContext *);

} // namespace tenon

#endif // TENON_LIB_SYNTAX_ASTBUILDER_H
