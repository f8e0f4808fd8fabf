//===- tenon/Support/InputFormat.h - What a file holds --------------------===//

#ifndef TENON_SUPPORT_INPUTFORMAT_H
#define TENON_SUPPORT_INPUTFORMAT_H

#include "llvm/ADT/StringRef.h"

namespace tenon {

enum class InputFormat {
  Source,    ///< FSP with components and goals.
  Aut,       ///< Aldebaran: one transition system.
  Dot,       ///< Graphviz: one transition system.
  Hoa,       ///< Hanoi omega-automata: one transition system.
  Benchmark, ///< Two components and a property, as the benchmarks of assume-guarantee-repair are written.
};

/// Whether a file of this format is one transition system.
constexpr bool isAutomaton(InputFormat format) {
  return format == InputFormat::Aut || format == InputFormat::Dot || format == InputFormat::Hoa;
}

/// The format of a file: by its extension (`.fsp`, `.lts`, `.aut`, `.dot`, `.gv`, `.hoa`, `.agr`, in small letters),
/// and if that is another or none, by how the text begins behind blanks and comments: `des (`, `digraph`, `HOA:`, or a
/// number and then a line that begins with `[`. Everything else is source.
InputFormat inputFormatOf(llvm::StringRef path, llvm::StringRef text);

/// The name of a process for the system in a file: the file's name without folder and extension, with `_` in place of
/// what an identifier cannot contain, and an upper-case letter first: `AbpSender` for `tests/abpSender.aut`.
std::string processNameFor(llvm::StringRef path);

} // namespace tenon

#endif // TENON_SUPPORT_INPUTFORMAT_H
