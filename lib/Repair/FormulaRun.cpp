//===- FormulaRun.cpp - Running mutants on the program formula ------------===//

#include "FormulaRun.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace tenon::seq {

static uint64_t masked(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// As the tape holds it; nullopt if it is too large.
static std::optional<uint64_t> bitsOf(const Rational &number, const Sort &sort) {
  DynamicAPInt value = number.numerator;
  if (sort.kind == SortKind::Bits) {
    DynamicAPInt half = DynamicAPInt(int64_t(1) << 32);
    uint64_t high = static_cast<uint64_t>(static_cast<int64_t>(value / half));
    return high << 32 | static_cast<uint64_t>(static_cast<int64_t>(value % half));
  }
  if (value < DynamicAPInt(INT64_MIN) || value > DynamicAPInt(INT64_MAX))
    return std::nullopt;
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

std::optional<uint64_t> bitsOfValue(const DataValue &value) {
  return bitsOf(value.scalar(), value.sort);
}

//===----------------------------------------------------------------------===//
// Terms as a tape
//===----------------------------------------------------------------------===//

FormulaRun::NodeId FormulaRun::nodeOf(Term term) {
  if (term->id() < nodeOfTerm.size() && nodeOfTerm[term->id()] != None)
    return nodeOfTerm[term->id()];
  SmallVector<NodeId, 4> children;
  for (Term operand : term->operands())
    children.push_back(nodeOf(operand));
  Node node;
  node.op = term->op();
  const Sort &sort = term->sort();
  node.isBits = sort.kind == SortKind::Bits;
  node.width = static_cast<uint8_t>(sort.kind == SortKind::Bool ? 1 : node.isBits ? sort.width : 0);
  node.term = term;
  if (node.op == TermOp::Constant) {
    std::optional<uint64_t> bits = bitsOf(term->constant(), sort);
    node.bits = bits.value_or(0);
    if (!bits)
      node.op = TermOp::Select; // Nothing that is evaluated.
  } else if (node.op == TermOp::Variable) {
    node.meaning = mutants.meaningOf(term->variable());
  }
  node.first = static_cast<uint32_t>(operandTable.size());
  node.count = static_cast<uint32_t>(children.size());
  operandTable.insert(operandTable.end(), children.begin(), children.end());
  NodeId id = static_cast<NodeId>(nodes.size());
  nodes.push_back(node);
  if (nodeOfTerm.size() <= term->id())
    nodeOfTerm.resize(std::max<size_t>(term->id() + 1, nodeOfTerm.size() * 2), None);
  nodeOfTerm[term->id()] = id;
  memo[Main].resize(nodes.size());
  memo[Restricted].resize(nodes.size());
  marked.resize(nodes.size(), 0);
  weights.resize(nodes.size(), 0);
  return id;
}

void FormulaRun::setCandidate(ArrayRef<Choice> choices) {
  current.assign(choices.begin(), choices.end());
  ++round;
}

void FormulaRun::setConstants(ArrayRef<uint64_t> values) {
  constants.assign(values.begin(), values.end());
  ++round;
}

void FormulaRun::setSample(const Sample &inputs) {
  sample = &inputs;
  ++round;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

FormulaRun::Value FormulaRun::value(NodeId id, Mode mode) {
  const Node &node = nodes[id];
  if (node.op == TermOp::Constant)
    return {node.bits, State::Known};
  uint32_t now = mode == Main ? round : sliceRound;
  if (memo[mode][id].round == now)
    return memo[mode][id].value;
  Value result = compute(id, mode);
  memo[mode][id] = {result, now};
  return result;
}

FormulaRun::Value FormulaRun::compute(NodeId id, Mode mode) {
  switch (nodes[id].op) {
  case TermOp::Variable:
    return ofVariable(Node(nodes[id]), mode);
  case TermOp::And:
  case TermOp::Or:
    return ofJunction(id, mode);
  case TermOp::IfThenElse:
    return ofConditional(id, mode);
  default:
    return ofOperands(id, mode);
  }
}

FormulaRun::Value FormulaRun::ofVariable(const Node &node, Mode mode) {
  using Kind = MutantFormula::Meaning::Kind;
  size_t position = node.meaning.position;
  switch (node.meaning.kind) {
  case Kind::Input:
    return {(*sample)[position], State::Known};
  case Kind::Unknown:
    if (mode == Main && position < constants.size())
      return {constants[position], State::Known};
    return {0, State::Open};
  case Kind::Definition:
    if (mode == Restricted)
      return inSlice[position] == sliceRound
                 ? value(definitionNode(position, current[mutants.unitOfDefinition(position)]), Main)
                 : Value{0, State::Outside};
    return value(definitionNode(position, current[mutants.unitOfDefinition(position)]), Main);
  default:
    return {0, State::Outside};
  }
}

FormulaRun::Value FormulaRun::ofJunction(NodeId id, Mode mode) {
  uint64_t absorbing = nodes[id].op == TermOp::Or;
  State state = State::Known;
  for (uint32_t i = 0; i < nodes[id].count; ++i) {
    Value operand = value(operandTable[nodes[id].first + i], mode);
    if (operand.isKnown() && operand.bits == absorbing)
      return {absorbing, State::Known};
    state = std::max(state, operand.state);
  }
  return {1 - absorbing, state};
}

FormulaRun::Value FormulaRun::ofConditional(NodeId id, Mode mode) {
  auto operand = [&](uint32_t i) { return value(operandTable[nodes[id].first + i], mode); };
  Value condition = operand(0);
  if (condition.isKnown())
    return operand(condition.bits ? 1 : 2);
  Value yes = operand(1), no = operand(2);
  if (yes.isKnown() && yes == no)
    return yes;
  return {0, std::max({condition.state, yes.state, no.state})};
}

FormulaRun::Value FormulaRun::ofOperands(NodeId id, Mode mode) {
  SmallVector<uint64_t, 8> values;
  State state = nodes[id].op == TermOp::Select || nodes[id].count == 0 ? State::Outside : State::Known;
  bool isProduct = nodes[id].op == TermOp::Multiply || nodes[id].op == TermOp::BitAnd;
  for (uint32_t i = 0; i < nodes[id].count; ++i) {
    Value operand = value(operandTable[nodes[id].first + i], mode);
    if (isProduct && operand.isFalse())
      return operand;
    state = std::max(state, operand.state);
    values.push_back(operand.bits);
  }
  if (state != State::Known)
    return {0, state};
  const Node &node = nodes[id];
  std::optional<uint64_t> result = apply(node, nodes[operandTable[node.first]], values);
  return result ? Value{*result, State::Known} : Value{0, State::Outside};
}

/// Of mathematical integers, where the result has 64 bits.
static std::optional<uint64_t> applyMath(TermOp op, ArrayRef<uint64_t> values) {
  auto signedAt = [&](size_t i) { return static_cast<int64_t>(values[i]); };
  int64_t a = signedAt(0), b = values.size() > 1 ? signedAt(1) : 0, result = 0;
  switch (op) {
  case TermOp::Add:
    result = a;
    for (size_t i = 1; i < values.size(); ++i)
      if (__builtin_add_overflow(result, signedAt(i), &result))
        return std::nullopt;
    return static_cast<uint64_t>(result);
  case TermOp::Multiply:
    if (__builtin_mul_overflow(a, b, &result))
      return std::nullopt;
    return static_cast<uint64_t>(result);
  case TermOp::Negate:
    if (a == INT64_MIN)
      return std::nullopt;
    return static_cast<uint64_t>(-a);
  case TermOp::Divide:
  case TermOp::Remainder:
    if (a == INT64_MIN && b == -1)
      return std::nullopt;
    if (b == 0)
      return op == TermOp::Divide ? 0 : static_cast<uint64_t>(a);
    return static_cast<uint64_t>(op == TermOp::Divide ? a / b : a % b);
  default:
    return std::nullopt;
  }
}

static uint64_t applyBits(TermOp op, unsigned width, ArrayRef<uint64_t> values) {
  uint64_t a = values[0], b = values.size() > 1 ? values[1] : 0;
  switch (op) {
  case TermOp::Add:
    return std::accumulate(values.begin(), values.end(), uint64_t(0));
  case TermOp::Multiply:
    return a * b;
  case TermOp::Negate:
    return -a;
  case TermOp::Divide:
    return b == 0 ? 0 : a / b;
  case TermOp::Remainder:
    return b == 0 ? a : a % b;
  case TermOp::BitAnd:
    return a & b;
  case TermOp::BitOr:
    return a | b;
  case TermOp::BitXor:
    return a ^ b;
  case TermOp::BitNot:
    return ~a;
  case TermOp::ShiftLeft:
    return b >= width ? 0 : a << b;
  default:
    return b >= width ? 0 : a >> b;
  }
}

std::optional<uint64_t> FormulaRun::apply(const Node &node, const Node &operand, ArrayRef<uint64_t> values) {
  bool isMath = operand.width == 0;
  switch (node.op) {
  case TermOp::Not:
    return !values[0];
  case TermOp::Equal:
    return values[0] == values[1];
  case TermOp::Less:
    return isMath ? static_cast<int64_t>(values[0]) < static_cast<int64_t>(values[1]) : values[0] < values[1];
  case TermOp::LessEqual:
    return isMath ? static_cast<int64_t>(values[0]) <= static_cast<int64_t>(values[1]) : values[0] <= values[1];
  case TermOp::BitsToInt: // Only on the way to other bits.
    return values[0];
  case TermOp::IntToBits:
    return masked(values[0], node.width);
  default:
    break;
  }
  if (node.isBits)
    return masked(applyBits(node.op, node.width, values), node.width);
  return applyMath(node.op, values);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// About how much there is below a node in the program as it is: the smaller of two reasons makes the smaller slice.
uint64_t FormulaRun::weight(NodeId id) {
  constexpr uint64_t Most = 1U << 30;
  if (weights[id])
    return weights[id];
  weights[id] = Most; // Where a definition is in its own way.
  uint64_t sum = 1;
  if (nodes[id].meaning.kind == MutantFormula::Meaning::Kind::Definition)
    sum += 16 + weight(definitionNode(nodes[id].meaning.position, 0));
  for (uint32_t i = 0; i < nodes[id].count; ++i)
    sum += weight(operandTable[nodes[id].first + i]);
  return weights[id] = std::min(sum, Most);
}

Slice FormulaRun::slice() {
  found = {};
  ++sliceRound;
  inSlice.resize(mutants.formula.definitions().size(), 0);
  mark(nodeOf(mutants.violation));
  llvm::sort(found);
  return found;
}

void FormulaRun::mark(NodeId id) {
  if (marked[id] == sliceRound || nodes[id].op == TermOp::Constant)
    return;
  marked[id] = sliceRound;
  switch (nodes[id].op) {
  case TermOp::Variable:
    return markVariable(Node(nodes[id]));
  case TermOp::And:
  case TermOp::Or:
    return markJunction(id);
  case TermOp::IfThenElse:
    return markConditional(id);
  case TermOp::Multiply:
  case TermOp::BitAnd:
    for (uint32_t i = 0; i < nodes[id].count; ++i)
      if (NodeId operand = operandTable[nodes[id].first + i]; value(operand, Main).isFalse())
        return mark(operand);
    break;
  default:
    break;
  }
  for (uint32_t i = 0; i < nodes[id].count; ++i)
    mark(operandTable[nodes[id].first + i]);
}

void FormulaRun::markJunction(NodeId id) {
  uint64_t absorbing = nodes[id].op == TermOp::Or;
  Value result = value(id, Main);
  if (!result.isKnown() || result.bits != absorbing) {
    for (uint32_t i = 0; i < nodes[id].count; ++i)
      mark(operandTable[nodes[id].first + i]);
    return;
  }
  // One reason is enough.
  std::optional<NodeId> best;
  for (uint32_t i = 0; i < nodes[id].count; ++i) {
    NodeId operand = operandTable[nodes[id].first + i];
    Value here = value(operand, Main);
    if (!here.isKnown() || here.bits != absorbing)
      continue;
    if (marked[operand] == sliceRound)
      return;
    if (!best || weight(operand) < weight(*best))
      best = operand;
  }
  mark(*best);
}

void FormulaRun::markConditional(NodeId id) {
  auto operand = [&](uint32_t i) { return operandTable[nodes[id].first + i]; };
  NodeId condition = operand(0), yes = operand(1), no = operand(2);
  Value decided = value(condition, Main);
  if (!decided.isKnown()) {
    // Both values are equal, or all three matter.
    if (Value first = value(yes, Main); !first.isKnown() || first != value(no, Main))
      mark(condition);
    mark(yes);
    return mark(no);
  }
  NodeId taken = decided.bits ? yes : no, other = decided.bits ? no : yes;
  Value result = value(taken, Main);
  mark(taken);
  if (marked[condition] != sliceRound && result.isKnown() && weight(other) < weight(condition) &&
      value(other, Main) == result)
    return mark(other);
  mark(condition);
}

void FormulaRun::markVariable(const Node &node) {
  using Kind = MutantFormula::Meaning::Kind;
  size_t position = node.meaning.position;
  if (node.meaning.kind == Kind::Definition && inSlice[position] != sliceRound) {
    inSlice[position] = sliceRound;
    found.push_back(position);
    mark(definitionNode(position, current[mutants.unitOfDefinition(position)]));
  }
}

bool FormulaRun::mayChange(size_t unitNumber, Choice choice) {
  const MutantFormula::Unit &unit = mutants.units[unitNumber];
  Choice now = current[unitNumber];
  for (size_t definition : unit.definitions) {
    if (inSlice[definition] != sliceRound)
      continue;
    NodeId before = definitionNode(definition, now), after = definitionNode(definition, choice);
    if (before == after)
      continue;
    Value same = value(before, Main);
    if (!same.isKnown() || value(after, Restricted) != same)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

Term FormulaRun::constantOf(const Node &node, uint64_t bits) const {
  const Sort &sort = node.term->sort();
  if (sort.kind == SortKind::Bool)
    return mutants.terms.boolean(bits != 0);
  if (!node.isBits)
    return mutants.terms.integer(static_cast<int64_t>(bits));
  DynamicAPInt number =
      DynamicAPInt(static_cast<int64_t>(bits >> 1)) * DynamicAPInt(2) + DynamicAPInt(static_cast<int64_t>(bits & 1));
  return mutants.terms.number(sort, Rational(number));
}

Term FormulaRun::residual(Term term) {
  return residual(nodeOf(term));
}

Term FormulaRun::residual(NodeId id) {
  Value known = value(id, Main);
  if (known.isKnown())
    return constantOf(nodes[id], known.bits);
  if (residuals.size() < nodes.size())
    residuals.resize(nodes.size(), {nullptr, 0});
  if (residuals[id].second == round)
    return residuals[id].first;
  Term result = nullptr;
  if (nodes[id].op == TermOp::Variable) {
    bool isDefinition = nodes[id].meaning.kind == MutantFormula::Meaning::Kind::Definition;
    size_t position = nodes[id].meaning.position;
    result =
        isDefinition ? residual(definitionNode(position, current[mutants.unitOfDefinition(position)])) : nodes[id].term;
  } else {
    SmallVector<Term, 4> operands;
    for (uint32_t i = 0; i < nodes[id].count; ++i)
      operands.push_back(residual(operandTable[nodes[id].first + i]));
    result = nodes[id].count == 0 ? nodes[id].term : mutants.terms.make(nodes[id].op, operands, nodes[id].term->sort());
  }
  if (residuals.size() < nodes.size())
    residuals.resize(nodes.size(), {nullptr, 0});
  residuals[id] = {result, round};
  return result;
}

} // namespace tenon::seq
