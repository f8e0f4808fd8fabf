//===- RepairTarget.h - What a repair is about ------------------*- C++ -*-===//

#ifndef TENON_LIB_REPAIR_REPAIRTARGET_H
#define TENON_LIB_REPAIR_REPAIRTARGET_H

#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Repair/RepairGoals.h"
#include "tenon/Sema/Frontend.h"

namespace tenon {

/// A model that was read from a text in memory, and what it takes to lower it.
class LoadedModel {
public:
  /// `file`: its name, for includes. `addition`: a text that is read with it.
  LoadedModel(llvm::StringRef text, llvm::StringRef file, const RepairSettings &settings, const Budget &budget,
              llvm::StringRef addition = {}, llvm::StringRef additionFile = {});

  bool isGood() const { return model != nullptr; }
  const Model &theModel() const { return *model; }
  Lowering &lowering() { return *lowerer; }
  Frontend &frontend() { return front; }
  /// The buffer that the positions in the model are in.
  llvm::StringRef text() const;
  /// All, of included files, too.
  std::vector<const ast::Definition *> definitions() const;
  /// The definition of a process, component or composite in this text; null if it is in an included file, or there is
  /// none.
  const ast::Definition *definitionOf(llvm::StringRef name) const;
  /// What the diagnostics say, or which limit was reached.
  llvm::Error failure() const;

private:
  Frontend front;
  const Model *model = nullptr;
  std::unique_ptr<Lowering> lowerer;
};

/// Whether the question is about what happens in one trace, and so can be answered by leaving traces out.
bool isAboutSafety(const RepairQuestion &question, const Model &model);

/// Why the question cannot be asked: it is not about safety, and the system has too much data for its states. Empty: it
/// can.
std::string obstacleTo(const RepairQuestion &question, const Model &model);

/// A system, its property, and the component to repair, of which it may have several copies. A composite without data
/// stands for all components of the system. If the question is not
/// about safety, the system has no monitor, and components with data are expanded.
struct RepairTarget {
  RepairQuestion question;
  ProgramSystem system;
  std::string definition;       ///< Of the component.
  std::vector<uint32_t> copies; ///< Their positions in the system.
  /// For each copy: null where it is a process of FSP.
  std::vector<const ComponentModel *> models;
  /// For each copy: as its definition has it, with its own labels and variables' own names.
  std::vector<Program> own;
};

/// Lowers the system and finds the component, which may be named by its definition or by its place in the system.
/// Systems without data become programs without variables.
llvm::Expected<RepairTarget> targetOf(LoadedModel &loaded, const RepairQuestion &question,
                                      const RepairSettings &settings);

/// The definitions of what the system consists of, each once, in their order, whatever the question's component.
llvm::Expected<std::vector<std::string>> definitionsIn(LoadedModel &loaded, const RepairQuestion &question,
                                                       const RepairSettings &settings);

/// The program with the labels of `own`, whose locations and transitions are those of `lowered`, the component as the
/// system has it. Nullopt if a label of the program has none.
std::optional<Program> withOwnLabels(const Program &program, const Program &lowered, const Program &own,
                                     const LabelTable &labels);

/// The system's variables with the names that the component itself uses.
std::vector<ProgramVariable> withOwnNames(const ProgramSystem &system, uint32_t component);

/// The definition that a component of a network stems from: `P` for `a:b.P(2)`.
llvm::StringRef definitionName(llvm::StringRef componentName);

} // namespace tenon

#endif // TENON_LIB_REPAIR_REPAIRTARGET_H
