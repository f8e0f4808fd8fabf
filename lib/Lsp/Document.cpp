//===- Document.cpp - A text that an editor has open ----------------------===//

#include "Document.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tenon::lsp {

//===----------------------------------------------------------------------===//
// Names of files
//===----------------------------------------------------------------------===//

std::string pathOfUri(StringRef uri) {
  std::string path;
  uri.consume_front("file://");
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    if (uri[i] == '%' && !uri.substr(i + 1, 2).getAsInteger(16, byte) && i + 2 < uri.size()) {
      path += static_cast<char>(byte);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uriOfPath(StringRef path) {
  SmallString<128> absolute(path);
  sys::fs::make_absolute(absolute);
  sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  std::string uri = "file://";
  for (char c : absolute) {
    if (isAlnum(c) || StringRef("/-_.~").contains(c))
      uri += c;
    else
      uri += "%" + toHex(StringRef(&c, 1));
  }
  return uri;
}

json::Value jsonText(StringRef text) {
  return json::isUTF8(text) ? json::Value(text.str()) : json::Value(json::fixUTF8(text));
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

ForeignText::ForeignText(StringRef text, const std::string &path, InputFormat inputFormat)
    : format(inputFormat), diagnostics(sources) {
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, path), SMLoc());
}

ParsedText::ParsedText(StringRef text, const std::string &path, bool isC, Overlay overlay) {
  if (isC) {
    program = std::make_unique<CFrontend>();
    program->parseText(text, path);
    symbols = collectSymbols(program->files());
    return;
  }
  if (InputFormat format = inputFormatOf(path, text); format != InputFormat::Source) {
    foreign = std::make_unique<ForeignText>(text, path, format);
    return;
  }
  model = std::make_unique<Frontend>();
  model->overlay = std::move(overlay);
  model->parseText(text, path);
  symbols = collectSymbols(model->files());
}

ArrayRef<const ast::Definition *> ParsedText::definitions() const {
  if (!model)
    return {};
  return model->files().back().definitions; // Included files come first.
}

const ast::IncludeDefinition *ParsedText::includeOf(SMLoc place) const {
  // What an include brings is parsed before the next one.
  unsigned buffer = sources().FindBufferContainingLoc(place);
  const ast::IncludeDefinition *found = nullptr;
  for (const ast::Definition *definition : definitions())
    if (const auto *include = dyn_cast<ast::IncludeDefinition>(definition)) {
      StringRef name = sources().getMemoryBuffer(buffer)->getBufferIdentifier();
      if (name.ends_with(include->file.name))
        return include;
      found = include;
    }
  return found;
}

Document::Document(std::string documentUri, std::string text, bool isProgram, int64_t number, PositionEncoding unit)
    : uri(std::move(documentUri)), path(pathOfUri(uri)), isC(isProgram), version(number), encoding(unit) {
  setText(std::move(text));
}

void Document::setText(std::string text) {
  index.reset();
  parse.reset();
  content = std::move(text);
  index = std::make_unique<LineIndex>(content, encoding);
}

bool Document::change(const json::Object &change) {
  std::optional<StringRef> text = change.getString("text");
  if (!text)
    return false;
  const json::Object *range = change.getObject("range");
  if (!range) {
    setText(text->str());
    return true;
  }
  std::optional<Position> start = positionFrom(range->getObject("start")), end = positionFrom(range->getObject("end"));
  if (!start || !end)
    return false;
  size_t from = index->offsetOf(*start), to = index->offsetOf(*end);
  if (from > to)
    std::swap(from, to);
  std::string changed = content;
  changed.replace(from, to - from, text->str());
  setText(std::move(changed));
  return true;
}

ParsedText &Document::parsed(const Overlay &overlay) {
  if (!parse)
    parse = std::make_unique<ParsedText>(content, path, isC, overlay);
  return *parse;
}

bool Document::includes(StringRef path) const {
  if (!parse)
    return false;
  for (unsigned buffer = 2; buffer <= parse->sources().getNumBuffers(); ++buffer) {
    SmallString<128> name(parse->sources().getMemoryBuffer(buffer)->getBufferIdentifier());
    sys::fs::make_absolute(name);
    sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    if (name == path)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::optional<Position> positionFrom(const json::Object *object) {
  if (!object)
    return std::nullopt;
  std::optional<int64_t> line = object->getInteger("line"), character = object->getInteger("character");
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  return Position{*line, *character};
}

json::Object toJson(Position position) {
  return json::Object{{"line", position.line}, {"character", position.character}};
}

json::Object Locator::range(size_t begin, size_t end) const {
  return json::Object{{"start", toJson(document.lines().positionOf(begin))},
                      {"end", toJson(document.lines().positionOf(end))}};
}

const LineIndex &Locator::linesOf(unsigned buffer) const {
  std::unique_ptr<LineIndex> &lines = included[buffer];
  if (!lines)
    lines = std::make_unique<LineIndex>(parsed.sources().getMemoryBuffer(buffer)->getBuffer(), encoding);
  return *lines;
}

json::Object Locator::range(SMRange range) const {
  unsigned buffer = range.isValid() ? parsed.sources().FindBufferContainingLoc(range.Start) : 0;
  if (buffer == 0)
    return this->range(0, 0);
  const char *begin = parsed.sources().getMemoryBuffer(buffer)->getBufferStart();
  const LineIndex &lines = linesOf(buffer);
  return json::Object{{"start", toJson(lines.positionOf(static_cast<size_t>(range.Start.getPointer() - begin)))},
                      {"end", toJson(lines.positionOf(static_cast<size_t>(range.End.getPointer() - begin)))}};
}

std::string Locator::uri(SMLoc place) const {
  unsigned buffer = place.isValid() ? parsed.sources().FindBufferContainingLoc(place) : 0;
  if (buffer == 0 || buffer == parsed.sources().getMainFileID())
    return document.uri;
  return uriOf(parsed.sources().getMemoryBuffer(buffer)->getBufferIdentifier());
}

json::Object Locator::location(SMRange where) const {
  return json::Object{{"uri", jsonText(uri(where.Start))}, {"range", range(where)}};
}

} // namespace tenon::lsp
