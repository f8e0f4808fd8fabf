//===- Program.cpp --------------------------------------------------------===//

#include "tenon/Program/Program.h"

#include "llvm/ADT/STLExtras.h"

using namespace tenon;

llvm::ArrayRef<ProgramTransition> Program::from(Location location) const {
  auto first = llvm::partition_point(transitions, [&](const ProgramTransition &t) { return t.from < location; });
  auto last = std::find_if(first, transitions.end(), [&](const ProgramTransition &t) { return t.from != location; });
  return llvm::ArrayRef(transitions)
      .slice(static_cast<size_t>(first - transitions.begin()), static_cast<size_t>(last - first));
}

Term tenon::withinRange(TermContext &terms, const ProgramVariable &variable, Term value, bool element) {
  if (!variable.low)
    return terms.boolean(true);
  if (!element && variable.sort.kind == SortKind::Array) {
    llvm::SmallVector<Term, 8> parts;
    for (uint64_t i = 0; i < variable.sort.length; ++i) {
      Term index = terms.number(Sort::integer(), Rational(llvm::DynamicAPInt(static_cast<int64_t>(i))));
      parts.push_back(withinRange(terms, variable, terms.select(value, index), true));
    }
    return terms.andOf(parts);
  }
  return terms.andOf({terms.lessEqual(terms.number(value->sort(), *variable.low), value),
                      terms.lessEqual(value, terms.number(value->sort(), *variable.high))});
}

std::string tenon::describeAction(const ProgramAction &action, llvm::StringRef text, const LabelTable &labels,
                                  llvm::function_ref<std::string(VariableId)> nameOf) {
  auto target = [&] {
    return nameOf(action.target) + (action.index ? "[" + printTerm(action.index, nameOf) + "]" : "");
  };
  std::string label = labels.text(action.label).str();
  switch (action.kind) {
  case ActionKind::Read:
    return label + "?" + (text.empty() ? target() : text.str());
  case ActionKind::Write:
    return label + "!" + (text.empty() ? printTerm(action.value, nameOf) : text.str());
  case ActionKind::Assign:
    return text.empty() ? target() + " := " + printTerm(action.value, nameOf) : text.str();
  case ActionKind::Constraint:
    return "[" + (text.empty() ? printTerm(action.value, nameOf) : text.str()) + "]";
  case ActionKind::Event:
    return label;
  }
  llvm_unreachable("all kinds are listed");
}
