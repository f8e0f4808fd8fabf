//===- UnwoundExpressions.cpp - Expressions of an unwound program ---------===//
//
// An expression is evaluated in two steps: what happens in it (calls, assignments, inputs), from left to right, each
// under the guard of the operators around it; then its value, over the results of these. The second step can be
// repeated for a mutant.
//
//===----------------------------------------------------------------------===//

#include "UnwoundBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::seq {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

class UnwoundFormula::Builder::Translator {
public:
  Translator(Builder &owner, const Substitution *substitution, uint32_t occurrence, UnitId own, Time start)
      : builder(owner), scalars(owner.scalars), mutants(substitution), happened(owner.occurrences[occurrence]),
        unit(own), cursor(start) {}

  Term definition(ExprId site, Definition::Form form, Term outer) {
    if (form == Definition::Form::Value)
      return value(site, true);
    const Expr &node = operatorOf(site);
    bool isBranch = form == Definition::Form::Branch1 || form == Definition::Form::Branch2;
    bool exists = isBranch ? node.op == Op::Conditional : node.op == Op::And || node.op == Op::Or;
    if (!exists)
      return builder.terms.boolean(false);
    Term first = value(node.operands[0], false);
    if (node.op == Op::Or || form == Definition::Form::Branch2)
      first = builder.terms.notOf(first);
    return builder.terms.andOf({outer, first});
  }

  Term value(ExprId site, bool isRoot) {
    // What another unit says is not ours to change.
    if (!isRoot && builder.program.exprs[site].unit != unit)
      if (Term known = find(happened.units, site))
        return known;
    ExprId id = resolve(site);
    if (Term known = find(happened.effects, id))
      return known;
    return plain(builder.program.exprs[id]);
  }

private:
  ExprId resolve(ExprId site) const {
    if (!mutants)
      return site;
    auto found = mutants->find(site);
    return found == mutants->end() ? site : found->second;
  }
  /// A mutant may have the original operator in it: `!e`, `e && p`.
  const Expr &operatorOf(ExprId site) const {
    const std::vector<Expr> &exprs = builder.program.exprs;
    const Expr &mutant = exprs[resolve(site)];
    for (const Expr *inner = &mutant;; inner = &exprs[inner->operands[0]]) {
      if (inner->operands == exprs[site].operands)
        return *inner;
      if (inner->operands.empty())
        return mutant;
    }
  }
  Term find(const Effects &effects, ExprId id) {
    auto found = effects.find(id);
    if (found == effects.end())
      return nullptr;
    cursor = found->second.end;
    return found->second.result;
  }
  Term operand(const Expr &node, unsigned i) { return value(node.operands[i], false); }
  ScalarType typeOf(const Expr &node, unsigned i) const {
    return builder.program.exprs[resolve(node.operands[i])].type;
  }

  Term plain(const Expr &node) {
    switch (node.op) {
    case Op::Constant:
      return scalars.constant(node.type, node.constant);
    case Op::Unknown:
      return builder.unknown(static_cast<size_t>(node.constant), node.type);
    case Op::Variable:
      return builder.at(builder.slotOf[node.variable], cursor);
    case Op::Element: {
      Term index = operand(node, 0);
      return builder.read(node.variable, index, typeOf(node, 0), cursor);
    }
    case Op::Not:
      return builder.terms.notOf(operand(node, 0));
    case Op::Negate:
      return scalars.negate(operand(node, 0));
    case Op::Complement:
      return scalars.complement(operand(node, 0));
    case Op::Convert:
      return scalars.convert(operand(node, 0), typeOf(node, 0), node.type);
    case Op::Call:
    case Op::Assign:
    case Op::Input:
      // In a mutant that was not announced.
      return scalars.constant(node.type, 0);
    default:
      return ofSeveral(node);
    }
  }

  Term ofSeveral(const Expr &node) {
    Term first = operand(node, 0), second = operand(node, 1);
    switch (node.op) {
    case Op::And:
      return builder.terms.andOf({first, second});
    case Op::Or:
      return builder.terms.orOf({first, second});
    case Op::Comma:
      return second;
    case Op::Conditional:
      return builder.terms.ifThenElse(first, second, operand(node, 2));
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
      return scalars.compare(node.op, typeOf(node, 0), first, second);
    default:
      return scalars.binary(node.op, node.type, first, second);
    }
  }

