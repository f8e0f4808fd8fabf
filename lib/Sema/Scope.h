//===- Scope.h - Variables in scope ---------------------------------------===//

#ifndef TENON_LIB_SEMA_SCOPE_H
#define TENON_LIB_SEMA_SCOPE_H

#include "tenon/Sema/Model.h"

namespace tenon {

/// The variables visible at a place, innermost last. A slot is the depth of the variable, so a definition needs as many
/// slots as variables are ever in scope at once.
class Scope {
public:
  struct Variable {
    llvm::StringRef name;
    llvm::SMRange range;
    bool isParameter = false;
    /// Declared in the label or index list that is being resolved: its value cannot bound a range or a set there.
    bool pending = false;
  };

  const Variable *find(llvm::StringRef name, Slot &slot) const {
    for (size_t i = variables.size(); i > 0; --i)
      if (variables[i - 1].name == name) {
        slot = static_cast<Slot>(i - 1);
        return &variables[i - 1];
      }
    return nullptr;
  }
  Slot declare(Variable variable) {
    variables.push_back(variable);
    if (variables.size() > highWater)
      highWater = variables.size();
    return static_cast<Slot>(variables.size() - 1);
  }
  bool empty() const { return variables.empty(); }
  size_t size() const { return variables.size(); }
  /// Marks the variables declared since `mark` (a former size()).
  void setPending(size_t mark, bool pending) {
    for (size_t i = mark; i < variables.size(); ++i)
      variables[i].pending = pending;
  }
  Slot slotCount() const { return static_cast<Slot>(highWater); }
  llvm::ArrayRef<Variable> all() const { return variables; }

  /// Restores the scope when it ends.
  class Region {
  public:
    explicit Region(Scope &scope) : scope(scope), mark(scope.variables.size()) {}
    ~Region() { scope.variables.resize(mark); }
    Region(const Region &) = delete;
    Region &operator=(const Region &) = delete;

  private:
    Scope &scope;
    size_t mark;
  };

private:
  std::vector<Variable> variables;
  size_t highWater = 0;
};

} // namespace tenon

#endif // TENON_LIB_SEMA_SCOPE_H
