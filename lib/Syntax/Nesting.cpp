//===- Nesting.cpp - The limit on nesting, found from the tokens alone ----===//

#include "SyntaxErrors.h"

#include "tenon/Syntax/Parser.h"

#include <utility>

namespace tenon {

namespace {

/// What is open within one pair of brackets (or outside of all).
struct Level {
  unsigned ifs = 0;         ///< `if`s whose branches are still being read.
  unsigned prefixes = 0;    ///< Prefix operators and quantifiers in a row.
  unsigned questions = 0;   ///< Operators `? :` that are still being read.
  bool inCondition = false; ///< Between `if` and `then`.
};

class NestingCounter {
public:
  explicit NestingCounter(bool inComponent = false) : inComponent(inComponent) {}

  /// Counts one token and returns the depth that it stands at.
  size_t count(size_t type) {
    Level &level = levels.back();
    switch (type) {
    case TokenType::LeftParen:
    case TokenType::LeftBrace:
    case TokenType::LeftBracket:
      add(level, 0);
      levels.emplace_back();
      ++depth;
      return depth;
    case TokenType::RightParen:
    case TokenType::RightBrace:
    case TokenType::RightBracket:
      close(type);
      return depth;
    case TokenType::Bang:
    case TokenType::Next:
    case TokenType::Always:
    case TokenType::Eventually:
    case TokenType::Forall:
    case TokenType::Exists:
      ++level.prefixes;
      ++depth;
      return depth;
    default:
      break;
    }
    depth -= level.prefixes;
    level.prefixes = 0;
    if (type == TokenType::Question) {
      ++level.questions;
      ++depth;
    } else if (type == TokenType::Arrow || type == TokenType::Semicolon || separates(type)) {
      depth -= level.questions;
      level.questions = 0;
    }
    if (inComponent && levels.size() == 1 && type == TokenType::Equal)
      inComponent = false; // What follows the braces is a process.
    if (inComponent)
      return countStatement(type, level);
    if (type == TokenType::If) {
      add(level, 1);
      level.inCondition = true;
    } else if (type == TokenType::Then) {
      level.inCondition = false;
    } else if (type == TokenType::Else && level.ifs) {
      --level.ifs;
      --depth;
    } else if (separates(type) && !level.inCondition) {
      depth -= level.ifs;
      level.ifs = 0;
    }
    return depth;
  }

private:
  /// `if`s and loops without braces nest up to the semicolon; with braces, up to their end (see close).
  size_t countStatement(size_t type, Level &level) {
    if (type == TokenType::If || type == TokenType::While || type == TokenType::For || type == TokenType::Do)
      add(level, 1);
    else if (type == TokenType::Semicolon)
      depth -= std::exchange(level.ifs, 0);
    return depth;
  }

  static bool separates(size_t type) {
    return type == TokenType::Equal || type == TokenType::Comma || type == TokenType::Bar || type == TokenType::BarBar;
  }

  void add(Level &level, unsigned ifs) {
    level.ifs += ifs;
    depth += ifs;
  }

  void close(size_t type) {
    if (levels.size() == 1)
      return;
    depth -= 1 + levels.back().ifs + levels.back().prefixes + levels.back().questions;
    levels.pop_back();
    if (inComponent && type == TokenType::RightBrace)
      depth -= std::exchange(levels.back().ifs, 0);
  }

  std::vector<Level> levels{1};
  size_t depth = 0;
  bool inComponent;
};

} // namespace

bool nestsTooDeep(const TokenBuffer &tokens, DiagnosticEngine &diagnostics) {
  NestingCounter counter;
  for (size_t i = 0; i < tokens.last(); ++i) {
    // Only an error can leave brackets open here, and the parser does not go on after it. (The word of a goal may
    // be an action's name within brackets.)
    if (tokens.at(i).type != TokenType::Lower && isDefinitionStart(tokens, i))
      counter = NestingCounter(tokens.at(i).type == TokenType::Component);
    if (counter.count(tokens.at(i).type) <= MaxNesting)
      continue;
    diagnostics.error(tokens.range(tokens.at(i)), "brackets, `if`s and prefix operators are nested more than " +
                                                      llvm::Twine(MaxNesting) + " levels deep here");
    return true;
  }
  return false;
}

} // namespace tenon
