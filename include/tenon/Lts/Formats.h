//===- tenon/Lts/Formats.h - LTSs as text ---------------------------------===//
//
// Writers, and readers for what other tools write. docs/formats.md tells what each format can say and what is lost.
// A reader is given a text in a buffer of the diagnostics' sources. It returns nothing if it has reported an error, and
// otherwise an Lts whose state 0 is the first; all states of the file are kept. The names of actions become labels as
// importedLabel() says. Time is linear in the text.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_LTS_FORMATS_H
#define TENON_LTS_FORMATS_H

#include "tenon/Lts/Compose.h"
#include "tenon/Lts/LabelNames.h"
#include "tenon/Lts/Lts.h"
#include "tenon/Support/Diagnostics.h"
#include "tenon/Support/InputFormat.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// Aldebaran: `des(0,T,S)`, then `(from,label,to)` sorted by (from, label, to). ERROR is -1, silent steps are `tau`.
/// A label is quoted unless it is made of letters, digits, `_`, `.` and `-` only; `i` is quoted too, so that it is not
/// read as silent. END and the alphabet's other labels have no place in the format.
void writeAut(const Lts &lts, llvm::raw_ostream &os, LabelStyle style = LabelStyle::Plain);

/// How writeFsp() spells a system.
struct FspOptions {
  /// `property NAME = …`: meant for a deterministic system without silent steps and ERROR; what it lacks is then a
  /// violation.
  bool property = false;
  /// States are named after the action that leads to them on the least shortest path, `Send`, `Send2`, …, rather than
  /// `Q1`, `Q2`, …; a state other than the first that can do everything for ever is called `Anything`.
  bool readableNames = false;
};

/// An FSP process that denotes the LTS up to strong bisimilarity, with its alphabet. Each reachable state becomes a
/// local process (`Q1`…, the first one under the process's name); labels with the same target are written as a set,
/// index parts as `a[1]`, runs of them as `a[1..3]`. Silent steps get a fresh label that is hidden, a label `@NAME`
/// marks accepting states, `+{…}` adds labels without transitions.
///
/// Fails, having written nothing, if `name` is not an upper-case identifier or if FSP cannot spell a label: one with
/// blanks that was imported, or a label `@X` that is not a self-loop named after the process.
llvm::Error writeFsp(const Lts &lts, llvm::StringRef name, llvm::raw_ostream &os, const FspOptions &options = {});

/// A label as FSP spells it: `a[1].b` for `a.1.b`. Nothing if it cannot: tau, keywords, labels with blanks.
std::optional<std::string> spellLabel(llvm::StringRef label);
/// The same for several, as a set in braces: runs of indices as `a[1..3]`. The labels are in label order.
std::optional<std::string> spellLabelSet(llvm::ArrayRef<std::string> labels);

/// Graphviz. One edge for each pair of states, with all its labels; ERROR is a node of its own, END is doubly circled.
/// Labels without transitions are in the graph's attribute `tenon_labels`, which Graphviz ignores.
void writeDot(const Lts &lts, llvm::raw_ostream &os, LabelStyle style = LabelStyle::Plain);

/// More labels than this are too many for writeHoa(): it says of each that no other one is taken.
constexpr unsigned MaxHoaLabels = 2000;

/// A Hanoi omega-automaton that accepts all of its runs. A label is a proposition, of which exactly one is true at each
/// step; `tau` is the silent one. States named "END" and "ERROR" are what they say. O(transitions + labels^2).
/// Fails, having written nothing, if there are more than MaxHoaLabels labels.
llvm::Error writeHoa(const Lts &lts, llvm::raw_ostream &os, LabelStyle style = LabelStyle::Plain);

/// The network, not composed, as a Promela model for Spin: one process, a variable for each component, and an option
/// for each action and combination of local moves. States and transitions of the model (in Spin without partial-order
/// reduction) are those of searchSafety() one to one; a deadlock is an invalid end state, a move to ERROR fails an
/// assertion and is a loop at its source. Each state of successful termination, though, has one more step, to a valid
/// end state of its own. Hiding does not matter and is left out.
///
/// Fails, having written nothing, if the network has priority or if an action has more than 10,000 combinations.
/// O(transitions), and for each action the product of its participants' choices of a target.
llvm::Error writePromela(const Network &network, llvm::raw_ostream &os);

/// The LTS object of the JSON schema (docs/schema.json).
void writeJson(const Lts &lts, llvm::json::OStream &json);
void writeJson(const Lts &lts, llvm::raw_ostream &os);

/// Reads Aldebaran text: `des(first, transitions, states)`, then a transition a line. Blanks, empty lines and CRLF do
/// not matter. Labels may be quoted (`""` inside is a quote); unquoted they end at the comma, unless it is between
/// brackets. `tau` and an unquoted `i` are silent; target -1 is ERROR. The initial state is 0 whatever the header says,
/// as in LTSA; a warning says so where that matters.
std::optional<Lts> readAut(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics);

/// Reads the part of Graphviz's language that draws transition systems: one directed graph, every edge with a label;
/// each line of the label is an action. The first state is the target of the edge without a label from a node that is
/// not drawn (`shape=point|none|plaintext|plain` or `style=invis`); without one, it is the only node with
/// `peripheries=2` and no shape, as mCRL2 marks it, and else the first node that is mentioned. A node ERROR, and nodes
/// named or labelled END, are what they say if no edge leaves them.
std::optional<Lts> readDot(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics);

/// Reads one Hanoi omega-automaton, version 1, as a transition system over its propositions. At each step exactly one
/// of them is true, so that an edge stands for the transitions by those propositions that satisfy its label alone. A
/// step at which none is true is one of other processes: a loop for it says nothing, an edge to another state is
/// refused.
///
/// Acceptance is `0 t`, or `1 Inf(0)` where states that do not accept are never left for one that does; moves to them
/// are moves to ERROR. Alternation, several first states and every other acceptance are refused.
std::optional<Lts> readHoa(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics);

/// Reads a text in a format that isAutomaton().
std::optional<Lts> readAutomaton(InputFormat format, llvm::StringRef text, std::string name,
                                 const std::shared_ptr<LabelTable> &table, DiagnosticEngine &diagnostics);

} // namespace tenon

#endif // TENON_LTS_FORMATS_H
