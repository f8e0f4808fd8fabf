//===- ContextualWords.cpp - Words that are keywords in components only ---===//

#include "ContextualWords.h"

#include "SyntaxErrors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tenon {

namespace {

using T = TokenType;

class WordMarker {
public:
  explicit WordMarker(TokenBuffer &buffer) : tokens(buffer) {}

  void run() {
    for (size_t i = 0; i < tokens.last(); ++i) {
      if (type(i) != T::Lower)
        continue;
      llvm::StringRef word = tokens.spelling(tokens.at(i));
      if (word == "component" && isUpper(i + 1) && is(i + 2, {T::LeftBrace, T::LeftParen}) && mayStart(i)) {
        tokens.retype(i, T::Component);
        i = markBody(i + 2);
      } else if (word == "observer" && isUpper(i + 1) && is(i + 2, {T::Equal, T::LeftParen}) && mayStart(i)) {
        tokens.retype(i, T::Observer);
      } else if (word == "channel" && mayStart(i) && is(i + 1, {T::Lower, T::LeftBrace}) &&
                 is(i + 2, {T::Comma, T::Colon, T::LeftBracket, T::Dot, T::Semicolon, T::Lower})) {
        markChannel(i);
      } else if ((word == "accept" || word == "reject") && i > 0 && type(i - 1) == T::Comma && isUpper(i + 1) &&
                 is(i + 2, {T::Equal, T::LeftBracket})) {
        tokens.retype(i, word == "accept" ? T::Accept : T::Reject);
      }
    }
  }

private:
  size_t type(size_t i) const { return tokens.at(i).type; }
  bool is(size_t i, std::initializer_list<size_t> types) const { return llvm::is_contained(types, type(i)); }
  bool isUpper(size_t i) const { return is(i, {T::Upper, T::Next, T::Until, T::WeakUntil}); }

  /// Whether a definition may start at token `i`. A label may end before it, but not without an end of its own: in
  /// `menu M = observer P = …` the word is the label.
  bool mayStart(size_t i) const {
    if (i == 0)
      return true;
    if (type(i - 1) == T::Dot)
      return tokens.at(i - 1).end != tokens.at(i).begin;
    return !is(i - 1, {T::Equal, T::Then, T::Arrow, T::Comma, T::LeftParen, T::LeftBrace, T::Bar});
  }

  /// The token behind the bracket that closes the one at `i`.
  size_t closing(size_t i) const {
    size_t depth = 0;
    for (; i < tokens.last(); ++i) {
      if (is(i, {T::LeftBracket, T::LeftParen, T::LeftBrace}))
        ++depth;
      else if (is(i, {T::RightBracket, T::RightParen, T::RightBrace}) && --depth == 0)
        return i + 1;
    }
    return i;
  }

  static size_t typeWord(llvm::StringRef word) {
    return llvm::StringSwitch<size_t>(word)
        .Case("int", T::IntType)
        .Case("real", T::RealType)
        .Case("bool", T::BoolType)
        .Case("bits", T::BitsType)
        .Case("void", T::Void)
        .Default(T::Lower);
  }

  void markChannel(size_t i) {
    tokens.retype(i, T::Channel);
    for (++i; i < tokens.last() && type(i) != T::Semicolon && !isDefinitionStart(tokens, i); ++i) {
      if (type(i) != T::Lower || type(i - 1) != T::Colon)
        continue;
      size_t marked = typeWord(tokens.spelling(tokens.at(i)));
      if (marked != T::Void)
        tokens.retype(i, marked);
    }
  }

  /// Marks the words from `i`, where the parameters or the braces of a component begin, and returns where they end.
  size_t markBody(size_t i) {
    if (type(i) == T::LeftParen)
      i = closing(i);
    if (type(i) != T::LeftBrace)
      return i - 1;
    size_t depth = 0;
    for (; i < tokens.last(); ++i) {
      if (type(i) == T::LeftBrace) {
        ++depth;
      } else if (type(i) == T::RightBrace) {
        if (--depth == 0)
          return i;
      } else if (type(i) == T::Lower) {
        markWord(i);
      } else if (!isUpper(i) && type(i) != T::Assert && isDefinitionStart(tokens, i)) {
        return i - 1;
      }
    }
    return i;
  }

  void markWord(size_t i) {
    llvm::StringRef word = tokens.spelling(tokens.at(i));
    // A line may begin a statement where the `;` before it is missing.
    bool onNewLine = tokens.source().slice(tokens.at(i - 1).end, tokens.at(i).begin).contains('\n');
    bool starts =
        onNewLine || is(i - 1, {T::LeftBrace, T::RightBrace, T::Semicolon, T::RightParen, T::Else, T::Do, T::Or});
    if (size_t marked = typeWord(word); marked != T::Lower) {
      size_t next = type(i + 1) == T::LeftBracket ? closing(i + 1) : i + 1;
      if ((starts || is(i - 1, {T::LeftParen, T::Comma})) && type(next) == T::Lower)
        tokens.retype(i, marked);
      return;
    }
    if (!starts || is(i + 1, {T::Question, T::Bang, T::Dot, T::ColonEqual, T::Equal, T::LeftBracket}))
      return;
    tokens.retype(i, llvm::StringSwitch<size_t>(word)
                         .Case("while", T::While)
                         .Case("for", T::For)
                         .Case("do", T::Do)
                         .Case("select", T::Select)
                         .Case("or", T::Or)
                         .Case("break", T::Break)
                         .Case("continue", T::Continue)
                         .Case("accept", T::Accept)
                         .Case("return", T::Return)
                         .Case("assume", T::Assume)
                         .Default(T::Lower));
  }

  TokenBuffer &tokens;
};

} // namespace

void markComponentWords(TokenBuffer &tokens) {
  WordMarker(tokens).run();
}

} // namespace tenon
