//===- tenon/Lts/Alphabet.h - The labels a process may engage in ----------===//

#ifndef TENON_LTS_ALPHABET_H
#define TENON_LTS_ALPHABET_H

#include "tenon/Support/LabelTable.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tenon {

/// Position of a label in an Alphabet: 1..size for visible labels, 0 for tau. Actions order as compareLabels does,
/// so comparing two actions of one alphabet compares their labels.
using Action = uint32_t;
constexpr Action TauAction = 0;

/// An immutable set of visible labels in label order. Copying is cheap (shared).
///
/// The alphabet of a process is kept beside its transitions, never derived from them: it contains labels of
/// unreachable states and of extensions, and such a label blocks the partners that offer it (fsp-language §6).
class Alphabet {
public:
  /// The empty alphabet over a fresh table.
  Alphabet();
  /// The alphabet with these labels, in any order, possibly repeated; tau is ignored. O(n log n).
  Alphabet(std::shared_ptr<LabelTable> table, std::vector<LabelId> labels);

  /// Number of visible labels.
  uint32_t size() const { return static_cast<uint32_t>(data->labels.size() - 1); }
  bool empty() const { return size() == 0; }
  /// The interned label of an action (LabelTable::Tau for TauAction).
  LabelId label(Action action) const { return data->labels[action]; }
  /// Its text; "tau" for TauAction.
  llvm::StringRef text(Action action) const { return data->table->text(data->labels[action]); }

  std::optional<Action> find(LabelId label) const;
  std::optional<Action> find(llvm::StringRef text) const;
  bool contains(LabelId label) const { return find(label).has_value(); }

  /// Visible labels in order.
  std::vector<LabelId> labels() const { return {data->labels.begin() + 1, data->labels.end()}; }
  const std::shared_ptr<LabelTable> &table() const { return data->table; }

  /// Same labels (compared by text if the tables differ).
  bool operator==(const Alphabet &other) const;

private:
  struct Data {
    std::shared_ptr<LabelTable> table;
    std::vector<LabelId> labels; ///< labels[0] is tau.
    llvm::DenseMap<LabelId, Action> actions;
  };
  std::shared_ptr<const Data> data;
};

} // namespace tenon

#endif // TENON_LTS_ALPHABET_H