  Builder &builder;
  const ScalarTerms &scalars;
  const Substitution *mutants;
  const Occurrence &happened;
  UnitId unit;
  Time cursor;
};

Term UnwoundFormula::Builder::valueOf(const Definition &definition, const Substitution &mutants) {
  Translator translator(*this, &mutants, definition.occurrence, definition.unit, definition.time);
  return translator.definition(definition.root, definition.form, definition.outer);
}

Term UnwoundFormula::Builder::define(ExprId root, Definition::Form form, Term outer, Time start) {
  UnitId unit = program.exprs[root].unit;
  Term value = Translator(*this, nullptr, occurrence, unit, start).definition(root, form, outer);
  if (!options.isNamed || unit == None || !options.isNamed(unit))
    return value;
  if (form == Definition::Form::Value && !hasName(root))
    return value;
  Term name = fresh(value->sort());
  definitionOfName.back() = definitions.size();
  definitions.push_back({name, value, unit, root, form, outer, occurrence, start});
  return name;
}

//===----------------------------------------------------------------------===//
// What happens in an expression
//===----------------------------------------------------------------------===//

Term UnwoundFormula::Builder::evaluate(ExprId root) {
  Time start = time;
  uint32_t outer = occurrence;
  occurrence = happen(root);
  Term value = define(root, Definition::Form::Value, nullptr, start);
  occurrence = outer;
  return value;
}

uint32_t UnwoundFormula::Builder::happen(ExprId root) {
  if (!hasEffects(root))
    return 0;
  uint32_t outer = occurrence;
  occurrence = static_cast<uint32_t>(occurrences.size());
  occurrences.emplace_back();
  effects(root, terms.boolean(true), program.exprs[root].unit);
  return std::exchange(occurrence, outer);
}

bool UnwoundFormula::Builder::isEffect(const Expr &node) const {
  return node.op == Op::Call || node.op == Op::Assign || node.op == Op::Input ||
         (options.checkBounds && node.op == Op::Element);
}

bool UnwoundFormula::Builder::hasEffects(ExprId id) {
  if (effectsKnown.size() < program.exprs.size())
    effectsKnown.resize(program.exprs.size(), 0);
  if (effectsKnown[id] == 0)
    effectsKnown[id] = findEffects(id) ? 2 : 1;
  return effectsKnown[id] == 2;
}

bool UnwoundFormula::Builder::findEffects(ExprId id) {
  const Expr &node = program.exprs[id];
  if (isEffect(node))
    return true;
  for (ExprId operand : node.operands)
    if (program.exprs[operand].unit != node.unit || hasEffects(operand))
      return true;
  auto found = alternativesOf.find(id);
  return found != alternativesOf.end() &&
         llvm::any_of(found->second, [&](const auto &alternative) { return hasEffects(alternative.first); });
}

/// Results of assignments and inputs have their names from there, unless something else may stand there. In the place
/// of a call a mutant may have a variable.
bool UnwoundFormula::Builder::hasName(ExprId root) const {
  Op op = program.exprs[root].op;
  return (op != Op::Assign && op != Op::Input) || alternativesOf.count(root);
}

void UnwoundFormula::Builder::effects(ExprId id, Term guard, UnitId around) {
  const Expr &node = program.exprs[id];
  bool isUnit = node.unit != around && hasName(id);
  const Occurrence &known = occurrences[occurrence];
  if (known.effects.count(id) || known.units.count(id) || (!isUnit && !hasEffects(id)))
    return;
  Time start = time;
  effectsOfAlternatives(id, guard);
  switch (node.op) {
  case Op::Call:
    call(id, guard);
    break;
  case Op::Assign:
    assign(id, guard);
    break;
  case Op::Input: {
    InputInstance instance{node.input, {freshInput(node.type)}, terms.andOf({now.reached, guard})};
    occurrences[occurrence].effects.insert({id, {instance.names.front(), time}});
    inputs.push_back(std::move(instance));
    break;
  }
  case Op::Element:
    if (options.checkBounds)
      access(id, guard);
    else
      effectsOfOperands(id, guard);
    break;
  default:
    effectsOfOperands(id, guard);
    break;
  }
  if (isUnit) {
    Term value = define(id, Definition::Form::Value, nullptr, start);
    occurrences[occurrence].units.insert({id, {value, time}});
  }
}

