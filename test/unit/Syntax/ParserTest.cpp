//===- ParserTest.cpp - Source text to AST --------------------------------===//

#include "tenon/Syntax/Parser.h"

#include "gtest/gtest.h"

#include <random>

using namespace tenon;
using namespace tenon::ast;

namespace {

/// One parsed text.
class Parsed {
public:
  explicit Parsed(llvm::StringRef text) : engine(sources) {
    unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "test.fsp"), llvm::SMLoc());
    file = parseSource(sources, id, context, engine);
  }

  std::string messages() const {
    std::string result;
    llvm::raw_string_ostream os(result);
    engine.print(os);
    return result;
  }
  bool failed() const { return engine.hasErrors(); }
  template <typename T> const T &as(size_t i = 0) const { return *llvm::cast<T>(file.definitions.at(i)); }

  llvm::SourceMgr sources;
  DiagnosticEngine engine;
  AstContext context;
  SourceFile file;
};

std::string textOf(llvm::SMRange range) {
  return {range.Start.getPointer(), range.End.getPointer()};
}

/// The text of an expression with parentheses around every operation, from the ranges of its operators and leaves.
std::string structure(const Expr *e) {
  if (const auto *binary = llvm::dyn_cast<BinaryExpr>(e))
    return "(" + structure(binary->lhs) + textOf(binary->opRange) + structure(binary->rhs) + ")";
  if (const auto *unary = llvm::dyn_cast<UnaryExpr>(e))
    return "(" + textOf(unary->range).substr(0, 1) + structure(unary->operand) + ")";
  if (const auto *paren = llvm::dyn_cast<ParenExpr>(e))
    return "<" + structure(paren->inner) + ">";
  return textOf(e->range);
}

std::string structureOf(const std::string &text) {
  Parsed parsed("const N = (" + text + ")");
  if (parsed.failed())
    return parsed.messages();
  return structure(llvm::cast<ParenExpr>(parsed.as<ConstDefinition>().value)->inner);
}

std::string structure(const FormulaNode *f) {
  static const char *binaryNames[] = {"&&", "||", "->", "<->", "U", "W"};
  static const char *unaryNames[] = {"!", "X", "<>", "[]"};
  if (const auto *binary = llvm::dyn_cast<BinaryFormula>(f))
    return "(" + structure(binary->lhs) + " " + binaryNames[static_cast<int>(binary->op)] + " " +
           structure(binary->rhs) + ")";
  if (const auto *unary = llvm::dyn_cast<UnaryFormula>(f))
    return unaryNames[static_cast<int>(unary->op)] + structure(unary->operand);
  if (const auto *paren = llvm::dyn_cast<ParenFormula>(f))
    return structure(paren->inner);
  if (const auto *quantifier = llvm::dyn_cast<QuantifierFormula>(f))
    return (quantifier->universal ? "forall{" : "exists{") + structure(quantifier->operand) + "}";
  return textOf(f->range);
}

std::string formulaOf(const std::string &text) {
  Parsed parsed("assert A = " + text);
  if (parsed.failed())
    return parsed.messages();
  return structure(parsed.as<FormulaDefinition>().formula);
}

} // namespace

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

