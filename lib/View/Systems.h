//===- Systems.h - The definitions and systems of a page --------*- C++ -*-===//

#ifndef TENON_LIB_VIEW_SYSTEMS_H
#define TENON_LIB_VIEW_SYSTEMS_H

#include "Automata.h"

#include "tenon/Lower/Lower.h"
#include "tenon/Sema/SystemModel.h"
#include "tenon/View/ModelPage.h"

namespace tenon {

/// Lowers what a page shows of a model. What does not fit a limit is left out, with the reason.
class Systems {
public:
  Systems(Lowering &lowering, Automata &automata, const ModelPageOptions &options)
      : lowering(lowering), automata(automata), options(options) {}

  /// `definitions` and `systems`.
  void write(llvm::json::OStream &json);

  /// A composite, DEFAULT or any definition as a network; nothing if it has data of any size, or at a limit.
  std::optional<Network> network(llvm::StringRef name);
  /// A system with data as programs. `property`: what watches it, if it is to be watched and can be.
  std::optional<ProgramSystem> program(llvm::StringRef name, llvm::StringRef property = {});
  /// The LTS of a definition as a property of the network; null if it is none.
  LtsRef property(llvm::StringRef name, const Network &network);

  /// The automaton of a component; one that was composed says where its parts are in each state.
  std::optional<size_t> add(const Lts &lts);

  Automata &theAutomata() { return automata; }
  const Model &model() const { return lowering.theModel(); }
  Lowering &theLowering() { return lowering; }
  const ModelPageOptions &theOptions() const { return options; }

private:
  struct Place {
    std::optional<size_t> automaton;
    std::string reason; ///< Why there is none.
  };
  void writeDefinition(const DefinitionRef &definition, llvm::json::OStream &json);
  void writeSystem(llvm::StringRef name, llvm::json::OStream &json);
  void writeNetwork(const Network &network, llvm::json::OStream &json);
  void writeProgram(const ProgramSystem &system, llvm::json::OStream &json);
  void writeMonitors(llvm::StringRef name, const Network *network, llvm::json::OStream &json);
  static void writePlace(const Place &place, llvm::json::OStream &json);
  Place place(const DefinitionRef &definition);
  Place place(std::optional<size_t> automaton) const;
  Place composition(llvm::StringRef name, const Network &network);
  std::string limitReason();

  Lowering &lowering;
  Automata &automata;
  const ModelPageOptions &options;
};

} // namespace tenon

#endif // TENON_LIB_VIEW_SYSTEMS_H
