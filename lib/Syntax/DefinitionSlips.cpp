//===- DefinitionSlips.cpp - Slips at the borders of definitions ----------===//

#include "SyntaxErrors.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

llvm::StringRef unterminatedKind(size_t kind) {
  switch (kind) {
  case TokenType::Const:
    return "const";
  case TokenType::Range:
    return "range";
  case TokenType::Set:
    return "set";
  case TokenType::Progress:
    return "progress";
  case TokenType::Menu:
    return "menu";
  case TokenType::Animation:
    return "animation";
  case TokenType::Fluent:
    return "fluent";
  case TokenType::Assert:
    return "assert";
  case TokenType::Constraint:
    return "constraint";
  case TokenType::Import:
    return "import";
  case TokenType::Include:
    return "include";
  default:
    return "";
  }
}

bool SyntaxErrorReporter::topLevelOperator() {
  bool formula = previous == T::Assert || previous == T::Constraint;
  if (formula && is(at, {T::BarBar, T::AmpAmp, T::Arrow, T::Iff, T::Until, T::WeakUntil, T::Bar, T::Ampersand})) {
    error(at, "a formula with the operator " + quoted(at) + " must stand in parentheses")
        .note("write `" + unterminatedKind(previous) + " A = (… " + text(at) + " …)`");
    return true;
  }
  bool value = previous == T::Const || previous == T::Range || previous == T::Fluent;
  if (value && is(at, {T::EqualEqual, T::NotEqual, T::Less, T::LessEqual, T::Greater, T::GreaterEqual, T::ShiftLeft,
                       T::ShiftRight, T::AmpAmp, T::BarBar, T::Bar, T::Ampersand, T::Caret})) {
    error(at, "a value with the operator " + quoted(at) + " must stand in parentheses here")
        .note("without them, the value of a `" + unterminatedKind(previous) + "` may use `+ - * / %` only");
    return true;
  }
  return false;
}

/// What may stand by mistake between two definitions.
bool SyntaxErrorReporter::strayToken() {
  llvm::StringRef kind = unterminatedKind(previous);
  switch (type(at)) {
  case T::Semicolon:
    if (kind.empty())
      error(at, "`;` is not needed after a definition");
    else
      error(at, ("a `" + kind + "` definition ends by itself, without `;`").str());
    erase(at);
    return true;
  case T::Dot:
    if (kind.empty())
      error(at, "`.` ends no definition here");
    else
      error(at, ("a `" + kind + "` definition ends by itself, without `.`").str());
    erase(at);
    return true;
  case T::RightParen:
  case T::RightBrace:
  case T::RightBracket:
    error(at, quoted(at) + " closes nothing");
    erase(at);
    return true;
  case T::Comma:
  case T::Bar:
    if (first > 0 && type(first - 1) == T::Dot) {
      error(at, quoted(at) + " after the end of a definition")
          .note(place(first - 1), "this `.` ends the definition; local processes are separated by `,`, "
                                  "alternatives by `|`");
      return true;
    }
    return false;
  case T::Lower:
    if (is(at + 1, {T::Equal, T::LeftBracket}) || (type(at + 1) == T::LeftParen && isUpper(at + 2))) {
      error(at, "the name of a process must begin with an upper-case letter")
          .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
      retype(at, T::Upper);
      return true;
    }
    if (isUpper(at + 1)) {
      error(at, "unknown keyword " + quoted(at))
          .note("a goal begins with `check`, `interface` or `repair`, a definition with a name or with one of "
                "`const range set progress fluent assert constraint property minimal …`");
      return true;
    }
    return false;
  default:
    return false;
  }
}

/// No definition begins at the first token.
bool SyntaxErrorReporter::definitionStart() {
  // `assert A = a U b`: U has been taken for the name of a process.
  if (at == first + 1 && is(first, {T::Until, T::WeakUntil}) && within({P::RuleFirstProcess})) {
    at = first;
    if (topLevelOperator())
      return true;
    at = first + 1;
  }
  if (at != first || !within({P::RuleDefinition}))
    return false;
  if (topLevelOperator())
    return true;
  bool isComponent = text(at) == "component" && is(at + 2, {T::LeftBrace, T::LeftParen});
  bool isObserver = text(at) == "observer" && is(at + 2, {T::Equal, T::LeftParen});
  if ((isComponent || isObserver) && type(at + 1) == T::Lower) {
    error(at + 1, "the name of " + std::string(isComponent ? "a component" : "an observer") +
                      " must begin with an upper-case letter")
        .note("write `" + capitalized(text(at + 1)) + "` instead of `" + text(at + 1) + "`");
    return true;
  }
  if (!strayToken())
    error(at, "expected a definition, found " + quoted(at));
  return true;
}

