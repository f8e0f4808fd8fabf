//===- Ltl.cpp - Temporal formulas in normal form -------------------------===//

#include "tenon/Lower/Ltl.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon {

/// Conjunctions and disjunctions with more operands are not searched for operands that others imply.
static constexpr size_t MaxAbsorbed = 128;
/// Nor for operands that contradict each other.
static constexpr size_t MaxContradicted = 16;

LtlPool::LtlPool(const StepAlphabet &alphabet) : steps(alphabet) {
  trueId = letters(BitVector(steps.size(), true));
  falseId = letters(BitVector(steps.size(), false));
}

static size_t hashOf(const LtlPool::Node &node) {
  ArrayRef<uintptr_t> words = node.letters.getData();
  return hash_combine(node.kind, node.negated, node.fluent, hash_combine_range(words.begin(), words.end()),
                      hash_combine_range(node.operands.begin(), node.operands.end()));
}

static bool isSame(const LtlPool::Node &a, const LtlPool::Node &b) {
  return a.kind == b.kind && a.negated == b.negated && a.fluent == b.fluent && a.letters == b.letters &&
         a.operands == b.operands;
}

LtlId LtlPool::add(Node node) {
  auto &bucket = buckets[hashOf(node)];
  for (LtlId id : bucket)
    if (isSame(nodes[id], node))
      return id;
  auto id = static_cast<LtlId>(nodes.size());
  bucket.push_back(id);
  deriveProperties(node);
  nodes.push_back(std::move(node));
  return id;
}

void LtlPool::deriveProperties(Node &node) const {
  node.support.resize(steps.trackedCount());
  bool constant = node.kind == Kind::Letters && (node.letters.none() || node.letters.all());
  bool leaf = node.kind == Kind::Letters || node.kind == Kind::Fluent;
  node.isBoolean = leaf || node.kind == Kind::And || node.kind == Kind::Or;
  node.isSafety = node.kind != Kind::Until;
  node.isEventual = node.isUniversal = !leaf || constant;
  if (node.kind == Kind::Fluent)
    node.support.set(node.fluent);
  for (LtlId id : node.operands) {
    const Node &operand = nodes[id];
    node.support |= operand.support;
    node.isBoolean &= operand.isBoolean;
    node.isSafety &= operand.isSafety;
    node.isEventual &= operand.isEventual;
    node.isUniversal &= operand.isUniversal;
  }
  node.isEventual |= node.kind == Kind::Until && node.operands[0] == trueId;
  node.isUniversal |= node.kind == Kind::WeakUntil && node.operands[1] == falseId;
}

//===----------------------------------------------------------------------===//
// Literals and negation
//===----------------------------------------------------------------------===//

LtlId LtlPool::letters(BitVector letters) {
  Node node;
  node.letters = std::move(letters);
  return add(std::move(node));
}

LtlId LtlPool::fluent(unsigned tracked, bool negated) {
  Node node;
  node.kind = Kind::Fluent;
  node.fluent = tracked;
  node.negated = negated;
  return add(std::move(node));
}

LtlId LtlPool::negation(LtlId operand) {
  if (auto known = negations.find(operand); known != negations.end())
    return known->second;
  Node node = nodes[operand]; // A copy: the vector grows below.
  LtlId result = falseId;
  switch (node.kind) {
  case Kind::Letters:
    result = letters(node.letters.flip());
    break;
  case Kind::Fluent:
    result = fluent(node.fluent, !node.negated);
    break;
  case Kind::Next:
    result = next(negation(node.operands[0]));
    break;
  case Kind::And:
  case Kind::Or: {
    Operands operands;
    for (LtlId id : node.operands)
      operands.push_back(negation(id));
    result = node.kind == Kind::And ? disjunction(operands) : conjunction(operands);
    break;
  }
  case Kind::Until: // !(a U b) is !b W (!a && !b)
  case Kind::WeakUntil: {
    LtlId lhs = negation(node.operands[0]), rhs = negation(node.operands[1]);
    LtlId both = conjunction({lhs, rhs});
    result = node.kind == Kind::Until ? weakUntil(rhs, both) : until(rhs, both);
    break;
  }
  }
  negations[operand] = result;
  negations.try_emplace(result, operand);
  return result;
}

