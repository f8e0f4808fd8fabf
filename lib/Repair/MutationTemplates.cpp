//===- MutationTemplates.cpp - Mutations of level 3 -----------------------===//

#include "MutationCollector.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tenon::seq {

//===----------------------------------------------------------------------===//
// Functions and scopes
//===----------------------------------------------------------------------===//

void MutationCollector::findBlocks(StmtId id, FunctionId function) {
  if (id == None)
    return;
  const Stmt &statement = program.stmts[id];
  if (statement.kind == StmtKind::Block && statement.range.isValid())
    blocks.push_back({statement.range, function});
  findBlocks(statement.first, function);
  findBlocks(statement.second, function);
  for (StmtId item : statement.items)
    findBlocks(item, function);
}

/// Functions without effects: no assignments to globals or arrays, no inputs, claims or loops. And an order of all
/// functions in which each calls earlier ones only.
void MutationCollector::findPurity() {
  size_t count = program.functions.size();
  isPureFunction.assign(count, false);
  rank.assign(count, 0);
  for (size_t round = 0; round < count; ++round)
    for (const Site &site : sites)
      if (at(site.id).op == Op::Call)
        rank[site.function] = std::max(rank[site.function], rank[at(site.id).callee] + 1);
  std::vector<FunctionId> order;
  for (FunctionId function = 0; function < count; ++function)
    order.push_back(function);
  llvm::stable_sort(order, [&](FunctionId a, FunctionId b) { return rank[a] < rank[b]; });
  for (FunctionId function : order) {
    const Function &info = program.functions[function];
    isPureFunction[function] = info.result && info.body != None && isPureStatement(info.body);
  }
  for (size_t i = 0; i < count; ++i)
    rank[order[i]] = static_cast<uint32_t>(i);
}

bool MutationCollector::isPureStatement(StmtId id) const {
  if (id == None)
    return true;
  const Stmt &statement = program.stmts[id];
  switch (statement.kind) {
  case StmtKind::Loop:
  case StmtKind::Assume:
  case StmtKind::Assert:
  case StmtKind::Arbitrary:
  case StmtKind::ArbitraryString:
    return false;
  default:
    break;
  }
  if (statement.kind == StmtKind::Evaluate && at(statement.expr).op == Op::Assign) {
    const Variable &target = program.variables[at(statement.expr).variable];
    return !target.isArray && target.function != None && isPure(at(statement.expr).operands[0]);
  }
  return (statement.expr == None || isPure(statement.expr)) && isPureStatement(statement.first) &&
         isPureStatement(statement.second) &&
         llvm::all_of(statement.items, [&](StmtId item) { return isPureStatement(item); });
}

bool MutationCollector::isPure(ExprId id) const {
  const Expr &node = at(id);
  if (node.op == Op::Assign || node.op == Op::Input || (node.op == Op::Call && !isPureFunction[node.callee]))
    return false;
  return llvm::all_of(node.operands, [&](ExprId operand) { return isPure(operand); });
}

bool MutationCollector::hasCalls(ExprId id) const {
  return at(id).op == Op::Call || llvm::any_of(at(id).operands, [&](ExprId operand) { return hasCalls(operand); });
}

void MutationCollector::findForeign() {
  std::vector<bool> isOwn(program.variables.size(), false);
  isForeign.assign(program.variables.size(), false);
  for (const Site &site : sites) {
    const Expr &node = at(site.id);
    for (VarId array : node.arrays)
      isOwn[array] = true;
    if (node.op != Op::Assign || program.variables[node.variable].function != None)
      continue;
    if (isFixed[site.function] && site.function != program.entry)
      isForeign[node.variable] = true;
    else
      isOwn[node.variable] = true;
  }
  for (VarId variable = 0; variable < isOwn.size(); ++variable)
    isForeign[variable] = isForeign[variable] && !isOwn[variable];
}

static bool contains(SMRange outer, SMLoc place) {
  return outer.Start.getPointer() <= place.getPointer() && place.getPointer() < outer.End.getPointer();
}

