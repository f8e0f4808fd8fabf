//===- SourceRepair.cpp - Repairs as edits of the source ------------------===//

#include "tenon/Repair/SourceRepair.h"

#include "ComparisonSigns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tenon {

std::string applyEdits(StringRef source, std::vector<SourceEdit> edits) {
  stable_sort(edits, [](const SourceEdit &a, const SourceEdit &b) { return a.offset < b.offset; });
  std::string result;
  size_t at = 0;
  for (const SourceEdit &edit : edits) {
    assert(edit.offset >= at && "edits overlap");
    result += source.slice(at, edit.offset);
    result += edit.text;
    at = edit.offset + edit.length;
  }
  return result + source.drop_front(at).str();
}

StatementEdit StatementEdit::within(StringRef buffer, size_t open, size_t close, SourceEdit edit,
                                    function_ref<std::string(StringRef)> statement) {
  std::string changed =
      buffer.slice(open + 1, edit.offset).str() + edit.text + buffer.slice(edit.offset + edit.length, close).str();
  return {std::move(edit), statement(StringRef(changed).trim())};
}

static std::string constraintOf(StringRef condition) {
  return ("[" + condition + "]").str();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

ComponentText::ComponentText(const Program &program, const ComponentModel &component, StringRef buffer)
    : program(program), component(component), buffer(buffer) {}

bool ComponentText::contains(SMRange range) const {
  if (!range.isValid())
    return false;
  const char *start = component.definitionRange.Start.getPointer(), *end = component.definitionRange.End.getPointer();
  return start >= buffer.begin() && end <= buffer.end() && range.Start.getPointer() >= start &&
         range.End.getPointer() <= end;
}

/// Whether the text begins with this word.
static bool beginsWith(StringRef text, StringRef word) {
  return text.starts_with(word) &&
         (text.size() == word.size() || !(isAlnum(text[word.size()]) || text[word.size()] == '_'));
}

bool ComponentText::hasPlaceFor(Location location) const {
  if (component.isAutomaton) {
    size_t count = 0;
    for (const ProgramTransition &transition : program.transitions) {
      if (transition.to != location)
        continue;
      ++count;
      // An action with index values stands for several transitions.
      if (!contains(transition.range) || any_of(program.transitions, [&](const ProgramTransition &other) {
            return &other != &transition && other.range.Start == transition.range.Start && other.to != location;
          }))
        return false;
    }
    return count > 0 && location != program.initial;
  }
  SMRange range = program.locations[location].range;
  if (!contains(range) || range.Start == component.definitionRange.Start)
    return false;
  // The body of a function is done wherever it is called.
  size_t count = 0;
  for (const ProgramLocation &other : program.locations)
    count += other.range.Start == range.Start;
  StringRef text = buffer.drop_front(offsetOf(range.Start));
  return count == 1 && !beginsWith(text, "while") && !beginsWith(text, "for") && !beginsWith(text, "do");
}

/// What stands before the offset, without white space and comments at its end.
StringRef ComponentText::codeBefore(size_t offset) const {
  StringRef code = buffer.take_front(offset).rtrim();
  for (size_t size = 0; size != code.size();) {
    size = code.size();
    size_t line = code.rfind('\n') + 1;
    size_t comment = code.ends_with("*/") ? code.rfind("/*") : code.find("//", line);
    if (comment != StringRef::npos)
      code = code.take_front(comment).rtrim();
  }
  return code;
}

/// The first statement of what is done one after the other.
static const Statement *firstOf(const Statement *statement) {
  while (statement->kind == Statement::Kind::Block && !statement->children.empty())
    statement = statement->children.front().get();
  return statement;
}

/// Whether a branch of a `select` begins with a statement at this position.
static bool beginsBranch(const Statement &statement, SMLoc position) {
  return any_of(statement.children, [&](const StatementRef &child) {
    if (statement.kind == Statement::Kind::Select) {
      const Statement *first = firstOf(child.get());
      bool isStep = first->kind == Statement::Kind::Action || first->kind == Statement::Kind::If;
      if (isStep && first->range.Start == position)
        return true;
    }
    return beginsBranch(*child, position);
  });
}

bool ComponentText::hasPlaceBefore(ArrayRef<ProgramTransition> actions) const {
  SMRange range = actions.front().range;
  if (!contains(range) || !all_of(actions, [&](const ProgramTransition &action) {
        return contains(action.range) && action.range.Start == range.Start;
      }))
    return false;
  // What stands there is nothing else: no other index value, no other call of a function.
  size_t count = count_if(program.transitions,
                          [&](const ProgramTransition &transition) { return transition.range.Start == range.Start; });
  if (count != actions.size())
    return false;
  if (component.isAutomaton)
    return true;
  return beginsBranch(*component.body, range.Start);
}

/// The outermost statement that begins at this position; null if none does.
static const Statement *statementAt(const Statement &whole, SMLoc position) {
  for (const StatementRef &child : whole.children) {
    if (child->range.Start == position)
      return child.get();
    if (const Statement *found = statementAt(*child, position))
      return found;
  }
  return nullptr;
}

/// Behind the statement, with its bracket or semicolon.
size_t ComponentText::endOf(const Statement &statement) const {
  size_t end = offsetOf(statement.range.End);
  if (statement.kind == Statement::Kind::If)
    return endOf(*statement.children.back());
  if (statement.kind == Statement::Kind::Loop && statement.testFirst)
    return endOf(*statement.children.front());
  return buffer.take_front(end).ends_with("}") ? end : buffer.find(';', end - 1) + 1;
}

/// A line of its own, indented like the statement, if the statement begins its line. A statement that is the body of
/// something gets braces.
std::vector<SourceEdit> ComponentText::assumeBefore(SMRange range, StringRef condition) const {
  size_t start = offsetOf(range.Start);
  StringRef before = buffer.take_front(start), line = before.substr(before.rfind('\n') + 1), code = codeBefore(start);
  bool isOnItsOwnLine = line.trim().empty();
  std::string assume = ("assume(" + condition + ");" + (isOnItsOwnLine ? "\n" + line : " ")).str();
  bool isBody = code.ends_with(")") || code.ends_with("else") || code.ends_with("do");
  if (!isBody)
    return {{start, 0, std::move(assume)}};
  const Statement *statement = statementAt(*component.body, range.Start);
  size_t end = statement ? endOf(*statement) : buffer.find(';', offsetOf(range.End) - 1) + 1;
  if (!isOnItsOwnLine)
    return {{start, 0, "{ " + assume}, {end, 0, " }"}};
  StringRef head = code.substr(code.rfind('\n') + 1);
  std::string indentation = head.take_front(head.size() - head.ltrim().size()).str();
  return {{code.size(), 0, " {"}, {start, 0, std::move(assume)}, {end, 0, "\n" + indentation + "}"}};
}

std::vector<SourceEdit> ComponentText::assumeAt(Location location, StringRef condition) const {
  if (!component.isAutomaton)
    return assumeBefore(program.locations[location].range, condition);
  std::vector<SourceEdit> edits;
  std::vector<const char *> done;
  for (const ProgramTransition &transition : program.transitions) {
    const char *end = transition.range.End.getPointer();
    if (transition.to != location || is_contained(done, end))
      continue;
    done.push_back(end);
    edits.push_back({offsetOf(transition.range.End), 0, (" -> [" + condition + "]").str()});
  }
  return edits;
}

std::vector<SourceEdit> ComponentText::assumeBefore(ArrayRef<ProgramTransition> actions, StringRef condition) const {
  SMRange range = actions.front().range;
  if (component.isAutomaton)
    return {{offsetOf(range.Start), 0, ("[" + condition + "] -> ").str()}};
  return assumeBefore(range, condition);
}

/// Whether something else in the text depends on what the constraint says, as `[else]` does.
bool ComponentText::hasElse(const ProgramTransition &constraint) const {
  return any_of(program.from(constraint.from), [&](const ProgramTransition &other) {
    return contains(other.range) &&
           buffer.slice(offsetOf(other.range.Start), offsetOf(other.range.End)).contains("else");
  });
}

/// The constraint behind which a location is, if that is the only way there and no test of an `if` or a loop.
const ProgramTransition *ComponentText::constraintBefore(Location location) const {
  const ProgramTransition *found = nullptr;
  for (const ProgramTransition &transition : program.transitions) {
    if (transition.to != location)
      continue;
    if (found || transition.action.kind != ActionKind::Constraint || !contains(transition.range))
      return nullptr;
    found = &transition;
  }
  bool isTest =
      found && !component.isAutomaton && !beginsWith(buffer.drop_front(offsetOf(found->range.Start)), "assume");
  return isTest ? nullptr : found;
}

/// `text` is how the condition reads.
std::optional<StatementEdit> ComponentText::strengthen(const ProgramTransition &constraint, Term condition,
                                                       StringRef text, SmtContext &context,
                                                       const Budget &budget) const {
  TermContext &terms = context.terms();
  Term old = constraint.action.value, both = terms.andOf({old, condition});
  size_t begin = offsetOf(constraint.range.Start), end = offsetOf(constraint.range.End);
  size_t open = buffer.find_first_of("([", begin), close = buffer.slice(0, end).find_last_of(")]");
  if (open >= end || close == StringRef::npos || close < open || constraint.action.defined)
    return std::nullopt;
  StringRef inner = buffer.slice(open + 1, close);
  if (std::optional<ComparisonSign> sign = onlyComparison(inner))
    if (std::optional<StringRef> other = otherComparison(old, sign->sign, both, context, budget))
      return StatementEdit::within(buffer, open, close, {open + 1 + sign->offset, sign->sign.size(), other->str()},
                                   constraintOf);
  if (isValid(context, terms.implies(condition, old), budget) == true)
    return StatementEdit{{open + 1, inner.size(), text.str()}, constraintOf(text)};
  return std::nullopt;
}

std::optional<RepairEdits> ComponentText::edits(const ComponentRepair &repair, ArrayRef<ProgramVariable> variables,
                                                SmtContext &context, const Budget &budget,
                                                ArrayRef<std::optional<StatementEdit>> instead,
                                                bool isBesideElse) const {
  if (!repair.onlyConstraints())
    return std::nullopt;
  RepairEdits result;
  auto add = [&](const StatementEdit &one) {
    result.edits.push_back(one.edit);
    result.statements.push_back(one.statement);
  };
  std::string prefix = program.name + ".";
  for (auto [number, gate] : enumerate(repair.gates())) {
    if (number < instead.size() && instead[number]) {
      add(*instead[number]);
      continue;
    }
    bool isThere = !gate.isBranch && hasPlaceFor(gate.origin);
    if (gate.isAtEnd || (!isThere && !hasPlaceBefore(gate.guarded)))
      return std::nullopt;
    std::string condition = printTerm(gate.condition, [&](VariableId id) {
      StringRef name = variables[id].name;
      name.consume_front(prefix);
      return name.str();
    });
    const ProgramTransition *before = gate.isBranch ? nullptr : constraintBefore(gate.origin);
    std::optional<StatementEdit> stronger;
    if (before && (isBesideElse || !hasElse(*before)))
      stronger = strengthen(*before, gate.condition, condition, context, budget);
    if (stronger) {
      add(*stronger);
      continue;
    }
    append_range(result.edits, isThere ? assumeAt(gate.origin, condition) : assumeBefore(gate.guarded, condition));
    result.statements.push_back(constraintOf(condition));
  }
  return result;
}

SourceEdit ComponentText::replacement(std::string text) const {
  return {
      offsetOf(component.definitionRange.Start),
      static_cast<size_t>(component.definitionRange.End.getPointer() - component.definitionRange.Start.getPointer()),
      std::move(text)};
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

namespace {

/// A line of a comparison: kept, taken away or added.
struct DiffLine {
  char kind; ///< ' ', '-' or '+'
  StringRef text;
};

} // namespace

/// Lines with their ends.
static std::vector<StringRef> linesOf(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    size_t length = end == StringRef::npos ? text.size() : end + 1;
    lines.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return lines;
}

/// By the longest common subsequence of what is between the common start and the common end.
static std::vector<DiffLine> compareLines(ArrayRef<StringRef> before, ArrayRef<StringRef> after) {
  std::vector<DiffLine> result;
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    result.push_back({' ', before.front()});
    before = before.drop_front();
    after = after.drop_front();
  }
  std::vector<StringRef> tail;
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    tail.push_back(before.back());
    before = before.drop_back();
    after = after.drop_back();
  }
  size_t rows = before.size(), columns = after.size();
  std::vector<std::vector<uint32_t>> common(rows + 1, std::vector<uint32_t>(columns + 1));
  for (size_t i = rows; i-- > 0;)
    for (size_t j = columns; j-- > 0;)
      common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  for (size_t i = 0, j = 0; i < rows || j < columns;) {
    if (i < rows && j < columns && before[i] == after[j]) {
      result.push_back({' ', before[i++]});
      ++j;
    } else if (i < rows && (j == columns || common[i + 1][j] >= common[i][j + 1])) {
      result.push_back({'-', before[i++]});
    } else {
      result.push_back({'+', after[j++]});
    }
  }
  for (StringRef line : reverse(tail))
    result.push_back({' ', line});
  return result;
}

