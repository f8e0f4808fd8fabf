//===- AcrCorpusTest.cpp - Known optima of four families ------------------===//
//
// The models and the optima are described in corpus/acr/facts.md beside the project; skipped where it is absent.
//
//===----------------------------------------------------------------------===//

#include "tenon/AssumeGuarantee/SeparatingAssumption.h"
#include "tenon/Lower/Lower.h"
#include "tenon/Lts/Compose.h"
#include "tenon/Lts/Transform.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

using namespace tenon;

namespace {

/// M1, M2 and P of a model at a scale.
struct Sides {
  LtsRef m1, m2, property;
};

std::optional<std::string> readModel(const std::string &name, unsigned scale) {
  const char *root = std::getenv("TENON_CORPUS");
  auto buffer = llvm::MemoryBuffer::getFile(std::string(root ? root : "") + "/acr/" + name + ".lts");
  if (!buffer)
    return std::nullopt;
  return std::regex_replace((*buffer)->getBuffer().str(), std::regex("const N = [0-9]+"),
                            "const N = " + std::to_string(scale));
}

Sides lower(const std::string &text) {
  Frontend frontend;
  frontend.parseText(text, "model");
  const Model *model = frontend.analyze({});
  if (!model)
    return {};
  Budget budget;
  Lowering lowering(*model, frontend.diagnosticEngine(), budget, LanguageOptions());
  Sides sides;
  for (const DefinitionRef &definition : model->definitions) {
    llvm::StringRef name = model->definitionName(definition);
    if (LtsRef *side = name == "M1" ? &sides.m1 : name == "M2" ? &sides.m2 : name == "P" ? &sides.property : nullptr)
      *side = lowering.lts(definition);
  }
  return sides;
}

AssumptionResult solve(const LtsRef &covered, const LtsRef &other, const LtsRef &property) {
  Budget budget;
  Network network{"CHECKED", covered->alphabet().table(), {{"M", other}, {"P", property}}, {}, {}};
  Lts checked = llvm::cantFail(compose(network, budget));
  std::vector<LabelId> common;
  for (LabelId label : covered->alphabet().labels())
    if (checked.alphabet().contains(label))
      common.push_back(label);
  Alphabet interface(covered->alphabet().table(), common);
  return findSeparatingAssumption({checked, *covered, interface}, budget);
}

struct Case {
  const char *family;
  unsigned scale;
  bool coversM1;
  unsigned optimum; ///< 0: the property is violated.
};

class AcrCorpus : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(AcrCorpus, SmallestAssumption) {
  auto [family, scale, coversM1, optimum] = GetParam();
  std::optional<std::string> text = readModel(family, scale);
  if (!text)
    GTEST_SKIP() << "no acr/" << family << ".lts in the folder that TENON_CORPUS names";
  Sides sides = lower(*text);
  ASSERT_TRUE(sides.m1 && sides.m2 && sides.property);
  ASSERT_TRUE(sides.property->hasError());
  AssumptionResult result =
      coversM1 ? solve(sides.m1, sides.m2, sides.property) : solve(sides.m2, sides.m1, sides.property);
  ASSERT_EQ(result.assumption.has_value(), optimum != 0);
  EXPECT_EQ(result.violation.has_value(), optimum == 0);
  if (optimum) {
    EXPECT_EQ(result.assumption->stateCount(), optimum);
  }
}

INSTANTIATE_TEST_SUITE_P(SeparatingAssumption, AcrCorpus,
                         testing::Values(Case{"client_server", 3, true, 5}, Case{"client_server", 6, true, 8},
                                         Case{"client_server", 8, true, 10}, Case{"mer", 2, true, 6},
                                         Case{"mer", 3, true, 8}, Case{"gas_station", 3, true, 4},
                                         Case{"chiron", 2, true, 2}, Case{"chiron", 4, true, 2},
                                         Case{"client_server", 3, false, 2}, Case{"mer", 2, false, 2},
                                         Case{"gas_station", 3, false, 2}, Case{"chiron", 3, false, 2},
                                         Case{"client_server_bug", 6, true, 0}, Case{"client_server_bug", 6, false, 0},
                                         Case{"gas_station_bug", 3, true, 0}, Case{"gas_station_bug", 3, false, 0}),
                         [](const testing::TestParamInfo<Case> &test) {
                           return std::string(test.param.family) + std::to_string(test.param.scale) +
                                  (test.param.coversM1 ? "M1" : "M2");
                         });
