//===- DocumentBuilder.h - The standard layout of each construct ----------===//

#ifndef TENON_LIB_SYNTAX_DOCUMENTBUILDER_H
#define TENON_LIB_SYNTAX_DOCUMENTBUILDER_H

#include "Layout.h"

#include "tenon/Syntax/Ast.h"

namespace tenon::layout {

/// A line end that the author may ask for: it breaks the group when it stands in the source.
inline constexpr LineStyle ItemLine{.flatSpace = true, .sticky = true, .keepBlank = true};
inline constexpr LineStyle BodyLine{.flatSpace = true, .sticky = true};
/// The same before an operator or a keyword.
inline constexpr LineStyle PartLine{.flatSpace = true, .sticky = true, .behind = true};
inline constexpr LineStyle ChoiceLine{.flatSpace = true, .sticky = true, .keepBlank = true, .behind = true};
/// A line end that only the width asks for.
inline constexpr LineStyle WidthLine{.flatSpace = true};
/// The same before a closing bracket.
inline constexpr LineStyle ClosingLine{.flatSpace = false, .behind = true};

/// Says for each construct of the language which tokens it has, in the order of the source, and where lines may end.
class DocumentBuilder {
public:
  explicit DocumentBuilder(Document &out) : out(out) {}

  void definition(const ast::Definition &definition);
  void expr(const ast::Expr &expr);
  void label(const ast::LabelElement &label);

private:
  void binary(const ast::BinaryExpr &expr);
  void path(const ast::PathExpr &path);
  void call(const ast::CallExpr &call);
  void index(const ast::IndexSpec &index);
  void indices(llvm::ArrayRef<ast::IndexSpec> indices);
  void set(const ast::LabelSet &set);
  void arguments(llvm::ArrayRef<const ast::Expr *> arguments, bool written);
  void relabels(llvm::ArrayRef<const ast::RelabelClause *> clauses);
  void relabel(const ast::RelabelClause &clause);
  void hiding(const std::optional<ast::HidingClause> &hiding);

  void modifiers(const ast::Modifiers &modifiers);
  void parameters(llvm::ArrayRef<ast::Parameter> parameters);
  void process(const ast::ProcessDefinition &process);
  void localProcess(const ast::ProcessDefinition &process, size_t position);
  void body(const ast::ProcessBody &body, bool withGroup = true);
  void reference(const ast::ReferenceBody &body);
  void choice(const ast::ChoiceBody &body, bool withGroup);
  void alternative(const ast::Alternative &alternative);
  void action(const ast::Action &action);
  void localProcess(const ast::LocalProcess &local);
  void processBody(const ast::ProcessBody &content);

  void channel(const ast::ChannelDefinition &channel);
  void component(const ast::ComponentDefinition &component);
  void type(const ast::TypeName &type);
  void declaration(const ast::Declaration &declaration);
  void function(const ast::FunctionStatement &function);
  void statements(llvm::ArrayRef<const ast::Statement *> items);
  void block(llvm::ArrayRef<const ast::Statement *> items);
  void statement(const ast::Statement &statement);
  void substatement(const ast::Statement &statement);
  void simple(const ast::SimpleStatement &simple);
  void ifStatement(const ast::IfStatement &statement);
  void loop(const ast::LoopStatement &loop);
  void select(const ast::SelectStatement &select);
  void keyword(llvm::StringRef word, const ast::Expr *condition);

  void composite(const ast::CompositeDefinition &composite);
  void compositeBody(const ast::CompositeBody &body, bool outermost);
  void prefix(const ast::Decoration &decoration);
  void parallel(const ast::CompositeParallel &body, bool withGroup);

  void formula(const ast::FormulaNode &formula);
  void binaryFormula(const ast::BinaryFormula &formula);

  void progress(const ast::ProgressDefinition &progress);
  void animation(const ast::AnimationDefinition &animation);
  void fluent(const ast::FluentDefinition &fluent);
  void formulaDefinition(const ast::FormulaDefinition &definition);
  void goal(const ast::GoalDefinition &goal);
  void method(llvm::StringRef spelling);

  void word(llvm::StringRef keyword);
  void header(llvm::StringRef keyword, const ast::Identifier &name);
  /// `const N =`
  void equation(llvm::StringRef keyword, const ast::Identifier &name);
  void quoted(const ast::Identifier &file);

  template <typename If, typename Body> void conditional(const If &conditional, Body &&printBody);

  Document &out;
};

} // namespace tenon::layout

#endif // TENON_LIB_SYNTAX_DOCUMENTBUILDER_H
