//===- ProgramPage.cpp - What a page says about a C program ---------------===//

#include "PageData.h"
#include "Runs.h"

#include "tenon/Emit/MutationReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon {

Page programPage(CFrontend &frontend, ArrayRef<std::string> files, const ProgramPageOptions &options,
                 const Budget &budget) {
  const SourceMgr &sources = frontend.sourceManager();
  std::vector<unsigned> buffers;
  std::vector<seq::SourceFile> texts;
  for (unsigned id = 1; id <= sources.getNumBuffers(); ++id)
    if (const MemoryBuffer *buffer = sources.getMemoryBuffer(id); is_contained(files, buffer->getBufferIdentifier())) {
      buffers.push_back(id);
      texts.push_back({buffer->getBufferIdentifier().str(), buffer->getBuffer()});
    }
  std::string name = join(files, " ");
  CheckResult result = checkBounded(frontend.program(), sources, options.check, budget);
  std::string title = join(map_range(files, [](StringRef file) { return sys::path::filename(file); }), " ");
  return {title, pageData(name, sources, buffers, [&](json::OStream &json) {
            json.attributeArray("results", [&] { writeJson(result, json); });
            json.attributeArray("runs", [&] {
              if (result.counterexample)
                Runs::writePlain(*result.counterexample, 0, json);
            });
            json.attributeArray("repairs", [&] {
              if (result.verdict != Verdict::Violated)
                return;
              seq::MutationRepairResult repaired = seq::repairByMutation(frontend.program(), options.mutation, budget);
              writeJson(reportOf(frontend.program(), repaired, texts, options.mutation, budget), json);
            });
          })};
}

} // namespace tenon
