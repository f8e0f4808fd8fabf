//===- SyntaxErrors.cpp - Messages for slips in the source ----------------===//

#include "SyntaxErrors.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon {

static SyntaxErrorFound describe(antlr4::Parser *parser, size_t token) {
  SyntaxErrorFound found{token, {}, {}};
  for (auto *rule = static_cast<antlr4::RuleContext *>(parser->getContext()); rule;
       rule = static_cast<antlr4::RuleContext *>(rule->parent))
    found.rules.push_back(rule->getRuleIndex());
  if (parser->getCurrentToken()->getTokenIndex() == token)
    found.wanted = parser->getExpectedTokens();
  return found;
}

antlr4::Token *StopAtError::recoverInline(antlr4::Parser *parser) {
  throw describe(parser, parser->getCurrentToken()->getTokenIndex());
}

void StopAtError::reportError(antlr4::Parser *parser, const antlr4::RecognitionException &e) {
  throw describe(parser, e.getOffendingToken()->getTokenIndex());
}

static bool isUpperType(size_t type) {
  return type == TokenType::Upper || type == TokenType::Next || type == TokenType::Until ||
         type == TokenType::WeakUntil;
}

bool isGoalStart(const TokenBuffer &tokens, size_t i) {
  size_t type = tokens.at(i).type;
  if (type == TokenType::Check || type == TokenType::Repair || type == TokenType::Interface)
    return true;
  if (type != TokenType::Lower)
    return false;
  llvm::StringRef word = tokens.spelling(tokens.at(i));
  const SourceToken &next = tokens.at(i + 1);
  if ((word != "check" && word != "repair" && word != "interface") ||
      (next.type != TokenType::Lower && !isUpperType(next.type)))
    return false;
  // `-> check P` lacks an arrow rather than the end of the definition.
  if (isUpperType(next.type) && (i == 0 || tokens.at(i - 1).type != TokenType::Arrow))
    return true;
  llvm::StringRef afterNext = tokens.spelling(tokens.at(i + 2));
  return tokens.spelling(next) == "deadlockfree" || afterNext == "satisfies" || afterNext == "refines" ||
         afterNext == "simulates" || afterNext == "in" || afterNext == "for";
}

/// Whether a process's name, its parameters perhaps and `=` stand at token `i`.
static bool isHeader(const TokenBuffer &tokens, size_t i) {
  if (!isUpperType(tokens.at(i).type))
    return false;
  size_t next = tokens.at(i + 1).type;
  return next == TokenType::Equal || (next == TokenType::LeftParen && isUpperType(tokens.at(i + 2).type) &&
                                      tokens.at(i + 3).type == TokenType::Equal);
}

bool isDefinitionStart(const TokenBuffer &tokens, size_t i) {
  size_t before = i ? tokens.at(i - 1).type : size_t{TokenType::Dot}, next = tokens.at(i + 1).type;
  switch (tokens.at(i).type) {
  case TokenType::Const:
  case TokenType::Range:
  case TokenType::Set:
  case TokenType::Progress:
  case TokenType::Menu:
  case TokenType::Animation:
  case TokenType::Fluent:
  case TokenType::Assert:
  case TokenType::Constraint:
  case TokenType::Import:
    return isUpperType(next) || (next == TokenType::Lower && tokens.at(i + 2).type == TokenType::Equal);
  case TokenType::Include:
    return next == TokenType::String;
  case TokenType::Deterministic:
  case TokenType::Minimal:
  case TokenType::Compose:
  case TokenType::Property:
    return isUpperType(next) || next == TokenType::BarBar || next == TokenType::Deterministic ||
           next == TokenType::Minimal || next == TokenType::Compose || next == TokenType::Property;
  case TokenType::Channel:
  case TokenType::Component:
    return true;
  case TokenType::Observer:
    return isUpperType(next) || next == TokenType::BarBar;
  case TokenType::BarBar:
    return isHeader(tokens, i + 1);
  case TokenType::Lower:
  case TokenType::Check:
  case TokenType::Repair:
  case TokenType::Interface:
    return isGoalStart(tokens, i);
  default:
    return before != TokenType::Comma && before != TokenType::LeftParen && before != TokenType::BarBar &&
           isHeader(tokens, i);
  }
}

static bool isOpening(size_t type) {
  return type == TokenType::LeftParen || type == TokenType::LeftBrace || type == TokenType::LeftBracket;
}

static size_t closingOf(size_t opening) {
  return opening == TokenType::LeftParen   ? TokenType::RightParen
         : opening == TokenType::LeftBrace ? TokenType::RightBrace
                                           : TokenType::RightBracket;
}

void SyntaxErrorReporter::track(size_t i) {
  if (isOpening(type(i)))
    open.push_back(i);
  else if (!open.empty() && closingOf(type(open.back())) == type(i))
    open.pop_back();
}

/// The rules of data are those of FSP with more in them: what is said of one holds for the other.
void SyntaxErrorReporter::generalize() {
  if (!rules.empty() && rules.front() == P::RuleOperation)
    rules.erase(rules.begin());
  for (size_t &rule : rules)
    rule = rule == P::RuleDataExpr ? size_t{P::RuleExpr} : rule == P::RuleDataOperand ? size_t{P::RuleOperand} : rule;
}

