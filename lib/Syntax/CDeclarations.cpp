//===- CDeclarations.cpp - Declarations of C ------------------------------===//

#include "CAstBuilder.h"

#include "llvm/ADT/StringSwitch.h"

namespace tenon {

using namespace ast;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
enum Word { CharWord, ShortWord, IntWord, LongWord, SignedWord, UnsignedWord, VoidWord, BoolWord };
} // namespace

void CAstBuilder::namedType(const CToken &word, Specifiers &result) {
  if (auto known = typedefs.find(word.text); known != typedefs.end()) {
    result.type = known->second.type;
    result.isKnown &= known->second.isKnown;
    return;
  }
  if (word.text == "FILE" || word.text == "time_t") {
    refuse(word.source, "the type `" + word.text + "` is");
    result.isKnown = false;
    return;
  }
  llvm::StringRef bare = word.text;
  result.type.isSigned = !bare.consume_front("u") && bare != "size_t";
  result.type.kind = word.text == "bool" ? CType::Kind::Bool : CType::Kind::Integer;
  result.type.width = llvm::StringSwitch<unsigned>(bare)
                          .Case("bool", 1)
                          .Case("int8_t", 8)
                          .Case("int16_t", 16)
                          .Case("int32_t", 32)
                          .Default(64);
}

void CAstBuilder::addWord(const CToken &word, Specifiers &result, unsigned (&counts)[8]) {
  switch (word.type) {
  case CTokenType::Typedef:
    result.isTypedef = true;
    return;
  case CTokenType::Extern:
    result.isExtern = true;
    return;
  case CTokenType::Static:
    result.isStatic = true;
    return;
  case CTokenType::Const:
    result.isConst = true;
    return;
  case CTokenType::Char:
    ++counts[CharWord];
    return;
  case CTokenType::Short:
    ++counts[ShortWord];
    return;
  case CTokenType::Int:
    ++counts[IntWord];
    return;
  case CTokenType::Long:
    ++counts[LongWord];
    return;
  case CTokenType::Signed:
    ++counts[SignedWord];
    return;
  case CTokenType::Unsigned:
    ++counts[UnsignedWord];
    return;
  case CTokenType::Void:
    ++counts[VoidWord];
    return;
  case CTokenType::Bool:
    ++counts[BoolWord];
    return;
  case CTokenType::Float:
  case CTokenType::Double:
    refuse(word.source, "floating point numbers (`" + word.text + "`) are");
    result.isKnown = false;
    return;
  case CTokenType::TypeName:
    return namedType(word, result);
  default:
    return; // Storage and qualifiers that change nothing here.
  }
}

void CAstBuilder::finishType(Specifiers &result, const unsigned (&counts)[8]) {
  if (counts[VoidWord])
    result.type.kind = CType::Kind::Void;
  if (counts[BoolWord]) {
    result.type.kind = CType::Kind::Bool;
    result.type.width = 1;
    result.type.isSigned = false;
  }
  if (counts[CharWord])
    result.type.width = 8;
  if (counts[ShortWord])
    result.type.width = 16;
  if (counts[LongWord])
    result.type.width = 64;
  if (counts[UnsignedWord])
    result.type.isSigned = false;
  if (counts[SignedWord])
    result.type.isSigned = true;
}

void CAstBuilder::enumeration(P::SpecifierContext *rule, Specifiers &result) {
  for (P::EnumeratorContext *item : rule->constants) {
    CConstant constant;
    constant.name = name(item->name);
    constant.isFirst = item == rule->constants.front();
    if (item->value)
      constant.value = conditional(item->value);
    result.constants.push_back(constant);
  }
}

/// Nothing at all is `int`, as before C99.
CAstBuilder::Specifiers CAstBuilder::specifiers(P::SpecifiersContext *rule) {
  Specifiers result;
  if (!rule)
    return result;
  unsigned counts[8] = {};
  for (P::SpecifierContext *item : rule->items) {
    if (item->word) {
      addWord(token(item->word), result, counts);
    } else if (token(item->kind).type == CTokenType::Enum) {
      enumeration(item, result);
    } else {
      refuse(span(item->kind), llvm::Twine(token(item->kind).text) + "s are");
      result.isKnown = false;
    }
  }
  finishType(result, counts);
  result.type.range = range(rule);
  return result;
}

