//===- CompositionEdits.cpp - Mutations of a composition ------------------===//

#include "CompositionEdits.h"

#include "EditCollector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

template <typename DefinitionT>
static const DefinitionT *findDefinition(ArrayRef<const ast::Definition *> all, StringRef name) {
  for (const ast::Definition *definition : all)
    if (const auto *found = dyn_cast<DefinitionT>(definition); found && found->name.name == name)
      return found;
  return nullptr;
}

namespace {

class CompositionEditor : public EditCollector {
public:
  CompositionEditor(StringRef buffer, unsigned mutationLevel, ArrayRef<const ast::Definition *> known);

  void visit(const ast::CompositeBody *body);

private:
  struct Bounds {
    std::string low, next, high;
  };
  struct Split {
    std::string one, others; ///< Prefixes.
  };
  void visitInstance(const ast::CompositeInstance &instance);
  std::vector<Split> splits(const ast::LabelElement &prefix) const;
  std::vector<std::string> variants(const ast::CompositeInstance &instance) const;
  void visitFirst(const ast::CompositeForall &all);
  std::optional<Bounds> boundsOf(const ast::IndexSpec &index) const;
  std::string spelledAs(const ast::CompositeInstance &instance, StringRef name) const;

  ArrayRef<const ast::Definition *> definitions;
  std::vector<const ast::ProcessDefinition *> processes; ///< What may be composed.
};

} // namespace

CompositionEditor::CompositionEditor(StringRef buffer, unsigned mutationLevel, ArrayRef<const ast::Definition *> known)
    : EditCollector(buffer, mutationLevel), definitions(known) {
  for (const ast::Definition *definition : definitions)
    if (const auto *process = dyn_cast<ast::ProcessDefinition>(definition); process && !process->modifiers.property)
      processes.push_back(process);
}

void CompositionEditor::visit(const ast::CompositeBody *body) {
  if (const auto *branches = dyn_cast_or_null<ast::CompositeIf>(body)) {
    for (const ast::CompositeIf::Branch &branch : branches->branches) {
      visitExpression(branch.condition);
      visit(branch.body);
    }
    visit(branches->otherwise);
  } else if (const auto *all = dyn_cast_or_null<ast::CompositeForall>(body)) {
    visitFirst(*all);
    visit(all->body);
  } else if (const auto *parallel = dyn_cast_or_null<ast::CompositeParallel>(body)) {
    for (const ast::CompositeBody *operand : parallel->operands)
      visit(operand);
  } else if (const auto *instance = dyn_cast_or_null<ast::CompositeInstance>(body)) {
    visitInstance(*instance);
  }
}

std::optional<CompositionEditor::Bounds> CompositionEditor::boundsOf(const ast::IndexSpec &index) const {
  const ast::Expr *low = index.low, *high = index.high;
  if (const auto *name = dyn_cast_or_null<ast::NameExpr>(low); name && index.kind == ast::IndexSpec::Kind::Expression) {
    const auto *range = findDefinition<ast::RangeDefinition>(definitions, name->name);
    low = range ? range->low : nullptr;
    high = range ? range->high : nullptr;
  } else if (index.kind != ast::IndexSpec::Kind::Range) {
    return std::nullopt;
  }
  if (!low || !high)
    return std::nullopt;
  auto words = [](const ast::Expr *bound) {
    return std::string(bound->range.Start.getPointer(), bound->range.End.getPointer());
  };
  const auto *number = dyn_cast<ast::IntegerExpr>(low);
  return Bounds{words(low), number ? std::to_string(number->value + 1) : words(low) + "+1", words(high)};
}

std::string CompositionEditor::spelledAs(const ast::CompositeInstance &instance, StringRef name) const {
  return (text.slice(offset(instance.range.Start), offset(instance.name.range.Start)) + name +
          text.slice(offset(instance.name.range.End), offset(instance.range.End)))
      .str();
}

/// `[R]` as its first index and the others, `{a, b}` as each element and the others.
std::vector<CompositionEditor::Split> CompositionEditor::splits(const ast::LabelElement &prefix) const {
  std::vector<Split> result;
  auto with = [&](const ast::LabelPart &part, const Twine &instead) {
    return (text.slice(offset(prefix.range.Start), offset(part.range.Start)) + instead +
            text.slice(offset(part.range.End), offset(prefix.range.End)))
        .str();
  };
  for (const ast::LabelPart &part : prefix.parts)
    if (std::optional<Bounds> bounds = part.kind == ast::LabelPart::Kind::Index ? boundsOf(part.index) : std::nullopt) {
      std::string variable = part.index.variable ? (part.index.variable->name + ":").str() : "";
      std::string first = variable.empty() ? bounds->low : variable + bounds->low + ".." + bounds->low;
      result.push_back(
          {with(part, "[" + first + "]"), with(part, "[" + variable + bounds->next + ".." + bounds->high + "]")});
    } else if (part.kind == ast::LabelPart::Kind::Set && part.set->kind == ast::LabelSet::Kind::Explicit &&
               part.set->elements.size() > 1) {
      for (const ast::LabelElement *element : part.set->elements) {
        std::string others;
        for (const ast::LabelElement *other : part.set->elements)
          if (other != element)
            others += (others.empty() ? "" : ", ") + spelling(other->range).str();
        bool isOne = part.set->elements.size() == 2;
        result.push_back({with(part, spelling(element->range)), with(part, isOne ? others : "{" + others + "}")});
      }
    }
  return result;
}

