//===- tenon/Logic/Elimination.h - Fewer quantifiers, shorter terms -------===//

#ifndef TENON_LOGIC_ELIMINATION_H
#define TENON_LOGIC_ELIMINATION_H

#include "tenon/Logic/Smt.h"

namespace tenon {

/// `exists variables. condition` without the quantifier: a term over the other variables. Null if Z3 finds none, or the
/// budget ends. Complete for linear arithmetic and for Bool; for other sorts it depends.
Term eliminate(SmtContext &context, llvm::ArrayRef<Term> variables, Term condition, const Budget &budget);

/// A part of `exists variables. condition` without the quantifier, by projecting one model after the other
/// (Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for recursive programs", 2014, section 4.2): all of it
/// if `complete` is true. Ends after `maxModels`. What it costs is counted as in SmtSolver.
struct Projection {
  Term part = nullptr; ///< Null if the condition is false, or nothing was found.
  bool complete = false;
};
Projection project(SmtContext &context, llvm::ArrayRef<Term> variables, Term condition, unsigned maxModels,
                   const Budget &budget);

/// A term that equals `condition` wherever `assumption` is true, made of parts of it: what the assumption or the rest
/// already says is left out. Larger parts are left out first. A query for each part, at worst quadratically many.
Term simplifyUnder(SmtContext &context, Term condition, Term assumption, const Budget &budget);

} // namespace tenon

#endif // TENON_LOGIC_ELIMINATION_H