//===----------------------------------------------------------------------===//
// Conjunction and disjunction
//===----------------------------------------------------------------------===//

LtlId LtlPool::conjunction(ArrayRef<LtlId> operands) {
  return junction(Kind::And, operands);
}

LtlId LtlPool::disjunction(ArrayRef<LtlId> operands) {
  return junction(Kind::Or, operands);
}

/// Without any simplification beyond those of sets.
LtlId LtlPool::addJunction(Kind kind, ArrayRef<LtlId> operands) {
  Node node;
  node.kind = kind;
  node.operands.assign(operands.begin(), operands.end());
  llvm::sort(node.operands);
  node.operands.erase(std::unique(node.operands.begin(), node.operands.end()), node.operands.end());
  if (node.operands.empty())
    return constant(kind == Kind::And);
  return node.operands.size() == 1 ? node.operands[0] : add(std::move(node));
}

LtlId LtlPool::junction(Kind kind, ArrayRef<LtlId> operands) {
  LtlId neutral = constant(kind == Kind::And), absorbing = constant(kind != Kind::And);
  BitVector set(steps.size(), kind == Kind::And);
  Operands flat;
  auto addOperand = [&](LtlId id) {
    const Node &node = nodes[id];
    if (node.kind == Kind::Letters)
      kind == Kind::And ? set &= node.letters : set |= node.letters;
    else
      flat.push_back(id);
  };
  for (LtlId id : operands)
    if (nodes[id].kind == kind)
      for_each(nodes[id].operands, addOperand);
    else
      addOperand(id);
  LtlId literal = letters(std::move(set));
  if (literal == absorbing)
    return absorbing;
  if (literal != neutral)
    flat.push_back(literal);
  if (flat.size() < 2)
    return flat.empty() ? neutral : flat.front();
  size_t before = flat.size();
  mergeOperands(kind, flat);
  if (flat.size() < before) // What was merged may be simpler than its parts were.
    return junction(kind, flat);
  absorbOperands(kind, flat);
  return is_contained(flat, absorbing) ? absorbing : addJunction(kind, flat);
}

/// Removes the operands that satisfy the predicate and returns them.
template <typename Predicate> LtlPool::Operands LtlPool::extract(Operands &operands, Predicate predicate) const {
  Operands result;
  llvm::copy_if(operands, std::back_inserter(result), predicate);
  if (result.size() < 2)
    return {};
  llvm::erase_if(operands, predicate);
  return result;
}

void LtlPool::appendDisjuncts(LtlId id, Operands &disjuncts) const {
  if (nodes[id].kind == Kind::Or)
    append_range(disjuncts, nodes[id].operands);
  else
    disjuncts.push_back(id);
}