CType CAstBuilder::typeName(P::TypeNameContext *rule, bool &isKnown) {
  Specifiers specs = specifiers(rule->specs);
  isKnown = specs.isKnown;
  if (auto *abstract = rule->abstract) {
    refuse(span(abstract), "types of pointers and arrays are");
    isKnown = false;
  }
  return specs.type;
}

//===----------------------------------------------------------------------===//
// Declarators
//===----------------------------------------------------------------------===//

CAstBuilder::Shape CAstBuilder::shape(P::DeclaratorContext *rule, bool isParameter) {
  Shape result;
  size_t arrays = 0, functions = 0;
  for (P::DeclaratorContext *part = rule; part; part = part->inner) {
    if (!part->stars.empty() && result.stars == 0)
      result.firstStar = span(part->stars.front()).range;
    result.stars += part->stars.size();
    for (P::DeclaratorSuffixContext *suffix : part->suffixes) {
      ++(suffix->open ? arrays : functions);
      (suffix->open ? result.array : result.function) = suffix;
    }
    if (part->name)
      result.name = name(part->name);
  }
  if (arrays > 1) {
    refuse(span(result.array), "arrays of arrays are");
    result.isRefused = true;
  } else if (arrays + functions > 1) {
    refuse(span(rule), "arrays of functions are");
    result.isRefused = true;
  }
  if (!result.isRefused)
    result.isRefused = refuseShape(result, isParameter);
  return result;
}

/// `char *argv[]` may be there if nothing uses it.
bool CAstBuilder::refuseShape(const Shape &shape, bool isParameter) {
  bool isArgv = isParameter && !shape.function && (shape.stars == 2 || (shape.stars == 1 && shape.array));
  if (shape.stars == 0 || isArgv)
    return false;
  Diagnostic &error = refuse(shape.firstStar, "pointers are");
  if (isParameter && !shape.function && shape.stars == 1)
    error.note("an array parameter is written `" + shape.name.name + "[]`");
  return true;
}

const CInitializer *CAstBuilder::initializer(P::InitializerContext *rule) {
  auto *node = context.create<CInitializer>();
  node->range = range(rule);
  if (rule->value)
    node->value = assignment(rule->value);
  if (rule->designated) {
    refuse(span(rule->designators.front()), "designated initializers are");
    initializer(rule->designated);
    node->value = bad(span(rule));
  }
  std::vector<const CInitializer *> items;
  for (P::InitializerContext *item : rule->items)
    items.push_back(initializer(item));
  node->items = context.copy(items);
  return node;
}

CDeclarator CAstBuilder::declared(const Specifiers &specs, const Shape &shape, P::InitializerContext *initial) {
  CDeclarator result;
  result.name = shape.name;
  result.type = specs.type;
  result.isBad = shape.isRefused || !specs.isKnown;
  if (shape.array) {
    result.isArray = true;
    if (shape.array->size)
      result.size = assignment(shape.array->size);
  }
  if (shape.stars > 0 && !shape.isRefused)
    result.isUnusedPointer = true;
  if (initial)
    result.initial = initializer(initial);
  return result;
}

void CAstBuilder::declareTypedef(const Specifiers &specs, const Shape &shape) {
  Specifiers type;
  type.type = specs.type;
  type.isKnown = specs.isKnown && !shape.isRefused;
  if (type.isKnown && (shape.array || shape.function)) {
    refuse(shape.name.source, "names of types that are no numbers are");
    type.isKnown = false;
  }
  typedefs[shape.name.name] = type;
}

void CAstBuilder::addConstants(const Specifiers &specs) {
  if (specs.constants.empty())
    return;
  CExternal item;
  item.constants = context.copy(specs.constants);
  output->push_back(item);
}

/// A variable goes to `items`, a prototype and a name of a type elsewhere.
void CAstBuilder::addDeclared(const Specifiers &specs, P::DeclaratorContext *rule, P::InitializerContext *initial,
                              std::vector<CDeclarator> &items) {
  Shape form = shape(rule, false);
  if (specs.isTypedef)
    return declareTypedef(specs, form);
  if (!form.function) {
    items.push_back(declared(specs, form, initial));
    return;
  }
  CExternal item;
  item.function = function(specs, form, range(rule));
  output->push_back(item);
}

