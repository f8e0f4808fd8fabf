//===- FspWriter.cpp - An LTS as an FSP process ---------------------------===//

#include "tenon/Lts/Formats.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"

#include <limits>

namespace tenon {

namespace {

/// A part of a label between dots: a name or a run of indices.
struct LabelPart {
  llvm::StringRef name;
  int64_t low = 0, high = 0;
  bool isIndex() const { return name.empty(); }
  friend bool operator==(const LabelPart &, const LabelPart &) = default;
};
using LabelParts = llvm::SmallVector<LabelPart, 4>;

constexpr size_t LineWidth = 100;

} // namespace

static bool isIdentifier(llvm::StringRef text, bool upper) {
  if (text.empty() || (upper ? !llvm::isUpper(text[0]) : !llvm::isLower(text[0]) && text[0] != '_'))
    return false;
  auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_' || !llvm::isASCII(c); };
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::all_of(text, isLetter) && llvm::isLegalUTF8String(&bytes, bytes + text.size());
}

static bool isKeyword(llvm::StringRef text) {
  static const llvm::StringSet<> keywords{
      "const",    "property", "range",     "if",      "then",     "else",          "forall",    "when",    "set",
      "progress", "menu",     "animation", "actions", "controls", "deterministic", "minimal",   "compose", "target",
      "import",   "assert",   "fluent",    "exists",  "rigid",    "constraint",    "initially", "include"};
  return keywords.contains(text);
}

/// How FSP can spell a label, if it can.
static std::optional<LabelParts> splitLabel(llvm::StringRef label) {
  if (label == "tau")
    return std::nullopt;
  LabelParts parts;
  llvm::SmallVector<llvm::StringRef, 4> texts;
  label.split(texts, '.');
  for (llvm::StringRef text : texts) {
    LabelPart part;
    int32_t index;
    if (isIdentifier(text, false) && !isKeyword(text))
      part.name = text;
    else if (!text.getAsInteger(10, index) && std::to_string(index) == text)
      part.low = part.high = index;
    else
      return std::nullopt;
    parts.push_back(part);
  }
  return parts;
}

/// What a label has in common with those that differ from it in the index at a position only.
static std::string keyWithoutIndex(const LabelParts &label, size_t at) {
  std::string key;
  for (auto [i, part] : llvm::enumerate(label)) {
    key += part.name;
    if (part.isIndex() && i != at)
      key += std::to_string(part.low) + ".." + std::to_string(part.high);
    key += '.';
  }
  return key;
}

/// Joins labels that differ in one index only, where these follow each other. Labels come in label order.
static void joinRuns(std::vector<LabelParts> &labels) {
  size_t longest = 0;
  for (const LabelParts &label : labels)
    longest = std::max(longest, label.size());
  for (size_t at = longest; at-- > 0 && labels.size() > 1;) {
    std::vector<LabelParts> joined;
    llvm::StringMap<size_t> lastOf; // Of those with the same key, in `joined`.
    for (LabelParts &label : labels) {
      if (at < label.size() && label[at].isIndex()) {
        auto [last, isNew] = lastOf.try_emplace(keyWithoutIndex(label, at), joined.size());
        if (LabelParts *run = isNew ? nullptr : &joined[last->second]; run && (*run)[at].high + 1 == label[at].low) {
          (*run)[at].high = label[at].high;
          continue;
        }
        last->second = joined.size();
      }
      joined.push_back(std::move(label));
    }
    labels = std::move(joined);
  }
}

/// A literal has no sign, and the least number has no positive counterpart.
static std::string spellIndex(int64_t index) {
  constexpr int64_t Least = std::numeric_limits<int32_t>::min();
  return index == Least ? std::to_string(Least + 1) + "-1" : std::to_string(index);
}

static std::string spell(const LabelParts &parts) {
  std::string text;
  for (const LabelPart &part : parts) {
    if (!part.isIndex())
      text += (text.empty() ? "" : ".") + part.name.str();
    else if (part.low == part.high)
      text += "[" + spellIndex(part.low) + "]";
    else
      text += "[" + spellIndex(part.low) + ".." + spellIndex(part.high) + "]";
  }
  return text;
}

std::optional<std::string> spellLabel(llvm::StringRef label) {
  std::optional<LabelParts> parts = splitLabel(label);
  return parts ? std::optional(spell(*parts)) : std::nullopt;
}

/// An alternative that begins in some column, with its set of labels on several lines if one is too short.
static std::string folded(llvm::StringRef text, size_t column) {
  std::string lines;
  size_t room = LineWidth > column ? LineWidth - column : 0;
  while (text.size() > room) {
    size_t end = text.substr(0, room).rfind(", ");
    if (end == llvm::StringRef::npos)
      end = text.find(", ");
    if (end == llvm::StringRef::npos)
      break;
    lines += (text.substr(0, end + 1) + "\n").str() + std::string(column + 1, ' ');
    text = text.substr(end + 2);
  }
  return lines + text.str();
}

/// `a`, `a[0..2]` or `{a, b}`.
static std::string spellSet(std::vector<LabelParts> labels, bool forceBraces = false) {
  joinRuns(labels);
  std::string text;
  llvm::interleave(
      labels, [&](const LabelParts &label) { text += spell(label); }, [&] { text += ", "; });
  return labels.size() == 1 && !forceBraces ? text : "{" + text + "}";
}

std::optional<std::string> spellLabelSet(llvm::ArrayRef<std::string> labels) {
  std::vector<LabelParts> parts;
  for (const std::string &label : labels)
    if (std::optional<LabelParts> split = splitLabel(label))
      parts.push_back(std::move(*split));
    else
      return std::nullopt;
  return spellSet(std::move(parts), true);
}

namespace {

class FspWriter {
public:
  FspWriter(const Lts &source, llvm::StringRef processName, const FspOptions &options)
      : lts(source), name(processName.str()), options(options) {}

