//===- ProgramBuilder.h - Systems of programs, written down ---------------===//
//
// Small systems for tests, built action by action: `client.add(0, builder.read("enc", pw), 1)`.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_REPAIR_PROGRAMBUILDER_H
#define TENON_TEST_REPAIR_PROGRAMBUILDER_H

#include "tenon/Program/ProgramSystem.h"

#include "llvm/ADT/STLExtras.h"

namespace tenon::test {

class ProgramBuilder {
public:
  ProgramBuilder() {
    system.terms = std::make_shared<TermContext>();
    system.labels = std::make_shared<LabelTable>();
  }

  TermContext &terms() { return *system.terms; }
  Term number(int64_t value) { return terms().integer(value); }

  /// An arbitrary int.
  Term variable(llvm::StringRef name) {
    auto id = static_cast<VariableId>(system.variables.size());
    ProgramVariable &variable = system.variables.emplace_back();
    variable.name = name.str();
    variable.sort = Sort::integer();
    return terms().variable(id, variable.sort);
  }

  ProgramAction read(llvm::StringRef channel, Term target) {
    ProgramAction action;
    action.kind = ActionKind::Read;
    action.label = system.labels->intern(channel);
    action.target = target->variable();
    return action;
  }
  ProgramAction write(llvm::StringRef channel, Term value) {
    ProgramAction action;
    action.kind = ActionKind::Write;
    action.label = system.labels->intern(channel);
    action.value = value;
    return action;
  }
  ProgramAction assign(Term target, Term value) {
    ProgramAction action;
    action.kind = ActionKind::Assign;
    action.target = target->variable();
    action.value = value;
    return action;
  }
  ProgramAction when(Term condition) {
    ProgramAction action;
    action.kind = ActionKind::Constraint;
    action.value = condition;
    return action;
  }
  ProgramAction event(llvm::StringRef label) {
    ProgramAction action;
    action.label = system.labels->intern(label);
    return action;
  }

  /// A program with these locations; those that end in `-` do not accept.
  static Program program(llvm::StringRef name, std::initializer_list<const char *> locations) {
    Program result;
    result.name = name.str();
    for (llvm::StringRef location : locations) {
      ProgramLocation &added = result.locations.emplace_back();
      added.accepting = !location.consume_back("-");
      added.name = location.str();
    }
    return result;
  }
  static void add(Program &program, Location from, const ProgramAction &action, Location to) {
    ProgramTransition transition;
    transition.from = from;
    transition.action = action;
    transition.to = to;
    program.transitions.push_back(transition);
  }
  static void addLabel(std::vector<LabelId> &sorted, LabelId label) {
    if (!llvm::binary_search(sorted, label))
      sorted.insert(llvm::lower_bound(sorted, label), label);
  }
  /// Sorts the transitions and takes the alphabet from them.
  static Program finished(Program program) {
    llvm::stable_sort(program.transitions, [](const auto &a, const auto &b) { return a.from < b.from; });
    for (const ProgramTransition &transition : program.transitions) {
      const ProgramAction &action = transition.action;
      if (action.kind == ActionKind::Read || action.kind == ActionKind::Write)
        addLabel(program.channels, action.label);
      else if (action.kind == ActionKind::Event && action.label != LabelTable::Tau)
        addLabel(program.events, action.label);
    }
    return program;
  }
  void addComponent(Program program) { system.components.push_back(finished(std::move(program))); }
  void setMonitor(Program program, bool partial) { system.monitor = Monitor{finished(std::move(program)), partial}; }

  std::string print(Term term) {
    return printTerm(term, [&](VariableId id) { return system.variables[id].name; });
  }

  ProgramSystem system;
};

/// Client, server and property of the running example of "Assume, guarantee or repair" (figures 1 and 2).
struct PasswordSystem : ProgramBuilder {
  Term pw = variable("Client.pw"), pw2 = variable("Client.pw2"), key = variable("Server.key");

  PasswordSystem() {
    Program client = program("Client", {"Idle", "Got", "Long", "Sent"});
    add(client, 0, read("read", pw), 1);
    add(client, 1, when(terms().lessEqual(pw, number(999))), 0);
    add(client, 1, when(terms().less(number(999), pw)), 2);
    add(client, 2, write("enc", pw), 3);
    add(client, 3, read("getEnc", pw2), 0);
    addComponent(client);
    Program server = program("Server", {"Wait", "Code", "Reply"});
    add(server, 0, read("enc", key), 1);
    add(server, 1, assign(key, terms().multiply(number(2), key)), 2);
    add(server, 2, write("getEnc", key), 0);
    addComponent(server);
    Program monitor = program("Encrypts", {"Start", "Ready", "Sent", "Check"});
    add(monitor, 0, event("read"), 1);
    add(monitor, 1, event("read"), 1);
    add(monitor, 1, event("enc"), 2);
    add(monitor, 2, event("getEnc"), 3);
    Term overflow = terms().lessEqual(terms().number(Sort::integer(), twoTo(64)), key);
    Term bad = terms().orOf({terms().equal(pw, pw2), overflow});
    add(monitor, 3, when(bad), ErrorLocation);
    add(monitor, 3, when(terms().notOf(bad)), 0);
    setMonitor(monitor, false);
  }
  static Rational twoTo(unsigned exponent) {
    llvm::DynamicAPInt power(1);
    for (unsigned i = 0; i < exponent; ++i)
      power *= llvm::DynamicAPInt(2);
    return Rational(power);
  }
};

} // namespace tenon::test

#endif // TENON_TEST_REPAIR_PROGRAMBUILDER_H
