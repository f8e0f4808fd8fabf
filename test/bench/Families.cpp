//===- Families.cpp - Systems of any size ---------------------------------===//

#include "Families.h"

#include "tenon/Lower/Lower.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/Support/ErrorHandling.h"

namespace tenon::bench {

const std::vector<Family> &families() {
  static const std::vector<Family> all = {{"dining", R"(
const N = 5
GUEST = (sit -> right.take -> left.take -> eat -> left.drop -> right.drop -> leave -> GUEST).
FORK = (take -> drop -> FORK).
||SYSTEM = (forall [i:0..N-1] (guest[i]:GUEST || {guest[i].left, guest[(i + 1) % N].right}::FORK)).
)",
                                           7, 9},
                                          {"buffers", R"(
const N = 5
CELL = (in[b:0..1] -> out[b] -> CELL).
||SYSTEM = (forall [i:1..N] cell[i]:CELL)
  / {forall [i:1..N-1] {link[i][b:0..1] / cell[i].out[b]}, forall [i:2..N] {link[i-1][b:0..1] / cell[i].in[b]}}.
)",
                                           11, 14},
                                          {"readers", R"(
const N = 5
READER = (read.begin -> look -> read.end -> READER).
WRITER = (write.begin -> change -> write.end -> WRITER).
LOCK = FREE[0],
FREE[n:0..N] = (when (n < N) read.begin -> FREE[n+1] | when (n > 0) read.end -> FREE[n-1]
               | when (n == 0) write.begin -> write.end -> FREE[0]).
||SYSTEM = (r[1..N]:READER || w[1..N]:WRITER || LOCK / {r[1..N].read / read, w[1..N].write / write}).
)",
                                           10, 13},
                                          {"ring", R"(
const N = 5
STATION = (put[c:0..1] -> FULL[c] | in[c:0..1] -> FULL[c]),
FULL[c:0..1] = (out[c] -> STATION | take[c] -> STATION).
||SYSTEM = (forall [i:0..N-1] s[i]:STATION)
  / {forall [i:0..N-1] {hop[i][c:0..1] / s[i].out[c], hop[i][c:0..1] / s[(i + 1) % N].in[c]}}.
)",
                                           10, 14},
                                          {"token", R"(
const N = 5
CLIENT = IDLE,
IDLE = (want -> WAIT | pass -> IDLE),
WAIT = (enter -> IN),
IN = (work -> leave -> pass -> IDLE).
TOKEN = AT[0],
AT[i:0..N-1] = (c[i].pass -> AT[(i + 1) % N] | c[i].enter -> c[i].leave -> c[i].pass -> AT[(i + 1) % N]).
||SYSTEM = (c[0..N-1]:CLIENT || TOKEN).
)",
                                           12, 17},
                                          {"sorter", R"(
const N = 2
BELT = (in[d:0..3] -> out[d] -> BELT).
SWITCH = (in[d:0..3] -> if (d >= 2) then (high[d] -> SWITCH) else (low[d] -> SWITCH)).
LAST = (in[d:0..3] -> if (d % 2) then (high[d] -> LAST) else (low[d] -> LAST)).
BIN = (drop -> empty -> BIN).
||LINE = (forall [i:1..N] b[i]:BELT)
  / {in[d:0..3] / b[1].in[d], out[d:0..3] / b[N].out[d], forall [i:1..N-1] {l[i][d:0..3] / b[i].out[d], l[i][d:0..3] / b[i+1].in[d]}}.
||SYSTEM = (entry:LINE || root:SWITCH || side[0..1]:BELT || last[0..1]:LAST || bin[0..3]:BIN)
  / {go[d:0..3] / entry.out[d], go[d:0..3] / root.in[d],
     forall [d:0..3] {side[0].in[d] / root.low[d], side[1].in[d] / root.high[d]},
     forall [s:0..1] {turn[s][d:0..3] / side[s].out[d], turn[s][d:0..3] / last[s].in[d]},
     forall [s:0..1] {bin[2*s].drop / last[s].low[d:0..3], bin[2*s+1].drop / last[s].high[d:0..3]}}.
)",
                                           2, 3}};
  return all;
}

Network systemOf(const Family &family, unsigned size) {
  std::string text = family.source;
  size_t at = text.find("const N = ") + 10;
  text.replace(at, text.find('\n', at) - at, std::to_string(size));
  // The network refers to LTSs and labels only, which it owns with others.
  Frontend frontend;
  const Model *model = frontend.parseText(text, family.name) ? frontend.analyze({}) : nullptr;
  std::optional<Network> network;
  if (model) {
    Budget budget;
    Lowering lowering(*model, frontend.diagnosticEngine(), budget, {});
    for (const DefinitionRef &definition : model->definitions)
      if (model->definitionName(definition) == "SYSTEM")
        network = lowering.network(definition);
  }
  if (!network) {
    frontend.diagnosticEngine().print(llvm::errs());
    llvm::report_fatal_error("a family of the benchmarks has errors");
  }
  return std::move(*network);
}

} // namespace tenon::bench
