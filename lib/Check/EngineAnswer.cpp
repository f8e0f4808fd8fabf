//===- EngineAnswer.cpp - What engines say --------------------------------===//

#include "EngineAnswer.h"

#include "TermTransfer.h"

using namespace llvm;

namespace tenon {

std::string EngineAnswer::pack() const {
  std::string text;
  raw_string_ostream os(text);
  TermWriter writer(os);
  writer.write(static_cast<uint64_t>(verdict));
  writer.write(lemmas.size());
  for (const std::vector<Lemma> &list : lemmas) {
    writer.write(list.size());
    for (const Lemma &lemma : list) {
      writer.write(lemma.forAll.size());
      for (Term variable : lemma.forAll)
        writer.write(variable);
      writer.write(lemma.condition);
    }
  }
  os << reason;
  return text;
}

std::optional<EngineAnswer> EngineAnswer::unpack(TermContext &terms, StringRef text) {
  TermReader reader(terms, text);
  EngineAnswer answer;
  answer.verdict = static_cast<Verdict>(reader.number());
  for (uint64_t nodes = reader.number(); reader.isGood() && nodes > 0; --nodes) {
    std::vector<Lemma> &list = answer.lemmas.emplace_back();
    for (uint64_t count = reader.number(); reader.isGood() && count > 0; --count) {
      Lemma &lemma = list.emplace_back();
      for (uint64_t bound = reader.number(); reader.isGood() && bound > 0; --bound)
        lemma.forAll.push_back(reader.term());
      lemma.condition = reader.term();
    }
  }
  if (!reader.isGood())
    return std::nullopt;
  answer.reason = reader.rest().str();
  return answer;
}

} // namespace tenon