  /// Finds a spelling for everything.
  llvm::Error prepare();
  void write(llvm::raw_ostream &os);

private:
  llvm::Error spellAlphabet();
  llvm::Error findAccepting();
  void findReachable();
  void chooseFreshNames();
  void chooseReadableNames();
  bool canDoAnything(StateId s) const;
  bool isAccept(Action action) const { return lts.alphabet().text(action).starts_with("@"); }
  std::string reference(StateId s) const;
  std::string localName(StateId s) const {
    return options.readableNames ? readableName[s] : localPrefix + std::to_string(s);
  }
  void writeState(StateId s, llvm::raw_ostream &os);

  const Lts &lts;
  std::string name;
  FspOptions options;
  std::vector<LabelParts> spelling; ///< Per action; tau's is the fresh label.
  std::string freshLabel;
  std::string localPrefix = "Q";
  llvm::DenseMap<StateId, llvm::StringRef> acceptName; ///< The state marked `NAME@`, which gives it the label @NAME.
  std::vector<StateId> reached;                        ///< Ascending.
  std::vector<Action> reachedBy;                       ///< By state: the last action of the least shortest path to it.
  std::vector<std::string> readableName;               ///< By state, where they are wanted.
  std::vector<bool> isUsed;                            ///< Per action: some reachable transition has it.
};

} // namespace

llvm::Error FspWriter::spellAlphabet() {
  spelling.resize(lts.alphabet().size() + size_t(1));
  for (Action a = 1; a < spelling.size(); ++a) {
    llvm::StringRef text = lts.alphabet().text(a);
    if (text.starts_with("@") && isIdentifier(text.drop_front(), true))
      continue;
    std::optional<LabelParts> parts = splitLabel(text);
    if (!parts)
      return llvm::createStringError("the label '" + text.str() + "' cannot be written in FSP");
    spelling[a] = std::move(*parts);
  }
  return llvm::Error::success();
}

/// FSP writes an accept label @X as a mark of the one state X, as whose self-loop it then appears.
llvm::Error FspWriter::findAccepting() {
  llvm::DenseMap<Action, StateId> marked;
  for (StateId s : reached)
    for (const Transition &t : lts.successors(s)) {
      if (t.action == TauAction || !isAccept(t.action))
        continue;
      llvm::StringRef label = lts.alphabet().text(t.action).drop_front();
      bool isOnly = t.target == s && marked.try_emplace(t.action, s).second && acceptName.try_emplace(s, label).second;
      if (!isOnly || (label == name && s != Lts::initial()))
        return llvm::createStringError("the label '@" + label.str() +
                                       "' cannot be written in FSP: it is not the mark of "
                                       "one state");
    }
  for (Action a = 1; a <= lts.alphabet().size(); ++a)
    if (isAccept(a) && !marked.contains(a))
      return llvm::createStringError("the label '" + lts.alphabet().text(a).str() +
                                     "' cannot be written in FSP without an accepting state");
  return llvm::Error::success();
}

void FspWriter::findReachable() {
  std::vector<bool> isReached(lts.stateCount());
  reached.push_back(Lts::initial());
  isReached[Lts::initial()] = true;
  isUsed.resize(lts.alphabet().size() + size_t(1));
  reachedBy.resize(lts.stateCount());
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Transition &t : lts.successors(reached[i])) {
      isUsed[t.action] = true;
      if (t.target != ErrorState && !isReached[t.target]) {
        isReached[t.target] = true;
        reachedBy[t.target] = t.action;
        reached.push_back(t.target);
      }
    }
}

