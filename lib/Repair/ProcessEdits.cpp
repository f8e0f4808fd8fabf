//===- ProcessEdits.cpp - Mutations of a process of FSP -------------------===//

#include "ProcessEdits.h"

#include "EditCollector.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace tenon {

//===----------------------------------------------------------------------===//
// Texts of actions
//===----------------------------------------------------------------------===//

static void addTexts(const ast::ProcessBody *body, std::vector<std::string> &texts) {
  if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : branches->branches)
      addTexts(branch.body, texts);
    addTexts(branches->otherwise, texts);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      for (const ast::Action *action : alternative->actions) {
        const char *begin = action->range.Start.getPointer();
        std::string text(begin, action->range.End.getPointer());
        if (action->kind == ast::Action::Kind::Label && !is_contained(texts, text))
          texts.push_back(std::move(text));
      }
      addTexts(alternative->body, texts);
    }
  }
}

ActionTexts actionTexts(const ast::ProcessDefinition &definition, ArrayRef<const ast::Definition *> all) {
  ActionTexts result;
  for (const ast::LocalProcess &local : definition.locals)
    addTexts(local.body, result.own);
  for (const ast::Definition *other : all)
    if (const auto *process = dyn_cast<ast::ProcessDefinition>(other);
        process && process != &definition && !process->modifiers.property)
      for (const ast::LocalProcess &local : process->locals)
        addTexts(local.body, result.others);
  erase_if(result.others, [&](const std::string &action) { return is_contained(result.own, action); });
  return result;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace {

class ProcessEditor : public EditCollector {
public:
  ProcessEditor(const ast::ProcessDefinition &process, StringRef buffer, unsigned mutationLevel,
                const ActionTexts &actions);

  void visitLocal(const ast::LocalProcess &local);

private:
  void visit(const ast::ProcessBody *body);
  void addVariables(const ast::ProcessBody *body);
  /// One branch in the place of all, which says more than a condition that never holds.
  std::string asBranch(const ast::ProcessBody &body) const {
    StringRef words = spelling(body.range);
    return isa<ast::ChoiceBody>(body) && !words.starts_with("(") ? ("(" + words + ")").str() : words.str();
  }
  void visitIf(const ast::IfBody &branches);
  void visitReference(const ast::ReferenceBody &reference);
  void visitRow(const ast::Alternative &alternative);
  void visitIndices(const ast::Action &action);
  void join(ArrayRef<const ast::Alternative *> alternatives);
  void joinGroup(ArrayRef<const ast::Alternative *> alternatives, ArrayRef<size_t> group, size_t common);
  size_t commonActions(const ast::Alternative &one, const ast::Alternative &other) const;
  std::vector<std::string> behind(const ast::Alternative &alternative, size_t actions) const;

  const ast::ProcessDefinition &definition;
  std::vector<std::string> additional; ///< What an action may be put beside.
  std::vector<std::string> all;        ///< What may stand in its place.
  std::vector<StringRef> variables;    ///< Of the local process. Not all are bound everywhere.
};

} // namespace

ProcessEditor::ProcessEditor(const ast::ProcessDefinition &process, StringRef buffer, unsigned mutationLevel,
                             const ActionTexts &actions)
    : EditCollector(buffer, mutationLevel), definition(process) {
  constexpr size_t Many = 48;
  auto add = [](std::vector<std::string> &to, ArrayRef<std::string> texts) {
    for (const std::string &action : texts)
      if (!is_contained(to, action))
        to.push_back(action);
  };
  add(additional, actions.own);
  add(additional, actions.labels);
  if (level < 3)
    return;
  add(all, actions.own);
  add(all, actions.others);
  add(all, actions.labels);
  all.resize(std::min(all.size(), Many));
  add(additional, all);
}

void ProcessEditor::visit(const ast::ProcessBody *body) {
  if (const auto *reference = dyn_cast_or_null<ast::ReferenceBody>(body)) {
    visitReference(*reference);
  } else if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    visitIf(*branches);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      if (alternative->guard)
        visitExpression(alternative->guard);
      visitRow(*alternative);
      visit(alternative->body);
    }
    if (level >= 2)
      join(choice->alternatives);
  }
}

