//===- Formats.cpp - JSON, and readers by format --------------------------===//

#include "tenon/Lts/Formats.h"

#include <cassert>

namespace tenon {

std::optional<Lts> readAutomaton(InputFormat format, llvm::StringRef text, std::string name,
                                 const std::shared_ptr<LabelTable> &table, DiagnosticEngine &diagnostics) {
  assert(isAutomaton(format) && "other files are more than one transition system");
  auto *reader = format == InputFormat::Dot ? readDot : format == InputFormat::Hoa ? readHoa : readAut;
  return reader(text, std::move(name), table, diagnostics);
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
