//===- RandomFsp.cpp - Random FSP source ----------------------------------===//
//
// Legal by construction: references are defined, ranges start at 0 and have members, indices are reduced modulo the
// size of the range, variables have fresh names, and no local process is an alias of another.
//
//===----------------------------------------------------------------------===//

#include "RandomSystems.h"

#include "llvm/ADT/StringExtras.h"

namespace tenon::test {
namespace {

/// An integer variable or parameter in scope; its values are not negative.
using Scope = std::vector<std::string>;

struct LocalProcess {
  std::string name;
  std::vector<std::string> sizes; ///< One expression per index: the index runs over 0..size-1.
};

struct GlobalProcess {
  std::string name;
  bool hasParameter = false;
};

class FspWriter {
public:
  FspWriter(RandomSystems &source, const RandomFspOptions &shape) : random(source), options(shape) {}

  RandomFsp write() {
    declarations();
    if (options.sequential && options.end && coin()) {
      result.text += "E = (" + plainLabel() + " -> " + plainLabel() + " -> END).\n";
      result.processes.push_back("E");
      sequentialName = "E";
    }
    unsigned count = random.between(1, std::max(1u, options.maxProcesses));
    for (unsigned i = 0; i < count; ++i)
      process("P" + std::to_string(i));
    if (options.properties && coin())
      property("Q0");
    if (options.composites) {
      unsigned composites = random.between(1, 2);
      for (unsigned i = 0; i < composites; ++i)
        composite("S" + std::to_string(i));
    }
    return std::move(result);
  }

private:
  bool coin(double probability = 0.5) { return random.chance(probability); }

  void comment() {
    if (!options.comments || coin(0.7))
      return;
    result.text += coin() ? "// of no consequence -> P | {\n" : "/* of no consequence,\n   on two lines. */\n";
  }

  void declarations() {
    comment();
    result.text += "const N = " + std::to_string(random.between(1, 3)) + "\n";
    if (options.indices)
      result.text += "range R = 0..N\n";
    if (options.sets)
      result.text += "set A = {" + labelList(random.between(1, 3)) + "}\n";
  }

  //===--- Labels ---------------------------------------------------------===//

  std::string plainLabel() {
    static const std::vector<std::string> pool = {"a", "b", "c", "d", "a.x", "b.y.z"};
    return random.pick(pool);
  }

  std::string labelList(unsigned count) {
    std::vector<std::string> labels;
    for (unsigned i = 0; i < count; ++i)
      labels.push_back(options.indices && coin(0.3) ? constantIndexLabel() : plainLabel());
    return llvm::join(labels, ", ");
  }

  std::string constantIndexLabel() {
    return plainLabel() + "[" + (coin() ? "0..1" : std::to_string(random.below(3))) + "]";
  }

  /// A label of a prefix; a variable that it declares joins `scope`.
  std::string prefixLabel(Scope &scope) {
    unsigned choice = random.below(10);
    if (options.indices && choice == 0 && scope.size() < 3) {
      std::string variable = "v" + std::to_string(nextVariable++);
      std::string text = plainLabel() + "[" + variable + ":" + (coin() ? "R" : "0..1") + "]";
      if (coin(0.3))
        text += coin() ? ".e" : "[" + variable + "+1]";
      scope.push_back(variable);
      return text;
    }
    if (options.indices && choice == 1)
      return plainLabel() + "[" + value(scope) + "]";
    if (options.indices && choice == 2)
      return plainLabel() + (coin() ? "[R]" : "[0..1].f");
    if (options.sets && choice == 3)
      return "{" + labelList(2) + "}";
    if (options.sets && choice == 4)
      return coin() ? "A" : "g.A";
    return plainLabel();
  }

  //===--- Expressions ----------------------------------------------------===//

  std::string atom(const Scope &scope) {
    unsigned choice = random.below(static_cast<unsigned>(scope.size()) + 2);
    if (choice < scope.size())
      return scope[choice];
    return choice == scope.size() ? "N" : std::to_string(random.below(3));
  }

  /// Never negative.
  std::string value(const Scope &scope) {
    switch (random.below(4)) {
    case 0:
      return atom(scope) + "+" + atom(scope);
    case 1:
      return atom(scope) + "*2";
    default:
      return atom(scope);
    }
  }

