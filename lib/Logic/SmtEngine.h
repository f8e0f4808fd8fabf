//===- SmtEngine.h - A Z3 solver and its state ----------------------------===//

#ifndef TENON_LIB_LOGIC_SMTENGINE_H
#define TENON_LIB_LOGIC_SMTENGINE_H

#include "Z3Bridge.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tenon {

class SmtSolver::Engine {
public:
  Engine(Z3Bridge &bridge, uint64_t effort, SmtTheory theory);

  SmtAnswer check(const z3::expr_vector &assumed, const Budget &budget);
  z3::expr literal(Term assumption);
  std::optional<DataValue> value(Term term);
  /// What Z3 refuses to do makes all later answers Unknown.
  void guarded(llvm::function_ref<void()> action) {
    try {
      action();
    } catch (const z3::exception &exception) {
      isBroken = true;
      reason = exception.msg();
    }
  }

  struct Name {
    z3::expr name;
    unsigned level; ///< Where its meaning was added.
  };
  Z3Bridge &bridge;
  z3::solver solver;
  uint64_t effort;
  SmtTheory theory;
  unsigned levels = 0;
  std::unordered_map<Term, Name> names;              ///< Of assumptions.
  std::vector<std::pair<Term, unsigned>> conditions; ///< That were added, and at which level; null: with quantifiers.
  std::unordered_map<Term, bool> divides;            ///< dividesWords(), of terms that were asked for.
  std::optional<z3::model> model;
  std::vector<size_t> core;
  Budget::Limit limit = Budget::Limit::None;
  std::string reason;
  bool isBroken = false;

private:
  SmtAnswer checkWatched(z3::solver &with, const z3::expr_vector &assumed, const Budget &budget);
  bool dividesWords(Term term);
  bool isUnsatisfiableInNumbers(const Budget &budget);
  SmtAnswer take(z3::solver &from, z3::check_result answer);
};

} // namespace tenon

#endif // TENON_LIB_LOGIC_SMTENGINE_H
