//===- RepairScope.h - What could be repaired -------------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_REPAIRSCOPE_H
#define TENON_LIB_REPAIR_REPAIRSCOPE_H

#include "RepairTarget.h"

namespace tenon {

/// Where in a text a repair may be.
struct RepairScope {
  std::vector<std::string> components; ///< By their definitions, which are in the text: the one that is named, or all.
  /// Of processes, those that the system consists of and the text defines: they may be wrong where no component is.
  std::vector<std::string> compositions;
  bool isNamed = false;       ///< The question says which component.
  bool isComposition = false; ///< It is one of the compositions.
  bool isSafety = true;       ///< isAboutSafety()
  bool isProcess = false;     ///< The components are FSP without data.
  /// All components of the system are in another one as well, which has to satisfy the same.
  bool isUsedRightly = false;
  ProgramSystem system;
};

/// An error if the question or the text is wrong, or nothing that it is about is defined in the text.
llvm::Expected<RepairScope> scopeOf(LoadedModel &loaded, const RepairQuestion &question,
                                    const RepairSettings &settings);

} // namespace tenon

#endif // TENON_LIB_REPAIR_REPAIRSCOPE_H
