//===- PlaceSteps.cpp - Steps between places, without data ----------------===//

#include "PlaceSteps.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static bool hasOnlyActions(const Program &program) {
  return program.channels.empty() && all_of(program.transitions, [&](const ProgramTransition &transition) {
           LabelId label = transition.action.label;
           return transition.action.kind == ActionKind::Event &&
                  (label == LabelTable::Tau || binary_search(program.events, label));
         });
}

PlaceSteps::PlaceSteps(const ProgramSystem &programSystem) : system(programSystem) {
  labels.push_back(LabelTable::Tau);
  letters[LabelTable::Tau] = TauLetter;
  isPlain = (!system.monitor || hasOnlyActions(system.monitor->program)) && all_of(system.components, hasOnlyActions);
  for (const Program &program : system.components)
    components.push_back(rowsOf(program));
  if (system.monitor)
    monitor = rowsOf(system.monitor->program);
  findParticipants();
}

void PlaceSteps::replace(uint32_t component) {
  isPlain &= hasOnlyActions(system.components[component]);
  components[component] = rowsOf(system.components[component]);
  findParticipants();
}

uint32_t PlaceSteps::letterOf(LabelId label) {
  auto [entry, isNew] = letters.try_emplace(label, static_cast<uint32_t>(labels.size()));
  if (isNew)
    labels.push_back(label);
  return entry->second;
}

PlaceSteps::Rows PlaceSteps::rowsOf(const Program &program) {
  Rows rows;
  for (const ProgramLocation &location : program.locations)
    rows.accepting.push_back(location.accepting);
  size_t next = 0;
  for (Location location = 0; location < program.locations.size(); ++location) {
    rows.begins.push_back(static_cast<uint32_t>(rows.edges.size()));
    for (; next < program.transitions.size() && program.transitions[next].from == location; ++next)
      rows.edges.push_back({letterOf(program.transitions[next].action.label), program.transitions[next].to});
  }
  rows.begins.push_back(static_cast<uint32_t>(rows.edges.size()));
  return rows;
}

void PlaceSteps::findParticipants() {
  for (const Program &program : system.components)
    for (LabelId label : program.events)
      letterOf(label);
  participants.assign(labels.size(), {});
  for (auto [position, program] : enumerate(system.components))
    for (LabelId label : program.events)
      participants[letterOf(label)].push_back(static_cast<uint32_t>(position));
  watched.assign(labels.size(), false);
  if (!system.monitor)
    return;
  const Program &program = system.monitor->program;
  for (uint32_t letter = 1; letter < labels.size(); ++letter)
    watched[letter] =
        !binary_search(system.hidden, labels[letter]) &&
        (binary_search(program.events, labels[letter]) || binary_search(program.channels, labels[letter]));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

bool PlaceSteps::isViolation(PlaceRow place) const {
  bool allAccept = true;
  for (size_t i = 0; i < components.size(); ++i) {
    if (place[i] == ErrorLocation)
      return true;
    allAccept &= components[i].accepting[place[i]];
  }
  return system.monitor && allAccept && (place.back() == ErrorLocation || !monitor.accepting[place.back()]);
}

ArrayRef<PlaceSteps::Edge> PlaceSteps::edgesFrom(const Rows &rows, Location location) const {
  return ArrayRef(rows.edges).slice(rows.begins[location], rows.begins[location + 1] - rows.begins[location]);
}

void PlaceSteps::watch(PlaceRow place, uint32_t letter, Place &target, PlaceStepList &steps) const {
  if (!watched[letter]) {
    steps.add(target, labels[letter]);
    return;
  }
  bool isListed = false;
  if (place.back() != ErrorLocation)
    for (const Edge &edge : edgesFrom(monitor, place.back()))
      if (edge.letter == letter) {
        isListed = true;
        target.back() = edge.to;
        steps.add(target, labels[letter]);
      }
  target.back() = ErrorLocation;
  if (!isListed && !system.monitor->partial)
    steps.add(target, labels[letter]);
  target.back() = place.back();
}

/// All ways in which those that have the letter take part, from the `next` of them on.
void PlaceSteps::join(PlaceRow place, uint32_t letter, size_t next, Place &target, PlaceStepList &steps) const {
  if (next == participants[letter].size())
    return watch(place, letter, target, steps);
  uint32_t component = participants[letter][next];
  for (const Edge &edge : edgesFrom(components[component], place[component]))
    if (edge.letter == letter) {
      target[component] = edge.to;
      join(place, letter, next + 1, target, steps);
    }
  target[component] = place[component];
}

void PlaceSteps::from(PlaceRow place, PlaceStepList &steps) const {
  steps.clear(place.size());
  Place target(place.begin(), place.end());
  if (!isPlain) {
    for (const SystemStep &step : stepsFrom(system, target)) {
      auto [mover, position] = step.movers.front();
      const Program &program = mover == components.size() ? system.monitor->program : system.components[mover];
      steps.add(step.target, program.transitions[position].action.label);
    }
    return;
  }
  for (uint32_t i = 0; i < components.size(); ++i)
    for (const Edge &edge : edgesFrom(components[i], place[i])) {
      if (edge.letter != TauLetter && participants[edge.letter].front() != i)
        continue;
      target[i] = edge.to;
      if (edge.letter == TauLetter)
        steps.add(target, LabelTable::Tau);
      else
        join(place, edge.letter, 1, target, steps);
      target[i] = place[i];
    }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

size_t PlaceTable::Hash::operator()(uint32_t number) const {
  PlaceRow row = table->row(number);
  return hash_combine_range(row.begin(), row.end());
}

std::pair<uint32_t, bool> PlaceTable::add(PlaceRow place) {
  cells.insert(cells.end(), place.begin(), place.end());
  auto [entry, isNew] = numbers.insert(count);
  if (isNew)
    ++count;
  else
    cells.resize(cells.size() - width);
  return {*entry, isNew};
}

} // namespace tenon
