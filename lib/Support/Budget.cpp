//===- Budget.cpp - Limits on time and memory -----------------------------===//

#include "tenon/Support/Budget.h"

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace tenon {

void Budget::setTimeout(double seconds) {
  timeoutSeconds = seconds;
  deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

void Budget::setMaxMemory(double gib) {
  maxBytes = static_cast<size_t>(gib * 1024 * 1024 * 1024);
}

void Budget::inherit(const Budget &outer, double memoryShare) {
  deadline = outer.deadline;
  timeoutSeconds = outer.timeoutSeconds;
  if (outer.maxBytes)
    maxBytes = static_cast<size_t>(static_cast<double>(*outer.maxBytes) * memoryShare);
}

void Budget::limitTo(double seconds) {
  auto own = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (!deadline || own < *deadline)
    deadline = own;
}

Budget::Limit Budget::exceeded() const {
  if (cancelled.load(std::memory_order_relaxed))
    return Limit::Cancelled;
  if (deadline && Clock::now() >= *deadline)
    return Limit::Time;
  if (maxBytes && residentBytes() > *maxBytes)
    return Limit::Memory;
  return Limit::None;
}

Budget::Limit Budget::causeOfFailure() const {
  Limit limit = exceeded();
  return limit == Limit::None ? Limit::Memory : limit;
}

bool Budget::allows(size_t bytes) const {
  return !maxBytes || residentBytes() + bytes <= *maxBytes;
}

std::string Budget::describe(Limit limit) const {
  char buffer[128];
  switch (limit) {
  case Limit::None:
    return "no limit reached";
  case Limit::Time:
    std::snprintf(buffer, sizeof buffer, "the time limit of %g s was reached; --timeout raises it", timeoutSeconds);
    return buffer;
  case Limit::Memory:
    if (!maxBytes)
      return "the system has no more memory for this process";
    std::snprintf(buffer, sizeof buffer, "the memory limit of %.4g GiB was reached; --max-memory raises it",
                  static_cast<double>(*maxBytes) / (1024.0 * 1024 * 1024));
    return buffer;
  case Limit::States:
    return "the search was to end at this number of states";
  case Limit::Cancelled:
    return "it was interrupted";
  }
  return "";
}

size_t Budget::residentBytes() {
  std::FILE *statm = std::fopen("/proc/self/statm", "r");
  if (!statm)
    return 0;
  unsigned long total = 0, resident = 0;
  int fields = std::fscanf(statm, "%lu %lu", &total, &resident);
  std::fclose(statm);
  return fields == 2 ? resident * static_cast<size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

size_t Budget::peakResidentBytes() {
  rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<size_t>(usage.ru_maxrss) * 1024 : 0;
}

} // namespace tenon
