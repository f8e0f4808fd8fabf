//===- tenon/Sema/SystemModel.h - Composites with components, flattened ---===//
//
// A composite that has a component anywhere in it, as the list of its leaves with what the composites around each do to
// its labels. Model::systems has one for every such composite, one for every component by itself and, in a file
// without composites, DEFAULT for all components and processes.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_SYSTEMMODEL_H
#define TENON_SEMA_SYSTEMMODEL_H

#include "tenon/Sema/ComponentModel.h"
#include "tenon/Support/Diagnostics.h"

namespace tenon {

class Model;
enum class DefinitionKind;

/// What one level around a leaf does to its labels, names of channels included. A name that stands for several labels
/// by their dot-prefix does so as in FSP (fsp-language §8).
struct LabelOperation {
  enum class Kind {
    Prefix,  ///< `labels[0]:P`. A set of prefixes makes a leaf for each.
    Share,   ///< `{labels}::P`: each label is offered under every prefix.
    Relabel, ///< `/{new/old}`, in `oldToNew`.
    Hide,    ///< `\ {labels}`
    Expose,  ///< `@ {labels}`: hides all else.
  };
  Kind kind = Kind::Prefix;
  std::vector<LabelId> labels;
  std::vector<std::pair<LabelId, LabelId>> oldToNew;
  uint32_t scope = 0; ///< Hide, Expose: which use of a composite hides; its leaves have the same number, no others.
};

struct SystemLeaf {
  /// What its variables are written with in a property, unique in the system: the prefixes around it (`c[1]`), or the
  /// component's name if there are none (`Client`), or both if several leaves have the same prefixes (`c[1].Client`);
  /// a number behind it where that is not unique either (`Client#2`), which no property can write.
  std::string name;
  std::string prefix; ///< The prefixes around it as a label, `c.1`; empty if there are none.
  /// A component, or a process, import, constraint or composite without components, with its arguments.
  const ComponentModel *component = nullptr; ///< Null for the others; they have no variables.
  DefinitionKind kind{};
  std::string definition;                 ///< The name of the process, import, constraint or composite.
  std::vector<Value> arguments;           ///< Empty: the defaults.
  llvm::SMRange range;                    ///< Where the composite names it.
  std::vector<LabelOperation> operations; ///< Innermost first.
  uint32_t operand = 0; ///< Which operand of the system's own outermost `( … || … )` it belongs to, from 0.
};

struct SystemModel {
  std::string name;
  llvm::SMRange range;            ///< Of its name in the definition.
  std::vector<SystemLeaf> leaves; ///< In textual order, `forall` and prefixes expanded in order of their values.

  /// The name of a variable as a property writes it: `Client.pw`, `c[1].a`.
  std::string variableName(const VariableRef &variable) const;
};

/// Resolves the constraints of a property or observer against a system. Problems (no such component or variable, an
/// ambiguous name, types) are reported with their places in the property, and for the goals of the file have been by
/// Sema. Null after a problem. O(size of the observer with its index values expanded).
std::shared_ptr<const BoundObserver> bindObserver(const ObserverModel &observer, const SystemModel &system,
                                                  const Model &model, DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_SEMA_SYSTEMMODEL_H
