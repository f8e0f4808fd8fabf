//===- tenon/Sema/Model.h - A model with all names resolved ---------------===//
//
// What Sema makes of the AST: constants, ranges and named sets are evaluated, names are
// bound, variables are slots of an environment. What depends on index values is still
// symbolic; Lower expands it. Source ranges are kept for diagnostics.
//
// Nodes live in the Model's arena and are trivially destructible.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_MODEL_H
#define TENON_SEMA_MODEL_H

#include "tenon/Sema/SystemModel.h"
#include "tenon/Sema/Value.h"
#include "tenon/Support/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/SMLoc.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// Index of a variable or parameter in an environment.
using Slot = uint32_t;
constexpr Slot NoSlot = ~Slot(0);

struct LabelPattern;
struct SetPattern;

enum class ExprOp {
  Constant,
  Variable,
  Label,
  SetSize,
  SetElement,
  Plus,
  Minus,
  Not,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
};

/// A resolved expression.
struct Expression {
  ExprOp op = ExprOp::Constant;
  llvm::SMRange range;
  Value constant;                      ///< Constant
  Slot slot = NoSlot;                  ///< Variable
  const LabelPattern *label = nullptr; ///< Label: `'a[i]`
  const SetPattern *set = nullptr;     ///< SetSize, SetElement
  const Expression *lhs = nullptr;     ///< Operand of unary operators; position of SetElement
  const Expression *rhs = nullptr;
};

/// Values that an index ranges over; binds `slot` if there is one.
struct IndexPattern {
  enum class Kind { Expression, Range, Set };
  Kind kind = Kind::Expression;
  llvm::SMRange range;
  Slot slot = NoSlot;
  llvm::StringRef variable;        ///< For messages and printing.
  const Expression *low = nullptr; ///< The expression, or the lower bound.
  const Expression *high = nullptr;
  const SetPattern *set = nullptr;
};

/// A label element: denotes the product of its parts, the left-most varying slowest.
struct LabelPattern {
  struct Part {
    enum class Kind { Text, Set, Index };
    Kind kind = Kind::Text;
    llvm::StringRef text;
    const SetPattern *set = nullptr;
    IndexPattern index;
  };
  llvm::SMRange range;
  llvm::ArrayRef<Part> parts;
};

/// A set of labels, in the order written, without duplicates.
struct SetPattern {
  enum class Kind { Constant, Explicit, Difference };
  Kind kind = Kind::Constant;
  llvm::SMRange range;
  llvm::ArrayRef<LabelId> constant; ///< A named set.
  llvm::ArrayRef<const LabelPattern *> elements;
  const SetPattern *left = nullptr;
  const SetPattern *right = nullptr;
};

/// `new/old`, or clauses under `forall`.
struct RelabelPattern {
  llvm::SMRange range;
  const LabelPattern *newLabel = nullptr; ///< Null for forall.
  const LabelPattern *oldLabel = nullptr;
  llvm::ArrayRef<IndexPattern> indices;
  llvm::ArrayRef<const RelabelPattern *> clauses;
};

struct HidingPattern {
  bool expose = false;
  const SetPattern *set = nullptr;
};

/// A name with its place.
struct Name {
  llvm::StringRef text;
  llvm::SMRange range;
};

struct ParameterModel {
  Name name;
  Value defaultValue; ///< After -D.
};

struct ModifierSet {
  bool deterministic = false;
  bool minimal = false;
  bool compose = false;
  bool property = false;
};

//===----------------------------------------------------------------------===//
// Primitive processes
//===----------------------------------------------------------------------===//

struct BodyModel;

/// A global process run to its END before what follows.
struct CallModel {
  Name name;
  llvm::ArrayRef<const Expression *> arguments; ///< Empty: the defaults.
};

struct AlternativeModel {
  const Expression *guard = nullptr;
  llvm::ArrayRef<const LabelPattern *> actions;
  const BodyModel *body = nullptr;
};

struct BodyModel {
  enum class Kind { Reference, If, Choice };
  enum class Target { Local, Stop, End, Error };
  struct Branch {
    const Expression *condition;
    const BodyModel *body;
  };
  Kind kind = Kind::Reference;
  llvm::SMRange range;
  // Reference
  llvm::ArrayRef<CallModel> calls;
  Target target = Target::Stop;
  uint32_t group = 0; ///< Target::Local: index into ProcessModel::groups.
  llvm::ArrayRef<const Expression *> indices;
  // If
  llvm::ArrayRef<Branch> branches;
  const BodyModel *otherwise = nullptr; ///< Null: STOP.
  // Choice
  llvm::ArrayRef<const AlternativeModel *> alternatives;
};

