//===- Term.cpp - Making terms --------------------------------------------===//

#include "tenon/Program/Term.h"

#include "Numbers.h"
#include "TermOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Allocator.h"

#include <deque>

using namespace tenon;

namespace {

/// What makes two terms the same. Lives in the context behind a TermNode, or on the stack to look one up.
struct Shape {
  TermOp op;
  Sort sort;
  llvm::ArrayRef<Term> operands;
  VariableId variable;
  const Rational *constant;

  static Shape of(Term term) {
    bool isConstant = term->op() == TermOp::Constant;
    return {term->op(), term->sort(), term->operands(), term->variable(), isConstant ? &term->constant() : nullptr};
  }
};

struct ShapeInfo {
  static Term getEmptyKey() { return llvm::DenseMapInfo<Term>::getEmptyKey(); }
  static Term getTombstoneKey() { return llvm::DenseMapInfo<Term>::getTombstoneKey(); }
  static unsigned getHashValue(const Shape &shape) {
    auto ids = llvm::map_range(shape.operands, [](Term operand) { return operand->id(); });
    llvm::SmallVector<uint32_t, 8> operands(ids.begin(), ids.end());
    return static_cast<unsigned>(
        llvm::hash_combine(static_cast<unsigned>(shape.op), static_cast<unsigned>(shape.sort.kind),
                           static_cast<unsigned>(shape.sort.element), shape.sort.width, shape.sort.length,
                           llvm::hash_combine_range(operands.begin(), operands.end()), shape.variable,
                           shape.constant ? hashOf(*shape.constant) : llvm::hash_code(0)));
  }
  static unsigned getHashValue(Term term) { return getHashValue(Shape::of(term)); }
  static bool isEqual(const Shape &shape, Term term) {
    if (term == getEmptyKey() || term == getTombstoneKey())
      return false;
    Shape other = Shape::of(term);
    return shape.op == other.op && shape.sort == other.sort && shape.operands == other.operands &&
           shape.variable == other.variable && (!shape.constant || *shape.constant == *other.constant);
  }
  static bool isEqual(Term a, Term b) { return a == b; }
};

bool isConstant(Term term) {
  return term->op() == TermOp::Constant;
}
bool isNumber(Term term, int64_t number) {
  return isConstant(term) && term->constant() == Rational(Integer(number));
}

} // namespace

class TermContext::Storage {
public:
  Term unique(const Shape &shape) {
    auto found = terms.find_as(shape);
    if (found != terms.end())
      return *found;
    TermNode *node = new (allocator.Allocate<TermNode>()) TermNode();
    node->operation = shape.op;
    node->resultSort = shape.sort;
    llvm::ArrayRef<Term> operands = llvm::ArrayRef<Term>(shape.operands).copy(allocator);
    node->children = operands.data();
    node->childCount = static_cast<uint32_t>(operands.size());
    node->variableId = shape.variable;
    if (shape.constant)
      node->constantValue = &constants.emplace_back(*shape.constant);
    node->number = static_cast<uint32_t>(terms.size());
    terms.insert(node);
    return node;
  }

private:
  llvm::BumpPtrAllocator allocator;
  std::deque<Rational> constants;
  llvm::DenseSet<Term, ShapeInfo> terms;
};

TermContext::TermContext() : storage(std::make_unique<Storage>()) {}
TermContext::~TermContext() = default;

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

Term TermContext::boolean(bool value) {
  return number(Sort::boolean(), truth(value));
}

Term TermContext::number(const Sort &sort, Rational value) {
  assert(sort.kind != SortKind::Array);
  if (sort.kind == SortKind::Bits)
    value = Rational(moduloPowerOfTwo(value.numerator, sort.width));
  return storage->unique({TermOp::Constant, sort, {}, 0, &value});
}

Term TermContext::integer(int64_t value) {
  return number(Sort::integer(), Rational(Integer(value)));
}

Term TermContext::variable(VariableId id, const Sort &sort) {
  return storage->unique({TermOp::Variable, sort, {}, id, nullptr});
}

//===----------------------------------------------------------------------===//
// Boolean operators
//===----------------------------------------------------------------------===//

Term TermContext::notOf(Term a) {
  if (isConstant(a))
    return boolean(!isTrue(a->constant()));
  if (a->op() == TermOp::Not)
    return a->operand(0);
  // Numbers are totally ordered: there is one way only to say that a bound does not hold.
  if (a->op() == TermOp::Less)
    return lessEqual(a->operand(1), a->operand(0));
  if (a->op() == TermOp::LessEqual)
    return less(a->operand(1), a->operand(0));
  return storage->unique({TermOp::Not, Sort::boolean(), a, 0, nullptr});
}

