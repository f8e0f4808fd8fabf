//===- ComponentSlips.cpp - Slips in channels and components --------------===//

#include "SyntaxErrors.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

bool SyntaxErrorReporter::component() {
  if (inside(P::RuleChannelDefinition))
    return channelDefinition();
  if (type(at - 1) == T::Question && inside(P::RuleOperation)) {
    error(at, "expected a variable after `?`, found " + quoted(at));
    return true;
  }
  if (!inside(P::RuleComponentDefinition))
    return false;
  open.clear();
  for (size_t i = first; i < at; ++i)
    track(i);
  if (inside(P::RuleStatement) || (within({P::RuleComponentDefinition}) && wants(T::RightBrace)))
    return unclosedBraces() || missingSemicolon() || noStatement() || statement();
  return false;
}

void SyntaxErrorReporter::unknownType(size_t i) {
  llvm::StringRef word = text(i);
  bool isWhole = llvm::is_contained({"unsigned", "char", "byte", "long", "short", "integer", "uint", "int32_t"}, word);
  error(i, "unknown type " + quoted(i))
      .note(word == "float" || word == "double" ? "a number with a fraction is a `real`"
            : word == "boolean"                 ? "the type of `true` and `false` is `bool`"
            : isWhole ? "a number with a fixed number of bits is `bits[N]`, any other whole number `int`"
                      : "the types are `int`, `real`, `bool`, `bits[N]` and ranges such as `0..3`");
  retype(i, T::IntType);
}

bool SyntaxErrorReporter::channelDefinition() {
  for (size_t i = first; i < at; ++i)
    if (type(i) == T::Colon && type(i + 1) == T::Lower) {
      unknownType(i + 1);
      return true;
    }
  if (within({P::RuleChannelDefinition}) && wants(T::Colon)) {
    error(at, "expected `:` and the type of the channel's values, found " + quoted(at))
        .note("a channel is declared like this: `channel " + text(first + 1) + " : int;`");
    return true;
  }
  if (within({P::RuleChannelDefinition, P::RuleDataType}) && wants(T::Semicolon)) {
    error(placeAfter(at - 1), "expected `;` at the end of the channel declaration");
    insert(at, T::Semicolon);
    return true;
  }
  if (type(at - 1) == T::Colon) {
    error(at, "expected a type after `:`, found " + quoted(at))
        .note("the types are `int`, `real`, `bool`, `bits[N]` and ranges such as `0..3`");
    return true;
  }
  return false;
}

/// Where the braces of the component that begins at `begin` end: behind the last of them, or where the next definition
/// or the end of the file shows that one is missing.
size_t SyntaxErrorReporter::componentEnd(size_t begin, bool &isClosed) const {
  size_t depth = 0;
  isClosed = false;
  for (size_t i = begin + 1; !atEnd(i); ++i) {
    if (type(i) == T::LeftBrace) {
      ++depth;
    } else if (type(i) == T::RightBrace && depth > 0 && --depth == 0) {
      isClosed = true;
      return i + 1;
    } else if (isDefinitionStart(tokens, i) && (!isUpper(i) || beginsDefinition(i))) {
      return i;
    }
  }
  return tokens.last();
}

/// Of what looks like the header of a process: whether it is one, and no assignment within a component.
bool SyntaxErrorReporter::beginsDefinition(size_t i) const {
  if (!beginsLine(i))
    return false;
  size_t body = i + 1;
  while (!atEnd(body) && type(body) != T::Equal && body < i + 20)
    ++body;
  return is(body + 1, {T::LeftParen, T::Upper, T::If}) && type(body + 2) != T::Semicolon;
}

/// The end of the file, or the next definition, in the middle of a component.
bool SyntaxErrorReporter::unclosedBraces() {
  bool isClosed;
  size_t end = componentEnd(first, isClosed);
  if (isClosed || at < end)
    return false;
  size_t brace = first;
  while (brace < end && type(brace) != T::LeftBrace)
    ++brace;
  error(end, "expected `}` before " + quoted(end) + ": component `" + definitionName() + "` has not ended")
      .note(place(brace), "its braces begin here");
  return true;
}

