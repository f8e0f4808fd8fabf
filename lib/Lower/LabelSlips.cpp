//===- LabelSlips.cpp - Misspelt labels in hiding and relabelling ---------===//

#include "tenon/Lower/Lower.h"
#include "tenon/Lts/LabelSpelling.h"

using namespace llvm;

namespace tenon {

namespace {
struct WrittenLabels {
  std::vector<LabelId> labels;
  std::vector<SMRange> places; ///< Of each label.
  // In relabelling, of each label:
  std::vector<LabelId> newLabels;
  std::vector<const RelabelPattern *> clauses;

  void add(ArrayRef<LabelId> more, SMRange place) {
    labels.insert(labels.end(), more.begin(), more.end());
    places.resize(labels.size(), place);
  }
};
} // namespace

static void collect(Evaluator &evaluator, const SetPattern &set, const Environment &env, WrittenLabels &written) {
  std::vector<LabelId> labels;
  if (set.kind != SetPattern::Kind::Explicit) {
    if (evaluator.expandSet(set, env, labels))
      written.add(labels, set.range);
    return;
  }
  for (const LabelPattern *element : set.elements) {
    labels.clear();
    if (evaluator.expandAll(*element, env, labels))
      written.add(labels, element->range);
  }
}

static bool collect(Evaluator &evaluator, ArrayRef<const RelabelPattern *> clauses, Environment &env,
                    WrittenLabels &written) {
  for (const RelabelPattern *clause : clauses) {
    std::vector<LabelId> labels;
    // Variables of the new label are bound in the old one.
    auto collectOld = [&](LabelId newLabel) {
      bool isGood = evaluator.expandAll(*clause->oldLabel, env, labels);
      written.newLabels.resize(written.labels.size() + labels.size(), newLabel);
      return isGood;
    };
    bool good = clause->newLabel ? evaluator.expand(*clause->newLabel, env, collectOld)
                                 : evaluator.forEachIndex(clause->indices, env, [&](ArrayRef<Value>) {
                                     return collect(evaluator, clause->clauses, env, written);
                                   });
    if (!good)
      return false;
    if (clause->oldLabel)
      written.add(labels, clause->oldLabel->range);
    written.clauses.resize(written.labels.size(), clause);
  }
  return true;
}

static void warn(DiagnosticEngine &diagnostics, DenseSet<const char *> &warned, const WrittenLabels &written,
                 const Alphabet &alphabet, const Twine &owner) {
  for (const LabelSlip &slip : labelSlips(written.labels, alphabet)) {
    SMRange place = written.places[slip.index];
    if (warned.insert(place.Start.getPointer()).second)
      diagnostics.warning(place, "'" + alphabet.table()->text(written.labels[slip.index]) + "' is no action of " +
                                     owner + "; did you mean '" + slip.meant + "'?");
  }
}

static StringRef sourceText(SMRange range) {
  return {range.Start.getPointer(), static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
}

/// `{x.a/go}` where `x.a` is an action, and `go` is none.
static void noteReversal(Diagnostic &warning, const RelabelPattern &clause, StringRef newName) {
  StringRef newText = sourceText(clause.newLabel->range), oldText = sourceText(clause.oldLabel->range);
  bool isShown = !newText.contains(':') && !newText.contains('\n') && !oldText.contains('\n');
  warning.note(Twine("the new name stands first, `new/old`; ") +
               (isShown ? "to rename '" + newName + "', write `" + oldText + "/" + newText + "`"
                        : "'" + newName + "' is an action that could be renamed"));
}

/// The labels of one clause stand together: it is of use if one of them is there.
static void warnOfNothing(DiagnosticEngine &diagnostics, DenseSet<const char *> &warned, const WrittenLabels &written,
                          const Alphabet &alphabet, const Twine &owner) {
  constexpr size_t MaxLabels = 20000;
  if (written.labels.size() > MaxLabels || alphabet.size() > MaxLabels)
    return;
  LabelSpelling spelling(alphabet);
  const LabelTable &table = *alphabet.table();
  for (size_t i = 0; i < written.labels.size();) {
    size_t first = i;
    bool isThere = false, isReversed = true;
    for (; i < written.labels.size() && written.places[i].Start == written.places[first].Start; ++i) {
      isThere |= spelling.matches(table.text(written.labels[i]));
      isReversed &= spelling.matches(table.text(written.newLabels[i]));
    }
    if (isThere || !warned.insert(written.places[first].Start.getPointer()).second)
      continue;
    Diagnostic &warning =
        diagnostics.warning(written.places[first], "'" + table.text(written.labels[first]) + "' is no action of " +
                                                       owner + ", so this renames nothing");
    if (isReversed)
      noteReversal(warning, *written.clauses[first], table.text(written.newLabels[first]));
  }
}

void Lowering::warnOfSlips(const HidingPattern &pattern, const Environment &env, const Alphabet &alphabet,
                           StringRef owner) {
  WrittenLabels written;
  collect(evaluator, *pattern.set, env, written);
  warn(diagnostics, slipsReported, written, alphabet, "'" + owner + "'");
}

void Lowering::warnOfSlips(ArrayRef<const RelabelPattern *> clauses, Environment &env, const Alphabet &alphabet,
                           StringRef owner, bool isAlone) {
  WrittenLabels written;
  if (!collect(evaluator, clauses, env, written))
    return;
  std::string whose = owner.empty() ? "what is relabelled here" : ("'" + owner + "'").str();
  warn(diagnostics, slipsReported, written, alphabet, whose);
  if (isAlone && model.components.empty()) // Channels have other labels before they are joined.
    warnOfNothing(diagnostics, slipsReported, written, alphabet, whose);
}

} // namespace tenon
