//===- TextRestriction.h - Repairs within a process's own text --*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_TEXTRESTRICTION_H
#define TENON_LIB_REPAIR_TEXTRESTRICTION_H

#include "RepairTarget.h"

namespace tenon {

/// A text in which the definition of a process of FSP leaves out what led to a violation: alternatives, or what follows
/// an action; or alternatives for some values of the indices, by stronger guards.
struct TextRestriction {
  std::string text;
  std::vector<std::string> edits; ///< Each in words.
  double lost = 0;                ///< Traces of all copies, of up to comparedLength().
  bool leavesOut = false;         ///< Not only guards are stronger.
  bool hasCopies = false;         ///< Of local processes.
};

/// Looks for such a text with which the system satisfies the property, and in which the process still accepts
/// something. Sets of edits are tried in the order of their sizes, each edit taking out a shortest error trace that the
/// others leave (hitting sets, as in Reiter, "A theory of diagnosis from first principles", 1987). Of those of a size
/// the one that brings no deadlock into the system, keeps most actions of the property going, brings no dead end into
/// the process, loses fewest traces, is shortest, is first; a larger set only if none of the smaller ones does without
/// a deadlock and keeps all actions. Where that finds nothing, local processes get copies (StateCopies.h) that are
/// restricted. The text as it is if it satisfies the property. Nullopt if there is none of up to three edits, or the
/// target is no process.
std::optional<TextRestriction> restrictText(llvm::StringRef text, llvm::StringRef file, const RepairQuestion &question,
                                            const RepairSettings &settings, const Budget &budget);

} // namespace tenon

#endif // TENON_LIB_REPAIR_TEXTRESTRICTION_H
