//===- tenon/Sema/ComponentModel.h - Components with data, resolved -------===//
//
// What Sema makes of `channel`, `component`, `observer` and of properties with constraints (design of the language §3;
// Definitions 2, 3 and 8 of Frenkel, Grumberg, Pasareanu, Sheinvald: Assume, Guarantee or Repair, TACAS 2020).
//
// A component is elaborated once for each list of parameter values that it is used with. Then nothing symbolic is left:
// types have numbers for bounds, index values are expanded (a local process `S[i:0..3]` is four states), functions are
// inlined, every name is an index. Model::components has the instances, Model::channels what they communicate on.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_COMPONENTMODEL_H
#define TENON_SEMA_COMPONENTMODEL_H

#include "tenon/Sema/DataExpr.h"
#include "tenon/Sema/Value.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// `channel c[1..3] : int;` is three channels, `c.1`, `c.2` and `c.3`.
struct ChannelModel {
  LabelId label = LabelTable::Tau; ///< Its name; prefixes, relabelling, sharing and hiding change it like any label.
  std::string name;                ///< As the source writes it: `c[1]`.
  DataType type;                   ///< Of the values. A value outside of a range goes to ERROR.
  llvm::SMRange range;             ///< Of the name in the declaration.
};

/// A variable of a component.
struct VariableModel {
  /// As the source writes it. A variable of a function or an inner block has a name that no other of the component has:
  /// `f.x` for a variable `x` of the function `f`, `x.2` for the second `x`.
  std::string name;
  DataType type;
  llvm::SMRange range; ///< Of the name in the declaration.
  /// The values that it starts with, one, or one for each element of an array, each of the type. Absent: arbitrary,
  /// within the type.
  std::optional<std::vector<ScalarValue>> initial;
  /// Declared in a block or function of the C-like form. Such a variable is the component's all the same: its value
  /// stays from one execution of the block to the next, unless the declaration has an initializer, which is an
  /// assignment each time.
  bool isLocal = false;
};

/// What an assignment or a read changes: a variable (perhaps a whole array) or an element.
struct DataTarget {
  uint32_t variable = 0;
  DataExprRef index; ///< Of an element, an int; otherwise null. Outside of the array: ERROR.
  llvm::SMRange range;
};

/// One step that a component can do. The order of the operands of a step is: the value is computed, then stored.
struct DataAction {
  enum class Kind {
    Label,      ///< A plain action: any of `labels`.
    Read,       ///< `channel?target`
    Write,      ///< `channel!value`; the value has the channel's type (Int for a range, then outside of it: ERROR).
    Assign,     ///< `target := value`
    Constraint, ///< `[value]`
  };
  Kind kind = Kind::Label;
  llvm::SMRange range; ///< The action as it stands in the source.
  std::vector<LabelId> labels;
  uint32_t channel = 0; ///< Index into Model::channels.
  /// Read: its type is the channel's, but for the bounds of ranges and that an int is read into a real.
  DataTarget target;
  /// Write, Assign: of the channel's or target's type (Int for ranges). Constraint: of type Bool. `[else]` is the
  /// negation of its siblings.
  DataExprRef value;
  bool isElse = false; ///< Constraint: written `[else]`.
};

//===----------------------------------------------------------------------===//
// The automaton form
//===----------------------------------------------------------------------===//

constexpr uint32_t ErrorTarget = ~uint32_t(0);

struct ComponentTransition {
  DataAction action;
  uint32_t target = 0; ///< Index of a state, or ErrorTarget.
};

struct ComponentState {
  /// `S`, `S[1]`; `STOP` or `END`; empty between the actions of a chain `a -> b -> S`.
  std::string name;
  llvm::SMRange range; ///< Of the name where it is defined, or of what follows the arrow.
  bool accepting = true;
  bool isEnd = false;                           ///< END: successful termination.
  std::vector<ComponentTransition> transitions; ///< In textual order.
};

//===----------------------------------------------------------------------===//
// The C-like form
//===----------------------------------------------------------------------===//

struct Statement;
using StatementRef = std::shared_ptr<const Statement>;

