//===- AstDump.h - The structure of an AST as text ------------------------===//
//
// Two files have the same structure if and only if their dumps are equal. Source ranges
// and comments do not count; spellings do.
//
//===----------------------------------------------------------------------===//

#ifndef TENON_TEST_UNIT_SYNTAX_ASTDUMP_H
#define TENON_TEST_UNIT_SYNTAX_ASTDUMP_H

#include "tenon/Syntax/Ast.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tenon::test {

class AstDumper {
public:
  explicit AstDumper(llvm::raw_ostream &os) : os(os) {}

  void file(const ast::SourceFile &file) {
    for (const ast::Definition *definition : file.definitions) {
      this->definition(*definition);
      os << '\n';
    }
  }

  void definition(const ast::Definition &d) {
    using Kind = ast::Definition::Kind;
    os << "(definition " << int(d.kind()) << ' ' << d.name.name << ' ';
    switch (d.kind()) {
    case Kind::Const:
      expr(llvm::cast<ast::ConstDefinition>(d).value);
      break;
    case Kind::Range:
      expr(llvm::cast<ast::RangeDefinition>(d).low);
      expr(llvm::cast<ast::RangeDefinition>(d).high);
      break;
    case Kind::Set:
      set(llvm::cast<ast::SetDefinition>(d).value);
      break;
    case Kind::Process:
      process(llvm::cast<ast::ProcessDefinition>(d));
      break;
    case Kind::Composite:
      composite(llvm::cast<ast::CompositeDefinition>(d));
      break;
    case Kind::Progress:
      indices(llvm::cast<ast::ProgressDefinition>(d).indices);
      label(llvm::cast<ast::ProgressDefinition>(d).condition);
      label(llvm::cast<ast::ProgressDefinition>(d).labels);
      break;
    case Kind::Menu:
      label(llvm::cast<ast::MenuDefinition>(d).labels);
      break;
    case Kind::Animation:
      animation(llvm::cast<ast::AnimationDefinition>(d));
      break;
    case Kind::Fluent:
      indices(llvm::cast<ast::FluentDefinition>(d).indices);
      label(llvm::cast<ast::FluentDefinition>(d).starting);
      label(llvm::cast<ast::FluentDefinition>(d).ending);
      expr(llvm::cast<ast::FluentDefinition>(d).initially);
      break;
    case Kind::Formula: {
      const auto &f = llvm::cast<ast::FormulaDefinition>(d);
      os << f.constraint;
      parameters(f.parameters);
      formula(f.formula);
      set(f.extension);
      break;
    }
    case Kind::Import:
      os << '"' << llvm::cast<ast::ImportDefinition>(d).file.name << '"';
      break;
    case Kind::Include:
      os << '"' << llvm::cast<ast::IncludeDefinition>(d).file.name << '"';
      break;
    case Kind::Channel: {
      const auto &c = llvm::cast<ast::ChannelDefinition>(d);
      list(c.names, [this](const ast::LabelElement *l) { label(l); });
      type(c.type);
      break;
    }
    case Kind::Component: {
      const auto &c = llvm::cast<ast::ComponentDefinition>(d);
      parameters(c.parameters);
      statements(c.items);
      os << c.isAutomaton;
      locals(c.locals);
      set(c.extension);
      break;
    }
    case Kind::Goal: {
      const auto &g = llvm::cast<ast::GoalDefinition>(d);
      os << int(g.goal) << ' ' << g.subject.name << ' ' << g.system.name << ' ' << g.property.name << ' '
         << (g.method ? g.method->name : "-") << ' ' << int(g.expectation);
      break;
    }
    }
    os << ')';
  }

private:
  template <typename Range, typename Print> void list(const Range &items, Print &&print) {
    os << '[';
    for (const auto &item : items) {
      print(item);
      os << ' ';
    }
    os << ']';
  }

