//===- CExpressions.cpp - Expressions of C --------------------------------===//

#include "CAstBuilder.h"

#include "OperatorOrder.h"

#include "tenon/Syntax/Parser.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon {

using namespace ast;
using Kind = CExpr::Kind;

CExpr *CAstBuilder::make(Kind kind, const SourceSpan &source, const SourceSpan &mark,
                         std::vector<const CExpr *> operands) {
  auto *node = context.create<CExpr>();
  node->kind = kind;
  node->source = source;
  node->mark = mark;
  node->operands = context.copy(operands);
  return node;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static std::pair<BinaryOperator, unsigned> binaryOperator(size_t type) {
  switch (type) {
  case CTokenType::BarBar:
    return {BinaryOperator::Or, 1};
  case CTokenType::AmpAmp:
    return {BinaryOperator::And, 2};
  case CTokenType::Bar:
  case CTokenType::BarSet:
    return {BinaryOperator::BitOr, 3};
  case CTokenType::Caret:
  case CTokenType::CaretSet:
    return {BinaryOperator::BitXor, 4};
  case CTokenType::Ampersand:
  case CTokenType::AmpersandSet:
    return {BinaryOperator::BitAnd, 5};
  case CTokenType::EqualEqual:
    return {BinaryOperator::Equal, 6};
  case CTokenType::NotEqual:
    return {BinaryOperator::NotEqual, 6};
  case CTokenType::Less:
    return {BinaryOperator::Less, 7};
  case CTokenType::LessEqual:
    return {BinaryOperator::LessEqual, 7};
  case CTokenType::Greater:
    return {BinaryOperator::Greater, 7};
  case CTokenType::GreaterEqual:
    return {BinaryOperator::GreaterEqual, 7};
  case CTokenType::ShiftLeft:
  case CTokenType::ShiftLeftSet:
    return {BinaryOperator::ShiftLeft, 8};
  case CTokenType::ShiftRight:
  case CTokenType::ShiftRightSet:
    return {BinaryOperator::ShiftRight, 8};
  case CTokenType::Plus:
  case CTokenType::PlusSet:
    return {BinaryOperator::Add, 9};
  case CTokenType::Minus:
  case CTokenType::MinusSet:
    return {BinaryOperator::Subtract, 9};
  case CTokenType::Star:
  case CTokenType::StarSet:
    return {BinaryOperator::Multiply, 10};
  case CTokenType::Slash:
  case CTokenType::SlashSet:
    return {BinaryOperator::Divide, 10};
  default:
    return {BinaryOperator::Remainder, 10};
  }
}

const CExpr *CAstBuilder::expression(P::ExpressionContext *rule) {
  const CExpr *result = assignment(rule->items.front());
  for (P::AssignmentContext *item : llvm::ArrayRef(rule->items).drop_front()) {
    const CExpr *next = assignment(item);
    result = make(Kind::Comma, SourceSpan::join(result->source, next->source), next->source, {result, next});
  }
  return result;
}

const CExpr *CAstBuilder::assignment(P::AssignmentContext *rule) {
  const CExpr *target = conditional(rule->target);
  if (!rule->op)
    return target;
  const CExpr *value = assignment(rule->value);
  CExpr *node = make(Kind::Assign, span(rule), span(rule->op), {target, value});
  node->isCompound = token(rule->op).type != CTokenType::Equal;
  if (node->isCompound)
    node->binaryOp = binaryOperator(token(rule->op).type).first;
  return node;
}

const CExpr *CAstBuilder::conditional(P::ConditionalContext *rule) {
  if (rule->ops.size() > MaxExpressionDepth) {
    diagnostics.error(span(rule->ops[MaxExpressionDepth]).range, "this expression has too many operators");
    return bad(span(rule));
  }
  std::vector<const CExpr *> operands;
  for (P::CastContext *operand : rule->operands)
    operands.push_back(cast(operand));
  auto precedence = [&](size_t i) { return binaryOperator(token(rule->ops[i]).type).second; };
  const CExpr *result = resolveOperators<const CExpr *>(
      operands, rule->ops.size(), precedence, [&](const CExpr *left, size_t i, const CExpr *right) -> const CExpr * {
        CExpr *node =
            make(Kind::Binary, SourceSpan::join(left->source, right->source), span(rule->ops[i]), {left, right});
        node->binaryOp = binaryOperator(token(rule->ops[i]).type).first;
        return node;
      });
  if (!rule->whenTrue)
    return result;
  const CExpr *whenTrue = expression(rule->whenTrue), *whenFalse = conditional(rule->whenFalse);
  return make(Kind::Conditional, span(rule), result->source, {result, whenTrue, whenFalse});
}

const CExpr *CAstBuilder::cast(P::CastContext *rule) {
  if (rule->value)
    return unary(rule->value);
  bool isKnown = true;
  CType type = typeName(rule->type, isKnown);
  if (!rule->operand) {
    refuse(span(rule), "compound literals are");
    return bad(span(rule));
  }
  const CExpr *operand = cast(rule->operand);
  if (!isKnown)
    return bad(span(rule));
  CExpr *node = make(Kind::Cast, span(rule), span(rule->type), {operand});
  node->type = type;
  return node;
}

const CExpr *CAstBuilder::unary(P::UnaryContext *rule) {
  if (rule->base)
    return postfixed(rule);
  return token(rule->op).type == CTokenType::Sizeof ? sizeOf(rule) : prefixed(rule);
}

const CExpr *CAstBuilder::sizeOf(P::UnaryContext *rule) {
  bool isKnown = true;
  CExpr *node = nullptr;
  if (rule->type) {
    node = make(Kind::SizeOf, span(rule), span(rule));
    node->type = typeName(rule->type, isKnown);
  } else {
    node = make(Kind::SizeOf, span(rule), span(rule), {unary(rule->value)});
  }
  return isKnown ? node : bad(span(rule));
}

const CExpr *CAstBuilder::prefixed(P::UnaryContext *rule) {
  SourceSpan mark = span(rule->op), source = span(rule);
  size_t type = token(rule->op).type;
  const CExpr *operand = cast(rule->operand);
  switch (type) {
  case CTokenType::PlusPlus:
  case CTokenType::MinusMinus: {
    CExpr *node = make(Kind::Step, source, mark, {operand});
    node->binaryOp = type == CTokenType::PlusPlus ? BinaryOperator::Add : BinaryOperator::Subtract;
    return node;
  }
  case CTokenType::Star:
    refuse(mark, "pointers (`*`) are");
    return bad(source);
  case CTokenType::Ampersand:
    refuse(mark, "addresses (`&`) are");
    return bad(source);
  default:
    break;
  }
  CExpr *node = make(Kind::Unary, source, mark, {operand});
  node->unaryOp = type == CTokenType::Plus    ? UnaryOperator::Plus
                  : type == CTokenType::Minus ? UnaryOperator::Minus
                  : type == CTokenType::Bang  ? UnaryOperator::Not
                                              : UnaryOperator::Complement;
  return node;
}

const CExpr *CAstBuilder::postfixed(P::UnaryContext *rule) {
  const CExpr *result = primary(rule->base);
  for (P::SuffixContext *suffix : rule->suffixes) {
    SourceSpan source = SourceSpan::join(result->source, span(suffix));
    if (suffix->index) {
      const CExpr *index = expression(suffix->index);
      if (result->kind == Kind::Element)
        refuse(span(suffix), "arrays of arrays are");
      bool isName = result->kind == Kind::Name;
      result = isName ? make(Kind::Element, source, result->mark, {result, index}) : bad(source);
    } else if (suffix->call) {
      std::vector<const CExpr *> arguments;
      for (P::AssignmentContext *argument : suffix->args)
        arguments.push_back(assignment(argument));
      if (result->kind == Kind::Name) {
        CExpr *call = make(Kind::Call, source, result->mark, arguments);
        call->name = result->name;
        result = call;
      } else {
        if (result->kind != Kind::Bad)
          refuse(span(suffix), "calls of what is not the name of a function are");
        result = bad(source);
      }
    } else if (suffix->access) {
      if (result->kind != Kind::Bad)
        refuse(span(suffix->access), "structs (`" + token(suffix->access).text + "`) are");
      result = bad(source);
    } else {
      CExpr *step = make(Kind::Step, source, span(suffix->op), {result});
      step->binaryOp = token(suffix->op).type == CTokenType::PlusPlus ? BinaryOperator::Add : BinaryOperator::Subtract;
      step->isPostfix = true;
      result = step;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Names and literals
//===----------------------------------------------------------------------===//

const CExpr *CAstBuilder::primary(P::PrimaryContext *rule) {
  if (rule->name) {
    if (tokens.refusedMacros().contains(token(rule->name).text))
      return bad(span(rule));
    CExpr *node = make(Kind::Name, span(rule), span(rule));
    node->name = token(rule->name).text;
    return node;
  }
  if (rule->integer)
    return integer(token(rule->integer));
  if (rule->character)
    return character(token(rule->character));
  if (rule->floating) {
    refuse(span(rule), "floating point numbers are");
    return bad(span(rule));
  }
  if (!rule->strings.empty())
    return string(rule->strings);
  if (rule->compound) {
    refuse(span(rule), "statements within expressions are");
    block(rule->compound);
    return bad(span(rule));
  }
  // Parentheses belong to what is in them.
  const CExpr *inner = expression(rule->inner);
  auto *node = context.create<CExpr>(*inner);
  node->source = span(rule);
  return node;
}

/// The first type of those that C tries which has the value.
const CExpr *CAstBuilder::integer(const CToken &number) {
  CExpr *node = make(Kind::Integer, number.source, number.source);
  llvm::StringRef digits = number.text.rtrim("uUlL");
  llvm::StringRef suffix = number.text.drop_front(digits.size());
  bool isUnsigned = suffix.contains_insensitive("u"), isLong = suffix.contains_insensitive("l");
  bool isDecimal = digits == "0" || !digits.starts_with("0");
  if (digits.getAsInteger(0, node->value)) {
    bool isOctal = !isDecimal && !digits.starts_with_insensitive("0x");
    diagnostics.error(number.source.range, isOctal && digits.find_first_of("89") != llvm::StringRef::npos
                                               ? "an octal number has the digits 0 to 7 only"
                                               : "this number does not fit into 64 bits");
    return node;
  }
  bool fitsInt = node->value <= INT32_MAX, fitsUnsigned = node->value <= UINT32_MAX,
       fitsLong = node->value <= INT64_MAX;
  node->type.width = !isLong && (fitsInt || (fitsUnsigned && (isUnsigned || !isDecimal))) ? 32 : 64;
  bool fitsSigned = node->type.width == 32 ? fitsInt : fitsLong;
  node->type.isSigned = !isUnsigned && fitsSigned;
  return node;
}

uint64_t CAstBuilder::escape(llvm::StringRef &rest, llvm::SMRange where) {
  char first = rest.front();
  rest = rest.drop_front();
  if (first != '\\' || rest.empty())
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<signed char>(first)));
  char c = rest.front();
  if (c >= '0' && c <= '7') {
    llvm::StringRef digits = rest.take_front(3).take_while([](char d) { return d >= '0' && d <= '7'; });
    uint64_t value = 0;
    (void)digits.getAsInteger(8, value);
    rest = rest.drop_front(digits.size());
    return value;
  }
  rest = rest.drop_front();
  if (c == 'x') {
    llvm::StringRef digits = rest.take_while([](char d) { return llvm::isHexDigit(d); });
    uint64_t value = 0;
    if (digits.getAsInteger(16, value))
      diagnostics.error(where, "`\\x` needs hexadecimal digits");
    rest = rest.drop_front(digits.size());
    return value;
  }
  static constexpr llvm::StringLiteral Names = "abfnrtv\\'\"?", Values = "\a\b\f\n\r\t\v\\'\"?";
  size_t position = Names.find(c);
  if (position == llvm::StringRef::npos) {
    diagnostics.error(where, "unknown escape `\\" + llvm::Twine(c) + "`");
    return 0;
  }
  return static_cast<uint64_t>(Values[position]);
}

const CExpr *CAstBuilder::character(const CToken &literal) {
  CExpr *node = make(Kind::Integer, literal.source, literal.source);
  llvm::StringRef rest = literal.text.drop_front().drop_back();
  node->value = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int8_t>(escape(rest, literal.source.range))));
  if (!rest.empty())
    diagnostics.error(literal.source.range, "a character literal has one character");
  return node;
}

const CExpr *CAstBuilder::string(const std::vector<antlr4::Token *> &parts) {
  SourceSpan source = SourceSpan::join(span(parts.front()), span(parts.back()));
  CExpr *node = make(Kind::String, source, source);
  std::string text;
  for (const antlr4::Token *part : parts)
    for (llvm::StringRef rest = token(part).text.drop_front().drop_back(); !rest.empty();)
      text += static_cast<char>(escape(rest, span(part).range));
  node->text = context.copy(llvm::StringRef(text));
  return node;
}

} // namespace tenon