struct LocalModel {
  Name name;
  uint32_t group = 0;
  bool accepting = false;
  llvm::ArrayRef<IndexPattern> indices;
  const BodyModel *body = nullptr;
};

/// A primitive process.
struct ProcessModel {
  Name name;
  ModifierSet modifiers;
  std::vector<ParameterModel> parameters;    ///< Slots 0, 1, ….
  Slot slotCount = 0;                        ///< Size of an environment.
  std::vector<LocalModel> locals;            ///< The first is the start.
  std::vector<std::vector<uint32_t>> groups; ///< Locals of one name, in textual order.
  const SetPattern *extension = nullptr;
  llvm::ArrayRef<const RelabelPattern *> relabels;
  std::optional<HidingPattern> hiding;
  /// LTSA's reading: errors in the definition count only when it is lowered.
  std::vector<Diagnostic> deferredErrors;
};

/// `import P = "file.aut"`, already read; see Sema.
struct ImportModel {
  Name name;
  std::string path; ///< Resolved against the directory of the source.
  std::string text; ///< The file's contents.
  llvm::SMRange fileRange;
};

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

enum class DefinitionKind { Process, Import, Composite, Constraint, Component };

/// `process`, `import`, and so on, as reports and pages have it.
llvm::StringRef definitionKindName(DefinitionKind kind);

struct CompositeBodyModel {
  enum class Kind { If, Forall, Parallel, Instance };
  struct Branch {
    const Expression *condition;
    const CompositeBodyModel *body;
  };
  Kind kind = Kind::Parallel;
  llvm::SMRange range;
  // If
  llvm::ArrayRef<Branch> branches;
  const CompositeBodyModel *otherwise = nullptr; ///< Null: nothing.
  // Forall
  llvm::ArrayRef<IndexPattern> indices;
  const CompositeBodyModel *body = nullptr;
  // Parallel and Instance
  const LabelPattern *share = nullptr;
  const LabelPattern *prefix = nullptr;
  llvm::ArrayRef<const RelabelPattern *> relabels;
  llvm::ArrayRef<const CompositeBodyModel *> operands;
  // Instance
  Name name;
  DefinitionKind target = DefinitionKind::Process;
  llvm::ArrayRef<const Expression *> arguments; ///< Empty: the defaults.
};

struct CompositeModel {
  Name name;
  ModifierSet modifiers;
  std::vector<ParameterModel> parameters;
  Slot slotCount = 0;
  const CompositeBodyModel *body = nullptr;
  const SetPattern *prioritySet = nullptr;
  bool priorityListsLow = false;
  std::optional<HidingPattern> hiding;
  /// LTSA's reading: errors in the definition count only when it is lowered.
  std::vector<Diagnostic> deferredErrors;
};

//===----------------------------------------------------------------------===//
// Properties over traces
//===----------------------------------------------------------------------===//

/// One progress test; indexed definitions give one for each index value: `G.1`.
struct ProgressTest {
  std::string name;
  llvm::SMRange range;
  bool conditional = false;
  std::vector<LabelId> condition;
  std::vector<LabelId> labels;
};

/// Whether a test with this full name, `P.1`, is what `name` stands for: `P` is all of them.
inline bool isInFamily(llvm::StringRef test, llvm::StringRef name) {
  return test.consume_front(name) && (test.empty() || test.front() == '.');
}

/// One fluent, fully indexed: `F.1`.
struct Fluent {
  std::string name;
  std::vector<LabelId> starting;
  std::vector<LabelId> ending;
  bool initially = false;
};

/// A temporal formula, expanded: no quantifiers, names or parameters left. A tree of shared nodes.
struct TemporalFormula {
  enum class Op { True, False, Action, Fluent, Not, Next, Eventually, Always, And, Or, Implies, Iff, Until, WeakUntil };
  Op op = Op::True;
  std::vector<LabelId> labels; ///< Action: true at a step with one of these.
  uint32_t fluent = 0;         ///< Fluent: index into Model::fluents.
  std::shared_ptr<const TemporalFormula> lhs;
  std::shared_ptr<const TemporalFormula> rhs;
};
using TemporalFormulaRef = std::shared_ptr<const TemporalFormula>;

struct FormulaDeclaration;

