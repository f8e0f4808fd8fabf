//===- tenon/Lower/FiniteProgram.h - Finite programs to LTSs --------------===//
//
// A component whose data is finite, as a transition system: a state is a location with values for the variables that
// matter there, a communication of value v on channel ch is the label `ch.v`, everything else is silent.
//
// Until a system is complete it is open which communications belong together: a label carries behind it how its
// component uses the channel, `ch.v.!1` (the number counts the parts of the value). closeChannels() then pairs
// writers with readers, so that one of each takes part in a communication, and gives channels that one component has
// alone to the environment (assume-guarantee-repair, Definition 6). docs/data.md tells more.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LOWER_FINITEPROGRAM_H
#define TENON_LOWER_FINITEPROGRAM_H

#include "tenon/Lts/Compose.h"
#include "tenon/Program/ProgramSystem.h"
#include "tenon/Support/Budget.h"

#include "llvm/ADT/MapVector.h"

namespace tenon {

/// States that a component may have as a transition system.
constexpr uint64_t DefaultMaxStates = 1'000'000;

/// A variable that has too many values for states to be enumerated, if there is one: `int`, `real`, and (elements of)
/// ranges and bits with more than 2^16 values.
const ProgramVariable *findInfiniteVariable(llvm::ArrayRef<ProgramVariable> variables);

/// The LTS of a program over its own variables, which are finite. Communications have open labels. ERROR is reached as
/// in ProgramSystem: by ranges that are left and by what is undefined, with the label `ch.undefined` where that is a
/// value to be written. A variable that is not read before it is written next does not distinguish states; where the
/// program can start with several valuations, silent steps choose one.
///
/// Time and space O(reachable states × transitions × values of a read). Fails with the budget's sentence; or, with the
/// code value_too_large, with one that says which data gives more than `maxStates` states, or as many values to a
/// communication.
llvm::Expected<Lts> lowerToLts(const Program &program, const std::shared_ptr<LabelTable> &labels, const Budget &budget,
                               uint64_t maxStates = DefaultMaxStates);

/// A whole system of finite data as one LTS, its monitor included, constraints and `reject` too: ERROR is reached by
/// the steps that complete a violation. Labels are `ch.v`; what is hidden is silent. Depths are those of the system,
/// but for one silent step where the variables can start with several valuations that matter.
llvm::Expected<Lts> lowerToLts(const ProgramSystem &system, const Budget &budget);

/// The values of a channel in a network, by the channel's name: labels `ch.v`.
using ChannelValues = llvm::MapVector<LabelId, std::vector<LabelId>>;

/// Whether labels of these say how channels are used.
bool hasOpenChannels(llvm::ArrayRef<Component> components);

/// Gives the components of a complete system labels `ch.v`. Components in different groups stay apart, but for those
/// that more than one writer or reader of a channel tie together: they are composed, in the group of the first of them.
/// A label that is the name of a channel, without a value, stands for all its values: its component takes part in each
/// communication. `values` gets the channels that were found.
///
/// Fails with the budget's sentence. Linear in the sizes of the components where nothing is tied.
llvm::Error closeChannels(std::vector<std::vector<Component>> &groups, const std::shared_ptr<LabelTable> &table,
                          ChannelValues &values, const Budget &budget);

/// The composition of a network that others can still communicate with: as compose(), but labels of channels stay open,
/// apart from those that the network hides.
llvm::Expected<Lts> composeOpen(Network network, const Budget &budget);

/// A set of labels in which the name of a channel is replaced by those of its values that are among `occurring`; other
/// labels stay, and so does a name without such values.
std::vector<LabelId> overValues(llvm::ArrayRef<LabelId> labels, const ChannelValues &values, const Alphabet &occurring);
/// The LTS with its labels replaced in this way.
Lts overValues(const Lts &lts, const ChannelValues &values, const Alphabet &occurring);

} // namespace tenon

#endif // TENON_LOWER_FINITEPROGRAM_H
