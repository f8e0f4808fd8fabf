//===- Dangers.h - States from which ERROR can be reached -------*- C++ -*-===//

#ifndef TENON_LIB_LTS_DANGERS_H
#define TENON_LIB_LTS_DANGERS_H

#include "tenon/Lts/Lts.h"

#include "llvm/ADT/BitVector.h"

namespace tenon {

/// Which states can come to ERROR, and which can do so by silent steps alone.
struct Dangers {
  llvm::BitVector dangerous;
  llvm::BitVector doomed;
};

/// `silent` says which actions are, tau among them. O(states + transitions).
Dangers findDangers(const Lts &lts, const llvm::BitVector &silent);

} // namespace tenon

#endif // TENON_LIB_LTS_DANGERS_H
