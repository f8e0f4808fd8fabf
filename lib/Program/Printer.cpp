//===- Printer.cpp - Programs in the automaton form -----------------------===//

#include "tenon/Program/Printer.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace tenon;

static constexpr size_t LineWidth = 100;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

namespace {

/// Gives names that the source can have to things that may have others, each a name of its own.
class SourceNames {
public:
  std::string choose(llvm::StringRef wanted, bool upper) {
    std::string name;
    for (char c : wanted)
      name += llvm::isAlnum(c) || c == '_' ? c : '_';
    if (name.empty() || !llvm::isAlpha(name[0]))
      name = (upper ? "S" : "v") + name;
    name[0] = upper ? llvm::toUpper(name[0]) : llvm::toLower(name[0]);
    return unique(name);
  }
  std::string unique(std::string name) {
    std::string result = name;
    for (unsigned i = 2; !used.insert(result).second; ++i)
      result = name + "_" + std::to_string(i);
    return result;
  }

private:
  llvm::StringSet<> used;
};

} // namespace

static bool isLocationName(llvm::StringRef name) {
  auto [identifier, indices] = name.split('[');
  if (identifier.empty() || !llvm::isUpper(identifier[0]) || identifier == "STOP" || identifier == "END" ||
      identifier == "ERROR" || !llvm::all_of(identifier, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return false;
  return indices.empty() ||
         (indices.ends_with("]") && indices.find_first_not_of("0123456789[]") == llvm::StringRef::npos);
}

std::string tenon::printType(const ProgramVariable &variable) {
  const Sort &sort = variable.sort;
  if (variable.low)
    return printValue({Sort::integer(), {*variable.low}}) + ".." + printValue({Sort::integer(), {*variable.high}});
  switch (sort.kind == SortKind::Array ? sort.element : sort.kind) {
  case SortKind::Bool:
    return "bool";
  case SortKind::Real:
    return "real";
  case SortKind::Bits:
    return "bits[" + std::to_string(sort.width) + "]";
  default:
    return "int";
  }
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

namespace {

/// Prints the locations of a program as local processes. `nameOf` says how its actions name variables.
class AutomatonPrinter {
public:
  AutomatonPrinter(const Program &automaton, const LabelTable &table,
                   llvm::function_ref<std::string(VariableId)> variableName, llvm::raw_ostream &stream)
      : program(automaton), labels(table), nameOf(variableName), out(stream) {
    SourceNames chosen;
    for (const ProgramLocation &location : program.locations)
      names.push_back(isLocationName(location.name) ? chosen.unique(location.name)
                                                    : chosen.choose(location.name, true));
  }

  /// What stands behind the `=`, with the full stop.
  void print() {
    out << nameOfLocation(program.initial);
    for (Location i = 0; i < program.locations.size(); ++i)
      if (!program.locations[i].end) {
        out << ",\n";
        printLocation(i);
      }
    printExtension();
    out << ".\n";
  }

private:
  std::string nameOfLocation(Location location) const {
    if (location == ErrorLocation)
      return "ERROR";
    return program.locations[location].end ? "END" : names[location];
  }

  std::string labelText(LabelId label) const {
    llvm::StringRef text = labels.text(label);
    return spellLabel(text).value_or(text.str());
  }

  std::string actionText(const ProgramAction &action) const {
    if (action.kind == ActionKind::Event)
      return action.label == LabelTable::Tau ? "[true]" : labelText(action.label);
    std::string text = describeAction(action, {}, labels, nameOf);
    if (action.kind == ActionKind::Read || action.kind == ActionKind::Write)
      return labelText(action.label) + text.substr(labels.text(action.label).size());
    return text;
  }

  void printLocation(Location location) {
    std::string head = (program.locations[location].accepting ? "  " : "  reject ") + names[location];
    std::vector<std::string> alternatives;
    size_t width = head.size() + 5;
    for (const ProgramTransition &transition : program.from(location)) {
      alternatives.push_back(actionText(transition.action) + " -> " + nameOfLocation(transition.to));
      width += alternatives.back().size() + 3;
    }
    if (alternatives.empty())
      out << head << " = STOP";
    else if (width <= LineWidth)
      out << head << " = (" << llvm::join(alternatives, " | ") << ")";
    else
      out << head << "\n    = ( " << llvm::join(alternatives, "\n      | ") << "\n      )";
  }

  /// `+ {…}`: what is in the alphabet and in no action.
  void printExtension() {
    llvm::DenseSet<LabelId> used;
    for (const ProgramTransition &transition : program.transitions)
      used.insert(transition.action.label);
    std::vector<std::string> rest;
    for (llvm::ArrayRef<LabelId> alphabet : {llvm::ArrayRef(program.channels), llvm::ArrayRef(program.events)})
      for (LabelId label : alphabet)
        if (!used.contains(label))
          rest.push_back(labelText(label));
    llvm::sort(rest); // So that the same program prints the same after it was read back.
    if (!rest.empty())
      out << "\n  + {" << llvm::join(rest, ", ") << "}";
  }

  const Program &program;
  const LabelTable &labels;
  llvm::function_ref<std::string(VariableId)> nameOf;
  llvm::raw_ostream &out;
  std::vector<std::string> names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Components and monitors
//===----------------------------------------------------------------------===//

static std::string printDeclaration(const ProgramVariable &variable, llvm::StringRef name) {
  std::string text = printType(variable) + " " + name.str();
  if (variable.sort.kind == SortKind::Array)
    text += "[" + std::to_string(variable.sort.length) + "]";
  if (variable.initial)
    text += " = " + printValue(evaluate(variable.initial, [](VariableId) -> DataValue {
              llvm_unreachable("initializers are constants");
            }));
  return text + ";";
}

std::string tenon::printProgram(const Program &program, llvm::ArrayRef<ProgramVariable> variables, uint32_t number,
                                const LabelTable &labels) {
  SourceNames chosen;
  std::vector<std::string> names, declarations;
  for (const ProgramVariable &variable : variables) {
    llvm::StringRef name = variable.name;
    name.consume_front(program.name + ".");
    bool isOwn = variable.component == number;
    names.push_back(isOwn ? chosen.choose(name, false) : variable.name);
    if (isOwn)
      declarations.push_back(printDeclaration(variable, names.back()));
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "component " << SourceNames().choose(program.name, true) << " {";
  std::string line = llvm::join(declarations, " ");
  if (line.empty())
    out << "} = ";
  else if (text.size() + line.size() + 16 <= LineWidth)
    out << " " << line << " } = ";
  else
    out << "\n  " << llvm::join(declarations, "\n  ") << "\n} = ";
  auto nameOf = [&](VariableId id) { return names[id]; };
  AutomatonPrinter(program, labels, nameOf, out).print();
  return text;
}

std::string tenon::printMonitor(const Monitor &monitor, llvm::ArrayRef<ProgramVariable> variables,
                                const LabelTable &labels) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << (monitor.partial ? "observer " : "property ") << SourceNames().choose(monitor.program.name, true) << " = ";
  auto nameOf = [&](VariableId id) { return variables[id].name; };
  AutomatonPrinter(monitor.program, labels, nameOf, out).print();
  return text;
}
