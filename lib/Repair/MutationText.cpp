//===- MutationText.cpp - Mutations as edits of C files -------------------===//

#include "tenon/Repair/MutationText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace tenon::seq {

namespace {

StringRef textOf(SMRange range) {
  if (!range.isValid())
    return "";
  return {range.Start.getPointer(), static_cast<size_t>(range.End.getPointer() - range.Start.getPointer())};
}

SMRange hull(SMRange a, SMRange b) {
  return {a.Start, b.End};
}
SMRange startOf(SMRange range) {
  return {range.Start, range.Start};
}
SMRange endOf(SMRange range) {
  return {range.End, range.End};
}

StringRef operatorText(Op op) {
  switch (op) {
  case Op::Add:
    return "+";
  case Op::Subtract:
    return "-";
  case Op::Multiply:
    return "*";
  case Op::Divide:
    return "/";
  case Op::Remainder:
    return "%";
  case Op::BitAnd:
    return "&";
  case Op::BitOr:
    return "|";
  case Op::BitXor:
    return "^";
  case Op::ShiftLeft:
    return "<<";
  case Op::ShiftRight:
    return ">>";
  case Op::Less:
    return "<";
  case Op::LessEqual:
    return "<=";
  case Op::Greater:
    return ">";
  case Op::GreaterEqual:
    return ">=";
  case Op::Equal:
    return "==";
  case Op::NotEqual:
    return "!=";
  case Op::And:
    return "&&";
  default:
    return "||";
  }
}

Op oppositeOf(Op op) {
  switch (op) {
  case Op::Less:
    return Op::GreaterEqual;
  case Op::LessEqual:
    return Op::Greater;
  case Op::Greater:
    return Op::LessEqual;
  case Op::GreaterEqual:
    return Op::Less;
  case Op::Equal:
    return Op::NotEqual;
  default:
    return Op::Equal;
  }
}

/// As it stands in the text, by the name of a macro that is nothing but this.
StringRef shownText(const SourceSpan &span) {
  bool isWhole = span.macro.isValid() && span.spelling.Start == span.macro.Start && span.spelling.End == span.macro.End;
  return textOf(span.spelling.isValid() && !isWhole ? span.spelling : span.range);
}

/// Part of what an edit puts in: new text, or what stands elsewhere with the edits of that.
struct Piece {
  std::string text;
  SMRange copied = {};
};

struct Edit {
  SMRange range;
  std::vector<Piece> pieces;
  SMRange use = {}, macro = {}; ///< Of a change within the text of a macro: where it is used, and all of it.
};

class MutationEdits {
public:
  MutationEdits(const Program &sequential, const ProgramRepair &found) : program(sequential), repair(found) {}

  void add(const Mutation &mutation);
  std::string render(SMRange all) {
    joinMacros();
    llvm::stable_sort(edits, [](const Edit &a, const Edit &b) {
      if (a.range.Start != b.range.Start)
        return a.range.Start.getPointer() < b.range.Start.getPointer();
      bool isEmptyA = a.range.Start == a.range.End, isEmptyB = b.range.Start == b.range.End;
      if (isEmptyA || isEmptyB)
        return isEmptyA && !isEmptyB;
      return a.range.End.getPointer() > b.range.End.getPointer();
    });
    return render(all, edits);
  }

private:
  const Expr &at(ExprId id) const { return program.exprs[id]; }
  static SMRange placeOf(const SourceSpan &span) { return span.spelling.isValid() ? span.spelling : span.range; }
  SMRange placeOf(ExprId id) const { return placeOf(at(id).source); }
  void put(const SourceSpan &site, SMRange range, std::vector<Piece> pieces);
  void addOperator(const Mutation &mutation);
  void addConstant(const Mutation &mutation);
  void addName(const Mutation &mutation);
  void addSwap(const Mutation &mutation);
  void addCondition(const Mutation &mutation);
  void addNegation(const Mutation &mutation);
  std::string valueText(const Mutation &mutation) const;
  std::string conditionText(const Mutation &mutation) const;
  std::vector<Piece> protectedCopy(ExprId id) const;
  bool isSimple(ExprId id) const;
  static bool isEnclosed(SMRange range);
  void joinMacros();
  static std::string render(SMRange range, ArrayRef<Edit> edits);

