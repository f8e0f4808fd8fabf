//===- Evaluator.cpp - Expressions, labels and sets to values -------------===//

#include "tenon/Sema/Evaluator.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"

namespace tenon {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

std::optional<int32_t> Evaluator::evaluateNumber(const Expression &e, const Environment &env) {
  std::optional<Value> value = evaluate(e, env);
  if (!value)
    return std::nullopt;
  if (value->isLabel()) {
    diagnostics.error(e.range, "a number is needed here, and this is the label '" + table.text(value->label()) + "'");
    return std::nullopt;
  }
  return value->number();
}

std::optional<bool> Evaluator::evaluateCondition(const Expression &e, const Environment &env) {
  std::optional<int32_t> number = evaluateNumber(e, env);
  if (!number)
    return std::nullopt;
  return *number != 0;
}

std::optional<Value> Evaluator::evaluate(const Expression &e, const Environment &env) {
  switch (e.op) {
  case ExprOp::Constant:
    return e.constant;
  case ExprOp::Variable:
    return env[e.slot];
  case ExprOp::Label: {
    std::vector<LabelId> labels;
    if (!expandAll(*e.label, env, labels))
      return std::nullopt;
    if (labels.size() != 1) {
      diagnostics.error(e.range, "a label constant must denote exactly one label, and this one denotes " +
                                     llvm::Twine(labels.size()));
      return std::nullopt;
    }
    return Value::ofLabel(labels.front(), table);
  }
  case ExprOp::SetSize: {
    std::vector<LabelId> labels;
    if (!expandSet(*e.set, env, labels))
      return std::nullopt;
    return Value(static_cast<int32_t>(labels.size()));
  }
  case ExprOp::SetElement:
    return evaluateSetElement(e, env);
  case ExprOp::Plus:
  case ExprOp::Minus:
  case ExprOp::Not: {
    std::optional<int32_t> operand = evaluateNumber(*e.lhs, env);
    if (!operand)
      return std::nullopt;
    if (e.op == ExprOp::Plus)
      return Value(*operand);
    if (e.op == ExprOp::Minus)
      return Value(static_cast<int32_t>(0u - static_cast<uint32_t>(*operand)));
    return Value(options.ltsa ? *operand <= 0 : *operand == 0);
  }
  default:
    return evaluateBinary(e, env);
  }
}

std::optional<Value> Evaluator::evaluateSetElement(const Expression &e, const Environment &env) {
  std::vector<LabelId> labels;
  std::optional<int32_t> position = evaluateNumber(*e.lhs, env);
  if (!position || !expandSet(*e.set, env, labels))
    return std::nullopt;
  auto size = static_cast<int32_t>(labels.size());
  if (options.ltsa && *position == size && size > 0)
    --*position;
  if (*position < 0 || *position >= size) {
    diagnostics.error(e.range, "there is no element " + llvm::Twine(*position) + ": the set has " +
                                   llvm::Twine(labels.size()) + (labels.size() == 1 ? " element" : " elements") +
                                   ", numbered from 0");
    return std::nullopt;
  }
  return Value::ofLabel(labels[*position], table);
}

/// Java's int arithmetic: wraps around.
static int32_t wrap(uint32_t bits) {
  return static_cast<int32_t>(bits);
}

static int32_t applyOperator(ExprOp op, int32_t a, int32_t b) {
  auto ua = static_cast<uint32_t>(a), ub = static_cast<uint32_t>(b);
  switch (op) {
  case ExprOp::Or:
    return a != 0 || b != 0;
  case ExprOp::And:
    return a != 0 && b != 0;
  case ExprOp::BitOr:
    return a | b;
  case ExprOp::BitXor:
    return a ^ b;
  case ExprOp::BitAnd:
    return a & b;
  case ExprOp::Less:
    return a < b;
  case ExprOp::LessEqual:
    return a <= b;
  case ExprOp::Greater:
    return a > b;
  case ExprOp::GreaterEqual:
    return a >= b;
  case ExprOp::ShiftLeft:
    return wrap(ua << (ub & 31));
  case ExprOp::ShiftRight:
    return a >> (ub & 31);
  case ExprOp::Add:
    return wrap(ua + ub);
  case ExprOp::Subtract:
    return wrap(ua - ub);
  case ExprOp::Multiply:
    return wrap(ua * ub);
  case ExprOp::Divide:
    return wrap(static_cast<uint32_t>(static_cast<int64_t>(a) / b));
  case ExprOp::Remainder:
    return static_cast<int32_t>(static_cast<int64_t>(a) % b);
  default:
    assert(false && "not a binary operator on numbers");
    return 0;
  }
}

std::optional<Value> Evaluator::evaluateBinary(const Expression &e, const Environment &env) {
  if (e.op == ExprOp::Equal || e.op == ExprOp::NotEqual) {
    std::optional<Value> a = evaluate(*e.lhs, env), b = evaluate(*e.rhs, env);
    if (!a || !b)
      return std::nullopt;
    return Value((*a == *b) == (e.op == ExprOp::Equal));
  }
  std::optional<int32_t> a = evaluateNumber(*e.lhs, env), b = evaluateNumber(*e.rhs, env);
  if (!a || !b)
    return std::nullopt;
  if ((e.op == ExprOp::Divide || e.op == ExprOp::Remainder) && *b == 0) {
    diagnostics.error(e.range, "division by zero");
    return std::nullopt;
  }
  return Value(applyOperator(e.op, *a, *b));
}

//===----------------------------------------------------------------------===//
// Labels and sets
//===----------------------------------------------------------------------===//

bool Evaluator::expand(const LabelPattern &pattern, Environment &env, llvm::function_ref<bool(LabelId)> each) {
  llvm::SmallString<64> text;
  return expandFrom(pattern, 0, text, env, each);
}

bool Evaluator::expandFrom(const LabelPattern &pattern, size_t part, llvm::SmallVectorImpl<char> &text,
                           Environment &env, llvm::function_ref<bool(LabelId)> each) {
  if (part == pattern.parts.size())
    return each(table.intern(llvm::StringRef(text.data(), text.size())));
  const LabelPattern::Part &p = pattern.parts[part];
  if (part > 0)
    text.push_back('.');
  size_t length = text.size();
  auto withText = [&](llvm::StringRef suffix) {
    text.append(suffix.begin(), suffix.end());
    bool more = expandFrom(pattern, part + 1, text, env, each);
    text.resize(length);
    return more;
  };
  auto withValue = [&](const Value &value) {
    if (p.index.slot != NoSlot)
      env[p.index.slot] = value;
    appendValue(value, table, text);
    bool more = expandFrom(pattern, part + 1, text, env, each);
    text.resize(length);
    return more;
  };
  bool more = true;
  if (p.kind == LabelPattern::Part::Kind::Text) {
    more = withText(p.text);
  } else if (p.kind == LabelPattern::Part::Kind::Set) {
    std::vector<LabelId> labels;
    more = expandSet(*p.set, env, labels);
    for (size_t i = 0; more && i < labels.size(); ++i)
      more = withText(table.text(labels[i]));
  } else if (p.index.kind == IndexPattern::Kind::Expression) {
    std::optional<Value> value = evaluate(*p.index.low, env);
    more = value && withValue(*value);
  } else if (p.index.kind == IndexPattern::Kind::Range) {
    std::optional<Bounds> bounds = evaluateBounds(p.index, env);
    more = bounds.has_value();
    for (int64_t i = more ? bounds->low : 1, end = more ? bounds->high : 0; more && i <= end; ++i)
      more = withValue(Value(static_cast<int32_t>(i)));
  } else {
    std::vector<Value> values;
    more = indexValues(p.index, env, values);
    for (size_t i = 0; more && i < values.size(); ++i)
      more = withValue(values[i]);
  }
  if (part > 0)
    text.pop_back();
  return more;
}

bool Evaluator::expandAll(const LabelPattern &pattern, const Environment &env, std::vector<LabelId> &labels) {
  Environment scratch = env;
  return expand(pattern, scratch, [&](LabelId label) {
    if (labels.size() == MaxSetSize) {
      diagnostics.error(pattern.range, "this set has more than " + llvm::Twine(MaxSetSize) + " labels");
      return false;
    }
    labels.push_back(label);
    return true;
  });
}

bool Evaluator::expandSet(const SetPattern &set, const Environment &env, std::vector<LabelId> &labels) {
  if (set.kind == SetPattern::Kind::Constant) {
    labels.insert(labels.end(), set.constant.begin(), set.constant.end());
    return true;
  }
  std::vector<LabelId> all;
  llvm::DenseSet<LabelId> excluded;
  if (set.kind == SetPattern::Kind::Explicit) {
    for (const LabelPattern *element : set.elements)
      if (!expandAll(*element, env, all))
        return false;
  } else {
    std::vector<LabelId> right;
    if (!expandSet(*set.left, env, all) || !expandSet(*set.right, env, right))
      return false;
    excluded.insert(right.begin(), right.end());
  }
  for (LabelId label : all)
    if (excluded.insert(label).second)
      labels.push_back(label);
  return true;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::optional<Evaluator::Bounds> Evaluator::evaluateBounds(const IndexPattern &index, const Environment &env) {
  assert(index.kind != IndexPattern::Kind::Set);
  std::optional<int32_t> low = evaluateNumber(*index.low, env);
  if (index.kind == IndexPattern::Kind::Expression)
    return low ? std::optional<Bounds>({*low, *low}) : std::nullopt;
  std::optional<int32_t> high = evaluateNumber(*index.high, env);
  if (!low || !high)
    return std::nullopt;
  if (*low > *high) {
    Diagnostic &error = diagnostics.error(index.range, "the range " + llvm::Twine(*low) + ".." + llvm::Twine(*high) +
                                                           " is empty: it has no values");
    llvm::StringRef advice = "a range is written from its least value to its greatest";
    bool isElsewhere = index.low->range.Start.getPointer() < index.range.Start.getPointer() ||
                       index.low->range.Start.getPointer() > index.range.End.getPointer();
    if (isElsewhere && index.low->range.isValid())
      error.note({index.low->range.Start, index.high->range.End}, advice);
    else
      error.note(advice);
    return std::nullopt;
  }
  return Bounds{*low, *high};
}

/// What one index of forEachIndex runs over: a range is not written out.
class Evaluator::IndexCursor {
public:
  bool open(Evaluator &evaluator, const IndexPattern &index, const Environment &env) {
    if (index.kind == IndexPattern::Kind::Range) {
      std::optional<Bounds> bounds = evaluator.evaluateBounds(index, env);
      if (bounds)
        range = *bounds;
      isRange = true;
      return bounds.has_value();
    }
    return evaluator.indexValues(index, env, values);
  }
  bool empty() const { return !isRange && values.empty(); }
  Value current() const {
    return isRange ? Value(static_cast<int32_t>(range.low + static_cast<int64_t>(position))) : values[position];
  }
  /// False after the last value, and then at the first again.
  bool advance() {
    uint64_t size = isRange ? static_cast<uint64_t>(static_cast<int64_t>(range.high) - range.low + 1) : values.size();
    if (++position < size)
      return true;
    position = 0;
    return false;
  }

private:
  bool isRange = false;
  Bounds range{0, 0};
  std::vector<Value> values;
  uint64_t position = 0;
};

bool Evaluator::indexValues(const IndexPattern &index, const Environment &env, std::vector<Value> &values) {
  assert(index.kind != IndexPattern::Kind::Range && "ranges are not written out");
  if (index.kind == IndexPattern::Kind::Expression) {
    std::optional<Value> value = evaluate(*index.low, env);
    if (value)
      values.push_back(*value);
    return value.has_value();
  }
  std::vector<LabelId> labels;
  if (!expandSet(*index.set, env, labels))
    return false;
  for (LabelId label : labels)
    values.push_back(Value::ofLabel(label, table));
  return true;
}

bool Evaluator::forEachIndex(llvm::ArrayRef<IndexPattern> indices, Environment &env,
                             llvm::function_ref<bool(llvm::ArrayRef<Value>)> each) {
  std::vector<IndexCursor> cursors(indices.size());
  for (size_t i = 0; i < indices.size(); ++i)
    if (!cursors[i].open(*this, indices[i], env))
      return false;
  for (const IndexCursor &cursor : cursors)
    if (cursor.empty())
      return true;
  llvm::SmallVector<Value, 4> current(indices.size());
  while (true) {
    for (size_t i = 0; i < indices.size(); ++i) {
      current[i] = cursors[i].current();
      if (indices[i].slot != NoSlot)
        env[indices[i].slot] = current[i];
    }
    if (!each(current))
      return false;
    size_t i = indices.size();
    while (i > 0 && !cursors[i - 1].advance())
      --i;
    if (i == 0)
      return true;
  }
}

bool Evaluator::expandRelabels(llvm::ArrayRef<const RelabelPattern *> clauses, Environment &env,
                               std::vector<std::pair<LabelId, LabelId>> &oldToNew) {
  for (const RelabelPattern *clause : clauses) {
    bool good;
    if (!clause->newLabel)
      good = forEachIndex(clause->indices, env,
                          [&](llvm::ArrayRef<Value>) { return expandRelabels(clause->clauses, env, oldToNew); });
    else
      good = expand(*clause->newLabel, env, [&](LabelId newLabel) {
        return expand(*clause->oldLabel, env, [&](LabelId oldLabel) {
          oldToNew.push_back({oldLabel, newLabel});
          return true;
        });
      });
    if (!good)
      return false;
  }
  return true;
}

} // namespace tenon
