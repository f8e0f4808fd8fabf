//===- FormulaChecker.h - A model checker for printed formulas ------------===//
//
// Reads the text of a distinguishing formula and evaluates it on a NaiveSystem, from the description in Relations.h.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_LTS_FORMULACHECKER_H
#define TENON_TEST_LTS_FORMULACHECKER_H

#include "NaiveEquivalence.h"

#include "llvm/ADT/StringExtras.h"

#include <functional>
#include <stdexcept>

namespace tenon::test {

class FormulaChecker {
public:
  explicit FormulaChecker(const NaiveSystem &checked) : system(checked) {}

  /// Whether the formula holds at a node. Throws std::runtime_error if the text is no formula.
  bool holds(llvm::StringRef text, unsigned node) {
    definitions.clear();
    auto [formula, where] = text.split(" where ");
    while (!where.empty()) {
      auto [name, rest] = where.split(" = ");
      // The definition ends where the next one starts: at a comma, which no formula contains.
      auto [body, others] = rest.split(", ");
      definitions[name.str()] = body.str();
      where = others;
    }
    return parseAll(formula).count(node) > 0;
  }

private:
  using Nodes = std::set<unsigned>;

  Nodes parseAll(llvm::StringRef formula) {
    llvm::StringRef saved = std::exchange(rest, formula);
    Nodes result = parse();
    if (!rest.empty())
      fail();
    rest = saved;
    return result;
  }

  [[noreturn]] void fail() { throw std::runtime_error("no formula: " + rest.str()); }
  bool accept(llvm::StringRef token) { return rest.consume_front(token); }
  void expect(llvm::StringRef token) {
    if (!accept(token))
      fail();
  }
  std::string labelUpTo(llvm::StringRef close) {
    size_t at = rest.find(close);
    if (at == llvm::StringRef::npos)
      fail();
    std::string label = rest.take_front(at).str();
    rest = rest.drop_front(at + close.size());
    return label;
  }

  Nodes select(const std::function<bool(unsigned)> &predicate) const {
    Nodes result;
    for (unsigned s = 0; s < system.size(); ++s)
      if (predicate(s))
        result.insert(s);
    return result;
  }
  Nodes complement(const Nodes &nodes) const {
    return select([&](unsigned s) { return !nodes.count(s); });
  }
  /// Nodes with a step of this label into `target`.
  Nodes diamond(const std::string &label, const Nodes &target) const {
    return select([&](unsigned s) {
      for (const auto &[l, t] : system.row(s))
        if (l == label && target.count(t))
          return true;
      return false;
    });
  }
  Nodes weakDiamond(const std::string &label, const Nodes &target) const {
    return select([&](unsigned s) {
      for (unsigned t : system.weakSuccessors(s, label))
        if (target.count(t))
          return true;
      return false;
    });
  }
  Nodes until(const Nodes &along, const std::string &label, const Nodes &target) const {
    Nodes last = diamond(label, target);
    if (label == "tau")
      last.insert(target.begin(), target.end());
    Nodes result;
    for (unsigned s : last)
      if (along.count(s))
        result.insert(s);
    for (bool grows = true; grows;) {
      grows = false;
      for (unsigned s : diamond("tau", result))
        if (along.count(s) && result.insert(s).second)
          grows = true;
    }
    return result;
  }

  Nodes parse() {
    if (accept("true"))
      return select([](unsigned) { return true; });
    if (accept("false"))
      return {};
    if (accept("ERROR"))
      return {system.error()};
    if (accept("END"))
      return diamond("END!", select([](unsigned) { return true; }));
    if (accept("!"))
      return complement(parse());
    if (accept("<<")) {
      std::string label = labelUpTo(">>");
      return weakDiamond(label, parse());
    }
    if (accept("[[")) {
      std::string label = labelUpTo("]]");
      return complement(weakDiamond(label, complement(parse())));
    }
    if (accept("<")) {
      std::string label = labelUpTo(">");
      return diamond(label, parse());
    }
    if (accept("[")) {
      std::string label = labelUpTo("]");
      return complement(diamond(label, complement(parse())));
    }
    if (accept("("))
      return parseParenthesis();
    if (rest.starts_with("X")) {
      size_t size = 1 + rest.drop_front().take_while(llvm::isDigit).size();
      std::string name = rest.take_front(size).str();
      rest = rest.drop_front(size);
      return parseAll(definitions.at(name));
    }
    fail();
  }

  Nodes parseParenthesis() {
    Nodes result = parse();
    if (accept(" until <")) {
      std::string label = labelUpTo(">");
      Nodes target = parse();
      expect(")");
      return until(result, label, target);
    }
    while (!accept(")")) {
      bool isAnd = accept(" && ");
      if (!isAnd)
        expect(" || ");
      Nodes other = parse();
      if (isAnd)
        result = select([&](unsigned s) { return result.count(s) && other.count(s); });
      else
        result.merge(other);
    }
    return result;
  }

  const NaiveSystem &system;
  llvm::StringRef rest;
  std::map<std::string, std::string> definitions;
};

} // namespace tenon::test

#endif // TENON_TEST_LTS_FORMULACHECKER_H
