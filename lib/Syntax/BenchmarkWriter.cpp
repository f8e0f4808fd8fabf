//===- BenchmarkWriter.cpp - A benchmark as source ------------------------===//

#include "BenchmarkWriter.h"

#include "tenon/Syntax/Ast.h"
#include "tenon/Syntax/Parser.h"
#include "tenon/Syntax/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace tenon::benchmark {

namespace {

constexpr unsigned Property = 2;

class Writer {
public:
  Writer(const System &system, DiagnosticEngine &diagnostics) : system(system), diagnostics(diagnostics) {}
  std::optional<std::string> write();

private:
  void collectNames();
  void collectVariables(unsigned number, const Letter &letter);
  void collectChannels();
  void nameConstants();
  void writeDeclarations();
  void writeComponent(unsigned number);
  void writeObserver();
  void writeStates(unsigned number);
  /// The beginning of an alternative, up to the arrow; empty if it can never be taken.
  std::string action(unsigned number, const Line &line);
  std::string communication(unsigned number, const Line &line);
  std::string condition(unsigned number, const Letter &letter);
  std::string operand(unsigned number, llvm::StringRef text);
  std::string ownedVariable(llvm::StringRef text);
  bool canHappen(const Line &line);
  void warnOnce(llvm::StringRef where, const llvm::Twine &message);

  const System &system;
  DiagnosticEngine &diagnostics;
  std::string text;
  llvm::raw_string_ostream os{text};

  llvm::StringSet<> taken;       ///< Names of the source.
  std::set<std::string> changed; ///< Variables that are read or assigned, as the file has them.
  std::array<std::map<std::string, std::string>, 2> variables; ///< By component: names in the file and in the source.
  std::map<std::string, std::string> channels, events, constants;
  /// What each component does: channels in a direction.
  std::array<std::set<std::pair<std::string, Half::Direction>>, 2> directions;
  llvm::StringSet<> warned;
};

} // namespace

static bool isNumber(llvm::StringRef text) {
  return llvm::isDigit(text.back()) && !llvm::isAlpha(text.front());
}

/// Whether the text may be the name of a value, as `RSA` is.
static bool isSymbol(llvm::StringRef text) {
  return llvm::isUpper(text.front()) && llvm::all_of(text, [](char c) { return llvm::isUpper(c) || llvm::isDigit(c); });
}

/// What a source cannot use as a name where the benchmarks have one.
static void reserveWords(llvm::StringSet<> &words) {
  for (llvm::StringRef word :
       {"const",   "property",  "range",     "if",      "then",       "else",          "forall",
        "when",    "set",       "progress",  "menu",    "animation",  "actions",       "controls",
        "minimal", "compose",   "target",    "import",  "assert",     "deterministic", "fluent",
        "exists",  "rigid",     "initially", "include", "constraint", "int",           "real",
        "bool",    "bits",      "true",      "false",   "while",      "for",           "do",
        "break",   "continue",  "select",    "or",      "assume",     "accept",        "reject",
        "channel", "component", "observer",  "check",   "repair",     "interface",     "expect",
        "using",   "tau"})
    words.insert(word);
}

