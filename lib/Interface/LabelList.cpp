//===- LabelList.cpp - Label sets on the command line ---------------------===//

#include "tenon/Interface/InterfaceGoals.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// Recursive descent: list = label {"," label}; label = part {["."] part}; part = name, number, "[" number [".."
/// number]
/// "]" or "{" list "}".
class LabelListParser {
public:
  explicit LabelListParser(StringRef text) : whole(text), rest(text) {}

  Expected<std::vector<std::string>> run() {
    Expected<std::vector<std::string>> labels = list();
    if (labels && !peek().empty())
      return fail("a comma");
    return labels;
  }

private:
  static constexpr size_t MaxLabels = 1000000;
  using Labels = std::vector<std::string>;

  /// What is left without leading blanks.
  StringRef peek() { return rest = rest.ltrim(); }
  Error fail(const Twine &expected) {
    std::string where = rest.empty() ? "at the end" : ("before '" + rest + "'").str();
    return createStringError(std::make_error_code(std::errc::invalid_argument),
                             "'" + whole + "' is not a list of labels: " + expected + " is missing " + where);
  }

  Expected<Labels> list() {
    Labels labels;
    do {
      Expected<Labels> more = label();
      if (!more)
        return more;
      labels.insert(labels.end(), more->begin(), more->end());
      peek();
    } while (rest.consume_front(","));
    return labels;
  }

  Expected<Labels> label() {
    Labels labels{""};
    bool isFirst = true;
    while (true) {
      StringRef next = peek();
      bool dot = !isFirst && rest.consume_front(".");
      if (!isFirst && !dot && !next.starts_with("["))
        return labels;
      Expected<Labels> parts = part();
      if (!parts)
        return parts;
      Labels longer;
      if (labels.size() * parts->size() > MaxLabels)
        return createStringError(std::make_error_code(std::errc::invalid_argument),
                                 "'" + whole + "' has more than a million labels");
      for (const std::string &front : labels)
        for (const std::string &back : *parts)
          longer.push_back(isFirst ? back : (Twine(front) + "." + back).str());
      labels = std::move(longer);
      isFirst = false;
    }
  }

  Expected<Labels> part() {
    peek();
    if (rest.consume_front("{")) {
      Expected<Labels> labels = list();
      if (!labels)
        return labels;
      peek();
      if (!rest.consume_front("}"))
        return fail("'}'");
      return labels;
    }
    if (rest.consume_front("["))
      return indices();
    StringRef word = rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    if (word.empty())
      return fail("a label");
    rest = rest.drop_front(word.size());
    return Labels{word.str()};
  }

  /// After the bracket.
  Expected<Labels> indices() {
    int32_t low, high;
    peek();
    if (rest.consumeInteger(10, low))
      return fail("a number");
    high = low;
    if (peek().starts_with("..")) {
      rest = rest.drop_front(2);
      peek();
      if (rest.consumeInteger(10, high))
        return fail("a number");
    }
    peek();
    if (!rest.consume_front("]"))
      return fail("']'");
    if (int64_t(high) - low >= int64_t(MaxLabels))
      return createStringError(std::make_error_code(std::errc::invalid_argument),
                               "'" + whole + "' has more than a million labels");
    Labels labels;
    for (int64_t i = low; i <= high; ++i)
      labels.push_back(std::to_string(i));
    if (labels.empty())
      return createStringError(std::make_error_code(std::errc::invalid_argument),
                               "'" + whole + "': the range " + Twine(low) + ".." + Twine(high) + " is empty");
    return labels;
  }

  StringRef whole, rest;
};

} // namespace

Expected<std::vector<std::string>> expandLabelList(StringRef text) {
  return LabelListParser(text).run();
}

} // namespace tenon
