//===- GraphvizReader.cpp - Graphs as LTSs --------------------------------===//

#include "GraphvizTokens.h"

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tenon {

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {

/// The attributes that matter here, as they are given to one node or edge.
struct DotAttributes {
  std::optional<std::string> label, shape, style, peripheries;
  llvm::StringRef labelText; ///< As it is written.
};

class DotReader {
public:
  DotReader(llvm::StringRef text, const std::shared_ptr<LabelTable> &table, DiagnosticEngine &diagnostics)
      : tokens(text, diagnostics), labels(table, diagnostics), builder(table) {}
  std::optional<Lts> read(std::string name) {
    if (!readGraph() || !findFirst() || !build())
      return std::nullopt;
    return builder.build(std::move(name), LtsBuilder::Keep::All);
  }

private:
  struct Node {
    std::string name;
    DotAttributes attributes;
    bool hasIncoming = false, hasOutgoing = false, hasLabelledOutgoing = false;
    bool isDrawn() const;
    /// An arrow from nowhere begins here.
    bool isEntry() const { return !isDrawn() && !hasIncoming && hasOutgoing && !hasLabelledOutgoing; }
    bool isState() const { return isDrawn() || hasIncoming || hasLabelledOutgoing; }
    bool isEnd() const { return !hasOutgoing && (name == "END" || attributes.label == "END"); }
  };
  struct Edge {
    uint32_t from, to;
    const std::vector<LabelId> *actions; ///< Null without a label.
    llvm::StringRef where;
  };

  bool readGraph();
  bool readStatement();
  bool readAttributes(DotAttributes &attributes);
  bool readAttribute(DotAttributes &attributes);
  bool readValue(std::string &value);
  bool readNodeOrEdge();
  bool readGraphAttribute(llvm::StringRef name);
  bool readName(std::string &name);
  uint32_t nodeNamed(std::string name);
  bool addEdges(llvm::ArrayRef<uint32_t> path, const DotAttributes &attributes, llvm::StringRef where);
  /// The actions of a label, one a line; null for none, or with an error.
  const std::vector<LabelId> *actionsOf(llvm::StringRef label, llvm::StringRef where);
  bool addIdleLabels();
  bool findFirst();
  std::vector<uint32_t> orderedStates() const;
  bool build();

  DotTokens tokens;
  ImportedLabels labels;
  LtsBuilder builder;
  std::vector<DotAttributes> edgeDefaults; ///< Of the graph and the open subgraphs.
  std::optional<std::string> idleLabels;
  llvm::StringRef idleText;
  std::vector<Node> nodes;
  llvm::StringMap<uint32_t> nodeNumbers;
  std::vector<Edge> edges;
  llvm::StringMap<std::vector<LabelId>> actionsOfLabel;
  uint32_t first = 0;
  bool labelsClash = false;
};

} // namespace

/// What the escapes in a label stand for; the end of a line for `\n`, `\l` and `\r`.
static std::string unescaped(llvm::StringRef label) {
  std::string text;
  for (size_t i = 0; i < label.size(); ++i) {
    if (label[i] != '\\' || i + 1 == label.size()) {
      text += label[i];
      continue;
    }
    char c = label[++i];
    if (c == 'n' || c == 'l' || c == 'r')
      text += '\n';
    else
      text += c == '"' || c == '\\' ? std::string(1, c) : std::string{'\\', c};
  }
  return text;
}

bool DotReader::Node::isDrawn() const {
  static const std::string invisible[] = {"point", "none", "plaintext", "plain"};
  return !(attributes.shape && llvm::is_contained(invisible, *attributes.shape)) &&
         !(attributes.style && llvm::StringRef(*attributes.style).contains("invis"));
}

bool DotReader::readValue(std::string &value) {
  if (tokens.current().kind == DotToken::Html)
    return value.clear(), tokens.advance();
  if (tokens.current().kind != DotToken::Id)
    return tokens.failHere("expected a value, found " + tokens.describe());
  value = tokens.current().value;
  bool isQuoted = tokens.current().isQuoted;
  if (!tokens.advance())
    return false;
  while (isQuoted && tokens.current().is('+')) {
    if (!tokens.advance())
      return false;
    if (!tokens.current().isQuoted)
      return tokens.failHere("expected a text in quotes after '+'");
    value += tokens.current().value;
    if (!tokens.advance())
      return false;
  }
  return true;
}

bool DotReader::readAttribute(DotAttributes &attributes) {
  if (tokens.current().kind != DotToken::Id)
    return tokens.failHere("expected the name of an attribute, found " + tokens.describe());
  std::string name = tokens.current().value;
  if (!tokens.advance())
    return false;
  std::string value = "true";
  llvm::StringRef where;
  if (tokens.current().is('=')) {
    if (!tokens.advance())
      return false;
    where = tokens.current().text;
    if (!readValue(value))
      return false;
  }
  if (name == "label") {
    attributes.label = value;
    attributes.labelText = where;
  } else if (name == "shape") {
    attributes.shape = value;
  } else if (name == "style") {
    attributes.style = value;
  } else if (name == "peripheries") {
    attributes.peripheries = value;
  }
  return true;
}

/// Any number of lists in brackets.
bool DotReader::readAttributes(DotAttributes &attributes) {
  while (tokens.current().is('[')) {
    if (!tokens.advance())
      return false;
    while (!tokens.current().is(']')) {
      if (!readAttribute(attributes))
        return false;
      if ((tokens.current().is(',') || tokens.current().is(';')) && !tokens.advance())
        return false;
    }
    if (!tokens.advance())
      return false;
  }
  return true;
}

bool DotReader::readName(std::string &name) {
  const DotToken &token = tokens.current();
  if (token.kind == DotToken::Html)
    return tokens.failHere("HTML cannot be the name of a node here");
  if (token.is('{') || token.isKeyword("subgraph"))
    return tokens.failHere("an edge joins two nodes here, not groups of them");
  if (token.kind != DotToken::Id)
    return tokens.failHere("expected the name of a node, found " + tokens.describe());
  if (!readValue(name))
    return false;
  while (token.is(':')) // A port: where at the node an edge begins.
    if (!tokens.advance() || !tokens.advance())
      return false;
  return true;
}

uint32_t DotReader::nodeNamed(std::string name) {
  auto [entry, isNew] = nodeNumbers.try_emplace(name, static_cast<uint32_t>(nodes.size()));
  if (isNew)
    nodes.emplace_back().name = std::move(name);
  return entry->second;
}

const std::vector<LabelId> *DotReader::actionsOf(llvm::StringRef label, llvm::StringRef where) {
  auto [entry, isNew] = actionsOfLabel.try_emplace(label);
  if (isNew) {
    llvm::SmallVector<llvm::StringRef, 4> lines;
    std::string text = unescaped(label);
    llvm::StringRef(text).split(lines, '\n');
    for (llvm::StringRef line : lines) {
      if (line.trim().empty())
        continue;
      std::optional<LabelId> action = labels.intern(line.trim(), TextCursor::rangeOf(where));
      if (!action) {
        labelsClash = true;
        return nullptr;
      }
      entry->second.push_back(*action);
    }
  }
  return entry->second.empty() ? nullptr : &entry->second;
}

bool DotReader::addEdges(llvm::ArrayRef<uint32_t> path, const DotAttributes &own, llvm::StringRef where) {
  const DotAttributes &attributes = own.label ? own : edgeDefaults.back();
  if (attributes.labelText.starts_with("<"))
    return tokens.fail(attributes.labelText, "an HTML label cannot be the name of an action");
  const std::vector<LabelId> *actions = attributes.label ? actionsOf(*attributes.label, attributes.labelText) : nullptr;
  if (labelsClash)
    return false;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    Node &from = nodes[path[i]];
    from.hasOutgoing = true;
    from.hasLabelledOutgoing |= actions != nullptr;
    nodes[path[i + 1]].hasIncoming = true;
    edges.push_back({path[i], path[i + 1], actions, where});
  }
  return true;
}

