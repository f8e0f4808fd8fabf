//===- Automata.cpp - The automata of a page ------------------------------===//

#include "Automata.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Base64.h"

using namespace llvm;

namespace tenon {

std::string utf8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

std::string Automata::packed(ArrayRef<uint32_t> numbers) {
  uint32_t largest = 0;
  for (uint32_t number : numbers)
    largest = std::max(largest, number);
  unsigned width = largest < 1u << 8 ? 1 : largest < 1u << 16 ? 2 : 4;
  std::string bytes;
  bytes.reserve(numbers.size() * width);
  for (uint32_t number : numbers)
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(static_cast<char>(number >> (8 * i) & 0xff));
  return std::to_string(width) + ":" + encodeBase64(bytes);
}

std::optional<size_t> Automata::addText(std::string text, size_t transitions) {
  auto [known, isNew] = numbers.try_emplace(text, texts.size());
  if (!isNew)
    return known->second;
  if (transitionCount + transitions > maxTransitions) {
    numbers.erase(known);
    return std::nullopt;
  }
  transitionCount += transitions;
  texts.push_back(std::move(text));
  return texts.size() - 1;
}

static std::string object(function_ref<void(json::OStream &)> write) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  json.object([&] { write(json); });
  return text;
}

static void writeNumbers(json::OStream &json, StringRef key, ArrayRef<uint32_t> numbers) {
  if (!numbers.empty())
    json.attributeArray(key, [&] {
      for (uint32_t number : numbers)
        json.value(number);
    });
}

namespace {

/// Transitions in the order of their states.
struct Rows {
  std::vector<uint32_t> counts, actions, targets;

  void write(json::OStream &json) const {
    json.attribute("states", static_cast<int64_t>(counts.size()));
    json.attribute("transitions", static_cast<int64_t>(actions.size()));
    json.attribute("rows", Automata::packed(counts));
    json.attribute("actions", Automata::packed(actions));
    json.attribute("targets", Automata::packed(targets));
  }
};

} // namespace

static void writeLts(const Lts &lts, json::OStream &json) {
  Rows rows;
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    rows.counts.push_back(static_cast<uint32_t>(lts.successors(s).size()));
    for (const Transition &t : lts.successors(s)) {
      rows.actions.push_back(t.action);
      rows.targets.push_back(t.target == ErrorState ? lts.stateCount() : t.target);
    }
  }
  rows.write(json);
  json.attributeArray("labels", [&] {
    for (Action action = 0; action <= lts.alphabet().size(); ++action)
      json.value(utf8(lts.alphabet().text(action)));
  });
  if (lts.end())
    writeNumbers(json, "ends", {*lts.end()});
}

std::optional<size_t> Automata::add(const Lts &lts) {
  return addText(object([&](json::OStream &json) { writeLts(lts, json); }), lts.transitionCount());
}

std::optional<size_t> Automata::add(const ComposedStates &composed, const Network &network) {
  size_t width = network.components.size();
  std::string text = object([&](json::OStream &json) {
    writeLts(composed.lts, json);
    json.attributeArray("components", [&] {
      for (const Component &component : network.components)
        json.value(utf8(component.name));
    });
    json.attributeArray("vectors", [&] {
      for (size_t c = 0; c < width; ++c) {
        std::vector<uint32_t> states;
        for (size_t s = 0; s < composed.lts.stateCount(); ++s)
          states.push_back(composed.componentStates[s * width + c]);
        json.value(packed(states));
      }
    });
  });
  return addText(std::move(text), composed.lts.transitionCount());
}

std::optional<size_t> Automata::add(const Program &program, const ProgramSystem &system, StringRef prefix) {
  auto nameOf = [&](VariableId id) {
    StringRef name = system.variables[id].name;
    name.consume_front(prefix);
    return name.str();
  };
  Rows rows;
  std::vector<std::string> labels{"tau"};
  StringMap<uint32_t> actionOf;
  std::vector<uint32_t> ends, rejecting;
  for (Location location = 0; location < program.locations.size(); ++location) {
    ArrayRef<ProgramTransition> transitions = program.from(location);
    rows.counts.push_back(static_cast<uint32_t>(transitions.size()));
    for (const ProgramTransition &transition : transitions) {
      std::string text = describeAction(transition.action, transition.text, *system.labels, nameOf);
      auto [known, isNew] = actionOf.try_emplace(text, static_cast<uint32_t>(labels.size()));
      if (text == "tau")
        known->second = 0;
      else if (isNew)
        labels.push_back(text);
      rows.actions.push_back(known->second);
      rows.targets.push_back(transition.to == ErrorLocation ? static_cast<uint32_t>(program.locations.size())
                                                            : transition.to);
    }
    if (program.locations[location].end)
      ends.push_back(location);
    if (!program.locations[location].accepting)
      rejecting.push_back(location);
  }
  std::string text = object([&](json::OStream &json) {
    rows.write(json);
    if (program.initial != 0 && program.initial != ErrorLocation)
      json.attribute("initial", program.initial);
    json.attributeArray("labels", [&] {
      for (const std::string &label : labels)
        json.value(utf8(label));
    });
    json.attributeArray("names", [&] {
      for (const ProgramLocation &location : program.locations)
        json.value(utf8(location.name));
    });
    writeNumbers(json, "ends", ends);
    writeNumbers(json, "rejecting", rejecting);
  });
  return addText(std::move(text), program.transitions.size());
}

void Automata::write(json::OStream &json) const {
  json.attributeArray("automata", [&] {
    for (const std::string &text : texts)
      json.rawValue(text);
  });
}

} // namespace tenon
