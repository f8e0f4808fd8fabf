//===- Stopwatch.h - How long a check takes ---------------------*- C++ -*-===//

#ifndef TENON_LIB_CHECK_STOPWATCH_H
#define TENON_LIB_CHECK_STOPWATCH_H

#include "tenon/Support/Budget.h"

#include <chrono>

namespace tenon {

class Stopwatch {
public:
  double seconds() const { return std::chrono::duration<double>(Budget::Clock::now() - start).count(); }

private:
  Budget::Clock::time_point start = Budget::Clock::now();
};

} // namespace tenon

#endif // TENON_LIB_CHECK_STOPWATCH_H
