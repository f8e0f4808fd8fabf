//===- ConditionEdits.cpp - Constraints as conditions ---------------------===//

#include "ConditionEdits.h"

#include "ComparisonSigns.h"

#include "tenon/Logic/ReadableTerm.h"
#include "tenon/Repair/Abduction.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

/// The test of an `if` or `while`: its two transitions, of which the first is taken where the condition holds.
struct Test {
  const ProgramTransition *then = nullptr;
  size_t open = 0, close = 0; ///< Of the brackets around the condition.
  bool isLoop = false;
};

class ConditionWriter {
public:
  ConditionWriter(const Program &original, StringRef text, ArrayRef<ProgramVariable> systemVariables, SmtContext &smt,
                  const Budget &limits)
      : program(original), buffer(text), variables(systemVariables), context(smt), terms(smt.terms()), budget(limits) {}

  std::optional<Test> testAt(Location location) const;
  /// That the condition holds and `more`.
  StatementEdit both(const Test &test, Term more);
  /// That it holds, or what is wanted does not.
  StatementEdit either(const Test &test, Term wanted);
  /// Whether there are two ways still where both, or either, is the condition.
  bool decidesBoth(const Test &test, Term more) { return isOpen(terms.andOf({test.then->action.value, more})); }
  bool decidesEither(const Test &test, Term wanted) {
    return isOpen(terms.orOf({test.then->action.value, terms.notOf(wanted)}));
  }

private:
  /// Within the ranges of variables.
  bool isTrue(Term condition) {
    std::vector<Term> ranges;
    for (VariableId id : variablesOf(condition))
      if (variables[id].sort.kind != SortKind::Array)
        ranges.push_back(withinRange(terms, variables[id], terms.variable(id, variables[id].sort)));
    return isValid(context, terms.implies(terms.andOf(ranges), condition), budget) == true;
  }
  bool isOpen(Term condition) { return !isTrue(condition) && !isTrue(terms.notOf(condition)); }
  Term without(TermOp op, Term condition, function_ref<bool(Term)> isIdle);
  std::string textOf(Term condition) const;
  StatementEdit edited(const Test &test, SourceEdit edit) const {
    return StatementEdit::within(buffer, test.open, test.close, std::move(edit), [&](StringRef condition) {
      return ((test.isLoop ? "while (" : "if (") + condition + ")").str();
    });
  }
  StatementEdit replaced(const Test &test, std::string condition) const {
    return edited(test, {test.open + 1, inner(test).size(), std::move(condition)});
  }
  StringRef inner(const Test &test) const { return buffer.slice(test.open + 1, test.close); }

  const Program &program;
  StringRef buffer;
  ArrayRef<ProgramVariable> variables;
  SmtContext &context;
  TermContext &terms;
  const Budget &budget;
};

} // namespace

std::optional<Test> ConditionWriter::testAt(Location location) const {
  ArrayRef<ProgramTransition> ways = program.from(location);
  if (ways.size() != 2 || !ways[0].range.isValid() || ways[0].range.Start != ways[1].range.Start ||
      ways[0].action.kind != ActionKind::Constraint || ways[1].action.kind != ActionKind::Constraint ||
      ways[0].action.defined || ways[1].to == ErrorLocation)
    return std::nullopt;
  const char *start = ways[0].range.Start.getPointer(), *end = ways[0].range.End.getPointer();
  if (start < buffer.begin() || end > buffer.end())
    return std::nullopt;
  // The body of a function is there once for each call.
  if (count_if(program.transitions,
               [&](const ProgramTransition &transition) { return transition.range.Start == ways[0].range.Start; }) != 2)
    return std::nullopt;
  auto begin = static_cast<size_t>(start - buffer.begin()), behind = static_cast<size_t>(end - buffer.begin());
  StringRef head = buffer.slice(begin, behind);
  bool isIf = head.consume_front("if"), isLoop = !isIf && head.consume_front("while");
  Test test{&ways[0], buffer.find('(', begin), buffer.slice(0, behind).rfind(')'), isLoop};
  if ((!isIf && !isLoop) || !head.ltrim().starts_with("(") || test.close == StringRef::npos || test.close < test.open)
    return std::nullopt;
  return test;
}

/// Without operands that make no difference.
Term ConditionWriter::without(TermOp op, Term condition, function_ref<bool(Term)> isIdle) {
  if (condition->op() != op)
    return condition;
  std::vector<Term> kept;
  for (Term part : condition->operands())
    if (!isIdle(part))
      kept.push_back(part);
  return op == TermOp::And ? terms.andOf(kept) : terms.orOf(kept);
}