CDeclaration CAstBuilder::declaration(P::DeclarationContext *rule) {
  Specifiers specs = specifiers(rule->specs);
  addConstants(specs);
  CDeclaration result;
  result.range = range(rule);
  result.isExtern = specs.isExtern;
  result.isStatic = specs.isStatic;
  result.isConst = specs.isConst;
  std::vector<CDeclarator> items;
  for (P::InitDeclaratorContext *item : rule->items)
    addDeclared(specs, item->name, item->initial, items);
  result.items = context.copy(items);
  return result;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

CDeclarator CAstBuilder::parameter(P::ParameterContext *rule) {
  Specifiers specs = specifiers(rule->specs);
  if (rule->name)
    return declared(specs, shape(rule->name, true), nullptr);
  CDeclarator result;
  result.type = specs.type;
  result.isBad = !specs.isKnown;
  result.name.source = span(rule);
  if (auto *abstract = rule->abstract) {
    result.isArray = abstract->stars.empty() && abstract->suffixes.size() == 1 && abstract->suffixes.front()->open;
    result.isUnusedPointer = !result.isArray;
  }
  return result;
}

std::vector<CDeclarator> CAstBuilder::parameters(P::DeclaratorSuffixContext *rule) {
  std::vector<CDeclarator> result;
  for (P::ParameterContext *item : rule->params)
    result.push_back(parameter(item));
  if (rule->more)
    refuse(span(rule->more), "functions with any number of arguments (`...`) are");
  bool isVoid = result.size() == 1 && result[0].type.kind == CType::Kind::Void && result[0].name.name.empty() &&
                !result[0].isArray && !result[0].isUnusedPointer;
  if (isVoid)
    result.clear();
  return result;
}

/// `f(a, b) int a; char b[]; { … }`; what is not declared is an int.
std::vector<CDeclarator> CAstBuilder::oldStyleParameters(P::ExternalContext *rule, P::DeclaratorSuffixContext *suffix) {
  std::vector<CDeclarator> declarators;
  for (P::DeclarationContext *item : rule->oldStyle) {
    Specifiers specs = specifiers(item->specs);
    for (P::InitDeclaratorContext *declares : item->items)
      declarators.push_back(declared(specs, shape(declares->name, true), nullptr));
  }
  std::vector<CDeclarator> result;
  for (const antlr4::Token *word : suffix->names) {
    CDeclarator parameter;
    parameter.name = name(word);
    for (const CDeclarator &candidate : declarators)
      if (candidate.name.name == parameter.name.name)
        parameter = candidate;
    result.push_back(parameter);
  }
  for (const CDeclarator &candidate : declarators)
    if (llvm::none_of(result, [&](const CDeclarator &known) { return known.name.name == candidate.name.name; }))
      diagnostics.error(candidate.name.source.range, "`" + candidate.name.name + "` is no parameter of this function");
  return result;
}

CFunction CAstBuilder::function(const Specifiers &specs, const Shape &shape, llvm::SMRange where) {
  CFunction result;
  result.range = where;
  result.name = shape.name;
  result.result = specs.type;
  result.isStatic = specs.isStatic;
  result.isBad = !specs.isKnown || shape.isRefused;
  std::vector<CDeclarator> formals = parameters(shape.function);
  result.hasParameters = !shape.function->params.empty();
  result.parameters = context.copy(formals);
  return result;
}

void CAstBuilder::external(P::ExternalContext *rule, std::vector<CExternal> &items) {
  output = &items;
  Specifiers specs = specifiers(rule->specs);
  addConstants(specs);
  if (!rule->first)
    return;
  if (rule->content) {
    Shape form = shape(rule->first, false);
    if (!form.function) {
      diagnostics.error(range(rule->first), "a function has parameters: `" + form.name.name + "()`");
      return;
    }
    CExternal item;
    item.function = function(specs, form, range(rule));
    if (!form.function->names.empty() || !rule->oldStyle.empty()) {
      item.function->parameters = context.copy(oldStyleParameters(rule, form.function));
      item.function->hasParameters = true;
    } else {
      item.function->hasParameters = true;
    }
    item.function->body = block(rule->content);
    items.push_back(item);
    return;
  }
  std::vector<CDeclarator> declarators;
  P::InitialTailContext *tail = rule->tail;
  addDeclared(specs, rule->first, tail->initial, declarators);
  for (P::InitDeclaratorContext *other : tail->others)
    addDeclared(specs, other->name, other->initial, declarators);
  CExternal item;
  item.declaration =
      CDeclaration{range(rule), context.copy(declarators), specs.isExtern, specs.isStatic, specs.isConst};
  items.push_back(item);
}

} // namespace tenon
