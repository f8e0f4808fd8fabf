//===- BenchmarkReader.cpp - The text of a benchmark ----------------------===//

#include "BenchmarkReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tenon::benchmark {

namespace {

using Words = llvm::SmallVector<llvm::StringRef, 8>;

constexpr llvm::StringLiteral SectionNames[] = {"M1", "M2", "P"};
/// So that a slip does not name a billion states.
constexpr unsigned MaxIndex = 1'000'000;

class Reader {
public:
  Reader(llvm::StringRef text, DiagnosticEngine &diagnostics) : rest(text), diagnostics(diagnostics) {}
  std::optional<System> read();

private:
  /// The next line that is not blank, without blanks around it; empty at the end.
  llvm::StringRef nextLine();
  void readTransition(llvm::StringRef line, Section &section);
  std::optional<unsigned> readState(llvm::StringRef text, Section &section);
  std::optional<Letter> readLetter(llvm::StringRef text);
  std::optional<Letter> readCommunication(llvm::StringRef text);
  std::optional<Half> readHalf(llvm::StringRef text);
  std::optional<Letter> readConstraint(llvm::StringRef text);
  std::optional<Letter> readAssignment(llvm::StringRef text);
  bool checkOperand(llvm::StringRef text);
  bool checkVariable(llvm::StringRef text);
  void finish(Section &section, unsigned number, llvm::StringRef countText);

  bool error(llvm::StringRef where, const llvm::Twine &message) {
    diagnostics.error(rangeOf(where), message);
    return false;
  }
  void slip(llvm::StringRef where, const llvm::Twine &message) { diagnostics.warning(rangeOf(where), message); }

  llvm::StringRef rest;
  DiagnosticEngine &diagnostics;
};

} // namespace

