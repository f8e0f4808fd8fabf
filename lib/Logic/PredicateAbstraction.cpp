//===- PredicateAbstraction.cpp - Blocks and the edges between them -------===//

#include "tenon/Logic/PredicateAbstraction.h"

#include "tenon/Logic/Elimination.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

PredicateAbstraction::PredicateAbstraction(const OpenProgram &openProgram, SmtContext &smt, Kind abstraction,
                                           const Budget &limits)
    : program(openProgram), context(smt), terms(smt.terms()), kind(abstraction), budget(limits), solver(smt) {
  for (uint32_t place = 0; place < program.places.size(); ++place) {
    BlockNode &root = blocks.emplace_back();
    root.place = place;
    root.formula = terms.boolean(true);
  }
  for (auto [number, label] : enumerate(program.labels)) {
    currentLetters.push_back(static_cast<Letter>(classes.size()));
    classes.push_back({{static_cast<uint32_t>(number), label.domain}, None});
  }
}

//===----------------------------------------------------------------------===//
// Blocks and letters
//===----------------------------------------------------------------------===//

void PredicateAbstraction::split(Block block, Term predicate) {
  for (unsigned side : {0, 1}) {
    Term literal = side ? terms.notOf(predicate) : predicate;
    BlockNode child;
    child.place = blocks[block].place;
    child.formula = terms.andOf({blocks[block].formula, literal});
    child.parent = block;
    blocks[block].children[side] = static_cast<Block>(blocks.size());
    blocks.push_back(child);
  }
  blocks[block].predicate = predicate;
  ++splitCount;
  ++knowledge;
}

void PredicateAbstraction::splitLetter(Letter letter, Term condition) {
  LetterClass whole = classes[letter].meaning;
  auto position = find_if(currentLetters, [&](Letter other) { return other == letter; });
  Letter first = static_cast<Letter>(classes.size());
  Term domain = program.labels[whole.label].domain;
  for (Term part : {condition, terms.notOf(condition)}) {
    Term both = simplifyUnder(context, terms.andOf({whole.condition, part}), domain, budget);
    classes.push_back({{whole.label, terms.andOf({domain, both})}, letter});
  }
  ++letterSplits;
  *position = first;
  currentLetters.insert(position + 1, first + 1);
  ++knowledge;
}

