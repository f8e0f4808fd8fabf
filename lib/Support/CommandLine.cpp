//===- CommandLine.cpp - Which options a program takes --------------------===//

#include "tenon/Support/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tenon {

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

} // namespace tenon