  const Program &program;
  const ProgramRepair &repair;
  std::vector<Edit> edits;
};

} // namespace

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void MutationEdits::put(const SourceSpan &site, SMRange range, std::vector<Piece> pieces) {
  Edit edit{range, std::move(pieces)};
  if (site.macro.isValid()) {
    edit.use = site.range;
    edit.macro = site.macro;
  }
  edits.push_back(std::move(edit));
}

/// Changes in the text of a macro become the text, with the changes, where the macro is used.
void MutationEdits::joinMacros() {
  std::vector<Edit> result;
  for (size_t i = 0; i < edits.size(); ++i) {
    if (!edits[i].macro.isValid()) {
      result.push_back(edits[i]);
      continue;
    }
    SMRange use = edits[i].use, macro = edits[i].macro;
    if (llvm::any_of(result, [&](const Edit &edit) { return edit.range.Start == use.Start && edit.use.isValid(); }))
      continue;
    std::vector<Edit> within;
    for (const Edit &edit : edits)
      if (edit.macro.isValid() && edit.use.Start == use.Start)
        within.push_back(edit);
    Edit joined{use, {{render(macro, within)}}};
    joined.use = use;
    result.push_back(std::move(joined));
  }
  edits = std::move(result);
}

std::string MutationEdits::render(SMRange range, ArrayRef<Edit> edits) {
  std::string result;
  const char *position = range.Start.getPointer();
  for (size_t i = 0; i < edits.size(); ++i) {
    const Edit &edit = edits[i];
    const char *start = edit.range.Start.getPointer(), *end = edit.range.End.getPointer();
    if (start < position || end > range.End.getPointer())
      continue;
    result.append(position, start);
    std::vector<Edit> inner;
    for (size_t k = i + 1; k < edits.size() && start != end; ++k)
      if (edits[k].range.Start.getPointer() >= start && edits[k].range.End.getPointer() <= end)
        inner.push_back(edits[k]);
    for (const Piece &piece : edit.pieces)
      result += piece.copied.isValid() ? render(piece.copied, inner) : piece.text;
    position = end;
    // What stands at the very end of a range that is replaced belongs to it.
    while (i + 1 < edits.size() && start != end && edits[i + 1].range.End.getPointer() <= end)
      ++i;
  }
  result.append(position, range.End.getPointer());
  return result;
}

/// Whether something that binds more loosely can stand there without parentheses.
bool MutationEdits::isEnclosed(SMRange range) {
  const char *before = range.Start.getPointer() - 1, *after = range.End.getPointer();
  while (*before == ' ' || *before == '\n' || *before == '\t')
    --before;
  while (*after == ' ' || *after == '\n' || *after == '\t')
    ++after;
  bool isAssigned = *before == '=' && !StringRef("=!<>").contains(before[-1]);
  return (*before == '(' && *after == ')') || ((isAssigned || *before == ';') && *after == ';');
}

/// Names, numbers, calls, and what has parentheses around it.
bool MutationEdits::isSimple(ExprId id) const {
  while (at(id).isImplicit && !at(id).operands.empty())
    id = at(id).operands[0];
  StringRef text = textOf(placeOf(id));
  Op op = at(id).op;
  return text.starts_with("(") || op == Op::Variable || op == Op::Element || op == Op::Call || op == Op::Input ||
         op == Op::Constant;
}

