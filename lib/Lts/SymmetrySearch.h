//===- SymmetrySearch.h - Finding automorphisms -----------------*- C++ -*-===//

#ifndef TENON_LIB_LTS_SYMMETRYSEARCH_H
#define TENON_LIB_LTS_SYMMETRYSEARCH_H

#include "Symmetry.h"

namespace tenon::detail {

/// All groups found, those of longer prefixes first. See Symmetry.
std::vector<SymmetryGroup> findSymmetry(const Product &product, bool verifyShared);

} // namespace tenon::detail

#endif // TENON_LIB_LTS_SYMMETRYSEARCH_H
