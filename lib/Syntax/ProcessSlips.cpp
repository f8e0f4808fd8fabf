//===- ProcessSlips.cpp - Slips in the bodies of processes ----------------===//

#include "SyntaxErrors.h"

namespace tenon {

/// `P = a->P.`: the body begins with a label, or goes on with `->`.
bool SyntaxErrorReporter::prefixWithoutParentheses() {
  bool atBody = within({P::RuleBody}) || (within({P::RuleConditional}) && wants(T::LeftParen));
  bool afterReference = within({P::RuleProcessDefinition}) && type(at) == T::Arrow;
  if (!atBody && !afterReference)
    return false;
  size_t from = at;
  if (afterReference) {
    while (from > first && type(from - 1) != T::Equal)
      --from;
    if (type(from) == T::LeftParen) {
      error(at, "`->` cannot follow a closed pair of parentheses").note("write `(a -> b -> P)` or `(a -> (b -> P))`");
      return true;
    }
  }
  if (!afterReference && !is(at, {T::Lower, T::LeftBrace, T::LeftBracket})) {
    if (atEnd(at) || is(at, {T::Dot, T::Comma, T::RightParen, T::Bar}))
      error(at, "expected a process after " + quoted(at - 1) + ", found " + quoted(at))
          .note("a process is a name such as `STOP`, a choice `(a -> P | b -> Q)` or `if … then …`");
    else
      error(at, "expected a process (a name, `(` or `if`) after " + quoted(at - 1) + ", found " + quoted(at));
    return true;
  }
  // Is there an arrow before the body ends?
  size_t depth = 0, end = from;
  for (; !atEnd(end) && !isDefinitionStart(tokens, end + 1); ++end) {
    if (is(end, {T::LeftParen, T::LeftBrace, T::LeftBracket}))
      ++depth;
    else if (is(end, {T::RightParen, T::RightBrace, T::RightBracket}) && depth-- == 0)
      break;
    else if (depth == 0 && is(end, {T::Arrow, T::Comma, T::Else}))
      break;
  }
  if (type(end) == T::Arrow) {
    error(from, "an action prefix must stand in parentheses")
        .note("write `(" + quoted(from).substr(1, quoted(from).size() - 2) + " -> …)`");
    return true;
  }
  if (type(at) != T::Lower) {
    error(at, "expected a process (a name, `(` or `if`) after " + quoted(at - 1) + ", found " + quoted(at));
    return true;
  }
  error(at, "the name of a process must begin with an upper-case letter")
      .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
  retype(at, T::Upper);
  return true;
}

/// The token that closes the bracket at token `i`, or the last one of the file.
size_t SyntaxErrorReporter::bracketEnd(size_t i) const {
  size_t depth = 0;
  for (; !atEnd(i); ++i) {
    if (is(i, {T::LeftParen, T::LeftBrace, T::LeftBracket}))
      ++depth;
    else if (is(i, {T::RightParen, T::RightBrace, T::RightBracket}) && --depth == 0)
      break;
  }
  return i;
}

/// `((i > 0) a -> P | …)`: the parentheses hold a condition, an action stands behind them.
bool SyntaxErrorReporter::guardWithoutWhen() {
  size_t close = bracketEnd(at);
  if (atEnd(close) || !is(close + 1, {T::Lower, T::LeftBrace}))
    return false;
  for (size_t i = at; i < close; ++i)
    if (is(i, {T::Arrow, T::Dot, T::Equal}))
      return false;
  llvm::StringRef guard = tokens.source().slice(tokens.at(at).begin, tokens.at(close).end);
  error(tokens.range(tokens.at(at).begin, tokens.at(close).end), "a condition in front of an action needs `when`")
      .note("write `when " + guard + " " + text(close + 1) + "`");
  insert(at, T::When);
  return true;
}

/// What stands where an alternative of a choice should begin.
bool SyntaxErrorReporter::choice() {
  bool atAlternative = within({P::RuleAlternative, P::RuleLabel, P::RuleLabelPart}) &&
                       (at > first && is(at - 1, {T::LeftParen, T::Bar})) && inside(P::RuleAlternative);
  if (!atAlternative || is(at, {T::Arrow}))
    return false;
  switch (type(at)) {
  case T::RightParen:
    if (type(at - 1) == T::LeftParen)
      error(at, "a choice needs at least one action").note("a process that does nothing is `STOP`");
    else
      error(at - 1, "expected another alternative after `|`");
    if (type(at - 1) == T::Bar)
      erase(at - 1);
    return true;
  case T::Bar:
    error(at, type(at - 1) == T::LeftParen ? "a choice begins with an action, not with `|`" : "`|` is written twice");
    erase(at);
    return true;
  case T::BarBar:
    error(at, "a choice begins with an action, not with `||`");
    erase(at);
    return true;
  case T::LeftParen:
    if (guardWithoutWhen())
      return true;
    error(at, "expected an action after " + quoted(at - 1) + ", found another `(`")
        .note("each alternative begins with an action: `(a -> (b -> P))`");
    return true;
  case T::If:
    error(at, "`if` cannot stand directly in parentheses")
        .note(type(at - 1) == T::LeftParen ? "remove the parentheses around it, or guard an action with `when`"
                                           : "guard the alternative with `when`: `| when x > 0 a -> P`");
    return true;
  default:
    return false;
  }
}

/// The first token of the label that ends before `at`.
size_t SyntaxErrorReporter::labelStart() const {
  size_t label = at - 1, depth = 0;
  for (; label > first; --label) {
    if (is(label, {T::RightBracket, T::RightBrace}))
      ++depth;
    else if (is(label, {T::LeftBracket, T::LeftBrace}) && depth > 0)
      --depth;
    if (depth == 0 && is(label - 1, {T::LeftParen, T::Bar, T::Arrow}))
      break;
  }
  return label;
}

/// `S = (A || B)`, `S = (a:A || B)`: a composition without `||` in front of its name.
bool SyntaxErrorReporter::composedLikeProcess() {
  size_t label = labelStart(), name = first;
  while (name < at && !isUpper(name))
    ++name;
  if (!is(at, {T::BarBar, T::Colon, T::ColonColon}) || type(label - 1) != T::LeftParen || type(label - 2) != T::Equal ||
      name + 2 > label)
    return false;
  bool isComposed = false;
  for (size_t i = label, end = bracketEnd(label - 1); i < end; ++i) {
    if (type(i) == T::Arrow)
      return false;
    isComposed |= type(i) == T::BarBar;
  }
  if (!isComposed)
    return false;
  error(name, "the name of a composition needs `||` in front of it").note("write `||" + text(name) + " = (…)`");
  insert(name, T::BarBar);
  return true;
}

/// `(P)`, `(a -> P | STOP)`: the process has been read as a set of actions.
bool SyntaxErrorReporter::processAsAction() {
  size_t label = labelStart();
  if (!is(at, {T::RightParen, T::Bar, T::Semicolon}) || !isUpper(label) || type(label - 1) == T::Arrow)
    return false;
  if (type(label - 1) == T::LeftParen && type(at) == T::RightParen) {
    error(tokens.range(tokens.at(label - 1).begin, tokens.at(at).end),
          "the name of a process cannot stand in parentheses by itself")
        .note("write `" + text(label) + "` without them; parentheses need an action: `(a -> " + text(label) + ")`");
    erase(at);
    erase(label - 1);
    return true;
  }
  error(label, "an alternative begins with an action, but " + quoted(label) + " is the name of a process")
      .note("write `a -> " + text(label) + "`");
  return true;
}

/// `(a)`, `(a -> b)`: no process at the end.
bool SyntaxErrorReporter::missingProcess() {
  if (!is(at, {T::RightParen, T::Bar, T::Comma, T::Dot}))
    return false;
  size_t label = labelStart();
  if (type(label) == T::Lower && label + 1 == at && type(label - 1) == T::Arrow) {
    error(label, "an alternative must end with a process, but " + quoted(label) +
                     " begins with a lower-case letter, like an action")
        .note("write `" + text(label) + " -> STOP`, or `" + capitalized(text(label)) + "` if a process is meant");
  } else {
    if (type(at) == T::Dot && !is(at + 1, {T::Integer}) && !isUpper(at + 1) && !atEnd(at + 1))
      return false;
    error(at, "expected `->` and a process after the action, found " + quoted(at))
        .note("an alternative ends with a process: `a -> P`, `a -> STOP`");
  }
  insert(at, T::Arrow);
  insert(at + 1, T::Upper);
  return true;
}

/// After an action, where `->` should follow.
bool SyntaxErrorReporter::arrow() {
  if (!within({P::RuleAlternative}) || !wants(T::Arrow))
    return false;
  if (composedLikeProcess() || processAsAction() || missingProcess())
    return true;
  llvm::SMRange two = tokens.range(tokens.at(at).begin, tokens.at(at + 1).end);
  switch (type(at)) {
  case T::Lower:
  case T::LeftBrace:
  case T::LeftParen:
  case T::If:
  case T::Upper:
  case T::Next:
  case T::Until:
  case T::WeakUntil:
    if (isDefinitionStart(tokens, at))
      return false;
    error(at, "expected `->` between " + quoted(at - 1) + " and " + quoted(at));
    insert(at, T::Arrow);
    return true;
  case T::Minus:
  case T::Equal:
    if (is(at + 1, {T::Arrow, T::Greater})) {
      error(two, "an arrow is written `->`, not `" + text(at) + (adjacent(at) ? "" : " ") + text(at + 1) + "`");
      erase(at);
      retype(at, T::Arrow);
      return true;
    }
    [[fallthrough]];
  case T::Greater:
  case T::GreaterEqual:
  case T::Colon:
  case T::Semicolon:
  case T::Iff:
  case T::DotDot:
    error(at, "expected `->` after the action, found " + quoted(at));
    retype(at, T::Arrow);
    return true;
  default:
    return false;
  }
}

/// After `->`, where an action or a process should follow.
bool SyntaxErrorReporter::afterArrow() {
  if (!inside(P::RuleAlternative) || at == first || type(at - 1) != T::Arrow)
    return false;
  switch (type(at)) {
  case T::Arrow:
    error(at, "`->` is written twice");
    erase(at);
    return true;
  case T::When:
    error(at, "`when` must stand at the beginning of an alternative").note("write `a -> (when x > 0 b -> P)`");
    return true;
  case T::RightParen:
  case T::Bar:
  case T::Comma:
  case T::Dot:
  case T::Semicolon:
    error(at, "expected an action or a process after `->`, found " + quoted(at))
        .note("a process that does nothing more is `STOP`");
    insert(at, T::Upper);
    return true;
  default:
    if (isDefinitionStart(tokens, at) || atEnd(at)) {
      error(at, "expected an action or a process after `->`, found " + quoted(at));
      insert(at, T::Upper);
      return true;
    }
    return false;
  }
}

/// After an alternative's process, where `|` or `)` should follow.
bool SyntaxErrorReporter::alternativeEnd() {
  if (!within({P::RuleChoice}) || !wants(T::RightParen))
    return false;
  switch (type(at)) {
  case T::BarBar:
    error(at, "alternatives are separated by `|`, not by `||`");
    retype(at, T::Bar);
    return true;
  case T::Comma:
    if (isUpper(at + 1) && is(at + 2, {T::Equal, T::LeftBracket}))
      return false;
    [[fallthrough]];
  case T::Semicolon:
    if (is(at + 1, {T::RightParen, T::Dot, T::Comma}) || atEnd(at + 1))
      return false;
    error(at, "alternatives are separated by `|`, not by " + quoted(at));
    retype(at, T::Bar);
    return true;
  case T::Arrow:
    error(at, "`->` cannot follow the process that ends an alternative")
        .note("write `(a -> b -> P)`, with the process last");
    return true;
  case T::Lower:
  case T::When:
  case T::LeftBrace:
    if (isDefinitionStart(tokens, at))
      return false;
    error(at, "expected `|` or `)` before " + quoted(at));
    insert(at, T::Bar);
    return true;
  default:
    return false;
  }
}

/// `P(1)` without `;`, indices in the wrong place, parameters written as indices.
bool SyntaxErrorReporter::reference() {
  if (within({P::RuleCall}) && wants(T::Semicolon)) {
    error(at, "expected `;` after a process with parameters, found " + quoted(at))
        .note("parameters are for running another process to its end: `P(1);END`; an index of a local process is "
              "written `P[1]`");
    insert(at, T::Semicolon);
    insert(at + 1, T::Upper);
    return true;
  }
  if (!within({P::RuleReference}) || at == first || !is(at - 1, {T::Semicolon, T::Bar, T::Comma}))
    return false;
  if (is(at, {T::RightParen, T::Dot, T::Bar, T::Comma})) {
    error(at, "expected a process after " + quoted(at - 1) + ", found " + quoted(at))
        .note("a sequence ends with a local process or `END`: `P;END`");
    insert(at, T::Upper);
    return true;
  }
  if (type(at) == T::LeftParen) {
    error(at, "a sequence consists of names of processes; `(` cannot stand here")
        .note("define the process by a name of its own: `P;NEXT`, `NEXT = (…)`");
    return true;
  }
  if (type(at) == T::Lower) {
    error(at, "the name of a process must begin with an upper-case letter")
        .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Upper);
    return true;
  }
  error(at, "expected the name of a process after " + quoted(at - 1) + ", found " + quoted(at));
  return true;
}

