//===- TransportTest.cpp - Messages on a stream ---------------------------===//

#include "tenon/Lsp/Transport.h"

#include <gtest/gtest.h>

using namespace tenon::lsp;

namespace {

std::vector<std::string> read(const std::string &bytes, bool &offended, size_t chunk) {
  MessageReader reader;
  std::vector<std::string> messages;
  for (size_t i = 0; i < bytes.size(); i += chunk) {
    reader.append(llvm::StringRef(bytes).substr(i, chunk));
    while (std::optional<std::string> message = reader.next())
      messages.push_back(*message);
  }
  offended = reader.tookOffence();
  return messages;
}

TEST(Transport, MessagesInPieces) {
  std::string bytes =
      "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]Content-Length: 0\r\n\r\n";
  for (size_t chunk : {1, 2, 7, 1000}) {
    bool offended = true;
    EXPECT_EQ(read(bytes, offended, chunk), (std::vector<std::string>{"{}", "[1]", ""})) << chunk;
    EXPECT_FALSE(offended) << chunk;
  }
}

TEST(Transport, RubbishIsPassedOver) {
  const char *rubbish[] = {"what is this\r\n\r\n",
                           "Content-Length: much\r\n\r\n",
                           "Content-Length: -1\r\n\r\n",
                           "\n\n",
                           "X-Header: 1\r\n\r\n",
                           "rest of a message",
                           "Content-Length: 99999999999999999999999\r\n\r\n"};
  for (const char *text : rubbish) {
    bool offended = false;
    EXPECT_EQ(read(text + std::string("Content-Length: 2\r\n\r\n{}"), offended, 5), std::vector<std::string>{"{}"})
        << text;
    EXPECT_TRUE(offended) << text;
  }
}

TEST(Transport, TooLongIsPassedOverWhole) {
  MessageReader reader;
  size_t length = MessageReader::MaxContent + 1;
  reader.append("Content-Length: " + std::to_string(length) + "\r\n\r\n");
  std::string piece(1 << 20, '{');
  for (size_t left = length; left > 0; left -= std::min(left, piece.size())) {
    reader.append(llvm::StringRef(piece).take_front(left));
    ASSERT_FALSE(reader.next());
  }
  reader.append("Content-Length: 1\r\n\r\n1");
  EXPECT_EQ(reader.next(), "1");
  EXPECT_TRUE(reader.tookOffence());
}

TEST(Transport, WhatIsFramedIsRead) {
  MessageReader reader;
  reader.append(framed(llvm::json::Object{{"a", "ä𝄞"}}));
  EXPECT_EQ(reader.next(), "{\"a\":\"ä𝄞\"}");
  EXPECT_FALSE(reader.next());
}

} // namespace
