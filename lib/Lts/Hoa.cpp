//===- Hoa.cpp - LTSs as Hanoi omega-automata -----------------------------===//

#include "HoaTokens.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

namespace tenon {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeString(llvm::StringRef text, llvm::raw_ostream &os) {
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\';
    os << c;
  }
  os << '"';
}

/// A name for each proposition alone, and for each what says that it is the one.
static void writePropositions(const Lts &lts, bool hasTau, LabelStyle style, llvm::raw_ostream &os) {
  Action least = hasTau ? TauAction : 1, count = lts.alphabet().size() + (hasTau ? 1 : 0);
  os << "AP: " << count;
  for (Action a = least; a <= lts.alphabet().size(); ++a) {
    os << ' ';
    writeString(styledLabel(lts.alphabet().text(a), style), os);
  }
  os << "\nacc-name: all\nAcceptance: 0 t\nproperties: trans-labels explicit-labels state-acc\n";
  for (unsigned i = 0; i < count; ++i) {
    os << "Alias: @" << i << ' ';
    for (unsigned k = 0; k < count; ++k)
      os << (k > 0 ? "&" : "") << (k == i ? "" : "!") << k;
    os << '\n';
  }
}

llvm::Error writeHoa(const Lts &lts, llvm::raw_ostream &os, LabelStyle style) {
  if (lts.alphabet().size() > MaxHoaLabels)
    return llvm::createStringError("the system has " + std::to_string(lts.alphabet().size()) +
                                   " labels; a Hanoi omega-automaton of more than " + std::to_string(MaxHoaLabels) +
                                   " propositions is too large to be written");
  bool hasTau = lts.hasTau(), hasError = lts.hasError();
  StateId error = lts.stateCount();
  os << "HOA: v1\nname: ";
  writeString(lts.name(), os);
  os << "\nStates: " << (lts.stateCount() + uint64_t(hasError ? 1 : 0)) << "\nStart: 0\n";
  writePropositions(lts, hasTau, style, os);
  os << "--BODY--\n";
  for (StateId s = 0; s < lts.stateCount(); ++s) {
    os << "State: " << s << (s == lts.end() ? " \"END\"\n" : "\n");
    for (const Transition &t : lts.successors(s))
      os << "[@" << (hasTau ? t.action : t.action - 1) << "] " << (t.target == ErrorState ? error : t.target) << '\n';
  }
  if (hasError)
    os << "State: " << error << " \"ERROR\"\n";
  os << "--END--\n";
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Those of the valuations with at most one proposition that satisfy a formula: bit i for proposition i alone, the last
/// bit for none.
using Valuations = llvm::BitVector;

class HoaReader {
public:
  HoaReader(llvm::StringRef text, const std::shared_ptr<LabelTable> &table, DiagnosticEngine &diagnostics)
      : textSize(text.size()), tokens(text, diagnostics), labels(table, diagnostics), builder(table) {}
  std::optional<Lts> read(std::string name);

private:
  struct State {
    std::string name;
    bool isDefined = false, accepts = false;
    uint32_t acceptingEdges = 0, otherEdges = 0;
    llvm::StringRef where; ///< Where it is defined, else where it is used first.
  };
  struct Edge {
    uint32_t from, to;
    uint32_t valuations; ///< Which of those below.
    llvm::StringRef where;
  };

  bool readHeader();
  bool readHeaderItem(llvm::StringRef name, llvm::StringRef where);
  bool readPropositions(llvm::StringRef where);
  bool readStart(llvm::StringRef where);
  bool readAlias();
  bool readAcceptance(llvm::StringRef where);
  bool readBody();
  bool readState();
  bool readEdge(uint32_t from, bool fromAccepts, std::optional<uint32_t> label, uint64_t number);
  bool checkImplicitLabels(llvm::StringRef where, uint64_t edges, uint64_t unlabelled);
  bool readAcceptanceSets(bool &accepts);
  std::optional<uint32_t> stateNumber();
  State &state(uint32_t number, llvm::StringRef where);
  std::optional<Valuations> formula(unsigned depth);
  std::optional<Valuations> conjunction(unsigned depth);
  std::optional<Valuations> literal(unsigned depth);
  std::optional<uint32_t> labelInBrackets();
  uint32_t implicitLabel(uint64_t edge);
  bool decideAcceptance();
  bool checkStaying();
  void build();

  size_t textSize;
  HoaTokens tokens;
  ImportedLabels labels;
  LtsBuilder builder;
  std::optional<uint64_t> announcedStates;
  std::optional<uint32_t> start;
  llvm::StringRef startText;
  bool hasPropositions = false, hasAcceptance = false, isBuchi = false;
  std::vector<LabelId> propositions;
  llvm::DenseSet<LabelId> propositionSet;
  llvm::StringMap<Valuations> aliases;
  std::vector<State> states;
  bool marksStates = false; ///< Some state is in the acceptance set as a whole.
  std::vector<Edge> edges;
  std::vector<Valuations> valuations;
  llvm::DenseMap<llvm::StringRef, uint32_t> valuationsOf; ///< By the text of a label.
  std::vector<bool> isViolation;                          ///< By state: it does not accept.
};

} // namespace

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