  void expr(const ast::Expr *e) {
    using Kind = ast::Expr::Kind;
    if (!e) {
      os << "(none)";
      return;
    }
    os << "(e" << int(e->kind()) << ' ';
    switch (e->kind()) {
    case Kind::Integer:
      os << llvm::cast<ast::IntegerExpr>(e)->spelling << ' ' << llvm::cast<ast::IntegerExpr>(e)->value;
      break;
    case Kind::Name:
      os << llvm::cast<ast::NameExpr>(e)->name;
      break;
    case Kind::LabelConstant:
      label(llvm::cast<ast::LabelConstantExpr>(e)->label);
      break;
    case Kind::SetSize:
      set(llvm::cast<ast::SetSizeExpr>(e)->set);
      break;
    case Kind::SetElement:
      set(llvm::cast<ast::SetElementExpr>(e)->set);
      expr(llvm::cast<ast::SetElementExpr>(e)->position);
      break;
    case Kind::Unary:
      os << int(llvm::cast<ast::UnaryExpr>(e)->op);
      expr(llvm::cast<ast::UnaryExpr>(e)->operand);
      break;
    case Kind::Binary:
      os << int(llvm::cast<ast::BinaryExpr>(e)->op);
      expr(llvm::cast<ast::BinaryExpr>(e)->lhs);
      expr(llvm::cast<ast::BinaryExpr>(e)->rhs);
      break;
    case Kind::Paren:
      expr(llvm::cast<ast::ParenExpr>(e)->inner);
      break;
    case Kind::Decimal:
      os << llvm::cast<ast::DecimalExpr>(e)->spelling;
      break;
    case Kind::Path:
      os << llvm::cast<ast::PathExpr>(e)->root.name;
      list(llvm::cast<ast::PathExpr>(e)->steps, [this](const ast::PathStep &step) {
        os << step.name.name;
        expr(step.index);
      });
      break;
    case Kind::Call:
      os << llvm::cast<ast::CallExpr>(e)->callee.name;
      expr(llvm::cast<ast::CallExpr>(e)->width);
      exprs(llvm::cast<ast::CallExpr>(e)->arguments);
      break;
    case Kind::Conditional:
      expr(llvm::cast<ast::ConditionalExpr>(e)->condition);
      expr(llvm::cast<ast::ConditionalExpr>(e)->whenTrue);
      expr(llvm::cast<ast::ConditionalExpr>(e)->whenFalse);
      break;
    }
    os << ')';
  }
  void exprs(llvm::ArrayRef<const ast::Expr *> items) {
    list(items, [this](const ast::Expr *e) { expr(e); });
  }

  void index(const ast::IndexSpec &i) {
    os << "(i" << int(i.kind) << ' ' << (i.variable ? i.variable->name : "-") << ' ';
    expr(i.low);
    expr(i.high);
    set(i.set);
    os << ')';
  }
  void indices(llvm::ArrayRef<ast::IndexSpec> items) {
    list(items, [this](const ast::IndexSpec &i) { index(i); });
  }

  void label(const ast::LabelElement *l) {
    if (!l) {
      os << "(none)";
      return;
    }
    list(l->parts, [this](const ast::LabelPart &part) {
      os << "(p" << int(part.kind) << part.dotBefore << ' ' << part.name;
      set(part.set);
      if (part.kind == ast::LabelPart::Kind::Index)
        index(part.index);
      os << ')';
    });
  }

  void set(const ast::LabelSet *s) {
    if (!s) {
      os << "(none)";
      return;
    }
    os << "(s" << int(s->kind) << ' ' << s->name.name;
    list(s->elements, [this](const ast::LabelElement *l) { label(l); });
    if (s->kind == ast::LabelSet::Kind::Difference) {
      set(s->left);
      set(s->right);
    }
    os << ')';
  }

  void relabels(llvm::ArrayRef<const ast::RelabelClause *> clauses) {
    list(clauses, [this](const ast::RelabelClause *clause) {
      label(clause->newLabel);
      label(clause->oldLabel);
      indices(clause->indices);
      relabels(clause->clauses);
    });
  }

  void hiding(const std::optional<ast::HidingClause> &hiding) {
    if (hiding) {
      os << "(hiding " << hiding->expose;
      set(hiding->set);
      os << ')';
    }
  }

  void modifiers(const ast::Modifiers &m) {
    os << m.deterministic << m.minimal << m.compose << m.property << m.observer << ' ';
  }

  void parameters(llvm::ArrayRef<ast::Parameter> parameters) {
    list(parameters, [this](const ast::Parameter &p) {
      os << p.name.name;
      expr(p.defaultValue);
    });
  }

  void process(const ast::ProcessDefinition &p) {
    modifiers(p.modifiers);
    parameters(p.parameters);
    locals(p.locals);
    set(p.extension);
    os << p.hasRelabels;
    relabels(p.relabels);
    hiding(p.hiding);
  }