void ProcessEditor::visitIf(const ast::IfBody &branches) {
  if (level >= 2 && branches.branches.size() == 1)
    for (const ast::ProcessBody *branch : {branches.otherwise, branches.branches.front().body})
      if (branch)
        replace(branches.range, asBranch(*branch));
  for (const ast::IfBody::Branch &branch : branches.branches) {
    visitExpression(branch.condition);
    visit(branch.body);
  }
  visit(branches.otherwise);
}

void ProcessEditor::visitReference(const ast::ReferenceBody &reference) {
  for (const ast::Expr *index : reference.indices)
    visitExpression(index);
  if (level < 3 || !reference.calls.empty())
    return;
  for (const ast::LocalProcess &local : definition.locals)
    if (local.name.name != reference.target.name && local.indices.size() == reference.indices.size())
      replace(reference.target.range, local.name.name);
}

/// In the indices of an action: only what is one expression.
void ProcessEditor::visitIndices(const ast::Action &action) {
  if (!action.label)
    return;
  for (const ast::LabelPart &part : action.label->parts)
    if (part.kind == ast::LabelPart::Kind::Index && part.index.kind == ast::IndexSpec::Kind::Expression &&
        !part.index.variable) {
      visitExpression(part.index.low);
      if (const auto *name = dyn_cast<ast::NameExpr>(part.index.low); name && level >= 3)
        for (StringRef variable : variables)
          if (variable != name->name)
            replace(name->range, variable);
    }
}

/// Those of a local process, and of what it does.
void ProcessEditor::addVariables(const ast::ProcessBody *body) {
  auto add = [&](const ast::IndexSpec &index) {
    if (index.variable && !is_contained(variables, index.variable->name))
      variables.push_back(index.variable->name);
  };
  if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : branches->branches)
      addVariables(branch.body);
    addVariables(branches->otherwise);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives) {
      for (const ast::Action *action : alternative->actions)
        if (action->label)
          for (const ast::LabelPart &part : action->label->parts)
            add(part.index);
      addVariables(alternative->body);
    }
  }
}

void ProcessEditor::visitLocal(const ast::LocalProcess &local) {
  variables.clear();
  for (const ast::IndexSpec &index : local.indices)
    if (index.variable)
      variables.push_back(index.variable->name);
  addVariables(local.body);
  visit(local.body);
}

/// `a -> b -> B`
void ProcessEditor::visitRow(const ast::Alternative &alternative) {
  ArrayRef<const ast::Action *> row = alternative.actions;
  for (size_t i = 0; i < row.size(); ++i) {
    SMRange here = row[i]->range;
    size_t begin = offset(here.Start);
    size_t next = offset(i + 1 < row.size() ? row[i + 1]->range.Start : alternative.body->range.Start);
    if (i + 1 < row.size()) {
      SMRange other = row[i + 1]->range;
      StringRef between = text.slice(offset(here.End), offset(other.Start));
      replace(SMRange(here.Start, other.End), spelling(other) + Twine(between) + spelling(here));
    }
    visitIndices(*row[i]);
    if (level >= 2)
      for (const std::string &action : additional)
        insert(begin, action + " -> ");
    if (level >= 3) {
      if (row.size() > 1)
        remove(begin, next);
      StringRef words = spelling(here);
      bool isSet = words.starts_with("{") && words.ends_with("}");
      for (const std::string &action : all)
        if (action != words) {
          replace(here, action);
          replace(here, "{" + (isSet ? words.drop_front().drop_back() : words) + ", " + action + "}");
        }
    }
    if (level >= 2 && i + 1 == row.size())
      for (const std::string &action : additional)
        insert(next, action + " -> ");
  }
}

//===----------------------------------------------------------------------===//
// Choices that come too early
//===----------------------------------------------------------------------===//

