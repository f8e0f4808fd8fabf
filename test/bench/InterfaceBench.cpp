//===- InterfaceBench.cpp - Interfaces of large components ----------------===//
//
// Components of 100,000 states over 20 visible actions: the interface by construction, as an LTS and as source.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "tenon/Interface/Interface.h"
#include "tenon/Lts/Formats.h"

#include <cstdio>
#include <random>

using namespace tenon;
using namespace tenon::bench;

namespace {

enum class Shape {
  Deterministic,
  /// States come in pairs, and the first of a pair can become the second by a hidden action. A visible action leads
  /// from both to the same pair, or both to its second state, and is wrong for one of them or the other now and then.
  /// So a word leads to a pair or to its second state: as many sets as there are states, at most.
  HiddenChoices,
};

constexpr StateId States = 100000;
constexpr unsigned Letters = 20;

Lts component(Shape shape, double errorShare) {
  std::mt19937 random(7);
  auto chance = [&](double share) { return random() < share * 4294967296.0; };
  auto table = std::make_shared<LabelTable>();
  std::vector<LabelId> labels;
  for (unsigned l = 0; l < Letters; ++l)
    labels.push_back(table->intern("act." + std::to_string(l)));
  LtsBuilder builder(table);
  builder.reserveStates(States);
  StateId step = shape == Shape::Deterministic ? 1 : 2;
  for (StateId s = 0; s < States; s += step) {
    if (shape == Shape::HiddenChoices)
      builder.add(s, table->intern("hidden"), s + 1);
    for (unsigned l = 0; l < Letters; ++l) {
      StateId target = l == 0 ? (s + step) % States : random() % (States / step) * step;
      if (shape == Shape::HiddenChoices && l != 0 && chance(0.5))
        ++target;
      for (StateId member = s; member < s + step; ++member)
        builder.add(member, labels[l], l != 0 && chance(errorShare) ? ErrorState : target);
    }
  }
  return builder.build("M");
}

Measurement run(Shape shape, double errorShare, bool asSource) {
  Lts system = component(shape, errorShare);
  std::vector<LabelId> visible = system.alphabet().labels();
  llvm::erase_if(visible, [&](LabelId label) { return system.alphabet().table()->text(label) == "hidden"; });
  Budget budget;
  FoundInterface found = constructInterface(system, Alphabet(system.alphabet().table(), visible), budget);
  Measurement result;
  result.states = found.interface ? found.interface->stateCount() : 0;
  result.transitions = found.interface ? found.interface->transitionCount() : 0;
  if (asSource && found.interface) {
    FspOptions options;
    options.property = options.readableNames = true;
    llvm::raw_null_ostream nowhere;
    if (llvm::Error error = writeFsp(*found.interface, "M", nowhere, options))
      fail(llvm::toString(std::move(error)));
  }
  result.completed = true;
  return result;
}

void printTable() {
  std::printf("Interfaces by construction: components of %u states over %u visible actions.\n\n", States, Letters);
  std::printf("%-34s %9s %12s %9s %10s %9s\n", "component", "states", "transitions", "seconds", "as source",
              "peak MiB");
  struct Row {
    const char *name;
    Shape shape;
    double errorShare;
  };
  for (const Row &row : {Row{"deterministic", Shape::Deterministic, 0.02},
                         Row{"deterministic, few errors", Shape::Deterministic, 0.00001},
                         Row{"hidden choices", Shape::HiddenChoices, 0.02},
                         Row{"hidden choices, few errors", Shape::HiddenChoices, 0.00001}}) {
    Measurement plain = measure([&] { return run(row.shape, row.errorShare, false); });
    Measurement source = measure([&] { return run(row.shape, row.errorShare, true); });
    if (!plain.completed || !source.completed) {
      fail(std::string(row.name) + " was not completed");
      continue;
    }
    std::printf("%-34s %9llu %12llu %9.2f %10.2f %9.0f\n", row.name, static_cast<unsigned long long>(plain.states),
                static_cast<unsigned long long>(plain.transitions), plain.cpuSeconds, source.cpuSeconds,
                static_cast<double>(source.peakBytes) / 1048576.0);
  }
  std::printf("\n");
}

BenchTable table("interfaces", printTable);

} // namespace