static bool isNumber(llvm::StringRef text) {
  text.consume_front("-");
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

static bool isVariable(llvm::StringRef text) {
  return !text.empty() && llvm::isAlpha(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
}

llvm::StringRef Reader::nextLine() {
  while (!rest.empty()) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.trim();
    if (!line.empty())
      return line;
  }
  return rest;
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

bool Reader::checkOperand(llvm::StringRef text) {
  return isNumber(text) || isVariable(text) ||
         error(text, "expected a number or the name of a variable, found '" + text + "'");
}

bool Reader::checkVariable(llvm::StringRef text) {
  return isVariable(text) || error(text, "expected the name of a variable, found '" + text + "'");
}

std::optional<Half> Reader::readHalf(llvm::StringRef text) {
  Half half;
  llvm::StringRef written = text;
  if (!text.consume_front("G_")) {
    error(text, "expected a communication such as 'G_channel?x', found '" + text + "'");
    return std::nullopt;
  }
  size_t mark = text.find_first_of("?!");
  half.channel = text.take_front(mark);
  // `G_chanG_chan?x`: written twice.
  size_t middle = half.channel.find("G_");
  if (middle != llvm::StringRef::npos && half.channel.take_front(middle) == half.channel.drop_front(middle + 2)) {
    slip(written, "the channel is written twice; this is read as 'G_" + text.drop_front(middle + 2) + "'");
    half.channel = half.channel.take_front(middle);
  }
  if (!isVariable(half.channel)) {
    error(written, "'" + half.channel + "' cannot be the name of a channel");
    return std::nullopt;
  }
  if (mark == llvm::StringRef::npos)
    return half;
  half.direction = text[mark] == '?' ? Half::Read : Half::Write;
  half.variable = text.drop_front(mark + 1);
  if (half.variable.consume_front("?")) {
    slip(written, "a communication has one direction; '!?' is read as '!'");
    half.direction = Half::Write;
  }
  // `!y!y`: written twice.
  if (auto [first, again] = half.variable.split(text[mark]); !again.empty() && first == again) {
    slip(written, "the variable is written twice; it is read once");
    half.variable = first;
  }
  return checkVariable(half.variable) ? std::optional(half) : std::nullopt;
}

std::optional<Letter> Reader::readCommunication(llvm::StringRef text) {
  Letter letter;
  Words halves;
  text.split(halves, '&');
  for (llvm::StringRef part : halves) {
    std::optional<Half> half = readHalf(part.trim());
    if (!half)
      return std::nullopt;
    letter.halves.push_back(*half);
  }
  if (halves.size() > 2 || letter.halves.front().channel != letter.halves.back().channel) {
    error(text, "the halves of a communication are two, on the same channel");
    return std::nullopt;
  }
  return letter;
}

/// Empty if it is none.
static llvm::StringRef comparison(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .CaseLower("lt", "<")
      .CaseLower("gt", ">")
      .CaseLower("le", "<=")
      .CaseLower("ge", ">=")
      .CaseLower("eq", "==")
      .CaseLower("ne", "!=")
      .Default("");
}

/// `lt_x_10`, or `x_EQ_1_AND_y_EQ_z`.
std::optional<Letter> Reader::readConstraint(llvm::StringRef text) {
  Letter letter;
  letter.kind = Letter::Constraint;
  Words words;
  text.split(words, '_');
  if (words.size() == 3 && llvm::isLower(words[0].empty() ? '-' : words[0][0]) && !comparison(words[0]).empty() &&
      comparison(words[1]).empty())
    std::swap(words[0], words[1]);
  letter.condition.emplace_back();
  for (size_t i = 0; i < words.size(); i += 4) {
    if (i + 3 > words.size() || comparison(words[i + 1]).empty() ||
        (i > 0 && words[i - 1] != "AND" && words[i - 1] != "OR")) {
      error(text, "expected a constraint such as 'C_lt_x_10' or 'C_x_EQ_1_AND_y_EQ_2'");
      return std::nullopt;
    }
    if (!checkVariable(words[i]) || !checkOperand(words[i + 2]))
      return std::nullopt;
    if (i > 0 && words[i - 1] == "OR")
      letter.condition.emplace_back();
    letter.condition.back().push_back({words[i], comparison(words[i + 1]), words[i + 2]});
  }
  return letter;
}

/// `as_x_v`, `pl_x_a_b` and `mn_x_a_b`.
std::optional<Letter> Reader::readAssignment(llvm::StringRef text) {
  Letter letter;
  letter.kind = Letter::Assignment;
  Words words;
  text.split(words, '_');
  letter.op = llvm::StringSwitch<llvm::StringRef>(words[0]).Case("pl", "+").Case("mn", "-").Default("");
  if (words.size() != (letter.op.empty() ? 3 : 4) || (letter.op.empty() && words[0] != "as")) {
    error(text, "expected an assignment such as 'A_as_x_1', 'A_pl_x_y_1' or 'A_mn_x_y_1'");
    return std::nullopt;
  }
  letter.target = words[1];
  letter.left = words[2];
  letter.right = letter.op.empty() ? "" : words[3];
  bool isGood =
      checkVariable(letter.target) && checkOperand(letter.left) && (letter.op.empty() || checkOperand(letter.right));
  return isGood ? std::optional(std::move(letter)) : std::nullopt;
}

std::optional<Letter> Reader::readLetter(llvm::StringRef text) {
  if (text.starts_with("G_"))
    return readCommunication(text);
  if (text.starts_with("A_"))
    return readAssignment(text.drop_front(2));
  if (text.starts_with("C_"))
    return readConstraint(text.drop_front(2));
  if (text.contains("_EQ_")) {
    slip(text, "'C_' is missing in front of this constraint");
    return readConstraint(text);
  }
  error(text, "expected a communication 'G_…', a constraint 'C_…' or an assignment 'A_…', found '" + text + "'");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// `F3` or `Q3_name`; the index is the state.
std::optional<unsigned> Reader::readState(llvm::StringRef text, Section &section) {
  llvm::StringRef digits = text.drop_front(!text.empty()).take_while(llvm::isDigit);
  llvm::StringRef name = text.drop_front(std::min(text.size(), digits.size() + 1));
  unsigned index;
  if (digits.getAsInteger(10, index) || (text[0] != 'F' && text[0] != 'Q') ||
      !(name.empty() || name.starts_with("_"))) {
    error(text, "expected a state such as 'F0' or 'Q1_name', found '" + text + "'");
    return std::nullopt;
  }
  if (index > MaxIndex) {
    error(text, "the index of a state is " + llvm::Twine(MaxIndex) + " at most");
    return std::nullopt;
  }
  bool isFinal = text[0] == 'F';
  auto [state, isNew] = section.states.try_emplace(index, isFinal);
  if (state->second != isFinal) {
    slip(text, "state " + llvm::Twine(index) + " is written with F and with Q; it is read as F" + llvm::Twine(index));
    state->second = true;
  }
  return index;
}

void Reader::readTransition(llvm::StringRef line, Section &section) {
  llvm::StringRef inner = line;
  if (!inner.consume_front("[") || !inner.consume_back("]")) {
    error(line, "expected '[state, action, state]' or 'done'");
    return;
  }
  Words parts;
  inner.split(parts, ',');
  if (parts.size() != 3) {
    error(line, "expected a state, an action and a state, but there are " + llvm::Twine(parts.size()) + " parts");
    return;
  }
  std::optional<unsigned> from = readState(parts[0].trim(), section);
  std::optional<Letter> letter = readLetter(parts[1].trim());
  std::optional<unsigned> to = readState(parts[2].trim(), section);
  if (from && letter && to)
    section.lines.push_back({*from, *to, std::move(*letter), parts[1].trim()});
}

void Reader::finish(Section &section, unsigned number, llvm::StringRef countText) {
  unsigned count;
  if (section.states.empty())
    section.states[0] = number < 2;
  if (!section.states.contains(0))
    error(countText, SectionNames[number] + " has no state 0, with which it would begin");
  if (!countText.getAsInteger(10, count) && count != section.states.size())
    slip(countText, SectionNames[number] + " is announced with " + countText + " states and has " +
                        llvm::Twine(section.states.size()));
}

std::optional<System> Reader::read() {
  System system;
  unsigned errors = diagnostics.errorCount();
  for (unsigned number = 0; number < system.size(); ++number) {
    llvm::StringRef count = nextLine();
    if (count.empty() || !llvm::all_of(count, llvm::isDigit)) {
      error(count, "expected the number of states of " + SectionNames[number]);
      return std::nullopt;
    }
    llvm::StringRef line = nextLine();
    for (; !line.empty() && line != "done"; line = nextLine())
      readTransition(line, system[number]);
    if (line.empty()) {
      error(count, "the section of " + SectionNames[number] + " has no 'done'");
      return std::nullopt;
    }
    finish(system[number], number, count);
  }
  if (llvm::StringRef more = nextLine(); !more.empty())
    error(more, "unexpected text behind the three sections of M1, M2 and P");
  if (diagnostics.errorCount() > errors)
    return std::nullopt;
  return system;
}

std::optional<System> read(llvm::StringRef text, DiagnosticEngine &diagnostics) {
  text.consume_front("\xef\xbb\xbf");
  return Reader(text, diagnostics).read();
}

} // namespace tenon::benchmark
