//===- Aldebaran.cpp - LTSs in .aut format --------------------------------===//

#include "TextCursor.h"

#include "tenon/Lts/Formats.h"
#include "tenon/Lts/LabelNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

namespace tenon {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string autLabel(llvm::StringRef text) {
  bool isPlain = !text.empty() && text != "i" &&
                 llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '-'; });
  if (isPlain)
    return text.str();
  std::string quoted = "\"";
  for (char c : text) {
    quoted += c;
    if (c == '"')
      quoted += c;
  }
  return quoted + '"';
}

void writeAut(const Lts &lts, llvm::raw_ostream &os, LabelStyle style) {
  std::vector<std::string> labels;
  for (Action a = 0; a <= lts.alphabet().size(); ++a)
    labels.push_back(autLabel(styledLabel(lts.alphabet().text(a), style)));
  os << "des(0," << lts.transitionCount() << ',' << lts.stateCount() << ")\n";
  for (StateId s = 0; s < lts.stateCount(); ++s)
    for (const Transition &t : lts.successors(s)) {
      os << '(' << s << ',' << labels[t.action] << ',';
      t.target == ErrorState ? os << "-1)\n" : os << t.target << ")\n";
    }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// The limit of what an Lts numbers.
constexpr uint64_t MaxStates = (uint64_t(1) << 31) - 1;

class AutReader {
public:
  AutReader(llvm::StringRef text, const std::shared_ptr<LabelTable> &table, DiagnosticEngine &diagnostics)
      : cursor(text, diagnostics), labels(table, diagnostics), builder(table) {}
  std::optional<Lts> read(std::string name);

private:
  void skipBlanks() {
    cursor.takeWhile([](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; });
  }
  void skipEmptyLines() {
    cursor.takeWhile([](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\n'; });
  }
  bool expect(char c);
  bool expectEndOfLine();
  /// Not negative.
  std::optional<uint64_t> number(const char *what);
  bool readHeader();
  bool readTransition();
  std::optional<StateId> state(bool isTarget);
  std::optional<LabelId> label();
  std::optional<LabelId> quotedLabel();
  std::optional<LabelId> plainLabel();

  TextCursor cursor;
  ImportedLabels labels;
  LtsBuilder builder;
  uint64_t wantedTransitions = 0, states = 0;
  StateId initial = 0;                         ///< In the file; it changes places with 0, where an Lts begins.
  llvm::StringRef transitionsText, statesText; ///< In the header.
};

} // namespace

bool AutReader::expect(char c) {
  skipBlanks();
  if (cursor.peek() != c)
    return cursor.fail("expected '" + llvm::Twine(c) + "'");
  cursor.skip();
  return true;
}

bool AutReader::expectEndOfLine() {
  skipBlanks();
  if (cursor.atEnd() || cursor.peek() == '\n')
    return true;
  llvm::StringRef line = cursor.rest().take_until([](char c) { return c == '\n'; }).rtrim();
  return cursor.fail(line, "unexpected '" + line.take_front(20) + "' after ')'");
}

std::optional<uint64_t> AutReader::number(const char *what) {
  skipBlanks();
  const char *begin = cursor.position();
  uint64_t value = 0;
  // A number that is too large stays so, and is one that no header allows.
  llvm::StringRef digits = cursor.takeWhile([&](char c) {
    if (!llvm::isDigit(c))
      return false;
    value = std::min(value * 10 + static_cast<uint64_t>(c - '0'), uint64_t(1) << 60);
    return true;
  });
  if (digits.empty()) {
    cursor.moveTo(begin);
    cursor.fail(llvm::Twine("expected ") + what);
    return std::nullopt;
  }
  return value;
}

bool AutReader::readHeader() {
  skipEmptyLines();
  if (!cursor.accept("des"))
    return cursor.fail("expected the header 'des(first,transitions,states)'");
  if (!expect('('))
    return false;
  skipBlanks();
  const char *firstBegin = cursor.position();
  std::optional<uint64_t> first = number("the number of the first state");
  if (!first)
    return false;
  llvm::StringRef firstText = cursor.from(firstBegin);
  if (!expect(','))
    return false;
  skipBlanks();
  const char *transitionsBegin = cursor.position();
  std::optional<uint64_t> transitions = number("the number of transitions");
  if (!transitions)
    return false;
  transitionsText = cursor.from(transitionsBegin);
  if (!expect(','))
    return false;
  skipBlanks();
  const char *statesBegin = cursor.position();
  std::optional<uint64_t> count = number("the number of states");
  if (!count)
    return false;
  statesText = cursor.from(statesBegin);
  if (!expect(')') || !expectEndOfLine())
    return false;
  wantedTransitions = *transitions;
  states = *count;
  if (states < 1 || states > MaxStates)
    return cursor.fail(statesText, "the number of states must be between 1 and " + llvm::Twine(MaxStates));
  if (*first >= states)
    return cursor.fail(firstText, "there is no state " + firstText + "; the header announces " + llvm::Twine(states) +
                                      (states == 1 ? " state" : " states"));
  initial = static_cast<StateId>(*first);
  return true;
}

std::optional<StateId> AutReader::state(bool isTarget) {
  skipBlanks();
  const char *begin = cursor.position();
  bool isNegative = cursor.accept("-");
  std::optional<uint64_t> value = number(isTarget ? "the number of a state, or -1 for ERROR" : "the number of a state");
  if (!value)
    return std::nullopt;
  if (isNegative && isTarget && *value == 1)
    return ErrorState;
  if (!isNegative && *value < states)
    return *value == 0 ? initial : *value == initial ? 0 : static_cast<StateId>(*value);
  llvm::StringRef text = cursor.from(begin);
  cursor.fail(text, "there is no state " + text + "; the header announces " + llvm::Twine(states) +
                        (states == 1 ? " state" : " states"));
  return std::nullopt;
}

std::optional<LabelId> AutReader::quotedLabel() {
  const char *begin = cursor.position();
  std::string text;
  bool hasQuotes = false;
  do {
    cursor.skip();
    text += hasQuotes ? "\"" : "";
    text += cursor.takeWhile([](char c) { return c != '"' && c != '\n'; });
    if (cursor.peek() != '"') {
      cursor.fail(llvm::StringRef(begin, 1), "the label has no closing '\"'");
      return std::nullopt;
    }
    cursor.skip();
    hasQuotes = true;
  } while (cursor.peek() == '"');
  llvm::StringRef written = cursor.from(begin);
  if (text.empty()) {
    cursor.fail(written, "expected a label");
    return std::nullopt;
  }
  return labels.intern(text, TextCursor::rangeOf(written));
}

std::optional<LabelId> AutReader::plainLabel() {
  // A comma between brackets belongs to the label: `snd(1,true)`.
  unsigned depth = 0;
  llvm::StringRef text = cursor
                             .takeWhile([&](char c) {
                               depth += c == '(' || c == '[' || c == '{';
                               depth -= depth > 0 && (c == ')' || c == ']' || c == '}');
                               return c != '\n' && (c != ',' || depth > 0);
                             })
                             .rtrim();
  if (text.empty()) {
    cursor.fail("expected a label");
    return std::nullopt;
  }
  return text == "i" ? LabelTable::Tau : labels.intern(text, TextCursor::rangeOf(text));
}

std::optional<LabelId> AutReader::label() {
  skipBlanks();
  return cursor.peek() == '"' ? quotedLabel() : plainLabel();
}

bool AutReader::readTransition() {
  if (!expect('('))
    return false;
  std::optional<StateId> from = state(/*isTarget=*/false);
  if (!from || !expect(','))
    return false;
  std::optional<LabelId> action = label();
  if (!action || !expect(','))
    return false;
  std::optional<StateId> to = state(/*isTarget=*/true);
  if (!to || !expect(')') || !expectEndOfLine())
    return false;
  builder.add(*from, *action, *to);
  return true;
}

std::optional<Lts> AutReader::read(std::string name) {
  cursor.accept("\xef\xbb\xbf");
  if (!readHeader())
    return std::nullopt;
  uint64_t transitions = 0;
  for (skipEmptyLines(); !cursor.atEnd(); skipEmptyLines()) {
    if (++transitions > wantedTransitions) {
      cursor.fail("more transitions than the " + llvm::Twine(wantedTransitions) + " that the header announces");
      return std::nullopt;
    }
    if (!readTransition())
      return std::nullopt;
  }
  if (transitions < wantedTransitions) {
    cursor.fail(transitionsText,
                "the header announces " + transitionsText + " transitions, but there are " + llvm::Twine(transitions));
    return std::nullopt;
  }
  // A slip in the header is no reason to make room for a billion states.
  if (states / 64 > transitions + 10000) {
    cursor.fail(statesText, "the header announces " + statesText + " states, far more than the transitions can reach");
    return std::nullopt;
  }
  builder.reserveStates(static_cast<StateId>(states));
  return builder.build(std::move(name), LtsBuilder::Keep::All);
}

std::optional<Lts> readAut(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics) {
  return AutReader(text, table, diagnostics).read(std::move(name));
}

} // namespace tenon
