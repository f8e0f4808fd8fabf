//===- RepairedText.cpp - Repairs of C files, read again ------------------===//

#include "tenon/Repair/RepairedText.h"

#include "tenon/Check/BoundedChecker.h"
#include "tenon/Sema/CFrontend.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::seq {

namespace {

/// Two programs side by side: one with the mutations, one that was read.
class Comparison {
public:
  Comparison(const Program &sequential, ArrayRef<Mutation> mutations, const ProgramRepair &found, const Program &other)
      : repair(found), substitution(substitutionOf(mutations, found.patch)), mutant{sequential}, read{other} {}

  bool run() { return isSameFunction(mutant.program.entry, read.program.entry); }

private:
  struct Side {
    const Program &program;
  };
  /// A node as it counts: a comparison below `!` is the opposite comparison.
  struct Node {
    const Expr *expr;
    Op op;
  };
  using Numbers = DenseMap<uint32_t, uint32_t>;

  bool isMutant(const Side &side) const { return &side == &mutant; }
  const Expr &at(const Side &side, ExprId id) const;
  Node nodeOf(const Side &side, ExprId id) const;
  std::optional<Number> valueOf(const Side &side, ExprId id) const;
  ExprId withoutWidening(const Side &side, ExprId id) const;
  bool isSameOperand(ExprId a, ExprId b);
  bool isSame(ExprId a, ExprId b, bool isUsed);
  bool isSameStatement(StmtId a, StmtId b);
  bool isSameFunction(FunctionId a, FunctionId b);
  bool isSameVariable(VarId a, VarId b);
  static bool pair(Numbers &known, uint32_t a, uint32_t b, bool &isNew);

  const ProgramRepair &repair;
  Substitution substitution;
  Side mutant, read;
  Numbers variables, functions, inputs;
};

} // namespace

const Expr &Comparison::at(const Side &side, ExprId id) const {
  if (isMutant(side))
    if (auto found = substitution.find(id); found != substitution.end())
      id = found->second;
  return side.program.exprs[id];
}

static Op oppositeOf(Op op) {
  switch (op) {
  case Op::Less:
    return Op::GreaterEqual;
  case Op::LessEqual:
    return Op::Greater;
  case Op::Greater:
    return Op::LessEqual;
  case Op::GreaterEqual:
    return Op::Less;
  case Op::Equal:
    return Op::NotEqual;
  case Op::NotEqual:
    return Op::Equal;
  default:
    return op;
  }
}

Comparison::Node Comparison::nodeOf(const Side &side, ExprId id) const {
  const Expr &node = at(side, id);
  if (node.op != Op::Not)
    return {&node, node.op};
  Node inner = nodeOf(side, node.operands[0]);
  Op opposite = oppositeOf(inner.op);
  return opposite == inner.op ? Node{&node, node.op} : Node{inner.expr, opposite};
}

