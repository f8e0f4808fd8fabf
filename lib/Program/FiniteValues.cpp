//===- FiniteValues.cpp ---------------------------------------------------===//

#include "tenon/Program/FiniteValues.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace tenon;

static constexpr int64_t MaxDomainSize = 1 << 16;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

RowLayout::RowLayout(llvm::ArrayRef<ProgramVariable> variables) : offsets{0} {
  for (const ProgramVariable &variable : variables) {
    sorts.push_back(variable.sort);
    offsets.push_back(offsets.back() + (variable.sort.kind == SortKind::Array ? variable.sort.length : 1));
  }
}

DataValue RowLayout::valueOf(VariableId id, ValueRow row) const {
  DataValue value{sorts[id], {}};
  for (int64_t number : row.slice(offset(id), size(id)))
    value.elements.emplace_back(llvm::DynamicAPInt(number));
  return value;
}

std::optional<SmallDomain> tenon::smallDomainOf(const ProgramVariable &variable) {
  SortKind kind = variable.sort.kind == SortKind::Array ? variable.sort.element : variable.sort.kind;
  SmallDomain domain;
  if (kind == SortKind::Bool) {
    domain.high = 1;
  } else if (kind == SortKind::Bits && variable.sort.width <= 16) {
    domain.high = (int64_t(1) << variable.sort.width) - 1;
  } else if (kind == SortKind::Int && variable.low) {
    const llvm::DynamicAPInt &low = variable.low->numerator, &high = variable.high->numerator;
    if (low < std::numeric_limits<int32_t>::min() || high > std::numeric_limits<int32_t>::max() ||
        high - low >= MaxDomainSize)
      return std::nullopt;
    domain = {static_cast<int64_t>(low), static_cast<int64_t>(high)};
  } else {
    return std::nullopt;
  }
  return domain;
}

std::vector<DataValue> tenon::valuesBetween(const Sort &sort, SmallDomain domain, const std::optional<Rational> &low,
                                            const std::optional<Rational> &high) {
  auto isLess = [](int64_t a, const Rational &b) { return Rational(llvm::DynamicAPInt(a)) < b; };
  while (low && domain.low <= domain.high && isLess(domain.low, *low))
    ++domain.low;
  while (high && domain.low <= domain.high && *high < Rational(llvm::DynamicAPInt(domain.high)))
    --domain.high;
  std::vector<DataValue> values{{sort, {}}};
  for (uint64_t i = 0; i < (sort.kind == SortKind::Array ? sort.length : 1); ++i) {
    std::vector<DataValue> longer;
    for (const DataValue &value : values)
      for (int64_t number = domain.low; number <= domain.high; ++number) {
        longer.push_back(value);
        longer.back().elements.emplace_back(llvm::DynamicAPInt(number));
      }
    values = std::move(longer);
  }
  return values;
}

LabelId tenon::valueLabel(LabelTable &labels, LabelId channel, const DataValue &value) {
  std::string text = labels.text(channel).str();
  Sort sort = value.sort.kind == SortKind::Array ? value.sort.elementSort() : value.sort;
  for (const Rational &number : value.elements)
    text += "." + printValue({sort, {number}});
  return labels.intern(text);
}

std::vector<llvm::BitVector> tenon::liveVariables(const Program &program, size_t variableCount) {
  std::vector<llvm::BitVector> live(program.locations.size(), llvm::BitVector(static_cast<unsigned>(variableCount)));
  std::vector<llvm::BitVector> used;
  for (const ProgramTransition &transition : program.transitions) {
    llvm::BitVector &uses = used.emplace_back(static_cast<unsigned>(variableCount));
    const ProgramAction &action = transition.action;
    for (Term term : {action.index, action.value, action.defined})
      if (term)
        for (VariableId id : variablesOf(term))
          uses.set(id);
    bool writes = action.kind == ActionKind::Read || action.kind == ActionKind::Assign;
    if (writes && action.index) // The other elements stay.
      uses.set(action.target);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = program.transitions.size(); i-- > 0;) {
      const ProgramTransition &transition = program.transitions[i];
      const ProgramAction &action = transition.action;
      llvm::BitVector before = used[i];
      if (transition.to != ErrorLocation) {
        llvm::BitVector after = live[transition.to];
        if (action.kind == ActionKind::Read || action.kind == ActionKind::Assign)
          after.reset(action.target);
        before |= after;
      }
      if (before.test(live[transition.from])) {
        live[transition.from] |= before;
        changed = true;
      }
    }
  }
  return live;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

DataValue RowEvaluator::evaluate(Term term, ValueRow row) {
  if (term->sort().kind == SortKind::Array)
    return tenon::evaluate(term, [&](VariableId id) { return layout.valueOf(id, row); });
  return {term->sort(), {scalar(term, row)}};
}

Rational RowEvaluator::scalar(Term term, ValueRow row) {
  const Compiled &compiled = compile(term);
  std::optional<int64_t> number = compiled.fits ? run(compiled, row) : std::nullopt;
  if (number)
    return llvm::DynamicAPInt(*number);
  return tenon::evaluate(term, [&](VariableId id) { return layout.valueOf(id, row); }).scalar();
}

bool RowEvaluator::holds(Term condition, ValueRow row) {
  if (!condition)
    return true;
  const Compiled &compiled = compile(condition);
  std::optional<int64_t> number = compiled.fits ? run(compiled, row) : std::nullopt;
  return number ? *number != 0 : scalar(condition, row).numerator != 0;
}

