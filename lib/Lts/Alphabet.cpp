//===- Alphabet.cpp - The labels a process may engage in ------------------===//

#include "tenon/Lts/Alphabet.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

Alphabet::Alphabet() : Alphabet(std::make_shared<LabelTable>(), {}) {}

Alphabet::Alphabet(std::shared_ptr<LabelTable> table, std::vector<LabelId> labels) {
  auto fresh = std::make_shared<Data>();
  llvm::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  auto isBefore = [&](LabelId a, LabelId b) { return compareLabels(table->text(a), table->text(b)) < 0; };
  llvm::erase(labels, LabelTable::Tau);
  if (!llvm::is_sorted(labels, isBefore))
    llvm::sort(labels, isBefore);

  fresh->labels.reserve(labels.size() + 1);
  fresh->labels.push_back(LabelTable::Tau);
  fresh->labels.insert(fresh->labels.end(), labels.begin(), labels.end());
  fresh->actions.reserve(fresh->labels.size());
  for (auto [action, label] : llvm::enumerate(fresh->labels))
    fresh->actions[label] = static_cast<Action>(action);
  fresh->table = std::move(table);
  data = std::move(fresh);
}

std::optional<Action> Alphabet::find(LabelId label) const {
  auto entry = data->actions.find(label);
  if (entry == data->actions.end())
    return std::nullopt;
  return entry->second;
}

std::optional<Action> Alphabet::find(llvm::StringRef text) const {
  LabelId label;
  if (!data->table->lookup(text, label))
    return std::nullopt;
  return find(label);
}

bool Alphabet::operator==(const Alphabet &other) const {
  if (data == other.data)
    return true;
  if (data->table == other.data->table)
    return data->labels == other.data->labels;
  if (size() != other.size())
    return false;
  for (Action a = 1; a <= size(); ++a)
    if (text(a) != other.text(a))
      return false;
  return true;
}

} // namespace tenon
