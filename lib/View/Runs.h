//===- Runs.h - The counterexamples of a page -------------------*- C++ -*-===//

#ifndef TENON_LIB_VIEW_RUNS_H
#define TENON_LIB_VIEW_RUNS_H

#include "Systems.h"

#include "tenon/Check/Animation.h"

namespace tenon {

/// Writes counterexamples with the states of all components after each step.
class Runs {
public:
  explicit Runs(Systems &systems) : systems(systems) {}

  /// The runs of a result, each an object with the number of the result.
  void write(const CheckResult &result, size_t number, llvm::json::OStream &json);
  /// A run without components.
  static void writePlain(const Counterexample &run, size_t number, llvm::json::OStream &json);

private:
  /// What a run is replayed on.
  struct Stage {
    struct Part {
      std::string name;
      std::optional<size_t> automaton;
      bool isMonitor = false;
    };
    std::unique_ptr<Animation> animation;
    std::vector<Part> parts;
  };
  std::optional<Stage> dataStage(const CheckResult &result, bool isWatched);
  std::optional<Stage> networkStage(const CheckResult &result, bool isWatched);
  std::optional<Stage> wholeStage(const CheckResult &result);
  Stage stageOf(Network network, llvm::StringRef property);
  bool writeOn(Stage &stage, const CheckResult &result, const Counterexample &run, llvm::json::OStream &json);
  void write(const CheckResult &result, const Counterexample &run, llvm::json::OStream &json);

  Systems &systems;
};

} // namespace tenon

#endif // TENON_LIB_VIEW_RUNS_H