/// A new name like that of the file.
static std::string nameLike(llvm::StringRef text, llvm::StringSet<> &taken) {
  std::string name;
  for (char c : text)
    name += llvm::isAlnum(c) ? c : '_';
  name[0] = llvm::toLower(name[0]);
  std::string base = name;
  for (unsigned i = 2; !taken.insert(name).second; ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

void Writer::warnOnce(llvm::StringRef where, const llvm::Twine &message) {
  std::string line = message.str();
  if (warned.insert(line).second)
    diagnostics.warning(rangeOf(where), line);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void Writer::collectVariables(unsigned number, const Letter &letter) {
  auto add = [&](llvm::StringRef name) {
    if (!name.empty() && !isNumber(name) && (changed.contains(name.str()) || !isSymbol(name)))
      variables[number].try_emplace(name.str());
  };
  for (const Half &half : letter.halves)
    add(half.variable);
  for (const std::vector<Comparison> &all : letter.condition)
    for (const Comparison &one : all) {
      variables[number].try_emplace(one.left.str());
      add(one.right);
    }
  for (llvm::StringRef name : {letter.target, letter.left, letter.right})
    add(name);
}

/// A name with a direction somewhere is a channel's.
void Writer::collectChannels() {
  for (unsigned number = 0; number < Property; ++number)
    for (const Line &line : system[number].lines)
      for (const Half &half : line.letter.halves) {
        directions[number].insert({half.channel.str(), half.direction});
        (half.direction == Half::None ? events : channels).try_emplace(half.channel.str());
      }
  for (const Line &line : system[Property].lines)
    for (const Half &half : line.letter.halves)
      if (half.direction == Half::None && !channels.contains(half.channel.str()))
        events.try_emplace(half.channel.str());
}

/// What is written in capitals and never changes is a value.
void Writer::nameConstants() {
  auto add = [&](llvm::StringRef name) {
    if (!name.empty() && !isNumber(name) && isSymbol(name) && !variables[0].contains(name.str()) &&
        !variables[1].contains(name.str()))
      constants.try_emplace(name.str(), "VALUE_" + name.str());
  };
  for (const Section &section : system)
    for (const Line &line : section.lines) {
      add(line.letter.left);
      add(line.letter.right);
      for (const std::vector<Comparison> &all : line.letter.condition)
        for (const Comparison &one : all)
          add(one.right);
    }
}

void Writer::collectNames() {
  reserveWords(taken);
  for (const Section &section : system)
    for (const Line &line : section.lines) {
      for (const Half &half : line.letter.halves)
        changed.insert(half.variable.str());
      changed.insert(line.letter.target.str());
    }
  for (unsigned number = 0; number < Property; ++number)
    for (const Line &line : system[number].lines)
      collectVariables(number, line.letter);
  collectChannels();
  nameConstants();
  for (auto &[name, spelling] : channels)
    spelling = nameLike(name, taken);
  for (auto &[name, spelling] : events)
    spelling = nameLike(name, taken);
  llvm::StringSet<> beforeVariables = taken;
  for (auto &own : variables) {
    taken = beforeVariables;
    for (auto &[name, spelling] : own)
      spelling = nameLike(name, taken);
  }
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// A variable as the property sees it.
std::string Writer::ownedVariable(llvm::StringRef name) {
  for (unsigned number = 0; number < Property; ++number)
    if (auto variable = variables[number].find(name.str()); variable != variables[number].end()) {
      if (number == 0 && variables[1].contains(name.str()))
        warnOnce(name, "M1 and M2 both have a variable '" + name + "'; P is read to mean that of M1");
      return (number == 0 ? "M1." : "M2.") + variable->second;
    }
  diagnostics.error(rangeOf(name), "neither M1 nor M2 has a variable '" + name + "'");
  return name.str();
}

std::string Writer::operand(unsigned number, llvm::StringRef name) {
  if (isNumber(name))
    return name.str();
  if (auto constant = constants.find(name.str()); constant != constants.end())
    return constant->second;
  return number == Property ? ownedVariable(name) : variables[number].at(name.str());
}

std::string Writer::condition(unsigned number, const Letter &letter) {
  std::string result;
  for (const std::vector<Comparison> &all : letter.condition) {
    result += result.empty() ? "" : " || ";
    for (size_t i = 0; i < all.size(); ++i)
      result += (i > 0 ? " && " : "") + operand(number, all[i].left) + " " + all[i].op.str() + " " +
                operand(number, all[i].right);
  }
  return "[" + result + "]";
}

/// Whether M1 and M2 can take the halves that the property names.
bool Writer::canHappen(const Line &line) {
  const Half &first = line.letter.halves.front(), &second = line.letter.halves.back();
  if (line.letter.halves.size() == 1 || first.direction == Half::None) {
    bool isKnown = channels.contains(first.channel.str()) ||
                   directions[0].contains({first.channel.str(), Half::None}) ||
                   directions[1].contains({first.channel.str(), Half::None});
    if (!isKnown)
      warnOnce(line.text, "neither M1 nor M2 has '" + line.text + "', so this never happens; it is left out");
    return isKnown;
  }
  bool isPair = first.direction != second.direction && directions[0].contains({first.channel.str(), first.direction}) &&
                directions[1].contains({second.channel.str(), second.direction});
  if (!isPair)
    warnOnce(line.text, "M1 and M2 do not use '" + first.channel + "' in these directions, so '" + line.text +
                            "' never happens; it is left out");
  return isPair;
}

std::string Writer::communication(unsigned number, const Line &line) {
  const Half &half = line.letter.halves.front();
  std::string name = half.channel.str();
  if (number == Property) {
    if (!canHappen(line))
      return "";
    auto channel = channels.find(name);
    return channel != channels.end() ? channel->second : events.at(name);
  }
  if (line.letter.halves.size() > 1)
    diagnostics.error(rangeOf(line.text), "only P has both halves of a communication; a component has its own");
  if (half.direction == Half::None)
    return events.at(name);
  return channels.at(name) + (half.direction == Half::Read ? "?" : "!") + variables[number].at(half.variable.str());
}

std::string Writer::action(unsigned number, const Line &line) {
  const Letter &letter = line.letter;
  if (letter.kind == Letter::Communication)
    return communication(number, line);
  if (letter.kind == Letter::Constraint)
    return condition(number, letter);
  if (number == Property) {
    diagnostics.error(rangeOf(line.text), "a property does not assign");
    return "";
  }
  std::string value = operand(number, letter.left);
  if (!letter.op.empty())
    value += " " + letter.op.str() + " " + operand(number, letter.right);
  return variables[number].at(letter.target.str()) + " := " + value;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

void Writer::writeStates(unsigned number) {
  std::map<unsigned, std::vector<std::string>> alternatives;
  for (const Line &line : system[number].lines) {
    std::string prefix = action(number, line);
    if (prefix.empty())
      continue;
    prefix += " -> S" + std::to_string(line.to);
    if (std::vector<std::string> &known = alternatives[line.from]; !llvm::is_contained(known, prefix))
      known.push_back(std::move(prefix));
  }
  bool isFirst = true;
  for (auto [index, isFinal] : system[number].states) {
    // F is accepting in a component, and a violation in the property.
    bool rejects = isFinal == (number == Property);
    os << (isFirst ? "\n  " : ",\n  ") << (rejects ? "reject S" : "S") << index << " = ";
    isFirst = false;
    if (!alternatives.contains(index))
      os << "STOP";
    else
      os << '(' << llvm::join(alternatives[index], " | ") << ')';
  }
  os << ".\n\n";
}

void Writer::writeComponent(unsigned number) {
  os << "component M" << number + 1 << " {";
  if (!variables[number].empty()) {
    os << " int ";
    llvm::interleaveComma(variables[number], os, [&](const auto &variable) { os << variable.second; });
    os << ";";
  }
  os << " } = S0,";
  writeStates(number);
}

void Writer::writeObserver() {
  os << "observer P = S0,";
  writeStates(Property);
}

void Writer::writeDeclarations() {
  os << "// Translated from a benchmark of assume-guarantee-repair.\n\n";
  int64_t value = 1;
  for (const auto &constant : constants)
    os << "const " << constant.second << " = " << value++ << '\n';
  if (channels.empty())
    return;
  os << "channel ";
  llvm::interleaveComma(channels, os, [&](const auto &channel) { os << channel.second; });
  os << " : int;\n\n";
}

/// In the standard layout.
static std::string laidOut(llvm::StringRef text) {
  llvm::SourceMgr sources;
  DiagnosticEngine diagnostics(sources);
  ast::AstContext context;
  unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text), llvm::SMLoc());
  ast::SourceFile file = parseSource(sources, id, context, diagnostics);
  assert(!diagnostics.hasErrors() && "a translation can be parsed");
  std::string result;
  llvm::raw_string_ostream os(result);
  printSource(file, sources, os);
  return os.str();
}

std::optional<std::string> Writer::write() {
  unsigned errors = diagnostics.errorCount();
  collectNames();
  for (const auto &event : events)
    if (channels.contains(event.first))
      diagnostics.error(llvm::SMRange(), "'" + event.first + "' is used with a direction and without one");
  if (diagnostics.errorCount() > errors)
    return std::nullopt;
  writeDeclarations();
  writeComponent(0);
  writeComponent(1);
  writeObserver();
  os << "||System = (M1 || M2).\n\ncheck System satisfies P;\n";
  if (diagnostics.errorCount() > errors)
    return std::nullopt;
  return laidOut(os.str());
}

std::optional<std::string> write(const System &system, DiagnosticEngine &diagnostics) {
  return Writer(system, diagnostics).write();
}

} // namespace tenon::benchmark
