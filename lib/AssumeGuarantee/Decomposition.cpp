//===- Decomposition.cpp - A system as two or more sides ------------------===//

#include "tenon/AssumeGuarantee/Decomposition.h"

#include "tenon/Support/BracketSplit.h"

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

/// The process that a component is an instance of: `P` for `{a,b}::P(2)`.
static StringRef definitionOf(StringRef component) {
  std::optional<SmallVector<StringRef, 8>> parts = splitOutsideBrackets(component, ':');
  return parts ? parts->back().split('(').first : component;
}

/// What a name means: an operand, else a component, else all instances of a process. Empty: nothing.
static std::vector<Piece *> named(StringRef name, MutableArrayRef<Piece> pieces) {
  std::vector<Piece *> found;
  auto collect = [&](auto nameOf) {
    for (Piece &piece : pieces)
      if (nameOf(piece) == name)
        found.push_back(&piece);
    return !found.empty();
  };
  collect([](const Piece &piece) { return piece.operand; }) ||
      collect([](const Piece &piece) { return StringRef(piece.component->name); }) ||
      collect([](const Piece &piece) { return definitionOf(piece.component->name); });
  return found;
}

static Error take(StringRef name, StringRef item, std::vector<Piece> &pieces, ArrayRef<Operand> operands,
                  Decomposition::Side &side) {
  std::vector<Piece *> found = named(name, pieces);
  for (Piece *piece : found) {
    if (piece->isTaken)
      return problem("'" + name + "' is on two sides of the split");
    piece->isTaken = true;
    side.components.push_back(*piece->component);
  }
  if (!found.empty())
    return Error::success();
  return problem("'" + name + "' of the split" + (item == name ? "" : " '" + item + "'") +
                 " is no operand of the system; its operands are " + knownNames(operands));
}

static std::vector<Piece> piecesOf(ArrayRef<Operand> operands) {
  std::vector<Piece> pieces;
  for (const Operand &operand : operands)
    for (const Component &component : operand.components)
      pieces.push_back({operand.name, &component});
  return pieces;
}

Split splitAround(ArrayRef<Operand> operands, StringRef about) {
  std::vector<Piece> pieces = piecesOf(operands);
  bool isSide = any_of(operands, [&](const Operand &operand) { return operand.name == about; });
  for (Piece *piece : named(about, pieces))
    piece->isTaken = true;
  std::vector<StringRef> others;
  for (const Piece &piece : pieces)
    if (!piece.isTaken && !is_contained(others, StringRef(piece.component->name)))
      others.push_back(piece.component->name);
  if ((isSide && operands.size() < 3) || others.empty() ||
      none_of(pieces, [](const Piece &piece) { return piece.isTaken; }))
    return {};
  return {{join(others, "+"), about.str()}};
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
  std::vector<Piece> pieces = piecesOf(operands);
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
