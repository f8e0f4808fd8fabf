//===- CElaborator.cpp - The AST of C to a sequential program -------------===//

#include "CElaborator.h"

#include "CLibrary.h"

namespace tenon {

using namespace seq;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

CElaborator::Symbol *CElaborator::find(llvm::StringRef name) {
  for (Scope &scope : llvm::reverse(scopes))
    if (auto found = scope.find(name); found != scope.end())
      return &found->second;
  if (file < statics.size())
    if (auto found = statics[file].find(name); found != statics[file].end())
      return &found->second;
  auto found = globals.find(name);
  return found == globals.end() ? nullptr : &found->second;
}

void CElaborator::bind(Scope &scope, const ast::CName &name, const Symbol &symbol) {
  auto [entry, isNew] = scope.insert({name.name, symbol});
  if (isNew)
    return;
  if (symbol.kind != Symbol::Kind::Bad && entry->second.kind != Symbol::Kind::Bad)
    diagnostics.error(name.source.range, "`" + name.name + "` is declared twice")
        .note(entry->second.range, "it is declared here, too");
  entry->second = symbol;
}

llvm::StringRef CElaborator::suggestion(llvm::StringRef name) const {
  llvm::StringRef nearest;
  unsigned best = static_cast<unsigned>(name.size()) / 3 + 2;
  auto look = [&](const Scope &scope) {
    for (const auto &entry : scope)
      if (unsigned distance = name.edit_distance(entry.getKey(), true, best);
          distance < best || (distance == best && !nearest.empty() && entry.getKey() < nearest)) {
        best = distance;
        nearest = entry.getKey();
      }
  };
  for (const Scope &scope : scopes)
    look(scope);
  if (file < statics.size())
    look(statics[file]);
  look(globals);
  return nearest;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

std::optional<uint64_t> CElaborator::arrayLength(const ast::CDeclarator &declarator) {
  constexpr int64_t Most = 65536;
  if (!declarator.size) {
    const ast::CInitializer *initial = declarator.initial;
    if (!initial)
      return std::nullopt;
    if (initial->value)
      return initial->value->text.size() + 1;
    return std::max<uint64_t>(1, initial->items.size());
  }
  if (declarator.size->kind == ast::CExpr::Kind::Bad)
    return 1;
  std::optional<int64_t> length = constantValue(declarator.size, "the size of an array");
  if (!length)
    return 1;
  if (*length < 1 || *length > Most) {
    error(declarator.size, "an array has 1 to " + llvm::Twine(Most) + " elements, not " + llvm::Twine(*length));
    return 1;
  }
  return static_cast<uint64_t>(*length);
}

VarId CElaborator::addVariable(const ast::CDeclarator &declarator, llvm::StringRef name) {
  std::optional<uint64_t> length = declarator.isArray ? arrayLength(declarator) : std::nullopt;
  Variable variable;
  variable.name = name.str();
  variable.type = scalar(declarator.type);
  variable.isArray = declarator.isArray;
  variable.length = length.value_or(0);
  variable.function = function;
  variable.range = isLibrary ? llvm::SMRange() : declarator.name.source.range;
  program.variables.push_back(variable);
  return static_cast<VarId>(program.variables.size() - 1);
}

/// Of a variable that exists from the start.
std::vector<int64_t> CElaborator::initialValues(const ast::CDeclarator &declarator, VarId id) {
  std::vector<int64_t> result;
  const ast::CInitializer *initial = declarator.initial;
  if (!initial)
    return result;
  ScalarType type = program.variables[id].type;
  auto add = [&](const ast::CExpr *expr) {
    int64_t value = constantValue(expr, "the initial value of a global variable").value_or(0);
    result.push_back(program.isMath ? value : Program::normalize(type, value));
  };
  if (initial->value && initial->value->kind == ast::CExpr::Kind::String) {
    result.assign(initial->value->text.begin(), initial->value->text.end());
    return result;
  }
  if (initial->value) {
    if (program.variables[id].isArray)
      error(initial->value, "the initial value of an array is a list in braces, or a string");
    else
      add(initial->value);
    return result;
  }
  for (const ast::CInitializer *item : initial->items)
    if (item->value)
      add(item->value);
    else
      diagnostics.error(item->range, "arrays of arrays are outside the subset of C");
  uint64_t most = program.variables[id].isArray ? program.variables[id].length : 1;
  if (result.size() > most)
    diagnostics.error(initial->range, "there are more initial values than elements");
  return result;
}

void CElaborator::declareGlobal(const ast::CDeclaration &declaration, const ast::CDeclarator &item) {
  Symbol symbol;
  symbol.range = item.name.source.range;
  symbol.isConst = declaration.isConst;
  Scope &scope = declaration.isStatic ? statics[file] : globals;
  if (item.isBad || item.isUnusedPointer) {
    if (item.isUnusedPointer)
      diagnostics.error(item.name.source.range, "pointers are outside the subset of C");
    bind(scope, item.name, symbol);
    return;
  }
  if (item.type.kind == ast::CType::Kind::Void) {
    diagnostics.error(item.name.source.range, "a variable cannot be `void`");
    return;
  }
  FunctionId outer = std::exchange(function, None);
  auto known = scope.find(item.name.name);
  if (known != scope.end() && known->second.kind == Symbol::Kind::Variable) {
    // Declared again: extern, or without an initial value.
    Variable &variable = program.variables[known->second.id];
    bool isSame = variable.type == scalar(item.type) && variable.isArray == item.isArray;
    if (!isSame) {
      diagnostics.error(symbol.range, "`" + item.name.name + "` is declared with another type")
          .note(known->second.range, "it is declared here, too");
    } else if (item.initial && !variable.initial.empty()) {
      diagnostics.error(symbol.range, "`" + item.name.name + "` has two initial values")
          .note(known->second.range, "it has one here");
    }
    if (isSame && item.isArray && (item.size || item.initial)) {
      uint64_t length = arrayLength(item).value_or(0);
      Variable &array = program.variables[known->second.id];
      if (array.length && length != array.length)
        diagnostics.error(symbol.range, "`" + item.name.name + "` is declared with another size")
            .note(known->second.range, "it is declared here, too");
      array.length = length;
    }
    if (isSame && item.initial)
      program.variables[known->second.id].initial = initialValues(item, known->second.id);
    if (outer == None)
      program.variables[known->second.id].declared.push_back(symbol.range);
    function = outer;
    return;
  }
  VarId id = addVariable(item, item.name.name);
  symbol.kind = Symbol::Kind::Variable;
  symbol.id = id;
  bind(scope, item.name, symbol);
  program.variables[id].initial = initialValues(item, id);
  if (outer == None)
    program.variables[id].declared.push_back(symbol.range);
  function = outer;
}

void CElaborator::declareGlobals(const ast::CDeclaration &declaration) {
  for (const ast::CDeclarator &item : declaration.items)
    declareGlobal(declaration, item);
}

void CElaborator::declareConstants(llvm::ArrayRef<ast::CConstant> constants) {
  int64_t next = 0;
  for (const ast::CConstant &constant : constants) {
    if (constant.value)
      next = constantValue(constant.value, "the value of an enumeration's constant").value_or(next);
    Symbol symbol;
    symbol.kind = Symbol::Kind::Constant;
    symbol.value = next++;
    symbol.range = constant.name.source.range;
    bind(statics[file], constant.name, symbol);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isSameType(const ast::CType &a, const ast::CType &b) {
  bool isVoid = a.kind == ast::CType::Kind::Void;
  return a.kind == b.kind && (isVoid || (a.width == b.width && a.isSigned == b.isSigned));
}

void CElaborator::declareFunction(const ast::CFunction &declared) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Function;
  symbol.range = declared.name.source.range;
  auto own = statics[file].find(declared.name.name);
  bool isStatic = declared.isStatic || (own != statics[file].end() && own->second.kind == Symbol::Kind::Function);
  Scope &scope = isStatic ? statics[file] : globals;
  auto known = scope.find(declared.name.name);
  if (known != scope.end() && known->second.kind == Symbol::Kind::Function) {
    Callable &callable = callables[known->second.id];
    callable.declared.push_back(symbol.range);
    const ast::CFunction &before = callable.declaration;
    if (callable.isDefined && declared.body)
      diagnostics.error(symbol.range, "`" + declared.name.name + "` is defined twice")
          .note(known->second.range, "it is defined here, too");
    bool bothKnown = before.hasParameters && declared.hasParameters;
    bool isSame = before.isBad || declared.isBad ||
                  (isSameType(before.result, declared.result) &&
                   (!bothKnown || before.parameters.size() == declared.parameters.size()));
    if (!isSame)
      diagnostics.error(symbol.range, "`" + declared.name.name + "` is declared with another type")
          .note(known->second.range, "it is declared here, too");
    if (declared.body && !callable.isDefined) {
      callable.declaration = declared;
      callable.isDefined = true;
      callable.file = file;
      known->second.range = symbol.range;
    }
    return;
  }
  symbol.id = static_cast<uint32_t>(callables.size());
  Callable callable;
  callable.declaration = declared;
  callable.isDefined = declared.body != nullptr;
  callable.file = file;
  callable.declared.push_back(symbol.range);
  callables.push_back(callable);
  bind(scope, declared.name, symbol);
}

void CElaborator::defineParameters(const ast::CFunction &declared, Function &result) {
  for (const ast::CDeclarator &formal : declared.parameters) {
    Symbol symbol;
    symbol.range = formal.name.source.range;
    if (formal.isBad || formal.isUnusedPointer) {
      if (!formal.isBad)
        symbol.kind = Symbol::Kind::Pointer;
      if (!formal.name.name.empty())
        bind(scopes.back(), formal.name, symbol);
      continue;
    }
    ast::CDeclarator single = formal;
    VarId id = addVariable(single, formal.name.name);
    program.variables[id].isArrayParameter = formal.isArray;
    result.parameters.push_back(id);
    symbol.kind = Symbol::Kind::Variable;
    symbol.id = id;
    if (!formal.name.name.empty())
      bind(scopes.back(), formal.name, symbol);
  }
}

void CElaborator::defineFunction(uint32_t number) {
  const ast::CFunction declared = callables[number].declaration;
  file = callables[number].file;
  caller = number;
  function = callables[number].id;
  undeclared.clear();
  scopes.clear();
  scopes.emplace_back();
  Function result;
  result.name = declared.name.name.str();
  result.isLibrary = callables[number].isLibrary;
  result.range = shown(declared.name.source).range;
  result.declared = callables[number].declared;
  defineParameters(declared, result);
  if (declared.result.kind != ast::CType::Kind::Void) {
    result.result = scalar(declared.result);
    ast::CDeclarator place;
    place.type = declared.result;
    result.resultVariable = addVariable(place, result.name);
    program.variables[result.resultVariable].isHidden = true;
  }
  program.functions[function] = result;
  StmtId body = block(declared.body);
  program.functions[function].body = body;
  scopes.clear();
  function = None;
  caller = None;
}

/// Made when it is first used, aside from the function at work.
uint32_t CElaborator::callableOfLibrary(llvm::StringRef name) {
  for (uint32_t i = 0; i < callables.size(); ++i)
    if (callables[i].isLibrary && callables[i].declaration.name.name == name)
      return i;
  Callable callable;
  callable.declaration = parseLibrary(libraryText(name));
  callable.isDefined = callable.isLibrary = true;
  callable.id = static_cast<FunctionId>(program.functions.size());
  program.functions.emplace_back();
  callables.push_back(callable);
  uint32_t number = static_cast<uint32_t>(callables.size() - 1);
  auto outer = std::tuple(std::move(scopes), file, caller, function, unit, loopDepth, inClaim, isStatement, undeclared);
  isLibrary = true;
  loopDepth = 0;
  inClaim = false;
  defineFunction(number);
  isLibrary = false;
  std::tie(scopes, file, caller, function, unit, loopDepth, inClaim, isStatement, undeclared) = std::move(outer);
  return number;
}

//===----------------------------------------------------------------------===//
// The whole program
//===----------------------------------------------------------------------===//

void CElaborator::declareAll(const ast::CFile &source) {
  statics.emplace_back();
  for (llvm::StringRef name : source.refused)
    statics.back()[name] = Symbol();
  for (const ast::CExternal &item : source.items) {
    declareConstants(item.constants);
    if (item.function)
      declareFunction(*item.function);
    if (item.declaration)
      declareGlobals(*item.declaration);
  }
}

/// Each function that can come to call itself, at the first call that leads back to it.
void CElaborator::reportRecursion() {
  for (uint32_t start = 0; start < callables.size(); ++start) {
    for (const Callable::Site &first : callables[start].calls) {
      llvm::SmallVector<uint32_t, 8> pending{first.callee};
      std::vector<bool> seen(callables.size());
      bool isBack = false;
      while (!pending.empty() && !isBack) {
        uint32_t next = pending.pop_back_val();
        isBack = next == start;
        if (seen[next])
          continue;
        seen[next] = true;
        for (const Callable::Site &site : callables[next].calls)
          pending.push_back(site.callee);
      }
      if (!isBack)
        continue;
      const ast::CFunction &declared = callables[start].declaration;
      diagnostics.error(first.range, "recursion is outside the subset of C: `" + declared.name.name + "` calls itself" +
                                         (first.callee == start ? "" : " through this call"));
      break;
    }
  }
}

/// Its parameters have arbitrary values.
void CElaborator::makeEntry(Callable &callable) {
  program.entry = callable.id;
  std::vector<StmtId> items;
  size_t position = 0;
  for (const ast::CDeclarator &formal : callable.declaration.parameters) {
    if (formal.isBad || formal.isUnusedPointer)
      continue;
    VarId id = program.functions[program.entry].parameters[position++];
    Variable &variable = program.variables[id];
    if (variable.isArray && variable.length == 0) {
      diagnostics.error(formal.name.source.range, "the size of `" + variable.name + "` is not known: nothing calls `" +
                                                      callable.declaration.name.name + "`");
      continue;
    }
    variable.isArrayParameter = false;
    StmtId made = add(StmtKind::Arbitrary, formal.name.source.range);
    program.stmts[made].variable = id;
    program.stmts[made].input = static_cast<InputId>(program.inputs.size());
    program.inputs.push_back({variable.name, variable.type, variable.isArray ? id : None, formal.name.source.range});
    items.push_back(made);
  }
  if (items.empty())
    return;
  items.push_back(program.functions[program.entry].body);
  StmtId body = add(StmtKind::Block, callable.declaration.range);
  program.stmts[body].items = std::move(items);
  program.functions[program.entry].body = body;
}

void CElaborator::chooseEntry() {
  std::vector<bool> isCalled(callables.size());
  for (const Callable &callable : callables)
    for (const Callable::Site &site : callable.calls)
      isCalled[site.callee] = true;
  std::vector<Callable *> candidates;
  for (uint32_t i = 0; i < callables.size(); ++i) {
    Callable &callable = callables[i];
    if (!callable.isDefined || callable.isLibrary)
      continue;
    if (callable.declaration.name.name == "main")
      return makeEntry(callable);
    if (!isCalled[i])
      candidates.push_back(&callable);
  }
  if (candidates.size() == 1)
    return makeEntry(*candidates.front());
  if (candidates.empty())
    diagnostics.error(llvm::SMRange(), "there is no function to start with: `main` is missing");
  else
    diagnostics.error(candidates[1]->declaration.name.source.range,
                      "it is not clear where the program starts: `main` is missing, and nothing calls `" +
                          candidates[0]->declaration.name.name + "` or `" + candidates[1]->declaration.name.name + "`");
}

void CElaborator::run(const std::deque<ast::CFile> &files) {
  for (const ast::CFile &source : files) {
    file = statics.size();
    declareAll(source);
  }
  size_t written = callables.size();
  for (uint32_t i = 0; i < written; ++i)
    if (callables[i].isDefined) {
      callables[i].id = static_cast<FunctionId>(program.functions.size());
      program.functions.emplace_back();
    }
  for (uint32_t i = 0; i < written; ++i)
    if (callables[i].isDefined)
      defineFunction(i);
  for (const auto &entry : globals) {
    const Symbol &symbol = entry.second;
    if (symbol.kind == Symbol::Kind::Variable && program.variables[symbol.id].isArray &&
        program.variables[symbol.id].length == 0)
      diagnostics.error(symbol.range, "the size of the array `" + entry.getKey() + "` is not declared");
  }
  reportRecursion();
  if (!diagnostics.hasErrors())
    chooseEntry();
}

} // namespace tenon
