//===- tenon/Support/CommandLine.h - The options of a program -------------===//
//
// What LLVM's command line leaves out: options of the libraries are not the program's, and the values that an option
// chooses from can be listed. Every option is declared once; parsing, help, messages, manual pages and completions all
// read that declaration (tenon/Support/CommandManual.h).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SUPPORT_COMMANDLINE_H
#define TENON_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

#include <utility>
#include <vector>

namespace tenon {

/// An option that takes one of a few values, and these.
struct OptionChoices {
  const llvm::cl::Option *option;
  const llvm::cl::generic_parser_base *values;
};

/// Those of the program; `ChoiceOption` and `ChoiceListOption` add themselves.
std::vector<OptionChoices> &optionChoices();

/// Prints that an option does not take this value, and which ones it takes; true, as LLVM's parsers return.
bool refuseChoice(llvm::cl::Option &option, const llvm::cl::generic_parser_base &values, llvm::StringRef value);

/// LLVM's own says only that it does not take a value.
template <typename T> class ChoiceParser : public llvm::cl::parser<T> {
public:
  using llvm::cl::parser<T>::parser;
  bool parse(llvm::cl::Option &option, llvm::StringRef name, llvm::StringRef value, T &result) {
    if (this->findOption(value) == this->getNumOptions())
      return refuseChoice(option, *this, value);
    return llvm::cl::parser<T>::parse(option, name, value, result);
  }
};

/// An option with one of the values given by `cl::values`.
template <typename T> class ChoiceOption : public llvm::cl::opt<T, false, ChoiceParser<T>> {
public:
  template <typename... Modifiers>
  explicit ChoiceOption(const Modifiers &...modifiers) : llvm::cl::opt<T, false, ChoiceParser<T>>(modifiers...) {
    optionChoices().push_back({this, &this->getParser()});
  }
  using llvm::cl::opt<T, false, ChoiceParser<T>>::operator=;
};

/// An option with any number of the values given by `cl::values`.
template <typename T> class ChoiceListOption : public llvm::cl::list<T, bool, ChoiceParser<T>> {
public:
  template <typename... Modifiers>
  explicit ChoiceListOption(const Modifiers &...modifiers) : llvm::cl::list<T, bool, ChoiceParser<T>>(modifiers...) {
    optionChoices().push_back({this, &this->getParser()});
  }
};

/// Takes every option out of the parser that is neither of the category nor about help or the version: LLVM's libraries
/// register their own, which every program that links them would accept. To be called once, before parsing.
void acceptOnly(llvm::cl::OptionCategory &category, llvm::ArrayRef<llvm::cl::SubCommand *> commands = {});

} // namespace tenon

#endif // TENON_SUPPORT_COMMANDLINE_H
