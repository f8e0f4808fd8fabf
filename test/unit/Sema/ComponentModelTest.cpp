//===- ComponentModelTest.cpp - What Sema makes of components -------------===//

#include "ComponentDump.h"

#include "tenon/Sema/Frontend.h"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

class Analyzed {
public:
  explicit Analyzed(llvm::StringRef text, const SemaOptions &options = {}) {
    if (frontend.parseText(text, "test.fsp"))
      model = frontend.analyze(options);
  }
  std::string messages() {
    std::string text;
    llvm::raw_string_ostream os(text);
    frontend.diagnosticEngine().print(os);
    return text;
  }
  std::string component(llvm::StringRef name, llvm::ArrayRef<Value> arguments = {}) {
    const ComponentModel *found = model ? model->findComponent(name, arguments) : nullptr;
    return found ? print([&](ComponentDumper &dumper) { dumper.component(*found); }) : messages();
  }
  std::string system(llvm::StringRef name) {
    const SystemModel *found = model ? model->findSystem(name) : nullptr;
    return found ? print([&](ComponentDumper &dumper) { dumper.system(*found); }) : messages();
  }
  std::string observer(size_t goal) {
    if (!model || goal >= model->goals.size() || !model->goals[goal].observer)
      return messages();
    const SystemModel &found = *model->findSystem(model->goals[goal].subject.text);
    return print([&](ComponentDumper &dumper) { dumper.observer(*model->goals[goal].observer, found); });
  }

  Frontend frontend;
  const Model *model = nullptr;

private:
  template <typename Print> std::string print(Print &&what) {
    std::string text;
    llvm::raw_string_ostream os(text);
    ComponentDumper dumper(*model, os);
    what(dumper);
    return text;
  }
};

constexpr const char *Password = R"(
channel read, enc, getEnc : int;
component Client {
  int pw, pw2;
  while (true) {
    read?pw;
    while (pw <= 999) read?pw;
    enc!pw;
    getEnc?pw2;
  }
}
component Server { int key; } = Wait,
  Wait = (enc?key -> Code),
  Code = (key := 2*key -> Reply),
  Reply = (getEnc!key -> Wait).
||Protocol = (Client || Server).
property Encrypts = Start,
  Start = (read -> Ready),
  Ready = (read -> Ready | enc -> Sent),
  Sent = (getEnc -> Check),
  Check = ([Client.pw == Client.pw2 || Server.key >= 2**64] -> ERROR | [else] -> Start).
check Protocol satisfies Encrypts;
)";

TEST(ComponentModel, StatementsAreStructured) {
  EXPECT_EQ(Analyzed(Password).component("Client"), R"(component Client
  int pw
  int pw2
  alphabet reads read getEnc writes enc
  while true
    read?pw
    while (<= pw 999)
      read?pw
    enc!pw
    getEnc?pw2
)");
}

TEST(ComponentModel, AutomataHaveTheInitialStateFirst) {
  EXPECT_EQ(Analyzed(Password).component("Server"), R"(component Server
  int key
  alphabet reads enc writes getEnc
  0 Wait
    enc?key -> 1
  1 Code
    key := (* 2 key) -> 2
  2 Reply
    getEnc!key -> 0
)");
  EXPECT_EQ(Analyzed("component C { } = B, A = (a -> B), reject B = (b -> A | c -> STOP).").component("C"),
            R"(component C
  alphabet a b c reads writes
  0 B reject
    do b -> 1
    do c -> 2
  1 A
    do a -> 0
  2 STOP
)");
}

TEST(ComponentModel, PropertiesAreBoundToTheSystem) {
  EXPECT_EQ(Analyzed(Password).observer(0), R"(property Encrypts read enc getEnc
  0 Start
     read -> 1
  1 Ready
     read -> 1
     enc -> 2
  2 Sent
     getEnc -> 3
  3 Check
    [(|| (== Client.pw Client.pw2) (>= Server.key 18446744073709551616))] -> ERROR
    [(! (|| (== Client.pw Client.pw2) (>= Server.key 18446744073709551616)))] -> 0
)");
}

TEST(ComponentModel, IndicesAreExpanded) {
  EXPECT_EQ(Analyzed("channel c[0..1] : 0..3;\n"
                     "component C(N=1) { 0..3 x = N; } = S[0],\n"
                     "S[i:0..N] = (when (i < N) c[k:0..1]?x -> S[i+k] | [x > i] -> a[i] -> S[0] | [else] -> S[N]).\n"
                     "||S = C(0).\n")
                .component("C", {Value(0)}),
            R"(component C(0)
  0..3 x 0
  alphabet a.0 reads writes
  0 S[0]
    [(> x 0)] -> 1
    [(<= x 0)] else -> 0
  1
    do a.0 -> 0
)");
  EXPECT_EQ(Analyzed("channel c[0..1] : 0..3;\n"
                     "component C(N=1) { 0..3 x = N; } = S[0],\n"
                     "S[i:0..N] = (when (i < N) c[k:0..1]?x -> S[i+k] | [x > i] -> a[i] -> S[0] | [else] -> S[N]).\n")
                .component("C"),
            R"(component C
  0..3 x 1
  alphabet a.0 a.1 reads c[0] c[1] writes
  0 S[0]
    c[0]?x -> 0
    c[1]?x -> 1
    [(> x 0)] -> 2
    [(<= x 0)] else -> 1
  1 S[1]
    [(> x 1)] -> 3
    [(<= x 1)] else -> 1
  2
    do a.0 -> 0
  3
    do a.1 -> 0
)");
}

