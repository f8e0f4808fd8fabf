//===- BodyLowering.cpp - The C-like form to an automaton -----------------===//

#include "ComponentBuilder.h"

#include "llvm/ADT/ScopeExit.h"

using namespace tenon;

namespace {

/// One pass over the statements. A statement begins at a point and says where control is after it, if it gets there.
class BodyLowering {
public:
  BodyLowering(const ComponentModel &source, const Model &model, TermContext &terms)
      : component(source), builder(source, model, terms) {}

  Program run() {
    Point start = builder.newPoint();
    finish = builder.newPoint();
    builder.setEnd(finish);
    if (std::optional<Point> end = lower(*component.body, start))
      builder.pass(*end, finish);
    return builder.build(start);
  }

private:
  struct LoopTargets {
    Point breakTo, continueTo;
  };

  std::optional<Point> lower(const Statement &statement, Point at) {
    switch (statement.kind) {
    case Statement::Kind::Block:
      return lowerBlock(statement, at);
    case Statement::Kind::Action:
      return lowerAction(statement, at);
    case Statement::Kind::Assert:
      return lowerAssert(statement, at);
    case Statement::Kind::Accept:
      builder.setAccepting(at, true);
      return at;
    case Statement::Kind::If:
      return lowerIf(statement, at);
    case Statement::Kind::Loop:
      return lowerLoop(statement, at);
    case Statement::Kind::Select:
      return lowerSelect(statement, at);
    case Statement::Kind::Break:
      return jump(at, loop->breakTo);
    case Statement::Kind::Continue:
      return jump(at, loop->continueTo);
    case Statement::Kind::Call:
      return lowerCall(statement, at);
    case Statement::Kind::Return:
      return jump(at, returnTo.value_or(finish));
    }
    llvm_unreachable("all kinds are listed");
  }

  std::nullopt_t jump(Point from, Point to) {
    builder.pass(from, to);
    return std::nullopt;
  }

  std::optional<Point> lowerBlock(const Statement &statement, Point at) {
    for (const StatementRef &child : statement.children) {
      std::optional<Point> next = lower(*child, at);
      // What follows cannot be reached, but its locations are the program's all the same until it is cleaned.
      at = next ? *next : builder.newPoint();
      if (!next && child == statement.children.back())
        return std::nullopt;
    }
    return at;
  }

  std::optional<Point> lowerAction(const Statement &statement, Point at) {
    Point next = builder.newPoint();
    if (statement.action.kind == DataAction::Kind::Constraint)
      builder.suggestName(at, "Assume", statement.range);
    builder.suggestName(at, "", statement.range);
    builder.addAction(at, statement.action, next);
    return next;
  }

  std::optional<Point> lowerAssert(const Statement &statement, Point at) {
    Point next = builder.newPoint();
    builder.suggestName(at, "Assert", statement.range);
    builder.addTest(at, *statement.condition, false, next, statement.range);
    builder.addTest(at, *statement.condition, true, ErrorPoint, statement.range);
    return next;
  }

  std::optional<Point> lowerIf(const Statement &statement, Point at) {
    builder.suggestName(at, "If", statement.range);
    Point then = builder.newPoint(), otherwise = builder.newPoint();
    builder.addTest(at, *statement.condition, false, then, statement.range);
    builder.addTest(at, *statement.condition, true, otherwise, statement.range);
    std::optional<Point> ends[] = {lower(*statement.children[0], then), otherwise};
    if (statement.children.size() > 1)
      ends[1] = lower(*statement.children[1], otherwise);
    return join(ends);
  }

  std::optional<Point> join(llvm::ArrayRef<std::optional<Point>> ends) {
    std::optional<Point> joined;
    for (std::optional<Point> end : ends) {
      if (!end)
        continue;
      if (!joined)
        joined = builder.newPoint();
      builder.pass(*end, *joined);
    }
    return joined;
  }

  std::optional<Point> lowerSelect(const Statement &statement, Point at) {
    builder.suggestName(at, "Select", statement.range);
    builder.setChoice(at);
    std::vector<std::optional<Point>> ends;
    for (const StatementRef &branch : statement.children)
      ends.push_back(lower(*branch, at));
    return join(ends);
  }

  std::optional<Point> lowerLoop(const Statement &statement, Point at) {
    // Control comes back to the head: where other things can be done first, the head is a point of its own.
    Point head = at;
    if (builder.isOccupied(at)) {
      head = builder.newPoint();
      builder.pass(at, head);
    }
    Point after = builder.newPoint();
    // Where control is after the body: at the step, or else at the test, which is the head of a `while`.
    bool testsAtHead = statement.testFirst || !statement.condition;
    Point next = statement.hasStep || !testsAtHead ? builder.newPoint() : head;
    Point body = head;
    if (statement.testFirst && statement.condition) {
      body = builder.newPoint();
      addLoopTest(statement, head, body, after);
    }
    {
      auto restore = llvm::make_scope_exit([this, outer = loop] { loop = outer; });
      loop = LoopTargets{after, next};
      if (std::optional<Point> end = lower(*statement.children[0], body))
        builder.pass(*end, next);
    }
    if (statement.hasStep)
      if (std::optional<Point> end = lower(*statement.children[1], next))
        builder.pass(*end, head);
    if (!testsAtHead)
      addLoopTest(statement, next, head, after);
    return after;
  }

  void addLoopTest(const Statement &statement, Point at, Point again, Point after) {
    builder.suggestName(at, "While", statement.range);
    builder.addTest(at, *statement.condition, false, again, statement.range);
    builder.addTest(at, *statement.condition, true, after, statement.range);
  }

  std::optional<Point> lowerCall(const Statement &statement, Point at) {
    auto restore = llvm::make_scope_exit([this, outer = returnTo, outerLoop = loop] {
      returnTo = outer;
      loop = outerLoop;
    });
    Point after = builder.newPoint();
    returnTo = after;
    loop = std::nullopt;
    if (std::optional<Point> end = lower(*statement.children[0], at))
      builder.pass(*end, after);
    return after;
  }

  const ComponentModel &component;
  ComponentBuilder builder;
  Point finish = 0;
  std::optional<LoopTargets> loop;
  std::optional<Point> returnTo;
};

} // namespace

Program tenon::lowerBody(const ComponentModel &component, const Model &model, TermContext &terms) {
  return BodyLowering(component, model, terms).run();
}