/// A formula with its names resolved. What depends on parameters and index values is symbolic; FormulaExpander expands
/// it.
struct FormulaPattern {
  enum class Kind { Operator, Quantifier, Rigid, Action, Fluent, Reference };
  Kind kind = Kind::Operator;
  llvm::SMRange range;
  TemporalFormula::Op op = TemporalFormula::Op::Not; ///< Operator; Quantifier: And or Or.
  const FormulaPattern *lhs = nullptr;               ///< Operator, Quantifier
  const FormulaPattern *rhs = nullptr;               ///< Operator with two operands
  llvm::ArrayRef<IndexPattern> indices;              ///< Quantifier, Fluent
  const Expression *value = nullptr;                 ///< Rigid: true if it is > 0.
  const LabelPattern *label = nullptr;               ///< Action
  Name name;                                         ///< Fluent: its name, and the place of its definition.
  const FormulaDeclaration *target = nullptr;        ///< Reference to an assertion
  llvm::ArrayRef<const Expression *> arguments;      ///< Reference; empty: the defaults.
};

/// `assert` or `constraint` with its parameters.
struct FormulaDeclaration {
  Name name;
  llvm::ArrayRef<ParameterModel> parameters; ///< Slots 0, 1, ….
  Slot slotCount = 0;
  const FormulaPattern *formula = nullptr;
  const SetPattern *extension = nullptr; ///< Null: none.
  bool isValid = false;                  ///< Resolved without errors; the others are not expanded.
};

/// `assert` or `constraint`, expanded with default parameters.
struct AssertionModel {
  Name name;
  bool constraint = false;
  TemporalFormulaRef formula;
  std::vector<LabelId> extension;
  const FormulaDeclaration *declaration = nullptr; ///< For other parameters.
};

struct Menu {
  std::string name;
  std::vector<LabelId> labels;
};

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

struct Goal {
  enum class Kind { Satisfies, DeadlockFree, Refines, Simulates, Interface, Repair };
  enum class Expectation { None, Holds, Violated };
  Kind kind = Kind::DeadlockFree;
  llvm::SMRange range;
  Name subject;
  Name system;
  Name property;
  std::string method; ///< Empty: the default.
  Expectation expectation = Expectation::None;
  /// The property or observer with data that `property` names, bound to the goal's system; null for other properties.
  std::shared_ptr<const BoundObserver> observer;
};

/// A definition that denotes an LTS, in textual order.
struct DefinitionRef {
  DefinitionKind kind = DefinitionKind::Process;
  uint32_t index = 0; ///< Into the Model's vector of that kind.
};

/// A whole model: one or several files.
class Model {
public:
  Model() : labels(std::make_shared<LabelTable>()) {}

  std::shared_ptr<LabelTable> labels;
  std::vector<ProcessModel> processes;
  std::vector<ImportModel> imports;
  std::vector<CompositeModel> composites;
  std::vector<AssertionModel> assertions; ///< Asserts and constraints.
  std::vector<ProgressTest> progressTests;
  std::vector<Fluent> fluents;
  std::vector<Menu> menus;
  std::vector<Goal> goals;
  std::vector<DefinitionRef> definitions;
  // Components with data (ComponentModel.h, SystemModel.h).
  std::vector<ChannelModel> channels;
  /// The instances that the file uses; the first of a name has the default parameters. (DefinitionKind::Component)
  std::deque<ComponentModel> components;
  std::deque<SystemModel> systems;
  std::vector<ObserverModel> observers;

  const ProcessModel *findProcess(llvm::StringRef name) const;
  const ImportModel *findImport(llvm::StringRef name) const;
  const CompositeModel *findComposite(llvm::StringRef name) const;
  const AssertionModel *findAssertion(llvm::StringRef name) const;
  /// A component with actual parameters; empty: the defaults.
  const ComponentModel *findComponent(llvm::StringRef name, llvm::ArrayRef<Value> arguments = {}) const;
  /// A composite with components, or a component by itself, with default parameters.
  const SystemModel *findSystem(llvm::StringRef name) const;
  const ObserverModel *findObserver(llvm::StringRef name) const;
  std::optional<uint32_t> findChannel(LabelId label) const;
  /// By the name with its indices: index into `fluents`.
  std::optional<uint32_t> findFluent(llvm::StringRef name) const;
  /// What a name means where a process is expected: a process, an import or a constraint before a composite of the same
  /// name (probe P21).
  std::optional<DefinitionRef> findDefinition(llvm::StringRef name) const;
  llvm::StringRef definitionName(const DefinitionRef &definition) const;
  /// Makes the look-ups by name work for what has been added.
  void indexNames();

  /// The arena of the nodes.
  template <typename Node> Node *create() { return new (allocator.Allocate<Node>()) Node(); }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> items) { return items.copy(allocator); }

private:
  llvm::BumpPtrAllocator allocator;
  llvm::StringMap<uint32_t> processNumbers, importNumbers, compositeNumbers, assertionNumbers, fluentNumbers;
  llvm::DenseMap<LabelId, uint32_t> channelNumbers;
};

} // namespace tenon

#endif // TENON_SEMA_MODEL_H
