//===- ResolveProcesses.cpp - Processes and composites --------------------===//

#include "Analyzer.h"

using namespace llvm;

namespace tenon {

static bool isReserved(StringRef name) {
  return name == "STOP" || name == "END" || name == "ERROR";
}

static ModifierSet modifiersOf(const ast::Modifiers &modifiers) {
  return {modifiers.deterministic, modifiers.minimal, modifiers.compose, modifiers.property};
}

//===----------------------------------------------------------------------===//
// Primitive processes
//===----------------------------------------------------------------------===//

void Analyzer::declareLocals(const ast::ProcessDefinition &definition, ProcessModel &process) {
  localGroups.clear();
  for (const ast::LocalProcess &local : definition.locals) {
    if (isReserved(local.name.name))
      diagnostics.error(local.name.range, "'" + local.name.name + "' is predefined and cannot be defined again");
    auto [group, isNew] = localGroups.try_emplace(local.name.name, static_cast<uint32_t>(process.groups.size()));
    if (isNew)
      process.groups.emplace_back();
    process.groups[group->second].push_back(static_cast<uint32_t>(process.locals.size()));
    process.locals.push_back({nameOf(local.name), group->second, local.accepting, {}, nullptr});
  }
}

void Analyzer::defineProcess(const ast::ProcessDefinition &definition) {
  ProcessModel process;
  process.name = nameOf(definition.name);
  process.modifiers = modifiersOf(definition.modifiers);
  process.parameters = resolveParameters(definition.parameters);
  declareLocals(definition, process);
  for (size_t i = 0; i < definition.locals.size(); ++i) {
    Scope::Region region(scope);
    process.locals[i].indices = resolveIndices(definition.locals[i].indices);
    process.locals[i].body = resolve(*definition.locals[i].body, process);
  }
  Scope::Region region(scope);
  if (definition.extension)
    process.extension = resolve(*definition.extension);
  process.relabels = resolve(definition.relabels);
  process.hiding = resolve(definition.hiding);
  process.slotCount = scope.slotCount();
  model->definitions.push_back({DefinitionKind::Process, static_cast<uint32_t>(model->processes.size())});
  model->processes.push_back(std::move(process));
}

const BodyModel *Analyzer::resolve(const ast::ProcessBody &body, const ProcessModel &process) {
  if (const auto *reference = dyn_cast<ast::ReferenceBody>(&body))
    return resolveReference(*reference, process);
  auto *resolved = model->create<BodyModel>();
  resolved->range = body.range;
  if (const auto *conditional = dyn_cast<ast::IfBody>(&body)) {
    resolved->kind = BodyModel::Kind::If;
    std::vector<BodyModel::Branch> branches;
    for (const ast::IfBody::Branch &branch : conditional->branches)
      branches.push_back({resolve(*branch.condition), resolve(*branch.body, process)});
    resolved->branches = model->copy(ArrayRef<BodyModel::Branch>(branches));
    if (conditional->otherwise)
      resolved->otherwise = resolve(*conditional->otherwise, process);
    return resolved;
  }
  resolved->kind = BodyModel::Kind::Choice;
  std::vector<const AlternativeModel *> alternatives;
  for (const ast::Alternative *alternative : cast<ast::ChoiceBody>(body).alternatives)
    alternatives.push_back(resolve(*alternative, process));
  resolved->alternatives = model->copy(ArrayRef<const AlternativeModel *>(alternatives));
  return resolved;
}

const AlternativeModel *Analyzer::resolve(const ast::Alternative &alternative, const ProcessModel &process) {
  Scope::Region region(scope);
  auto *resolved = model->create<AlternativeModel>();
  if (alternative.guard)
    resolved->guard = resolve(*alternative.guard);
  std::vector<const LabelPattern *> actions;
  for (const ast::Action *action : alternative.actions)
    actions.push_back(resolve(*action->label));
  resolved->actions = model->copy(ArrayRef<const LabelPattern *>(actions));
  resolved->body = resolve(*alternative.body, process);
  return resolved;
}

const BodyModel *Analyzer::resolveReference(const ast::ReferenceBody &body, const ProcessModel &process) {
  auto *reference = model->create<BodyModel>();
  reference->range = body.range;
  std::vector<CallModel> calls;
  for (const ast::SequentialCall &call : body.calls) {
    CallModel resolved{nameOf(call.name), {}};
    size_t parameterCount = 0;
    SMRange declaration;
    if (auto callee = processes.find(call.name.name); callee != processes.end()) {
      parameterCount = callee->second->parameters.size();
      declaration = callee->second->name.range;
    } else if (auto composite = composites.find(call.name.name); composite != composites.end()) {
      parameterCount = composite->second->parameters.size();
      declaration = composite->second->name.range;
    } else if (auto import = imports.find(call.name.name); import != imports.end()) {
      declaration = import->second->name.range;
    } else {
      SmallVector<StringRef, 16> candidates;
      for (const auto &entry : processes)
        candidates.push_back(entry.getKey());
      Diagnostic &error = diagnostics.error(call.name.range, "no process named '" + call.name.name + "'" +
                                                                 suggestion(call.name.name, candidates));
      if (auto local = localGroups.find(call.name.name); local != localGroups.end())
        error.note(process.locals[process.groups[local->second].front()].name.range,
                   "this local process cannot be followed by ';': only a global process that ends in END can");
      continue;
    }
    resolved.arguments = resolveArguments(call.name, call.arguments, parameterCount, declaration);
    calls.push_back(resolved);
  }
  reference->calls = model->copy(ArrayRef<CallModel>(calls));
  resolveTarget(body, process, *reference);
  std::vector<const Expression *> indices;
  for (const ast::Expr *index : body.indices)
    indices.push_back(resolve(*index));
  reference->indices = model->copy(ArrayRef<const Expression *>(indices));
  return reference;
}

void Analyzer::resolveTarget(const ast::ReferenceBody &body, const ProcessModel &process, BodyModel &reference) {
  StringRef name = body.target.name;
  if (isReserved(name) && body.indices.empty()) {
    reference.target = name == "STOP"  ? BodyModel::Target::Stop
                       : name == "END" ? BodyModel::Target::End
                                       : BodyModel::Target::Error;
    return;
  }
  if (auto local = localGroups.find(name); local != localGroups.end()) {
    reference.target = BodyModel::Target::Local;
    reference.group = local->second;
    return;
  }
  reference.target = BodyModel::Target::Error;
  bool isGlobal = processes.contains(name) || composites.contains(name) || imports.contains(name);
  if (options.language.ltsa) {
    diagnostics.warning(body.target.range,
                        "'" + name + "' is not a local process of '" + process.name.text + "': it is taken as ERROR");
    return;
  }
  if (isGlobal) {
    diagnostics
        .error(body.target.range,
               "'" + name + "' is a process of its own, not a local process of '" + process.name.text + "'")
        .note("to continue as '" + name + "' run it in sequence, '" + name +
              ";END' (it must end in END), or compose the two: ||SYSTEM = (" + process.name.text + " || " + name + ")");
    return;
  }
  SmallVector<StringRef, 16> candidates = {"STOP", "END", "ERROR"};
  for (const LocalModel &local : process.locals)
    candidates.push_back(local.name.text);
  diagnostics.error(body.target.range, "no local process named '" + name + "' in '" + process.name.text + "'" +
                                           suggestion(name, candidates));
}

ArrayRef<const Expression *> Analyzer::resolveArguments(const ast::Identifier &name,
                                                        ArrayRef<const ast::Expr *> arguments, size_t parameterCount,
                                                        SMRange declaration) {
  std::vector<const Expression *> resolved;
  for (const ast::Expr *argument : arguments)
    resolved.push_back(resolve(*argument));
  if (!resolved.empty() && resolved.size() != parameterCount)
    diagnostics
        .error(name.range, "'" + name.name + "' takes " + Twine(parameterCount) +
                               (parameterCount == 1 ? " parameter" : " parameters") + " and is given " +
                               Twine(resolved.size()) + (parameterCount == 0 ? "" : " (give all or none)"))
        .note(declaration, "'" + name.name + "' is defined here");
  return model->copy(ArrayRef<const Expression *>(resolved));
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

void Analyzer::defineComposite(const ast::CompositeDefinition &definition) {
  CompositeModel composite;
  composite.name = nameOf(definition.name);
  composite.modifiers = modifiersOf(definition.modifiers);
  composite.parameters = resolveParameters(definition.parameters);
  composite.body = resolve(*definition.body);
  Scope::Region region(scope);
  if (definition.priority) {
    composite.prioritySet = resolve(*definition.priority->set);
    composite.priorityListsLow = definition.priority->low;
  }
  composite.hiding = resolve(definition.hiding);
  composite.slotCount = scope.slotCount();
  model->definitions.push_back({DefinitionKind::Composite, static_cast<uint32_t>(model->composites.size())});
  model->composites.push_back(std::move(composite));
}

/// Prefix variables are visible in the operand, not in the relabelling that follows (probe C11).
void Analyzer::resolveDecoration(const ast::Decoration &decoration, CompositeBodyModel &body) {
  if (decoration.share)
    body.share = resolve(*decoration.share);
  if (decoration.prefix)
    body.prefix = resolve(*decoration.prefix);
}

const CompositeBodyModel *Analyzer::resolve(const ast::CompositeBody &body) {
  auto *resolved = model->create<CompositeBodyModel>();
  resolved->range = body.range;
  if (const auto *conditional = dyn_cast<ast::CompositeIf>(&body)) {
    resolved->kind = CompositeBodyModel::Kind::If;
    std::vector<CompositeBodyModel::Branch> branches;
    for (const ast::CompositeIf::Branch &branch : conditional->branches)
      branches.push_back({resolve(*branch.condition), resolve(*branch.body)});
    resolved->branches = model->copy(ArrayRef<CompositeBodyModel::Branch>(branches));
    if (conditional->otherwise)
      resolved->otherwise = resolve(*conditional->otherwise);
  } else if (const auto *forall = dyn_cast<ast::CompositeForall>(&body)) {
    Scope::Region region(scope);
    resolved->kind = CompositeBodyModel::Kind::Forall;
    resolved->indices = resolveIndices(forall->indices);
    resolved->body = resolve(*forall->body);
  } else if (const auto *parallel = dyn_cast<ast::CompositeParallel>(&body)) {
    resolved->kind = CompositeBodyModel::Kind::Parallel;
    {
      Scope::Region region(scope);
      resolveDecoration(parallel->decoration, *resolved);
      std::vector<const CompositeBodyModel *> operands;
      for (const ast::CompositeBody *operand : parallel->operands)
        operands.push_back(resolve(*operand));
      resolved->operands = model->copy(ArrayRef<const CompositeBodyModel *>(operands));
    }
    resolved->relabels = resolve(parallel->decoration.relabels);
  } else {
    const auto &instance = *cast<ast::CompositeInstance>(&body);
    resolved->kind = CompositeBodyModel::Kind::Instance;
    {
      Scope::Region region(scope);
      resolveDecoration(instance.decoration, *resolved);
      resolveInstance(instance, *resolved);
    }
    resolved->relabels = resolve(instance.decoration.relabels);
  }
  return resolved;
}

/// The order of the look-up is LTSA's: process or import, constraint, composite.
bool Analyzer::resolveInstance(const ast::CompositeInstance &instance, CompositeBodyModel &body) {
  StringRef name = instance.name.name;
  body.name = nameOf(instance.name);
  auto bind = [&](DefinitionKind kind, size_t parameterCount, SMRange declaration) {
    body.target = kind;
    body.arguments = resolveArguments(instance.name, instance.arguments, parameterCount, declaration);
    return true;
  };
  if (auto process = processes.find(name); process != processes.end())
    return bind(DefinitionKind::Process, process->second->parameters.size(), process->second->name.range);
  if (auto component = componentDefinitions.find(name); component != componentDefinitions.end())
    return bind(DefinitionKind::Component, component->second->parameters.size(), component->second->name.range);
  if (auto observer = observerDefinitions.find(name); observer != observerDefinitions.end()) {
    diagnostics.error(instance.name.range, "'" + name + "' observes a system and cannot be composed with it")
        .note(observer->second->name.range, "it is defined here; a goal applies it: check … satisfies " + name + ";");
    return false;
  }
  if (auto import = imports.find(name); import != imports.end())
    return bind(DefinitionKind::Import, 0, import->second->name.range);
  if (auto formula = formulas.find(name); formula != formulas.end() && formula->second->constraint)
    return bind(DefinitionKind::Constraint, formula->second->parameters.size(), formula->second->name.range);
  if (auto composite = composites.find(name); composite != composites.end())
    return bind(DefinitionKind::Composite, composite->second->parameters.size(), composite->second->name.range);
  if (isReserved(name)) {
    diagnostics.error(instance.name.range, "'" + name + "' is a state, not a process that can be composed")
        .note("define a process for it: P = " + name + ".");
    return false;
  }
  if (auto formula = formulas.find(name); formula != formulas.end()) {
    diagnostics.error(instance.name.range, "'" + name + "' is an assertion; only a constraint can be composed")
        .note(formula->second->name.range, "it is defined here; 'constraint' in place of 'assert' makes it a process");
    return false;
  }
  SmallVector<StringRef, 16> candidates;
  for (const auto &entry : processes)
    candidates.push_back(entry.getKey());
  for (const auto &entry : composites)
    candidates.push_back(entry.getKey());
  for (const auto &entry : imports)
    candidates.push_back(entry.getKey());
  for (const auto &entry : componentDefinitions)
    candidates.push_back(entry.getKey());
  diagnostics.error(instance.name.range, "no process named '" + name + "'" + suggestion(name, candidates));
  return false;
}

} // namespace tenon
