//===- Automata.h - The automata of a page ----------------------*- C++ -*-===//

#ifndef TENON_LIB_VIEW_AUTOMATA_H
#define TENON_LIB_VIEW_AUTOMATA_H

#include "tenon/Lts/ComposedStates.h"
#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace tenon {

/// Text that may stem from a file in any encoding, as JSON wants it.
std::string utf8(llvm::StringRef text);

/// The automata of a page, each once, by number. An automaton is an object:
///
///   states, transitions   how many; ERROR is no state
///   labels                of its actions; the first is tau
///   rows, actions, targets  for each state the number of its transitions, and these, packed: see packed().
///                         The target ERROR is the number of states
///   ends, rejecting       states of successful termination; that do not accept
///   names                 of the states, where the source has some
///   components, vectors   of a composition: the names, and for each the states that it is in, packed
class Automata {
public:
  explicit Automata(uint64_t transitionLimit) : maxTransitions(transitionLimit) {}

  /// Nullopt if the page is full.
  std::optional<size_t> add(const Lts &lts);
  std::optional<size_t> add(const ComposedStates &composed, const Network &network);
  /// A program of a system, or its monitor; `prefix` is left out in front of names of variables.
  std::optional<size_t> add(const Program &program, const ProgramSystem &system, llvm::StringRef prefix);

  void write(llvm::json::OStream &json) const;
  size_t size() const { return texts.size(); }

  /// Numbers as `W:TEXT`: W bytes each (1, 2 or 4, little endian, as few as the largest needs), in base64.
  static std::string packed(llvm::ArrayRef<uint32_t> numbers);

private:
  std::optional<size_t> addText(std::string text, size_t transitions);

  uint64_t maxTransitions, transitionCount = 0;
  std::vector<std::string> texts;
  llvm::StringMap<size_t> numbers;
};

} // namespace tenon

#endif // TENON_LIB_VIEW_AUTOMATA_H