bool MutationCollector::isInScope(VarId variable, const Site &site) const {
  const Variable &info = program.variables[variable];
  SMLoc here = at(site.id).source.range.Start, declared = info.range.Start;
  if (info.function == None && info.owner == None)
    return program.isDeclared(info.declared, here);
  if ((info.owner == None ? info.function : info.owner) != site.function)
    return false;
  if (!here.isValid() || !declared.isValid())
    return true;
  return declared.getPointer() < here.getPointer() && llvm::all_of(blocks, [&](const Block &block) {
           return block.function != site.function || !contains(block.range, declared) || contains(block.range, here);
         });
}

/// Whether the variable's name means it there.
bool MutationCollector::isVisible(VarId variable, const Site &site) const {
  const Variable &info = program.variables[variable];
  if (info.isHidden || isForeign[variable] || !isInScope(variable, site))
    return false;
  for (VarId other = 0; other < program.variables.size(); ++other)
    if (other != variable && program.variables[other].name == info.name && isInScope(other, site))
      return false;
  return true;
}

/// Whether the function's name means it there.
bool MutationCollector::isKnown(FunctionId callee, const Site &site) const {
  const Function &function = program.functions[callee];
  return function.isLibrary || program.isDeclared(function.declared, at(site.id).source.range.Start);
}

/// Whether a condition, or a part of one, means the same there.
bool MutationCollector::isUsable(ExprId condition, const Site &site) const {
  const Expr &node = at(condition);
  if ((node.op == Op::Variable || node.op == Op::Element) && !isVisible(node.variable, site))
    return false;
  if (node.op == Op::Call && (rank[node.callee] >= rank[site.function] || !isKnown(node.callee, site)))
    return false;
  return llvm::all_of(node.arrays, [&](VarId array) { return isVisible(array, site); }) &&
         llvm::all_of(node.operands, [&](ExprId operand) { return isUsable(operand, site); });
}

//===----------------------------------------------------------------------===//
// The program's own conditions
//===----------------------------------------------------------------------===//

/// What an expression says, wherever it stands.
std::string MutationCollector::keyOf(ExprId id) const {
  const Expr &node = at(id);
  std::string key = "(" + std::to_string(static_cast<int>(node.op)) + ":" + std::to_string(node.type.width) +
                    (node.type.isSigned ? "s" : "u") + std::to_string(node.constant) + "," +
                    std::to_string(node.variable) + "," + std::to_string(node.callee);
  for (VarId array : node.arrays)
    key += ";" + std::to_string(array);
  for (ExprId operand : node.operands)
    key += keyOf(operand);
  return key + ")";
}

