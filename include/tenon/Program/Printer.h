//===- tenon/Program/Printer.h - Programs as source -----------------------===//
//
// A program prints in the automaton form of `component`, a monitor as `property` or `observer`, so that what a pass
// made can be read back, compared and tested.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_PROGRAM_PRINTER_H
#define TENON_PROGRAM_PRINTER_H

#include "tenon/Program/ProgramSystem.h"

namespace tenon {

/// `component NAME { … } = …` with the program's locations in their order, in the standard layout. `variables` is the
/// table that its actions speak of; those whose `component` is `number` are declared. Names that the source cannot have
/// (`c[1].pw`, `f.x`) are changed so that it can.
///
/// A silent step prints as `[true]`. What the source has no words for is not printed: definedness (it follows from the
/// expressions), ranges of channels, an ending location that does not accept (it accepts then).
std::string printProgram(const Program &program, llvm::ArrayRef<ProgramVariable> variables, uint32_t number,
                         const LabelTable &labels);

/// `property NAME = …` or `observer NAME = …`.
std::string printMonitor(const Monitor &monitor, llvm::ArrayRef<ProgramVariable> variables, const LabelTable &labels);

/// `0..3`, `bits[8]`, `real`: the type of a variable (of its elements, for an array), as a declaration writes it.
std::string printType(const ProgramVariable &variable);

} // namespace tenon

#endif // TENON_PROGRAM_PRINTER_H