std::vector<PredicateAbstraction::Predicate> PredicateAbstraction::predicates() const {
  std::vector<Predicate> found;
  for (const BlockNode &block : blocks)
    if (block.predicate && none_of(found, [&](const Predicate &other) {
          return other.place == block.place &&
                 (other.condition == block.predicate || other.condition == terms.notOf(block.predicate));
        }))
      found.push_back({block.place, block.predicate});
  stable_sort(found, [](const Predicate &a, const Predicate &b) { return a.place < b.place; });
  return found;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

ArrayRef<Term> PredicateAbstraction::valuesOf(Letter letter) const {
  if (letter == SilentLetter)
    return {};
  return program.labels[classes[letter].meaning.label].values;
}

Term PredicateAbstraction::conditionOf(Letter letter) const {
  Term condition = letter == SilentLetter ? nullptr : classes[letter].meaning.condition;
  return condition ? condition : terms.boolean(true);
}

Term PredicateAbstraction::sourceOf(Block from) const {
  if (from == Start)
    return terms.boolean(true);
  Term fact = program.places[blocks[from].place].fact;
  return fact ? terms.andOf({blocks[from].formula, fact}) : blocks[from].formula;
}

Term PredicateAbstraction::after(const OpenProgram::Step &step, Term condition) const {
  DenseMap<VariableId, Term> values;
  for (const auto &[variable, value] : step.updates)
    values[variable] = value;
  return terms.substitute(condition, [&](VariableId id) { return values.lookup(id); });
}

Term PredicateAbstraction::enabling(const OpenProgram::Step &step, Letter letter) const {
  return terms.andOf({step.guard, conditionOf(letter)});
}

Term PredicateAbstraction::relation(Block from, Letter letter, const Edge &edge) const {
  const OpenProgram::Step &step = stepOf(from, edge.step);
  return terms.andOf({enabling(step, letter), after(step, blocks[edge.target].formula)});
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::optional<bool> PredicateAbstraction::isSatisfiable(ArrayRef<Term> conditions) {
  Term all = terms.andOf(conditions);
  if (all->op() == TermOp::Constant)
    return all == terms.boolean(true);
  if (offline)
    return std::nullopt;
  solver.push();
  solver.add(all);
  SmtAnswer answer = solver.check(budget);
  solver.pop();
  if (answer != SmtAnswer::Unknown)
    return answer == SmtAnswer::Satisfiable;
  // Products and quotients of variables with few values are easier case by case.
  std::vector<Term> variables = variableTermsOf(all);
  Term cases = expand(variables, all);
  if (cases->op() == TermOp::Constant)
    return cases == terms.boolean(true);
  return cases == all ? std::nullopt : isSatisfiable(cases);
}

/// Takes variables with few values away, one after the other, as long as the cases are not too many.
Term PredicateAbstraction::expand(std::vector<Term> &variables, Term condition) const {
  constexpr size_t MaxCases = 64;
  size_t cases = 1;
  for (size_t i = 0; i < variables.size();) {
    auto domain = program.smallDomains.find(variables[i]->variable());
    if (domain == program.smallDomains.end() || cases * domain->second.size() > MaxCases) {
      ++i;
      continue;
    }
    cases *= domain->second.size();
    std::vector<Term> instances;
    for (Term value : domain->second)
      instances.push_back(
          terms.substitute(condition, [&](VariableId id) { return id == variables[i]->variable() ? value : nullptr; }));
    condition = terms.orOf(instances);
    variables.erase(variables.begin() + static_cast<ptrdiff_t>(i));
  }
  return condition;
}

/// Null if Z3 finds no term.
Term PredicateAbstraction::exists(std::vector<Term> variables, Term condition) {
  // What is communicated is often known: `value == x + 1`.
  for (size_t i = 0; i < variables.size();) {
    Term definition = nullptr;
    ArrayRef<Term> parts = condition->op() == TermOp::And ? condition->operands() : ArrayRef(condition);
    for (Term part : parts)
      for (unsigned side : {0, 1})
        if (!definition && part->op() == TermOp::Equal && part->operand(side) == variables[i] &&
            !is_contained(variablesOf(part->operand(1 - side)), variables[i]->variable()))
          definition = part->operand(1 - side);
    if (!definition) {
      ++i;
      continue;
    }
    condition = terms.substitute(condition,
                                 [&](VariableId id) { return id == variables[i]->variable() ? definition : nullptr; });
    variables.erase(variables.begin() + static_cast<ptrdiff_t>(i));
  }
  std::vector<VariableId> used = variablesOf(condition);
  erase_if(variables, [&](Term variable) { return !is_contained(used, variable->variable()); });
  condition = expand(variables, condition);
  return variables.empty() ? condition : eliminate(context, variables, condition, budget);
}

Term PredicateAbstraction::precondition(Block from, Letter letter, const Edge &edge) {
  auto [entry, isNew] = preconditions.try_emplace({blocks[from].place, edge.step, letter, edge.target}, nullptr);
  if (isNew) {
    const OpenProgram::Step &step = stepOf(from, edge.step);
    std::vector<Term> hidden(step.inputs.begin(), step.inputs.end());
    append_range(hidden, valuesOf(letter));
    entry->second = exists(hidden, relation(from, letter, edge));
  }
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

bool PredicateAbstraction::mayLeadAsWhole(Block from, Letter letter, const Edge &edge) {
  return isSatisfiable({sourceOf(from), relation(from, letter, edge)}).value_or(true);
}

/// Of an edge that leads to the target's parent.
bool PredicateAbstraction::mayLead(Block from, Letter letter, const Edge &edge) {
  const BlockNode &target = blocks[edge.target];
  // What is said to be initial has to be.
  if (kind == Kind::Boolean || target.parent == None || from == Start)
    return mayLeadAsWhole(from, letter, edge);
  const BlockNode &parent = blocks[target.parent];
  Term literal = parent.children[0] == edge.target ? parent.predicate : terms.notOf(parent.predicate);
  auto key = std::make_tuple(from, letter, edge.step, literal->id());
  if (auto known = literalAnswers.find(key); known != literalAnswers.end())
    return known->second;
  const OpenProgram::Step &step = stepOf(from, edge.step);
  std::optional<bool> answer = isSatisfiable({sourceOf(from), enabling(step, letter), after(step, literal)});
  return literalAnswers[key] = answer.value_or(true);
}

/// Adds the edges to leaves below the target of an edge that exists.
void PredicateAbstraction::descend(const Edge &edge, Block from, Letter letter, std::vector<Edge> &into) {
  if (isLeaf(edge.target)) {
    into.push_back(edge);
    return;
  }
  Edge first{edge.step, blocks[edge.target].children[0]}, second{edge.step, blocks[edge.target].children[1]};
  bool isFirst = mayLead(from, letter, first);
  if (isFirst)
    descend(first, from, letter, into);
  if (!isFirst || mayLead(from, letter, second))
    descend(second, from, letter, into);
}

/// What is known from a larger block, or a larger class of values; otherwise the places themselves.
std::vector<PredicateAbstraction::Edge> PredicateAbstraction::candidates(Block from, Letter letter) const {
  if (from == Start)
    return {{0, 0}};
  if (blocks[from].parent != None)
    if (auto wider = lists.find({blocks[from].parent, letter}); wider != lists.end())
      return wider->second.edges;
  if (letter != SilentLetter && classes[letter].parent != None)
    if (auto wider = lists.find({from, classes[letter].parent}); wider != lists.end())
      return wider->second.edges;
  std::vector<Edge> edges;
  uint32_t label = letter == SilentLetter ? OpenProgram::Silent : classes[letter].meaning.label;
  for (auto [number, step] : enumerate(program.places[blocks[from].place].steps))
    if (step.label == label && program.places[step.target].isRelevant)
      edges.push_back({static_cast<uint32_t>(number), step.target});
  return edges;
}

PredicateAbstraction::EdgeList &PredicateAbstraction::edgesOf(Block from, Letter letter) {
  auto [entry, isNew] = lists.try_emplace({from, letter});
  EdgeList &list = entry->second;
  if (!isNew && list.epoch == splitCount)
    return list;
  std::vector<Edge> edges;
  if (isNew) {
    for (const Edge &edge : candidates(from, letter))
      if (mayLeadAsWhole(from, letter, edge))
        descend(edge, from, letter, edges);
  } else {
    for (const Edge &edge : list.edges)
      descend(edge, from, letter, edges);
  }
  list.edges = std::move(edges);
  list.epoch = splitCount;
  return list;
}

std::vector<PredicateAbstraction::Block> PredicateAbstraction::initialBlocks() {
  std::vector<Block> initial;
  if (program.places.front().isRelevant)
    for (const Edge &edge : edgesOf(Start, SilentLetter).edges)
      initial.push_back(edge.target);
  return initial;
}

std::vector<PredicateAbstraction::Edge> PredicateAbstraction::mayEdges(Block from, Letter letter) {
  return edgesOf(from, letter).edges;
}

void PredicateAbstraction::forget(Block from, Letter letter, const Edge &edge) {
  erase_if(edgesOf(from, letter).edges,
           [&](const Edge &known) { return known.step == edge.step && known.target == edge.target; });
  ++knowledge;
}

//===----------------------------------------------------------------------===//
// Must
//===----------------------------------------------------------------------===//

PredicateAbstraction::Strength PredicateAbstraction::strengthOf(Block from, Letter letter, const Edge &edge) {
  Term source = sourceOf(from), related = relation(from, letter, edge);
  auto isImplied = [&](Term condition) {
    return isSatisfiable({source, conditionOf(letter), terms.notOf(condition)}) == false;
  };
  if (stepOf(from, edge.step).inputs.empty() && isImplied(related))
    return Strength::Every;
  if (offline || (stepOf(from, edge.step).inputs.empty() && valuesOf(letter).empty()))
    return Strength::None;
  Term possible = precondition(from, letter, edge);
  if (possible && isSatisfiable({source, terms.notOf(possible)}) == false)
    return Strength::Some;
  return Strength::None;
}

/// Whether the value that is communicated is to lead there whichever it is.
bool PredicateAbstraction::needsEveryValue(Block from, Letter letter, const Edge &edge) const {
  if (valuesOf(letter).empty())
    return false;
  return program.labels[classes[letter].meaning.label].isExact || stepOf(from, edge.step).isReceived;
}

/// Whether that is known of a larger block or a larger class of values.
bool PredicateAbstraction::isEveryFromWider(Block from, Letter letter, const Edge &edge) const {
  for (Block block = from; block != None; block = blocks[block].parent)
    for (Letter wider = letter;; wider = classes[wider].parent) {
      if (wider == None && letter != SilentLetter)
        break;
      auto known = necessities.find({block, wider, edge.step, edge.target});
      if (known != necessities.end() && known->second.strength == Strength::Every)
        return true;
      if (letter == SilentLetter)
        break;
    }
  return false;
}

bool PredicateAbstraction::isMust(Block from, Letter letter, const Edge &edge) {
  Necessity &known = necessities[{from, letter, edge.step, edge.target}];
  auto counts = [&] {
    if (known.strength == Strength::Some)
      return known.isAccepted || !needsEveryValue(from, letter, edge);
    return known.strength == Strength::Every;
  };
  if (known.strength == Strength::Unknown) {
    known.strength = isEveryFromWider(from, letter, edge) ? Strength::Every : strengthOf(from, letter, edge);
    ++knowledge;
    if (counts())
      knownMust[{from, letter}].push_back(edge);
  }
  return counts();
}

std::vector<PredicateAbstraction::Edge> PredicateAbstraction::mustEdges(Block from, Letter letter) {
  if (isLeaf(from))
    for (const Edge &edge : mayEdges(from, letter))
      isMust(from, letter, edge);
  std::vector<Edge> edges;
  if (auto known = knownMust.find({from, letter}); known != knownMust.end())
    edges = known->second;
  // What is so for all values of a class, is so for those of a part of it.
  for (Letter wider = letter; wider != SilentLetter && (wider = classes[wider].parent) != None;)
    if (auto known = knownMust.find({from, wider}); known != knownMust.end())
      for (const Edge &edge : known->second)
        if (necessities.at({from, wider, edge.step, edge.target}).strength == Strength::Every)
          edges.push_back(edge);
  return edges;
}

} // namespace tenon