constexpr unsigned MaxFormulaDepth = 500;

std::optional<Valuations> HoaReader::literal(unsigned depth) {
  const HoaToken &token = tokens.current();
  auto none = static_cast<unsigned>(propositions.size());
  if (depth > MaxFormulaDepth) {
    tokens.fail(token.text, "formulas are nested " + llvm::Twine(MaxFormulaDepth) + " deep at most");
    return std::nullopt;
  }
  Valuations result(none + 1);
  if (token.is('!')) {
    std::optional<Valuations> operand = tokens.advance() ? literal(depth + 1) : std::nullopt;
    return operand ? std::optional(operand->flip()) : std::nullopt;
  }
  if (token.is('(')) {
    std::optional<Valuations> inner = tokens.advance() ? formula(depth + 1) : std::nullopt;
    return inner && tokens.expect(')') ? inner : std::nullopt;
  }
  if (token.kind == HoaToken::Number) {
    if (token.number >= none) {
      tokens.fail(token.text, "there is no proposition " + token.text + "; AP: announces " + llvm::Twine(none));
      return std::nullopt;
    }
    result.set(static_cast<unsigned>(token.number));
  } else if (token.kind == HoaToken::Alias) {
    auto alias = aliases.find(token.text);
    if (alias == aliases.end()) {
      tokens.fail(token.text, "there is no alias '" + token.text + "'");
      return std::nullopt;
    }
    result = alias->second;
  } else if (token.kind == HoaToken::Identifier && token.text == "t") {
    result.set();
  } else if (token.kind != HoaToken::Identifier || token.text != "f") {
    tokens.failExpected("a formula");
    return std::nullopt;
  }
  return tokens.advance() ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Valuations> HoaReader::conjunction(unsigned depth) {
  std::optional<Valuations> result = literal(depth);
  while (result && tokens.current().is('&')) {
    std::optional<Valuations> right = tokens.advance() ? literal(depth) : std::nullopt;
    if (!right)
      return std::nullopt;
    *result &= *right;
  }
  return result;
}

std::optional<Valuations> HoaReader::formula(unsigned depth) {
  std::optional<Valuations> result = conjunction(depth);
  while (result && tokens.current().is('|')) {
    std::optional<Valuations> right = tokens.advance() ? conjunction(depth) : std::nullopt;
    if (!right)
      return std::nullopt;
    *result |= *right;
  }
  return result;
}

/// Equal texts are evaluated once.
std::optional<uint32_t> HoaReader::labelInBrackets() {
  llvm::StringRef text = tokens.label();
  auto [entry, isNew] = valuationsOf.try_emplace(text, static_cast<uint32_t>(valuations.size()));
  if (!isNew)
    return tokens.skipLabel() ? std::optional(entry->second) : std::nullopt;
  uint32_t number = entry->second;
  if (!tokens.advance())
    return std::nullopt;
  std::optional<Valuations> result = formula(0);
  if (!result || !tokens.expect(']'))
    return std::nullopt;
  valuations.push_back(std::move(*result));
  return number;
}

/// Without labels, the edges of a state are for the valuations in binary order, proposition 0 the least digit.
uint32_t HoaReader::implicitLabel(uint64_t edge) {
  Valuations result(static_cast<unsigned>(propositions.size()) + 1);
  if (edge == 0)
    result.set(static_cast<unsigned>(propositions.size()));
  else if (llvm::isPowerOf2_64(edge) && llvm::Log2_64(edge) < propositions.size())
    result.set(llvm::Log2_64(edge));
  valuations.push_back(std::move(result));
  return static_cast<uint32_t>(valuations.size() - 1);
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

bool HoaReader::readPropositions(llvm::StringRef where) {
  if (hasPropositions)
    return tokens.fail(where, "AP: stands here a second time");
  hasPropositions = true;
  if (tokens.current().kind != HoaToken::Number)
    return tokens.failExpected("the number of propositions");
  uint64_t count = tokens.current().number;
  llvm::StringRef countText = tokens.current().text;
  if (!tokens.advance())
    return false;
  while (tokens.current().kind == HoaToken::String) {
    const HoaToken &token = tokens.current();
    std::optional<LabelId> label = labels.intern(
        token.value, {llvm::SMLoc::getFromPointer(token.text.begin()), llvm::SMLoc::getFromPointer(token.text.end())});
    if (!label)
      return false;
    if (!propositionSet.insert(*label).second)
      return tokens.fail(token.text, "the proposition " + token.text + " stands here a second time");
    propositions.push_back(*label);
    builder.addLabel(*label);
    if (!tokens.advance())
      return false;
  }
  if (propositions.size() != count)
    return tokens.fail(countText, "AP: announces " + countText + " propositions, but there are " +
                                      llvm::Twine(propositions.size()));
  return true;
}

bool HoaReader::readStart(llvm::StringRef where) {
  if (start)
    return tokens.fail(where, "a second first state; a transition system has one");
  startText = tokens.current().text;
  start = stateNumber();
  if (start && tokens.current().is('&'))
    return tokens.fail(tokens.current().text, "an alternating automaton is no transition system");
  return start.has_value();
}

bool HoaReader::readAlias() {
  if (tokens.current().kind != HoaToken::Alias)
    return tokens.failExpected("the name of an alias");
  llvm::StringRef name = tokens.current().text;
  if (!hasPropositions)
    return tokens.fail(name, "AP: has to stand before the aliases");
  if (!tokens.advance())
    return false;
  std::optional<Valuations> meaning = formula(0);
  if (!meaning)
    return false;
  if (!aliases.try_emplace(name, std::move(*meaning)).second)
    return tokens.fail(name, "the alias '" + name + "' stands here a second time");
  return true;
}

/// `0 t` and `1 Inf(0)`.
bool HoaReader::readAcceptance(llvm::StringRef where) {
  if (hasAcceptance)
    return tokens.fail(where, "Acceptance: stands here a second time");
  hasAcceptance = true;
  if (tokens.current().kind != HoaToken::Number)
    return tokens.failExpected("the number of acceptance sets");
  const char *begin = tokens.current().text.begin(), *end = begin;
  std::string condition;
  while (tokens.current().kind != HoaToken::Header && tokens.current().kind != HoaToken::Marker &&
         tokens.current().kind != HoaToken::End) {
    end = tokens.current().text.end();
    condition += tokens.current().text;
    if (!tokens.advance())
      return false;
  }
  isBuchi = condition == "1Inf(0)";
  if (isBuchi || condition == "0t")
    return true;
  return tokens.fail(llvm::StringRef(begin, static_cast<size_t>(end - begin)),
                     "a transition system accepts all of its runs: only '0 t', and '1 Inf(0)' for safety, are read");
}

bool HoaReader::readHeaderItem(llvm::StringRef name, llvm::StringRef where) {
  if (name == "States") {
    if (tokens.current().kind != HoaToken::Number)
      return tokens.failExpected("the number of states");
    announcedStates = tokens.current().number;
    return tokens.advance();
  }
  if (name == "Start")
    return readStart(where);
  if (name == "AP")
    return readPropositions(where);
  if (name == "Alias")
    return readAlias();
  if (name == "Acceptance")
    return readAcceptance(where);
  if (llvm::isUpper(name[0]))
    return tokens.fail(where, "the header '" + name + ":' may change what the automaton means, and is not known");
  while (tokens.current().kind != HoaToken::Header && tokens.current().kind != HoaToken::Marker &&
         tokens.current().kind != HoaToken::End)
    if (!tokens.advance())
      return false;
  return true;
}

bool HoaReader::readHeader() {
  if (tokens.failed())
    return false;
  if (tokens.current().kind != HoaToken::Header || tokens.current().text != "HOA")
    return tokens.failExpected("the header 'HOA: v1'");
  llvm::StringRef first = tokens.current().text;
  if (!tokens.advance())
    return false;
  if (tokens.current().kind != HoaToken::Identifier || !tokens.current().text.starts_with("v1"))
    return tokens.failExpected("version 'v1'");
  if (!tokens.advance())
    return false;
  while (tokens.current().kind == HoaToken::Header) {
    llvm::StringRef name = tokens.current().text;
    if (!tokens.advance() || !readHeaderItem(name, name))
      return false;
  }
  if (!tokens.current().isMarker("--BODY--"))
    return tokens.failExpected("a header or '--BODY--'");
  if (!hasAcceptance)
    return tokens.fail(first, "the header has no 'Acceptance:'");
  if (!start)
    return tokens.fail(first, "the header has no 'Start:'");
  return tokens.advance();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

std::optional<uint32_t> HoaReader::stateNumber() {
  const HoaToken &token = tokens.current();
  if (token.kind != HoaToken::Number) {
    tokens.failExpected("the number of a state");
    return std::nullopt;
  }
  // Each state stands in the text, so a number beyond its length is a slip and no reason to make room.
  if (token.number >= std::min<uint64_t>(announcedStates.value_or(textSize), textSize)) {
    tokens.fail(token.text,
                "there is no state " + token.text +
                    (announcedStates ? "; States: announces " + llvm::Twine(*announcedStates) : llvm::Twine()));
    return std::nullopt;
  }
  auto number = static_cast<uint32_t>(token.number);
  return tokens.advance() ? std::optional(number) : std::nullopt;
}

HoaReader::State &HoaReader::state(uint32_t number, llvm::StringRef where) {
  if (number >= states.size())
    states.resize(number + size_t(1));
  if (states[number].where.empty())
    states[number].where = where;
  return states[number];
}

/// `{0}`, or nothing.
bool HoaReader::readAcceptanceSets(bool &accepts) {
  if (!tokens.current().is('{'))
    return true;
  if (!tokens.advance())
    return false;
  while (tokens.current().kind == HoaToken::Number) {
    if (!isBuchi || tokens.current().number != 0)
      return tokens.fail(tokens.current().text, "there is no acceptance set " + tokens.current().text);
    accepts = true;
    if (!tokens.advance())
      return false;
  }
  return tokens.expect('}');
}

bool HoaReader::readEdge(uint32_t from, bool fromAccepts, std::optional<uint32_t> label, uint64_t number) {
  llvm::StringRef where = tokens.current().text;
  if (tokens.current().is('[')) {
    if (label)
      return tokens.fail(where, "the state has a label already, so its edges have none");
    label = labelInBrackets();
    if (!label)
      return false;
  }
  llvm::StringRef target = tokens.current().text;
  std::optional<uint32_t> to = stateNumber();
  if (!to)
    return false;
  if (tokens.current().is('&'))
    return tokens.fail(tokens.current().text, "an alternating automaton is no transition system");
  state(*to, target);
  if (!label && propositions.size() < 64 && number >= uint64_t(1) << propositions.size())
    return tokens.fail(where, "more edges without a label than there are valuations of the propositions");
  bool accepts = fromAccepts;
  if (!readAcceptanceSets(accepts))
    return false;
  ++(accepts ? states[from].acceptingEdges : states[from].otherEdges);
  edges.push_back({from, *to, label ? *label : implicitLabel(number), where});
  return true;
}

bool HoaReader::readState() {
  std::optional<uint32_t> label;
  if (tokens.current().is('[') && !(label = labelInBrackets()))
    return false;
  llvm::StringRef where = tokens.current().text;
  std::optional<uint32_t> number = stateNumber();
  if (!number)
    return false;
  if (state(*number, where).isDefined)
    return tokens.fail(where, "state " + where + " stands here a second time");
  bool accepts = false;
  states[*number].isDefined = true;
  states[*number].where = where;
  if (tokens.current().kind == HoaToken::String) {
    states[*number].name = tokens.current().value;
    if (!tokens.advance())
      return false;
  }
  if (!readAcceptanceSets(accepts))
    return false;
  states[*number].accepts = accepts;
  marksStates |= accepts;
  uint64_t edge = 0, unlabelled = 0;
  for (; tokens.current().is('[') || tokens.current().kind == HoaToken::Number; ++edge) {
    unlabelled += !label && !tokens.current().is('[');
    if (!readEdge(*number, accepts, label, edge))
      return false;
  }
  return checkImplicitLabels(where, edge, unlabelled);
}

/// Edges without labels are one for each valuation; a state without any edge has none to be told apart.
bool HoaReader::checkImplicitLabels(llvm::StringRef where, uint64_t edgeCount, uint64_t unlabelled) {
  if (unlabelled == 0)
    return true;
  if (unlabelled != edgeCount)
    return tokens.fail(where, "some edges of state " + where + " have labels and others have none");
  size_t count = propositions.size();
  if (count < 64 && unlabelled == uint64_t(1) << count)
    return true;
  return tokens.fail(where, "state " + where + " has " + llvm::Twine(unlabelled) + " edge" +
                                (unlabelled == 1 ? "" : "s") + " without labels; it takes 2^" +
                                llvm::Twine(static_cast<uint64_t>(count)) +
                                ", one for each valuation of the propositions");
}

bool HoaReader::readBody() {
  while (tokens.current().kind == HoaToken::Header && tokens.current().text == "State")
    if (!tokens.advance() || !readState())
      return false;
  if (tokens.current().isMarker("--ABORT--"))
    return tokens.fail(tokens.current().text, "the automaton was given up by the tool that wrote it");
  if (!tokens.current().isMarker("--END--"))
    return tokens.failExpected("'State:', an edge or '--END--'");
  if (!tokens.advance())
    return false;
  if (tokens.current().kind != HoaToken::End)
    return tokens.failExpected("the end: a file has one automaton");
  state(*start, startText);
  for (const State &state : states)
    if (!state.isDefined && !state.where.empty())
      return tokens.fail(state.where, "state " + state.where + " is not in the body");
  return true;
}

//===----------------------------------------------------------------------===//
// From an automaton to a transition system
//===----------------------------------------------------------------------===//

/// Finds the states that do not accept. Which states a run visits for ever matters only if it may leave them.
bool HoaReader::decideAcceptance() {
  isViolation.resize(states.size());
  if (!isBuchi)
    return true;
  for (auto [number, state] : llvm::enumerate(states)) {
    if (state.acceptingEdges > 0 && state.otherEdges > 0)
      return tokens.fail(state.where, "some edges of state " + llvm::Twine(number) +
                                          " accept and others do not, which a transition system cannot say");
    bool isDead = state.acceptingEdges + state.otherEdges == 0;
    isViolation[number] = state.otherEdges > 0 || (isDead && marksStates && !state.accepts);
  }
  for (const Edge &edge : edges)
    if (isViolation[edge.from] && !isViolation[edge.to])
      return tokens.fail(edge.where,
                         "this edge leads from state " + llvm::Twine(edge.from) + ", which does not accept, to state " +
                             llvm::Twine(edge.to) +
                             ", which does: that is more than safety, which a transition system cannot say");
  if (isViolation[*start])
    return tokens.fail(startText,
                       "the automaton accepts nothing: its first state does not accept, nor does any behind it");
  return true;
}

/// Steps of other processes leave a process where it is.
bool HoaReader::checkStaying() {
  for (const Edge &edge : edges)
    if (edge.to != edge.from && !isViolation[edge.from] &&
        valuations[edge.valuations].test(static_cast<unsigned>(propositions.size())))
      return tokens.fail(edge.where,
                         "this edge is also taken when no proposition is true, but an action of other processes "
                         "cannot move this one");
  return true;
}

void HoaReader::build() {
  std::vector<StateId> stateOf(states.size(), ErrorState);
  std::optional<StateId> end;
  auto add = [&](uint32_t number) {
    const State &state = states[number];
    bool isDead = state.acceptingEdges + state.otherEdges == 0, isFirst = number == *start;
    if (isViolation[number] || (isDead && !isFirst && state.name == "ERROR"))
      return;
    bool isEnd = isDead && state.name == "END";
    stateOf[number] = isEnd && end ? *end : builder.addState();
    if (isEnd)
      end = stateOf[number];
  };
  add(*start);
  for (uint32_t number = 0; number < states.size(); ++number)
    if (number != *start && states[number].isDefined)
      add(number);
  if (end)
    builder.setEnd(*end);
  for (const Edge &edge : edges)
    if (stateOf[edge.from] != ErrorState)
      for (unsigned i : valuations[edge.valuations].set_bits())
        if (i < propositions.size())
          builder.add(stateOf[edge.from], propositions[i], stateOf[edge.to]);
}

std::optional<Lts> HoaReader::read(std::string name) {
  if (!readHeader() || !readBody() || !decideAcceptance() || !checkStaying())
    return std::nullopt;
  build();
  return builder.build(std::move(name), LtsBuilder::Keep::All);
}

std::optional<Lts> readHoa(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics) {
  return HoaReader(text, table, diagnostics).read(std::move(name));
}

} // namespace tenon