std::string ConditionWriter::textOf(Term condition) const {
  std::string prefix = program.name + ".";
  return printTerm(condition, [&](VariableId id) {
    StringRef name = variables[id].name;
    name.consume_front(prefix);
    return name.str();
  });
}

StatementEdit ConditionWriter::both(const Test &test, Term more) {
  Term old = test.then->action.value;
  if (std::optional<ComparisonSign> sign = onlyComparison(inner(test)))
    if (std::optional<StringRef> other = otherComparison(old, sign->sign, terms.andOf({old, more}), context, budget))
      return edited(test, {test.open + 1 + sign->offset, sign->sign.size(), other->str()});
  more = without(TermOp::Or, more, [&](Term part) { return isTrue(terms.implies(old, terms.notOf(part))); });
  more = without(TermOp::And, more, [&](Term part) { return isTrue(terms.implies(old, part)); });
  if (isTrue(terms.implies(more, old)))
    return replaced(test, textOf(more));
  std::string left = inner(test).str(), right = textOf(more);
  if (StringRef(left).contains("||") || StringRef(left).contains('?'))
    left = "(" + left + ")";
  if (more->op() == TermOp::Or)
    right = "(" + right + ")";
  return replaced(test, left + " && " + right);
}

StatementEdit ConditionWriter::either(const Test &test, Term wanted) {
  Term old = test.then->action.value, wrong = terms.notOf(wanted);
  if (std::optional<ComparisonSign> sign = onlyComparison(inner(test)))
    if (std::optional<StringRef> other = otherComparison(old, sign->sign, terms.orOf({old, wrong}), context, budget))
      return edited(test, {test.open + 1 + sign->offset, sign->sign.size(), other->str()});
  std::vector<Rational> familiar = numbersIn(wanted);
  append_range(familiar, numbersIn(old));
  wrong = readable(context, wrong, familiar, budget);
  wrong = without(TermOp::And, wrong, [&](Term part) { return isTrue(terms.orOf({old, part})); });
  wrong = without(TermOp::Or, wrong, [&](Term part) { return isTrue(terms.implies(part, old)); });
  if (isTrue(terms.implies(old, wrong)))
    return replaced(test, textOf(wrong));
  std::string left = inner(test).str();
  if (StringRef(left).contains('?'))
    left = "(" + left + ")";
  return replaced(test, left + " || " + textOf(wrong));
}

/// Whether the `if` at this position has an `else`.
static bool hasElse(const Statement &statement, SMLoc position) {
  if (statement.kind == Statement::Kind::If && statement.range.Start == position)
    return statement.children.size() > 1;
  return any_of(statement.children, [&](const StatementRef &child) { return hasElse(*child, position); });
}

/// Whether the test can say that, too, and still mean what it means.
static bool isAbout(const Test &test, Term condition, const Statement &body) {
  std::vector<VariableId> tested = variablesOf(test.then->action.value);
  return !hasElse(body, test.then->range.Start) ||
         any_of(variablesOf(condition), [&](VariableId id) { return is_contained(tested, id); });
}

std::vector<StatementEdit> conditionEdits(const Program &program, const Statement &body, StringRef buffer,
                                          const ComponentRepair::Gate &gate, ArrayRef<ProgramVariable> variables,
                                          SmtContext &context, const Budget &budget) {
  ConditionWriter writer(program, buffer, variables, context, budget);
  std::vector<StatementEdit> edits;
  if (gate.isAtEnd || gate.isBranch)
    return edits;
  if (std::optional<Test> test = writer.testAt(gate.origin); test && !test->isLoop) {
    if (!isAbout(*test, gate.condition, body))
      return edits;
    if (writer.decidesBoth(*test, gate.condition))
      edits.push_back(writer.both(*test, gate.condition));
    if (writer.decidesEither(*test, gate.condition))
      edits.push_back(writer.either(*test, gate.condition));
    return edits;
  }
  // What follows a test, on one side.
  const ProgramTransition *arriving = nullptr;
  for (const ProgramTransition &transition : program.transitions)
    if (transition.to == gate.origin) {
      if (arriving)
        return edits;
      arriving = &transition;
    }
  if (!arriving || gate.origin == program.initial)
    return edits;
  std::optional<Test> test = writer.testAt(arriving->from);
  if (test && !isAbout(*test, gate.condition, body))
    return edits;
  if (!test)
    return edits;
  if (arriving == test->then && writer.decidesBoth(*test, gate.condition))
    edits.push_back(writer.both(*test, gate.condition));
  else if (arriving != test->then && !test->isLoop && writer.decidesEither(*test, gate.condition))
    edits.push_back(writer.either(*test, gate.condition));
  return edits;
}

} // namespace tenon
