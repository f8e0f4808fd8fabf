//===- SequentialSketch.h - Sequential programs, written down in C++ ------===//

#ifndef TENON_TEST_SEQUENTIALSKETCH_H
#define TENON_TEST_SEQUENTIALSKETCH_H

#include "tenon/Sema/SequentialProgram.h"

#include <utility>

namespace tenon::test {

/// One function, `main`, over global variables. Each statement's expression is a unit.
class SequentialSketch {
public:
  /// `integers` is the type of numbers and of variables.
  explicit SequentialSketch(bool isMath = false, seq::ScalarType integers = seq::ScalarType::integer())
      : type(integers) {
    program.isMath = isMath;
    program.functions.push_back({});
    program.functions[0].name = "main";
    program.entry = 0;
  }

  seq::VarId variable(const std::string &name) {
    seq::Variable result;
    result.name = name;
    result.type = type;
    program.variables.push_back(result);
    return static_cast<seq::VarId>(program.variables.size() - 1);
  }
  seq::VarId array(const std::string &name, uint64_t length) {
    seq::VarId id = variable(name);
    program.variables[id].isArray = true;
    program.variables[id].length = length;
    return id;
  }

  seq::ExprId number(int64_t value) {
    seq::Expr node;
    node.type = type;
    node.constant = value;
    return program.addExpr(node);
  }
  seq::ExprId read(seq::VarId variable) {
    seq::Expr node;
    node.op = seq::Op::Variable;
    node.type = program.variables[variable].type;
    node.variable = variable;
    return program.addExpr(node);
  }
  seq::ExprId element(seq::VarId array, seq::ExprId index) {
    seq::Expr node;
    node.op = seq::Op::Element;
    node.type = program.variables[array].type;
    node.variable = array;
    node.operands = {index};
    return program.addExpr(node);
  }
  seq::ExprId make(seq::Op op, llvm::ArrayRef<seq::ExprId> operands) {
    seq::Expr node;
    node.op = op;
    bool isTruth = op == seq::Op::And || op == seq::Op::Or || op == seq::Op::Not ||
                   (op >= seq::Op::Less && op <= seq::Op::NotEqual);
    node.type = isTruth ? seq::ScalarType::truth() : program.exprs[operands.back()].type;
    node.operands.assign(operands.begin(), operands.end());
    return program.addExpr(node);
  }

  seq::StmtId assign(seq::VarId variable, seq::ExprId value, bool isFixed = false) {
    return assignTo(variable, {value}, isFixed);
  }
  seq::StmtId store(seq::VarId array, seq::ExprId index, seq::ExprId value, bool isFixed = false) {
    return assignTo(array, {value, index}, isFixed);
  }
  seq::StmtId branch(seq::ExprId condition, seq::StmtId yes, seq::StmtId no = seq::None, bool isFixed = false) {
    seq::StmtId id = statement(seq::StmtKind::If, condition, seq::UnitKind::Condition, isFixed);
    program.stmts[id].first = yes;
    program.stmts[id].second = no;
    return id;
  }
  seq::StmtId loop(seq::ExprId condition, seq::StmtId body, bool isFixed = false) {
    seq::StmtId id = statement(seq::StmtKind::Loop, condition, seq::UnitKind::Condition, isFixed);
    program.stmts[id].first = body;
    return id;
  }
  seq::StmtId assume(seq::ExprId condition) {
    return statement(seq::StmtKind::Assume, condition, seq::UnitKind::Condition, true);
  }
  seq::StmtId assertThat(seq::ExprId condition) {
    return statement(seq::StmtKind::Assert, condition, seq::UnitKind::Condition, true);
  }
  seq::StmtId arbitrary(seq::VarId variable) {
    seq::Input input;
    input.name = program.variables[variable].name;
    input.type = program.variables[variable].type;
    if (program.variables[variable].isArray)
      input.array = variable;
    program.inputs.push_back(input);
    seq::Stmt result;
    result.kind = seq::StmtKind::Arbitrary;
    result.variable = variable;
    result.input = static_cast<seq::InputId>(program.inputs.size() - 1);
    return add(result);
  }
  seq::StmtId block(std::vector<seq::StmtId> items) {
    seq::Stmt result;
    result.items = std::move(items);
    return add(result);
  }
  void body(std::vector<seq::StmtId> items) { program.functions[0].body = block(std::move(items)); }
  /// The unit of a statement's expression.
  seq::UnitId unitOf(seq::StmtId id) const { return program.exprs[program.stmts[id].expr].unit; }

  seq::Program program;

private:
  seq::ScalarType type;

  seq::StmtId add(seq::Stmt statement) {
    program.stmts.push_back(std::move(statement));
    return static_cast<seq::StmtId>(program.stmts.size() - 1);
  }
  seq::StmtId statement(seq::StmtKind kind, seq::ExprId expr, seq::UnitKind unitKind, bool isFixed) {
    program.units.push_back({unitKind, 0, isFixed, {}});
    setUnit(expr, static_cast<seq::UnitId>(program.units.size() - 1));
    seq::Stmt result;
    result.kind = kind;
    result.expr = expr;
    return add(result);
  }
  seq::StmtId assignTo(seq::VarId variable, llvm::ArrayRef<seq::ExprId> operands, bool isFixed) {
    seq::Expr node;
    node.op = seq::Op::Assign;
    node.type = program.variables[variable].type;
    node.variable = variable;
    node.operands.assign(operands.begin(), operands.end());
    return statement(seq::StmtKind::Evaluate, program.addExpr(node), seq::UnitKind::Assignment, isFixed);
  }
  void setUnit(seq::ExprId id, seq::UnitId unit) {
    program.exprs[id].unit = unit;
    for (seq::ExprId operand : llvm::SmallVector<seq::ExprId, 2>(program.exprs[id].operands))
      setUnit(operand, unit);
  }
};

} // namespace tenon::test

#endif // TENON_TEST_SEQUENTIALSKETCH_H
