//===- ToolBench.cpp - What a run of the tool costs -----------------------===//
//
// Whole runs of the program `tenon` that lies beside this one: start-up, a source of one
// mebibyte, a process with a million index values.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace tenon::bench {

namespace {

/// Milliseconds of a run with its output thrown away: the least and the median of `runs`.
struct RunTimes {
  double least = 0, median = 0;
};

RunTimes timeRuns(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments, unsigned runs) {
  std::vector<double> times;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(""), llvm::StringRef("")};
  for (unsigned i = 0; i < runs; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, redirects) < 0)
      return {};
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

std::string mebibyteOfSource() {
  std::string text;
  for (unsigned i = 0; text.size() < (1u << 20); ++i) {
    std::string number = std::to_string(i);
    text += "// Process " + number + "\nP" + number +
            "(N=3) = S[0],\n"
            "S[i:0..N] = ( when (i<N) put.x[i] -> S[i+1]\n"
            "            | when (i>0) get.y[i-1] -> S[i-1]\n"
            "            | [i].reset -> (b -> c -> S[0] | d -> if (i%2==0 && N>1) then S[0] else S[N])\n"
            "            ) + {e, f[0..N]} / {g/h}.\n";
  }
  return text;
}

/// A temporary file with a text, for as long as it lives.
class TemporarySource {
public:
  explicit TemporarySource(llvm::StringRef text) {
    int descriptor;
    if (llvm::sys::fs::createTemporaryFile("tenon-bench", "fsp", descriptor, path))
      return;
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
    remover.setFile(path);
  }
  llvm::SmallString<128> path;

private:
  llvm::FileRemover remover;
};

void printTable() {
  llvm::SmallString<128> tenon(llvm::sys::fs::getMainExecutable(nullptr, nullptr));
  llvm::sys::path::remove_filename(tenon);
  llvm::sys::path::append(tenon, "tenon");
  TemporarySource small("P = (a -> P).\n"), large(mebibyteOfSource()),
      indexed("const N = 1000000\nP = P[0], P[i:0..N-1] = (a -> P[(i+1)%N] | b[i] -> P[i]).\n");
  std::printf("Whole runs of tenon, in milliseconds, output thrown away.\n\n%-44s %9s %9s\n", "run", "least", "median");
  auto row = [&](const char *name, llvm::StringRef program, std::vector<llvm::StringRef> arguments, unsigned runs) {
    arguments.insert(arguments.begin(), program);
    RunTimes times = timeRuns(program, arguments, runs);
    std::printf("%-44s %9.1f %9.1f\n", name, times.least, times.median);
    std::fflush(stdout);
  };
  row("/bin/true, for comparison", "/bin/true", {}, 100);
  row("check of a one-line model (start-up)", tenon, {"check", small.path}, 100);
  row("sizes of all processes of a 1 MiB source", tenon, {"lts", large.path, "--stats"}, 7);
  row("fmt of a 1 MiB source", tenon, {"fmt", large.path}, 7);
  row("LTS of a million index values", tenon, {"lts", indexed.path, "--stats"}, 3);
  std::printf("\n");
}

BenchTable table("tool", printTable);

} // namespace

} // namespace tenon::bench
