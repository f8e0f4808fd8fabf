//===- MutationText.cpp - Mutations as edits of C files -------------------===//

#include "tenon/Repair/MutationText.h"

#include "MutationPrinter.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon::seq {

static bool isIn(SMLoc place, StringRef text) {
  return place.getPointer() >= text.begin() && place.getPointer() <= text.end();
}

std::vector<std::string> applyRepair(const Program &program, ArrayRef<Mutation> mutations, const ProgramRepair &repair,
                                     ArrayRef<SourceFile> files, TextStyle style) {
  MutationPrinter printer(program, mutations, repair, style);
  std::vector<MutationPrinter::Splice> splices;
  for (const Stmt &statement : program.stmts)
    if (statement.expr != None && printer.isChanged(statement.expr))
      splices.push_back(printer.splice(statement.expr));
  std::vector<std::string> result;
  for (const SourceFile &file : files) {
    std::vector<MutationPrinter::Splice> here;
    for (const MutationPrinter::Splice &splice : splices)
      if (splice.range.isValid() && isIn(splice.range.Start, file.text))
        here.push_back(splice);
    SMRange all{SMLoc::getFromPointer(file.text.begin()), SMLoc::getFromPointer(file.text.end())};
    result.push_back(MutationPrinter::join(all, std::move(here)));
  }
  return result;
}

std::optional<std::pair<size_t, unsigned>> lineOf(SMLoc place, ArrayRef<SourceFile> files) {
  for (size_t i = 0; i < files.size(); ++i)
    if (place.isValid() && isIn(place, files[i].text)) {
      StringRef before(files[i].text.begin(), static_cast<size_t>(place.getPointer() - files[i].text.begin()));
      return std::pair(i, static_cast<unsigned>(before.count('\n') + 1));
    }
  return std::nullopt;
}

} // namespace tenon::seq