/// A node, an edge or an attribute of the graph.
bool DotReader::readNodeOrEdge() {
  const DotToken &token = tokens.current();
  llvm::SmallVector<uint32_t, 4> path;
  llvm::StringRef where = token.text;
  for (;;) {
    std::string name;
    if (!readName(name))
      return false;
    if (path.empty() && token.is('='))
      return readGraphAttribute(name);
    path.push_back(nodeNamed(std::move(name)));
    if (token.kind == DotToken::Line)
      return tokens.failHere("an edge without direction is no transition; write '->'");
    if (token.kind != DotToken::Arrow)
      break;
    if (!tokens.advance())
      return false;
  }
  if (path.size() == 1)
    return readAttributes(nodes[path[0]].attributes);
  DotAttributes attributes;
  return readAttributes(attributes) && addEdges(path, attributes, where);
}

bool DotReader::readGraphAttribute(llvm::StringRef name) {
  if (!tokens.advance())
    return false;
  llvm::StringRef where = tokens.current().text;
  std::string value;
  if (!readValue(value))
    return false;
  if (name == DotIdleLabels) {
    idleLabels = std::move(value);
    idleText = where;
  }
  return true;
}

bool DotReader::readStatement() {
  const DotToken &token = tokens.current();
  if (token.is(';') || token.is(','))
    return tokens.advance();
  if (token.is('}')) {
    edgeDefaults.pop_back();
    if (!tokens.advance())
      return false;
    if (!edgeDefaults.empty() && token.kind == DotToken::Arrow)
      return tokens.failHere("an edge joins two nodes here, not groups of them");
    return true;
  }
  if (token.isKeyword("subgraph")) {
    if (!tokens.advance() || (token.kind == DotToken::Id && !tokens.advance()))
      return false;
    if (!token.is('{'))
      return tokens.failHere("expected '{', found " + tokens.describe());
  }
  if (token.is('{')) {
    edgeDefaults.push_back(DotAttributes(edgeDefaults.back()));
    return tokens.advance();
  }
  if (token.isKeyword("edge"))
    return tokens.advance() && readAttributes(edgeDefaults.back());
  if (token.isKeyword("node") || token.isKeyword("graph")) {
    DotAttributes ignored;
    return tokens.advance() && readAttributes(ignored);
  }
  return readNodeOrEdge();
}