/// What happens only in a replacement happens if that is chosen; what happens only in the original, if none is.
void UnwoundFormula::Builder::effectsOfAlternatives(ExprId id, Term &guard) {
  auto found = alternativesOf.find(id);
  if (found == alternativesOf.end())
    return;
  llvm::SmallVector<std::pair<ExprId, Term>, 1> alternatives = found->second;
  UnitId unit = program.exprs[id].unit;
  for (auto [replacement, choice] : alternatives)
    sharedEffects(replacement, id, guard, unit);
  Term original = guard;
  for (auto [replacement, choice] : alternatives) {
    effects(replacement, terms.andOf({guard, choice}), unit);
    original = terms.andOf({original, terms.notOf(choice)});
  }
  guard = original;
}

void UnwoundFormula::Builder::sharedEffects(ExprId id, ExprId original, Term guard, UnitId around) {
  if (isBelow(id, original))
    return effects(id, guard, around);
  const Expr &node = program.exprs[id];
  for (ExprId operand : node.operands)
    sharedEffects(operand, original, guard, node.unit);
}

bool UnwoundFormula::Builder::isBelow(ExprId id, ExprId root) const {
  return llvm::any_of(program.exprs[root].operands,
                      [&](ExprId operand) { return operand == id || isBelow(id, operand); });
}