/// One operator for several operands: X a && X b is X (a && b), and so on.
void LtlPool::mergeOperands(Kind kind, Operands &operands) {
  auto bodiesOf = [this](Operands merged, unsigned position) {
    for (LtlId &id : merged)
      id = nodes[id].operands[position];
    return merged;
  };
  if (Operands merged = extract(operands, [this](LtlId id) { return nodes[id].kind == Kind::Next; }); !merged.empty())
    operands.push_back(next(junction(kind, bodiesOf(merged, 0))));
  if (kind == Kind::And) {
    if (Operands merged = extract(operands, [this](LtlId id) { return isAlways(id); }); !merged.empty()) {
      // []<>a stays as it is: together they would only come apart again.
      Operands plain = extract(merged, [this](LtlId id) { return !isSuspendable(id); });
      operands.append(merged.begin(), merged.end());
      if (!plain.empty())
        operands.push_back(always(conjunction(bodiesOf(plain, 0))));
    }
    auto isEventuallyAlways = [this](LtlId id) { return isEventually(id) && isAlways(nodes[id].operands[1]); };
    if (Operands merged = extract(operands, isEventuallyAlways); !merged.empty())
      operands.push_back(eventually(conjunction(bodiesOf(merged, 1))));
    return;
  }
  // Suspendable disjuncts wait together with what must happen eventually: <>a || []<>b is <>(a || []<>b).
  if (any_of(operands, [this](LtlId id) { return isEventually(id); }))
    if (Operands merged = extract(operands, [this](LtlId id) { return isEventually(id) || isSuspendable(id); });
        !merged.empty()) {
      Operands bodies;
      for (LtlId id : merged)
        appendDisjuncts(isEventually(id) ? nodes[id].operands[1] : id, bodies);
      for (const Operands &group : groupByFluents(bodies))
        operands.push_back(eventually(disjunction(group)));
    }
  auto isAlwaysEventually = [this](LtlId id) { return isAlways(id) && isEventually(nodes[id].operands[0]); };
  if (Operands merged = extract(operands, isAlwaysEventually); !merged.empty()) {
    Operands bodies;
    for (LtlId id : merged)
      bodies.push_back(nodes[nodes[id].operands[0]].operands[1]);
    for (const Operands &group : groupByFluents(bodies))
      operands.push_back(always(eventually(disjunction(group))));
  }
}

std::vector<LtlPool::Operands> LtlPool::groupByFluents(ArrayRef<LtlId> disjuncts) const {
  // Large supports first, so that each finds the group that it fits into.
  Operands order(disjuncts.begin(), disjuncts.end());
  llvm::stable_sort(order, [this](LtlId a, LtlId b) { return nodes[a].support.count() > nodes[b].support.count(); });
  std::vector<Operands> groups;
  for (LtlId id : order) {
    // test() asks for members that the other does not have.
    auto group = find_if(groups, [&](const Operands &g) { return !nodes[id].support.test(nodes[g.front()].support); });
    if (group == groups.end())
      groups.push_back({id});
    else
      group->push_back(id);
  }
  return groups;
}

void LtlPool::absorbOperands(Kind kind, Operands &operands) {
  if (operands.size() > MaxAbsorbed)
    return;
  llvm::sort(operands);
  for (size_t i = 0; i < operands.size();) {
    bool superfluous = false;
    for (size_t j = 0; j < operands.size() && !superfluous; ++j)
      superfluous =
          i != j && (kind == Kind::And ? implies(operands[j], operands[i]) : implies(operands[i], operands[j]));
    if (superfluous)
      operands.erase(operands.begin() + i);
    else
      ++i;
  }
  if (operands.size() > MaxContradicted || testingContradictions)
    return;
  testingContradictions = true;
  bool decided = false;
  for (size_t i = 0; i < operands.size() && !decided; ++i) {
    LtlId negated = negation(operands[i]);
    for (size_t j = 0; j < operands.size() && !decided; ++j)
      decided = i != j && (kind == Kind::And ? implies(operands[j], negated) : implies(negated, operands[j]));
  }
  testingContradictions = false;
  if (decided)
    operands = {constant(kind != Kind::And)};
}

//===----------------------------------------------------------------------===//
// Temporal operators
//===----------------------------------------------------------------------===//

LtlId LtlPool::next(LtlId operand) {
  if (isSuspendable(operand))
    return operand;
  Node node;
  node.kind = Kind::Next;
  node.operands = {operand};
  return add(std::move(node));
}

LtlId LtlPool::withoutOperandsThatImply(LtlId disjunctionId, LtlId implied) {
  if (nodes[disjunctionId].kind != Kind::Or)
    return disjunctionId;
  Operands kept, all;
  append_range(all, nodes[disjunctionId].operands);
  for (LtlId id : all)
    if (!implies(id, implied))
      kept.push_back(id);
  return kept.size() == all.size() ? disjunctionId : addJunction(Kind::Or, kept);
}

