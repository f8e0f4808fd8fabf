//===- Completion.cpp - What may be written here --------------------------===//
//
// The text around the cursor is rarely well-formed, so the place is told from the tokens before it, and the names of
// the definition that is being written are read off its tokens.
//
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "tenon/Syntax/Tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tenon::lsp {

std::vector<KnownName> namesOf(const ParsedText &parsed) {
  std::vector<KnownName> names;
  for (const Symbol &symbol : parsed.symbols.symbols()) {
    std::string parent = symbol.parent ? parsed.symbols[*symbol.parent].name.str() : "";
    names.push_back({symbol.name.str(), parent, summaryOf(symbol), symbol.kind});
  }
  return names;
}

/// The protocol's CompletionItemKind.
static int64_t itemKind(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Constant:
  case SymbolKind::Parameter:
    return 21; // Constant
  case SymbolKind::Range:
  case SymbolKind::Set:
    return 13; // Enum
  case SymbolKind::Variable:
  case SymbolKind::DataVariable:
    return 6;
  case SymbolKind::Process:
  case SymbolKind::Component:
  case SymbolKind::Import:
    return 7; // Class
  case SymbolKind::LocalProcess:
    return 20; // EnumMember
  case SymbolKind::Composite:
    return 9; // Module
  case SymbolKind::Property:
  case SymbolKind::Assertion:
  case SymbolKind::Progress:
  case SymbolKind::Fluent:
  case SymbolKind::Menu:
    return 8; // Interface
  case SymbolKind::Function:
    return 3;
  case SymbolKind::Channel:
  case SymbolKind::Action:
    return 23; // Event
  }
  llvm_unreachable("all kinds are covered");
}

namespace {

/// What the tokens before the cursor say about the place.
enum class Place {
  Nowhere,    ///< In a comment, a string or a number.
  Definition, ///< Where a definition begins.
  Goal,
  Composite, ///< In the body of a composite.
  Body,      ///< In that of a process: actions and local processes.
  Component, ///< Within the braces of a component.
  Formula,
  Values, ///< In an index or a constant.
  Labels, ///< In a set, a relabelling, a fluent.
};

class Completer {
public:
  Completer(const Document &document, const ParsedText &parsed, size_t offset, ArrayRef<KnownName> known)
      : document(document), parsed(parsed), cursor(offset), known(known) {}

  json::Value run() {
    if (parsed.isC())
      completeC();
    else
      completeModel();
    return json::Object{{"isIncomplete", false}, {"items", std::move(items)}};
  }

private:
  void add(StringRef label, int64_t kind, StringRef detail, char rank) {
    if (label.empty() || !seen.insert(label).second)
      return;
    items.push_back(json::Object{{"label", jsonText(label)},
                                 {"kind", kind},
                                 {"detail", jsonText(detail)},
                                 {"sortText", jsonText((Twine(rank) + label).str())}});
  }
  void addWords(std::initializer_list<StringRef> words) {
    for (StringRef word : words)
      add(word, 14, "keyword", '8');
  }
  template <typename Predicate> void addNames(Predicate wanted, char rank) {
    auto offer = [&](const KnownName &name) {
      bool isVisible = name.parent.empty() || name.parent == definitionName;
      if (isVisible && wanted(name.kind))
        add(name.name, itemKind(name.kind), (symbolKindName(name.kind) + "  " + name.detail).str(), rank);
    };
    for (const KnownName &name : current)
      offer(name);
    for (const KnownName &name : known)
      offer(name);
  }
  void addKinds(std::initializer_list<SymbolKind> kinds, char rank = '2') {
    addNames([&](SymbolKind kind) { return is_contained(kinds, kind); }, rank);
  }

  void completeC();
  void completeModel();
  bool locate();
  void readDefinition();
  Place placeFromTokens() const;
  void offer(Place place);
  void offerGoal();
  void offerDefinitions();

  StringRef word(size_t back) const { return back < before.size() ? before[before.size() - 1 - back].text : ""; }

