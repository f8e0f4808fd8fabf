//===- MutationPrinter.cpp - The text of a mutated expression -------------===//

#include "MutationPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon::seq {

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

enum Level : unsigned { AnyLevel, AssignLevel, ConditionalLevel, OrLevel, UnaryLevel = 13, PrimaryLevel };

struct OperatorInfo {
  StringRef text;
  unsigned level;
  Op opposite = Op::Not; ///< Of a comparison.
};

} // namespace

static OperatorInfo infoOf(Op op) {
  switch (op) {
  case Op::Or:
    return {"||", 3};
  case Op::And:
    return {"&&", 4};
  case Op::BitOr:
    return {"|", 5};
  case Op::BitXor:
    return {"^", 6};
  case Op::BitAnd:
    return {"&", 7};
  case Op::Equal:
    return {"==", 8, Op::NotEqual};
  case Op::NotEqual:
    return {"!=", 8, Op::Equal};
  case Op::Less:
    return {"<", 9, Op::GreaterEqual};
  case Op::LessEqual:
    return {"<=", 9, Op::Greater};
  case Op::Greater:
    return {">", 9, Op::LessEqual};
  case Op::GreaterEqual:
    return {">=", 9, Op::Less};
  case Op::ShiftLeft:
    return {"<<", 10};
  case Op::ShiftRight:
    return {">>", 10};
  case Op::Add:
    return {"+", 11};
  case Op::Subtract:
    return {"-", 11};
  case Op::Multiply:
    return {"*", 12};
  case Op::Divide:
    return {"/", 12};
  case Op::Remainder:
    return {"%", 12};
  case Op::Not:
    return {"!", UnaryLevel};
  case Op::Negate:
    return {"-", UnaryLevel};
  case Op::Complement:
    return {"~", UnaryLevel};
  default:
    return {"", PrimaryLevel};
  }
}

