//===- CAstBuilder.h - ANTLR's rule contexts of C to the AST --------------===//
//
// Reports what is outside the subset, by the name of the construct, and goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LIB_SYNTAX_CASTBUILDER_H
#define TENON_LIB_SYNTAX_CASTBUILDER_H

#include "CTokenBuffer.h"
#include "TenonCParser.h"

#include "tenon/Syntax/AstC.h"

namespace tenon {

class CAstBuilder {
public:
  CAstBuilder(CTokenBuffer &buffer, ast::AstContext &astContext, DiagnosticEngine &diagnosticEngine)
      : tokens(buffer), context(astContext), diagnostics(diagnosticEngine) {}

  /// Adds what it defines and declares.
  void external(grammar::TenonCParser::ExternalContext *rule, std::vector<ast::CExternal> &items);

private:
  using P = grammar::TenonCParser;
  using Rule = antlr4::ParserRuleContext;

  /// What the specifiers of a declaration say.
  struct Specifiers {
    ast::CType type;
    bool isKnown = true; ///< False: outside the subset, and reported.
    bool isTypedef = false, isExtern = false, isStatic = false, isConst = false;
    std::vector<ast::CConstant> constants;
  };
  /// What a declarator makes of them.
  struct Shape {
    ast::CName name;
    size_t stars = 0;
    llvm::SMRange firstStar;
    P::DeclaratorSuffixContext *array = nullptr, *function = nullptr;
    bool isRefused = false;
  };

  // CDeclarations.cpp
  Specifiers specifiers(P::SpecifiersContext *rule);
  void enumeration(P::SpecifierContext *rule, Specifiers &result);
  void addWord(const CToken &word, Specifiers &result, unsigned (&counts)[8]);
  void finishType(Specifiers &result, const unsigned (&counts)[8]);
  void namedType(const CToken &word, Specifiers &result);
  Shape shape(P::DeclaratorContext *rule, bool isParameter);
  bool refuseShape(const Shape &shape, bool isParameter);
  ast::CDeclarator declared(const Specifiers &specs, const Shape &shape, P::InitializerContext *initial);
  ast::CDeclaration declaration(P::DeclarationContext *rule);
  void addDeclared(const Specifiers &specs, P::DeclaratorContext *rule, P::InitializerContext *initial,
                   std::vector<ast::CDeclarator> &items);
  const ast::CInitializer *initializer(P::InitializerContext *rule);
  ast::CFunction function(const Specifiers &specs, const Shape &shape, llvm::SMRange where);
  void addConstants(const Specifiers &specs);
  std::vector<ast::CDeclarator> parameters(P::DeclaratorSuffixContext *rule);
  ast::CDeclarator parameter(P::ParameterContext *rule);
  std::vector<ast::CDeclarator> oldStyleParameters(P::ExternalContext *rule, P::DeclaratorSuffixContext *suffix);
  ast::CType typeName(P::TypeNameContext *rule, bool &isKnown);
  void declareTypedef(const Specifiers &specs, const Shape &shape);

  // CStatements.cpp
  const ast::CStmt *statement(P::StatementContext *rule);
  const ast::CStmt *ifStatement(P::StatementContext *rule);
  const ast::CStmt *loop(P::StatementContext *rule, size_t word);
  const ast::CStmt *switchStatement(P::StatementContext *rule);
  const ast::CStmt *block(P::BlockContext *rule);
  ast::CStmt *make(ast::CStmt::Kind kind, const Rule *rule);

  // CExpressions.cpp
  const ast::CExpr *expression(P::ExpressionContext *rule);
  const ast::CExpr *assignment(P::AssignmentContext *rule);
  const ast::CExpr *conditional(P::ConditionalContext *rule);
  const ast::CExpr *cast(P::CastContext *rule);
  const ast::CExpr *unary(P::UnaryContext *rule);
  const ast::CExpr *prefixed(P::UnaryContext *rule);
  const ast::CExpr *sizeOf(P::UnaryContext *rule);
  const ast::CExpr *postfixed(P::UnaryContext *rule);
  const ast::CExpr *primary(P::PrimaryContext *rule);
  const ast::CExpr *integer(const CToken &token);
  const ast::CExpr *character(const CToken &token);
  const ast::CExpr *string(const std::vector<antlr4::Token *> &parts);
  uint64_t escape(llvm::StringRef &rest, llvm::SMRange where);
  ast::CExpr *make(ast::CExpr::Kind kind, const SourceSpan &source, const SourceSpan &mark,
                   std::vector<const ast::CExpr *> operands = {});
  const ast::CExpr *bad(const SourceSpan &source) { return make(ast::CExpr::Kind::Bad, source, source); }

  void refuse(const SourceSpan &where, const llvm::Twine &what) { refuse(where.range, what); }
  Diagnostic &refuse(llvm::SMRange where, const llvm::Twine &what) {
    return diagnostics.error(where, what + " outside the subset of C");
  }
  static const CToken &token(const antlr4::Token *t) { return *static_cast<const CToken *>(t); }
  static SourceSpan span(const antlr4::Token *t) { return token(t).source; }
  static SourceSpan span(const Rule *rule) { return SourceSpan::join(span(rule->start), span(rule->stop)); }
  static llvm::SMRange range(const Rule *rule) { return span(rule).range; }
  static ast::CName name(const antlr4::Token *t) { return {token(t).text, span(t)}; }

  CTokenBuffer &tokens;
  ast::AstContext &context;
  DiagnosticEngine &diagnostics;
  llvm::StringMap<Specifiers> typedefs;
  std::vector<ast::CExternal> *output = nullptr;
  bool inSwitch = false; ///< A `break` leaves a `switch`, which has been reported.
};

} // namespace tenon

#endif // TENON_LIB_SYNTAX_CASTBUILDER_H
