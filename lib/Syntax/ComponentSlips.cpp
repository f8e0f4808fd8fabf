//===- ComponentSlips.cpp - Slips in channels and components --------------===//

#include "SyntaxErrors.h"

namespace tenon {

bool SyntaxErrorReporter::component() {
  if (inside(P::RuleChannelDefinition))
    return channelDefinition();
  if (!inside(P::RuleComponentDefinition))
    return false;
  open.clear();
  for (size_t i = first; i < at; ++i)
    track(i);
  if (inside(P::RuleStatement) || (within({P::RuleComponentDefinition}) && wants(T::RightBrace)))
    return unclosedBraces() || missingSemicolon() || statement();
  return false;
}

bool SyntaxErrorReporter::channelDefinition() {
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
  if (within({P::RuleDataType, P::RuleDataBase}) && type(at - 1) == T::Colon) {
    error(at, "expected a type after `:`, found " + quoted(at))
        .note("the types are `int`, `real`, `bool`, `bits[N]` and ranges such as `0..3`");
    return true;
  }
  return false;
}

/// The end of the file, or the next definition, in the middle of a component.
bool SyntaxErrorReporter::unclosedBraces() {
  if (!atEnd(at) && !isDefinitionStart(tokens, at) && !is(at, {T::Check, T::Interface, T::Repair}))
    return false;
  size_t brace = first;
  for (size_t i : open)
    if (type(i) == T::LeftBrace) {
      brace = i;
      break;
    }
  if (brace == first)
    return false;
  error(at, "expected `}` before " + quoted(at) + ": component `" + definitionName() + "` has not ended")
      .note(place(brace), "this `{` is not closed");
  return true;
}

/// A statement that goes on where another should begin: the place is behind its last token.
bool SyntaxErrorReporter::missingSemicolon() {
  if (!wants(T::Semicolon) || at == first)
    return false;
  bool nextLine = tokens.source().slice(tokens.at(at - 1).end, tokens.at(at).begin).contains('\n');
  bool nextStatement = nextLine || type(at) == T::RightBrace ||
                       is(at, {T::While, T::For, T::If, T::Do, T::Select, T::Break, T::Continue, T::Return, T::Accept,
                               T::Assume, T::Assert, T::IntType, T::RealType, T::BoolType, T::BitsType});
  bool inParentheses = !open.empty() && type(open.back()) == T::LeftParen;
  if (!nextStatement || inParentheses)
    return false;
  error(placeAfter(at - 1), "expected `;` at the end of the statement");
  insert(at, T::Semicolon);
  return true;
}

bool SyntaxErrorReporter::statement() {
  if (type(at) == T::Equal && inside(P::RuleExpr) && type(at + 1) != T::Greater) {
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
    llvm::StringRef before = text(at - 1);
    error(at - 1, "unknown type or statement " + quoted(at - 1))
        .note(before == "float" || before == "double" ? "a number with a fraction is a `real`"
              : before == "boolean"                   ? "the type of `true` and `false` is `bool`"
              : before == "unsigned" || before == "char" || before == "byte" || before == "long" || before == "short"
                  ? "a number with a fixed number of bits is `bits[N]`, any other `int`"
                  : "the types are `int`, `real`, `bool`, `bits[N]` and ranges such as `0..3`");
    retype(at - 1, T::IntType);
    return true;
  }
  if (is(at, {T::Upper, T::Next, T::Until, T::WeakUntil}) && within({P::RuleDeclarator}) && wants(T::Lower)) {
    error(at, "the name of a variable must begin with a lower-case letter")
        .note("write `" + uncapitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Lower);
    return true;
  }
  return false;
}

} // namespace tenon
