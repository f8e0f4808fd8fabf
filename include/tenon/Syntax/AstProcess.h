//===- tenon/Syntax/AstProcess.h - Bodies of processes and composites -----===//

#ifndef TENON_SYNTAX_ASTPROCESS_H
#define TENON_SYNTAX_ASTPROCESS_H

#include "tenon/Syntax/AstExpr.h"

#include <optional>

namespace tenon::ast {

//===----------------------------------------------------------------------===//
// Process bodies (fsp-language §6, §7)
//===----------------------------------------------------------------------===//

class ProcessBody {
public:
  enum class Kind { Reference, If, Choice };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  ProcessBody(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

/// `Q(args)` followed by `;`
struct SequentialCall {
  Identifier name;
  llvm::ArrayRef<const Expr *> arguments;
  bool hasArguments = false; ///< Parentheses were written.
};

/// `Q(args);R;NAME[e][e]`: global processes run one after the other, then a local one.
class ReferenceBody : public ProcessBody {
public:
  ReferenceBody(llvm::SMRange range, llvm::ArrayRef<SequentialCall> calls, Identifier target,
                llvm::ArrayRef<const Expr *> indices)
      : ProcessBody(Kind::Reference, range), calls(calls), target(target), indices(indices) {}
  llvm::ArrayRef<SequentialCall> calls;
  Identifier target;
  llvm::ArrayRef<const Expr *> indices;
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::Reference; }
};

/// `if c then B else if c2 then B2 else B3`
class IfBody : public ProcessBody {
public:
  struct Branch {
    const Expr *condition;
    const ProcessBody *body;
  };
  IfBody(llvm::SMRange range, llvm::ArrayRef<Branch> branches, const ProcessBody *otherwise)
      : ProcessBody(Kind::If, range), branches(branches), otherwise(otherwise) {}
  llvm::ArrayRef<Branch> branches;
  const ProcessBody *otherwise; ///< May be null: the missing branch is STOP.
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::If; }
};

/// What stands before an arrow. A constraint `[e]` is a Label here: Sema finds out which it is.
struct Action {
  enum class Kind {
    Label,
    Else, ///< `[else]`
    // Only in components:
    Read,   ///< `label?place`
    Write,  ///< `label!value`
    Assign, ///< `label := value`
  };
  Kind kind = Kind::Label;
  llvm::SMRange range;
  const LabelElement *label = nullptr; ///< Null for Else. Assign: a variable or an element, `a[i]`.
  const LabelElement *place = nullptr; ///< Read: a variable or an element.
  const Expr *value = nullptr;         ///< Write, Assign
};

/// `when g a -> b -> B`
struct Alternative {
  llvm::SMRange range;
  const Expr *guard = nullptr;
  llvm::ArrayRef<const Action *> actions; ///< At least one.
  const ProcessBody *body = nullptr;
};

/// `( a -> … | b -> … )`
class ChoiceBody : public ProcessBody {
public:
  ChoiceBody(llvm::SMRange range, llvm::ArrayRef<const Alternative *> alternatives)
      : ProcessBody(Kind::Choice, range), alternatives(alternatives) {}
  llvm::ArrayRef<const Alternative *> alternatives;
  static bool classof(const ProcessBody *b) { return b->kind() == Kind::Choice; }
};

/// `NAME@[i:R] = body`, with `accept` or `reject` in front of it perhaps.
struct LocalProcess {
  enum class Mark { None, Accept, Reject };
  llvm::SMRange range;
  Mark mark = Mark::None;
  Identifier name;
  bool accepting = false; ///< Written with `@`.
  llvm::ArrayRef<IndexSpec> indices;
  const ProcessBody *body = nullptr;
};

//===----------------------------------------------------------------------===//
// Composite bodies (fsp-language §8)
//===----------------------------------------------------------------------===//

class CompositeBody {
public:
  enum class Kind { If, Forall, Parallel, Instance };
  Kind kind() const { return nodeKind; }
  llvm::SMRange range;

protected:
  CompositeBody(Kind kind, llvm::SMRange range) : range(range), nodeKind(kind) {}

private:
  Kind nodeKind;
};

class CompositeIf : public CompositeBody {
public:
  struct Branch {
    const Expr *condition;
    const CompositeBody *body;
  };
  CompositeIf(llvm::SMRange range, llvm::ArrayRef<Branch> branches, const CompositeBody *otherwise)
      : CompositeBody(Kind::If, range), branches(branches), otherwise(otherwise) {}
  llvm::ArrayRef<Branch> branches;
  const CompositeBody *otherwise; ///< May be null: nothing.
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::If; }
};

/// `forall[i:R][j:S] body`
class CompositeForall : public CompositeBody {
public:
  CompositeForall(llvm::SMRange range, llvm::ArrayRef<IndexSpec> indices, const CompositeBody *body)
      : CompositeBody(Kind::Forall, range), indices(indices), body(body) {}
  llvm::ArrayRef<IndexSpec> indices;
  const CompositeBody *body;
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Forall; }
};

/// What may stand around an operand: `share::prefix:OPERAND/{…}`.
struct Decoration {
  const LabelElement *share = nullptr;
  const LabelElement *prefix = nullptr;
  llvm::ArrayRef<const RelabelClause *> relabels;
  bool hasRelabels = false;
};

/// `share::prefix:(A || B)/{…}`
class CompositeParallel : public CompositeBody {
public:
  CompositeParallel(llvm::SMRange range, Decoration decoration, llvm::ArrayRef<const CompositeBody *> operands)
      : CompositeBody(Kind::Parallel, range), decoration(decoration), operands(operands) {}
  Decoration decoration;
  llvm::ArrayRef<const CompositeBody *> operands;
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Parallel; }
};

/// `share::prefix:NAME(args)/{…}`
class CompositeInstance : public CompositeBody {
public:
  CompositeInstance(llvm::SMRange range, Decoration decoration, Identifier name, llvm::ArrayRef<const Expr *> arguments,
                    bool hasArguments)
      : CompositeBody(Kind::Instance, range), decoration(decoration), name(name), arguments(arguments),
        hasArguments(hasArguments) {}
  Decoration decoration;
  Identifier name;
  llvm::ArrayRef<const Expr *> arguments;
  bool hasArguments; ///< Parentheses were written.
  static bool classof(const CompositeBody *b) { return b->kind() == Kind::Instance; }
};

} // namespace tenon::ast

#endif // TENON_SYNTAX_ASTPROCESS_H
