//===- Graphviz.cpp - LTSs as graphs --------------------------------------===//

#include "GraphvizTokens.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace tenon {

static void writeDotText(llvm::StringRef text, llvm::raw_ostream &os) {
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\';
    os << (static_cast<unsigned char>(c) < ' ' ? ' ' : c);
  }
}

/// Labels of the alphabet that no transition has.
static std::vector<std::string> idleLabels(const Lts &lts, LabelStyle style) {
  std::vector<bool> isUsed(lts.alphabet().size() + size_t(1));
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s))
      isUsed[t.action] = true;
  std::vector<std::string> idle;
  for (Action a = 1; a < isUsed.size(); ++a)
    if (!isUsed[a])
      idle.push_back(styledLabel(lts.alphabet().text(a), style));
  return idle;
}

static void writeDotLines(llvm::ArrayRef<std::string> lines, llvm::raw_ostream &os) {
  llvm::interleave(
      lines, [&](const std::string &line) { writeDotText(line, os); }, [&] { os << "\\n"; });
}

void writeDot(const Lts &lts, llvm::raw_ostream &os, LabelStyle style) {
  os << "digraph \"";
  writeDotText(lts.name(), os);
  os << "\" {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point, label=\"\"];\n  start -> 0;\n";
  if (std::vector<std::string> idle = idleLabels(lts, style); !idle.empty()) {
    os << "  " << DotIdleLabels << "=\"";
    writeDotLines(idle, os);
    os << "\";\n";
  }
  if (lts.end())
    os << "  " << *lts.end() << " [shape=doublecircle, label=\"END\"];\n";
  if (lts.hasError())
    os << "  ERROR [shape=octagon, style=filled, fillcolor=lightpink];\n";
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    llvm::SmallMapVector<uint64_t, llvm::SmallVector<Action, 4>, 4> actionsTo; // ErrorState cannot be a key of 32 bits.
    for (const Transition &t : lts.successors(s))
      actionsTo[t.target].push_back(t.action);
    if (actionsTo.empty() && s != 0 && s != lts.end())
      os << "  " << s << ";\n";
    for (const auto &[target, actions] : actionsTo) {
      os << "  " << s << " -> ";
      target == ErrorState ? os << "ERROR" : os << target;
      os << " [label=\"";
      std::vector<std::string> labels;
      for (Action action : actions)
        labels.push_back(styledLabel(lts.alphabet().text(action), style));
      writeDotLines(labels, os);
      os << "\"];\n";
    }
  }
  os << "}\n";
}

} // namespace tenon
