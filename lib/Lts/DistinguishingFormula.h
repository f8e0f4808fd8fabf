//===- DistinguishingFormula.h - Why two nodes differ -----------*- C++ -*-===//

#ifndef TENON_LIB_LTS_DISTINGUISHINGFORMULA_H
#define TENON_LIB_LTS_DISTINGUISHINGFORMULA_H

#include "SignatureRefinement.h"

namespace tenon {

/// A formula of least modal depth that holds at `holds` and fails at `fails`, in the notation of ComparisonResult.
/// `refinement` must have separated the two, with its tree kept (Cleaveland, "On automatically explaining bisimulation
/// inequivalence", 1990; Korver for branching, 1991).
std::string distinguishingFormula(const TauGraph &graph, const SignatureRefinement &refinement, Equivalence equivalence,
                                  const Alphabet &alphabet, uint32_t holds, uint32_t fails);

} // namespace tenon

#endif // TENON_LIB_LTS_DISTINGUISHINGFORMULA_H