/// Up to which action they read the same; one is left for each.
size_t ProcessEditor::commonActions(const ast::Alternative &one, const ast::Alternative &other) const {
  auto guard = [&](const ast::Alternative &alternative) {
    return alternative.guard ? spelling(alternative.guard->range) : StringRef();
  };
  size_t count = 0;
  if (guard(one) == guard(other))
    while (count < one.actions.size() && count < other.actions.size() &&
           spelling(one.actions[count]->range) == spelling(other.actions[count]->range))
      ++count;
  return count;
}

/// The alternatives that it would be in a choice behind so many actions; none if it cannot be one.
std::vector<std::string> ProcessEditor::behind(const ast::Alternative &alternative, size_t actions) const {
  if (actions < alternative.actions.size())
    return {text.slice(offset(alternative.actions[actions]->range.Start), offset(alternative.range.End)).str()};
  std::vector<std::string> result;
  if (const auto *choice = dyn_cast<ast::ChoiceBody>(alternative.body))
    for (const ast::Alternative *inner : choice->alternatives)
      result.push_back(spelling(inner->range).str());
  return result;
}

static bool hasComment(StringRef words) {
  return words.contains("//") || words.contains("/*");
}

/// `a -> B | a -> C`: one that chooses behind what they begin with.
void ProcessEditor::join(ArrayRef<const ast::Alternative *> alternatives) {
  std::vector<bool> isJoined(alternatives.size());
  for (size_t first = 0; first < alternatives.size(); ++first) {
    std::vector<size_t> group{first};
    size_t common = SIZE_MAX;
    for (size_t other = first + 1; other < alternatives.size() && !isJoined[first]; ++other)
      if (size_t count = commonActions(*alternatives[first], *alternatives[other]); count > 0) {
        common = std::min(common, count);
        group.push_back(other);
      }
    for (size_t member : group)
      isJoined[member] = true;
    if (group.size() > 1)
      joinGroup(alternatives, group, common);
  }
}

/// Those in the group become one alternative, in the place of the first. What stands between them stays in its order,
/// and no comment is lost.
void ProcessEditor::joinGroup(ArrayRef<const ast::Alternative *> alternatives, ArrayRef<size_t> group, size_t common) {
  auto begin = [&](size_t member) { return offset(alternatives[member]->range.Start); };
  auto end = [&](size_t member) { return offset(alternatives[member]->range.End); };
  size_t first = group.front(), last = group.back();
  bool isDense = last - first + 1 == group.size();
  std::string joined, others;
  std::set<std::string> known;
  for (size_t member = first; member <= last; ++member) {
    StringRef gap = member == first ? StringRef() : text.slice(end(member - 1), begin(member));
    if (!is_contained(group, member)) {
      others += text.slice(end(member - 1), end(member));
      continue;
    }
    std::vector<std::string> rest = behind(*alternatives[member], common);
    size_t shared = offset(alternatives[member]->actions[common - 1]->range.End);
    if (rest.empty() || (member != first && hasComment(text.slice(begin(member), shared))) ||
        (!isDense && hasComment(gap)))
      return;
    std::string separator = member == first ? "" : hasComment(gap) ? gap.str() : " | ";
    for (const std::string &one : rest)
      if (known.insert(one).second)
        joined += std::exchange(separator, " | ") + one;
    if (hasComment(separator))
      return; // Nothing of the alternative is left to stand behind the comment.
  }
  StringRef start = text.slice(begin(first), offset(alternatives[first]->actions[common - 1]->range.End));
  replace(SMRange(alternatives[first]->range.Start, alternatives[last]->range.End),
          start + " -> (" + joined + ")" + others);
}

std::vector<SourceEdit> processEdits(const ast::ProcessDefinition &definition, StringRef text, unsigned level,
                                     const ActionTexts &actions) {
  ProcessEditor editor(definition, text, level, actions);
  for (const ast::LocalProcess &local : definition.locals)
    editor.visitLocal(local);
  return editor.take();
}

} // namespace tenon