/// Of a number, also with a sign.
std::optional<Number> Comparison::valueOf(const Side &side, ExprId id) const {
  const Expr &node = at(side, id);
  auto normal = [&](const Number &value) {
    return side.program.isMath ? value : Number(Program::normalize(node.type, static_cast<int64_t>(value)));
  };
  switch (node.op) {
  case Op::Constant:
    return Number(node.constant);
  case Op::Unknown:
    return repair.constants[static_cast<size_t>(node.constant)];
  case Op::Negate:
  case Op::Convert: {
    std::optional<Number> inner = valueOf(side, node.operands[0]);
    if (!inner || node.type.width == 1)
      return std::nullopt;
    return normal(node.op == Op::Negate ? -*inner : *inner);
  }
  case Op::Subtract: {
    std::optional<Number> left = valueOf(side, node.operands[0]), right = valueOf(side, node.operands[1]);
    return left && right ? std::optional(normal(*left - *right)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// Without conversions that keep every value.
ExprId Comparison::withoutWidening(const Side &side, ExprId id) const {
  while (at(side, id).op == Op::Convert) {
    ExprId inner = at(side, id).operands[0];
    ScalarType from = at(side, inner).type, to = at(side, id).type;
    bool isKept = !from.isTruth() &&
                  (from.isSigned == to.isSigned ? from.width <= to.width : !from.isSigned && from.width < to.width);
    if (!isKept)
      break;
    id = inner;
  }
  return id;
}

/// Of a comparison, which depends on the values only.
bool Comparison::isSameOperand(ExprId a, ExprId b) {
  std::optional<Number> left = valueOf(mutant, a), right = valueOf(read, b);
  if (left || right)
    return left && right && *left == *right && (*left >= 0 || at(mutant, a).type == at(read, b).type);
  return isSame(withoutWidening(mutant, a), withoutWidening(read, b), true);
}

bool Comparison::pair(Numbers &known, uint32_t a, uint32_t b, bool &isNew) {
  auto [entry, isFirst] = known.try_emplace(a, b);
  isNew = isFirst;
  return entry->second == b;
}

bool Comparison::isSameVariable(VarId a, VarId b) {
  if (a == None || b == None)
    return a == b;
  bool isNew = false;
  if (!pair(variables, a, b, isNew) || !isNew)
    return !isNew && variables.lookup(a) == b;
  const Variable &left = mutant.program.variables[a], &right = read.program.variables[b];
  bool isSameName = left.isHidden ? right.isHidden : left.name == right.name;
  bool isSamePlace = left.function == None ? right.function == None
                                           : right.function != None && isSameFunction(left.function, right.function);
  return isSameName && isSamePlace && left.type == right.type && left.length == right.length &&
         left.isArray == right.isArray && left.isArrayParameter == right.isArrayParameter &&
         left.initial == right.initial;
}

bool Comparison::isSame(ExprId a, ExprId b, bool isUsed) {
  Node left = nodeOf(mutant, a), right = nodeOf(read, b);
  const Expr &x = *left.expr, &y = *right.expr;
  if (!(x.type == y.type))
    return false;
  std::optional<Number> leftValue = valueOf(mutant, a), rightValue = valueOf(read, b);
  if (leftValue || rightValue)
    return leftValue == rightValue;
  bool isNew = false;
  if (left.op != right.op || x.operands.size() != y.operands.size() || x.arrays.size() != y.arrays.size() ||
      (isUsed && x.isPostfix != y.isPostfix) || !isSameVariable(x.variable, y.variable) ||
      (x.op == Op::Call && !isSameFunction(x.callee, y.callee)) ||
      (x.op == Op::Input && !pair(inputs, x.input, y.input, isNew)))
    return false;
  if (left.op >= Op::Less && left.op <= Op::NotEqual)
    return isSameOperand(x.operands[0], y.operands[0]) && isSameOperand(x.operands[1], y.operands[1]);
  for (auto [array, other] : zip(x.arrays, y.arrays))
    if (!isSameVariable(array, other))
      return false;
  for (size_t i = 0; i < x.operands.size(); ++i)
    if (!isSame(x.operands[i], y.operands[i], isUsed || x.op != Op::Comma))
      return false;
  return true;
}

bool Comparison::isSameStatement(StmtId a, StmtId b) {
  if (a == None || b == None)
    return a == b;
  const Stmt &x = mutant.program.stmts[a], &y = read.program.stmts[b];
  bool isNew = false;
  bool isSameNode = x.kind == y.kind && x.isDoWhile == y.isDoWhile && x.isUnbounded == y.isUnbounded &&
                    (x.expr == None) == (y.expr == None) && x.items.size() == y.items.size() &&
                    (x.input == None) == (y.input == None) && isSameVariable(x.variable, y.variable) &&
                    (x.input == None || pair(inputs, x.input, y.input, isNew));
  if (!isSameNode || (x.expr != None && !isSame(x.expr, y.expr, x.kind != StmtKind::Evaluate)))
    return false;
  for (auto [item, other] : zip(x.items, y.items))
    if (!isSameStatement(item, other))
      return false;
  return isSameStatement(x.first, y.first) && isSameStatement(x.second, y.second);
}

bool Comparison::isSameFunction(FunctionId a, FunctionId b) {
  bool isNew = false;
  if (!pair(functions, a, b, isNew) || !isNew)
    return !isNew && functions.lookup(a) == b;
  const Function &x = mutant.program.functions[a], &y = read.program.functions[b];
  if (x.name != y.name || x.isLibrary != y.isLibrary || x.result != y.result ||
      x.parameters.size() != y.parameters.size())
    return false;
  for (auto [parameter, other] : zip(x.parameters, y.parameters))
    if (!isSameVariable(parameter, other))
      return false;
  return isSameStatement(x.body, y.body);
}

bool isRepaired(const Program &program, ArrayRef<Mutation> mutations, const ProgramRepair &repair,
                const Program &read) {
  return Comparison(program, mutations, repair, read).run();
}

/// The verdict on what was read; nullopt if it is not the repair.
static std::optional<CheckResult> readAgain(const Program &program, ArrayRef<Mutation> mutations,
                                            const ProgramRepair &repair, ArrayRef<SourceFile> files,
                                            ArrayRef<std::string> texts, const ReadingOptions &options,
                                            const Budget &budget) {
  CFrontend frontend(options.macros);
  for (auto [file, text] : zip(files, texts))
    if (!frontend.parseText(text, file.name))
      return std::nullopt;
  const Program *read = frontend.analyze(program.isMath);
  if (!read || !isRepaired(program, mutations, repair, *read))
    return std::nullopt;
  return checkBounded(*read, frontend.sourceManager(), {options.bound, options.checkBounds}, budget);
}

std::optional<WrittenRepair> writeRepair(const Program &program, ArrayRef<Mutation> mutations,
                                         const ProgramRepair &repair, ArrayRef<SourceFile> files,
                                         const ReadingOptions &options, const Budget &budget) {
  for (TextStyle style : {TextStyle::AsWritten, TextStyle::Expanded, TextStyle::SpelledOut}) {
    WrittenRepair result{applyRepair(program, mutations, repair, files, style), ""};
    std::optional<CheckResult> again = readAgain(program, mutations, repair, files, result.texts, options, budget);
    if (!again)
      continue;
    if (again->verdict == Verdict::Violated)
      return std::nullopt;
    // `no violation …; the loop at FILE:LINE can go on: --unwind raises the bound`
    StringRef loops = StringRef(again->reason).split("; ").second;
    if (size_t end = loops.find(" can go on"); end != StringRef::npos)
      result.cut = (loops.take_front(end) + " can go on").str();
    return result;
  }
  return std::nullopt;
}

} // namespace tenon::seq
