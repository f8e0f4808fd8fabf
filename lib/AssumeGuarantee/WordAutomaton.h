//===- WordAutomaton.h - Words and conjectures as components ----*- C++ -*-===//

#ifndef TENON_LIB_ASSUMEGUARANTEE_WORDAUTOMATON_H
#define TENON_LIB_ASSUMEGUARANTEE_WORDAUTOMATON_H

#include "tenon/Learn/Learner.h"
#include "tenon/Lts/Compose.h"
#include "tenon/Lts/LegalLanguage.h"
#include "tenon/Lts/Lts.h"

#include <optional>

namespace tenon {

/// Of the visible actions of the interface it allows this word and its prefixes only. With `endsInError` its last
/// step goes to ERROR.
Lts wordAutomaton(const Alphabet &interface, llvm::ArrayRef<Action> visible, llvm::ArrayRef<Action> word,
                  bool endsInError = false);

/// The interface with these actions alone.
Alphabet subAlphabet(const Alphabet &interface, llvm::ArrayRef<Action> visible);

/// The words all of whose prefixes the automaton accepts, as an LTS over its letters, which are actions of the
/// interface. With `withError`, the others go to ERROR; else they are not possible. The initial state must accept.
Lts safetyLts(const Dfa &dfa, const Alphabet &interface, bool withError, std::string name);

/// A shortest run of the LTS whose visible part is this word, as its actions of the interface; it ends with the word.
/// O(length × transitions), and far less for most words.
std::optional<std::vector<Action>> runAlong(const Lts &lts, const Alphabet &interface, llvm::ArrayRef<Action> visible,
                                            llvm::ArrayRef<Action> word);

/// A shortest word that the conjecture and all its prefixes accept and that is not legal; nullopt if there is none, or
/// at a limit. O(states of the conjecture × legal states × letters).
std::optional<std::vector<Action>> findIllegalWord(const Dfa &conjecture, LegalLanguage &language, const Budget &budget,
                                                   Budget::Limit &limit);

/// The actions of the interface among the steps of a trace.
std::vector<Action> projection(const Trace &trace, const Alphabet &interface);
/// The members of a word that are among `visible`.
std::vector<Action> projection(llvm::ArrayRef<Action> word, llvm::ArrayRef<Action> visible);

} // namespace tenon

#endif // TENON_LIB_ASSUMEGUARANTEE_WORDAUTOMATON_H
