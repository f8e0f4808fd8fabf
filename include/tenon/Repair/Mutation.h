//===- tenon/Repair/Mutation.h - Mutations of a sequential program --------===//
//
// The mutation scheme of program-repair-survey, section 2.1: which expressions may stand in the place of which. A
// mutation changes one site of one unit; a patch has at most one mutation for each unit, and its size is the number of
// units that it changes.
//
// Levels 1 and 2 are those of AllRepair (Rothenberg and Grumberg, "Sound and complete mutation-based program repair",
// 2016), at the level of the source: && and || also in front of calls.
//
//   level 1: < and <=; > and >=; && and ||; + and -; / and %; &, | and ^; << and >>
//   level 2: also each of < <= > >= to the three others; == and !=; + to *, - to *, * to + and -;
//            a constant c to c+1, c-1, 0 (unless c is -1, 0 or 1) and -c
//   level 3: also each comparison to the five others; a constant to any other (Op::Unknown); variables, arrays and
//            constants to variables of the type in scope; operands of - / % << >> and of ?: swapped; truth values
//            negated; operands of && and || dropped; conditions of the program added with && and ||, also negated;
//            calls of functions without effects to each other, and variables and arithmetic to calls
//
//===----------------------------------------------------------------------===//

#ifndef TENON_REPAIR_MUTATION_H
#define TENON_REPAIR_MUTATION_H

#include "tenon/Sema/SequentialProgram.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tenon::seq {

struct MutationOptions {
  unsigned level = 1;                      ///< 1, 2 or 3
  std::vector<std::string> fixedFunctions; ///< Whose units stay as they are.
  /// The program is a component (Sema/ComponentSites.h): its entry is no harness whose conditions say nothing
  /// elsewhere.
  bool isComponent = false;
  /// At level 3 a constant becomes one of these, or a neighbor as at level 2, and not Op::Unknown, which only a formula
  /// can solve for.
  std::optional<std::vector<int64_t>> constants = std::nullopt;
};

struct Mutation {
  enum class Kind : uint8_t {
    Operator, ///< Another operator on the same operands.
    Constant, ///< Another constant.
    Unknown,  ///< Any other constant: see `unknown`.
    Name,     ///< Another variable, or an element of another array.
    Call,     ///< A call of `callee` with the same arguments, or without.
    Swap,     ///< The last two operands in each other's place.
    Negate,   ///< The negation,
    Affirm,   ///< or the operand of one.
    Left,     ///< Only the left operand,
    Right,    ///< or only the right one.
    Conjunct, ///< `site && added`
    Disjunct, ///< `site || added`
  };
  Kind kind = Kind::Operator;
  UnitId unit = None;
  ExprId site = None;
  ExprId replacement = None;
  ExprId parent = None;     ///< Of the site: the expression in which it is an operand; None at the root.
  ExprId added = None;      ///< Conjunct, Disjunct: the condition, without the negation.
  bool isNegated = false;   ///< Of what is added.
  bool isStatement = false; ///< The site, or the assignment around it, is a statement: nothing reads its value.
  uint32_t unknown = None;  ///< Unknown: the number of Op::Unknown.
  /// There are calls in the replacement that are not in the site, or the site's are not evaluated any more: the
  /// formula must know it (UnwindOptions::alternatives).
  bool isAlternative = false;
};

/// All mutations, in the order of the program. Their replacements are added to the program. What comes from assume,
/// assert, a library function, a function that `entry` does not call, or one of the fixed functions has none.
/// Linear in their number: with level 3, quadratic in the program.
std::vector<Mutation> collectMutations(Program &program, const MutationOptions &options);

/// The replacements of a patch. Those with unknown constants refer to them by number.
Substitution substitutionOf(llvm::ArrayRef<Mutation> mutations, llvm::ArrayRef<size_t> patch);

} // namespace tenon::seq

#endif // TENON_REPAIR_MUTATION_H
