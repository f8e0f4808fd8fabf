//===- RandomC.h - Random programs of the C subset ------------------------===//

#ifndef TENON_TEST_UNIT_RANDOMC_H
#define TENON_TEST_UNIT_RANDOMC_H

#include <cstdint>
#include <random>
#include <string>

namespace tenon::test {

struct RandomCOptions {
  unsigned statements = 6;    ///< In main, without those of loops and branches.
  unsigned depth = 2;         ///< Of loops and branches.
  bool hasCalls = true;       ///< Functions that change globals, also behind `&&` and `?:`.
  bool hasBits = true;        ///< Operators that `--int=math` has not.
  bool hasEffects = true;     ///< Assignments within expressions.
  bool hasParentheses = true; ///< Around every operation.
};

/// A program with `main`, some inputs and at least one assertion. The same seed gives the same program everywhere.
std::string randomC(uint32_t seed, const RandomCOptions &options = {});

} // namespace tenon::test

#endif // TENON_TEST_UNIT_RANDOMC_H
