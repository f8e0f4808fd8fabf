//===- tenon/Sema/Evaluator.h - Expressions, labels and sets to values ----===//

#ifndef TENON_SEMA_EVALUATOR_H
#define TENON_SEMA_EVALUATOR_H

#include "tenon/Sema/Model.h"
#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace tenon {

/// Where our reading of FSP and LTSA's differ in evaluation.
struct LanguageOptions {
  /// LTSA's readings: `!x` is 1 for x <= 0, `@(S,#S)` is the last label, an undefined process is ERROR, `P = END.` is a
  /// deadlock.
  bool ltsa = false;
};

/// Values of the variables in scope, by slot.
using Environment = llvm::SmallVector<Value, 8>;

/// Evaluates resolved expressions, labels and sets. A problem (division by zero, an empty range, arithmetic on a label)
/// is reported to the diagnostics once for each place; the functions then answer nullopt or false.
class Evaluator {
public:
  Evaluator(LabelTable &table, DiagnosticEngine &diagnostics, const LanguageOptions &options)
      : table(table), diagnostics(diagnostics), options(options) {}

  std::optional<Value> evaluate(const Expression &e, const Environment &env);
  std::optional<int32_t> evaluateNumber(const Expression &e, const Environment &env);
  /// Any non-zero number is true.
  std::optional<bool> evaluateCondition(const Expression &e, const Environment &env);

  /// Calls `each` for every label that the pattern denotes, with the variables it binds set in `env`; the left-most
  /// part varies slowest. Stops and returns false at a problem or when `each` returns false.
  bool expand(const LabelPattern &pattern, Environment &env, llvm::function_ref<bool(LabelId)> each);
  /// A set, progress test or fluent may have this many labels; more is an error.
  static constexpr size_t MaxSetSize = size_t(1) << 22;
  /// The labels of a set, in order, without duplicates.
  bool expandSet(const SetPattern &set, const Environment &env, std::vector<LabelId> &labels);
  /// All labels of a pattern that binds nothing of interest.
  bool expandAll(const LabelPattern &pattern, const Environment &env, std::vector<LabelId> &labels);
  /// The pairs (old, new) that relabelling clauses denote.
  bool expandRelabels(llvm::ArrayRef<const RelabelPattern *> clauses, Environment &env,
                      std::vector<std::pair<LabelId, LabelId>> &oldToNew);
  /// Calls `each` for every combination of the indices' values, bound in `env`. Bounds are evaluated before any of the
  /// indices is bound.
  bool forEachIndex(llvm::ArrayRef<IndexPattern> indices, Environment &env,
                    llvm::function_ref<bool(llvm::ArrayRef<Value>)> each);
  /// The bounds of an index without a set; a range must not be empty.
  struct Bounds {
    int32_t low, high;
  };
  std::optional<Bounds> evaluateBounds(const IndexPattern &index, const Environment &env);
  /// The values of one index that is not a range.
  bool indexValues(const IndexPattern &index, const Environment &env, std::vector<Value> &values);

  LabelTable &labelTable() const { return table; }
  DiagnosticEngine &diagnosticEngine() const { return diagnostics; }
  const LanguageOptions &languageOptions() const { return options; }

private:
  class IndexCursor;
  bool expandFrom(const LabelPattern &pattern, size_t part, llvm::SmallVectorImpl<char> &text, Environment &env,
                  llvm::function_ref<bool(LabelId)> each);
  std::optional<Value> evaluateBinary(const Expression &e, const Environment &env);
  std::optional<Value> evaluateSetElement(const Expression &e, const Environment &env);

  LabelTable &table;
  DiagnosticEngine &diagnostics;
  const LanguageOptions &options;
};

} // namespace tenon

#endif // TENON_SEMA_EVALUATOR_H