  const Document &document;
  const ParsedText &parsed;
  size_t cursor;
  ArrayRef<KnownName> known;
  std::vector<KnownName> current;
  std::vector<TextToken> before;     ///< Of the definition at the cursor, up to the word that is being written.
  std::vector<TextToken> definition; ///< All of its tokens.
  std::string definitionName;
  json::Array items;
  StringSet<> seen;
};

} // namespace

void Completer::completeC() {
  current = namesOf(parsed);
  for (const Symbol &symbol : parsed.symbols.symbols())
    if (symbol.kind == SymbolKind::Function && symbol.extent.isValid() &&
        parsed.offsetOf(symbol.extent.Start) <= cursor && cursor <= parsed.offsetOf(symbol.extent.End))
      definitionName = symbol.name.str();
  addKinds({SymbolKind::Function, SymbolKind::DataVariable, SymbolKind::Constant});
  for (const std::string &keyword : reservedCWords())
    add(keyword, 14, "keyword", '8');
  addWords({"assert", "assume"});
}

//===----------------------------------------------------------------------===//
// Where it is
//===----------------------------------------------------------------------===//

/// Words that a definition begins with, wherever they stand.
static bool startsDefinition(const TextToken &token, const TextToken *previous) {
  static const StringSet<> Always = {"const",     "range",         "set",     "progress",   "menu",
                                     "animation", "fluent",        "assert",  "import",     "include",
                                     "property",  "deterministic", "minimal", "constraint", "compose"};
  static const StringSet<> Contextual = {"component", "observer", "channel"};
  if (token.kind == TextToken::Kind::Keyword)
    return Always.contains(token.text) || Contextual.contains(token.text);
  bool isGoalWord = token.text == "check" || token.text == "repair" || token.text == "interface";
  return isGoalWord && (!previous || previous->text == "." || previous->text == ";" || previous->text == "}");
}

namespace {

/// Finds where definitions begin: behind a full stop that ends one, behind a goal's semicolon, at their keywords, and
/// at a name with `=` or `(` behind it on a new line.
class DefinitionStarts {
public:
  DefinitionStarts(StringRef source, ArrayRef<TextToken> all) : text(source), tokens(all) {}

  std::vector<size_t> find() {
    for (size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i].kind != TextToken::Kind::Comment) {
        if (!inComponent && depth == 0 && beginsAt(i))
          starts.push_back(i);
        enter(tokens[i]);
        if (endsAt(i)) {
          depth = 0;
          inComponent = false;
          starts.push_back(i + 1);
        }
        previous = &tokens[i];
      }
    return std::move(starts);
  }

private:
  bool isNewLine(const TextToken &first, const TextToken &second) const {
    return text
        .slice(static_cast<size_t>(first.text.end() - text.data()),
               static_cast<size_t>(second.text.begin() - text.data()))
        .contains('\n');
  }
  bool beginsAt(size_t i) const {
    static const StringSet<> Modifiers = {"property", "deterministic", "minimal", "compose"};
    const TextToken &token = tokens[i];
    if (previous && Modifiers.contains(previous->text))
      return false;
    if (token.text == "||" || startsDefinition(token, previous))
      return true;
    bool isNamed = token.kind == TextToken::Kind::UpperName && i + 1 < tokens.size() &&
                   (tokens[i + 1].text == "=" || tokens[i + 1].text == "(");
    bool endsBefore = previous && (previous->kind != TextToken::Kind::Operator || previous->text == ")" ||
                                   previous->text == "]" || previous->text == "}" || previous->text == ">");
    return isNamed && endsBefore && previous->kind != TextToken::Kind::Keyword && isNewLine(*previous, token);
  }
  void enter(const TextToken &token) {
    if (token.text == "component" && token.kind == TextToken::Kind::Keyword)
      inComponent = true;
    if (token.text == "{" || token.text == "(" || token.text == "[")
      ++depth;
    if ((token.text == "}" || token.text == ")" || token.text == "]") && depth > 0)
      --depth;
  }
  bool endsAt(size_t i) const {
    const TextToken &token = tokens[i];
    bool isLast = i + 1 == tokens.size();
    if (token.text == ";")
      return depth == 0;
    if (token.text == "}")
      return inComponent && depth == 0 && (isLast || tokens[i + 1].text != "=");
    if (token.text != "." || (!isLast && tokens[i + 1].text.begin() == token.text.end()))
      return false;
    // A definition that was never closed does not swallow the rest of the file.
    return depth == 0 || (!isLast && isNewLine(token, tokens[i + 1]));
  }