bool FspWriter::canDoAnything(StateId s) const {
  llvm::ArrayRef<Transition> transitions = lts.successors(s);
  return transitions.size() == lts.alphabet().size() &&
         llvm::all_of(transitions, [&](const Transition &t) { return t.target == s; });
}

/// `Req3Ok` for `req[3].ok`.
static std::string stateNameFor(const LabelParts &label) {
  std::string text;
  for (const LabelPart &part : label) {
    if (part.isIndex()) {
      text += (part.low < 0 ? "m" : "") + std::to_string(part.low < 0 ? -part.low : part.low);
      continue;
    }
    llvm::StringRef word = part.name.ltrim('_');
    text += word.empty() ? "" : llvm::toUpper(word[0]) + word.drop_front().str();
  }
  return !text.empty() && llvm::isUpper(text[0]) ? text : "S" + text;
}

/// In the order in which the states are reached, so that the first one gets the name without a number.
void FspWriter::chooseReadableNames() {
  llvm::StringSet<> taken{"STOP", "END", "ERROR", name};
  for (const auto &mark : acceptName)
    taken.insert(mark.second);
  llvm::StringMap<unsigned> lastNumber;
  readableName.resize(lts.stateCount());
  auto take = [&](StateId s, const std::string &wanted) {
    unsigned &number = lastNumber[wanted];
    do {
      ++number;
      readableName[s] = number == 1 ? wanted : wanted + std::to_string(number);
    } while (!taken.insert(readableName[s]).second);
  };
  auto sink = llvm::find_if(reached, [&](StateId s) { return s != Lts::initial() && canDoAnything(s); });
  if (sink != reached.end())
    take(*sink, "Anything");
  for (StateId s : reached)
    if (readableName[s].empty())
      take(s, stateNameFor(spelling[reachedBy[s]]));
}

void FspWriter::chooseFreshNames() {
  // Hiding matches by prefix, so no label may begin with the fresh one.
  auto isTaken = [&] {
    return llvm::any_of(spelling,
                        [&](const LabelParts &parts) { return !parts.empty() && parts[0].name == freshLabel; });
  };
  freshLabel = "silent";
  for (unsigned i = 1; isTaken(); ++i)
    freshLabel = "silent" + std::to_string(i);
  spelling[TauAction] = {LabelPart{freshLabel, 0, 0}};
  auto isLocalName = [&](llvm::StringRef text) {
    return text.consume_front(localPrefix) && !text.empty() && llvm::all_of(text, llvm::isDigit);
  };
  while (isLocalName(name) || llvm::any_of(acceptName, [&](const auto &mark) { return isLocalName(mark.second); }))
    localPrefix += "Q";
}