  void locals(llvm::ArrayRef<ast::LocalProcess> items) {
    list(items, [this](const ast::LocalProcess &local) {
      os << "(local " << local.name.name << local.accepting << int(local.mark);
      indices(local.indices);
      body(local.body);
      os << ')';
    });
  }

  void action(const ast::Action &a) {
    os << "(a" << int(a.kind);
    label(a.label);
    label(a.place);
    expr(a.value);
    os << ')';
  }

  void type(const ast::TypeName &t) {
    os << "(t" << int(t.kind) << ' ' << t.name.name;
    for (const ast::Expr *e : {t.width, t.low, t.high, t.size})
      expr(e);
    os << ')';
  }

  void declaration(const ast::Declaration &d) {
    type(d.type);
    list(d.items, [this](const ast::Declarator &item) {
      os << item.name.name;
      expr(item.size);
      expr(item.initial);
      exprs(item.cells);
    });
  }

  void simple(const ast::SimpleStatement &s) {
    os << "(simple " << int(s.kind) << s.colon << (s.op ? int(*s.op) : -1);
    label(s.target);
    label(s.place);
    expr(s.value);
    exprs(s.arguments);
    os << ')';
  }

  void statements(llvm::ArrayRef<const ast::Statement *> items) {
    list(items, [this](const ast::Statement *s) { statement(s); });
  }

  void statement(const ast::Statement *s) {
    using Kind = ast::Statement::Kind;
    if (!s) {
      os << "(none)";
      return;
    }
    os << "(s" << int(s->kind()) << ' ';
    switch (s->kind()) {
    case Kind::Block:
      statements(llvm::cast<ast::BlockStatement>(s)->items);
      break;
    case Kind::Function: {
      const auto *f = llvm::cast<ast::FunctionStatement>(s);
      type(f->result);
      os << f->name.name;
      list(f->formals, [this](const ast::Formal &formal) {
        type(formal.type);
        os << formal.name.name;
      });
      statement(f->body);
      break;
    }
    case Kind::Declare:
      declaration(llvm::cast<ast::DeclareStatement>(s)->declaration);
      break;
    case Kind::If:
      list(llvm::cast<ast::IfStatement>(s)->branches, [this](const ast::IfStatement::Branch &branch) {
        expr(branch.condition);
        statement(branch.body);
      });
      statement(llvm::cast<ast::IfStatement>(s)->otherwise);
      break;
    case Kind::Loop: {
      const auto *l = llvm::cast<ast::LoopStatement>(s);
      os << int(l->form);
      if (l->declaration)
        declaration(*l->declaration);
      if (l->initial)
        simple(*l->initial);
      expr(l->condition);
      if (l->step)
        simple(*l->step);
      statement(l->body);
      break;
    }
    case Kind::Select:
      list(llvm::cast<ast::SelectStatement>(s)->branches,
           [this](llvm::ArrayRef<const ast::Statement *> branch) { statements(branch); });
      break;
    case Kind::Jump:
      os << int(llvm::cast<ast::JumpStatement>(s)->word);
      break;
    case Kind::Return:
      expr(llvm::cast<ast::ReturnStatement>(s)->value);
      break;
    case Kind::Claim:
      os << llvm::cast<ast::ClaimStatement>(s)->isAssert;
      expr(llvm::cast<ast::ClaimStatement>(s)->condition);
      break;
    case Kind::Step:
      simple(llvm::cast<ast::StepStatement>(s)->step);
      break;
    case Kind::Empty:
      break;
    }
    os << ')';
  }

  void body(const ast::ProcessBody *b) {
    using Kind = ast::ProcessBody::Kind;
    if (!b) {
      os << "(none)";
      return;
    }
    os << "(b" << int(b->kind()) << ' ';
    switch (b->kind()) {
    case Kind::Reference: {
      const auto *reference = llvm::cast<ast::ReferenceBody>(b);
      list(reference->calls, [this](const ast::SequentialCall &call) {
        os << call.name.name << call.hasArguments;
        exprs(call.arguments);
      });
      os << reference->target.name;
      exprs(reference->indices);
      break;
    }
    case Kind::If: {
      const auto *conditional = llvm::cast<ast::IfBody>(b);
      list(conditional->branches, [this](const ast::IfBody::Branch &branch) {
        expr(branch.condition);
        body(branch.body);
      });
      body(conditional->otherwise);
      break;
    }
    case Kind::Choice:
      list(llvm::cast<ast::ChoiceBody>(b)->alternatives, [this](const ast::Alternative *alternative) {
        expr(alternative->guard);
        list(alternative->actions, [this](const ast::Action *a) { action(*a); });
        body(alternative->body);
      });
      break;
    }
    os << ')';
  }

