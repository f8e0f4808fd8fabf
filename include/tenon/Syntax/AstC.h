//===- tenon/Syntax/AstC.h - The abstract syntax of a C file --------------===//
//
// The C subset of docs/c-subset.md. It has names, operators and the context of the AST of models; its expressions are
// of their own, since in C an assignment is one. What is outside the subset has been reported and is not here; an
// expression in its place is Bad.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SYNTAX_ASTC_H
#define TENON_SYNTAX_ASTC_H

#include "tenon/Support/Diagnostics.h"
#include "tenon/Support/SourceSpan.h"
#include "tenon/Syntax/Ast.h"

#include <map>
#include <string>

namespace tenon::ast {

/// A name, spelled in the text or in a macro.
struct CName {
  llvm::StringRef name;
  SourceSpan source;
};

/// A scalar type: what the specifiers say.
struct CType {
  enum class Kind { Void, Bool, Integer };
  Kind kind = Kind::Integer;
  unsigned width = 32;
  bool isSigned = true;
  llvm::SMRange range;
};

struct CExpr {
  enum class Kind {
    Bad,
    Integer,     ///< `value`, `type`; also characters.
    String,      ///< `text`, without its final 0.
    Name,        ///< `name`
    Element,     ///< operand 0 `[` operand 1 `]`
    Call,        ///< `name(operands)`
    Unary,       ///< `unaryOp`
    Step,        ///< `++` and `--`: `binaryOp` is Add or Subtract; isPostfix
    Binary,      ///< `binaryOp`
    Conditional, ///< operands 0 ? 1 : 2
    Assign,      ///< operand 0 = operand 1; with `binaryOp` if isCompound.
    Comma,
    Cast,   ///< (`type`) operand 0
    SizeOf, ///< operand 0, or `type` if there is none
  };
  Kind kind = Kind::Bad;
  SourceSpan source; ///< With parentheses around it.
  SourceSpan mark;   ///< The operator, the literal, the name.
  llvm::ArrayRef<const CExpr *> operands;
  llvm::StringRef name, text;
  uint64_t value = 0;
  CType type;
  UnaryOperator unaryOp = UnaryOperator::Plus;
  BinaryOperator binaryOp = BinaryOperator::Add;
  bool isPostfix = false, isCompound = false;
};

/// What stands behind `=`: an expression, or a list in braces.
struct CInitializer {
  llvm::SMRange range;
  const CExpr *value = nullptr;
  llvm::ArrayRef<const CInitializer *> items;
};

struct CDeclarator {
  CName name;
  CType type;
  bool isArray = false;
  const CExpr *size = nullptr; ///< Of an array; null: `[]`.
  const CInitializer *initial = nullptr;
  bool isBad = false;           ///< Outside the subset, and reported: uses of it are not.
  bool isUnusedPointer = false; ///< A parameter `char *argv[]`, which must not be used.
};

struct CDeclaration {
  llvm::SMRange range;
  llvm::ArrayRef<CDeclarator> items;
  bool isExtern = false, isStatic = false, isConst = false;
};

struct CStmt {
  enum class Kind { Block, Declare, Expression, If, While, DoWhile, For, Break, Continue, Return, Empty };
  Kind kind = Kind::Empty;
  llvm::SMRange range;
  const CExpr *expr = nullptr;                     ///< The condition, the value; may be null for For and Return.
  const CExpr *initial = nullptr, *step = nullptr; ///< For
  CDeclaration declaration;                        ///< Declare; For, if it has items
  const CStmt *first = nullptr, *second = nullptr; ///< The body, or the branches; null: no else
  llvm::ArrayRef<const CStmt *> items;             ///< Block
};

struct CFunction {
  llvm::SMRange range;
  CName name;
  CType result;
  llvm::ArrayRef<CDeclarator> parameters;
  const CStmt *body = nullptr; ///< Null: a prototype
  bool hasParameters = false;  ///< `()` says nothing about them.
  bool isStatic = false;       ///< Other files do not know it.
  bool isBad = false;          ///< As for declarators.
};

/// `enum { NAME = e }`: a constant of type int.
struct CConstant {
  CName name;
  const CExpr *value = nullptr; ///< Null: one more than that before.
  bool isFirst = false;         ///< Of its enum.
};

/// One of the three.
struct CExternal {
  std::optional<CFunction> function;
  std::optional<CDeclaration> declaration;
  llvm::ArrayRef<CConstant> constants;
};

struct CFile {
  unsigned bufferId = 0;
  bool hasSyntaxErrors = false; ///< Parts of it are missing here.
  std::vector<CExternal> items;
  /// Macros with parameters, which have been reported.
  std::vector<llvm::StringRef> refused;
};

} // namespace tenon::ast

namespace tenon {

/// Parses one buffer as C. Everything outside the subset and every syntax error is reported, up to MaxSyntaxErrors of
/// the latter.
/// `macros` are defined from the start, and a `#define` of one has no effect.
ast::CFile parseC(const llvm::SourceMgr &sources, unsigned bufferId, const std::map<std::string, std::string> &macros,
                  ast::AstContext &context, DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_SYNTAX_ASTC_H
