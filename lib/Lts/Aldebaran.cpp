//===- Aldebaran.cpp - LTSs in .aut format --------------------------------===//

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

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

void writeAut(const Lts &lts, llvm::raw_ostream &os) {
  std::vector<std::string> labels;
  for (Action a = 0; a <= lts.alphabet().size(); ++a)
    labels.push_back(autLabel(lts.alphabet().text(a)));
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

/// Reads one line; the first error is kept.
class AutLine {
public:
  explicit AutLine(llvm::StringRef line) : rest(line.rtrim(" \t\r\f")) {}

  void skipBlanks() { rest = rest.ltrim(" \t\f"); }
  /// Whether `text` is next.
  bool accept(llvm::StringRef text) {
    skipBlanks();
    return rest.consume_front(text);
  }
  void expect(llvm::StringRef text) {
    if (!accept(text))
      fail("expected '" + text + "'");
  }
  int64_t number(const char *what) {
    skipBlanks();
    int64_t value = 0;
    if (rest.consumeInteger(10, value))
      fail(llvm::Twine("expected ") + what);
    return value;
  }
  /// A label, unquoted; sets `isSilent`.
  std::string label(bool &isSilent);
  void expectEnd() {
    skipBlanks();
    if (!rest.empty())
      fail("unexpected '" + rest.take_front(20) + "' after ')'");
  }
  void fail(const llvm::Twine &message) {
    if (error.empty())
      error = message.str();
  }
  const std::string &message() const { return error; }

private:
  llvm::StringRef rest;
  std::string error;
};

class AutReader {
public:
  AutReader(llvm::StringRef text, std::shared_ptr<LabelTable> labels)
      : rest(text), table(std::move(labels)), builder(table) {}
  llvm::Expected<Lts> read(std::string name);

private:
  /// The next line that is not blank; false at the end.
  bool nextLine(llvm::StringRef &line);
  std::string readHeader(llvm::StringRef line);
  std::string readTransition(llvm::StringRef line);
  llvm::Error failure(const llvm::Twine &message) const {
    return llvm::createStringError(("line " + llvm::Twine(lineNumber) + ": " + message).str());
  }

  llvm::StringRef rest;
  std::shared_ptr<LabelTable> table;
  LtsBuilder builder;
  size_t lineNumber = 0;
  int64_t wantedTransitions = 0;
  int64_t states = 0;
};

} // namespace

std::string AutLine::label(bool &isSilent) {
  std::string text;
  if (accept("\"")) {
    do {
      size_t quote = rest.find('"');
      if (quote == llvm::StringRef::npos) {
        fail("the label has no closing '\"'");
        return text;
      }
      text += rest.take_front(quote);
      rest = rest.drop_front(quote + 1);
    } while (rest.starts_with("\"") && (text += '"', rest.consume_front("\"")));
    isSilent = text == "tau";
  } else {
    size_t comma = std::min(rest.find(','), rest.size());
    text = rest.take_front(comma).rtrim().str();
    rest = rest.drop_front(comma);
    isSilent = text == "tau" || text == "i";
  }
  if (text.empty())
    fail("expected a label");
  return text;
}

bool AutReader::nextLine(llvm::StringRef &line) {
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    ++lineNumber;
    if (!line.trim().empty())
      return true;
  }
  return false;
}

std::string AutReader::readHeader(llvm::StringRef text) {
  AutLine line(text);
  if (!line.accept("des"))
    return "expected the header 'des(first,transitions,states)'";
  line.expect("(");
  line.number("the number of the first state");
  line.expect(",");
  wantedTransitions = line.number("the number of transitions");
  line.expect(",");
  states = line.number("the number of states");
  line.expect(")");
  line.expectEnd();
  if (line.message().empty() && wantedTransitions < 0)
    line.fail("the number of transitions is negative");
  if (line.message().empty() && (states < 1 || states >= int64_t(1) << 31))
    line.fail("the number of states must be between 1 and 2147483647");
  return line.message();
}

std::string AutReader::readTransition(llvm::StringRef text) {
  AutLine line(text);
  line.expect("(");
  int64_t from = line.number("the number of a state");
  line.expect(",");
  bool isSilent = false;
  std::string label = line.label(isSilent);
  line.expect(",");
  int64_t to = line.number("the number of a state, or -1 for ERROR");
  line.expect(")");
  line.expectEnd();
  for (auto [state, least] : {std::pair(from, 0), std::pair(to, -1)})
    if (line.message().empty() && (state < least || state >= states))
      line.fail("there is no state " + llvm::Twine(state) + "; the header announces " + llvm::Twine(states) +
                (states == 1 ? " state" : " states"));
  if (line.message().empty())
    builder.add(static_cast<StateId>(from), isSilent ? LabelTable::Tau : table->intern(label),
                to == -1 ? ErrorState : static_cast<StateId>(to));
  return line.message();
}

llvm::Expected<Lts> AutReader::read(std::string name) {
  llvm::StringRef line;
  if (!nextLine(line)) {
    lineNumber = 1;
    return failure("expected the header 'des(first,transitions,states)'");
  }
  if (std::string message = readHeader(line); !message.empty())
    return failure(message);
  int64_t transitions = 0;
  while (nextLine(line)) {
    ++transitions;
    std::string message =
        transitions > wantedTransitions
            ? "more transitions than the " + std::to_string(wantedTransitions) + " that the header announces"
            : readTransition(line);
    if (!message.empty())
      return failure(message);
  }
  if (transitions < wantedTransitions)
    return failure("the header announces " + llvm::Twine(wantedTransitions) + " transitions, but there are " +
                   llvm::Twine(transitions));
  // A slip in the header is no reason to make room for a billion states.
  if (states / 64 > transitions + 10000)
    return failure("the header announces " + llvm::Twine(states) + " states, far more than the transitions can reach");
  builder.reserveStates(static_cast<StateId>(states));
  return builder.build(std::move(name), LtsBuilder::Keep::All);
}

llvm::Expected<Lts> readAut(llvm::StringRef text, std::string name, std::shared_ptr<LabelTable> table) {
  return AutReader(text, std::move(table)).read(std::move(name));
}

} // namespace tenon