  std::string condition(const Scope &scope) {
    static const std::vector<std::string> operators = {"<", "<=", ">", ">=", "==", "!="};
    std::string text = value(scope) + random.pick(operators) + value(scope);
    if (coin(0.2))
      text += (coin() ? " && " : " || ") + atom(scope) + random.pick(operators) + atom(scope);
    return coin(0.15) ? "!(" + text + ")" : text;
  }

  //===--- Primitive processes --------------------------------------------===//

  std::string localReference(const std::vector<LocalProcess> &locals, const Scope &scope) {
    const LocalProcess &local = random.pick(locals);
    std::string text = local.name;
    for (const std::string &size : local.sizes)
      text += options.outOfRange && coin(0.15) ? "[" + atom(scope) + "+2]" : "[(" + value(scope) + ")%(" + size + ")]";
    return text;
  }

  std::string reference(const std::vector<LocalProcess> &locals, const Scope &scope) {
    unsigned choice = random.below(14);
    if (choice == 0)
      return "STOP";
    if (choice == 1 && options.end)
      return "END";
    if (choice == 2 && options.error)
      return "ERROR";
    std::string text = localReference(locals, scope);
    if (choice == 3 && !sequentialName.empty())
      return sequentialName + ";" + text;
    return text;
  }

  /// `guarded`: behind an action, where references make no alias.
  std::string body(const std::vector<LocalProcess> &locals, Scope scope, unsigned depth, bool guarded) {
    if (options.conditionals && depth > 0 && coin(0.15)) {
      std::string text = "if (" + condition(scope) + ") then " + body(locals, scope, depth - 1, guarded);
      return coin(0.7) ? text + " else " + body(locals, scope, depth - 1, guarded) : text;
    }
    if (guarded && (depth == 0 || coin(0.45)))
      return reference(locals, scope);
    unsigned count = random.between(1, 3);
    std::vector<std::string> branches;
    for (unsigned i = 0; i < count; ++i)
      branches.push_back(branch(locals, scope, depth));
    return "(" + llvm::join(branches, " | ") + ")";
  }

  std::string branch(const std::vector<LocalProcess> &locals, Scope scope, unsigned depth) {
    std::string text;
    if (options.guards && coin(0.2))
      text = "when (" + condition(scope) + ") ";
    text += prefixLabel(scope) + " -> ";
    if (coin(0.3))
      text += prefixLabel(scope) + " -> ";
    return text + body(locals, scope, depth > 0 ? depth - 1 : 0, true);
  }

  void process(const std::string &name) {
    comment();
    GlobalProcess global{name, options.parameters && coin(0.3)};
    Scope parameters;
    std::string size = "N+1";
    std::string text = name;
    if (options.modifiers && coin(0.15))
      text = (coin() ? "minimal " : "deterministic ") + text;
    if (global.hasParameter) {
      text += "(K=" + std::to_string(random.between(1, 2)) + ")";
      parameters.push_back("K");
      size = "K+1";
    }
    std::vector<LocalProcess> locals = {{name, {}}};
    unsigned count = random.between(0, options.maxLocals);
    for (unsigned i = 0; i < count; ++i) {
      LocalProcess local{"L" + std::to_string(i), {}};
      for (unsigned k = options.indices ? random.below(3) : 0; k > 0; --k)
        local.sizes.push_back(coin() ? size : "2");
      locals.push_back(local);
    }
    for (size_t i = 0; i < locals.size(); ++i) {
      Scope scope = parameters;
      text += i == 0 ? "" : ",\n  " + locals[i].name;
      for (const std::string &bound : locals[i].sizes) {
        std::string variable = "i" + std::to_string(nextVariable++);
        text += "[" + variable + ":0.." + bound + "-1]";
        scope.push_back(variable);
      }
      text += " = " + body(locals, scope, options.maxDepth, false);
    }
    result.text += text + alphabetSuffix() + ".\n";
    result.processes.push_back(name);
    globals.push_back(global);
  }

  std::string alphabetSuffix() {
    std::string text;
    if (options.extension && coin(0.25))
      text += "\n  + {" + labelList(random.between(1, 2)) + "}";
    text += relabellingSuffix(0.2);
    if (options.hiding && coin(0.2))
      text += (coin(0.7) ? "\n  \\ {" : "\n  @ {") + labelList(random.between(1, 2)) + "}";
    return text;
  }

