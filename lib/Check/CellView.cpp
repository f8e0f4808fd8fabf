//===- CellView.cpp - Arrays as one variable for each element -------------===//

#include "CellView.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

CellView::CellView(const ProgramSystem &programSystem)
    : system(programSystem), terms(*programSystem.terms),
      nextId(static_cast<VariableId>(programSystem.variables.size())) {
  uint64_t cellCount = 0;
  for (const ProgramVariable &variable : system.variables)
    if (variable.sort.kind == SortKind::Array && variable.sort.length <= MaxLength)
      cellCount += variable.sort.length;
  cutLength = cellCount <= MaxCells ? MaxLength : 0;
  for (auto [number, variable] : enumerate(system.variables)) {
    auto id = static_cast<VariableId>(number);
    const Sort &sort = variable.sort;
    Term whole = terms.variable(id, sort);
    if (sort.kind != SortKind::Array || !isCut(sort)) {
      all.push_back({whole, id, std::nullopt, variable.low, variable.high});
      continue;
    }
    std::vector<Term> &own = cellsOf[id];
    for (uint64_t k = 0; k < sort.length; ++k) {
      own.push_back(terms.variable(nextId, sort.elementSort()));
      elementOf[nextId++] = terms.select(whole, terms.integer(static_cast<int64_t>(k)));
      all.push_back({own.back(), id, k, variable.low, variable.high});
    }
  }
}

Term CellView::original(Term term) const {
  return terms.substitute(term, [&](VariableId id) { return elementOf.lookup(id); });
}

Term CellView::cell(Term array, uint64_t k) {
  if (array->op() == TermOp::Variable)
    return cellsOf.find(array->variable())->second[k];
  if (auto known = cells.find({array, k}); known != cells.end())
    return known->second;
  Term result = nullptr;
  switch (array->op()) {
  case TermOp::Store: {
    Term index = view(array->operand(1)), value = view(array->operand(2));
    Term isHere = terms.equal(index, terms.integer(static_cast<int64_t>(k)));
    result = terms.ifThenElse(isHere, value, cell(array->operand(0), k));
    break;
  }
  case TermOp::Fill:
    result = view(array->operand(0));
    break;
  case TermOp::IfThenElse:
    result = terms.ifThenElse(view(array->operand(0)), cell(array->operand(1), k), cell(array->operand(2), k));
    break;
  default:
    llvm_unreachable("no other operator makes an array");
  }
  cells[{array, k}] = result;
  return result;
}

Term CellView::viewNode(Term term) {
  bool isOfArrays = !term->operands().empty() && term->operand(0)->sort().kind == SortKind::Array;
  if (term->op() == TermOp::Select && isCut(term->operand(0)->sort())) {
    Term array = term->operand(0), index = view(term->operand(1));
    uint64_t length = array->sort().length;
    // Outside, the value does not matter.
    Term result = cell(array, length - 1);
    for (uint64_t k = length - 1; k-- > 0;)
      result = terms.ifThenElse(terms.equal(index, terms.integer(static_cast<int64_t>(k))), cell(array, k), result);
    return result;
  }
  if (term->op() == TermOp::Equal && isOfArrays && isCut(term->operand(0)->sort())) {
    std::vector<Term> parts;
    for (uint64_t k = 0; k < term->operand(0)->sort().length; ++k) {
      Term index = terms.integer(static_cast<int64_t>(k));
      parts.push_back(
          terms.equal(view(terms.select(term->operand(0), index)), view(terms.select(term->operand(1), index))));
    }
    return terms.andOf(parts);
  }
  std::vector<Term> operands;
  for (Term operand : term->operands())
    operands.push_back(view(operand));
  return terms.make(term->op(), operands, term->sort());
}

Term CellView::view(Term term) {
  if (term->operands().empty() || cellsOf.empty())
    return term;
  if (auto known = views.find(term); known != views.end())
    return known->second;
  Term result = viewNode(term);
  views[term] = result;
  return result;
}

} // namespace tenon
