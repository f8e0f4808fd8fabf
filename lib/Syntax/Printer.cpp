//===- Printer.cpp - AST to source text -----------------------------------===//

#include "tenon/Syntax/Printer.h"

#include "CommentWeaver.h"
#include "DocumentBuilder.h"
#include "Layout.h"

#include <limits>

using namespace llvm;
using namespace tenon::layout;

namespace tenon {

constexpr unsigned StandardWidth = 100;
constexpr unsigned Unlimited = std::numeric_limits<unsigned>::max() / 2;

void printSource(const ast::SourceFile &file, const SourceMgr &sources, raw_ostream &os) {
  Renderer renderer(os, StandardWidth);
  CommentWeaver weaver(file, sources.getMemoryBuffer(file.bufferId)->getBuffer());
  for (const ast::Definition *definition : file.definitions) {
    Document document;
    document.hardLine();
    DocumentBuilder(document).definition(*definition);
    if (!weaver.covers(definition->range)) {
      document.markBroken();
      renderer.render(document);
    } else if (weaver.weave(document, definition->range)) {
      renderer.render(document);
    } else {
      // Tokens that the AST does not keep: LTSA takes any token in place of a `;` behind arguments.
      Gap gap = weaver.skip(definition->range);
      const char *start = definition->range.Start.getPointer();
      renderer.verbatim(StringRef(start, definition->range.End.getPointer() - start), gap);
    }
  }
  renderer.renderGap(weaver.finish());
  renderer.finish();
}

static void renderInline(Document &document, raw_ostream &os) {
  document.markBroken();
  Renderer renderer(os, Unlimited);
  renderer.render(document);
  renderer.finishInline();
}

void printDefinition(const ast::Definition &definition, raw_ostream &os) {
  Document document;
  DocumentBuilder(document).definition(definition);
  document.markBroken();
  Renderer renderer(os, StandardWidth);
  renderer.render(document);
  renderer.finish();
}

void printExpr(const ast::Expr &expr, raw_ostream &os) {
  Document document;
  DocumentBuilder(document).expr(expr);
  renderInline(document, os);
}

void printLabel(const ast::LabelElement &label, raw_ostream &os) {
  Document document;
  DocumentBuilder(document).label(label);
  renderInline(document, os);
}

} // namespace tenon