/// Statements are structured, without calls. Names in comments are members that the kind uses; the others are empty.
struct Statement {
  enum class Kind {
    Block,    ///< children, one after the other; may be empty.
    Action,   ///< action: Label, Read, Write, Assign; Constraint for `assume(e);`.
    Assert,   ///< condition: if it does not hold, ERROR.
    Accept,   ///< Accepting while control is here; it is no step.
    If,       ///< condition, children[0], perhaps children[1]: `else`.
    Loop,     ///< See below.
    Select,   ///< A choice of children: each begins where the whole does.
    Break,    ///< Leaves the innermost loop.
    Continue, ///< Goes to the end of the innermost loop's body.
    Call,     ///< children[0]: the body of a function, inlined; `callee` is its name. Arguments and result are
              ///< assignments before it and after it; those are actions as well.
    Return,   ///< Leaves the innermost Call; outside of a call, the component ends as at END.
  };
  Kind kind = Kind::Block;
  llvm::SMRange range; ///< The statement; for If and Loop: its head, `while (x < 3)`.
  DataAction action;
  DataExprRef condition; ///< Of type Bool. Loop: null where it is always true, which is no step then.
  std::vector<StatementRef> children;
  /// Loop: children[0] is the body. With `step`, children[1] is done after the body and after `continue` (the third
  /// part of a `for`; its first part stands before the loop). `testFirst` is false for `do … while`.
  bool hasStep = false;
  bool testFirst = true;
  std::string callee;
};

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// A component with values for its parameters.
struct ComponentModel {
  std::string name;                     ///< `Client`, or `Client(2)` for parameters other than the defaults.
  std::string declaredName;             ///< `Client`
  llvm::SMRange range;                  ///< Of the name in the definition.
  llvm::SMRange definitionRange;        ///< Of the whole definition.
  std::vector<Value> arguments;         ///< The values of all parameters.
  std::vector<VariableModel> variables; ///< In textual order of their declarations.

  /// The form: automaton (states, the first is initial) or C-like (a body).
  bool isAutomaton = false;
  std::vector<ComponentState> states; ///< Those that cannot be reached included.
  StatementRef body;                  ///< Its end is the component's END.
  /// C-like: there is an `accept;` that counts, so only there it accepts. Otherwise every state does.
  bool hasAccept = false;

  /// Plain labels that it takes part in, sorted, without duplicates, in unreachable parts and the extension `+ {…}`
  /// too. It blocks those that it cannot do, as in FSP.
  std::vector<LabelId> alphabet;
  /// Channels that it reads from and writes to, sorted indices into Model::channels, in unreachable parts too. In the
  /// alphabet extension, the name of a channel counts as both.
  std::vector<uint32_t> reads, writes;
};

//===----------------------------------------------------------------------===//
// Properties and observers with data
//===----------------------------------------------------------------------===//

struct ObserverTransition {
  /// Null: one of `labels`. A label that names a channel (as the system names it, prefixes applied) matches every
  /// communication on it, whatever the value; any other a plain action.
  DataExprRef constraint;
  std::vector<LabelId> labels;
  bool isElse = false;
  llvm::SMRange range;
  uint32_t target = 0; ///< Index of a state, or ErrorTarget.
};

struct ObserverState {
  std::string name; ///< As for ComponentState.
  llvm::SMRange range;
  bool rejecting = false;
  std::vector<ObserverTransition> transitions;
  bool hasConstraints() const;
};

/// `observer P`, or a `property P` that has constraints or marked states, bound to one system: constraints refer to the
/// variables of its components. (A property without these is a ProcessModel, as FSP has it.)
struct BoundObserver {
  std::string name;
  llvm::SMRange range;
  /// `property`: on its alphabet, what a state does not list goes to ERROR. `observer`: what it does not list is
  /// blocked.
  bool isProperty = false;
  std::vector<ObserverState> states; ///< The first is initial.
  /// Sorted; labels in unreachable parts and the extension too.
  std::vector<LabelId> alphabet;
};

struct UnboundObserver;

/// An observer, or a property with data, before it is bound to a system: bindObserver (SystemModel.h) makes a
/// BoundObserver of it.
struct ObserverModel {
  std::string name;
  llvm::SMRange range; ///< Of the name in the definition.
  bool isProperty = false;
  std::shared_ptr<const UnboundObserver> unbound; ///< For bindObserver.
};

} // namespace tenon

#endif // TENON_SEMA_COMPONENTMODEL_H
