//===- UnfinishedSlips.cpp - Definitions that stop in the middle ----------===//
//
// A name on the next line can go on with what is unfinished, so that the parser runs into the next definition before
// anything fails. The `=` of that definition tells where it begins.
//
//===----------------------------------------------------------------------===//

#include "SyntaxErrors.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon {

/// How far a header is looked for and read; more than any that people write.
static constexpr size_t MaxHeader = 64;

/// The `=` of the header `NAME`, `NAME(A=1)`, `NAME@[i:R]` at token `i`, or 0 if there is none. A name in small letters
/// counts on a line of its own.
size_t SyntaxErrorReporter::headerEnd(size_t i) const {
  if (type(i) == T::Lower && type(i + 1) == T::Equal && type(i + 2) == T::LeftParen && beginsLine(i))
    return i + 1;
  if (!isUpper(i))
    return 0;
  size_t depth = 0;
  for (size_t j = i + 1; j < i + MaxHeader && !atEnd(j); ++j) {
    if (is(j, {T::LeftParen, T::LeftBracket, T::LeftBrace}))
      ++depth;
    else if (is(j, {T::RightParen, T::RightBracket, T::RightBrace}) && depth)
      --depth;
    else if (depth == 0 && type(j) != T::At)
      return type(j) == T::Equal && !is(j + 1, {T::Greater, T::Arrow}) ? j : 0;
  }
  return 0;
}

/// Whether a line ends before token `i`.
bool SyntaxErrorReporter::beginsLine(size_t i) const {
  return i == 0 || tokens.source().slice(tokens.at(i - 1).end, tokens.at(i).begin).contains('\n');
}

/// Whether the `.` at token `i` cannot be that of a label, since the next definition or the end of the file follows.
bool SyntaxErrorReporter::endsDefinition(size_t i) const {
  if (type(i) != T::Dot)
    return false;
  return atEnd(i + 1) || isDefinitionStart(tokens, i + 1) || headerEnd(i + 1);
}

static llvm::StringRef closingOf(size_t opening) {
  return opening == TokenType::LeftParen ? ")" : opening == TokenType::LeftBrace ? "}" : "]";
}

/// Reports all that is open at token `i`, which ends the definition, as one error, and closes it.
void SyntaxErrorReporter::closeAll(size_t i) {
  std::string closing;
  for (size_t opening : llvm::reverse(open))
    closing += closingOf(type(opening));
  constexpr size_t MaxShown = 8;
  bool all = closing.size() <= MaxShown;
  llvm::StringRef shown = all ? llvm::StringRef(closing) : llvm::StringRef(closing).take_front();
  bool needless = !unterminatedKind(type(first)).empty();
  Diagnostic &found = needless ? error(i, "expected `" + shown + "`, found `.`")
                               : error(i, "expected `" + shown + "` before the `.` that ends the definition");
  size_t last = open.size() - shown.size();
  for (size_t k = open.size(); k-- > last;)
    found.note(place(open[k]), "to close this " + quoted(open[k]));
  if (needless)
    erase(i);
  for (size_t k = 0; k < open.size(); ++k) {
    size_t opening = type(open[k]);
    insert(i, opening == T::LeftParen ? T::RightParen : opening == T::LeftBrace ? T::RightBrace : T::RightBracket);
  }
}

/// `P = (a -> P.` and then the end of the file or the next definition: the `.` has been read as a label's.
bool SyntaxErrorReporter::unclosedAtDot() {
  open.clear();
  for (size_t i = first; i < at; ++i) {
    if (!open.empty() && endsDefinition(i)) {
      closeAll(i);
      return true;
    }
    track(i);
  }
  return false;
}

/// What is missing after token `i`, which cannot be the last of a definition that begins with `kind`; empty if it can.
static llvm::StringRef missingAfter(size_t i, size_t kind) {
  using T = TokenType;
  bool value = kind == T::Const || kind == T::Range || kind == T::Fluent;
  bool formula = kind == T::Assert || kind == T::Constraint;
  switch (i) {
  case T::Equal:
    return value                                    ? "a value"
           : formula                                ? "a formula"
           : kind == T::Progress || kind == T::Menu ? "a label or a set of labels"
           : kind == T::Set                         ? "a set of labels"
                                                    : "a process";
  case T::Plus:
    return value ? "a value" : "a set of labels";
  case T::Minus:
  case T::Star:
  case T::Percent:
  case T::DotDot:
  case T::Slash:
  case T::Initially:
    return value ? "a value" : "";
  case T::Backslash:
  case T::At:
  case T::ShiftLeft:
  case T::ShiftRight:
    return value || formula ? "" : "a set of labels";
  case T::Then:
  case T::Else:
    return kind == T::Progress ? "a label or a set of labels" : "a process";
  case T::Arrow:
    return formula ? "a formula" : "an action or a process";
  case T::Bar:
    return formula || value ? "" : "an alternative";
  case T::Always:
  case T::Eventually:
  case T::Bang:
  case T::AmpAmp:
  case T::Iff:
    return formula ? "a formula" : "";
  default:
    return "";
  }
}

