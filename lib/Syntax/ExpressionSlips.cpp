//===- ExpressionSlips.cpp - Slips in brackets, labels and formulas -------===//

#include "SyntaxErrors.h"

namespace tenon {

/// What is not closed, or closed by the wrong bracket.
bool SyntaxErrorReporter::brackets() {
  if (open.empty()) {
    if (!is(at, {T::RightParen, T::RightBrace, T::RightBracket}))
      return false;
    error(at, quoted(at) + " closes nothing");
    erase(at);
    return true;
  }
  size_t opening = open.back();
  size_t closing = type(opening) == T::LeftParen   ? T::RightParen
                   : type(opening) == T::LeftBrace ? T::RightBrace
                                                   : T::RightBracket;
  llvm::StringRef closingText = closing == T::RightParen ? "`)`" : closing == T::RightBrace ? "`}`" : "`]`";
  bool other = is(at, {T::RightParen, T::RightBrace, T::RightBracket}) && type(at) != closing;
  bool ends = atEnd(at) || isDefinitionStart(tokens, at) || is(at, {T::Dot, T::Semicolon, T::Arrow, T::Then}) ||
              (type(at) == T::Comma && isUpper(at + 1) && is(at + 2, {T::Equal, T::LeftBracket}));
  if (!other && !ends && !wants(closing))
    return false;
  if (type(at) == closing)
    return false;
  if (endsDefinition(at)) {
    closeAll(at);
    return true;
  }
  bool closesOuter = false;
  for (size_t i : open)
    closesOuter |= other && i != opening &&
                   type(i) == (type(at) == T::RightParen   ? T::LeftParen
                               : type(at) == T::RightBrace ? T::LeftBrace
                                                           : T::LeftBracket);
  if (other && !closesOuter && !wants(closing) && !wanted.isEmpty()) {
    error(at, quoted(at) + " closes nothing");
    erase(at);
    return true;
  }
  std::string found = ", found " + quoted(at);
  error(at, "expected " + closingText + found).note(place(opening), "to close this " + quoted(opening));
  if (other && !closesOuter)
    retype(at, closing);
  else
    insert(at, closing);
  return true;
}

/// `fluent F = <a, b`, and then something else or the next definition.
bool SyntaxErrorReporter::unclosedFluent() {
  if (!within({P::RuleFluentDefinition}) || !wants(T::Greater))
    return false;
  bool closing = is(at, {T::RightParen, T::RightBrace, T::RightBracket});
  if (closing && type(at + 1) == T::Greater)
    return false;
  size_t opening = at;
  while (opening > first && type(opening) != T::Less)
    --opening;
  // `<a, b.` and then `P = …`: the dot has joined the name to the label.
  bool joined = type(at - 2) == T::Dot && endsDefinition(at - 2);
  size_t end = joined ? at - 2 : at;
  bool ends = atEnd(end) || isDefinitionStart(tokens, end) || (beginsLine(end) && headerEnd(end));
  Diagnostic &found = ends ? error(placeAfter(end - 1), "expected `>` after the fluent's actions")
                           : error(end, "expected `>`, found " + quoted(end));
  found.note(place(opening), "to close this `<`");
  if (joined || closing)
    retype(end, T::Greater);
  else
    insert(end, T::Greater);
  return true;
}

/// Whether the line that token `i` stands on closes the bracket that is open there.
bool SyntaxErrorReporter::closesOnLine(size_t i) const {
  for (size_t depth = 1; !atEnd(i) && !beginsLine(i); ++i) {
    depth += type(i) == T::LeftBracket;
    depth -= type(i) == T::RightBracket;
    if (depth == 0)
      return true;
  }
  return false;
}

static bool isKeyword(size_t type) {
  return type >= TokenType::Const && type <= TokenType::Initially;
}

/// `(set -> P)`
bool SyntaxErrorReporter::keywordAsName() {
  if (!isKeyword(type(at)) || isDefinitionStart(tokens, at) || is(at, {T::If, T::Then, T::Else, T::When, T::Forall}))
    return false;
  bool lower = wants(T::Lower), upper = wants(T::Upper);
  if (!lower && !upper && !within({P::RuleAlternative, P::RuleLabelPart, P::RuleLabelTail, P::RuleOperand}))
    return false;
  error(at, quoted(at) + " is a keyword and cannot be used as a name")
      .note("choose another name, for example `" + text(at) + "_`");
  retype(at, lower || !upper ? T::Lower : T::Upper);
  return true;
}

/// `=` where two values are compared.
bool SyntaxErrorReporter::equalsInExpression() {
  if (type(at) != T::Equal || type(at + 1) == T::Greater)
    return false;
  bool compares = !open.empty() && type(open.back()) != T::LeftBrace && !isUpper(at - 1) &&
                  !inside(P::RuleParameters) && inside(P::RuleExpr);
  size_t from = at;
  while (!compares && from > first && !is(from, {T::Then, T::Arrow, T::Bar, T::Comma}))
    compares = is(--from, {T::When, T::If});
  if (!compares && inside(P::RuleExpr) && !open.empty())
    compares = true;
  if (!compares)
    return false;
  error(at, "values are compared with `==`, not with `=`");
  retype(at, T::EqualEqual);
  return true;
}

/// Where an operand should begin.
bool SyntaxErrorReporter::unaryOperators() {
  if (!within({P::RuleOperand}) || at == first || !wants(T::Integer))
    return false;
  if (is(at, {T::Plus, T::Minus, T::Bang}) && is(at - 1, {T::Plus, T::Minus, T::Bang})) {
    error(at, "an operand can have one sign only").note("use parentheses: `" + text(at - 1) + "(" + text(at) + "x)`");
    erase(at);
    return true;
  }
  if (type(at) == T::Equal && is(at - 1, {T::Equal, T::Less, T::Greater}))
    return false;
  if (type(at) == T::Lower || (isKeyword(type(at)) && type(at) != T::Then && !isDefinitionStart(tokens, at)))
    return false;
  if (type(at) == T::Dot && type(at - 1) == T::DotDot)
    return false;
  if (type(at) == T::RightBracket && type(at - 1) == T::LeftBracket) {
    error(tokens.range(tokens.at(at - 1).begin, tokens.at(at).end), "expected an index between `[` and `]`");
    insert(at, T::Integer);
    retype(at, T::Lower);
    return true;
  }
  if (type(at - 1) == T::LeftBracket && is(at, {T::Dot, T::DotDot}))
    return false;
  if (type(at) == T::Arrow || atEnd(at) || isDefinitionStart(tokens, at) ||
      is(at, {T::RightParen, T::RightBracket, T::RightBrace, T::Comma, T::Dot, T::Then})) {
    error(at, "expected a value after " + quoted(at - 1) + ", found " + quoted(at));
    insert(at, T::Lower);
    return true;
  }
  error(at, "expected a value, found " + quoted(at));
  return true;
}

/// In a label, or where one should begin.
bool SyntaxErrorReporter::labelSlips() {
  bool afterDot = within({P::RuleLabelTail}) && at > first && type(at - 1) == T::Dot;
  if (type(at) == T::Integer && afterDot) {
    error(at, "a number in a label is an index: write `[" + text(at) + "]` instead of `." + text(at) + "`");
    erase(at - 1);
    insert(at - 1, T::LeftBracket);
    insert(at + 1, T::RightBracket);
    return true;
  }
  if (type(at) == T::Always && at > first) {
    error(at, "expected an index between `[` and `]`");
    erase(at);
    return true;
  }
  bool atLabel = within({P::RuleLabel, P::RuleLabelPart, P::RuleActionLabel, P::RuleActionPart, P::RuleConstantLabel,
                         P::RuleAlternative, P::RuleBraces}) &&
                 wants(T::Lower);
  bool atAlternative = within({P::RuleAlternative}) && at > first && is(at - 1, {T::LeftParen, T::Bar, T::Arrow});
  if (!afterDot && !atLabel && !atAlternative)
    return false;
  if (type(at) == T::Integer) {
    error(at, "a label cannot begin with a number").note("an index may: write `[" + text(at) + "]`");
    retype(at, T::Lower);
    return true;
  }
  if (type(at) == T::String) {
    error(at, "a label is written without quotes");
    retype(at, T::Lower);
    return true;
  }
  if (type(at) == T::Quote) {
    error(at, "`'` marks a label that is a value; here the label stands by itself");
    erase(at);
    return true;
  }
  if (afterDot && !isKeyword(type(at))) {
    error(at, "expected a name, a set or `[` after `.` in a label, found " + quoted(at));
    if (is(at, {T::Arrow, T::Dot})) {
      erase(at - 1);
    }
    return true;
  }
  return false;
}

/// In brackets.
bool SyntaxErrorReporter::indexSlips() {
  if (open.empty() || type(open.back()) != T::LeftBracket || is(at, {T::RightBracket, T::Equal}))
    return false;
  switch (type(at)) {
  case T::Comma:
    if (!closesOnLine(at))
      return false;
    error(at, "each index has its own brackets").note("write `[i][j]` instead of `[i,j]`");
    retype(at, T::RightBracket);
    insert(at + 1, T::LeftBracket);
    return true;
  case T::Colon:
    if (!wants(T::RightBracket) && !wanted.isEmpty())
      return false;
    if (isUpper(at - 1) && open.back() + 1 == at - 1) {
      error(at - 1, "the name of a variable must begin with a lower-case letter")
          .note("write `" + uncapitalized(text(at - 1)) + "` instead of `" + text(at - 1) + "`");
      retype(at - 1, T::Lower);
      return true;
    }
    error(at, "a range is written with `..`, not with `:`");
    retype(at, T::DotDot);
    return true;
  case T::Dot: {
    if (endsDefinition(at))
      return false;
    size_t dots = 1;
    while (type(at + dots) == T::Dot && adjacent(at + dots - 1))
      ++dots;
    if (type(at - 1) == T::DotDot)
      error(at, "a range is written with two dots, `..`");
    else if (is(at + dots, {T::Integer}) || isUpper(at + dots))
      error(at, "a range is written with two dots, `..`");
    else
      return false;
    if (type(at - 1) == T::DotDot)
      erase(at, dots);
    else
      retype(at, T::DotDot);
    return true;
  }
  default:
    return false;
  }
}

/// In braces, or where a set should begin.
bool SyntaxErrorReporter::setSlips() {
  if (within({P::RuleSet}) || (within({P::RuleBraces}) && wants(T::LeftBrace))) {
    bool definition = rules.size() > 1 && rules[1] == P::RuleSetDefinition;
    bool label = is(at, {T::Lower, T::LeftBracket}) || (isUpper(at) && definition);
    if (label && !isDefinitionStart(tokens, at) && needsBraces(at, isUpper(at) ? ", also for another set" : ""))
      return true;
    error(at, "expected a set of labels (`{a, b}`" + std::string(definition ? "" : " or a set's name") + "), found " +
                  quoted(at));
    return true;
  }
  bool inBraces = !open.empty() && type(open.back()) == T::LeftBrace;
  if (!inBraces)
    return false;
  if (type(at) == T::RightBrace && open.back() + 1 == at && !inside(P::RuleAnimationDefinition)) {
    error(tokens.range(tokens.at(at - 1).begin, tokens.at(at).end), "a set needs at least one label");
    insert(at, T::Lower);
    return true;
  }
  if (type(at) == T::RightBrace && type(at - 1) == T::Comma) {
    error(at - 1, "expected another label after `,`");
    erase(at - 1);
    return true;
  }
  if (within({P::RuleBraces}) && wants(T::RightBrace)) {
    if (is(at, {T::Semicolon, T::Bar, T::BarBar})) {
      error(at, "the labels of a set are separated by `,`, not by " + quoted(at));
      retype(at, T::Comma);
      return true;
    }
    if ((type(at) == T::Lower || isUpper(at)) && !isDefinitionStart(tokens, at)) {
      error(at, "expected `,` between the labels " + quoted(at - 1) + " and " + quoted(at));
      insert(at, T::Comma);
      return true;
    }
    if (type(at) == T::DotDot) {
      error(at, "a range is an index and stands in brackets").note("write `[0..3]`");
      return true;
    }
  }
  return false;
}

bool SyntaxErrorReporter::relabelSlips() {
  if (within({P::RuleRelabelClause}) && wants(T::Slash)) {
    if (is(at, {T::RightBrace, T::Comma})) {
      error(at, "relabelling needs the new label and the old one: `new/old`");
      insert(at, T::Slash);
      insert(at + 1, T::Lower);
      return true;
    }
    if (is(at, {T::Arrow, T::Equal, T::Colon, T::Backslash})) {
      error(at, "relabelling is written `new/old`, with `/`");
      retype(at, T::Slash);
      return true;
    }
    return false;
  }
  if (within({P::RuleRelabelClauses}) && wants(T::LeftBrace) && type(at) == T::Lower) {
    error(at, "relabelling stands in braces").note("write `/{new/old}`");
    return true;
  }
  if (within({P::RuleRelabelClauses}) && wants(T::RightBrace) &&
      (type(at) == T::Lower || isUpper(at) || type(at) == T::Semicolon) && !isDefinitionStart(tokens, at)) {
    error(at, "expected `,` between the parts of a relabelling, found " + quoted(at));
    if (type(at) == T::Semicolon)
      retype(at, T::Comma);
    else
      insert(at, T::Comma);
    return true;
  }
  return false;
}

bool SyntaxErrorReporter::formulaSlips() {
  if (!inside(P::RuleFormulaDefinition))
    return false;
  if (within({P::RuleFormulaAtom}) && wants(T::RightParen)) {
    if (is(at, {T::Ampersand, T::Bar})) {
      std::string twice = text(at).str() + text(at).str();
      error(at, "in a formula, write `" + twice + "` instead of " + quoted(at));
      retype(at, type(at) == T::Bar ? T::BarBar : T::AmpAmp);
      return true;
    }
    if (type(at) == T::Dot && isUpper(at - 1)) {
      error(at, "in a formula, " + quoted(at - 1) + " is a fluent or an assertion; a set of labels stands in braces")
          .note("write `{" + text(at - 1) + "}` for the set, `{" + text(at - 1) + ".x}` for its labels with `.x`");
      return true;
    }
    if (is(at, {T::EqualEqual, T::NotEqual, T::Less, T::LessEqual, T::Greater, T::GreaterEqual, T::Plus, T::Minus})) {
      error(at, "values cannot be compared in a formula").note("`rigid (x == 1)` makes a formula of a value");
      return true;
    }
    if (type(at) == T::Lower || type(at) == T::LeftParen || (isUpper(at) && !isDefinitionStart(tokens, at))) {
      error(at, "expected an operator (`&& || -> <-> U W`) or `)` before " + quoted(at));
      return true;
    }
    return false;
  }
  bool starts = within({P::RuleFormula, P::RuleFormulaAtom}) && !wants(T::RightParen);
  if (!starts)
    return false;
  if (is(at, {T::AmpAmp, T::BarBar, T::Arrow, T::Iff, T::Until, T::WeakUntil}) && isUpper(at - 1) == false) {
    error(at, "expected a formula before " + quoted(at));
    return true;
  }
  error(at, "expected a formula after " + quoted(at - 1) + ", found " + quoted(at));
  return true;
}

bool SyntaxErrorReporter::fileName() {
  if (!wants(T::String))
    return false;
  if (tokens.hasLexicalError(at, at)) {
    mended = false;
    return true; // the open string has been reported
  }
  error(at, "expected a file name in quotes, found " + quoted(at)).note("write `\"model.aut\"`");
  return true;
}

} // namespace tenon
