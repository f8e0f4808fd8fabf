//===- Assets.cpp - The files of the page ---------------------------------===//
//
// The assembler takes the files in as they are: no generated source, no limit on the length of a string.
//
//===----------------------------------------------------------------------===//

#include "Assets.h"

#define TENON_BEGIN(name) ".pushsection .rodata\n.global tenon_asset_" name "\ntenon_asset_" name ":\n"
#define TENON_FILE(path) ".incbin \"" TENON_VIEW_DIR "/" path "\"\n"
#define TENON_END(name) ".global tenon_asset_end_" name "\ntenon_asset_end_" name ":\n.byte 0\n.popsection\n"

asm(TENON_BEGIN("page") TENON_FILE("page/page.html") TENON_END("page"));
asm(TENON_BEGIN("style") TENON_FILE("page/style.css") TENON_FILE("page/graph.css") TENON_END("style"));
asm(TENON_BEGIN("script") TENON_FILE("page/dom.js") TENON_FILE("page/automaton.js") TENON_FILE("page/layout.js")
        TENON_FILE("page/canvas.js") TENON_FILE("page/structure.js") TENON_FILE("page/explorer.js")
            TENON_FILE("page/run.js") TENON_FILE("page/text.js") TENON_FILE("page/main.js") TENON_END("script"));
asm(TENON_BEGIN("layout") TENON_FILE("vendor/graphviz.js") TENON_END("layout"));

extern "C" {
extern const char tenon_asset_page[], tenon_asset_end_page[];
extern const char tenon_asset_style[], tenon_asset_end_style[];
extern const char tenon_asset_script[], tenon_asset_end_script[];
extern const char tenon_asset_layout[], tenon_asset_end_layout[];
}

namespace tenon::assets {

static llvm::StringRef between(const char *begin, const char *end) {
  return {begin, static_cast<size_t>(end - begin)};
}

llvm::StringRef page() {
  return between(tenon_asset_page, tenon_asset_end_page);
}

llvm::StringRef style() {
  return between(tenon_asset_style, tenon_asset_end_style);
}

llvm::StringRef script() {
  return between(tenon_asset_script, tenon_asset_end_script);
}

llvm::StringRef layoutLibrary() {
  return between(tenon_asset_layout, tenon_asset_end_layout);
}

} // namespace tenon::assets