Term TermContext::junction(TermOp op, llvm::ArrayRef<Term> terms) {
  bool neutral = op == TermOp::And;
  llvm::SmallVector<Term, 8> parts;
  llvm::SmallPtrSet<Term, 8> seen;
  bool decided = false;
  auto add = [&](Term part) {
    if (isConstant(part))
      decided |= isTrue(part->constant()) != neutral;
    else if (seen.insert(part).second)
      parts.push_back(part);
  };
  for (Term term : terms)
    if (term->op() == op)
      llvm::for_each(term->operands(), add);
    else
      add(term);
  if (decided || llvm::any_of(parts, [&](Term part) { return seen.contains(notOf(part)); }))
    return boolean(!neutral);
  if (parts.size() < 2)
    return parts.empty() ? boolean(neutral) : parts.front();
  return storage->unique({op, Sort::boolean(), parts, 0, nullptr});
}

Term TermContext::andOf(llvm::ArrayRef<Term> terms) {
  return junction(TermOp::And, terms);
}
Term TermContext::orOf(llvm::ArrayRef<Term> terms) {
  return junction(TermOp::Or, terms);
}
Term TermContext::implies(Term a, Term b) {
  return orOf({notOf(a), b});
}

Term TermContext::equal(Term a, Term b) {
  assert(a->sort() == b->sort());
  if (a == b)
    return boolean(true);
  if (isConstant(a) && isConstant(b))
    return boolean(a->constant() == b->constant());
  if (a->sort().kind == SortKind::Bool && isConstant(b))
    return isTrue(b->constant()) ? a : notOf(a);
  if (a->sort().kind == SortKind::Bool && isConstant(a))
    return isTrue(a->constant()) ? b : notOf(b);
  return storage->unique({TermOp::Equal, Sort::boolean(), {a, b}, 0, nullptr});
}

Term TermContext::less(Term a, Term b) {
  assert(a->sort() == b->sort() && a->sort().isNumeric());
  if (a == b)
    return boolean(false);
  if (isConstant(a) && isConstant(b))
    return boolean(a->constant() < b->constant());
  return storage->unique({TermOp::Less, Sort::boolean(), {a, b}, 0, nullptr});
}

Term TermContext::lessEqual(Term a, Term b) {
  assert(a->sort() == b->sort() && a->sort().isNumeric());
  if (a == b)
    return boolean(true);
  if (isConstant(a) && isConstant(b))
    return boolean(!(b->constant() < a->constant()));
  return storage->unique({TermOp::LessEqual, Sort::boolean(), {a, b}, 0, nullptr});
}

Term TermContext::ifThenElse(Term condition, Term a, Term b) {
  assert(a->sort() == b->sort());
  if (isConstant(condition))
    return isTrue(condition->constant()) ? a : b;
  if (a == b)
    return a;
  if (a->sort().kind == SortKind::Bool && isConstant(a) && isConstant(b))
    return isTrue(a->constant()) ? condition : notOf(condition);
  return storage->unique({TermOp::IfThenElse, a->sort(), {condition, a, b}, 0, nullptr});
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// A sum has its constants as one, at the place of the first.
Term TermContext::sumOf(llvm::ArrayRef<Term> terms, const Sort &sort) {
  llvm::SmallVector<Term, 8> parts;
  std::optional<size_t> place;
  auto add = [&](Term part) {
    if (!isConstant(part)) {
      parts.push_back(part);
    } else if (place) {
      const Rational *both[] = {&parts[*place]->constant(), &part->constant()};
      parts[*place] = number(sort, applyScalar(TermOp::Add, sort, both));
    } else {
      place = parts.size();
      parts.push_back(part);
    }
  };
  for (Term term : terms) {
    assert(term->sort() == sort);
    if (term->op() == TermOp::Add)
      llvm::for_each(term->operands(), add);
    else
      add(term);
  }
  if (place && parts.size() > 1 && isNumber(parts[*place], 0))
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(*place));
  if (parts.size() == 1)
    return parts.front();
  return storage->unique({TermOp::Add, sort, parts, 0, nullptr});
}

Term TermContext::add(Term a, Term b) {
  return sumOf({a, b}, a->sort());
}
Term TermContext::subtract(Term a, Term b) {
  return add(a, make(TermOp::Negate, b, b->sort()));
}
Term TermContext::multiply(Term a, Term b) {
  return make(TermOp::Multiply, {a, b}, a->sort());
}

