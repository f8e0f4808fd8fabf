//===- ComponentDump.h - Components and systems as text -------------------===//

#ifndef TENON_TEST_UNIT_SEMA_COMPONENTDUMP_H
#define TENON_TEST_UNIT_SEMA_COMPONENTDUMP_H

#include "tenon/Sema/Model.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>

namespace tenon::test {

/// Prefix notation, fully parenthesized: `(+ x 1)`.
class ComponentDumper {
public:
  ComponentDumper(const Model &model, llvm::raw_ostream &os) : model(model), os(os) {}

  void component(const ComponentModel &c) {
    current = &c;
    os << "component " << c.name << '\n';
    for (const VariableModel &variable : c.variables) {
      os << "  " << toString(variable.type) << ' ' << variable.name << (variable.isLocal ? " local" : "");
      if (variable.initial)
        for (const ScalarValue &value : *variable.initial)
          os << ' ' << toString(value, variable.type);
      os << '\n';
    }
    os << "  alphabet" << labels(c.alphabet) << " reads";
    for (uint32_t channel : c.reads)
      os << ' ' << model.channels[channel].name;
    os << " writes";
    for (uint32_t channel : c.writes)
      os << ' ' << model.channels[channel].name;
    os << (c.hasAccept ? " accepts" : "") << '\n';
    if (!c.isAutomaton)
      return statement(*c.body, 2);
    for (size_t i = 0; i < c.states.size(); ++i) {
      const ComponentState &state = c.states[i];
      os << "  " << i << (state.name.empty() ? "" : " ") << state.name << (state.accepting ? "" : " reject")
         << (state.isEnd ? " end" : "") << '\n';
      for (const ComponentTransition &transition : state.transitions)
        os << "    " << text(transition.action) << " -> " << target(transition.target) << '\n';
    }
  }

  void observer(const BoundObserver &o, const SystemModel &system) {
    os << (o.isProperty ? "property " : "observer ") << o.name << labels(o.alphabet) << '\n';
    auto name = [&](const VariableRef &variable) { return system.variableName(variable); };
    for (size_t i = 0; i < o.states.size(); ++i) {
      os << "  " << i << ' ' << o.states[i].name << (o.states[i].rejecting ? " reject" : "") << '\n';
      for (const ObserverTransition &t : o.states[i].transitions)
        os << "    " << (t.constraint ? "[" + text(*t.constraint, name) + "]" : labels(t.labels)) << " -> "
           << target(t.target) << '\n';
    }
  }

  void system(const SystemModel &s) {
    os << "system " << s.name << '\n';
    for (const SystemLeaf &leaf : s.leaves) {
      os << "  " << leaf.name << " = " << (leaf.component ? leaf.component->name : leaf.definition) << " in "
         << leaf.operand;
      for (const LabelOperation &operation : leaf.operations) {
        static const char *const Names[] = {":", "::", "/", "\\", "@"};
        os << ' ' << Names[int(operation.kind)] << labels(operation.labels);
        for (const auto &[from, to] : operation.oldToNew)
          os << ' ' << model.labels->text(to) << '/' << model.labels->text(from);
      }
      os << '\n';
    }
  }

  std::string text(const DataExpr &e, const std::function<std::string(const VariableRef &)> &name) const {
    static const char *const Names[] = {
        "constant", "variable", "element", "real", "bits", "int", "-",  "!",  "~", "||", "&&", "|", "^", "&",
        "==",       "!=",       "<",       "<=",   ">",    ">=",  "<<", ">>", "+", "-",  "*",  "/", "%", "?"};
    if (e.op == DataOp::Constant)
      return toString(e.constant, e.type);
    if (e.op == DataOp::Variable)
      return name(e.variable);
    if (e.op == DataOp::Element)
      return name(e.variable) + "[" + text(e.operand(0), name) + "]";
    std::string result = std::string("(") + Names[int(e.op)];
    for (const DataExprRef &operand : e.operands)
      result += " " + text(*operand, name);
    return result + ")";
  }

private:
  std::string own(const DataExpr &e) const {
    return text(e, [this](const VariableRef &variable) { return current->variables[variable.variable].name; });
  }

  std::string labels(const std::vector<LabelId> &ids) const {
    std::string result;
    for (LabelId id : ids)
      result += " " + model.labels->text(id).str();
    return result;
  }

  static std::string target(uint32_t target) { return target == ErrorTarget ? "ERROR" : std::to_string(target); }

  std::string place(const DataTarget &place) const {
    return current->variables[place.variable].name + (place.index ? "[" + own(*place.index) + "]" : "");
  }

  std::string text(const DataAction &action) const {
    switch (action.kind) {
    case DataAction::Kind::Label:
      return "do" + labels(action.labels);
    case DataAction::Kind::Read:
      return model.channels[action.channel].name + "?" + place(action.target);
    case DataAction::Kind::Write:
      return model.channels[action.channel].name + "!" + own(*action.value);
    case DataAction::Kind::Assign:
      return place(action.target) + " := " + own(*action.value);
    case DataAction::Kind::Constraint:
      return "[" + own(*action.value) + "]" + (action.isElse ? " else" : "");
    }
    return "";
  }

  void statement(const Statement &s, unsigned indent) {
    if (s.kind == Statement::Kind::Block) {
      for (const StatementRef &child : s.children)
        statement(*child, indent);
      return;
    }
    os.indent(indent);
    switch (s.kind) {
    case Statement::Kind::Block:
      break;
    case Statement::Kind::Action:
      os << text(s.action);
      break;
    case Statement::Kind::Assert:
      os << "assert " << own(*s.condition);
      break;
    case Statement::Kind::Accept:
      os << "accept";
      break;
    case Statement::Kind::If:
      os << "if " << own(*s.condition);
      break;
    case Statement::Kind::Loop:
      os << (s.testFirst ? "while " : "repeat while ") << (s.condition ? own(*s.condition) : "true");
      break;
    case Statement::Kind::Select:
      os << "select";
      break;
    case Statement::Kind::Break:
      os << "break";
      break;
    case Statement::Kind::Continue:
      os << "continue";
      break;
    case Statement::Kind::Call:
      os << "call " << s.callee;
      break;
    case Statement::Kind::Return:
      os << "return";
      break;
    }
    os << '\n';
    static const char *const Else = "else", *const Or = "or", *const Step = "step";
    for (size_t i = 0; i < s.children.size(); ++i) {
      if (i != 0)
        os.indent(indent) << (s.kind == Statement::Kind::If       ? Else
                              : s.kind == Statement::Kind::Select ? Or
                                                                  : Step)
                          << '\n';
      statement(*s.children[i], indent + 2);
    }
  }

  const Model &model;
  llvm::raw_ostream &os;
  const ComponentModel *current = nullptr;
};

} // namespace tenon::test

#endif // TENON_TEST_UNIT_SEMA_COMPONENTDUMP_H
