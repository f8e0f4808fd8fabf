//===- MutationCollector.cpp - Sites, and mutations of levels 1 and 2 -----===//

#include "MutationCollector.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace llvm;

namespace tenon::seq {

MutationCollector::MutationCollector(Program &sequential, const MutationOptions &mutationOptions)
    : program(sequential), options(mutationOptions), isReachable(sequential.functions.size(), false) {
  for (const Function &function : program.functions)
    isFixed.push_back(function.isLibrary || llvm::is_contained(options.fixedFunctions, function.name));
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

void MutationCollector::visitStatement(StmtId id, FunctionId function) {
  if (id == None)
    return;
  const Stmt &statement = program.stmts[id];
  if (statement.expr != None)
    visit(statement.expr, None, statement.kind == StmtKind::Evaluate, function);
  visitStatement(statement.first, function);
  visitStatement(statement.second, function);
  for (StmtId item : statement.items)
    visitStatement(item, function);
}

void MutationCollector::visit(ExprId id, ExprId parent, bool isStatement, FunctionId function) {
  // `a[i] += 1` has its index twice.
  if (isVisited[id])
    return;
  isVisited[id] = true;
  sites.push_back({id, parent, isStatement, function});
  const Expr &node = at(id);
  // The value of an assignment that is a statement belongs to it: `i++;`.
  bool passesOn = node.op == Op::Assign || node.op == Op::Convert || node.isCompound;
  for (auto [i, operand] : llvm::enumerate(node.operands)) {
    bool isPart = at(operand).isCompound || at(operand).isImplicit;
    visit(operand, id, isStatement && passesOn && isPart && (i == 0 || node.isCompound), function);
  }
}

/// Whether another constant, or an operator that is no step, can stand here: the 1 of `i++` has a place only where
/// `i += 2` can stand; and what Tenon puts in, as the rest of an array's initial values, has none.
bool MutationCollector::canBeWritten(const Site &site) const {
  const Expr &node = at(site.id);
  if (node.op != Op::Constant)
    return !node.isCompound || !at(node.operands[1]).isImplicit || site.isStatement;
  if (!node.isImplicit)
    return true;
  if (site.parent == None)
    return false;
  const Expr &parent = at(site.parent);
  return parent.isCompound ? site.isStatement : parent.isImplicit && parent.op == Op::NotEqual;
}

bool MutationCollector::isMutable(const Site &site) const {
  UnitId unit = at(site.id).unit;
  return isReachable[site.function] && !isFixed[site.function] && unit != None && !program.units[unit].isFixed;
}

Mutation MutationCollector::mutation(Mutation::Kind kind, const Site &site, ExprId replacement) {
  Mutation result;
  result.kind = kind;
  result.unit = at(site.id).unit;
  result.site = site.id;
  result.replacement = replacement;
  result.parent = site.parent;
  result.isStatement = site.isStatement;
  return result;
}

std::vector<Mutation> MutationCollector::collect() {
  isVisited.resize(program.exprs.size(), false);
  for (FunctionId function = 0; function < program.functions.size(); ++function)
    if (program.functions[function].body != None)
      visitStatement(program.functions[function].body, function);
  isReachable[program.entry] = true;
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const Site &site : sites)
      if (isReachable[site.function] && at(site.id).op == Op::Call && !isReachable[at(site.id).callee])
        isChanged = isReachable[at(site.id).callee] = true;
  if (options.level >= 3)
    prepareTemplates();
  for (const Site &site : std::vector<Site>(sites)) {
    if (!isMutable(site))
      continue;
    operators(site);
    if (at(site.id).op == Op::Constant && options.level == 2 && canBeWritten(site))
      constants(site);
    if (options.level >= 3)
      templates(site);
  }
  return std::move(mutations);
}

//===----------------------------------------------------------------------===//
// Levels 1 and 2
//===----------------------------------------------------------------------===//

void MutationCollector::replaceOperator(const Site &site, Op op) {
  // The condition `x` has no operator in the text that could become another, only its negation is one.
  bool isStep = (op == Op::Add || op == Op::Subtract) && at(site.id).op != Op::Multiply;
  if (at(site.id).isImplicit || (!isStep && !canBeWritten(site)))
    return;
  Expr node = at(site.id);
  node.op = op;
  mutations.push_back(mutation(Mutation::Kind::Operator, site, program.addExpr(std::move(node))));
}

void MutationCollector::replaceConstant(const Site &site, int64_t value) {
  Expr node = at(site.id);
  node.constant = value;
  mutations.push_back(mutation(Mutation::Kind::Constant, site, program.addExpr(std::move(node))));
}

/// What stands for an operator at a level: the first for level 1, and so on.
static std::array<SmallVector<Op, 3>, 3> replacements(Op op) {
  switch (op) {
  case Op::Less:
    return {{{Op::LessEqual}, {Op::Greater, Op::GreaterEqual}, {Op::Equal, Op::NotEqual}}};
  case Op::LessEqual:
    return {{{Op::Less}, {Op::Greater, Op::GreaterEqual}, {Op::Equal, Op::NotEqual}}};
  case Op::Greater:
    return {{{Op::GreaterEqual}, {Op::Less, Op::LessEqual}, {Op::Equal, Op::NotEqual}}};
  case Op::GreaterEqual:
    return {{{Op::Greater}, {Op::Less, Op::LessEqual}, {Op::Equal, Op::NotEqual}}};
  case Op::Equal:
    return {{{}, {Op::NotEqual}, {Op::LessEqual, Op::GreaterEqual, Op::Less, Op::Greater}}};
  case Op::NotEqual:
    return {{{}, {Op::Equal}, {Op::Less, Op::Greater, Op::LessEqual, Op::GreaterEqual}}};
  case Op::And:
    return {{{Op::Or}, {}, {}}};
  case Op::Or:
    return {{{Op::And}, {}, {}}};
  case Op::Add:
    return {{{Op::Subtract}, {Op::Multiply}, {}}};
  case Op::Subtract:
    return {{{Op::Add}, {Op::Multiply}, {}}};
  case Op::Multiply:
    return {{{}, {Op::Add, Op::Subtract}, {}}};
  case Op::Divide:
    return {{{Op::Remainder}, {}, {}}};
  case Op::Remainder:
    return {{{Op::Divide}, {}, {}}};
  case Op::BitAnd:
    return {{{Op::BitOr, Op::BitXor}, {}, {}}};
  case Op::BitOr:
    return {{{Op::BitAnd, Op::BitXor}, {}, {}}};
  case Op::BitXor:
    return {{{Op::BitAnd, Op::BitOr}, {}, {}}};
  case Op::ShiftLeft:
    return {{{Op::ShiftRight}, {}, {}}};
  case Op::ShiftRight:
    return {{{Op::ShiftLeft}, {}, {}}};
  default:
    return {};
  }
}

void MutationCollector::operators(const Site &site) {
  std::array<SmallVector<Op, 3>, 3> all = replacements(at(site.id).op);
  for (unsigned level = 0; level < options.level; ++level)
    for (Op op : all[level])
      replaceOperator(site, op);
}

void MutationCollector::constants(const Site &site) {
  const Expr &node = at(site.id);
  int64_t value = node.constant;
  ScalarType type = node.type;
  SmallVector<int64_t, 8> others;
  auto add = [&](uint64_t other) {
    int64_t normal =
        program.isMath ? static_cast<int64_t>(other) : Program::normalize(type, static_cast<int64_t>(other));
    if (normal != value && !llvm::is_contained(others, normal))
      others.push_back(normal);
  };
  uint64_t bits = static_cast<uint64_t>(value);
  add(bits + 1);
  add(bits - 1);
  add(0);
  add(-bits);
  if (options.level >= 3 && options.constants)
    for (int64_t other : *options.constants)
      add(static_cast<uint64_t>(other));
  for (int64_t other : others)
    replaceConstant(site, other);
}

std::vector<Mutation> collectMutations(Program &program, const MutationOptions &options) {
  return MutationCollector(program, options).collect();
}

Substitution substitutionOf(ArrayRef<Mutation> mutations, ArrayRef<size_t> patch) {
  Substitution result;
  for (size_t mutation : patch)
    result[mutations[mutation].site] = mutations[mutation].replacement;
  return result;
}

} // namespace tenon::seq
