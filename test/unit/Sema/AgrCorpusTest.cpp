//===- AgrCorpusTest.cpp - The models of the agr corpus are read ----------===//

#include "ComponentDump.h"
#include "Syntax/RoundTrip.h"

#include "tenon/Sema/Frontend.h"

#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace tenon::test {
namespace {

std::vector<std::string> models() {
  const char *root = std::getenv("TENON_CORPUS");
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(std::string(root ? root : "") + "/agr", error), end;
       !error && file != end; file.increment(error))
    if (llvm::StringRef(file->path()).ends_with(".fsp"))
      paths.push_back(file->path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Everything that Sema makes of a text, or what it reports.
std::string meaning(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  Frontend frontend;
  const Model *model = frontend.parseText(text, "model.fsp") ? frontend.analyze({}) : nullptr;
  if (!model) {
    frontend.diagnosticEngine().print(os);
    return result;
  }
  ComponentDumper dumper(*model, os);
  for (const ComponentModel &component : model->components)
    dumper.component(component);
  for (const SystemModel &system : model->systems)
    dumper.system(system);
  for (const Goal &goal : model->goals)
    if (goal.observer)
      dumper.observer(*goal.observer, *model->findSystem(goal.subject.text));
  return result;
}

TEST(AgrCorpus, IsReadAndPrintedAsTheSame) {
  std::vector<std::string> paths = models();
  if (paths.empty())
    GTEST_SKIP() << "no agr/*.fsp in the folder that TENON_CORPUS names";
  EXPECT_EQ(paths.size(), 13u);
  for (const std::string &path : paths) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(buffer) << path;
    llvm::StringRef text = (*buffer)->getBuffer();
    std::string before = meaning(text);
    EXPECT_NE(before.find("observer P"), std::string::npos) << path << '\n' << before;
    EXPECT_EQ(roundTripFailure(text), "") << path;
    EXPECT_EQ(meaning(ParsedText(text).print()), before) << path;
  }
}

} // namespace
} // namespace tenon::test