const RowEvaluator::Compiled &RowEvaluator::compile(Term term) {
  auto [entry, isNew] = compiledTerms.try_emplace(term);
  Compiled &compiled = entry->second;
  if (!isNew)
    return compiled;
  std::vector<Term> nodes{term};
  llvm::SmallDenseSet<Term, 16> seen{term};
  for (size_t next = 0; next < nodes.size(); ++next)
    for (Term operand : nodes[next]->operands())
      if (seen.insert(operand).second)
        nodes.push_back(operand);
  llvm::sort(nodes, [](Term a, Term b) { return a->id() < b->id(); }); // Operands are older.
  llvm::DenseMap<Term, uint32_t> numberOf;
  for (Term node : nodes) {
    bool isArray = node->sort().kind == SortKind::Array;
    if (isArray && node->op() == TermOp::Variable)
      continue; // Only elements of it are computed with.
    Instruction instruction{node->op(), node->sort(), 0, 0, {}};
    if (isArray || !compileNode(node, numberOf, instruction)) {
      compiled.fits = false;
      return compiled;
    }
    numberOf[node] = static_cast<uint32_t>(compiled.instructions.size());
    compiled.instructions.push_back(std::move(instruction));
  }
  return compiled;
}

/// False if the operator is left to evaluate().
bool RowEvaluator::compileNode(Term node, const llvm::DenseMap<Term, uint32_t> &numberOf, Instruction &instruction) {
  SortKind kind = node->sort().kind;
  if (kind == SortKind::Real || (kind == SortKind::Bits && node->sort().width > 16))
    return false;
  if (node->op() == TermOp::Constant) {
    const llvm::DynamicAPInt &number = node->constant().numerator;
    if (number < std::numeric_limits<int32_t>::min() || number > std::numeric_limits<int32_t>::max())
      return false;
    instruction.constant = static_cast<int64_t>(number);
  }
  if (node->op() == TermOp::Variable)
    instruction.place = layout.offset(node->variable());
  llvm::ArrayRef<Term> operands = node->operands();
  if (node->op() == TermOp::Select) {
    if (operands[0]->op() != TermOp::Variable)
      return false;
    instruction.place = layout.offset(operands[0]->variable());
    instruction.constant = static_cast<int64_t>(operands[0]->sort().length);
    operands = operands.drop_front();
  }
  for (Term operand : operands) {
    auto number = numberOf.find(operand);
    if (number == numberOf.end())
      return false;
    instruction.operands.push_back(number->second);
  }
  return true;
}

std::optional<int64_t> RowEvaluator::run(const Compiled &compiled, ValueRow row) {
  registers.clear();
  for (const Instruction &instruction : compiled.instructions) {
    std::optional<int64_t> result = step(instruction, row);
    if (!result)
      return std::nullopt;
    bool wraps = instruction.sort.kind == SortKind::Bits;
    registers.push_back(wraps ? *result & ((int64_t(1) << instruction.sort.width) - 1) : *result);
  }
  return registers.back();
}

/// Nothing where the result does not fit.
std::optional<int64_t> RowEvaluator::step(const Instruction &instruction, ValueRow row) {
  auto operand = [&](size_t i) { return registers[instruction.operands[i]]; };
  int64_t result = 0;
  switch (instruction.op) {
  case TermOp::Constant:
    return instruction.constant;
  case TermOp::Variable:
    return row[instruction.place];
  case TermOp::Select: {
    int64_t index = operand(0);
    return index < 0 || index >= instruction.constant ? 0 : row[instruction.place + static_cast<size_t>(index)];
  }
  case TermOp::Not:
    return operand(0) == 0;
  case TermOp::And:
    return llvm::all_of(instruction.operands, [&](uint32_t i) { return registers[i] != 0; });
  case TermOp::Or:
    return llvm::any_of(instruction.operands, [&](uint32_t i) { return registers[i] != 0; });
  case TermOp::Equal:
    return operand(0) == operand(1);
  case TermOp::Less:
    return operand(0) < operand(1);
  case TermOp::LessEqual:
    return operand(0) <= operand(1);
  case TermOp::Add: {
    for (uint32_t i : instruction.operands)
      if (__builtin_add_overflow(result, registers[i], &result))
        return std::nullopt;
    return result;
  }
  case TermOp::Multiply:
    return __builtin_mul_overflow(operand(0), operand(1), &result) ? std::nullopt : std::optional(result);
  case TermOp::Negate:
    return __builtin_sub_overflow(int64_t(0), operand(0), &result) ? std::nullopt : std::optional(result);
  case TermOp::Divide:
    return operand(1) == 0 ? 0 : operand(1) == -1 ? std::nullopt : std::optional(operand(0) / operand(1));
  case TermOp::Remainder:
    return operand(1) == 0 ? operand(0) : operand(1) == -1 ? 0 : operand(0) % operand(1);
  case TermOp::BitAnd:
    return operand(0) & operand(1);
  case TermOp::BitOr:
    return operand(0) | operand(1);
  case TermOp::BitXor:
    return operand(0) ^ operand(1);
  case TermOp::BitNot:
    return ~operand(0);
  case TermOp::ShiftLeft:
    return operand(1) >= instruction.sort.width ? 0 : operand(0) << operand(1);
  case TermOp::ShiftRight:
    return operand(1) >= instruction.sort.width ? 0 : operand(0) >> operand(1);
  case TermOp::IfThenElse:
    return operand(0) != 0 ? operand(1) : operand(2);
  case TermOp::BitsToInt:
  case TermOp::IntToBits:
    return operand(0);
  default:
    return std::nullopt;
  }
}
