//===- Document.h - A text that an editor has open ------------------------===//

#ifndef TENON_LIB_LSP_DOCUMENT_H
#define TENON_LIB_LSP_DOCUMENT_H

#include "tenon/Lsp/Positions.h"
#include "tenon/Lsp/Symbols.h"
#include "tenon/Sema/CFrontend.h"
#include "tenon/Sema/Frontend.h"

#include "llvm/Support/JSON.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tenon::lsp {

/// The text of a file if it is open in the editor, or is to be looked at as if it were different.
using Overlay = std::function<std::optional<std::string>(llvm::StringRef path)>;

/// The path of a `file:` URI; other URIs are taken for names.
std::string pathOfUri(llvm::StringRef uri);
std::string uriOfPath(llvm::StringRef path);

/// A string for JSON, which has to be UTF-8.
llvm::json::Value jsonText(llvm::StringRef text);

/// A text in the format of another tool. Only what its importer says of it is known.
struct ForeignText {
  ForeignText(llvm::StringRef text, const std::string &path, InputFormat format);

  InputFormat format;
  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics;
};

/// A text, parsed, with its names resolved: a model with what it includes, or a C program; or a text that is neither.
class ParsedText {
public:
  ParsedText(llvm::StringRef text, const std::string &path, bool isC, Overlay overlay);

  bool isC() const { return program != nullptr; }
  bool isForeign() const { return foreign != nullptr; }
  const llvm::SourceMgr &sources() const {
    return foreign ? foreign->sources : model ? model->sourceManager() : program->sourceManager();
  }
  DiagnosticEngine &diagnostics() {
    return foreign ? foreign->diagnostics : model ? model->diagnosticEngine() : program->diagnosticEngine();
  }
  /// The text that the ranges of its own definitions point into.
  llvm::StringRef text() const { return sources().getMemoryBuffer(sources().getMainFileID())->getBuffer(); }
  bool isMain(llvm::SMLoc place) const { return sources().FindBufferContainingLoc(place) == sources().getMainFileID(); }
  size_t offsetOf(llvm::SMLoc place) const { return static_cast<size_t>(place.getPointer() - text().data()); }
  llvm::SMLoc locationOf(size_t offset) const { return llvm::SMLoc::getFromPointer(text().data() + offset); }
  /// Of the text itself, without what it includes; empty but for models.
  llvm::ArrayRef<const ast::Definition *> definitions() const;
  /// The definition of the text that includes a file which `place` is in, directly or not; null if there is none.
  const ast::IncludeDefinition *includeOf(llvm::SMLoc place) const;

  SymbolTable symbols;
  std::unique_ptr<Frontend> model;      ///< Of a model.
  std::unique_ptr<CFrontend> program;   ///< Of a C program.
  std::unique_ptr<ForeignText> foreign; ///< Of what is neither.
};

class Document {
public:
  Document(std::string uri, std::string content, bool isC, int64_t version, PositionEncoding encoding);

  const std::string uri, path;
  const bool isC;
  int64_t version;

  const std::string &text() const { return content; }
  const LineIndex &lines() const { return *index; }
  /// Takes one of the changes of a didChange notification over; false if it makes no sense.
  bool change(const llvm::json::Object &change);
  /// Parsed when it is first asked for after a change.
  ParsedText &parsed(const Overlay &overlay);
  bool isParsed() const { return parse != nullptr; }
  /// Whether the text, as it was parsed last, includes a file; `path` is absolute.
  bool includes(llvm::StringRef path) const;
  /// What includes a file that has changed is to be parsed again.
  void forgetParse() { parse.reset(); }

private:
  void setText(std::string text);

  PositionEncoding encoding;
  std::string content;
  std::unique_ptr<LineIndex> index;
  std::unique_ptr<ParsedText> parse;
};

/// Places as the protocol has them, in all files of a text.
class Locator {
public:
  /// `uriOf` knows how the editor calls a file.
  Locator(const Document &document, const ParsedText &parsed, PositionEncoding encoding,
          std::function<std::string(llvm::StringRef path)> uriOf)
      : document(document), parsed(parsed), encoding(encoding), uriOf(std::move(uriOf)) {}

  /// Of the text itself.
  llvm::json::Object range(size_t begin, size_t end) const;
  /// In whichever file it is.
  llvm::json::Object range(llvm::SMRange range) const;
  llvm::json::Object location(llvm::SMRange range) const;
  std::string uri(llvm::SMLoc place) const;

private:
  const LineIndex &linesOf(unsigned buffer) const;

  const Document &document;
  const ParsedText &parsed;
  PositionEncoding encoding;
  std::function<std::string(llvm::StringRef path)> uriOf;
  mutable std::map<unsigned, std::unique_ptr<LineIndex>> included;
};

/// Nothing if a part is missing, negative, or no whole number.
std::optional<Position> positionFrom(const llvm::json::Object *object);
llvm::json::Object toJson(Position position);

} // namespace tenon::lsp

#endif // TENON_LIB_LSP_DOCUMENT_H