bool SyntaxErrorReporter::modifiers() {
  if (!within({P::RuleModelDefinition}))
    return false;
  if (is(at, {T::Deterministic, T::Minimal, T::Compose, T::Property})) {
    bool repeated = false;
    for (size_t i = first; i < at; ++i)
      repeated |= type(i) == type(at);
    if (repeated)
      error(at, quoted(at) + " is written twice");
    else
      error(at, quoted(at) + " must come before " + quoted(at - 1))
          .note("the order is `deterministic minimal compose property`");
    erase(at);
    return true;
  }
  if (type(at) == T::Lower) {
    error(at, "the name of a process must begin with an upper-case letter")
        .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Upper);
    return true;
  }
  Diagnostic &found = error(at, "expected the name of a process after " + quoted(at - 1) + ", found " + quoted(at));
  if (isDefinitionStart(tokens, at))
    found.note("only processes and composites can be " + quoted(at - 1));
  return true;
}

/// The parts after a body in the wrong order.
bool SyntaxErrorReporter::clauseOrder() {
  if (!within({P::RuleProcessDefinition, P::RuleCompositeDefinition}) || !wants(T::Dot))
    return false;
  bool compositePart = rules[0] == P::RuleCompositeDefinition;
  auto clauseBefore = [&](std::initializer_list<size_t> kinds) -> size_t {
    size_t depth = 0;
    for (size_t i = at; i-- > first;) {
      if (is(i, {T::RightBrace, T::RightParen, T::RightBracket}))
        ++depth;
      else if (is(i, {T::LeftBrace, T::LeftParen, T::LeftBracket}))
        depth -= depth > 0;
      else if (depth == 0 && is(i, kinds))
        return i;
      else if (depth == 0 && type(i) == T::Equal)
        break;
    }
    return 0;
  };
  llvm::StringRef order = compositePart
                              ? "the order is priority `>>`, then hiding `\\`; relabelling belongs to the composition: "
                                "`(A || B)/{new/old}`"
                              : "the order is `+ {…}`, then `/ {new/old}`, then `\\ {…}` or `@ {…}`";
  size_t before = 0;
  if (type(at) == T::Slash)
    before = clauseBefore({T::Backslash, T::At, T::ShiftLeft, T::ShiftRight});
  else if (type(at) == T::Plus && !compositePart)
    before = clauseBefore({T::Backslash, T::At, T::Slash});
  else if (is(at, {T::ShiftLeft, T::ShiftRight}) && compositePart)
    before = clauseBefore({T::Backslash, T::At});
  else if (is(at, {T::Backslash, T::At}))
    before = clauseBefore({T::Backslash, T::At});
  if (before) {
    if (is(at, {T::Backslash, T::At}))
      error(at, "a definition has one `\\` or `@` at most").note(place(before), "here is the first");
    else
      error(at, quoted(at) + " must come before " + quoted(before)).note(place(before), order);
    return true;
  }
  if (is(at, {T::ShiftLeft, T::ShiftRight}) && !compositePart) {
    error(at, "priorities are for composites only")
        .note("compose the process first: `||S = " + definitionName() + " >> {…}.`");
    return true;
  }
  if (type(at) == T::Comma && clauseBefore({T::Backslash, T::At, T::Slash, T::Plus}) && !compositePart) {
    error(at, "local processes must come before `+ / \\ @`")
        .note(place(clauseBefore({T::Backslash, T::At, T::Slash, T::Plus})), "move this behind the last local process");
    return true;
  }
  return false;
}

/// `P = (a -> Q) Q = (b -> P).`: what seems to begin a definition is a local process of this one, which refers to it.
bool SyntaxErrorReporter::missingComma() {
  if (!within({P::RuleProcessDefinition}) || !isUpper(at) || text(at) == definitionName())
    return false;
  for (size_t i = first; i < at; ++i) {
    if (!isUpper(i) || text(i) != text(at) || !is(i - 1, {T::Arrow, T::Equal, T::Then, T::Else}) ||
        is(i + 1, {T::Semicolon, T::LeftParen}))
      continue;
    error(at, "expected `,` before " + quoted(at) + ", a local process of `" + definitionName() + "`")
        .note(placeAfter(at - 1), "write `,` here; a `.` comes only after the last local process");
    insert(at, T::Comma);
    return true;
  }
  return false;
}

