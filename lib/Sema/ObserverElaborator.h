//===- ObserverElaborator.h - Properties and observers with data ----------===//

#ifndef TENON_LIB_SEMA_OBSERVERELABORATOR_H
#define TENON_LIB_SEMA_OBSERVERELABORATOR_H

#include "AutomatonElaborator.h"

namespace tenon {

/// A constraint before its qualified names are bound to a system, and what its other names stand for.
struct UnboundConstraint {
  const ast::Expr *expression = nullptr;
  std::vector<std::pair<llvm::StringRef, int32_t>> values; ///< Of constants, parameters and index variables.
};

struct UnboundObserver {
  std::vector<RawState> states;
  std::vector<UnboundConstraint> constraints;
  std::vector<LabelId> alphabet; ///< Sorted.
};

class ObserverElaborator final : public AutomatonElaborator {
public:
  ObserverElaborator(Analyzer &analyzer, const ast::ProcessDefinition &definition)
      : AutomatonElaborator(analyzer, definition.name), definition(definition) {}

  std::shared_ptr<const UnboundObserver> run();

private:
  bool isConstraint(const ast::Expr &e) override;
  size_t constraint(const ast::Expr &e) override;
  bool checkLabel(LabelId label, const ast::LabelElement &) override {
    result->alphabet.push_back(label);
    return true;
  }
  // Refused by the parser.
  bool communicate(LabelId, const ast::Action &, DataAction &) override { return false; }
  bool assign(const ast::Action &, DataAction &) override { return false; }
  bool isData(const ast::Expr &e) override { return isDataOnly(e); }

  const ast::ProcessDefinition &definition;
  std::shared_ptr<UnboundObserver> result = std::make_shared<UnboundObserver>();
};

} // namespace tenon

#endif // TENON_LIB_SEMA_OBSERVERELABORATOR_H
