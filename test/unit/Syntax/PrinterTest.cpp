//===- PrinterTest.cpp - The standard layout keeps what was written -------===//

#include "RandomSystems.h"
#include "Syntax/RoundTrip.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace llvm;
using namespace tenon;
using namespace tenon::test;

namespace {

std::string format(StringRef text) {
  ParsedText parsed(text);
  EXPECT_TRUE(parsed.ok()) << parsed.errors();
  return parsed.print();
}

struct Model {
  std::string path;
  std::string text;
};

/// The models under `root` that parse.
std::vector<Model> modelsUnder(const std::string &root) {
  std::vector<Model> models;
  std::error_code error;
  for (sys::fs::recursive_directory_iterator entry(root, error), end; entry != end && !error; entry.increment(error)) {
    StringRef extension = sys::path::extension(entry->path());
    if (extension != ".lts" && extension != ".fsp")
      continue;
    auto buffer = MemoryBuffer::getFile(entry->path());
    if (buffer && ParsedText((*buffer)->getBuffer()).ok())
      models.push_back({entry->path(), (*buffer)->getBuffer().str()});
  }
  llvm::sort(models, [](const Model &a, const Model &b) { return a.path < b.path; });
  return models;
}

std::vector<Model> examples() {
  return modelsUnder(TENON_SOURCE_DIR "/examples");
}

std::vector<Model> corpus() {
  const char *root = std::getenv("TENON_CORPUS");
  if (!root)
    return {};
  std::vector<Model> models = modelsUnder(std::string(root) + "/ltsa");
  for (Model &model : modelsUnder(std::string(root) + "/probes"))
    models.push_back(std::move(model));
  return models;
}

/// The places between the tokens of `text`, which has no comments: before each token and at the end.
std::vector<size_t> tokenStarts(StringRef text) {
  static const StringRef operators[] = {"<->", "||", "&&", "!=", "<=", ">=", "==", "<<", ">>", ":=",
                                        "**",  "..", "->", "::", "[]", "<>", "//", "/*", "*/"};
  auto isLetter = [](char c) { return isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; };
  std::vector<size_t> starts;
  for (size_t at = 0; at < text.size();) {
    if (isSpace(text[at])) {
      ++at;
      continue;
    }
    starts.push_back(at);
    size_t begin = at;
    if (text[at] == '"') {
      at = text.find('"', at + 1) + 1;
    } else if (isLetter(text[at])) {
      while (at < text.size() && isLetter(text[at]))
        ++at;
    } else {
      ++at;
      for (StringRef op : operators)
        if (text.substr(begin).starts_with(op)) {
          at = begin + op.size();
          break;
        }
    }
  }
  starts.push_back(text.size());
  return starts;
}

std::string withoutComments(const Model &model) {
  ParsedText parsed(model.text);
  std::string text = model.text;
  const char *start = parsed.sources.getMemoryBuffer(parsed.file.bufferId)->getBufferStart();
  for (const ast::Comment &comment : parsed.file.comments)
    for (const char *c = comment.range.Start.getPointer(); c != comment.range.End.getPointer(); ++c)
      if (*c != '\n')
        text[c - start] = ' ';
  return text;
}

/// `text` with comments of all kinds at random places, each with a number of its own.
std::string withComments(StringRef text, std::mt19937_64 &random, unsigned share) {
  std::string result;
  size_t copied = 0;
  unsigned number = 0;
  for (size_t place : tokenStarts(text)) {
    result += text.slice(copied, place);
    copied = place;
    while (random() % 100 < share) {
      std::string mark = std::to_string(number++);
      switch (random() % 8) {
      case 0:
        result += " // end of line " + mark + "\n";
        break;
      case 1:
        result += "\n// own line " + mark + "\n";
        break;
      case 2:
        result += "\n\n// after a blank line " + mark + "\n\n";
        break;
      case 3:
        result += " /* within " + mark + " */";
        break;
      case 4:
        result += "\n/* at the start " + mark + " */ ";
        break;
      case 5:
        result += " /* several\n      lines " + mark + " */";
        break;
      case 6:
        result += "\n\t/** header " + mark + "\n\t * continued\n\n\t */\n";
        break;
      case 7:
        result += " /* at the end " + mark + " */\n";
        break;
      }
    }
  }
  return result + text.substr(copied).str();
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

TEST(Printer, ShortBodiesStandOnOneLine) {
  EXPECT_EQ(format("const   N=3 range R=0 .. N-1\nset S={a,b . c , [1..2]}\nP=( a->b->P|when(i<N)c->STOP ) ."),
            "const N = 3\n"
            "range R = 0..N-1\n"
            "set S = {a, b.c, [1..2]}\n"
            "P = (a -> b -> P | when (i < N) c -> STOP).\n");
}

TEST(Printer, LineEndsBetweenAlternativesAreKept) {
  EXPECT_EQ(format("COUNT=COUNT[0],COUNT[i:0..N]\n = (when (i<N) put->COUNT[i+1]\n   |when (i>0) get->COUNT[i-1])."
                   "P = (a->P |\n b->Q)."),
            "COUNT = COUNT[0],\n"
            "COUNT[i:0..N]\n"
            "  = ( when (i < N) put -> COUNT[i+1]\n"
            "    | when (i > 0) get -> COUNT[i-1]\n"
            "    ).\n"
            "P\n"
            "  = ( a -> P\n"
            "    | b -> Q\n"
            "    ).\n");
}

TEST(Printer, LongChoicesAreBroken) {
  EXPECT_EQ(format("P = (alpha.beta.gamma[i:0..9] -> (request.number[1] -> P | request.number[2] -> P | "
                   "request.number[3] -> answer.number[3] -> P) | omega -> P)."),
            "P\n"
            "  = ( alpha.beta.gamma[i:0..9] ->\n"
            "        ( request.number[1] -> P\n"
            "        | request.number[2] -> P\n"
            "        | request.number[3] -> answer.number[3] -> P\n"
            "        )\n"
            "    | omega -> P\n"
            "    ).\n");
}

TEST(Printer, ConditionalsKeepTheirLines) {
  EXPECT_EQ(format("P=(a[i:T]->if i==0 then P else if (i>1) then\n Q else (b->P) ), Q=if 1 then STOP else END."),
            "P\n"
            "  = ( a[i:T] ->\n"
            "        if i == 0 then\n"
            "          P\n"
            "        else if (i > 1) then\n"
            "          Q\n"
            "        else\n"
            "          (b -> P)\n"
            "    ),\n"
            "Q = if 1 then STOP else END.\n");
}

TEST(Printer, CompositesAndTheirClauses) {
  EXPECT_EQ(format("||SYS(N=2)=(a:P||{b,c}::x:Q(N)\n||forall[i:R][j:R] p[i]:R2/{c/d})/{x/y,\nforall[i:R]{u[i]/v}}"
                   ">>{tick}\n@{a,b}. ||S = P/{a/b}\\{c}."),
            "||SYS(N=2)\n"
            "  = (  a:P\n"
            "    || {b, c}::x:Q(N)\n"
            "    || forall [i:R][j:R] p[i]:R2/{c/d}\n"
            "    )\n"
            "  / { x/y,\n"
            "      forall [i:R] {u[i]/v}\n"
            "    }\n"
            "  >> {tick}\n"
            "  @ {a, b}.\n"
            "||S = P / {a/b} \\ {c}.\n");
}

TEST(Printer, FormulasAreBrokenAtOperators) {
  EXPECT_EQ(format("assert A=[](request->!denied&&<>granted) assert B = forall[i:R]X(a[i]U F[i])+{tick}\n"
                   "fluent F[i:R] = <{on.switch[i]},off>initially 1"),
            "assert A = [](request -> !denied && <>granted)\n"
            "assert B = forall [i:R] X (a[i] U F[i]) + {tick}\n"
            "fluent F[i:R] = <{on.switch[i]}, off> initially 1\n");
  std::string longFormula = "assert LONG = [](aaaaaaaaaaaaaaaaaaaaaaaa && bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb && "
                            "cccccccccccccccccccccccccc -> <>dddddddddddddddddddd)";
  EXPECT_EQ(format(longFormula), "assert LONG =\n"
                                 "  [](aaaaaaaaaaaaaaaaaaaaaaaa && bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb && "
                                 "cccccccccccccccccccccccccc\n"
                                 "     -> <>dddddddddddddddddddd)\n");
}

TEST(Printer, SpellingsAreKept) {
  StringRef text = "const N = 0x1F+017\n"
                   "P = (a.[1].b[N] -> c['red] -> P[(1)][-1] | [#S] -> P[@(S, 0)]) + S\\{a} \\ {x}.\n"
                   "Q = P(1, 'a);R();END.\n"
                   "include \"a  b.lts\"\n"
                   "check S satisfies P using asym-learn expect violated;\n";
  ParsedText parsed(text);
  if (parsed.ok()) {
    EXPECT_EQ(parsed.print(), text.str());
  }
}

TEST(Printer, BlankLinesAreKeptOnce) {
  EXPECT_EQ(format("\n\n\nconst A = 1\n\n\n\nconst B = 2\nP = Q,\n\n\nQ = STOP.\n\n\n"),
            "const A = 1\n\nconst B = 2\nP = Q,\n\nQ = STOP.\n");
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

TEST(Printer, CommentsStandWhereTheyStood) {
  EXPECT_EQ(format("/** Header\n *  of the file\n */\n\n// constants\nconst N = 3     // how many\n"
                   "P = (a->P  // first\n  // before the second\n  |bbb->/* inner */Q /* last */), // done\n"
                   "Q // empty\n = STOP // c\n.\n\n// the end\n"),
            "/** Header\n *  of the file\n */\n\n// constants\nconst N = 3 // how many\n"
            "P\n"
            "  = ( a -> P // first\n"
            "    // before the second\n"
            "    | bbb -> /* inner */ Q /* last */\n"
            "    ), // done\n"
            "Q // empty\n"
            "  = STOP. // c\n"
            "\n"
            "// the end\n");
}

TEST(Printer, CommentsAtLineEndsAreAligned) {
  EXPECT_EQ(format("P = (a -> P // one\n|b.c.d -> P // two\n|e -> P)."), "P\n"
                                                                         "  = ( a -> P     // one\n"
                                                                         "    | b.c.d -> P // two\n"
                                                                         "    | e -> P\n"
                                                                         "    ).\n");
}

TEST(Printer, AnOpenCommentIsClosed) {
  EXPECT_EQ(format("const N = 1\n/* open\n\n"), "const N = 1\n/* open */\n");
}

TEST(Printer, AByteOrderMarkIsDropped) {
  EXPECT_EQ(format("\xEF\xBB\xBF// first\nconst N=1"), "// first\nconst N = 1\n");
}

TEST(Printer, OnlyCommentsAndNothing) {
  EXPECT_EQ(format(""), "");
  EXPECT_EQ(format(" \n\n"), "");
  EXPECT_EQ(format("\n\n  // alone\n\n\n/* two */"), "// alone\n\n/* two */\n");
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

TEST(Printer, PrintsPieces) {
  ParsedText parsed("P = (when (a+1 < b) x[i:0..3].{c,d} -> P)\\{y}.");
  ASSERT_TRUE(parsed.ok()) << parsed.errors();
  const auto &process = cast<ast::ProcessDefinition>(*parsed.file.definitions[0]);
  const auto &option = *cast<ast::ChoiceBody>(process.locals[0].body)->alternatives[0];
  std::string text;
  raw_string_ostream os(text);
  printExpr(*option.guard, os);
  os << '\n';
  printLabel(*option.actions[0]->label, os);
  os << '\n';
  printDefinition(process, os);
  EXPECT_EQ(text, "(a+1 < b)\nx[i:0..3].{c, d}\nP = (when (a+1 < b) x[i:0..3].{c, d} -> P) \\ {y}.\n");
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

TEST(PrinterLaws, ExamplesAndCorpusKeepStructureAndComments) {
  std::vector<Model> models = examples();
  EXPECT_FALSE(models.empty());
  for (Model &model : corpus())
    models.push_back(std::move(model));
  for (const Model &model : models)
    EXPECT_EQ(roundTripFailure(model.text), "") << model.path;
}

TEST(PrinterLaws, TheCorpusIsThere) {
  if (corpus().empty())
    GTEST_SKIP() << "no models in the folder that TENON_CORPUS names";
  EXPECT_GE(corpus().size(), 200u);
}

TEST(PrinterLaws, NoCommentIsLostWhereverItStands) {
  std::vector<Model> models = corpus();
  for (Model &model : examples())
    models.push_back(std::move(model));
  std::mt19937_64 random(20240607);
  for (const Model &model : models) {
    std::string plain = withoutComments(model);
    for (unsigned share : {2, 10, 40, 70}) {
      std::string text = withComments(plain, random, share);
      ASSERT_TRUE(ParsedText(text).ok()) << model.path << '\n' << ParsedText(text).errors() << text;
      ASSERT_EQ(roundTripFailure(text), "") << model.path << '\n' << text;
    }
  }
}

TEST(PrinterLaws, RandomSourcesKeepStructureAndComments) {
  for (uint64_t seed = 0; seed != 1000; ++seed) {
    RandomSystems systems(seed);
    RandomFspOptions options;
    options.maxDepth = 2 + seed % 5;
    std::string text = systems.fsp(options).text;
    ASSERT_TRUE(ParsedText(text).ok()) << ParsedText(text).errors();
    ASSERT_EQ(roundTripFailure(text), "") << "seed " << seed << '\n' << text;
  }
}

} // namespace