/// `A(1)` with another name, or a number one more or less.
std::vector<std::string> CompositionEditor::variants(const ast::CompositeInstance &instance) const {
  std::vector<std::string> result;
  SMLoc begin = instance.name.range.Start, end = instance.range.End;
  auto with = [&](SMRange part, const Twine &instead) {
    result.push_back(
        (text.slice(offset(begin), offset(part.Start)) + instead + text.slice(offset(part.End), offset(end))).str());
  };
  for (const ast::Expr *argument : instance.arguments)
    if (const auto *number = dyn_cast<ast::IntegerExpr>(argument)) {
      with(number->range, Twine(number->value + 1));
      with(number->range, Twine(number->value - 1));
    }
  for (const ast::ProcessDefinition *other : processes)
    if (other->name.name != instance.name.name)
      with(instance.name.range, other->name.name);
  return result;
}

/// `p[R]:A` to `p[R]:B`, or `p[0]:B || p[1..N]:A`.
void CompositionEditor::visitInstance(const ast::CompositeInstance &instance) {
  for (const ast::Expr *argument : instance.arguments)
    visitExpression(argument);
  bool isProcess = any_of(processes, [&](const auto *process) { return process->name.name == instance.name.name; });
  if (level < 3 || !isProcess)
    return;
  for (const ast::ProcessDefinition *other : processes)
    if (other->name.name != instance.name.name)
      replace(instance.name.range, other->name.name);
  const ast::LabelElement *prefix = instance.decoration.prefix;
  if (!prefix)
    return;
  StringRef before = text.slice(offset(instance.range.Start), offset(prefix->range.Start));
  StringRef colon = text.slice(offset(prefix->range.End), offset(instance.name.range.Start));
  StringRef same = text.slice(offset(instance.name.range.Start), offset(instance.range.End));
  for (const Split &split : splits(*prefix))
    for (const std::string &variant : variants(instance))
      replace(instance.range, before + split.one + colon + variant + " || " + before + split.others + colon + same);
}

/// `forall [i:R] p[i]:A` to `forall [i:R] if (i == 0) then p[i]:B else p[i]:A`
void CompositionEditor::visitFirst(const ast::CompositeForall &all) {
  const auto *instance = dyn_cast_or_null<ast::CompositeInstance>(all.body);
  if (level < 3 || !instance || all.indices.size() != 1 || !all.indices[0].variable)
    return;
  std::optional<Bounds> bounds = boundsOf(all.indices[0]);
  bool isProcess = any_of(processes, [&](const auto *process) { return process->name.name == instance->name.name; });
  if (!bounds || !isProcess)
    return;
  for (const ast::ProcessDefinition *other : processes)
    if (other->name.name != instance->name.name)
      replace(instance->range, "if (" + all.indices[0].variable->name + " == " + bounds->low + ") then " +
                                   spelledAs(*instance, other->name.name) + " else " + spelling(instance->range));
}

std::vector<SourceEdit> compositionEdits(const ast::CompositeDefinition &definition, StringRef text, unsigned level,
                                         ArrayRef<const ast::Definition *> all) {
  CompositionEditor editor(text, level, all);
  editor.visit(definition.body);
  return editor.take();
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

static void addNames(const ast::CompositeBody *body, std::vector<StringRef> &names) {
  if (const auto *branches = dyn_cast_or_null<ast::CompositeIf>(body)) {
    for (const ast::CompositeIf::Branch &branch : branches->branches)
      addNames(branch.body, names);
    addNames(branches->otherwise, names);
  } else if (const auto *all = dyn_cast_or_null<ast::CompositeForall>(body)) {
    addNames(all->body, names);
  } else if (const auto *parallel = dyn_cast_or_null<ast::CompositeParallel>(body)) {
    for (const ast::CompositeBody *operand : parallel->operands)
      addNames(operand, names);
  } else if (const auto *instance = dyn_cast_or_null<ast::CompositeInstance>(body)) {
    names.push_back(instance->name.name);
  }
}

std::vector<const ast::CompositeDefinition *> compositesIn(StringRef system, ArrayRef<const ast::Definition *> all) {
  std::vector<const ast::CompositeDefinition *> result;
  std::vector<StringRef> pending{system};
  while (!pending.empty()) {
    StringRef name = pending.back();
    pending.pop_back();
    const auto *composite = findDefinition<ast::CompositeDefinition>(all, name);
    if (!composite || is_contained(result, composite))
      continue;
    result.push_back(composite);
    std::vector<StringRef> names;
    addNames(composite->body, names);
    append_range(pending, reverse(names));
  }
  return result;
}

} // namespace tenon