void MutationCollector::prepareTemplates() {
  for (FunctionId function = 0; function < program.functions.size(); ++function)
    findBlocks(program.functions[function].body, function);
  findPurity();
  findForeign();
  isTarget.assign(program.exprs.size(), false);
  StringSet<> known;
  for (const Site &site : sites) {
    const Expr &node = at(site.id);
    if (node.isCompound) {
      ExprId target = node.operands[0];
      while (at(target).op == Op::Convert)
        target = at(target).operands[0];
      isTarget[target] = true;
    }
    // Comparisons, and other truth values that are no && or ||.
    bool isConnective = node.op == Op::And || node.op == Op::Or || node.op == Op::Not || node.op == Op::Constant;
    if (!node.type.isTruth() || isConnective || node.unit == None || !isPure(site.id) ||
        program.functions[site.function].isLibrary || (site.function == program.entry && !options.isComponent))
      continue;
    // A call of what is to stay apart is no repair.
    bool calls = hasCalls(site.id);
    if (calls && isFixed[site.function])
      continue;
    if (std::string key = keyOf(site.id); known.insert(key).second)
      pool.push_back({site.id, std::move(key), calls});
  }
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// All of it anew, as a part of a unit.
ExprId MutationCollector::copy(ExprId id, UnitId unit) {
  Expr node = at(id);
  node.unit = unit;
  for (ExprId &operand : node.operands)
    operand = copy(operand, unit);
  return program.addExpr(std::move(node));
}

/// Only the node.
ExprId MutationCollector::clone(ExprId id, UnitId unit) {
  Expr node = at(id);
  node.unit = unit;
  return program.addExpr(std::move(node));
}

ExprId MutationCollector::make(Op op, UnitId unit, ArrayRef<ExprId> operands) {
  Expr node;
  node.op = op;
  node.type = ScalarType::truth();
  node.unit = unit;
  node.operands.assign(operands.begin(), operands.end());
  return program.addExpr(std::move(node));
}

/// The negation of a copy.
ExprId MutationCollector::opposite(ExprId id, UnitId unit) {
  return make(Op::Not, unit, {copy(id, unit)});
}

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

void MutationCollector::templates(const Site &site) {
  if (at(site.id).op == Op::Constant)
    unknownConstant(site);
  names(site);
  swaps(site);
  calls(site);
  if (at(site.id).type.isTruth()) {
    truths(site);
    additions(site);
  }
}

void MutationCollector::unknownConstant(const Site &site) {
  if (at(site.id).type.isTruth() || !canBeWritten(site))
    return;
  if (options.constants)
    return constants(site);
  Expr node = at(site.id);
  node.op = Op::Unknown;
  node.constant = unknowns;
  Mutation result = mutation(Mutation::Kind::Unknown, site, program.addExpr(std::move(node)));
  result.unknown = unknowns++;
  mutations.push_back(result);
}

void MutationCollector::names(const Site &site) {
  Op op = at(site.id).op;
  bool isValue = op == Op::Variable || op == Op::Element || op == Op::Constant ||
                 (op == Op::Call && isPureFunction[at(site.id).callee]);
  if (!isValue || at(site.id).isImplicit || isTarget[site.id])
    return;
  for (VarId variable = 0; variable < program.variables.size(); ++variable) {
    const Variable &info = program.variables[variable];
    if (info.isArray != (op == Op::Element) || !(info.type == at(site.id).type) || variable == at(site.id).variable ||
        !isVisible(variable, site))
      continue;
    Expr node = at(site.id);
    if (op != Op::Element) {
      node.op = Op::Variable;
      node.operands.clear();
      node.arrays.clear();
    }
    node.variable = variable;
    mutations.push_back(mutation(Mutation::Kind::Name, site, program.addExpr(std::move(node))));
  }
}

void MutationCollector::swaps(const Site &site) {
  const Expr &node = at(site.id);
  bool isOrdered = node.op == Op::Subtract || node.op == Op::Divide || node.op == Op::Remainder ||
                   node.op == Op::ShiftLeft || node.op == Op::ShiftRight || node.op == Op::Conditional;
  if (!isOrdered || node.isCompound || !isPure(site.id))
    return;
  size_t last = node.operands.size() - 1;
  if (!(at(node.operands[last - 1]).type == at(node.operands[last]).type))
    return;
  Expr swapped = node;
  std::swap(swapped.operands[last - 1], swapped.operands[last]);
  bool isAlternative = node.op == Op::Conditional && hasCalls(site.id);
  mutations.push_back(mutation(Mutation::Kind::Swap, site, program.addExpr(std::move(swapped))));
  mutations.back().isAlternative = isAlternative;
}

void MutationCollector::truths(const Site &site) {
  Op op = at(site.id).op;
  UnitId unit = at(site.id).unit;
  SmallVector<ExprId, 2> operands(at(site.id).operands);
  if (op == Op::Not) {
    mutations.push_back(mutation(Mutation::Kind::Affirm, site, clone(operands[0], unit)));
    return;
  }
  bool isComparison = op >= Op::Less && op <= Op::NotEqual && !at(site.id).isImplicit;
  bool isNegated = site.parent != None && at(site.parent).op == Op::Not;
  if (!isComparison && !isNegated)
    mutations.push_back(mutation(Mutation::Kind::Negate, site, make(Op::Not, unit, {clone(site.id, unit)})));
  if ((op != Op::And && op != Op::Or) || !isPure(site.id))
    return;
  for (unsigned i = 0; i < 2; ++i) {
    Mutation result = mutation(i ? Mutation::Kind::Right : Mutation::Kind::Left, site, clone(operands[i], unit));
    result.isAlternative = hasCalls(site.id);
    mutations.push_back(result);
  }
}

void MutationCollector::additions(const Site &site) {
  if (at(site.id).op == Op::Not || at(site.id).op == Op::Constant || at(site.id).op == Op::Convert)
    return;
  UnitId unit = at(site.id).unit;
  Op around = site.parent == None ? Op::Constant : at(site.parent).op;
  std::string key = keyOf(site.id);
  for (const Condition &condition : pool) {
    if (condition.key == key || !isUsable(condition.id, site))
      continue;
    for (Op op : {Op::And, Op::Or}) {
      // An operand more of the operator around it is one more there.
      if (op == around)
        continue;
      for (bool isNegated : {false, true}) {
        ExprId added = isNegated ? opposite(condition.id, unit) : copy(condition.id, unit);
        Mutation result = mutation(op == Op::And ? Mutation::Kind::Conjunct : Mutation::Kind::Disjunct, site,
                                   make(op, unit, {clone(site.id, unit), added}));
        result.added = condition.id;
        result.isNegated = isNegated;
        result.isAlternative = condition.hasCalls;
        mutations.push_back(result);
      }
    }
  }
}

void MutationCollector::callInstead(const Site &site, FunctionId callee) {
  const Function &function = program.functions[callee];
  Expr call;
  call.op = Op::Call;
  call.type = *function.result;
  call.callee = callee;
  call.unit = at(site.id).unit;
  bool isCall = at(site.id).op == Op::Call;
  if (isCall) {
    call.operands = at(site.id).operands;
    call.arrays = at(site.id).arrays;
  }
  ExprId replacement = program.addExpr(std::move(call));
  if (at(site.id).type.isTruth()) {
    Expr zero;
    zero.type = *function.result;
    zero.unit = at(site.id).unit;
    zero.isImplicit = true;
    ExprId none = program.addExpr(std::move(zero));
    ExprId test = make(Op::NotEqual, at(site.id).unit, {replacement, none});
    program.exprs[test].isImplicit = true;
    replacement = test;
  }
  Mutation result = mutation(Mutation::Kind::Call, site, replacement);
  result.isAlternative = true;
  mutations.push_back(result);
}

void MutationCollector::calls(const Site &site) {
  const Expr &node = at(site.id);
  bool isTruth = node.type.isTruth();
  bool isComparison = node.op >= Op::Less && node.op <= Op::NotEqual;
  bool isArithmetic = node.op >= Op::Add && node.op <= Op::ShiftRight;
  bool isSite = isTruth ? isComparison
                        : node.op == Op::Variable || node.op == Op::Element || node.op == Op::Conditional ||
                              node.op == Op::Call || isArithmetic;
  if (!isSite || node.isImplicit || node.isCompound || isTarget[site.id] || !isPure(site.id))
    return;
  auto sameParameters = [&](const Function &a, const Function &b) {
    return llvm::equal(a.parameters, b.parameters, [&](VarId x, VarId y) {
      const Variable &left = program.variables[x], &right = program.variables[y];
      return left.isArray == right.isArray && left.type == right.type;
    });
  };
  for (FunctionId callee = 0; callee < program.functions.size(); ++callee) {
    const Function &function = program.functions[callee];
    if (!isPureFunction[callee] || isFixed[callee] || rank[callee] >= rank[site.function] || !isKnown(callee, site) ||
        (!isTruth && !(*function.result == at(site.id).type)))
      continue;
    if (at(site.id).op == Op::Call
            ? callee != at(site.id).callee && sameParameters(function, program.functions[at(site.id).callee])
            : function.parameters.empty())
      callInstead(site, callee);
  }
}

} // namespace tenon::seq
