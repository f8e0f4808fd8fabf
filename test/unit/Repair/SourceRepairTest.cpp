//===- SourceRepairTest.cpp - Repairs as edits of the source --------------===//

#include "tenon/Repair/SourceRepair.h"
#include "tenon/Lower/ProgramLowering.h"
#include "tenon/Repair/AssumeGuaranteeRepair.h"
#include "tenon/Sema/Frontend.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace llvm;

namespace {

/// A file, and the system `Protocol` in it with the property `Encrypts`.
struct Loaded {
  Frontend frontend;
  const Model *model = nullptr;
  std::optional<ProgramSystem> system;

  explicit Loaded(StringRef text) {
    if (frontend.parseText(text, "model.fsp"))
      model = frontend.analyze({});
    if (!model)
      return;
    Budget budget;
    Lowering lowering(*model, frontend.diagnosticEngine(), budget, LanguageOptions());
    const SystemModel &composite = *model->findSystem("Protocol");
    system = lowerSystem(composite, lowering);
    if (system)
      system->monitor = lowerMonitor(*model->goals.front().observer, composite, *system);
  }
  StringRef text() const {
    return frontend.sourceManager().getMemoryBuffer(frontend.sourceManager().getMainFileID())->getBuffer();
  }
};

const char *const Automaton = R"(component Client { int pw, pw2; } = Idle,
  Idle = (read?pw -> Got),           // from the keyboard
  Got  = ([pw <= 999] -> Idle | [pw > 999] -> enc!pw -> Sent),
  Sent = (getEnc?pw2 -> Idle).
)";

const char *const CLike = R"(component Client {
  int pw, pw2;
  while (true) {
    read?pw;            // from the keyboard
    while (pw <= 999) read?pw;
    enc!pw;
    getEnc?pw2;
  }
}
)";

std::string modelWith(StringRef client) {
  return ("channel read, enc, getEnc : int;\n\n" + client + R"(
component Server { int key; } = Wait,
  Wait  = (enc?key -> Code),
  Code  = (key := 2*key -> Reply),
  Reply = (getEnc!key -> Wait).

||Protocol = (Client || Server).

property Encrypts = Start,
  Start = (read -> Ready),
  Ready = (read -> Ready | enc -> Sent),
  Sent  = (getEnc -> Check),
  Check = ([Client.pw == Client.pw2 || Server.key >= 2**64] -> ERROR | [else] -> Start).

check Protocol satisfies Encrypts;
)")
      .str();
}

std::string repairedText(const std::string &text) {
  Loaded loaded(text);
  EXPECT_TRUE(loaded.system);
  if (!loaded.system)
    return {};
  Program original = loaded.system->components[0];
  ComponentText source(original, *loaded.model->findComponent("Client"), loaded.text());
  AgrOptions options;
  options.hasPlaceFor = [&](Location location) { return source.hasPlaceFor(location); };
  AgrResult result = repairComponent(*loaded.system, 0, options, Budget());
  EXPECT_EQ(result.outcome, AgrResult::Outcome::Repaired) << result.reason;
  SmtContext context(*loaded.system->terms);
  Budget budget;
  std::optional<RepairEdits> written = source.edits(*result.component, loaded.system->variables, context, budget);
  EXPECT_TRUE(written);
  if (!written)
    return {};
  EXPECT_EQ(written->statements, std::vector<std::string>{"[pw < 9223372036854775808]"});
  return applyEdits(loaded.text(), written->edits);
}

} // namespace

TEST(SourceRepair, EditsBothForms) {
  for (const char *client : {Automaton, CLike}) {
    std::string before = modelWith(client), after = repairedText(before);
    Loaded repaired(after);
    ASSERT_TRUE(repaired.system) << after;
    EXPECT_EQ(checkProgram(*repaired.system, {}, Budget()).verdict, Verdict::Holds) << after;
    std::string diff = unifiedDiff(before, after, "model.fsp");
    if (client == CLike) {
      EXPECT_EQ(diff, R"(--- model.fsp
+++ model.fsp
@@ -5,6 +5,7 @@
   while (true) {
     read?pw;            // from the keyboard
     while (pw <= 999) read?pw;
+    assume(pw < 9223372036854775808);
     enc!pw;
     getEnc?pw2;
   }
)");
    } else {
      EXPECT_EQ(diff, R"(--- model.fsp
+++ model.fsp
@@ -1,7 +1,7 @@
 channel read, enc, getEnc : int;
)"
                      " \n"
                      R"( component Client { int pw, pw2; } = Idle,
-  Idle = (read?pw -> Got),           // from the keyboard
+  Idle = (read?pw -> [pw < 9223372036854775808] -> Got),           // from the keyboard
   Got  = ([pw <= 999] -> Idle | [pw > 999] -> enc!pw -> Sent),
   Sent = (getEnc?pw2 -> Idle).
)"
                      " \n"
                      R"()");
    }
  }
}

TEST(SourceRepair, DiffsHaveHunksAndContext) {
  EXPECT_EQ(unifiedDiff("a\n", "a\n", "f"), "");
  EXPECT_EQ(unifiedDiff("a\n", "b\n", "f"), "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n");
  EXPECT_EQ(unifiedDiff("", "b\n", "f"), "--- f\n+++ f\n@@ -0,0 +1 @@\n+b\n");
  EXPECT_EQ(unifiedDiff("a\nb", "a\nc", "f"),
            "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  std::string before, after;
  for (int i = 0; i < 20; ++i) {
    before += std::to_string(i) + "\n";
    after += (i == 2 || i == 12 ? "x" : std::to_string(i)) + "\n";
  }
  EXPECT_EQ(unifiedDiff(before, after, "f"), "--- f\n+++ f\n@@ -1,6 +1,6 @@\n 0\n 1\n-2\n+x\n 3\n 4\n 5\n"
                                             "@@ -10,7 +10,7 @@\n 9\n 10\n 11\n-12\n+x\n 13\n 14\n 15\n");
}
