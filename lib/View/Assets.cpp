//===- Assets.cpp - The files of the page ---------------------------------===//
//
// The assembler takes the files in as they are: no generated source, no limit on the length of a string.
//
//===----------------------------------------------------------------------===//

#include "Assets.h"

#define TENON_BEGIN(name) ".pushsection .rodata\n.global TenonAsset" name "\nTenonAsset" name ":\n"
#define TENON_FILE(path) ".incbin \"" TENON_VIEW_DIR "/" path "\"\n"
#define TENON_END(name) ".global TenonAssetEnd" name "\nTenonAssetEnd" name ":\n.byte 0\n.popsection\n"

asm(TENON_BEGIN("Page") TENON_FILE("page/page.html") TENON_END("Page"));
asm(TENON_BEGIN("Style") TENON_FILE("page/style.css") TENON_FILE("page/graph.css") TENON_END("Style"));
asm(TENON_BEGIN("Script") TENON_FILE("page/dom.js") TENON_FILE("page/automaton.js") TENON_FILE("page/layout.js")
        TENON_FILE("page/canvas.js") TENON_FILE("page/structure.js") TENON_FILE("page/explorer.js")
            TENON_FILE("page/run.js") TENON_FILE("page/text.js") TENON_FILE("page/main.js") TENON_END("Script"));
asm(TENON_BEGIN("Layout") TENON_FILE("vendor/graphviz.js") TENON_END("Layout"));

extern "C" {
extern const char TenonAssetPage[], TenonAssetEndPage[];
extern const char TenonAssetStyle[], TenonAssetEndStyle[];
extern const char TenonAssetScript[], TenonAssetEndScript[];
extern const char TenonAssetLayout[], TenonAssetEndLayout[];
}

namespace tenon::assets {

static llvm::StringRef between(const char *begin, const char *end) {
  return {begin, static_cast<size_t>(end - begin)};
}

llvm::StringRef page() {
  return between(TenonAssetPage, TenonAssetEndPage);
}

llvm::StringRef style() {
  return between(TenonAssetStyle, TenonAssetEndStyle);
}

llvm::StringRef script() {
  return between(TenonAssetScript, TenonAssetEndScript);
}

llvm::StringRef layoutLibrary() {
  return between(TenonAssetLayout, TenonAssetEndLayout);
}

} // namespace tenon::assets
