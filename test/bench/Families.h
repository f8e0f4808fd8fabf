//===- Families.h - Systems of any size -------------------------*- C++ -*-===//

#ifndef TENON_BENCH_FAMILIES_H
#define TENON_BENCH_FAMILIES_H

#include "tenon/Lts/Compose.h"

#include <string>
#include <vector>

namespace tenon::bench {

/// A family of systems in FSP. `N` of the source is replaced by the size.
struct Family {
  std::string name;
  std::string source; ///< Defines `||SYSTEM`.
  unsigned small;     ///< A size with some ten or hundred thousand states.
  unsigned large;     ///< One with more than a million.
};

const std::vector<Family> &families();

/// The system of a family at a size; ends the program if the source has errors.
Network systemOf(const Family &family, unsigned size);

} // namespace tenon::bench

#endif // TENON_BENCH_FAMILIES_H