bool DotReader::readGraph() {
  const DotToken &token = tokens.current();
  if (tokens.failed() || (token.isKeyword("strict") && !tokens.advance()))
    return false;
  if (token.isKeyword("graph"))
    return tokens.failHere("a graph without directions is no transition system; it has to be a 'digraph'");
  if (!token.isKeyword("digraph"))
    return tokens.failHere("expected 'digraph', found " + tokens.describe());
  if (!tokens.advance() || (token.kind == DotToken::Id && !tokens.advance()))
    return false;
  if (!token.is('{'))
    return tokens.failHere("expected '{', found " + tokens.describe());
  edgeDefaults.emplace_back();
  llvm::StringRef brace = token.text;
  if (!tokens.advance())
    return false;
  while (!edgeDefaults.empty()) {
    if (token.kind == DotToken::End)
      return tokens.fail(brace, "the graph has no '}'");
    if (!readStatement())
      return false;
  }
  if (token.kind != DotToken::End)
    return tokens.failHere("unexpected " + tokens.describe() + " after the graph; a file has one");
  return addIdleLabels();
}

bool DotReader::addIdleLabels() {
  if (!idleLabels)
    return true;
  const std::vector<LabelId> *actions = actionsOf(*idleLabels, idleText);
  for (LabelId label : actions ? *actions : std::vector<LabelId>())
    builder.addLabel(label);
  return !labelsClash;
}

//===----------------------------------------------------------------------===//
// From a graph to a transition system
//===----------------------------------------------------------------------===//

/// The first state, as readDot() says; the arrow to it goes.
bool DotReader::findFirst() {
  const Edge *arrow = nullptr;
  for (const Edge &edge : edges) {
    if (!nodes[edge.from].isEntry())
      continue;
    if (arrow)
      return tokens.fail(edge.where, "a second arrow to a first state; a transition system has one");
    arrow = &edge;
  }
  if (arrow) {
    first = arrow->to;
    edges.erase(edges.begin() + (arrow - edges.data()));
    return true;
  }
  auto isMarked = [](const Node &node) { return node.attributes.peripheries == "2" && !node.attributes.shape; };
  auto marked = llvm::find_if(nodes, isMarked);
  if (llvm::count_if(nodes, isMarked) != 1)
    marked = llvm::find_if(nodes, [](const Node &node) { return node.isState(); });
  if (marked == nodes.end())
    return tokens.failHere("the graph has no nodes");
  first = static_cast<uint32_t>(marked - nodes.begin());
  return true;
}

/// The first state first; the others by their numbers if all are named by numbers, else as they are mentioned.
std::vector<uint32_t> DotReader::orderedStates() const {
  std::vector<uint32_t> states;
  bool areNumbers = true;
  std::vector<uint64_t> numbers(nodes.size());
  for (uint32_t n = 0; n < nodes.size(); ++n)
    if (nodes[n].isState() && (n == first || nodes[n].name != "ERROR" || nodes[n].hasOutgoing)) {
      states.push_back(n);
      areNumbers &= !llvm::StringRef(nodes[n].name).getAsInteger(10, numbers[n]);
    }
  llvm::stable_sort(states, [&](uint32_t a, uint32_t b) {
    if (a == first || b == first)
      return a == first && b != first;
    return areNumbers && numbers[a] < numbers[b];
  });
  return states;
}

bool DotReader::build() {
  std::vector<StateId> stateOf(nodes.size(), ErrorState);
  std::optional<StateId> end;
  for (uint32_t node : orderedStates()) {
    if (nodes[node].isEnd() && end) {
      stateOf[node] = *end;
      continue;
    }
    stateOf[node] = builder.addState();
    if (nodes[node].isEnd())
      end = stateOf[node];
  }
  if (end)
    builder.setEnd(*end);
  for (const Edge &edge : edges) {
    if (!edge.actions)
      return tokens.fail(edge.where, "an edge needs a label, which names the action; a silent step is 'tau'");
    for (LabelId action : *edge.actions)
      builder.add(stateOf[edge.from], action, stateOf[edge.to]);
  }
  return true;
}

std::optional<Lts> readDot(llvm::StringRef text, std::string name, const std::shared_ptr<LabelTable> &table,
                           DiagnosticEngine &diagnostics) {
  return DotReader(text, table, diagnostics).read(std::move(name));
}

} // namespace tenon
