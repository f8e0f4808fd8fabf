//===- SystemFlattener.h - Composites with components to lists of leaves --===//

#ifndef TENON_LIB_SEMA_SYSTEMFLATTENER_H
#define TENON_LIB_SEMA_SYSTEMFLATTENER_H

#include "Analyzer.h"

namespace tenon {

class SystemFlattener {
public:
  SystemFlattener(Analyzer &analyzer, SystemModel &system) : analyzer(analyzer), system(system) {}

  /// With default parameters. False after an error.
  bool run(const CompositeModel &composite);
  /// A component by itself.
  void run(const ComponentModel &component);
  /// All components and processes of a file without composites.
  void runDefault();

private:
  bool composite(const CompositeModel &composite, llvm::ArrayRef<Value> arguments);
  bool body(const CompositeBodyModel &body, Environment &env);
  bool decorated(const CompositeBodyModel &body, Environment &env);
  bool operands(const CompositeBodyModel &body, Environment &env);
  bool reference(const CompositeBodyModel &body, const Environment &env);
  bool hide(const CompositeModel &composite, const Environment &env, size_t first);
  void apply(size_t first, const LabelOperation &operation);
  SystemLeaf &addLeaf(llvm::SMRange range);
  void nameLeaves();

  Analyzer &analyzer;
  SystemModel &system;
  size_t depth = 0;
  uint32_t operandCount = 0;
  uint32_t hidingCount = 0;
};

/// Problems of a system that only the whole shows: channels that become one and differ in type, and warnings about
/// channels that nobody can use.
void checkChannels(const SystemModel &system, const Model &model, DiagnosticEngine &diagnostics);

/// The labels that `label` of a leaf becomes in the system; none if it is hidden.
std::vector<LabelId> labelsInSystem(LabelId label, const SystemLeaf &leaf, LabelTable &labels);

/// `c.1` as the source writes it: `c[1]`.
std::string sourceName(llvm::StringRef label);

} // namespace tenon

#endif // TENON_LIB_SEMA_SYSTEMFLATTENER_H