/// A statement that goes on where another should begin: the place is behind its last token.
bool SyntaxErrorReporter::missingSemicolon() {
  if (at == first || !inside(P::RuleStatement) || (!open.empty() && type(open.back()) == T::LeftParen))
    return false;
  bool starts = is(at, {T::Lower, T::While, T::For, T::If, T::Do, T::Select, T::Break, T::Continue, T::Return,
                        T::Accept, T::Assume, T::Assert, T::IntType, T::RealType, T::BoolType, T::BitsType, T::Upper});
  bool ends = is(at - 1, {T::Lower, T::Upper, T::Integer, T::Decimal, T::RightParen, T::RightBracket, T::Break,
                          T::Continue, T::Return, T::Accept});
  bool isName = isUpper(at) || type(at) == T::Lower;
  bool isNext = (starts && beginsLine(at)) || type(at) == T::RightBrace || (starts && !isName);
  if (!ends || !isNext)
    return false;
  error(placeAfter(at - 1), "expected `;` at the end of the statement");
  insert(at, T::Semicolon);
  return true;
}

/// What stands where a statement is expected is a value, up to its semicolon.
bool SyntaxErrorReporter::noStatement() {
  bool endsValue = is(at - 1, {T::Lower, T::Upper, T::Integer, T::Decimal, T::RightParen, T::RightBracket});
  bool inParentheses = !open.empty() && type(open.back()) == T::LeftParen;
  if (type(at) != T::Semicolon || !inside(P::RuleStatement) || !endsValue || inParentheses)
    return false;
  size_t begin = at, question = at;
  bool hasColon = false, isAssigned = false;
  while (begin > first && !is(begin - 1, {T::Semicolon, T::LeftBrace, T::RightBrace, T::RightParen})) {
    --begin;
    hasColon |= type(begin) == T::Colon;
    isAssigned |= is(begin, {T::Equal, T::ColonEqual});
    if (type(begin) == T::Question)
      question = begin;
  }
  if (question == begin + 1 && type(begin) == T::Lower && !hasColon) {
    size_t wrong = type(begin + 2) == T::Lower ? begin + 3 : begin + 2;
    error(wrong, wrong == begin + 2 ? "expected a variable after `?`, found " + quoted(wrong)
                                    : "expected `;` after the variable, found " + quoted(wrong))
        .note("what comes from a channel goes into a variable or an element of an array: `" + text(begin) + "?x;`");
    return true;
  }
  if (question != at && !hasColon) {
    error(at, "expected `:` and the value for the other case, found " + quoted(at));
    return true;
  }
  if (isAssigned || !is(begin, {T::Lower, T::Upper, T::Integer, T::Decimal, T::LeftParen}))
    return false;
  error(begin, "a value alone is no statement").note("assign it, `x = …;`, or wait until it is true, `assume(…);`");
  return true;
}

bool SyntaxErrorReporter::statement() {
  bool inParentheses = !open.empty() && type(open.back()) == T::LeftParen;
  if (type(at) == T::Equal && (inside(P::RuleDataExpr) || inParentheses) && type(at + 1) != T::Greater) {
    error(at, "values are compared with `==`, not with `=`");
    retype(at, T::EqualEqual);
    return true;
  }
  if (within({P::RuleStatement}) && wants(T::LeftParen) &&
      is(at - 1, {T::If, T::While, T::For, T::Assume, T::Assert})) {
    error(at, "expected `(` after " + quoted(at - 1) + ", found " + quoted(at))
        .note("a condition stands in parentheses: `" + text(at - 1) + " (x > 0)`");
    return true;
  }
  if (type(at) == T::Else && within({P::RuleStatement, P::RuleComponentDefinition})) {
    error(at, "this `else` has no `if`")
        .note("only one statement, or a block `{ … }`, stands between `if (…)` and `else`");
    return true;
  }
  if (type(at) == T::Arrow) {
    error(at, "`->` belongs to the automaton form: between braces, statements end with `;`")
        .note("write `component " + definitionName() + " { int x; } = (a -> …).`");
    return true;
  }
  bool begins = is(at - 1, {T::LeftBrace, T::RightBrace, T::Semicolon});
  if (begins && is(at, {T::Upper, T::Next, T::Until, T::WeakUntil}) && type(at + 1) == T::Equal) {
    error(at, "the name of a variable must begin with a lower-case letter")
        .note("write `" + uncapitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Lower);
    return true;
  }
  if (type(at) == T::Lower && type(at - 1) == T::Lower) {
    unknownType(at - 1);
    return true;
  }
  if (type(at - 1) == T::Question) {
    error(at, "expected a variable after `?`, found " + quoted(at));
    insert(at, T::Lower);
    return true;
  }
  bool afterType = is(at - 1, {T::IntType, T::RealType, T::BoolType, T::BitsType}) ||
                   llvm::is_contained({"int", "real", "bool", "bits"}, text(at - 1));
  if (isUpper(at) && (afterType || (within({P::RuleDeclarator}) && wants(T::Lower)))) {
    error(at, "the name of a variable must begin with a lower-case letter")
        .note("write `" + uncapitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Lower);
    return true;
  }
  return false;
}

} // namespace tenon