static std::string headerRange(size_t start, size_t count) {
  // An empty range is named by the line before it.
  std::string text = std::to_string(count == 0 ? start : start + 1);
  return count == 1 ? text : text + "," + std::to_string(count);
}

/// As GNU diff writes names that have spaces or other than printable characters, and patch reads them.
static std::string quotedName(StringRef file) {
  std::string quoted;
  for (char c : file) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (byte >= 32 && byte < 127)
      quoted += c;
    else
      quoted += {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
                 static_cast<char>('0' + (byte & 7))};
  }
  return quoted == file && !file.contains(' ') ? quoted : '"' + quoted + '"';
}

std::string unifiedDiff(StringRef before, StringRef after, StringRef file) {
  if (before == after)
    return {};
  constexpr size_t Context = 3;
  std::vector<StringRef> oldLines = linesOf(before), newLines = linesOf(after);
  std::vector<DiffLine> lines = compareLines(oldLines, newLines);
  std::string result = "--- " + quotedName(file) + "\n+++ " + quotedName(file) + "\n";
  size_t oldLine = 0, newLine = 0;
  for (size_t i = 0; i < lines.size();) {
    size_t change = i;
    while (change < lines.size() && lines[change].kind == ' ')
      ++change;
    if (change == lines.size())
      break;
    size_t start = std::max(i, change - std::min(change, Context));
    oldLine += start - i;
    newLine += start - i;
    // Up to where so many lines are kept that the next change has a hunk of its own.
    size_t end = change, kept = 0;
    for (size_t at = change; at < lines.size() && kept <= 2 * Context; ++at) {
      kept = lines[at].kind == ' ' ? kept + 1 : 0;
      if (kept == 0)
        end = at + 1;
    }
    end = std::min(end + Context, lines.size());
    size_t oldCount = 0, newCount = 0;
    std::string body;
    for (size_t at = start; at < end; ++at) {
      oldCount += lines[at].kind != '+';
      newCount += lines[at].kind != '-';
      body += lines[at].kind;
      body += lines[at].text;
      if (!lines[at].text.ends_with("\n"))
        body += "\n\\ No newline at end of file\n";
    }
    result += "@@ -" + headerRange(oldLine, oldCount) + " +" + headerRange(newLine, newCount) + " @@\n" + body;
    oldLine += oldCount;
    newLine += newCount;
    i = end;
  }
  return result;
}

} // namespace tenon
