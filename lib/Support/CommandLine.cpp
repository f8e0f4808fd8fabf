//===- CommandLine.cpp - The options of a program -------------------------===//

#include "tenon/Support/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

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

static bool isActive(const cl::Option &option) {
  return any_of(option.Subs, [](const cl::SubCommand *command) {
    return *command || command == &cl::SubCommand::getAll() || command == &cl::SubCommand::getTopLevel();
  });
}

void explainChoices(StringRef program, ArrayRef<const char *> arguments, raw_ostream &os) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (!argument.consume_front("-"))
      continue;
    argument.consume_front("-");
    auto [name, values] = argument.split('=');
    if (!argument.contains('=') && i + 1 < arguments.size())
      values = arguments[i + 1];
    for (const OptionChoices &choice : optionChoices()) {
      auto isKnown = [&](StringRef value) {
        for (unsigned k = 0; k < choice.values->getNumOptions(); ++k)
          if (choice.values->getOption(k) == value)
            return true;
        return false;
      };
      auto parts = split(values, ',');
      auto unknown = find_if_not(parts, isKnown);
      if (name != choice.option->ArgStr || !isActive(*choice.option) || unknown == parts.end())
        continue;
      os << program << ": --" << name << " takes";
      for (unsigned k = 0; k < choice.values->getNumOptions(); ++k)
        os << (k == 0 ? " " : ", ") << choice.values->getOption(k);
      os << ", not '" << *unknown << "'\n";
    }
  }
}

} // namespace tenon