/// What an operator on numbers is equal to for all values of its operands, if there is something simpler.
Term TermContext::simplerArithmetic(TermOp op, llvm::ArrayRef<Term> operands, const Sort &result) {
  Term a = operands[0], b = operands.back();
  switch (op) {
  case TermOp::Multiply:
    if (isNumber(a, 0) || isNumber(b, 1))
      return a;
    if (isNumber(b, 0) || isNumber(a, 1))
      return b;
    // A constant factor of a constant multiple.
    if (isConstant(a) && b->op() == TermOp::Multiply && isConstant(b->operand(0)))
      return multiply(multiply(a, b->operand(0)), b->operand(1));
    return nullptr;
  case TermOp::Negate:
  case TermOp::BitNot:
    return a->op() == op ? a->operand(0) : nullptr;
  case TermOp::Divide:
  case TermOp::ShiftLeft:
  case TermOp::ShiftRight:
    return isNumber(b, op == TermOp::Divide ? 1 : 0) ? a : nullptr;
  case TermOp::Remainder:
    return isNumber(b, 1) ? number(result, {}) : nullptr;
  case TermOp::BitAnd:
    return isNumber(a, 0) || a == b ? a : isNumber(b, 0) ? b : nullptr;
  case TermOp::BitOr:
    return isNumber(b, 0) || a == b ? a : isNumber(a, 0) ? b : nullptr;
  case TermOp::BitXor:
    return isNumber(b, 0) ? a : isNumber(a, 0) ? b : a == b ? number(result, {}) : nullptr;
  default:
    return nullptr;
  }
}

Term TermContext::make(TermOp op, llvm::ArrayRef<Term> operands, const Sort &result) {
  switch (op) {
  case TermOp::Not:
    return notOf(operands[0]);
  case TermOp::And:
  case TermOp::Or:
    return junction(op, operands);
  case TermOp::Equal:
    return equal(operands[0], operands[1]);
  case TermOp::Less:
    return less(operands[0], operands[1]);
  case TermOp::LessEqual:
    return lessEqual(operands[0], operands[1]);
  case TermOp::IfThenElse:
    return ifThenElse(operands[0], operands[1], operands[2]);
  case TermOp::Select:
    return select(operands[0], operands[1]);
  case TermOp::Store:
    return store(operands[0], operands[1], operands[2]);
  case TermOp::Add:
    return sumOf(operands, result);
  default:
    break;
  }
  assert(op != TermOp::Constant && op != TermOp::Variable && !operands.empty());
  if (op != TermOp::Fill && llvm::all_of(operands, isConstant)) {
    llvm::SmallVector<const Rational *, 2> values;
    for (Term operand : operands)
      values.push_back(&operand->constant());
    return number(result, applyScalar(op, result, values));
  }
  if (Term simpler = simplerArithmetic(op, operands, result))
    return simpler;
  return storage->unique({op, result, operands, 0, nullptr});
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Term TermContext::select(Term array, Term index) {
  assert(array->sort().kind == SortKind::Array && index->sort().kind == SortKind::Int);
  if (array->op() == TermOp::Fill && isConstant(index))
    return array->operand(0);
  if (array->op() == TermOp::Store) {
    if (array->operand(1) == index)
      return array->operand(2);
    if (isConstant(array->operand(1)) && isConstant(index))
      return select(array->operand(0), index);
  }
  return storage->unique({TermOp::Select, array->sort().elementSort(), {array, index}, 0, nullptr});
}

Term TermContext::store(Term array, Term index, Term value) {
  assert(array->sort().kind == SortKind::Array && index->sort().kind == SortKind::Int);
  assert(value->sort() == array->sort().elementSort());
  if (array->op() == TermOp::Store && array->operand(1) == index)
    array = array->operand(0);
  return storage->unique({TermOp::Store, array->sort(), {array, index, value}, 0, nullptr});
}

Term TermContext::fill(Term element, uint64_t length) {
  return make(TermOp::Fill, element, Sort::array(element->sort(), length));
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

Term TermContext::substitute(Term term, llvm::function_ref<Term(VariableId)> replacement) {
  llvm::DenseMap<Term, Term> results;
  llvm::SmallVector<Term, 8> operands;
  for (Term node : subtermsOf(term)) {
    Term result = node;
    if (node->op() == TermOp::Variable) {
      if (Term replaced = replacement(node->variable())) {
        assert(replaced->sort() == node->sort());
        result = replaced;
      }
    } else if (!node->operands().empty()) {
      operands.clear();
      for (Term operand : node->operands())
        operands.push_back(results.lookup(operand));
      if (node->operands() != llvm::ArrayRef<Term>(operands))
        result = make(node->op(), operands, node->sort());
    }
    results[node] = result;
  }
  return results.lookup(term);
}