  StringRef text;
  ArrayRef<TextToken> tokens;
  std::vector<size_t> starts = {0};
  size_t depth = 0;
  bool inComponent = false;
  const TextToken *previous = nullptr;
};

} // namespace

/// How many tokens are before the cursor, without the word that is being written; nullopt in a comment, a string or a
/// number.
static std::optional<size_t> tokensBefore(ArrayRef<TextToken> tokens, const char *cursor) {
  auto behind = static_cast<size_t>(
      partition_point(tokens, [&](const TextToken &token) { return token.text.end() < cursor; }) - tokens.begin());
  if (behind == tokens.size() || tokens[behind].text.begin() >= cursor)
    return behind;
  bool isOpen = tokens[behind].text.end() != cursor || tokens[behind].text.starts_with("//");
  switch (tokens[behind].kind) {
  case TextToken::Kind::Comment:
    return isOpen ? std::nullopt : std::optional<size_t>(behind + 1);
  case TextToken::Kind::String:
  case TextToken::Kind::Number:
    return std::nullopt;
  case TextToken::Kind::Operator:
    return behind + 1; // It ends at the cursor, or the cursor is within it.
  default:
    return behind;
  }
}

/// False where nothing can be completed.
bool Completer::locate() {
  std::vector<TextToken> tokens = tokenize(document.text());
  std::optional<size_t> behind = tokensBefore(tokens, document.text().data() + cursor);
  if (!behind)
    return false;
  std::vector<size_t> starts = DefinitionStarts(document.text(), tokens).find();
  auto next = upper_bound(starts, *behind);
  size_t begin = *std::prev(next), end = next == starts.end() ? tokens.size() : *next;
  for (size_t i = begin; i < std::min(tokens.size(), std::max(end, *behind)); ++i) {
    if (tokens[i].kind == TextToken::Kind::Comment)
      continue;
    definition.push_back(tokens[i]);
    if (i < *behind)
      before.push_back(tokens[i]);
  }
  return true;
}

/// Names that the definition itself declares, whether it is well-formed or not.
void Completer::readDefinition() {
  size_t depth = 0;
  for (size_t i = 0; i < definition.size(); ++i) {
    const TextToken &token = definition[i];
    StringRef next = i + 1 < definition.size() ? definition[i + 1].text : "";
    if (token.text == "(" || token.text == "{")
      ++depth;
    if ((token.text == ")" || token.text == "}") && depth > 0)
      --depth;
    if (token.kind == TextToken::Kind::UpperName && definitionName.empty()) {
      definitionName = token.text.str();
    } else if (token.kind == TextToken::Kind::UpperName && i > 0 && definition[i - 1].text == "," &&
               (next == "=" || next == "[") && depth == 0) {
      current.push_back({token.text.str(), definitionName, "", SymbolKind::LocalProcess});
    } else if (token.kind == TextToken::Kind::UpperName && next == "=" && depth > 0 && i > 0 &&
               (definition[i - 1].text == "(" || definition[i - 1].text == ",")) {
      current.push_back({token.text.str(), definitionName, "", SymbolKind::Parameter});
    } else if (token.kind == TextToken::Kind::LowerName && next == ":" && i > 0 && definition[i - 1].text == "[") {
      current.push_back({token.text.str(), definitionName, "", SymbolKind::Variable});
    } else if (token.kind == TextToken::Kind::LowerName && next == "->") {
      if (i != before.size()) // There it may be the word that is being written.
        current.push_back({token.text.str(), "", "", SymbolKind::Action});
    }
  }
}

