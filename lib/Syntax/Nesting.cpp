//===- Nesting.cpp - The limit on nesting, found from the tokens alone ----===//

#include "SyntaxErrors.h"

#include "tenon/Syntax/Parser.h"

namespace tenon {

namespace {

/// What is open within one pair of brackets (or outside of all).
struct Level {
  unsigned ifs = 0;         ///< `if`s whose branches are still being read.
  unsigned prefixes = 0;    ///< Prefix operators and quantifiers in a row.
  bool inCondition = false; ///< Between `if` and `then`.
};

class NestingCounter {
public:
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
      close();
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
  static bool separates(size_t type) {
    return type == TokenType::Equal || type == TokenType::Comma || type == TokenType::Bar || type == TokenType::BarBar;
  }

  void add(Level &level, unsigned ifs) {
    level.ifs += ifs;
    depth += ifs;
  }

  void close() {
    if (levels.size() == 1)
      return;
    depth -= 1 + levels.back().ifs + levels.back().prefixes;
    levels.pop_back();
  }

  std::vector<Level> levels{1};
  size_t depth = 0;
};

} // namespace

bool nestsTooDeep(const TokenBuffer &tokens, DiagnosticEngine &diagnostics) {
  NestingCounter counter;
  for (size_t i = 0; i < tokens.last(); ++i) {
    // Only an error can leave brackets open here, and the parser does not go on after it. (The word of a goal may
    // be an action's name within brackets.)
    if (tokens.at(i).type != TokenType::Lower && isDefinitionStart(tokens, i))
      counter = NestingCounter();
    if (counter.count(tokens.at(i).type) <= MaxNesting)
      continue;
    diagnostics.error(tokens.range(tokens.at(i)), "brackets, `if`s and prefix operators are nested more than " +
                                                      llvm::Twine(MaxNesting) + " levels deep here");
    return true;
  }
  return false;
}

} // namespace tenon