static bool isBinary(Op op) {
  return op >= Op::Add && op <= Op::Or;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static StringRef textOf(SMRange range) {
  if (!range.isValid())
    return "";
  return {range.Start.getPointer(), static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
}

static SMRange placeOf(const SourceSpan &span) {
  return span.spelling.isValid() ? span.spelling : span.range;
}

/// Where it stands in the text of the container, which may be that of a macro.
static SMRange placeIn(const SourceSpan &span, const SourceSpan &container) {
  bool isSameUse = container.isInMacro() && span.isInMacro() && container.macro.Start == span.macro.Start &&
                   container.range.Start == span.range.Start && container.spelling.isValid() && span.spelling.isValid();
  return isSameUse ? span.spelling : span.range;
}

/// As it stands in the text, by the name of a macro that is nothing but this.
static StringRef shownText(const SourceSpan &span) {
  bool isWhole = span.isInMacro() && span.spelling.Start == span.macro.Start && span.spelling.End == span.macro.End;
  return textOf(isWhole ? span.range : placeOf(span));
}

/// The length of the literal or the comment that the text begins with; 0: it does not.
static size_t unreadLength(StringRef text) {
  if (text.starts_with("/*"))
    return std::min(text.size(), text.find("*/", 2) + 2);
  if (text.starts_with("//"))
    return std::min(text.size(), text.find('\n'));
  if (text.front() != '\'' && text.front() != '"')
    return 0;
  size_t end = 1;
  while (end < text.size() && text[end] != text.front())
    end += text[end] == '\\' ? 2 : 1;
  return std::min(text.size(), end + 1);
}

/// Whether its first and last parentheses belong together.
static bool isParenthesized(StringRef text) {
  if (!text.starts_with("("))
    return false;
  size_t depth = 0;
  for (size_t i = 0; i < text.size();) {
    if (size_t unread = unreadLength(text.substr(i))) {
      i += unread;
      continue;
    }
    depth += text[i] == '(' ? 1 : 0;
    if (text[i++] == ')' && --depth == 0)
      return i == text.size();
  }
  return false;
}

static std::string parenthesized(const std::string &text) {
  return "(" + text + ")";
}

static bool isWordCharacter(char c) {
  return isAlnum(c) || c == '_';
}

std::string MutationPrinter::join(SMRange text, std::vector<Splice> splices) {
  stable_sort(splices, [](const Splice &a, const Splice &b) {
    if (a.range.Start != b.range.Start)
      return a.range.Start.getPointer() < b.range.Start.getPointer();
    return a.range.End.getPointer() > b.range.End.getPointer();
  });
  std::string result;
  const char *position = text.Start.getPointer();
  for (const Splice &splice : splices) {
    const char *start = splice.range.Start.getPointer(), *end = splice.range.End.getPointer();
    if (!splice.range.isValid() || start < position || end > text.End.getPointer() || splice.text.empty())
      continue;
    result.append(position, start);
    char before = result.empty() ? ' ' : result.back(), first = splice.text.front();
    bool isOtherSign = before == first && (first == '-' || first == '+');
    if (isWordCharacter(before) && isWordCharacter(first))
      result += ' ';
    result += isOtherSign ? parenthesized(splice.text) : splice.text;
    if (end != text.End.getPointer() && isWordCharacter(*end) && isWordCharacter(result.back()))
      result += ' ';
    position = end;
  }
  result.append(position, text.End.getPointer());
  return result;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

MutationPrinter::MutationPrinter(const Program &sequential, ArrayRef<Mutation> all, const ProgramRepair &found,
                                 TextStyle textStyle)
    : program(sequential), mutations(all), repair(found), style(textStyle) {
  for (size_t mutation : repair.patch)
    sites[mutations[mutation].site] = mutation;
}

const Mutation *MutationPrinter::mutationAt(ExprId id) const {
  auto found = sites.find(id);
  return found == sites.end() ? nullptr : &mutations[found->second];
}

bool MutationPrinter::isChanged(ExprId id) const {
  return sites.count(id) || any_of(at(id).operands, [&](ExprId operand) { return isChanged(operand); });
}

/// Without what is not in the text.
ExprId MutationPrinter::written(ExprId id) const {
  while (at(id).isImplicit && !at(id).operands.empty())
    id = at(id).operands[0];
  return id;
}

unsigned MutationPrinter::levelOf(ExprId id, StringRef text) const {
  id = written(id);
  const Expr &node = at(id);
  if (isParenthesized(text))
    return PrimaryLevel;
  bool isStep = text.ends_with("++") || text.ends_with("--") || text.starts_with("++") || text.starts_with("--");
  if (node.isCompound || node.op == Op::Assign)
    return !isStep ? AssignLevel : text.ends_with("++") || text.ends_with("--") ? PrimaryLevel : UnaryLevel;
  switch (node.op) {
  case Op::Conditional:
    return ConditionalLevel;
  case Op::Comma: {
    // Tenon has some of its own.
    const Expr &second = at(node.operands[1]);
    return node.mark.range.Start == second.source.range.Start ? +AnyLevel : levelOf(node.operands[1], text);
  }
  case Op::Convert:
    // A cast; in components also calls, powers and literals.
    return text.ends_with(")") && !text.starts_with("(") ? PrimaryLevel
           : node.operands.empty()                       ? PrimaryLevel
                                                         : UnaryLevel;
  default:
    return infoOf(node.op).level;
  }
}

/// How tightly an operand has to bind.
unsigned MutationPrinter::leastLevel(ExprId id, size_t operand) const {
  const Expr &node = at(id);
  if (node.isCompound)
    return operand == 0 ? PrimaryLevel : AssignLevel;
  if (isBinary(node.op))
    return infoOf(node.op).level + (operand == 1 ? 1 : 0);
  switch (node.op) {
  case Op::Not:
  case Op::Negate:
  case Op::Complement:
    return UnaryLevel;
  case Op::Conditional:
    return operand == 0 ? OrLevel : operand == 1 ? AnyLevel : ConditionalLevel;
  case Op::Assign:
    return operand == 0 ? AssignLevel : AnyLevel;
  case Op::Call:
    return AssignLevel;
  case Op::Convert: {
    StringRef text = textOf(placeOf(node.source));
    return text.starts_with("(") ? UnaryLevel : text.ends_with(")") ? AssignLevel : PrimaryLevel;
  }
  default:
    return AnyLevel;
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// What stands for the expression in the text around it.
MutationPrinter::Splice MutationPrinter::hole(ExprId id, const SourceSpan &container, unsigned least) const {
  const SourceSpan &source = at(id).source;
  SMRange place = placeIn(source, container);
  bool isKept = !isChanged(id) && style != TextStyle::SpelledOut;
  Text text = isKept ? Text{textOf(place).str(), levelOf(id, textOf(placeOf(source)))} : print(id);
  if (text.level < least)
    text.text = parenthesized(text.text);
  bool isPart = !isKept && source.isInMacro() && place.Start == source.range.Start && source.spelling.isValid() &&
                style != TextStyle::SpelledOut;
  if (isPart)
    text.text = join(source.macro, {{source.spelling, text.text}});
  return {place, std::move(text.text)};
}

MutationPrinter::Text MutationPrinter::print(ExprId id) const {
  const Mutation *mutation = mutationAt(id);
  return mutation ? mutated(*mutation) : own(id);
}

MutationPrinter::Text MutationPrinter::copied(ExprId id) const {
  StringRef text = textOf(placeOf(at(id).source));
  return {text.str(), levelOf(id, text)};
}

std::vector<MutationPrinter::Splice> MutationPrinter::changedOperands(ExprId id) const {
  std::vector<Splice> result;
  for (auto [i, operand] : enumerate(at(id).operands))
    if (isChanged(operand))
      result.push_back(hole(operand, at(id).source, leastLevel(id, i)));
  return result;
}

MutationPrinter::Text MutationPrinter::rebuild(ExprId id, std::vector<Splice> splices, unsigned level) const {
  SMRange range = placeOf(at(id).source);
  std::string text = join(range, std::move(splices));
  return {text, isParenthesized(textOf(range)) ? +PrimaryLevel : level};
}

/// The expression, of which perhaps operands are mutated, but not the site itself.
MutationPrinter::Text MutationPrinter::own(ExprId id) const {
  const Expr &node = at(id);
  if (node.isImplicit && !node.operands.empty())
    return node.op == Op::NotEqual && mutationAt(node.operands[1]) ? valueTested(id) : print(node.operands[0]);
  if (node.op == Op::Assign) {
    ExprId value = written(node.operands[0]);
    if (at(value).isCompound)
      return print(value);
  }
  if (node.isCompound)
    return compound(id, node.op);
  if (style == TextStyle::SpelledOut)
    return plain(id);
  std::vector<Splice> operands = changedOperands(id);
  if (operands.empty())
    return copied(id);
  Text result = rebuild(id, std::move(operands), AnyLevel);
  result.level = result.level == AnyLevel ? levelOf(id, textOf(placeOf(node.source))) : result.level;
  return result;
}

/// The condition `e`, that is, `e != 0`, with another number.
MutationPrinter::Text MutationPrinter::valueTested(ExprId id) const {
  unsigned level = infoOf(Op::NotEqual).level;
  Text tested = print(at(id).operands[0]), value = print(at(id).operands[1]);
  return {(tested.level < level ? parenthesized(tested.text) : tested.text) + " != " + value.text, level};
}

/// `a += b`, `i++`
MutationPrinter::Text MutationPrinter::compound(ExprId id, Op op) const {
  const Expr &node = at(id);
  StringRef text = infoOf(op).text;
  Splice target = hole(node.operands[0], node.source, PrimaryLevel);
  ExprId right = written(node.operands[1]);
  bool isStep = at(right).op == Op::Constant && at(right).isImplicit;
  if (!isStep) {
    std::vector<Splice> parts{target, {placeIn(node.mark, node.source), (text + "=").str()}};
    parts.push_back(hole(node.operands[1], node.source, AssignLevel));
    return rebuild(id, std::move(parts), AssignLevel);
  }
  bool isStillStep = (op == Op::Add || op == Op::Subtract) && !mutationAt(right);
  if (!isStillStep)
    return {target.text + (" " + text + "= ").str() + (mutationAt(right) ? print(right).text : "1"), AssignLevel};
  StringRef whole = textOf(placeOf(node.source)), inner = whole;
  while (isParenthesized(inner))
    inner = inner.drop_front().drop_back().trim();
  bool isPrefix = inner.starts_with("++") || inner.starts_with("--");
  std::string step = isPrefix ? (text + text).str() + target.text : target.text + (text + text).str();
  if (isParenthesized(whole))
    return {parenthesized(step), PrimaryLevel};
  return {step, isPrefix ? +UnaryLevel : +PrimaryLevel};
}

/// From the tree, without the text where that is possible.
MutationPrinter::Text MutationPrinter::plain(ExprId id) const {
  const Expr &node = at(id);
  if (node.isImplicit && !node.operands.empty())
    return plain(node.operands[0]);
  auto operand = [&](size_t i) {
    Text text = style == TextStyle::SpelledOut ? print(node.operands[i]) : plain(node.operands[i]);
    return text.level < leastLevel(id, i) ? parenthesized(text.text) : text.text;
  };
  OperatorInfo info = infoOf(node.op);
  if (isBinary(node.op) && !node.isCompound)
    return {operand(0) + (" " + info.text + " ").str() + operand(1), info.level};
  switch (node.op) {
  case Op::Constant:
    return number(id, Number(node.constant));
  case Op::Variable:
    return program.variables[node.variable].isHidden ? copied(id)
                                                     : Text{program.variables[node.variable].name, PrimaryLevel};
  case Op::Element:
    return {program.variables[node.variable].name + "[" + operand(0) + "]", PrimaryLevel};
  case Op::Not:
  case Op::Negate:
  case Op::Complement: {
    std::string inner = operand(0);
    bool isDouble = node.op == Op::Negate && StringRef(inner).starts_with("-");
    return {info.text.str() + (isDouble ? parenthesized(inner) : inner), UnaryLevel};
  }
  case Op::Conditional:
    return {operand(0) + " ? " + operand(1) + " : " + operand(2), ConditionalLevel};
  case Op::Convert:
    if (StringRef type = textOf(placeOf(node.mark)); !program.isMath)
      return {parenthesized(type.str()) + operand(0), UnaryLevel};
    return copied(id);
  default:
    break;
  }
  std::vector<Splice> operands;
  for (auto [i, each] : enumerate(node.operands))
    operands.push_back(hole(each, node.source, leastLevel(id, i)));
  return rebuild(id, std::move(operands), levelOf(id, textOf(placeOf(node.source))));
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

MutationPrinter::Text MutationPrinter::withOperator(ExprId id, StringRef mark, Op op, bool isSwapped) const {
  const Expr &node = at(id);
  unsigned level = infoOf(op).level;
  size_t first = node.operands.size() - 2, second = first + 1;
  unsigned leastLeft = level, leastRight = level + 1;
  if (node.op == Op::Conditional) {
    leastLeft = leastLevel(id, 1);
    leastRight = leastLevel(id, 2);
    level = ConditionalLevel;
  }
  Splice left = hole(node.operands[first], node.source, isSwapped ? leastRight : leastLeft);
  Splice right = hole(node.operands[second], node.source, isSwapped ? leastLeft : leastRight);
  if (isSwapped)
    std::swap(left.text, right.text);
  std::string before =
      node.op == Op::Conditional ? hole(node.operands[0], node.source, leastLevel(id, 0)).text + " ? " : "";
  if (style == TextStyle::SpelledOut)
    return {before + left.text + " " + (before.empty() ? mark : ":").str() + " " + right.text, level};
  std::vector<Splice> splices{left, right};
  if (!mark.empty())
    splices.push_back({placeIn(node.mark, node.source), mark.str()});
  if (node.op == Op::Conditional && isChanged(node.operands[0]))
    splices.push_back(hole(node.operands[0], node.source, leastLevel(id, 0)));
  return rebuild(id, std::move(splices), level);
}

/// Without parentheses, where nothing needs them any more.
static std::string bare(StringRef text) {
  while (isParenthesized(text))
    text = text.drop_front().drop_back().trim();
  return text.str();
}

MutationPrinter::Text MutationPrinter::mutated(const Mutation &mutation) const {
  const Expr &site = at(mutation.site);
  switch (mutation.kind) {
  case Mutation::Kind::Operator: {
    Op op = at(mutation.replacement).op;
    return site.isCompound ? compound(mutation.site, op) : withOperator(mutation.site, infoOf(op).text, op, false);
  }
  case Mutation::Kind::Constant:
  case Mutation::Kind::Unknown:
    return constant(mutation);
  case Mutation::Kind::Name:
  case Mutation::Kind::Call:
    return name(mutation);
  case Mutation::Kind::Swap:
    return withOperator(mutation.site, style == TextStyle::SpelledOut ? infoOf(site.op).text : "", site.op, true);
  case Mutation::Kind::Negate: {
    Text text = own(mutation.site);
    return {"!" + (text.level < UnaryLevel ? parenthesized(text.text) : text.text), UnaryLevel};
  }
  case Mutation::Kind::Affirm:
  case Mutation::Kind::Left:
  case Mutation::Kind::Right: {
    ExprId kept = site.operands[mutation.kind == Mutation::Kind::Right ? 1 : 0];
    Text text = print(kept);
    if (isParenthesized(text.text)) {
      const Mutation *inner = mutationAt(kept);
      bool isWhole = !inner && isParenthesized(textOf(placeOf(at(kept).source)));
      text = {bare(text.text), isWhole ? levelOf(kept, bare(textOf(placeOf(at(kept).source)))) : +AnyLevel};
    }
    return text;
  }
  case Mutation::Kind::Conjunct:
  case Mutation::Kind::Disjunct:
    return added(mutation);
  }
  llvm_unreachable("all kinds are covered");
}

/// A literal that has the type and the value.
MutationPrinter::Text MutationPrinter::number(ExprId id, const Number &value) const {
  const Expr &node = at(id);
  StringRef mark = textOf(placeOf(node.mark));
  if (mark.starts_with("'") && value >= 32 && value < 127 && value != 39 && value != 92)
    return {{'\'', static_cast<char>(static_cast<int64_t>(value)), '\''}, PrimaryLevel};
  std::string text;
  Number shown = value;
  if (!program.isMath && !node.type.isSigned && node.type.width == 64 && shown < 0)
    shown = shown + Number(INT64_MAX) * Number(2) + Number(2);
  raw_string_ostream(text) << shown;
  if (program.isMath)
    return {text, shown < 0 ? +UnaryLevel : +PrimaryLevel};
  bool isLiteral = !mark.empty() && isDigit(mark.front());
  std::string suffix = isLiteral ? mark.drop_front(mark.rtrim("uUlL").size()).str() : "";
  if (mark.starts_with("sizeof"))
    suffix = "uL";
  bool isWide = node.type.width == 64, isSigned = node.type.isSigned;
  if (!isSigned && suffix.find_first_of("uU") == std::string::npos && shown > Number(isWide ? INT64_MAX : INT32_MAX))
    suffix += "u";
  if (isSigned && shown == Number(isWide ? INT64_MIN : INT32_MIN))
    return {isWide ? "(-9223372036854775807L - 1)" : "(-2147483647 - 1)", PrimaryLevel};
  return {text + suffix, shown < 0 ? +UnaryLevel : +PrimaryLevel};
}

MutationPrinter::Text MutationPrinter::constant(const Mutation &mutation) const {
  const Expr &site = at(mutation.site);
  Number value = mutation.kind == Mutation::Kind::Unknown ? repair.constants[mutation.unknown]
                                                          : Number(at(mutation.replacement).constant);
  Text text = number(mutation.site, value);
  if (style == TextStyle::SpelledOut || !isParenthesized(textOf(placeOf(site.source))) || site.isImplicit)
    return text;
  return rebuild(mutation.site, {{placeIn(site.mark, site.source), text.text}}, text.level);
}

MutationPrinter::Text MutationPrinter::name(const Mutation &mutation) const {
  const Expr &site = at(mutation.site), *to = &at(mutation.replacement);
  if (to->op == Op::NotEqual)
    to = &at(to->operands[0]);
  std::string name = to->op == Op::Call ? program.functions[to->callee].name : program.variables[to->variable].name;
  if (to->op == Op::Call && site.op != Op::Call)
    return {name + "()", PrimaryLevel};
  if (to->op != Op::Call && site.op != Op::Element)
    return {name, PrimaryLevel};
  // With the same arguments, or index.
  std::vector<Splice> splices = changedOperands(mutation.site);
  splices.push_back({placeIn(site.mark, site.source), name});
  return rebuild(mutation.site, std::move(splices), PrimaryLevel);
}

MutationPrinter::Text MutationPrinter::condition(const Mutation &mutation) const {
  ExprId copy = at(mutation.replacement).operands[1];
  bool isPlain = style != TextStyle::AsWritten;
  ExprId id = !isPlain ? mutation.added : mutation.isNegated ? at(copy).operands[0] : copy;
  const Expr &node = at(id);
  auto text = [&](ExprId part) {
    return isPlain ? plain(part)
                   : Text{shownText(at(part).source).str(), levelOf(part, textOf(placeOf(at(part).source)))};
  };
  Text whole = text(id);
  if (!mutation.isNegated)
    return whole;
  bool isComparison = infoOf(node.op).opposite != Op::Not && !node.isImplicit;
  if (!isComparison)
    return {"!" + (whole.level < UnaryLevel ? parenthesized(whole.text) : whole.text), UnaryLevel};
  Op opposite = infoOf(node.op).opposite;
  unsigned level = infoOf(opposite).level;
  Text left = text(node.operands[0]), right = text(node.operands[1]);
  return {(left.level < level ? parenthesized(left.text) : left.text) + (" " + infoOf(opposite).text + " ").str() +
              (right.level <= level ? parenthesized(right.text) : right.text),
          level};
}

MutationPrinter::Text MutationPrinter::added(const Mutation &mutation) const {
  OperatorInfo info = infoOf(mutation.kind == Mutation::Kind::Conjunct ? Op::And : Op::Or);
  Text left = own(mutation.site), right = condition(mutation);
  return {(left.level < info.level ? parenthesized(left.text) : left.text) + (" " + info.text + " ").str() +
              (right.level <= info.level ? parenthesized(right.text) : right.text),
          info.level};
}

} // namespace tenon::seq
