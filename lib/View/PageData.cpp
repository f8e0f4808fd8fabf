//===- PageData.cpp - What all pages have ---------------------------------===//

#include "PageData.h"

#include "Automata.h"

#include "tenon/Config/Version.h"

using namespace llvm;

namespace tenon {

std::string pageData(StringRef file, const SourceMgr &sources, ArrayRef<unsigned> buffers,
                     function_ref<void(json::OStream &)> write) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  json.object([&] {
    json.attribute("tool", "tenon");
    json.attribute("version", TENON_VERSION_STRING);
    json.attribute("file", utf8(file));
    json.attributeArray("sources", [&] {
      for (unsigned id : buffers)
        json.object([&] {
          const MemoryBuffer *buffer = sources.getMemoryBuffer(id);
          json.attribute("name", utf8(buffer->getBufferIdentifier()));
          json.attribute("text", utf8(buffer->getBuffer()));
        });
    });
    write(json);
  });
  return text;
}

} // namespace tenon