/// The definition should have ended.
bool SyntaxErrorReporter::definitionEnd() {
  if (!within({P::RuleProcessDefinition, P::RuleCompositeDefinition}) || !wants(T::Dot))
    return false;
  if (missingComma())
    return true;
  llvm::StringRef name = definitionName();
  if (atEnd(at) || isDefinitionStart(tokens, at) || (type(at) == T::Lower && type(at + 1) == T::Equal)) {
    if (atEnd(at))
      error(at, "expected `.` at the end of the definition of `" + name + "`");
    else
      error(at, "expected `.` before " + quoted(at) + ": the definition of `" + name + "` has not ended")
          .note(placeAfter(at - 1), "end it here with `.`");
    insert(at, T::Dot);
    return true;
  }
  switch (type(at)) {
  case T::Semicolon:
  case T::Colon:
    error(at, "a definition ends with `.`, not with " + quoted(at));
    retype(at, T::Dot);
    return true;
  case T::DotDot:
    error(at, "a definition ends with one `.`");
    retype(at, T::Dot);
    return true;
  case T::Bar:
    error(at, "the alternatives of a choice stand in one pair of parentheses").note("write `(a -> P | b -> Q)`");
    return true;
  case T::BarBar:
    error(at, "`||` composes processes in a composite definition only")
        .note("give the composition a name: `||NAME = (A || B).`");
    return true;
  default:
    error(at, "expected `.` at the end of the definition of `" + name + "`, found " + quoted(at));
    return true;
  }
}

static llvm::StringRef headerNoun(size_t rule) {
  switch (rule) {
  case grammar::TenonParser::RuleConstDefinition:
    return "a constant";
  case grammar::TenonParser::RuleRangeDefinition:
    return "a range";
  case grammar::TenonParser::RuleSetDefinition:
    return "a set";
  case grammar::TenonParser::RuleParameter:
    return "a parameter";
  case grammar::TenonParser::RuleFirstProcess:
  case grammar::TenonParser::RuleLocalProcess:
    return "a process";
  case grammar::TenonParser::RuleCompositeDefinition:
    return "a composite";
  case grammar::TenonParser::RuleProgressDefinition:
    return "a progress property";
  case grammar::TenonParser::RuleFluentDefinition:
    return "a fluent";
  case grammar::TenonParser::RuleFormulaDefinition:
    return "an assertion";
  case grammar::TenonParser::RuleMenuDefinition:
    return "a menu";
  case grammar::TenonParser::RuleAnimationDefinition:
    return "an animation";
  case grammar::TenonParser::RuleImportDefinition:
    return "an imported process";
  default:
    return "";
  }
}

/// The name of what is defined.
bool SyntaxErrorReporter::header() {
  if (rules.empty() || !wants(T::Upper) || wants(T::Lower) || wants(T::LeftBrace))
    return false;
  llvm::StringRef noun = headerNoun(rules[0]);
  if (noun.empty())
    return false;
  if (rules[0] == P::RuleParameter && type(at - 1) == T::LeftParen &&
      !is(at + 1, {T::Equal, T::Comma, T::RightParen})) {
    error(at - 1, "expected `=` after " + quoted(at - 2) + ", found `(`");
    insert(at - 1, T::Equal);
    return true;
  }
  if (type(at) == T::Lower && !isGoalStart(tokens, at)) {
    error(at, "the name of " + noun + " must begin with an upper-case letter")
        .note("write `" + capitalized(text(at)) + "` instead of `" + text(at) + "`");
    retype(at, T::Upper);
    return true;
  }
  if (rules[0] == P::RuleLocalProcess && type(at - 1) == T::Comma) {
    if (isDefinitionStart(tokens, at) || atEnd(at)) {
      error(at - 1, "expected `.` at the end of the definition of `" + definitionName() + "`, found `,`");
      retype(at - 1, T::Dot);
    } else {
      error(at, "expected a local process after `,`, found " + quoted(at));
    }
    return true;
  }
  error(at, "expected the name of " + noun + ", found " + quoted(at));
  return true;
}

