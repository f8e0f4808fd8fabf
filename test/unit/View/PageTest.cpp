//===- PageTest.cpp - Pages and what is packed into them ------------------===//

#include "tenon/View/Page.h"

#include "../../../lib/View/Automata.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace llvm;
using namespace tenon;

static std::string pageOf(const Page &page) {
  std::string text;
  raw_string_ostream os(text);
  writePage(page, os);
  return text;
}

TEST(Page, NothingEndsTheData) {
  json::Object object{{"text", "</script><!-- <script>alert(1)</script> & \" ünï"}};
  std::string data;
  raw_string_ostream(data) << json::Value(json::Object(object));
  std::string text = pageOf({"</title><script>", data});
  auto [before, rest] = StringRef(text).split("id=\"data\">");
  StringRef inside = rest.split("</script>").first;
  Expected<json::Value> read = json::parse(inside);
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(*read, json::Value(std::move(object)));
  EXPECT_FALSE(inside.contains('<'));
  EXPECT_TRUE(before.contains("<title>&lt;/title&gt;&lt;script&gt; – Tenon</title>"));
  EXPECT_EQ(before.count("<script"), 2u) << "for keys that come early, and the element of the data itself";
}

TEST(Page, IsOneFile) {
  std::string text = pageOf({"model.fsp", "{}"});
  EXPECT_FALSE(StringRef(text).contains("{{title}}"));
  EXPECT_FALSE(StringRef(text).contains("src=\"http"));
  EXPECT_FALSE(StringRef(text).contains("href=\"http"));
  EXPECT_EQ(StringRef(text).count("</script>"), 4u) << "early keys, data, layout library, script";
}

static std::vector<uint32_t> unpacked(StringRef text) {
  unsigned width = static_cast<unsigned>(text[0] - '0');
  std::vector<char> bytes;
  RC_ASSERT(!decodeBase64(text.drop_front(2), bytes));
  std::vector<uint32_t> numbers(bytes.size() / width);
  for (size_t i = 0; i < bytes.size(); ++i)
    numbers[i / width] |= uint32_t(static_cast<unsigned char>(bytes[i])) << (8 * (i % width));
  return numbers;
}

RC_GTEST_PROP(Packing, KeepsNumbers, ()) {
  uint32_t limit =
      *rc::gen::element(uint32_t(0xff), uint32_t(0x100), uint32_t(0xffff), uint32_t(0x10000), ~uint32_t(0));
  auto numbers = *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange(uint32_t(0), limit));
  RC_ASSERT(unpacked(Automata::packed(numbers)) == numbers);
  numbers.push_back(limit);
  std::string text = Automata::packed(numbers);
  RC_ASSERT(unpacked(text) == numbers);
  RC_ASSERT(text[0] == (limit < 0x100 ? '1' : limit < 0x10000 ? '2' : '4'));
}

TEST(Automata, AreKeptOnceAndWithinTheLimit) {
  auto table = std::make_shared<LabelTable>();
  auto loop = [&](StringRef label) {
    LtsBuilder builder(table);
    StateId state = builder.addState();
    builder.add(state, table->intern(label), state);
    return builder.build("P");
  };
  Automata automata(2);
  EXPECT_EQ(automata.add(loop("a")), std::optional<size_t>(0));
  EXPECT_EQ(automata.add(loop("a")), std::optional<size_t>(0));
  EXPECT_EQ(automata.add(loop("b")), std::optional<size_t>(1));
  EXPECT_EQ(automata.add(loop("c")), std::nullopt) << "the page is full";
  EXPECT_EQ(automata.add(loop("b")), std::optional<size_t>(1));
  EXPECT_EQ(automata.size(), 2u);
}
