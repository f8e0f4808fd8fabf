//===- LoweredText.h - A source text and what it denotes ------------------===//

#ifndef TENON_TEST_UNIT_LOWER_LOWEREDTEXT_H
#define TENON_TEST_UNIT_LOWER_LOWEREDTEXT_H

#include "tenon/Lower/Lower.h"
#include "tenon/Sema/Frontend.h"

#include <memory>
#include <string>

namespace tenon::test {

/// A text through the front end, ready to be lowered.
class LoweredText {
public:
  explicit LoweredText(llvm::StringRef text, LanguageOptions language = {}) {
    SemaOptions options;
    options.language = language;
    options.readFile = [](llvm::StringRef) -> llvm::ErrorOr<std::string> {
      return std::make_error_code(std::errc::no_such_file_or_directory);
    };
    budget.setTimeout(20); // Far above what any test needs; a fuzzer calls more than that a hang.
    budget.onProgress = [this](const SearchProgress &progress) {
      if (progress.states > MaxStates)
        budget.cancel();
    };
    if (frontend.parseText(text, "test.fsp") && frontend.analyze(options))
      lowering = std::make_unique<Lowering>(*frontend.model(), frontend.diagnosticEngine(), budget, language);
  }

  bool ok() { return lowering && !frontend.diagnosticEngine().hasErrors(); }
  const Model &model() const { return *frontend.model(); }
  std::string diagnostics() {
    std::string text;
    llvm::raw_string_ostream os(text);
    frontend.diagnosticEngine().print(os);
    return text;
  }

  /// The definition of that name and kind; null if there is none or if it has errors.
  LtsRef lts(llvm::StringRef name, bool composite = false) {
    for (const DefinitionRef &definition : model().definitions)
      if (model().definitionName(definition) == name && (definition.kind == DefinitionKind::Composite) == composite)
        return lowering->lts(definition);
    return nullptr;
  }
  std::optional<Network> network(llvm::StringRef name) {
    for (const DefinitionRef &definition : model().definitions)
      if (model().definitionName(definition) == name)
        return lowering->network(definition);
    return std::nullopt;
  }

  /// A random composition may be huge; work on it ends here, after a number of states rather than a time.
  static constexpr uint64_t MaxStates = 20000;
  bool tooLarge() const { return budget.exceeded() != Budget::Limit::None; }

  Frontend frontend;
  Budget budget;
  std::unique_ptr<Lowering> lowering;
};

} // namespace tenon::test

#endif // TENON_TEST_UNIT_LOWER_LOWEREDTEXT_H