bool SyntaxErrorReporter::missingEquals() {
  if (rules.empty() || !wants(T::Equal) || headerNoun(rules[0]).empty())
    return false;
  llvm::StringRef noun = headerNoun(rules[0]);
  if (is(at, {T::EqualEqual, T::Colon, T::ColonEqual, T::Arrow})) {
    error(at, "a definition is written with `=`, not with " + quoted(at));
    retype(at, T::Equal);
    return true;
  }
  if (rules[0] == P::RuleParameter) {
    error(at, "the parameter `" + text(at - 1) + "` needs a default value").note("write `" + text(at - 1) + "=1`");
    insert(at, T::Equal);
    insert(at + 1, T::Lower);
    return true;
  }
  if (rules[0] == P::RuleLocalProcess && type(at) == T::LeftParen && isUpper(at + 1) && type(at + 2) == T::Equal) {
    error(at, "the local process `" + text(at - 1) + "` cannot have parameters")
        .note("give it indices, `" + text(at - 1) +
              "[i:0..3]`; or, if it is a definition of its own, end the one before with `.`");
    return true;
  }
  if (is(at, {T::LeftParen, T::If, T::LeftBrace, T::Integer, T::Lower, T::Less, T::Always, T::Eventually, T::Bang})) {
    error(at, "expected `=` after " + quoted(at - 1) + ", found " + quoted(at));
    insert(at, T::Equal);
    return true;
  }
  error(at, "expected `=` and the definition of " + noun + " after " + quoted(at - 1) + ", found " + quoted(at));
  return true;
}

bool SyntaxErrorReporter::goal() {
  if (!within({P::RuleGoalDefinition, P::RuleMethod}))
    return false;
  if (wants(T::Upper) || (at == first + 1 && type(first) == T::Check)) {
    if (type(at) == T::Lower &&
        is(at + 1, {T::Satisfies, T::Refines, T::Simulates, T::For, T::In, T::Semicolon, T::Expect, T::Using})) {
      error(at, "the name of a process must begin with an upper-case letter, unlike " + quoted(at));
      retype(at, T::Upper);
      return true;
    }
    Diagnostic &wrong =
        error(at, "expected the name of a process or property after " + quoted(at - 1) + ", found " + quoted(at));
    if (type(at - 1) == T::Satisfies && is(at, {T::Always, T::Eventually, T::Bang, T::LeftParen}))
      wrong.note("a formula gets a name first: `assert NAME = ...` beside the processes, then `satisfies NAME;`");
    return true;
  }
  if (wants(T::Satisfies)) {
    error(at, "expected `satisfies`, `refines` or `simulates`, found " + quoted(at))
        .note("a check is written `check S satisfies P;`, `check P refines Q;`, `check Q simulates P;` or "
              "`check deadlockfree S;`");
    return true;
  }
  if (wants(T::Holds)) {
    error(at, "expected `holds` or `violated` after `expect`, found " + quoted(at));
    return true;
  }
  if (wants(T::Semicolon) || rules[0] == P::RuleMethod) {
    if (rules[0] == P::RuleMethod && !wants(T::Semicolon)) {
      error(at, "expected the name of a method, found " + quoted(at));
      return true;
    }
    if (type(at) == T::Dot) {
      error(at, "a goal ends with `;`, not with `.`");
      retype(at, T::Semicolon);
    } else if (atEnd(at)) {
      error(at, "expected `;` at the end of the goal");
      insert(at, T::Semicolon);
    } else if (isDefinitionStart(tokens, at)) {
      error(at, "expected `;` before " + quoted(at) + ": the goal has not ended")
          .note(placeAfter(at - 1), "end it here with `;`");
      insert(at, T::Semicolon);
    } else {
      error(at, "expected `;` at the end of the goal, found " + quoted(at));
    }
    return true;
  }
  if (wants(T::For) || wants(T::In)) {
    bool in = wants(T::In);
    error(at, std::string("expected `") + (in ? "in" : "for") + "`, found " + quoted(at))
        .note(in                         ? "a repair is written `repair M in S for P;`"
              : type(first) == T::Repair ? "a repair is written `repair M in S for P;`"
                                         : "an interface is asked for by `interface M for P;`");
    return true;
  }
  return false;
}

} // namespace tenon