std::vector<Piece> MutationEdits::protectedCopy(ExprId id) const {
  if (isSimple(id))
    return {{"", placeOf(id)}};
  return {{"("}, {"", placeOf(id)}, {")"}};
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

void MutationEdits::add(const Mutation &mutation) {
  const SourceSpan &source = at(mutation.site).source;
  switch (mutation.kind) {
  case Mutation::Kind::Operator:
    return addOperator(mutation);
  case Mutation::Kind::Constant:
  case Mutation::Kind::Unknown:
    return addConstant(mutation);
  case Mutation::Kind::Name:
  case Mutation::Kind::Call:
    return addName(mutation);
  case Mutation::Kind::Swap:
    return addSwap(mutation);
  case Mutation::Kind::Negate:
    return addNegation(mutation);
  case Mutation::Kind::Affirm:
    return put(source, placeOf(at(mutation.site).mark), {{""}});
  case Mutation::Kind::Left:
  case Mutation::Kind::Right: {
    ArrayRef<ExprId> operands = at(mutation.site).operands;
    ExprId kept = operands[mutation.kind == Mutation::Kind::Right];
    return put(source, hull(placeOf(operands[0]), placeOf(operands[1])), {{"", placeOf(kept)}});
  }
  case Mutation::Kind::Conjunct:
  case Mutation::Kind::Disjunct:
    return addCondition(mutation);
  }
}

void MutationEdits::addOperator(const Mutation &mutation) {
  const Expr &site = at(mutation.site);
  Op op = at(mutation.replacement).op;
  SMRange mark = placeOf(site.mark);
  StringRef now = textOf(mark);
  bool isStep = now == "++" || now == "--";
  if (!isStep)
    return put(site.mark, mark, {{(operatorText(op) + (site.isCompound ? "=" : "")).str()}});
  if (op == Op::Add || op == Op::Subtract)
    return put(site.mark, mark, {{(operatorText(op) + operatorText(op)).str()}});
  put(site.source, placeOf(site.source), {{"", placeOf(site.operands[0])}, {(" " + operatorText(op) + "= 1").str()}});
}

std::string MutationEdits::valueText(const Mutation &mutation) const {
  const Expr &site = at(mutation.site);
  Number value = mutation.kind == Mutation::Kind::Unknown ? repair.constants[mutation.unknown]
                                                          : Number(at(mutation.replacement).constant);
  if (textOf(placeOf(site.mark)).starts_with("'") && value >= 32 && value < 127 && value != 39 && value != 92)
    return {'\'', static_cast<char>(static_cast<int64_t>(value)), '\''};
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

void MutationEdits::addConstant(const Mutation &mutation) {
  const Expr &site = at(mutation.site);
  std::string value = valueText(mutation);
  if (!site.isImplicit) {
    SMRange range = placeOf(site.mark);
    const char *before = range.Start.getPointer() - 1;
    bool isSign = value[0] == '-' && (*before == '-' || *before == '+');
    return put(site.mark, range, {{isSign ? "(" + value + ")" : value}});
  }
  const Expr &parent = at(mutation.parent);
  SMRange range = placeOf(parent.source);
  if (parent.isCompound)
    return put(parent.source, range,
               {{"", placeOf(parent.operands[0])}, {(" " + operatorText(parent.op) + "= " + value).str()}});
  // The condition `e`, that is, `e != 0`.
  std::vector<Piece> pieces = protectedCopy(parent.operands[0]);
  bool isFree = isEnclosed(range);
  if (!isFree)
    pieces.insert(pieces.begin(), {"("});
  pieces.push_back({" != " + value + (isFree ? "" : ")")});
  put(parent.source, range, std::move(pieces));
}

void MutationEdits::addName(const Mutation &mutation) {
  const Expr &site = at(mutation.site), *to = &at(mutation.replacement);
  if (to->op == Op::NotEqual)
    to = &at(to->operands[0]);
  SMRange range = placeOf(site.source);
  if (to->op == Op::Call && site.op == Op::Call)
    return put(site.source, placeOf(site.mark), {{program.functions[to->callee].name}});
  if (to->op == Op::Call)
    return put(site.source, range, {{program.functions[to->callee].name + "()"}});
  const std::string &name = program.variables[to->variable].name;
  if (site.op != Op::Element)
    return put(site.source, range, {{name}});
  // The array's name comes first, perhaps behind parentheses.
  const char *start = range.Start.getPointer();
  while (*start == '(' || *start == ' ')
    ++start;
  const char *end = start;
  while (isAlnum(*end) || *end == '_')
    ++end;
  put(site.source, {SMLoc::getFromPointer(start), SMLoc::getFromPointer(end)}, {{name}});
}

void MutationEdits::addSwap(const Mutation &mutation) {
  ArrayRef<ExprId> operands = at(mutation.site).operands;
  ExprId first = operands[operands.size() - 2], second = operands.back();
  std::vector<Piece> pieces = protectedCopy(second);
  SMRange between(placeOf(first).End, placeOf(second).Start);
  pieces.push_back({textOf(between).str()});
  for (Piece &piece : protectedCopy(first))
    pieces.push_back(std::move(piece));
  put(at(mutation.site).source, hull(placeOf(first), placeOf(second)), std::move(pieces));
}

void MutationEdits::addNegation(const Mutation &mutation) {
  const SourceSpan &source = at(mutation.site).source;
  bool isBare = isSimple(mutation.site);
  put(source, startOf(placeOf(source)), {{isBare ? "!" : "!("}});
  if (!isBare)
    put(source, endOf(placeOf(source)), {{")"}});
}

std::string MutationEdits::conditionText(const Mutation &mutation) const {
  const Expr &condition = at(mutation.added);
  StringRef text = shownText(condition.source);
  bool isComparison = condition.op >= Op::Less && condition.op <= Op::NotEqual && !condition.isImplicit;
  if (!mutation.isNegated)
    return isComparison || isSimple(mutation.added) ? text.str() : ("(" + text + ")").str();
  if (!isComparison)
    return isSimple(mutation.added) ? ("!" + text).str() : ("!(" + text + ")").str();
  return (shownText(at(condition.operands[0]).source) + " " + operatorText(oppositeOf(condition.op)) + " " +
          shownText(at(condition.operands[1]).source))
      .str();
}

void MutationEdits::addCondition(const Mutation &mutation) {
  const Expr &site = at(mutation.site);
  SMRange range = placeOf(site.source);
  bool isConjunct = mutation.kind == Mutation::Kind::Conjunct;
  bool isLoose = site.op == (isConjunct ? Op::Or : Op::And) || site.op == Op::Conditional;
  bool needsOwn = isLoose && !textOf(range).starts_with("("), needsAll = !isEnclosed(range);
  if (site.isImplicit)
    needsOwn = !isSimple(mutation.site);
  std::string open = std::string(needsAll ? "(" : "") + (needsOwn ? "(" : "");
  if (!open.empty())
    put(site.source, startOf(range), {{open}});
  put(site.source, endOf(range),
      {{(needsOwn ? ")" : "") + std::string(isConjunct ? " && " : " || ") + conditionText(mutation) +
        (needsAll ? ")" : "")}});
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static bool isIn(SMLoc place, StringRef text) {
  return place.getPointer() >= text.begin() && place.getPointer() <= text.end();
}

std::vector<std::string> applyRepair(const Program &program, ArrayRef<Mutation> mutations, const ProgramRepair &repair,
                                     ArrayRef<SourceFile> files) {
  std::vector<std::string> result;
  for (const SourceFile &file : files) {
    MutationEdits edits(program, repair);
    for (size_t mutation : repair.patch) {
      SMLoc place = program.expr(mutations[mutation].site).source.range.Start;
      if (place.isValid() && isIn(place, file.text))
        edits.add(mutations[mutation]);
    }
    result.push_back(edits.render({SMLoc::getFromPointer(file.text.begin()), SMLoc::getFromPointer(file.text.end())}));
  }
  return result;
}

std::optional<std::pair<size_t, unsigned>> lineOf(SMLoc place, ArrayRef<SourceFile> files) {
  for (size_t i = 0; i < files.size(); ++i)
    if (place.isValid() && isIn(place, files[i].text)) {
      StringRef before(files[i].text.begin(), static_cast<size_t>(place.getPointer() - files[i].text.begin()));
      return std::pair(i, static_cast<unsigned>(before.count('\n') + 1));
    }
  return std::nullopt;
}

} // namespace tenon::seq
