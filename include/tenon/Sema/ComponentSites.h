//===- tenon/Sema/ComponentSites.h - What can be mutated in a component ---===//
//
// A component's expressions in the form that mutation repair changes, with their places in the text. Mutations of C
// programs are then mutations of components too (program-repair-survey, section 2.1).
//
//===----------------------------------------------------------------------===//

#ifndef TENON_SEMA_COMPONENTSITES_H
#define TENON_SEMA_COMPONENTSITES_H

#include "tenon/Sema/DataExpr.h"
#include "tenon/Sema/SequentialProgram.h"
#include "tenon/Syntax/Ast.h"

#include "llvm/ADT/DenseMap.h"

namespace tenon {

/// What Sema has made of the expressions of components, before conversions. Where one is read several times, for
/// several arguments or calls, the last counts.
using ExpressionMeanings = llvm::DenseMap<const ast::Expr *, DataExprRef>;

/// The component as far as mutations are concerned: its body is the entry, its functions follow. Statements that
/// communicate are arbitrary values; what C does not have (powers, numbers with a point) is there without being a site.
/// It is not to be run. Conditions of `assume` are units like others, those of `assert` are fixed. Widths tell types
/// apart and mean nothing else. Linear in the component.
seq::Program sitesOf(const ast::ComponentDefinition &definition, const ExpressionMeanings &meanings);

} // namespace tenon

#endif // TENON_SEMA_COMPONENTSITES_H