TEST(ComponentModel, FunctionsAreInlined) {
  EXPECT_EQ(Analyzed("channel c : int;\n"
                     "component C {\n"
                     "  int x;\n"
                     "  int f(int a) { if (a > 10) return 100; int t = a + 1; t += x; return 2*t; }\n"
                     "  int g(int a) { c!a; if (a == 0) return 1; return a - 1; }\n"
                     "  x = f(x) + f(3);\n"
                     "  x = g(f(x));\n"
                     "  g(1);\n"
                     "}\n")
                .component("C"),
            R"(component C
  int x
  int g_a local
  alphabet reads writes c
  x := (+ (? (> x 10) 100 (* 2 (+ (+ x 1) x))) (* 2 (+ 4 x)))
  g_a := (? (> x 10) 100 (* 2 (+ (+ x 1) x)))
  call g
    c!g_a
    if (== g_a 0)
      x := 1
      return
    x := (- g_a 1)
    return
  g_a := 1
  call g
    c!g_a
    if (== g_a 0)
      return
    return
)");
}

TEST(ComponentModel, LoopsKeepTheirParts) {
  EXPECT_EQ(Analyzed("component C {\n"
                     "  bits[8] a[2] = {1, 0x80}, s;\n"
                     "  for (int i = 0; i < 2; i++) { if (i == 1) continue; else s = s ^ a[i]; }\n"
                     "  do { s <<= 1; } while (s != 0);\n"
                     "  select { go; or stop; break_; }\n"
                     "  if (false) never;\n"
                     "  accept;\n"
                     "}\n")
                .component("C"),
            R"(component C
  bits[8][2] a 1 128
  bits[8] s
  int i local
  alphabet go stop break_ never reads writes accepts
  i := 0
  while (< i 2)
    if (== i 1)
      continue
    else
      s := (^ s a[i])
  step
    i := (+ i 1)
  repeat while (!= s 0)
    s := (<< s 1)
  select
    do go
  or
    do stop
    do break_
  accept
)");
}

TEST(ComponentModel, ExpressionsAreTypedAndFolded) {
  EXPECT_EQ(Analyzed("component C {\n"
                     "  real r; int i; bits[4] b; bool q; 0..9 d;\n"
                     "  r = i/2 + 1.5; r = 1.0/3; r = 0.250;\n"
                     "  i = -7/2 + -7%2; i = 2**100; i = i << 3; i = d*d; i = d**3; i = 7 ^ 2;\n"
                     "  b = b + 15; b = ~b; b = bits[4](i); i = int(b); b = b << 3;\n"
                     "  q = !(i < 3 && q); q = !q ? i == 1 : true;\n"
                     "}\n")
                .component("C"),
            R"(component C
  real r
  int i
  bits[4] b
  bool q
  0..9 d
  alphabet reads writes
  r := (+ (real (/ i 2)) 1.5)
  r := 1.0/3
  r := 0.25
  i := -4
  i := 1267650600228229401496703205376
  i := (* i 8)
  i := (* d d)
  i := (* (* d d) d)
  i := 5
  b := (+ b 15)
  b := (~ b)
  b := (bits i)
  i := (int b)
  b := (<< b 3)
  q := (! (&& (< i 3) q))
  q := (? (! q) (== i 1) true)
)");
}

TEST(ComponentModel, SystemsAreFlattened) {
  Analyzed analyzed("channel c, d : int;\n"
                    "component P { int x; } = A, A = (c?x -> A).\n"
                    "component Q(N=1) { int x; } = A, A = (d!N -> A).\n"
                    "F = (go -> F).\n"
                    "||Inner = (P || {s, t}::Q || F) \\ {go}.\n"
                    "||Outer = (a:Inner || b[1..2]:P/{c/b[1].c} || P || P || Q(2)) @ {a}.\n");
  EXPECT_EQ(analyzed.system("Outer"), R"(system Outer
  a.P = P in 0 \ go : a @ a
  a.Q = Q in 0 :: s t \ go : a @ a
  a.F = F in 0 \ go : a @ a
  b[1] = P in 1 : b.1 / c/b.1.c @ a
  b[2] = P in 2 : b.2 / c/b.1.c @ a
  P = P in 3 @ a
  P#2 = P in 4 @ a
  Q = Q(2) in 5 @ a
)");
}

TEST(ComponentModel, ParametersCanBeOverridden) {
  SemaOptions options;
  options.overrides["N"] = "5";
  EXPECT_EQ(Analyzed("const N = 1\ncomponent C(M=2) { 0..N x = N; int y = M; } = A, A = (a[M] -> A).", options)
                .component("C"),
            R"(component C
  0..5 x 5
  int y 2
  alphabet a.2 reads writes
  0 A
    do a.2 -> 0
)");
  SemaOptions parameter;
  parameter.overrides["M"] = "7";
  EXPECT_EQ(Analyzed("component C(M=2) { int y = M; } = A, A = (a[M] -> A).", parameter).component("C"),
            R"(component C
  int y 7
  alphabet a.7 reads writes
  0 A
    do a.7 -> 0
)");
}

/// Chains and names of names are followed without recursion, or refused.
TEST(ComponentModel, LongChainsAreRead) {
  std::string chain, aliases = "component C { } = S[0], S[i:0..5000] = if i < 5000 then S[i+1] else (a -> S[0]).";
  for (int i = 0; i < 5000; ++i)
    chain += "c?x -> x := x+1 -> a -> ";
  Analyzed analyzed("channel c : int; component C { int x; } = A, A = (" + chain + "A).");
  ASSERT_TRUE(analyzed.model) << analyzed.messages();
  EXPECT_EQ(analyzed.model->components[0].states.size(), 15000u);
  Analyzed refused(aliases);
  EXPECT_NE(refused.messages().find("other names of each other"), std::string::npos) << refused.messages();
}

} // namespace
} // namespace tenon::test