/// `const N =` and then a definition: its name, if it begins with one, has been read as the value.
bool SyntaxErrorReporter::missingOperand() {
  size_t kind = at == first ? previous : type(first);
  size_t lowest = std::max<size_t>(1, at - std::min(at, MaxHeader));
  for (size_t i = at + 1; i-- > lowest;) {
    llvm::StringRef missing = missingAfter(type(i - 1), kind);
    bool within = at == first ? i < first : i > first;
    if (missing.empty() || !within || !beginsLine(i))
      continue;
    bool header = headerEnd(i) >= at;
    if (!header && !(i == at && isDefinitionStart(tokens, at)))
      continue;
    error(placeAfter(i - 1), "expected " + missing + " after " + quoted(i - 1) + ", found " +
                                 (header ? "the definition of " : "") + quoted(i));
    first = i;
    mended = true;
    return true;
  }
  return false;
}

/// The end of the list of labels, separated by commas, that begins at token `i`.
size_t SyntaxErrorReporter::labelListEnd(size_t i) const {
  auto part = [&](size_t j) -> size_t {
    if (type(j) == T::Lower || isUpper(j))
      return j + 1;
    if (!is(j, {T::LeftBracket, T::LeftBrace}))
      return j;
    size_t depth = 0, k = j;
    do {
      depth += is(k, {T::LeftBracket, T::LeftBrace, T::LeftParen});
      depth -= is(k, {T::RightBracket, T::RightBrace, T::RightParen});
      ++k;
    } while (depth && !atEnd(k));
    return depth ? j : k;
  };
  for (size_t end = part(i); end != i; i = end + 1, end = part(i)) {
    while (type(end) == T::LeftBracket || (type(end) == T::Dot && part(end + 1) != end + 1)) {
      size_t next = part(end + (type(end) == T::Dot));
      if (next == end || endsDefinition(end))
        break;
      end = next;
    }
    if (type(end) != T::Comma || part(end + 1) == end + 1 || headerEnd(end + 1) || isDefinitionStart(tokens, end + 1))
      return end;
  }
  return i;
}

/// The tokens from `begin` up to `end` as they should be written, in braces.
std::string SyntaxErrorReporter::inBraces(size_t begin, size_t end) const {
  llvm::StringRef list = tokens.source().slice(tokens.at(begin).begin, tokens.at(end - 1).end);
  return "`{" + (list.size() > 60 || list.contains('\n') ? (text(begin) + ", …").str() : list.str()) + "}`";
}

/// `set S = a, b`: reports the labels from token `begin` on, which should stand in braces.
bool SyntaxErrorReporter::needsBraces(size_t begin, llvm::StringRef more) {
  size_t end = labelListEnd(begin);
  if (end == begin)
    return false;
  error(tokens.range(tokens.at(begin).begin, tokens.at(end - 1).end), "a set of labels stands in braces")
      .note("write " + inBraces(begin, end) + more);
  insert(begin, T::LeftBrace);
  insert(end + 1, T::RightBrace);
  return true;
}

/// `progress G = a, b`: the first label has been taken for the whole.
bool SyntaxErrorReporter::listWithoutBraces() {
  if (type(at) != T::Comma || at == 0 || headerEnd(at + 1))
    return false;
  bool after = at == first && (previous == T::Progress || previous == T::Menu);
  bool condition = within({P::RuleProgressDefinition}) && wants(T::Then);
  bool set = within({P::RuleProcessDefinition, P::RuleCompositeDefinition}) && wants(T::Dot) && open.empty();
  if (within({P::RuleFluentDefinition}) && wants(T::Greater)) {
    error(at, "expected `>`, found `,`").note("several labels stand in braces: `<{a, b}, c>`");
    return true;
  }
  if (!after && !condition && !set)
    return false;
  size_t begin = at, depth = 0;
  for (; begin > 0; --begin) {
    depth += is(begin - 1, {T::RightBracket, T::RightBrace});
    if (depth == 0 && !(is(begin - 1, {T::Lower, T::Dot}) || isUpper(begin - 1)))
      break;
    depth -= is(begin - 1, {T::LeftBracket, T::LeftBrace});
  }
  if (set && !is(begin - 1, {T::Plus, T::Backslash, T::At, T::ShiftLeft, T::ShiftRight}))
    return false;
  size_t end = labelListEnd(begin);
  if (begin == at || end <= at)
    return false;
  needsBraces(begin);
  // The labels before the comma have been read as all there is; what is left is no definition.
  if (after)
    first = end + 2;
  return true;
}

} // namespace tenon