TEST(Parser, BinaryOperatorsBindByLevel) {
  // One operator of each level, from the loosest; each binds less than all that follow it.
  std::vector<std::vector<std::string>> levels = {
      {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="},
      {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  for (size_t loose = 0; loose < levels.size(); ++loose)
    for (const std::string &l : levels[loose]) {
      for (size_t tight = loose + 1; tight < levels.size(); ++tight)
        for (const std::string &t : levels[tight]) {
          EXPECT_EQ(structureOf("1" + l + "2" + t + "3"), "(1" + l + "(2" + t + "3))");
          EXPECT_EQ(structureOf("1" + t + "2" + l + "3"), "((1" + t + "2)" + l + "3)");
        }
      for (const std::string &same : levels[loose])
        EXPECT_EQ(structureOf("1" + l + "2" + same + "3"), "((1" + l + "2)" + same + "3)");
    }
}

TEST(Parser, UnaryOperatorsBindTightest) {
  EXPECT_EQ(structureOf("-1*2"), "((-1)*2)");
  EXPECT_EQ(structureOf("1- -2"), "(1-(-2))");
  EXPECT_EQ(structureOf("!a==b"), "((!a)==b)");
  EXPECT_EQ(structureOf("-(-1)"), "(-<(-1)>)");
  EXPECT_TRUE(Parsed("const N = --1").failed());
}

TEST(Parser, OtherOperands) {
  EXPECT_EQ(structureOf("#S+1"), "(#S+1)");
  EXPECT_EQ(structureOf("#{a,b[0..1]}"), "#{a,b[0..1]}");
  EXPECT_EQ(structureOf("@(S,i+1)*2"), "(@(S,i+1)*2)");
  EXPECT_EQ(structureOf("x=='a.b[1]"), "(x=='a.b[1])");
}

TEST(Parser, Numbers) {
  auto value = [](const char *text) {
    Parsed parsed(std::string("const N = ") + text);
    EXPECT_FALSE(parsed.failed()) << text;
    return llvm::cast<IntegerExpr>(parsed.as<ConstDefinition>().value)->value;
  };
  EXPECT_EQ(value("0"), 0);
  EXPECT_EQ(value("42"), 42);
  EXPECT_EQ(value("017"), 15);
  EXPECT_EQ(value("0x1F"), 31);
  EXPECT_EQ(value("0Xff"), 255);
  EXPECT_EQ(value("2147483647"), INT32_MAX);
  EXPECT_TRUE(Parsed("const N = 2147483648").failed());
  EXPECT_TRUE(Parsed("const N = 0x80000000").failed());
  // `08` is two numbers.
  EXPECT_TRUE(Parsed("const N = 08").failed());
}

TEST(Parser, DefinitionsWithoutEndTakeAdditiveValues) {
  Parsed parsed("const N = 3 ||S = (P). const M = N - 1 const K = M range R = 0..N+1 U = (a -> U).");
  EXPECT_FALSE(parsed.failed()) << parsed.messages();
  EXPECT_EQ(parsed.file.definitions.size(), 6u);
  EXPECT_TRUE(Parsed("const N = 2 > 1").failed());
  EXPECT_FALSE(Parsed("const N = (2 > 1)").failed());
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

TEST(Parser, FormulaOperators) {
  EXPECT_EQ(formulaOf("(a U b || c)"), "((a U b) || c)");
  EXPECT_EQ(formulaOf("(a || b U c)"), "(a || (b U c))");
  EXPECT_EQ(formulaOf("(a && b -> c && d)"), "((a && b) -> (c && d))");
  EXPECT_EQ(formulaOf("(a -> b || c <-> d || e W f)"), "(((a -> b) || (c <-> d)) || (e W f))");
  EXPECT_EQ(formulaOf("(a && b && c)"), "((a && b) && c)");
  EXPECT_EQ(formulaOf("[]<>!X a"), "[]<>!Xa");
  EXPECT_EQ(formulaOf("([]a && X b U c)"), "(([]a && Xb) U c)");
  EXPECT_EQ(formulaOf("forall[i:0..1][j:R] exists[k:S] !a[i]"), "forall{exists{!a[i]}}");
  EXPECT_EQ(formulaOf("(F && G[1..2] && H(1,2))"), "((F && G[1..2]) && H(1,2))");
  EXPECT_EQ(formulaOf("({S}.x && [1] && rigid (N > 0))"), "(({S}.x && [1]) && rigid (N > 0))");
}

TEST(Parser, FormulaErrors) {
  EXPECT_TRUE(Parsed("assert A = a && b").failed());
  EXPECT_TRUE(Parsed("assert A = (a -> b -> c)").failed());
  EXPECT_TRUE(Parsed("assert A = (a U b W c)").failed());
  EXPECT_TRUE(Parsed("assert A = [](S.x -> a)").failed());
}

TEST(Parser, LettersAreOperatorsInFormulasOnly) {
  Parsed parsed("X = (a -> U), U = (b -> W), W = (c[X] -> X).\nassert A = (a U X X b)\n||U = (X).");
  EXPECT_FALSE(parsed.failed()) << parsed.messages();
  EXPECT_EQ(structure(parsed.as<FormulaDefinition>(1).formula), "(a U XXb)");
}

//===----------------------------------------------------------------------===//
// Names, bytes, comments
//===----------------------------------------------------------------------===//

TEST(Parser, ContextualKeywordsAreNames) {
  Parsed parsed("P = (check -> repair[in:0..1] -> interface.satisfies -> {refines, simulates} -> using[in] -> expect\n"
                "     -> (when (in > 0) holds -> violated -> deadlockfree -> for -> component -> channel -> observer\n"
                "     -> reject -> accept -> P))/{check/repair}\\{for}.\n"
                "menu M = check\ncheck P satisfies Q;\nprogress G = {check}");
  EXPECT_FALSE(parsed.failed()) << parsed.messages();
  ASSERT_EQ(parsed.file.definitions.size(), 4u);
  EXPECT_EQ(parsed.as<GoalDefinition>(2).property.name, "Q");
}

TEST(Parser, Goals) {
  Parsed parsed("check S satisfies P;\ncheck S satisfies P using asym-learn expect violated;\ncheck deadlockfree S;\n"
                "check P refines Q expect holds;\ncheck Q simulates P;\ninterface M for P;\n"
                "repair M in S for P using mutation;\ncheck U satisfies X using holds;");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  using Kind = GoalDefinition::GoalKind;
  std::vector<Kind> kinds = {Kind::Satisfies, Kind::Satisfies, Kind::DeadlockFree, Kind::Refines,
                             Kind::Simulates, Kind::Interface, Kind::Repair,       Kind::Satisfies};
  ASSERT_EQ(parsed.file.definitions.size(), kinds.size());
  for (size_t i = 0; i < kinds.size(); ++i)
    EXPECT_EQ(parsed.as<GoalDefinition>(i).goal, kinds[i]) << i;
  const auto &learned = parsed.as<GoalDefinition>(1);
  EXPECT_EQ(learned.method->name, "asym-learn");
  EXPECT_EQ(learned.expectation, GoalDefinition::Expectation::Violated);
  EXPECT_EQ(textOf(learned.range), "check S satisfies P using asym-learn expect violated;");
  const auto &repair = parsed.as<GoalDefinition>(6);
  EXPECT_EQ((repair.subject.name + "/" + repair.system.name + "/" + repair.property.name).str(), "M/S/P");
  EXPECT_EQ(parsed.as<GoalDefinition>(7).method->name, "holds");
}

TEST(Parser, AnyBytesInCommentsNamesInUtf8) {
  Parsed latin1("// caf\xe9\nP = (a -> P). /* \xff\xfe */");
  EXPECT_FALSE(latin1.failed()) << latin1.messages();
  EXPECT_TRUE(Parsed("P = (na\xefve -> P).").failed());
  Parsed utf8("\xef\xbb\xbfP\xc3\xa9 = (a\xe2\x82\xac -> P\xc3\xa9).\r\n// \xf0\x9f\x99\x82\r\n");
  EXPECT_FALSE(utf8.failed()) << utf8.messages();
  EXPECT_EQ(utf8.as<ProcessDefinition>().name.name, "P\xc3\xa9");
  EXPECT_TRUE(Parsed("P = (\xc3\xa9t\xc3\xa9 -> P).").failed());
  EXPECT_TRUE(Parsed(llvm::StringRef("P = (a -> P).\0", 14)).failed());
}

TEST(Parser, CommentsAreKept) {
  Parsed parsed("// one\nP = (a /* two */ -> P). // three\n/* four\n*/\n/* open");
  EXPECT_FALSE(parsed.failed());
  std::vector<std::string> texts;
  for (const Comment &comment : parsed.file.comments)
    texts.push_back(textOf(comment.range) + (comment.block ? "|block" : "|line"));
  EXPECT_EQ(texts, (std::vector<std::string>{"// one|line", "/* two */|block", "// three|line", "/* four\n*/|block",
                                             "/* open|block"}));
  EXPECT_EQ(parsed.engine.all().size(), 1u); // a warning about the open comment
}

//===----------------------------------------------------------------------===//
// Processes and composites
//===----------------------------------------------------------------------===//

TEST(Parser, ProcessRanges) {
  Parsed parsed("deterministic minimal property P(N=3, M='a) = S[0],\n"
                "S[i:0..N] = (when (i<N) a.b[i+1].{c,d} -> x[j:R] -> S[i+1] | y -> Q(1);R;END)\n"
                "  + {z} / {n/o, forall[k:0..1] {p[k]/q[k]}} \\ {x}.");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  const auto &process = parsed.as<ProcessDefinition>();
  EXPECT_EQ(textOf(process.range).front(), 'd');
  EXPECT_EQ(textOf(process.range).back(), '.');
  EXPECT_TRUE(process.modifiers.deterministic && process.modifiers.minimal && process.modifiers.property);
  EXPECT_FALSE(process.modifiers.compose);
  ASSERT_EQ(process.parameters.size(), 2u);
  EXPECT_EQ(textOf(process.parameters[1].defaultValue->range), "'a");
  ASSERT_EQ(process.locals.size(), 2u);
  EXPECT_EQ(textOf(process.locals[0].range), "P(N=3, M='a) = S[0]");
  EXPECT_EQ(textOf(process.locals[1].indices[0].range), "i:0..N");
  const auto *choice = llvm::cast<ChoiceBody>(process.locals[1].body);
  ASSERT_EQ(choice->alternatives.size(), 2u);
  const Alternative *first = choice->alternatives[0];
  EXPECT_EQ(textOf(first->range), "when (i<N) a.b[i+1].{c,d} -> x[j:R] -> S[i+1]");
  EXPECT_EQ(textOf(first->guard->range), "(i<N)");
  ASSERT_EQ(first->actions.size(), 2u);
  std::vector<std::string> parts;
  for (const LabelPart &part : first->actions[0]->label->parts)
    parts.push_back((part.dotBefore ? "." : "") + textOf(part.range));
  EXPECT_EQ(parts, (std::vector<std::string>{"a", ".b", "[i+1]", ".{c,d}"}));
  const auto *sequence = llvm::cast<ReferenceBody>(choice->alternatives[1]->body);
  EXPECT_EQ(textOf(sequence->range), "Q(1);R;END");
  ASSERT_EQ(sequence->calls.size(), 2u);
  EXPECT_TRUE(sequence->calls[0].hasArguments);
  EXPECT_EQ(sequence->target.name, "END");
  EXPECT_EQ(textOf(process.extension->range), "{z}");
  ASSERT_EQ(process.relabels.size(), 2u);
  EXPECT_TRUE(process.relabels[1]->isForall());
  EXPECT_EQ(textOf(process.relabels[1]->range), "forall[k:0..1] {p[k]/q[k]}");
  EXPECT_EQ(textOf(process.hiding->range), "\\ {x}");
}

TEST(Parser, LabelsAndSets) {
  Parsed parsed(
      "P = (S\\{y} -> {S\\{b}, d} -> S.a -> a.S -> S[0..1] -> [S] -> a.[1] -> c[v:S\\{a}].d[v] -> [3] -> P).");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  const auto *choice = llvm::cast<ChoiceBody>(parsed.as<ProcessDefinition>().locals[0].body);
  auto actions = choice->alternatives[0]->actions;
  ASSERT_EQ(actions.size(), 9u);
  EXPECT_EQ(actions[0]->label->parts[0].set->kind, LabelSet::Kind::Difference);
  EXPECT_EQ(textOf(actions[0]->label->parts[0].set->range), "S\\{y}");
  EXPECT_EQ(actions[5]->label->parts[0].kind, LabelPart::Kind::Index);
  EXPECT_EQ(actions[5]->label->parts[0].index.kind, IndexSpec::Kind::Expression);
  EXPECT_TRUE(actions[6]->label->parts[1].dotBefore);
  EXPECT_EQ(textOf(actions[6]->label->parts[1].range), "[1]");
  EXPECT_EQ(actions[7]->label->parts[1].index.kind, IndexSpec::Kind::Set);
  EXPECT_EQ(actions[7]->label->parts[1].index.variable->name, "v");
}

TEST(Parser, SequenceQuirk) {
  Parsed parsed("P(I=0) = (a[I] -> END).\nQ = P(1) | END.");
  EXPECT_FALSE(parsed.failed()) << parsed.messages();
  EXPECT_EQ(parsed.engine.all().size(), 1u);
  EXPECT_TRUE(Parsed("Q = P(1).").failed());
}

TEST(Parser, Conditionals) {
  Parsed parsed("P = if a then if b then P else Q else if c then R else (x -> P).");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  const auto *outer = llvm::cast<IfBody>(parsed.as<ProcessDefinition>().locals[0].body);
  ASSERT_EQ(outer->branches.size(), 2u);
  EXPECT_EQ(textOf(outer->branches[0].body->range), "if b then P else Q");
  EXPECT_EQ(textOf(outer->otherwise->range), "(x -> P)");
}

TEST(Parser, Composites) {
  Parsed parsed("||C(N=2) = ({p,q}.{r,s}:P(1) || {x,y}::z[0..1]:(A || B)/{a/b} || share::Q || if N then R || "
                "forall[i:0..N] p[i]:P(i) || ()) >> {a} @ S.");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  const auto &composite = parsed.as<CompositeDefinition>();
  const auto *body = llvm::cast<CompositeParallel>(composite.body);
  ASSERT_EQ(body->operands.size(), 6u);
  const auto *first = llvm::cast<CompositeInstance>(body->operands[0]);
  EXPECT_EQ(textOf(first->decoration.prefix->range), "{p,q}.{r,s}");
  EXPECT_EQ(first->decoration.share, nullptr);
  const auto *second = llvm::cast<CompositeParallel>(body->operands[1]);
  EXPECT_EQ(textOf(second->decoration.share->range), "{x,y}");
  EXPECT_EQ(textOf(second->decoration.prefix->range), "z[0..1]");
  EXPECT_TRUE(second->decoration.hasRelabels);
  EXPECT_EQ(textOf(second->range), "{x,y}::z[0..1]:(A || B)/{a/b}");
  const auto *third = llvm::cast<CompositeInstance>(body->operands[2]);
  EXPECT_EQ(textOf(third->decoration.share->range), "share");
  EXPECT_EQ(third->decoration.prefix, nullptr);
  EXPECT_EQ(textOf(composite.priority->range), ">> {a}");
  EXPECT_TRUE(composite.priority->low);
  EXPECT_TRUE(composite.hiding->expose);
}

TEST(Parser, OtherDefinitions) {
  Parsed parsed("set S = {a, b[0..1]}\nprogress G[i:0..1] = if {a} then b[i]\nmenu M = {a}\n"
                "animation A = \"f.xml\" target S compose {A || B/{u/x}} actions {x/a} controls {y/b}\n"
                "fluent F[i:0..1] = <a, {b,c}> initially 1\nconstraint C(N=1) = []a + {z}\nimport P = \"p.aut\"\n"
                "include \"more.lts\"\nP@ = (a -> Q), Q@[i:0..1] = (b -> P), L.x = STOP.");
  ASSERT_FALSE(parsed.failed()) << parsed.messages();
  ASSERT_EQ(parsed.file.definitions.size(), 9u);
  EXPECT_EQ(textOf(parsed.as<ProgressDefinition>(1).condition->range), "{a}");
  EXPECT_EQ(parsed.as<AnimationDefinition>(3).parts.size(), 2u);
  EXPECT_EQ(parsed.as<FluentDefinition>(4).indices.size(), 1u);
  EXPECT_TRUE(parsed.as<FormulaDefinition>(5).constraint);
  EXPECT_EQ(parsed.as<ImportDefinition>(6).file.name, "p.aut");
  EXPECT_EQ(textOf(parsed.as<IncludeDefinition>(7).file.range), "\"more.lts\"");
  const auto &process = parsed.as<ProcessDefinition>(8);
  EXPECT_TRUE(process.locals[0].accepting && process.locals[1].accepting);
  EXPECT_EQ(process.locals[2].name.name, "L.x");
}

//===----------------------------------------------------------------------===//
// Size and robustness
//===----------------------------------------------------------------------===//

TEST(Parser, LongInputsNeedNoDeepRecursion) {
  std::string chain = "P = (", choice = "P = (", conditions = "P = ", label = "a", indices = "a";
  for (int i = 0; i < 50000; ++i) {
    chain += "a->";
    label += ".a";
    indices += "[1]";
    choice += "a->P|";
    conditions += "if x then P else ";
  }
  EXPECT_FALSE(Parsed(chain + "P).").failed());
  EXPECT_FALSE(Parsed(choice + "a->P).").failed());
  EXPECT_FALSE(Parsed(conditions + "P.").failed());
  EXPECT_FALSE(Parsed("P = (" + label + "->P).").failed());
  EXPECT_FALSE(Parsed("P = (" + indices + "->P).").failed());
  EXPECT_EQ(Parsed("P = (" + label + "->P.").engine.all().size(), 1U);
}

/// What is unfinished is one error, whatever comes behind it, and does not hide that.
TEST(Parser, UnfinishedDefinitions) {
  const std::vector<std::string> unclosed = {"P = (a->P.",         "P = (a->P | b->(c->P.",    "P = (a->P)/{b/a.",
                                             "P = (a->P)\\{a, b.", "||S = (a:P || b:P.",       "||S = P@{a.b.",
                                             "P = (a[1.",          "P = (a->if 1 then (b->P.", "set S = {a.b."};
  const std::vector<std::string> missing = {
      "const N =", "range R = 0 ..", "set S =",     "assert A =",    "assert A = [] ", "progress G =",
      "P =",       "P = (a ->",      "P = (a->P |", "P = (a->P)+",   "P = (a->P)\\",   "const N = 1 +",
      "||S =",     "||S = P >>",     "menu M =",    "P = if 1 then", "P = (a->P), Q ="};
  const std::vector<std::string> lists = {"set S = a, b",     "set S = T,a.b[1]", "progress G = a,b",
                                          "menu M = a,{b},c", "P = (a->P)\\a,b.", "P = (a->P)@S,T."};
  const std::vector<std::string> next = {"Z = (a->Z).",        "Z(N=1) = (a->Z).",     "Z@ = (a->Z).",
                                         "||Z = (P || Q).",    "minimal Z = P.",       "const Z = 1",
                                         "assert Z = (a U b)", "check deadlockfree Z;"};
  for (const auto &group : {unclosed, missing, lists})
    for (const std::string &start : group)
      for (const std::string &follower : next) {
        std::string text = start + "\n" + follower + "\n";
        Parsed parsed(text);
        ASSERT_EQ(parsed.engine.all().size(), 1U) << text << parsed.messages();
        const char *where = parsed.engine.all().front().range.Start.getPointer();
        const char *begin = parsed.sources.getMemoryBuffer(parsed.file.bufferId)->getBufferStart();
        EXPECT_LE(static_cast<size_t>(where - begin), start.size()) << text << parsed.messages();
        Parsed alone(follower);
        ASSERT_FALSE(parsed.file.definitions.empty()) << text;
        EXPECT_EQ(parsed.file.definitions.back()->kind(), alone.file.definitions.front()->kind()) << text;
        EXPECT_EQ(textOf(parsed.file.definitions.back()->range), follower) << text;
      }
}

TEST(Parser, NestingLimit) {
  auto nested = [](unsigned depth) { return "const N = " + std::string(depth, '(') + "1" + std::string(depth, ')'); };
  EXPECT_FALSE(Parsed(nested(MaxNesting)).failed());
  EXPECT_TRUE(Parsed(nested(MaxNesting + 1)).failed());
  std::string sum = "const N = 1";
  for (unsigned i = 0; i < MaxExpressionDepth; ++i)
    sum += "+1";
  EXPECT_FALSE(Parsed(sum).failed());
  EXPECT_TRUE(Parsed(sum + "+1").failed());
}

/// Cuts, doubles and swaps tokens of a model: errors must be found without a crash, in places within the text.
TEST(Parser, DamagedModels) {
  const std::vector<std::string> tokens = {
      "P",     "=",      "(",  "when", "i",      "<", "N",         "a",     "[",    "i",      ":",  "0",  "..",
      "3",     "]",      "->", "b",    ".",      "{", "c",         ",",     "d",    "}",      "->", "P",  "[",
      "i",     "+",      "1",  "]",    "|",      "e", "->",        "Q",     "(",    "1",      ")",  ";",  "END",
      ")",     ",",      "Q",  "=",    "if",     "x", "then",      "STOP",  "else", "P",      "/",  "{",  "x",
      "/",     "y",      "}",  "\\",   "{",      "a", "}",         ".",     "||",   "S",      "=",  "(",  "a",
      ":",     "P",      "||", "b",    "::",     "c", ":",         "Q",     ")",    ">>",     "{",  "a",  "}",
      ".",     "assert", "A",  "=",    "[]",     "(", "a",         "U",     "b",    "&&",     "X",  "F",  ")",
      "const", "N",      "=",  "3",    "check",  "S", "satisfies", "P",     ";",    "fluent", "F",  "=",  "<",
      "a",     ",",      "b",  ">",    "import", "I", "=",         "\"f\"", "'",    "#",      "@",  "--", "$"};
  std::mt19937 random(7);
  for (int round = 0; round < 1500; ++round) {
    std::vector<std::string> words = tokens;
    for (unsigned edits = 1 + random() % 6; edits > 0; --edits) {
      size_t at = random() % words.size();
      switch (random() % 4) {
      case 0:
        words.erase(words.begin() + static_cast<ptrdiff_t>(at));
        break;
      case 1:
        words.insert(words.begin() + static_cast<ptrdiff_t>(at), tokens[random() % tokens.size()]);
        break;
      case 2:
        words[at] = tokens[random() % tokens.size()];
        break;
      default:
        std::swap(words[at], words[random() % words.size()]);
      }
    }
    std::string text;
    for (const std::string &word : words)
      text += word + (random() % 8 ? " " : "\n");
    Parsed parsed(text);
    const llvm::MemoryBuffer *buffer = parsed.sources.getMemoryBuffer(parsed.file.bufferId);
    for (const Diagnostic &diagnostic : parsed.engine.all()) {
      EXPECT_FALSE(diagnostic.message.empty());
      EXPECT_GE(diagnostic.range.Start.getPointer(), buffer->getBufferStart()) << text;
      EXPECT_LE(diagnostic.range.Start.getPointer(), diagnostic.range.End.getPointer()) << text;
      EXPECT_LE(diagnostic.range.End.getPointer(), buffer->getBufferEnd()) << text;
    }
  }
}
