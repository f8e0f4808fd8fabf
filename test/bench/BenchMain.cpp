//===- BenchMain.cpp - The benchmark program ------------------------------===//

#include "Bench.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tenon::bench {

static std::vector<BenchTable> &tables() {
  static std::vector<BenchTable> all;
  return all;
}

static bool hasFailed = false;

void fail(const std::string &message) {
  llvm::errs() << "tenon-bench: " << message << '\n';
  hasFailed = true;
}

BenchTable::BenchTable(llvm::StringRef tableName, std::function<void()> tablePrinter, When tableWhen)
    : name(tableName), when(tableWhen), print(std::move(tablePrinter)) {
  tables().push_back(*this);
}

Measurement measure(const std::function<Measurement()> &job, unsigned limitSeconds, unsigned limitGiB) {
  Measurement result;
  int ends[2];
  if (pipe(ends) != 0)
    return result;
  std::fflush(stdout);
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  if (child == 0) {
    rlim_t bytes = rlim_t(limitGiB) << 30;
    rlimit memory{bytes, bytes};
    setrlimit(RLIMIT_AS, &memory);
    rlimit time{limitSeconds, limitSeconds};
    setrlimit(RLIMIT_CPU, &time);
    auto start = std::chrono::steady_clock::now();
    Measurement m = job();
    m.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    timespec cpu{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    m.cpuSeconds = static_cast<double>(cpu.tv_sec) + static_cast<double>(cpu.tv_nsec) * 1e-9;
    m.completed = true;
    bool written = write(ends[1], &m, sizeof m) == static_cast<ssize_t>(sizeof m);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Measurement received;
  if (read(ends[0], &received, sizeof received) == static_cast<ssize_t>(sizeof received))
    result = received;
  close(ends[0]);
  int status;
  rusage usage;
  if (wait4(child, &status, 0, &usage) == child)
    result.peakBytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

} // namespace tenon::bench

int main(int argc, char **argv) {
  using namespace tenon::bench;
  llvm::ArrayRef<char *> wanted(argv + 1, argv + argc);
  auto isWanted = [&](const BenchTable &table) {
    return (wanted.empty() && table.when == BenchTable::Always) ||
           llvm::any_of(wanted, [&](const char *name) { return table.name == name; });
  };
  for (const char *name : wanted)
    if (llvm::none_of(tables(), [&](const BenchTable &table) { return table.name == name; })) {
      llvm::errs() << "tenon-bench: no table '" << name << "'; there are:";
      for (const BenchTable &table : tables())
        llvm::errs() << ' ' << table.name;
      llvm::errs() << '\n';
      return 2;
    }
  for (const BenchTable &table : tables())
    if (isWanted(table))
      table.print();
  return hasFailed ? 1 : 0;
}
