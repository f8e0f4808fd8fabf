//===- tenon/Sema/Sema.h - AST to model -----------------------------------===//

#ifndef TENON_SEMA_SEMA_H
#define TENON_SEMA_SEMA_H

#include "tenon/Sema/ComponentSites.h"
#include "tenon/Sema/Evaluator.h"
#include "tenon/Sema/Model.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorOr.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tenon {

/// What the constants, ranges and sets of a model denote, by name; those without an error only.
struct NamedValues {
  llvm::StringMap<std::string> constants; ///< Numbers, and labels as dotted text.
  llvm::StringMap<std::pair<int32_t, int32_t>> ranges;
  llvm::StringMap<std::vector<std::string>> sets; ///< In the order written.
};

struct SemaOptions {
  LanguageOptions language;
  /// -D NAME=VALUE: replaces the value of a constant or the default of every parameter of that name.
  std::map<std::string, std::string> overrides;
  /// Reads the contents of a file named in an `import`; an error message otherwise.
  std::function<llvm::ErrorOr<std::string>(llvm::StringRef path)> readFile;
  /// Not null: takes what each expression of a component means.
  ExpressionMeanings *meanings = nullptr;
  /// Not null: takes what names of values denote, also where the model has errors.
  NamedValues *values = nullptr;
};

/// Resolves the names of a model that may consist of several files (included ones first) and evaluates its constants,
/// ranges and named sets, progress tests, fluents and formulas. All problems that do not depend on the index values of
/// a process are reported here, several in one run, with notes at the other place. Returns null if there were any.
///
/// Constants, ranges and sets must be defined before they are used; processes need not. Time is linear in the source
/// and in the number of labels that sets, progress tests and fluents denote.
std::unique_ptr<Model> analyze(llvm::ArrayRef<const ast::SourceFile *> files, const SemaOptions &options,
                               DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_SEMA_SEMA_H
