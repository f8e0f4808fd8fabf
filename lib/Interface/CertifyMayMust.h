//===- CertifyMayMust.h - The independent check -----------------*- C++ -*-===//

#ifndef TENON_LIB_INTERFACE_CERTIFYMAYMUST_H
#define TENON_LIB_INTERFACE_CERTIFYMAYMUST_H

#include "EnvironmentProgram.h"

#include "tenon/Check/ProgramChecker.h"

namespace tenon {

/// What is communicated at one step.
struct Communication {
  LabelId label = LabelTable::Tau;
  std::optional<DataValue> value; ///< Of a channel that the component reads from.
};

/// Checks an interface without the abstractions that it was learned from.
struct MayMustCertifier {
  const ProgramSystem &system;
  const OpenProgram &program;
  llvm::ArrayRef<LabelUse> uses; ///< By label of the program.
  const Budget &budget;
  unsigned jobs = 1;

  /// Whether the system does not come to ERROR beside an environment that does all that the interface allows: decided
  /// by the checker for data of any size, whose invariant is checked again. Where the interface distinguishes what the
  /// system writes, on transition systems instead, if all data is finite. Nullopt: not known.
  std::optional<bool> isSafe(const LetterAutomaton &interface) const;
  /// Whether what the interface forbids leads to ERROR.
  ///
  /// First by the dual question to the same checker: beside an environment that also does what is forbidden, once,
  /// does the system always come to ERROR by its silent steps? That answers it where the system is deterministic.
  /// Otherwise the evidence is checked: that facts are invariants, that each edge exists (a query with quantifiers
  /// each), and that all forbidden words lead along edges to ERROR. Nullopt: not known.
  std::optional<bool> isPermissive(const LetterAutomaton &interface, const std::optional<MustEvidence> &evidence) const;

  /// Whether whatever the interface forbids comes to ERROR with each of the values that a letter stands for. False:
  /// with those of `harmless` the system never does; the interface allows that but for its last step. Nullopt: not
  /// known, as where silent steps may go on for ever.
  std::optional<bool> forbidsHarmOnly(const LetterAutomaton &interface, std::vector<Communication> &harmless) const;
  /// Whether that is so, with little effort.
  bool forbidsHarmOnly(const LetterAutomaton &interface) const;

private:
  std::vector<Communication> communicationsOf(const ProgramSystem &both, const ProgramRun &run) const;
  std::optional<LetterAutomaton> wordOf(llvm::ArrayRef<Communication> communications) const;
  std::optional<ProgramSystem> beside(const LetterAutomaton &interface, EnvironmentProgram::Purpose purpose) const;
  std::optional<bool> isSafeExplicitly(const LetterAutomaton &interface) const;
  bool alwaysFails(const LetterAutomaton &interface) const;
  std::optional<bool> isSound(SmtContext &smt, const MustEvidence &evidence) const;
  std::optional<bool> leadsToError(const MustEvidence &evidence) const;
  bool hasSilentCycle() const;
  std::optional<bool> areFacts(SmtContext &smt) const;
  std::optional<bool> edgeExists(SmtContext &smt, const MustEvidence &evidence, const MustEvidence::Edge &edge) const;
};

} // namespace tenon

#endif // TENON_LIB_INTERFACE_CERTIFYMAYMUST_H