bool SyntaxErrorReporter::report(size_t begin, const SyntaxErrorFound &found, size_t previousStart) {
  first = begin;
  at = found.token;
  previous = previousStart;
  rules = found.rules;
  wanted = found.wanted;
  mended = false;

  // The order matters: what is certain comes first.
  bool known = component();
  generalize();
  known = known || missingOperand() || unclosedAtDot() || listWithoutBraces() || definitionStart() || modifiers() ||
          goal() || fileName() || unaryOperators() || equalsInExpression() || labelSlips() || indexSlips() ||
          setSlips() || relabelSlips() || arrow() || choice() || afterArrow() || conditional() || keywordAsName() ||
          header() || missingEquals() || prefixWithoutParentheses() || reference() || formulaSlips() ||
          compositeOperator() || composite() || alternativeEnd() || unclosedFluent() || brackets() || clauseOrder() ||
          definitionEnd();
  if (!known)
    fallback();
  return mended || dropLocalProcess();
}

/// Where one of several local processes cannot be read, the others still can: its body becomes a reference.
bool SyntaxErrorReporter::dropLocalProcess() {
  size_t body = at, end = at;
  while (body > first && type(body - 1) != T::Equal)
    --body;
  if (body == first ||
      !is(first, {T::Upper, T::Next, T::Until, T::WeakUntil, T::Property, T::Deterministic, T::Minimal}))
    return false;
  auto isLocal = [&](size_t i) {
    return type(i) == T::Comma && isUpper(i + 1) && is(i + 2, {T::Equal, T::LeftBracket, T::At});
  };
  while (!isLocal(end)) {
    if (atEnd(end) || isDefinitionStart(tokens, end + 1))
      return false;
    ++end;
  }
  erase(body, end - body);
  insert(body, T::Upper);
  return true;
}

size_t SyntaxErrorReporter::resynchronize(size_t begin, size_t i) const {
  bool goal = isGoalStart(tokens, begin);
  if (type(begin) == T::Component) {
    bool isClosed;
    size_t end = componentEnd(begin, isClosed);
    if (!isClosed || type(end) != T::Equal)
      return std::max(end, begin + 1);
    i = std::max(i, end);
  }
  for (i = std::max(i, begin + 1); !atEnd(i); ++i) {
    size_t before = type(i - 1);
    if (isDefinitionStart(tokens, i) || (goal && before == T::Semicolon) ||
        (before == T::Dot && ((isUpper(i) && type(i + 1) == T::LeftParen) || headerEnd(i))))
      return i;
  }
  return i;
}

void SyntaxErrorReporter::erase(size_t i, size_t count) {
  tokens.erase(i, count);
  mended = true;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string SyntaxErrorReporter::quoted(size_t i) const {
  if (atEnd(i))
    return "the end of the file";
  llvm::StringRef spelling = text(i);
  return ("`" + (spelling.size() > 40 ? spelling.take_front(37).str() + "..." : spelling.str()) + "`");
}

std::string SyntaxErrorReporter::capitalized(llvm::StringRef name) {
  std::string result = name.ltrim('_').str();
  if (!result.empty())
    result[0] = llvm::toUpper(result[0]);
  return result.empty() ? "P" : result;
}

std::string SyntaxErrorReporter::uncapitalized(llvm::StringRef name) {
  // A name in capitals throughout becomes one in small letters throughout.
  return name.upper() == name ? name.lower() : name.take_front(1).lower() + name.drop_front(1).str();
}

llvm::SMRange SyntaxErrorReporter::place(size_t i) const {
  if (atEnd(i) && i > 0)
    return placeAfter(std::min(i, tokens.last()) - 1);
  return tokens.range(tokens.at(i));
}

llvm::StringRef SyntaxErrorReporter::definitionName() const {
  for (size_t i = first; i < at && i < first + 6; ++i)
    if (isUpper(i))
      return text(i);
  return {};
}

/// How a kind of token is called in "expected …"; empty for those that are not worth naming.
static llvm::StringRef tokenName(size_t type) {
  switch (type) {
  case TokenType::Upper:
    return "a name that begins with an upper-case letter";
  case TokenType::Lower:
    return "a name that begins with a lower-case letter";
  case TokenType::Integer:
    return "a number";
  case TokenType::String:
    return "a file name in quotes";
  case TokenType::Dot:
    return "`.`";
  case TokenType::Equal:
    return "`=`";
  case TokenType::Comma:
    return "`,`";
  case TokenType::Semicolon:
    return "`;`";
  case TokenType::Arrow:
    return "`->`";
  case TokenType::DotDot:
    return "`..`";
  case TokenType::Slash:
    return "`/`";
  case TokenType::LeftParen:
    return "`(`";
  case TokenType::RightParen:
    return "`)`";
  case TokenType::LeftBrace:
    return "`{`";
  case TokenType::RightBrace:
    return "`}`";
  case TokenType::LeftBracket:
    return "`[`";
  case TokenType::RightBracket:
    return "`]`";
  case TokenType::Less:
    return "`<`";
  case TokenType::Greater:
    return "`>`";
  case TokenType::Then:
    return "`then`";
  default:
    return "";
  }
}

void SyntaxErrorReporter::fallback() {
  llvm::SmallVector<llvm::StringRef, 8> names;
  bool all = true;
  for (ssize_t t : wanted.toList()) {
    llvm::StringRef name = tokenName(static_cast<size_t>(t));
    if (name.empty())
      all = t == T::Next || t == T::Until || t == T::WeakUntil ? all : false;
    else
      names.push_back(name);
  }
  if (wants(T::Lower) && wants(T::LeftBrace)) {
    error(at, "expected a label or a set of labels, found " + quoted(at));
    return;
  }
  if (!all || names.empty() || names.size() > 3) {
    error(at, "unexpected " + quoted(at));
    return;
  }
  std::string list = names.front().str();
  for (size_t i = 1; i < names.size(); ++i)
    list += (i + 1 == names.size() ? " or " : ", ") + names[i].str();
  error(at, "expected " + list + ", found " + quoted(at));
}

} // namespace tenon
