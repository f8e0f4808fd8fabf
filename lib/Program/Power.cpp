//===- Power.cpp - A program with itself ----------------------------------===//

#include "tenon/Program/Power.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

static bool isCommunication(const ProgramAction &action) {
  return action.kind == ActionKind::Read || action.kind == ActionKind::Write ||
         (action.kind == ActionKind::Event && action.label != LabelTable::Tau);
}

namespace {

/// Tuples of locations as numbers, the first copy's location counting most.
class PowerBuilder {
public:
  PowerBuilder(const Program &base, unsigned copies, size_t total)
      : program(base), count(copies), size(total), result(base) {
    result.locations.clear();
    result.transitions.clear();
  }

  Program run();

private:
  std::vector<Location> tuple(size_t number) const;
  Location number(ArrayRef<Location> tuple) const;
  Location target(std::vector<Location> from, size_t copy, Location to) const;
  void addLocation(ArrayRef<Location> tuple);
  void addTransitions(Location from, ArrayRef<Location> tuple);
  void addTogether(Location from, ArrayRef<Location> tuple, const ProgramTransition &first);

  const Program &program;
  unsigned count;
  size_t size;
  Program result;
  std::set<std::string> names;
};

} // namespace

std::vector<Location> PowerBuilder::tuple(size_t number) const {
  std::vector<Location> result(count);
  for (Location &location : reverse(result)) {
    location = static_cast<Location>(number % program.locations.size());
    number /= program.locations.size();
  }
  return result;
}

Location PowerBuilder::number(ArrayRef<Location> tuple) const {
  size_t number = 0;
  for (Location location : tuple)
    number = number * program.locations.size() + location;
  return static_cast<Location>(number);
}

Location PowerBuilder::target(std::vector<Location> from, size_t copy, Location to) const {
  if (to == ErrorLocation)
    return ErrorLocation;
  from[copy] = to;
  return number(from);
}

void PowerBuilder::addLocation(ArrayRef<Location> tuple) {
  ProgramLocation whole = program.locations[tuple.front()];
  for (Location location : tuple.drop_front()) {
    const ProgramLocation &part = program.locations[location];
    whole.name += "_" + part.name;
    whole.accepting &= part.accepting;
    whole.end &= part.end;
  }
  while (!names.insert(whole.name).second)
    whole.name += "_";
  result.locations.push_back(std::move(whole));
}

/// All choices of transitions with the action of `first`, one of each copy.
void PowerBuilder::addTogether(Location from, ArrayRef<Location> tuple, const ProgramTransition &first) {
  std::vector<std::vector<Location>> targets{{}};
  for (Location location : tuple) {
    std::vector<std::vector<Location>> longer;
    for (const std::vector<Location> &before : targets)
      for (const ProgramTransition &transition : program.from(location)) {
        if (transition.action != first.action)
          continue;
        longer.push_back(before);
        longer.back().push_back(transition.to);
      }
    targets = std::move(longer);
  }
  for (const std::vector<Location> &to : targets) {
    ProgramTransition &added = result.transitions.emplace_back(first);
    added.from = from;
    added.to = is_contained(to, ErrorLocation) ? ErrorLocation : number(to);
  }
}

void PowerBuilder::addTransitions(Location from, ArrayRef<Location> tuple) {
  size_t begin = result.transitions.size();
  std::vector<ProgramAction> done;
  for (const ProgramTransition &transition : program.from(tuple.front()))
    if (isCommunication(transition.action) && !is_contained(done, transition.action)) {
      done.push_back(transition.action);
      addTogether(from, tuple, transition);
    }
  for (auto [copy, location] : enumerate(tuple))
    for (const ProgramTransition &transition : program.from(location)) {
      if (isCommunication(transition.action))
        continue;
      Location to = target(tuple.vec(), copy, transition.to);
      auto isSame = [&](const ProgramTransition &other) { return other.to == to && other.action == transition.action; };
      if (any_of(drop_begin(result.transitions, begin), isSame))
        continue;
      ProgramTransition &added = result.transitions.emplace_back(transition);
      added.from = from;
      added.to = to;
    }
}

Program PowerBuilder::run() {
  for (size_t i = 0; i < size; ++i)
    addLocation(tuple(i));
  for (size_t i = 0; i < size; ++i)
    addTransitions(static_cast<Location>(i), tuple(i));
  if (program.initial != ErrorLocation)
    result.initial = number(std::vector<Location>(count, program.initial));
  return std::move(result);
}

Expected<Program> power(const Program &program, unsigned count, size_t maxLocations) {
  assert(count > 0 && "there is nothing without a copy");
  size_t size = 1;
  for (unsigned i = 0; i < count; ++i) {
    size *= program.locations.size();
    if (size > maxLocations)
      return createStringError(std::make_error_code(std::errc::value_too_large),
                               "'" + program.name + "' with itself has more than " + std::to_string(maxLocations) +
                                   " locations");
  }
  return PowerBuilder(program, count, size).run();
}

} // namespace tenon
