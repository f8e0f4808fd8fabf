//===- AnimateConsole.h - The commands of tenon animate -------------------===//
//
// One class, two files: commands and what they show (AnimateCommand.cpp), runs that are loaded and saved
// (AnimateRuns.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TOOLS_TENON_ANIMATECONSOLE_H
#define TENON_TOOLS_TENON_ANIMATECONSOLE_H

#include "Session.h"

#include "tenon/Check/Animation.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon::driver {

PartsOf partsIn(Lowering &lowering);

llvm::Error failure(const llvm::Twine &message);
llvm::Expected<size_t> parseCount(llvm::StringRef text, size_t otherwise);

/// A step or a move, with what it was before it was hidden.
template <typename Event> std::string describe(const Event &event) {
  return event.hiddenAction.empty() ? event.action : event.action + " (" + event.hiddenAction + ")";
}

/// What tells a move from others, in a file of steps.
template <typename Event> std::string describeWithMovers(const Event &event) {
  return describe(event) + " by " + llvm::join(event.movers, ", ");
}

/// Reads commands line by line, and answers.
class Console {
public:
  Console(Session &session, const Frontend &frontend, Lowering &lowering, std::string name,
          std::unique_ptr<Animation> steps, llvm::raw_ostream &out)
      : session(session), frontend(frontend), lowering(lowering), system(std::move(name)), animation(std::move(steps)),
        os(out) {}

  /// False if a command failed and nobody is there to correct it.
  bool run();

private:
  /// What a command needs, or why it is refused.
  llvm::Error execute(llvm::StringRef line);
  llvm::Error executeWord(llvm::StringRef word, llvm::StringRef rest);
  llvm::Error takeNamed(llvm::StringRef line);
  llvm::Error takeNumbered(size_t number, llvm::StringRef rest);
  llvm::Error take(size_t number, llvm::StringRef value);
  llvm::Error takeStep(llvm::StringRef line);
  llvm::Error setVariable(llvm::StringRef arguments);
  llvm::Error undo(llvm::StringRef count);
  llvm::Error goTo(llvm::StringRef step);
  llvm::Error next();
  llvm::Error runUnlisted(llvm::StringRef count);
  llvm::Error runRandomly(llvm::StringRef arguments);
  llvm::Error chooseMenu(llvm::StringRef name);
  llvm::Error loadViolation(llvm::StringRef number);
  llvm::Error save(llvm::StringRef file);
  llvm::Error load(llvm::StringRef file);

  std::vector<size_t> offered(llvm::ArrayRef<Animation::Move> moves) const;
  bool isListed(const Animation::Move &move) const;
  std::string commandOf(size_t step) const;
  bool isOnPlan(size_t steps) const;
  void forgetPlan();
  void showMoves();
  void showStep(size_t number);
  void showState();
  void showTrace();

  Session &session;
  const Frontend &frontend;
  Lowering &lowering;
  std::string system;
  std::unique_ptr<Animation> animation;
  llvm::raw_ostream &os;
  const Menu *menu = nullptr;
  bool isLoading = false;
  std::vector<std::string> plan; ///< Commands of the run that was loaded, one a step.
  /// Of a run that violates something: what takes part in its steps and only watches, and what is to be said at its
  /// end.
  std::vector<std::vector<std::string>> watching;
  std::string violated, howViolated;
  bool isOver = false;
};

} // namespace tenon::driver

#endif // TENON_TOOLS_TENON_ANIMATECONSOLE_H
