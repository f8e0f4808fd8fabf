//===- Formats.cpp - Graphviz and JSON ------------------------------------===//

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tenon {

static void writeDotText(llvm::StringRef text, llvm::raw_ostream &os) {
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\';
    os << (static_cast<unsigned char>(c) < ' ' ? ' ' : c);
  }
}

void writeDot(const Lts &lts, llvm::raw_ostream &os) {
  os << "digraph \"";
  writeDotText(lts.name(), os);
  os << "\" {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point, label=\"\"];\n  start -> 0;\n";
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
      for (size_t i = 0; i < actions.size(); ++i) {
        os << (i > 0 ? "\\n" : "");
        writeDotText(lts.alphabet().text(actions[i]), os);
      }
      os << "\"];\n";
    }
  }
  os << "}\n";
}

void writeJson(const Lts &lts, llvm::json::OStream &json) {
  std::vector<std::string> texts;
  for (Action a = 0; a <= lts.alphabet().size(); ++a)
    texts.push_back(llvm::json::fixUTF8(lts.alphabet().text(a)));
  json.object([&] {
    json.attribute("name", llvm::json::fixUTF8(lts.name()));
    json.attribute("states", lts.stateCount());
    json.attribute("initial", Lts::initial());
    json.attribute("end", lts.end() ? llvm::json::Value(*lts.end()) : llvm::json::Value(nullptr));
    json.attributeArray("alphabet", [&] {
      for (Action a = 1; a < texts.size(); ++a)
        json.value(texts[a]);
    });
    json.attributeArray("transitions", [&] {
      for (StateId s = 0; s < lts.stateCount(); ++s)
        for (const Transition &t : lts.successors(s))
          json.array([&] {
            json.value(s);
            json.value(texts[t.action]);
            json.value(t.target == ErrorState ? int64_t(-1) : int64_t(t.target));
          });
    });
  });
}

void writeJson(const Lts &lts, llvm::raw_ostream &os) {
  llvm::json::OStream json(os);
  writeJson(lts, json);
  os << '\n';
}

} // namespace tenon
