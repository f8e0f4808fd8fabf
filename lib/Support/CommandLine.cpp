//===- CommandLine.cpp - The options of a program -------------------------===//

#include "tenon/Support/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace tenon {

std::vector<OptionChoices> &optionChoices() {
  static std::vector<OptionChoices> choices;
  return choices;
}

void acceptOnly(cl::OptionCategory &category, ArrayRef<cl::SubCommand *> commands) {
  SetVector<cl::Option *> foreign;
  auto collect = [&](cl::SubCommand &command) {
    // Marks what is neither of the category nor of LLVM's own one for help, which has no other name.
    cl::HideUnrelatedOptions(category, command);
    for (auto &entry : cl::getRegisteredOptions(command))
      if (entry.second->getOptionHiddenFlag() == cl::ReallyHidden ||
          is_contained({"print-options", "print-all-options"}, entry.getKey()))
        foreign.insert(entry.second);
  };
  collect(cl::SubCommand::getTopLevel());
  for (cl::SubCommand *command : commands)
    collect(*command);
  for (cl::Option *option : foreign)
    option->removeArgument();
}

bool refuseChoice(cl::Option &option, const cl::generic_parser_base &values, StringRef value) {
  std::string known;
  for (unsigned i = 0; i < values.getNumOptions(); ++i)
    known += (i == 0 ? "" : ", ") + values.getOption(i).str();
  return option.error("'" + value + "' is none of " + known);
}

} // namespace tenon