  void composite(const ast::CompositeDefinition &c) {
    modifiers(c.modifiers);
    parameters(c.parameters);
    compositeBody(c.body);
    if (c.priority) {
      os << "(priority " << c.priority->low;
      set(c.priority->set);
      os << ')';
    }
    hiding(c.hiding);
  }

  void decoration(const ast::Decoration &d) {
    label(d.share);
    label(d.prefix);
    os << d.hasRelabels;
    relabels(d.relabels);
  }

  void compositeBody(const ast::CompositeBody *b) {
    using Kind = ast::CompositeBody::Kind;
    if (!b) {
      os << "(none)";
      return;
    }
    os << "(c" << int(b->kind()) << ' ';
    switch (b->kind()) {
    case Kind::If:
      list(llvm::cast<ast::CompositeIf>(b)->branches, [this](const ast::CompositeIf::Branch &branch) {
        expr(branch.condition);
        compositeBody(branch.body);
      });
      compositeBody(llvm::cast<ast::CompositeIf>(b)->otherwise);
      break;
    case Kind::Forall:
      indices(llvm::cast<ast::CompositeForall>(b)->indices);
      compositeBody(llvm::cast<ast::CompositeForall>(b)->body);
      break;
    case Kind::Parallel:
      decoration(llvm::cast<ast::CompositeParallel>(b)->decoration);
      list(llvm::cast<ast::CompositeParallel>(b)->operands,
           [this](const ast::CompositeBody *operand) { compositeBody(operand); });
      break;
    case Kind::Instance: {
      const auto *instance = llvm::cast<ast::CompositeInstance>(b);
      decoration(instance->decoration);
      os << instance->name.name << instance->hasArguments;
      exprs(instance->arguments);
      break;
    }
    }
    os << ')';
  }

  void formula(const ast::FormulaNode *f) {
    using Kind = ast::FormulaNode::Kind;
    os << "(f" << int(f->kind()) << ' ';
    switch (f->kind()) {
    case Kind::Unary:
      os << int(llvm::cast<ast::UnaryFormula>(f)->op);
      formula(llvm::cast<ast::UnaryFormula>(f)->operand);
      break;
    case Kind::Binary:
      os << int(llvm::cast<ast::BinaryFormula>(f)->op);
      formula(llvm::cast<ast::BinaryFormula>(f)->lhs);
      formula(llvm::cast<ast::BinaryFormula>(f)->rhs);
      break;
    case Kind::Quantifier:
      os << llvm::cast<ast::QuantifierFormula>(f)->universal;
      indices(llvm::cast<ast::QuantifierFormula>(f)->indices);
      formula(llvm::cast<ast::QuantifierFormula>(f)->operand);
      break;
    case Kind::Rigid:
      expr(llvm::cast<ast::RigidFormula>(f)->value);
      break;
    case Kind::Name: {
      const auto *name = llvm::cast<ast::NameFormula>(f);
      os << name->name.name << name->hasArguments;
      indices(name->indices);
      exprs(name->arguments);
      break;
    }
    case Kind::Action:
      label(llvm::cast<ast::ActionFormula>(f)->label);
      break;
    case Kind::Paren:
      formula(llvm::cast<ast::ParenFormula>(f)->inner);
      break;
    }
    os << ')';
  }

  void animation(const ast::AnimationDefinition &a) {
    os << '"' << a.file.name << '"' << (a.target ? a.target->name : "-") << a.hasParts << a.hasActions << a.hasControls;
    list(a.parts, [this](const ast::AnimationDefinition::Part &part) {
      os << part.name.name << part.hasRelabels;
      relabels(part.relabels);
    });
    relabels(a.actions);
    relabels(a.controls);
  }

  llvm::raw_ostream &os;
};

inline std::string dump(const ast::SourceFile &file) {
  std::string text;
  llvm::raw_string_ostream os(text);
  AstDumper(os).file(file);
  return text;
}

} // namespace tenon::test

#endif // TENON_TEST_UNIT_SYNTAX_ASTDUMP_H