Place Completer::placeFromTokens() const {
  if (before.empty())
    return Place::Definition;
  StringRef first = before.front().text, last = word(0);
  if (first == "check" || first == "repair" || first == "interface")
    return Place::Goal;
  // What bracket is open?
  std::vector<StringRef> open;
  for (const TextToken &token : before) {
    if (token.text == "[" || token.text == "(" || token.text == "{")
      open.push_back(token.text);
    if ((token.text == "]" || token.text == ")" || token.text == "}") && !open.empty())
      open.pop_back();
  }
  bool isComposite =
      any_of(ArrayRef(before).take_front(5), [](const TextToken &t) { return t.text == "||"; }) && first != "assert";
  if (first == "component" && is_contained(open, "{"))
    return Place::Component;
  if (!open.empty() && open.back() == "[")
    return Place::Values;
  if (first == "assert" || first == "constraint")
    return Place::Formula;
  if (first == "const" || first == "range")
    return last == "=" || before.size() > 3 ? Place::Values : Place::Nowhere;
  if (first == "set" || first == "menu" || first == "progress" || first == "fluent" || first == "channel")
    return is_contained({first, StringRef("")}, last) ? Place::Nowhere : Place::Labels;
  if (!open.empty() && open.back() == "{")
    return Place::Labels;
  if (isComposite)
    return last == "||" && before.size() <= 2 ? Place::Nowhere : Place::Composite;
  return Place::Body;
}

//===----------------------------------------------------------------------===//
// What fits
//===----------------------------------------------------------------------===//

void Completer::offerDefinitions() {
  struct Snippet {
    StringRef word, detail;
  };
  for (const Snippet &snippet : std::initializer_list<Snippet>{{"const", "const N = 3"},
                                                               {"range", "range R = 0..N"},
                                                               {"set", "set S = {a, b}"},
                                                               {"property", "property P = (a -> b -> P)."},
                                                               {"progress", "progress P = {a}"},
                                                               {"fluent", "fluent F = <{a}, {b}>"},
                                                               {"assert", "assert A = [](a -> <>b)"},
                                                               {"constraint", "constraint C = []!a"},
                                                               {"menu", "menu M = {a, b}"},
                                                               {"minimal", "minimal ||S = (P || Q)."},
                                                               {"deterministic", "deterministic P = …"},
                                                               {"compose", "compose P = …"},
                                                               {"animation", "animation A = \"file\""},
                                                               {"import", "import P = \"file.aut\""},
                                                               {"include", "include \"file.fsp\""},
                                                               {"channel", "channel c : int;"},
                                                               {"component", "component C { … }"},
                                                               {"observer", "observer P = …"},
                                                               {"check", "check S satisfies P;"},
                                                               {"repair", "repair M in S for P;"},
                                                               {"interface", "interface M for P;"}})
    add(snippet.word, 14, snippet.detail, '1');
}

/// The words of a goal in their order.
void Completer::offerGoal() {
  auto systems = [&] {
    addKinds(
        {SymbolKind::Composite, SymbolKind::Process, SymbolKind::Component, SymbolKind::Import, SymbolKind::Property});
  };
  auto properties = [&] { addKinds({SymbolKind::Property, SymbolKind::Assertion, SymbolKind::Progress}); };
  StringRef first = before.front().text, last = word(0);
  if (last == "check" || last == "repair" || last == "interface" || last == "deadlockfree" || last == "in" ||
      last == "refines" || last == "simulates") {
    if (last == "check")
      addWords({"deadlockfree"});
    return systems();
  }
  if (last == "satisfies" || last == "for")
    return properties();
  if (last == "using" || word(1) == "using") {
    for (StringRef method :
         {"auto", "direct", "reduced", "compositional", "asym-learn", "asym-sat", "symmetric", "circular", "nway",
          "simulation", "exact", "approximate", "aggressive", "restriction", "best", "mutation"})
      add(method, 13, "method", '2');
    return;
  }
  if (last == "expect")
    return addWords({"holds", "violated"});
  if (first == "check" && before.size() == 2)
    return addWords({"satisfies", "refines", "simulates"});
  if (first == "repair" && before.size() == 2)
    return addWords({"in"});
  if ((first == "repair" && before.size() == 4) || (first == "interface" && before.size() == 2))
    return addWords({"for"});
  addWords({"using", "expect"});
}

