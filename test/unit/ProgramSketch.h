//===- ProgramSketch.h - Systems of programs, written down in C++ ---------===//

#ifndef TENON_TEST_PROGRAMSKETCH_H
#define TENON_TEST_PROGRAMSKETCH_H

#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace tenon::test {

/// A term with C++'s operators.
struct SketchTerm {
  TermContext *terms = nullptr;
  Term term = nullptr;

  SketchTerm literal(int64_t value) const {
    return {terms, terms->number(term->sort(), Rational(llvm::DynamicAPInt(value)))};
  }
  SketchTerm make(TermOp op, const SketchTerm &other) const {
    return {terms, terms->make(op, {term, other.term}, term->sort())};
  }
  friend SketchTerm operator+(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->add(a.term, b.term)};
  }
  friend SketchTerm operator-(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->subtract(a.term, b.term)};
  }
  friend SketchTerm operator*(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->multiply(a.term, b.term)};
  }
  friend SketchTerm operator+(const SketchTerm &a, int64_t b) { return a + a.literal(b); }
  friend SketchTerm operator-(const SketchTerm &a, int64_t b) { return a - a.literal(b); }
  friend SketchTerm operator*(const SketchTerm &a, int64_t b) { return a.literal(b) * a; }
  friend SketchTerm operator%(const SketchTerm &a, int64_t b) { return a.make(TermOp::Remainder, a.literal(b)); }
  friend SketchTerm operator/(const SketchTerm &a, int64_t b) { return a.make(TermOp::Divide, a.literal(b)); }
  friend SketchTerm operator==(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->equal(a.term, b.term)};
  }
  friend SketchTerm operator==(const SketchTerm &a, int64_t b) { return a == a.literal(b); }
  friend SketchTerm operator<(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->less(a.term, b.term)};
  }
  friend SketchTerm operator<(const SketchTerm &a, int64_t b) { return a < a.literal(b); }
  friend SketchTerm operator<=(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->lessEqual(a.term, b.term)};
  }
  friend SketchTerm operator<=(const SketchTerm &a, int64_t b) { return a <= a.literal(b); }
  SketchTerm operator!() const { return {terms, terms->notOf(term)}; }
  friend SketchTerm both(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->andOf({a.term, b.term})};
  }
  friend SketchTerm either(const SketchTerm &a, const SketchTerm &b) {
    return {a.terms, a.terms->orOf({a.term, b.term})};
  }
  SketchTerm operator[](const SketchTerm &index) const { return {terms, terms->select(term, index.term)}; }
};

/// Locations are named; the first that is named is the initial one. `ERROR` is ErrorLocation.
class ProgramSketch {
public:
  ProgramSketch() {
    system.terms = std::make_shared<TermContext>();
    system.labels = std::make_shared<LabelTable>();
  }

  SketchTerm variable(llvm::StringRef name, const Sort &sort, std::optional<int64_t> initial = std::nullopt) {
    ProgramVariable variable;
    variable.name = name.str();
    variable.sort = sort;
    if (initial) {
      Rational number{llvm::DynamicAPInt(*initial)};
      bool isArray = sort.kind == SortKind::Array;
      variable.initial = isArray ? system.terms->fill(system.terms->number(sort.elementSort(), number), sort.length)
                                 : system.terms->number(sort, number);
    }
    system.variables.push_back(variable);
    auto id = static_cast<VariableId>(system.variables.size() - 1);
    return {system.terms.get(), system.terms->variable(id, sort)};
  }
  SketchTerm variable(llvm::StringRef name, std::optional<int64_t> initial = std::nullopt) {
    return variable(name, Sort::integer(), initial);
  }

  class Automaton {
  public:
    Automaton(ProgramSketch &ownSketch, Program &ownProgram) : sketch(ownSketch), program(ownProgram) {}
    Automaton &read(llvm::StringRef from, llvm::StringRef channel, const SketchTerm &target, llvm::StringRef to) {
      ProgramAction action;
      action.kind = ActionKind::Read;
      action.label = sketch.channel(program, channel);
      action.target = target.term->variable();
      return add(from, action, to);
    }
    Automaton &write(llvm::StringRef from, llvm::StringRef channel, const SketchTerm &value, llvm::StringRef to) {
      ProgramAction action;
      action.kind = ActionKind::Write;
      action.label = sketch.channel(program, channel);
      action.value = value.term;
      return add(from, action, to);
    }
    Automaton &assign(llvm::StringRef from, const SketchTerm &target, const SketchTerm &value, llvm::StringRef to) {
      ProgramAction action;
      action.kind = ActionKind::Assign;
      action.target = target.term->variable();
      action.value = value.term;
      return add(from, action, to);
    }
    /// target[index] := value
    Automaton &store(llvm::StringRef from, const SketchTerm &target, const SketchTerm &index, const SketchTerm &value,
                     llvm::StringRef to) {
      ProgramAction action;
      action.kind = ActionKind::Assign;
      action.target = target.term->variable();
      action.index = index.term;
      action.value = value.term;
      return add(from, action, to);
    }
    Automaton &when(llvm::StringRef from, const SketchTerm &condition, llvm::StringRef to) {
      ProgramAction action;
      action.kind = ActionKind::Constraint;
      action.value = condition.term;
      return add(from, action, to);
    }
    Automaton &event(llvm::StringRef from, llvm::StringRef label, llvm::StringRef to) {
      ProgramAction action;
      action.label = sketch.system.labels->intern(label);
      if (!llvm::is_contained(program.events, action.label)) {
        program.events.push_back(action.label);
        llvm::sort(program.events);
      }
      return add(from, action, to);
    }
    Automaton &rejecting(llvm::StringRef location) {
      program.locations[sketch.location(program, location)].accepting = false;
      return *this;
    }
    Automaton &ending(llvm::StringRef location) {
      program.locations[sketch.location(program, location)].end = true;
      return *this;
    }

  private:
    Automaton &add(llvm::StringRef from, const ProgramAction &action, llvm::StringRef to) {
      ProgramTransition transition;
      transition.from = sketch.location(program, from);
      transition.to = sketch.location(program, to);
      transition.action = action;
      auto place = llvm::upper_bound(program.transitions, transition,
                                     [](const auto &a, const auto &b) { return a.from < b.from; });
      program.transitions.insert(place, transition);
      return *this;
    }
    ProgramSketch &sketch;
    Program &program;
  };

  /// All components before the monitor; references stay valid until the next one.
  Automaton component(llvm::StringRef name) {
    system.components.emplace_back().name = name.str();
    return {*this, system.components.back()};
  }
  Automaton observer(llvm::StringRef name) {
    system.monitor.emplace();
    system.monitor->partial = true;
    system.monitor->program.name = name.str();
    return {*this, system.monitor->program};
  }
  Automaton property(llvm::StringRef name) {
    Automaton automaton = observer(name);
    system.monitor->partial = false;
    return automaton;
  }

  ProgramSystem system;

private:
  LabelId channel(Program &program, llvm::StringRef name) {
    LabelId label = system.labels->intern(name);
    if (!llvm::is_contained(program.channels, label)) {
      program.channels.push_back(label);
      llvm::sort(program.channels);
    }
    return label;
  }
  static Location location(Program &program, llvm::StringRef name) {
    if (name == "ERROR")
      return ErrorLocation;
    for (auto [number, location] : llvm::enumerate(program.locations))
      if (location.name == name)
        return static_cast<Location>(number);
    program.locations.emplace_back().name = name.str();
    return static_cast<Location>(program.locations.size() - 1);
  }
};

} // namespace tenon::test

#endif // TENON_TEST_PROGRAMSKETCH_H