/// <>(a || b), where a and b are suspendable or not eventual.
LtlId LtlPool::eventuallyAny(ArrayRef<LtlId> disjuncts) {
  Operands results;
  for (const Operands &group : groupByFluents(disjuncts)) {
    if (all_of(group, [this](LtlId id) { return nodes[id].isEventual; })) {
      append_range(results, group);
      continue;
    }
    Node node;
    node.kind = Kind::Until;
    node.operands = {trueId, addJunction(Kind::Or, group)};
    results.push_back(add(std::move(node)));
  }
  return addJunction(Kind::Or, results);
}

std::optional<LtlId> LtlPool::simplifyUntil(LtlId lhs, LtlId rhs) {
  if (lhs == falseId || nodes[rhs].isEventual || implies(lhs, rhs))
    return rhs;
  if (LtlId weaker = withoutOperandsThatImply(lhs, rhs); weaker != lhs)
    return until(weaker, rhs);
  if (lhs != trueId && nodes[lhs].isBoolean && implies(negation(lhs), rhs))
    return eventually(rhs);
  Node left = nodes[lhs], right = nodes[rhs];
  bool rightIsUntil = right.kind == Kind::Until || right.kind == Kind::WeakUntil;
  if (rightIsUntil && implies(lhs, right.operands[0]))
    return rhs;
  if ((left.kind == Kind::Until || left.kind == Kind::WeakUntil) && left.operands[1] == rhs)
    return until(left.operands[0], rhs);
  if (right.kind == Kind::Next && (lhs == trueId || left.kind == Kind::Next))
    return next(until(lhs == trueId ? lhs : left.operands[0], right.operands[0]));
  if (lhs == trueId && right.kind == Kind::Until)
    return eventually(right.operands[1]);
  Operands outer, inner;
  if (right.kind == Kind::And) { // Suspendable conjuncts may hold anywhere.
    for (LtlId id : right.operands)
      (isSuspendable(id) ? outer : inner).push_back(id);
    if (!outer.empty()) {
      outer.push_back(until(lhs, addJunction(Kind::And, inner)));
      return conjunction(outer);
    }
  }
  if (right.kind == Kind::Or) { // Eventual disjuncts hold now if they hold later.
    for (LtlId id : right.operands)
      (nodes[id].isEventual && (lhs != trueId || !isSuspendable(id)) ? outer : inner).push_back(id);
    if (!outer.empty()) {
      outer.push_back(until(lhs, addJunction(Kind::Or, inner)));
      return disjunction(outer);
    }
    if (lhs == trueId)
      return eventuallyAny(right.operands);
  }
  return std::nullopt;
}

LtlId LtlPool::until(LtlId lhs, LtlId rhs) {
  if (std::optional<LtlId> simple = simplifyUntil(lhs, rhs))
    return *simple;
  Node node;
  node.kind = Kind::Until;
  node.operands = {lhs, rhs};
  return add(std::move(node));
}

std::optional<LtlId> LtlPool::simplifyAlways(LtlId operand) {
  Node node = nodes[operand];
  Operands outer, inner;
  switch (node.kind) {
  case Kind::Next:
    return next(always(node.operands[0]));
  case Kind::Until: // [](a U b) is [](a || b) && []<>b
    if (node.operands[0] == trueId)
      return std::nullopt;
    return conjunction({always(disjunction(node.operands)), always(eventually(node.operands[1]))});
  case Kind::WeakUntil:
    return always(disjunction(node.operands));
  case Kind::And: // Universal conjuncts hold later if they hold now.
    for (LtlId id : node.operands)
      (nodes[id].isUniversal ? outer : inner).push_back(id);
    if (outer.empty())
      return std::nullopt;
    outer.push_back(always(addJunction(Kind::And, inner)));
    return conjunction(outer);
  case Kind::Or:
    for (LtlId id : node.operands)
      (isSuspendable(id) ? outer : inner).push_back(id);
    if (outer.empty())
      return std::nullopt;
    outer.push_back(always(addJunction(Kind::Or, inner)));
    return disjunction(outer);
  default:
    return std::nullopt;
  }
}