  std::string relabellingSuffix(double probability) {
    if (!options.relabelling || !coin(probability))
      return "";
    std::string text = "\n  / {" + freshLabel() + "/" + plainLabel();
    if (coin(0.3))
      text += ", " + freshLabel() + "/" + plainLabel();
    if (options.sets && coin(0.2))
      text += ", {" + freshLabel() + ", k}/" + plainLabel();
    if (options.indices && coin(0.2))
      text += ", r[j:0..1]/" + plainLabel() + "[j]";
    return text + "}";
  }

  std::string freshLabel() {
    static const std::vector<std::string> pool = {"x", "y.x", "z", "a", "c"};
    return random.pick(pool);
  }

  void property(const std::string &name) {
    comment();
    static const std::vector<std::string> pool = {"a", "b", "c", "d"};
    unsigned count = random.between(1, 3);
    auto stateName = [&](unsigned i) { return i == 0 ? name : "L" + std::to_string(i); };
    std::string text = "property " + name;
    for (unsigned i = 0; i < count; ++i) {
      text += i == 0 ? "" : ",\n  " + stateName(i);
      std::vector<std::string> branches;
      for (const std::string &label : random.subset(pool, 1, 3))
        branches.push_back(label + " -> " + stateName(random.below(count)));
      text += " = (" + llvm::join(branches, " | ") + ")";
    }
    if (options.extension && coin(0.3))
      text += " + {" + plainLabel() + "}";
    result.text += text + ".\n";
    result.processes.push_back(name);
    globals.push_back({name, false});
  }

  //===--- Composites -----------------------------------------------------===//

  std::string instance(const std::string &argument = "") {
    const GlobalProcess &global = random.pick(globals);
    if (!global.hasParameter || (argument.empty() && coin()))
      return global.name;
    return global.name + "(" + (argument.empty() ? std::to_string(random.between(1, 2)) : argument + "+1") + ")";
  }

  std::string operand() {
    if (options.forall && coin(0.12)) {
      std::string variable = "k" + std::to_string(nextVariable++);
      return "forall [" + variable + ":0..1] " + "q[" + variable + "]:" + instance(variable);
    }
    if (options.compositeIf && coin(0.12)) {
      std::string text = "if (" + condition({}) + ") then " + simpleOperand();
      return text + " else " + simpleOperand();
    }
    return simpleOperand();
  }

  std::string simpleOperand() {
    std::string text;
    if (options.sharing && coin(0.15))
      text += "{p, q[0]}::";
    std::string argument;
    if (options.prefixes && coin(0.3)) {
      switch (random.below(3)) {
      case 0:
        text += "p:";
        break;
      case 1:
        text += "{p, q}:";
        break;
      default:
        argument = "k" + std::to_string(nextVariable++);
        text += "q[" + argument + ":0..1]:";
      }
    }
    return text + instance(argument) + relabellingSuffix(0.15);
  }

  void composite(const std::string &name) {
    comment();
    std::vector<std::string> operands;
    unsigned count = random.between(1, 3);
    for (unsigned i = 0; i < count; ++i)
      operands.push_back(operand());
    if (!result.composites.empty() && coin(0.4))
      operands.back() = (coin(0.5) ? "s:" : "") + random.pick(result.composites);
    std::string text = "||" + name + " = (" + llvm::join(operands, " || ") + ")";
    if (options.modifiers && coin(0.15))
      text = (coin() ? "minimal " : "deterministic ") + text;
    text += relabellingSuffix(0.2);
    if (options.priority && coin(0.2))
      text += (coin() ? " >> {" : " << {") + labelList(random.between(1, 2)) + "}";
    if (options.hiding && coin(0.3))
      text += (coin(0.7) ? " \\ {" : " @ {") + labelList(random.between(1, 2)) + "}";
    result.text += text + ".\n";
    result.composites.push_back(name);
  }

  RandomSystems &random;
  const RandomFspOptions &options;
  RandomFsp result;
  std::vector<GlobalProcess> globals;
  std::string sequentialName;
  unsigned nextVariable = 0;
};

} // namespace

RandomFsp RandomSystems::fsp(const RandomFspOptions &options) {
  return FspWriter(*this, options).write();
}

} // namespace tenon::test
