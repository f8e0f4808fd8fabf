//===- tenon/Lts/Formats.h - LTSs as text ---------------------------------===//

#ifndef TENON_LTS_FORMATS_H
#define TENON_LTS_FORMATS_H

#include "tenon/Lts/Lts.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace tenon {

/// Aldebaran: `des(0,T,S)`, then `(from,"label",to)` sorted by (from, label, to). ERROR is -1, silent steps are `tau`.
/// A label is quoted unless it is made of letters, digits, `_`, `.` and `-` only.
void writeAut(const Lts &lts, llvm::raw_ostream &os);

/// An FSP process that denotes the LTS up to strong bisimilarity, with its alphabet: local processes `Q1`…, labels that
/// FSP can spell (an index part `a.1` as `a[1]`), tau as a hidden fresh label, an accept label `@P` by an accepting state
/// where possible, `+{…}` for labels without transitions. ERROR and END by name. `name` must be an upper identifier. Fails, having written
/// nothing, if a label cannot be spelled in FSP (an imported one with blanks, say).
llvm::Error writeFsp(const Lts &lts, llvm::StringRef name, llvm::raw_ostream &os);

/// Graphviz. Labels are quoted; ERROR is a state of its own, END is doubly circled.
void writeDot(const Lts &lts, llvm::raw_ostream &os);

/// The LTS object of the JSON schema (docs/schema.json).
void writeJson(const Lts &lts, llvm::raw_ostream &os);

/// Reads Aldebaran text. The initial state is 0 whatever the header says, unless `headerInitial` (LTSA ignores the
/// header's). Labels may be quoted (`""` inside is a quote); `tau` and `i` are silent; target -1 is ERROR. The number of
/// transitions must be the header's. Errors carry `line N:` in their message. All states are kept.
llvm::Expected<Lts> readAut(llvm::StringRef text, std::string name, std::shared_ptr<LabelTable> table);

} // namespace tenon

#endif // TENON_LTS_FORMATS_H
