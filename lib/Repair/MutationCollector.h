//===- MutationCollector.h - Sites of a program and their mutations -------===//

#ifndef TENON_LIB_REPAIR_MUTATIONCOLLECTOR_H
#define TENON_LIB_REPAIR_MUTATIONCOLLECTOR_H

#include "tenon/Repair/Mutation.h"

#include <string>

namespace tenon::seq {

class MutationCollector {
public:
  MutationCollector(Program &program, const MutationOptions &options);
  std::vector<Mutation> collect();

private:
  struct Site {
    ExprId id;
    ExprId parent;
    bool isStatement;
    FunctionId function;
  };

  void visitStatement(StmtId id, FunctionId function);
  void visit(ExprId id, ExprId parent, bool isStatement, FunctionId function);
  bool isMutable(const Site &site) const;
  const Expr &at(ExprId id) const { return program.exprs[id]; }

  // Levels 1 and 2
  void operators(const Site &site);
  void constants(const Site &site);
  Mutation mutation(Mutation::Kind kind, const Site &site, ExprId replacement);
  void replaceOperator(const Site &site, Op op);
  void replaceConstant(const Site &site, int64_t value);
  bool canBeWritten(const Site &site) const;

  // Level 3: MutationTemplates.cpp
  void prepareTemplates();
  void findBlocks(StmtId id, FunctionId function);
  void findPurity();
  void findForeign();
  bool isPureStatement(StmtId id) const;
  bool isPure(ExprId id) const;
  bool isInScope(VarId variable, const Site &site) const;
  bool isVisible(VarId variable, const Site &site) const;
  bool isKnown(FunctionId callee, const Site &site) const;
  bool isUsable(ExprId condition, const Site &site) const;
  bool hasCalls(ExprId id) const;
  std::string keyOf(ExprId id) const;
  ExprId copy(ExprId id, UnitId unit);
  ExprId clone(ExprId id, UnitId unit);
  ExprId make(Op op, UnitId unit, llvm::ArrayRef<ExprId> operands);
  ExprId opposite(ExprId id, UnitId unit);
  void templates(const Site &site);
  void unknownConstant(const Site &site);
  void names(const Site &site);
  void swaps(const Site &site);
  void truths(const Site &site);
  void additions(const Site &site);
  void calls(const Site &site);
  void callInstead(const Site &site, FunctionId callee);

  Program &program;
  const MutationOptions &options;
  std::vector<bool> isReachable, isFixed, isVisited;
  std::vector<Site> sites;
  std::vector<Mutation> mutations;

  struct Block {
    llvm::SMRange range;
    FunctionId function;
  };
  struct Condition {
    ExprId id;
    std::string key; ///< What it says.
    bool hasCalls;
  };
  std::vector<Block> blocks;
  std::vector<bool> isPureFunction;
  std::vector<bool> isForeign; ///< Of variables: only fixed functions set them, as those of a reference copy.
  std::vector<uint32_t> rank;  ///< A function calls those of lower rank only.
  std::vector<Condition> pool;
  std::vector<bool> isTarget; ///< Of expressions: what a compound assignment assigns to.
  uint32_t unknowns = 0;
};

} // namespace tenon::seq

#endif // TENON_LIB_REPAIR_MUTATIONCOLLECTOR_H