llvm::Error FspWriter::prepare() {
  if (!isIdentifier(name, true) || llvm::is_contained({"STOP", "END", "ERROR"}, name))
    return llvm::createStringError("'" + name + "' cannot be the name of a process");
  if (llvm::Error error = spellAlphabet())
    return error;
  findReachable();
  if (llvm::Error error = findAccepting())
    return error;
  chooseFreshNames();
  if (options.readableNames)
    chooseReadableNames();
  llvm::sort(reached);
  return llvm::Error::success();
}

std::string FspWriter::reference(StateId s) const {
  if (s == ErrorState)
    return "ERROR";
  if (auto mark = acceptName.find(s); mark != acceptName.end())
    return mark->second.str();
  if (s == Lts::initial())
    return name;
  if (s == lts.end())
    return "END";
  return lts.isDeadlock(s) ? "STOP" : localName(s);
}

void FspWriter::writeState(StateId s, llvm::raw_ostream &os) {
  bool isAccepting = acceptName.contains(s);
  std::string head = isAccepting ? reference(s) + "@ = " : (s == Lts::initial() ? name : localName(s)) + " = ";
  if (options.property && s == Lts::initial() && !isAccepting)
    head = "property " + head;
  os << head;
  llvm::MapVector<uint64_t, std::vector<LabelParts>> labelsTo; // ErrorState cannot be a key of 32 bits.
  for (const Transition &t : lts.successors(s))
    if (t.action == TauAction || !isAccept(t.action))
      labelsTo[t.target].push_back(spelling[t.action]);
  if (labelsTo.empty()) {
    // A marked state needs a choice to carry the mark; a false guard leaves it without transitions.
    if (isAccepting)
      os << "(when (0) " << freshLabel << " -> STOP)";
    else
      os << (s == lts.end() ? "END" : "STOP");
    return;
  }
  std::vector<std::string> alternatives;
  size_t width = head.size();
  for (auto &[target, labels] : labelsTo) {
    alternatives.push_back(spellSet(std::move(labels)) + " -> " + reference(target));
    width += alternatives.back().size() + 3;
  }
  std::string separator = width <= LineWidth ? " | " : "\n" + std::string(head.size() - 1, ' ') + "| ";
  os << '(';
  llvm::interleave(
      alternatives, [&](const std::string &text) { os << folded(text, head.size() + 1); }, [&] { os << separator; });
  os << ')';
}

void FspWriter::write(llvm::raw_ostream &os) {
  bool isFirst = true;
  if (reference(Lts::initial()) != name) {
    os << (options.property ? "property " : "") << name << " = " << reference(Lts::initial());
    isFirst = false;
  }
  for (StateId s : reached) {
    if (s != Lts::initial() && (s == lts.end() || lts.isDeadlock(s)))
      continue;
    os << (isFirst ? "" : ",\n");
    isFirst = false;
    writeState(s, os);
  }
  std::vector<LabelParts> unused;
  for (Action a = 1; a < spelling.size(); ++a)
    if (!isUsed[a] && !isAccept(a))
      unused.push_back(spelling[a]);
  if (!unused.empty())
    os << "\n  + " << spellSet(std::move(unused), true);
  if (isUsed[TauAction])
    os << "\n  \\ {" << freshLabel << "}";
  os << ".\n";
}

llvm::Error writeFsp(const Lts &lts, llvm::StringRef name, llvm::raw_ostream &os, const FspOptions &options) {
  FspWriter writer(lts, name, options);
  if (llvm::Error error = writer.prepare())
    return error;
  writer.write(os);
  return llvm::Error::success();
}

} // namespace tenon