std::optional<LtlId> LtlPool::simplifyWeakUntil(LtlId lhs, LtlId rhs) {
  if (lhs == trueId || rhs == trueId)
    return trueId;
  if (lhs == falseId || implies(lhs, rhs))
    return rhs;
  if (nodes[lhs].isUniversal)
    return disjunction({lhs, rhs});
  if (rhs == falseId)
    return simplifyAlways(lhs);
  if (LtlId weaker = withoutOperandsThatImply(lhs, rhs); weaker != lhs)
    return weakUntil(weaker, rhs);
  if (nodes[lhs].isBoolean && implies(negation(lhs), rhs))
    return trueId;
  if (nodes[rhs].isEventual)
    return disjunction({always(lhs), rhs});
  Node left = nodes[lhs], right = nodes[rhs];
  if (right.kind == Kind::WeakUntil && implies(lhs, right.operands[0]))
    return rhs;
  if (left.kind == Kind::WeakUntil && left.operands[1] == rhs)
    return weakUntil(left.operands[0], rhs);
  if (left.kind == Kind::Next && right.kind == Kind::Next)
    return next(weakUntil(left.operands[0], right.operands[0]));
  return std::nullopt;
}

LtlId LtlPool::weakUntil(LtlId lhs, LtlId rhs) {
  if (std::optional<LtlId> simple = simplifyWeakUntil(lhs, rhs))
    return *simple;
  Node node;
  node.kind = Kind::WeakUntil;
  node.operands = {lhs, rhs};
  return add(std::move(node));
}

//===----------------------------------------------------------------------===//
// Implication
//===----------------------------------------------------------------------===//

bool LtlPool::implies(LtlId lhs, LtlId rhs) {
  if (lhs == rhs || lhs == falseId || rhs == trueId)
    return true;
  if (lhs == trueId || rhs == falseId)
    return false;
  auto [entry, isNew] = implications.try_emplace({lhs, rhs}, false);
  if (!isNew)
    return entry->second;
  bool result = impliesBySyntax(lhs, rhs);
  implications[{lhs, rhs}] = result;
  return result;
}

bool LtlPool::impliesBySyntax(LtlId lhs, LtlId rhs) {
  const Node &f = nodes[lhs], &g = nodes[rhs];
  if (f.operands.size() * g.operands.size() > MaxAbsorbed * MaxAbsorbed)
    return false;
  if (f.kind == Kind::Letters && g.kind == Kind::Letters)
    return !f.letters.test(g.letters);
  if (f.kind == Kind::Or)
    return all_of(f.operands, [&](LtlId id) { return implies(id, rhs); });
  if (g.kind == Kind::And)
    return all_of(g.operands, [&](LtlId id) { return implies(lhs, id); });
  if (f.kind == Kind::And && any_of(f.operands, [&](LtlId id) { return implies(id, rhs); }))
    return true;
  if (g.kind == Kind::Or && any_of(g.operands, [&](LtlId id) { return implies(lhs, id); }))
    return true;
  if (f.kind == Kind::Next)
    return (g.kind == Kind::Next && implies(f.operands[0], g.operands[0])) ||
           (g.isEventual && implies(f.operands[0], rhs));
  if (g.kind == Kind::Next)
    return f.isUniversal && implies(lhs, g.operands[0]);
  bool leftUntil = f.kind == Kind::Until || f.kind == Kind::WeakUntil;
  bool rightUntil = g.kind == Kind::Until || g.kind == Kind::WeakUntil;
  if (rightUntil && implies(lhs, g.operands[1]))
    return true;
  if (g.kind == Kind::WeakUntil && f.isUniversal && implies(lhs, g.operands[0]))
    return true;
  if (!leftUntil)
    return false;
  if (f.kind == Kind::Until && g.isEventual && implies(f.operands[1], rhs))
    return true;
  if (implies(f.operands[0], rhs) && implies(f.operands[1], rhs))
    return true;
  bool strongEnough = f.kind == Kind::Until || g.kind == Kind::WeakUntil;
  return rightUntil && strongEnough && implies(f.operands[0], g.operands[0]) && implies(f.operands[1], g.operands[1]);
}

} // namespace tenon