void UnwoundFormula::Builder::effectsOfOperands(ExprId id, Term guard) {
  const Expr &node = program.exprs[id];
  Time start = time;
  using Form = Definition::Form;
  auto operand = [&](unsigned i, std::optional<Form> form) {
    ExprId child = node.operands[i];
    if (program.exprs[child].unit == node.unit && !hasEffects(child))
      return;
    effects(child, form ? define(id, *form, guard, start) : guard, node.unit);
  };
  switch (node.op) {
  case Op::And:
  case Op::Or:
    operand(0, std::nullopt);
    operand(1, Form::Right);
    break;
  case Op::Conditional:
    operand(0, std::nullopt);
    operand(1, Form::Branch1);
    operand(2, Form::Branch2);
    break;
  default:
    for (unsigned i = 0; i < node.operands.size(); ++i)
      operand(i, std::nullopt);
    break;
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void UnwoundFormula::Builder::bindArguments(const Expr &node, Time start) {
  const Function &callee = program.functions[node.callee];
  llvm::SmallVector<Term, 4> values;
  for (ExprId argument : node.operands)
    values.push_back(Translator(*this, nullptr, occurrence, node.unit, start).value(argument, false));
  llvm::SmallVector<VarId, 2> arrays;
  size_t nextArray = 0, nextScalar = 0;
  for (VarId parameter : callee.parameters)
    if (program.variables[parameter].isArray)
      arrays.push_back(arrayOf(node.arrays[nextArray++], time));
  nextArray = 0;
  for (VarId parameter : callee.parameters)
    if (program.variables[parameter].isArray)
      bindings[parameter].push_back({++time, arrays[nextArray++]});
    else
      set(slotOf[parameter], values[nextScalar++]);
}

void UnwoundFormula::Builder::call(ExprId id, Term guard) {
  const Expr node = program.exprs[id];
  Time start = time;
  effectsOfOperands(id, guard);
  const Function &callee = program.functions[node.callee];
  Term reachedBefore = now.reached;
  Term reached = terms.andOf({now.reached, guard});
  Term result = nullptr;
  if (isConstant(reached, false)) {
    result = callee.result ? scalars.constant(*callee.result, 0) : nullptr;
  } else {
    bool isGuarded = !isConstant(guard, true);
    State before;
    if (isGuarded)
      before = now;
    uint64_t endsBefore = ends;
    now.reached = reached;
    bindArguments(node, start);
    if (callee.resultVariable != None)
      set(slotOf[callee.resultVariable], scalars.constant(*callee.result, 0));
    uint32_t mine = occurrence;
    executeBody(callee);
    occurrence = mine;
    if (callee.result)
      result = now.values[slotOf[callee.resultVariable]];
    if (isGuarded) {
      for (size_t slot = 0; slot < now.values.size(); ++slot)
        set(slot, terms.ifThenElse(guard, now.values[slot], before.values[slot]));
      now.reached = ends == endsBefore ? reachedBefore
                                       : terms.orOf({now.reached, terms.andOf({reachedBefore, terms.notOf(guard)})});
    }
  }
  if (result)
    occurrences[occurrence].effects.insert({id, {result, time}});
}

//===----------------------------------------------------------------------===//
// Assignments and arrays
//===----------------------------------------------------------------------===//

void UnwoundFormula::Builder::assign(ExprId id, Term guard) {
  const Expr node = program.exprs[id];
  bool isElement = node.operands.size() > 1;
  Term index = nullptr;
  ScalarType indexType;
  Time start = time;
  if (isElement) {
    effects(node.operands[1], guard, node.unit);
    index = define(node.operands[1], Definition::Form::Value, nullptr, start);
    indexType = program.exprs[node.operands[1]].type;
    if (options.checkBounds)
      checkInside(id, node.variable, index, indexType, guard);
  }
  start = time;
  effects(node.operands[0], guard, node.unit);
  Term value = define(node.operands[0], Definition::Form::Value, nullptr, start);
  Term result = value;
  if (node.isPostfix)
    result = isElement ? read(node.variable, index, indexType, time) : now.values[slotOf[node.variable]];
  if (isElement) {
    write(node.variable, index, indexType, value, guard);
  } else {
    size_t slot = slotOf[node.variable];
    set(slot, terms.ifThenElse(guard, value, now.values[slot]));
  }
  occurrences[occurrence].effects.insert({id, {result, time}});
}

void UnwoundFormula::Builder::access(ExprId id, Term guard) {
  const Expr node = program.exprs[id];
  Time start = time;
  effects(node.operands[0], guard, node.unit);
  Term index = define(node.operands[0], Definition::Form::Value, nullptr, start);
  ScalarType type = program.exprs[node.operands[0]].type;
  checkInside(id, node.variable, index, type, guard);
  occurrences[occurrence].effects.insert({id, {read(node.variable, index, type, time), time}});
}

void UnwoundFormula::Builder::checkInside(ExprId id, VarId array, Term index, ScalarType type, Term guard) {
  uint64_t length = program.variables[arrayOf(array, time)].length;
  Term outside = terms.notOf(scalars.isInside(index, type, length));
  Term condition = terms.andOf({now.reached, guard, outside});
  if (!isConstant(condition, false))
    violations.push_back({None, id, condition});
}

template <typename Entry, typename Time> static const Entry &entryAt(const std::vector<Entry> &entries, Time time) {
  if (entries.back().first <= time)
    return entries.back();
  auto next = llvm::upper_bound(entries, time, [](Time value, const Entry &entry) { return value < entry.first; });
  return *std::prev(next);
}

Term UnwoundFormula::Builder::at(size_t slot, Time when) const {
  return entryAt(history[slot], when).second;
}

VarId UnwoundFormula::Builder::arrayOf(VarId variable, Time when) const {
  return program.variables[variable].isArrayParameter ? entryAt(bindings[variable], when).second : variable;
}

Term UnwoundFormula::Builder::read(VarId variable, Term index, ScalarType type, Time when) const {
  VarId array = arrayOf(variable, when);
  const Variable &info = program.variables[array];
  Term outside = scalars.constant(info.type, 0);
  if (std::optional<uint64_t> position = ScalarTerms::constantIndex(index, type, info.length))
    return *position < info.length ? at(slotOf[array] + *position, when) : outside;
  Term value = outside;
  for (uint64_t i = info.length; i-- > 0;)
    value = terms.ifThenElse(scalars.isElement(index, type, i), at(slotOf[array] + i, when), value);
  return value;
}

void UnwoundFormula::Builder::write(VarId variable, Term index, ScalarType type, Term value, Term guard) {
  VarId array = arrayOf(variable, time);
  uint64_t length = program.variables[array].length;
  std::optional<uint64_t> position = ScalarTerms::constantIndex(index, type, length);
  for (uint64_t i = position.value_or(0); i < (position ? std::min(*position + 1, length) : length); ++i) {
    size_t slot = slotOf[array] + i;
    Term here = position ? guard : terms.andOf({guard, scalars.isElement(index, type, i)});
    set(slot, terms.ifThenElse(here, value, now.values[slot]));
  }
}

} // namespace tenon::seq
