//===- LetterAutomata.h - Automata over letters with conditions -*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_LETTERAUTOMATA_H
#define TENON_LIB_INTERFACE_LETTERAUTOMATA_H

#include "tenon/Interface/MayMust.h"

namespace tenon {

/// The states of a conjecture up to the first rejecting one.
LetterAutomaton allowedPart(const Dfa &conjecture, const PredicateAbstraction &abstraction);

/// With as few states as possible, numbered breadth first.
LetterAutomaton minimized(const LetterAutomaton &automaton);

/// Says conditions as a person would, and leaves out those that are always true.
void makeReadable(LetterAutomaton &automaton, const OpenProgram &program, SmtContext &smt, const Budget &budget);

/// With letters of one label joined that no state tells apart.
LetterAutomaton mergedLetters(const LetterAutomaton &automaton, const OpenProgram &program, SmtContext &smt,
                              const Budget &budget);

/// A shortest word that the first allows and the second does not; they have the same letters.
std::optional<std::vector<uint32_t>> findDifference(const LetterAutomaton &first, const LetterAutomaton &second);

/// As a transition system whose actions are the letters with these names, which differ.
Lts asLts(const LetterAutomaton &automaton, const std::shared_ptr<LabelTable> &labels,
          llvm::ArrayRef<std::string> names);

} // namespace tenon

#endif // TENON_LIB_INTERFACE_LETTERAUTOMATA_H
