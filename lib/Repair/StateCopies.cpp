//===- StateCopies.cpp - Two local processes for one ----------------------===//

#include "StateCopies.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

static void collectReferences(const ast::ProcessBody *body, std::vector<const ast::ReferenceBody *> &references) {
  if (const auto *reference = dyn_cast_or_null<ast::ReferenceBody>(body)) {
    references.push_back(reference);
  } else if (const auto *branches = dyn_cast_or_null<ast::IfBody>(body)) {
    for (const ast::IfBody::Branch &branch : branches->branches)
      collectReferences(branch.body, references);
    collectReferences(branches->otherwise, references);
  } else if (const auto *choice = dyn_cast_or_null<ast::ChoiceBody>(body)) {
    for (const ast::Alternative *alternative : choice->alternatives)
      collectReferences(alternative->body, references);
  }
}

namespace {

class Copier {
public:
  Copier(const ast::ProcessDefinition &process, StringRef buffer) : definition(process), text(buffer) {}

  /// With this reference led to the copy of `local`.
  std::vector<SourceEdit> copy(const ast::LocalProcess &local, const ast::ReferenceBody &reference) const;

private:
  size_t offset(SMLoc place) const { return static_cast<size_t>(place.getPointer() - text.data()); }
  std::string freshName(StringRef base) const;

  const ast::ProcessDefinition &definition;
  StringRef text;
};

} // namespace

std::string Copier::freshName(StringRef base) const {
  for (unsigned number = 2;; ++number) {
    std::string name = base.str() + "_" + std::to_string(number);
    if (none_of(definition.locals, [&](const ast::LocalProcess &local) { return local.name.name == name; }))
      return name;
  }
}

std::vector<SourceEdit> Copier::copy(const ast::LocalProcess &local, const ast::ReferenceBody &reference) const {
  std::string name = freshName(local.name.name);
  std::string indices;
  if (!local.indices.empty()) {
    size_t begin = text.rfind('[', offset(local.indices.front().range.Start));
    indices = text.slice(begin, text.find(']', offset(local.indices.back().range.End)) + 1).str();
  }
  size_t target = offset(reference.target.range.Start), length = reference.target.name.size();
  size_t end = offset(local.range.End), begin = text.rfind('=', offset(local.body->range.Start)) + 1;
  std::string body = text.slice(begin, end).str();
  if (target >= begin && target < end)
    body.replace(target - begin, length, name);
  size_t last = offset(definition.locals.back().range.End);
  return {{target, length, name}, {last, 0, ",\n" + name + indices + " =" + body}};
}

std::vector<std::vector<SourceEdit>> stateCopies(const ast::ProcessDefinition &definition, StringRef text) {
  std::vector<std::vector<SourceEdit>> result;
  std::vector<const ast::ReferenceBody *> references;
  for (const ast::LocalProcess &local : definition.locals)
    collectReferences(local.body, references);
  Copier copier(definition, text);
  for (const ast::ReferenceBody *reference : references) {
    auto isMeant = [&](const ast::LocalProcess &local) { return local.name.name == reference->target.name; };
    if (count_if(definition.locals, isMeant) != 1 || !reference->calls.empty())
      continue;
    const ast::LocalProcess &local = *find_if(definition.locals, isMeant);
    // An alias has nothing that a copy could leave out.
    if (!isa<ast::ReferenceBody>(local.body))
      result.push_back(copier.copy(local, *reference));
  }
  return result;
}

} // namespace tenon