void Completer::offer(Place place) {
  switch (place) {
  case Place::Nowhere:
    return;
  case Place::Definition:
    return offerDefinitions();
  case Place::Goal:
    return offerGoal();
  case Place::Composite:
    addKinds(
        {SymbolKind::Process, SymbolKind::Composite, SymbolKind::Component, SymbolKind::Property, SymbolKind::Import});
    addKinds({SymbolKind::Action, SymbolKind::Channel}, '4');
    addKinds({SymbolKind::Parameter, SymbolKind::Constant, SymbolKind::Variable, SymbolKind::Range, SymbolKind::Set},
             '5');
    return addWords({"forall", "if", "then", "else"});
  case Place::Body:
    addKinds({SymbolKind::LocalProcess}, '1');
    add(definitionName, 7, "process", '1');
    for (StringRef state : {"STOP", "END", "ERROR"})
      add(state, 20, "predefined", '3');
    addKinds({SymbolKind::Action, SymbolKind::Channel}, '2');
    addKinds({SymbolKind::Variable, SymbolKind::Parameter, SymbolKind::DataVariable}, '4');
    addKinds({SymbolKind::Constant, SymbolKind::Range, SymbolKind::Set, SymbolKind::Process, SymbolKind::Component},
             '5');
    return addWords({"when", "if", "then", "else"});
  case Place::Component:
    addKinds({SymbolKind::DataVariable, SymbolKind::Function, SymbolKind::Parameter}, '1');
    addKinds({SymbolKind::Channel}, '2');
    addKinds({SymbolKind::Action, SymbolKind::Constant, SymbolKind::Range}, '4');
    return addWords({"int", "real", "bool", "bits", "void", "if", "else", "while", "for", "do", "select", "or", "break",
                     "continue", "return", "accept", "assume", "assert"});
  case Place::Formula:
    addKinds({SymbolKind::Fluent, SymbolKind::Assertion}, '1');
    addKinds({SymbolKind::Action, SymbolKind::Channel}, '2');
    addKinds({SymbolKind::Constant, SymbolKind::Range, SymbolKind::Set, SymbolKind::Variable, SymbolKind::Parameter},
             '4');
    return addWords({"forall", "exists", "rigid", "X", "U", "W"});
  case Place::Values:
    addKinds({SymbolKind::Variable, SymbolKind::Parameter, SymbolKind::DataVariable}, '1');
    addKinds({SymbolKind::Constant, SymbolKind::Range, SymbolKind::Set}, '2');
    return addKinds({SymbolKind::Component}, '4');
  case Place::Labels:
    addKinds({SymbolKind::Action, SymbolKind::Channel}, '1');
    addKinds({SymbolKind::Set}, '2');
    addKinds({SymbolKind::Variable, SymbolKind::Parameter, SymbolKind::Constant, SymbolKind::Range}, '4');
    return addWords({"forall", "if", "then", "initially", "int", "real", "bool", "bits"});
  }
}

void Completer::completeModel() {
  if (!locate())
    return;
  current = namesOf(parsed);
  readDefinition();
  offer(placeFromTokens());
}

json::Value completionsAt(const Document &document, const ParsedText &parsed, size_t offset,
                          ArrayRef<KnownName> known) {
  return Completer(document, parsed, offset, known).run();
}

} // namespace tenon::lsp