bool SyntaxErrorReporter::conditional() {
  if (!within({P::RuleConditional, P::RuleCompositeBody, P::RuleProgressDefinition}) || !wants(T::Then))
    return false;
  error(at, "expected `then` after the condition of `if`, found " + quoted(at));
  if (!isDefinitionStart(tokens, at))
    insert(at, T::Then);
  return true;
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

/// Between and after the operands of a composition.
bool SyntaxErrorReporter::compositeOperator() {
  bool inParentheses = within({P::RuleCompositeOperand}) && wants(T::RightParen);
  bool atTop = within({P::RuleCompositeDefinition}) && wants(T::Dot);
  if (!inParentheses && !atTop)
    return false;
  if (atTop && is(at, {T::BarBar, T::Bar}) && !isDefinitionStart(tokens, at)) {
    error(at, "a composition of several processes must stand in parentheses")
        .note("write `||" + definitionName() + " = (A || B).`");
    return true;
  }
  if (!inParentheses)
    return false;
  switch (type(at)) {
  case T::Bar:
  case T::Comma:
  case T::Semicolon:
  case T::Ampersand:
  case T::AmpAmp:
    if (isDefinitionStart(tokens, at + 1) || is(at + 1, {T::RightParen, T::Dot}))
      return false;
    error(at, "processes are composed with `||`, not with " + quoted(at));
    retype(at, T::BarBar);
    return true;
  case T::Upper:
  case T::Lower:
  case T::LeftParen:
  case T::LeftBrace:
  case T::LeftBracket:
    if (isDefinitionStart(tokens, at))
      return false;
    if (type(at) == T::LeftBracket) {
      error(at, "an index cannot follow the name of a process here")
          .note("give the process its own label with a prefix, `a[1]:" + text(at - 1) + "`, or an argument, `" +
                text(at - 1) + "(1)`");
      return true;
    }
    error(at, "expected `||` or `)` before " + quoted(at));
    insert(at, T::BarBar);
    return true;
  case T::ColonColon:
  case T::Colon:
    return false;
  case T::Arrow:
    error(at, "a composition consists of the names of processes; actions cannot be written here")
        .note("define the process by a name: `P = (a -> P).`, and compose `P`");
    return true;
  case T::Backslash:
  case T::At:
  case T::ShiftLeft:
  case T::ShiftRight:
    error(at, quoted(at) + " applies to the whole composite and must stand after the parentheses");
    return true;
  default:
    return false;
  }
}

/// Where an operand should begin.
bool SyntaxErrorReporter::composite() {
  if (!inside(P::RuleCompositeDefinition) ||
      !within({P::RuleCompositeOperand, P::RuleCompositeBody, P::RuleLabel, P::RuleLabelTail}) || wants(T::RightParen))
    return false;
  // After a label: a colon is missing, or it was the name of a process.
  size_t before = at - 1;
  bool labelRead = at > first && is(before, {T::Lower, T::RightBracket, T::RightBrace}) &&
                   (wants(T::Colon) || wants(T::ColonColon) || wanted.isEmpty());
  if (labelRead) {
    if (type(at) == T::Arrow) {
      error(at, "a composition consists of the names of processes; actions cannot be written here")
          .note("define the process by a name: `P = (a -> P).`, and compose `P`");
      return true;
    }
    if (isUpper(at) || type(at) == T::LeftParen) {
      error(at, "expected `:` between the label and " + quoted(at))
          .note("`a:P` puts `a.` in front of every action of P");
      insert(at, T::Colon);
      return true;
    }
    if (type(before) == T::Lower && is(before - 1, {T::LeftParen, T::BarBar, T::Equal, T::Colon, T::ColonColon})) {
      error(before, "the name of a process must begin with an upper-case letter")
          .note("write `" + capitalized(text(before)) + "` instead of `" + text(before) + "`");
      retype(before, T::Upper);
      return true;
    }
    size_t label = before;
    while (label > first && !is(label - 1, {T::LeftParen, T::BarBar, T::Equal, T::Colon, T::ColonColon}))
      --label;
    Diagnostic &found = error(at, "expected `:` and a process after the label, found " + quoted(at));
    if (isUpper(label))
      found.note("if " + quoted(label) + " is a process: it has no indices here; write `a[1]:" + text(label) +
                 "` or `" + text(label) + "(1)`");
    return true;
  }
  if (at > first && type(before) == T::Colon && is(at, {T::LeftBrace, T::LeftBracket})) {
    error(at, "expected a process after `:`, found a label").note("sharing comes first: `{a,b}::c:P`");
    return true;
  }
  if (type(at) == T::Lower && type(before) == T::Colon && is(at + 1, {T::Colon, T::LeftBracket, T::Dot})) {
    error(at, "expected a process after `:`, found another label")
        .note("a prefix of several parts is written with dots: `a.b:P`");
    return true;
  }
  if (type(at) == T::Lower) {
    error(at, "the name of a process must begin with an upper-case letter")
        .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Upper);
    return true;
  }
  if (at > first && is(before, {T::BarBar, T::Bar}) && is(at, {T::RightParen, T::BarBar})) {
    error(before, "expected another process after " + quoted(before));
    erase(before);
    return true;
  }
  error(at, "expected a process after " + quoted(before) + ", found " + quoted(at));
  return true;
}

} // namespace tenon
