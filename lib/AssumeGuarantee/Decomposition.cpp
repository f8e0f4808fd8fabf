//===- Decomposition.cpp - A system as two or more sides ------------------===//

#include "tenon/AssumeGuarantee/Decomposition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

static Error problem(const Twine &message) {
  return createStringError(std::make_error_code(std::errc::invalid_argument), message.str());
}

/// The property over those labels of its alphabet that can occur as it sees them.
static LtsRef restrictedProperty(const Lts &monitor, const Network &network, std::vector<LabelId> &absent) {
  const Alphabet &alphabet = monitor.alphabet();
  std::vector<LabelId> labels;
  for (LabelId label : alphabet.labels()) {
    if (network.hiding && network.hiding->hides(label))
      continue;
    if (any_of(network.components, [label](const Component &c) { return c.lts->alphabet().contains(label); }))
      labels.push_back(label);
    else
      absent.push_back(label);
  }
  Alphabet occurring(alphabet.table(), std::move(labels));
  LtsBuilder builder(occurring);
  builder.reserveStates(monitor.stateCount());
  if (monitor.end())
    builder.setEnd(*monitor.end());
  for (StateId s = 0; s < monitor.stateCount(); ++s)
    for (const Transition &t : monitor.successors(s)) {
      if (t.action == TauAction)
        builder.addAction(s, TauAction, t.target);
      else if (std::optional<Action> action = occurring.find(alphabet.label(t.action)))
        builder.addAction(s, *action, t.target);
    }
  return std::make_shared<const Lts>(builder.build(monitor.name()));
}

namespace {

/// The components of a system, each with the operand it belongs to, and whether it has been given to a side.
struct Piece {
  StringRef operand;
  const Component *component;
  bool isTaken = false;
};

} // namespace

static std::string knownNames(ArrayRef<Operand> operands) {
  constexpr size_t Most = 12;
  std::string names;
  for (const Operand &operand : operands.take_front(Most))
    names += (names.empty() ? "" : ", ") + operand.name;
  return operands.size() > Most ? names + ", …" : names;
}

static Error take(StringRef name, StringRef item, std::vector<Piece> &pieces, ArrayRef<Operand> operands,
                  Decomposition::Side &side) {
  bool found = false;
  for (bool byOperand : {true, false}) {
    for (Piece &piece : pieces) {
      if (name != (byOperand ? piece.operand : StringRef(piece.component->name)))
        continue;
      if (piece.isTaken)
        return problem("'" + name + "' is on two sides of the split");
      piece.isTaken = found = true;
      side.components.push_back(*piece.component);
    }
    if (found)
      return Error::success();
  }
  return problem("'" + name + "' of the split" + (item == name ? "" : " '" + item + "'") +
                 " is no operand of the system; its operands are " + knownNames(operands));
}

static Expected<std::vector<Decomposition::Side>> divide(ArrayRef<Operand> operands, const Split &split) {
  std::vector<Decomposition::Side> sides;
  if (split.items.empty()) {
    for (const Operand &operand : operands) {
      if (!split.leaves) {
        sides.push_back({operand.name, operand.components});
        continue;
      }
      for (const Component &component : operand.components)
        sides.push_back({component.name, {component}});
    }
    return sides;
  }
  std::vector<Piece> pieces;
  for (const Operand &operand : operands)
    for (const Component &component : operand.components)
      pieces.push_back({operand.name, &component});
  for (const std::string &item : split.items) {
    Decomposition::Side &side = sides.emplace_back();
    side.name = item;
    for (StringRef name : llvm::split(item, '+'))
      if (Error error = take(name.trim(), item, pieces, operands, side))
        return error;
  }
  for (const Piece &piece : pieces)
    if (!piece.isTaken)
      return problem("'" + Twine(piece.component->name) + "' is on no side of the split");
  return sides;
}

Expected<Decomposition> decompose(const Network &network, ArrayRef<Operand> operands, StringRef property,
                                  const LtsRef &monitor, const Split &split) {
  if (network.priority)
    return problem("'" + network.name + "' has priority, so that its parts do not determine it");
  Decomposition result;
  result.system = network.name;
  result.propertyName = property.str();
  result.property = restrictedProperty(*monitor, network, result.absentLabels);
  result.whole = network;
  result.whole.components.insert(result.whole.components.begin(), {property.str(), result.property});
  Expected<std::vector<Decomposition::Side>> sides = divide(operands, split);
  if (!sides)
    return sides.takeError();
  result.sides = std::move(*sides);
  return result;
}

Expected<LtsRef> composeSide(const Decomposition &decomposition, const Decomposition::Side &side,
                             const Budget &budget) {
  if (side.components.size() == 1)
    return side.components.front().lts;
  Network network;
  network.name = side.name;
  network.table = decomposition.whole.table;
  network.components = side.components;
  Expected<Lts> composed = compose(network, budget);
  if (!composed)
    return composed.takeError();
  return std::make_shared<const Lts>(std::move(*composed));
}

} // namespace tenon
